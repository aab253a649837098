//! Spreads over the blocks.

use super::common::{
    basis_lines, ends, fixed, mark_passed, no_value_line, optional, protocol_context, rank, signed,
    unplaced_section,
};
use crate::analysis::{Spread, SubjectSpread};
use crate::report::document::{Column, Document, Section, Table};
use crate::words::few;

/// How much each method moves over its blocks.
#[must_use]
pub fn spread(spreads: &[Spread]) -> Document {
    let Some(first) = spreads.first() else {
        return Document::default();
    };
    let several = spreads.len() > 1;
    let mut document = Document { notice: first.basis.notice(), ..Document::default() };
    document.title = if several {
        format!("Spread over the blocks in {} protocols", spreads.len())
    } else {
        format!("Spread over the blocks: {}", first.protocol.label())
    };
    document.lead = basis_lines(&first.basis, if several { "" } else { &first.why_blocks });
    for spread in spreads {
        let head = |text: &str| {
            if several { format!("{} | {text}", spread.protocol.label()) } else { text.to_owned() }
        };
        document.sections.push(values(spread, head("Values")));
        document.sections.extend(intervals(spread, head("Interval of the mean")));
        document.sections.extend(adjusted(spread, head("After removing each block's main effect")));
        document.sections.extend(effects(spread, &head("Block effects")));
    }
    document.sections.extend(unplaced_section(&first.unplaced));
    document.foot.extend(no_value_line(&first.without_value));
    document.foot.push(
        "n blocks; sd with n - 1; cv = sd / |mean|, empty where values have both signs; MAD = median distance from the \
         median, not scaled; ranks with ties shared as their mean."
            .to_owned(),
    );
    document
}

fn values(spread: &Spread, heading: String) -> Section {
    let columns = vec![
        Column::left("method", "method"),
        Column::right("n", "n"),
        Column::point("min", "min"),
        Column::left("on", "min_block"),
        Column::point("max", "max"),
        Column::left("on", "max_block"),
        Column::point("range", "range"),
        Column::point("mean", "mean"),
        Column::point("sd", "sd"),
        Column::point("cv", "cv"),
        Column::point("median", "median"),
        Column::point("MAD", "mad"),
        Column::point("best rank", "rank_min"),
        Column::point("worst", "rank_max"),
        Column::point("mean rank", "rank_mean"),
        // in tables of their own below
        Column::point("low", "mean_low").aside(),
        Column::point("high", "mean_high").aside(),
        Column::left("passes", "passes").aside(),
        Column::point("range", "adjusted_range").aside(),
        Column::point("sd", "adjusted_sd").aside(),
        Column::point("MAD", "adjusted_mad").aside(),
    ];
    let mut table = Table { columns, context: protocol_context(&spread.protocol), ..Table::default() };
    table.rows.reserve(spread.subjects.len());
    for s in &spread.subjects {
        table.rows.push(vec![
            s.subject.label().into(),
            s.n.to_string().into(),
            s.min.0.shown.as_str().into(),
            s.min.1.label().into(),
            s.max.0.shown.as_str().into(),
            s.max.1.label().into(),
            s.range.as_ref().map_or_else(String::new, |r| r.shown.clone()).into(),
            fixed(s.mean, 4).into(),
            optional(s.sd, 4).into(),
            optional(s.cv, 4).into(),
            fixed(s.median, 4).into(),
            optional(s.mad, 4).into(),
            rank(s.rank_min).into(),
            rank(s.rank_max).into(),
            optional(s.rank_mean, 3).into(),
            optional(s.mean_interval.map(|i| i.0), 4).into(),
            optional(s.mean_interval.map(|i| i.1), 4).into(),
            ends(&s.mean_interval_passes).into(),
            optional(s.adjusted_range, 4).into(),
            optional(s.adjusted_sd, 4).into(),
            optional(s.adjusted_mad, 4).into(),
        ]);
    }
    let mut section = Section::table(heading, table);
    if spread.uneven {
        section.after.push(
            "Not every method has every block: the rows are in the order of their names, and their means, medians and \
             ranks, which are over other blocks, don't compare them."
                .to_owned(),
        );
    }
    section
}

