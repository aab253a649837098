//! Durbin's test for balanced incomplete blocks.
//!
//! J. Durbin, *Br. J. Psychol. Stat.* 4 (1951) 85, in the form of Conover, *Practical Nonparametric
//! Statistics* (3rd ed. 1999), with ties taken care of. Every block must show the same
//! number of subjects, every subject in the same number of blocks, every pair together equally often;
//! for holes without that balance see `skillings_mack`.

use super::rank_rows::present_rows;
use super::{BlockTable, StatsError, chi_squared_sf, doubled_midranks, f_sf};

/// The answer of [`durbin`].
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(inline)] // a tag is added to it where it is written
pub struct Durbin {
    /// Number of blocks, b.
    pub blocks: usize,
    /// Number of subjects, t.
    pub subjects: usize,
    /// Subjects in each block, k.
    pub block_size: usize,
    /// Blocks of each subject, r.
    pub replicates: usize,
    /// Sum of within-block ranks of each subject; the best has the smallest.
    pub rank_sums: Vec<f64>,
    /// Conover's T1.
    pub chi_squared: f64,
    /// `t - 1`.
    pub df: usize,
    /// Upper tail of chi-squared at T1.
    pub p: f64,
    /// Conover's T2, better in size; `None` where it is infinite.
    pub f: Option<f64>,
    /// Second degrees of freedom of T2, `bk - b - t + 1`; the first are `df`.
    pub df2: usize,
    /// Upper tail of F at T2; 0 where it is infinite, 1 where every block is one tie.
    #[serde(serialize_with = "super::none_for_zero")]
    #[schemars(with = "Option<f64>")]
    pub f_p: f64,
}

/// Durbin's test on a balanced incomplete table (a complete one is balanced too).
///
/// # Errors
/// [`StatsError::TooFew`] below two blocks or subjects; [`StatsError::Undefined`] where the design is
/// not balanced.
///
/// ```
/// use likewise::stats::{Best, BlockTable, durbin};
/// let table = BlockTable::parse(&[&["3", "2", ""], &["9", "", "7"], &["", "3", "1"]], Best::Largest)?;
/// let test = durbin(&table)?;
/// assert_eq!(test.rank_sums, [2.0, 3.0, 4.0]);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn durbin(table: &BlockTable) -> Result<Durbin, StatsError> {
    const PROCEDURE: &str = "Durbin test";
    let (b, t) = (table.blocks(), table.subjects());
    if t < 2 {
        return Err(StatsError::TooFew { procedure: PROCEDURE, what: "subjects", needed: 2, found: t });
    }
    if b < 2 {
        return Err(StatsError::TooFew { procedure: PROCEDURE, what: "blocks", needed: 2, found: b });
    }
    let unbalanced = |why| Err(StatsError::Undefined { procedure: PROCEDURE, why });
    let rows = present_rows(table);
    let k = rows[0].len();
    if k < 2 || rows.iter().any(|row| row.len() != k) {
        return unbalanced("blocks must all have the same number of cells, at least two");
    }
    let mut together = vec![vec![0usize; t]; t];
    let mut sums = vec![0u64; t];
    let mut squares = 0i128;
    for row in &rows {
        let ranks = doubled_midranks(&row.iter().map(|(_, key)| *key).collect::<Vec<_>>());
        for (&(j, _), rank) in row.iter().zip(ranks) {
            sums[j] += rank;
            squares += i128::from(rank) * i128::from(rank);
            for &(other, _) in row {
                together[j][other] += 1;
            }
        }
    }
    let (r, pair) = (together[0][0], together[0][1]);
    let balanced = (0..t).all(|i| (0..t).all(|j| together[i][j] == if i == j { r } else { pair }));
    if !balanced || pair == 0 {
        return unbalanced("every subject, and every pair of them, must be in equally many blocks");
    }
    // Four times A, C and sum R^2, exact.
    let level = (b * k * (k + 1) * (k + 1)) as i128;
    let within = squares - level;
    let between = sums.iter().map(|&s| i128::from(s) * i128::from(s)).sum::<i128>() - r as i128 * level;
    let df = t - 1;
    let df2 = b * k - b - t + 1;
    // T1 = df between / within; T2 compares T1 / df with (b(k-1) - T1) / df2, kept exact.
    let left = (b * (k - 1)) as i128 * within - df as i128 * between;
    let (chi_squared, f, f_p) = if within == 0 {
        (0.0, Some(0.0), 1.0)
    } else {
        let chi_squared = df as f64 * between as f64 / within as f64;
        let f = (left > 0 && df2 > 0).then(|| df2 as f64 * between as f64 / left as f64);
        (chi_squared, f, f.map_or(0.0, |f| f_sf(f, df as f64, df2 as f64)))
    };
    if df2 == 0 {
        return unbalanced("no degrees of freedom are left for error");
    }
    let p = chi_squared_sf(chi_squared, df as f64);
    let rank_sums = sums.iter().map(|&s| s as f64 / 2.0).collect();
    Ok(Durbin {
        blocks: b,
        subjects: t,
        block_size: k,
        replicates: r,
        rank_sums,
        chi_squared,
        df,
        p,
        f,
        df2,
        f_p,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::rank_rows::testing::{STORES, table};
    use crate::stats::{Best, FriedmanVariant, friedman};

    // Seven subjects in the seven lines of the Fano plane with the rank sums of Conover's ice creams
    // (1999): T1 = 12, p = .0620.
    #[test]
    fn ice_cream() {
        let lines: [[(usize, i128); 3]; 7] = [
            [(0, 1), (1, 2), (3, 3)],
            [(1, 1), (2, 2), (4, 3)],
            [(2, 1), (3, 2), (5, 3)],
            [(3, 1), (4, 2), (6, 3)],
            [(4, 2), (5, 3), (0, 1)],
            [(5, 2), (6, 3), (1, 1)],
            [(6, 3), (0, 1), (2, 2)],
        ];
        let mut cells = vec![None; 49];
        for (b, line) in lines.iter().enumerate() {
            for (j, rank) in line {
                cells[b * 7 + j] = Some(*rank);
            }
        }
        let table = BlockTable::from_units(7, 7, cells, 1.0, Best::Smallest).unwrap();
        let test = durbin(&table).unwrap();
        let mut sums = test.rank_sums.clone();
        sums.sort_by(f64::total_cmp);
        assert_eq!(sums, [3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
        assert!((test.chi_squared - 12.0).abs() < 1e-12 && (test.p - 0.06196880441665896).abs() < 1e-13);
        assert_eq!((test.block_size, test.replicates, test.df2), (3, 3, 8));
        // T2 = (12 / 6) / ((14 - 12) / 8).
        assert!((test.f.unwrap() - 8.0).abs() < 1e-12);
    }

    #[test]
    fn complete_tables_are_friedmans() {
        let table = table(&STORES, Best::Largest);
        let (a, b) = (durbin(&table).unwrap(), friedman(&table, FriedmanVariant::ChiSquared).unwrap());
        assert!((a.chi_squared - b.chi_squared).abs() < 1e-12 && (a.f_p - b.iman_davenport.p).abs() < 1e-12);
    }

    #[test]
    fn unbalanced_is_refused() {
        let holes = BlockTable::parse(&[&["1", "2", ""], &["1", "2", "3"]], Best::Largest).unwrap();
        assert!(matches!(durbin(&holes), Err(StatsError::Undefined { .. })));
    }
}
