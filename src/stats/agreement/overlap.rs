//! Rank-biased overlap (Webber, Moffat and Zobel 2010, ACM TOIS 28:20).

use super::super::StatsError;
use super::check_pairs;

/// Rank-biased overlap, extrapolated, of two rankings of the same subjects: the expected share that a
/// reader sees agree who goes on to the next place with probability `persistence`.
///
/// `RBO = A(n) p^n + (1 - p) / p * sum over d = 1..n of A(d) p^d`, where the agreement
/// `A(d)` compares the subjects in the first `d` places. The smallest key is the first place; tied
/// subjects all stand at the first place of their group, so that `A(d)` is twice the number in common
/// over the sum of both numbers (Webber et al.). 1 for equal rankings; with the usual
/// `persistence` of 0.9 the first 10 places have 86 % of the weight.
///
/// # Errors
/// [`StatsError::Unpaired`] for different lengths, [`StatsError::TooFew`] without a subject,
/// [`StatsError::OutOfRange`] for a persistence outside 0 to 1.
///
/// ```
/// // only the first places differ: agreement 0 at depth 1 with weight 1 - p, 1 from there on
/// let rbo = likewise::stats::rank_biased_overlap(&[1, 2, 3], &[2, 1, 3], 0.9)?;
/// assert!((rbo - 0.9).abs() < 1e-15);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn rank_biased_overlap<T: Ord, U: Ord>(x: &[T], y: &[U], persistence: f64) -> Result<f64, StatsError> {
    check_pairs("rank-biased overlap", x.len(), y.len(), 1)?;
    if !(persistence > 0.0 && persistence < 1.0) {
        let what = "the persistence";
        return Err(StatsError::OutOfRange { what, range: "between 0 and 1", found: persistence });
    }
    let (x, y) = (places(x), places(y));
    let n = x.len();
    // how many subjects join each list, and the common part, at each depth
    let mut joins = vec![(0usize, 0usize); n];
    for (&a, &b) in x.iter().zip(&y) {
        joins[a].0 += 1;
        joins[b].0 += 1;
        joins[a.max(b)].1 += 1;
    }
    let (mut listed, mut common) = (0, 0);
    let (mut sum, mut weight) = (0.0, 1.0 - persistence);
    let mut agreement = 0.0;
    for (list, both) in joins {
        listed += list;
        common += both;
        agreement = 2.0 * common as f64 / listed as f64;
        sum += agreement * weight;
        weight *= persistence;
    }
    // what is left of the weights, taken to agree as the last depth does
    Ok((sum + agreement * weight / (1.0 - persistence)).min(1.0))
}

/// The place of each key from 0, tied keys at the first of theirs.
fn places<T: Ord>(keys: &[T]) -> Vec<usize> {
    let mut sorted: Vec<&T> = keys.iter().collect();
    sorted.sort_unstable();
    keys.iter().map(|key| sorted.partition_point(|&other| other < key)).collect()
}

#[cfg(test)]
mod tests {
    use super::rank_biased_overlap as rbo;

    fn near(got: f64, want: f64) {
        assert!((got - want).abs() < 1e-14, "{got} {want}");
    }

    #[test]
    fn worked_by_hand() {
        let p: f64 = 0.8;
        // reversal of four: agreements 0, 0, 2/3, 1
        let want = (1.0 - p) * (2.0 / 3.0 * p * p + p.powi(3)) + p.powi(4);
        near(rbo(&[1, 2, 3, 4], &[4, 3, 2, 1], p).unwrap(), want);
        // first two tied on one side: depth 1 has {a, b} and {a}: 2/3, depth 2 all, depth 3 all
        near(rbo(&[1, 1, 3], &[1, 2, 3], p).unwrap(), (1.0 - p) * 2.0 / 3.0 + p);
        // all tied against an order of two: 2/3, then 1
        near(rbo(&[5, 5], &[1, 2], p).unwrap(), (1.0 - p) * 2.0 / 3.0 + p);
    }

    #[test]
    fn equal_rankings_agree_wholly() {
        for p in [0.1, 0.5, 0.9, 0.999] {
            near(rbo(&[3, 1, 2, 2, 9], &[30, 10, 20, 20, 90], p).unwrap(), 1.0);
            near(rbo(&[1], &[7], p).unwrap(), 1.0);
        }
        let (x, y) = ([3, 1, 2, 2, 9], [1, 1, 4, 2, 3]);
        near(rbo(&x, &y, 0.9).unwrap(), rbo(&y, &x, 0.9).unwrap());
    }

    #[test]
    fn bad_arguments_are_errors() {
        for p in [0.0, 1.0, -1.0, f64::NAN] {
            assert!(rbo(&[1], &[1], p).is_err());
        }
        assert!(rbo(&[1, 2], &[1], 0.9).is_err() && rbo::<i32, i32>(&[], &[], 0.9).is_err());
    }
}
