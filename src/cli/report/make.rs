//! From results to a report, without a console, so that many can be made at once.

use std::path::{Path, PathBuf};

use super::over_blocks::OverBlocks;
use crate::analysis::{self, MeanRanks, Ranking, Spread, SubjectsTest};
use crate::chart::{self, ChartError, Figure, Style, Theme};
use crate::cli::args::ReportFormatArg;
use crate::cli::chart::{ImageFormat, missing_note};
use crate::cli::failure::{Failure, remedies};
use crate::cli::session::{UNUSED_FORCE, in_words, lift, study};
use crate::comparability::{
    AcrossBlocks, CompleteBlocks, Finding, InsideBlocks, Policy, Question, Refusal, audit,
};
use crate::figures::{self, ColorBy};
use crate::report::json::shapes::{Content, Part};
use crate::report::view::{self, Picture, ReportParts};
use crate::report::{Document, to_html, to_json, to_latex_document, to_markdown};
use crate::results::Results;
use crate::stats::Ties;

/// How a report is to be made.
pub(super) struct Plan<'a> {
    pub(super) policy: &'a Policy,
    pub(super) style: &'a Style,
    pub(super) title: Option<&'a str>,
    /// What figures are named after.
    pub(super) stem: &'a str,
    /// Whether to draw figures at all.
    pub(super) figures: bool,
    /// Whether figures are wanted as files too.
    pub(super) files: bool,
    pub(super) command: &'a str,
}

/// A report that was made.
pub(super) struct Made {
    pub(super) rankings: Vec<Ranking>,
    pub(super) mean_ranks: Result<Vec<MeanRanks>, String>,
    pub(super) spreads: Result<Vec<Spread>, String>,
    pub(super) findings: Vec<Finding>,
    pub(super) document: Document,
    /// The report as JSON.
    json: Result<String, String>,
    /// Figures by name.
    pub(super) files: Vec<(PathBuf, Vec<u8>)>,
    /// What to tell the user.
    pub(super) notes: Vec<String>,
}

impl Made {
    /// The report in a format.
    pub(super) fn render(&self, format: ReportFormatArg) -> Result<String, Failure> {
        match format {
            ReportFormatArg::Html => to_html(&self.document).map_err(|e| Failure::internal(&e.to_string())),
            ReportFormatArg::Markdown => Ok(to_markdown(&self.document)),
            ReportFormatArg::Latex => Ok(to_latex_document(&self.document)),
            ReportFormatArg::Json => self.json.clone().map_err(|e| Failure::internal(&e)),
        }
    }
}

pub(super) fn make(results: &Results, plan: &Plan<'_>) -> Result<Made, Failure> {
    let study = study(results, plan.policy)?;
    let inside = lift(&study, InsideBlocks).map_err(|r| Failure::refused(&r, plan.policy.force.as_ref()))?;
    let over = lift(&study, AcrossBlocks).map_err(|r| reasons(&r));
    let complete = lift(&study, CompleteBlocks::default()).map_err(|r| reasons(&r));
    let forced = inside.basis().is_forced()
        || over.as_ref().is_ok_and(|c| c.basis().is_forced())
        || complete.as_ref().is_ok_and(|c| c.basis().is_forced());
    let mut notes = Vec::new();
    if plan.policy.force.is_some() && !forced {
        notes.push(UNUSED_FORCE.to_owned());
    }
    let rankings = analysis::rank(&inside, Ties::Min);
    let spreads = over.map(|c| analysis::spread(&c));
    let mean_ranks = complete.as_ref().map(analysis::mean_ranks).map_err(String::clone);
    let over_blocks = OverBlocks::new(results, &study, &complete)?;
    let findings = audit(results, plan.policy).map_err(Failure::Policy)?;
    let mut files = Vec::new();
    let mut pictures = Vec::new();
    if plan.figures {
        let several = rankings.len() > 1;
        let mut album =
            Album { plan, files: &mut files, pictures: &mut pictures, notes: &mut notes, several };
        album.draw(&rankings, spreads.as_deref().unwrap_or_default())?;
        album.draw_tests(over_blocks.tests.as_deref().unwrap_or_default())?;
    }
    let parts = ReportParts {
        title: plan.title,
        rankings: &rankings,
        mean_ranks: mean_ranks.as_deref(),
        spreads: spreads.as_deref(),
        chapters: over_blocks.chapters(),
        policy: plan.policy,
        findings: &findings,
        results: study.len(),
        read: results.len(),
        inputs: results.inputs(),
        pictures: &pictures,
        command: plan.command,
    };
    let document = view::report(&parts);
    let content = Content {
        title: &document.title,
        made_with: plan.command,
        policy: plan.policy,
        rankings: &rankings,
        mean_ranks: Part::of(&mean_ranks),
        spreads: Part::of(&spreads),
        tests: Part::of(&over_blocks.tests),
        agreement: Part::of(&over_blocks.agreement),
        intervals: Part::of(&over_blocks.intervals),
        findings: &findings,
    };
    let json = to_json("report", parts.basis(), results.inputs(), content).map_err(|e| e.to_string());
    Ok(Made { rankings, mean_ranks, spreads, findings, document, json, files, notes })
}

