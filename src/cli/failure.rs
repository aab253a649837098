//! What went wrong, for people.

use std::collections::HashSet;
use std::io;

use crate::comparability::{Condition, Force, PolicyError, Question, ReferenceError, Refusal};
use crate::ingest::{IngestError, Problem};
use crate::words::{argument, count, few};

use super::{Console, Exit};

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub(super) enum Failure {
    /// Inputs that can't be read.
    Ingest(Vec<IngestError>),
    /// A policy that can't be applied.
    Policy(PolicyError),
    /// A method or result that is not there.
    Reference(ReferenceError),
    /// A comparison that is not fair.
    Refused(Box<Message>),
    /// A file, or the combination of arguments.
    Other(Exit, Box<Message>),
    /// The reader of standard output went away; nobody is left to tell.
    Closed,
}

/// One message: what is wrong, where, and what to type instead.
#[derive(Debug, Default)]
pub(super) struct Message {
    what: String,
    code: Option<String>,
    help: Option<String>,
    /// The line's number and its text.
    excerpt: Option<(usize, String)>,
    details: Vec<Message>,
}

impl Failure {
    pub(super) fn usage(what: &str, help: &str) -> Self {
        Self::Other(
            Exit::Usage,
            Box::new(Message { what: what.to_owned(), help: Some(help.to_owned()), ..Message::default() }),
        )
    }

    pub(super) fn file(path: &str, what: &str) -> Self {
        Self::Other(Exit::Failed, Box::new(Message { what: format!("{path}: {what}"), ..Message::default() }))
    }

    pub(super) fn internal(what: &str) -> Self {
        Self::Other(Exit::Failed, Box::new(Message { what: what.to_owned(), ..Message::default() }))
    }

    pub(super) fn stdout(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::file("standard output", &format!("can't be written: {error}"))
        }
    }

    pub(super) fn refused<Q: Question>(refusal: &Refusal<Q>, force: Option<&Force>) -> Self {
        let conditions = refusal.conditions();
        let details = details(conditions);
        let mut keys: Vec<&str> = conditions.iter().filter_map(Condition::key).collect();
        let all_can_be_lifted = keys.len() == conditions.len();
        // several protocols can lack the same
        let mut named = HashSet::new();
        keys.retain(|key| named.insert(*key));
        let help = if !all_can_be_lifted {
            let only_protocol = conditions.iter().any(|c| matches!(c, Condition::ProtocolDiffers { .. }));
            let no_holes =
                conditions.iter().any(|c| matches!(c, Condition::Coverage { .. }) && c.key().is_none());
            if only_protocol {
                Some(
                    "results of different protocols have no common scale; --force doesn't change that"
                        .to_owned(),
                )
            } else {
                no_holes.then(|| "this takes complete tables only; --force doesn't change that".to_owned())
            }
        } else {
            let named = keys.join(",");
            Some(match force {
                Some(Force::Keys(_)) => format!("--force={named} would lift the rest, and mark every output"),
                _ => format!(
                    "--force={named} --because \"...\" does it anyway, and marks every output as forced"
                ),
            })
        };
        Self::Refused(Box::new(Message {
            what: format!("refused to {}", refusal.asked()),
            help,
            details,
            ..Message::default()
        }))
    }

    /// What it would print, where nobody waits at a console.
    pub(super) fn into_text(self) -> String {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        self.show(&mut Console::plain(&mut out, &mut err));
        String::from_utf8_lossy(&err).trim_end().to_owned()
    }

    /// Prints it, and gives the exit status.
    pub(super) fn show(self, console: &mut Console<'_>) -> Exit {
        let (exit, messages) = match self {
            Self::Closed => return Exit::Done,
            Self::Ingest(errors) => (
                Exit::Failed,
                errors.iter().flat_map(|e| e.problems.iter().map(|p| of_problem(&e.source, p))).collect(),
            ),
            Self::Policy(error) => {
                let exit = if matches!(error, PolicyError::EmptySelection { .. }) {
                    Exit::Failed
                } else {
                    Exit::Usage
                };
                (
                    exit,
                    vec![Message { what: error.to_string(), help: Some(error.help()), ..Message::default() }],
                )
            }
            Self::Reference(error) => (
                Exit::Usage,
                vec![Message { what: error.what, help: Some(error.help), ..Message::default() }],
            ),
            Self::Refused(message) => (Exit::Refused, vec![*message]),
            Self::Other(exit, message) => (exit, vec![*message]),
        };
        for message in messages {
            message.print(exit, console);
        }
        exit
    }
}

