//! Spearman's rho and its test (Spearman 1904; Kendall 1970).

use super::super::inference::{self, Computation, Variant};
use super::super::random;
use super::super::tails::t_sf;
use super::super::{StatsError, doubled_midranks};
use super::{check_pairs, check_varied, dense};

const PROCEDURE: &str = "Spearman's rho";

/// Up to so many subjects all permutations are visited by [`Computation::Auto`] and
/// [`Computation::Exact`].
const MOST: (usize, usize) = (9, 11);

/// The answer of [`spearman`].
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct Spearman {
    /// How many subjects there are.
    pub n: usize,
    /// Spearman's rho, from -1 to 1.
    pub rho: f64,
    /// The two-sided p-value.
    pub p: f64,
    /// How `p` was computed.
    pub variant: Variant,
}

/// Spearman's rank correlation, the product-moment correlation of mid-ranks, with the two-sided test
/// of independence.
///
/// The exact variant visits all permutations of the observed ranks, ties included (Auto up to 9
/// subjects, Exact up to 11). The asymptotic variant is `t = rho sqrt((n - 2) / (1 - rho²))` on `n - 2`
/// degrees of freedom; it is kept from falling below `2 / n!`, the smallest p-value there is.
///
/// # Errors
/// [`StatsError::Unpaired`] for different lengths, [`StatsError::TooFew`] below 2 subjects (3 for the
/// asymptotic variant), [`StatsError::Undefined`] when one side ties all subjects,
/// [`StatsError::TooLarge`] when exact was asked for and is not feasible, [`StatsError::OutOfRange`]
/// for 0 resamples.
///
/// ```
/// use likewise::stats::{Computation, spearman};
/// let s = spearman(&[1, 2, 3, 4, 5], &[2, 1, 3, 4, 5], Computation::Auto)?;
/// assert!((s.rho - 0.9).abs() < 1e-15);
/// assert!((s.p - 10.0 / 120.0).abs() < 1e-15);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn spearman<T: Ord, U: Ord>(x: &[T], y: &[U], computation: Computation) -> Result<Spearman, StatsError> {
    let needed = if computation == Computation::Asymptotic { 3 } else { 2 };
    check_pairs(PROCEDURE, x.len(), y.len(), needed)?;
    check_varied(PROCEDURE, &dense(x), &dense(y))?;
    let n = x.len();
    // centred and doubled, ranks are whole numbers that sum to 0
    let centred = |ranks: Vec<u64>| ranks.into_iter().map(|r| r as i64 - n as i64 - 1).collect::<Vec<_>>();
    let (x, y) = (centred(doubled_midranks(x)), centred(doubled_midranks(y)));
    let product =
        |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(a, b)| i128::from(*a) * i128::from(*b)).sum::<i128>();
    let observed = product(&x, &y);
    let (square_x, square_y) = (product(&x, &x), product(&y, &y));
    // two square roots lose a rho of exactly 1 that one keeps
    let norm =
        if square_x == square_y { square_x as f64 } else { (square_x as f64 * square_y as f64).sqrt() };
    let rho = observed as f64 / norm;
    let exact = |most: usize| {
        if n > most {
            let size = libm::tgamma(n as f64 + 1.0).min(f64::MAX);
            return Err(StatsError::TooLarge {
                procedure: PROCEDURE,
                size,
                limit: libm::tgamma(most as f64 + 1.0),
            });
        }
        let mut left = y.clone();
        // n is at most 11 here: sums stay far inside i64
        let (far, all) = visit(&x, &mut left, 0, observed.unsigned_abs() as i64);
        Ok(far as f64 / all as f64)
    };
    let asymptotic = || {
        let df = n as f64 - 2.0;
        // 1 - rho² from whole numbers where they fit, since rho near 1 would lose its digits
        let whole = square_x.checked_mul(square_y).zip(observed.checked_mul(observed));
        let rest = whole.map_or((1.0 - rho * rho) * norm * norm, |(all, part)| (all - part) as f64);
        let least = 2.0 / libm::tgamma(n as f64 + 1.0);
        let p = if rest > 0.0 {
            2.0 * t_sf((df / rest).sqrt() * observed.unsigned_abs() as f64, df)
        } else {
            0.0
        };
        p.max(least).min(1.0)
    };
    let (p, variant) = match computation {
        Computation::Exact => (exact(MOST.1)?, Variant::Exact),
        Computation::Auto => match exact(MOST.0) {
            Ok(p) => (p, Variant::Exact),
            Err(_) => (asymptotic(), Variant::Asymptotic),
        },
        Computation::MonteCarlo { resamples: 0, .. } => {
            return Err(StatsError::OutOfRange { what: "resamples", range: "at least 1", found: 0.0 });
        }
        Computation::MonteCarlo { resamples, seed } => {
            let [hits] = random::count(resamples, seed, |random, count| {
                let mut shuffled = y.clone();
                let mut hits = 0;
                for _ in 0..count {
                    random.shuffle(&mut shuffled);
                    hits += u64::from(product(&x, &shuffled).unsigned_abs() >= observed.unsigned_abs());
                }
                [hits]
            });
            inference::monte_carlo(hits, resamples, seed)
        }
        Computation::Asymptotic => (asymptotic(), Variant::Asymptotic),
    };
    Ok(Spearman { n, rho, p, variant })
}

