//! Resamples of a few values as counts, several draws from each look-up.

use super::rng::{Dice, Rng};

/// The most values that a tally takes: a count has four bits.
const MOST: usize = 15;
/// A table has at most so many entries, to stay in the nearest cache.
const ENTRIES: u64 = 1024;

/// `n` draws from `n` values, as how often each came.
///
/// The numbers are those of [`Dice`]: it multiplies a word by `n` again and again, and `g` such steps
/// are one multiplication by `n^g`, whose high half has the `g` numbers as its digits in base `n`. A table
/// gives the counts of these digits, so that a stratum of ten takes four look-ups.
#[derive(Debug, Clone)]
pub(super) struct Tally {
    dice: Dice,
    /// How many draws an entry of the table stands for.
    group: usize,
    /// `n^i` up to `i = group`.
    powers: Vec<u64>,
    /// For each group of digits the count of each value, four bits each, the first value lowest.
    counts: Vec<u64>,
}

impl Tally {
    /// A tally of `n` draws from `n` values; none for no value and for more than 15.
    pub(super) fn new(n: usize) -> Option<Self> {
        if n == 0 || n > MOST {
            return None;
        }
        let side = n as u64;
        let mut powers = vec![1, side];
        while powers.len() <= n && powers[powers.len() - 1] * side <= ENTRIES {
            powers.push(powers[powers.len() - 1] * side);
        }
        // each digit in front of the known ones adds itself to their counts
        let mut counts = vec![0u64];
        for _ in 1..powers.len() {
            counts = (0..n).flat_map(|digit| counts.iter().map(move |c| c + (1 << (4 * digit)))).collect();
        }
        Some(Self { dice: Dice::new(n), group: powers.len() - 1, powers, counts })
    }

    /// The counts of one resample, four bits each, the first value lowest.
    #[inline]
    pub(super) fn roll(&self, rng: &mut Rng) -> u64 {
        let side = self.powers[self.group];
        let mut counts = 0;
        let mut left = self.powers[1] as usize;
        while left > 0 {
            let mut word = self.dice.word(rng);
            let mut used = self.dice.per_word().min(left);
            left -= used;
            while used >= self.group {
                let wide = u128::from(word) * u128::from(side);
                counts += self.counts[(wide >> 64) as usize];
                word = wide as u64;
                used -= self.group;
            }
            if used > 0 {
                // filled up with zeros, which are taken off the first value again
                let digits = (u128::from(word) * u128::from(self.powers[used])) >> 64;
                let filled = self.group - used;
                counts += self.counts[digits as usize * self.powers[filled] as usize] - filled as u64;
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::{Dice, Rng, Tally};

    #[test]
    fn counts_are_those_of_the_same_draws_one_by_one() {
        for n in 1..=15 {
            let tally = Tally::new(n).unwrap();
            for index in 0..500 {
                let (mut fast, mut plain) = (Rng::stream(n as u64, index), Rng::stream(n as u64, index));
                let packed = tally.roll(&mut fast);
                let mut counts = vec![0; n];
                Dice::new(n).roll(&mut plain, n, |i| counts[i] += 1);
                let unpacked: Vec<u64> = (0..n).map(|i| packed >> (4 * i) & 15).collect();
                assert_eq!(unpacked, counts, "{n} values, stream {index}");
                assert_eq!(packed >> (4 * n), 0);
                assert_eq!(fast, plain, "as many words were drawn");
            }
        }
        assert!(Tally::new(0).is_none() && Tally::new(16).is_none());
    }
}
