//! What the additive fit leaves over.

use crate::analysis::Decomposition;
use crate::chart::{HeatCell, InteractionData, InteractionRow};

/// The residuals of a decomposition, the subject of the best mean first, with one place more than the
/// values have.
#[must_use]
pub fn interaction(fit: &Decomposition, title: Option<&str>) -> InteractionData {
    let methods = super::labels(fit.subjects.iter().map(|s| &s.subject));
    let places = fit.places + 1;
    let signed = |value: f64| super::signed(value, places);
    let rows = fit
        .subjects
        .iter()
        .map(|s| InteractionRow {
            method: super::place(&methods, &s.subject),
            effect: signed(s.effect),
            residuals: s.residuals.iter().map(|&r| Some(HeatCell { value: r, text: signed(r) })).collect(),
        })
        .collect();
    let mut says = fit.why_blocks.clone();
    if let Some(shares) = fit.shares {
        says += &format!(
            ". Of all variation {:.0}% lies between methods, {:.0}% between blocks, {:.0}% in neither",
            100.0 * shares.subjects,
            100.0 * shares.blocks,
            100.0 * shares.residual
        );
    }
    let largest = fit.subjects.iter().flat_map(|s| &s.residuals).fold(0.0, |m: f64, r| m.max(r.abs()));
    let mut head = super::head(&fit.protocol, &fit.basis, title, &says);
    head.axis += "; what method and block leave";
    InteractionData {
        head,
        methods,
        blocks: fit.blocks.iter().map(|b| b.block.label().to_owned()).collect(),
        rows,
        block_effects: fit.blocks.iter().map(|b| signed(b.effect)).collect(),
        overall: super::fixed(fit.grand_mean, places),
        largest: (largest, super::fixed(largest, places)),
    }
}
