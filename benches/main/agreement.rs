//! Agreement of two orders of the same subjects.

use std::hint::black_box;

use criterion::Criterion;
use likewise::stats::{Computation, kendall, rank_biased_overlap, reversals, spearman, weighted_tau};

use crate::inputs::Numbers;

pub(crate) fn benches(c: &mut Criterion) {
    let mut numbers = Numbers::new(9);
    let (x, y) = (numbers.differences(100), numbers.differences(100));
    let (few_x, few_y) = (&x[..8], &y[..8]);
    let (auto, normal) = (Computation::Auto, Computation::Asymptotic);
    c.bench_function("agreement/kendall-8", |b| b.iter(|| kendall(black_box(few_x), few_y, auto)));
    c.bench_function("agreement/kendall-100", |b| b.iter(|| kendall(black_box(&x), &y, normal)));
    c.bench_function("agreement/spearman-8", |b| b.iter(|| spearman(black_box(few_x), few_y, auto)));
    c.bench_function("agreement/spearman-100", |b| b.iter(|| spearman(black_box(&x), &y, normal)));
    c.bench_function("agreement/weighted-tau-100", |b| b.iter(|| weighted_tau(black_box(&x), &y)));
    c.bench_function("agreement/overlap-100", |b| b.iter(|| rank_biased_overlap(black_box(&x), &y, 0.9)));
    c.bench_function("agreement/reversals-100", |b| b.iter(|| reversals(black_box(&x), &y)));
}
