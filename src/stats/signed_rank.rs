//! The Wilcoxon signed-rank test (Wilcoxon 1945) with Pratt's treatment of zeros (Pratt 1959) and
//! Demšar's z (2006).

use super::inference::{self, Alternative, Computation, Variant};
use super::sign_flip::{self, Tails};
use super::tails::{normal_sf, normal_two_sided};
use super::{StatsError, doubled_midranks};

const PROCEDURE: &str = "the signed-rank test";

/// Steps of dynamic programming that [`Computation::Auto`] takes: about 500 pairs, a tenth of a second.
const AUTO_STEPS: f64 = 1e8;

/// Steps that [`Computation::Exact`] takes.
const EXACT_STEPS: f64 = 4e9;

/// Differences beyond this many units are refused, so that sums of two and of many fit.
const LARGEST: u128 = 10u128.pow(36);

/// What becomes of pairs without a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Zeros {
    /// They are dropped before ranking (Wilcoxon). The default.
    #[default]
    Wilcox,
    /// They are ranked with the others, then their ranks are dropped (Pratt).
    Pratt,
    /// They are ranked with the others and their ranks shared evenly by both sums; when their number
    /// is odd, one is dropped first (Demšar 2006). The shared part is the same under every sign
    /// pattern, so the exact p-value is Pratt's for an even number of zeros.
    Split,
}

/// The answer of [`signed_rank`].
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct SignedRank {
    /// How many pairs there are.
    pub n: usize,
    /// How many differences are 0.
    pub zeros: usize,
    /// How many differences are not 0; with none there is nothing to test and `p` is 1.
    pub n_nonzero: usize,
    /// The rule for zeros.
    pub zero_rule: Zeros,
    /// The sum of ranks of positive differences.
    pub w_plus: f64,
    /// The sum of ranks of negative differences.
    pub w_minus: f64,
    /// The distance of `w_plus` from its mean in standard deviations, given the ranks (ties and zeros
    /// counted), without continuity correction. `None` when there is no difference.
    pub z: Option<f64>,
    /// The p-value for `alternative`; two-sided p-values are twice the smaller tail, at most 1.
    pub p: f64,
    /// Which departures count.
    pub alternative: Alternative,
    /// How `p` was computed.
    pub variant: Variant,
    /// The smallest p-value that this test can give for so many nonzero differences, whatever their
    /// signs, when computed exactly: `2^(1 - n_nonzero)` two-sided, `2^-n_nonzero` one-sided.
    pub least_p: f64,
    /// The matched-pairs rank-biserial correlation with zeros dropped, see
    /// [`matched_rank_biserial`](super::matched_rank_biserial). `None` when there is no difference.
    pub rank_biserial: Option<f64>,
}

