//! Page's test of a predicted order of the subjects.
//!
//! E. B. Page, *J. Am. Stat. Assoc.* 58 (1963) 216: `L = sum_j j R_j`, subjects taken in the predicted
//! order. Exact by convolving over blocks the law of `sum_j j r_j` under random arrangement of the
//! block's observed mid-ranks (given the ties), normal with the moments of that same law.

use std::collections::BTreeMap;

use super::rank_rows::RankRows;
use super::{BlockTable, StatsError, normal_sf};

/// Most subjects for which a block's law is enumerated.
const MOST_SUBJECTS: usize = 12;
/// Most multiplications of the convolution.
const LIMIT: f64 = 2e9;

/// The answer of [`page`].
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct Page {
    /// Number of blocks, n.
    pub blocks: usize,
    /// Number of subjects, k.
    pub subjects: usize,
    /// The statistic; the larger, the better the order is met.
    pub l: f64,
    /// Its mean under the null hypothesis, `n k (k+1)^2 / 4`.
    pub mean: f64,
    /// Its variance under the null hypothesis, given the ties.
    pub variance: f64,
    /// `P(L >= l)` by the normal approximation without continuity correction; 1 where all cells tie.
    pub normal_p: f64,
    /// `P(L >= l)` exactly; `None` above 12 subjects or where the convolution is too long.
    pub exact_p: Option<f64>,
}

impl Page {
    /// The exact p-value where there is one, else the normal one.
    #[must_use]
    pub fn p(&self) -> f64 {
        self.exact_p.unwrap_or(self.normal_p)
    }
}

/// Page's test on a complete table of n >= 1 blocks by k >= 2 subjects.
///
/// `order` names the subjects in the predicted order, best first. One-sided by nature.
///
/// # Errors
/// [`StatsError::TooFew`], [`StatsError::Incomplete`], [`StatsError::Undefined`] where `order` does
/// not name each subject once.
///
/// ```
/// use likewise::stats::{Best, BlockTable, page};
/// let table = BlockTable::parse(&[&["3", "2", "1"], &["9", "8", "7"]], Best::Largest)?;
/// let test = page(&table, &[0, 1, 2])?;
/// assert_eq!(test.l, 28.0);
/// assert!((test.exact_p.unwrap() - 1.0 / 36.0).abs() < 1e-15);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn page(table: &BlockTable, order: &[usize]) -> Result<Page, StatsError> {
    let ranks = RankRows::new(table, "Page test", 2, 1)?;
    let (k, n) = (ranks.k, ranks.n);
    let mut named = order.to_vec();
    named.sort_unstable();
    if !named.iter().copied().eq(0..k) {
        return Err(StatsError::Undefined {
            procedure: "Page test",
            why: "the predicted order must name each subject once",
        });
    }
    let doubled: u64 = (1..).zip(order).map(|(place, &j): (u64, _)| place * ranks.sums[j]).sum();
    let l = doubled as f64 / 2.0;
    let (kf, nf) = (k as f64, n as f64);
    let mean = nf * kf * (kf + 1.0).powi(2) / 4.0;
    // Sum over blocks of (spread of places) (spread of ranks) / (k - 1).
    let spread = kf * (kf * kf - 1.0) / 12.0;
    let within = (ranks.squares() - (n * k * (k + 1) * (k + 1)) as i128) as f64 / 4.0;
    let variance = spread * within / (kf - 1.0);
    let normal_p = if variance > 0.0 { normal_sf((l - mean) / variance.sqrt()) } else { 1.0 };
    Ok(Page { blocks: n, subjects: k, l, mean, variance, normal_p, exact_p: exact(&ranks.rows, doubled) })
}

fn exact(rows: &[Vec<u64>], observed: u64) -> Option<f64> {
    let k = rows[0].len();
    let unit = if rows.iter().flatten().all(|r| r % 2 == 0) { 2 } else { 1 };
    let width = (k * (k * k - 1) / 3) as f64 / unit as f64;
    let n = rows.len() as f64;
    if k > MOST_SUBJECTS || n * n * width * width > LIMIT {
        return None;
    }
    let mut laws: BTreeMap<Vec<u64>, (u64, Vec<f64>)> = BTreeMap::new();
    let mut law = vec![1.0];
    let mut least = 0;
    for row in rows {
        let mut sorted: Vec<u64> = row.iter().map(|r| r / unit).collect();
        sorted.sort_unstable();
        let (from, block) = laws.entry(sorted).or_insert_with_key(|ranks| block_law(ranks));
        least += *from;
        let mut next = vec![0.0; law.len() + block.len() - 1];
        for (shift, &b) in block.iter().enumerate() {
            if b > 0.0 {
                for (to, &a) in next[shift..].iter_mut().zip(&law) {
                    *to += a * b;
                }
            }
        }
        law = next;
    }
    let start = (observed / unit).saturating_sub(least) as usize;
    Some(law[start.min(law.len())..].iter().rev().sum::<f64>().min(1.0))
}

