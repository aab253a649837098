//! The order of cells, by exact values and the metric's direction. One place, so that every output
//! shows the same order.

use std::cmp::Ordering;

use super::design::{Block, Part};
use crate::decimal::{Decimal, Mean};
use crate::results::Direction;

/// `Less` if the first is better.
pub(crate) fn better(direction: Direction, a: Mean, b: Mean) -> Ordering {
    match direction {
        Direction::Higher => b.cmp(&a),
        Direction::Lower => a.cmp(&b),
    }
}

/// The indices of a block's cells, best first; ties in order of their names.
pub(crate) fn sorted_cells(part: &Part, block: &Block) -> Vec<usize> {
    let mut order: Vec<usize> = (0..block.cells.len()).collect();
    // cells are in order of their names, and the sort is stable
    order.sort_by(|&a, &b| better(part.direction(), block.cells[a].mean, block.cells[b].mean));
    order
}

/// Whether two printed numbers are different by less than half a unit of the coarser one's last digit.
/// Means of runs are no printed numbers, so never.
pub(crate) fn within_rounding(a: Mean, b: Mean) -> bool {
    if a == b || a.count() > 1 || b.count() > 1 {
        return false;
    }
    let unit = Decimal::new(1, a.sum().places().min(b.sum().places()));
    let twice = a.checked_sub(b).and_then(|d| d.sum().abs().checked_add(d.sum().abs()));
    twice.is_some_and(|twice| twice < unit)
}
