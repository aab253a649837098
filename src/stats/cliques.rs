//! Groups of subjects of which no two differ significantly.
//!
//! They are the maximal cliques of the graph that joins two subjects when their p-value is above
//! alpha. With a common critical difference (Nemenyi) these are intervals of the mean ranks; with
//! other pairwise tests they need not be: A and D can be alike while B or C between them differs from
//! one of them. Cliques are found with the algorithm of Bron & Kerbosch, *Commun. ACM* 16 (1973) 575,
//! with pivots as in Tomita, Tanaka & Takahashi, *Theor. Comput. Sci.* 363 (2006) 28.

use super::StatsError;
use super::rank_rows::level;

/// Most cliques that are listed; a graph can have 3^(k/3).
const MOST: usize = 20_000;
/// Most branches that are followed.
const BRANCHES: usize = 2_000_000;

/// The maximal groups of subjects that do not differ pairwise at level `alpha`.
///
/// `p` is a square, symmetric matrix of p-values, already adjusted where that is wanted; the diagonal
/// is not read. A pair differs when `p <= alpha`. Every subject is in at least one group; one that
/// differs from all others is a group of its own. Members ascend, groups are in lexical order.
///
/// # Errors
/// [`StatsError::OutOfRange`] unless `0 < alpha < 1`; [`StatsError::Shape`] and
/// [`StatsError::Undefined`] for a matrix that is not square or symmetric;
/// [`StatsError::NotFinite`] for a NaN; [`StatsError::TooLarge`] beyond 20,000 groups.
///
/// ```
/// use likewise::stats::cliques;
/// // B is between A and C but differs from both.
/// let p = vec![vec![1.0, 0.01, 0.3], vec![0.01, 1.0, 0.02], vec![0.3, 0.02, 1.0]];
/// assert_eq!(cliques(&p, 0.05)?, [vec![0, 2], vec![1]]);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn cliques(p: &[Vec<f64>], alpha: f64) -> Result<Vec<Vec<usize>>, StatsError> {
    let alike = alike(p, alpha)?;
    let k = p.len();
    if k == 0 {
        return Ok(Vec::new());
    }
    let mut all = Set::empty(k);
    (0..k).for_each(|i| all.insert(i));
    let mut search = Search { alike, found: Vec::new(), branches: 0 };
    search.extend(&mut Vec::new(), all, Set::empty(k))?;
    let mut found = search.found;
    for clique in &mut found {
        clique.sort_unstable();
    }
    found.sort_unstable();
    Ok(found)
}

/// Who is joined to whom, after a check of the matrix.
fn alike(p: &[Vec<f64>], alpha: f64) -> Result<Vec<Set>, StatsError> {
    let alpha = level(alpha)?;
    let k = p.len();
    if let Some(row) = p.iter().find(|row| row.len() != k) {
        return Err(StatsError::Shape { blocks: k, subjects: k, found: row.len() * k });
    }
    let mut alike = vec![Set::empty(k); k];
    for i in 0..k {
        for j in (0..k).filter(|&j| j != i) {
            if p[i][j].is_nan() {
                return Err(StatsError::NotFinite { what: "the p-values", index: i * k + j });
            }
            if p[i][j] != p[j][i] {
                return Err(StatsError::Undefined {
                    procedure: "grouping",
                    why: "the p-values are not symmetric",
                });
            }
            if p[i][j] > alpha {
                alike[i].insert(j);
            }
        }
    }
    Ok(alike)
}

struct Search {
    alike: Vec<Set>,
    found: Vec<Vec<usize>>,
    branches: usize,
}

impl Search {
    /// Grows `clique` by `candidates`; what is in `done` was tried before.
    fn extend(
        &mut self,
        clique: &mut Vec<usize>,
        mut candidates: Set,
        mut done: Set,
    ) -> Result<(), StatsError> {
        self.branches += 1;
        if self.found.len() > MOST || self.branches > BRANCHES {
            return Err(StatsError::TooLarge {
                procedure: "search for groups",
                size: self.found.len().max(self.branches) as f64,
                limit: if self.found.len() > MOST { MOST as f64 } else { BRANCHES as f64 },
            });
        }
        // The pivot joined to most candidates leaves the fewest branches.
        let pivot = candidates.iter().chain(done.iter()).max_by_key(|&i| self.alike[i].common(&candidates));
        let Some(pivot) = pivot else {
            self.found.push(clique.clone());
            return Ok(());
        };
        let branches: Vec<usize> = candidates.iter().filter(|&i| !self.alike[pivot].contains(i)).collect();
        for i in branches {
            clique.push(i);
            let (next, past) = (candidates.and(&self.alike[i]), done.and(&self.alike[i]));
            self.extend(clique, next, past)?;
            clique.pop();
            candidates.remove(i);
            done.insert(i);
        }
        Ok(())
    }
}

