//! What can be wrong with an input, where, and what to do about it.

use std::fmt;

/// One thing that is wrong at one place of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The line (or record) in the file, from 1, where known.
    pub line: Option<usize>,
    /// What `line` counts: `line` or `record`.
    pub unit: &'static str,
    /// What is wrong, naming the text that was found.
    pub what: String,
    /// What to type or write instead.
    pub help: Option<String>,
    /// The text of the line, for showing.
    pub excerpt: Option<String>,
}

impl Problem {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { line: None, unit: "line", what: what.into(), help: None, excerpt: None }
    }

    pub(crate) fn at(line: usize, what: impl Into<String>) -> Self {
        Self { line: Some(line), ..Self::new(what) }
    }

    pub(crate) fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn excerpt(mut self, excerpt: impl Into<String>) -> Self {
        self.excerpt = Some(excerpt.into());
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "{} {line}: ", self.unit)?;
        }
        f.write_str(&self.what)
    }
}

/// An input that can't be read: the file and every problem found in it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct IngestError {
    /// The input as the user named it.
    pub source: String,
    /// What is wrong, in the order of the file; at least one.
    pub problems: Vec<Problem>,
}

impl IngestError {
    pub(crate) fn one(source: &str, problem: Problem) -> Self {
        Self { source: source.to_owned(), problems: vec![problem] }
    }

    pub(crate) fn many(source: &str, problems: Vec<Problem>) -> Self {
        Self { source: source.to_owned(), problems }
    }
}

impl fmt::Display for IngestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.problems.iter().enumerate() {
            if at > 0 {
                f.write_str("; ")?;
            }
            match problem.line {
                Some(line) if problem.unit == "line" => {
                    write!(f, "{}:{line}: {}", self.source, problem.what)?
                }
                Some(line) => write!(f, "{}: {} {line}: {}", self.source, problem.unit, problem.what)?,
                None => write!(f, "{}: {}", self.source, problem.what)?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for IngestError {}