/// Each reason with what to do about it; what would be said of several is said of the last one.
fn details(conditions: &[Condition]) -> Vec<Message> {
    let (shown, folded) = folded(conditions);
    let mut details: Vec<Message> = shown
        .iter()
        .map(|c| Message {
            what: c.to_string(),
            code: Some(c.code().to_owned()),
            help: remedy(c, conditions),
            ..Message::default()
        })
        .collect();
    if let [first, ..] = folded.as_slice() {
        let names = few(&folded, 12, ", ", |c| name(c).to_owned());
        details.push(Message {
            what: format!("so in {} more: {names}", folded.len()),
            help: remedy(first, conditions),
            ..Message::default()
        });
    }
    let mut said = HashSet::new();
    for detail in details.iter_mut().rev() {
        detail.help = detail.help.take().filter(|text| said.insert(text.clone()));
    }
    details
}

/// What to do about the conditions, besides forcing them.
pub(super) fn remedies(conditions: &[Condition]) -> Vec<String> {
    let mut said = HashSet::new();
    conditions.iter().filter_map(|c| remedy(c, conditions)).filter(|text| said.insert(text.clone())).collect()
}

/// The conditions, and those that say no more than that a further protocol has holes too, where many have.
fn folded(conditions: &[Condition]) -> (Vec<&Condition>, Vec<&Condition>) {
    const SHOWN: usize = 6;
    let holes = conditions.iter().filter(|c| matches!(c, Condition::Coverage { .. })).count();
    let mut seen = 0;
    conditions.iter().partition(|c| {
        seen += usize::from(matches!(c, Condition::Coverage { .. }));
        holes <= SHOWN + 1 || seen <= SHOWN || !matches!(c, Condition::Coverage { .. })
    })
}

/// The protocol that a condition is about.
fn name(condition: &Condition) -> &str {
    match condition {
        Condition::Coverage { of: Some(name), .. } => name,
        _ => "all",
    }
}

/// What leaves out the holes of each protocol, and what keeps those that have none.
fn remedy_of_holes(holes: &[&Condition]) -> String {
    let counts = |c: &Condition| match c {
        Condition::Coverage { complete_blocks, complete_subjects, .. } => {
            (*complete_blocks, *complete_subjects)
        }
        _ => (0, 0),
    };
    let mut ways = Vec::new();
    if let [one] = holes {
        let (blocks, subjects) = counts(one);
        if blocks > 0 {
            ways.push(format!("--common keeps the {} that every method has", count(blocks, "block")));
        }
        if subjects > 0 {
            let has = if subjects == 1 { "has" } else { "have" };
            ways.push(format!(
                "--common=subjects keeps the {} that {has} every block",
                count(subjects, "method")
            ));
        }
    } else {
        let mut way = |what: &str, left: &dyn Fn(&Condition) -> usize| {
            let without: Vec<&&Condition> = holes.iter().filter(|c| left(c) == 0).collect();
            if without.len() < holes.len() {
                let but = if without.is_empty() {
                    String::new()
                } else {
                    let names = few(&without, 4, ", ", |c| name(c).to_owned());
                    format!(" (there is none in {names})")
                };
                ways.push(format!("{what}{but}"));
            }
        };
        way("--common keeps of each the blocks that every method has", &|c| counts(c).0);
        way("--common=subjects keeps of each the methods that have every block", &|c| counts(c).1);
    }
    if let Some(Condition::Coverage { whole: Some(whole), .. }) = holes.first() {
        ways.push(whole_alone(whole));
    }
    if ways.is_empty() {
        "no block and no method is complete; --filter to some of them".to_owned()
    } else {
        ways.join("; ")
    }
}

