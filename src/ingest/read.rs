//! From paths, text or a frame to results.

use std::io::Read;
use std::path::Path;

use polars::prelude::DataFrame;
use sha2::{Digest, Sha256};

use super::detect::{self, Format};
use super::error::{IngestError, Problem};
use super::grid::Grid;
use super::table::Table;
use super::wide::Wide;
use super::{Mapped, delimited, json, mapping, page, parquet, wide};
use crate::results::{self, PageInfo, Results};

/// How inputs are read.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Options {
    /// The format, instead of detecting it.
    pub format: Option<Format>,
    /// For a table with one row a block and one column a method.
    pub wide: Option<Wide>,
    /// What columns are taken as: pairs of a part (`value`, `method`, `config.size`, `ignore`, ...) and
    /// a column's name.
    pub map: Vec<(String, String)>,
    /// Words that stand for no number, besides an empty cell.
    pub missing: Vec<String>,
    /// Whether to record each input's SHA-256 in its [`InputReport`](super::InputReport).
    pub checksums: bool,
}

/// The files that an argument names: itself, or the matches of a glob in natural order.
///
/// # Errors
/// When a glob matches nothing or is not valid.
pub fn expand(argument: &str) -> Result<Vec<String>, IngestError> {
    if argument == "-" || Path::new(argument).exists() || !argument.contains(['*', '?', '[']) {
        return Ok(vec![argument.to_owned()]);
    }
    let fail = |what: String, help: &str| Err(IngestError::one(argument, Problem::new(what).help(help)));
    let matches = match glob::glob(argument) {
        Ok(matches) => matches,
        Err(error) => {
            return fail(format!("the pattern is not valid: {error}"), "quote a file's name with [ as [[]");
        }
    };
    // as in a shell, a star is no name that starts with a dot; the library's own option for it panics at names
    // that are not UTF-8
    let last = argument.rsplit_once('/').map_or(argument, |(_, last)| last);
    let hidden = |path: &Path| {
        !last.starts_with('.') && path.file_name().is_some_and(|n| n.as_encoded_bytes().starts_with(b"."))
    };
    let mut paths = Vec::new();
    for found in matches {
        match found {
            Ok(path) if path.is_file() && !hidden(&path) => paths.push(path.display().to_string()),
            Ok(_) => {}
            Err(error) => {
                let what = format!("{} can't be read: {}", error.path().display(), error.error());
                return fail(what, "name the folders that may be read");
            }
        }
    }
    paths.extend(not_unicode(argument));
    if paths.is_empty() {
        return fail("no file matches the pattern".to_owned(), "check the folder and the ending");
    }
    paths.sort_by(|a, b| results::order::natural(a, b));
    Ok(paths)
}

/// The files beside the matches of a pattern whose names are no text: patterns pass over them. With their names
/// as far as they can be shown they fail to be read, which says so, and none is left out in silence.
fn not_unicode(pattern: &str) -> Vec<String> {
    let (folder, last) = pattern.rsplit_once('/').unwrap_or((".", pattern));
    let Ok(last) = glob::Pattern::new(last) else { return Vec::new() };
    // a folder's own name may have been escaped as a pattern
    let folder = folder.replace("[[]", "[").replace("[]]", "]").replace("[*]", "*").replace("[?]", "?");
    let Ok(entries) = std::fs::read_dir(&folder) else { return Vec::new() };
    entries
        .flatten()
        .map(|entry| entry.file_name())
        .filter(|name| name.to_str().is_none())
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| last.matches(name))
        .map(|name| format!("{folder}/{name}"))
        .collect()
}

/// Reads files (`-` for standard input) into one set of results.
///
/// # Errors
/// One error for each input that can't be read, with all of its problems.
pub fn read_paths(paths: &[String], options: &Options) -> Result<Results, Vec<IngestError>> {
    let mut parts = Vec::new();
    let mut errors = Vec::new();
    for path in paths {
        match load(path).and_then(|bytes| read_part(&shown_name(path), bytes, options)) {
            Ok(part) => parts.push(part),
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    results::build(parts).map_err(|error| vec![error])
}

/// Reads one input from bytes, as a file of this name would be.
///
/// # Errors
/// All problems of the input.
pub fn read_bytes(name: &str, bytes: Vec<u8>, options: &Options) -> Result<Results, IngestError> {
    results::build(vec![read_part(name, bytes, options)?])
}

/// Reads one input from text, as a file of this name would be.
///
/// # Errors
/// All problems of the input.
pub fn read_text(name: &str, text: &str, options: &Options) -> Result<Results, IngestError> {
    read_bytes(name, text.as_bytes().to_vec(), options)
}

/// Reads a frame as a file's columns are read.
pub(crate) fn read_frame(frame: &DataFrame) -> Result<Results, IngestError> {
    let table = parquet::table("frame", frame)?;
    results::build(vec![mapping::map(table, "frame", None, &Options::default())?])
}

fn shown_name(path: &str) -> String {
    if path == "-" { "standard input".to_owned() } else { path.to_owned() }
}

fn load(path: &str) -> Result<Vec<u8>, IngestError> {
    let name = shown_name(path);
    let fail = |problem| IngestError::one(&name, problem);
    if path == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut bytes);
        return read.map(|_| bytes).map_err(|e| fail(Problem::new(format!("can't be read: {e}"))));
    }
    if Path::new(path).is_dir() {
        let problem = Problem::new("this is a directory, not a file")
            .help(format!("name its files, for example '{}/*.md'", path.trim_end_matches('/')));
        return Err(fail(problem));
    }
    std::fs::read(path).map_err(|error| {
        fail(match error.kind() {
            std::io::ErrorKind::NotFound if path.contains(char::REPLACEMENT_CHARACTER) => {
                Problem::new("the file\u{2019}s name is not UTF-8").help("rename the file")
            }
            std::io::ErrorKind::NotFound => {
                let problem = Problem::new("there is no such file");
                match near(path) {
                    Some(near) => problem.help(format!("there is a file `{near}`")),
                    None => problem.help("check the path"),
                }
            }
            std::io::ErrorKind::PermissionDenied => {
                Problem::new("the file may not be read (permission denied)")
            }
            _ => Problem::new(format!("the file can't be read: {error}")),
        })
    })
}

