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
    #[cfg(test)]
    pub fn below(&mut self, n: u64) -> u64 {
        loop {
            let wide = u128::from(self.next()) * u128::from(n);
            if wide as u64 >= n.wrapping_neg() % n {
                return (wide >> 64) as u64;
            }
        }
    }

    /// A random arrangement (Fisher-Yates). One number serves several exchanges, without bias: batched
    /// multiplication with rejection (Brackett-Rozinsky and Lemire 2025).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let mut left = items.len();
        while left > 1 {
            let (mut product, mut count) = (1u64, 0);
            // small enough that a number is rarely rejected; every count of items fits at least once
            while left - count > 1 && (count == 0 || product * ((left - count) as u64) < 1 << 48) {
                product *= (left - count) as u64;
                count += 1;
                if product >= 1 << 32 {
                    break;
                }
            }
            let mut places = [0usize; 48];
            loop {
                let mut number = self.next();
                for (c, place) in places[..count].iter_mut().enumerate() {
                    let wide = u128::from(number) * (left - c) as u128;
                    *place = (wide >> 64) as usize;
                    number = wide as u64;
                }
                if number >= product || number >= product.wrapping_neg() % product {
                    break;
                }
            }
            for &place in &places[..count] {
                left -= 1;
                items.swap(left, place);
            }
        }
    }
}

const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All 24 arrangements of 4 are equally likely, and each item of 100 comes to each end as often.
    #[test]
    fn arrangements_are_uniform() {
        let mut stream = Stream::new(7, 3);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..48_000 {
            let mut items = [0, 1, 2, 3];
            stream.shuffle(&mut items);
            *counts.entry(items).or_insert(0i32) += 1;
        }
        assert_eq!(counts.len(), 24);
        // 2000 each with a standard deviation of 44
        assert!(counts.values().all(|c| (c - 2000).abs() < 220), "{counts:?}");
        let mut ends = [[0i32; 100]; 2];
        for _ in 0..100_000 {
            let mut items: Vec<usize> = (0..100).collect();
            stream.shuffle(&mut items);
            ends[0][items[0]] += 1;
            ends[1][items[99]] += 1;
        }
        assert!(ends.iter().flatten().all(|c| (c - 1000).abs() < 160), "{ends:?}");
    }
}
