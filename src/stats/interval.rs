//! Intervals of a location or a share, with the level that they really attain.
//!
//! For bootstrap intervals of a mean see [`bootstrap`](super::bootstrap::bootstrap), for the typical difference
//! of pairs [`hodges_lehmann`](super::hodges_lehmann).

use super::{StatsError, mean, median, normal_quantile, sd, t_quantile};

/// What an interval is of, and how it was computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
pub enum IntervalKind {
    /// The mean, by Student's t.
    MeanT,
    /// A share, by Wilson's score.
    Wilson,
    /// The median, by order statistics.
    MedianOrder,
}

/// An estimate and its interval.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Interval {
    /// The estimate.
    pub estimate: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The confidence level asked for, two-sided.
    pub level: f64,
    /// The level attained, for intervals whose ends are order statistics: at least `level` if the sample
    /// allows it, else the most it allows. It is exact for continuous distributions and a lower bound
    /// with ties. `None` for intervals that hold their level by assumption (t) or nearly (Wilson,
    /// normal approximation).
    pub attained: Option<f64>,
    /// How many values, or trials, there were.
    pub count: usize,
    /// What the interval is of.
    pub kind: IntervalKind,
}

impl Interval {
    /// Whether the interval has the level asked for; if not the sample is too small for it.
    ///
    /// ```
    /// use likewise::stats::interval::median_interval;
    /// let three = median_interval(&[1.0, 2.0, 3.0], 0.95)?;
    /// assert_eq!((three.reaches_level(), three.attained), (false, Some(0.75)));
    /// # Ok::<(), likewise::stats::StatsError>(())
    /// ```
    #[must_use]
    pub fn reaches_level(&self) -> bool {
        self.attained.is_none_or(|a| a >= self.level)
    }
}

/// The interval of a mean by Student's t, for values that are roughly normal.
///
/// ```
/// use likewise::stats::interval::mean_interval;
/// let i = mean_interval(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.95)?;
/// assert!((i.low - 1.036_757).abs() < 1e-6 && (i.high - 4.963_243).abs() < 1e-6);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
///
/// # Errors
/// [`StatsError::TooFew`] below two values, [`StatsError::NotFinite`], [`StatsError::OutOfRange`] for a
/// level outside (0, 1), [`StatsError::Undefined`] when an end is too large for a number.
pub fn mean_interval(values: &[f64], level: f64) -> Result<Interval, StatsError> {
    const NAME: &str = "the t interval";
    check(NAME, values, level, 2)?;
    let n = values.len() as f64;
    let estimate = mean(values);
    let constant = values.iter().all(|&v| v == values[0]);
    let error = if constant { 0.0 } else { sd(values).unwrap_or(0.0) / n.sqrt() };
    let half = -t_quantile((1.0 - level) / 2.0, n - 1.0) * error;
    let (low, high) = (estimate - half, estimate + half);
    if !(low.is_finite() && high.is_finite()) {
        return Err(StatsError::Undefined { procedure: NAME, why: "an end is too large for a number" });
    }
    Ok(Interval {
        estimate,
        low,
        high,
        level,
        attained: None,
        count: values.len(),
        kind: IntervalKind::MeanT,
    })
}

/// Wilson's score interval of a share (Wilson 1927; recommended by Brown, Cai and DasGupta 2001 and
/// Newcombe 1998), without continuity correction.
///
/// ```
/// use likewise::stats::interval::wilson;
/// let i = wilson(81, 263, 0.95)?; // Newcombe 1998, table I
/// assert!((i.low - 0.2553).abs() < 5e-5 && (i.high - 0.3662).abs() < 5e-5);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
///
/// # Errors
/// [`StatsError::TooFew`] for no trial, [`StatsError::OutOfRange`] for more successes than trials or a
/// level outside (0, 1).
pub fn wilson(successes: usize, trials: usize, level: f64) -> Result<Interval, StatsError> {
    check_level(level)?;
    if trials == 0 {
        return Err(StatsError::TooFew {
            procedure: "Wilson's interval",
            what: "trials",
            needed: 1,
            found: 0,
        });
    }
    if successes > trials {
        return Err(StatsError::OutOfRange {
            what: "the number of successes",
            range: "at most the number of trials",
            found: successes as f64,
        });
    }
    let n = trials as f64;
    let p = successes as f64 / n;
    let z = normal_quantile((1.0 - level) / 2.0);
    let z2 = z * z / n;
    let centre = (p + z2 / 2.0) / (1.0 + z2);
    let half = (p * (1.0 - p) * z2 + z2 * z2 / 4.0).sqrt() / (1.0 + z2);
    Ok(Interval {
        estimate: p,
        // exact at the ends, where rounding could pass 0 or 1
        low: if successes == 0 { 0.0 } else { (centre - half).max(0.0) },
        high: if successes == trials { 1.0 } else { (centre + half).min(1.0) },
        level,
        attained: None,
        count: trials,
        kind: IntervalKind::Wilson,
    })
}

