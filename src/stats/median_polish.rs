//! Tukey's median polish (Tukey 1977): an additive fit that single odd cells don't move.

use super::{BlockTable, StatsError, median};

/// The answer of [`median_polish`], on the scale of the data: `cell = overall + blocks[b] + subjects[s] +
/// residuals[b][s]`.
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct MedianPolish {
    /// The typical value.
    pub overall: f64,
    /// One effect a block.
    pub blocks: Vec<f64>,
    /// One effect a subject.
    pub subjects: Vec<f64>,
    /// What is left of each cell, in row order; `None` for a missing cell.
    pub residuals: Vec<Option<f64>>,
    /// How many rounds (blocks, then subjects) were done.
    pub rounds: usize,
    /// Whether the sum of absolute residuals settled within `tolerance`. When not, the effects are
    /// those of the last round.
    pub converged: bool,
}

/// Sweeps out the medians of blocks and subjects in turn, blocks first.
///
/// Stops when a round changes the sum of absolute residuals by less than `tolerance` of it (0.01 is
/// usual), or after `max_rounds` (10 is usual). The answer depends on blocks going first; medians of an
/// even number are the mean of the middle two. Missing cells are passed over.
///
/// # Errors
/// [`StatsError::TooFew`] without a block or subject, or when one of them has no cell;
/// [`StatsError::OutOfRange`] for 0 rounds or a tolerance that is negative or not finite.
///
/// ```
/// use likewise::stats::{Best, BlockTable, median_polish};
/// let t = BlockTable::parse(&[&["1", "2", "3"], &["2", "3", "40"], &["4", "5", "6"]], Best::Largest)?;
/// let m = median_polish(&t, 10, 0.01)?;
/// assert_eq!((m.overall, m.blocks, m.subjects), (3.0, vec![-1.0, 0.0, 2.0], vec![-1.0, 0.0, 1.0]));
/// assert_eq!(m.residuals[5], Some(36.0)); // the odd cell keeps all of it
/// assert!(m.converged);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn median_polish(
    table: &BlockTable,
    max_rounds: usize,
    tolerance: f64,
) -> Result<MedianPolish, StatsError> {
    const PROCEDURE: &str = "median polish";
    let (n, k) = (table.blocks(), table.subjects());
    if max_rounds == 0 {
        return Err(StatsError::OutOfRange { what: "the number of rounds", range: "at least 1", found: 0.0 });
    }
    if !(tolerance >= 0.0 && tolerance.is_finite()) {
        let what = "the tolerance";
        return Err(StatsError::OutOfRange { what, range: "not negative and finite", found: tolerance });
    }
    let few = |what, found| Err(StatsError::TooFew { procedure: PROCEDURE, what, needed: 1, found });
    if n == 0 || k == 0 {
        return few(if n == 0 { "blocks" } else { "subjects" }, 0);
    }
    let mut left: Vec<Option<f64>> = (0..n * k).map(|at| table.value(at / k, at % k)).collect();
    if (0..n).any(|b| (0..k).all(|s| left[b * k + s].is_none())) {
        return few("cells in each block", 0);
    }
    if (0..k).any(|s| (0..n).all(|b| left[b * k + s].is_none())) {
        return few("cells of each subject", 0);
    }
    let (mut overall, mut blocks, mut subjects) = (0.0, vec![0.0; n], vec![0.0; k]);
    let (mut before, mut rounds, mut converged) = (0.0f64, 0, false);
    while rounds < max_rounds && !converged {
        rounds += 1;
        for (block, row) in blocks.iter_mut().zip(left.chunks_mut(k)) {
            let centre = median(&row.iter().copied().flatten().collect::<Vec<_>>());
            row.iter_mut().flatten().for_each(|v| *v -= centre);
            *block += centre;
        }
        overall += centred(&mut subjects);
        for (at, subject) in subjects.iter_mut().enumerate() {
            let column: Vec<f64> = left.iter().skip(at).step_by(k).copied().flatten().collect();
            let centre = median(&column);
            left.iter_mut().skip(at).step_by(k).flatten().for_each(|v| *v -= centre);
            *subject += centre;
        }
        overall += centred(&mut blocks);
        let after: f64 = left.iter().flatten().map(|v| v.abs()).sum();
        converged = after == 0.0 || (after - before).abs() <= tolerance * after;
        before = after;
    }
    Ok(MedianPolish { overall, blocks, subjects, residuals: left, rounds, converged })
}

