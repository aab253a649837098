//! The distributions that rank statistics are referred to: normal, chi-squared, F and Student's t.
//!
//! Upper tails are computed as such, never as one minus the lower tail, so a p-value of 1e-12 or
//! 1e-200 keeps its digits. Normal tails come from `erfc`; the normal quantile is Wichura's AS 241
//! (*Applied Statistics* 37, 1988, routine PPND16); the others are the regularised incomplete gamma
//! and beta functions by series and by continued fraction (modified Lentz). Arguments outside the support give the limit (0 or 1); a NaN or a
//! non-positive number of degrees of freedom gives 1, the answer that claims nothing.

use std::f64::consts::{FRAC_1_SQRT_2, PI, SQRT_2};

/// `P(Z <= x)` of the standard normal distribution.
///
/// ```
/// assert!((likewise::stats::normal_cdf(1.959963984540054) - 0.975).abs() < 1e-15);
/// ```
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// `P(Z > x)` of the standard normal distribution, exact to rounding in the far tail.
///
/// ```
/// assert!((likewise::stats::normal_sf(10.0) / 7.619853024160527e-24 - 1.0).abs() < 1e-13);
/// ```
#[must_use]
pub fn normal_sf(x: f64) -> f64 {
    0.5 * libm::erfc(x * FRAC_1_SQRT_2)
}

/// `P(|Z| >= |z|)`: the two-sided p-value of a normal test statistic.
#[must_use]
pub fn normal_two_sided(z: f64) -> f64 {
    if z.is_nan() { 1.0 } else { libm::erfc(z.abs() * FRAC_1_SQRT_2) }
}

/// The density of the standard normal distribution.
#[must_use]
pub fn normal_density(x: f64) -> f64 {
    (-0.5 * x * x).exp() / (PI.sqrt() * SQRT_2)
}

/// The `x` with `P(Z <= x) = p`; minus and plus infinity at `p <= 0` and `p >= 1`.
///
/// ```
/// use likewise::stats::normal_quantile;
/// assert!((normal_quantile(0.975) - 1.959963984540054).abs() < 1e-14);
/// ```
#[must_use]
pub fn normal_quantile(p: f64) -> f64 {
    if p.is_nan() || p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180_625 - q * q;
        return q * ratio(r, &CENTRE);
    }
    let tail = if q < 0.0 { p } else { 1.0 - p };
    let r = (-tail.ln()).sqrt();
    let x = if r <= 5.0 { ratio(r - 1.6, &MIDDLE) } else { ratio(r - 5.0, &FAR) };
    if q < 0.0 { -x } else { x }
}

/// The `x` with `P(Z > x) = p`, for small `p` without the loss of forming `1 - p`.
#[must_use]
pub fn normal_isf(p: f64) -> f64 {
    -normal_quantile(p)
}

/// Numerator and denominator coefficients, constant term first.
type Rational = ([f64; 8], [f64; 8]);

#[rustfmt::skip]
const CENTRE: Rational = (
    [3.387_132_872_796_366_5, 1.331_416_678_917_843_8e2, 1.971_590_950_306_551_3e3, 1.373_169_376_550_946e4,
     4.592_195_393_154_987e4, 6.726_577_092_700_87e4, 3.343_057_558_358_813e4, 2.509_080_928_730_122_7e3],
    [1.0, 4.231_333_070_160_091e1, 6.871_870_074_920_579e2, 5.394_196_021_424_751e3,
     2.121_379_430_158_659_7e4, 3.930_789_580_009_271e4, 2.872_908_573_572_194_3e4, 5.226_495_278_852_545e3],
);
#[rustfmt::skip]
const MIDDLE: Rational = (
    [1.423_437_110_749_683_5, 4.630_337_846_156_546, 5.769_497_221_460_691, 3.647_848_324_763_204_5,
     1.270_458_252_452_368_4, 2.417_807_251_774_506e-1, 2.272_384_498_926_918_4e-2, 7.745_450_142_783_414e-4],
    [1.0, 2.053_191_626_637_759, 1.676_384_830_183_803_8, 6.897_673_349_851e-1,
     1.481_039_764_274_800_8e-1, 1.519_866_656_361_645_7e-2, 5.475_938_084_995_345e-4, 1.050_750_071_644_416_9e-9],
);
#[rustfmt::skip]
const FAR: Rational = (
    [6.657_904_643_501_103, 5.463_784_911_164_114, 1.784_826_539_917_291_3, 2.965_605_718_285_048_7e-1,
     2.653_218_952_657_612_4e-2, 1.242_660_947_388_078_4e-3, 2.711_555_568_743_487_6e-5, 2.010_334_399_292_288_1e-7],
    [1.0, 5.998_322_065_558_88e-1, 1.369_298_809_227_358e-1, 1.487_536_129_085_061_5e-2,
     7.868_691_311_456_133e-4, 1.846_318_317_510_054_8e-5, 1.421_511_758_316_446e-7, 2.044_263_103_389_939_8e-15],
);

