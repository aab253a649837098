//! The compact letter display: subjects that share a letter do not differ significantly.
//!
//! H.-P. Piepho, *J. Comput. Graph. Stat.* 13 (2004) 456. Insert-and-absorb splits the set of all
//! subjects at every significant pair and drops sets contained in others; what is left are exactly
//! the maximal cliques of the graph of non-significant pairs, so they are taken from there. Letters
//! that say nothing beyond the others are then dropped, the last first (Gramm et al., *Proc. ALENEX*
//! 2007, on the redundancy of the columns). Correct for any symmetric matrix, transitive or not.

use super::StatsError;
use super::cliques::cliques;

/// The answer of [`compact_letters`].
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct CompactLetters {
    /// The letters of each subject, in the order of the matrix: `"ab"`.
    pub letters: Vec<String>,
    /// The subjects of each letter, `a` first; members from best to worst.
    pub groups: Vec<Vec<usize>>,
}

/// The compact letter display of a matrix of p-values at level `alpha`.
///
/// `p` as for [`cliques`]. `order` names the subjects from best to worst: the letter `a` goes to the
/// group of the best one, and so on. After `z` come `A` to `Z`, then `a1`, `b1` and so on.
///
/// # Errors
/// As [`cliques`]; [`StatsError::Undefined`] where `order` does not name each subject once.
///
/// ```
/// use likewise::stats::compact_letters;
/// let p = vec![vec![1.0, 0.2, 0.01], vec![0.2, 1.0, 0.3], vec![0.01, 0.3, 1.0]];
/// assert_eq!(compact_letters(&p, 0.05, &[0, 1, 2])?.letters, ["a", "ab", "b"]);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn compact_letters(p: &[Vec<f64>], alpha: f64, order: &[usize]) -> Result<CompactLetters, StatsError> {
    let k = p.len();
    let mut place = vec![usize::MAX; k];
    for (at, &subject) in order.iter().enumerate() {
        if let Some(slot) = place.get_mut(subject) {
            *slot = at;
        }
    }
    if order.len() != k || place.contains(&usize::MAX) {
        return Err(StatsError::Undefined {
            procedure: "letter display",
            why: "the order must name each subject once",
        });
    }
    let mut groups = cliques(p, alpha)?;
    for group in &mut groups {
        group.sort_unstable_by_key(|&i| place[i]);
    }
    groups.sort_unstable_by_key(|group| group.iter().map(|&i| place[i]).collect::<Vec<_>>());
    // How many groups hold each pair (and, on the diagonal, each subject).
    let mut held = vec![vec![0u32; k]; k];
    let mut count = |group: &[usize], add: bool| {
        for &i in group {
            for &j in group {
                held[i][j] = if add { held[i][j] + 1 } else { held[i][j] - 1 };
            }
        }
        group.iter().all(|&i| group.iter().all(|&j| held[i][j] > 0))
    };
    for group in &groups {
        count(group, true);
    }
    for at in (0..groups.len()).rev() {
        if count(&groups[at], false) {
            groups.remove(at);
        } else {
            count(&groups[at], true);
        }
    }
    let mut letters = vec![String::new(); k];
    for (at, group) in groups.iter().enumerate() {
        for &i in group {
            letters[i].push_str(&letter(at));
        }
    }
    Ok(CompactLetters { letters, groups })
}

fn letter(at: usize) -> String {
    let base = (at % 52) as u8;
    let base = char::from(if base < 26 { b'a' + base } else { b'A' + base - 26 });
    if at < 52 { base.to_string() } else { format!("{base}{}", at / 52) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::cliques::tests::{five, random};
    use crate::stats::rng::Rng;

    #[test]
    fn not_transitive() {
        let display = compact_letters(&five(), 0.05, &[0, 1, 2, 3, 4]).unwrap();
        assert_eq!(display.letters, ["a", "ab", "bc", "ab", "c"]);
        let turned = compact_letters(&five(), 0.05, &[4, 3, 2, 1, 0]).unwrap();
        assert_eq!(turned.letters, ["c", "bc", "ab", "bc", "a"]);
    }

    /// Piepho's algorithm as published: start from one column, split, absorb.
    fn insert_and_absorb(p: &[Vec<f64>]) -> Vec<Vec<usize>> {
        let mut columns: Vec<Vec<usize>> = vec![(0..p.len()).collect()];
        for (i, row) in p.iter().enumerate() {
            for j in (0..i).filter(|&j| row[j] <= 0.05) {
                let mut next = vec![];
                for column in columns {
                    if column.contains(&i) && column.contains(&j) {
                        next.push(column.iter().copied().filter(|&x| x != i).collect());
                        next.push(column.iter().copied().filter(|&x| x != j).collect());
                    } else {
                        next.push(column);
                    }
                }
                next.sort();
                next.dedup();
                let inside = |a: &[usize], b: &[usize]| a.len() < b.len() && a.iter().all(|x| b.contains(x));
                columns = next.iter().filter(|a| !next.iter().any(|b| inside(a, b))).cloned().collect();
            }
        }
        columns.sort();
        columns
    }

    #[test]
    fn random_matrices() {
        let mut stream = Rng::stream(11, 0);
        for dense in [0, 3, 6, 9, 10] {
            for _ in 0..25 {
                let p = random(8, dense, &mut stream);
                assert_eq!(insert_and_absorb(&p), cliques(&p, 0.05).unwrap());
                let mut order: Vec<usize> = (0..8).collect();
                stream.shuffle(&mut order);
                let display = compact_letters(&p, 0.05, &order).unwrap();
                assert!(display.letters[order[0]].contains('a'));
                for (i, row) in p.iter().enumerate() {
                    for (j, &p) in row.iter().enumerate() {
                        let share = display.letters[i].chars().any(|c| display.letters[j].contains(c));
                        assert_eq!(share, i == j || p > 0.05);
                    }
                }
            }
        }
        assert!(compact_letters(&five(), 0.05, &[0, 1, 2, 3, 3]).is_err());
        assert_eq!((letter(25), letter(26), letter(52)), ("z".into(), "A".into(), "a1".into()));
    }
}
