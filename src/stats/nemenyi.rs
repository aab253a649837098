//! Nemenyi's comparison of all pairs of subjects by their mean ranks.
//!
//! P. Nemenyi, *Distribution-free multiple comparisons* (Princeton, 1963), in the form of Demšar,
//! *JMLR* 7 (2006): two subjects differ when their mean ranks are further apart than
//! `CD = q_alpha / sqrt(2) * sqrt(k(k+1) / (6n))`, `q_alpha` from the studentized range with infinite
//! degrees of freedom. The variance is that of untied ranks, so ties make the test conservative.

use std::f64::consts::SQRT_2;

use super::rank_rows::{RankRows, level, mean_ranks, symmetric};
use super::{BlockTable, Friedman, StatsError, StudentizedRange};

/// The answer of [`nemenyi`].
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Nemenyi {
    /// Number of blocks, n.
    pub blocks: usize,
    /// Number of subjects, k.
    pub subjects: usize,
    /// Mean mid-rank of each subject; 1 is best.
    pub mean_ranks: Vec<f64>,
    /// Standard error of a difference of two mean ranks, `sqrt(k(k+1) / (6n))`.
    pub standard_error: f64,
    /// p-value of each pair, adjusted for all pairs by the studentized range; 1 on the diagonal.
    pub p: Vec<Vec<f64>>,
}

impl Nemenyi {
    /// The critical difference of mean ranks at level `alpha`.
    ///
    /// # Errors
    /// [`StatsError::OutOfRange`] unless `0 < alpha < 1`.
    pub fn critical_difference(&self, alpha: f64) -> Result<f64, StatsError> {
        nemenyi_critical_difference(self.subjects, self.blocks, alpha)
    }

    /// The largest difference of mean ranks that k subjects can show, `k - 1`. Where the critical
    /// difference exceeds it, no pair can ever be significant.
    #[must_use]
    pub const fn largest_difference(&self) -> f64 {
        (self.subjects - 1) as f64
    }
}

/// The quantile `q_alpha / sqrt(2)` that Demšar (2006) tabulates.
///
/// # Errors
/// As [`nemenyi_critical_difference`].
pub fn nemenyi_quantile(subjects: usize, alpha: f64) -> Result<f64, StatsError> {
    Ok(StudentizedRange::new(subjects, f64::INFINITY)?.isf(level(alpha)?)? / SQRT_2)
}

/// The critical difference of mean ranks for `subjects` and `blocks` at level `alpha`.
///
/// # Errors
/// [`StatsError::TooFew`] below 2 subjects or 1 block, [`StatsError::OutOfRange`] unless
/// `0 < alpha < 1`, or for more than 10,000 subjects.
///
/// ```
/// let cd = likewise::stats::nemenyi_critical_difference(5, 3, 0.05)?;
/// assert!((cd - 3.52154).abs() < 5e-6); // of a largest possible difference of 4
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn nemenyi_critical_difference(subjects: usize, blocks: usize, alpha: f64) -> Result<f64, StatsError> {
    if blocks == 0 {
        return Err(StatsError::TooFew { procedure: "Nemenyi test", what: "blocks", needed: 1, found: 0 });
    }
    Ok(nemenyi_quantile(subjects, alpha)? * rank_difference_error(subjects, blocks))
}

/// Standard error of a difference of two mean ranks without ties.
pub(super) fn rank_difference_error(subjects: usize, blocks: usize) -> f64 {
    let k = subjects as f64;
    (k * (k + 1.0) / (6.0 * blocks as f64)).sqrt()
}

/// Nemenyi's test on a complete table of n >= 2 blocks by k >= 2 subjects, mid-ranks for ties.
///
/// # Errors
/// [`StatsError::TooFew`], [`StatsError::Incomplete`].
///
/// ```
/// use likewise::stats::{Best, BlockTable, nemenyi};
/// let table = BlockTable::parse(&[&["3", "2", "1"], &["9", "7", "8"]], Best::Largest)?;
/// let test = nemenyi(&table)?;
/// assert_eq!(test.mean_ranks, [1.0, 2.5, 2.5]);
/// assert_eq!(test.p[1][2], 1.0);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn nemenyi(table: &BlockTable) -> Result<Nemenyi, StatsError> {
    let ranks = RankRows::new(table, "Nemenyi test", 2, 2)?;
    of_rank_sums(ranks.n, &ranks.sums)
}

