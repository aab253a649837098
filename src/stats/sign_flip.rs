//! The distribution of a sum of weights with independent random signs: the null distribution of the
//! signed-rank statistic (weights are doubled ranks) and of the mean difference (weights are absolute
//! differences), given the weights.

use super::random;

/// P(S < bound) and P(S = bound) for `S = sum of weights[i] * B[i]` with fair coins `B`.
///
/// Subset sums by dynamic programming over whole numbers, in probabilities rather than counts: halving
/// is exact in binary, sums of positive numbers keep their relative accuracy, and any number of
/// weights fits. Takes `weights.len() * (bound + 1)` steps.
pub(super) fn lower_tail(weights: &[u64], bound: u64) -> (f64, f64) {
    // lossless: a caller checks `bound` against its limit of steps before
    let size = bound as usize + 1;
    let mut mass = vec![0.0f64; size];
    mass[0] = 1.0;
    let mut top = 0usize;
    for &weight in weights {
        let Ok(weight) = usize::try_from(weight) else {
            mass.iter_mut().for_each(|m| *m *= 0.5);
            continue;
        };
        top = top.saturating_add(weight).min(size - 1);
        if weight >= size {
            mass.iter_mut().for_each(|m| *m *= 0.5);
            continue;
        }
        for at in (weight..=top).rev() {
            mass[at] = 0.5 * (mass[at] + mass[at - weight]);
        }
        for low in &mut mass[..weight] {
            *low *= 0.5;
        }
    }
    (mass[..size - 1].iter().sum(), mass[size - 1])
}

/// The three one- and two-sided tail probabilities of a statistic that is symmetric about its mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tails {
    pub(super) less: f64,
    pub(super) greater: f64,
    pub(super) two_sided: f64,
}

/// The tails of a statistic with a symmetric null distribution, from the probabilities below and at
/// its distance from the nearer end. `low` says that the observed value lies in the lower half.
pub(super) fn symmetric_tails(below: f64, at: f64, low: bool) -> Tails {
    let (near, far) = ((below + at).min(1.0), (1.0 - below).min(1.0));
    let two_sided = (2.0 * near).min(1.0);
    if low {
        Tails { less: near, greater: far, two_sided }
    } else {
        Tails { less: far, greater: near, two_sided }
    }
}

/// Of `resamples` random sign patterns, how many give `sum of ±weights` at most, at least, and at
/// least as far from 0 as `observed`. The weights' sum must fit in an `i128`.
pub(super) fn monte_carlo(weights: &[i128], observed: i128, resamples: u64, seed: u64) -> [u64; 3] {
    random::count(resamples, seed, |random, count| {
        let mut hits = [0u64; 3];
        for _ in 0..count {
            let mut sum = 0i128;
            for part in weights.chunks(64) {
                let mut bits = random.next_u64();
                for &weight in part {
                    sum += if bits & 1 == 0 { weight } else { -weight };
                    bits >>= 1;
                }
            }
            hits[0] += u64::from(sum <= observed);
            hits[1] += u64::from(sum >= observed);
            hits[2] += u64::from(sum.unsigned_abs() >= observed.unsigned_abs());
        }
        hits
    })
}

#[cfg(test)]
mod tests {
    use super::{lower_tail, monte_carlo};

    fn brute(weights: &[u64], bound: u64) -> (f64, f64) {
        let (mut below, mut at) = (0u32, 0u32);
        for set in 0u32..1 << weights.len() {
            let sum: u64 =
                weights.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, w)| w).sum();
            below += u32::from(sum < bound);
            at += u32::from(sum == bound);
        }
        let all = f64::from(1u32 << weights.len());
        (f64::from(below) / all, f64::from(at) / all)
    }

    #[test]
    fn the_tail_is_that_of_all_sign_patterns() {
        for weights in [&[1u64, 2, 3, 4, 5][..], &[3, 3, 7, 7, 7, 12], &[100, 1], &[0, 2, 2], &[]] {
            let total: u64 = weights.iter().sum();
            for bound in 0..=total {
                assert_eq!(lower_tail(weights, bound), brute(weights, bound), "{weights:?} {bound}");
            }
        }
    }

    #[test]
    fn random_patterns_approach_the_tail_for_any_number_of_threads() {
        let weights = [1i128, 2, 3, 4, 5, 6, 7];
        // sum of signs 22 has positive part 25, negative part 3: P(part <= 3) = 5/128
        let [less, greater, both] = monte_carlo(&weights, 22, 128_000, 7);
        for (hits, want) in [(greater, 5_000.0), (both, 10_000.0), (less, 125_000.0)] {
            assert!((hits as f64 - want).abs() < 500.0, "{hits} {want}");
        }
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert_eq!(pool.install(|| monte_carlo(&weights, 22, 128_000, 7)), [less, greater, both]);
        }
    }
}
