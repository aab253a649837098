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

/// The aggregate scores of one method, each with its interval.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Aggregates {
    /// The interquartile mean of all runs.
    pub interquartile_mean: BootstrapInterval,
    /// The mean of task means.
    pub mean: BootstrapInterval,
    /// The median of task means.
    pub median: BootstrapInterval,
    /// The optimality gap at the target.
    pub optimality_gap: BootstrapInterval,
    /// The target of the optimality gap.
    pub target: f64,
}

/// All aggregate scores of one method with stratified bootstrap intervals from the same resamples.
///
/// ```
/// use likewise::stats::{Best, bootstrap::*, few_runs::aggregates};
/// let tasks = Strata::new(&[vec![0.2, 0.4, 0.3], vec![0.8, 0.9, 0.7]])?;
/// let all = aggregates(&tasks, 1.0, Best::Largest, IntervalMethod::Percentile, 0.95, &Resampling::default())?;
/// assert!((all.mean.estimate - 0.55).abs() < 1e-12 && all.mean.low < 0.55 && all.mean.high > 0.55);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
///
/// # Errors
/// As [`bootstrap`].
pub fn aggregates(
    tasks: &Strata,
    target: f64,
    best: Best,
    method: IntervalMethod,
    level: f64,
    resampling: &Resampling,
) -> Result<Aggregates, StatsError> {
    let run = |statistic| bootstrap(tasks, statistic, method, level, resampling);
    Ok(Aggregates {
        interquartile_mean: run(Statistic::InterquartileMean)?,
        mean: run(Statistic::MeanOfMeans)?,
        median: run(Statistic::MedianOfMeans)?,
        optimality_gap: run(Statistic::OptimalityGap { target, best })?,
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
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
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
mod tests {
    use super::*;

    // runs by tasks; values of rliable 1.2.0 on them
    const X: [[f64; 6]; 5] = [
        [0.971, 0.476, 0.576, 0.733, 0.457, 0.727],
        [0.81, 0.671, 0.983, 0.52, 0.61, 0.81],
        [0.791, 0.322, 0.626, 0.621, 0.853, 0.824],
        [0.869, 0.899, 0.453, 0.955, 0.854, 0.651],
        [0.643, 0.834, 0.78, 0.813, 0.465, 0.776],
    ];
    const Y: [[f64; 6]; 4] = [
        [0.971, 0.619, 0.156, 0.76, 0.915, 0.892],
        [0.703, 0.769, 0.453, 0.487, 0.146, 0.636],
        [0.598, 0.685, 0.285, 0.738, 0.551, 0.452],
        [0.604, 0.772, 0.472, 0.565, 0.693, 0.636],
    ];
    const SCORES: [f64; 7] = [0.0, 0.25, 0.5, 0.6, 0.75, 0.9, 1.0];

    fn tasks<const R: usize>(runs: [[f64; 6]; R]) -> Strata {
        Strata::from_runs(&runs.map(|r| r.map(Some))).unwrap()
    }

    fn near(got: f64, want: f64, tolerance: f64) {
        assert!((got - want).abs() <= tolerance, "{got} is not {want} within {tolerance}");
    }

    #[test]
    fn aggregates_match_rliable() {
        let x = tasks(X);
        near(interquartile_mean(&x).unwrap(), 0.7325, 1e-14);
        near(mean_score(&x).unwrap(), 0.7124333333333334, 1e-14);
        near(median_score(&x).unwrap(), 0.706, 1e-14);
        near(optimality_gap(&x, 1.0, Best::Largest).unwrap(), 0.28756666666666675, 1e-14);
        assert!(optimality_gap(&x, f64::NAN, Best::Largest).is_err());
        assert!(mean_score(&Strata::one(&[f64::MAX; 2]).unwrap()).is_err());
        let negative = Strata::from_runs(&X.map(|r| r.map(|v| Some(-v)))).unwrap();
        near(optimality_gap(&negative, -1.0, Best::Smallest).unwrap(), 0.28756666666666675, 1e-14);
    }

    #[test]
    fn the_trim_rule_drops_whole_values() {
        let squares = [0.0, 1.0, 4.0, 9.0, 16.0, 25.0, 36.0, 49.0];
        let want = [5.0 / 3.0, 2.5, 14.0 / 3.0, 7.5, 11.0, 13.5];
        for (n, want) in (3..).zip(want) {
            near(interquartile_mean(&Strata::one(&squares[..n]).unwrap()).unwrap(), want, 1e-14);
        }
    }

    #[test]
    fn improvement_matches_rliable_and_turns_with_the_direction() {
        let (x, y) = (tasks(X), tasks(Y));
        near(probability_of_improvement(&x, &y, Best::Largest).unwrap(), 2.0 / 3.0, 1e-14);
        near(probability_of_improvement(&y, &x, Best::Largest).unwrap(), 1.0 / 3.0, 1e-14);
        near(probability_of_improvement(&x, &y, Best::Smallest).unwrap(), 1.0 / 3.0, 1e-14);
        assert_eq!(probability_of_improvement(&x, &x, Best::Largest).unwrap(), 0.5);
        let one = Strata::one(&[1.0]).unwrap();
        assert!(matches!(
            probability_of_improvement(&x, &one, Best::Largest),
            Err(StatsError::Unpaired { left: 6, right: 1, .. })
        ));
    }

    #[test]
    fn improvement_interval_by_enumeration() {
        // one task, two runs against two: wins 3>1, 3>2, 1=1, 1<2; all 16 resamples
        let x = Strata::one(&[3.0, 1.0]).unwrap();
        let y = Strata::one(&[1.0, 2.0]).unwrap();
        let w = [[1.0, 1.0], [0.5, 0.0]];
        let mut all = Vec::new();
        for code in 0..16usize {
            let bit = |b: usize| code >> b & 1;
            let sum: f64 = [bit(0), bit(1)].iter().map(|&i| w[i][bit(2)] + w[i][bit(3)]).sum();
            all.push(sum / 4.0);
        }
        let mean = all.iter().sum::<f64>() / 16.0;
        let sd = (all.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / 16.0).sqrt();
        let resampling = Resampling { resamples: 100_000, ..Resampling::default() };
        let got = improvement_interval(&x, &y, Best::Largest, 0.6, &resampling).unwrap();
        near(got.standard_error, sd, 0.003);
        all.sort_by(f64::total_cmp);
        assert_eq!((got.low, got.high), (all[3], all[12]));
    }

    #[test]
    fn profiles_match_rliable() {
        let x = tasks(X);
        let r = Resampling { resamples: 4000, ..Resampling::default() };
        let runs = performance_profile(&x, &SCORES, Profile::Runs, Best::Largest, 0.95, &r).unwrap();
        let want = [1.0, 1.0, 0.8333333333333334, 0.7666666666666667, 0.5, 0.1, 0.0];
        runs.shares.iter().zip(want).for_each(|(&g, w)| near(g, w, 1e-14));
        let means = performance_profile(&x, &SCORES, Profile::TaskMeans, Best::Largest, 0.95, &r).unwrap();
        let want = [1.0, 1.0, 1.0, 1.0, 0.3333333333333333, 0.0, 0.0];
        means.shares.iter().zip(want).for_each(|(&g, w)| near(g, w, 1e-14));
        for p in [runs, means] {
            for i in 0..SCORES.len() {
                assert!(p.low[i] <= p.shares[i] && p.shares[i] <= p.high[i]);
            }
        }
    }

    #[test]
    fn a_profile_band_is_binomial_where_runs_are() {
        // one task of 40 runs, half of them beyond 0.5: counts of a resample are binomial(40, 1/2), whose
        // 2.5 % and 97.5 % points are 14 and 26
        let runs: Vec<f64> = (0..40).map(|i| f64::from(i % 2)).collect();
        let r = Resampling { resamples: 50_000, ..Resampling::default() };
        let task = Strata::one(&runs).unwrap();
        let p = performance_profile(&task, &[0.5], Profile::Runs, Best::Largest, 0.95, &r).unwrap();
        near(p.low[0], 14.0 / 40.0, 1e-12);
        near(p.high[0], 26.0 / 40.0, 1e-12);
    }

    #[test]
    fn a_profile_keeps_the_order_of_its_scores_and_the_direction() {
        let task = Strata::one(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        let r = Resampling::default();
        let p =
            |best| performance_profile(&task, &[3.5, 0.0, 2.0], Profile::Runs, best, 0.9, &r).unwrap().shares;
        assert_eq!(p(Best::Largest), [0.25, 1.0, 0.5]);
        assert_eq!(p(Best::Smallest), [0.75, 0.0, 0.25]);
        let bad = performance_profile(&task, &[f64::NAN], Profile::Runs, Best::Largest, 0.9, &r);
        assert!(matches!(bad, Err(StatsError::NotFinite { .. })));
    }

    #[test]
    fn ragged_tasks_count_the_same() {
        let tasks = Strata::new(&[vec![1.0], vec![0.0, 0.0, 0.0]]).unwrap();
        assert_eq!(mean_score(&tasks).unwrap(), 0.5);
        assert_eq!(optimality_gap(&tasks, 1.0, Best::Largest).unwrap(), 0.5);
        let p =
            performance_profile(&tasks, &[0.5], Profile::Runs, Best::Largest, 0.9, &Resampling::default());
        let p = p.unwrap();
        assert_eq!((p.shares, p.low, p.resamples), (vec![0.5], vec![0.5], Resamples::Constant));
    }
}
