//! How much each subject's value moves over the blocks.

use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::block::BlockName;
use super::mean_rank::mean_rank;
use super::rank::{Number, sorted, why_blocks};
use crate::comparability::design::{Cell, Part};
use crate::comparability::{AcrossBlocks, Basis, Comparable, Subject, Unplaced};
use crate::results::Protocol;
use crate::stats::{self, Additive, Ties, t_quantile};

/// One subject's spread over its blocks. Statistics that need two blocks are none for one.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SubjectSpread {
    /// What is described.
    pub subject: Subject,
    /// In how many blocks it has a value.
    pub n: usize,
    /// The smallest value, and its block.
    pub min: (Number, BlockName),
    /// The largest value, and its block.
    pub max: (Number, BlockName),
    /// Largest minus smallest.
    pub range: Option<Number>,
    /// The mean over its blocks.
    pub mean: f64,
    /// The 95 % interval of the mean by Student's t, as if its blocks were drawn from many such blocks; none
    /// where the values don't vary.
    pub mean_interval: Option<(f64, f64)>,
    /// The ends of the metric's scale that this interval goes beyond, where they are known: it is not cut.
    pub mean_interval_passes: Vec<f64>,
    /// The standard deviation with `n - 1`.
    pub sd: Option<f64>,
    /// The standard deviation over the size of the mean; none when the mean is 0 or the values have
    /// both signs, where it says nothing.
    pub cv: Option<f64>,
    /// The median.
    pub median: f64,
    /// The median distance from the median, not scaled.
    pub mad: Option<f64>,
    /// Its best and worst rank inside the blocks.
    pub rank_min: f64,
    /// See [`SubjectSpread::rank_min`].
    pub rank_max: f64,
    /// Its mean rank inside the blocks; none where [the coverage is uneven](Spread::uneven), since ranks in other
    /// blocks, or among other subjects, are no ground to order by.
    pub rank_mean: Option<f64>,
    /// The range after each block's effect is taken off; none where the effects can't be told apart.
    pub adjusted_range: Option<f64>,
    /// The standard deviation after each block's effect is taken off.
    pub adjusted_sd: Option<f64>,
    /// The median distance from the median after each block's effect is taken off.
    pub adjusted_mad: Option<f64>,
    /// Its value in each block, in the order of the blocks.
    pub values: Vec<Option<Number>>,
}

/// How much easier or harder a block is than the average one.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct BlockEffect {
    /// The block.
    pub block: BlockName,
    /// How much its values lie above the average block's.
    pub effect: f64,
}

/// What the additive fit leaves of one result.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Residual {
    /// What was measured.
    pub subject: Subject,
    /// The block.
    pub block: BlockName,
    /// Value minus fit.
    pub residual: f64,
}

/// The spreads of one protocol's subjects.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Spread {
    /// What was measured.
    pub protocol: Protocol,
    /// The blocks.
    pub blocks: Vec<BlockName>,
    /// Best mean rank first, ties in order of their names; all in order of their names where the coverage is uneven.
    pub subjects: Vec<SubjectSpread>,
    /// Whether a subject has no value in some block.
    pub uneven: bool,
    /// The blocks' effects; empty where they can't be told apart from the subjects'.
    pub effects: Vec<BlockEffect>,
    /// What the additive fit leaves, the largest first.
    pub residuals: Vec<Residual>,
    /// Why the results fall into several blocks, in words.
    pub why_blocks: String,
    /// What it stands on.
    pub basis: Basis,
    /// Results in no block, since their configuration is not fully recorded.
    pub unplaced: Vec<Unplaced>,
    /// Results without a number, as method and place.
    pub without_value: Vec<(String, String)>,
}

/// Describes each subject over its blocks, for each protocol.
///
/// Beside the plain spread stands the one after the block's main effect is removed, by the additive
/// fit *value = grand mean + subject + block* (least squares): a subject is not unstable because one
/// block is hard for all.
#[must_use]
pub fn spread(comparable: &Comparable<AcrossBlocks>) -> Vec<Spread> {
    spread_of_best(comparable, usize::MAX).into_iter().map(|(spread, _)| spread).collect()
}

/// Who is left out of a spread of the best subjects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OfAll {
    /// How many subjects there are.
    pub(crate) subjects: usize,
    /// Whether some of them have fewer blocks than others.
    pub(crate) uneven: bool,
}

/// As [`spread`], with some subjects only: those in most blocks first, and of these the ones with the best mean rank.
/// What is fitted is fitted to all.
pub(crate) fn spread_of_best(comparable: &Comparable<AcrossBlocks>, top: usize) -> Vec<(Spread, OfAll)> {
    let mut spreads: Vec<(Spread, OfAll)> =
        comparable.parts().iter().map(|part| of_part(part, comparable.basis(), top)).collect();
    if let Some((first, _)) = spreads.first_mut() {
        first.unplaced = comparable.unplaced().to_vec();
        first.without_value = comparable.without_value().to_vec();
    }
    spreads
}

