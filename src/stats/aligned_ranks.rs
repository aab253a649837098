//! The Friedman aligned-ranks test: one ranking of all cells after each block's mean is taken off.
//!
//! Hodges & Lehmann, *Ann. Math. Stat.* 33 (1962) 482, in the form of García, Fernández, Luengo &
//! Herrera, *Information Sciences* 180 (2010) 2044. Alignment is done on exact integers
//! (each cell times k, less its block's sum), so that aligned values that tie on paper tie here: with
//! binary floating point the statistic of García & Herrera's (2008) table comes out 41.69, not 41.73.
//! Values of different blocks must be on one scale. The published statistic has no tie correction.

use super::rank_rows::{mean_ranks, symmetric};
use super::{BlockTable, StatsError, chi_squared_sf, doubled_midranks, normal_two_sided};

/// The answer of [`aligned_ranks`].
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(inline)] // a tag is added to it where it is written
pub struct AlignedRanks {
    /// Number of blocks, n.
    pub blocks: usize,
    /// Number of subjects, k.
    pub subjects: usize,
    /// Mean of the ranks from 1 (best) to kn of each subject.
    pub mean_ranks: Vec<f64>,
    /// The statistic.
    pub t: f64,
    /// Degrees of freedom, `k - 1`.
    pub df: usize,
    /// Upper tail of chi-squared.
    pub p: f64,
    /// Two-sided normal p-value of each pair, `z = (R_i - R_j) / sqrt(k(n+1)/6)`, unadjusted; 1 on
    /// the diagonal.
    pub pairs: Vec<Vec<f64>>,
}

/// The aligned-ranks test on a complete table of n >= 2 blocks by k >= 2 subjects, mid-ranks for ties.
///
/// # Errors
/// [`StatsError::TooFew`], [`StatsError::Incomplete`], [`StatsError::Range`] where the aligned values
/// do not fit 128 bits.
///
/// ```
/// use likewise::stats::{Best, BlockTable, aligned_ranks};
/// let table = BlockTable::parse(&[&["0.3", "0.2"], &["0.2", "0.1"]], Best::Largest)?;
/// let test = aligned_ranks(&table)?;
/// assert_eq!(test.mean_ranks, [1.5, 3.5]); // both blocks differ by 0.1: two exact ties
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn aligned_ranks(table: &BlockTable) -> Result<AlignedRanks, StatsError> {
    let cells = table.complete("aligned-ranks test", 2, 2)?;
    let (k, n) = (table.subjects(), table.blocks());
    let mut aligned = Vec::with_capacity(cells.len());
    for row in cells.chunks(k) {
        let sum = row.iter().try_fold(0i128, |s, &c| s.checked_add(c)).ok_or(StatsError::Range)?;
        for cell in row {
            let scaled = cell.checked_mul(k as i128).and_then(|c| c.checked_sub(sum));
            aligned.push(scaled.ok_or(StatsError::Range)?);
        }
    }
    let ranks = doubled_midranks(&aligned);
    let square = |x: u64| i128::from(x) * i128::from(x);
    let sums: Vec<u64> = (0..k).map(|j| ranks.iter().skip(j).step_by(k).sum()).collect();
    let block_squares: i128 = ranks.chunks(k).map(|row| square(row.iter().sum())).sum();
    let (ki, ni) = (k as i128, n as i128);
    let total = ki * ni;
    // Four times the numerator and 4k times the denominator of the statistic, exact.
    let top = sums.iter().map(|&s| square(s)).sum::<i128>() - ki * ni * ni * (total + 1) * (total + 1);
    let bottom = ki * total * (total + 1) * (2 * total + 1) * 2 / 3 - block_squares;
    // The denominator is positive: block sums of untied ranks are spread less than the ranks.
    let t = if bottom > 0 { (k - 1) as f64 * top as f64 * k as f64 / bottom as f64 } else { 0.0 };
    let error = (k as f64 * (n as f64 + 1.0) / 6.0).sqrt();
    let mean_ranks = mean_ranks(&sums, n);
    let pairs = symmetric(k, 1.0, |i, j| normal_two_sided((mean_ranks[i] - mean_ranks[j]) / error));
    let p = chi_squared_sf(t, (k - 1) as f64);
    Ok(AlignedRanks { blocks: n, subjects: k, mean_ranks, t, df: k - 1, p, pairs })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Best;
    use crate::stats::rank_rows::testing::{DEMSAR, GARCIA_HERRERA, table};

    #[test]
    fn published_tables() {
        let test = aligned_ranks(&table(&GARCIA_HERRERA, Best::Largest)).unwrap();
        assert!((test.t - 41.728377858160734).abs() < 1e-11, "{}", test.t);
        assert!((test.p / 1.899027483919766e-08 - 1.0).abs() < 1e-10);
        assert!((test.mean_ranks[3] - 117.38333333333334).abs() < 1e-12);
        let test = aligned_ranks(&table(&DEMSAR, Best::Largest)).unwrap();
        assert!((test.t - 11.552722663238427).abs() < 1e-11, "{}", test.t);
        assert!((test.p - 0.009083488334067243).abs() < 1e-13);
    }

    #[test]
    fn all_tied_is_no_evidence() {
        let test = aligned_ranks(&table(&[[4, 4, 4], [9, 9, 9]], Best::Largest)).unwrap();
        assert_eq!((test.t, test.p, test.pairs[0][1]), (0.0, 1.0, 1.0));
    }
}
