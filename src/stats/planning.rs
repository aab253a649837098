//! What a design can show before it is run: the smallest p it can reach, its power, the blocks it needs.
//!
//! Effects are those of paired normal differences: a standardized difference `d` is their mean over their
//! standard deviation, and a win probability is `Phi(d)`. For Friedman's test one subject is better than
//! each of the others by the effect and the others are equal: values are independent normal numbers and
//! the better subject's are shifted by `d sqrt(2)`, so that each of its differences has standardized mean
//! `d`. Scores are continuous, so there are no ties or zeros.

mod friedman_null;

use friedman_null::{friedman_critical, friedman_squares};

use super::attainable::{friedman_minimum_p, sign_test_minimum_p, signed_rank_minimum_p};
use super::interval::half_binomial;
use super::rng::{MonteCarlo, Rng};
use super::signed_rank_null::signed_rank_distribution;
use super::{StatsError, normal_cdf, normal_quantile, normal_sf};
use rayon::prelude::*;

/// A test over blocks, two-sided where it has sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
pub enum PlannedTest {
    /// The sign test of two subjects.
    Sign,
    /// Wilcoxon's signed-rank test of two subjects, exact.
    SignedRank,
    /// Friedman's test of this many subjects (2 to 64), exact.
    Friedman {
        /// How many subjects.
        subjects: usize,
    },
}

/// How much better one subject is.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub enum Effect {
    /// The mean of paired differences over their standard deviation; the sign makes no difference.
    Standardized(f64),
    /// The probability to win a block against one other subject, in (0, 1).
    WinProbability(f64),
}

impl Effect {
    fn standardized(self) -> Result<f64, StatsError> {
        let (d, what, range, found) = match self {
            Self::Standardized(d) => (d, "the standardized difference", "finite", d),
            Self::WinProbability(p) if p > 0.0 && p < 1.0 => {
                (normal_quantile(p), "the win probability", "between 0 and 1", p)
            }
            Self::WinProbability(p) => (f64::NAN, "the win probability", "between 0 and 1", p),
        };
        if d.is_finite() { Ok(d.abs()) } else { Err(StatsError::OutOfRange { what, range, found }) }
    }
}

/// The smallest p-value that the test can give with this many blocks, whatever the data: `2^(1 - n)` for
/// the two-sided sign and signed-rank tests, `(k!)^(1 - n)` for the exact Friedman test, at most 1.
///
/// ```
/// use likewise::stats::planning::{PlannedTest, smallest_p};
/// assert_eq!(smallest_p(PlannedTest::SignedRank, 3), 0.25);
/// assert_eq!(smallest_p(PlannedTest::Friedman { subjects: 5 }, 3), 1.0 / 14_400.0);
/// ```
#[must_use]
pub fn smallest_p(test: PlannedTest, blocks: usize) -> f64 {
    match test {
        PlannedTest::Sign => sign_test_minimum_p(blocks),
        PlannedTest::SignedRank => signed_rank_minimum_p(blocks),
        PlannedTest::Friedman { subjects } => friedman_minimum_p(subjects, blocks),
    }
}

/// The fewest blocks with which the test can reach `p <= alpha`, whatever the effect.
///
/// ```
/// use likewise::stats::planning::{PlannedTest, blocks_to_reach};
/// assert_eq!(blocks_to_reach(PlannedTest::Sign, 0.05)?, 6);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
///
/// # Errors
/// [`StatsError::OutOfRange`] for an alpha outside (0, 1) or a number of subjects outside 2 to 64.
pub fn blocks_to_reach(test: PlannedTest, alpha: f64) -> Result<usize, StatsError> {
    check(test, alpha)?;
    // every further block at least halves the smallest p, so that 1,100 blocks are enough for any alpha
    Ok((1..1_100).find(|&n| smallest_p(test, n) <= alpha).unwrap_or(1_100))
}

/// Where the rejection region of a test comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
pub enum Region {
    /// The exact null distribution.
    Exact,
    /// Simulations of the null hypothesis, as many as of the effect.
    Simulated,
}

/// The power of a design.
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct Power {
    /// The probability to reject at `alpha`.
    pub power: f64,
    /// Its Monte Carlo standard error, from `k` rejections of `n` as `sqrt(q (1 - q) / n)` with
    /// `q = (k + 1/2) / (n + 1)`; 0 where it was computed by formula.
    pub error: f64,
    /// The significance level.
    pub alpha: f64,
    /// The number of blocks.
    pub blocks: usize,
    /// The standardized difference.
    pub standardized: f64,
    /// The smallest p-value the design can reach; above `alpha` the power is 0 for every effect.
    pub smallest_p: f64,
    /// Where the rejection region comes from.
    pub region: Region,
    /// How many simulations, 0 for a formula.
    pub simulations: u64,
    /// The seed; `None` where nothing was simulated.
    pub seed: Option<u64>,
}

