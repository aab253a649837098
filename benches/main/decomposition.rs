//! Fits of blocks and subjects.

use std::hint::black_box;

use criterion::Criterion;
use likewise::stats::{additive, median_polish, tukey_additivity, two_way};

use crate::inputs::table;

pub(crate) fn benches(c: &mut Criterion) {
    let (whole, holes) = (table(60, 20, None), table(60, 20, Some(7)));
    let cells: Vec<(usize, usize, f64)> = (0..60)
        .flat_map(|b| (0..20).map(move |s| (b, s)))
        .filter_map(|(b, s)| Some((b, s, holes.value(b, s)?)))
        .collect();
    c.bench_function("decomposition/two-way-60x20", |b| b.iter(|| two_way(black_box(&whole))));
    c.bench_function("decomposition/tukey-60x20", |b| b.iter(|| tukey_additivity(black_box(&whole))));
    c.bench_function("decomposition/median-polish-60x20", |b| {
        b.iter(|| median_polish(black_box(&holes), 10, 0.01))
    });
    c.bench_function("decomposition/additive-60x20", |b| b.iter(|| additive(60, 20, black_box(&cells))));
}
