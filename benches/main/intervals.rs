//! Intervals by formula.

use std::hint::black_box;

use criterion::Criterion;
use likewise::stats::hodges_lehmann;
use likewise::stats::interval::{mean_interval, median_interval, wilson};

use crate::inputs::Numbers;

pub(crate) fn benches(c: &mut Criterion) {
    let mut numbers = Numbers::new(7);
    let (values, differences) = (numbers.scores(100), numbers.differences(100));
    c.bench_function("interval/mean-100", |b| b.iter(|| mean_interval(black_box(&values), 0.95)));
    c.bench_function("interval/median-100", |b| b.iter(|| median_interval(black_box(&values), 0.95)));
    c.bench_function("interval/hodges-lehmann-differences-100", |b| {
        b.iter(|| hodges_lehmann(black_box(&differences), 0.95))
    });
    c.bench_function("interval/wilson", |b| b.iter(|| wilson(black_box(37), 100, 0.95)));
}
