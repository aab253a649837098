//! Grouped bars: the methods in each block.

use crate::analysis::{Ranked, Ranking};
use crate::chart::{Bar, BarsData, Group};

/// The bars of a ranking, one group a block, the methods in one order everywhere.
#[must_use]
pub fn bars(ranking: &Ranking, title: Option<&str>) -> BarsData {
    let methods = super::labels_of(ranking);
    BarsData {
        head: super::head(&ranking.protocol, &ranking.basis, title, &ranking.why_blocks),
        groups: groups(ranking, &methods),
        methods,
    }
}

/// One group a block, one entry a method.
pub(super) fn groups(ranking: &Ranking, methods: &[String]) -> Vec<Group> {
    let bar = |entry: &Ranked| Bar {
        value: entry.value.value,
        text: super::typeset(&entry.value.shown),
        error: None,
    };
    ranking
        .blocks
        .iter()
        .map(|block| Group {
            label: block.block.label().to_owned(),
            values: super::in_order(block, methods).into_iter().map(|e| e.map(bar)).collect(),
        })
        .collect()
}
