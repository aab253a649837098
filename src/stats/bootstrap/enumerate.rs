//! Every possible resample of a small sample.
//!
//! A sample of `n` values has `n^n` equally likely resamples, but only `C(2n - 1, n)` different ones:
//! the ways to share `n` draws among `n` values, each with its multinomial number of orders. So all
//! `10^10` resamples of ten values take 92,378 evaluations.

use std::sync::OnceLock;

use super::Strata;

/// The ways to resample one stratum.
#[derive(Debug)]
struct Ways {
    /// The counts of its values, way after way.
    counts: Vec<u32>,
    /// In how many orders the draws of each way come.
    orders: Vec<u64>,
}

/// The number of resamples and of different ones, if all of both can be counted and the different ones
/// are at most `limit`.
pub(super) fn size(sample: &Strata, limit: u64) -> Option<(u64, u64)> {
    let (mut all, mut different) = (1u64, 1u64);
    for stratum in sample.iter() {
        let n = stratum.len() as u64;
        all = all.checked_mul(n.checked_pow(u32::try_from(n).ok()?)?)?;
        // C(2n - 1, n); n^n in 64 bits means n <= 15, so the steps fit
        let ways = (1..=n).fold(1u64, |c, i| c * (n - 1 + i) / i);
        different = different.checked_mul(ways)?;
    }
    (different <= limit).then_some((all, different))
}

/// Calls `take` with the counts of each different resample, in the order of the sample's values, and
/// how many of all resamples it stands for. Only for samples that [`size`] accepts.
pub(super) fn each(sample: &Strata, mut take: impl FnMut(&[u32], u64)) {
    // a sample of each subject of a table has as many values as the others: its ways are kept
    static KNOWN: [OnceLock<Ways>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
    let strata: Option<Vec<&Ways>> = sample
        .iter()
        .map(|s| KNOWN.get(s.len()).map(|known| known.get_or_init(|| Ways::of(s.len()))))
        .collect();
    let mut counts = vec![0; sample.values().len()];
    // `size` accepts no larger stratum
    descend(&strata.unwrap_or_default(), 0, 1, &mut counts, &mut take);
}

/// The largest sample whose resamples can be counted in 64 bits.
const MOST: usize = 15;

fn descend(strata: &[&Ways], at: usize, orders: u64, counts: &mut [u32], take: &mut impl FnMut(&[u32], u64)) {
    let Some((ways, rest)) = strata.split_first() else {
        take(counts, orders);
        return;
    };
    let size = ways.counts.len() / ways.orders.len();
    for (way, way_orders) in ways.counts.chunks_exact(size).zip(&ways.orders) {
        counts[at..at + size].copy_from_slice(way);
        descend(rest, at + size, orders * way_orders, counts, take);
    }
}

impl Ways {
    /// For a stratum of `n` values, at least one.
    fn of(n: usize) -> Self {
        let mut ways = Self { counts: Vec::new(), orders: Vec::new() };
        ways.share(&mut vec![0; n], 0, n as u32, 1);
        ways
    }

    /// Shares `left` draws among the values from `at` on; the orders multiply by `C(left, count)`.
    fn share(&mut self, counts: &mut [u32], at: usize, left: u32, orders: u64) {
        if at + 1 == counts.len() {
            counts[at] = left;
            self.counts.extend_from_slice(counts);
            self.orders.push(orders);
            return;
        }
        let mut choose = 1u64;
        for count in 0..=left {
            counts[at] = count;
            self.share(counts, at + 1, left - count, orders * choose);
            choose = choose * u64::from(left - count) / u64::from(count + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Strata, each, size};

    #[test]
    fn orders_add_up_to_all_resamples() {
        for sizes in [vec![3], vec![6], vec![1, 2, 4], vec![3, 3]] {
            let strata: Vec<Vec<f64>> = sizes.iter().map(|&n| vec![1.0; n]).collect();
            let sample = Strata::new(&strata).unwrap();
            let (mut all, mut different) = (0u64, 0u64);
            each(&sample, |counts, orders| {
                assert_eq!(counts.iter().sum::<u32>() as usize, sample.values().len());
                all += orders;
                different += 1;
            });
            let want: u64 = sizes.iter().map(|&n| (n as u64).pow(n as u32)).product();
            assert_eq!((all, Some((all, different))), (want, size(&sample, 1 << 40)));
        }
    }

    #[test]
    fn what_is_too_large_is_not_counted() {
        let sample = Strata::one(&[0.0; 10]).unwrap();
        assert_eq!(size(&sample, 100_000), Some((10_000_000_000, 92_378)));
        assert_eq!(size(&sample, 92_377), None);
        assert_eq!(size(&Strata::one(&[0.0; 300]).unwrap(), u64::MAX), None);
        assert_eq!(size(&Strata::new(&vec![[0.0; 5]; 30]).unwrap(), u64::MAX), None);
    }
}
