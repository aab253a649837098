//! Wilcoxon's signed-rank test: exact answers by counting all sign patterns of the observed ranks (ties
//! and zeros included), normal answers with and without continuity correction, R 4.6 and scipy 1.17 where
//! named. Numerators are counts of `2^n`.

use likewise::stats::{
    Alternative, Computation, Zeros, demsar_z, hodges_lehmann, matched_rank_biserial, normal_two_sided,
    signed_rank, signed_rank_minimum_p,
};

use super::{CLOSE, near};

/// Rule for zeros, both rank sums, counts at or above and at or below the observed, z without continuity
/// correction, normal p without and with it.
type Known = (Zeros, f64, f64, u64, u64, f64, f64, f64);

fn all(differences: &[i128], biserial: f64, known: &[Known]) {
    let nonzero = differences.iter().filter(|d| **d != 0).count();
    let total = (nonzero as f64).exp2();
    let ask = |zeros, alternative, how| signed_rank(differences, zeros, alternative, how).unwrap();
    near(matched_rank_biserial(differences).unwrap(), biserial, CLOSE);
    for &(zeros, plus, minus, above, below, z, plain, corrected) in known {
        let test = ask(zeros, Alternative::TwoSided, Computation::Exact);
        assert_eq!((test.w_plus, test.w_minus, test.n_nonzero), (plus, minus, nonzero));
        let (greater, less) = (above as f64 / total, below as f64 / total);
        near(test.p, (2.0 * greater.min(less)).min(1.0), CLOSE);
        near(ask(zeros, Alternative::Greater, Computation::Exact).p, greater, CLOSE);
        near(ask(zeros, Alternative::Less, Computation::Exact).p, less, CLOSE);
        near(test.z.unwrap(), z, CLOSE);
        near(normal_two_sided(test.z.unwrap()), plain, CLOSE);
        near(ask(zeros, Alternative::TwoSided, Computation::Asymptotic).p, corrected, CLOSE);
    }
}

use Zeros::{Pratt, Wilcox};

/// Hollander and Wolfe (1973), depression scores, as in R's help of wilcox.test; in thousandths.
#[test]
fn depression() {
    let d = [952, -147, 1022, 430, 620, 590, 490, -80, 10];
    let known =
        |zeros| (zeros, 40.0, 5.0, 10, 505, 2.073221072156823, 0.038151710173415135, 0.04401098401295143);
    all(&d, 0.7777777777777778, &[known(Wilcox), known(Pratt)]);
    // z with the correction, 2.0139861843809137, stands behind the normal p
    near(normal_two_sided(2.0139861843809137), 0.04401098401295143, CLOSE);
    // R 4.6: V = 40, estimate 0.46, 95 % from 0.01 to 0.786, one-sided from 0.175
    let both = hodges_lehmann(&d, 0.95).unwrap();
    assert_eq!((both.estimate, both.interval), (460.0, Some((10.0, 786.0))));
    assert_eq!(hodges_lehmann(&d, 0.9).unwrap().interval.unwrap().0, 175.0);
}

/// Demšar (2006), table 2; in thousandths.
#[test]
fn demsar() {
    let d = [5, -8, 17, 33, 6, -5, 7, 0, 63, 0, 22, 47, 9, 21];
    all(
        &d,
        0.8333333333333334,
        &[
            (Wilcox, 71.5, 6.5, 15, 4083, 2.550490903554589, 0.01075713311978963, 0.012030358470209076),
            (Pratt, 91.5, 10.5, 16, 4082, 2.5493640497091583, 0.010791957881997143, 0.01180600450285098),
        ],
    );
    near(normal_two_sided(2.5112525819614415), 0.012030358470209076, CLOSE);
    near(normal_two_sided(2.5178904194658354), 0.01180600450285098, CLOSE);
    // the paper: zeros split, T = 12, z = -2.54
    let z = demsar_z(&d).unwrap();
    assert_eq!((z.t, z.n), (12.0, 14));
    near(z.z, -2.542447523326095, CLOSE);
    near(z.p, 0.011007912955186742, CLOSE);
    let split = signed_rank(&d, Zeros::Split, Alternative::TwoSided, Computation::Exact).unwrap();
    assert_eq!((split.w_plus, split.w_minus), (93.0, 12.0));
    // R 4.6 by default (Pratt, exact) and scipy's permutations agree; scipy's method="exact" takes the
    // table of untied ranks and gives something else for each rule
    near(split.p, 0.0078125, CLOSE);
    for (zeros, untied) in [(Wilcox, 0.00927734375), (Pratt, 0.013427734375), (Zeros::Split, 0.008544921875)]
    {
        let p = signed_rank(&d, zeros, Alternative::TwoSided, Computation::Auto).unwrap().p;
        assert!((p - untied).abs() > 5e-4);
    }
    // the paper's table: 14 pairs differ at 0.05 from T = 21 on
    let p = |smaller: &[i128]| {
        let d: Vec<i128> = (1..=14).map(|r| if smaller.contains(&r) { -r } else { r }).collect();
        signed_rank(&d, Wilcox, Alternative::TwoSided, Computation::Exact).unwrap().p
    };
    assert!(p(&[1, 2, 3, 4, 5, 6]) <= 0.05); // T = 21
    assert!(p(&[1, 2, 3, 4, 5, 7]) > 0.05); // T = 22
}

