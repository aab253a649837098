//! The whole report of a set of results.

use super::common::basis_lines;
use super::policy::policy_section;
use super::{findings, mean_ranks, ranking, spread};
use crate::analysis::{MeanRanks, Ranking, Spread};
use crate::comparability::{Basis, Finding, Policy, find_code};
use crate::ingest::InputReport;
use crate::report::document::{Column, Document, Drawing, Section, Table};
use crate::words::count;

/// A figure of a report.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Which figure: `bars`, `ranking`, `heatmap`, `spread`.
    pub kind: &'static str,
    /// Of which ranking or spread, from 0.
    pub at: usize,
    /// Its file, from the report's folder.
    pub path: String,
    /// What it shows, in words.
    pub alternative: String,
    /// The figure itself, as SVG.
    pub svg: String,
    /// The same on dark paper, where the other is on light.
    pub dark: Option<String>,
}

/// A part of a report that stands between the spreads and the findings.
#[derive(Debug, Clone)]
pub struct Chapter<'a> {
    /// Its heading.
    pub heading: &'a str,
    /// The kinds of its figures.
    pub pictures: &'a [&'a str],
    /// What it says, or why it may not be said.
    pub content: Result<Document, String>,
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
    /// What else was computed, such as tests and intervals.
    pub chapters: Vec<Chapter<'a>>,
    /// The policy that was applied.
    pub policy: &'a Policy,
    /// The audit's findings.
    pub findings: &'a [Finding],
    /// How many results are selected.
    pub results: usize,
    /// How many results were read, of which the findings speak.
    pub read: usize,
    /// The inputs.
    pub inputs: &'a [InputReport],
    /// The figures.
    pub pictures: &'a [Picture],
    /// The command that makes the report again.
    pub command: &'a str,
}

impl ReportParts<'_> {
    /// What the report as a whole stands on: forced as soon as one of its parts is.
    #[must_use]
    pub fn basis(&self) -> Option<&Basis> {
        let spread = self.spreads.ok().and_then(|s| s.first()).map(|s| &s.basis);
        let across = self.mean_ranks.ok().and_then(|m| m.first()).map(|m| &m.basis);
        let inside = self.rankings.first().map(|r| &r.basis);
        [spread, across].into_iter().flatten().find(|b| b.is_forced()).or(inside)
    }
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
    let basis = parts.basis().unwrap_or(&first.basis);
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
    let results = if parts.results == parts.read {
        count(parts.results, "result")
    } else {
        format!("{} of the {} read", parts.results, count(parts.read, "result"))
    };
    document.lead.push(format!("{results}. {measured}."));
    document.lead.extend(basis_lines(basis, if parts.rankings.len() == 1 { &first.why_blocks } else { "" }));
    document.lead.push(
        "Methods are ranked inside each block, where all settings match; a number of one block says nothing against a \
         number of another one."
            .to_owned(),
    );

    chapter(
        &mut document,
        "Rankings inside each block",
        &pictures(parts, &["heatmap", "bars", "ranking"]),
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
    for chapter_part in &parts.chapters {
        match &chapter_part.content {
            Ok(part) => {
                let figures = pictures(parts, chapter_part.pictures);
                chapter(&mut document, chapter_part.heading, &figures, part.clone());
            }
            Err(why) => document.sections.push(refused(chapter_part.heading, why)),
        }
    }
    let found = findings(parts.findings, parts.read);
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
    document.sections.push(policy_section(parts.policy));
    document.sections.push(Section {
        heading: Some("The command that makes it again".to_owned()),
        level: 1,
        command: Some(parts.command.to_owned()),
        ..Section::default()
    });
    document.appendix = explanations(parts.findings);
    document
}

/// The page of each code that was found, under one heading.
fn explanations(found: &[Finding]) -> Vec<Section> {
    let mut codes: Vec<&str> = found.iter().map(|f| f.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let pages = codes.iter().filter_map(|code| find_code(code)).map(|code| Section {
        heading: Some(format!("{} {}", code.code, code.name)),
        level: 1,
        before: vec![
            code.what.to_owned(),
            format!("Why it matters: {}", code.why),
            format!("Example: {}", code.example),
            format!("What to do: {}", code.remedy),
        ],
        anchor: Some(code.code.to_owned()),
        ..Section::default()
    });
    let mut sections: Vec<Section> = pages.collect();
    if !sections.is_empty() {
        sections.insert(0, Section::text(Some("What the codes mean".to_owned()), Vec::new()));
    }
    sections
}

/// A part of the report: its figures under one heading, then its own sections.
fn chapter(document: &mut Document, heading: &str, figures: &[Section], mut part: Document) {
    part.lead.retain(|line| !document.lead.iter().any(|said| said.ends_with(line.as_str())));
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
    of.map(|p| Section {
        picture: Some((p.path.clone(), p.alternative.clone())),
        drawing: Some(Drawing {
            name: p.path.rsplit_once('.').map_or(p.path.as_str(), |(stem, _)| stem).to_owned(),
            svg: p.svg.clone(),
            dark: p.dark.clone(),
            words: p.alternative.clone(),
        }),
        ..Section::default()
    })
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
            Column::left("SHA-256", "sha256"),
        ],
        ..Table::default()
    };
    for input in parts.inputs {
        table.rows.push(vec![
            input.source.as_str().into(),
            input.format.into(),
            input.results.to_string().into(),
            input.sha256.as_deref().unwrap_or("").into(),
        ]);
    }
    let mut section = Section::table("How it was made", table);
    section.after.push(format!("Made by likewise {}.", env!("CARGO_PKG_VERSION")));
    section
}
