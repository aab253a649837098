//! Grouped bars: the methods in each block.

use crate::analysis::Ranking;
use crate::chart::{Bar, BarsData, Group};

/// The bars of a ranking, one group a block, the methods in one order everywhere.
#[must_use]
pub fn bars(ranking: &Ranking, title: Option<&str>) -> BarsData {
    let methods = super::labels(ranking.blocks.iter().flat_map(|b| b.entries.iter().map(|e| &e.subject)));
    let groups = ranking
        .blocks
        .iter()
        .map(|block| {
            let mut values = vec![None; methods.len()];
            for entry in &block.entries {
                values[super::place(&methods, &entry.subject)] =
                    Some(Bar { value: entry.value.value, text: entry.value.shown.clone(), error: None });
            }
            Group { label: block.block.label().to_owned(), values }
        })
        .collect();
    BarsData {
        head: super::head(&ranking.protocol, &ranking.basis, title, &ranking.why_blocks),
        methods,
        groups,
    }
}
