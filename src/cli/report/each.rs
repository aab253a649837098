//! A folder of reports: one of each input, and an index. An input that fails stops no other one.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::chart::Style;
use crate::cli::args::{ReportArgs, ReportFormatArg};
use crate::cli::failure::Failure;
use crate::cli::session::{expanded, options, policy, set_color};
use crate::cli::{Console, Exit, output, progress};
use crate::ingest::{self, IngestError, Options};
use crate::report::view::{self, IndexEntry};
use crate::report::{to_html, to_markdown};
use crate::words::{count, few};

use super::make::{Made, Plan, make};

/// The endings of files that a folder of inputs is searched for.
const ENDINGS: [&str; 9] = ["md", "markdown", "csv", "tsv", "json", "jsonl", "ndjson", "parquet", "pq"];

/// An input and what its report is called.
struct Job {
    source: String,
    stem: String,
}

/// What became of an input.
type Outcome = Result<(IndexEntry, Vec<String>), String>;

pub(super) fn run(
    folder: &Path,
    args: &ReportArgs,
    style: &Style,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    set_color(&args.talk, console);
    let format = args.format.unwrap_or(ReportFormatArg::Html);
    let policy = policy(&args.policy)?;
    let jobs = jobs(&inputs(folder, &args.input.inputs)?);
    let shown = folder.display().to_string();
    fs::create_dir_all(folder).map_err(|e| Failure::file(&shown, &format!("can't be made: {e}")))?;
    let options = Options { checksums: true, ..options(&args.input.reading) };
    let words = console.words.clone();
    let bar = progress::bar(jobs.len(), "reports", console.progress && !args.talk.quiet);
    let outcomes: Vec<Outcome> = jobs
        .par_iter()
        .map(|job| {
            let plan = Plan {
                policy: &policy,
                style,
                title: args.look.title.as_deref(),
                stem: &job.stem,
                figures: format.has_figures(),
                files: format == ReportFormatArg::Markdown,
                command: &command_of(&words, &args.input.inputs, job, folder, format),
            };
            let outcome = one(job, folder, format, &options, &plan).map_err(Failure::into_text);
            bar.inc(1);
            outcome
        })
        .collect();
    bar.finish_and_clear();
    let mut entries = Vec::new();
    let mut failed: Vec<(String, String)> = Vec::new();
    for (job, outcome) in jobs.iter().zip(outcomes) {
        match outcome {
            Ok((entry, notes)) => {
                if !args.talk.quiet {
                    notes.iter().for_each(|note| console.note(&format!("{}: {note}", job.source)));
                }
                entries.push(entry);
            }
            Err(text) => {
                console.say(&format!("{}: no report", job.source));
                console.say(&text);
                failed.push((job.source.clone(), one_line(&text)));
            }
        }
    }
    let index = view::index(&entries, &failed);
    let sources: Vec<&str> = jobs.iter().map(|j| j.source.as_str()).collect();
    let html = to_html(&index).map_err(|e| Failure::internal(&e.to_string()))?;
    output::write_beside(&folder.join("index.html"), html.as_bytes(), &sources)?;
    output::write_beside(&folder.join("index.md"), to_markdown(&index).as_bytes(), &sources)?;
    if !args.talk.quiet {
        let what = format!(
            "wrote {} of {}, index.html and index.md to {shown}",
            entries.len(),
            count(jobs.len(), "report")
        );
        console.note(&what);
    }
    Ok(if failed.is_empty() { Exit::Done } else { Exit::Failed })
}

