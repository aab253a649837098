//! What an analysis stands on; part of every output.

use schemars::JsonSchema;
use serde::Serialize;

use super::refusal::Condition;

/// What an analysis stands on: like for like, or forced, with every broken condition named.
///
/// A basis comes out of a check or out of a refusal that was forced; there is no other way to make
/// one, and no way to change one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Basis {
    pub(super) kind: Kind,
    /// The conditions that the user forced, in words.
    pub(super) broken: Vec<String>,
    /// Why, in the user's words.
    pub(super) because: Option<String>,
    /// What the user's policy changed or left out, in words.
    pub(super) notes: Vec<String>,
    /// Keys that don't matter on the user's word.
    pub(super) ignored: Vec<String>,
    /// Keys whose results are averaged as runs.
    pub(super) replicates: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "BasisKind")]
pub(super) enum Kind {
    LikeForLike,
    Forced,
}

impl Basis {
    /// Whether a refusal was lifted.
    #[must_use]
    pub fn is_forced(&self) -> bool {
        self.kind == Kind::Forced
    }

    /// `like for like` or `forced`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        if self.is_forced() { "forced" } else { "like for like" }
    }

    /// The conditions that were forced, in words; empty if none was.
    #[must_use]
    pub fn broken(&self) -> &[String] {
        &self.broken
    }

    /// What the policy changed or left out, in words.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Keys that don't matter on the user's word.
    #[must_use]
    pub fn ignored(&self) -> &[String] {
        &self.ignored
    }

    /// Keys whose results are averaged as runs.
    #[must_use]
    pub fn replicates(&self) -> &[String] {
        &self.replicates
    }

    /// The notice that a forced output carries where it will be read; `None` if nothing was forced.
    #[must_use]
    pub fn notice(&self) -> Option<String> {
        self.is_forced().then(|| {
            let because = self.because.as_deref().map_or(String::new(), |b| format!(" Because: {b}."));
            format!("FORCED, not like for like: {}.{because}", self.broken.join("; "))
        })
    }

    /// Marks what was forced; without any condition nothing was.
    pub(super) fn join_broken(&mut self, conditions: &[Condition]) {
        self.kind = if conditions.is_empty() { Kind::LikeForLike } else { Kind::Forced };
        self.broken = conditions.iter().map(Condition::sentence).collect();
    }
}
