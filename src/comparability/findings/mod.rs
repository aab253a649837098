//! What the audit has to say: one place lists all codes.

use schemars::JsonSchema;
use serde::Serialize;

mod audit;
mod codes;
mod rules;
mod spelling;

pub use audit::audit;
pub use codes::{Code, codes, find_code};

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something is wrong; a comparison would be refused or mislead.
    Error,
    /// Something can mislead.
    Warning,
    /// Something to know.
    Info,
}

impl Severity {
    /// The severity's name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

/// One thing that the audit has to say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Finding {
    /// The stable code, such as `C001`.
    pub code: &'static str,
    /// The code's name, such as `cross-configuration`.
    pub name: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What was found.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
    /// The rows of the frame that it concerns, from 0.
    pub rows: Vec<u32>,
    /// Where those rows stand.
    pub places: Vec<String>,
}
