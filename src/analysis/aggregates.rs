//! Aggregate scores of each subject over its runs and blocks, as for few runs on many tasks.

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::table::{best, runs_of};
use crate::comparability::{Basis, Comparable, CompleteBlocks, Study, Subject};
use crate::results::Protocol;
use crate::stats::StatsError;
use crate::stats::bootstrap::{IntervalMethod, Resampling, Strata};
use crate::stats::few_runs::{Aggregates, Score, aggregates as of_strata};

/// The aggregate scores of one subject.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SubjectAggregates {
    /// What is described.
    pub subject: Subject,
    /// In how many blocks it has runs.
    pub blocks: usize,
    /// How many runs it has in all.
    pub runs: usize,
    /// How many it has in the block that has the fewest.
    pub fewest_runs: usize,
    /// The scores with their intervals; none where no block has two runs, so that nothing can be resampled.
    pub aggregates: Option<Aggregates>,
}

/// The aggregate scores of one protocol's subjects.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct AggregateScores {
    /// What was measured.
    pub protocol: Protocol,
    /// The subjects in order of their names: scores over blocks of different difficulty are no ranking.
    pub subjects: Vec<SubjectAggregates>,
    /// The scores that were asked for.
    pub scores: Vec<Score>,
    /// The nominal confidence level of each interval for itself.
    pub level: f64,
    /// The score that the optimality gap is counted from.
    pub target: f64,
    /// Whether scores of different tasks or datasets were taken as on one scale, on the user's word.
    pub over_datasets: bool,
    /// What it stands on.
    pub basis: Basis,
}

/// The interquartile mean, mean, median and optimality gap of each subject, or those of them that `scores`
/// asks for, with percentile intervals of a bootstrap that resamples runs inside each block (Agarwal and others 2021).
///
/// # Errors
/// [`StatsError`]: a level or number of resamples out of range; [`StatsError::Undefined`] where the blocks are
/// of several tasks or datasets, which have no common scale unless `one_scale` says that their scores are
/// normalised to one, or `study` is not the one that was checked.
pub fn aggregate_scores(
    comparable: &Comparable<CompleteBlocks>,
    study: &Study,
    scores: &[Score],
    one_scale: bool,
    target: f64,
    level: f64,
    resampling: &Resampling,
) -> Result<Vec<AggregateScores>, StatsError> {
    const PROCEDURE: &str = "an aggregate over blocks";
    let basis = comparable.basis();
    let mut all = Vec::new();
    for part in comparable.parts() {
        let own_scale = part.one_scale();
        if !own_scale && !one_scale {
            return Err(StatsError::Undefined {
                procedure: PROCEDURE,
                why: "the blocks are of several tasks or datasets, whose scores have no common scale",
            });
        }
        let found = runs_of(study, part, basis, PROCEDURE)?;
        let mut strata: Vec<Vec<Vec<f64>>> = vec![Vec::new(); part.subjects.len()];
        for (block, cells) in part.blocks.iter().zip(found) {
            for (cell, runs) in block.cells.iter().zip(cells) {
                strata[cell.subject as usize].push(runs);
            }
        }
        let of_subject = |(subject, strata): (&Subject, Vec<Vec<f64>>)| {
            let aggregates = if strata.iter().any(|runs| runs.len() > 1) {
                let (sample, by) = (Strata::new(&strata)?, IntervalMethod::Percentile);
                Some(of_strata(&sample, scores, target, best(part), by, level, resampling)?)
            } else {
                None
            };
            Ok(SubjectAggregates {
                subject: subject.clone(),
                blocks: strata.len(),
                runs: strata.iter().map(Vec::len).sum(),
                fewest_runs: strata.iter().map(Vec::len).min().unwrap_or(0),
                aggregates,
            })
        };
        let subjects =
            part.subjects.par_iter().zip(strata).map(of_subject).collect::<Result<Vec<_>, StatsError>>()?;
        all.push(AggregateScores {
            protocol: part.protocol.clone(),
            subjects,
            scores: scores.to_vec(),
            level,
            target,
            over_datasets: !own_scale,
            basis: basis.clone(),
        });
    }
    Ok(all)
}
