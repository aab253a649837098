//! `likewise report`.

use std::path::{Path, PathBuf};

use crate::analysis::{self, Ranking, Spread};
use crate::chart::{self, ChartError, Figure, Style};
use crate::comparability::{AcrossBlocks, CompleteBlocks, InsideBlocks, Question, Refusal, audit};
use crate::figures;
use crate::report::view::{self, Picture, ReportParts};
use crate::report::{Style as TextStyle, to_markdown, to_terminal};
use crate::stats::Ties;

use super::args::ReportArgs;
use super::chart::{ImageFormat, say_missing, style};
use super::failure::Failure;
use super::session::{lift, policy, read, say_unused_force, study};
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
    let inside = lift(&study, InsideBlocks).map_err(|r| Failure::refused(&r, policy.force.as_ref()))?;
    let over = lift(&study, AcrossBlocks).map_err(|r| reasons(&r));
    let complete = lift(&study, CompleteBlocks::default()).map_err(|r| reasons(&r));
    let forced = inside.basis().is_forced()
        || over.as_ref().is_ok_and(|c| c.basis().is_forced())
        || complete.as_ref().is_ok_and(|c| c.basis().is_forced());
    say_unused_force(&study, forced, console);
    let rankings = analysis::rank(&inside, Ties::Min);
    let spreads = over.map(|c| analysis::spread(&c));
    let across = complete.map(|c| analysis::mean_ranks(&c));
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
        say_written(path, &files, console);
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

fn say_written(path: &Path, files: &[(PathBuf, Vec<u8>)], console: &mut Console<'_>) {
    let names: Vec<String> = std::iter::once(path)
        .chain(files.iter().map(|f| f.0.as_path()))
        .map(|p| p.display().to_string())
        .collect();
    console.note(&format!("wrote {}", names.join(", ")));
}

/// A refusal's reasons in words, for the place where its part would stand.
fn reasons<Q: Question>(refusal: &Refusal<Q>) -> String {
    let all: Vec<String> = refusal.conditions().iter().map(|c| c.to_string().replace('\n', "; ")).collect();
    all.join("; ")
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
