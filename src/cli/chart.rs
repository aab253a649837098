//! `likewise chart`.

mod alone;
mod sheets;

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::analysis::{self, Posthoc, Ranking, TestOptions};
use crate::chart::{self, ChartError, Figure, Style, Theme};
use crate::comparability::{
    AcrossBlocks, Comparable, CompleteBlocks, InsideBlocks, Pooled, Study, parse_reference,
};
use crate::figures::{self, ColorBy, FactorAxis};
use crate::report::view::{self, FigureEntry};
use crate::report::{to_csv, to_html, to_markdown};
use crate::stats::bootstrap::Resampling;
use crate::stats::{StatsError, Ties};
use crate::words::{count, few};

use super::args::{ChartArgs, ColorByArg, ImageFormatArg, KindArg, LookArgs, ThemeArg, ZerosArg};
use super::failure::Failure;
use super::session::{is_folder, policy, read, study, study_of_blocks};
use super::{Console, Exit, output};
use sheets::{Drawn, Sheets};

pub(super) fn run(args: &ChartArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let folder = args.output.iter().find(|path| is_folder(path));
    let formats = match (folder, args.format) {
        (None, None) => args.output.iter().map(|p| format(p)).collect::<Result<Vec<_>, _>>()?,
        (None, Some(_)) => {
            return Err(Failure::usage(
                "--format is for a folder of figures",
                "leave it away: the ending of a file says its format",
            ));
        }
        (Some(folder), _) if args.output.len() > 1 => {
            return Err(Failure::usage(
                &format!("{} is a folder, and there is another output", folder.display()),
                "give one folder, or files",
            ));
        }
        (Some(_), _) => Vec::new(),
    };
    let style = style(&args.look)?;
    options_fit(args)?;
    let policy = policy(&args.policy)?;
    let results = read(&args.input, &args.talk, console)?;
    let over_blocks = matches!(
        args.kind,
        KindArg::CriticalDifference | KindArg::Pairs | KindArg::Scatter | KindArg::Interaction
    );
    let study = if over_blocks { study_of_blocks(&results, policy)? } else { study(&results, &policy)? };
    let sheets = match folder {
        None => Sheets::One,
        Some(path) => Sheets::Folder {
            path,
            format: args.format.map_or(ImageFormat::Svg, ImageFormat::from),
            dpi: style.dpi,
            sources: results.inputs().iter().map(|i| i.source.as_str()).collect(),
            progress: console.progress && !args.talk.quiet,
        },
    };
    match draw(args, &study, &style, &sheets, console)? {
        Drawn::One(figure) => {
            if let Some(note) = missing_note(&figure) {
                console.note(&note);
            }
            // both are made before either is written
            let files = formats.iter().map(|f| f.bytes(&figure, style.dpi)).collect::<Result<Vec<_>, _>>()?;
            for (path, bytes) in args.output.iter().zip(files) {
                output::write(path, &bytes, &results)?;
            }
            Ok(Exit::Done)
        }
        Drawn::Folder { entries, notes, basis } => {
            let folder = folder.map_or(Path::new("."), PathBuf::as_path);
            notes.iter().for_each(|note| console.note(note));
            let index =
                view::figures_index(&word(args.kind), &entries, &basis, args.top.is_some(), &console.command);
            let html = to_html(&index).map_err(|e| Failure::internal(&e.to_string()))?;
            for (name, text) in
                [("index.html", html), ("index.md", to_markdown(&index)), ("index.csv", to_csv(&index))]
            {
                output::write(&folder.join(name), text.as_bytes(), &results)?;
            }
            let less = entries.iter().filter(|e| !e.left_out.is_empty()).count();
            if less > 0 && !args.talk.quiet {
                console.note(&format!(
                    "--common left something out of {}; the index says what",
                    count(less, "figure")
                ));
            }
            let failed: Vec<&FigureEntry> = entries.iter().filter(|e| e.file.is_err()).collect();
            for (entry, why) in failed.iter().filter_map(|e| Some((e, e.file.as_ref().err()?))) {
                console.say(&format!("{}: no figure: {why}", entry.protocol));
            }
            if !args.talk.quiet {
                let drawn = entries.len() - failed.len();
                console.note(&format!(
                    "wrote {drawn} of {}, index.html, index.md and index.csv to {}",
                    count(entries.len(), "figure"),
                    folder.display()
                ));
            }
            Ok(if failed.is_empty() { Exit::Done } else { Exit::Failed })
        }
    }
}

