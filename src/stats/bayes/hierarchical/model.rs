//! The data of the hierarchical model, reduced to what the likelihood needs, and its priors.

use super::{NAME, NuPrior};
use crate::stats::{StatsError, mean, sum};

/// One data set on the scale of the model.
#[derive(Debug, Clone)]
pub(super) struct DataSet {
    /// How many differences.
    pub n: f64,
    /// Their mean.
    pub mean: f64,
    /// Their squares about the mean over `1 - rho`: the part of the quadratic form that does not depend
    /// on `delta`. The correlation matrix has the eigenvalue `1 - rho` across the vector of ones.
    pub squares: f64,
    /// The variance of the mean for `sigma` = 1: `(1 + (n - 1) rho) / n`.
    pub spread: f64,
}

/// The model in units of the mean standard deviation inside a data set.
#[derive(Debug)]
pub(super) struct Model {
    pub sets: Vec<DataSet>,
    pub rope: f64,
    /// The scale of the data in one unit of the model.
    pub unit: f64,
    /// `delta0` lies within this distance of 0.
    pub centre_limit: f64,
    /// The upper end of every `sigma`.
    pub sigma_limit: f64,
    /// The upper end of `sigma0`.
    pub scale_limit: f64,
    pub prior: NuPrior,
}

/// How many times the spread of the data the priors of standard deviations reach.
const REACH: f64 = 1000.0;
/// A spread below this share of a data set's largest difference is rounding.
const ROUNDING: f64 = 1e-10;
/// A spread below this share of the largest number of all has squares that vanish.
const VANISHING: f64 = 1e-100;

impl Model {
    pub(super) fn new<D: AsRef<[f64]>>(
        data_sets: &[D],
        rope: f64,
        folds: usize,
        prior: &NuPrior,
    ) -> Result<Self, StatsError> {
        let all = || data_sets.iter().flat_map(|d| d.as_ref().iter().copied());
        // dividing by the largest number first keeps squares from overflow
        let largest_difference = all().map(f64::abs).fold(0.0, f64::max);
        let largest = largest_difference.max(rope);
        let no_spread = || StatsError::OutOfRange {
            what: "the region of practical equivalence",
            range: "above 0 where the differences of a data set are all equal",
            found: rope,
        };
        if largest == 0.0 {
            return Err(no_spread());
        }
        let rho = 1.0 / folds as f64;
        let region = rope / largest;
        let (mut sets, mut deviations) = (Vec::new(), Vec::new());
        for data_set in data_sets {
            let values: Vec<f64> = data_set.as_ref().iter().map(|d| d / largest).collect();
            let (n, centre) = (values.len() as f64, mean(&values));
            let squares: Vec<f64> = values.iter().map(|v| (v - centre) * (v - centre)).collect();
            let mut variance = sum(&squares) / n;
            let own = values.iter().map(|v| v.abs()).fold(0.0, f64::max);
            if variance.sqrt() <= ROUNDING * own {
                if rope == 0.0 {
                    return Err(no_spread());
                }
                variance = region * region / 3.0;
            }
            if variance.sqrt() <= VANISHING {
                return Err(StatsError::Undefined {
                    procedure: NAME,
                    why: "a data set's spread is below 1e-100 of the largest difference or region",
                });
            }
            deviations.push(variance.sqrt());
            let spread = (1.0 + (n - 1.0) * rho) / n;
            sets.push(DataSet { n, mean: centre, squares: variance * n / (1.0 - rho), spread });
        }
        let within = mean(&deviations);
        for set in &mut sets {
            set.mean /= within;
            set.squares /= within * within;
        }
        let means: Vec<f64> = sets.iter().map(|s| s.mean).collect();
        let centre = mean(&means);
        let among = mean(&means.iter().map(|m| (m - centre) * (m - centre)).collect::<Vec<_>>()).sqrt();
        let unit = within * largest;
        if !(unit.is_finite() && unit >= f64::MIN_POSITIVE) {
            return Err(StatsError::Undefined {
                procedure: NAME,
                why: "the differences are too small to be scaled",
            });
        }
        Ok(Self {
            sets,
            rope: region / within,
            unit,
            // a limit of 0 (all differences 0) would leave the centre no room
            centre_limit: if largest_difference > 0.0 {
                largest_difference / largest / within
            } else {
                region / within
            },
            sigma_limit: REACH,
            scale_limit: (REACH * among).max(1.0),
            prior: *prior,
        })
    }
}
