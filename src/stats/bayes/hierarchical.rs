//! The hierarchical Bayesian comparison of cross-validation results on several data sets.

mod chain;
mod diagnostics;
mod model;

use super::{Computed, Posterior, differences::negative_rope};
use crate::stats::StatsError;
use crate::stats::rng::{MonteCarlo, Rng};
use chain::{Chain, Moments};
use diagnostics::{effective_size, r_hat, split_r_hat};
use model::Model;
use rayon::prelude::*;

const NAME: &str = "the hierarchical model";
/// How many chains are run.
const CHAINS: usize = 4;

/// The prior of the degrees of freedom `nu` of the Student distribution of the data sets' differences:
/// `nu - 1` is gamma with a shape and a rate that are uniform on these intervals.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct NuPrior {
    /// The lowest and highest shape, from 0.1 to 100.
    pub shape: [f64; 2],
    /// The lowest and highest rate, from 0.001 to 100.
    pub rate: [f64; 2],
}

impl Default for NuPrior {
    /// Shapes from 1 to 2, rates from 0.01 to 0.1: the defaults of baycomp 1.0.
    fn default() -> Self {
        Self { shape: [1.0, 2.0], rate: [0.01, 0.1] }
    }
}

impl NuPrior {
    fn check(&self) -> Result<(), StatsError> {
        let inside = |pair: [f64; 2], low: f64, high: f64, what, range| {
            if pair.iter().all(|v| (low..=high).contains(v)) && pair[0] <= pair[1] {
                return Ok(());
            }
            let wrong = if (low..=high).contains(&pair[0]) { pair[1] } else { pair[0] };
            Err(StatsError::OutOfRange { what, range, found: wrong })
        };
        let shape = "from 0.1 to 100, the lower end first";
        inside(self.shape, 0.1, 100.0, "an end of the prior's shape", shape)?;
        let rate = "from 0.001 to 100, the lower end first";
        inside(self.rate, 0.001, 100.0, "an end of the prior's rate", rate)
    }
}

/// What the draws say of one parameter, and how well they mixed.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct Parameter {
    /// The posterior median.
    pub median: f64,
    /// The lower end of the central 95 % interval.
    pub lower: f64,
    /// Its upper end.
    pub upper: f64,
    /// Rank-normalised split R-hat, the larger of the one of location and the one of spread; near 1 where
    /// the chains agree, and not to be trusted above 1.01.
    pub r_hat: f64,
    /// How many independent draws are worth as much (bulk effective sample size).
    pub effective: f64,
}

/// What the model says of one data set that was seen.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct Shrunk {
    /// The mean of its differences, as it was observed.
    pub observed: f64,
    /// The posterior mean of its true difference, drawn towards the other data sets.
    pub mean: f64,
    /// The posterior standard deviation of its true difference.
    pub sd: f64,
    /// The shares of draws with the difference left of, inside and right of the region.
    pub shares: [f64; 3],
    /// Split R-hat of the difference.
    pub r_hat: f64,
}

/// The answer of the hierarchical model.
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct Hierarchical {
    /// The probabilities as the source reports them: how probable it is that left of, inside or right of
    /// the region is the likeliest place of the difference on the next data set. `pairs` counts data sets.
    pub posterior: Posterior,
    /// The posterior predictive probabilities that the difference on the next data set lies left of,
    /// inside and right of the region.
    pub next: [f64; 3],
    /// Monte Carlo standard errors of `next`.
    pub next_errors: [f64; 3],
    /// The centre of the data sets' differences (`delta0`).
    pub centre: Parameter,
    /// The scale of the data sets' differences around it (`sigma0`; not their standard deviation).
    pub scale: Parameter,
    /// The degrees of freedom of their Student distribution.
    pub nu: Parameter,
    /// The data sets, in the order given.
    pub data_sets: Vec<Shrunk>,
    /// The correlation that was assumed between differences of one data set.
    pub correlation: f64,
    /// How many chains were run; each has an equal part of the draws, rounded up.
    pub chains: usize,
    /// How many further draws of each chain were thrown away at its beginning.
    pub warm_up: usize,
    /// The largest R-hat of all parameters.
    pub r_hat: f64,
    /// The smallest effective sample size of the three parameters of the next data set.
    pub effective: f64,
}

