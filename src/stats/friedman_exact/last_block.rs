//! The last block, of which only the sum of squares is wanted.

use super::sums::Sums;
use super::walk::{MOST, Walk};
use super::weight::Weight;
use crate::stats::StatsError;

/// Up to here the last block is counted vector by vector, beyond it by merging alike ends.
pub(super) const BY_HAND: usize = 7;

impl Walk {
    /// Adds the last block and counts what reaches the target.
    pub(super) fn last<W: Weight>(
        &mut self,
        from: Vec<(u64, W)>,
        block: &[u32],
    ) -> Result<Option<W>, StatsError> {
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

    /// Adds the last block by counting, for each vector, the arrangements that reach the target.
    pub(super) fn last_by_hand<W: Weight>(
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
