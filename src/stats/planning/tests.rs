use super::friedman_null::friedman_distribution;
use super::*;

const SIM: MonteCarlo = MonteCarlo { samples: 100_000, seed: 7 };

fn cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

fn near(got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance, "{got} is not {want} within {tolerance}");
}

fn run(test: PlannedTest, blocks: usize, d: f64) -> Power {
    power(test, blocks, Effect::Standardized(d), 0.05, &SIM).unwrap()
}

#[test]
fn the_smallest_p_is_that_of_perfect_agreement() {
    assert_eq!([1, 2, 5, 6].map(|n| smallest_p(PlannedTest::Sign, n)), [1.0, 0.5, 0.0625, 0.03125]);
    // exact Friedman tables: 1/36 for 3 by 3, 0.00173611 for 4 by 3, 6.944e-5 for 5 by 3
    let p = |subjects| smallest_p(PlannedTest::Friedman { subjects }, 3);
    assert_eq!((p(3), p(4), p(5)), (1.0 / 36.0, 1.0 / 576.0, 1.0 / 14_400.0));
    assert_eq!(blocks_to_reach(PlannedTest::SignedRank, 0.01).unwrap(), 8);
    assert_eq!(blocks_to_reach(PlannedTest::Friedman { subjects: 3 }, 0.05).unwrap(), 3);
}

#[test]
fn the_exact_friedman_distribution_matches_tables() {
    // chi2 = 12 SS / (n k (k + 1)) - 3 n (k + 1)
    let tail = |k: usize, n: usize, chi2: f64| -> f64 {
        let (kf, nf) = (k as f64, n as f64);
        let at = |ss: u64| 12.0 * ss as f64 / (nf * kf * (kf + 1.0)) - 3.0 * nf * (kf + 1.0);
        friedman_distribution(k, n).iter().filter(|(ss, _)| at(**ss) > chi2 - 1e-4).map(|(_, p)| p).sum()
    };
    for (k, n, chi2, p) in [
        (3, 4, 6.5, 0.0416667),
        (3, 4, 8.0, 0.00462963),
        (4, 3, 7.4, 0.0329861),
        (5, 3, 8.5333, 0.0454861),
        (5, 3, 10.1333, 0.0077778),
        (5, 2, 7.6, 0.0416667),
    ] {
        near(tail(k, n, chi2), p, 5e-8);
    }
}

#[test]
fn sign_power_is_binomial() {
    // 20 blocks won with probability 3/4: rejects at 15 or more wins or losses; 0.617173 + 3.8e-6
    let p = power(PlannedTest::Sign, 20, Effect::WinProbability(0.75), 0.05, &SIM).unwrap();
    near(p.power, 0.617_176_5, 1e-6);
    assert_eq!((p.error, p.simulations, p.seed), (0.0, 0, None));
    // without an effect the power is the test's size: 2 * P(at most 5 of 20)
    near(run(PlannedTest::Sign, 20, 0.0).power, 0.041_389_465, 1e-8);
    assert_eq!(run(PlannedTest::Sign, 20, 50.0).power, 1.0);
}

#[test]
fn six_blocks_reject_only_when_all_agree() {
    for d in [0.0, 0.7, 1.5] {
        let want = cdf(d).powi(6) + cdf(-d).powi(6);
        let got = run(PlannedTest::SignedRank, 6, d);
        near(got.power, want, 4.0 * got.error);
        near(run(PlannedTest::Sign, 6, d).power, want, 1e-12);
        // two subjects: Friedman's test is the sign test
        let got = run(PlannedTest::Friedman { subjects: 2 }, 6, d);
        near(got.power, want, 4.0 * got.error);
        assert_eq!(got.region, Region::Exact);
    }
}

#[test]
fn signed_rank_power_matches_scipy() {
    for (n, d, want) in SIGNED_RANK {
        let got = run(PlannedTest::SignedRank, n, d);
        near(got.power, want, 4.0 * got.error + 0.004);
    }
}
// scipy 1.17, exact method, 40,000 samples each
const SIGNED_RANK: [(usize, f64, f64); 2] = [(15, 0.8, 0.800925), (30, 0.5, 0.7329)];

#[test]
fn three_by_three_rejects_only_on_perfect_agreement() {
    // orders by integrating over the better subject's value: first, between, last; the two others
    // come in either order
    let d = 1.2;
    let shift = d * std::f64::consts::SQRT_2;
    let mut orders = [0.0; 3];
    for i in -8000..8000 {
        let x = f64::from(i) * 1e-3;
        let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt() * 1e-3;
        let below = cdf(x + shift);
        orders[0] += density * below * below / 2.0;
        orders[1] += density * below * (1.0 - below);
        orders[2] += density * (1.0 - below).powi(2) / 2.0;
    }
    let want: f64 = orders.iter().map(|p| 2.0 * p.powi(3)).sum();
    let got = run(PlannedTest::Friedman { subjects: 3 }, 3, d);
    near(got.power, want, 4.0 * got.error);
}

#[test]
fn a_simulated_region_keeps_the_size() {
    let got = run(PlannedTest::Friedman { subjects: 8 }, 12, 0.0);
    assert_eq!(got.region, Region::Simulated);
    // the region is itself simulated: both errors, and the steps of the statistic
    near(got.power, 0.05, 0.005);
}

#[test]
fn blocks_needed_is_where_the_power_is_reached() {
    for test in [PlannedTest::Sign, PlannedTest::SignedRank, PlannedTest::Friedman { subjects: 3 }] {
        let n = blocks_needed(test, Effect::Standardized(1.0), 0.05, 0.8, &SIM).unwrap();
        assert!(n.reached.power >= 0.8 && n.before.as_ref().is_none_or(|b| b.power < 0.8), "{n:?}");
        assert_eq!(n.reached.blocks, n.blocks);
    }
    let none = blocks_needed(PlannedTest::Sign, Effect::Standardized(0.0), 0.05, 0.8, &SIM);
    assert!(matches!(none, Err(StatsError::Undefined { .. })));
}

#[test]
fn threads_do_not_change_the_answer() {
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| run(PlannedTest::Friedman { subjects: 7 }, 9, 0.4))
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn bad_arguments_are_errors() {
    let run = |test, n, effect, alpha| power(test, n, effect, alpha, &SIM);
    let d = Effect::Standardized(1.0);
    assert!(matches!(run(PlannedTest::Sign, 0, d, 0.05), Err(StatsError::TooFew { .. })));
    assert!(matches!(run(PlannedTest::Sign, 1001, d, 0.05), Err(StatsError::OutOfRange { .. })));
    assert!(matches!(
        run(PlannedTest::Friedman { subjects: 1 }, 5, d, 0.05),
        Err(StatsError::OutOfRange { .. })
    ));
    assert!(matches!(run(PlannedTest::Friedman { subjects: 3 }, 1, d, 0.05), Err(StatsError::TooFew { .. })));
    for effect in [Effect::Standardized(f64::NAN), Effect::WinProbability(1.0), Effect::WinProbability(-0.1)]
    {
        assert!(matches!(run(PlannedTest::SignedRank, 9, effect, 0.05), Err(StatsError::OutOfRange { .. })));
    }
    assert!(matches!(run(PlannedTest::Sign, 9, d, 0.0), Err(StatsError::OutOfRange { .. })));
}
