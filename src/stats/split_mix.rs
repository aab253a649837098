//! A small generator for the Monte Carlo procedures: SplitMix64 (Steele, Lea & Flood 2014), one
//! stream for each chunk of draws, so that the answer does not depend on the number of threads.

use super::rng::split_mix64;

/// One stream of random numbers.
pub(super) struct Stream(u64);

impl Stream {
    /// The stream of a chunk; seeds and indices are mixed before they meet.
    pub fn new(seed: u64, chunk: u64) -> Self {
        Self(mix(seed ^ 0x5851_F42D_4C95_7F2D) ^ mix(chunk.wrapping_add(0x1405_7B7E_F767_814F)))
    }

    fn next(&mut self) -> u64 {
        split_mix64(&mut self.0)
    }

    /// A uniform index below `n` (Lemire's multiplication, with rejection: no bias).
    pub fn below(&mut self, n: u64) -> u64 {
        loop {
            let wide = u128::from(self.next()) * u128::from(n);
            if wide as u64 >= n.wrapping_neg() % n {
                return (wide >> 64) as u64;
            }
        }
    }

    /// A random arrangement (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u64 + 1) as usize;
            items.swap(i, j);
        }
    }
}

const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
