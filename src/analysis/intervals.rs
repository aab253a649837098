//! Estimates of each subject with intervals: over its runs, or over blocks where there are no runs.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::BlockName;
use super::rank::{sorted, why_blocks};
use super::table::{Cells, runs_of};
use crate::comparability::design::Part;
use crate::comparability::{Basis, Comparable, CompleteBlocks, Study, Subject};
use crate::results::{Protocol, passed};
use crate::stats::bootstrap::{IntervalMethod, Resamples, Resampling, Statistic, Strata, bootstrap};
use crate::stats::{StatsError, Ties, interval, mean};

/// Below this many values Student's t is taken: a bootstrap of so few resamples too few different values
/// and its intervals are too short.
const FEW: usize = 10;

/// What varies, and so what an interval speaks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Varies {
    /// The runs (replicates): where the estimate would lie with other runs, on these very blocks.
    Runs,
    /// The blocks: where it would lie on other blocks, if these were drawn at random from such blocks.
    Blocks,
}

/// What is estimated.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// The mean of the runs in this block, as measured.
    InBlock(BlockName),
    /// The mean over blocks of a subject's value minus the mean of all subjects in the same block.
    ToBlockMean,
    /// The mean over blocks of the rank inside each.
    MeanRank,
}

/// How an interval was computed.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum IntervalBy {
    /// Student's t.
    T,
    /// The BCa bootstrap of values, or the percentile bootstrap of runs inside each block.
    Bootstrap {
        /// How its ends were read.
        method: IntervalMethod,
        /// The resamples taken.
        resamples: Resamples,
        /// The seed; none where nothing was drawn.
        seed: Option<u64>,
    },
}

/// An estimate, with an interval where there are different values.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Estimate {
    /// The estimate.
    pub estimate: f64,
    /// The ends of the interval; none for a single value, and where all values are equal, which says
    /// nothing about how much they vary.
    pub interval: Option<(f64, f64)>,
    /// How it was computed.
    pub by: Option<IntervalBy>,
    /// The ends of the metric's scale that the interval of a mean as measured goes beyond, where they are
    /// known, or the best or last rank that the interval of a mean rank does: it is not cut.
    pub passes: Vec<f64>,
    /// How many values (runs or blocks) it is from.
    pub n: usize,
}

/// One quantity, estimated for each subject.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Estimates {
    /// What is estimated.
    pub quantity: Quantity,
    /// One estimate a subject, in the order of [`Intervals::subjects`].
    pub estimates: Vec<Estimate>,
}

/// The estimates of one protocol's subjects.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Intervals {
    /// What was measured.
    pub protocol: Protocol,
    /// The subjects, best mean rank first; ties in order of their names.
    pub subjects: Vec<Subject>,
    /// What varies.
    pub varies: Varies,
    /// The nominal confidence level of each interval for itself.
    pub level: f64,
    /// The quantities.
    pub quantities: Vec<Estimates>,
    /// What the intervals mean, in words.
    pub meaning: String,
    /// The most decimal places that a value was printed with.
    pub places: usize,
    /// The fewest runs that a subject has in a block; 1 where there are none.
    pub fewest_runs: usize,
    /// Why the results fall into several blocks, in words.
    pub why_blocks: String,
    /// What it stands on.
    pub basis: Basis,
}

/// Estimates with intervals, for each protocol.
///
/// Where cells have several runs (`--replicate`): the mean of the runs in each block as measured, one
/// quantity a block, and over several blocks the mean of *value minus the block's mean*, runs resampled
/// inside each block (Agarwal et al. 2021). Without runs: the mean rank and the mean of *value minus the
/// block's mean* over the blocks. Raw values of different blocks are never averaged. Over blocks of
/// several datasets, which have no common scale, ranks alone are.
///
/// A mean of fewer than ten values has Student's t interval, of ten or more the BCa bootstrap's; a mean
/// over blocks of runs the stratified percentile bootstrap's, as rliable.
///
/// # Errors
/// [`StatsError`]: cells missing (where coverage was forced), fewer than two blocks or subjects without runs, a level
/// outside (0, 1); [`StatsError::Undefined`] where `study` is not the one that was checked.
pub fn intervals(
    comparable: &Comparable<CompleteBlocks>,
    study: &Study,
    level: f64,
    resampling: &Resampling,
) -> Result<Vec<Intervals>, StatsError> {
    let basis = comparable.basis();
    comparable.parts().iter().map(|part| of_part(part, basis, study, level, resampling)).collect()
}

