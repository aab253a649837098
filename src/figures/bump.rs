//! Ranks from block to block.

use crate::analysis::Ranking;
use crate::chart::{BumpData, BumpLine};

/// One line a method through its ranks, ties sharing the mean of theirs.
#[must_use]
pub fn bump(ranking: &Ranking, title: Option<&str>) -> BumpData {
    let methods = super::labels_of(ranking);
    let blocks: Vec<_> = ranking.blocks.iter().map(|b| super::in_order(b, &methods)).collect();
    let lines = (0..methods.len())
        .map(|method| BumpLine {
            method,
            ranks: blocks.iter().map(|b| b[method].map(|e| e.midrank)).collect(),
        })
        .collect();
    let mut head = super::head(&ranking.protocol, &ranking.basis, title, &ranking.why_blocks);
    head.axis = format!("rank inside each block by {}; 1 is best", head.axis);
    BumpData {
        head,
        methods,
        blocks: ranking.blocks.iter().map(|b| b.block.label().to_owned()).collect(),
        lines,
    }
}