/// The same from Friedman's test on the table, whose ranks it shares.
///
/// # Errors
/// For more than 10,000 subjects.
pub(crate) fn nemenyi_of(friedman: &Friedman) -> Result<Nemenyi, StatsError> {
    // a mean rank is a whole number over twice the blocks
    let doubled = 2.0 * friedman.blocks as f64;
    let sums: Vec<u64> = friedman.mean_ranks.iter().map(|mean| (mean * doubled).round() as u64).collect();
    of_rank_sums(friedman.blocks, &sums)
}

/// From doubled rank sums over `n` blocks.
fn of_rank_sums(n: usize, sums: &[u64]) -> Result<Nemenyi, StatsError> {
    let k = sums.len();
    let standard_error = rank_difference_error(k, n);
    let range = StudentizedRange::new(k, f64::INFINITY)?;
    // Many pairs share a difference of rank sums; each is looked up once.
    let gap = |i: usize, j: usize| sums[i].abs_diff(sums[j]);
    let mut gaps = Vec::with_capacity(k * (k - 1) / 2);
    gaps.extend((0..k).flat_map(|i| (i + 1..k).map(move |j| gap(i, j))));
    gaps.sort_unstable();
    gaps.dedup();
    let scale = SQRT_2 / (2.0 * n as f64 * standard_error);
    let tails = range.sf_many(&gaps.iter().map(|&g| g as f64 * scale).collect::<Vec<_>>());
    let p = symmetric(k, 1.0, |i, j| gaps.binary_search(&gap(i, j)).map_or(1.0, |at| tails[at]));
    Ok(Nemenyi { blocks: n, subjects: k, mean_ranks: mean_ranks(sums, n), standard_error, p })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Best;
    use crate::stats::rank_rows::testing::{DEMSAR, table};

    // mpmath with 30 digits; Demšar (2006) table 5(a) has the first three decimals.
    #[test]
    fn quantiles_and_critical_differences() {
        let published = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164];
        for (k, q) in (2..).zip(published) {
            // The paper prints 2.949 and 2.343 where 2.9483 and 2.3437 are right.
            assert!((nemenyi_quantile(k, 0.05).unwrap() - q).abs() < 8e-4);
        }
        for (k, q) in [(2, 1.95996398454005), (5, 2.72777437087038), (7, 2.94832001752967)] {
            assert!((nemenyi_quantile(k, 0.05).unwrap() - q).abs() < 1e-12);
        }
        for (k, n, alpha, cd) in [
            (5, 3, 0.05, 3.5215415701974604),
            (4, 14, 0.05, 1.2535591471176057),
            (4, 14, 0.10, 1.1180601669815278),
            (4, 14, 0.01, 1.5191106195642978),
            (5, 10, 0.05, 1.928828),
            (9, 2, 0.05, 8.494438),
            (4, 6, 0.05, 1.914843),
        ] {
            let found = nemenyi_critical_difference(k, n, alpha).unwrap();
            assert!((found - cd).abs() < 5e-7, "{k} {n} {found}");
        }
    }

    #[test]
    fn demsar_2006_pairs() {
        let test = nemenyi(&table(&DEMSAR, Best::Largest)).unwrap();
        for (i, j, p) in [
            (0, 1, 0.08867270928888271),
            (0, 2, 0.9561771752218107),
            (0, 3, 0.0741847950687442),
            (1, 2, 0.2592280701547286),
            (1, 3, 0.999859449385133),
            (2, 3, 0.22669688602641525),
        ] {
            assert!((test.p[i][j] - p).abs() < 1e-12 && test.p[j][i] == test.p[i][j]);
        }
    }

    #[test]
    fn two_hundred_subjects() {
        let rows: Vec<Vec<i128>> = (0..60i128)
            .map(|i| (0..200).map(|j| (i * 7919 + j * j * 31 + i * j * 17) % 9973 + 40 * j).collect())
            .collect();
        let test = nemenyi(&table(&rows, Best::Largest)).unwrap();
        let range = StudentizedRange::new(200, f64::INFINITY).unwrap();
        for (i, j) in [(0, 1), (0, 199), (3, 77), (50, 120), (198, 199)] {
            let q = (test.mean_ranks[i] - test.mean_ranks[j]).abs() / test.standard_error * SQRT_2;
            assert!((test.p[i][j] - range.sf(q)).abs() <= 1e-9 * range.sf(q));
        }
    }
}