/// A level is inside (0, 1).
pub(super) fn check_level(level: f64) -> Result<(), StatsError> {
    let range = "between 0 and 1";
    if level > 0.0 && level < 1.0 {
        Ok(())
    } else {
        Err(StatsError::OutOfRange { what: "the confidence level", range, found: level })
    }
}

/// The values of each cell, block after block, subjects in their order: the runs where any cell has
/// several, else one value a cell.
pub(super) fn cells(
    part: &Part,
    basis: &Basis,
    study: &Study,
    procedure: &'static str,
) -> Result<(Varies, Cells), StatsError> {
    let (n, k) = (part.blocks.len(), part.subjects.len());
    let missing = n * k - part.blocks.iter().map(|b| b.cells.len()).sum::<usize>();
    if missing > 0 {
        return Err(StatsError::Incomplete { procedure, missing });
    }
    let several = part.blocks.iter().flat_map(|b| &b.cells).any(|c| c.mean.count() > 1);
    if several && !basis.replicates().is_empty() {
        return Ok((Varies::Runs, runs_of(study, part, basis, procedure)?));
    }
    let all = part.blocks.iter().map(|b| b.cells.iter().map(|c| vec![c.mean.to_f64()]).collect()).collect();
    Ok((Varies::Blocks, all))
}

/// The places of a part's subjects, best mean rank first, and each one's rank in each block.
pub(super) fn by_rank(part: &Part) -> (Vec<usize>, Vec<Vec<f64>>) {
    let mut ranks = vec![Vec::new(); part.subjects.len()];
    for block in &part.blocks {
        for (cell, _, mid) in sorted(part, block, Ties::Average) {
            ranks[block.cells[cell].subject as usize].push(mid);
        }
    }
    let sum = |s: usize| ranks[s].iter().sum::<f64>();
    let mut order: Vec<usize> = (0..part.subjects.len()).collect();
    order.sort_by(|&a, &b| sum(a).total_cmp(&sum(b)));
    (order, ranks)
}

fn of_part(
    part: &Part,
    basis: &Basis,
    study: &Study,
    level: f64,
    resampling: &Resampling,
) -> Result<Intervals, StatsError> {
    const PROCEDURE: &str = "an interval over blocks";
    check_level(level)?;
    let (varies, cells) = cells(part, basis, study, PROCEDURE)?;
    let blocks = part.blocks.len();
    if varies == Varies::Blocks && blocks < 2 {
        return Err(StatsError::TooFew { procedure: PROCEDURE, what: "blocks", needed: 2, found: blocks });
    }
    // a method's rank and its distance from the block's mean say nothing of one method alone
    let subjects = part.subjects.len();
    if varies == Varies::Blocks && subjects < 2 {
        return Err(StatsError::TooFew {
            procedure: PROCEDURE,
            what: "subjects",
            needed: 2,
            found: subjects,
        });
    }
    let (order, ranks) = by_rank(part);
    let fewest_runs = cells.iter().flatten().map(Vec::len).min().unwrap_or(1);
    let plain = |values: &[f64]| of_values(values, level, resampling);
    let mut quantities = Vec::new();
    let mut add = |quantity, estimate: &dyn Fn(usize) -> Result<Estimate, StatsError>| {
        let estimates = order.iter().map(|&s| estimate(s)).collect::<Result<Vec<_>, _>>()?;
        quantities.push(Estimates { quantity, estimates });
        Ok::<(), StatsError>(())
    };
    // each block's centre is the mean of its subjects' means
    let centres: Vec<f64> =
        cells.iter().map(|b| mean(&b.iter().map(|c| mean(c)).collect::<Vec<f64>>())).collect();
    let centred = |s: usize| -> Vec<Vec<f64>> {
        cells.iter().zip(&centres).map(|(b, c)| b[s].iter().map(|v| v - c).collect()).collect()
    };
    match varies {
        Varies::Blocks => {
            let most = part.subjects.len() as f64;
            add(Quantity::MeanRank, &|s| {
                let mut answer = plain(&ranks[s])?;
                // no mean rank lies outside of the ranks; an interval by t knows nothing of that, and is not cut
                answer.passes = passed(answer.interval, (1.0, most));
                Ok(answer)
            })?;
            if part.one_scale() {
                add(Quantity::ToBlockMean, &|s| plain(&centred(s).concat()))?;
            }
        }
        Varies::Runs => {
            if blocks > 1 && subjects > 1 && part.one_scale() {
                add(Quantity::ToBlockMean, &|s| of_runs(&centred(s), level, resampling))?;
            }
            for (at, block) in part.blocks.iter().enumerate() {
                add(Quantity::InBlock(BlockName::of(part, block)), &|s| {
                    let mut answer = plain(&cells[at][s])?;
                    answer.passes = part.protocol.passed(answer.interval);
                    Ok(answer)
                })?;
            }
        }
    }
    let shown = part.blocks.iter().flat_map(|b| &b.cells).map(|c| c.mean.sum().places()).max();
    Ok(Intervals {
        protocol: part.protocol.clone(),
        subjects: order.iter().map(|&s| part.subjects[s].clone()).collect(),
        varies,
        level,
        quantities,
        meaning: meaning(varies, level, blocks),
        places: usize::try_from(shown.unwrap_or(0)).unwrap_or(0),
        fewest_runs,
        why_blocks: why_blocks(part),
        basis: basis.clone(),
    })
}

