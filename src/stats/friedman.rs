//! Friedman's test of several subjects over complete blocks.
//!
//! M. Friedman, *J. Am. Stat. Assoc.* 32 (1937) 675; the tie correction and Kendall's W follow
//! Conover, *Practical Nonparametric Statistics* (3rd ed. 1999); the F form is Iman &
//! Davenport, *Commun. Stat.* A9 (1980) 571. The exact and the Monte Carlo p-values are those of the
//! permutation distribution given the observed mid-ranks.

use rayon::prelude::*;

use super::friedman_exact::{Budget, tail};
use super::rank_rows::{RankRows, TieSizes, ln_factorial};
use super::rng::Rng;
use super::{BlockTable, StatsError, chi_squared_sf, f_sf};

/// How Friedman's p-value is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FriedmanVariant {
    /// Exact where that takes about a second at most, else [`FriedmanVariant::MonteCarlo`] with
    /// [`AUTO_DRAWS`] draws ([`AUTO_DRAWS_LARGE`] for large tables) and [`AUTO_SEED`]; chi-squared where
    /// there are [`AUTO_CHI_SQUARED`] blocks or more and a large table: with so many blocks it is good, and
    /// draws could not tell one small p from another.
    #[default]
    Auto,
    /// Enumeration of the permutation distribution; an error where it is too large.
    Exact,
    /// Random arrangements: `p = (b + 1) / (draws + 1)` with `b` of them at least as extreme.
    MonteCarlo {
        /// How many random tables; at least 1.
        draws: u32,
        /// The seed; the same seed gives the same p for any number of threads.
        seed: u64,
    },
    /// The chi-squared approximation with tie correction.
    ChiSquared,
}

/// Draws of [`FriedmanVariant::Auto`] when it can't be exact.
pub const AUTO_DRAWS: u32 = 99_999;
/// Draws of [`FriedmanVariant::Auto`] when it can't be exact and the table has more than 5,000 cells.
pub const AUTO_DRAWS_LARGE: u32 = 9_999;
/// Blocks from which [`FriedmanVariant::Auto`] takes chi-squared for a table of more than 5,000 cells.
pub const AUTO_CHI_SQUARED: usize = 100;
/// Seed of [`FriedmanVariant::Auto`] when it can't be exact.
pub const AUTO_SEED: u64 = 20_260_101;

/// What [`FriedmanVariant::Auto`] spends on the exact answer.
const AUTO: Budget = Budget { steps: 20_000_000, states: 2_000_000 };
/// What [`FriedmanVariant::Exact`] spends at most: minutes and about a gigabyte.
const EXACT: Budget = Budget { steps: 2_000_000_000, states: 12_000_000 };

/// The p-value that was asked for, and how it came about.
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub enum FriedmanP {
    /// Enumerated.
    Exact {
        /// The p-value; what is below the range of `f64` is given as `f64::MIN_POSITIVE`.
        p: f64,
        /// Numerator of the p-value in lowest terms, where it fits 128 bits.
        numerator: Option<String>,
        /// Its denominator.
        denominator: Option<String>,
    },
    /// From random arrangements.
    MonteCarlo {
        /// `(b + 1) / (draws + 1)`.
        p: f64,
        /// Standard error of `p`.
        standard_error: f64,
        /// Whether no draw was as extreme: `1 / (draws + 1)` is then the smallest p that so many can give, and
        /// only an upper bound of the exact one.
        bound: bool,
        /// Number of draws.
        draws: u32,
        /// Seed used.
        seed: u64,
    },
    /// From the chi-squared distribution.
    ChiSquared {
        /// The p-value.
        p: f64,
    },
}

impl FriedmanP {
    /// The p-value itself.
    #[must_use]
    pub const fn p(&self) -> f64 {
        match self {
            Self::Exact { p, .. } | Self::MonteCarlo { p, .. } | Self::ChiSquared { p } => *p,
        }
    }

    /// Whether it is an upper bound, the smallest p that so many draws can give.
    #[must_use]
    pub const fn is_bound(&self) -> bool {
        matches!(self, Self::MonteCarlo { bound: true, .. })
    }
}

/// Iman and Davenport's F form of the statistic.
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct ImanDavenport {
    /// `(n-1) chi2 / (n(k-1) - chi2)`; `None` where the blocks agree perfectly and it is infinite.
    pub f: Option<f64>,
    /// `k - 1`.
    pub df1: usize,
    /// `(k - 1)(n - 1)`.
    pub df2: usize,
    /// Upper tail of F; 0 where F is infinite (the limit, which is no p-value and written as none; read the exact p
    /// instead), 1 where all cells tie.
    #[serde(serialize_with = "super::none_for_zero")]
    #[schemars(with = "Option<f64>")]
    pub p: f64,
}

