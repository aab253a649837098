//! The smallest p-value a design can reach, whatever the data: with three blocks no signed-rank test
//! can be significant at 5 %. All are for untied data and two-sided where the test has two sides.

use super::nemenyi::rank_difference_error;
use super::rank_rows::{level, ln_factorial};
use super::{StatsError, StudentizedRange, chi_squared_sf};

/// Wilcoxon's signed-rank test of n non-zero differences: `2^(1-n)`; 1 for n = 0.
///
/// ```
/// assert_eq!(likewise::stats::signed_rank_minimum_p(3), 0.25);
/// ```
#[must_use]
pub fn signed_rank_minimum_p(pairs: usize) -> f64 {
    (1.0 - pairs as f64).exp2().min(1.0)
}

/// The sign test of n non-zero differences: `2^(1-n)`; 1 for n = 0.
#[must_use]
pub fn sign_test_minimum_p(pairs: usize) -> f64 {
    signed_rank_minimum_p(pairs)
}

/// Friedman's exact test of k subjects in n blocks: `(k!)^(1-n)`, all blocks in one order.
///
/// ```
/// assert!((likewise::stats::friedman_minimum_p(5, 3) * 14400.0 - 1.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn friedman_minimum_p(subjects: usize, blocks: usize) -> f64 {
    let orders: f64 = (2..=subjects).map(|k| k as f64).product();
    let exponent = i32::try_from(blocks.saturating_sub(1)).unwrap_or(i32::MAX);
    1.0 / orders.powi(exponent)
}

/// The chi-squared approximation of Friedman's test at its largest statistic, `n(k-1)`; 1 for k < 2.
#[must_use]
pub fn friedman_chi_squared_minimum_p(subjects: usize, blocks: usize) -> f64 {
    let df = subjects.saturating_sub(1) as f64;
    chi_squared_sf(blocks as f64 * df, df)
}

/// The exact test of one pair's difference of rank sums among k subjects in n blocks:
/// `2 (k(k-1))^(-n)`, one subject first and the other last everywhere; 1 for k < 2 or n = 0.
///
/// ```
/// assert!((likewise::stats::exact_pair_minimum_p(5, 3) - 0.00025).abs() < 1e-15);
/// ```
#[must_use]
pub fn exact_pair_minimum_p(subjects: usize, blocks: usize) -> f64 {
    if subjects < 2 {
        return 1.0;
    }
    let pairs = subjects as f64 * (subjects as f64 - 1.0);
    (2.0 * (-(blocks as f64) * pairs.ln()).exp()).min(1.0)
}

/// Nemenyi's test of k subjects in n blocks at the largest difference of mean ranks, `k - 1`.
///
/// # Errors
/// [`StatsError::TooFew`] below 2 subjects, [`StatsError::OutOfRange`] above 10,000.
pub fn nemenyi_minimum_p(subjects: usize, blocks: usize) -> Result<f64, StatsError> {
    let range = StudentizedRange::new(subjects, f64::INFINITY)?;
    if blocks == 0 {
        return Ok(1.0);
    }
    Ok(range.sf((subjects - 1) as f64 / rank_difference_error(subjects, blocks) * std::f64::consts::SQRT_2))
}

/// Page's test of k subjects in n blocks (one-sided): `(k!)^(-n)`.
#[must_use]
pub fn page_minimum_p(subjects: usize, blocks: usize) -> f64 {
    (-(blocks as f64) * ln_factorial(subjects)).exp()
}

/// The smallest p-values of a design of k subjects in n complete blocks.
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct Attainable {
    /// Number of subjects, k.
    pub subjects: usize,
    /// Number of blocks, n.
    pub blocks: usize,
    /// Signed-rank test and sign test of one pair over the blocks, unadjusted.
    pub signed_rank: f64,
    /// Friedman's exact test.
    pub friedman: f64,
    /// Friedman's test by chi-squared.
    pub friedman_chi_squared: f64,
    /// Exact test of one pair's rank sums, unadjusted.
    pub exact_pair: f64,
    /// Nemenyi's test, adjusted for all pairs.
    pub nemenyi: f64,
}