/// Tests whether paired differences are symmetric about 0.
///
/// `differences` are exact whole numbers of any one unit (first minus second), so that ties and zeros
/// are those of the printed values. Tied absolute differences share mid-ranks.
///
/// The exact variant is the distribution of the rank sum over all `2^n` sign patterns of the observed
/// ranks, ties and zeros included: right where tables for untied ranks are not. The asymptotic variant
/// is normal with the variance given the ranks and a continuity correction of 1/2. Auto is exact up to
/// several hundred pairs (10^8 steps) and asymptotic beyond. When all differences are 0 every sign
/// pattern gives the same sum: `p` is 1 and the variant exact, whatever was asked for.
///
/// # Errors
/// [`StatsError::TooFew`] without a pair, [`StatsError::Range`] for a difference beyond 10^36 units,
/// [`StatsError::TooLarge`] when exact was asked for and is not feasible, [`StatsError::OutOfRange`]
/// for 0 resamples.
///
/// ```
/// use likewise::stats::{Alternative, Computation, Variant, Zeros, signed_rank};
/// // three pairs that all favour the first: never significant at 0.05
/// let t = signed_rank(&[21, 12, 9], Zeros::Wilcox, Alternative::TwoSided, Computation::Auto)?;
/// assert_eq!((t.w_plus, t.w_minus, t.p, t.least_p), (6.0, 0.0, 0.25, 0.25));
/// assert_eq!(t.variant, Variant::Exact);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn signed_rank(
    differences: &[i128],
    zeros: Zeros,
    alternative: Alternative,
    computation: Computation,
) -> Result<SignedRank, StatsError> {
    check(differences, PROCEDURE)?;
    if let Computation::MonteCarlo { resamples: 0, .. } = computation {
        return Err(StatsError::OutOfRange { what: "resamples", range: "at least 1", found: 0.0 });
    }
    let ranked = Ranked::new(differences, zeros);
    let n_nonzero = ranked.doubled.len();
    let zero_count = differences.len() - n_nonzero;
    let (plus, minus) = ranked.doubled_sums();
    let halved = |doubled: u64| (doubled as f64 + ranked.shared_doubled as f64 / 2.0) / 2.0;
    let least = 0.5f64.powi(i32::try_from(n_nonzero).unwrap_or(i32::MAX));
    let mut answer = SignedRank {
        n: differences.len(),
        zeros: zero_count,
        n_nonzero,
        zero_rule: zeros,
        w_plus: halved(plus),
        w_minus: halved(minus),
        z: None,
        p: 1.0,
        alternative,
        variant: Variant::Exact,
        least_p: if alternative == Alternative::TwoSided { (2.0 * least).min(1.0) } else { least },
        rank_biserial: None,
    };
    if n_nonzero == 0 {
        return Ok(answer);
    }
    let distance = (plus as f64 - minus as f64) / 4.0;
    let sd = ranked.sd();
    answer.z = Some(distance / sd);
    answer.rank_biserial = super::matched_rank_biserial(differences);

    let (tails, variant) = match computation {
        Computation::MonteCarlo { resamples, seed } => {
            let weights: Vec<i128> = ranked.doubled.iter().map(|&(rank, _)| i128::from(rank)).collect();
            let observed = i128::from(plus) - i128::from(minus);
            let [less, greater, both] = sign_flip::monte_carlo(&weights, observed, resamples, seed);
            let hits = match alternative {
                Alternative::TwoSided => both,
                Alternative::Less => less,
                Alternative::Greater => greater,
            };
            (answer.p, answer.variant) = inference::monte_carlo(hits, resamples, seed);
            return Ok(answer);
        }
        Computation::Exact => (ranked.exact(EXACT_STEPS)?, Variant::Exact),
        Computation::Auto => match ranked.exact(AUTO_STEPS) {
            Ok(tails) => (tails, Variant::Exact),
            Err(_) => (normal_tails(distance, sd), Variant::Asymptotic),
        },
        Computation::Asymptotic => (normal_tails(distance, sd), Variant::Asymptotic),
    };
    answer.variant = variant;
    answer.p = match alternative {
        Alternative::TwoSided => tails.two_sided,
        Alternative::Less => tails.less,
        Alternative::Greater => tails.greater,
    };
    Ok(answer)
}

/// Doubled ranks of nonzero differences.
struct Ranked {
    /// Doubled rank, and whether the difference is positive.
    doubled: Vec<(u64, bool)>,
    /// The doubled ranks of zeros that both sums share.
    shared_doubled: u64,
}

impl Ranked {
    fn new(differences: &[i128], zeros: Zeros) -> Self {
        let mut kept: Vec<i128> = differences.to_vec();
        match zeros {
            Zeros::Wilcox => kept.retain(|&d| d != 0),
            Zeros::Split if kept.iter().filter(|&&d| d == 0).count() % 2 == 1 => {
                if let Some(at) = kept.iter().position(|&d| d == 0) {
                    kept.remove(at);
                }
            }
            Zeros::Split | Zeros::Pratt => {}
        }
        let sizes: Vec<u128> = kept.iter().map(|d| d.unsigned_abs()).collect();
        let mut ranked = Self { doubled: Vec::with_capacity(kept.len()), shared_doubled: 0 };
        for (&difference, rank) in kept.iter().zip(doubled_midranks(&sizes)) {
            if difference != 0 {
                ranked.doubled.push((rank, difference > 0));
            } else if zeros == Zeros::Split {
                ranked.shared_doubled += rank;
            }
        }
        ranked
    }

