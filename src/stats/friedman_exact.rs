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

use super::StatsError;

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

/// What is carried along with a vector: its number of arrangements, or its probability.
trait Weight: Copy {
    const ONE: Self;
    fn add(&mut self, other: Self);
    /// The weight of choosing one of `equal` alike subjects when `left` are still to be served.
    fn choose(self, equal: u32, left: u32) -> Self;
    /// The weight of `ways` arrangements of one block of `k` ranks.
    fn share(self, ways: u64, k: usize) -> Self;
    /// The weight of all arrangements of `blocks` blocks of `k` ranks.
    fn all(self, k: usize, blocks: usize) -> Self;
}

impl Weight for u64 {
    const ONE: Self = 1;
    fn add(&mut self, other: Self) {
        *self += other;
    }
    fn choose(self, equal: u32, _left: u32) -> Self {
        self * u64::from(equal)
    }
    fn share(self, ways: u64, _k: usize) -> Self {
        self * ways
    }
    fn all(self, k: usize, blocks: usize) -> Self {
        let orders: u64 = (1..=k as u64).product();
        (0..blocks).fold(self, |w, _| w * orders)
    }
}

impl Weight for u128 {
    const ONE: Self = 1;
    fn add(&mut self, other: Self) {
        *self += other;
    }
    fn choose(self, equal: u32, _left: u32) -> Self {
        self * u128::from(equal)
    }
    fn share(self, ways: u64, _k: usize) -> Self {
        self * u128::from(ways)
    }
    fn all(self, k: usize, blocks: usize) -> Self {
        let orders: u128 = (1..=k as u128).product();
        (0..blocks).fold(self, |w, _| w * orders)
    }
}

impl Weight for f64 {
    const ONE: Self = 1.0;
    fn add(&mut self, other: Self) {
        *self += other;
    }
    fn choose(self, equal: u32, left: u32) -> Self {
        self * f64::from(equal) / f64::from(left)
    }
    fn share(self, ways: u64, k: usize) -> Self {
        self * ways as f64 / (1..=k as u64).product::<u64>() as f64
    }
    fn all(self, _k: usize, _blocks: usize) -> Self {
        self
    }
}

struct Walk {
    k: usize,
    bits: u32,
    target: u64,
    steps: u64,
    budget: Budget,
}

/// Weights by packed vector: open addressing with linear probing. The walk below adds, never
/// removes, and reads everything at the end; the order of reading is that of the slots, the same on
/// every machine, so that floating-point weights are always added in the same order.
struct Sums<K, W> {
    slots: Vec<Option<(K, W)>>,
    len: usize,
}

/// What identifies an entry: a packed vector, in the last block with the sum of squares of the
/// subjects already served.
trait Key: Copy + PartialEq {
    fn mixed(self) -> u64;
}

impl Key for u64 {
    fn mixed(self) -> u64 {
        let mixed = self.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ (mixed >> 32)
    }
}

impl Key for (u64, u64) {
    fn mixed(self) -> u64 {
        (self.1 ^ self.0.rotate_left(40)).mixed()
    }
}

impl<K: Key, W: Weight> Sums<K, W> {
    fn new() -> Self {
        Self { slots: vec![None; 64], len: 0 }
    }

    fn add(&mut self, key: K, weight: W) {
        if self.len * 2 > self.slots.len() {
            let doubled = vec![None; self.slots.len() * 2];
            for (key, weight) in std::mem::replace(&mut self.slots, doubled).into_iter().flatten() {
                let at = self.place(key);
                self.slots[at] = Some((key, weight));
            }
        }
        let at = self.place(key);
        match &mut self.slots[at] {
            Some((_, held)) => held.add(weight),
            empty => {
                *empty = Some((key, weight));
                self.len += 1;
            }
        }
    }

    /// The slot that holds the key, or the empty one where it belongs; half the slots are empty.
    fn place(&self, key: K) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = key.mixed() as usize & mask;
        while let Some((held, _)) = &self.slots[at] {
            if *held == key {
                break;
            }
            at = (at + 1) & mask;
        }
        at
    }

    fn into_list(self) -> Vec<(K, W)> {
        let mut list = Vec::with_capacity(self.len);
        list.extend(self.slots.into_iter().flatten());
        list
    }
}

/// Most subjects that fit a 64-bit vector.
const MOST: usize = 16;