/// A set of small integers, one bit each.
#[derive(Clone)]
struct Set(Vec<u64>);

impl Set {
    fn empty(size: usize) -> Self {
        Self(vec![0; size.div_ceil(64)])
    }
    fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }
    fn remove(&mut self, i: usize) {
        self.0[i / 64] &= !(1 << (i % 64));
    }
    fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }
    fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }
    fn common(&self, other: &Self) -> u32 {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones()).sum()
    }
    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(w, &bits)| {
            // each step takes the lowest bit away
            let some = |bits: u64| (bits != 0).then_some(bits);
            let left = std::iter::successors(some(bits), move |bits| some(bits & (bits - 1)));
            left.map(move |bits| 64 * w + bits.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::stats::rank_rows::testing::{DEMSAR, table};
    use crate::stats::rng::Rng;
    use crate::stats::{Best, nemenyi};

    /// A random symmetric matrix of p-values 0.01 and 0.5.
    pub fn random(k: usize, dense: u64, stream: &mut Rng) -> Vec<Vec<f64>> {
        crate::stats::rank_rows::symmetric(k, 1.0, |_, _| if stream.below(10) < dense { 0.5 } else { 0.01 })
    }

    // Five methods whose groups are not intervals of the rank axis.
    pub fn five() -> Vec<Vec<f64>> {
        let pairs = [0.4, 0.03, 0.21, 0.004, 0.62, 0.33, 0.02, 0.71, 0.18, 0.01];
        let mut next = pairs.into_iter();
        crate::stats::rank_rows::symmetric(5, 1.0, |_, _| next.next().unwrap())
    }

    #[test]
    fn groups_that_are_not_intervals() {
        assert_eq!(cliques(&five(), 0.05).unwrap(), [vec![0, 1, 3], vec![1, 2, 3], vec![2, 4]]);
    }

    #[test]
    fn published_groups() {
        // Demšar (2006), figure 1 (a).
        let p = nemenyi(&table(&DEMSAR, Best::Largest)).unwrap().p;
        assert_eq!(cliques(&p, 0.10).unwrap(), [vec![0, 2], vec![1, 2, 3]]);
        assert_eq!(cliques(&p, 0.05).unwrap(), [vec![0, 1, 2, 3]]);
        // One order in ten blocks: neighbours are joined all the same, as the distance is below CD.
        let p = nemenyi(&table(&[[3, 4, 2, 1, 5]; 10], Best::Smallest)).unwrap().p;
        assert_eq!(cliques(&p, 0.05).unwrap(), [vec![0, 1], vec![0, 2], vec![1, 4], vec![2, 3]]);
    }

    #[test]
    fn all_subsets_agree() {
        let mut stream = Rng::stream(5, 0);
        for dense in [2, 5, 8, 10] {
            for _ in 0..20 {
                let k = 9;
                let p = random(k, dense, &mut stream);
                let clique = |set: usize| {
                    (0..k).all(|i| (0..i).all(|j| set >> i & 1 == 0 || set >> j & 1 == 0 || p[i][j] > 0.05))
                };
                let mut wanted: Vec<Vec<usize>> = (1..1usize << k)
                    .filter(|&s| clique(s) && (0..k).all(|i| s >> i & 1 == 1 || !clique(s | 1 << i)))
                    .map(|s| (0..k).filter(|i| s >> i & 1 == 1).collect())
                    .collect();
                wanted.sort();
                assert_eq!(cliques(&p, 0.05).unwrap(), wanted);
            }
        }
    }

    #[test]
    fn many_subjects() {
        // 150 subjects on a line, joined up to distance 12: 139 intervals.
        let near: Vec<Vec<f64>> = (0..150i32)
            .map(|i| (0..150i32).map(|j| if (i - j).abs() < 12 { 0.5 } else { 0.01 }).collect())
            .collect();
        assert_eq!(cliques(&near, 0.05).unwrap().len(), 139);
        // Complement of 40 triangles: 3^40 cliques are refused, not attempted.
        let worst: Vec<Vec<f64>> =
            (0..120).map(|i| (0..120).map(|j| if i / 3 == j / 3 { 0.01 } else { 0.5 }).collect()).collect();
        assert!(matches!(cliques(&worst, 0.05), Err(StatsError::TooLarge { .. })));
        assert!(cliques(&[], 0.05).unwrap().is_empty());
        assert!(cliques(&[vec![1.0, 0.1], vec![f64::NAN, 1.0]], 0.05).is_err());
        assert!(cliques(&[vec![1.0, 0.1], vec![0.2, 1.0]], 0.05).is_err());
        assert!(cliques(&[vec![1.0]], 1.5).is_err());
    }
}
