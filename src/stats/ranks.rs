//! Ranks with ties.

/// How tied values share ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, schemars::JsonSchema)]
#[schemars(rename_all = "lowercase")] // as `rank` writes it
pub enum Ties {
    /// The mean of the ranks they take together: 1, 2.5, 2.5, 4. The rule of all rank statistics.
    #[default]
    Average,
    /// The smallest of them, as in sports: 1, 2, 2, 4.
    Min,
    /// The next whole number after the rank before: 1, 2, 2, 3.
    Dense,
}

/// Ranks from 1 for the smallest key, ties shared by the rule.
///
/// Keys compare by their own order, so integers and exact decimals tie exactly. The order of the
/// answer is that of the input.
///
/// ```
/// use likewise::stats::{Ties, rank};
/// assert_eq!(rank(&[30, 10, 20, 20], Ties::Average), [4.0, 1.0, 2.5, 2.5]);
/// assert_eq!(rank(&[30, 10, 20, 20], Ties::Min), [4.0, 1.0, 2.0, 2.0]);
/// assert_eq!(rank(&[30, 10, 20, 20], Ties::Dense), [3.0, 1.0, 2.0, 2.0]);
/// ```
#[must_use]
pub fn rank<T: Ord>(keys: &[T], ties: Ties) -> Vec<f64> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|&a, &b| keys[a].cmp(&keys[b]));
    let mut ranks = vec![0.0; keys.len()];
    let mut start = 0;
    let mut groups = 0;
    while start < order.len() {
        let mut end = start + 1;
        while end < order.len() && keys[order[end]] == keys[order[start]] {
            end += 1;
        }
        groups += 1;
        let shared = match ties {
            Ties::Average => (start + 1 + end) as f64 / 2.0,
            Ties::Min => (start + 1) as f64,
            Ties::Dense => f64::from(groups),
        };
        for &at in &order[start..end] {
            ranks[at] = shared;
        }
        start = end;
    }
    ranks
}

/// Mid-ranks doubled, so that they are whole numbers: exact sums of ranks need no floating point.
#[must_use]
pub fn doubled_midranks<T: Ord>(keys: &[T]) -> Vec<u64> {
    rank(keys, Ties::Average).into_iter().map(|r| (2.0 * r) as u64).collect()
}

/// The sizes of the groups of equal keys, in ascending order of the key, groups of one included.
#[must_use]
pub fn tie_groups<T: Ord>(keys: &[T]) -> Vec<usize> {
    let mut order: Vec<&T> = keys.iter().collect();
    order.sort();
    order.chunk_by(|a, b| a == b).map(<[&T]>::len).collect()
}
