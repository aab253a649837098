//! The distributions that p-values come from.

use std::hint::black_box;

use criterion::Criterion;
use likewise::stats::{
    StudentizedRange, chi_squared_sf, f_sf, nemenyi_critical_difference, normal_cdf, normal_quantile,
    normal_sf, t_quantile, t_sf,
};

pub(crate) fn benches(c: &mut Criterion) {
    c.bench_function("distribution/normal-cdf", |b| b.iter(|| normal_cdf(black_box(1.3))));
    c.bench_function("distribution/normal-sf", |b| b.iter(|| normal_sf(black_box(7.3))));
    c.bench_function("distribution/normal-quantile", |b| b.iter(|| normal_quantile(black_box(0.013))));
    c.bench_function("distribution/t-sf", |b| b.iter(|| t_sf(black_box(2.3), 17.0)));
    c.bench_function("distribution/t-quantile", |b| b.iter(|| t_quantile(black_box(0.975), 17.0)));
    c.bench_function("distribution/chi-squared-sf", |b| b.iter(|| chi_squared_sf(black_box(31.0), 19.0)));
    c.bench_function("distribution/f-sf", |b| b.iter(|| f_sf(black_box(2.1), 19.0, 400.0)));
    let known = StudentizedRange::new(20, f64::INFINITY).expect("in range");
    let estimated = StudentizedRange::new(20, 60.0).expect("in range");
    c.bench_function("distribution/range-new", |b| {
        b.iter(|| StudentizedRange::new(black_box(20), f64::INFINITY))
    });
    c.bench_function("distribution/range-sf", |b| b.iter(|| known.sf(black_box(4.2))));
    c.bench_function("distribution/range-sf-df-60", |b| b.iter(|| estimated.sf(black_box(4.2))));
    c.bench_function("distribution/range-cdf", |b| b.iter(|| known.cdf(black_box(3.2))));
    c.bench_function("distribution/range-isf", |b| b.iter(|| known.isf(black_box(0.05))));
    let many: Vec<f64> = (1..=2_000).map(|i| f64::from(i) * 0.004).collect();
    c.bench_function("distribution/range-sf-many-2000", |b| b.iter(|| known.sf_many(black_box(&many))));
    c.bench_function("distribution/critical-difference", |b| {
        b.iter(|| nemenyi_critical_difference(black_box(20), 60, 0.05))
    });
}
