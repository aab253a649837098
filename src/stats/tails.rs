//! Upper tail probabilities, computed as such: `1 - cdf` loses every digit of a small p-value.

use statrs::function::beta::checked_beta_reg;

/// P(Z > z) of the standard normal distribution.
pub(super) fn normal_sf(z: f64) -> f64 {
    0.5 * libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}

/// P(|Z| > |z|) of the standard normal distribution.
pub(super) fn normal_two_sided(z: f64) -> f64 {
    libm::erfc(z.abs() * std::f64::consts::FRAC_1_SQRT_2)
}

/// The `p` quantile of the standard normal distribution.
pub(super) fn normal_quantile(p: f64) -> f64 {
    // one Newton step on the tail takes the start to full accuracy
    let upper = p.min(1.0 - p);
    let start = std::f64::consts::SQRT_2 * statrs::function::erf::erfc_inv(2.0 * upper);
    let density = (-0.5 * start * start).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let z = if density > 0.0 { start + (normal_sf(start) - upper) / density } else { start };
    if p < 0.5 { -z } else { z }
}

/// P(T > t) of Student's distribution with `df > 0` degrees of freedom.
pub(super) fn t_sf(t: f64, df: f64) -> f64 {
    // t * t may overflow to infinity, where the fraction is 0 and so is the tail
    let tail = 0.5 * checked_beta_reg(df / 2.0, 0.5, df / (df + t * t)).unwrap_or(0.0);
    if t >= 0.0 { tail } else { 1.0 - tail }
}

/// The upper `p` quantile of Student's distribution, `0 < p <= 0.5`: bisection on [`t_sf`].
pub(super) fn t_upper_quantile(p: f64, df: f64) -> f64 {
    let (mut low, mut high) = (0.0f64, 1.0f64);
    while t_sf(high, df) > p && high < f64::MAX / 4.0 {
        high *= 2.0;
    }
    for _ in 0..200 {
        let mid = f64::midpoint(low, high);
        if mid <= low || mid >= high {
            break;
        }
        if t_sf(mid, df) > p { low = mid } else { high = mid }
    }
    f64::midpoint(low, high)
}

/// P(F > f) of Fisher's distribution with `d1` and `d2` degrees of freedom. Not by `statrs`'s own
/// survival function, which loses digits to `1 - x` far out (5e-11 relative at f = 10^6 on 2 and 1).
pub(super) fn f_sf(f: f64, d1: f64, d2: f64) -> f64 {
    if f <= 0.0 {
        return 1.0;
    }
    checked_beta_reg(d2 / 2.0, d1 / 2.0, d2 / (d2 + d1 * f)).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::{f_sf, normal_quantile, normal_sf, t_sf, t_upper_quantile};

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
        close(t_upper_quantile(0.025, 4.0), 2.776_445_105_197_793, 1e-12);
        close(t_upper_quantile(0.025, 1.0), 12.706_204_736_174_7, 1e-12);
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
