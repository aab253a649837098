//! Results that only programs read, in a shape of their own.

use schemars::JsonSchema;
use serde::Serialize;

use crate::analysis::{Agreement, CellRef, Difference, Intervals, MeanRanks, Ranking, Spread, SubjectsTest};
use crate::comparability::{Finding, Policy};
use crate::results::Protocol;

/// Two single results.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Cells<'a> {
    /// What was measured.
    pub(crate) protocol: &'a Protocol,
    /// The first result.
    pub(crate) first: &'a CellRef,
    /// The second result.
    pub(crate) second: &'a CellRef,
    /// How the first stands against the second.
    #[serde(flatten)]
    pub(crate) difference: &'a Difference,
}

/// What a report holds.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Report")]
pub(crate) struct Content<'a> {
    /// The title.
    pub(crate) title: &'a str,
    /// The command that made it.
    pub(crate) made_with: &'a str,
    /// What was compared with what.
    pub(crate) policy: &'a Policy,
    /// The rankings inside each block, one for each protocol.
    pub(crate) rankings: &'a [Ranking],
    /// Mean ranks over the blocks.
    pub(crate) mean_ranks: Part<'a, MeanRanks>,
    /// How much each method moves over the blocks.
    pub(crate) spreads: Part<'a, Spread>,
    /// Whether the methods differ over the blocks.
    pub(crate) tests: Part<'a, SubjectsTest>,
    /// Whether the blocks order the methods alike.
    pub(crate) agreement: Part<'a, Agreement>,
    /// Estimates of each method with intervals.
    pub(crate) intervals: Part<'a, Intervals>,
    /// What a reader should know before comparing.
    pub(crate) findings: &'a [Finding],
}

/// A part of a report, or why it was refused.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "{T}OrRefused")]
pub(crate) enum Part<'a, T> {
    /// The part, one entry for each protocol.
    Done(&'a [T]),
    /// No part.
    Refused {
        /// Why not.
        refused: &'a str,
    },
}

impl<'a, T> Part<'a, T> {
    pub(crate) fn of(part: &'a Result<Vec<T>, String>) -> Self {
        part.as_ref().map_or_else(|why| Self::Refused { refused: why }, |done| Self::Done(done))
    }
}
