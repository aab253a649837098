//! The weighted tau of Vigna (2015, WWW, "A weighted correlation index for rankings with ties").

use super::super::StatsError;
use super::{check_pairs, check_varied, dense};

/// The additive hyperbolic weighted tau: as Kendall's tau-b, but a pair counts `1 / (r + 1) + 1 / (s + 1)`
/// for subjects at places `r` and `s` from 0 at the top, so that exchanges near the top weigh most.
///
/// The smallest key is the top. Places are once those of the first ranking, its ties broken by the
/// second, and once the other way round; the answer is the mean of both, from -1 to 1. There is no
/// test: its null distribution is not known. Takes `O(n²)`.
///
/// # Errors
/// [`StatsError::Unpaired`] for different lengths, [`StatsError::TooFew`] below 2 subjects,
/// [`StatsError::Undefined`] when one side ties all subjects.
///
/// ```
/// use likewise::stats::weighted_tau;
/// let top_exchanged = weighted_tau(&[1, 2, 3, 4], &[2, 1, 3, 4])?;
/// let end_exchanged = weighted_tau(&[1, 2, 3, 4], &[1, 2, 4, 3])?;
/// assert!(top_exchanged < end_exchanged);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn weighted_tau<T: Ord, U: Ord>(x: &[T], y: &[U]) -> Result<f64, StatsError> {
    const PROCEDURE: &str = "the weighted tau";
    check_pairs(PROCEDURE, x.len(), y.len(), 2)?;
    let (x, y) = (dense(x), dense(y));
    check_varied(PROCEDURE, &x, &y)?;
    Ok(f64::midpoint(by_first(&x, &y), by_first(&y, &x)))
}

fn by_first(x: &[usize], y: &[usize]) -> f64 {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by_key(|&i| (x[i], y[i]));
    let (mut product, mut norm_x, mut norm_y) = (0.0, 0.0, 0.0);
    for (r, &i) in order.iter().enumerate() {
        for (s, &j) in order[..r].iter().enumerate() {
            let weight = 1.0 / (r + 1) as f64 + 1.0 / (s + 1) as f64;
            let (cx, cy) = (x[i].cmp(&x[j]), y[i].cmp(&y[j]));
            norm_x += if cx.is_ne() { weight } else { 0.0 };
            norm_y += if cy.is_ne() { weight } else { 0.0 };
            product += f64::from(cx as i8 * cy as i8) * weight;
        }
    }
    (product / (f64::sqrt(norm_x) * f64::sqrt(norm_y))).clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::{by_first, dense, weighted_tau};

    #[test]
    fn scipy_examples() {
        // scipy takes the largest score as the top
        let x = [12, 2, 1, 12, 2].map(|v| -v);
        let y = [1, 4, 7, 1, 0].map(|v| -v);
        assert!((weighted_tau(&x, &y).unwrap() + 0.5669496815368272).abs() < 1e-14);
        let (x, y) = (dense(&x), dense(&y));
        assert!((by_first(&x, &y) + 0.4157652301037516).abs() < 1e-14);
        assert!((by_first(&y, &x) + 0.7181341329699029).abs() < 1e-14);
    }

    #[test]
    fn the_order_of_subjects_does_not_matter() {
        let (x, y) = ([12, 2, 1, 12, 2, 3], [1, 4, 7, 1, 0, 4]);
        let (mut back_x, mut back_y) = (x, y);
        back_x.reverse();
        back_y.reverse();
        assert!((weighted_tau(&x, &y).unwrap() - weighted_tau(&back_x, &back_y).unwrap()).abs() < 1e-15);
    }

    #[test]
    fn the_ends_and_what_is_not_defined() {
        assert!((weighted_tau(&[1, 2, 3], &[1, 2, 3]).unwrap() - 1.0).abs() < 1e-15);
        assert!((weighted_tau(&[1, 2, 3], &[3, 2, 1]).unwrap() + 1.0).abs() < 1e-15);
        assert!(weighted_tau(&[1, 1], &[1, 2]).is_err());
        assert!(weighted_tau(&[1, 2], &[1]).is_err() && weighted_tau(&[1], &[1]).is_err());
    }
}
