//! What a test is asked for and how it was computed; shared by all tests.

/// Which departures from the null hypothesis count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Alternative {
    /// Either direction. The default: a direction chosen after seeing the data doubles the error rate.
    #[default]
    TwoSided,
    /// The differences tend to be negative.
    Less,
    /// The differences tend to be positive.
    Greater,
}

/// How a p-value is to be computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Computation {
    /// Exact wherever that is feasible; the result says which variant ran.
    #[default]
    Auto,
    /// From the whole permutation distribution, or an error where that is too large.
    Exact,
    /// From random permutations: `p = (b + 1) / (B + 1)`, which never reports 0 and keeps the level
    /// (Phipson and Smyth 2010).
    MonteCarlo {
        /// How many random permutations, `B`; at least 1.
        resamples: u64,
        /// The seed; the same seed gives the same answer for any number of threads.
        seed: u64,
    },
    /// From the limiting distribution.
    Asymptotic,
}

/// How a p-value was computed.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// From the whole permutation distribution.
    Exact,
    /// From random permutations.
    MonteCarlo {
        /// How many random permutations.
        resamples: u64,
        /// The seed.
        seed: u64,
        /// The standard error of the p-value, `sqrt(p (1 - p) / B)`.
        standard_error: f64,
        /// Whether none was as extreme: `1 / (B + 1)` is then the smallest p that so many can give, and only
        /// an upper bound of the p-value of all permutations.
        bound: bool,
    },
    /// From the limiting distribution.
    Asymptotic,
}

impl Variant {
    /// Whether the p-value is an upper bound, the smallest that so many random permutations can give.
    #[must_use]
    pub const fn is_bound(&self) -> bool {
        matches!(self, Self::MonteCarlo { bound: true, .. })
    }
}

/// The seed of random procedures that were not given one.
pub const DEFAULT_SEED: u64 = 20_061_001;

/// How many random permutations are drawn when [`Computation::Auto`] finds the exact one too large.
pub const DEFAULT_RESAMPLES: u64 = 99_999;

/// The p-value and its standard error from `hits` of `resamples` at least as extreme.
pub(super) fn monte_carlo(hits: u64, resamples: u64, seed: u64) -> (f64, Variant) {
    let p = (hits + 1) as f64 / (resamples + 1) as f64;
    let standard_error = (p * (1.0 - p) / resamples as f64).sqrt();
    (p, Variant::MonteCarlo { resamples, seed, standard_error, bound: hits == 0 })
}
