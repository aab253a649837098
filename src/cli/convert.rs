//! `likewise convert`.

use crate::export::{ExportFormat, export};

use super::args::ConvertArgs;
use super::failure::Failure;
use super::session::read;
use super::{Console, Exit, output};

pub(super) fn run(args: &ConvertArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let ending = args.output.as_ref().and_then(|p| p.extension()).and_then(|e| e.to_str());
    let format = match (&args.to, ending) {
        (Some(name), _) => ExportFormat::parse(name),
        (None, Some(ending)) => ExportFormat::parse(ending),
        (None, None) => None,
    };
    let Some(format) = format else {
        return Err(Failure::usage(
            "the format to write is not clear",
            "say --to csv, json, jsonl or parquet",
        ));
    };
    let results = read(&args.input, &args.talk, console)?;
    let bytes = export(&results, format).map_err(|e| Failure::internal(&e.to_string()))?;
    match &args.output {
        Some(path) => output::write(path, &bytes, &results)?,
        None => console.out.write_all(&bytes).map_err(Failure::stdout)?,
    }
    Ok(Exit::Done)
}
