//! The Shapiro-Wilk test of normality by Royston's approximation (Royston 1995, Applied Statistics
//! 44:547-551, algorithm AS R94).

use super::tails::{normal_quantile, normal_sf};
use super::{StatsError, mean, sum};

/// The answer of [`shapiro_wilk`].
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct ShapiroWilk {
    /// How many values there are.
    pub n: usize,
    /// The statistic, at most 1; near 1 for data that look normal.
    pub w: f64,
    /// The p-value; small speaks against normality. 1e-99 where `w` lies below what the approximation
    /// covers.
    pub p: f64,
}

/// Tests whether values could come from a normal distribution.
///
/// With few values it can hardly reject anything: a large p-value is no evidence of normality. Ties
/// (rounding) lower `w` somewhat.
///
/// # Errors
/// [`StatsError::TooFew`] below 3 values, [`StatsError::OutOfRange`] above 5,000 (the approximation was
/// fitted up to there), [`StatsError::NotFinite`], [`StatsError::Undefined`] when all values are equal.
///
/// ```
/// let t = likewise::stats::shapiro_wilk(&[148.0, 154.0, 158.0, 160.0, 161.0, 162.0, 166.0, 170.0, 182.0,
///     195.0, 236.0])?;
/// assert!((t.w - 0.78881).abs() < 1e-5 && (t.p - 0.0067).abs() < 1e-4);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn shapiro_wilk(values: &[f64]) -> Result<ShapiroWilk, StatsError> {
    const PROCEDURE: &str = "the Shapiro-Wilk test";
    let n = values.len();
    if n < 3 {
        return Err(StatsError::TooFew { procedure: PROCEDURE, what: "values", needed: 3, found: n });
    }
    if n > 5000 {
        let what = "the number of values for the Shapiro-Wilk test";
        return Err(StatsError::OutOfRange { what, range: "at most 5000", found: n as f64 });
    }
    if let Some(index) = values.iter().position(|v| !v.is_finite()) {
        return Err(StatsError::NotFinite { what: "the sample", index });
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    // halved before subtracting, so that the range of huge values does not overflow
    let (low, half_range) = (sorted[0], sorted[n - 1] / 2.0 - sorted[0] / 2.0);
    if half_range == 0.0 {
        return Err(StatsError::Undefined { procedure: PROCEDURE, why: "all values are equal" });
    }
    // the statistic does not depend on location and scale
    let x: Vec<f64> = sorted.iter().map(|v| (v / 2.0 - low / 2.0) / half_range).collect();
    let centre = mean(&x);
    let squares: Vec<f64> = x.iter().map(|v| (v - centre) * (v - centre)).collect();
    let ss = sum(&squares);
    let weights = weights(n);
    let contrast: Vec<f64> = weights.iter().enumerate().map(|(i, a)| a * (x[n - 1 - i] - x[i])).collect();
    let contrast = sum(&contrast);
    // 1 - W as a product, so that a W near 1 keeps its digits
    let norm = (2.0 * weights.iter().map(|a| a * a).sum::<f64>()).sqrt();
    let scale = norm * ss.sqrt();
    let rest = ((scale - contrast) * (scale + contrast) / (scale * scale)).clamp(0.0, 1.0);
    Ok(ShapiroWilk { n, w: 1.0 - rest, p: p_value(rest, n) })
}

/// The coefficients of the largest minus the smallest value, the next two, and so on.
fn weights(n: usize) -> Vec<f64> {
    if n == 3 {
        return vec![std::f64::consts::FRAC_1_SQRT_2];
    }
    let size = n as f64;
    // expected normal order statistics (Blom), the largest first
    let m: Vec<f64> = (1..=n / 2).map(|i| -normal_quantile((i as f64 - 0.375) / (size + 0.25))).collect();
    let square = 2.0 * m.iter().map(|m| m * m).sum::<f64>();
    let u = 1.0 / size.sqrt();
    let first = m[0] / square.sqrt()
        + polynomial(&[0.0, 0.221_157, -0.147_981, -2.071_190, 4.434_685, -2.706_056], u);
    let mut a = vec![first];
    let mut left = (square - 2.0 * m[0] * m[0], 1.0 - 2.0 * first * first);
    if n > 5 {
        let second = m[1] / square.sqrt()
            + polynomial(&[0.0, 0.042_981, -0.293_762, -1.752_461, 5.682_633, -3.582_633], u);
        a.push(second);
        left = (left.0 - 2.0 * m[1] * m[1], left.1 - 2.0 * second * second);
    }
    let factor = (left.0 / left.1).sqrt();
    a.extend(m[a.len()..].iter().map(|m| m / factor));
    a
}