/// Takes the median out of effects and returns it.
fn centred(effects: &mut [f64]) -> f64 {
    let centre = median(effects);
    effects.iter_mut().for_each(|e| *e -= centre);
    centre
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Best;

    fn table(rows: &[&[i128]], divisor: f64) -> BlockTable {
        let cells = rows.iter().flat_map(|r| r.iter().copied().map(Some)).collect();
        BlockTable::from_units(rows.len(), rows[0].len(), cells, divisor, Best::Largest).unwrap()
    }

    fn near(got: &[f64], want: &[f64]) {
        assert_eq!(got.len(), want.len());
        assert!(got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-12), "{got:?} {want:?}");
    }

    #[test]
    fn two_tables_against_r() {
        // R medpolish, polished until the sum no longer moves; at a tolerance of 0.01 the first table stops
        // a round earlier, at 51.625
        let boik = table(
            &[
                &[68, 65, 75, 57, 32, 70],
                &[56, 52, 55, 48, 65, 47],
                &[40, 51, 52, 36, 49, 45],
                &[84, 87, 88, 73, 34, 70],
                &[50, 52, 52, 50, 45, 61],
            ],
            1.0,
        );
        let m = median_polish(&boik, 10, 1e-9).unwrap();
        near(&[m.overall], &[51.4375]);
        near(&m.blocks, &[12.9375, 0.0, -4.9375, 28.9375, -0.9375]);
        near(&m.subjects, &[3.625, 1.5, 5.5, -7.375, -5.5, -1.5]);
        assert!(m.converged);
        assert_eq!(median_polish(&boik, 10, 0.01).unwrap().overall, 51.625);
        let synthetic = table(
            &[&[762, 824, 801], &[815, 793, 788], &[799, 867, 850], &[799, 841, 832], &[846, 859, 856]],
            10.0,
        );
        let m = median_polish(&synthetic, 10, 1e-9).unwrap();
        near(&[m.overall], &[83.2]);
        near(&m.blocks, &[-3.1, -4.4, 1.8, 0.0, 2.4]);
        near(&m.subjects, &[-3.3, 0.9, 0.0]);
    }

    #[test]
    fn the_parts_add_up_to_the_cells() {
        let t = table(&[&[3, 1, 4, 1], &[5, 9, 2, 6], &[5, 3, 5, 8]], 1.0);
        let m = median_polish(&t, 3, 0.0).unwrap();
        for b in 0..3 {
            for s in 0..4 {
                let sum = m.overall + m.blocks[b] + m.subjects[s] + m.residuals[b * 4 + s].unwrap();
                assert!((sum - t.value(b, s).unwrap()).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn one_round_may_not_settle_and_says_so() {
        let t = table(&[&[3, 1, 4, 1], &[5, 9, 2, 6], &[5, 3, 5, 8]], 1.0);
        let m = median_polish(&t, 1, 0.0).unwrap();
        assert_eq!((m.rounds, m.converged), (1, false));
    }

    #[test]
    fn holes_are_passed_over() {
        let cells = vec![Some(1), Some(2), None, Some(2), Some(3), Some(4), Some(4), None, Some(6)];
        let t = BlockTable::from_units(3, 3, cells, 1.0, Best::Largest).unwrap();
        let m = median_polish(&t, 50, 1e-9).unwrap();
        // additive but for its holes, so that nothing is left of the cells
        assert_eq!(m.residuals[2], None);
        assert!(m.residuals.iter().flatten().all(|r| r.abs() < 1e-6), "{m:?}");
    }

    #[test]
    fn bad_arguments_are_errors() {
        let t = table(&[&[3, 1], &[5, 9]], 1.0);
        assert!(median_polish(&t, 0, 0.01).is_err());
        assert!(median_polish(&t, 1, f64::NAN).is_err() && median_polish(&t, 1, -1.0).is_err());
        let empty = BlockTable::from_units(0, 3, vec![], 1.0, Best::Largest).unwrap();
        assert!(median_polish(&empty, 1, 0.01).is_err());
        let hole =
            BlockTable::from_units(2, 2, vec![None, None, Some(1), Some(2)], 1.0, Best::Largest).unwrap();
        assert!(median_polish(&hole, 1, 0.01).is_err());
    }
}
