//! Tests of pairs of subjects after the omnibus test, and what is made of their p-values.

use std::hint::black_box;

use criterion::Criterion;
use likewise::stats::{against_control, cliques, compact_letters, conover, exact_pairs, nemenyi};
use likewise::{CompleteBlocks, Posthoc, TestOptions, check, test_subjects};

use crate::inputs::{long, read, study, table};

pub(crate) fn benches(c: &mut Criterion) {
    let (wide, wider) = (table(60, 20, None), table(100, 100, None));
    c.bench_function("posthoc/nemenyi-60x20", |b| b.iter(|| nemenyi(black_box(&wide))));
    c.bench_function("posthoc/nemenyi-100x100", |b| b.iter(|| nemenyi(black_box(&wider))));
    c.bench_function("posthoc/conover-60x20", |b| b.iter(|| conover(black_box(&wide))));
    c.bench_function("posthoc/exact-pairs-60x20", |b| b.iter(|| exact_pairs(black_box(&wide))));
    c.bench_function("posthoc/against-control-60x20", |b| b.iter(|| against_control(black_box(&wide), 0)));
    let p = nemenyi(&wider).expect("complete").p;
    let order: Vec<usize> = (0..100).collect();
    c.bench_function("posthoc/cliques-100", |b| b.iter(|| cliques(black_box(&p), 0.05)));
    c.bench_function("posthoc/letters-100", |b| b.iter(|| compact_letters(black_box(&p), 0.05, &order)));

    // the whole analysis, with the tests of pairs that have no function of their own for all pairs
    let results = read("runs.csv", &long(1_000));
    let complete = check(study(&results, &["seed"]), CompleteBlocks::default()).expect("complete");
    for posthoc in
        [Posthoc::Nemenyi, Posthoc::SignedRank, Posthoc::Sign, Posthoc::Quade, Posthoc::AlignedRanks]
    {
        let mut options = TestOptions::default();
        options.posthoc = posthoc;
        c.bench_function(&format!("posthoc/test-20x50-{}", posthoc.name().replace(' ', "-")), |b| {
            b.iter(|| test_subjects(black_box(&complete), &options))
        });
    }
}
