//! The index of a folder of reports.

use std::collections::HashMap;

use crate::report::document::{Cell, Column, Document, Section, Table};
use crate::words::count;

/// A report's line in the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexEntry {
    /// The report's file, from the index's folder.
    pub file: String,
    /// Its title.
    pub title: String,
    /// The input it is of.
    pub source: String,
    /// How many methods it ranks.
    pub methods: usize,
    /// In how many blocks.
    pub blocks: usize,
    /// The method (or methods) with the best mean rank, or why none is named.
    pub best: String,
    /// How many findings of each severity the audit has: errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Things to know.
    pub infos: usize,
    /// Whether any part of it is forced.
    pub forced: bool,
}

/// The index: a line a report, and the inputs that have none, each with the reason.
#[must_use]
pub fn index(entries: &[IndexEntry], failed: &[(String, String)]) -> Document {
    let all = entries.len() + failed.len();
    let forced = entries.iter().filter(|e| e.forced).count();
    let mut document = Document {
        title: count(entries.len(), "report"),
        notice: (forced > 0).then(|| {
            format!(
                "FORCED, not like for like: {forced} of {}; each of them says what was forced.",
                count(entries.len(), "report")
            )
        }),
        ..Document::default()
    };
    if !failed.is_empty() {
        document.lead.push(format!(
            "No report could be made of {} of {}; {} listed below.",
            failed.len(),
            count(all, "input"),
            if failed.len() == 1 { "it is" } else { "they are" }
        ));
    }
    document.lead.push("Each report stands on its own: nothing is compared between them.".to_owned());
    if !entries.is_empty() {
        let mut table = Table {
            columns: vec![
                Column::left("report", "report"),
                Column::left("input", "source"),
                Column::right("methods", "methods"),
                Column::right("blocks", "blocks"),
                Column::left("best", "best"),
                Column::right("errors", "errors"),
                Column::right("warnings", "warnings"),
                Column::right("to know", "infos"),
                Column::left(if forced > 0 { "basis" } else { "" }, "basis"),
            ],
            ..Table::default()
        };
        // no two links read alike
        let mut titles: HashMap<&str, usize> = HashMap::new();
        entries.iter().for_each(|e| *titles.entry(&e.title).or_default() += 1);
        let alike = |e: &IndexEntry| titles.get(e.title.as_str()).is_some_and(|n| *n > 1);
        let name = |e: &IndexEntry| {
            let file = e.file.rsplit_once('.').map_or(e.file.as_str(), |(stem, _)| stem);
            if alike(e) { format!("{} ({file})", e.title) } else { e.title.clone() }
        };
        for e in entries {
            table.rows.push(vec![
                Cell::from(name(e)).linked(&e.file),
                e.source.as_str().into(),
                e.methods.to_string().into(),
                e.blocks.to_string().into(),
                e.best.as_str().into(),
                e.errors.to_string().into(),
                e.warnings.to_string().into(),
                e.infos.to_string().into(),
                if e.forced { "forced" } else { "" }.into(),
            ]);
        }
        let mut section = Section::table("Reports", table);
        section.after.push("Best is the method with the best mean rank over the blocks.".to_owned());
        document.sections.push(section);
    }
    if !failed.is_empty() {
        let table = Table {
            columns: vec![Column::left("input", "source"), Column::left("why", "why")],
            rows: failed
                .iter()
                .map(|(source, why)| vec![source.as_str().into(), why.as_str().into()])
                .collect(),
            ..Table::default()
        };
        document.sections.push(Section::table("No report", table));
    }
    document.foot.push(format!("Made by likewise {}.", env!("CARGO_PKG_VERSION")));
    document
}
