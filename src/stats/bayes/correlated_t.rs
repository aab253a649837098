//! The Bayesian correlated t-test for cross-validation.

use super::{Computed, Posterior, differences::negative_rope};
use crate::stats::{StatsError, mean, sum, t_sf};

/// The posterior of a correlated t-test.
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct CorrelatedT {
    /// The three probabilities.
    pub posterior: Posterior,
    /// The posterior's centre: the mean difference.
    pub mean: f64,
    /// The posterior's scale (not its standard deviation).
    pub scale: f64,
    /// Its degrees of freedom, one less than the differences.
    pub df: f64,
    /// The correlation that was assumed between differences.
    pub correlation: f64,
}

/// The Bayesian correlated t-test of differences from the folds of (repeated) cross-validation on one
/// data set (Corani and Benavoli, Machine Learning 100, 2015): the mean difference has a Student
/// posterior with `n - 1` degrees of freedom, centre the mean and squared scale
/// `(1/n + rho / (1 - rho)) s^2`. The correlation `rho` is the share of data in a test fold, `1 / folds`
/// (Nadeau and Bengio, Machine Learning 52, 2003).
///
/// `differences` are right minus left, one for each fold of each run, positive where the right is better;
/// `folds` the folds of one run. The posterior is continuous, so edges don't matter; when all differences
/// are equal it is a point, with an edge inside and, for a region of 0, a difference of 0 half to each
/// side.
///
/// ```
/// use likewise::stats::bayes::correlated_t;
/// let d = [1.1, 0.4, -0.2, 0.9, 0.6, 0.3, 0.8, 0.1, 0.5, 0.7];
/// let t = correlated_t(&d, 0.1, 10)?;
/// assert!((t.posterior.p_left + t.posterior.p_rope + t.posterior.p_right - 1.0).abs() < 1e-12);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
///
/// # Errors
/// [`StatsError::TooFew`] below two differences or folds, [`StatsError::NotFinite`],
/// [`StatsError::OutOfRange`] for a negative region or differences that are not whole runs of `folds`.
pub fn correlated_t(differences: &[f64], rope: f64, folds: usize) -> Result<CorrelatedT, StatsError> {
    const NAME: &str = "the correlated t-test";
    let few = |what, found| StatsError::TooFew { procedure: NAME, what, needed: 2, found };
    let n = differences.len();
    if n < 2 {
        return Err(few("differences", n));
    }
    if folds < 2 {
        return Err(few("folds", folds));
    }
    if !n.is_multiple_of(folds) {
        return Err(StatsError::OutOfRange {
            what: "the number of differences",
            range: "a multiple of the folds",
            found: n as f64,
        });
    }
    if let Some(index) = differences.iter().position(|d| !d.is_finite()) {
        return Err(StatsError::NotFinite { what: "the differences", index });
    }
    if !(rope.is_finite() && rope >= 0.0) {
        return Err(negative_rope(rope));
    }
    let correlation = 1.0 / folds as f64;
    let centre = mean(differences);
    let squares: Vec<f64> = differences.iter().map(|d| (d - centre) * (d - centre)).collect();
    let df = n as f64 - 1.0;
    let scale = if differences.iter().all(|&d| d == differences[0]) {
        0.0
    } else {
        ((1.0 / n as f64 + correlation / (1.0 - correlation)) * sum(&squares) / df).sqrt()
    };
    if !(centre.is_finite() && scale.is_finite()) {
        return Err(StatsError::Undefined {
            procedure: NAME,
            why: "the differences are too large to be squared",
        });
    }
    let (p_left, p_rope, p_right) = if scale == 0.0 {
        let centre = differences[0];
        match (rope == 0.0 && centre == 0.0, centre < -rope, centre > rope) {
            (true, ..) => (0.5, 0.0, 0.5),
            (_, true, _) => (1.0, 0.0, 0.0),
            (_, _, true) => (0.0, 0.0, 1.0),
            _ => (0.0, 1.0, 0.0),
        }
    } else {
        let left = t_sf((rope + centre) / scale, df);
        let right = t_sf((rope - centre) / scale, df);
        (left, if rope == 0.0 { 0.0 } else { (1.0 - left - right).max(0.0) }, right)
    };
    let posterior = Posterior {
        p_left,
        p_rope,
        p_right,
        errors: [0.0; 3],
        rope,
        pairs: n,
        prior: 0.0,
        computed: Computed::Analytic,
    };
    Ok(CorrelatedT { posterior, mean: centre, scale, df, correlation })
}

#[cfg(test)]
mod tests {
    use super::correlated_t;
    use crate::stats::StatsError;

    const D: [f64; 10] = [1.1, 0.4, -0.2, 0.9, 0.6, 0.3, 0.8, 0.1, 0.5, 0.7];

    #[test]
    fn probabilities_match_baycomp() {
        // baycomp 1.0.3 (scipy's t distribution); the second with two runs of five folds
        let cases = [
            (0.1, 10, [0.0034891081858142675, 0.017987891361097352, 0.9785230004530884], 0.03180740740740741),
            (0.0, 10, [0.008576042371634118, 0.0, 0.9914239576283659], 0.03180740740740741),
            (0.5, 5, [0.0008096544831103603, 0.465442299850405, 0.5337480456664847], 0.05273333333333333),
        ];
        for (rope, folds, want, square) in cases {
            let t = correlated_t(&D, rope, folds).unwrap();
            assert!(
                (t.mean - 0.52).abs() < 1e-15 && (t.scale * t.scale - square).abs() < 1e-15 && t.df == 9.0
            );
            for (got, want) in
                [t.posterior.p_left, t.posterior.p_rope, t.posterior.p_right].into_iter().zip(want)
            {
                assert!((got - want).abs() < 1e-12, "{got} {want}");
            }
        }
    }

    #[test]
    fn equal_differences_are_a_point() {
        let p = |d: f64, rope| {
            let t = correlated_t(&[d; 4], rope, 2).unwrap().posterior;
            (t.p_left, t.p_rope, t.p_right)
        };
        assert_eq!(p(0.1, 0.1), (0.0, 1.0, 0.0));
        assert_eq!(p(0.1, 0.05), (0.0, 0.0, 1.0));
        assert_eq!(p(-0.1, 0.05), (1.0, 0.0, 0.0));
        assert_eq!(p(0.0, 0.0), (0.5, 0.0, 0.5));
    }

    #[test]
    fn bad_arguments_are_errors() {
        assert!(matches!(correlated_t(&[1.0], 0.0, 2), Err(StatsError::TooFew { .. })));
        assert!(matches!(correlated_t(&D, 0.0, 1), Err(StatsError::TooFew { .. })));
        assert!(matches!(correlated_t(&D, 0.0, 3), Err(StatsError::OutOfRange { .. })));
        assert!(matches!(correlated_t(&D, f64::NAN, 5), Err(StatsError::OutOfRange { .. })));
        assert!(matches!(
            correlated_t(&[1.0, f64::NAN], 0.0, 2),
            Err(StatsError::NotFinite { index: 1, .. })
        ));
        assert!(matches!(correlated_t(&[1e300, -1e300], 0.0, 2), Err(StatsError::Undefined { .. })));
    }
}
