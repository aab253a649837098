//! Writing: whole or not at all, and never over an input.

use std::collections::HashSet;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

use crate::comparability::Basis;
use crate::report::{Document, Style, to_csv, to_json, to_latex, to_markdown, to_terminal};
use crate::results::Results;

use super::Console;
use super::args::{FormatArg, OutputArgs};
use super::failure::Failure;
use super::session::set_color;

/// Renders a document (or its result, for JSON) as the user asks and writes it where the user asks.
pub(super) fn emit<T: serde::Serialize>(
    command: &'static str,
    document: &Document,
    basis: Option<&Basis>,
    result: T,
    results: &Results,
    args: &OutputArgs,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let sources: Vec<&str> = results.inputs().iter().map(|i| i.source.as_str()).collect();
    place(document, || to_json(command, basis, results.inputs(), result), &sources, args, console)
}

/// As [`emit`], for a command without inputs, whose JSON need not be an envelope.
pub(super) fn emit_alone(
    document: &Document,
    json: impl FnOnce() -> Result<String, serde_json::Error>,
    args: &OutputArgs,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    set_color(&args.talk, console);
    place(document, json, &[], args, console)
}

fn place(
    document: &Document,
    json: impl FnOnce() -> Result<String, serde_json::Error>,
    sources: &[&str],
    args: &OutputArgs,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let style = match &args.output {
        None => console.style(),
        Some(_) => Style { color: false, screen: None, ..console.style() },
    };
    let text = render(document, args.format, style, json)?;
    match &args.output {
        None => console.out.write_all(text.as_bytes()).map_err(Failure::stdout),
        Some(path) => write_beside(path, text.as_bytes(), sources),
    }
}

/// Writes a text that is made piece by piece, as [`emit`] writes a whole one.
pub(super) fn emit_pieces(
    pieces: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
    results: &Results,
    args: &OutputArgs,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    match &args.output {
        None => {
            let mut out = BufWriter::with_capacity(1 << 16, &mut console.out);
            pieces(&mut out).and_then(|()| out.flush()).map_err(Failure::stdout)
        }
        Some(path) => {
            let mut text = Vec::new();
            pieces(&mut text).map_err(|e| Failure::internal(&e.to_string()))?;
            write(path, &text, results)
        }
    }
}

/// A document in the format asked for.
pub(super) fn render(
    document: &Document,
    format: FormatArg,
    style: Style,
    json: impl FnOnce() -> Result<String, serde_json::Error>,
) -> Result<String, Failure> {
    Ok(match format {
        FormatArg::Table => to_terminal(document, style),
        FormatArg::Json => json().map_err(|e| Failure::internal(&e.to_string()))?,
        FormatArg::Csv => to_csv(document),
        FormatArg::Markdown => to_markdown(document),
        FormatArg::Latex => to_latex(document),
    })
}

/// Writes a file whole or not at all: to a temporary file beside it, which is then renamed.
pub(super) fn write(path: &Path, bytes: &[u8], results: &Results) -> Result<(), Failure> {
    let sources: Vec<&str> = results.inputs().iter().map(|i| i.source.as_str()).collect();
    write_beside(path, bytes, &sources)
}

/// As [`write`], for inputs by their paths.
pub(super) fn write_beside(path: &Path, bytes: &[u8], sources: &[&str]) -> Result<(), Failure> {
    guard(path, sources)?;
    put(path, bytes, true)
}

/// As [`write`], for one of the many files of a folder: whole or not at all, without waiting for the disk each time.
pub(super) fn write_one_of_many(path: &Path, bytes: &[u8], sources: &[&str]) -> Result<(), Failure> {
    // a file that is not there yet is no input, and replaces nothing
    match fs::OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => file.write_all(bytes).map_err(|error| {
            // what was written of it is no figure; that it can't be written is the better message
            drop(fs::remove_file(path));
            unwritable(path, &error)
        }),
        Err(_) => {
            guard(path, sources)?;
            put(path, bytes, false)
        }
    }
}

/// Why a file is not written.
fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::file(&path.display().to_string(), &format!("can't be written: {error}"))
}

/// Puts a file in its place, and waits until it is on the disk where that is asked for.
fn put(path: &Path, bytes: &[u8], wait: bool) -> Result<(), Failure> {
    let shown = path.display().to_string();
    let fail = |error: std::io::Error| unwritable(path, &error);
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => {
            return Err(Failure::file(&shown, "can't be written: this is a directory"));
        }
        // a device or a pipe has no place for a temporary file beside it, and nothing to replace
        Ok(found) if !found.is_file() => {
            let mut file = fs::OpenOptions::new().write(true).open(path).map_err(fail)?;
            return file.write_all(bytes).and_then(|()| file.flush()).map_err(fail);
        }
        _ => {}
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.exists() {
        let what = format!("can't be written: there is no directory {}", folder.display());
        return Err(Failure::file(&shown, &what));
    }
    // a link stays a link: what it points to is replaced
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".likewise-").tempfile_in(folder).map_err(fail)?;
    file.write_all(bytes)
        .and_then(|()| if wait { file.as_file().sync_all() } else { Ok(()) })
        .map_err(fail)?;
    let permissions = fs::metadata(&target).map(|m| m.permissions());
    permissions
        .map_or_else(|_| open_to_all(file.path()), |p| fs::set_permissions(file.path(), p))
        .map_err(fail)?;
    file.persist(&target).map_err(|e| fail(e.error))?;
    Ok(())
}

/// A temporary file is private; a result is as readable as any new file.
#[cfg(unix)]
fn open_to_all(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn open_to_all(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// A file's name that is not taken yet: its own, with a number where that is.
pub(super) fn unlike(own: &str, taken: &mut HashSet<String>) -> String {
    let mut name = own.to_owned();
    let mut number = 2;
    // names that differ in case alone are one file on some systems
    while !taken.insert(name.to_lowercase()) {
        name = format!("{own}-{number}");
        number += 1;
    }
    name
}

/// Whether the path is one of the inputs.
fn guard(path: &Path, sources: &[&str]) -> Result<(), Failure> {
    let Ok(target) = fs::canonicalize(path) else {
        return Ok(());
    };
    for source in sources {
        if fs::canonicalize(source).is_ok_and(|source| source == target) && target.is_file() {
            let shown = path.display().to_string();
            return Err(Failure::file(
                &shown,
                "is an input, and inputs are never overwritten; name another file",
            ));
        }
    }
    Ok(())
}
