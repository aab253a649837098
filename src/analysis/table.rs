//! The blocks of one protocol as the table that statistics take.

use crate::comparability::design::{Block, Cell, Part};
use crate::comparability::runs::runs;
use crate::comparability::{Basis, Study, Subject};
use crate::decimal::Decimal;
use crate::results::Direction;
use crate::stats::{Best, BlockTable, StatsError};

/// Which end of a part's scale is the better one.
pub(super) fn best(part: &Part) -> Best {
    if part.direction() == Direction::Higher { Best::Largest } else { Best::Smallest }
}

/// Blocks by subjects, in the order of the part; a subject that a block lacks is a missing cell.
pub(super) fn table(part: &Part) -> Result<BlockTable, StatsError> {
    let subjects = part.subjects.len();
    let cells = || {
        let blocks = part.blocks.iter().enumerate();
        blocks.flat_map(move |(at, b)| {
            b.cells.iter().map(move |c| (at * subjects + c.subject as usize, c.mean))
        })
    };
    BlockTable::from_cells(part.blocks.len(), subjects, cells, best(part)).map_err(|error| match error {
        StatsError::Range => too_far_apart(part),
        other => other,
    })
}

/// Which cells make it so that the table has no common unit.
fn too_far_apart(part: &Part) -> StatsError {
    let cells = || part.blocks.iter().flat_map(|b| b.cells.iter().map(move |c| (b, c)));
    let large = cells().max_by(|a, b| a.1.mean.to_f64().abs().total_cmp(&b.1.mean.to_f64().abs()));
    let fine = cells().max_by_key(|(_, c)| c.mean.sum().places());
    let name = |cell: Option<(&Block, &Cell)>| {
        cell.map_or_else(String::new, |(block, cell)| {
            let value = cell.mean.to_f64();
            let subject = part.subjects.get(cell.subject as usize).map_or_else(String::new, Subject::label);
            let shown = cell.mean.to_string();
            // a row of thirty zeros says less than a power of ten
            let shown = if shown.len() > 20 { format!("{value:e}") } else { shown };
            format!("{shown} of {subject} on {}", part.label(block))
        })
    };
    StatsError::TooFarApart { large: name(large), fine: name(fine) }
}

/// Values by block, cell and run.
pub(super) type Cells = Vec<Vec<Vec<f64>>>;

/// The runs of a part's cells, block after block, in the order of each block's cells.
pub(super) fn runs_of(
    study: &Study,
    part: &Part,
    basis: &Basis,
    procedure: &'static str,
) -> Result<Cells, StatsError> {
    let found = runs(study, part, basis)
        .ok_or(StatsError::Undefined { procedure, why: "the runs are not those of the results checked" })?;
    let floats = |cell: Vec<Decimal>| cell.into_iter().map(Decimal::to_f64).collect();
    Ok(found.into_iter().map(|block| block.into_iter().map(floats).collect()).collect())
}

/// The differences of two subjects in the blocks that have both, positive where the first is better, in
/// units of the table.
pub(super) fn differences(table: &BlockTable, a: usize, b: usize) -> Vec<i128> {
    (0..table.blocks())
        .filter_map(|block| Some(table.sign() * (table.units(block, b)? - table.units(block, a)?)))
        .collect()
}

/// The mean of each subject's ranks over the blocks that have it, 1 for the best; none for a subject
/// without a block.
pub(super) fn mean_ranks(table: &BlockTable) -> Vec<Option<f64>> {
    let sign = table.sign();
    let (mut sums, mut counts) = (vec![0.0; table.subjects()], vec![0u32; table.subjects()]);
    for block in 0..table.blocks() {
        let there: Vec<(usize, i128)> =
            table.row(block).enumerate().filter_map(|(s, c)| Some((s, sign * c?))).collect();
        let keys: Vec<i128> = there.iter().map(|t| t.1).collect();
        for (&(subject, _), doubled) in there.iter().zip(crate::stats::doubled_midranks(&keys)) {
            // halves are exact, so the order of the blocks makes no difference
            sums[subject] += doubled as f64 / 2.0;
            counts[subject] += 1;
        }
    }
    sums.iter().zip(counts).map(|(s, n)| (n > 0).then(|| s / f64::from(n))).collect()
}
