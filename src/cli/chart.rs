//! `likewise chart`.

use std::path::Path;

use crate::analysis;
use crate::chart::{self, ChartError, Figure, Style, Theme};
use crate::comparability::{AcrossBlocks, InsideBlocks, Pooled};
use crate::figures;
use crate::results::Protocol;
use crate::stats::Ties;
use crate::words::few;

use super::args::{ChartArgs, KindArg, LookArgs, ThemeArg};
use super::failure::Failure;
use super::session::{ask, policy, read, study};
use super::{Console, Exit, output};

pub(super) fn run(args: &ChartArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let formats = args.output.iter().map(|p| format(p)).collect::<Result<Vec<_>, _>>()?;
    let style = style(&args.look)?;
    if args.pooled && args.kind != KindArg::Bars {
        return Err(Failure::usage("--pooled is for bars alone", "leave it away, or draw bars"));
    }
    let policy = policy(&args.policy)?;
    let results = read(&args.input, &args.talk, console)?;
    let study = study(&results, &policy)?;
    let title = args.look.title.as_deref();
    let figure = match args.kind {
        KindArg::Bars if args.pooled => {
            let lists = analysis::pooled(&ask(&study, Pooled::default(), console)?, Ties::Min);
            chart::sorted(&figures::sorted(one(&lists, |l| &l.protocol)?, title), &style)
        }
        KindArg::Bars => {
            let rankings = analysis::rank(&ask(&study, InsideBlocks, console)?, Ties::Min);
            chart::bars(&figures::bars(one(&rankings, |r| &r.protocol)?, title), &style)
        }
        KindArg::Ranking => {
            let rankings = analysis::rank(&ask(&study, InsideBlocks, console)?, Ties::Min);
            chart::ranking(&figures::ranking(one(&rankings, |r| &r.protocol)?, title), &style)
        }
        KindArg::Spread => {
            let spreads = analysis::spread(&ask(&study, AcrossBlocks, console)?);
            chart::spread(&figures::spread(one(&spreads, |s| &s.protocol)?, title), &style)
        }
    }
    .map_err(|e| failed(&e))?;
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

/// What a figure can't be made for.
pub(super) fn failed(error: &ChartError) -> Failure {
    match error {
        ChartError::TooMany { .. } => {
            Failure::usage(&error.to_string(), "draw fewer: --filter KEY=VALUE keeps some of them")
        }
        ChartError::TooSmall { .. } => {
            Failure::usage(&error.to_string(), "leave --width and --height away, or make them larger")
        }
        _ => Failure::internal(&error.to_string()),
    }
}

/// A character that the font lacks is drawn by whatever font the viewer has, and in a PNG not at all: said.
pub(super) fn missing_note(figure: &Figure) -> Option<String> {
    let missing = figure.missing_glyphs();
    let shown = || few(&missing, 12, ", ", |c| format!("{c} (U+{:04X})", u32::from(*c)));
    (!missing.is_empty()).then(|| format!("the figure's font has no glyph for {}", shown()))
}

/// How the figure is to look.
pub(super) fn style(look: &LookArgs) -> Result<Style, Failure> {
    if !(look.dpi.is_finite() && (1.0..=2400.0).contains(&look.dpi)) {
        return Err(Failure::usage(&format!("--dpi {} is out of range", look.dpi), "give 1 to 2400"));
    }
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
}

impl ImageFormat {
    pub(super) fn bytes(self, figure: &Figure, dpi: f64) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Svg => Ok(figure.svg().into_bytes()),
            Self::Png => figure.png(dpi).map_err(|e| failed(&e)),
        }
    }
}

fn format(path: &Path) -> Result<ImageFormat, Failure> {
    match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Ok(ImageFormat::Svg),
        Some("png") => Ok(ImageFormat::Png),
        _ => {
            let shown = path.display().to_string();
            Err(Failure::usage(
                &format!("the ending of {shown} names no picture format"),
                "end it with .svg or .png",
            ))
        }
    }
}
