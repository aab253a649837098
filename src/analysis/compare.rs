//! Two subjects, block by block; or two single results.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::Serialize;

use super::block::BlockName;
use super::pair::{PairOptions, PairStatistics};
use super::rank::Number;
use super::table::{best, runs_of};
use crate::comparability::design::{Cell, Part};
use crate::comparability::order::{better, within_rounding};
use crate::comparability::reference::find;
use crate::comparability::{
    Basis, Comparable, CompleteBlocks, Pooled, ReferenceError, Study, Subject, SubjectRef,
};
use crate::decimal::Mean;
use crate::results::Protocol;
use crate::stats::StatsError;
use crate::stats::bootstrap::{Resampling, Strata};
use crate::stats::few_runs::{Improvement, improvement_interval};

/// How the first of two subjects stands against the second.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Difference {
    /// The first one's value.
    pub a: Number,
    /// The second one's value.
    pub b: Number,
    /// First minus second, as plain numbers.
    pub difference: Number,
    /// Which is better by the metric's direction; none for a tie.
    pub better: Option<Subject>,
    /// Whether the difference is not zero and below half a unit of the coarser one's last digit.
    pub within_rounding: bool,
}

/// The difference in one block.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct BlockDifference {
    /// The block.
    pub block: BlockName,
    /// The difference there.
    #[serde(flatten)]
    pub difference: Difference,
}

/// Two subjects, block by block.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Comparison {
    /// What was measured.
    pub protocol: Protocol,
    /// The first subject.
    pub a: Subject,
    /// The second subject.
    pub b: Subject,
    /// One difference a block.
    pub blocks: Vec<BlockDifference>,
    /// In how many blocks the first is better.
    pub wins: usize,
    /// In how many they are level.
    pub ties: usize,
    /// In how many the second is better.
    pub losses: usize,
    /// The mean of the differences, first minus second; none over datasets, which have no common scale.
    pub mean_difference: Option<f64>,
    /// The median of the differences; none as above.
    pub median_difference: Option<f64>,
    /// Tests, effect sizes and intervals, where they were asked for.
    pub statistics: Option<PairStatistics>,
    /// What it stands on.
    pub basis: Basis,
}

fn difference(part: &Part, a: (u32, Mean), b: (u32, Mean)) -> Difference {
    let better = match better(part.direction(), a.1, b.1) {
        Ordering::Equal => None,
        Ordering::Less => Some(a.0),
        Ordering::Greater => Some(b.0),
    };
    Difference {
        a: Number::of(a.1),
        b: Number::of(b.1),
        difference: Number::difference(a.1, b.1),
        better: better.map(|s| part.subjects[s as usize].clone()),
        within_rounding: within_rounding(a.1, b.1),
    }
}

/// Compares two subjects (by label) inside each block; one [`Comparison`] a protocol that has both.
#[must_use]
pub fn compare(comparable: &Comparable<CompleteBlocks>, a: &str, b: &str) -> Vec<Comparison> {
    comparable.parts().iter().filter_map(|part| Some(of_part(part, comparable.basis(), a, b)?.0)).collect()
}

/// As [`compare`], with the statistics of the differences. `study` is the one that was checked: it has the runs
/// of cells that are means.
///
/// # Errors
/// [`StatsError`]: options out of their range, values too far apart to be exact, another study.
pub fn compare_with(
    comparable: &Comparable<CompleteBlocks>,
    study: &Study,
    a: &str,
    b: &str,
    options: &PairOptions,
) -> Result<Vec<Comparison>, StatsError> {
    let mut all = Vec::new();
    for part in comparable.parts() {
        if let Some((mut comparison, a, b)) = of_part(part, comparable.basis(), a, b) {
            let mut statistics = super::pair::pair(part, a, b, options)?;
            statistics.improvement = improvement(study, part, comparable.basis(), (a, b), options)?;
            comparison.statistics = Some(statistics);
            all.push(comparison);
        }
    }
    Ok(all)
}

