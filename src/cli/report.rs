//! `likewise report`.

use std::path::{Path, PathBuf};

use crate::analysis::{self, MeanRanks, Ranking, Spread};
use crate::chart::{self, ChartError, Figure, Style};
use crate::comparability::{AcrossBlocks, CompleteBlocks, InsideBlocks, Study, audit, check};
use crate::figures;
use crate::report::view::{self, Picture, ReportParts};
use crate::report::{Style as TextStyle, to_markdown, to_terminal};
use crate::results::Results;
use crate::stats::Ties;

use super::args::ReportArgs;
use super::chart::{ImageFormat, say_missing, style};
use super::failure::Failure;
use super::session::{ask, policy, read, study};
use super::{Console, Exit, output};

pub(super) fn run(args: &ReportArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let style = style(&args.look)?;
    if let Some(path) = &args.output
        && !matches!(path.extension().and_then(|e| e.to_str()), Some("md" | "markdown"))
    {
        let what = format!("the ending of {} names no report format", path.display());
        return Err(Failure::usage(&what, "end it with .md"));
    }
    let policy = policy(&args.policy)?;
    let results = read(&args.input, &args.talk, console)?;
    let study = study(&results, &policy)?;
    let comparable = ask(&study, InsideBlocks, console)?;
    let rankings = analysis::rank(&comparable, Ties::Min);
    let spreads = spreads(&study, console);
    let across = across(&study);
    let findings = audit(&results, &policy).map_err(Failure::Policy)?;
    let mut files = Vec::new();
    let mut pictures = Vec::new();
    if let Some(path) = &args.output {
        let plan = Plan { report: path, style: &style, title: args.look.title.as_deref() };
        pictures = plan.draw(&rankings, spreads.as_deref().unwrap_or_default(), &mut files, console)?;
    }
    let document = view::report(&ReportParts {
        title: args.look.title.as_deref(),
        rankings: &rankings,
        mean_ranks: across.as_deref(),
        spreads: spreads.as_deref(),
        findings: &findings,
        results: results.len(),
        inputs: results.inputs(),
        pictures: &pictures,
        command: &console.command,
    });
    let text = to_markdown(&document);
    let Some(path) = &args.output else {
        console.out.write_all(text.as_bytes()).map_err(Failure::stdout)?;
        return Ok(Exit::Done);
    };
    for (file, bytes) in &files {
        output::write(file, bytes, &results)?;
    }
    output::write(path, text.as_bytes(), &results)?;
    if !args.talk.quiet {
        show(&rankings, spreads.as_deref().unwrap_or_default(), console)?;
        said(path, &files, &results, console);
    }
    Ok(Exit::Done)
}

/// The tables that matter most, for a person who waits for the report.
fn show(rankings: &[Ranking], spreads: &[Spread], console: &mut Console<'_>) -> Result<(), Failure> {
    let style = TextStyle { color: console.color, width: console.width };
    let mut text = to_terminal(&view::ranking(rankings), style);
    if !spreads.is_empty() {
        text.push('\n');
        text += &to_terminal(&view::spread(spreads), style);
    }
    console.out.write_all(text.as_bytes()).map_err(Failure::stdout)
}

fn said(path: &Path, files: &[(PathBuf, Vec<u8>)], _: &Results, console: &mut Console<'_>) {
    let names: Vec<String> = std::iter::once(path)
        .chain(files.iter().map(|f| f.0.as_path()))
        .map(|p| p.display().to_string())
        .collect();
    console.note(&format!("wrote {}", names.join(", ")));
}

/// The spreads, or why there are none.
fn spreads(study: &Study, console: &mut Console<'_>) -> Result<Vec<Spread>, String> {
    match check(study.clone(), AcrossBlocks) {
        Ok(comparable) => Ok(analysis::spread(&comparable)),
        Err(refusal) => lifted(study, refusal, console).map(|c| analysis::spread(&c)),
    }
}

/// The mean ranks, or why there are none.
fn across(study: &Study) -> Result<Vec<MeanRanks>, String> {
    let mut quiet = Vec::new();
    let mut quiet_out = Vec::new();
    let mut console = Console::plain(&mut quiet_out, &mut quiet);
    match check(study.clone(), CompleteBlocks::default()) {
        Ok(comparable) => Ok(analysis::mean_ranks(&comparable)),
        Err(refusal) => lifted(study, refusal, &mut console).map(|c| analysis::mean_ranks(&c)),
    }
}

/// A refusal that the policy's force lifts; otherwise its reasons in words.
fn lifted<Q: crate::Question>(
    study: &Study,
    refusal: Box<crate::Refusal<Q>>,
    _: &mut Console<'_>,
) -> Result<crate::Comparable<Q>, String> {
    let reasons = |r: &crate::Refusal<Q>| {
        let all: Vec<String> = r.conditions().iter().map(|c| c.to_string().replace('\n', "; ")).collect();
        all.join("; ")
    };
    match &study.policy().force {
        None => Err(reasons(&refusal)),
        Some(force) => refusal.force(force, study.policy().because.as_deref()).map_err(|r| reasons(&r)),
    }
}

/// The figures of a report.
struct Plan<'a> {
    report: &'a Path,
    style: &'a Style,
    title: Option<&'a str>,
}

/// So many protocols get figures of their own; a report of more has tables.
const FIGURED: usize = 12;

impl Plan<'_> {
    fn draw(
        &self,
        rankings: &[Ranking],
        spreads: &[Spread],
        files: &mut Vec<(PathBuf, Vec<u8>)>,
        console: &mut Console<'_>,
    ) -> Result<Vec<Picture>, Failure> {
        let mut pictures = Vec::new();
        for (at, ranking) in rankings.iter().enumerate().take(FIGURED) {
            let bars = chart::bars(&figures::bars(ranking, self.title), self.style);
            self.add("bars", at, bars, &ranking.protocol.label(), files, &mut pictures, console)?;
            let panels = chart::ranking(&figures::ranking(ranking, self.title), self.style);
            self.add("ranking", at, panels, &ranking.protocol.label(), files, &mut pictures, console)?;
        }
        for (at, spread) in spreads.iter().enumerate().take(FIGURED) {
            let figure = chart::spread(&figures::spread(spread, self.title), self.style);
            self.add("spread", at, figure, &spread.protocol.label(), files, &mut pictures, console)?;
        }
        Ok(pictures)
    }

    #[expect(clippy::too_many_arguments, reason = "one call a figure, all of it is needed")]
    fn add(
        &self,
        kind: &'static str,
        at: usize,
        figure: Result<Figure, ChartError>,
        of: &str,
        files: &mut Vec<(PathBuf, Vec<u8>)>,
        pictures: &mut Vec<Picture>,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let figure = match figure {
            Ok(figure) => figure,
            Err(error) => {
                console.note(&format!("no figure `{kind}` of {of}: {error}"));
                return Ok(());
            }
        };
        say_missing(&figure, console);
        let stem = self.report.file_stem().and_then(|s| s.to_str()).unwrap_or("report");
        let number = if at == 0 { String::new() } else { format!("-{}", at + 1) };
        let mut path = String::new();
        for (format, ending) in [(ImageFormat::Svg, "svg"), (ImageFormat::Png, "png")] {
            path = format!("{stem}-{kind}{number}.{ending}");
            files.push((self.report.with_file_name(&path), format.bytes(&figure, self.style.dpi)?));
        }
        pictures.push(Picture { kind, at, path, alternative: figure.description().to_owned() });
        Ok(())
    }
}