/// The largest number of blocks that is planned for.
pub const MAX_BLOCKS: usize = 1_000;

/// The probability that the test rejects at `alpha` for an effect, over this many blocks.
///
/// The sign test's power is computed from the binomial distribution, that of the others is simulated.
/// Friedman's rejection region is exact for small designs and else simulated under the null hypothesis.
///
/// ```
/// use likewise::stats::planning::{Effect, PlannedTest, power};
/// use likewise::stats::rng::MonteCarlo;
/// let three = power(PlannedTest::SignedRank, 3, Effect::Standardized(2.0), 0.05, &MonteCarlo::default())?;
/// assert_eq!((three.power, three.smallest_p), (0.0, 0.25));
/// let ten = power(PlannedTest::SignedRank, 10, Effect::Standardized(2.0), 0.05, &MonteCarlo::default())?;
/// assert!(ten.power > 0.99);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
///
/// # Errors
/// [`StatsError::TooFew`] for no block, or one for Friedman's test; [`StatsError::OutOfRange`] for more
/// than [`MAX_BLOCKS`], an alpha outside (0, 1), a number of subjects outside 2 to 64, an effect that is
/// not finite, a win probability outside (0, 1), or a number of simulations that [`MonteCarlo`] does not
/// allow.
pub fn power(
    test: PlannedTest,
    blocks: usize,
    effect: Effect,
    alpha: f64,
    simulation: &MonteCarlo,
) -> Result<Power, StatsError> {
    check(test, alpha)?;
    simulation.check()?;
    let standardized = effect.standardized()?;
    let needed = if matches!(test, PlannedTest::Friedman { .. }) { 2 } else { 1 };
    if blocks < needed {
        return Err(StatsError::TooFew { procedure: "a design", what: "blocks", needed, found: blocks });
    }
    if blocks > MAX_BLOCKS {
        return Err(StatsError::OutOfRange {
            what: "the number of blocks",
            range: "at most 1,000",
            found: blocks as f64,
        });
    }
    let mut answer = Power {
        power: 0.0,
        error: 0.0,
        alpha,
        blocks,
        standardized,
        smallest_p: smallest_p(test, blocks),
        region: Region::Exact,
        simulations: 0,
        seed: None,
    };
    if answer.smallest_p > alpha {
        return Ok(answer);
    }
    let rejections = match test {
        PlannedTest::Sign => {
            answer.power = sign_power(blocks, standardized, alpha);
            return Ok(answer);
        }
        PlannedTest::SignedRank => {
            let critical = largest_within(signed_rank_distribution(blocks).into_iter(), alpha / 2.0);
            count(simulation, 0, Vec::new, |values, rng| {
                signed_rank_rejects(blocks, standardized, critical, rng, values)
            })
        }
        PlannedTest::Friedman { subjects } => {
            let (critical, region) = friedman_critical(subjects, blocks, alpha, simulation);
            answer.region = region;
            let scratch = || (vec![0.0; subjects], vec![0u64; subjects]);
            count(simulation, 0, scratch, |(values, sums), rng| {
                friedman_squares(blocks, standardized, rng, values, sums) >= critical
            })
        }
    };
    let n = simulation.samples as f64;
    let q = (rejections as f64 + 0.5) / (n + 1.0);
    answer.power = rejections as f64 / n;
    answer.error = (q * (1.0 - q) / n).sqrt();
    answer.simulations = simulation.samples as u64;
    answer.seed = Some(simulation.seed);
    Ok(answer)
}

/// The number of blocks that a design needs.
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct BlocksNeeded {
    /// The number of blocks.
    pub blocks: usize,
    /// The power that was asked for.
    pub wanted: f64,
    /// The power with that many blocks.
    pub reached: Power,
    /// The power with one block fewer, if there can be one fewer.
    pub before: Option<Power>,
}