/// The kind's name on the command line.
fn word(kind: KindArg) -> String {
    kind.to_possible_value().map_or_else(String::new, |v| v.get_name().to_owned())
}

/// An option that the kind has no use for is an error, not passed over.
fn options_fit(args: &ChartArgs) -> Result<(), Failure> {
    let (kind, pairs) = (args.kind, &args.pairs);
    let bootstraps = matches!(kind, KindArg::Intervals | KindArg::Profile);
    let tests = matches!(kind, KindArg::CriticalDifference | KindArg::Pairs);
    let levels = bootstraps || tests;
    let listed = matches!(
        kind,
        KindArg::Bars
            | KindArg::Ranking
            | KindArg::Spread
            | KindArg::Dots
            | KindArg::Heatmap
            | KindArg::Bump
            | KindArg::Intervals
    );
    for (given, fits, option, of) in [
        (args.pooled, kind == KindArg::Bars, "--pooled", "bars"),
        (args.color_by.is_some(), kind == KindArg::Heatmap, "--color-by", "heatmap"),
        (pairs.posthoc != Posthoc::Auto, tests, "--posthoc", "critical-difference and pairs"),
        (pairs.adjust.is_some(), tests, "--adjust", "critical-difference and pairs"),
        (pairs.zeros != ZerosArg::Wilcoxon, tests, "--zeros", "critical-difference and pairs"),
        (args.alpha.is_some(), levels, "--alpha", "critical-difference, pairs, intervals and profile"),
        (args.seed.is_some(), bootstraps, "--seed", "intervals and profile"),
        (args.axis.is_some(), kind == KindArg::Profile, "--axis", "profile"),
        (args.pair.is_some(), kind == KindArg::Scatter, "--pair", "scatter"),
        (
            args.top.is_some(),
            listed && !args.pooled,
            "--top",
            "bars, ranking, spread, dots, heatmap, bump and intervals",
        ),
    ] {
        if given && !fits {
            return Err(Failure::usage(
                &format!("{option} is for {of} alone"),
                &format!("leave it away, or draw {}", of.replace(" and ", " or ")),
            ));
        }
    }
    if kind == KindArg::Scatter && args.pair.is_none() {
        return Err(Failure::usage("scatter draws two methods", "name them: --pair A B"));
    }
    Ok(())
}

