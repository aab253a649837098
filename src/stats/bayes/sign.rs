//! The Bayesian sign test.

use super::{Computed, Differences, Posterior};
use crate::stats::StatsError;
use statrs::function::gamma::{checked_gamma_lr, ln_gamma};

/// The Bayesian sign test with a Dirichlet prior (Benavoli et al. 2017): the probabilities
/// that a difference falls left of, inside and right of the region have the posterior
/// `Dirichlet(n_left, n_rope + prior, n_right)`, and the answer is the probability of each to be the
/// largest of the three.
///
/// Differences on the edge of the region are inside, so exact ties always are. Computed without chance:
/// Dirichlet weights are gamma numbers over their sum, and the probability that one gamma number beats
/// two others is a single integral. An impossible category (no count, no prior) has probability 0; with
/// no prior at all and a tie between impossible ones nothing is lost, since another category has all.
///
/// With a region of 0 the two-way answer of baycomp is `p_left / (p_left + p_right)`.
///
/// ```
/// use likewise::stats::{Best, bayes::{Differences, sign}};
/// let d = Differences::from_scores(&[1.0, 2.0, 3.0], &[2.0, 3.5, 4.0], 0.0, Best::Largest)?;
/// // Dirichlet(0, 1, 3): P(beta(3, 1) > 1/2) = 1 - 1/8
/// let p = sign(&d, 1.0)?;
/// assert!((p.p_right - 0.875).abs() < 1e-12 && p.p_left == 0.0);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
///
/// # Errors
/// [`StatsError::OutOfRange`] for a prior that is negative or beyond 1e6.
pub fn sign(differences: &Differences, prior: f64) -> Result<Posterior, StatsError> {
    check_prior(prior)?;
    let rope = differences.rope_units();
    let count = |f: &dyn Fn(i128) -> bool| differences.units().iter().filter(|&&u| f(u)).count() as f64;
    let (left, right) = (count(&|u| u < -rope), count(&|u| u > rope));
    let inside = differences.units().len() as f64 - left - right + prior;
    let p = [largest(left, inside, right), largest(inside, left, right), largest(right, left, inside)];
    // three integrals of one partition: their sum is 1 but for the quadrature's rounding
    let total: f64 = p.iter().sum();
    Ok(Posterior {
        p_left: p[0] / total,
        p_rope: p[1] / total,
        p_right: p[2] / total,
        errors: [0.0; 3],
        rope: differences.rope(),
        pairs: differences.units().len(),
        prior,
        computed: Computed::Analytic,
    })
}

pub(super) fn check_prior(prior: f64) -> Result<(), StatsError> {
    if (0.0..=1e6).contains(&prior) {
        Ok(())
    } else {
        Err(StatsError::OutOfRange { what: "the prior's strength", range: "from 0 to 1e6", found: prior })
    }
}

