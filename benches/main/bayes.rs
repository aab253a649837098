//! Bayesian comparisons of two subjects.

use std::hint::black_box;

use criterion::Criterion;
use likewise::stats::bayes::{Differences, NuPrior, correlated_t, hierarchical, sign, signed_rank};
use likewise::stats::rng::MonteCarlo;

use crate::inputs::Numbers;

pub(crate) fn benches(c: &mut Criterion) {
    let mut numbers = Numbers::new(13);
    let draws = MonteCarlo { samples: 1_000, seed: 1 };
    let differences = Differences::from_units(numbers.differences(50), 50, 100.0).expect("in range");
    c.bench_function("bayes/sign-50", |b| b.iter(|| sign(black_box(&differences), 1.0)));
    c.bench_function("bayes/signed-rank-50", |b| {
        b.iter(|| signed_rank(black_box(&differences), 0.5, &draws))
    });
    let folds = numbers.scores(10);
    c.bench_function("bayes/correlated-t-10", |b| b.iter(|| correlated_t(black_box(&folds), 1.0, 10)));
    let sets: Vec<Vec<f64>> = (0..4).map(|_| numbers.scores(10)).collect();
    let few = MonteCarlo { samples: 200, seed: 1 };
    c.bench_function("bayes/hierarchical-4x10", |b| {
        b.iter(|| hierarchical(black_box(&sets), 1.0, 10, &NuPrior::default(), &few))
    });
}