fn ratio(x: f64, (top, bottom): &Rational) -> f64 {
    let horner = |c: &[f64; 8]| c.iter().rev().fold(0.0, |sum, &c| sum * x + c);
    horner(top) / horner(bottom)
}

/// `P(X >= x)` of the chi-squared distribution with `df` degrees of freedom.
///
/// ```
/// assert!((likewise::stats::chi_squared_sf(6.0, 2.0) - (-3f64).exp()).abs() < 1e-15);
/// ```
#[must_use]
pub fn chi_squared_sf(x: f64, df: f64) -> f64 {
    if df.is_nan() || df <= 0.0 || x.is_nan() || x <= 0.0 {
        return 1.0;
    }
    if x.is_infinite() {
        return 0.0;
    }
    upper_gamma(0.5 * df, 0.5 * x)
}

/// `P(X >= x)` of the F distribution with `df1` and `df2` degrees of freedom.
///
/// ```
/// // F(2, df2) has the closed form (1 + 2 x / df2)^(-df2 / 2).
/// let p = likewise::stats::f_sf(20.0, 2.0, 10.0);
/// assert!((p / 5f64.powi(-5) - 1.0).abs() < 1e-13);
/// ```
#[must_use]
pub fn f_sf(x: f64, df1: f64, df2: f64) -> f64 {
    if !(df1 > 0.0 && df2 > 0.0) || x.is_nan() || x <= 0.0 {
        return 1.0;
    }
    if x.is_infinite() {
        return 0.0;
    }
    if df2.is_infinite() {
        return chi_squared_sf(x * df1, df1);
    }
    let total = df2 + df1 * x;
    incomplete_beta(0.5 * df2, 0.5 * df1, df2 / total, df1 * x / total)
}

/// `P(T > t)` of Student's t distribution with `df` degrees of freedom.
///
/// ```
/// // df = 1 is the Cauchy distribution.
/// assert!((likewise::stats::t_sf(1.0, 1.0) - 0.25).abs() < 1e-15);
/// ```
#[must_use]
pub fn t_sf(t: f64, df: f64) -> f64 {
    let half = 0.5 * t_two_sided(t, df);
    if t < 0.0 { 1.0 - half } else { half }
}

/// `P(|T| >= |t|)`: the two-sided p-value of a t statistic.
#[must_use]
pub fn t_two_sided(t: f64, df: f64) -> f64 {
    if df.is_infinite() {
        return normal_two_sided(t);
    }
    f_sf(t * t, 1.0, df)
}

/// The `t` with `P(T <= t) = p` of Student's t distribution; infinite at `p <= 0` and `p >= 1`.
///
/// ```
/// assert!((likewise::stats::t_quantile(0.975, 8.0) - 2.306004135204166).abs() < 1e-12);
/// ```
#[must_use]
pub fn t_quantile(p: f64, df: f64) -> f64 {
    if p.is_nan() || p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    if p == 0.5 || df.is_nan() || df <= 0.0 {
        return 0.0;
    }
    let tail = p.min(1.0 - p);
    let x = falling_root(|t| t_sf(t, df).ln() - tail.ln(), 1.0);
    if p < 0.5 { -x } else { x }
}

/// The zero of a falling function on the positive axis, by doubling and then bisection with
/// secant steps (Illinois) until the function is zero to 2e-15 or the bracket as narrow as
/// rounding allows. Meant for differences of logarithms, where 2e-15 is the noise of the function.
pub(super) fn falling_root(f: impl Fn(f64) -> f64, start: f64) -> f64 {
    let (mut low, mut high) = (0.0, start);
    let mut f_high = f(high);
    while f_high > 0.0 && high < 1e300 {
        low = high;
        high *= 2.0;
        f_high = f(high);
    }
    let mut f_low = f(low);
    let mut last = 0i8;
    for step in 0..200 {
        let width = high - low;
        if width <= 1e-15 * high {
            break;
        }
        let secant = high - f_high * width / (f_high - f_low);
        // Every third step halves the bracket, so that a flat or infinite end cannot stall it.
        let inside = secant.is_finite() && secant > low && secant < high;
        let x = if step % 3 == 2 || !inside { low + 0.5 * width } else { secant };
        let fx = f(x);
        if fx.abs() < 2e-15 {
            return x;
        }
        if fx > 0.0 {
            (low, f_low) = (x, fx);
            if last == 1 {
                f_high *= 0.5;
            }
            last = 1;
        } else {
            (high, f_high) = (x, fx);
            if last == -1 {
                f_low *= 0.5;
            }
            last = -1;
        }
    }
    0.5 * (low + high)
}

