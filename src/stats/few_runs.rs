//! Aggregate scores over tasks with a few runs each.
//!
//! Source: Agarwal et al., Deep reinforcement learning at the edge of the statistical precipice, NeurIPS
//! 2021 (rliable): interquartile mean, mean, median, optimality gap, probability of improvement and
//! performance profiles, each with an interval from a bootstrap of runs stratified by task. Here a task
//! is a stratum of [`Strata`], so tasks may differ in their number of runs; see each function for what
//! that means. Scores of different tasks must be on one scale (normalised scores).

use super::bootstrap::{
    BootstrapInterval, IntervalMethod, Replicates, Resamples, Resampling, Statistic, Strata, bootstrap,
    check, draw, serialize_best,
};
use super::rng::Dice;
use super::{Best, StatsError};
use rayon::prelude::*;

/// The interquartile mean of all runs of all tasks: the mean without the `floor(n / 4)` smallest and
/// largest of `n` scores. Runs are pooled, so a task with more runs weighs more.
///
/// ```
/// use likewise::stats::bootstrap::Strata;
/// use likewise::stats::few_runs::interquartile_mean;
/// let runs = Strata::new(&[[0.0, 1.0, 4.0], [9.0, 16.0, 25.0]])?;
/// assert_eq!(interquartile_mean(&runs)?, 7.5);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
///
/// # Errors
/// As [`Statistic::of`].
pub fn interquartile_mean(tasks: &Strata) -> Result<f64, StatsError> {
    Statistic::InterquartileMean.of(tasks)
}

/// The mean over tasks of each task's mean score; every task counts the same.
///
/// # Errors
/// As [`Statistic::of`].
pub fn mean_score(tasks: &Strata) -> Result<f64, StatsError> {
    Statistic::MeanOfMeans.of(tasks)
}

/// The median over tasks of each task's mean score.
///
/// # Errors
/// As [`Statistic::of`].
pub fn median_score(tasks: &Strata) -> Result<f64, StatsError> {
    Statistic::MedianOfMeans.of(tasks)
}

/// How far runs fall short of a target on average, a run beyond it counting 0; every task counts the
/// same. 0 is best.
///
/// # Errors
/// As [`Statistic::of`].
pub fn optimality_gap(tasks: &Strata, target: f64, best: Best) -> Result<f64, StatsError> {
    Statistic::OptimalityGap { target, best }.of(tasks)
}

/// One of the aggregate scores of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// The interquartile mean of all runs.
    InterquartileMean,
    /// The mean of task means.
    Mean,
    /// The median of task means.
    Median,
    /// The optimality gap.
    OptimalityGap,
}

impl Score {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::InterquartileMean, Self::Mean, Self::Median, Self::OptimalityGap];
}

/// The aggregate scores of one method, each with its interval; none for a score that was not asked for.
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct Aggregates {
    /// The interquartile mean of all runs.
    pub interquartile_mean: Option<BootstrapInterval>,
    /// The mean of task means.
    pub mean: Option<BootstrapInterval>,
    /// The median of task means.
    pub median: Option<BootstrapInterval>,
    /// The optimality gap at the target.
    pub optimality_gap: Option<BootstrapInterval>,
    /// The target of the optimality gap.
    pub target: f64,
}

impl Aggregates {
    /// One of the scores.
    #[must_use]
    pub const fn score(&self, score: Score) -> Option<&BootstrapInterval> {
        match score {
            Score::InterquartileMean => self.interquartile_mean.as_ref(),
            Score::Mean => self.mean.as_ref(),
            Score::Median => self.median.as_ref(),
            Score::OptimalityGap => self.optimality_gap.as_ref(),
        }
    }
}

