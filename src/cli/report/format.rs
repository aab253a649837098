//! The formats of a report.

use std::path::Path;

use crate::cli::args::ReportFormatArg;
use crate::cli::failure::Failure;

/// The format that a file's ending names.
pub(super) fn of_ending(path: &Path) -> Result<ReportFormatArg, Failure> {
    match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("html" | "htm") => Ok(ReportFormatArg::Html),
        Some("md" | "markdown") => Ok(ReportFormatArg::Markdown),
        Some("tex") => Ok(ReportFormatArg::Latex),
        Some("json") => Ok(ReportFormatArg::Json),
        _ => Err(Failure::usage(
            &format!("the ending of {} names no report format", path.display()),
            "end it with .html, .md, .tex or .json; DIR/ makes a folder with a report of each input",
        )),
    }
}

impl ReportFormatArg {
    /// The ending of a file of this format.
    pub(super) const fn ending(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Markdown => "md",
            Self::Latex => "tex",
            Self::Json => "json",
        }
    }

    /// Whether it holds or names figures.
    pub(super) const fn has_figures(self) -> bool {
        matches!(self, Self::Html | Self::Markdown)
    }
}