/// The hierarchical model of (repeated) cross-validation on several data sets (Corani, Benavoli, Demšar,
/// Mangili and Zaffalon, Statistical comparison of classifiers through Bayesian hierarchical modelling,
/// Machine Learning 106, 2017).
///
/// The differences of data set `i` are normal with mean `delta_i`, standard deviation `sigma_i` and
/// correlation `1 / folds`; the `delta_i` have a Student distribution with `nu` degrees of freedom, centre
/// `delta0` and scale `sigma0`. Priors are those of baycomp, on the scale of the data: `delta0` uniform
/// within the largest absolute difference; `sigma_i` uniform up to 1000 times the mean standard deviation
/// inside a data set; `sigma0` uniform up to 1000 times the standard deviation of the data sets' means,
/// but at least up to the former mean; `nu` as [`NuPrior`] says. Standard deviations have divisor `n`.
///
/// `data_sets` has a list for each data set: its differences right minus left, one for each fold of each
/// run, positive where the right is better. Lists may differ in length. `folds` are the folds of one run,
/// `rope` the largest difference that makes no practical matter. Results are independent of the unit.
///
/// A data set whose differences are all equal (to 1e-10 of its largest one) has no spread to learn from.
/// It is given the standard deviation of a uniform number on the region, `rope / sqrt(3)`, and keeps its
/// mean; baycomp replaces it with random numbers of mean 0, which loses a constant difference. Where the
/// region is 0 that is an error. Nothing is inside a region of 0.
///
/// With two or three data sets the prior of `sigma0` has a large say, and the answers are vague.
///
/// Draws come from four chains of a partially collapsed Gibbs sampler (van Dyk and Park, JASA 103, 2008;
/// slice steps: Neal, Annals of Statistics 31, 2003) with dispersed starts. R-hat and effective sizes are
/// those of Vehtari, Gelman, Simpson, Carpenter and Bürkner (Bayesian Analysis 16, 2021). Monte Carlo
/// errors divide by the effective size, not the number of draws. Look at [`Hierarchical::r_hat`] before
/// the answer: above 1.01, take more draws.
///
/// ```
/// use likewise::stats::bayes::{MonteCarlo, NuPrior, hierarchical};
/// let data_sets = [
///     [0.031, 0.024, 0.035, 0.028, 0.030],
///     [0.042, 0.051, 0.038, 0.047, 0.040],
///     [0.025, 0.036, 0.029, 0.024, 0.033],
///     [0.037, 0.030, 0.041, 0.034, 0.039],
/// ];
/// let draws = MonteCarlo { samples: 2000, seed: 1 };
/// let answer = hierarchical(&data_sets, 0.01, 5, &NuPrior::default(), &draws)?;
/// assert!(answer.posterior.p_right > 0.9);
/// // the largest difference is drawn towards the others
/// assert!(answer.data_sets[1].mean < answer.data_sets[1].observed);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
///
/// # Errors
/// [`StatsError::TooFew`] below two data sets, two folds or two differences in a data set;
/// [`StatsError::OutOfRange`] for differences of a data set that are not whole runs of `folds`, a region
/// that is negative (or 0 where a data set has equal differences only), a prior outside its bounds, or
/// fewer than 400 or more than 10^6 draws; [`StatsError::NotFinite`], with an index that counts through
/// all data sets in order; [`StatsError::Undefined`] for spreads that floating point cannot hold beside each
/// other.
pub fn hierarchical<D: AsRef<[f64]>>(
    data_sets: &[D],
    rope: f64,
    folds: usize,
    prior: &NuPrior,
    draws: &MonteCarlo,
) -> Result<Hierarchical, StatsError> {
    check(data_sets, rope, folds, draws)?;
    prior.check()?;
    let model = Model::new(data_sets, rope, folds, prior)?;
    let length = draws.samples.div_ceil(CHAINS);
    let warm_up = (length / 5).max(500);
    let chains: Vec<Chain> = (0..CHAINS)
        .into_par_iter()
        .map(|index| chain::run(&model, &mut Rng::stream(draws.seed, index as u64), warm_up, length))
        .collect();
    let unit = model.unit;
    let column = |of: fn(&Chain) -> &[f64]| -> Vec<&[f64]> { chains.iter().map(of).collect() };
    let centre = parameter(&column(|c| &c.centre), unit);
    let scale = parameter(&column(|c| &c.scale), unit);
    let nu = parameter(&column(|c| &c.nu), 1.0);
    let effective = centre.effective.min(scale.effective).min(nu.effective);

    let (mut next, mut next_errors, mut likeliest, mut errors) = ([0.0; 3], [0.0; 3], [0.0; 3], [0.0; 3]);
    for place in 0..3 {
        let shares: Vec<Vec<f64>> =
            chains.iter().map(|c| c.places.iter().map(|p| p[place]).collect()).collect();
        (next[place], next_errors[place]) = mean_and_error(&shares, effective);
        let wins: Vec<Vec<f64>> =
            chains.iter().map(|c| c.places.iter().map(|p| win(p, place)).collect()).collect();
        (likeliest[place], errors[place]) = probability_and_error(&wins, effective);
    }
    if rope == 0.0 {
        // nothing can lie inside, which no draw is needed to know
        (next_errors[1], errors[1]) = (0.0, 0.0);
    }
    let data_sets: Vec<Shrunk> = (0..model.sets.len())
        .map(|i| shrunk(&chains.iter().map(|c| &c.sets[i]).collect::<Vec<_>>(), model.sets[i].mean, unit))
        .collect();
    let worst = data_sets.iter().map(|d| d.r_hat).fold(centre.r_hat.max(scale.r_hat).max(nu.r_hat), f64::max);
    let posterior = Posterior {
        p_left: likeliest[0],
        p_rope: likeliest[1],
        p_right: likeliest[2],
        errors,
        rope,
        pairs: data_sets.len(),
        prior: 0.0,
        computed: Computed::MonteCarlo { samples: (length * CHAINS) as u64, seed: draws.seed },
    };
    Ok(Hierarchical {
        posterior,
        next,
        next_errors,
        centre,
        scale,
        nu,
        data_sets,
        correlation: 1.0 / folds as f64,
        chains: CHAINS,
        warm_up,
        r_hat: worst,
        effective,
    })
}

