//! The walk from block to block.

use super::Budget;
use super::last_block::BY_HAND;
use super::sums::Sums;
use super::weight::Weight;
use crate::stats::StatsError;

/// Most subjects that fit a 64-bit vector.
pub(super) const MOST: usize = 16;

/// Blocks are added one by one to a table of vectors.
pub(super) struct Walk {
    /// How many subjects there are.
    pub(super) k: usize,
    /// Bits of a rank sum in a packed vector.
    pub(super) bits: u32,
    /// The sum of squares that was observed.
    pub(super) target: u64,
    /// Steps taken so far.
    pub(super) steps: u64,
    /// What may be taken.
    pub(super) budget: Budget,
}

impl Walk {
    /// The weight of the arrangements that reach the target, from the sums of the blocks that are fixed and the
    /// sorted ranks of those that move.
    pub(super) fn run<W: Weight>(&mut self, start: &[u32], moving: &[Vec<u32>]) -> Result<W, StatsError> {
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

    pub(super) fn pack(&self, values: &[u32]) -> u64 {
        values.iter().fold(0, |key, &v| (key << self.bits) | u64::from(v))
    }

    pub(super) fn unpack(&self, mut key: u64, into: &mut [u32]) {
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

    pub(super) fn spend(&mut self, steps: usize, states: usize) -> Result<(), StatsError> {
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
}
