//! Whether the blocks order the methods alike.

use super::common::{basis_lines, fixed, name_protocol, optional, protocol_context};
use crate::analysis::{Agreement, BlockAgreement};
use crate::p_value::p_at_most;
use crate::report::document::{Column, Document, Section, Table};
use crate::stats::Variant;
use crate::words::few;

/// How far each pair of blocks agrees, and who changes places.
#[must_use]
pub fn agreement(all: &[Agreement]) -> Document {
    let Some(first) = all.first() else { return Document::default() };
    let mut document = Document {
        notice: first.basis.notice(),
        title: format!("Agreement of blocks: {}", first.protocol.label()),
        lead: basis_lines(&first.basis, ""),
        ..Document::default()
    };
    if all.len() > 1 {
        document.title = format!("Agreement of blocks in {} protocols", all.len());
    }
    for agreement in all {
        let heading = (all.len() > 1).then(|| agreement.protocol.label());
        let mut sections = [Section::text(heading, words(agreement)), pairs(agreement)];
        if all.len() > 1 {
            name_protocol(&mut sections, &agreement.protocol);
        }
        document.sections.extend(sections);
    }
    document.foot.push(
        "tau-b and rho from -1 (reversed) to 1 (the same order), each with its two-sided p, unadjusted for the number of pairs. The weighted tau counts changes at the top \
         more; the overlap is rank-biased with persistence 0.9. A > B: A is ahead in the first block, B in the second."
            .to_owned(),
    );
    document
}

fn words(agreement: &Agreement) -> Vec<String> {
    let mut lines = Vec::new();
    let f = &agreement.friedman;
    if let Some(w) = f.kendall_w {
        lines.push(format!(
            "Kendall's W {} over {} blocks of {} methods (1: all blocks give one order; Friedman's p {}).",
            fixed(w, 4),
            f.blocks,
            agreement.subjects,
            p_at_most(f.p.p(), f.p.is_bound())
        ));
    }
    if f.kendall_w.is_none() {
        lines.push("Kendall's W is not defined: in every block all methods tie.".to_owned());
    }
    let same = agreement.pairs.iter().filter(|p| p.same_best).count();
    let changed = agreement.pairs.iter().filter(|p| !p.reversals.is_empty()).count();
    let n = agreement.pairs.len();
    lines.push(format!(
        "The same method is best in {same} of {n} pair{} of blocks; methods change places in {changed}.",
        if n == 1 { "" } else { "s" }
    ));
    lines
}

fn pairs(agreement: &Agreement) -> Section {
    let mut table = Table {
        columns: vec![
            Column::left("block", "a"),
            Column::left("block", "b"),
            Column::point("tau-b", "tau_b"),
            Column::point("p", "tau_p"),
            Column::point("rho", "rho"),
            Column::point("p", "rho_p"),
            Column::point("weighted tau", "weighted_tau"),
            Column::point("overlap", "overlap"),
            Column::left("change places", "reversals"),
        ],
        context: protocol_context(&agreement.protocol),
        ..Table::default()
    };
    for pair in &agreement.pairs {
        table.rows.push(vec![
            pair.a.label().into(),
            pair.b.label().into(),
            optional(pair.kendall.as_ref().map(|k| k.tau_b), 3).into(),
            pair.kendall.as_ref().map_or_else(String::new, |k| p_text(k.p, &k.variant)).into(),
            optional(pair.spearman.as_ref().map(|s| s.rho), 3).into(),
            pair.spearman.as_ref().map_or_else(String::new, |s| p_text(s.p, &s.variant)).into(),
            optional(pair.weighted_tau, 3).into(),
            fixed(pair.overlap, 3).into(),
            reversals(pair).into(),
        ]);
    }
    let mut section = Section { level: 1, ..Section::table("Pairs of blocks", table) };
    if agreement.pairs.iter().any(|p| p.kendall.is_none()) {
        section
            .after
            .push("No correlation with a block in which all methods tie: it gives no order.".to_owned());
    }
    if agreement.pairs.iter().any(|p| p.kendall.as_ref().is_some_and(|k| !inexact(&k.variant).is_empty())) {
        section
            .after
            .push("~ marks a p-value that is not exact: too many methods to count all orders.".to_owned());
    }
    section
}

/// A p-value with a mark where it is not exact.
fn p_text(p: f64, variant: &Variant) -> String {
    p_at_most(p, variant.is_bound()) + inexact(variant)
}

const fn inexact(variant: &Variant) -> &'static str {
    if matches!(variant, Variant::Exact) { "" } else { "~" }
}

fn reversals(pair: &BlockAgreement) -> String {
    if pair.reversals.is_empty() {
        return "none".to_owned();
    }
    few(&pair.reversals, 4, ", ", |r| format!("{} > {}", r.first.label(), r.second.label()))
}
