//! Kendall's tau-b and coefficient of concordance: Hollander and Wolfe's canned tuna and rounding times,
//! scipy's example with ties, small tables by hand. R 4.6.0.

use likewise::stats::{
    Best, Computation, FriedmanP, FriedmanVariant, StatsError, chi_squared_sf, friedman, kendall,
};

use super::{CLOSE, Figures, near, table};

/// Tuna in tenths; exact p.
#[test]
fn tuna() {
    let x = [444, 459, 419, 533, 447, 441, 507, 452, 601];
    let y = [26, 31, 25, 50, 36, 40, 52, 28, 38];
    let k = kendall(&x, &y, Computation::Exact).unwrap();
    assert_eq!(k.concordant, 26);
    near(k.tau_b, 0.4444444444444444, CLOSE);
    near(k.p, 0.11943893298059964, CLOSE);
    near(k.p, 0.1194389329806, 1e-12); // R
}

/// Ties on both sides: R and scipy take the normal law.
#[test]
fn ties() {
    let k = kendall(&[12, 2, 1, 12, 2], &[1, 4, 7, 1, 0], Computation::Asymptotic).unwrap();
    near(k.tau_b, -0.4714045207910316, CLOSE);
    near(k.z, -1.074172311059149, CLOSE);
    near(k.p, 0.28274545993277467, CLOSE);
}

#[test]
fn a_constant_has_no_tau() {
    let answer = kendall(&[1, 1, 1], &[1, 2, 3], Computation::Auto);
    assert!(matches!(answer, Err(StatsError::Undefined { .. })));
}

/// Rounding first base: three methods, 22 players (Hollander and Wolfe; R's help of friedman.test).
#[test]
fn rounding_times() {
    let times = table(ROUNDING, Best::Smallest);
    let test = friedman(&times, FriedmanVariant::ChiSquared).unwrap();
    near(test.kendall_w.unwrap(), 0.253246753246753, CLOSE);
    near(test.chi_squared, 11.1428571428571, CLOSE);
    near(test.chi_squared_p, 0.00380504077551136, CLOSE);
    near(test.chi_squared_p, chi_squared_sf(11.1428571428571, 2.0), CLOSE);
}

const ROUNDING: &str = "
    5.40 5.50 5.55
    5.85 5.70 5.75
    5.20 5.60 5.50
    5.55 5.50 5.40
    5.90 5.85 5.70
    5.45 5.55 5.60
    5.40 5.40 5.35
    5.45 5.50 5.35
    5.25 5.15 5.00
    5.85 5.80 5.70
    5.25 5.20 5.10
    5.65 5.55 5.45
    5.60 5.35 5.45
    5.05 5.00 4.95
    5.50 5.50 5.40
    5.45 5.55 5.50
    5.55 5.55 5.35
    5.45 5.50 5.55
    5.50 5.45 5.25
    5.65 5.60 5.40
    5.70 5.65 5.55
    6.30 6.30 6.25";

#[test]
fn perfect_agreement() {
    let row = "1 2 3 4 5\n";
    let test = friedman(&table(&row.repeat(3), Best::Smallest), FriedmanVariant::Exact).unwrap();
    assert_eq!((test.kendall_w, test.chi_squared), (Some(1.0), 12.0));
    near(test.p.p(), 6.944444444444444e-5, CLOSE);
}

#[test]
fn three_raters() {
    let table = table("1 2 3 4 5\n2 1 3 4 5\n1 3 2 5 4", Best::Smallest);
    let mut figures = Figures::new(
        "
        ranks 1.333333333333 2 2.666666666667 4.333333333333 4.666666666667
        chi2 10.13333333333
        chi2-p 0.03824060532666
        tie 1
        tied 10.13333333333
        tied-p 0.03824060532666
        f 10.85714285714
        f-p 0.002563278633
        tied-f 10.85714285714
        tied-f-p 0.002563278633
        w 0.8444444444444",
    );
    figures.friedman(&table);
    figures.finish();
    assert!(matches!(friedman(&table, FriedmanVariant::Exact).unwrap().p, FriedmanP::Exact { .. }));
}
