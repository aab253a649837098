//! The exact null distribution of Friedman's statistic, given the ties that were observed.
//!
//! Under the null hypothesis each block's mid-ranks are a random arrangement of themselves,
//! independently of the other blocks. The statistic is the sum of squared rank sums, which does not
//! depend on the subjects' names, so blocks are added one by one to a table of *sorted* rank-sum
//! vectors and their numbers of arrangements. One block is added rank by rank (any subject not yet
//! served takes the next rank; vectors that are equal by then merge), which needs about
//! `k 2^(k-1)` steps a vector instead of `k!`. While the last block is added only the sum of squares
//! of the served subjects is kept. Vectors that can no longer reach the observed value are dropped
//! and vectors that can't miss it are counted at once. The first block is fixed, by symmetry.

mod last_block;
mod sums;
mod walk;
mod weight;

use super::StatsError;
use walk::{MOST, Walk};

/// How much one computation may take before it gives up.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    /// Elementary steps (one rank given to one subject).
    pub steps: u64,
    /// Vectors held at a time.
    pub states: usize,
}

/// The tail probability, and as a fraction in lowest terms where the counts fit 128 bits.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tail {
    pub p: f64,
    pub fraction: Option<(u128, u128)>,
}

/// `P(sum of squared rank sums >= the observed)` for blocks of doubled mid-ranks.
pub(super) fn tail(rows: &[Vec<u64>], budget: Budget) -> Result<Tail, StatsError> {
    let k = rows[0].len();
    let n = rows.len();
    // Doubled ranks of untied blocks are all even: halve them. Start from 0 to save bits.
    let unit = if rows.iter().flatten().all(|r| r % 2 == 0) { 2 } else { 1 };
    let top = u64::from(2 * (k as u32 - 1)) * n as u64 / unit + 1;
    let bits = 64 - top.leading_zeros();
    // A wholly tied block adds the same to everyone and need not be permuted.
    let idle = rows.iter().filter(|row| row.iter().all(|r| *r == row[0])).count();
    if idle + 1 >= n {
        // At most one block can vary: all arrangements are alike.
        return Ok(Tail { p: 1.0, fraction: Some((1, 1)) });
    }
    if bits as usize * k > 64 || k > MOST {
        let size = (top as f64).powi(k as i32);
        return Err(StatsError::TooLarge { procedure: "Friedman test", size, limit: 2f64.powi(64) });
    }
    let mut blocks: Vec<Vec<u32>> =
        rows.iter().map(|row| row.iter().map(|&r| ((r - 2) / unit) as u32).collect()).collect();
    let mut sums = vec![0u64; k];
    for block in &blocks {
        for (sum, &rank) in sums.iter_mut().zip(block) {
            *sum += u64::from(rank);
        }
    }
    let target: u64 = sums.iter().map(|s| s * s).sum();
    for block in &mut blocks {
        block.sort_unstable();
    }
    // The wholly tied blocks first.
    blocks.sort_by(|a, b| (a[0] != a[k - 1]).cmp(&(b[0] != b[k - 1])).then_with(|| a.cmp(b)));
    let mut start = vec![0u32; k];
    for block in &blocks[..=idle] {
        for (sum, rank) in start.iter_mut().zip(block) {
            *sum += rank;
        }
    }
    let moving = &blocks[idle + 1..];
    let orders = (1..=k as u128).try_fold(1u128, u128::checked_mul);
    let total = orders.and_then(|o| (0..moving.len()).try_fold(1u128, |t, _| t.checked_mul(o)));
    let mut walk = Walk { k, bits, target, steps: 0, budget };
    if let Some(total) = total {
        let hits = match u64::try_from(total) {
            Ok(_) => u128::from(walk.run::<u64>(&start, moving)?),
            Err(_) => walk.run::<u128>(&start, moving)?,
        };
        let shared = gcd(hits, total);
        let (top, bottom) = (hits / shared, total / shared);
        return Ok(Tail { p: top as f64 / bottom as f64, fraction: Some((top, bottom)) });
    }
    // Too many arrangements to count: probabilities instead, all added with one sign.
    // Below the smallest normal number a probability can underflow, but it is never 0.
    let p = walk.run::<f64>(&start, moving)?.clamp(f64::MIN_POSITIVE, 1.0);
    Ok(Tail { p, fraction: None })
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}
