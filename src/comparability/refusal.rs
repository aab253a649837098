//! What stands in the way of a comparison, and the only way around it.

use std::fmt;
use std::marker::PhantomData;

use super::check::{Comparable, Question};
use super::design::{Conflict, Unplaced};
use super::policy::Force;
use super::study::Study;
use crate::words::few;

/// One reason why results may not be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Condition {
    /// A key that must match inside a block differs in it.
    KeyDiffers {
        /// The key.
        key: String,
        /// The first block where it does.
        block: String,
        /// The values there, each with its number of results.
        values: Vec<(String, usize)>,
        /// In how many blocks it differs.
        blocks: usize,
    },
    /// Raw values of blocks that differ in a key would stand side by side.
    AcrossBlocks {
        /// The key that tells the blocks apart.
        key: String,
        /// Its values, each with its number of results.
        values: Vec<(String, usize)>,
    },
    /// A key's value is not recorded for some results.
    Unknown {
        /// The key; `configuration` where no result records any key.
        key: String,
        /// The results without it.
        results: Vec<Unplaced>,
    },
    /// Not every subject has every block.
    Coverage {
        /// What tells the protocol where it is so from the others of the study, in words; `None` for the
        /// only one.
        of: Option<String>,
        /// The missing cells, as subject and block.
        missing: Vec<(String, String)>,
        /// How many blocks every subject has.
        complete_blocks: usize,
        /// How many subjects have every block.
        complete_subjects: usize,
        /// A part of the protocol, such as `dataset`, and its values with which every subject has every
        /// block: where the study has several protocols, and that part tells such apart.
        whole: Option<(&'static str, Vec<String>)>,
        /// Whether what was asked for is defined where cells are missing.
        can_be_forced: bool,
    },
    /// A subject has two different values in one block.
    Conflicts(Vec<Conflict>),
    /// The results were measured under different protocols. No force lifts this.
    ProtocolDiffers {
        /// What differs: `metric`, `dataset`, ...
        field: &'static str,
        /// Its values.
        values: Vec<String>,
    },
    /// There is nothing to compare with the question asked.
    Nothing {
        /// In words.
        what: String,
        /// What to do.
        help: String,
    },
}

impl Condition {
    /// What to name after `--force=`; `None` for a condition that no force lifts.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::KeyDiffers { key, .. } | Self::AcrossBlocks { key, .. } | Self::Unknown { key, .. } => {
                Some(key)
            }
            Self::Coverage { can_be_forced, .. } => can_be_forced.then_some("coverage"),
            Self::Conflicts(_) => Some("conflict"),
            Self::ProtocolDiffers { .. } | Self::Nothing { .. } => None,
        }
    }

    /// The code of the finding that explains this condition; `likewise explain CODE` shows its page.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::KeyDiffers { .. } | Self::AcrossBlocks { .. } => "C001",
            Self::Unknown { .. } => "C002",
            Self::ProtocolDiffers { .. } => "C003",
            Self::Coverage { .. } | Self::Nothing { .. } => "C004",
            Self::Conflicts(_) => "D006",
        }
    }

    /// One sentence for a notice: what is not alike.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::KeyDiffers { key, values, .. } | Self::AcrossBlocks { key, values } => {
                format!("{key} differs ({})", shown(values))
            }
            Self::Unknown { key, results } => {
                let s = if results.len() == 1 { "" } else { "s" };
                format!("{key} is not recorded for {} result{s}", results.len())
            }
            Self::Coverage { of, missing, .. } => {
                let s = if missing.len() == 1 { "" } else { "s" };
                format!("{} cell{s}{} missing ({})", missing.len(), named(of), cells(missing, 3))
            }
            Self::Conflicts(conflicts) => {
                let s = if conflicts.len() == 1 { "" } else { "s" };
                format!("{} cell{s} with different values, averaged", conflicts.len())
            }
            Self::ProtocolDiffers { field, values } => format!("{field} differs ({})", values.join(", ")),
            Self::Nothing { what, .. } => what.clone(),
        }
    }
}

