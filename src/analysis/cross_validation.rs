//! Blocks that are folds of cross-validations: on one data set, or on several.

use schemars::JsonSchema;
use serde::Serialize;

use super::table::differences;
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
    let apart: Vec<usize> = if part.axes.iter().any(|axis| numbers_runs(axis)) {
        (0..part.axes.len()).filter(|&at| !numbers_runs(&part.axes[at])).collect()
    } else {
        Vec::new()
    };
    let of_set = |all: &[String]| -> Vec<String> { apart.iter().map(|&at| all[at].clone()).collect() };
    let has = |block: usize, subject: usize| table.units(block, subject).is_some();
    let both = part.blocks.iter().enumerate().filter(|(at, _)| has(*at, a) && has(*at, b));
    let mut sets: Vec<(Vec<String>, Vec<f64>)> = Vec::new();
    // the second before the first, so that the first stands on the left
    for ((_, block), units) in both.zip(differences(table, b, a)) {
        let (values, difference) = (of_set(&block.values), units as f64 / table.divisor());
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
    let names = of_set(&part.axes);
    Ok(Folds::Several(Box::new(OverDataSets {
        data_sets: sets.iter().map(|s| block_label(&names, &s.0)).collect(),
        folds: differences.iter().map(|d| d.len()).collect(),
        model,
    })))
}