/// The least value of `sum_j j r_j` over arrangements of the ascending ranks, and the probabilities
/// from there on.
fn block_law(ranks: &[u64]) -> (u64, Vec<f64>) {
    let k = ranks.len();
    let dot = |r: &mut dyn Iterator<Item = &u64>| (1..).zip(r).map(|(j, r): (u64, _)| j * r).sum::<u64>();
    let (least, most) = (dot(&mut ranks.iter().rev()), dot(&mut ranks.iter()));
    // By the set of places already served, smallest ranks first: how often each sum occurs.
    let mut counts: Vec<Vec<f64>> = vec![Vec::new(); 1 << k];
    counts[0] = vec![1.0];
    for set in 0..1usize << k {
        let served = set.count_ones() as usize;
        let here = std::mem::take(&mut counts[set]);
        if served == k {
            counts[set] = here;
            break;
        }
        for place in (0..k).filter(|p| set >> p & 1 == 0) {
            let add = (place as u64 + 1) * ranks[served];
            let there = &mut counts[set | 1 << place];
            let needed = here.len() + add as usize;
            if there.len() < needed {
                there.resize(needed, 0.0);
            }
            for (to, &from) in there[add as usize..].iter_mut().zip(&here) {
                *to += from;
            }
        }
    }
    let orders: f64 = (1..=k).map(|i| i as f64).product();
    let all = &counts[(1 << k) - 1];
    (least, all[least as usize..=most as usize].iter().map(|c| c / orders).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Best;
    use crate::stats::rank_rows::testing::table;

    // Page (1963), table 2: critical values of L at .05, .01, .001.
    #[test]
    fn critical_values() {
        for (k, n, alpha, critical) in [
            (3, 2, 0.05, 28),
            (3, 3, 0.05, 41),
            (3, 3, 0.01, 42),
            (4, 2, 0.05, 58),
            (4, 2, 0.01, 60),
            (4, 3, 0.05, 84),
            (5, 2, 0.05, 103),
            (5, 2, 0.01, 106),
            (5, 2, 0.001, 109),
            (6, 2, 0.001, 178),
            (6, 3, 0.05, 244),
            (6, 3, 0.01, 252),
            (6, 3, 0.001, 260),
        ] {
            let rows = vec![(1..=k as u64).map(|r| 2 * r).collect::<Vec<_>>(); n];
            let at = |l: u64| exact(&rows, 2 * l).unwrap();
            assert!(at(critical) <= alpha && at(critical - 1) > alpha, "{k} {n} {alpha}");
        }
    }

    #[test]
    fn ties_by_brute_force() {
        let rows = [[1, 1, 2, 3], [2, 5, 5, 5], [3, 1, 2, 4]];
        let test = page(&table(&rows, Best::Smallest), &[1, 0, 2, 3]).unwrap();
        let ranks = RankRows::new(&table(&rows, Best::Smallest), "", 2, 1).unwrap();
        let mut orders = vec![];
        for code in 0..256usize {
            let o = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
            if (0..4).all(|x| o.contains(&x)) {
                orders.push(o);
            }
        }
        let mut sums = vec![0u64];
        for row in &ranks.rows {
            sums = sums
                .iter()
                .flat_map(|s| {
                    orders.iter().map(move |o| s + (0..4).map(|j| (j as u64 + 1) * row[o[j]]).sum::<u64>())
                })
                .collect();
        }
        let count = sums.len() as f64;
        let hits = sums.iter().filter(|&&s| s as f64 >= 2.0 * test.l).count() as f64;
        assert!((test.exact_p.unwrap() - hits / count).abs() < 1e-13);
        let mean = sums.iter().sum::<u64>() as f64 / count / 2.0;
        let variance = sums.iter().map(|&s| (s as f64 / 2.0 - mean).powi(2)).sum::<f64>() / count;
        assert!((test.mean - mean).abs() < 1e-9 && (test.variance - variance).abs() < 1e-9);
    }

    #[test]
    fn degenerate() {
        let flat = page(&table(&[[1, 1, 1]; 3], Best::Smallest), &[0, 1, 2]).unwrap();
        assert_eq!((flat.exact_p, flat.normal_p), (Some(1.0), 1.0));
        for order in [&[0, 1][..], &[0, 1, 1], &[0, 1, 3]] {
            assert!(page(&table(&[[1, 2, 3]; 3], Best::Smallest), order).is_err());
        }
    }
}
