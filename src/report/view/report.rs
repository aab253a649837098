//! The whole report of a set of results.

use super::common::basis_lines;
use super::{findings, mean_ranks, ranking, spread};
use crate::analysis::{MeanRanks, Ranking, Spread};
use crate::comparability::Finding;
use crate::ingest::InputReport;
use crate::report::document::{Column, Document, Section, Table};

/// A figure of a report.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Which figure: `bars`, `ranking`, `spread`.
    pub kind: &'static str,
    /// Of which ranking or spread, from 0.
    pub at: usize,
    /// Its file, from the report's folder.
    pub path: String,
    /// What it shows, in words.
    pub alternative: String,
}

/// What a report is made from.
#[derive(Debug, Clone)]
pub struct ReportParts<'a> {
    /// The title, instead of one made from the results.
    pub title: Option<&'a str>,
    /// The rankings, one a protocol.
    pub rankings: &'a [Ranking],
    /// The mean ranks, or why there are none.
    pub mean_ranks: Result<&'a [MeanRanks], &'a String>,
    /// The spreads, or why there are none.
    pub spreads: Result<&'a [Spread], &'a String>,
    /// The audit's findings.
    pub findings: &'a [Finding],
    /// How many results were read.
    pub results: usize,
    /// The inputs.
    pub inputs: &'a [InputReport],
    /// The figures.
    pub pictures: &'a [Picture],
    /// The command that makes the report again.
    pub command: &'a str,
}

/// The report: what was compared and on what basis, the rankings, the mean ranks, the spreads, the
/// findings, and how it was made.
#[must_use]
pub fn report(parts: &ReportParts<'_>) -> Document {
    let Some(first) = parts.rankings.first() else {
        return Document::default();
    };
    let place = first.protocol.place();
    let made = if place.is_empty() { first.protocol.metric_label() } else { place };
    let forced = parts.spreads.ok().and_then(|s| s.first()).map(|s| &s.basis).filter(|b| b.is_forced());
    let forced =
        forced.or(parts.mean_ranks.ok().and_then(|m| m.first()).map(|m| &m.basis).filter(|b| b.is_forced()));
    let basis = forced.unwrap_or(&first.basis);
    let mut document = Document {
        title: parts.title.map_or_else(
            || {
                if parts.rankings.len() == 1 { made } else { "Results".to_owned() }
            },
            str::to_owned,
        ),
        notice: basis.notice(),
        ..Document::default()
    };
    let measured = if parts.rankings.len() == 1 {
        first.protocol.label()
    } else {
        format!("{} protocols, each on its own", parts.rankings.len())
    };
    document.lead.push(format!("{} results. {measured}.", parts.results));
    document.lead.extend(basis_lines(basis, if parts.rankings.len() == 1 { &first.why_blocks } else { "" }));
    document.lead.push(
        "Methods are ranked inside each block, where all settings match; a number of one block says nothing against a \
         number of another one."
            .to_owned(),
    );

    chapter(
        &mut document,
        "Rankings inside each block",
        &pictures(parts, &["bars", "ranking"]),
        ranking(parts.rankings),
    );
    match parts.mean_ranks {
        Ok(ranks) => {
            let mut part = mean_ranks(ranks);
            part.lead = ranks
                .first()
                .map(|r| r.basis.notes().iter().map(|n| format!("Note: {n}.")).collect())
                .unwrap_or_default();
            chapter(&mut document, "Mean ranks over the blocks", &[], part);
        }
        Err(why) => document.sections.push(refused("Mean ranks over the blocks", why)),
    }
    match parts.spreads {
        Ok(spreads) => {
            chapter(&mut document, "Spread over the blocks", &pictures(parts, &["spread"]), spread(spreads))
        }
        Err(why) => document.sections.push(refused("Spread over the blocks", why)),
    }
    let found = findings(parts.findings, parts.results);
    let mut found_sections = found.sections;
    for section in &mut found_sections {
        section.heading = Some("Findings".to_owned());
        section.before.push(format!("{}. {}", found.title, found.foot.join(" ")));
    }
    if found_sections.is_empty() {
        found_sections.push(Section::text(Some("Findings".to_owned()), vec!["None.".to_owned()]));
    }
    document.sections.extend(found_sections);
    document.sections.push(inputs(parts));
    document
}

/// A part of the report: its figures under one heading, then its own sections.
fn chapter(document: &mut Document, heading: &str, figures: &[Section], mut part: Document) {
    part.lead.retain(|line| !document.lead.contains(line));
    document.sections.push(Section::text(Some(heading.to_owned()), part.lead));
    document.sections.extend(figures.iter().cloned());
    for mut section in part.sections {
        section.level = 1;
        document.sections.push(section);
    }
    if !part.foot.is_empty() {
        document.sections.push(Section::text(None, part.foot));
    }
}

fn pictures(parts: &ReportParts<'_>, kinds: &[&str]) -> Vec<Section> {
    let of = parts.pictures.iter().filter(|p| kinds.contains(&p.kind));
    of.map(|p| Section { picture: Some((p.path.clone(), p.alternative.clone())), ..Section::default() })
        .collect()
}

fn refused(heading: &str, why: &str) -> Section {
    Section::text(
        Some(heading.to_owned()),
        vec![format!("Refused, since this would not compare like with like: {why}.")],
    )
}

fn inputs(parts: &ReportParts<'_>) -> Section {
    let mut table = Table {
        columns: vec![
            Column::left("input", "source"),
            Column::left("format", "format"),
            Column::right("results", "results"),
        ],
        ..Table::default()
    };
    for input in parts.inputs {
        table.rows.push(vec![
            input.source.as_str().into(),
            input.format.into(),
            input.results.to_string().into(),
        ]);
    }
    let mut section = Section::table("How it was made", table);
    section.after.push(format!("Made by likewise {} with: {}", env!("CARGO_PKG_VERSION"), parts.command));
    section
}