    fn doubled_sums(&self) -> (u64, u64) {
        let sum = |sign| self.doubled.iter().filter(|r| r.1 == sign).map(|r| r.0).sum();
        (sum(true), sum(false))
    }

    /// The standard deviation of W+ over all sign patterns: a quarter of the sum of squared ranks.
    fn sd(&self) -> f64 {
        self.doubled.iter().map(|&(r, _)| (r as f64) * (r as f64)).sum::<f64>().sqrt() / 4.0
    }

    fn exact(&self, limit: f64) -> Result<Tails, StatsError> {
        let unit = self.doubled.iter().fold(0, |unit, &(r, _)| gcd(unit, r)).max(1);
        let mut weights: Vec<u64> = self.doubled.iter().map(|&(r, _)| r / unit).collect();
        weights.sort_unstable();
        let (plus, minus) = self.doubled_sums();
        let bound = plus.min(minus) / unit;
        let size = weights.len() as f64 * (bound as f64 + 1.0);
        if size > limit {
            return Err(StatsError::TooLarge { procedure: PROCEDURE, size, limit });
        }
        let (below, at) = sign_flip::lower_tail(&weights, bound);
        Ok(sign_flip::symmetric_tails(below, at, plus <= minus))
    }
}

pub(super) const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Normal tails with a continuity correction of 1/2.
fn normal_tails(distance: f64, sd: f64) -> Tails {
    Tails {
        less: normal_sf((-distance - 0.5) / sd),
        greater: normal_sf((distance - 0.5) / sd),
        two_sided: normal_two_sided((distance.abs() - 0.5).max(0.0) / sd),
    }
}

pub(super) fn check(differences: &[i128], procedure: &'static str) -> Result<(), StatsError> {
    if differences.is_empty() {
        return Err(StatsError::TooFew { procedure, what: "pairs", needed: 1, found: 0 });
    }
    if differences.iter().any(|d| d.unsigned_abs() > LARGEST) {
        return Err(StatsError::Range);
    }
    Ok(())
}

/// The answer of [`demsar_z`].
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct DemsarZ {
    /// The smaller of the two rank sums, zeros split.
    pub t: f64,
    /// How many pairs count: all, but one when the number of zeros is odd.
    pub n: usize,
    /// `(T - n (n + 1) / 4) / sqrt(n (n + 1) (2 n + 1) / 24)`, never positive.
    pub z: f64,
    /// The two-sided p-value of `z`.
    pub p: f64,
}

/// The signed-rank z as Demšar (2006) computes it, for comparison with published
/// tables: zeros split evenly, no correction for ties or continuity.
///
/// # Errors
/// As [`signed_rank`]; [`StatsError::TooFew`] also when the only pair is a zero.
///
/// ```
/// let d = likewise::stats::demsar_z(&[5, -8, 17, 33, 6, -5, 7, 0, 63, 0, 22, 47, 9, 21])?;
/// assert_eq!((d.t, d.n), (12.0, 14));
/// assert!((d.z + 2.542447523326095).abs() < 1e-12); // z = -2.54
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn demsar_z(differences: &[i128]) -> Result<DemsarZ, StatsError> {
    check(differences, PROCEDURE)?;
    let ranked = Ranked::new(differences, Zeros::Split);
    let zeros = differences.len() - ranked.doubled.len();
    let n = differences.len() - zeros % 2;
    if n == 0 {
        return Err(StatsError::TooFew {
            procedure: PROCEDURE,
            what: "pairs besides one zero",
            needed: 1,
            found: 0,
        });
    }
    let (plus, minus) = ranked.doubled_sums();
    let t = (plus.min(minus) as f64 + ranked.shared_doubled as f64 / 2.0) / 2.0;
    let size = n as f64;
    let product = size * (size + 1.0);
    let z = (t - product / 4.0) / (product * (2.0 * size + 1.0) / 24.0).sqrt();
    Ok(DemsarZ { t, n, z, p: normal_two_sided(z) })
}

#[cfg(test)]
mod tests;
