//! The paired permutation test of the mean difference (Fisher 1935; Pitman 1937): under
//! the null hypothesis each difference has either sign with equal chance.

use super::inference::{self, Alternative, Computation, DEFAULT_RESAMPLES, DEFAULT_SEED, Variant};
use super::sign_flip::{self, Tails};
use super::tails::{normal_sf, normal_two_sided};
use super::{StatsError, signed_rank};

const PROCEDURE: &str = "the permutation test of the mean";

/// Steps of dynamic programming that are taken.
const STEPS: f64 = 2e8;

/// Beyond so many differences the halves that are met in the middle don't fit.
const MOST_TO_MEET: usize = 40;

/// The answer of [`permutation_mean`].
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct MeanPermutation {
    /// How many pairs there are.
    pub n: usize,
    /// How many differences are not 0; with none `p` is 1.
    pub n_nonzero: usize,
    /// The mean difference, in the unit of the differences.
    pub mean: f64,
    /// The p-value for `alternative`.
    pub p: f64,
    /// Which departures count.
    pub alternative: Alternative,
    /// How `p` was computed.
    pub variant: Variant,
    /// The smallest p-value that is possible for so many nonzero differences: `2^(1 - n)` two-sided,
    /// `2^-n` one-sided.
    pub least_p: f64,
}

/// Tests whether the mean of paired differences is 0 by the distribution of the mean over all sign
/// patterns of the observed differences.
///
/// `differences` are exact whole numbers of any one unit, so equal means are equal. Zeros count in the
/// mean and do not otherwise matter. Two-sided p-values are shares of patterns whose mean is at least
/// as far from 0.
///
/// The exact variant counts all `2^n` patterns: by dynamic programming over sums when these span few
/// units, else by meeting in the middle, up to 40 nonzero differences. Auto draws
/// [`DEFAULT_RESAMPLES`] random patterns where neither is feasible. The asymptotic variant is normal
/// with the patterns' variance, the sum of squares.
///
/// # Errors
/// [`StatsError::TooFew`] without a pair, [`StatsError::Range`] when the differences' sum does not fit,
/// [`StatsError::TooLarge`] when exact was asked for and is not feasible, [`StatsError::OutOfRange`]
/// for 0 resamples.
///
/// ```
/// use likewise::stats::{Alternative, Computation, permutation_mean};
/// let t = permutation_mean(&[21, 12, 9], Alternative::TwoSided, Computation::Auto)?;
/// assert_eq!((t.mean, t.p, t.least_p), (14.0, 0.25, 0.25));
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn permutation_mean(
    differences: &[i128],
    alternative: Alternative,
    computation: Computation,
) -> Result<MeanPermutation, StatsError> {
    signed_rank::check(differences, PROCEDURE)?;
    if let Computation::MonteCarlo { resamples: 0, .. } = computation {
        return Err(StatsError::OutOfRange { what: "resamples", range: "at least 1", found: 0.0 });
    }
    let weights: Vec<i128> = differences.iter().filter(|&&d| d != 0).map(|d| d.abs()).collect();
    let total = weights.iter().try_fold(0i128, |sum, &w| sum.checked_add(w)).ok_or(StatsError::Range)?;
    let observed: i128 = differences.iter().sum();
    let least = 0.5f64.powi(i32::try_from(weights.len()).unwrap_or(i32::MAX));
    let mut answer = MeanPermutation {
        n: differences.len(),
        n_nonzero: weights.len(),
        mean: observed as f64 / differences.len() as f64,
        p: 1.0,
        alternative,
        variant: Variant::Exact,
        least_p: if alternative == Alternative::TwoSided { (2.0 * least).min(1.0) } else { least },
    };
    if weights.is_empty() {
        return Ok(answer);
    }
    let random = |resamples, seed| {
        let [less, greater, both] = sign_flip::monte_carlo(&weights, observed, resamples, seed);
        let hits = match alternative {
            Alternative::TwoSided => both,
            Alternative::Less => less,
            Alternative::Greater => greater,
        };
        inference::monte_carlo(hits, resamples, seed)
    };
    let pick = |tails: Tails| match alternative {
        Alternative::TwoSided => tails.two_sided,
        Alternative::Less => tails.less,
        Alternative::Greater => tails.greater,
    };
    (answer.p, answer.variant) = match computation {
        Computation::Exact => (pick(exact(&weights, total, observed)?), Variant::Exact),
        Computation::Auto => match exact(&weights, total, observed) {
            Ok(tails) => (pick(tails), Variant::Exact),
            Err(_) => random(DEFAULT_RESAMPLES, DEFAULT_SEED),
        },
        Computation::MonteCarlo { resamples, seed } => random(resamples, seed),
        Computation::Asymptotic => {
            let sd = weights.iter().map(|&w| (w as f64) * (w as f64)).sum::<f64>().sqrt();
            let z = observed as f64 / sd;
            let p = match alternative {
                Alternative::TwoSided => normal_two_sided(z),
                Alternative::Less => normal_sf(-z),
                Alternative::Greater => normal_sf(z),
            };
            (p, Variant::Asymptotic)
        }
    };
    Ok(answer)
}