fn draw(
    args: &ChartArgs,
    study: &Study,
    style: &Style,
    sheets: &Sheets<'_>,
    console: &mut Console<'_>,
) -> Result<Drawn, Failure> {
    let title = args.look.title.as_deref();
    let top = args.top.map(|n| n as usize);
    let made = |figure: Result<Figure, ChartError>| figure.map_err(|e| failed(&e));
    match args.kind {
        KindArg::Bars if args.pooled => sheets.draw(study, Pooled::default(), console, |c, _| {
            made(chart::sorted(&figures::sorted(first(&analysis::pooled(c, Ties::Min))?, title), style))
        }),
        KindArg::Bars | KindArg::Ranking | KindArg::Dots | KindArg::Heatmap | KindArg::Bump => {
            sheets.draw(study, InsideBlocks, console, |c, _| {
                let mut rankings = analysis::rank(c, Ties::Min);
                if let (Some(top), Some(ranking)) = (top, rankings.first_mut()) {
                    figures::top::of_ranking(ranking, top);
                }
                made(of_ranking(args, first(&rankings)?, style)?)
            })
        }
        KindArg::Spread => sheets.draw(study, AcrossBlocks, console, |c, _| {
            let spreads = top.map_or_else(|| analysis::spread(c), |top| figures::top::spread(c, top));
            made(chart::spread(&figures::spread(first(&spreads)?, title), style))
        }),
        KindArg::CriticalDifference | KindArg::Pairs => {
            let alpha = args.alpha.unwrap_or(0.05);
            crate::cli::test::check_alpha(alpha)?;
            let options = TestOptions {
                alpha,
                posthoc: args.pairs.posthoc,
                adjustment: args.pairs.adjust,
                zeros: args.pairs.zeros.into(),
                ..TestOptions::default()
            };
            sheets.draw(study, CompleteBlocks::default(), console, |c, _| {
                let tests = analysis::test_subjects(c, &options).map_err(|e| undefined(&e, c))?;
                let test = first(&tests)?;
                made(if args.kind == KindArg::Pairs {
                    chart::pairs(&figures::pairs(test, title), style)
                } else {
                    chart::critical_difference(&figures::critical_difference(test, title), style)
                })
            })
        }
        KindArg::Scatter => {
            let (a, b) = pair(args, study)?;
            let apart = || {
                let what = format!("{a} and {b} are in no block together");
                Failure::usage(&what, "likewise rank shows who is in which block")
            };
            let question = CompleteBlocks::of(&[a.clone(), b.clone()]);
            sheets.draw(study, question, console, |c, _| {
                let all = analysis::compare(c, &a, &b);
                let comparison = all.first().ok_or_else(apart)?;
                if comparison.mean_difference.is_none() {
                    return Err(Failure::usage(
                        NO_SCALE,
                        "keep one of them with --filter, or draw critical-difference, which is of ranks",
                    ));
                }
                made(chart::scatter(&figures::scatter(comparison, &study.labels(), title), style))
            })
        }
        KindArg::Intervals | KindArg::Profile => {
            let alpha = args.alpha.unwrap_or(0.05);
            crate::cli::test::check_alpha(alpha)?;
            let resampling = Resampling { seed: args.seed.unwrap_or(1), ..Resampling::default() };
            sheets.draw(study, CompleteBlocks::without_holes(), console, |c, study| {
                if args.kind == KindArg::Profile {
                    let all = analysis::profile(c, study, 1.0 - alpha, &resampling);
                    let axis = args.axis.map_or_else(FactorAxis::default, FactorAxis::from);
                    let all = all.map_err(|e| undefined(&e, c))?;
                    return made(chart::profile(&figures::profile(first(&all)?, axis, title), style));
                }
                let all = analysis::intervals(c, study, 1.0 - alpha, &resampling);
                let mut all = all.map_err(|e| undefined(&e, c))?;
                if let (Some(top), Some(found)) = (top, all.first_mut()) {
                    figures::top::of_intervals(found, top);
                }
                made(chart::intervals(&figures::intervals(first(&all)?, title), style))
            })
        }
        KindArg::Interaction => sheets.draw(study, CompleteBlocks::without_holes(), console, |c, _| {
            let fits = analysis::decompose(c).map_err(|e| undefined(&e, c))?;
            made(chart::interaction(&figures::interaction(first(&fits)?, title), style))
        }),
    }
}

/// The figures of what happens inside blocks.
fn of_ranking(
    args: &ChartArgs,
    ranking: &Ranking,
    style: &Style,
) -> Result<Result<Figure, ChartError>, Failure> {
    let title = args.look.title.as_deref();
    if matches!(args.kind, KindArg::Dots | KindArg::Bars) && !ranking.one_scale() {
        return Err(Failure::usage(NO_SCALE, "draw ranking, which has one panel a block, or heatmap"));
    }
    Ok(match args.kind {
        KindArg::Ranking => chart::ranking(&figures::ranking(ranking, title), style),
        KindArg::Dots => chart::dots(&figures::dots(ranking, title), style),
        KindArg::Bump => chart::bump(&figures::bump(ranking, title), style),
        KindArg::Heatmap => {
            let color_by = match args.color_by {
                Some(ColorByArg::Value) => ColorBy::Value,
                _ => ColorBy::Rank,
            };
            chart::heatmap(&figures::heatmap(ranking, color_by, title), style)
        }
        _ => chart::bars(&figures::bars(ranking, title), style),
    })
}

/// The one answer about one protocol.
fn first<T>(all: &[T]) -> Result<&T, Failure> {
    all.first().ok_or_else(|| Failure::internal("there is nothing to draw"))
}

const NO_SCALE: &str = "the blocks are of several datasets or splits, which have no common scale";

/// The two methods of a scatter, both known and not the same.
fn pair(args: &ChartArgs, study: &Study) -> Result<(String, String), Failure> {
    let mut names = Vec::new();
    for text in args.pair.iter().flatten() {
        let reference = parse_reference(text, study).map_err(Failure::Reference)?;
        if !reference.block.is_empty() {
            return Err(Failure::usage(
                &format!("{text} is a single result, and a scatter is of two methods over all blocks"),
                &format!("name the method alone: {}", reference.subject),
            ));
        }
        names.push(reference.subject);
    }
    match names.as_slice() {
        [a, b] if a == b => Err(Failure::usage(&format!("{a} is drawn against itself"), "name two methods")),
        [a, b] => Ok((a.clone(), b.clone())),
        _ => Err(Failure::internal("a pair is of two methods")),
    }
}

