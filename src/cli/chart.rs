//! `likewise chart`.

use std::path::Path;

use crate::analysis::{self, TestOptions};
use crate::chart::{self, ChartError, Figure, Style, Theme};
use crate::comparability::{AcrossBlocks, CompleteBlocks, InsideBlocks, Pooled, Study, parse_reference};
use crate::figures::{self, ColorBy, FactorAxis};
use crate::results::Protocol;
use crate::stats::bootstrap::Resampling;
use crate::stats::{StatsError, Ties};
use crate::words::few;

use super::args::{ChartArgs, ColorByArg, KindArg, LookArgs, PosthocArg, ThemeArg, ZerosArg};
use super::failure::Failure;
use super::session::{ask, policy, read, study, study_of_blocks};
use super::{Console, Exit, output};

pub(super) fn run(args: &ChartArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let formats = args.output.iter().map(|p| format(p)).collect::<Result<Vec<_>, _>>()?;
    let style = style(&args.look)?;
    options_fit(args)?;
    let policy = policy(&args.policy)?;
    let results = read(&args.input, &args.talk, console)?;
    let over_blocks = matches!(
        args.kind,
        KindArg::CriticalDifference | KindArg::Pairs | KindArg::Scatter | KindArg::Interaction
    );
    let study = if over_blocks { study_of_blocks(&results, policy)? } else { study(&results, &policy)? };
    let figure = draw(args, &study, &style, console)?;
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

/// An option that the kind has no use for is an error, not passed over.
fn options_fit(args: &ChartArgs) -> Result<(), Failure> {
    let (kind, pairs) = (args.kind, &args.pairs);
    let bootstraps = matches!(kind, KindArg::Intervals | KindArg::Profile);
    let tests = matches!(kind, KindArg::CriticalDifference | KindArg::Pairs);
    let levels = bootstraps || tests;
    for (given, fits, option, of) in [
        (args.pooled, kind == KindArg::Bars, "--pooled", "bars"),
        (args.color_by.is_some(), kind == KindArg::Heatmap, "--color-by", "heatmap"),
        (pairs.posthoc != PosthocArg::Auto, tests, "--posthoc", "critical-difference and pairs"),
        (pairs.adjust.is_some(), tests, "--adjust", "critical-difference and pairs"),
        (pairs.zeros != ZerosArg::Wilcoxon, tests, "--zeros", "critical-difference and pairs"),
        (args.alpha.is_some(), levels, "--alpha", "critical-difference, pairs, intervals and profile"),
        (args.seed.is_some(), bootstraps, "--seed", "intervals and profile"),
        (args.axis.is_some(), kind == KindArg::Profile, "--axis", "profile"),
        (args.pair.is_some(), kind == KindArg::Scatter, "--pair", "scatter"),
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
    console: &mut Console<'_>,
) -> Result<Figure, Failure> {
    let title = args.look.title.as_deref();
    match args.kind {
        KindArg::Bars if args.pooled => {
            let lists = analysis::pooled(&ask(study, Pooled::default(), console)?, Ties::Min);
            chart::sorted(&figures::sorted(one(&lists, |l| &l.protocol)?, title), style)
        }
        KindArg::Bars | KindArg::Ranking | KindArg::Dots | KindArg::Heatmap | KindArg::Bump => {
            let rankings = analysis::rank(&ask(study, InsideBlocks, console)?, Ties::Min);
            let ranking = one(&rankings, |r| &r.protocol)?;
            if matches!(args.kind, KindArg::Dots | KindArg::Bars) && !ranking.one_scale() {
                return Err(Failure::usage(
                    NO_SCALE,
                    "draw ranking, which has one panel a block, or heatmap",
                ));
            }
            match args.kind {
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
            }
        }
        KindArg::Spread => {
            let spreads = analysis::spread(&ask(study, AcrossBlocks, console)?);
            chart::spread(&figures::spread(one(&spreads, |s| &s.protocol)?, title), style)
        }
        KindArg::CriticalDifference | KindArg::Pairs => {
            let alpha = args.alpha.unwrap_or(0.05);
            super::test::check_alpha(alpha)?;
            let comparable = ask(study, CompleteBlocks::default(), console)?;
            let options = TestOptions {
                alpha,
                posthoc: args.pairs.posthoc.into(),
                adjustment: args.pairs.adjust,
                zeros: args.pairs.zeros.into(),
                ..TestOptions::default()
            };
            let tests = analysis::test_subjects(&comparable, &options).map_err(|e| undefined(&e))?;
            let test = one(&tests, |t| &t.protocol)?;
            if args.kind == KindArg::Pairs {
                chart::pairs(&figures::pairs(test, title), style)
            } else {
                chart::critical_difference(&figures::critical_difference(test, title), style)
            }
        }
        KindArg::Scatter => {
            let (a, b) = pair(args, study)?;
            let comparable = ask(study, CompleteBlocks::of(&[a.clone(), b.clone()]), console)?;
            let all = analysis::compare(&comparable, &a, &b);
            if all.is_empty() {
                let what = format!("{a} and {b} are in no block together");
                return Err(Failure::usage(&what, "likewise rank shows who is in which block"));
            }
            let comparison = one(&all, |c| &c.protocol)?;
            if comparison.mean_difference.is_none() {
                return Err(Failure::usage(
                    NO_SCALE,
                    "keep one of them with --filter, or draw critical-difference, which is of ranks",
                ));
            }
            chart::scatter(&figures::scatter(comparison, &study.labels(), title), style)
        }
        KindArg::Intervals | KindArg::Profile => {
            let alpha = args.alpha.unwrap_or(0.05);
            super::test::check_alpha(alpha)?;
            let resampling = Resampling { seed: args.seed.unwrap_or(1), ..Resampling::default() };
            let comparable = ask(study, CompleteBlocks::default(), console)?;
            let failed = |e| undefined(&e);
            if args.kind == KindArg::Profile {
                let all = analysis::profile(&comparable, study, 1.0 - alpha, &resampling).map_err(failed)?;
                let axis = args.axis.map_or_else(FactorAxis::default, FactorAxis::from);
                chart::profile(&figures::profile(one(&all, |p| &p.protocol)?, axis, title), style)
            } else {
                let all =
                    analysis::intervals(&comparable, study, 1.0 - alpha, &resampling).map_err(failed)?;
                chart::intervals(&figures::intervals(one(&all, |i| &i.protocol)?, title), style)
            }
        }
        KindArg::Interaction => {
            let comparable = ask(study, CompleteBlocks::default(), console)?;
            let fits = analysis::decompose(&comparable).map_err(|e| undefined(&e))?;
            chart::interaction(&figures::interaction(one(&fits, |f| &f.protocol)?, title), style)
        }
    }
    .map_err(|e| failed(&e))
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

/// The one protocol that a figure is of.
fn one<T>(all: &[T], protocol: impl Fn(&T) -> &Protocol) -> Result<&T, Failure> {
    match all {
        [only] => Ok(only),
        [] => Err(Failure::internal("there is nothing to draw")),
        several => {
            let names: Vec<String> = several.iter().take(6).map(|t| protocol(t).label()).collect();
            let more =
                if several.len() > 6 { format!(", and {} more", several.len() - 6) } else { String::new() };
            Err(Failure::usage(
                &format!(
                    "a figure is of one protocol, and there are {}: {}{more}",
                    several.len(),
                    names.join(" | ")
                ),
                "choose one with --metric or --filter; likewise report draws all",
            ))
        }
    }
}

/// Why what a figure shows could not be computed.
fn undefined(error: &StatsError) -> Failure {
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
        ChartError::TooMany { .. } => {
            Failure::usage(&error.to_string(), "draw fewer: --filter KEY=VALUE keeps some of them")
        }
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

impl ImageFormat {
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
