//! Procedures for all pairs of subjects, which use that equality is transitive.

use super::{StatsError, ascending, step_down, unsort};

/// For the sorted p-values of all pairs of `k` subjects, how many hypotheses can still be true when
/// all before are rejected: the multipliers of Shaffer's static procedure.
///
/// The possible numbers of true hypotheses are those of partitions of the subjects into groups of
/// equals, `S(k) = union over j of { C(j, 2) + x : x in S(k - j) }` (Shaffer 1986).
///
/// ```
/// // with 4 subjects 6, 3, 2, 1 or 0 of the 6 hypotheses can be true
/// assert_eq!(likewise::stats::shaffer_counts(4), [6, 3, 3, 3, 2, 1]);
/// ```
#[must_use]
pub fn shaffer_counts(k: usize) -> Vec<usize> {
    let pairs = |j: usize| j * j.saturating_sub(1) / 2;
    let mut possible: Vec<Vec<bool>> = vec![vec![true]];
    for size in 1..=k {
        let mut fresh = vec![false; pairs(size) + 1];
        for group in 1..=size {
            for (x, _) in possible[size - group].iter().enumerate().filter(|(_, there)| **there) {
                fresh[pairs(group) + x] = true;
            }
        }
        possible.push(fresh);
    }
    let all = pairs(k);
    (0..all).map(|i| (1..=all - i).rev().find(|&s| possible[k][s]).unwrap_or(0)).collect()
}

pub(super) fn shaffer(p: &[f64], k: usize) -> Vec<f64> {
    let order = ascending(p);
    let counts = shaffer_counts(k);
    unsort(&step_down(order.iter().zip(counts).map(|(&i, t)| t as f64 * p[i])), &order)
}

/// How many exhaustive sets of pair hypotheses `k` subjects have: one for each partition of the
/// subjects but that into single ones, `Bell(k) - 1`. `None` when that is beyond `u128`.
///
/// ```
/// use likewise::stats::exhaustive_sets;
/// assert_eq!((exhaustive_sets(4), exhaustive_sets(9)), (Some(14), Some(21_146)));
/// ```
#[must_use]
pub fn exhaustive_sets(k: usize) -> Option<u128> {
    // Bell's triangle: each row starts with the last of the row before
    let mut row = vec![1u128];
    for _ in 0..k {
        let mut next = vec![*row.last()?];
        for &above in &row {
            next.push(next.last()?.checked_add(above)?);
        }
        row = next;
    }
    Some(row[0] - 1)
}

/// The largest number of subjects that takes a few seconds (14 take a sixth of one).
const MOST_SUBJECTS: usize = 16;

/// Bergmann and Hommel 1988 as adjusted p-values (Wright 1992): for each pair the maximum over all
/// exhaustive sets that hold it of the set's size times its smallest p-value; then monotone.
///
/// The exhaustive sets are the partitions of the subjects, a pair belonging to a set when both its
/// subjects are in one class. Instead of visiting all partitions: for each p-value `t`, descending,
/// take the graph of pairs with p-values of at least `t` and find by dynamic programming over subsets
/// the partition into cliques with the most pairs, among those that keep the given pair together. Its
/// bound with `t` in place of the set's own smallest p-value is not above the set's own, and equal to
/// it for the set that is the maximum.
pub(super) fn bergmann_hommel(p: &[f64], k: usize) -> Result<Vec<f64>, StatsError> {
    if k > MOST_SUBJECTS {
        return Err(StatsError::TooLarge {
            procedure: "Bergmann-Hommel (subjects to the power 3)",
            size: 3f64.powi(i32::try_from(k).unwrap_or(i32::MAX)) * p.len() as f64,
            limit: 5.2e9,
        });
    }
    let mut ends = Vec::with_capacity(p.len());
    for a in 0..k {
        ends.extend((a + 1..k).map(|b| (a, b)));
    }
    let ascending = ascending(p);
    let full = (1usize << k) - 1;
    let mut joined = vec![0usize; k];
    let mut bound = vec![0.0f64; p.len()];
    let mut clique = vec![false; full + 1];
    let mut most = vec![0u32; full + 1];
    let mut rest = ascending.as_slice();
    while let Some(&last) = rest.last() {
        let t = p[last];
        while let Some((&at, before)) = rest.split_last().filter(|(at, _)| p[**at] == t) {
            let (a, b) = ends[at];
            joined[a] |= 1 << b;
            joined[b] |= 1 << a;
            rest = before;
        }
        clique[0] = true;
        for set in 1..=full {
            let first = set.trailing_zeros() as usize;
            let others = set & (set - 1);
            clique[set] = clique[others] && joined[first] & others == others;
            // the class of the first subject, with any of its neighbours in the set
            let choice = joined[first] & others;
            let mut class = choice;
            let mut best = 0;
            loop {
                if clique[class] {
                    let size = class.count_ones();
                    best = best.max(size * (size + 1) / 2 + most[others & !class]);
                }
                if class == 0 {
                    break;
                }
                class = (class - 1) & choice;
            }
            most[set] = best;
        }
        let mut largest = vec![0u32; p.len()];
        for class in (1..=full).filter(|&c| clique[c]) {
            let size = class.count_ones();
            let count = size * (size - 1) / 2 + most[full & !class];
            for (at, &(a, b)) in ends.iter().enumerate() {
                if class >> a & class >> b & 1 == 1 {
                    largest[at] = largest[at].max(count);
                }
            }
        }
        for (bound, count) in bound.iter_mut().zip(largest) {
            *bound = bound.max(t * f64::from(count));
        }
    }
    let mut order = ascending;
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]).then(bound[a].total_cmp(&bound[b])));
    Ok(unsort(&step_down(order.iter().map(|&i| bound[i])), &order))
}