impl Walk {
    fn run<W: Weight>(&mut self, start: &[u32], moving: &[Vec<u32>]) -> Result<W, StatsError> {
        let k = self.k;
        let mut hits: Option<W> = None;
        let mut count = |w: W| match &mut hits {
            Some(h) => h.add(w),
            None => hits = Some(w),
        };
        // What the blocks still to come give when they all agree, by position from the smallest.
        let mut rest = vec![vec![0u64; k]; moving.len() + 1];
        for (m, block) in moving.iter().enumerate().rev() {
            rest[m] = rest[m + 1].iter().zip(block).map(|(r, &b)| r + u64::from(b)).collect();
        }
        let mut states = vec![(self.pack(start), W::ONE)];
        for (m, block) in moving.iter().enumerate() {
            states.retain(|&(key, weight)| match self.verdict(key, &rest[m]) {
                Some(true) => {
                    count(weight.all(k, moving.len() - m));
                    false
                }
                Some(false) => false,
                None => true,
            });
            if m + 1 < moving.len() {
                states = self.step(states, block)?;
            } else {
                let from = std::mem::take(&mut states);
                let hit =
                    if k <= BY_HAND { self.last_by_hand(from, block)? } else { self.last(from, block)? };
                if let Some(hit) = hit {
                    count(hit);
                }
            }
        }
        // The observed table itself is among the arrangements, so something was counted.
        hits.ok_or(StatsError::Undefined {
            procedure: "Friedman test",
            why: "no arrangement reaches the statistic",
        })
    }

    fn pack(&self, values: &[u32]) -> u64 {
        values.iter().fold(0, |key, &v| (key << self.bits) | u64::from(v))
    }

    fn unpack(&self, mut key: u64, into: &mut [u32]) {
        let mask = (1u64 << self.bits) - 1;
        for value in into.iter_mut().rev() {
            *value = (key & mask) as u32;
            key >>= self.bits;
        }
    }

    /// Whether every (`true`) or no (`false`) continuation reaches the target.
    fn verdict(&self, key: u64, rest: &[u64]) -> Option<bool> {
        let mut values = [0u32; MOST];
        let values = &mut values[..self.k];
        self.unpack(key, values);
        let most: u64 = values.iter().zip(rest).map(|(&v, r)| (u64::from(v) + r).pow(2)).sum();
        if most < self.target {
            return Some(false);
        }
        // The sums end with the same total, so the sum of squares is least when they are level;
        // each can still move by no more than what separates `low` from `high`.
        let (low, high) = (rest[0], rest[self.k - 1]);
        let total: u64 = values.iter().map(|&v| u64::from(v)).sum::<u64>() + rest.iter().sum::<u64>();
        let mean = total as f64 / self.k as f64;
        let least: f64 = values
            .iter()
            .map(|&v| {
                let v = f64::from(v);
                let gap = (v + low as f64 - mean).max(mean - v - high as f64).max(0.0);
                gap * gap
            })
            .sum::<f64>()
            + mean * total as f64;
        // Half a unit of room for rounding: both sides are whole numbers.
        (least > self.target as f64 + 0.5).then_some(true)
    }

    fn spend(&mut self, steps: usize, states: usize) -> Result<(), StatsError> {
        self.steps += steps as u64;
        if self.steps > self.budget.steps {
            return Err(StatsError::TooLarge {
                procedure: "Friedman test",
                size: self.steps as f64,
                limit: self.budget.steps as f64,
            });
        }
        if states > self.budget.states {
            return Err(StatsError::TooLarge {
                procedure: "Friedman test",
                size: states as f64,
                limit: self.budget.states as f64,
            });
        }
        Ok(())
    }

    /// Adds one block. Within it a vector is: sums not yet served, sorted, then those served, sorted.
    fn step<W: Weight>(
        &mut self,
        mut from: Vec<(u64, W)>,
        block: &[u32],
    ) -> Result<Vec<(u64, W)>, StatsError> {
        let k = self.k;
        for (served, &rank) in block.iter().enumerate() {
            let left = k - served;
            let mut into = Sums::new();
            for &(key, weight) in &from {
                let mut values = [0u32; MOST];
                self.unpack(key, &mut values[..k]);
                let mut i = 0;
                while i < left {
                    let equal = values[i..left].iter().take_while(|&&v| v == values[i]).count();
                    let sum = values[i] + rank;
                    let mut next = values;
                    // Close the gap among the unserved, then let the new sum sink to its place.
                    next.copy_within(i + 1..left, i);
                    let mut at = left - 1;
                    while at + 1 < k && next[at + 1] < sum {
                        next[at] = next[at + 1];
                        at += 1;
                    }
                    next[at] = sum;
                    into.add(self.pack(&next[..k]), weight.choose(equal as u32, left as u32));
                    i += equal;
                }
            }
            self.spend(from.len() * left, into.len)?;
            from = into.into_list();
        }
        Ok(from)
    }