/// The answer of [`friedman`].
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct Friedman {
    /// Number of blocks, n.
    pub blocks: usize,
    /// Number of subjects, k.
    pub subjects: usize,
    /// Mean mid-rank of each subject; 1 is best.
    pub mean_ranks: Vec<f64>,
    /// The statistic, corrected for ties; 0 where every block is one tie.
    pub chi_squared: f64,
    /// The statistic without tie correction, as in Demšar (2006).
    pub chi_squared_uncorrected: f64,
    /// `chi_squared_uncorrected / chi_squared`: 1 without ties, 0 where every block is one tie.
    pub tie_correction: f64,
    /// How many cells share their value with another cell of their block.
    pub tied_cells: usize,
    /// Degrees of freedom, k - 1.
    pub df: usize,
    /// Upper tail of chi-squared at `chi_squared`.
    pub chi_squared_p: f64,
    /// Kendall's coefficient of concordance with ties; `None` where every block is one tie.
    pub kendall_w: Option<f64>,
    /// F from the tie-corrected statistic.
    pub iman_davenport: ImanDavenport,
    /// F from the uncorrected statistic, as in Demšar (2006).
    pub iman_davenport_uncorrected: ImanDavenport,
    /// The p-value of the variant that ran.
    pub p: FriedmanP,
    /// The smallest p-value any table with these ties could have reached exactly.
    pub minimum_p: f64,
}

/// Friedman's test on a complete table of n >= 2 blocks by k >= 2 subjects.
///
/// Ranks are taken within blocks, in the table's direction, mid-ranks for ties. For k = 2 this is
/// the two-sided sign test. A table whose every block is one tie has statistic 0 and p = 1.
///
/// # Errors
/// [`StatsError::TooFew`], [`StatsError::Incomplete`] for missing cells (see `skillings_mack`),
/// [`StatsError::TooLarge`] where [`FriedmanVariant::Exact`] is out of reach,
/// [`StatsError::OutOfRange`] for zero draws.
///
/// ```
/// use likewise::stats::{Best, BlockTable, FriedmanP, FriedmanVariant, friedman};
/// // OOD AUROC of five losses (columns) on three backbones (rows).
/// let table = BlockTable::parse(
///     &[
///         &["72.88", "85.53", "60.5", "43.83", "81.77"],
///         &["74.95", "78.09", "54.16", "51.34", "85.09"],
///         &["62.64", "64.3", "56.75", "38.17", "67.12"],
///     ],
///     Best::Largest,
/// )?;
/// let test = friedman(&table, FriedmanVariant::Exact)?;
/// assert!((test.chi_squared - 11.4667).abs() < 5e-5);
/// let FriedmanP::Exact { numerator, denominator, .. } = test.p else { unreachable!() };
/// assert_eq!((numerator.as_deref(), denominator.as_deref()), (Some("13"), Some("14400")));
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn friedman(table: &BlockTable, variant: FriedmanVariant) -> Result<Friedman, StatsError> {
    let ranks = RankRows::new(table, "Friedman test", 2, 2)?;
    let (k, n) = (ranks.k, ranks.n);
    let (ki, ni) = (k as i128, n as i128);
    // In doubled ranks: n * (square of a mean row) and the numerators of both statistics, exact.
    let level = ni * ki * (ki + 1) * (ki + 1);
    let between = ranks.sum_squares() - ni * level;
    let within = ranks.squares() - level;
    let untied = ni * ki * (ki * ki - 1) / 3;
    let top = (k - 1) as f64 * between as f64;
    let chi_squared = if within == 0 { 0.0 } else { top / within as f64 };
    let chi_squared_uncorrected = top / untied as f64;
    let df = k - 1;
    let perfect = within > 0 && between == ni * within;
    let kendall_w = (within > 0).then(|| between as f64 / (ni * within) as f64);
    // F = (n-1) between / (n * within - between); the subtraction is exact.
    let form = |within: i128| {
        let left = ni * within - between;
        let (df1, df2) = (df, df * (n - 1));
        let f = (left > 0).then(|| (ni - 1) as f64 * between as f64 / left as f64);
        let p = f.map_or(if within == 0 { 1.0 } else { 0.0 }, |f| f_sf(f, df1 as f64, df2 as f64));
        ImanDavenport { f: if within == 0 { Some(0.0) } else { f }, df1, df2, p }
    };
    debug_assert!(!perfect || form(within).f.is_none());
    let chi_squared_p = if within == 0 { 1.0 } else { chi_squared_sf(chi_squared, df as f64) };
    let mut sizes = TieSizes::new(k);
    let tied = |row: &Vec<u64>| sizes.of(row).filter(|&size| size > 1).sum::<usize>();
    let tied_cells = ranks.rows.iter().map(tied).sum();
    let p = match variant {
        FriedmanVariant::ChiSquared => FriedmanP::ChiSquared { p: chi_squared_p },
        FriedmanVariant::Exact => exact(&ranks, EXACT)?,
        FriedmanVariant::MonteCarlo { draws, seed } => monte_carlo(&ranks, draws, seed)?,
        FriedmanVariant::Auto => {
            // Far out in the tail nearly all vectors are dropped early, so a try is worth it there.
            let tried = if hopeless(k, n) && chi_squared_p > 1e-6 { None } else { exact(&ranks, AUTO).ok() };
            match (tried, k * n > 5_000) {
                (Some(exact), _) => exact,
                (None, true) if n >= AUTO_CHI_SQUARED => FriedmanP::ChiSquared { p: chi_squared_p },
                (None, true) => monte_carlo(&ranks, AUTO_DRAWS_LARGE, AUTO_SEED)?,
                (None, false) => monte_carlo(&ranks, AUTO_DRAWS, AUTO_SEED)?,
            }
        }
    };
    Ok(Friedman {
        blocks: n,
        subjects: k,
        mean_ranks: ranks.mean_ranks(),
        chi_squared,
        chi_squared_uncorrected,
        tie_correction: within as f64 / untied as f64,
        tied_cells,
        df,
        chi_squared_p,
        kendall_w,
        iman_davenport: form(within),
        iman_davenport_uncorrected: form(untied),
        p,
        minimum_p: minimum_p(&ranks.rows),
    })
}

