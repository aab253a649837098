//! A folder of reports: one of each input, and an index.

use std::path::Path;

use crate::chart::Style;
use crate::cli::args::ReportArgs;
use crate::cli::failure::Failure;
use crate::cli::{Console, Exit};

pub(super) fn run(
    folder: &Path,
    _args: &ReportArgs,
    _style: &Style,
    _console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    let what = format!("the ending of {} names no report format", folder.display());
    Err(Failure::usage(&what, "end it with .html, .md, .tex or .json"))
}
