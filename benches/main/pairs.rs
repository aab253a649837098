//! Tests of two subjects over paired differences, and effect sizes.

use std::hint::black_box;

use criterion::Criterion;
use likewise::stats::{
    Alternative, Computation, SignTies, Zeros, akinshin_gamma, cliffs_delta, cohen_d, cohen_dz,
    common_language, demsar_z, matched_rank_biserial, paired_t, permutation_mean, shapiro_wilk, sign_test,
    signed_rank, win_tie_loss,
};

use crate::inputs::Numbers;

pub(crate) fn benches(c: &mut Criterion) {
    let mut numbers = Numbers::new(5);
    let (few, many) = (numbers.differences(15), numbers.differences(200));
    let two = Alternative::TwoSided;
    let draws = Computation::MonteCarlo { resamples: 2_000, seed: 1 };
    for (name, differences) in [("15", &few), ("200", &many)] {
        let d = black_box(differences.as_slice());
        let mut bench = |what: &str, run: &mut dyn FnMut()| {
            c.bench_function(&format!("pairs/{what}-{name}"), |b| b.iter(&mut *run));
        };
        bench("signed-rank", &mut || drop(black_box(signed_rank(d, Zeros::Wilcox, two, Computation::Auto))));
        bench("signed-rank-pratt", &mut || {
            drop(black_box(signed_rank(d, Zeros::Pratt, two, Computation::Asymptotic)));
        });
        bench("signed-rank-draws", &mut || drop(black_box(signed_rank(d, Zeros::Wilcox, two, draws))));
        bench("sign", &mut || drop(black_box(sign_test(d, SignTies::Drop, two))));
        bench("permutation", &mut || drop(black_box(permutation_mean(d, two, draws))));
        bench("paired-t", &mut || drop(black_box(paired_t(d, 100.0, two, 0.95))));
        bench("demsar-z", &mut || drop(black_box(demsar_z(d))));
        bench("cohen-dz", &mut || drop(black_box(cohen_dz(d))));
        bench("rank-biserial", &mut || _ = black_box(matched_rank_biserial(d)));
        bench("common-language", &mut || _ = black_box(common_language(d)));
        bench("win-tie-loss", &mut || _ = black_box(win_tie_loss(d)));
    }
    c.bench_function("pairs/permutation-exact-15", |b| {
        b.iter(|| permutation_mean(black_box(&few), two, Computation::Exact))
    });
    let (x, y) = many.split_at(100);
    c.bench_function("pairs/cliffs-delta-100", |b| b.iter(|| cliffs_delta(black_box(x), y)));
    c.bench_function("pairs/cohen-d-100", |b| b.iter(|| cohen_d(black_box(x), y)));
    c.bench_function("pairs/akinshin-gamma-100", |b| b.iter(|| akinshin_gamma(black_box(x), y)));
    let values = numbers.scores(200);
    c.bench_function("pairs/shapiro-wilk-200", |b| b.iter(|| shapiro_wilk(black_box(&values))));
}