/// Why what a figure shows could not be computed.
fn undefined(error: &StatsError, comparable: &Comparable<CompleteBlocks>) -> Failure {
    if let StatsError::TooFew { what: "blocks" | "subjects", .. } = error {
        let help = ["bars, ranking and spread draw one method", "bars and ranking draw one block"];
        if let Err(said) = super::test::check_design_or("the figure", comparable, help) {
            return said;
        }
    }
    let help = match error {
        StatsError::Incomplete { .. } => "say --common, which leaves out what is incomplete",
        StatsError::TooFew { .. } => {
            "the figure needs two methods in at least two blocks; bars and ranking draw any number"
        }
        StatsError::Undefined { procedure: "a performance profile", .. } => {
            "a profile is of ratios, on a linear axis and on a logarithmic one: keep the blocks whose values are \
             above zero with --filter, or draw intervals or critical-difference, which need no ratios"
        }
        StatsError::Undefined { procedure: "an adjustment of Nemenyi's p-values", .. } => {
            "leave --adjust away, or choose another --posthoc: exact, signed-rank, conover, rank-z"
        }
        _ => "draw another kind: likewise chart --help says what each shows",
    };
    Failure::usage(&error.to_string(), help)
}

/// What a figure can't be made for.
pub(super) fn failed(error: &ChartError) -> Failure {
    match error {
        ChartError::TooMany { .. } => Failure::usage(
            &error.to_string(),
            "draw fewer: --top N keeps the best, --filter KEY=VALUE some of them",
        ),
        ChartError::Dpi { .. } => {
            Failure::usage(&format!("--dpi: {error}"), "leave it away (192), or give 10 to 2400")
        }
        ChartError::TooManyPixels { .. } => {
            Failure::usage(&error.to_string(), "lower --dpi, or write .svg, which has no pixels")
        }
        ChartError::TooSmall { .. } => {
            Failure::usage(&error.to_string(), "leave --width and --height away, or make them larger")
        }
        _ => Failure::internal(&error.to_string()),
    }
}

/// A character that the font lacks is drawn by whatever font the viewer has, and in a PNG or PDF as an empty square: said.
pub(super) fn missing_note(figure: &Figure) -> Option<String> {
    let missing = figure.missing_glyphs();
    let shown = || few(&missing, 12, ", ", |c| format!("{c} (U+{:04X})", u32::from(*c)));
    (!missing.is_empty()).then(|| format!("the figure's font has no glyph for {}", shown()))
}

/// How the figure is to look.
pub(super) fn style(look: &LookArgs) -> Result<Style, Failure> {
    chart::check_dpi(look.dpi).map_err(|e| failed(&e))?;
    let theme = match look.theme {
        ThemeArg::Light => Theme::Light,
        ThemeArg::Dark => Theme::Dark,
        ThemeArg::Print => Theme::Print,
    };
    Ok(Style { theme, width: look.width, height: look.height, dpi: look.dpi })
}

/// The format that a file's ending names.
#[derive(Debug, Clone, Copy)]
pub(super) enum ImageFormat {
    Svg,
    Png,
    Pdf,
}

impl From<ImageFormatArg> for ImageFormat {
    fn from(arg: ImageFormatArg) -> Self {
        match arg {
            ImageFormatArg::Svg => Self::Svg,
            ImageFormatArg::Png => Self::Png,
            ImageFormatArg::Pdf => Self::Pdf,
        }
    }
}

impl ImageFormat {
    /// The ending of a file of this format.
    const fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
        }
    }

    pub(super) fn bytes(self, figure: &Figure, dpi: f64) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Svg => Ok(figure.svg().into_bytes()),
            Self::Pdf => figure.pdf().map_err(|e| failed(&e)),
            Self::Png => figure.png(dpi).map_err(|e| failed(&e)),
        }
    }
}

fn format(path: &Path) -> Result<ImageFormat, Failure> {
    match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Ok(ImageFormat::Svg),
        Some("png") => Ok(ImageFormat::Png),
        Some("pdf") => Ok(ImageFormat::Pdf),
        _ => {
            let shown = path.display().to_string();
            Err(Failure::usage(
                &format!("the ending of {shown} names no picture format"),
                "end it with .svg, .png or .pdf",
            ))
        }
    }
}