/// Aggregate scores of one method with stratified bootstrap intervals from the same resamples.
///
/// ```
/// use likewise::stats::{Best, bootstrap::*, few_runs::{Score, aggregates}};
/// let tasks = Strata::new(&[vec![0.2, 0.4, 0.3], vec![0.8, 0.9, 0.7]])?;
/// let method = IntervalMethod::Percentile;
/// let found = aggregates(&tasks, &[Score::Mean], 1.0, Best::Largest, method, 0.95, &Resampling::default())?;
/// let mean = found.score(Score::Mean).expect("was asked for");
/// assert!((mean.estimate - 0.55).abs() < 1e-12 && mean.low < 0.55 && mean.high > 0.55);
/// assert!(found.median.is_none());
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
///
/// # Errors
/// As [`bootstrap`].
pub fn aggregates(
    tasks: &Strata,
    scores: &[Score],
    target: f64,
    best: Best,
    method: IntervalMethod,
    level: f64,
    resampling: &Resampling,
) -> Result<Aggregates, StatsError> {
    let run = |score, statistic| {
        scores.contains(&score).then(|| bootstrap(tasks, statistic, method, level, resampling)).transpose()
    };
    Ok(Aggregates {
        interquartile_mean: run(Score::InterquartileMean, Statistic::InterquartileMean)?,
        mean: run(Score::Mean, Statistic::MeanOfMeans)?,
        median: run(Score::Median, Statistic::MedianOfMeans)?,
        optimality_gap: run(Score::OptimalityGap, Statistic::OptimalityGap { target, best })?,
        target,
    })
}

/// The probability that a run of `x` is better than a run of `y` on the same task, a tie counting half,
/// averaged over tasks.
///
/// ```
/// use likewise::stats::{Best, bootstrap::Strata, few_runs::probability_of_improvement};
/// let x = Strata::new(&[[3.0, 1.0]])?;
/// let y = Strata::new(&[[1.0, 2.0]])?;
/// // 3 beats both, 1 ties and loses: 2.5 of 4
/// assert_eq!(probability_of_improvement(&x, &y, Best::Largest)?, 0.625);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
///
/// # Errors
/// [`StatsError::Unpaired`] when the numbers of tasks differ. Tasks pair by their order; the numbers of
/// runs may differ.
pub fn probability_of_improvement(x: &Strata, y: &Strata, best: Best) -> Result<f64, StatsError> {
    Ok(Pairs::new(x, y, best)?.estimate())
}

/// A probability of improvement with its interval.
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct Improvement {
    /// The probability that `x` is better, ties counting half.
    pub estimate: f64,
    /// The lower end of the percentile interval.
    pub low: f64,
    /// The upper end of the percentile interval.
    pub high: f64,
    /// The nominal confidence level, two-sided.
    pub level: f64,
    /// The resamples taken.
    pub resamples: Resamples,
    /// The seed; `None` where nothing was drawn.
    pub seed: Option<u64>,
    /// The standard deviation over resamples.
    pub standard_error: f64,
}

/// The probability of improvement with a percentile interval, runs of both methods resampled inside
/// each task.
///
/// # Errors
/// As [`probability_of_improvement`] and for the level and number of resamples [`bootstrap`].
pub fn improvement_interval(
    x: &Strata,
    y: &Strata,
    best: Best,
    level: f64,
    resampling: &Resampling,
) -> Result<Improvement, StatsError> {
    check(level, resampling)?;
    let pairs = Pairs::new(x, y, best)?;
    let estimate = pairs.estimate();
    let mut answer = Improvement {
        estimate,
        low: estimate,
        high: estimate,
        level,
        resamples: Resamples::Constant,
        seed: None,
        standard_error: 0.0,
    };
    if x.is_constant() && y.is_constant() {
        return Ok(answer);
    }
    let values = draw(resampling, Vec::new, |counts: &mut Vec<u32>, rng| {
        let mut sum = 0.0;
        for task in &pairs.tasks {
            // the wins of each run of x against the drawn runs of y, summed over the drawn runs of x
            counts.clear();
            counts.resize(task.columns, 0);
            task.dice[1].roll(rng, task.columns, |j| counts[j] += 1);
            let mut wins = 0u64;
            task.dice[0].roll(rng, task.rows, |i| {
                let row = &task.twice[i * task.columns..(i + 1) * task.columns];
                let row_wins: u32 = row.iter().zip(&*counts).map(|(&w, &c)| u32::from(w) * c).sum();
                wins += u64::from(row_wins);
            });
            sum += wins as f64 / task.pairs();
        }
        sum / pairs.tasks.len() as f64
    });
    let mut values = Replicates::drawn(values);
    answer.resamples = Resamples::Drawn(resampling.resamples as u64);
    answer.seed = Some(resampling.seed);
    answer.standard_error = values.sd();
    answer.low = values.quantile((1.0 - level) / 2.0);
    answer.high = values.quantile((1.0 + level) / 2.0);
    Ok(answer)
}

