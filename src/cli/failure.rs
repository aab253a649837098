//! What went wrong, for people.

use std::io;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

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
    Refused(Message),
    /// A file, or the combination of arguments.
    Other(Exit, Message),
    /// The reader of standard output went away; nobody is left to tell.
    Closed,
}

/// One message: what is wrong, where, and what to type instead.
#[derive(Debug, Default)]
pub(super) struct Message {
    what: String,
    code: Option<String>,
    help: Option<String>,
    excerpt: Option<Excerpt>,
    details: Vec<Message>,
}

impl Failure {
    pub(super) fn usage(what: &str, help: &str) -> Self {
        Self::Other(Exit::Usage, Message { what: what.to_owned(), help: Some(help.to_owned()), ..Message::default() })
    }

    pub(super) fn file(path: &str, what: &str) -> Self {
        Self::Other(Exit::Failed, Message { what: format!("{path}: {what}"), ..Message::default() })
    }

    pub(super) fn internal(what: &str) -> Self {
        Self::Other(Exit::Failed, Message { what: what.to_owned(), ..Message::default() })
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
        let keys: Vec<&str> = conditions.iter().filter_map(Condition::key).collect();
        let help = if keys.len() < conditions.len() {
            let only_protocol = conditions.iter().any(|c| matches!(c, Condition::ProtocolDiffers { .. }));
            only_protocol.then(|| "results of different protocols have no common scale; --force doesn't change that".to_owned())
        } else {
            let named = keys.join(",");
            Some(match force {
                Some(Force::Keys(_)) => format!("--force={named} would lift the rest, and mark every output"),
                _ => format!("--force={named} --because \"...\" does it anyway, and marks every output as forced"),
            })
        };
        Self::Refused(Message { what: format!("refused to {}", refusal.asked()), help, details, ..Message::default() })
    }

    /// Prints it, and gives the exit status.
    pub(super) fn show(self, console: &mut Console<'_>) -> Exit {
        let (exit, messages) = match self {
            Self::Closed => return Exit::Done,
            Self::Ingest(errors) => {
                (Exit::Failed, errors.iter().flat_map(|e| e.problems.iter().map(|p| of_problem(&e.source, p))).collect())
            }
            Self::Policy(error) => {
                let exit = if matches!(error, PolicyError::EmptySelection { .. }) { Exit::Failed } else { Exit::Usage };
                (exit, vec![Message { what: error.to_string(), help: Some(error.help()), ..Message::default() }])
            }
            Self::Reference(error) => {
                (Exit::Usage, vec![Message { what: error.what, help: Some(error.help), ..Message::default() }])
            }
            Self::Refused(message) => (Exit::Refused, vec![message]),
            Self::Other(exit, message) => (exit, vec![message]),
        };
        for message in messages {
            message.print(exit, console);
        }
        exit
    }
}

/// What to do about a condition, besides forcing it.
fn remedy(condition: &Condition) -> Option<String> {
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
            match (complete_blocks, complete_subjects) {
                (0, 0) => "no block and no method is complete; --filter to some of them".to_owned(),
                (b, 0) => format!("--common keeps the {b} block{} that every method has", s(b)),
                (0, m) => format!("--common=subjects keeps the {m} method{} that have every block", s(m)),
                (b, m) => format!(
                    "--common keeps the {b} block{} that every method has; --common=subjects keeps the {m} method{} that have every block",
                    s(b),
                    s(m)
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
    let excerpt = problem.line.zip(problem.excerpt.clone()).map(|(line, text)| Excerpt { name: source.to_owned(), line, text });
    Message { what: format!("{place}: {}", problem.what), help: problem.help.clone(), excerpt, ..Message::default() }
}

impl Message {
    fn print(&self, exit: Exit, console: &mut Console<'_>) {
        if self.excerpt.is_some() {
            return self.print_excerpt(console);
        }
        let word = if exit == Exit::Refused { "" } else { "error: " };
        console.block(&format!("{word}{}", self.what), "", "  ", "1;31");
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

    /// With the line of the input, as compilers show it.
    fn print_excerpt(&self, console: &mut Console<'_>) {
        let theme = if console.color { GraphicalTheme::unicode() } else { GraphicalTheme::none() };
        let handler =
            GraphicalReportHandler::new_themed(theme).with_width(console.width).with_links(false).with_context_lines(0);
        let mut text = String::new();
        // a message that can't be drawn is still said
        if handler.render_report(&mut text, &Shown { message: self }).is_err() {
            text = format!("error: {}\n", self.what);
        }
        let text: Vec<&str> = text.lines().map(str::trim_end).collect();
        console.say(&tidy(&text));
    }
}

/// Without the blank lines that the handler puts around a report.
fn tidy(lines: &[&str]) -> String {
    let start = lines.iter().position(|l| !l.is_empty()).unwrap_or(0);
    let end = lines.iter().rposition(|l| !l.is_empty()).map_or(start, |e| e + 1);
    lines[start..end].join("\n")
}

/// A message as miette sees it.
#[derive(Debug)]
struct Shown<'a> {
    message: &'a Message,
}

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "error: {}", self.message.what)
    }
}

impl std::error::Error for Shown<'_> {}

impl Diagnostic for Shown<'_> {
    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.message.help.as_ref().map(|h| Box::new(h) as Box<dyn std::fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.message.excerpt.as_ref().map(|e| e as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let excerpt = self.message.excerpt.as_ref()?;
        Some(Box::new(std::iter::once(LabeledSpan::new(None, 0, excerpt.text.len().max(1)))))
    }
}

/// One line of an input.
#[derive(Debug)]
struct Excerpt {
    name: String,
    line: usize,
    text: String,
}

impl SourceCode for Excerpt {
    fn read_span<'a>(&'a self, _: &SourceSpan, _: usize, _: usize) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let span = SourceSpan::new(0.into(), self.text.len());
        let contents =
            MietteSpanContents::new_named(self.name.clone(), self.text.as_bytes(), span, self.line.saturating_sub(1), 0, 1);
        Ok(Box::new(contents))
    }
}

/// A command line that clap can't take, or its answer to `--help` and `--version`.
pub(super) fn usage(error: &clap::Error, console: &mut Console<'_>) -> Exit {
    let text = if console.color { error.render().ansi().to_string() } else { error.render().to_string() };
    if error.use_stderr() {
        console.say(text.trim_end());
        return Exit::Usage;
    }
    match console.out.write_all(text.as_bytes()).and_then(|()| console.out.flush()) {
        Ok(()) => Exit::Done,
        Err(error) => Failure::stdout(error).show(console),
    }
}
