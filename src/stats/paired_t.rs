//! The paired t-test (Student 1908) with a check of what it assumes.

use super::inference::Alternative;
use super::tails::{t_quantile, t_sf};
use super::{ShapiroWilk, StatsError, mean, sd, shapiro_wilk};

/// The answer of [`paired_t`]; `mean`, `sd`, `standard_error` and `interval` are on the scale of the
/// data.
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct PairedT {
    /// How many pairs there are.
    pub n: usize,
    /// The mean difference.
    pub mean: f64,
    /// The standard deviation of the differences.
    pub sd: f64,
    /// The standard error of the mean difference.
    pub standard_error: f64,
    /// The statistic `mean / standard_error`.
    pub t: f64,
    /// Degrees of freedom, `n - 1`.
    pub df: usize,
    /// The p-value for `alternative`.
    pub p: f64,
    /// Which departures count.
    pub alternative: Alternative,
    /// The two-sided confidence interval of the mean difference.
    pub interval: (f64, f64),
    /// Its confidence.
    pub level: f64,
    /// The Shapiro-Wilk test of the differences; `None` with 2 or more than 5,000 pairs.
    pub normality: Option<ShapiroWilk>,
}

/// Tests whether the mean of paired differences is 0, taking them as normal.
///
/// `differences` are whole numbers of `1 / divisor` (see [`BlockTable`](super::BlockTable)). Zeros are
/// differences like others. Over few benchmarks of unlike difficulty the assumption seldom holds
/// (Demšar 2006).
///
/// # Errors
/// [`StatsError::TooFew`] below 2 pairs; [`StatsError::Undefined`] when all differences are equal,
/// where t would be 0/0 or infinite; [`StatsError::OutOfRange`] for a level outside 0 to 1 or a divisor
/// that is not positive and finite.
///
/// ```
/// use likewise::stats::{Alternative, paired_t};
/// // Student's sleep data: extra hours with two drugs
/// let d = [-12, -24, -13, -13, 0, -10, -18, -8, -46, -14];
/// let t = paired_t(&d, 10.0, Alternative::TwoSided, 0.95)?;
/// assert!((t.t + 4.0621).abs() < 5e-5 && (t.p - 0.002833).abs() < 5e-7);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn paired_t(
    differences: &[i128],
    divisor: f64,
    alternative: Alternative,
    level: f64,
) -> Result<PairedT, StatsError> {
    const PROCEDURE: &str = "the paired t-test";
    let n = differences.len();
    if !(level > 0.0 && level < 1.0) {
        return Err(StatsError::OutOfRange { what: "the level", range: "between 0 and 1", found: level });
    }
    if !(divisor > 0.0 && divisor.is_finite()) {
        return Err(StatsError::OutOfRange {
            what: "the divisor",
            range: "positive and finite",
            found: divisor,
        });
    }
    let values: Vec<f64> = differences.iter().map(|&d| d as f64 / divisor).collect();
    let few = StatsError::TooFew { procedure: PROCEDURE, what: "pairs", needed: 2, found: n };
    let sd = sd(&values).ok_or(few)?;
    if differences.windows(2).all(|w| w[0] == w[1]) {
        return Err(StatsError::Undefined { procedure: PROCEDURE, why: "all differences are equal" });
    }
    let mean = mean(&values);
    let standard_error = sd / (n as f64).sqrt();
    let (t, df) = (mean / standard_error, n - 1);
    if !t.is_finite() || standard_error == 0.0 {
        let why = "the differences vary too little to be told apart in floating point";
        return Err(StatsError::Undefined { procedure: PROCEDURE, why });
    }
    let p = match alternative {
        Alternative::TwoSided => 2.0 * t_sf(t.abs(), df as f64),
        Alternative::Less => t_sf(-t, df as f64),
        Alternative::Greater => t_sf(t, df as f64),
    };
    let half = standard_error * -t_quantile((1.0 - level) / 2.0, df as f64);
    Ok(PairedT {
        n,
        mean,
        sd,
        standard_error,
        t,
        df,
        p: p.min(1.0),
        alternative,
        interval: (mean - half, mean + half),
        level,
        normality: shapiro_wilk(&values).ok(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn student_sleep_data() {
        // R: t.test(extra ~ group, paired = TRUE)
        let d = [-12, -24, -13, -13, 0, -10, -18, -8, -46, -14];
        let t = paired_t(&d, 10.0, Alternative::TwoSided, 0.95).unwrap();
        assert!((t.t + 4.062127683382).abs() < 1e-11, "{}", t.t);
        assert!((t.p - 0.00283289019738).abs() < 1e-13, "{}", t.p);
        assert!((t.interval.0 + 2.4598858).abs() < 5e-8 && (t.interval.1 + 0.7001142).abs() < 5e-8);
        assert_eq!((t.df, t.n), (9, 10));
        assert!((t.mean + 1.58).abs() < 1e-15);
        let less = paired_t(&d, 10.0, Alternative::Less, 0.95).unwrap().p;
        let greater = paired_t(&d, 10.0, Alternative::Greater, 0.95).unwrap().p;
        assert!((less - t.p / 2.0).abs() < 1e-15 && (greater + less - 1.0).abs() < 1e-14);
        assert!(t.normality.unwrap().p < 0.1);
    }

    #[test]
    fn two_pairs_follow_the_cauchy_distribution() {
        // differences 1 and 3: mean 2, se 1, t = 2 on one degree
        let t = paired_t(&[1, 3], 1.0, Alternative::TwoSided, 0.5).unwrap();
        assert!((t.t - 2.0).abs() < 1e-14 && t.normality.is_none());
        assert!((t.p - 2.0 * 0.5f64.atan() / std::f64::consts::PI).abs() < 1e-14);
        // its quartiles are at ±1
        assert!((t.interval.0 - 1.0).abs() < 1e-12 && (t.interval.1 - 3.0).abs() < 1e-12);
    }

    #[test]
    fn no_variation_and_bad_arguments_are_errors() {
        let run = |d: &[i128], divisor, level| paired_t(d, divisor, Alternative::TwoSided, level);
        assert!(matches!(run(&[0, 0, 0], 1.0, 0.95), Err(StatsError::Undefined { .. })));
        assert!(matches!(run(&[1, 1, 1], 10.0, 0.95), Err(StatsError::Undefined { .. })));
        assert!(matches!(
            run(&[10i128.pow(30), 10i128.pow(30) + 1], 1.0, 0.9),
            Err(StatsError::Undefined { .. })
        ));
        assert!(matches!(run(&[1], 1.0, 0.95), Err(StatsError::TooFew { .. })));
        assert!(run(&[1, 2], 0.0, 0.95).is_err() && run(&[1, 2], 1.0, f64::NAN).is_err());
        // balanced: t is 0 and p 1
        let even = run(&[-1, 1], 1.0, 0.95).unwrap();
        assert_eq!((even.t, even.p), (0.0, 1.0));
    }
}
