use super::*;

// runs by tasks; values of rliable 1.2.0 on them
const X: [[f64; 6]; 5] = [
    [0.971, 0.476, 0.576, 0.733, 0.457, 0.727],
    [0.81, 0.671, 0.983, 0.52, 0.61, 0.81],
    [0.791, 0.322, 0.626, 0.621, 0.853, 0.824],
    [0.869, 0.899, 0.453, 0.955, 0.854, 0.651],
    [0.643, 0.834, 0.78, 0.813, 0.465, 0.776],
];
const Y: [[f64; 6]; 4] = [
    [0.971, 0.619, 0.156, 0.76, 0.915, 0.892],
    [0.703, 0.769, 0.453, 0.487, 0.146, 0.636],
    [0.598, 0.685, 0.285, 0.738, 0.551, 0.452],
    [0.604, 0.772, 0.472, 0.565, 0.693, 0.636],
];
const SCORES: [f64; 7] = [0.0, 0.25, 0.5, 0.6, 0.75, 0.9, 1.0];

fn tasks<const R: usize>(runs: [[f64; 6]; R]) -> Strata {
    Strata::from_runs(&runs.map(|r| r.map(Some))).unwrap()
}

fn near(got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance, "{got} is not {want} within {tolerance}");
}

#[test]
fn aggregates_match_rliable() {
    let x = tasks(X);
    near(interquartile_mean(&x).unwrap(), 0.7325, 1e-14);
    near(mean_score(&x).unwrap(), 0.7124333333333334, 1e-14);
    near(median_score(&x).unwrap(), 0.706, 1e-14);
    near(optimality_gap(&x, 1.0, Best::Largest).unwrap(), 0.28756666666666675, 1e-14);
    assert!(optimality_gap(&x, f64::NAN, Best::Largest).is_err());
    assert!(mean_score(&Strata::one(&[f64::MAX; 2]).unwrap()).is_err());
    let negative = Strata::from_runs(&X.map(|r| r.map(|v| Some(-v)))).unwrap();
    near(optimality_gap(&negative, -1.0, Best::Smallest).unwrap(), 0.28756666666666675, 1e-14);
}

#[test]
fn the_trim_rule_drops_whole_values() {
    let squares = [0.0, 1.0, 4.0, 9.0, 16.0, 25.0, 36.0, 49.0];
    let want = [5.0 / 3.0, 2.5, 14.0 / 3.0, 7.5, 11.0, 13.5];
    for (n, want) in (3..).zip(want) {
        near(interquartile_mean(&Strata::one(&squares[..n]).unwrap()).unwrap(), want, 1e-14);
    }
}

#[test]
fn improvement_matches_rliable_and_turns_with_the_direction() {
    let (x, y) = (tasks(X), tasks(Y));
    near(probability_of_improvement(&x, &y, Best::Largest).unwrap(), 2.0 / 3.0, 1e-14);
    near(probability_of_improvement(&y, &x, Best::Largest).unwrap(), 1.0 / 3.0, 1e-14);
    near(probability_of_improvement(&x, &y, Best::Smallest).unwrap(), 1.0 / 3.0, 1e-14);
    assert_eq!(probability_of_improvement(&x, &x, Best::Largest).unwrap(), 0.5);
    let one = Strata::one(&[1.0]).unwrap();
    assert!(matches!(
        probability_of_improvement(&x, &one, Best::Largest),
        Err(StatsError::Unpaired { left: 6, right: 1, .. })
    ));
}

#[test]
fn improvement_interval_by_enumeration() {
    // one task, two runs against two: wins 3>1, 3>2, 1=1, 1<2; all 16 resamples
    let x = Strata::one(&[3.0, 1.0]).unwrap();
    let y = Strata::one(&[1.0, 2.0]).unwrap();
    let w = [[1.0, 1.0], [0.5, 0.0]];
    let mut all = Vec::new();
    for code in 0..16usize {
        let bit = |b: usize| code >> b & 1;
        let sum: f64 = [bit(0), bit(1)].iter().map(|&i| w[i][bit(2)] + w[i][bit(3)]).sum();
        all.push(sum / 4.0);
    }
    let mean = all.iter().sum::<f64>() / 16.0;
    let sd = (all.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / 16.0).sqrt();
    let resampling = Resampling { resamples: 100_000, ..Resampling::default() };
    let got = improvement_interval(&x, &y, Best::Largest, 0.6, &resampling).unwrap();
    near(got.standard_error, sd, 0.003);
    all.sort_by(f64::total_cmp);
    assert_eq!((got.low, got.high), (all[3], all[12]));
}

#[test]
fn profiles_match_rliable() {
    let x = tasks(X);
    let r = Resampling { resamples: 4000, ..Resampling::default() };
    let runs = performance_profile(&x, &SCORES, Profile::Runs, Best::Largest, 0.95, &r).unwrap();
    let want = [1.0, 1.0, 0.8333333333333334, 0.7666666666666667, 0.5, 0.1, 0.0];
    runs.shares.iter().zip(want).for_each(|(&g, w)| near(g, w, 1e-14));
    let means = performance_profile(&x, &SCORES, Profile::TaskMeans, Best::Largest, 0.95, &r).unwrap();
    let want = [1.0, 1.0, 1.0, 1.0, 0.3333333333333333, 0.0, 0.0];
    means.shares.iter().zip(want).for_each(|(&g, w)| near(g, w, 1e-14));
    for p in [runs, means] {
        for i in 0..SCORES.len() {
            assert!(p.low[i] <= p.shares[i] && p.shares[i] <= p.high[i]);
        }
    }
}

#[test]
fn a_profile_band_is_binomial_where_runs_are() {
    // one task of 40 runs, half of them beyond 0.5: counts of a resample are binomial(40, 1/2), whose
    // 2.5 % and 97.5 % points are 14 and 26
    let runs: Vec<f64> = (0..40).map(|i| f64::from(i % 2)).collect();
    let r = Resampling { resamples: 50_000, ..Resampling::default() };
    let task = Strata::one(&runs).unwrap();
    let p = performance_profile(&task, &[0.5], Profile::Runs, Best::Largest, 0.95, &r).unwrap();
    near(p.low[0], 14.0 / 40.0, 1e-12);
    near(p.high[0], 26.0 / 40.0, 1e-12);
}

#[test]
fn a_profile_keeps_the_order_of_its_scores_and_the_direction() {
    let task = Strata::one(&[1.0, 2.0, 3.0, 4.0]).unwrap();
    let r = Resampling::default();
    let p = |best| performance_profile(&task, &[3.5, 0.0, 2.0], Profile::Runs, best, 0.9, &r).unwrap().shares;
    assert_eq!(p(Best::Largest), [0.25, 1.0, 0.5]);
    assert_eq!(p(Best::Smallest), [0.75, 0.0, 0.25]);
    let bad = performance_profile(&task, &[f64::NAN], Profile::Runs, Best::Largest, 0.9, &r);
    assert!(matches!(bad, Err(StatsError::NotFinite { .. })));
}

#[test]
fn ragged_tasks_count_the_same() {
    let tasks = Strata::new(&[vec![1.0], vec![0.0, 0.0, 0.0]]).unwrap();
    assert_eq!(mean_score(&tasks).unwrap(), 0.5);
    assert_eq!(optimality_gap(&tasks, 1.0, Best::Largest).unwrap(), 0.5);
    let p = performance_profile(&tasks, &[0.5], Profile::Runs, Best::Largest, 0.9, &Resampling::default());
    let p = p.unwrap();
    assert_eq!((p.shares, p.low, p.resamples), (vec![0.5], vec![0.5], Resamples::Constant));
}
