//! Conover and Iman's comparison of all pairs after Friedman's test, by Student's t.
//!
//! Conover, *Practical Nonparametric Statistics* (3rd ed. 1999):
//! `t = (R_i - R_j) / sqrt(2 (n A - sum R_j^2) / ((n-1)(k-1)))` with rank sums R and A the sum of all
//! squared ranks, on `(n-1)(k-1)` degrees of freedom; ties are taken care of by A. To be used after
//! a significant omnibus test; the p-values are unadjusted.

use std::f64::consts::SQRT_2;

use super::rank_rows::{RankRows, symmetric};
use super::{BlockTable, StatsError, StudentizedRange, t_quantile, t_two_sided};

/// The answer of [`conover`].
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Conover {
    /// Number of blocks, n.
    pub blocks: usize,
    /// Number of subjects, k.
    pub subjects: usize,
    /// Mean mid-rank of each subject; 1 is best.
    pub mean_ranks: Vec<f64>,
    /// Degrees of freedom, `(n - 1)(k - 1)`.
    pub df: usize,
    /// Standard error of a difference of two mean ranks; 0 where all blocks agree perfectly.
    pub standard_error: f64,
    /// Two-sided p of each pair, unadjusted; 1 on the diagonal. Where the standard error is 0: 0 for
    /// different mean ranks (t is infinite), 1 for equal ones.
    pub p: Vec<Vec<f64>>,
}

impl Conover {
    /// The t statistic of the pair, positive where subject `i` has the larger (worse) mean rank;
    /// `None` where it is infinite or undefined because the standard error is 0, or outside the table.
    #[must_use]
    pub fn t(&self, i: usize, j: usize) -> Option<f64> {
        let (a, b) = (self.mean_ranks.get(i)?, self.mean_ranks.get(j)?);
        (self.standard_error > 0.0).then(|| (a - b) / self.standard_error)
    }

    /// The least significant difference of mean ranks at level `alpha`, unadjusted.
    ///
    /// # Errors
    /// [`StatsError::OutOfRange`] unless `0 < alpha < 1`.
    pub fn critical_difference(&self, alpha: f64) -> Result<f64, StatsError> {
        let alpha = super::rank_rows::level(alpha)?;
        Ok(-t_quantile(0.5 * alpha, self.df as f64) * self.standard_error)
    }

    /// p-values adjusted for all pairs in a single step, `P(Q > sqrt(2) |t|)` with Q the studentized
    /// range of k means on `df` degrees of freedom: `self.df as f64` goes with the t statistics,
    /// `f64::INFINITY` is what PMCMRplus 1.9.10 and scikit-posthocs 0.17 print (and is liberal).
    ///
    /// # Errors
    /// [`StatsError::OutOfRange`] above 10,000 subjects or for `df` below 1.
    pub fn single_step(&self, df: f64) -> Result<Vec<Vec<f64>>, StatsError> {
        if self.standard_error <= 0.0 {
            return Ok(self.p.clone());
        }
        let k = self.subjects;
        let range = StudentizedRange::new(k, df)?;
        let gap = |i: usize, j: usize| (self.mean_ranks[i] - self.mean_ranks[j]).abs();
        let q: Vec<f64> =
            (0..k).flat_map(|i| (i + 1..k).map(move |j| gap(i, j) / self.standard_error * SQRT_2)).collect();
        let mut tails = range.sf_many(&q).into_iter();
        Ok(symmetric(k, 1.0, |_, _| tails.next().unwrap_or(1.0)))
    }
}

/// Conover's test of all pairs on a complete table of n >= 2 blocks by k >= 2 subjects.
///
/// # Errors
/// [`StatsError::TooFew`], [`StatsError::Incomplete`].
///
/// ```
/// use likewise::stats::{Best, BlockTable, conover};
/// let table = BlockTable::parse(&[&["3", "2", "1"], &["9", "7", "8"], &["4", "3", "2"]], Best::Largest)?;
/// let test = conover(&table)?;
/// assert_eq!(test.df, 4);
/// assert!(test.p[0][2] < 0.05);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn conover(table: &BlockTable) -> Result<Conover, StatsError> {
    let ranks = RankRows::new(table, "Conover test", 2, 2)?;
    let (k, n) = (ranks.k, ranks.n);
    let df = (n - 1) * (k - 1);
    // Four times n A - sum R^2, exact: ranks are doubled.
    let residual = n as i128 * ranks.squares() - ranks.sum_squares();
    let standard_error = (0.5 * residual as f64 / df as f64).sqrt() / n as f64;
    let p = symmetric(k, 1.0, |i, j| {
        let gap = ranks.sums[i].abs_diff(ranks.sums[j]);
        if gap == 0 {
            1.0
        } else if residual == 0 {
            0.0
        } else {
            t_two_sided(gap as f64 / (2.0 * n as f64 * standard_error), df as f64)
        }
    });
    Ok(Conover { blocks: n, subjects: k, mean_ranks: ranks.mean_ranks(), df, standard_error, p })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Best;
    use crate::stats::rank_rows::testing::{STORES, table};

    // Conover (1999): demand for five brands in seven stores; PMCMRplus 1.9.10, R ptukey.
    #[test]
    fn stores() {
        let test = conover(&table(&STORES, Best::Smallest)).unwrap();
        let single = test.single_step(f64::INFINITY).unwrap();
        assert_eq!(test.df, 24);
        for (i, j, t, p, tukey) in [
            (0, 1, 1.240441450618588, 0.22680245946885896, 0.7275950352509973),
            (0, 3, -0.8587671581205608, 0.3989651095380945, 0.9118417339708873),
            (1, 3, -2.099208608739149, 0.04649742571354883, 0.22029162012912273),
            (1, 4, -2.385464328112669, 0.02530139383957877, 0.11921271998963379),
            (3, 4, -0.2862557193735203, 0.7771387303234571, 0.9985356512118587),
        ] {
            assert!((test.t(i, j).unwrap() - t).abs() < 1e-12 && (test.p[i][j] - p).abs() < 1e-12);
            assert!((single[j][i] - tukey).abs() < 1e-10, "{}", single[j][i]);
        }
        // scipy 1.17.1 studentized_range.sf with df = 24.
        assert!((test.single_step(24.0).unwrap()[1][3] - 0.2528958969577979).abs() < 1e-9);
        assert_eq!(test.p[1][2], 1.0);
        assert_eq!(conover(&table(&STORES, Best::Largest)).unwrap().p[0][4], test.p[0][4]);
        // The difference at the critical value has just that p.
        let t = test.critical_difference(0.05).unwrap() / test.standard_error;
        assert!((t_two_sided(t, 24.0) - 0.05).abs() < 1e-12);
    }

    #[test]
    fn perfect_agreement() {
        let test = conover(&table(&[[3, 4, 2, 1, 5]; 10], Best::Largest)).unwrap();
        for i in 0..5 {
            for j in 0..5 {
                assert_eq!(test.p[i][j], if i == j { 1.0 } else { 0.0 });
            }
        }
        assert!(test.t(0, 1).is_none() && test.single_step(36.0).unwrap()[0][1] == 0.0);
        let flat = conover(&table(&[[1, 1, 1]; 3], Best::Largest)).unwrap();
        assert!(flat.p.iter().flatten().all(|&p| p == 1.0));
    }
}
