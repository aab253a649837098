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

/// [`doubled_midranks`] of whole numbers, most of which lie near each other: where key and place fit into one
/// word, words are sorted instead of places by their keys.
pub(crate) fn doubled_midranks_of(keys: &[i128]) -> Vec<u64> {
    let (Some(&least), Some(&most)) = (keys.iter().min(), keys.iter().max()) else { return Vec::new() };
    let bits = usize::BITS - keys.len().leading_zeros();
    // the range of a difference of two i128 is that of a u128
    let wide = most.abs_diff(least);
    if wide >> (64 - bits) != 0 {
        return doubled_midranks(keys);
    }
    let packed = |(at, &key): (usize, &i128)| (key.abs_diff(least) as u64) << bits | at as u64;
    let mut words: Vec<u64> = keys.iter().enumerate().map(packed).collect();
    words.sort_unstable();
    let mut ranks = vec![0; keys.len()];
    let mut start = 0;
    for group in words.chunk_by(|a, b| a >> bits == b >> bits) {
        let shared = (2 * start + 1 + group.len()) as u64;
        for word in group {
            ranks[(word & ((1 << bits) - 1)) as usize] = shared;
        }
        start += group.len();
    }
    ranks
}

/// The sizes of the groups of equal keys, in ascending order of the key, groups of one included.
#[must_use]
pub fn tie_groups<T: Ord>(keys: &[T]) -> Vec<usize> {
    let mut order: Vec<&T> = keys.iter().collect();
    order.sort();
    order.chunk_by(|a, b| a == b).map(<[&T]>::len).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{doubled_midranks, doubled_midranks_of};

    proptest! {
        #[test]
        fn packed_keys_have_the_same_ranks(
            near in prop::collection::vec(-9i128..9, 0..40),
            far in prop::collection::vec(any::<i128>(), 0..9),
            edge in prop::collection::vec(0i128..1 << 62, 0..9),
        ) {
            let ends = [i128::MIN, i128::MAX, 0];
            for keys in [&near[..], &far, &edge, &ends, &ends[2..]] {
                prop_assert_eq!(doubled_midranks_of(keys), doubled_midranks(keys));
            }
        }
    }
}