/// The probability that a gamma number of shape `a` is larger than two of shapes `b` and `c`: the integral
/// of its density times their distribution functions, by the trapezoidal rule on the logarithm of its
/// argument. The integrand decays exponentially to one side and faster to the other, where that rule
/// converges faster than any power of the step.
fn largest(a: f64, b: f64, c: f64) -> f64 {
    if a == 0.0 {
        return 0.0;
    }
    if b == 0.0 && c == 0.0 {
        return 1.0;
    }
    let below = |shape: f64, x: f64| {
        if shape == 0.0 { 1.0 } else { checked_gamma_lr(shape, x).unwrap_or(0.0) }
    };
    let all = a + b + c;
    // beyond these limits less than 1e-17 of the density is left
    let high = (a + 9.0 * a.sqrt() + 45.0).ln();
    let low =
        if a > 200.0 { (a - 9.5 * a.sqrt()).ln() } else { (-45.0 / a.min(all)).min(a.ln() - 9.5 / a.sqrt()) };
    let low = low.max(-700.0);
    let step = (0.12 / (a.max(b).max(c)).sqrt()).min(0.06);
    let steps = ((high - low) / step).ceil() as usize;
    let norm = ln_gamma(a);
    let at = |i: usize| {
        let u = low + step * i as f64;
        let x = u.exp();
        (a * u - x - norm).exp() * below(b, x) * below(c, x)
    };
    step * (0..=steps).map(at).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::{largest, sign};
    use crate::stats::bayes::Differences;
    use crate::stats::rng::Rng;
    use crate::stats::{Best, StatsError};
    use statrs::function::beta::beta_reg;

    // Demšar 2006, table 2
    const LEFT: [f64; 14] =
        [0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661, 0.583, 0.775, 1.0, 0.94, 0.619, 0.972, 0.957];
    const RIGHT: [f64; 14] =
        [0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668, 0.583, 0.838, 1.0, 0.962, 0.666, 0.981, 0.978];

    #[test]
    fn two_categories_are_a_beta_integral() {
        for (a, b) in [(1.0, 1.0), (0.01, 1.0), (3.0, 11.5), (0.5, 40.0), (300.0, 310.0), (5000.0, 5100.0)] {
            // P(X > Y) = P(beta(a, b) > 1/2) = I_{1/2}(b, a)
            let got = largest(a, b, 0.0);
            assert!((got - beta_reg(b, a, 0.5)).abs() < 2e-11, "{a} {b}: {got} {}", beta_reg(b, a, 0.5));
        }
    }

    #[test]
    fn the_three_probabilities_add_up() {
        for (a, b, c) in
            [(2.0, 3.0, 10.0), (0.3, 0.2, 0.1), (1.0, 1.0, 1.0), (400.0, 420.0, 380.0), (1.0, 900.0, 905.0)]
        {
            let sum = largest(a, b, c) + largest(b, a, c) + largest(c, a, b);
            assert!((sum - 1.0).abs() < 1e-10, "{a} {b} {c}: {sum}");
        }
        assert!((largest(1.0, 1.0, 1.0) - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn three_categories_match_draws() {
        let mut rng = Rng::new(77);
        let (mut wins, count) = (0.0, 400_000);
        for _ in 0..count {
            let (x, y, z) = (rng.gamma(2.5), rng.gamma(3.0), rng.gamma(1.0));
            wins += f64::from(u8::from(x > y && x > z));
        }
        assert!(
            (wins / f64::from(count) - largest(2.5, 3.0, 1.0)).abs() < 4.0 * 0.5 / f64::from(count).sqrt()
        );
    }

    #[test]
    fn published_data_match_baycomp() {
        // baycomp 1.0.3 with 200,000 draws, standard error up to 0.0011
        for (rope, want) in [(0.01, [0.0, 0.78853, 0.21147]), (0.02, [0.0, 0.91043, 0.08957])] {
            let p =
                sign(&Differences::from_scores(&LEFT, &RIGHT, rope, Best::Largest).unwrap(), 1.0).unwrap();
            for (got, want) in [p.p_left, p.p_rope, p.p_right].into_iter().zip(want) {
                assert!((got - want).abs() < 0.004, "{rope}: {got} {want}");
            }
        }
        let p = sign(&Differences::from_scores(&LEFT, &RIGHT, 0.0, Best::Largest).unwrap(), 1.0).unwrap();
        assert!((p.p_left / (p.p_left + p.p_right) - 0.00535).abs() < 0.001);
    }

    #[test]
    fn equal_scores_are_equivalent() {
        let p = sign(&Differences::from_scores(&LEFT, &LEFT, 0.0, Best::Largest).unwrap(), 1.0).unwrap();
        assert_eq!((p.p_left, p.p_rope, p.p_right), (0.0, 1.0, 0.0));
        let d = Differences::from_scores(&LEFT, &RIGHT, 0.0, Best::Largest).unwrap();
        assert!(matches!(sign(&d, f64::NAN), Err(StatsError::OutOfRange { .. })));
    }
}
