//! One control against all others by mean ranks: the z family and the Bonferroni-Dunn test.
//!
//! Demšar, *JMLR* 7 (2006): `z = (R_i - R_control) / sqrt(k(k+1) / (6n))`, and the
//! critical difference of Dunn, *J. Am. Stat. Assoc.* 56 (1961) 52, that divides alpha by `k - 1`.
//! The unadjusted p-values are what Holm, Hochberg, Hommel and the like take.

use super::nemenyi::rank_difference_error;
use super::rank_rows::{RankRows, level};
use super::{BlockTable, StatsError, normal_isf, normal_two_sided};

/// One subject against the control.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct AgainstControl {
    /// Index of the subject.
    pub subject: usize,
    /// `(R_subject - R_control)` over its standard error; positive where the control ranks better.
    pub z: f64,
    /// Two-sided p, unadjusted.
    pub p: f64,
    /// `min(1, (k - 1) p)`: Bonferroni-Dunn.
    pub p_bonferroni: f64,
}

/// The answer of [`against_control`].
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct BonferroniDunn {
    /// Index of the control.
    pub control: usize,
    /// Number of blocks, n.
    pub blocks: usize,
    /// Number of subjects, k, the control included.
    pub subjects: usize,
    /// Mean mid-rank of each subject; 1 is best.
    pub mean_ranks: Vec<f64>,
    /// Standard error of a difference of two mean ranks, `sqrt(k(k+1) / (6n))`.
    pub standard_error: f64,
    /// The other subjects in the order of the table.
    pub comparisons: Vec<AgainstControl>,
}

impl BonferroniDunn {
    /// The critical difference of mean ranks at level `alpha`.
    ///
    /// # Errors
    /// [`StatsError::OutOfRange`] unless `0 < alpha < 1`.
    pub fn critical_difference(&self, alpha: f64) -> Result<f64, StatsError> {
        bonferroni_dunn_critical_difference(self.subjects, self.blocks, alpha)
    }
}

/// The Bonferroni-Dunn critical difference of mean ranks from one control.
///
/// # Errors
/// [`StatsError::TooFew`] below 2 subjects or 1 block, [`StatsError::OutOfRange`] unless
/// `0 < alpha < 1`.
///
/// ```
/// let cd = likewise::stats::bonferroni_dunn_critical_difference(4, 14, 0.05)?;
/// assert!((cd - 1.16814).abs() < 5e-6);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn bonferroni_dunn_critical_difference(
    subjects: usize,
    blocks: usize,
    alpha: f64,
) -> Result<f64, StatsError> {
    const PROCEDURE: &str = "Bonferroni-Dunn test";
    if subjects < 2 {
        return Err(StatsError::TooFew {
            procedure: PROCEDURE,
            what: "subjects",
            needed: 2,
            found: subjects,
        });
    }
    if blocks == 0 {
        return Err(StatsError::TooFew { procedure: PROCEDURE, what: "blocks", needed: 1, found: 0 });
    }
    let each = level(alpha)? / (2.0 * (subjects - 1) as f64);
    Ok(normal_isf(each) * rank_difference_error(subjects, blocks))
}

/// Every subject against one control, on a complete table of n >= 2 blocks by k >= 2 subjects;
/// mid-ranks for ties, the variance that of untied ranks (conservative with ties).
///
/// # Errors
/// [`StatsError::TooFew`], [`StatsError::Incomplete`]; [`StatsError::OutOfRange`] for a control that
/// is not a column.
///
/// ```
/// use likewise::stats::{Best, BlockTable, against_control};
/// let table = BlockTable::parse(&[&["3", "2", "1"], &["9", "7", "8"]], Best::Largest)?;
/// let test = against_control(&table, 0)?;
/// assert_eq!(test.comparisons.len(), 2);
/// assert!(test.comparisons[0].z > 0.0); // the control ranks better
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn against_control(table: &BlockTable, control: usize) -> Result<BonferroniDunn, StatsError> {
    let ranks = RankRows::new(table, "Bonferroni-Dunn test", 2, 2)?;
    let (k, n) = (ranks.k, ranks.n);
    if control >= k {
        return Err(StatsError::OutOfRange {
            what: "the control's index",
            range: "below the number of subjects",
            found: control as f64,
        });
    }
    let standard_error = rank_difference_error(k, n);
    let comparisons = (0..k)
        .filter(|&i| i != control)
        .map(|subject| {
            let gap = ranks.sums[subject] as f64 - ranks.sums[control] as f64;
            let z = gap / (2.0 * n as f64 * standard_error);
            let p = normal_two_sided(z);
            AgainstControl { subject, z, p, p_bonferroni: (p * (k - 1) as f64).min(1.0) }
        })
        .collect();
    Ok(BonferroniDunn {
        control,
        blocks: n,
        subjects: k,
        mean_ranks: ranks.mean_ranks(),
        standard_error,
        comparisons,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Best;
    use crate::stats::rank_rows::testing::{DEMSAR, table};

    #[test]
    fn demsar_2006_against_c45() {
        let test = against_control(&table(&DEMSAR, Best::Largest), 0).unwrap();
        let wanted = [
            (-2.3421601750764793, 0.019172484755223106),
            (-0.5123475382979799, 0.6084078002329985),
            (-2.4153526805476195, 0.015719980210024593),
        ];
        for (c, (z, p)) in test.comparisons.iter().zip(wanted) {
            assert!((c.z - z).abs() < 1e-12 && (c.p - p).abs() < 1e-13);
            assert!((c.p_bonferroni - (3.0 * p).min(1.0)).abs() < 1e-12);
        }
        assert!((test.critical_difference(0.05).unwrap() - 1.1681425306400992).abs() < 1e-12);
        assert!((test.critical_difference(0.10).unwrap() - 1.0383797496394522).abs() < 1e-12);
        assert!(against_control(&table(&DEMSAR, Best::Largest), 4).is_err());
    }
}