/// A message in one line: its parts, which start lines, stay apart.
fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let part = ["help: ", "error: "].iter().any(|start| line.starts_with(start));
        if part && out.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '`' | ')' | '"' | '\'')) {
            out.push('.');
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(line);
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads, makes and writes one report.
fn one(
    job: &Job,
    folder: &Path,
    format: ReportFormatArg,
    options: &Options,
    plan: &Plan<'_>,
) -> Result<(IndexEntry, Vec<String>), Failure> {
    let results = ingest::read_paths(std::slice::from_ref(&job.source), options).map_err(Failure::Ingest)?;
    let made = make(&results, plan)?;
    let name = file_name(job, format);
    output::write(&folder.join(&name), made.render(format)?.as_bytes(), &results)?;
    for (figure, bytes) in &made.files {
        output::write(&folder.join(figure), bytes, &results)?;
    }
    Ok((entry(name, &job.source, &made), made.notes))
}

fn entry(file: String, source: &str, made: &Made) -> IndexEntry {
    let mut methods: HashSet<String> = HashSet::new();
    for block in made.rankings.iter().flat_map(|r| &r.blocks) {
        methods.extend(block.entries.iter().map(|e| e.subject.label()));
    }
    let best = match made.mean_ranks.as_deref() {
        Ok([only]) => {
            let first = only.entries.first().map(|e| e.mean_rank);
            let level: Vec<String> = only
                .entries
                .iter()
                .filter(|e| Some(e.mean_rank) == first)
                .map(|e| e.subject.label())
                .collect();
            few(&level, 3, ", ", String::clone)
        }
        Ok(several) => format!("{} protocols", several.len()),
        Err(_) => "refused".to_owned(),
    };
    let count = |severity: &str| made.findings.iter().filter(|f| f.severity.word() == severity).count();
    IndexEntry {
        file,
        title: made.document.title.clone(),
        source: source.to_owned(),
        methods: methods.len(),
        blocks: made.rankings.iter().map(|r| r.blocks.len()).sum(),
        best,
        errors: count("error"),
        warnings: count("warning"),
        infos: count("info"),
        forced: made.document.notice.is_some(),
    }
}

/// The files that the arguments name; a folder names those in it whose endings are known.
fn inputs(output: &Path, arguments: &[String]) -> Result<Vec<String>, Failure> {
    let same = |argument: &str| {
        fs::canonicalize(argument).ok().is_some_and(|a| fs::canonicalize(output).is_ok_and(|b| a == b))
    };
    if let Some(argument) = arguments.iter().find(|a| Path::new(a).is_dir() && same(a)) {
        let what = format!("{argument} holds the inputs, and the reports would be written into it");
        return Err(Failure::usage(&what, "name another folder with -o"));
    }
    let mut paths = expanded(arguments, |argument| {
        if Path::new(argument).is_dir() { files_in(argument) } else { ingest::expand(argument) }
    })?;
    let mut seen = HashSet::new();
    paths.retain(|p| seen.insert(p.clone()));
    Ok(paths)
}

fn files_in(folder: &str) -> Result<Vec<String>, IngestError> {
    // the names of a folder are no pattern
    let pattern = format!("{}/*", glob::Pattern::escape(folder.trim_end_matches('/')));
    let known = |path: &String| {
        let ending = Path::new(path).extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
        ending.is_some_and(|e| ENDINGS.contains(&e.as_str()))
    };
    Ok(ingest::expand(&pattern)?.into_iter().filter(known).collect())
}

/// A name for each input's report: the input's own, with a number where two would be alike.
fn jobs(paths: &[String]) -> Vec<Job> {
    let mut taken: HashSet<String> = HashSet::from(["index".to_owned()]);
    let mut jobs = Vec::with_capacity(paths.len());
    for path in paths {
        let own = if path == "-" {
            "standard-input".to_owned()
        } else {
            Path::new(path)
                .file_stem()
                .map_or_else(|| "report".to_owned(), |s| s.to_string_lossy().into_owned())
        };
        jobs.push(Job { source: path.clone(), stem: output::unlike(&own, &mut taken) });
    }
    jobs
}

fn file_name(job: &Job, format: ReportFormatArg) -> String {
    format!("{}.{}", job.stem, format.ending())
}

/// The command that makes one of the reports alone: the whole one with one input and one output.
fn command_of(
    words: &[String],
    inputs: &[String],
    job: &Job,
    folder: &Path,
    format: ReportFormatArg,
) -> String {
    let report: PathBuf = folder.join(file_name(job, format));
    let mut named = false;
    let mut out = Vec::new();
    for word in words {
        if Path::new(word) == folder {
            out.push(report.display().to_string());
        } else if !inputs.contains(word) {
            out.push(word.clone());
        } else if !named {
            named = true;
            out.push(job.source.clone());
        }
    }
    crate::cli::command_line(&out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_reports_share_a_name() {
        let paths = ["a/x.csv", "b/x.md", "c/X.csv", "index.md", "-"].map(str::to_owned);
        let stems: Vec<String> = jobs(&paths).into_iter().map(|j| j.stem).collect();
        assert_eq!(stems, ["x", "x-2", "X-3", "index-2", "standard-input"]);
    }

    #[test]
    fn the_command_of_one_report_names_it_alone() {
        let words = ["report", "a.csv", "b c.csv", "--by", "seed", "-o", "out/"].map(str::to_owned);
        let inputs = ["a.csv", "b c.csv"].map(str::to_owned);
        let job = Job { source: "b c.csv".to_owned(), stem: "b c".to_owned() };
        let command = command_of(&words, &inputs, &job, Path::new("out/"), ReportFormatArg::Html);
        assert_eq!(command, "likewise report 'b c.csv' --by seed -o 'out/b c.html'");
    }
}
