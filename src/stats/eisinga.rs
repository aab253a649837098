//! The exact test of a pair's difference of rank sums in Friedman's setting.
//!
//! Eisinga, Heskes, Pelzer & Te Grotenhuis, *BMC Bioinformatics* 18:68 (2017). Under the null
//! hypothesis a block's mid-ranks fall on the subjects at random, so the difference of two
//! subjects' ranks in that block is that of two ranks drawn without replacement; the sums'
//! difference is the convolution over blocks. Here each block brings its own observed mid-ranks,
//! which extends the test to ties (given the ties); without ties it is the paper's.

use super::rank_rows::{RankRows, symmetric};
use super::{BlockTable, StatsError};

/// The most multiplications that are done: a few seconds.
const LIMIT: f64 = 5e9;

/// The null distribution of the absolute difference of two rank sums.
#[derive(Debug, Clone, PartialEq)]
pub struct RankSumDifference {
    /// `P(|D| >= d)` for twice the difference d = 0, 1, 2, ...
    tail: Vec<f64>,
}

impl RankSumDifference {
    /// Without ties, for `subjects` k >= 2 and `blocks` n >= 1.
    ///
    /// # Errors
    /// [`StatsError::TooFew`], [`StatsError::TooLarge`] above 5e9 multiplications.
    ///
    /// ```
    /// use likewise::stats::RankSumDifference;
    /// let d = RankSumDifference::untied(5, 3)?;
    /// assert!((d.two_sided(12.0) - 0.00025).abs() < 1e-15);
    /// # Ok::<(), likewise::stats::StatsError>(())
    /// ```
    pub fn untied(subjects: usize, blocks: usize) -> Result<Self, StatsError> {
        if subjects < 2 || blocks == 0 {
            let (what, needed, found) =
                if subjects < 2 { ("subjects", 2, subjects) } else { ("blocks", 1, blocks) };
            return Err(StatsError::TooFew { procedure: PROCEDURE, what, needed, found });
        }
        let row: Vec<u64> = (1..=subjects as u64).map(|r| 2 * r).collect();
        Self::new(&vec![row; blocks])
    }

    /// `P(|D| >= |difference|)`; the difference of rank sums is a multiple of one half.
    #[must_use]
    pub fn two_sided(&self, difference: f64) -> f64 {
        // Rounding of a caller's difference must not push it past its own step.
        let doubled = (2.0 * difference.abs() - 1e-6).ceil().max(0.0);
        if doubled.is_nan() { 1.0 } else { self.tail.get(doubled as usize).copied().unwrap_or(0.0) }
    }

    /// The smallest p-value there is: that of the largest difference.
    #[must_use]
    pub fn minimum_p(&self) -> f64 {
        self.tail.last().copied().unwrap_or(1.0)
    }

    fn new(rows: &[Vec<u64>]) -> Result<Self, StatsError> {
        let k = rows[0].len();
        let reach: u64 = rows.iter().map(|row| spread(row)).sum();
        let widest = rows.iter().map(|row| spread(row)).max().unwrap_or(0);
        let size = reach as f64 * rows.len() as f64 * widest as f64;
        // Untied blocks only ever use every second place.
        let unit = if rows.iter().flatten().all(|r| r % 2 == 0) { 2 } else { 1 };
        if size / (unit * unit) as f64 > LIMIT {
            return Err(StatsError::TooLarge { procedure: PROCEDURE, size, limit: LIMIT });
        }
        let pairs = (k * (k - 1)) as f64;
        let mut law = vec![1.0];
        for row in rows {
            let width = (spread(row) / unit) as usize;
            let mut kernel = vec![0.0; 2 * width + 1];
            for (i, a) in row.iter().enumerate() {
                for (j, b) in row.iter().enumerate() {
                    if i != j {
                        kernel[width + (a / unit) as usize - (b / unit) as usize] += 1.0;
                    }
                }
            }
            let mut next = vec![0.0; law.len() + 2 * width];
            for (shift, &count) in kernel.iter().enumerate() {
                if count > 0.0 {
                    for (to, &from) in next[shift..].iter_mut().zip(&law) {
                        *to += count / pairs * from;
                    }
                }
            }
            law = next;
        }
        // Summed from the far end, the small terms first.
        let centre = law.len() / 2;
        let mut tail = vec![0.0; centre * unit as usize + 1];
        let mut sum = 0.0;
        for d in (1..=centre).rev() {
            sum += law[centre + d] + law[centre - d];
            tail[(d - 1) * unit as usize + 1..=d * unit as usize].fill(f64::min(sum, 1.0));
        }
        tail[0] = 1.0;
        // The far end can be unreachable by parity of the ties; drop what has no weight.
        while tail.len() > 1 && tail[tail.len() - 1] <= 0.0 {
            tail.pop();
        }
        Ok(Self { tail })
    }
}

const PROCEDURE: &str = "exact test of rank-sum differences";

fn spread(row: &[u64]) -> u64 {
    row.iter().max().unwrap_or(&0) - row.iter().min().unwrap_or(&0)
}