fn exact(weights: &[i128], total: i128, observed: i128) -> Result<Tails, StatsError> {
    // the smaller of the positive and the negative part; both have the same parity and distribution
    let bound = (total - observed.abs()) / 2;
    let low = observed <= 0;
    let unit = weights.iter().fold(0, |unit, &w| gcd(unit, w.unsigned_abs())).max(1);
    let units: Option<Vec<u64>> =
        weights.iter().map(|w| u64::try_from(w.unsigned_abs() / unit).ok()).collect();
    let size = weights.len() as f64 * (bound as f64 / unit as f64 + 1.0);
    let (below, at) = match units {
        Some(mut units) if size <= STEPS => {
            units.sort_unstable();
            // fits: `size` is within the limit
            sign_flip::lower_tail(&units, (bound.unsigned_abs() / unit) as u64)
        }
        _ if weights.len() <= MOST_TO_MEET => meet_in_the_middle(weights, bound),
        _ => {
            return Err(StatsError::TooLarge { procedure: PROCEDURE, size, limit: STEPS });
        }
    };
    Ok(sign_flip::symmetric_tails(below, at, low))
}

const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// P(S < bound) and P(S = bound) for the sum of a random subset (Horowitz and Sahni 1974): all sums of
/// each half, sorted, then matched.
fn meet_in_the_middle(weights: &[i128], bound: i128) -> (f64, f64) {
    let (left, right) = weights.split_at(weights.len() / 2);
    let (left, right) = (subset_sums(left), subset_sums(right));
    let (mut below, mut at) = (0u64, 0u64);
    let (mut under, mut within) = (right.len(), right.len());
    for &sum in &left {
        while under > 0 && sum + right[under - 1] >= bound {
            under -= 1;
        }
        while within > 0 && sum + right[within - 1] > bound {
            within -= 1;
        }
        below += under as u64;
        at += (within - under) as u64;
    }
    let all = 2f64.powi(weights.len() as i32);
    (below as f64 / all, at as f64 / all)
}