/// A rough count of the steps that enumeration takes.
fn rough_steps(k: usize, n: usize) -> f64 {
    // Volume of the permutohedron (k^(k-2)) scaled by n, over the k! names: sorted vectors.
    let (kf, nf) = (k as f64, n as f64);
    let states = (kf - 2.0) * kf.ln() + (kf - 1.0) * nf.ln() - ln_factorial(k);
    (states + (kf - 1.0) * 2f64.ln() + kf.ln()).exp()
}

/// Whether a rough count of the vectors says that trying would only waste the second.
fn hopeless(k: usize, n: usize) -> bool {
    n > 2 && rough_steps(k, n) > 30.0 * AUTO.steps as f64
}

fn exact(ranks: &RankRows, budget: Budget) -> Result<FriedmanP, StatsError> {
    let tail = tail(&ranks.rows, budget).map_err(|error| match error {
        // said in the steps of the whole, of which few were taken or none
        StatsError::TooLarge { procedure, .. } => {
            let limit = budget.steps as f64;
            let size = rough_steps(ranks.k, ranks.n).clamp(2.0 * limit, f64::MAX);
            StatsError::TooLarge { procedure, size, limit }
        }
        other => other,
    })?;
    let (numerator, denominator) = tail.fraction.map(|(a, b)| (a.to_string(), b.to_string())).unzip();
    Ok(FriedmanP::Exact { p: tail.p, numerator, denominator })
}

fn monte_carlo(ranks: &RankRows, draws: u32, seed: u64) -> Result<FriedmanP, StatsError> {
    if draws == 0 {
        return Err(StatsError::OutOfRange { what: "the number of draws", range: "at least 1", found: 0.0 });
    }
    let target = ranks.sum_squares();
    const CHUNK: u32 = 512;
    let chunks = draws.div_ceil(CHUNK);
    let hits: u64 = (0..chunks)
        .into_par_iter()
        .map(|chunk| {
            let mut stream = Rng::stream(seed, u64::from(chunk));
            let mut rows = ranks.rows.clone();
            let mut sums = vec![0u64; ranks.k];
            let mut hits = 0u64;
            for _ in 0..CHUNK.min(draws - chunk * CHUNK) {
                sums.copy_from_slice(&ranks.rows[0]);
                for row in &mut rows[1..] {
                    stream.shuffle(row);
                    for (sum, rank) in sums.iter_mut().zip(row.iter()) {
                        *sum += rank;
                    }
                }
                let squares: i128 = sums.iter().map(|&s| i128::from(s) * i128::from(s)).sum();
                hits += u64::from(squares >= target);
            }
            hits
        })
        .sum();
    let p = (hits + 1) as f64 / (f64::from(draws) + 1.0);
    let standard_error = (p * (1.0 - p) / f64::from(draws)).sqrt();
    Ok(FriedmanP::MonteCarlo { p, standard_error, bound: hits == 0, draws, seed })
}

/// The exact probability of the most extreme outcome: all blocks in one common (weak) order.
pub(super) fn minimum_p(rows: &[Vec<u64>]) -> f64 {
    let k = rows[0].len();
    // Where the sorted blocks step up; the steps of all blocks together cut the common order.
    let mut cuts = vec![false; k];
    let mut log = 0.0;
    let mut sizes = TieSizes::new(k);
    let all = ln_factorial(k);
    for row in rows {
        let mut at = 0;
        log -= all;
        for size in sizes.of(row) {
            // 1! is 1
            if size > 1 {
                log += ln_factorial(size);
            }
            at += size;
            if at < k {
                cuts[at] = true;
            }
        }
    }
    log += all;
    let mut start = 0;
    for at in (1..=k).filter(|&at| cuts.get(at) != Some(&false)) {
        log -= ln_factorial(at - start);
        start = at;
    }
    log.exp().clamp(f64::MIN_POSITIVE, 1.0)
}

#[cfg(test)]
mod tests;
