//! The one list over all blocks, with its notice where it is forced.

use crate::analysis::PooledList;
use crate::chart::{SortedData, SortedRow};

/// The bars of a pooled list, best first.
#[must_use]
pub fn sorted(list: &PooledList, title: Option<&str>) -> SortedData {
    let methods = super::labels(list.entries.iter().map(|e| &e.subject));
    let mut blocks: Vec<String> = list.entries.iter().map(|e| e.block.label().to_owned()).collect();
    blocks.sort_by(|a, b| crate::results::order::natural(a, b));
    blocks.dedup();
    let rows = list
        .entries
        .iter()
        .map(|entry| SortedRow {
            method: super::place(&methods, &entry.subject),
            // every entry's block is among the blocks
            block: blocks.iter().position(|b| b == entry.block.label()).unwrap_or(0),
            value: entry.value.value,
            text: super::typeset(&entry.value.shown),
        })
        .collect();
    // one block needs no force: nothing is pooled
    let says = if blocks.len() > 1 { "one list over all blocks" } else { "all results are of one block" };
    let mut head = super::head(&list.protocol, &list.basis, title, says);
    let notice = head.notice.take().unwrap_or_default();
    SortedData { head, notice, methods, blocks, rows }
}
