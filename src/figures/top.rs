//! Only the best methods: a figure of a hundred says less than one of the fifteen that matter. Which are the best is
//! decided by mean rank, and the ranks shown stay those among all.

use rustc_hash::FxHashMap;

use crate::analysis::{Intervals, Ranking, Spread, spread_of_best};
use crate::comparability::{AcrossBlocks, Comparable, Subject};

/// Keeps the subjects of a ranking that have the best mean rank, of those in most blocks: a good rank in the few blocks
/// that a subject has is not held against the ranks of those that have all. Ties in order of their names.
pub fn of_ranking(ranking: &mut Ranking, top: usize) {
    let mut ranks: FxHashMap<&Subject, (f64, f64)> = FxHashMap::default();
    for entry in ranking.blocks.iter().flat_map(|b| &b.entries) {
        let sum = ranks.entry(&entry.subject).or_default();
        *sum = (sum.0 + entry.midrank, sum.1 + 1.0);
    }
    let uneven = ranks.values().any(|(_, n)| *n != ranking.blocks.len() as f64);
    let mut order: Vec<(f64, f64, &Subject)> =
        ranks.into_iter().map(|(s, (sum, n))| (n, sum / n, s)).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1)).then_with(|| a.2.cmp(b.2)));
    let all = order.len();
    if all <= top {
        return;
    }
    let kept: Vec<Subject> = order[..top].iter().map(|o| o.2.clone()).collect();
    for block in &mut ranking.blocks {
        block.entries.retain(|e| kept.contains(&e.subject));
    }
    ranking.blocks.retain(|b| !b.entries.is_empty());
    said(&mut ranking.why_blocks, top, all, uneven);
}

/// The spreads of the subjects with the best mean rank, of those in most blocks, as [`of_ranking`].
#[must_use]
pub fn spread(comparable: &Comparable<AcrossBlocks>, top: usize) -> Vec<Spread> {
    let best = spread_of_best(comparable, top).into_iter().map(|(mut spread, all)| {
        if all.subjects > top {
            said(&mut spread.why_blocks, top, all.subjects, all.uneven);
        }
        spread
    });
    best.collect()
}

/// Keeps the first subjects of some intervals, which are in the order of their mean ranks.
pub fn of_intervals(found: &mut Intervals, top: usize) {
    let all = found.subjects.len();
    if all > top {
        found.subjects.truncate(top);
        found.quantities.iter_mut().for_each(|q| q.estimates.truncate(top));
        said(&mut found.why_blocks, top, all, false);
    }
}

/// Adds to a subtitle that there are more, and where not all have every block, who comes first.
fn said(subtitle: &mut String, top: usize, all: usize, uneven: bool) {
    let methods = if top == 1 { "method" } else { "methods" };
    let first = if uneven { ", those in most blocks first" } else { "" };
    let words = format!("the {top} {methods} of {all} with the best mean rank{first}");
    *subtitle = if subtitle.is_empty() { words } else { format!("{subtitle}; {words}") };
}
