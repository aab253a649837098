//! Performance profiles: how often a subject comes within a factor of the best of its block.

use serde::Serialize;

use super::intervals::{Varies, by_rank, cells, check_level};
use super::rank::why_blocks;
use crate::comparability::design::Part;
use crate::comparability::{Basis, Comparable, CompleteBlocks, Study, Subject};
use crate::results::{Direction, Protocol};
use crate::stats::bootstrap::{Resampling, Strata};
use crate::stats::few_runs::{Profile as Counted, performance_profile};
use crate::stats::{Best, StatsError, mean};

/// One step of a curve.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ProfileStep {
    /// The factor.
    pub factor: f64,
    /// The share of blocks (or runs) within this factor of the best, until the next step.
    pub share: f64,
    /// The pointwise band; none without runs.
    pub band: Option<(f64, f64)>,
}

/// One subject's curve.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct ProfileCurve {
    /// What was measured.
    pub subject: Subject,
    /// The steps, factors rising.
    pub steps: Vec<ProfileStep>,
}

/// The profiles of one protocol's subjects.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Profiles {
    /// What was measured.
    pub protocol: Protocol,
    /// Whether shares are of runs or of blocks.
    pub varies: Varies,
    /// One curve a subject, best mean rank first; ties in order of their names.
    pub curves: Vec<ProfileCurve>,
    /// The smallest and the largest factor.
    pub range: (f64, f64),
    /// The nominal level of the bands.
    pub level: f64,
    /// How many blocks.
    pub blocks: usize,
    /// The fewest runs that a subject has in a block; 1 where there are none. Bands of fewer than
    /// [`FEW_RUNS`](crate::stats::bootstrap::FEW_RUNS) are too narrow.
    pub fewest_runs: usize,
    /// Why the results fall into several blocks, in words.
    pub why_blocks: String,
    /// What it stands on.
    pub basis: Basis,
}

/// The performance profile of each subject, for each protocol.
///
/// Each value is divided by the best of its own block (the best mean where there are runs), or the other
/// way round where higher is better, so that 1 is the best and larger is worse, and no value meets another
/// block's. Without runs: the share of blocks within a factor (Dolan and Moré 2002, equation 2.1, with
/// `<=`). With runs (`--replicate`): the share of runs, blocks weighing the same, with pointwise percentile
/// bands from runs resampled inside each block (Agarwal et al. 2021); a run better than the best mean has a
/// factor below 1.
///
/// # Errors
/// [`StatsError`]: cells missing (where coverage was forced), [`StatsError::Undefined`] where a value is
/// not above zero, which has no ratio, and where `study` is not the one that was checked;
/// [`StatsError::OutOfRange`] for the level.
pub fn profile(
    comparable: &Comparable<CompleteBlocks>,
    study: &Study,
    level: f64,
    resampling: &Resampling,
) -> Result<Vec<Profiles>, StatsError> {
    let basis = comparable.basis();
    comparable.parts().iter().map(|part| of_part(part, basis, study, level, resampling)).collect()
}

fn of_part(
    part: &Part,
    basis: &Basis,
    study: &Study,
    level: f64,
    resampling: &Resampling,
) -> Result<Profiles, StatsError> {
    const PROCEDURE: &str = "a performance profile";
    check_level(level)?;
    let (varies, cells) = cells(part, basis, study, PROCEDURE)?;
    if cells.iter().flatten().flatten().any(|&v| v <= 0.0) {
        let why = "a value is zero or negative, which has no ratio to the best";
        return Err(StatsError::Undefined { procedure: PROCEDURE, why });
    }
    let higher = part.direction() == Direction::Higher;
    let factors: Vec<Vec<Vec<f64>>> = cells
        .iter()
        .map(|block| {
            let means = block.iter().map(|c| mean(c));
            let best = if higher { means.fold(0.0, f64::max) } else { means.fold(f64::INFINITY, f64::min) };
            let factor = |&v: &f64| if higher { best / v } else { v / best };
            block.iter().map(|c| c.iter().map(factor).collect()).collect()
        })
        .collect();
    let all = || factors.iter().flatten().flatten().copied();
    if all().any(|f| !f.is_finite()) {
        let why = "values are too far apart for a ratio";
        return Err(StatsError::Undefined { procedure: PROCEDURE, why });
    }
    let range = (all().fold(1.0, f64::min), all().fold(1.0, f64::max));
    let (order, _) = by_rank(part);
    let curve = |&s: &usize| {
        let strata: Vec<Vec<f64>> = factors.iter().map(|b| b[s].clone()).collect();
        let steps = steps(&strata, range.0, varies, level, resampling)?;
        Ok(ProfileCurve { subject: part.subjects[s].clone(), steps })
    };
    Ok(Profiles {
        protocol: part.protocol.clone(),
        varies,
        curves: order.iter().map(curve).collect::<Result<Vec<_>, StatsError>>()?,
        range,
        level,
        blocks: part.blocks.len(),
        fewest_runs: cells.iter().flatten().map(Vec::len).min().unwrap_or(1),
        why_blocks: why_blocks(part),
        basis: basis.clone(),
    })
}

/// The steps of one subject, from the smallest factor of all on.
fn steps(
    strata: &[Vec<f64>],
    from: f64,
    varies: Varies,
    level: f64,
    resampling: &Resampling,
) -> Result<Vec<ProfileStep>, StatsError> {
    let mut at: Vec<f64> = strata.concat();
    at.sort_by(f64::total_cmp);
    at.dedup();
    if at.first().is_some_and(|&f| f > from) {
        at.insert(0, from);
    }
    // The profile counts what is strictly below a score: what is at most one factor is what is below the
    // next one, in every resample, since resamples hold no other values.
    let mut scores: Vec<f64> = at.iter().skip(1).copied().collect();
    scores.push(at.last().map_or(1.0, |f| f * 2.0));
    let p = performance_profile(
        &Strata::new(strata)?,
        &scores,
        Counted::Runs,
        Best::Smallest,
        level,
        resampling,
    )?;
    let band =
        |i: usize| (varies == Varies::Runs).then(|| (p.low[i].clamp(0.0, 1.0), p.high[i].clamp(0.0, 1.0)));
    // sums of weights can miss 1 by rounding
    let share = |i: usize| p.shares[i].clamp(0.0, 1.0);
    Ok(at
        .iter()
        .enumerate()
        .map(|(i, &factor)| ProfileStep { factor, share: share(i), band: band(i) })
        .collect())
}