/// The probability that a run of the first is better than one of the second, where any value is the mean of
/// several runs.
fn improvement(
    study: &Study,
    part: &Part,
    basis: &Basis,
    (a, b): (usize, usize),
    options: &PairOptions,
) -> Result<Option<Improvement>, StatsError> {
    let of = |subject: usize, cell: &Cell| cell.subject as usize == subject;
    let several = |cell: &Cell| (of(a, cell) || of(b, cell)) && cell.mean.count() > 1;
    if !part.blocks.iter().flat_map(|block| &block.cells).any(several) {
        return Ok(None);
    }
    let found = runs_of(study, part, basis, "the probability of improvement")?;
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for (block, cells) in part.blocks.iter().zip(&found) {
        let runs_of = |subject: usize| -> Option<Vec<f64>> {
            let at = block.cells.iter().position(|cell| of(subject, cell))?;
            Some(cells[at].clone())
        };
        if let (Some(of_a), Some(of_b)) = (runs_of(a), runs_of(b)) {
            x.push(of_a);
            y.push(of_b);
        }
    }
    let resampling =
        Resampling { resamples: options.draws.samples, seed: options.draws.seed, ..Resampling::default() };
    let (x, y) = (Strata::new(&x)?, Strata::new(&y)?);
    improvement_interval(&x, &y, best(part), options.level, &resampling).map(Some)
}

/// The comparison, and the numbers of the two subjects in the part.
fn of_part(part: &Part, basis: &Basis, a: &str, b: &str) -> Option<(Comparison, usize, usize)> {
    let find = |label: &str| part.subjects.iter().position(|s| s.label() == label);
    let (at_a, at_b) = (find(a)?, find(b)?);
    let (a, b) = (at_a as u32, at_b as u32);
    let mut blocks = Vec::new();
    let mut raw = Vec::new();
    for block in &part.blocks {
        let cell = |s: u32| block.cells.iter().find(|c| c.subject == s);
        let (Some(x), Some(y)) = (cell(a), cell(b)) else {
            continue;
        };
        raw.push(x.mean.checked_sub(y.mean).map_or_else(|| x.mean.to_f64() - y.mean.to_f64(), Mean::to_f64));
        blocks.push(BlockDifference {
            block: BlockName::of(part, block),
            difference: difference(part, (a, x.mean), (b, y.mean)),
        });
    }
    if blocks.is_empty() {
        return None;
    }
    let (first, second) = (part.subjects[at_a].clone(), part.subjects[at_b].clone());
    let count = |who: Option<&Subject>| blocks.iter().filter(|d| d.difference.better.as_ref() == who).count();
    let one_scale = part.one_scale();
    let comparison = Comparison {
        protocol: part.protocol.clone(),
        wins: count(Some(&first)),
        ties: count(None),
        losses: count(Some(&second)),
        mean_difference: one_scale.then(|| crate::stats::mean(&raw)),
        median_difference: one_scale.then(|| crate::stats::median(&raw)),
        statistics: None,
        a: first,
        b: second,
        blocks,
        basis: basis.clone(),
    };
    Some((comparison, at_a, at_b))
}

/// One result named for a comparison.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct CellRef {
    /// The subject.
    pub subject: Subject,
    /// The block.
    pub block: BlockName,
}

/// Compares two single results, each a subject in a block; fair only inside one block, so the proof
/// asked for is that of the pooled question.
///
/// # Errors
/// When a reference names no result, or several.
pub fn compare_cells(
    comparable: &Comparable<Pooled>,
    a: &SubjectRef,
    b: &SubjectRef,
) -> Result<(Protocol, CellRef, CellRef, Difference), ReferenceError> {
    let (pa, ba, ca) = find(comparable.parts(), a)?;
    let (pb, bb, cb) = find(comparable.parts(), b)?;
    let parts = comparable.parts();
    let (part, other) = (&parts[pa], &parts[pb]);
    let (x, y) = (part.blocks[ba].cells[ca], other.blocks[bb].cells[cb]);
    let reference = |part: &Part, block: usize, cell: u32| CellRef {
        subject: part.subjects[cell as usize].clone(),
        block: BlockName::of(part, &part.blocks[block]),
    };
    // a proof of the pooled question has one protocol, so both are of one part
    let difference = difference(part, (x.subject, x.mean), (y.subject, y.mean));
    Ok((part.protocol.clone(), reference(part, ba, x.subject), reference(other, bb, y.subject), difference))
}
