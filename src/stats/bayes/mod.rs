//! Bayesian comparison of two subjects with a region of practical equivalence.
//!
//! Source: Benavoli, Corani, Demšar and Zaffalon, Time for a change: a tutorial for comparing multiple
//! classifiers through Bayesian analysis, JMLR 18(77), 2017. Differences are right minus left, turned so
//! that a positive one favours the right; `rope` is the largest difference that makes no practical
//! matter. Each test answers with three probabilities: that the left is practically better, that the two
//! are practically equivalent, that the right is practically better.
//!
//! [`sign`] and [`signed_rank`] take one difference for each data set, [`correlated_t`] the folds of one
//! data set, [`hierarchical`] the folds of several.

mod correlated_t;
mod differences;
mod hierarchical;
mod sign;
mod signed_rank;

pub use correlated_t::{CorrelatedT, correlated_t};
pub use differences::Differences;
pub use hierarchical::{Hierarchical, NuPrior, Parameter, Shrunk, hierarchical};

pub use super::rng::MonteCarlo;
pub use sign::sign;
pub use signed_rank::signed_rank;

/// How probabilities were computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub enum Computed {
    /// From the posterior's formula; the error is that of floating point.
    Analytic,
    /// From random draws of the posterior.
    MonteCarlo {
        /// How many draws.
        samples: u64,
        /// The seed; the same seed gives the same answer for any number of threads.
        seed: u64,
    },
}

/// The posterior probabilities of a comparison.
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct Posterior {
    /// That the left is practically better.
    pub p_left: f64,
    /// That they are practically equivalent.
    pub p_rope: f64,
    /// That the right is practically better.
    pub p_right: f64,
    /// Monte Carlo standard errors of the three, in this order; 0 where nothing was drawn. From counts
    /// `k` of `n` as `sqrt(q (1 - q) / n)` with `q = (k + 1/2) / (n + 1)`, so never 0 for drawn ones.
    pub errors: [f64; 3],
    /// The largest difference that makes no practical matter, on the scale of the data.
    pub rope: f64,
    /// The number of differences.
    pub pairs: usize,
    /// The strength of the prior, as a number of pseudo-observations; 0 where there is none.
    pub prior: f64,
    /// How the probabilities were computed.
    pub computed: Computed,
}

/// Monte Carlo standard errors from counts of twice the wins.
fn errors_of(shares: [f64; 3], samples: u64) -> [f64; 3] {
    let n = samples as f64;
    shares.map(|p| {
        let q = (p * n + 0.5) / (n + 1.0);
        (q * (1.0 - q) / n).sqrt()
    })
}