/// The p-value for `1 - W`.
fn p_value(rest: f64, n: usize) -> f64 {
    let size = n as f64;
    if n == 3 {
        let angle = (1.0 - rest).sqrt().asin() - 0.75f64.sqrt().asin();
        return (6.0 / std::f64::consts::PI * angle).clamp(0.0, 1.0);
    }
    let log = rest.ln();
    let z = if n <= 11 {
        let limit = 0.459f64.mul_add(size, -2.273);
        if log >= limit {
            return 1e-99;
        }
        let mean = polynomial(&[0.544, -0.399_78, 0.025_054, -6.714e-4], size);
        let sd = polynomial(&[1.382_2, -0.778_57, 0.062_767, -0.002_032_2], size).exp();
        (-(limit - log).ln() - mean) / sd
    } else {
        let at = size.ln();
        let mean = polynomial(&[-1.586_1, -0.310_82, -0.083_751, 0.003_891_5], at);
        let sd = polynomial(&[-0.480_3, -0.082_676, 0.003_030_2], at).exp();
        (log - mean) / sd
    };
    normal_sf(z)
}

fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |value, c| value * x + c)
}

#[cfg(test)]
mod tests {
    use super::{StatsError, shapiro_wilk};

    #[test]
    #[allow(clippy::approx_constant)] // a sample holds 3.14
    fn published_samples() {
        // the first two as tested by scipy; the third from Royston 1995 itself, who computed in single
        // precision
        let cases: [(&[f64], f64, f64, f64, f64); 3] = [
            (
                &[
                    0.11, 7.87, 4.61, 10.14, 7.95, 3.14, 0.46, 4.43, 0.21, 4.75, 0.71, 1.52, 3.24, 0.93,
                    0.42, 4.97, 9.53, 4.55, 0.47, 6.66,
                ],
                0.9004729986,
                2e-7,
                0.0420897454,
                1e-6,
            ),
            (
                &[
                    1.36, 1.14, 2.92, 2.55, 1.46, 1.06, 5.27, -1.11, 3.48, 1.10, 0.88, -0.51, 1.46, 0.52,
                    6.20, 1.69, 0.08, 3.67, 2.81, 3.49,
                ],
                0.9590269923,
                2e-7,
                0.5245992,
                2e-5,
            ),
            (
                &[
                    0.139, 0.157, 0.175, 0.256, 0.344, 0.413, 0.503, 0.577, 0.614, 0.655, 0.954, 1.392,
                    1.557, 1.648, 1.690, 1.994, 2.174, 2.206, 3.245, 3.510, 3.571, 4.354, 4.980, 6.084,
                    8.351,
                ],
                0.83467,
                5e-6,
                0.000914,
                1e-6,
            ),
        ];
        for (values, w, w_within, p, p_within) in cases {
            let got = shapiro_wilk(values).unwrap();
            assert!((got.w - w).abs() < w_within && (got.p - p).abs() < p_within, "{got:?}");
        }
    }

    #[test]
    fn three_values_have_a_closed_form() {
        // W = (x3 - x1)² / 2 / SS: for 0 1 5 that is 12.5 / 14; evenly spaced W = 1
        let t = shapiro_wilk(&[5.0, 0.0, 1.0]).unwrap();
        assert!((t.w - 12.5 / 14.0).abs() < 1e-14);
        let p = 6.0 / std::f64::consts::PI * ((12.5f64 / 14.0).sqrt().asin() - 0.75f64.sqrt().asin());
        assert!((t.p - p).abs() < 1e-12);
        let even = shapiro_wilk(&[1.0, 2.0, 3.0]).unwrap();
        assert!((even.w - 1.0).abs() < 1e-14 && (even.p - 1.0).abs() < 1e-7);
        assert!(shapiro_wilk(&[0.0, 0.0, 1.0]).unwrap().p < 1e-7);
    }

    #[test]
    fn location_and_scale_do_not_matter() {
        let x = [1.36, 1.14, 2.92, 2.55, 1.46, 1.06, 5.27];
        let a = shapiro_wilk(&x).unwrap();
        for (shift, scale) in [(0.0, 1e300), (0.0, -1e-300), (50.0, 0.25)] {
            let b = shapiro_wilk(&x.map(|v| v * scale + shift)).unwrap();
            assert!((a.w - b.w).abs() < 1e-12 && (a.p - b.p).abs() < 1e-11);
        }
    }

    #[test]
    fn every_size_gives_a_probability() {
        for n in 3..=60 {
            for power in [1, 2, 9, 60] {
                let values: Vec<f64> = (0..n).map(|i| f64::from(i).powi(power)).collect();
                let t = shapiro_wilk(&values).unwrap();
                assert!((0.0..=1.0).contains(&t.p) && (0.0..=1.0).contains(&t.w), "{n} {power} {t:?}");
            }
        }
        assert!(shapiro_wilk(&vec![1.0; 5001]).is_err());
        assert!(matches!(shapiro_wilk(&[1.0; 4]), Err(StatsError::Undefined { .. })));
        assert!(matches!(shapiro_wilk(&[1.0, f64::NAN, 2.0]), Err(StatsError::NotFinite { index: 1, .. })));
        assert!(matches!(shapiro_wilk(&[1.0, 2.0]), Err(StatsError::TooFew { .. })));
        assert!(shapiro_wilk(&[f64::MAX, f64::MIN, 0.0, 1.0]).is_ok());
    }
}
