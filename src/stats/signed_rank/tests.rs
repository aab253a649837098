use super::*;

const DEPRESSION: [i128; 9] = [952, -147, 1022, 430, 620, 590, 490, -80, 10];
const DEMSAR: [i128; 14] = [5, -8, 17, 33, 6, -5, 7, 0, 63, 0, 22, 47, 9, 21];
// accord-net/framework issue 848, in units of 50
const ACCORD: [i128; 35] = [
    7, -1, 0, -2, 0, 2, -3, -3, 4, 0, -1, 0, 0, 1, 2, 0, 2, 7, 0, 2, 5, 2, 0, 1, -1, 3, 2, -2, 4, -6, 1, 0,
    1, 4, 4,
];

fn near(got: f64, want: f64) {
    assert!((got - want).abs() <= 2e-13 * want.abs(), "{got:e} is not {want:e}");
}

fn exact(d: &[i128], zeros: Zeros, alternative: Alternative) -> SignedRank {
    let answer = signed_rank(d, zeros, alternative, Computation::Exact).unwrap();
    assert_eq!(answer.variant, Variant::Exact);
    answer
}

/// Data, rule, W+, W-, counts of sign patterns with W+ at least and at most the observed, of how
/// many, z, continuity-corrected normal p: R 4.6 and exact enumeration, scipy for the normal ones.
type Case = (&'static [i128], Zeros, f64, f64, f64, f64, f64, f64, f64);
const CASES: [Case; 7] = [
    (&DEPRESSION, Zeros::Wilcox, 40.0, 5.0, 10.0, 505.0, 512.0, 2.073221072156823, 0.04401098401295143),
    (&DEPRESSION, Zeros::Pratt, 40.0, 5.0, 10.0, 505.0, 512.0, 2.073221072156823, 0.04401098401295143),
    (&DEMSAR, Zeros::Wilcox, 71.5, 6.5, 15.0, 4083.0, 4096.0, 2.550490903554589, 0.012030358470209076),
    (&DEMSAR, Zeros::Pratt, 91.5, 10.5, 16.0, 4082.0, 4096.0, 2.5493640497091583, 0.01180600450285098),
    (&[21, 12, 9], Zeros::Wilcox, 6.0, 0.0, 1.0, 8.0, 8.0, 1.6035674514745464, 0.18144920772142048),
    (
        &ACCORD,
        Zeros::Wilcox,
        258.0,
        93.0,
        1_148_536.0,
        66_005_856.0,
        67_108_864.0,
        2.1085508702117575,
        0.036102441375580246,
    ),
    (
        &ACCORD,
        Zeros::Pratt,
        420.0,
        165.0,
        1_140_142.0,
        66_001_778.0,
        67_108_864.0,
        2.1141996544141395,
        0.03521228595173318,
    ),
];

#[test]
fn published_cases() {
    for (d, zeros, plus, minus, greater, less, all, z, p_normal) in CASES {
        let two = exact(d, zeros, Alternative::TwoSided);
        assert_eq!((two.w_plus, two.w_minus), (plus, minus));
        assert_eq!(two.p, (2.0 * greater / all).min(1.0));
        assert_eq!(exact(d, zeros, Alternative::Greater).p, greater / all);
        assert_eq!(exact(d, zeros, Alternative::Less).p, less / all);
        near(two.z.unwrap(), z);
        let normal = signed_rank(d, zeros, Alternative::TwoSided, Computation::Asymptotic).unwrap();
        near(normal.p, p_normal);
        // swapped arguments mirror the answer
        let swapped: Vec<i128> = d.iter().map(|d| -d).collect();
        let mirrored = exact(&swapped, zeros, Alternative::Less);
        assert_eq!((mirrored.p, mirrored.w_minus), (greater / all, plus));
    }
    let r = |d: &[i128]| exact(d, Zeros::Pratt, Alternative::TwoSided).rank_biserial.unwrap();
    near(r(&DEPRESSION), 0.7777777777777778);
    near(r(&DEMSAR), 0.8333333333333334);
    near(r(&ACCORD), 0.4700854700854701);
}

#[test]
fn zeros_split_as_in_the_paper() {
    let split = exact(&DEMSAR, Zeros::Split, Alternative::TwoSided);
    assert_eq!((split.w_plus, split.w_minus, split.p), (93.0, 12.0, 0.0078125));
    near(demsar_z(&DEMSAR).unwrap().p, 0.011007912955186742);
    // one of three zeros is dropped: ranks of two zeros 1.5 each
    let odd = exact(&[0, 0, 0, 4, -9], Zeros::Split, Alternative::TwoSided);
    assert_eq!((odd.w_plus, odd.w_minus, odd.zeros, odd.n_nonzero), (4.5, 5.5, 3, 2));
    assert_eq!(demsar_z(&[0, 0, 0, 4, -9]).unwrap().n, 4);
    assert!(demsar_z(&[0]).is_err());
    assert_eq!(demsar_z(&[0, 0]).unwrap().p, 1.0);
}

#[test]
fn balanced_data_with_many_zeros_are_not_significant() {
    let seven: Vec<i128> = [[1; 7], [0; 7], [0; 7], [0; 7], [-1; 7]].concat();
    let five: Vec<i128> = [&[1; 5][..], &[0; 18], &[-1; 5]].concat();
    for (d, pratt, wilcox, one_sided) in
        [(&seven, 199.5, 52.5, 0.604736328125), (&five, 117.5, 27.5, 0.623046875)]
    {
        for (zeros, w) in [(Zeros::Pratt, Some(pratt)), (Zeros::Wilcox, Some(wilcox)), (Zeros::Split, None)] {
            for computation in [
                Computation::Auto,
                Computation::Exact,
                Computation::Asymptotic,
                Computation::MonteCarlo { resamples: 99, seed: 1 },
            ] {
                let t = signed_rank(d, zeros, Alternative::TwoSided, computation).unwrap();
                assert_eq!((t.p, t.z, t.rank_biserial), (1.0, Some(0.0), Some(0.0)));
                assert_eq!(t.w_plus, t.w_minus);
                assert!(w.is_none_or(|w| w == t.w_plus));
            }
            assert_eq!(exact(d, zeros, Alternative::Greater).p, one_sided);
            assert_eq!(exact(d, zeros, Alternative::Less).p, one_sided);
        }
    }
}

#[test]
fn no_difference_at_all_has_p_one() {
    for zeros in [Zeros::Wilcox, Zeros::Pratt, Zeros::Split] {
        for alternative in [Alternative::TwoSided, Alternative::Less, Alternative::Greater] {
            let t = signed_rank(&[0; 5], zeros, alternative, Computation::Asymptotic).unwrap();
            assert_eq!((t.p, t.least_p, t.n_nonzero, t.zeros), (1.0, 1.0, 0, 5));
            assert_eq!((t.z, t.rank_biserial, t.variant), (None, None, Variant::Exact));
            assert_eq!(t.w_plus, t.w_minus);
        }
    }
}

#[test]
fn the_least_p_is_reached() {
    for n in 1..=12 {
        let d: Vec<i128> = (1..=n).collect();
        let t = exact(&d, Zeros::Wilcox, Alternative::TwoSided);
        assert_eq!((t.p, t.least_p), (t.least_p, (0.5f64.powi(n as i32 - 1)).min(1.0)));
    }
}

#[test]
fn exact_agrees_with_all_sign_patterns() {
    let sizes: [[u64; 9]; 3] =
        [[1, 1, 1, 2, 2, 5, 8, 8, 13], [3, 1, 4, 1, 5, 9, 2, 6, 5], [0, 0, 0, 1, 1, 7, 7, 7, 9]];
    for sizes in sizes {
        for zeros in [Zeros::Wilcox, Zeros::Pratt, Zeros::Split] {
            let ways: Vec<f64> = (0u32..512)
                .map(|signs| {
                    let d: Vec<i128> = sizes
                        .iter()
                        .enumerate()
                        .map(|(i, &s)| if signs >> i & 1 == 1 { i128::from(s) } else { -i128::from(s) })
                        .collect();
                    exact(&d, zeros, Alternative::Greater).w_plus
                })
                .collect();
            for signs in [0usize, 5, 37, 200, 311, 511] {
                let d: Vec<i128> = sizes
                    .iter()
                    .enumerate()
                    .map(|(i, &s)| if signs >> i & 1 == 1 { i128::from(s) } else { -i128::from(s) })
                    .collect();
                let want = ways.iter().filter(|&&w| w >= ways[signs]).count() as f64 / 512.0;
                assert_eq!(exact(&d, zeros, Alternative::Greater).p, want);
            }
        }
    }
}

#[test]
fn hundreds_of_pairs() {
    // all positive: p = 2^-n exactly, where 1 - cdf would be 0
    let d: Vec<i128> = (1..=400).collect();
    let t = signed_rank(&d, Zeros::Wilcox, Alternative::Greater, Computation::Auto).unwrap();
    assert_eq!((t.p, t.variant), (0.5f64.powi(400), Variant::Exact));
    // in the middle the exact and the normal variant meet
    let d: Vec<i128> = (1..=400).map(|i| if i % 9 < 4 { i } else { -i }).collect();
    let t = signed_rank(&d, Zeros::Wilcox, Alternative::TwoSided, Computation::Auto).unwrap();
    let normal = signed_rank(&d, Zeros::Wilcox, Alternative::TwoSided, Computation::Asymptotic).unwrap();
    assert_eq!(t.variant, Variant::Exact);
    assert!((t.p - normal.p).abs() < 1e-4 && t.p < 0.5, "{} {}", t.p, normal.p);
    let d: Vec<i128> = (1..=3000).map(|i| if i % 2 == 0 { i } else { -i }).collect();
    let t = signed_rank(&d, Zeros::Wilcox, Alternative::TwoSided, Computation::Auto).unwrap();
    assert_eq!(t.variant, Variant::Asymptotic);
    let exact = signed_rank(&d, Zeros::Wilcox, Alternative::TwoSided, Computation::Exact);
    assert!(matches!(exact, Err(StatsError::TooLarge { .. })));
}

#[test]
fn monte_carlo_is_within_its_error_and_never_zero() {
    let computation = Computation::MonteCarlo { resamples: 40_000, seed: 3 };
    for (alternative, want) in [
        (Alternative::TwoSided, 0.0390625),
        (Alternative::Greater, 0.01953125),
        (Alternative::Less, 0.986328125),
    ] {
        let t = signed_rank(&DEPRESSION, Zeros::Wilcox, alternative, computation).unwrap();
        let Variant::MonteCarlo { resamples, seed, standard_error, .. } = t.variant else { panic!() };
        assert_eq!((resamples, seed), (40_000, 3));
        assert!((t.p - want).abs() < 5.0 * standard_error, "{t:?}");
    }
    let d: Vec<i128> = (1..=60).collect();
    let few = Computation::MonteCarlo { resamples: 9, seed: 3 };
    assert_eq!(signed_rank(&d, Zeros::Wilcox, Alternative::TwoSided, few).unwrap().p, 0.1);
    let none = Computation::MonteCarlo { resamples: 0, seed: 3 };
    assert!(signed_rank(&d, Zeros::Wilcox, Alternative::TwoSided, none).is_err());
}

#[test]
fn bad_input_is_an_error() {
    let run = |d: &[i128]| signed_rank(d, Zeros::Pratt, Alternative::TwoSided, Computation::Auto);
    assert!(matches!(run(&[]), Err(StatsError::TooFew { .. })));
    assert_eq!(run(&[1, i128::MIN]), Err(StatsError::Range));
    assert!(run(&[10i128.pow(36), -1]).is_ok());
}