/// The sums of all subsets in ascending order.
fn subset_sums(weights: &[i128]) -> Vec<i128> {
    let mut sums = vec![0i128];
    for &weight in weights {
        let mut merged = Vec::with_capacity(2 * sums.len());
        let mut without = sums.iter().copied().peekable();
        for &sum in &sums {
            while let Some(smaller) = without.next_if(|&s| s <= sum + weight) {
                merged.push(smaller);
            }
            merged.push(sum + weight);
        }
        merged.extend(without);
        sums = merged;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(d: &[i128], alternative: Alternative, computation: Computation) -> MeanPermutation {
        permutation_mean(d, alternative, computation).unwrap()
    }

    /// Shares of sign patterns with a sum at most, at least and as far from 0 as the observed.
    fn brute(d: &[i128]) -> (f64, f64, f64) {
        let observed: i128 = d.iter().sum();
        let (mut less, mut greater, mut both) = (0, 0, 0);
        for signs in 0u32..1 << d.len() {
            let sum: i128 =
                d.iter().enumerate().map(|(i, &v)| if signs >> i & 1 == 1 { v } else { -v }).sum();
            less += u32::from(sum <= observed);
            greater += u32::from(sum >= observed);
            both += u32::from(sum.abs() >= observed.abs());
        }
        let all = f64::from(1u32 << d.len());
        (f64::from(less) / all, f64::from(greater) / all, f64::from(both) / all)
    }

    #[test]
    fn darwin_maize() {
        // Fisher 1935: 15 pairs in eighths of an inch, sum 314; of 32,768 sums 835 are beyond
        // 314 and 28 equal to it, on either side
        let d = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
        assert_eq!(d.iter().sum::<i128>(), 314);
        let t = run(&d, Alternative::TwoSided, Computation::Auto);
        assert_eq!((t.p, t.variant), (2.0 * (835.0 + 28.0) / 32_768.0, Variant::Exact));
    }

    #[test]
    fn both_exact_algorithms_count_all_patterns() {
        let big = 10i128.pow(17);
        let data: [&[i128]; 6] = [
            &[5, -8, 17, 33, 6, -5, 7, 0, 63],
            &[1, 1, 1, -1, -1, 2],
            &[-3],
            &[0, 0, -4, 4],
            &[3 * big, -big - 1, 7 * big + 5, -11 * big, 2 * big + 3],
            &[10, 20, -30, 40],
        ];
        for d in data {
            let (less, greater, both) = brute(d);
            assert_eq!(run(d, Alternative::Less, Computation::Exact).p, less, "{d:?}");
            assert_eq!(run(d, Alternative::Greater, Computation::Exact).p, greater, "{d:?}");
            assert_eq!(run(d, Alternative::TwoSided, Computation::Exact).p, both, "{d:?}");
            let weights: Vec<i128> = d.iter().map(|v| v.abs()).collect();
            let total: i128 = weights.iter().sum();
            for bound in [0, total / 3, total / 2, total] {
                if total < 1000 {
                    let units: Vec<u64> = weights.iter().map(|&w| w as u64).collect();
                    let want = sign_flip::lower_tail(&units, bound as u64);
                    assert_eq!(meet_in_the_middle(&weights, bound), want);
                }
            }
        }
    }

    #[test]
    fn large_samples_of_wide_values_are_drawn_at_random() {
        let wide = |n: i128| -> Vec<i128> {
            (1..=n).map(|i| (i * i * 99_999_999_977 + i * 7) * (1 - 2 * (i % 2))).collect()
        };
        let d = wide(45);
        let t = run(&d, Alternative::TwoSided, Computation::Auto);
        assert!(matches!(t.variant, Variant::MonteCarlo { resamples: DEFAULT_RESAMPLES, .. }));
        assert_eq!(t, run(&d, Alternative::TwoSided, Computation::Auto));
        let exact = permutation_mean(&d, Alternative::TwoSided, Computation::Exact);
        assert!(matches!(exact, Err(StatsError::TooLarge { .. })));
        // within its error of the exact and the normal answer
        let d = wide(24);
        let exact = run(&d, Alternative::Greater, Computation::Auto);
        assert_eq!(exact.variant, Variant::Exact);
        let t = run(&d, Alternative::Greater, Computation::MonteCarlo { resamples: 50_000, seed: 5 });
        let Variant::MonteCarlo { standard_error, .. } = t.variant else { panic!() };
        assert!((t.p - exact.p).abs() < 5.0 * standard_error);
        assert!((run(&d, Alternative::Greater, Computation::Asymptotic).p - exact.p).abs() < 0.02);
    }

    #[test]
    fn degenerate_and_bad_input() {
        for computation in [Computation::Auto, Computation::Asymptotic] {
            let t = run(&[0, 0], Alternative::Less, computation);
            assert_eq!((t.p, t.mean, t.n_nonzero, t.least_p), (1.0, 0.0, 0, 1.0));
        }
        let run = |d: &[i128], c| permutation_mean(d, Alternative::Less, c);
        assert!(matches!(run(&[], Computation::Auto), Err(StatsError::TooFew { .. })));
        assert_eq!(run(&[i128::MAX], Computation::Auto), Err(StatsError::Range));
        assert_eq!(run(&vec![10i128.pow(36); 200], Computation::Auto), Err(StatsError::Range));
        assert!(run(&[1], Computation::MonteCarlo { resamples: 0, seed: 1 }).is_err());
    }
}
