//! The bootstrap: each statistic, each kind of interval, and what is made of few runs on many tasks.

use std::hint::black_box;

use criterion::Criterion;
use likewise::stats::Best;
use likewise::stats::bootstrap::{
    IntervalMethod, Resampling, Statistic, Strata, bootstrap, bootstrap_of, bootstrap_with_error,
};
use likewise::stats::few_runs::{Profile, Score, aggregates, improvement_interval, performance_profile};
use likewise::stats::{mean, sd};

use crate::inputs::Numbers;

fn tasks(numbers: &mut Numbers, count: usize, runs: usize) -> Strata {
    let tasks: Vec<Vec<f64>> = (0..count).map(|_| numbers.scores(runs)).collect();
    Strata::new(&tasks).expect("there are runs")
}

pub(crate) fn benches(c: &mut Criterion) {
    let mut numbers = Numbers::new(11);
    // as in Agarwal and others 2021: 26 tasks, 10 runs; and tasks of many runs, which are drawn another way
    let (few, many) = (tasks(&mut numbers, 26, 10), tasks(&mut numbers, 5, 60));
    let resampling = Resampling { resamples: 2_000, enumerate: 0, ..Resampling::default() };
    let percentile = IntervalMethod::Percentile;
    let gap = Statistic::OptimalityGap { target: 100.0, best: Best::Largest };
    for (name, statistic) in [
        ("mean", Statistic::Mean),
        ("median", Statistic::Median),
        ("iqm", Statistic::InterquartileMean),
        ("mean-of-means", Statistic::MeanOfMeans),
        ("median-of-means", Statistic::MedianOfMeans),
        ("optimality-gap", gap),
    ] {
        for (shape, sample) in [("26x10", &few), ("5x60", &many)] {
            c.bench_function(&format!("bootstrap/{name}-{shape}"), |b| {
                b.iter(|| bootstrap(black_box(sample), statistic, percentile, 0.95, &resampling))
            });
        }
    }
    for (name, method) in [
        ("percentile", percentile),
        ("basic", IntervalMethod::Basic),
        ("bca", IntervalMethod::Bca),
        ("studentized", IntervalMethod::Studentized),
    ] {
        c.bench_function(&format!("bootstrap/iqm-{name}"), |b| {
            b.iter(|| bootstrap(black_box(&few), Statistic::InterquartileMean, method, 0.95, &resampling))
        });
    }
    let one = Strata::one(&numbers.scores(8)).expect("there are values");
    c.bench_function("bootstrap/enumerated-8", |b| {
        b.iter(|| {
            bootstrap(black_box(&one), Statistic::Mean, IntervalMethod::Bca, 0.95, &Resampling::default())
        })
    });
    c.bench_function("bootstrap/any-statistic", |b| {
        b.iter(|| bootstrap_of(black_box(&few), |s| mean(s.values()), percentile, 0.95, &resampling))
    });
    let with_error = |s: &Strata| (mean(s.values()), sd(s.values()).unwrap_or(0.0) / 16.0);
    c.bench_function("bootstrap/any-statistic-with-error", |b| {
        b.iter(|| bootstrap_with_error(black_box(&few), with_error, 0.95, &resampling))
    });

    let other = tasks(&mut numbers, 26, 10);
    c.bench_function("few-runs/aggregates", |b| {
        b.iter(|| {
            aggregates(black_box(&few), &Score::ALL, 100.0, Best::Largest, percentile, 0.95, &resampling)
        })
    });
    c.bench_function("few-runs/improvement", |b| {
        b.iter(|| improvement_interval(black_box(&few), &other, Best::Largest, 0.95, &resampling))
    });
    let scores: Vec<f64> = (0..20).map(|i| f64::from(i) * 5.0).collect();
    for (name, profile) in [("runs", Profile::Runs), ("task-means", Profile::TaskMeans)] {
        c.bench_function(&format!("few-runs/profile-{name}"), |b| {
            b.iter(|| {
                performance_profile(black_box(&few), &scores, profile, Best::Largest, 0.95, &resampling)
            })
        });
    }
}
