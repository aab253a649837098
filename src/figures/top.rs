//! Only the best methods: a figure of a hundred says less than one of the fifteen that matter. Which are the best is
//! decided by mean rank, and the ranks shown stay those among all.

use rustc_hash::FxHashMap;

use crate::analysis::{Intervals, Ranking, Spread};
use crate::comparability::Subject;

/// Keeps the subjects of a ranking that have the best mean rank over the blocks that they have; ties in order of their
/// names.
pub fn of_ranking(ranking: &mut Ranking, top: usize) {
    let mut ranks: FxHashMap<&Subject, (f64, f64)> = FxHashMap::default();
    for entry in ranking.blocks.iter().flat_map(|b| &b.entries) {
        let sum = ranks.entry(&entry.subject).or_default();
        *sum = (sum.0 + entry.midrank, sum.1 + 1.0);
    }
    let mut order: Vec<(f64, &Subject)> = ranks.into_iter().map(|(s, (sum, n))| (sum / n, s)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(b.1)));
    let all = order.len();
    if all <= top {
        return;
    }
    let kept: Vec<Subject> = order[..top].iter().map(|o| o.1.clone()).collect();
    for block in &mut ranking.blocks {
        block.entries.retain(|e| kept.contains(&e.subject));
    }
    ranking.blocks.retain(|b| !b.entries.is_empty());
    said(&mut ranking.why_blocks, top, all);
}

/// Keeps the first subjects of a spread, which is in the order of their mean ranks.
pub fn of_spread(spread: &mut Spread, top: usize) {
    let all = spread.subjects.len();
    if all > top {
        spread.subjects.truncate(top);
        said(&mut spread.why_blocks, top, all);
    }
}

/// Keeps the first subjects of some intervals, which are in the order of their mean ranks.
pub fn of_intervals(found: &mut Intervals, top: usize) {
    let all = found.subjects.len();
    if all > top {
        found.subjects.truncate(top);
        found.quantities.iter_mut().for_each(|q| q.estimates.truncate(top));
        said(&mut found.why_blocks, top, all);
    }
}

/// Adds to a subtitle that there are more.
fn said(subtitle: &mut String, top: usize, all: usize) {
    let methods = if top == 1 { "method" } else { "methods" };
    let words = format!("the {top} {methods} of {all} with the best mean rank");
    *subtitle = if subtitle.is_empty() { words } else { format!("{subtitle}; {words}") };
}