/// The number of blocks with which the test has the wanted power: found by doubling and bisection, with
/// the same streams for every number of blocks.
///
/// Power rises in steps, and for the sign test falls a little between them; the answer has the power and
/// one block fewer has not, but a still smaller number may. Each power has its Monte Carlo error, so the
/// answer may be off by a block or so where the curve is flat.
///
/// ```
/// use likewise::stats::planning::{Effect, PlannedTest, blocks_needed};
/// use likewise::stats::rng::MonteCarlo;
/// let n = blocks_needed(PlannedTest::Sign, Effect::WinProbability(0.999), 0.05, 0.9, &MonteCarlo::default())?;
/// assert_eq!(n.blocks, 6);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
///
/// # Errors
/// As [`power`]; [`StatsError::OutOfRange`] for a wanted power outside (0, 1),
/// [`StatsError::Undefined`] when [`MAX_BLOCKS`] blocks are not enough.
pub fn blocks_needed(
    test: PlannedTest,
    effect: Effect,
    alpha: f64,
    wanted: f64,
    simulation: &MonteCarlo,
) -> Result<BlocksNeeded, StatsError> {
    if !(wanted > 0.0 && wanted < 1.0) {
        return Err(StatsError::OutOfRange {
            what: "the wanted power",
            range: "between 0 and 1",
            found: wanted,
        });
    }
    let at = |n| power(test, n, effect, alpha, simulation);
    let fewest = if matches!(test, PlannedTest::Friedman { .. }) { 2 } else { 1 };
    let not_enough =
        StatsError::Undefined { procedure: "the number of blocks", why: "1,000 blocks are not enough" };
    let start = blocks_to_reach(test, alpha)?.max(fewest);
    if start > MAX_BLOCKS {
        return Err(not_enough);
    }
    // `low` has not the power (or is below what can be asked), `high` has
    let (mut low, mut before, mut high) = (start - 1, None, start);
    let mut reached = at(high)?;
    while reached.power < wanted {
        if high == MAX_BLOCKS {
            return Err(not_enough);
        }
        (low, before) = (high, Some(reached));
        high = (high * 2).min(MAX_BLOCKS);
        reached = at(high)?;
    }
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        let power = at(middle)?;
        if power.power < wanted {
            (low, before) = (middle, Some(power));
        } else {
            (high, reached) = (middle, power);
        }
    }
    if before.is_none() && low >= fewest {
        before = Some(at(low)?);
    }
    Ok(BlocksNeeded { blocks: high, wanted, reached, before })
}

fn check(test: PlannedTest, alpha: f64) -> Result<(), StatsError> {
    if !(alpha > 0.0 && alpha < 1.0) {
        return Err(StatsError::OutOfRange { what: "alpha", range: "between 0 and 1", found: alpha });
    }
    match test {
        PlannedTest::Friedman { subjects } if !(2..=64).contains(&subjects) => Err(StatsError::OutOfRange {
            what: "the number of subjects",
            range: "from 2 to 64",
            found: subjects as f64,
        }),
        _ => Ok(()),
    }
}

/// How many simulations reject; simulation `i` draws from stream `first + i`.
fn count<S: Send>(
    simulation: &MonteCarlo,
    first: u64,
    scratch: impl Fn() -> S + Sync + Send,
    rejects: impl Fn(&mut S, &mut Rng) -> bool + Sync + Send,
) -> u64 {
    (0..simulation.samples)
        .into_par_iter()
        .with_min_len(64)
        .map_init(scratch, |s, i| u64::from(rejects(s, &mut Rng::stream(simulation.seed, first + i as u64))))
        .sum()
}

/// The largest value (from 0) up to which the probabilities add up to no more than `tail`; `None` when
/// already the first is more.
fn largest_within(probabilities: impl Iterator<Item = f64>, tail: f64) -> Option<usize> {
    let mut sum = 0.0;
    let mut answer = None;
    for (value, p) in probabilities.enumerate() {
        sum += p;
        if sum > tail * (1.0 + 1e-12) {
            break;
        }
        answer = Some(value);
    }
    answer
}

/// The sign test's power: the probability of at most `c` wins or at most `c` losses.
fn sign_power(blocks: usize, standardized: f64, alpha: f64) -> f64 {
    let Some(c) = largest_within(half_binomial(blocks), alpha / 2.0) else {
        return 0.0;
    };
    let (win, lose) = (normal_cdf(standardized), normal_sf(standardized));
    let tail = |p: f64, q: f64| {
        let mut log = blocks as f64 * libm::log(q);
        let mut sum = 0.0;
        for k in 0..=c {
            sum += libm::exp(log);
            log += libm::log((blocks - k) as f64 / (k + 1) as f64) + libm::log(p) - libm::log(q);
        }
        sum
    };
    // at least n - c wins are at most c losses; a chance of exactly 0 to lose has no logarithm
    if lose == 0.0 { 1.0 } else { (tail(lose, win) + tail(win, lose)).min(1.0) }
}

/// Whether the exact two-sided signed-rank test rejects a simulated sample.
fn signed_rank_rejects(
    n: usize,
    shift: f64,
    critical: Option<usize>,
    rng: &mut Rng,
    values: &mut Vec<f64>,
) -> bool {
    let Some(critical) = critical else {
        return false;
    };
    values.clear();
    values.extend((0..n).map(|_| rng.normal() + shift));
    values.sort_unstable_by(|a, b| a.abs().total_cmp(&b.abs()));
    let negative: usize = values.iter().zip(1..).filter(|(v, _)| v.is_sign_negative()).map(|(_, r)| r).sum();
    negative.min(n * (n + 1) / 2 - negative) <= critical
}

#[cfg(test)]
mod tests;
