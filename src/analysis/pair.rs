//! Tests, effect sizes and intervals of two subjects over their blocks.

use schemars::JsonSchema;
use serde::Serialize;

use super::cross_validation::{self, Folds, OverDataSets};
use super::table::{differences, table};
use crate::comparability::design::Part;
use crate::stats::bayes::{self, CorrelatedT, Differences, Posterior};
use crate::stats::few_runs::Improvement;
use crate::stats::rng::MonteCarlo;
use crate::stats::{
    self, Alternative, CohenD, Computation, HodgesLehmann, MeanPermutation, PairedT, SignTest, SignTies,
    SignedRank, StatsError, Zeros,
};

/// The pseudo-observations of the Bayesian tests' priors, as in baycomp: one for signs, a half for signed
/// ranks.
const PRIORS: (f64, f64) = (1.0, 0.5);

/// How two subjects are tested.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PairOptions {
    /// The confidence of intervals, in (0, 1).
    pub level: f64,
    /// Which departures count: [`Alternative::Greater`] for the first being better.
    pub alternative: Alternative,
    /// What becomes of zero differences in the signed-rank test.
    pub zeros: Zeros,
    /// The largest difference that makes no practical matter, on the scale of the data; with it the Bayesian
    /// tests are made.
    pub rope: Option<f64>,
    /// How many folds one run of a cross-validation has, where the blocks are folds: for the correlated
    /// t-test on one data set, or the hierarchical model of several.
    pub folds: Option<usize>,
    /// Whether values on different tasks or datasets are taken as on one scale, on the user's word.
    pub one_scale: bool,
    /// Draws and seed of what is drawn.
    pub draws: MonteCarlo,
}

impl Default for PairOptions {
    fn default() -> Self {
        Self {
            level: 0.95,
            alternative: Alternative::TwoSided,
            zeros: Zeros::default(),
            rope: None,
            folds: None,
            one_scale: false,
            draws: MonteCarlo::default(),
        }
    }
}

/// The statistics of two subjects over the blocks that have both. Differences are positive where the first
/// subject is better, whatever the metric's direction.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PairStatistics {
    /// How many blocks have both.
    pub blocks: usize,
    /// Wilcoxon's test; none over datasets, which have no common scale.
    pub signed_rank: Option<SignedRank>,
    /// The sign test.
    pub sign: SignTest,
    /// The paired t-test with its check of normality; none over datasets, or with fewer than two blocks, or
    /// where all differences are equal.
    pub paired_t: Option<PairedT>,
    /// The permutation test of the mean difference; none over datasets.
    pub permutation: Option<MeanPermutation>,
    /// The typical difference with its interval, from the signed-rank distribution; on the scale of the data.
    pub hodges_lehmann: Option<HodgesLehmann>,
    /// The mean difference in standard deviations of the differences.
    pub cohen_dz: Option<CohenD>,
    /// Cliff's delta: the share of pairs of values, from any two blocks, in which the first is better, less
    /// the share in which the second is. None over datasets.
    pub cliffs_delta: Option<f64>,
    /// The probability that the first is better in a block, ties counted half.
    pub common_language: Option<f64>,
    /// The probability that a run of the first is better than a run of the second in the same block, ties
    /// counted half, with an interval that resamples runs (Agarwal and others 2021); where values are means of
    /// several runs.
    pub improvement: Option<Improvement>,
    /// The Bayesian sign test with the region of practical equivalence.
    pub bayesian_sign: Option<Posterior>,
    /// The Bayesian signed-rank test with it.
    pub bayesian_signed_rank: Option<Posterior>,
    /// The Bayesian correlated t-test, where the blocks are folds of one cross-validation.
    pub correlated_t: Option<CorrelatedT>,
    /// The hierarchical model, where the blocks are folds of cross-validations on several data sets.
    pub hierarchical: Option<OverDataSets>,
    /// Whether differences on different tasks or datasets were put on one scale, on the user's word.
    pub over_datasets: bool,
    /// The smallest p-value that the signed-rank and sign tests can give with so many blocks.
    pub smallest_p: f64,
}

/// The statistics of two subjects, by their numbers in the part.
pub(super) fn pair(
    part: &Part,
    a: usize,
    b: usize,
    options: &PairOptions,
) -> Result<PairStatistics, StatsError> {
    let table = table(part)?;
    let d = differences(&table, a, b);
    let scale = part.one_scale() || options.one_scale;
    let alternative = options.alternative;
    let divisor = table.divisor();
    let sign = stats::sign_test(&d, SignTies::Drop, alternative)?;
    // what is not defined for these numbers is left out; what was asked for wrongly is an error
    let defined = |error: StatsError| match error {
        StatsError::TooFew { .. } | StatsError::Undefined { .. } | StatsError::TooLarge { .. } => Ok(()),
        other => Err(other),
    };
    macro_rules! defined {
        ($answer:expr) => {
            match $answer {
                Ok(answer) if scale => Some(answer),
                Ok(_) => None,
                Err(error) => {
                    defined(error)?;
                    None
                }
            }
        };
    }
    let zeros = options.zeros;
    let hodges_lehmann = defined!(stats::hodges_lehmann(&d, options.level)).map(|mut h| {
        h.estimate /= divisor;
        h.interval = h.interval.map(|(low, high)| (low / divisor, high / divisor));
        h
    });
    let permutation = defined!(stats::permutation_mean(&d, alternative, Computation::Auto)).map(|mut p| {
        p.mean /= divisor;
        p
    });
    let values = |s: usize| -> Vec<i128> { (0..table.blocks()).filter_map(|b| table.units(b, s)).collect() };
    let (x, y) = match table.best() {
        stats::Best::Largest => (values(a), values(b)),
        stats::Best::Smallest => (values(b), values(a)),
    };
    let mut out = PairStatistics {
        blocks: d.len(),
        signed_rank: defined!(stats::signed_rank(&d, zeros, alternative, Computation::Auto)),
        paired_t: defined!(stats::paired_t(&d, divisor, alternative, options.level)),
        permutation,
        hodges_lehmann,
        cohen_dz: defined!(stats::cohen_dz(&d)),
        cliffs_delta: defined!(stats::cliffs_delta(&x, &y)),
        common_language: stats::common_language(&d),
        improvement: None,
        bayesian_sign: None,
        bayesian_signed_rank: None,
        correlated_t: None,
        hierarchical: None,
        over_datasets: scale && !part.one_scale(),
        smallest_p: stats::signed_rank_minimum_p(d.len())
            / if alternative == Alternative::TwoSided { 1.0 } else { 2.0 },
        sign,
    };
    if let Some(rope) = options.rope.filter(|_| scale) {
        let differences = Differences::from_table(&table, a, b, rope)?;
        out.bayesian_sign = Some(bayes::sign(&differences, PRIORS.0)?);
        out.bayesian_signed_rank = Some(bayes::signed_rank(&differences, PRIORS.1, &options.draws)?);
    }
    if let Some(folds) = options.folds.filter(|_| scale) {
        let rope = options.rope.unwrap_or(0.0);
        match cross_validation::folds(part, &table, (a, b), rope, folds, &options.draws)? {
            Folds::One(answer) => out.correlated_t = Some(answer),
            Folds::Several(answer) => out.hierarchical = Some(*answer),
        }
    }
    Ok(out)
}
