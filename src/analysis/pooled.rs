//! One list over all blocks: the comparison that is refused unless forced.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::BlockName;
use super::rank::Number;
use crate::comparability::design::{Cell, Part};
use crate::comparability::order::better;
use crate::comparability::{Basis, Comparable, Pooled, Subject};
use crate::results::{Direction, Protocol};
use crate::stats::{self, Ties};

/// One result in the list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PooledEntry {
    /// The place in the list; 1 is best.
    pub rank: f64,
    /// What is ranked.
    pub subject: Subject,
    /// The block it was measured in.
    pub block: BlockName,
    /// Its value.
    pub value: Number,
    /// How far it is behind the best.
    pub gap_to_best: Number,
    /// The result's row in the frame.
    pub row: u32,
}

/// All results of one protocol in one list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PooledList {
    /// What was measured.
    pub protocol: Protocol,
    /// Best first.
    pub entries: Vec<PooledEntry>,
    /// How many blocks the list mixes.
    pub blocks: usize,
    /// What it stands on.
    pub basis: Basis,
}

/// Sorts the results of all blocks into one list.
#[must_use]
pub fn pooled(comparable: &Comparable<Pooled>, ties: Ties) -> Vec<PooledList> {
    comparable.parts().iter().map(|part| list(part, comparable.basis(), ties)).collect()
}

fn list(part: &Part, basis: &Basis, ties: Ties) -> PooledList {
    let mut all: Vec<(usize, Cell)> =
        part.blocks.iter().enumerate().flat_map(|(at, b)| b.cells.iter().map(move |c| (at, *c))).collect();
    let higher = part.direction() == Direction::Higher;
    all.sort_by(|a, b| {
        better(part.direction(), a.1.mean, b.1.mean).then(a.1.subject.cmp(&b.1.subject)).then(a.0.cmp(&b.0))
    });
    let mut keys = vec![0u32; all.len()];
    for at in 1..all.len() {
        keys[at] = keys[at - 1] + u32::from(all[at].1.mean != all[at - 1].1.mean);
    }
    let ranks = stats::rank(&keys, ties);
    let entries = all
        .iter()
        .zip(ranks)
        .map(|((block, cell), rank)| PooledEntry {
            rank,
            subject: part.subjects[cell.subject as usize].clone(),
            block: BlockName::of(part, &part.blocks[*block]),
            value: Number::of(cell.mean),
            gap_to_best: if higher {
                Number::difference(all[0].1.mean, cell.mean)
            } else {
                Number::difference(cell.mean, all[0].1.mean)
            },
            row: cell.row,
        })
        .collect();
    PooledList { protocol: part.protocol.clone(), entries, blocks: part.blocks.len(), basis: basis.clone() }
}