/// What a design can reach at best, to be said before any table of p-values.
///
/// # Errors
/// [`StatsError::TooFew`] below 2 subjects or 1 block, [`StatsError::OutOfRange`] above 10,000
/// subjects.
///
/// ```
/// let best = likewise::stats::attainable(9, 2)?;
/// assert!(best.nemenyi > 0.05); // nine subjects, two blocks: no pair can ever differ
/// assert_eq!(best.signed_rank, 0.5);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn attainable(subjects: usize, blocks: usize) -> Result<Attainable, StatsError> {
    if blocks == 0 {
        return Err(StatsError::TooFew { procedure: "a design", what: "blocks", needed: 1, found: 0 });
    }
    if subjects < 2 {
        let found = subjects;
        return Err(StatsError::TooFew { procedure: "a design", what: "subjects", needed: 2, found });
    }
    Ok(Attainable {
        nemenyi: nemenyi_minimum_p(subjects, blocks)?,
        subjects,
        blocks,
        signed_rank: signed_rank_minimum_p(blocks),
        friedman: friedman_minimum_p(subjects, blocks),
        friedman_chi_squared: friedman_chi_squared_minimum_p(subjects, blocks),
        exact_pair: exact_pair_minimum_p(subjects, blocks),
    })
}

/// The fewest blocks with which a procedure can reach `alpha`, up to 100,000; `None` beyond.
///
/// `minimum_p` gives the smallest p of a number of blocks and must not rise with it.
///
/// # Errors
/// [`StatsError::OutOfRange`] unless `0 < alpha < 1`.
///
/// ```
/// use likewise::stats::{blocks_needed, signed_rank_minimum_p};
/// assert_eq!(blocks_needed(0.05, signed_rank_minimum_p)?, Some(6));
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn blocks_needed(alpha: f64, minimum_p: impl Fn(usize) -> f64) -> Result<Option<usize>, StatsError> {
    let alpha = level(alpha)?;
    // A power of two must count as reaching 0.25 in spite of rounding.
    Ok((1..=100_000).find(|&n| minimum_p(n) <= alpha * (1.0 + 1e-12)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::rank_rows::testing::table;
    use crate::stats::{
        Best, FriedmanVariant, RankSumDifference, friedman, nemenyi, nemenyi_critical_difference, page,
    };

    fn near(a: f64, b: f64) {
        assert!((a / b - 1.0).abs() < 1e-11, "{a} {b}");
    }

    // Exact enumeration: Friedman (1937), Hollander & Wolfe.
    #[test]
    fn known_designs() {
        near(friedman_minimum_p(3, 4), 0.004629629629629629);
        near(friedman_minimum_p(6, 3), 1.9290123456790124e-06);
        near(friedman_minimum_p(3, 15), 1.2760934944382872e-11);
        near(friedman_chi_squared_minimum_p(3, 3), 0.04978706836786395);
        near(exact_pair_minimum_p(5, 10), RankSumDifference::untied(5, 10).unwrap().minimum_p());
        assert_eq!(
            (signed_rank_minimum_p(0), sign_test_minimum_p(1), signed_rank_minimum_p(2)),
            (1.0, 1.0, 0.5)
        );
        assert!(
            nemenyi_critical_difference(9, 2, 0.05).unwrap() > 8.0 && nemenyi_minimum_p(9, 2).unwrap() > 0.05
        );
    }

    #[test]
    fn the_procedures_reach_them() {
        let same = table(&[[1, 2, 3, 4]; 5], Best::Smallest);
        let best = attainable(4, 5).unwrap();
        near(friedman(&same, FriedmanVariant::Exact).unwrap().p.p(), best.friedman);
        near(nemenyi(&same).unwrap().p[0][3], best.nemenyi);
        near(page(&same, &[0, 1, 2, 3]).unwrap().p(), page_minimum_p(4, 5));
        assert_eq!(blocks_needed(0.25, signed_rank_minimum_p).unwrap(), Some(3));
        assert_eq!(blocks_needed(0.05, |n| friedman_minimum_p(3, n)).unwrap(), Some(3));
        assert_eq!(blocks_needed(0.05, |_| 1.0).unwrap(), None);
        assert!(
            blocks_needed(0.0, |_| 1.0).is_err() && attainable(1, 3).is_err() && attainable(3, 0).is_err()
        );
    }
}
