//! `likewise report`.

mod each;
mod format;
mod make;
mod over_blocks;

use std::path::PathBuf;

use crate::analysis::{Ranking, Spread};
use crate::report::{to_terminal, view};

use super::args::{ReportArgs, ReportFormatArg};
use super::chart::style;
use super::failure::Failure;
use super::session::{is_folder, policy, read_with};
use super::{Console, Exit, output};
use make::{Plan, make};

pub(super) fn run(args: &ReportArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let style = style(&args.look)?;
    if let Some(folder) = args.output.iter().find(|path| is_folder(path)) {
        if args.output.len() > 1 {
            return Err(Failure::usage(
                &format!("{} is a folder, and there is another output", folder.display()),
                "give one folder, or files",
            ));
        }
        return each::run(folder, args, &style, console);
    }
    let mut outputs = Vec::new();
    for path in &args.output {
        outputs.push((path, args.format.map_or_else(|| format::of_ending(path), Ok)?));
    }
    let printed = args.format.unwrap_or(ReportFormatArg::Markdown);
    let has = |wanted: &dyn Fn(ReportFormatArg) -> bool| outputs.iter().any(|o| wanted(o.1));
    let policy = policy(&args.policy)?;
    let results = read_with(&args.input, &args.talk, true, console)?;
    let made = make(
        &results,
        &Plan {
            policy: &policy,
            style: &style,
            title: args.look.title.as_deref(),
            stem: stem(
                outputs.iter().find(|o| o.1 == ReportFormatArg::Markdown).or(outputs.first()).map(|o| o.0),
            ),
            // Markdown on standard output has no place beside it for pictures
            figures: has(&ReportFormatArg::has_figures)
                || (outputs.is_empty() && printed == ReportFormatArg::Html),
            files: has(&|f| f == ReportFormatArg::Markdown),
            command: &console.command,
        },
    )?;
    for note in &made.notes {
        console.note(note);
    }
    if outputs.is_empty() {
        let text = made.render(printed)?;
        console.out.write_all(text.as_bytes()).map_err(Failure::stdout)?;
        return Ok(Exit::Done);
    }
    // all are made before any is written
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for (path, format) in &outputs {
        files.push(((*path).clone(), made.render(*format)?.into_bytes()));
        if *format == ReportFormatArg::Markdown {
            files.extend(made.files.iter().map(|(name, bytes)| (path.with_file_name(name), bytes.clone())));
        }
    }
    let mut written: Vec<String> = Vec::new();
    for (path, bytes) in &files {
        output::write(path, bytes, &results)?;
        let name = path.display().to_string();
        if !written.contains(&name) {
            written.push(name);
        }
    }
    if !args.talk.quiet {
        show(&made.rankings, made.spreads.as_deref().unwrap_or_default(), console)?;
        console.note(&format!("wrote {}", written.join(", ")));
    }
    Ok(Exit::Done)
}

/// What figures are named after.
fn stem(path: Option<&PathBuf>) -> &str {
    path.and_then(|p| p.file_stem()).and_then(|s| s.to_str()).unwrap_or("report")
}

/// The tables that matter most, for a person who waits for the report.
fn show(rankings: &[Ranking], spreads: &[Spread], console: &mut Console<'_>) -> Result<(), Failure> {
    let style = console.style();
    let mut text = to_terminal(&view::ranking(rankings), style);
    if !spreads.is_empty() {
        text.push('\n');
        text += &to_terminal(&view::spread(spreads), style);
    }
    console.out.write_all(text.as_bytes()).map_err(Failure::stdout)
}
