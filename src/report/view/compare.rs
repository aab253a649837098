//! Two subjects, or two results.

use super::common::{basis_lines, optional, protocol_context};
use crate::analysis::{CellRef, Comparison, Difference};
use crate::comparability::{Basis, Subject};
use crate::report::document::{Cell, Column, Document, Mark, Section, Table};
use crate::results::Protocol;

/// Two subjects, block by block, and what is shown of them at a level of confidence.
#[must_use]
pub fn comparison(all: &[Comparison], level: f64) -> Document {
    let Some(first) = all.first() else {
        return Document::default();
    };
    let several = all.len() > 1;
    let mut document = Document {
        notice: first.basis.notice(),
        title: format!("{} against {}", first.a.label(), first.b.label()),
        lead: basis_lines(&first.basis, ""),
        ..Document::default()
    };
    if !several {
        document.lead.insert(0, first.protocol.label());
    }
    for c in all {
        let mut table = Table {
            columns: vec![
                Column::left("block", "block"),
                Column::point(c.a.label(), "a"),
                Column::point(c.b.label(), "b"),
                Column::point("difference", "difference"),
                Column::left("better", "better"),
            ],
            context: protocol_context(&c.protocol),
            ..Table::default()
        };
        for row in &c.blocks {
            table.rows.push(row_cells(row.block.label(), &c.a, &row.difference));
        }
        let n = c.blocks.len();
        let mut section = Section { table: Some(table), ..Section::default() };
        section.heading = several.then(|| c.protocol.label());
        section.after.push(format!(
            "{} wins {} of {n} block{}, ties {}, loses {}.",
            c.a.label(),
            c.wins,
            if n == 1 { "" } else { "s" },
            c.ties,
            c.losses
        ));
        if c.mean_difference.is_some() {
            section.after.push(format!(
                "Mean difference {} and median {}, {} minus {}.",
                optional(c.mean_difference, 4),
                optional(c.median_difference, 4),
                c.a.label(),
                c.b.label()
            ));
        }
        document.sections.push(section);
        if let Some(statistics) = &c.statistics {
            document.sections.extend(super::pair::statistics(c, statistics, level));
        }
    }
    document
}

fn row_cells(block: &str, a: &Subject, d: &Difference) -> Vec<Cell> {
    let (first, second) = match &d.better {
        None => (Mark::Plain, Mark::Plain),
        Some(better) if better == a => (Mark::Best, Mark::Plain),
        Some(_) => (Mark::Plain, Mark::Best),
    };
    let close = if d.within_rounding { " (within rounding)" } else { "" };
    vec![
        block.into(),
        Cell::from(d.a.shown.as_str()).marked(first),
        Cell::from(d.b.shown.as_str()).marked(second),
        d.difference.shown.as_str().into(),
        format!("{}{close}", d.better.as_ref().map_or_else(|| "tie".to_owned(), Subject::label)).into(),
    ]
}

/// Two single results.
#[must_use]
pub fn compared_cells(
    protocol: &Protocol,
    basis: &Basis,
    a: &CellRef,
    b: &CellRef,
    d: &Difference,
) -> Document {
    let name = |r: &CellRef| format!("{} on {}", r.subject.label(), r.block.label());
    let table = Table {
        columns: vec![Column::left("result", "result"), Column::point(protocol.metric_label(), "value")],
        rows: vec![
            vec![name(a).into(), d.a.shown.as_str().into()],
            vec![name(b).into(), d.b.shown.as_str().into()],
        ],
        context: protocol_context(protocol),
        ..Table::default()
    };
    let close = if d.within_rounding { ", within rounding" } else { "" };
    let verdict = match &d.better {
        None => "The two are level.".to_owned(),
        Some(s) if *s == a.subject => {
            format!("{} is better by {}{close}.", name(a), d.difference.shown.trim_start_matches('-'))
        }
        Some(_) => format!("{} is better by {}{close}.", name(b), d.difference.shown.trim_start_matches('-')),
    };
    Document {
        notice: basis.notice(),
        title: format!("{} against {}", name(a), name(b)),
        lead: std::iter::once(protocol.label()).chain(basis_lines(basis, "")).collect(),
        sections: vec![Section { table: Some(table), after: vec![verdict], ..Section::default() }],
        ..Document::default()
    }
}