fn intervals(spread: &Spread, heading: String) -> Option<Section> {
    let columns = vec![
        Column::left("method", "method"),
        Column::point("mean", "mean"),
        Column::point("low", "mean_low"),
        Column::point("high", "mean_high"),
    ];
    let mut table = Table { columns, context: protocol_context(&spread.protocol), ..Table::default() };
    for s in &spread.subjects {
        if let Some((low, high)) = s.mean_interval {
            table.rows.push(vec![
                s.subject.label().into(),
                fixed(s.mean, 4).into(),
                fixed(low, 4).into(),
                fixed(high, 4).into(),
            ]);
        }
    }
    let mut section = Section::table(heading, table);
    section.after.push(
        "95 % by Student's t over the blocks, as if they were drawn from many such blocks. Two methods are not compared by \
         these: see likewise compare, which pairs them block by block."
            .to_owned(),
    );
    let without = |why: &str, of: &dyn Fn(&SubjectSpread) -> bool| {
        let names: Vec<String> = spread
            .subjects
            .iter()
            .filter(|s| s.mean_interval.is_none() && of(s))
            .map(|s| s.subject.label())
            .collect();
        (!names.is_empty()).then(|| format!("No interval of {}: {why}.", few(&names, 6, ", ", String::clone)))
    };
    section.after.extend(without("one block is no spread", &|s| s.n == 1));
    section.after.extend(without("the values are all equal", &|s| s.n > 1 && s.sd == Some(0.0)));
    let passed: Vec<&[f64]> = spread
        .subjects
        .iter()
        .filter(|s| s.mean_interval.is_some())
        .map(|s| s.mean_interval_passes.as_slice())
        .collect();
    mark_passed(
        &mut section,
        &passed,
        &format!("the scale of {}", spread.protocol.metric_label()),
        "take the median with the smallest and the largest value above",
    );
    section.table.as_ref().is_some_and(|t| !t.rows.is_empty()).then_some(section)
}

fn adjusted(spread: &Spread, heading: String) -> Option<Section> {
    if spread.blocks.len() < 2 || spread.subjects.len() < 2 {
        return None;
    }
    if spread.effects.is_empty() {
        return Some(Section::text(
            Some(heading),
            vec!["The methods' and blocks' effects can't be told apart: no chain of shared blocks joins all methods.".to_owned()],
        ));
    }
    let columns = vec![
        Column::left("method", "method"),
        Column::point("range", "adjusted_range"),
        Column::point("sd", "adjusted_sd"),
        Column::point("MAD", "adjusted_mad"),
    ];
    let mut table = Table { columns, context: protocol_context(&spread.protocol), ..Table::default() };
    for s in &spread.subjects {
        table.rows.push(vec![
            s.subject.label().into(),
            optional(s.adjusted_range, 4).into(),
            optional(s.adjusted_sd, 4).into(),
            optional(s.adjusted_mad, 4).into(),
        ]);
    }
    Some(Section::table(heading, table))
}

fn effects(spread: &Spread, heading: &str) -> Vec<Section> {
    if spread.effects.is_empty() || spread.blocks.len() < 2 {
        return Vec::new();
    }
    let mut blocks = Table {
        columns: vec![Column::left("block", "block"), Column::point("effect", "effect")],
        context: protocol_context(&spread.protocol),
        ..Table::default()
    };
    for e in &spread.effects {
        blocks.rows.push(vec![e.block.label().into(), signed(e.effect).into()]);
    }
    let mut section = Section::table(heading.to_owned(), blocks);
    let largest: Vec<String> = spread
        .residuals
        .iter()
        .take(3)
        .filter(|r| r.residual.abs() > 5e-4)
        .map(|r| format!("{} on {} {}", r.subject.label(), r.block.label(), signed(r.residual)))
        .collect();
    if !largest.is_empty() {
        section.after.push(format!("Largest residuals of the additive fit: {}.", largest.join(", ")));
    }
    vec![section]
}