/// Regularised upper incomplete gamma function `Q(a, x)`, `a` and `x` positive.
fn upper_gamma(a: f64, x: f64) -> f64 {
    let scale = (a * x.ln() - x - libm::lgamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        while term > sum * 1e-17 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return probability(1.0 - scale * sum);
    }
    let mut b = x + 1.0 - a;
    let mut c = f64::MAX;
    let mut d = 1.0 / b;
    let mut h = d;
    for i in 1..100_000 {
        let i = f64::from(i);
        let an = -i * (i - a);
        b += 2.0;
        d = 1.0 / nonzero(an * d + b);
        c = nonzero(b + an / c);
        h *= d * c;
        if (d * c - 1.0).abs() < 1e-16 {
            break;
        }
    }
    probability(scale * h)
}

/// Regularised incomplete beta function `I_x(a, b)` with `y = 1 - x` given apart, so that neither
/// end loses digits.
fn incomplete_beta(a: f64, b: f64, x: f64, y: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if y <= 0.0 {
        return 1.0;
    }
    let log_beta = libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b);
    // The logarithm of the larger of x and y is taken from the smaller one.
    let ln_x = if x > 0.5 { (-y).ln_1p() } else { x.ln() };
    let ln_y = if y > 0.5 { (-x).ln_1p() } else { y.ln() };
    let scale = (a * ln_x + b * ln_y - log_beta).exp();
    if x < (a + 1.0) / (a + b + 2.0) {
        probability(scale * beta_fraction(a, b, x) / a)
    } else {
        probability(1.0 - scale * beta_fraction(b, a, y) / b)
    }
}

fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let mut c = 1.0;
    let mut d = 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0));
    let mut h = d;
    for m in 1..100_000 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / nonzero(1.0 + even * d);
        c = nonzero(1.0 + even / c);
        h *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / nonzero(1.0 + odd * d);
        c = nonzero(1.0 + odd / c);
        h *= d * c;
        if (d * c - 1.0).abs() < 1e-16 {
            break;
        }
    }
    h
}

/// Rounding kept inside [0, 1]; arguments so large that the gamma function overflows claim nothing.
fn probability(p: f64) -> f64 {
    if p.is_nan() { 1.0 } else { p.clamp(0.0, 1.0) }
}