/// `any of the 3 results`, `the one result`.
pub(super) fn any_of(results: usize) -> String {
    if results == 1 { "the one result".to_owned() } else { format!("any of the {results} results") }
}

/// The first values with their counts.
fn shown(values: &[(String, usize)]) -> String {
    few(values, 6, ", ", |v| v.0.clone())
}

/// ` of CIFAR-10`, or nothing where there is one protocol.
fn named(of: &Option<String>) -> String {
    of.as_deref().map_or(String::new(), |of| format!(" of {of}"))
}

fn cells(missing: &[(String, String)], most: usize) -> String {
    few(missing, most, ", ", |(s, b)| format!("{s} on {b}"))
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KeyDiffers { key, block, values, blocks } => {
                write!(f, "{key} differs inside {block}: {}", counted(values))?;
                if *blocks > 1 {
                    write!(f, "; so in {blocks} blocks")?;
                }
                Ok(())
            }
            Self::AcrossBlocks { key, values } => write!(f, "{key} differs: {}", counted(values)),
            Self::Unknown { key, results } if key == "configuration" => {
                write!(f, "no configuration is recorded for {}", any_of(results.len()))
            }
            Self::Unknown { key, results } => {
                let list = few(results, 8, ", ", |r| format!("{} {} ({})", r.method, r.value, r.place));
                write!(f, "{key} is not recorded for {list}")
            }
            Self::Coverage { of, missing, .. } => {
                write!(f, "not every subject has every block{}: missing {}", named(of), cells(missing, 8))
            }
            Self::Conflicts(conflicts) => {
                for (at, conflict) in conflicts.iter().take(8).enumerate() {
                    if at > 0 {
                        f.write_str("\n")?;
                    }
                    let values: Vec<String> =
                        conflict.values.iter().take(6).map(|(v, p)| format!("{v} ({p})")).collect();
                    let more = if conflict.values.len() > 6 { ", ..." } else { "" };
                    write!(
                        f,
                        "{} has different values on {}: {}{more}",
                        conflict.subject,
                        conflict.block,
                        values.join(", ")
                    )?;
                }
                if conflicts.len() > 8 {
                    write!(f, "\nand {} more cells", conflicts.len() - 8)?;
                }
                Ok(())
            }
            Self::ProtocolDiffers { field, values } => {
                write!(f, "{field} differs: {}", few(values, 8, ", ", String::clone))
            }
            Self::Nothing { what, .. } => f.write_str(what),
        }
    }
}

fn counted(values: &[(String, usize)]) -> String {
    few(values, 8, ", ", |(v, n)| format!("{v} ({n} result{})", if *n == 1 { "" } else { "s" }))
}

/// A comparison that was refused, with every reason.
///
/// [`Refusal::force`] is the only way from here to a [`Comparable`], and what it makes is marked as
/// forced for good.
#[derive(Debug, Clone)]
pub struct Refusal<Q: Question> {
    pub(super) study: Study,
    pub(super) question: Q,
    pub(super) conditions: Vec<Condition>,
    pub(super) marker: PhantomData<Q>,
}

impl<Q: Question> Refusal<Q> {
    /// Every reason, the gravest first.
    #[must_use]
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// What was asked, in words.
    #[must_use]
    pub fn asked(&self) -> String {
        self.question.words()
    }

    /// Lifts the refusal for the keys that `force` names, and gives what was refused, marked as forced.
    ///
    /// # Errors
    /// The refusal again, with the reasons that are left: those that `force` doesn't name, and a
    /// mismatch of protocols, which nothing lifts.
    pub fn force(self, force: &Force, reason: Option<&str>) -> Result<Comparable<Q>, Box<Self>> {
        let left: Vec<Condition> =
            self.conditions.iter().filter(|c| !c.key().is_some_and(|k| force.lifts(k))).cloned().collect();
        if !left.is_empty() {
            return Err(Box::new(Self { conditions: left, ..self }));
        }
        Comparable::forced(self, force, reason)
    }
}