fn remedy(condition: &Condition, all: &[Condition]) -> Option<String> {
    Some(match condition {
        Condition::KeyDiffers { key, .. } => {
            format!("--by {key} as well makes it tell blocks apart; --ignore {key} says that it doesn't matter; --replicate {key} averages over it")
        }
        Condition::AcrossBlocks { .. } => {
            "likewise rank ranks inside each block; likewise rank --across compares over blocks through those ranks".to_owned()
        }
        Condition::Unknown { key, .. } if key == "configuration" => {
            "if you know it, say --assume KEY=VALUE; --by task, --by dataset or --by split make blocks of those".to_owned()
        }
        Condition::Unknown { key, .. } => {
            format!("if you know it, say --assume {key}=VALUE; --ignore {key} says that it doesn't matter")
        }
        Condition::Coverage { .. } => {
            let holes: Vec<&Condition> =
                all.iter().filter(|c| matches!(c, Condition::Coverage { .. })).collect();
            remedy_of_holes(&holes)
        }
        Condition::Conflicts(_) => {
            "remove the wrong one; if they are runs, name the key that tells them apart with --replicate KEY".to_owned()
        }
        Condition::ProtocolDiffers { field, .. } => match *field {
            "metric" => "choose one with --metric".to_owned(),
            field => format!("choose one with --filter {field}=VALUE"),
        },
        Condition::Nothing { help, .. } => help.clone(),
        #[allow(unreachable_patterns)]
        _ => return None,
    })
}

/// What keeps the protocols alone in which every subject has every block.
fn whole_alone((field, values): &(&str, Vec<String>)) -> String {
    let typed = |value: &str| match *field {
        "metric" => format!("--metric {}", argument(value)),
        field => format!("--filter {}", argument(&format!("{field}={value}"))),
    };
    match values.as_slice() {
        [value] => format!("{} keeps what is complete", typed(value)),
        _ => {
            format!(
                "{} keeps one that is complete: {}",
                typed("VALUE"),
                few(values, 8, ", ", |v| argument(v))
            )
        }
    }
}

fn of_problem(source: &str, problem: &Problem) -> Message {
    let place = match problem.line {
        Some(line) if problem.unit == "line" => format!("{source}:{line}"),
        Some(line) => format!("{source}, {} {line}", problem.unit),
        None => source.to_owned(),
    };
    let excerpt = problem.line.zip(problem.excerpt.clone());
    Message {
        what: format!("{place}: {}", problem.what),
        help: problem.help.clone(),
        excerpt,
        ..Message::default()
    }
}

impl Message {
    fn print(&self, exit: Exit, console: &mut Console<'_>) {
        let word = if exit == Exit::Refused { "" } else { "error: " };
        console.block(&format!("{word}{}", self.what), "", "  ", "1;31");
        if let Some((line, text)) = &self.excerpt {
            console.say(&format!("  {line} | {}", shortened(text, console.width.saturating_sub(12))));
        }
        for detail in &self.details {
            for (at, line) in detail.what.lines().enumerate() {
                let code = detail.code.as_deref().filter(|_| at == 0).unwrap_or("    ");
                console.block(line, &format!("  {code}  "), "        ", "");
            }
            if let Some(help) = &detail.help {
                console.block(help, "        ", "        ", "");
            }
        }
        if let Some(help) = &self.help {
            console.block(help, "  help: ", "        ", "");
        }
    }
}

/// A line of an input, cut where it is longer than the screen, without what could move the cursor.
fn shortened(text: &str, width: usize) -> String {
    let shown: String = text.chars().take(width).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() > width { shown + " ..." } else { shown }
}

/// A command line that clap can't take, or its answer to `--help` and `--version`.
pub(super) fn usage(error: &clap::Error, console: &mut Console<'_>) -> Exit {
    let text = if console.color { error.render().ansi().to_string() } else { error.render().to_string() };
    if error.use_stderr() {
        // its colours are codes too
        console.line(text.trim_end());
        return Exit::Usage;
    }
    match console.out.write_all(text.as_bytes()).and_then(|()| console.out.flush()) {
        Ok(()) => Exit::Done,
        Err(error) => Failure::stdout(error).show(console),
    }
}
