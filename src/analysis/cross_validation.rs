//! Blocks that are folds of cross-validations: on one data set, or on several.

use schemars::JsonSchema;
use serde::Serialize;

use crate::comparability::design::{Part, block_label};
use crate::comparability::numbers_runs;
use crate::stats::bayes::{self, CorrelatedT, Hierarchical, MonteCarlo, NuPrior};
use crate::stats::{BlockTable, StatsError};

/// The hierarchical model of several data sets.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct OverDataSets {
    /// The data sets in the order of `model.data_sets`: what their folds have in common.
    pub data_sets: Vec<String>,
    /// How many differences each has, one a fold.
    pub folds: Vec<usize>,
    /// The answer. Its differences are the second minus the first in the direction that is better, so that
    /// the first stands on the left.
    pub model: Hierarchical,
}

/// What is made of folds.
pub(super) enum Folds {
    /// All blocks are folds of one data set.
    One(CorrelatedT),
    /// They are folds of several.
    Several(Box<OverDataSets>),
}

/// The correlated t-test where the blocks differ in nothing but keys that number folds and repetitions, or in
/// no such key; else the hierarchical model of the data sets that the other keys tell apart.
pub(super) fn folds(
    part: &Part,
    table: &BlockTable,
    (a, b): (usize, usize),
    rope: f64,
    folds: usize,
    draws: &MonteCarlo,
) -> Result<Folds, StatsError> {
    let sign = if table.best() == crate::stats::Best::Largest { 1.0 } else { -1.0 };
    let runs: Vec<bool> = part.axes.iter().map(|axis| numbers_runs(axis)).collect();
    let names: Vec<String> =
        part.axes.iter().zip(&runs).filter(|(_, run)| !**run).map(|(a, _)| a.clone()).collect();
    let mut sets: Vec<(Vec<String>, Vec<f64>)> = Vec::new();
    for (at, block) in part.blocks.iter().enumerate() {
        let (Some(x), Some(y)) = (table.units(at, a), table.units(at, b)) else { continue };
        let values: Vec<String> = if runs.contains(&true) {
            block.values.iter().zip(&runs).filter(|(_, run)| !**run).map(|(v, _)| v.clone()).collect()
        } else {
            Vec::new()
        };
        let difference = sign * (y - x) as f64 / table.divisor();
        match sets.iter_mut().find(|s| s.0 == values) {
            Some(set) => set.1.push(difference),
            None => sets.push((values, vec![difference])),
        }
    }
    if let [(_, differences)] = sets.as_slice() {
        return bayes::correlated_t(differences, rope, folds).map(Folds::One);
    }
    let differences: Vec<&[f64]> = sets.iter().map(|s| s.1.as_slice()).collect();
    let model = bayes::hierarchical(&differences, rope, folds, &NuPrior::default(), draws)?;
    Ok(Folds::Several(Box::new(OverDataSets {
        data_sets: sets.iter().map(|s| block_label(&names, &s.0)).collect(),
        folds: differences.iter().map(|d| d.len()).collect(),
        model,
    })))
}