fn check<D: AsRef<[f64]>>(
    data_sets: &[D],
    rope: f64,
    folds: usize,
    draws: &MonteCarlo,
) -> Result<(), StatsError> {
    let few = |what, found| StatsError::TooFew { procedure: NAME, what, needed: 2, found };
    if data_sets.len() < 2 {
        return Err(few("data sets", data_sets.len()));
    }
    if folds < 2 {
        return Err(few("folds", folds));
    }
    if !(rope.is_finite() && rope >= 0.0) {
        return Err(negative_rope(rope));
    }
    if !(400..=1_000_000).contains(&draws.samples) {
        return Err(StatsError::OutOfRange {
            what: "the number of draws of the hierarchical model",
            range: "from 400 to 10^6",
            found: draws.samples as f64,
        });
    }
    let mut before = 0;
    for differences in data_sets.iter().map(AsRef::as_ref) {
        if differences.len() < 2 {
            return Err(few("differences in every data set", differences.len()));
        }
        if !differences.len().is_multiple_of(folds) {
            return Err(StatsError::OutOfRange {
                what: "the number of differences in a data set",
                range: "a multiple of the folds",
                found: differences.len() as f64,
            });
        }
        if let Some(index) = differences.iter().position(|d| !d.is_finite()) {
            let what = "the differences of all data sets";
            return Err(StatsError::NotFinite { what, index: before + index });
        }
        before += differences.len();
    }
    Ok(())
}

/// 1 where this place is the likeliest of the three, divided among equals.
fn win(shares: &[f64; 3], place: usize) -> f64 {
    let best = shares.iter().fold(0.0, |a: f64, &b| a.max(b));
    let winners = shares.iter().filter(|&&s| s == best).count();
    if shares[place] == best { 1.0 / winners as f64 } else { 0.0 }
}

/// The median, interval and mixing of a parameter, scaled to the unit of the data.
fn parameter(chains: &[&[f64]], unit: f64) -> Parameter {
    let mut sorted: Vec<f64> = chains.iter().flat_map(|c| c.iter().copied()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let at = |p: f64| sorted[((sorted.len() - 1) as f64 * p).round() as usize] * unit;
    let (r_hat, effective) = (r_hat(chains), effective_size(&diagnostics::normal_scores(chains)));
    Parameter { median: at(0.5), lower: at(0.025), upper: at(0.975), r_hat, effective }
}

fn mean_and_error(chains: &[Vec<f64>], least: f64) -> (f64, f64) {
    let count: usize = chains.iter().map(Vec::len).sum();
    let mean = chains.iter().flatten().sum::<f64>() / count as f64;
    let square = chains.iter().flatten().map(|v| (v - mean) * (v - mean)).sum::<f64>() / count as f64;
    (mean, (square / if square > 0.0 { effective_size(chains) } else { least }).sqrt())
}

/// The mean of indicators and its error, which is never 0: by the effective size `n`, a probability `p` has
/// the error `sqrt(q (1 - q) / n)` with `q = (n p + 1/2) / (n + 1)`.
fn probability_and_error(chains: &[Vec<f64>], least: f64) -> (f64, f64) {
    let count: usize = chains.iter().map(Vec::len).sum();
    let mean = chains.iter().flatten().sum::<f64>() / count as f64;
    let n = if mean > 0.0 && mean < 1.0 { effective_size(chains) } else { least };
    let q = (n * mean + 0.5) / (n + 1.0);
    (mean, (q * (1.0 - q) / n).sqrt())
}

/// The summary of one data set from the halves of all chains.
fn shrunk(chains: &[&[Moments; 2]], observed: f64, unit: f64) -> Shrunk {
    let halves: Vec<&Moments> = chains.iter().flat_map(|c| c.iter()).collect();
    let n: f64 = halves.iter().map(|h| h.n).sum();
    let mean = halves.iter().map(|h| h.n * h.mean).sum::<f64>() / n;
    let square = halves.iter().map(|h| h.squares + h.n * (h.mean - mean) * (h.mean - mean)).sum::<f64>() / n;
    let share = |count: fn(&Moments) -> f64| halves.iter().map(|h| count(h)).sum::<f64>() / n;
    let (left, right) = (share(|h| h.left), share(|h| h.right));
    let inside = halves.iter().map(|h| h.n - h.left - h.right).sum::<f64>() / n;
    Shrunk {
        observed: observed * unit,
        mean: mean * unit,
        sd: square.sqrt() * unit,
        shares: [left, inside, right],
        r_hat: split_r_hat(
            &halves.iter().map(|h| (h.n, h.mean, h.squares / (h.n - 1.0))).collect::<Vec<_>>(),
        ),
    }
}

#[cfg(test)]
mod tests;
