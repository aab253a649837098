//! Estimates with intervals, one panel a quantity.

use crate::analysis::{Intervals, Quantity};
use crate::chart::{Bar, IntervalPanel, IntervalRow, IntervalsData, Reading};

/// The panels of some intervals, each with its own scale, the best mean rank first.
#[must_use]
pub fn intervals(found: &Intervals, title: Option<&str>) -> IntervalsData {
    let methods = super::labels(found.subjects.iter());
    // a mean of whole numbers need not be one
    let places = found.places.max(1);
    let metric = found.protocol.metric_label();
    let panels = found
        .quantities
        .iter()
        .map(|q| {
            let zero = matches!(q.quantity, Quantity::ToBlockMean);
            let (label, axis) = match &q.quantity {
                Quantity::InBlock(block) => (block.label().to_owned(), metric.clone()),
                Quantity::ToBlockMean => ("to the block's mean".to_owned(), metric.clone()),
                Quantity::MeanRank => ("mean rank".to_owned(), "1 is best".to_owned()),
            };
            let reference = zero.then(|| Reading { value: 0.0, text: "block's mean".to_owned() });
            let ranks = matches!(q.quantity, Quantity::MeanRank).then_some(found.subjects.len());
            IntervalPanel { label, axis, reference, ranks }
        })
        .collect();
    let rows = found
        .subjects
        .iter()
        .enumerate()
        .map(|(at, subject)| IntervalRow {
            method: super::place(&methods, subject),
            values: found
                .quantities
                .iter()
                .map(|q| {
                    let e = &q.estimates[at];
                    let show = |v: f64| match q.quantity {
                        Quantity::ToBlockMean => super::signed(v, places),
                        Quantity::MeanRank => super::fixed(v, 2),
                        Quantity::InBlock(_) => super::fixed(v, places),
                    };
                    let text = match e.interval {
                        Some((low, high)) => format!("{} [{}, {}]", show(e.estimate), show(low), show(high)),
                        None => show(e.estimate),
                    };
                    Some(Bar { value: e.estimate, text, error: e.interval })
                })
                .collect(),
        })
        .collect();
    let mut head = super::head(&found.protocol, &found.basis, title, &found.why_blocks);
    head.axis += &format!("; {}", found.meaning);
    if found.quantities.iter().flat_map(|q| &q.estimates).any(|e| e.interval.is_none()) {
        head.axis += ", none where values do not vary";
    }
    let ranks = |q: &&crate::analysis::Estimates| matches!(q.quantity, Quantity::MeanRank);
    if found.quantities.iter().filter(ranks).flat_map(|q| &q.estimates).any(|e| !e.passes.is_empty()) {
        head.axis += "; a line without a mark at its end goes on past the ranks";
    }
    IntervalsData { head, methods, panels, rows }
}
