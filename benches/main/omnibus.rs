//! Tests of all subjects at once.

use std::hint::black_box;

use criterion::Criterion;
use likewise::stats::{
    FriedmanVariant, aligned_ranks, attainable, durbin, friedman, page, quade, skillings_mack,
};

use crate::inputs::table;

pub(crate) fn benches(c: &mut Criterion) {
    let (small, wide) = (table(6, 4, None), table(60, 20, None));
    let draws = FriedmanVariant::MonteCarlo { draws: 2_000, seed: 1 };
    c.bench_function("omnibus/friedman-exact-6x4", |b| {
        b.iter(|| friedman(black_box(&small), FriedmanVariant::Exact))
    });
    c.bench_function("omnibus/friedman-draws-60x20", |b| b.iter(|| friedman(black_box(&wide), draws)));
    c.bench_function("omnibus/friedman-chi-squared-60x20", |b| {
        b.iter(|| friedman(black_box(&wide), FriedmanVariant::ChiSquared))
    });
    c.bench_function("omnibus/quade-60x20", |b| b.iter(|| quade(black_box(&wide))));
    c.bench_function("omnibus/aligned-ranks-60x20", |b| b.iter(|| aligned_ranks(black_box(&wide))));
    let order: Vec<usize> = (0..20).rev().collect();
    c.bench_function("omnibus/page-60x20", |b| b.iter(|| page(black_box(&wide), &order)));
    let holes = table(60, 20, Some(7));
    c.bench_function("omnibus/skillings-mack-60x20", |b| b.iter(|| skillings_mack(black_box(&holes))));
    c.bench_function("omnibus/durbin-60x20", |b| b.iter(|| durbin(black_box(&wide))));
    c.bench_function("omnibus/attainable-60x20", |b| b.iter(|| attainable(black_box(20), 60)));
}
