//! Tests of all subjects at once.

use schemars::JsonSchema;
use serde::Serialize;

use crate::p_value::p_at_most;
use crate::stats::{
    self, AlignedRanks, BlockTable, Durbin, Friedman, FriedmanVariant, Page, Quade, SkillingsMack, StatsError,
};

/// Which test of all subjects decides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum OmnibusChoice {
    /// Friedman's on complete blocks; Skillings and Mack's where cells are missing.
    #[default]
    Auto,
    /// Friedman's, with the variant of the options.
    Friedman,
    /// Friedman's by Iman and Davenport's F.
    ImanDavenport,
    /// Quade's: blocks weigh by their range.
    Quade,
    /// Friedman's aligned ranks.
    AlignedRanks,
    /// Page's trend: the subjects are expected in this order, the best first, by their labels.
    Page(Vec<String>),
    /// Skillings and Mack's, for tables with holes.
    SkillingsMack,
    /// Durbin's, for holes that are balanced.
    Durbin,
}

/// The test of all subjects that decides, with its numbers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "procedure", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Omnibus {
    /// Friedman's; its numbers stand in [`SubjectsTest::friedman`](super::SubjectsTest::friedman).
    Friedman {
        /// Its p-value.
        p: f64,
        /// Whether that is an upper bound, the smallest that so many draws can give.
        bound: bool,
    },
    /// Iman and Davenport's F; its numbers stand with Friedman's.
    ImanDavenport {
        /// Its p-value; Friedman's where the blocks agree perfectly, so that F is infinite and has none.
        p: f64,
    },
    /// Quade's.
    Quade(Quade),
    /// Friedman's aligned ranks.
    AlignedRanks(AlignedRanks),
    /// Page's trend.
    Page {
        /// The labels in the order that was expected, the best first.
        order: Vec<String>,
        /// The test.
        #[serde(flatten)]
        page: Page,
    },
    /// Skillings and Mack's.
    SkillingsMack(SkillingsMack),
    /// Durbin's.
    Durbin(Durbin),
}

impl Omnibus {
    /// The p-value: exact where the procedure gives one.
    #[must_use]
    pub fn p(&self) -> f64 {
        match self {
            Self::Friedman { p, .. } | Self::ImanDavenport { p } => *p,
            Self::Quade(q) => q.p,
            Self::AlignedRanks(a) => a.p,
            Self::Page { page, .. } => page.p(),
            Self::SkillingsMack(s) => s.p,
            // where the blocks agree perfectly F is infinite, and chi-squared is left
            Self::Durbin(d) => {
                if d.f.is_some() || d.f_p > 0.0 {
                    d.f_p
                } else {
                    d.p
                }
            }
        }
    }

    /// The p-value for reading: an upper bound is printed as one.
    pub(crate) fn p_text(&self) -> String {
        p_at_most(self.p(), matches!(self, Self::Friedman { bound: true, .. }))
    }

    /// What a sentence calls it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Friedman { .. } => "Friedman",
            Self::ImanDavenport { .. } => "Iman-Davenport",
            Self::Quade(_) => "Quade",
            Self::AlignedRanks(_) => "Friedman's aligned ranks",
            Self::Page { .. } => "Page's trend",
            Self::SkillingsMack(_) => "Skillings-Mack",
            Self::Durbin(_) => "Durbin",
        }
    }
}

/// Runs the chosen test; Friedman's beside it where the table is complete.
pub(super) fn run(
    table: &BlockTable,
    labels: &[String],
    choice: &OmnibusChoice,
    variant: FriedmanVariant,
) -> Result<(Omnibus, Option<Friedman>), StatsError> {
    let friedman = if table.missing() == 0 { Some(stats::friedman(table, variant)?) } else { None };
    let complete = || match &friedman {
        Some(f) => Ok(f),
        // the error of the procedure that was asked for
        None => Err(StatsError::Incomplete { procedure: "Friedman's test", missing: table.missing() }),
    };
    let omnibus = match choice {
        OmnibusChoice::Auto => match &friedman {
            Some(f) => Omnibus::Friedman { p: f.p.p(), bound: f.p.is_bound() },
            None => Omnibus::SkillingsMack(stats::skillings_mack(table)?),
        },
        OmnibusChoice::Friedman => {
            let p = &complete()?.p;
            Omnibus::Friedman { p: p.p(), bound: p.is_bound() }
        }
        OmnibusChoice::ImanDavenport => {
            let f = complete()?;
            let form = &f.iman_davenport;
            let infinite = form.f.is_none() && form.p == 0.0;
            Omnibus::ImanDavenport { p: if infinite { f.p.p() } else { form.p } }
        }
        OmnibusChoice::Quade => Omnibus::Quade(stats::quade(table)?),
        OmnibusChoice::AlignedRanks => Omnibus::AlignedRanks(stats::aligned_ranks(table)?),
        OmnibusChoice::Page(order) => {
            let at: Option<Vec<usize>> =
                order.iter().map(|name| labels.iter().position(|l| l == name)).collect();
            let at = at.ok_or(StatsError::Undefined {
                procedure: "Page's trend test",
                why: "its order names a method that is not there",
            })?;
            Omnibus::Page { order: order.clone(), page: stats::page(table, &at)? }
        }
        OmnibusChoice::SkillingsMack => Omnibus::SkillingsMack(stats::skillings_mack(table)?),
        OmnibusChoice::Durbin => Omnibus::Durbin(stats::durbin(table)?),
    };
    Ok((omnibus, friedman))
}
