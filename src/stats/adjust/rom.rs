//! Rom's step-up procedure (Rom 1990, Biometrika 77:663-665).

use super::{StatsError, ascending, check, step_up, unsort};

/// The level that [`super::adjust`] takes Rom's critical values at.
pub(super) const LEVEL: f64 = 0.05;

/// Rom's critical values `c[0] > c[1] > ..` at a level: the largest p-value is compared with `c[0] =
/// alpha`, the next with `c[1] = alpha / 2`, and so on to the smallest with `c[m - 1]`.
///
/// The recursion (Rom 1990) for the `i`-th largest p-value is
/// `c(i) = (sum over j = 1..i-1 of alpha^j - sum over j = 1..i-2 of C(i, j) c(j + 1)^(i - j)) / i`.
///
/// # Errors
/// [`StatsError::OutOfRange`] for a level outside 0 to 1.
///
/// ```
/// let c = likewise::stats::rom_critical_values(4, 0.05)?;
/// // by hand: alpha/3 + alpha²/12
/// assert_eq!(c[..2], [0.05, 0.025]);
/// assert!((c[2] - 0.016875).abs() < 1e-15);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn rom_critical_values(m: usize, alpha: f64) -> Result<Vec<f64>, StatsError> {
    if !(alpha > 0.0 && alpha < 1.0) {
        return Err(StatsError::OutOfRange { what: "the level", range: "between 0 and 1", found: alpha });
    }
    let mut critical: Vec<f64> = Vec::with_capacity(m);
    for i in 1..=m {
        if i <= 2 {
            critical.push(alpha / i as f64);
            continue;
        }
        let powers = alpha * (1.0 - alpha.powi(i32::try_from(i).unwrap_or(i32::MAX) - 1)) / (1.0 - alpha);
        // with r = i - j, terms C(i, r) c(i - r + 1)^r for r from 2: they fall at least as fast as
        // alpha^r / r!, so that few of them count
        let mut taken = 0.0;
        let mut binomial = i as f64;
        for r in 2..i {
            binomial *= (i - r + 1) as f64 / r as f64;
            let term = binomial * critical[i - r].powi(r as i32);
            taken += term;
            if i > 64 && term < 1e-20 * alpha {
                break;
            }
        }
        critical.push((powers - taken) / i as f64);
    }
    Ok(critical)
}

/// Rom's adjusted p-values at one level: compared with that `alpha` they give exactly the decisions of
/// the step-up procedure with its critical values.
///
/// Rom's critical values are not proportional to the level, so no single set of adjusted values is
/// exact at all levels. As is usual (García et al. 2010, Derrac et al. 2011) each p-value is scaled by
/// `alpha / c(i)`; never above Hochberg's.
///
/// # Errors
/// As [`super::adjust`]; [`StatsError::OutOfRange`] for a level outside 0 to 1.
///
/// ```
/// let p = likewise::stats::adjust_rom(&[0.01, 0.02, 0.9], 0.05)?;
/// assert!((p[0] - 0.01 * 0.05 / 0.016875).abs() < 1e-15);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn adjust_rom(p: &[f64], alpha: f64) -> Result<Vec<f64>, StatsError> {
    check(p)?;
    let critical = rom_critical_values(p.len(), alpha)?;
    let order = ascending(p);
    let scaled = order.iter().zip(critical.iter().rev()).map(|(&i, c)| p[i] * (alpha / c)).collect();
    Ok(unsort(&step_up(scaled), &order))
}