/// A file in the same folder whose name is much like the missing one's.
fn near(path: &str) -> Option<String> {
    let path = Path::new(path);
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut best: Option<(f64, String)> = None;
    for entry in std::fs::read_dir(folder).ok()?.flatten() {
        let Ok(other) = entry.file_name().into_string() else {
            continue;
        };
        let likeness = strsim::jaro_winkler(name, &other);
        if likeness > 0.88 && best.as_ref().is_none_or(|(b, o)| (likeness, &other) > (*b, o)) {
            best = Some((likeness, other));
        }
    }
    best.map(|(_, name)| path.with_file_name(name).display().to_string())
}

fn read_part(name: &str, bytes: Vec<u8>, options: &Options) -> Result<Mapped, IngestError> {
    let sha256 = options.checksums.then(|| hex(&Sha256::digest(&bytes)));
    let (cells, problems, format, page) = read_cells(name, bytes, options)?;
    let mapped = match (cells, &options.wide) {
        (Cells::Table(table), None) => Ok(table),
        (Cells::Table(table), Some(layout)) => wide::melt(&table.into(), layout, &options.missing),
        (Cells::Grid(grid, layout), _) => wide::melt(&grid, layout, &options.missing),
    }
    .and_then(|table| mapping::map(table, format.name(), page, options));
    let mut mapped = with_problems(name, problems, mapped)?;
    mapped.report.sha256 = sha256;
    Ok(mapped)
}

/// What is wrong with rows and what is wrong with their cells, in the order of the lines.
fn with_problems(
    name: &str,
    mut problems: Vec<Problem>,
    mapped: Result<Mapped, IngestError>,
) -> Result<Mapped, IngestError> {
    if problems.is_empty() {
        return mapped;
    }
    if let Err(error) = mapped {
        problems.extend(error.problems);
        problems.sort_by_key(|p| p.line);
    }
    Err(IngestError::many(name, problems))
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// An input's cells as they are read.
enum Cells<'a> {
    Table(Table),
    /// Of a wide table, with its layout.
    Grid(Grid, &'a Wide),
}

fn read_cells<'a>(
    name: &str,
    bytes: Vec<u8>,
    options: &'a Options,
) -> Result<(Cells<'a>, Vec<Problem>, Format, Option<PageInfo>), IngestError> {
    let binary =
        options.format.map_or_else(|| detect::is_parquet(&bytes), |format| format == Format::Parquet);
    let (format, text) = if binary {
        (Format::Parquet, "")
    } else {
        let text = detect::text(name, &bytes)?;
        (options.format.unwrap_or_else(|| detect::detect(name, text)), text)
    };
    let mut page = None;
    let mut problems = Vec::new();
    let mut separated = |separator: u8| {
        let cells;
        (cells, problems) = if let Some(layout) = &options.wide {
            let (grid, problems) = delimited::read_grid(name, text, separator)?;
            (Cells::Grid(grid, layout), problems)
        } else {
            let (table, problems) = delimited::read(name, text, separator)?;
            (Cells::Table(table), problems)
        };
        Ok(cells)
    };
    let cells = match format {
        Format::Markdown => {
            let (table, info) = page::read(name, text)?;
            page = info;
            Cells::Table(table)
        }
        Format::Csv => separated(delimited::sniff_separator(text))?,
        Format::Tsv => separated(b'\t')?,
        Format::Json => Cells::Table(json::read_document(name, text)?),
        Format::JsonLines => Cells::Table(json::read_lines(name, text)?),
        Format::Parquet => Cells::Table(parquet::read(name, bytes)?),
    };
    Ok((cells, problems, format, page))
}