/// The distribution-free interval of a median between two order statistics as far from each end
/// (Conover, Practical Nonparametric Statistics, 1999).
///
/// The level attained is binomial. A sample too small for the level gets the smallest and largest value
/// and the level that has: 75 % for three values, 93.75 % for five; 95 % takes six.
///
/// # Errors
/// [`StatsError::TooFew`] for no value, [`StatsError::NotFinite`], [`StatsError::OutOfRange`] for a level
/// outside (0, 1).
pub fn median_interval(values: &[f64], level: f64) -> Result<Interval, StatsError> {
    check("the median interval", values, level, 1)?;
    let n = values.len();
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let tail = (1.0 - level) / 2.0;
    let (mut rank, mut last, mut below) = (0, 0.0, 0.0);
    for p in half_binomial(n) {
        if below + p > tail * (1.0 + 1e-12) {
            break;
        }
        below += p;
        last = below;
        rank += 1;
    }
    if rank == 0 {
        (rank, last) = (1, 0.5f64.powi(n as i32));
    }
    let rank = rank.min(n.div_ceil(2));
    Ok(Interval {
        estimate: median(values),
        low: sorted[rank - 1],
        high: sorted[n - rank],
        level,
        attained: Some((1.0 - 2.0 * last).max(0.0)),
        count: n,
        kind: IntervalKind::MedianOrder,
    })
}

/// The probabilities of 0, 1, ... successes up to the middle in `n` fair trials.
pub(super) fn half_binomial(n: usize) -> impl Iterator<Item = f64> {
    let scale = -(n as f64) * std::f64::consts::LN_2;
    let mut log = scale;
    (0..=n / 2).map(move |k| {
        let p = if n <= 1000 { choose_half(n, k) } else { libm::exp(log) };
        log += libm::log((n - k) as f64 / (k + 1) as f64);
        p
    })
}

/// `C(n, k) / 2^n` for `n` up to 1,000, by multiplying factors in an order that keeps it in range.
fn choose_half(n: usize, k: usize) -> f64 {
    let (mut p, mut halvings) = (1.0f64, 0);
    for i in 0..k {
        p *= (n - i) as f64 / (i + 1) as f64;
        while p > 1.0 && halvings < n {
            p *= 0.5;
            halvings += 1;
        }
    }
    p * 0.5f64.powi((n - halvings) as i32)
}

fn check_level(level: f64) -> Result<(), StatsError> {
    if level > 0.0 && level < 1.0 {
        Ok(())
    } else {
        Err(StatsError::OutOfRange { what: "the level", range: "between 0 and 1", found: level })
    }
}