/// The answer of [`exact_pairs`].
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ExactPairs {
    /// Number of blocks, n.
    pub blocks: usize,
    /// Number of subjects, k.
    pub subjects: usize,
    /// Rank sum of each subject; the best has the smallest.
    pub rank_sums: Vec<f64>,
    /// Exact two-sided p of each pair, unadjusted; 1 on the diagonal.
    pub p: Vec<Vec<f64>>,
    /// The smallest p any pair could have reached with these ties.
    pub minimum_p: f64,
    /// Whether a block has ties, so that the distribution is the one given these ties.
    pub ties: bool,
}

/// The exact test of all pairs on a complete table of n >= 1 blocks by k >= 2 subjects.
///
/// # Errors
/// [`StatsError::TooFew`], [`StatsError::Incomplete`], [`StatsError::TooLarge`] above 5e9
/// multiplications (k = 200 subjects reach 350 blocks).
///
/// ```
/// use likewise::stats::{Best, BlockTable, exact_pairs};
/// let table = BlockTable::parse(&[&["3", "2", "1"], &["9", "8", "7"], &["4", "3", "2"]], Best::Largest)?;
/// let test = exact_pairs(&table)?;
/// assert!((test.p[0][2] - 1.0 / 108.0).abs() < 1e-15);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn exact_pairs(table: &BlockTable) -> Result<ExactPairs, StatsError> {
    let ranks = RankRows::new(table, PROCEDURE, 2, 1)?;
    let law = RankSumDifference::new(&ranks.rows)?;
    let p = symmetric(ranks.k, 1.0, |i, j| {
        let doubled = ranks.sums[i].abs_diff(ranks.sums[j]) as usize;
        law.tail.get(doubled).copied().unwrap_or(0.0)
    });
    Ok(ExactPairs {
        blocks: ranks.n,
        subjects: ranks.k,
        rank_sums: ranks.sums.iter().map(|&s| s as f64 / 2.0).collect(),
        p,
        minimum_p: law.minimum_p(),
        ties: ranks.ties(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Best;
    use crate::stats::rank_rows::testing::table;

    // Exact fractions by inclusion-exclusion; the last is published (Eisinga et al., R code).
    #[test]
    fn untied() {
        for (k, n, d, p) in [
            (3, 3, 1.0, 8.0 / 9.0),
            (3, 3, 4.0, 19.0 / 108.0),
            (3, 3, 6.0, 1.0 / 108.0),
            (4, 3, 3.0, 4.0 / 9.0),
            (4, 3, 9.0, 1.0 / 864.0),
            (5, 3, 5.0, 1023.0 / 4000.0),
            (5, 3, 12.0, 1.0 / 4000.0),
            (5, 5, 20.0, 6.25e-7),
            (5, 10, 13.0, 0.07666228870742188),
            (5, 10, 24.0, 0.0004939169814453124),
        ] {
            let found = RankSumDifference::untied(k, n).unwrap();
            assert!((found.two_sided(d) / p - 1.0).abs() < 1e-13, "{k} {n} {d}");
            assert_eq!(found.two_sided(0.0), 1.0);
        }
        let large = RankSumDifference::untied(100, 100).unwrap();
        assert!((large.two_sided(100.0) - 0.8085251).abs() < 5e-8);
        let five = RankSumDifference::untied(5, 3).unwrap();
        assert!((five.minimum_p() - 0.00025).abs() < 1e-17);
        assert_eq!((five.two_sided(12.5), five.two_sided(f64::INFINITY)), (0.0, 0.0));
    }

    // All ways to draw the pair's ranks from each block, one by one.
    #[test]
    fn ties_by_brute_force() {
        let rows = [[1, 1, 2, 3], [2, 2, 1, 2], [4, 3, 3, 1], [1, 1, 1, 1]];
        let test = exact_pairs(&table(&rows, Best::Smallest)).unwrap();
        assert!(test.ties);
        let ranks = RankRows::new(&table(&rows, Best::Smallest), "", 2, 1).unwrap();
        let mut sums = vec![0i64];
        for row in &ranks.rows {
            let mut next = vec![];
            for sum in sums {
                for a in 0..4 {
                    for b in 0..4 {
                        if a != b {
                            next.push(sum + row[a] as i64 - row[b] as i64);
                        }
                    }
                }
            }
            sums = next;
        }
        for i in 0..4 {
            for j in 0..4 {
                let seen = ranks.sums[i].abs_diff(ranks.sums[j]) as i64;
                let hits = sums.iter().filter(|s| s.abs() >= seen).count();
                let wanted = if i == j { 1.0 } else { hits as f64 / sums.len() as f64 };
                assert!((test.p[i][j] - wanted).abs() < 1e-14);
            }
        }
        let flat = exact_pairs(&table(&[[5, 5, 5]; 3], Best::Smallest)).unwrap();
        assert_eq!((flat.p[0][1], flat.minimum_p), (1.0, 1.0));
    }
}
