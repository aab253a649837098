//! Aggregates of few runs on several tasks as rliable 1.2.0 has them; the interquartile mean of 3 to 8
//! values by scipy's trim_mean (floor(n / 4) dropped at each end).

use likewise::stats::Best;
use likewise::stats::bootstrap::{Resampling, Strata};
use likewise::stats::few_runs::{
    Profile, interquartile_mean, mean_score, median_score, optimality_gap, performance_profile,
    probability_of_improvement,
};

use super::{CLOSE, near, numbers};

/// Lines are runs, columns tasks.
const X: &str = "
    0.971 0.476 0.576 0.733 0.457 0.727
    0.81  0.671 0.983 0.52  0.61  0.81
    0.791 0.322 0.626 0.621 0.853 0.824
    0.869 0.899 0.453 0.955 0.854 0.651
    0.643 0.834 0.78  0.813 0.465 0.776";
const Y: &str = "
    0.971 0.619 0.156 0.76  0.915 0.892
    0.703 0.769 0.453 0.487 0.146 0.636
    0.598 0.685 0.285 0.738 0.551 0.452
    0.604 0.772 0.472 0.565 0.693 0.636";

fn tasks(text: &str) -> Strata {
    let runs: Vec<Vec<f64>> = text.trim().lines().map(numbers).collect();
    let columns: Vec<Vec<f64>> = (0..6).map(|t| runs.iter().map(|r| r[t]).collect()).collect();
    Strata::new(&columns).unwrap()
}

#[test]
fn aggregates() {
    let (x, y) = (tasks(X), tasks(Y));
    near(mean_score(&x).unwrap(), 0.7124333333333334, CLOSE);
    near(median_score(&x).unwrap(), 0.706, CLOSE);
    near(interquartile_mean(&x).unwrap(), 0.7325, CLOSE);
    near(optimality_gap(&x, 1.0, Best::Largest).unwrap(), 0.28756666666666675, CLOSE);
    near(probability_of_improvement(&x, &y, Best::Largest).unwrap(), 0.6666666666666666, CLOSE);
    near(probability_of_improvement(&y, &x, Best::Largest).unwrap(), 0.3333333333333333, CLOSE);
}

#[test]
fn profiles() {
    let scores = [0.0, 0.25, 0.5, 0.6, 0.75, 0.9, 1.0];
    for (profile, want) in [
        (Profile::Runs, [1.0, 1.0, 0.8333333333333334, 0.7666666666666667, 0.5, 0.1, 0.0]),
        (Profile::TaskMeans, [1.0, 1.0, 1.0, 1.0, 0.3333333333333333, 0.0, 0.0]),
    ] {
        let p = performance_profile(&tasks(X), &scores, profile, Best::Largest, 0.95, &Resampling::default())
            .unwrap();
        for (got, want) in p.shares.iter().zip(want) {
            near(*got, want, CLOSE);
        }
    }
}

#[test]
fn trimming_of_few() {
    let squares: Vec<f64> = (0..8).map(|i| f64::from(i * i)).collect();
    for (n, want) in [(3, 5.0 / 3.0), (4, 2.5), (5, 14.0 / 3.0), (6, 7.5), (7, 11.0), (8, 13.5)] {
        near(interquartile_mean(&Strata::one(&squares[..n]).unwrap()).unwrap(), want, CLOSE);
    }
}
