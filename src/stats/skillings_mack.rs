//! Skillings and Mack's test: Friedman's for tables with holes.
//!
//! J. H. Skillings & G. A. Mack, *Technometrics* 23 (1981) 171; Hollander, Wolfe & Chicken,
//! *Nonparametric Statistical Methods*. A block of `k_i` present cells gives each the score
//! `sqrt(12 / (k_i + 1)) (r - (k_i + 1) / 2)`, absent cells give nothing; the sums of scores are
//! referred to their null covariance. Cells must be missing for reasons unrelated to their values: a
//! failed run is not. On complete tables without ties this is Friedman's statistic; with ties it has
//! no correction and is conservative.

use super::rank_rows::present_rows;
use super::{BlockTable, StatsError, chi_squared_sf, doubled_midranks};

/// The answer of [`skillings_mack`].
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(inline)] // a tag is added to it where it is written
pub struct SkillingsMack {
    /// Number of blocks used: those with two cells or more.
    pub blocks: usize,
    /// Number of subjects, k.
    pub subjects: usize,
    /// Blocks with fewer than two cells; they carry no comparison.
    pub unused_blocks: usize,
    /// Sum of weighted centred ranks of each subject; the smaller (more negative), the better.
    pub scores: Vec<f64>,
    /// The statistic.
    pub statistic: f64,
    /// Degrees of freedom, `k - 1`.
    pub df: usize,
    /// Upper tail of chi-squared.
    pub p: f64,
}

/// The Skillings-Mack test on a table of blocks by k >= 2 subjects, cells missing or not.
///
/// # Errors
/// [`StatsError::TooFew`] below two usable blocks or two subjects; [`StatsError::Undefined`] where
/// the subjects fall into groups that never meet in a block.
///
/// ```
/// use likewise::stats::{Best, BlockTable, skillings_mack};
/// // An empty text is a missing cell.
/// let table = BlockTable::parse(&[&["3", "2", "1"], &["9", "", "7"], &["4", "3", ""]], Best::Largest)?;
/// let test = skillings_mack(&table)?;
/// assert_eq!((test.blocks, test.df), (3, 2));
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn skillings_mack(table: &BlockTable) -> Result<SkillingsMack, StatsError> {
    const PROCEDURE: &str = "Skillings-Mack test";
    let k = table.subjects();
    if k < 2 {
        return Err(StatsError::TooFew { procedure: PROCEDURE, what: "subjects", needed: 2, found: k });
    }
    let rows: Vec<_> = present_rows(table).into_iter().filter(|row| row.len() > 1).collect();
    if rows.len() < 2 {
        return Err(StatsError::TooFew {
            procedure: PROCEDURE,
            what: "blocks",
            needed: 2,
            found: rows.len(),
        });
    }
    let mut scores = vec![0.0; k];
    let mut meetings = vec![vec![0.0f64; k]; k];
    for row in &rows {
        let size = row.len();
        let weight = (12.0 / (size as f64 + 1.0)).sqrt() / 2.0;
        let ranks = doubled_midranks(&row.iter().map(|(_, key)| *key).collect::<Vec<_>>());
        for (&(j, _), rank) in row.iter().zip(ranks) {
            scores[j] += weight * (rank as f64 - (size as f64 + 1.0));
            for &(other, _) in row {
                meetings[j][other] += 1.0;
            }
        }
    }
    if !connected(&meetings) {
        return Err(StatsError::Undefined {
            procedure: PROCEDURE,
            why: "some subjects never meet in a block",
        });
    }
    // Covariance: minus the meetings off the diagonal, their sum on it. Rows add to zero, so the last
    // subject is left out.
    let covariance: Vec<Vec<f64>> = (0..k - 1)
        .map(|i| {
            let all: f64 = (0..k).filter(|&j| j != i).map(|j| meetings[i][j]).sum();
            (0..k - 1).map(|j| if i == j { all } else { -meetings[i][j] }).collect()
        })
        .collect();
    let solved = solve(covariance, scores[..k - 1].to_vec());
    let statistic = solved.iter().zip(&scores).map(|(x, s)| x * s).sum::<f64>().max(0.0);
    let p = chi_squared_sf(statistic, (k - 1) as f64);
    let unused_blocks = table.blocks() - rows.len();
    Ok(SkillingsMack { blocks: rows.len(), subjects: k, unused_blocks, scores, statistic, df: k - 1, p })
}

/// Whether every subject is reached from the first through common blocks.
fn connected(meetings: &[Vec<f64>]) -> bool {
    let mut reached = vec![false; meetings.len()];
    let mut open = vec![0];
    reached[0] = true;
    while let Some(i) = open.pop() {
        for (j, &count) in meetings[i].iter().enumerate() {
            if count > 0.0 && !reached[j] {
                reached[j] = true;
                open.push(j);
            }
        }
    }
    reached.into_iter().all(|r| r)
}

/// Solves a symmetric positive definite system by elimination; diagonally dominant, so it needs no
/// pivots.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for i in 0..n {
        let pivot = a[i].clone();
        for row in i + 1..n {
            let factor = a[row][i] / pivot[i];
            if factor != 0.0 {
                for (x, p) in a[row][i..].iter_mut().zip(&pivot[i..]) {
                    *x -= factor * p;
                }
                b[row] -= factor * b[i];
            }
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| a[i][j] * b[j]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::rank_rows::testing::table;
    use crate::stats::{Best, FriedmanVariant, friedman};

    // Hollander & Wolfe (1999), example 7.8; PMCMRplus skillingsMackTest.
    #[test]
    fn metronome() {
        let table = BlockTable::parse(
            &[
                &["3", "5", "15"],
                &["1", "3", "18"],
                &["5", "4", "21"],
                &["2", "", "6"],
                &["0", "2", "17"],
                &["0", "2", "10"],
                &["0", "3", "8"],
                &["0", "2", "13"],
            ],
            Best::Smallest,
        )
        .unwrap();
        let test = skillings_mack(&table).unwrap();
        assert!((test.statistic - 13.280951844580969).abs() < 1e-12, "{}", test.statistic);
        assert!((test.p - 0.0013064053484354553).abs() < 1e-14);
        for (found, wanted) in
            test.scores.iter().zip([-11.392304845413262, -1.7320508075688772, 13.124355652982139])
        {
            assert!((found - wanted).abs() < 1e-12);
        }
    }

    #[test]
    fn complete_tables_are_friedmans() {
        let rows = [[7, 1, 4, 9, 2], [3, 1, 9, 8, 2], [5, 3, 2, 6, 1], [1, 8, 4, 9, 2]];
        let table = table(&rows, Best::Largest);
        let found = skillings_mack(&table).unwrap().statistic;
        assert!((found - friedman(&table, FriedmanVariant::ChiSquared).unwrap().chi_squared).abs() < 1e-12);
    }

    #[test]
    fn groups_that_never_meet_are_refused() {
        let rows: &[&[&str]] = &[&["1", "2", "", ""], &["2", "1", "", ""], &["", "", "3", "4"]];
        let table = BlockTable::parse(rows, Best::Largest).unwrap();
        assert!(matches!(skillings_mack(&table), Err(StatsError::Undefined { .. })));
        let flat = BlockTable::parse(&[&["1", "1", ""], &["", "2", "2"]], Best::Largest).unwrap();
        assert_eq!(skillings_mack(&flat).unwrap().p, 1.0);
        let lone = BlockTable::parse(&[&["1", "", ""], &["", "2", "2"]], Best::Largest).unwrap();
        assert!(matches!(skillings_mack(&lone), Err(StatsError::TooFew { .. })));
    }
}