fn nonzero(x: f64) -> f64 {
    if x.abs() < 1e-300 { 1e-300 } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, wanted: f64, relative: f64) {
        assert!((found / wanted - 1.0).abs() < relative, "{found:e} is not {wanted:e}");
    }

    // Wanted values: 40-digit mpmath.
    #[test]
    fn tails_keep_their_digits() {
        for (x, df, p) in [
            (11.4666666666, 4.0, 0.021_790_895_858_912_38),
            (0.5, 1.0, 0.479_500_122_186_953_5),
            (60.0, 3.0, 5.878_230_727_906_912e-13),
            (80.0, 9.0, 1.6161314156534603e-13),
            (250.0, 99.0, 4.844_312_411_385_372e-15),
            (400.0, 199.0, 1.2927080567005281e-15),
            (150.0, 199.0, 0.996_077_197_317_625),
            (1200.0, 5.0, 2.9375604806858985e-257),
        ] {
            close(chi_squared_sf(x, df), p, 2e-12);
        }
        for (x, a, b, p) in [
            (43.0, 4.0, 8.0, 1.8815559958678386e-5),
            (3.686313032089068, 3.0, 39.0, 0.019823006192249044),
            (17.5, 5.0, 25.0, 1.8555323280049619e-7),
            (0.3, 9.0, 9.0, 0.956_264_128_385_207_2),
            (1.4, 199.0, 19800.0, 0.00018182418431489442),
            (200.0, 4.0, 8.0, 4.766_843_094_909_811e-8),
            (5000.0, 2.0, 3.0, 5.193815030660341e-6),
            (2.5, 199.0, 19701.0, 4.8674946276391868e-27),
            (30.0, 1.0, 1e6, 4.3214992222543094e-8),
        ] {
            close(f_sf(x, a, b), p, 1e-9);
        }
        for (x, df, p) in [
            (2.306004135204166, 8.0, 0.025000000000000034),
            (7.47017880833996, 25.0, 4.0031440614763295e-8),
            (0.1, 3.0, 0.463_326_174_400_402_9),
            (50.0, 4.0, 4.787_226_828_484_85e-7),
            (12.0, 116.0, 2.3080380095049795e-22),
            (1e4, 2.0, 4.999_999_925_000_001e-9),
        ] {
            close(t_sf(x, df), p, 1e-12);
            close(t_sf(-x, df), 1.0 - p, 1e-12);
            close(-t_quantile(p, df), x, 1e-11);
        }
    }

    #[test]
    fn normal_quantile_is_the_inverse() {
        for (p, x) in [
            (1e-12, -7.034_483_825_301_132),
            (1e-300, -37.047_096_299_361_2),
            (1e-5, -4.264_890_793_922_825),
            (0.01, -2.326_347_874_040_841),
            (0.2, -0.841_621_233_572_914_2),
            (0.4, -0.253_347_103_135_799_8),
            (0.925, 1.439_531_470_938_456),
            (0.99, 2.326_347_874_040_841),
        ] {
            close(normal_quantile(p), x, 2e-15);
            close(normal_cdf(x), p, 1e-11 * (1.0 - p.ln()));
        }
        assert_eq!(normal_quantile(0.5), 0.0);
    }

    #[test]
    fn no_argument_gives_nan() {
        let odd = [f64::NAN, f64::INFINITY, -1.0, 1e300, 2.0];
        for x in odd {
            for a in odd {
                for b in odd {
                    let all = [
                        f_sf(x, a, b),
                        chi_squared_sf(x, a),
                        t_sf(x, a),
                        t_two_sided(x, b),
                        t_quantile(x, a),
                    ];
                    assert!(all.iter().all(|p| !p.is_nan()), "{x} {a} {b}: {all:?}");
                }
            }
            assert!(!normal_quantile(x).is_nan() && !normal_two_sided(x).is_nan());
        }
    }
}

#[cfg(test)]
mod closed_forms {
    use super::{f_sf, normal_quantile, normal_sf, t_quantile, t_sf};

    fn close(got: f64, want: f64, relative: f64) {
        assert!((got - want).abs() <= relative * want.abs(), "{got:e} is not {want:e}");
    }

    #[test]
    fn the_normal_tail_is_right_far_out() {
        // Abramowitz and Stegun table 26.2, -log10 Q at 5, 10, 20, 30
        for (z, log) in [(5.0, 6.54265), (10.0, 23.11805), (20.0, 88.56010), (30.0, 197.30921)] {
            assert!((-normal_sf(z).log10() - log).abs() < 1e-5);
        }
        close(normal_sf(1.959_963_984_540_054), 0.025, 1e-14);
    }

    #[test]
    fn quantiles_invert_the_tail() {
        close(normal_quantile(0.975), 1.959_963_984_540_054, 1e-14);
        close(normal_quantile(0.005), -2.575_829_303_548_901, 1e-14);
        assert_eq!(normal_quantile(0.5), 0.0);
        // tables of t: df 4 and 1 (tangent)
        close(t_quantile(0.975, 4.0), 2.776_445_105_197_793, 1e-12);
        close(t_quantile(0.975, 1.0), 12.706_204_736_174_7, 1e-12);
    }

    #[test]
    fn t_has_closed_forms_for_one_two_and_four_degrees() {
        for t in [0.1f64, 1.0, 4.0, 50.0, 1e4, 1e8] {
            close(t_sf(t, 1.0), (1.0 / t).atan() / std::f64::consts::PI, 1e-12);
            // (1 - t/sqrt(t²+2))/2 without cancellation
            let root = (t * t + 2.0).sqrt();
            close(t_sf(t, 2.0), 1.0 / (root * (root + t)), 1e-12);
        }
        close(t_sf(-1.0, 1.0), 0.75, 1e-12);
    }

    #[test]
    fn f_has_a_closed_form_for_two_degrees_above() {
        for f in [0.01f64, 1.0, 10.0, 1e3, 1e6] {
            for d2 in [1.0f64, 7.0, 24.0, 300.0] {
                close(f_sf(f, 2.0, d2), (-(d2 / 2.0) * (2.0 * f / d2).ln_1p()).exp(), 1e-11);
            }
        }
        close(f_sf(4.0, 1.0, 1.0), 2.0 * 0.5f64.atan() / std::f64::consts::PI, 1e-12);
    }
}
