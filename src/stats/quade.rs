//! Quade's test: Friedman's with each block weighted by the rank of its range.
//!
//! D. Quade, *J. Am. Stat. Assoc.* 74 (1979) 680, in the form of Conover, *Practical Nonparametric
//! Statistics* (3rd ed. 1999), where the sum of squares is taken over the observed
//! scores and so holds with ties. The post-hoc comparisons are the t form given there; the normal
//! form in circulation has the wrong variance for k other than 3. Ranges need values of different
//! blocks to be on one scale, as here they are by the table's common unit.

use super::rank_rows::{RankRows, ln_factorial, symmetric};
use super::{BlockTable, StatsError, doubled_midranks, f_sf, t_two_sided};

/// The answer of [`quade`].
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(inline)] // a tag is added to it where it is written
pub struct Quade {
    /// Number of blocks, n.
    pub blocks: usize,
    /// Number of subjects, k.
    pub subjects: usize,
    /// Ranks averaged over the blocks with the ranks of the blocks' ranges as weights; 1 is best.
    pub weighted_mean_ranks: Vec<f64>,
    /// The statistic; `None` where the scores agree perfectly and it is infinite, 0 where every
    /// block is one tie.
    pub f: Option<f64>,
    /// `k - 1`.
    pub df1: usize,
    /// `(k - 1)(n - 1)`.
    pub df2: usize,
    /// Upper tail of F; `(1/k!)^(n-1)` where F is infinite (Conover's rule), 1 where all cells tie.
    pub p: f64,
    /// Two-sided t p-value of each pair on `df2` degrees of freedom, unadjusted; 1 on the diagonal.
    /// Where F is infinite: 0 for different sums of scores, 1 for equal ones.
    pub pairs: Vec<Vec<f64>>,
}

/// Quade's test on a complete table of n >= 2 blocks by k >= 2 subjects, mid-ranks for ties among
/// cells and among ranges.
///
/// # Errors
/// [`StatsError::TooFew`], [`StatsError::Incomplete`].
///
/// ```
/// use likewise::stats::{Best, BlockTable, quade};
/// let table = BlockTable::parse(&[&["3", "2", "1"], &["9", "5", "7"], &["4", "3", "1"]], Best::Largest)?;
/// let test = quade(&table)?;
/// assert_eq!((test.df1, test.df2), (2, 4));
/// assert_eq!(test.weighted_mean_ranks[0], 1.0);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn quade(table: &BlockTable) -> Result<Quade, StatsError> {
    let ranks = RankRows::new(table, "Quade test", 2, 2)?;
    let (k, n) = (ranks.k, ranks.n);
    let cells = table.complete("Quade test", 2, 2)?;
    let ranges: Vec<i128> =
        cells.chunks(k).map(|row| row.iter().max().unwrap_or(&0) - row.iter().min().unwrap_or(&0)).collect();
    let weights = doubled_midranks(&ranges);
    // Four times the scores, exact: doubled weight times doubled centred rank.
    let mut sums = vec![0i128; k];
    let mut squares = 0i128;
    for (row, &weight) in ranks.rows.iter().zip(&weights) {
        for (sum, &rank) in sums.iter_mut().zip(row) {
            let score = i128::from(weight) * (i128::from(rank) - (k as i128 + 1));
            *sum += score;
            squares += score * score;
        }
    }
    let between: i128 = sums.iter().map(|s| s * s).sum();
    let left = n as i128 * squares - between;
    let (df1, df2) = (k - 1, (k - 1) * (n - 1));
    let (f, p) = if squares == 0 {
        (Some(0.0), 1.0)
    } else if left == 0 {
        (None, (-((n - 1) as f64) * ln_factorial(k)).exp())
    } else {
        let f = (n - 1) as f64 * between as f64 / left as f64;
        (Some(f), f_sf(f, df1 as f64, df2 as f64))
    };
    let error = (2.0 * left as f64 / df2 as f64).sqrt();
    let pairs = symmetric(k, 1.0, |i, j| {
        let gap = sums[i] - sums[j];
        if gap == 0 {
            1.0
        } else if left == 0 {
            0.0
        } else {
            t_two_sided(gap as f64 / error, df2 as f64)
        }
    });
    let total: u64 = weights.iter().sum();
    let weighted = |j: usize| ranks.rows.iter().zip(&weights).map(|(row, w)| row[j] * w).sum::<u64>();
    let weighted_mean_ranks = (0..k).map(|j| weighted(j) as f64 / (2 * total) as f64).collect();
    Ok(Quade { blocks: n, subjects: k, weighted_mean_ranks, f, df1, df2, p, pairs })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Best;
    use crate::stats::rank_rows::testing::{DEMSAR, GARCIA_HERRERA, STORES, table};

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-11 * b.abs().max(1e-2), "{a} {b}");
    }

    // R quade.test and PMCMRplus quadeAllPairsTest (TDist).
    #[test]
    fn published_tables() {
        let test = quade(&table(&STORES, Best::Smallest)).unwrap();
        near(test.f.unwrap(), 3.8292515841753727);
        near(test.p, 0.015189020073274594);
        near(test.weighted_mean_ranks[3], 3.8392857142857144);
        near(test.pairs[0][1], 0.2086565317601558);
        near(test.pairs[4][1], 0.0021084964415842827);
        let test = quade(&table(&DEMSAR, Best::Largest)).unwrap();
        near(test.f.unwrap(), 4.52323451597585);
        near(test.p, 0.008143700355973863);
        near(test.weighted_mean_ranks[3], 1.6476190476190475);
        near(test.pairs[0][3], 0.0035765275592298945);
        let test = quade(&table(&GARCIA_HERRERA, Best::Largest)).unwrap();
        near(test.f.unwrap(), 10.943404105520097);
        near(test.p, 1.455157530694549e-07);
        near(test.pairs[3][4], 0.000523156032467814);
    }

    #[test]
    fn one_tie() {
        let rows = [[762, 815, 799, 799, 846], [824, 793, 867, 841, 859], [801, 788, 850, 832, 856]];
        let test = quade(&table(&rows, Best::Largest)).unwrap();
        near(test.f.unwrap(), 2.024752475247525);
        near(test.p, 0.18367985065144157);
        near(test.pairs[0][4], 0.02820131238958179);
    }

    #[test]
    fn degenerate() {
        let same = quade(&table(&[[1, 2, 3], [1, 2, 3], [4, 5, 6]], Best::Smallest)).unwrap();
        assert!(same.f.is_none() && (same.p - 1.0 / 36.0).abs() < 1e-15 && same.pairs[0][1] == 0.0);
        let flat = quade(&table(&[[1, 1]; 3], Best::Smallest)).unwrap();
        assert_eq!((flat.f, flat.p, flat.pairs[0][1]), (Some(0.0), 1.0, 1.0));
    }
}