/// Over all orders of `left`, how many have a product sum with `x` at least as far from 0 as `observed`,
/// and how many there are.
fn visit(x: &[i64], left: &mut [i64], sum: i64, observed: i64) -> (u64, u64) {
    let Some((&first, rest)) = x.split_first() else {
        return (u64::from(sum.abs() >= observed), 1);
    };
    let mut counts = (0, 0);
    for at in 0..left.len() {
        left.swap(0, at);
        let sum = sum + first * left[0];
        let (far, all) = visit(rest, &mut left[1..], sum, observed);
        counts = (counts.0 + far, counts.1 + all);
        left.swap(0, at);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_take_mid_ranks() {
        // polars issue 9407, scipy: -0.322785; minimum ranks would give -0.199431
        let s = spearman(&[5, 5, 2, 9, 7, 2, 4, 5], &[1, 3, 3, 2, 6, 6, 6, 4], Computation::Auto).unwrap();
        assert!((s.rho + 0.322785).abs() < 5e-7, "{}", s.rho);
        assert_eq!(s.variant, Variant::Exact);
    }

    #[test]
    fn critical_values_of_published_tables() {
        // Zar's and Kendall's tables: sum of d² with its one-sided P for n = 4..6, doubled
        // n = 4: d² = 0: 1/24; n = 5: d² <= 2: 5/120; n = 6: d² <= 4: 12/720 (rho .886: .0167)
        for (y, rho, p) in [
            (vec![1, 2, 3, 4], 1.0, 2.0 / 24.0),
            (vec![1, 3, 2, 4, 5], 0.9, 10.0 / 120.0),
            (vec![2, 1, 4, 3, 5, 6], 1.0 - 24.0 / 210.0, 24.0 / 720.0),
        ] {
            let x: Vec<i32> = (1..=y.len() as i32).collect();
            let s = spearman(&x, &y, Computation::Exact).unwrap();
            assert!((s.rho - rho).abs() < 1e-14 && (s.p - p).abs() < 1e-14, "{s:?}");
        }
    }

    #[test]
    fn the_asymptotic_form_is_students_t() {
        // rho = 0.9 on n = 5: t = 0.9 sqrt(3 / 0.19) on 3 degrees; p = 0.0373861 in scipy and R
        let s = spearman(&[1, 2, 3, 4, 5], &[1, 3, 2, 4, 5], Computation::Asymptotic).unwrap();
        assert!((s.p - 0.037386).abs() < 5e-7, "{}", s.p);
        let x: Vec<i32> = (0..20).collect();
        let s = spearman(&x, &x, Computation::Auto).unwrap();
        assert_eq!((s.rho, s.variant), (1.0, Variant::Asymptotic));
        assert!((s.p / (2.0 / 2_432_902_008_176_640_000.0) - 1.0).abs() < 1e-12);
        let back: Vec<i32> = x.iter().rev().copied().collect();
        assert_eq!(spearman(&x, &back, Computation::Auto).unwrap().rho, -1.0);
        assert!(spearman(&[1, 2], &[1, 2], Computation::Asymptotic).is_err());
    }

    #[test]
    fn random_permutations_approach_the_exact_share() {
        let (x, y) = ([1, 2, 3, 4, 5, 6, 7], [2, 1, 4, 3, 5, 7, 7]);
        let exact = spearman(&x, &y, Computation::Exact).unwrap().p;
        let drawn = spearman(&x, &y, Computation::MonteCarlo { resamples: 20_000, seed: 1 }).unwrap();
        let Variant::MonteCarlo { standard_error, .. } = drawn.variant else { panic!() };
        assert!((drawn.p - exact).abs() < 5.0 * standard_error + 1e-4);
    }

    #[test]
    fn what_cannot_be_ranked_is_an_error() {
        let auto = Computation::Auto;
        assert!(matches!(spearman(&[1, 1, 1], &[1, 2, 3], auto), Err(StatsError::Undefined { .. })));
        assert!(matches!(spearman(&[1, 2], &[1, 2, 3], auto), Err(StatsError::Unpaired { .. })));
        assert!(matches!(spearman::<i32, i32>(&[], &[], auto), Err(StatsError::TooFew { .. })));
        let x: Vec<i32> = (0..200).collect();
        assert!(matches!(spearman(&x, &x, Computation::Exact), Err(StatsError::TooLarge { .. })));
    }
}