/// Five up, five down, eighteen zeros: once p = 0.0503 (scipy issue 10223).
#[test]
fn balanced() {
    let d: Vec<i128> = [[1; 5].as_slice(), &[0; 18], &[-1; 5]].concat();
    all(
        &d,
        0.0,
        &[(Wilcox, 27.5, 27.5, 638, 638, 0.0, 1.0, 1.0), (Pratt, 117.5, 117.5, 638, 638, 0.0, 1.0, 1.0)],
    );
}

/// Nothing differs (scipy issue 6805).
#[test]
fn zeros_only() {
    for zeros in [Wilcox, Pratt, Zeros::Split] {
        for how in [Computation::Exact, Computation::Asymptotic] {
            let test = signed_rank(&[0, 0, 0], zeros, Alternative::TwoSided, how).unwrap();
            assert_eq!((test.p, test.z, test.n_nonzero, test.rank_biserial), (1.0, None, 0, None));
        }
    }
    assert_eq!(matched_rank_biserial(&[0, 0, 0]), None);
}

/// Three pairs of one sign never reach 0.05.
#[test]
fn three_pairs() {
    let known = |zeros| (zeros, 6.0, 0.0, 1, 8, 1.6035674514745464, 0.10880943004054568, 0.18144920772142048);
    all(&[21, 12, 9], 1.0, &[known(Wilcox), known(Pratt)]);
    near(normal_two_sided(1.3363062095621219), 0.18144920772142048, CLOSE);
}

/// 0.3 - 0.2 and 0.2 - 0.1 tie as printed, though not in binary: ranks 1.5, 1.5, 3 show in the variance.
#[test]
fn ties_of_printed_values() {
    use likewise::stats::{Best, BlockTable, Ties, rank};
    let table =
        BlockTable::parse(&[&["0.3", "0.2"], &["0.2", "0.1"], &["0.7", "0.1"]], Best::Largest).unwrap();
    let d: Vec<i128> = (0..3).map(|b| table.units(b, 0).unwrap() - table.units(b, 1).unwrap()).collect();
    let known = |zeros| (zeros, 6.0, 0.0, 1, 8, 1.632993161855452, 0.10247043485974937, 0.17356816655592167);
    all(&d, 1.0, &[known(Wilcox), known(Pratt)]);
    near(normal_two_sided(1.3608276348795434), 0.17356816655592167, CLOSE);
    assert_eq!(rank(&d, Ties::default()), [1.5, 1.5, 3.0]);
    let binary = [(0.3f64 - 0.2), 0.2 - 0.1, 0.7 - 0.1];
    assert!(binary[0] < binary[1]); // what a program that subtracts first would rank 1, 2, 3
}

/// accord-net's issue 848: R before 4.6 printed V = 258, p = 0.0361 (normal, zeros dropped, corrected).
#[test]
fn many_ties() {
    let d = [
        350, -50, 0, -100, 0, 100, -150, -150, 200, 0, -50, 0, 0, 50, 100, 0, 100, 350, 0, 100, 250, 100, 0,
        50, -50, 150, 100, -100, 200, -300, 50, 0, 50, 200, 200,
    ];
    all(
        &d,
        0.4700854700854701,
        &[
            (
                Wilcox,
                258.0,
                93.0,
                1_148_536,
                66_005_856,
                2.1085508702117575,
                0.03498336741215723,
                0.036102441375580246,
            ),
            (
                Pratt,
                420.0,
                165.0,
                1_140_142,
                66_001_778,
                2.1141996544141395,
                0.03449821838746359,
                0.03521228595173318,
            ),
        ],
    );
    near(normal_two_sided(2.0957717740286563), 0.036102441375580246, CLOSE);
    near(normal_two_sided(2.1059086753772216), 0.03521228595173318, CLOSE);
}

/// The least two-sided p of 1 to 12 pairs: halved by each further pair.
#[test]
fn least_p() {
    let mut p = 1.0;
    for pairs in 1..=12 {
        assert_eq!(signed_rank_minimum_p(pairs), p);
        let d: Vec<i128> = (1..=pairs as i128).collect();
        let test = signed_rank(&d, Wilcox, Alternative::TwoSided, Computation::Exact).unwrap();
        assert_eq!((test.p, test.least_p), (p, p));
        p /= 2.0;
    }
}