/// The mean of some values with its interval.
fn of_values(values: &[f64], level: f64, resampling: &Resampling) -> Result<Estimate, StatsError> {
    let n = values.len();
    if values.iter().all(|v| *v == values[0]) {
        return Ok(Estimate { estimate: mean(values), interval: None, by: None, passes: Vec::new(), n });
    }
    if n < FEW {
        let t = interval::mean_interval(values, level)?;
        return Ok(Estimate {
            estimate: t.estimate,
            interval: Some((t.low, t.high)),
            by: Some(IntervalBy::T),
            passes: Vec::new(),
            n,
        });
    }
    boot(&Strata::one(values)?, Statistic::Mean, IntervalMethod::Bca, level, resampling)
}

/// The mean over blocks of each block's mean, runs resampled inside each.
fn of_runs(blocks: &[Vec<f64>], level: f64, resampling: &Resampling) -> Result<Estimate, StatsError> {
    let n = blocks.iter().map(Vec::len).sum();
    let strata = Strata::new(blocks)?;
    if blocks.iter().all(|b| b.iter().all(|v| *v == b[0])) {
        let estimate = Statistic::MeanOfMeans.of(&strata)?;
        return Ok(Estimate { estimate, interval: None, by: None, passes: Vec::new(), n });
    }
    boot(&strata, Statistic::MeanOfMeans, IntervalMethod::Percentile, level, resampling)
}

fn boot(
    sample: &Strata,
    statistic: Statistic,
    method: IntervalMethod,
    level: f64,
    resampling: &Resampling,
) -> Result<Estimate, StatsError> {
    let b = bootstrap(sample, statistic, method, level, resampling)?;
    Ok(Estimate {
        estimate: b.estimate,
        interval: Some((b.low, b.high)),
        by: Some(IntervalBy::Bootstrap { method: b.method, resamples: b.resamples, seed: b.seed }),
        passes: Vec::new(),
        n: sample.values().len(),
    })
}

fn meaning(varies: Varies, level: f64, blocks: usize) -> String {
    let level = format!("{}%", (level * 1e6).round() / 1e4);
    match varies {
        Varies::Runs => format!("{level} intervals over runs, for these blocks alone"),
        Varies::Blocks => {
            let s = if blocks < FEW { ", by Student's t" } else { ", by the BCa bootstrap" };
            format!("{level} intervals over {blocks} blocks, as if drawn from many such blocks{s}")
        }
    }
}
