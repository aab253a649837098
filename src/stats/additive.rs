//! The additive fit of a two-way table that may have holes.

/// An additive fit: `value = grand + blocks[b] + subjects[s]`, each set of effects summing to 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Additive {
    /// The level that the effects are measured from: the mean of a complete table.
    pub grand: f64,
    /// One effect a block.
    pub blocks: Vec<f64>,
    /// One effect a subject.
    pub subjects: Vec<f64>,
}

/// Fits block and subject effects by least squares to the cells that are there, each given as block,
/// subject and value.
///
/// For a complete table the effects are the row and column means minus the grand mean. With holes
/// they solve the normal equations (unweighted sum-to-zero constraints). `None` when there is no cell,
/// a block or subject without any, or when the cells don't connect all blocks and subjects, so that
/// effects can't be told apart.
#[must_use]
pub fn additive(blocks: usize, subjects: usize, cells: &[(usize, usize, f64)]) -> Option<Additive> {
    if blocks == 0 || subjects == 0 || !connected(blocks, subjects, cells) {
        return None;
    }
    let mut b = vec![0.0; blocks];
    let mut s = vec![0.0; subjects];
    let (mut in_block, mut in_subject) = (vec![0.0f64; blocks], vec![0.0f64; subjects]);
    for &(i, j, _) in cells {
        in_block[i] += 1.0;
        in_subject[j] += 1.0;
    }
    let size = cells.iter().map(|c| c.2.abs()).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    // Alternating means: each step solves for one set of effects with the other held. For a complete
    // table the second round already changes nothing.
    for _ in 0..10_000 {
        let mut change = 0.0f64;
        let mut sums = vec![0.0; blocks];
        for &(i, j, v) in cells {
            sums[i] += v - s[j];
        }
        for i in 0..blocks {
            let fresh = sums[i] / in_block[i];
            change = change.max((fresh - b[i]).abs());
            b[i] = fresh;
        }
        let mut sums = vec![0.0; subjects];
        for &(i, j, v) in cells {
            sums[j] += v - b[i];
        }
        for j in 0..subjects {
            let fresh = sums[j] / in_subject[j];
            change = change.max((fresh - s[j]).abs());
            s[j] = fresh;
        }
        if change <= 1e-14 * size {
            break;
        }
    }
    let (mean_b, mean_s) = (super::mean(&b), super::mean(&s));
    Some(Additive {
        grand: mean_b + mean_s,
        blocks: b.into_iter().map(|e| e - mean_b).collect(),
        subjects: s.into_iter().map(|e| e - mean_s).collect(),
    })
}

/// Whether the cells, as edges between blocks and subjects, make one connected graph of all of them.
fn connected(blocks: usize, subjects: usize, cells: &[(usize, usize, f64)]) -> bool {
    let mut parent: Vec<usize> = (0..blocks + subjects).collect();
    fn root(parent: &mut [usize], mut at: usize) -> usize {
        while parent[at] != at {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        at
    }
    let mut groups = blocks + subjects;
    for &(i, j, _) in cells {
        let (a, b) = (root(&mut parent, i), root(&mut parent, blocks + j));
        if a != b {
            parent[a] = b;
            groups -= 1;
        }
    }
    groups == 1
}

#[cfg(test)]
mod tests {
    use super::additive;

    #[test]
    fn a_complete_table_gives_means() {
        let cells = [(0, 0, 1.0), (0, 1, 3.0), (1, 0, 5.0), (1, 1, 11.0)];
        let fit = additive(2, 2, &cells).unwrap();
        assert_eq!((fit.grand, fit.blocks, fit.subjects), (5.0, vec![-3.0, 3.0], vec![-2.0, 2.0]));
    }

    #[test]
    fn an_additive_table_with_holes_is_recovered() {
        // effects 0, 10, -10 for blocks and 1, -1, 0 for subjects around 50, three cells missing
        let (b, s) = ([0.0, 10.0, -10.0], [1.0, -1.0, 0.0]);
        let cells: Vec<(usize, usize, f64)> = [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 0)]
            .map(|(i, j)| (i, j, 50.0 + b[i] + s[j]))
            .to_vec();
        let fit = additive(3, 3, &cells).unwrap();
        assert!((fit.grand - 50.0).abs() < 1e-9);
        for (got, want) in fit.blocks.iter().zip(b).chain(fit.subjects.iter().zip(s)) {
            assert!((got - want).abs() < 1e-9);
        }
    }

    #[test]
    fn effects_that_cant_be_told_apart_are_none() {
        assert_eq!(additive(2, 2, &[(0, 0, 1.0), (1, 1, 2.0)]), None);
        assert_eq!(additive(0, 0, &[]), None);
    }
}