/// Twice the wins of each run of one method against each of the other, task by task.
struct Pairs {
    tasks: Vec<Wins>,
}

struct Wins {
    rows: usize,
    columns: usize,
    twice: Vec<u8>,
    dice: [Dice; 2],
}

impl Wins {
    /// Twice the number of pairs.
    fn pairs(&self) -> f64 {
        2.0 * self.rows as f64 * self.columns as f64
    }
}

impl Pairs {
    fn new(x: &Strata, y: &Strata, best: Best) -> Result<Self, StatsError> {
        if x.count() != y.count() {
            return Err(StatsError::Unpaired {
                procedure: "the probability of improvement",
                left: x.count(),
                right: y.count(),
            });
        }
        let wins = |a: f64, b: f64| match a.partial_cmp(&b) {
            Some(std::cmp::Ordering::Equal) => 1,
            Some(std::cmp::Ordering::Greater) => 2 * u8::from(best == Best::Largest),
            _ => 2 * u8::from(best == Best::Smallest),
        };
        let task = |(a, b): (&[f64], &[f64])| Wins {
            rows: a.len(),
            columns: b.len(),
            twice: a.iter().flat_map(|&a| b.iter().map(move |&b| wins(a, b))).collect(),
            dice: [Dice::new(a.len()), Dice::new(b.len())],
        };
        Ok(Self { tasks: x.iter().zip(y.iter()).map(task).collect() })
    }

    fn estimate(&self) -> f64 {
        let task = |t: &Wins| t.twice.iter().map(|&w| u64::from(w)).sum::<u64>() as f64 / t.pairs();
        self.tasks.iter().map(task).sum::<f64>() / self.tasks.len() as f64
    }
}

/// What a performance profile counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
pub enum Profile {
    /// The share of runs beyond a score, averaged over tasks: the score distribution.
    Runs,
    /// The share of tasks whose mean is beyond a score: the average-score distribution.
    TaskMeans,
}

/// A performance profile with pointwise bands.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct PerformanceProfile {
    /// What was counted.
    pub profile: Profile,
    /// Which end of the scale is better.
    #[serde(serialize_with = "serialize_best")]
    pub best: Best,
    /// The scores at which the profile was taken.
    pub scores: Vec<f64>,
    /// The share strictly beyond each score.
    pub shares: Vec<f64>,
    /// The lower end of the band at each score.
    pub low: Vec<f64>,
    /// The upper end of the band at each score.
    pub high: Vec<f64>,
    /// The nominal confidence level of each point for itself, not of the band as a whole.
    pub level: f64,
    /// The resamples taken.
    pub resamples: Resamples,
    /// The seed; `None` where nothing was drawn.
    pub seed: Option<u64>,
}

