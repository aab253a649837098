//! What went wrong, for people.

use std::collections::HashSet;
use std::io;

use crate::comparability::{Condition, Force, PolicyError, Question, ReferenceError, Refusal};
use crate::ingest::{IngestError, Problem};

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
        let details = conditions
            .iter()
            .map(|c| Message {
                what: c.to_string(),
                code: Some(c.code().to_owned()),
                help: remedy(c),
                ..Message::default()
            })
            .collect();
        let mut keys: Vec<&str> = conditions.iter().filter_map(Condition::key).collect();
        let all_can_be_lifted = keys.len() == conditions.len();
        // several protocols can lack the same
        let mut named = HashSet::new();
        keys.retain(|key| named.insert(*key));
        let help = if !all_can_be_lifted {
            let only_protocol = conditions.iter().any(|c| matches!(c, Condition::ProtocolDiffers { .. }));
            only_protocol.then(|| {
                "results of different protocols have no common scale; --force doesn't change that".to_owned()
            })
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

/// What to do about a condition, besides forcing it.
pub(super) fn remedy(condition: &Condition) -> Option<String> {
    Some(match condition {
        Condition::KeyDiffers { key, .. } => {
            format!("--by {key} makes it tell blocks apart; --ignore {key} says that it doesn't matter; --replicate {key} averages over it")
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
        Condition::Coverage { complete_blocks, complete_subjects, .. } => {
            let s = |n: &usize| if *n == 1 { "" } else { "s" };
            let has = |n: &usize| if *n == 1 { "has" } else { "have" };
            match (complete_blocks, complete_subjects) {
                (0, 0) => "no block and no method is complete; --filter to some of them".to_owned(),
                (b, 0) => format!("--common keeps the {b} block{} that every method has", s(b)),
                (0, m) => format!("--common=subjects keeps the {m} method{} that {} every block", s(m), has(m)),
                (b, m) => format!(
                    "--common keeps the {b} block{} that every method has; --common=subjects keeps the {m} method{} that {} every block",
                    s(b),
                    s(m),
                    has(m)
                ),
            }
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