/// A refusal's reasons in words, for the place where its part would stand.
pub(super) fn reasons<Q: Question>(refusal: &Refusal<Q>) -> String {
    let remedies: Vec<String> = remedies(refusal.conditions());
    let why = in_words(refusal.conditions());
    if remedies.is_empty() { why } else { format!("{why}. To have it, {}", remedies.join("; ")) }
}

/// The figures of a report.
struct Album<'a, 'p> {
    plan: &'a Plan<'p>,
    files: &'a mut Vec<(PathBuf, Vec<u8>)>,
    pictures: &'a mut Vec<Picture>,
    notes: &'a mut Vec<String>,
    /// Whether there are figures of several protocols, so that words alone must say of which one each is.
    several: bool,
}

/// So many protocols get figures of their own; a report of more has tables.
pub(super) const FIGURED: usize = 12;

/// So many bars can be read one by one; of more, one table of colours says more than pages of panels.
const READ_ONE_BY_ONE: usize = 120;

/// A figure in a style.
type Draw<'a> = &'a dyn Fn(&Style) -> Result<Figure, ChartError>;

impl Album<'_, '_> {
    fn draw(&mut self, rankings: &[Ranking], spreads: &[Spread]) -> Result<(), Failure> {
        let title = self.plan.title;
        for (at, ranking) in rankings.iter().enumerate().take(FIGURED) {
            let label = ranking.protocol.label();
            let bars: usize = ranking.blocks.iter().map(|b| b.entries.len()).sum();
            let table = |s: &Style| chart::heatmap(&figures::heatmap(ranking, ColorBy::Value, title), s);
            if bars > READ_ONE_BY_ONE && ranking.blocks.len() > 1 && table(self.plan.style).is_ok() {
                self.add("heatmap", at, &table, &label)?;
                continue;
            }
            if ranking.one_scale() {
                self.add("bars", at, &|s| chart::bars(&figures::bars(ranking, title), s), &label)?;
            }
            self.add("ranking", at, &|s| chart::ranking(&figures::ranking(ranking, title), s), &label)?;
        }
        for (at, spread) in spreads.iter().enumerate().take(FIGURED) {
            let label = spread.protocol.label();
            self.add("spread", at, &|s| chart::spread(&figures::spread(spread, title), s), &label)?;
        }
        Ok(())
    }

    fn draw_tests(&mut self, tests: &[SubjectsTest]) -> Result<(), Failure> {
        let title = self.plan.title;
        for (at, test) in tests.iter().enumerate().take(FIGURED) {
            let draw = |s: &Style| chart::critical_difference(&figures::critical_difference(test, title), s);
            self.add("critical-difference", at, &draw, &test.protocol.label())?;
        }
        Ok(())
    }

    fn add(&mut self, kind: &'static str, at: usize, draw: Draw<'_>, of: &str) -> Result<(), Failure> {
        let style = self.plan.style;
        let figure = match draw(style) {
            Ok(figure) => figure,
            Err(error) => {
                self.notes.push(format!("no figure `{kind}` of {of}: {error}"));
                return Ok(());
            }
        };
        // light is what nobody chose: the page shows each reader the figure that fits their screen
        let dark = match style.theme {
            Theme::Light => draw(&Style { theme: Theme::Dark, ..style.clone() }).ok(),
            Theme::Dark | Theme::Print => None,
        };
        self.notes.extend(missing_note(&figure));
        let number = if at == 0 { String::new() } else { format!("-{}", at + 1) };
        let mut path = String::new();
        for (format, ending) in [(ImageFormat::Svg, "svg"), (ImageFormat::Png, "png")] {
            path = format!("{}-{kind}{number}.{ending}", self.plan.stem);
            if self.plan.files {
                self.files.push((Path::new(&path).to_path_buf(), format.bytes(&figure, style.dpi)?));
            }
        }
        let alternative = if self.several {
            // a notice stays first
            format!("{} All of it is {of}.", figure.description())
        } else {
            figure.description().to_owned()
        };
        let svg = figure.svg();
        let dark = dark.map(|d| d.svg());
        self.pictures.push(Picture { kind, at, path, alternative, svg, dark });
        Ok(())
    }
}