fn of_part(part: &Part, basis: &Basis, top: usize) -> (Spread, OfAll) {
    let (k, n) = (part.subjects.len(), part.blocks.len());
    let mut cells: Vec<Vec<(usize, Cell, f64)>> = vec![Vec::new(); k];
    let mut table: Vec<(usize, usize, f64)> = Vec::new();
    for (at, block) in part.blocks.iter().enumerate() {
        for (cell, _, mid) in sorted(part, block, Ties::Average) {
            let cell = block.cells[cell];
            cells[cell.subject as usize].push((at, cell, mid));
            table.push((at, cell.subject as usize, cell.mean.to_f64()));
        }
    }
    // a subject alone is its own block effect, and one block has nothing to move over
    let fit = if k > 1 && n > 1 { stats::additive(n, k, &table) } else { None };
    // sums of numbers near the largest there is are none
    let numbers = |f: &Additive| {
        f.blocks.iter().chain(&f.subjects).chain([&f.grand]).all(|v| v.is_finite())
            && table.iter().all(|&(b, s, v)| (v - f.grand - f.blocks[b] - f.subjects[s]).is_finite())
    };
    let fit = fit.filter(numbers);
    let names: Vec<BlockName> = part.blocks.iter().map(|b| BlockName::of(part, b)).collect();
    // one quantile for all subjects with as many blocks
    let mut quantiles: FxHashMap<usize, f64> = FxHashMap::default();
    let mut quantile = |n: usize| *quantiles.entry(n).or_insert_with(|| t_quantile(0.975, (n - 1) as f64));
    let mut order: Vec<(usize, f64)> = (0..k)
        .filter(|&s| !cells[s].is_empty())
        .map(|s| (s, mean_rank(cells[s].iter().map(|c| c.2))))
        .collect();
    let uneven = order.iter().any(|o| cells[o.0].len() != n);
    let all = OfAll { subjects: order.len(), uneven };
    if !uneven || all.subjects > top {
        order.sort_by(|a, b| a.1.total_cmp(&b.1));
    }
    if all.subjects > top {
        // stable: those in as many blocks stay in the order of their mean ranks
        order.sort_by_key(|o| std::cmp::Reverse(cells[o.0].len()));
        order.truncate(top);
    }
    let subjects: Vec<SubjectSpread> = order
        .iter()
        .map(|&(s, _)| {
            let mut found = subject(part.subjects[s].clone(), &cells[s], &names, fit.as_ref(), &mut quantile);
            found.mean_interval_passes = part.protocol.passed(found.mean_interval);
            found.rank_mean = found.rank_mean.filter(|_| !uneven);
            found
        })
        .collect();
    let mut residuals: Vec<Residual> = Vec::new();
    let mut effects = Vec::new();
    if let Some(fit) = &fit {
        effects = names
            .iter()
            .zip(&fit.blocks)
            .map(|(block, &effect)| BlockEffect { block: block.clone(), effect })
            .collect();
        let mut kept = vec![false; k];
        order.iter().for_each(|&(s, _)| kept[s] = true);
        residuals = table
            .iter()
            .filter(|cell| kept[cell.1])
            .map(|&(b, s, value)| Residual {
                subject: part.subjects[s].clone(),
                block: names[b].clone(),
                residual: value - fit.grand - fit.blocks[b] - fit.subjects[s],
            })
            .collect();
        residuals.sort_by(|a, b| b.residual.abs().total_cmp(&a.residual.abs()));
    }
    let spread = Spread {
        protocol: part.protocol.clone(),
        blocks: names,
        subjects,
        uneven,
        effects,
        residuals,
        why_blocks: why_blocks(part),
        basis: basis.clone(),
        unplaced: Vec::new(),
        without_value: Vec::new(),
    };
    (spread, all)
}

fn subject(
    subject: Subject,
    cells: &[(usize, Cell, f64)],
    names: &[BlockName],
    fit: Option<&Additive>,
    quantile: &mut impl FnMut(usize) -> f64,
) -> SubjectSpread {
    // `cells` is never empty here, and in the order of the blocks
    let by_value = |a: &&(usize, Cell, f64), b: &&(usize, Cell, f64)| a.1.mean.cmp(&b.1.mean);
    let low = cells.iter().min_by(by_value).unwrap_or(&cells[0]);
    let high = cells.iter().rev().max_by(by_value).unwrap_or(&cells[0]);
    let several = cells.len() > 1;
    let values: Vec<f64> = cells.iter().map(|c| c.1.mean.to_f64()).collect();
    let ranks = cells.iter().map(|c| c.2);
    let mean = stats::mean(&values);
    let sd = stats::sd(&values).filter(|sd| sd.is_finite());
    let one_sign = values.iter().all(|v| *v > 0.0) || values.iter().all(|v| *v < 0.0);
    let adjusted: Option<Vec<f64>> =
        fit.map(|fit| cells.iter().map(|c| c.1.mean.to_f64() - fit.blocks[c.0]).collect());
    let adjusted = adjusted.filter(|values| several && stats::range(values).is_finite());
    let mut shown: Vec<Option<Number>> = vec![None; names.len()];
    for (block, cell, _) in cells {
        shown[*block] = Some(Number::of(cell.mean));
    }
    SubjectSpread {
        subject,
        n: cells.len(),
        min: (Number::of(low.1.mean), names[low.0].clone()),
        max: (Number::of(high.1.mean), names[high.0].clone()),
        range: several.then(|| Number::difference(high.1.mean, low.1.mean)),
        mean,
        mean_interval: sd
            .filter(|sd| *sd > 0.0)
            .map(|sd| {
                let half = quantile(cells.len()) * sd / (cells.len() as f64).sqrt();
                (mean - half, mean + half)
            })
            // an end can be too large for a number
            .filter(|(low, high)| low.is_finite() && high.is_finite()),
        mean_interval_passes: Vec::new(),
        sd,
        cv: sd.filter(|_| one_sign).map(|sd| sd / mean.abs()),
        median: stats::median(&values),
        mad: several.then(|| stats::mad(&values)),
        rank_min: ranks.clone().fold(f64::INFINITY, f64::min),
        rank_max: ranks.clone().fold(0.0, f64::max),
        rank_mean: Some(mean_rank(ranks)),
        adjusted_range: adjusted.as_deref().map(stats::range),
        adjusted_sd: adjusted.as_deref().and_then(stats::sd),
        adjusted_mad: adjusted.as_deref().map(stats::mad),
        values: shown,
    }
}
