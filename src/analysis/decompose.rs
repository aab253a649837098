//! The two-way table taken apart: value = overall + subject + block + residual.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::BlockName;
use super::rank::why_blocks;
use super::spread::BlockEffect;
use super::table::table;
use crate::comparability::design::Part;
use crate::comparability::{Basis, Comparable, CompleteBlocks, Subject};
use crate::results::{Direction, Protocol};
use crate::stats::{self, Additivity, FTest, MedianPolish, Shares, StatsError};

/// One subject's part of the fit.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SubjectEffect {
    /// What was measured.
    pub subject: Subject,
    /// Its mean minus the grand mean, in the metric's unit.
    pub effect: f64,
    /// What the sum of effects leaves of its value in each block, in the order of the blocks.
    pub residuals: Vec<f64>,
}

/// The sums of squares of a two-way table without replication, with their degrees of freedom.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SumsOfSquares {
    /// Of subjects, on `k - 1`.
    pub subjects: f64,
    /// Of blocks, on `n - 1`.
    pub blocks: f64,
    /// Of residuals, on `(k - 1)(n - 1)`.
    pub residual: f64,
    /// The degrees of freedom in the same order.
    pub df: [usize; 3],
}

/// The additive fit of one protocol's complete table, by least squares.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Decomposition {
    /// What was measured.
    pub protocol: Protocol,
    /// The mean of all cells.
    pub grand_mean: f64,
    /// The blocks with their effects, in natural order.
    pub blocks: Vec<BlockEffect>,
    /// The subjects, best effect by the metric's direction first; ties in order of their names.
    pub subjects: Vec<SubjectEffect>,
    /// The sums of squares.
    pub sums: SumsOfSquares,
    /// Shares of the total sum of squares; none when all cells are equal.
    pub shares: Option<Shares>,
    /// The F test of subjects against residuals; none when all residuals are 0.
    pub f_subjects: Option<FTest>,
    /// The F test of blocks against residuals; none when all residuals are 0.
    pub f_blocks: Option<FTest>,
    /// Tukey's test of non-additivity; none where it is not defined, as `additivity_undefined` says.
    pub additivity: Option<Additivity>,
    /// Why there is no test of non-additivity.
    pub additivity_undefined: Option<String>,
    /// The fit by medians, in the order of `blocks` and of the subjects' names (`polish_subjects`), which
    /// single odd cells don't move.
    pub polish: MedianPolish,
    /// The subjects in the order that `polish` has them.
    pub polish_subjects: Vec<Subject>,
    /// The most decimal places that a value is shown with.
    pub places: usize,
    /// Why the results fall into several blocks, in words.
    pub why_blocks: String,
    /// What it stands on.
    pub basis: Basis,
}

/// Takes each protocol's table apart.
///
/// # Errors
/// [`StatsError`]: fewer than two subjects or blocks, missing cells (where coverage was forced), and
/// [`StatsError::Undefined`] where blocks are of several datasets or splits, which have no common scale.
pub fn decompose(comparable: &Comparable<CompleteBlocks>) -> Result<Vec<Decomposition>, StatsError> {
    comparable.parts().iter().map(|part| of_part(part, comparable.basis())).collect()
}

fn of_part(part: &Part, basis: &Basis) -> Result<Decomposition, StatsError> {
    if !part.one_scale() {
        return Err(StatsError::Undefined {
            procedure: "the additive fit",
            why: "the blocks are of several datasets or splits, which have no common scale",
        });
    }
    let table = table(part)?;
    let fit = stats::two_way(&table)?;
    let (additivity, additivity_undefined) = match stats::tukey_additivity(&table) {
        Ok(answer) => (Some(answer), None),
        Err(error) => (None, Some(error.to_string())),
    };
    let k = part.subjects.len();
    let mut order: Vec<usize> = (0..k).collect();
    let sign = if part.direction() == Direction::Higher { -1.0 } else { 1.0 };
    order.sort_by(|&a, &b| (sign * fit.subjects[a]).total_cmp(&(sign * fit.subjects[b])));
    let subject = |&s: &usize| SubjectEffect {
        subject: part.subjects[s].clone(),
        effect: fit.subjects[s],
        residuals: fit.residuals.iter().skip(s).step_by(k).copied().collect(),
    };
    let shown = part.blocks.iter().flat_map(|b| &b.cells).map(|c| c.mean.shown_places()).max();
    Ok(Decomposition {
        protocol: part.protocol.clone(),
        grand_mean: fit.grand_mean,
        blocks: part
            .blocks
            .iter()
            .zip(&fit.blocks)
            .map(|(b, &effect)| BlockEffect { block: BlockName::of(part, b), effect })
            .collect(),
        subjects: order.iter().map(subject).collect(),
        sums: SumsOfSquares {
            subjects: fit.ss_subjects,
            blocks: fit.ss_blocks,
            residual: fit.ss_residual,
            df: [k - 1, part.blocks.len() - 1, (k - 1) * (part.blocks.len() - 1)],
        },
        shares: fit.shares,
        f_subjects: fit.f_subjects,
        f_blocks: fit.f_blocks,
        additivity,
        additivity_undefined,
        polish: stats::median_polish(&table, 10, 0.01)?,
        polish_subjects: part.subjects.clone(),
        places: usize::try_from(shown.unwrap_or(0)).unwrap_or(0),
        why_blocks: why_blocks(part),
        basis: basis.clone(),
    })
}
