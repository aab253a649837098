//! Random numbers whose stream depends only on a seed and an index: xoshiro256++ (Blackman and Vigna
//! 2021), its state filled by splitmix64 (Steele, Lea and Flood 2014).

use rayon::prelude::*;

use super::rng::{Rng, split_mix64};

/// The stream of one chunk of work.
pub(super) const fn stream(seed: u64, index: u64) -> Rng {
    let mut at = seed;
    let mut state = split_mix64(&mut at) ^ index;
    Rng::seeded(&mut state)
}

/// How many resamples one stream serves.
const CHUNK: u64 = 512;

/// Adds up what `chunk(random, resamples)` counts, each chunk with a stream of its own. Counts are
/// whole numbers, so the answer does not depend on the order in which threads finish.
pub(super) fn count<const N: usize>(
    resamples: u64,
    seed: u64,
    chunk: impl Fn(&mut Rng, u64) -> [u64; N] + Sync,
) -> [u64; N] {
    (0..resamples.div_ceil(CHUNK))
        .into_par_iter()
        .map(|index| chunk(&mut stream(seed, index), CHUNK.min(resamples - index * CHUNK)))
        .reduce(|| [0; N], |a, b| std::array::from_fn(|i| a[i] + b[i]))
}

#[cfg(test)]
mod tests {
    use super::{Rng, split_mix64, stream};

    #[test]
    fn generators_match_their_published_sequences() {
        let mut state = 1_234_567;
        let first: [u64; 3] = std::array::from_fn(|_| split_mix64(&mut state));
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
        let mut random = Rng { state: [1, 2, 3, 4] };
        let first: [u64; 4] = std::array::from_fn(|_| random.next_u64());
        assert_eq!(first, [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386]);
    }

    #[test]
    fn bounded_numbers_are_even() {
        let mut random = stream(1, 0);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        // 5 standard deviations of a binomial count around 10,000
        assert!(counts.iter().all(|c| c.abs_diff(10_000) < 457), "{counts:?}");
    }
}