    /// Adds the last block and counts what reaches the target.
    fn last<W: Weight>(&mut self, from: Vec<(u64, W)>, block: &[u32]) -> Result<Option<W>, StatsError> {
        let k = self.k;
        let mut from: Vec<((u64, u64), W)> = from.into_iter().map(|(key, w)| ((0, key), w)).collect();
        let mut hits: Option<W> = None;
        // The largest rank first: the sum of squares is decided soonest.
        for (served, &rank) in block.iter().rev().enumerate() {
            let left = k - served;
            let mut into = Sums::new();
            let others = &block[..left - 1];
            for &((squares, key), weight) in &from {
                let mut values = [0u32; MOST];
                self.unpack(key, &mut values[..left]);
                let mut i = 0;
                while i < left {
                    let equal = values[i..left].iter().take_while(|&&v| v == values[i]).count();
                    let sum = u64::from(values[i] + rank);
                    let squares = squares + sum * sum;
                    let mut next = values;
                    next.copy_within(i + 1..left, i);
                    let next = &next[..left - 1];
                    let most: u64 = next.iter().zip(others).map(|(&v, &r)| u64::from(v + r).pow(2)).sum();
                    if squares + most >= self.target {
                        let turned = next.iter().zip(others.iter().rev());
                        let least: u64 = turned.map(|(&v, &r)| u64::from(v + r).pow(2)).sum();
                        let weight = weight.choose(equal as u32, left as u32);
                        if squares + least >= self.target {
                            let weight = (2..left as u32).fold(weight, |w, c| w.rest(c));
                            match &mut hits {
                                Some(h) => h.add(weight),
                                None => hits = Some(weight),
                            }
                        } else {
                            into.add((squares, self.pack(next)), weight);
                        }
                    }
                    i += equal;
                }
            }
            self.spend(from.len() * left, into.len)?;
            from = into.into_list();
        }
        Ok(hits)
    }
}

/// Up to here the last block is counted vector by vector, beyond it by merging alike ends.
const BY_HAND: usize = 7;

impl Walk {
    /// Adds the last block by counting, for each vector, the arrangements that reach the target.
    fn last_by_hand<W: Weight>(
        &mut self,
        from: Vec<(u64, W)>,
        block: &[u32],
    ) -> Result<Option<W>, StatsError> {
        let k = self.k;
        let fixed: u64 = block.iter().map(|&r| u64::from(r).pow(2)).sum();
        let mut hits: Option<W> = None;
        for &(key, weight) in &from {
            let mut values = [0u32; MOST];
            self.unpack(key, &mut values[..k]);
            let squares: u64 = fixed + values[..k].iter().map(|&v| u64::from(v).pow(2)).sum::<u64>();
            // sum (v + r)^2 >= target, as a bound on the sum of products.
            let needed = self.target.saturating_sub(squares).div_ceil(2);
            let ways = arrangements(&values[..k], block, needed);
            if ways > 0 {
                let hit = weight.share(ways, k);
                match &mut hits {
                    Some(h) => h.add(hit),
                    None => hits = Some(hit),
                }
            }
        }
        self.spend(from.len() << (k - 1), from.len())?;
        Ok(hits)
    }
}

/// In how many ways the ranks can be given to the sums so that their products add to `needed`; both
/// ascend.
fn arrangements(sums: &[u32], ranks: &[u32], needed: u64) -> u64 {
    let dot = |a: &mut dyn Iterator<Item = (&u32, &u32)>| {
        a.map(|(&v, &r)| u64::from(v) * u64::from(r)).sum::<u64>()
    };
    if dot(&mut sums.iter().zip(ranks)) < needed {
        return 0;
    }
    if dot(&mut sums.iter().zip(ranks.iter().rev())) >= needed {
        return (1..=sums.len() as u64).product();
    }
    let Some((&sum, sums)) = sums.split_last() else {
        return 1;
    };
    let mut ways = 0;
    let mut at = ranks.len();
    while at > 0 {
        at -= 1;
        let rank = ranks[at];
        let equal = ranks[..=at].iter().rev().take_while(|&&r| r == rank).count();
        let mut others = [0u32; MOST];
        others[..at].copy_from_slice(&ranks[..at]);
        others[at..ranks.len() - 1].copy_from_slice(&ranks[at + 1..]);
        let given = u64::from(sum) * u64::from(rank);
        ways += equal as u64 * arrangements(sums, &others[..ranks.len() - 1], needed.saturating_sub(given));
        at -= equal - 1;
    }
    ways
}

/// One way out of `count` for each rank still to be given.
trait Rest {
    fn rest(self, count: u32) -> Self;
}

impl<W: Weight> Rest for W {
    fn rest(self, count: u32) -> Self {
        self.choose(count, count)
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}