/// The performance profile at some scores, with pointwise percentile bands from resampling runs inside
/// each task.
///
/// A run counts when it is strictly better than the score. Every task counts the same.
///
/// ```
/// use likewise::stats::{Best, bootstrap::*, few_runs::*};
/// let tasks = Strata::new(&[[0.2, 0.4, 0.6], [0.5, 0.7, 0.9]])?;
/// let p = performance_profile(&tasks, &[0.0, 0.5], Profile::Runs, Best::Largest, 0.95, &Resampling::default())?;
/// assert_eq!(p.shares, [1.0, 0.5]);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
///
/// # Errors
/// [`StatsError::NotFinite`] for a score that is not finite, and for the level and number of resamples
/// as [`bootstrap`].
pub fn performance_profile(
    tasks: &Strata,
    scores: &[f64],
    profile: Profile,
    best: Best,
    level: f64,
    resampling: &Resampling,
) -> Result<PerformanceProfile, StatsError> {
    check(level, resampling)?;
    if let Some(index) = scores.iter().position(|s| !s.is_finite()) {
        return Err(StatsError::NotFinite { what: "the profile's scores", index });
    }
    // ascending on the scale where larger is better
    let sign = if best == Best::Largest { 1.0 } else { -1.0 };
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| (sign * scores[a]).total_cmp(&(sign * scores[b])));
    let sorted: Vec<f64> = order.iter().map(|&i| sign * scores[i]).collect();
    // how many of the sorted scores a value is strictly beyond
    let passed = |value: f64| sorted.partition_point(|&s| s < sign * value);
    let steps: Vec<usize> = tasks.values().iter().map(|&v| passed(v)).collect();
    let (points, count) = (scores.len(), tasks.count() as f64);
    // adds what one task brings, drawn runs given as places in its stratum
    let add = |shares: &mut [f64], (start, end): (usize, usize), runs: &[usize]| match profile {
        Profile::Runs => {
            let weight = 1.0 / ((end - start) as f64 * count);
            runs.iter().for_each(|&r| shares[steps[start + r]] += weight);
        }
        Profile::TaskMeans => {
            let sum: f64 = runs.iter().map(|&r| tasks.values()[start + r]).sum();
            shares[passed(sum / runs.len() as f64)] += 1.0 / count;
        }
    };
    // what passed exactly i scores passed every earlier one: from the end, running sums are the profile
    let finish = |mut shares: Vec<f64>| -> Vec<f64> {
        for i in (0..points).rev() {
            shares[i] += shares[i + 1];
        }
        // weights of equal tasks add up to 1 but for rounding
        shares[1..].iter().map(|s| if (s - 1.0).abs() < 1e-12 { 1.0 } else { *s }).collect()
    };
    let mut whole = vec![0.0; points + 1];
    for bounds in tasks.bounds() {
        add(&mut whole, bounds, &(0..bounds.1 - bounds.0).collect::<Vec<_>>());
    }
    let shares = finish(whole);
    let (mut low, mut high) = (shares.clone(), shares.clone());
    let constant = tasks.is_constant();
    if !constant {
        let dice: Vec<Dice> = tasks.iter().map(|s| Dice::new(s.len())).collect();
        let rows: Vec<Vec<f64>> = draw(resampling, Vec::new, |runs: &mut Vec<usize>, rng| {
            let mut shares = vec![0.0; points + 1];
            for (dice, bounds) in dice.iter().zip(tasks.bounds()) {
                runs.clear();
                dice.roll(rng, bounds.1 - bounds.0, |i| runs.push(i));
                add(&mut shares, bounds, runs);
            }
            finish(shares)
        });
        let ends: Vec<(f64, f64)> = (0..points)
            .into_par_iter()
            .map(|i| {
                let mut values = Replicates::drawn(rows.iter().map(|r| r[i]).collect());
                (values.quantile((1.0 - level) / 2.0), values.quantile((1.0 + level) / 2.0))
            })
            .collect();
        (low, high) = ends.into_iter().unzip();
    }
    let back = |values: Vec<f64>| {
        let mut answer = vec![0.0; points];
        order.iter().zip(values).for_each(|(&to, v)| answer[to] = v);
        answer
    };
    Ok(PerformanceProfile {
        profile,
        best,
        scores: scores.to_vec(),
        shares: back(shares),
        low: back(low),
        high: back(high),
        level,
        resamples: if constant { Resamples::Constant } else { Resamples::Drawn(resampling.resamples as u64) },
        seed: (!constant).then_some(resampling.seed),
    })
}

#[cfg(test)]
mod tests;
