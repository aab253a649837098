//! From arguments to results and a policy: what every subcommand does first.

use crate::comparability::{Comparable, Condition, Force, Policy, Question, Refusal, Study, check};
use crate::ingest::{self, Format, IngestError, Options, Wide};
use crate::results::{Direction, Results};
use crate::words::few;

use super::Console;
use super::args::{ColorArg, CommonArg, InputArgs, PolicyArgs, ReadingArgs, TalkArgs};
use super::failure::Failure;

/// Sets colour as the user says.
pub(super) fn set_color(talk: &TalkArgs, console: &mut Console<'_>) {
    match talk.color {
        ColorArg::Auto => {}
        ColorArg::Always => console.color = true,
        ColorArg::Never => console.color = false,
    }
}

/// The files that arguments name, or what is wrong with each that names none.
pub(super) fn expanded(
    arguments: &[String],
    expand: impl Fn(&str) -> Result<Vec<String>, IngestError>,
) -> Result<Vec<String>, Failure> {
    let (mut paths, mut errors) = (Vec::new(), Vec::new());
    for argument in arguments {
        match expand(argument) {
            Ok(more) => paths.extend(more),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(paths) } else { Err(Failure::Ingest(errors)) }
}

/// Reads the inputs, and says on standard error how they were read.
pub(super) fn read(
    input: &InputArgs,
    talk: &TalkArgs,
    console: &mut Console<'_>,
) -> Result<Results, Failure> {
    read_with(input, talk, false, console)
}

/// As [`read`], with the inputs' checksums if they are wanted.
pub(super) fn read_with(
    input: &InputArgs,
    talk: &TalkArgs,
    checksums: bool,
    console: &mut Console<'_>,
) -> Result<Results, Failure> {
    set_color(talk, console);
    let paths = expanded(&input.inputs, ingest::expand)?;
    if paths.iter().filter(|p| *p == "-").count() > 1 {
        return Err(Failure::usage("standard input (-) is named twice", "name it once"));
    }
    let options = Options { checksums, ..options(&input.reading) };
    let results = ingest::read_paths(&paths, &options).map_err(Failure::Ingest)?;
    if !talk.quiet {
        for report in results.inputs() {
            let mut line = format!(
                "read {} as {}: {} result{}",
                report.source,
                report.format,
                report.results,
                if report.results == 1 { "" } else { "s" }
            );
            if !report.taken.is_empty() {
                let taken: Vec<String> = report
                    .taken
                    .iter()
                    .map(
                        |(column, part)| {
                            if column == part { column.clone() } else { format!("{column} as {part}") }
                        },
                    )
                    .collect();
                line += &format!("; {}", taken.join(", "));
            }
            console.note(&line);
        }
    }
    Ok(results)
}

pub(super) fn options(reading: &ReadingArgs) -> Options {
    let wide = (reading.wide.is_some() || reading.wide_columns.is_some()).then(|| Wide {
        keys: reading.wide.iter().flatten().filter(|k| !k.is_empty()).cloned().collect(),
        columns_are: reading.wide_columns.clone(),
    });
    Options {
        format: reading.input_format.as_deref().and_then(Format::parse),
        wide,
        map: reading.map.clone(),
        missing: reading.missing.clone(),
        checksums: false,
    }
}

/// The policy of the file and the options; an option comes on top of the file.
pub(super) fn policy(args: &PolicyArgs) -> Result<Policy, Failure> {
    let mut policy = match &args.policy {
        None => Policy::default(),
        Some(path) => {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(path)
                .map_err(|e| Failure::file(&name, &format!("the policy can't be read: {e}")))?;
            Policy::from_toml(&text).map_err(|e| Failure::file(&name, &e))?
        }
    };
    if args.metric.is_some() {
        policy.metric.clone_from(&args.metric);
    }
    for text in &args.direction {
        let (metric, word) = text.rsplit_once('=').unwrap_or(("", text));
        let direction = Direction::parse(word).ok_or_else(|| {
            Failure::usage(
                &format!("--direction {text}: `{word}` is not a direction"),
                "write higher or lower, or METRIC=higher",
            )
        })?;
        policy.direction.insert(metric.trim().to_owned(), direction);
    }
    if args.subject.is_some() {
        policy.subject.clone_from(&args.subject);
    }
    policy.by.extend(args.by.iter().cloned());
    policy.ignore.extend(args.ignore.iter().cloned());
    policy.replicate.extend(args.replicate.iter().cloned());
    for list in [&mut policy.by, &mut policy.ignore, &mut policy.replicate] {
        let mut seen = Vec::new();
        list.retain(|key| {
            !seen.contains(key) && {
                seen.push(key.clone());
                true
            }
        });
    }
    for (what, key) in [("--ignore", &policy.ignore), ("--replicate", &policy.replicate)] {
        if let Some(both) = key.iter().find(|k| policy.by.contains(k)) {
            let problem = format!("`{both}` can't be named by both --by and {what}");
            return Err(Failure::usage(&problem, "a key tells blocks apart, or doesn't"));
        }
    }
    policy.assume.extend(args.assume.iter().cloned());
    policy.alias.extend(args.alias.iter().cloned());
    let mut named: Vec<&String> = Vec::new();
    for (key, value) in &args.filter {
        // a filter on the command line replaces the file's filter of the same key
        if !named.contains(&key) {
            policy.filter.remove(key);
            named.push(key);
        }
        policy.filter.entry(key.clone()).or_default().push(value.clone());
    }
    match args.common {
        None => {}
        Some(CommonArg::Blocks) => policy.common = Some(crate::Common::Blocks),
        Some(CommonArg::Subjects) => policy.common = Some(crate::Common::Subjects),
    }
    if let Some(keys) = &args.force {
        let keys: Vec<String> = keys.iter().filter(|k| !k.is_empty()).cloned().collect();
        policy.force = Some(if keys.is_empty() { Force::All } else { Force::Keys(keys) });
    }
    if args.because.is_some() {
        policy.because.clone_from(&args.because);
    }
    Ok(policy)
}

/// A study of the results under the policy.
pub(super) fn study(results: &Results, policy: &Policy) -> Result<Study, Failure> {
    Study::new(results, policy).map_err(Failure::Policy)
}

/// Asks whether the results may be compared for a question; a refusal is lifted where the policy forces
/// it.
pub(super) fn lift<Q: Question>(study: &Study, question: Q) -> Result<Comparable<Q>, Box<Refusal<Q>>> {
    let policy = study.policy();
    match (check(study.clone(), question), &policy.force) {
        (Err(refusal), Some(force)) => refusal.force(force, policy.because.as_deref()),
        (answer, _) => answer,
    }
}

/// What stands in the way, in one line.
pub(super) fn in_words(conditions: &[Condition]) -> String {
    few(conditions, 8, "; ", |c| c.to_string().replace('\n', "; "))
}

/// As [`lift`], with a refusal as the command's failure.
pub(super) fn ask<Q: Question>(
    study: &Study,
    question: Q,
    console: &mut Console<'_>,
) -> Result<Comparable<Q>, Failure> {
    let comparable =
        lift(study, question).map_err(|r| Failure::refused(&r, study.policy().force.as_ref()))?;
    say_unused_force(study, comparable.basis().is_forced(), console);
    Ok(comparable)
}

/// What is said of a force that lifted nothing.
pub(super) const UNUSED_FORCE: &str = "nothing was refused, so --force changes nothing";

/// A force that lifted nothing is said.
pub(super) fn say_unused_force(study: &Study, forced: bool, console: &mut Console<'_>) {
    if study.policy().force.is_some() && !forced {
        console.note(UNUSED_FORCE);
    }
}

/// A study for tests over blocks: folds and repetitions that the user says nothing of are averaged first, which
/// every output says.
pub(super) fn study_of_blocks(results: &Results, policy: Policy) -> Result<Study, Failure> {
    let (policy, said) = policy.averaging_runs(results.config_keys());
    let mut study = study(results, &policy)?;
    study.notes.extend(said);
    Ok(study)
}

/// Whether an output is a folder: one that is there, or a name with a slash at its end.
pub(super) fn is_folder(path: &std::path::Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}