fn check(procedure: &'static str, values: &[f64], level: f64, needed: usize) -> Result<(), StatsError> {
    check_level(level)?;
    if values.len() < needed {
        return Err(StatsError::TooFew { procedure, what: "values", needed, found: values.len() });
    }
    match values.iter().position(|v| !v.is_finite()) {
        Some(index) => Err(StatsError::NotFinite { what: "the sample", index }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(got: f64, want: f64, tolerance: f64) {
        assert!((got - want).abs() <= tolerance, "{got} is not {want} within {tolerance}");
    }

    #[test]
    fn t_intervals_match_scipy() {
        // scipy 1.17: t.interval(level, n - 1, mean, sem)
        let six = [81.5, 79.3, 78.8, 84.1, 83.2, 90.6];
        for (level, low, high) in T_OF_SIX {
            let i = mean_interval(&six, level).unwrap();
            near(i.low, low, 1e-9);
            near(i.high, high, 1e-9);
        }
        let i = mean_interval(&[0.1; 7], 0.9).unwrap();
        assert_eq!((i.low, i.high), (i.estimate, i.estimate));
    }
    const T_OF_SIX: [(f64, f64, f64); 2] =
        [(0.95, 78.40169418072384, 87.4316391526095), (0.8, 80.32442245934115, 85.50891087399219)];

    #[test]
    fn wilson_matches_newcombe() {
        // Newcombe, Statistics in Medicine 17, 1998, table I, method 3
        for (x, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let i = wilson(x, n, 0.95).unwrap();
            near(i.low, low, 5e-5);
            near(i.high, high, 5e-5);
            // the mirror image
            let m = wilson(n - x, n, 0.95).unwrap();
            near(m.low, 1.0 - i.high, 1e-15);
        }
        assert_eq!(wilson(5, 5, 0.95).unwrap().high, 1.0);
    }

    #[test]
    fn median_intervals_attain_binomial_levels() {
        // tables of the sign test: 6 values 96.875 %, 10 values between the 2nd and 9th 97.85 %
        let values: Vec<f64> = (1..=10).map(f64::from).collect();
        let i = median_interval(&values, 0.95).unwrap();
        assert_eq!((i.estimate, i.low, i.high), (5.5, 2.0, 9.0));
        near(i.attained.unwrap(), 1.0 - 22.0 / 1024.0, 1e-14);
        let i = median_interval(&values[..6], 0.95).unwrap();
        assert_eq!((i.low, i.high, i.attained, i.reaches_level()), (1.0, 6.0, Some(0.96875), true));
        let i = median_interval(&values[..5], 0.95).unwrap();
        assert_eq!((i.low, i.high, i.attained, i.reaches_level()), (1.0, 5.0, Some(0.9375), false));
        let i = median_interval(&values[..1], 0.95).unwrap();
        assert_eq!((i.low, i.high, i.attained), (1.0, 1.0, Some(0.0)));
        // n = 100 at 95 %: the 40th and 61st, 96.48 % (Conover's table of the binomial)
        let many: Vec<f64> = (1..=100).map(f64::from).collect();
        let i = median_interval(&many, 0.95).unwrap();
        assert_eq!((i.low, i.high), (40.0, 61.0));
        near(i.attained.unwrap(), 0.9648, 5e-5);
    }

    #[test]
    fn binomial_halves_sum_up() {
        for n in [1usize, 2, 7, 999, 1001, 5001] {
            let sum: f64 = half_binomial(n).sum();
            let middle = if n % 2 == 0 { half_binomial(n).last().unwrap() } else { 0.0 };
            near(2.0 * sum - middle, 1.0, 1e-10);
        }
    }

    #[test]
    fn very_low_levels_do_not_cross() {
        for n in 1..8 {
            let values: Vec<f64> = (0..n).map(f64::from).collect();
            let i = median_interval(&values, 1e-6).unwrap();
            assert!(i.low <= i.estimate && i.estimate <= i.high, "{i:?}");
        }
    }

    #[test]
    fn bad_arguments_are_errors() {
        assert!(matches!(mean_interval(&[1.0], 0.95), Err(StatsError::TooFew { .. })));
        assert!(matches!(mean_interval(&[1.7e308, -1.7e308], 0.95), Err(StatsError::Undefined { .. })));
        assert!(matches!(median_interval(&[], 0.95), Err(StatsError::TooFew { .. })));
        assert!(matches!(
            median_interval(&[1.0, f64::INFINITY], 0.9),
            Err(StatsError::NotFinite { index: 1, .. })
        ));
        assert!(matches!(wilson(0, 0, 0.9), Err(StatsError::TooFew { .. })));
        assert!(matches!(wilson(2, 1, 0.9), Err(StatsError::OutOfRange { .. })));
        assert!(matches!(wilson(1, 1, 1.0), Err(StatsError::OutOfRange { .. })));
    }
}
