//! The pairs that two rankings order in opposite ways.

use super::super::StatsError;
use super::check_pairs;

/// Two subjects that change places: the first ranking has `before` ahead of `after`, the second the
/// other way round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Reversal {
    /// The index of the subject with the smaller key in the first ranking.
    pub before: usize,
    /// The index of the subject with the smaller key in the second ranking.
    pub after: usize,
}

/// All reversals between two rankings of the same subjects, in ascending order of the indices. Ties on
/// either side are no reversal. Their number is Kendall's count of discordant pairs.
///
/// # Errors
/// [`StatsError::Unpaired`] for different lengths.
///
/// ```
/// use likewise::stats::{Reversal, reversals};
/// assert_eq!(reversals(&[3, 1, 2], &[3, 2, 1])?, [Reversal { before: 1, after: 2 }]);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn reversals<T: Ord, U: Ord>(x: &[T], y: &[U]) -> Result<Vec<Reversal>, StatsError> {
    check_pairs("the list of reversals", x.len(), y.len(), 0)?;
    let mut found = Vec::new();
    for before in 0..x.len() {
        for after in 0..x.len() {
            if x[before] < x[after] && y[before] > y[after] {
                found.push(Reversal { before, after });
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{Reversal, reversals};

    #[test]
    fn ties_are_no_reversals() {
        let found = reversals(&[1, 2, 2, 4], &[2, 1, 2, 0]).unwrap();
        let pairs = [(0, 1), (0, 3), (1, 3), (2, 3)].map(|(before, after)| Reversal { before, after });
        assert_eq!(found, pairs);
        assert_eq!(reversals::<i32, i32>(&[], &[]), Ok(vec![]));
        assert!(reversals(&[1], &[1, 2]).is_err());
    }
}
