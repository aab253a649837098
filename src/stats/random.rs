//! Random numbers whose stream depends only on a seed and an index: xoshiro256++ (Blackman and Vigna
//! 2021), its state filled by splitmix64 (Steele, Lea and Flood 2014).

use rayon::prelude::*;

pub(super) struct Random([u64; 4]);

const fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Random {
    /// The stream of one chunk of work.
    pub(super) fn stream(seed: u64, index: u64) -> Self {
        let mut at = seed;
        let mut state = splitmix(&mut at) ^ index;
        Self(std::array::from_fn(|_| splitmix(&mut state)))
    }

    pub(super) const fn next(&mut self) -> u64 {
        let s = &mut self.0;
        let out = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        out
    }

    /// A whole number below `bound`, without bias (Lemire 2019); `bound` must not be 0.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        let mut wide = u128::from(self.next()) * u128::from(bound);
        let floor = bound.wrapping_neg() % bound;
        while (wide as u64) < floor {
            wide = u128::from(self.next()) * u128::from(bound);
        }
        (wide >> 64) as u64
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// How many resamples one stream serves.
const CHUNK: u64 = 512;

/// Adds up what `chunk(random, resamples)` counts, each chunk with a stream of its own. Counts are
/// whole numbers, so the answer does not depend on the order in which threads finish.
pub(super) fn count<const N: usize>(
    resamples: u64,
    seed: u64,
    chunk: impl Fn(&mut Random, u64) -> [u64; N] + Sync,
) -> [u64; N] {
    (0..resamples.div_ceil(CHUNK))
        .into_par_iter()
        .map(|index| chunk(&mut Random::stream(seed, index), CHUNK.min(resamples - index * CHUNK)))
        .reduce(|| [0; N], |a, b| std::array::from_fn(|i| a[i] + b[i]))
}

#[cfg(test)]
mod tests {
    use super::{Random, splitmix};

    #[test]
    fn generators_match_their_published_sequences() {
        let mut state = 1_234_567;
        let first: [u64; 3] = std::array::from_fn(|_| splitmix(&mut state));
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
        let mut random = Random([1, 2, 3, 4]);
        let first: [u64; 4] = std::array::from_fn(|_| random.next());
        assert_eq!(first, [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386]);
    }

    #[test]
    fn bounded_numbers_are_even() {
        let mut random = Random::stream(1, 0);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        // 5 standard deviations of a binomial count around 10,000
        assert!(counts.iter().all(|c| c.abs_diff(10_000) < 457), "{counts:?}");
    }
}
