//! Descriptive statistics of a sample.

/// The arithmetic mean; 0 for no value. The sum is compensated (Neumaier 1974), so that it doesn't
/// depend on the order of the values beyond the last bit.
#[must_use]
pub fn mean(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let mean = sum(values) / values.len() as f64;
    if mean.is_finite() { mean } else { scaled(values, |small| Some(self::mean(small))).unwrap_or(mean) }
}

/// A statistic that grows with the values, of values so large that sums or squares of them overflow.
fn scaled(values: &[f64], of: impl Fn(&[f64]) -> Option<f64>) -> Option<f64> {
    let largest = values.iter().fold(0.0f64, |most, v| most.max(v.abs()));
    // what is no number can't be scaled, and what is small already is not helped by it
    if largest <= 1.0 || values.iter().any(|v| !v.is_finite()) {
        return None;
    }
    let small: Vec<f64> = values.iter().map(|v| v / largest).collect();
    of(&small).map(|answer| answer * largest)
}

/// The sum with Neumaier's compensation.
#[must_use]
pub fn sum(values: &[f64]) -> f64 {
    let (mut sum, mut lost) = (0.0f64, 0.0f64);
    for &value in values {
        let next = sum + value;
        lost += if sum.abs() >= value.abs() { (sum - next) + value } else { (value - next) + sum };
        sum = next;
    }
    sum + lost
}

/// The standard deviation with `n - 1`; none for fewer than two values.
#[must_use]
pub fn sd(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let mean = mean(values);
    let squares: Vec<f64> = values.iter().map(|v| (v - mean) * (v - mean)).collect();
    let sd = (sum(&squares) / (values.len() - 1) as f64).sqrt();
    if sd.is_finite() { Some(sd) } else { scaled(values, self::sd).or(Some(sd)) }
}

/// The median, the mean of the middle two for an even count; 0 for no value.
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[n / 2],
        n => f64::midpoint(sorted[n / 2 - 1], sorted[n / 2]),
    }
}

/// The median distance from the median, not scaled to the normal distribution.
#[must_use]
pub fn mad(values: &[f64]) -> f64 {
    let centre = median(values);
    let distances: Vec<f64> = values.iter().map(|v| (v - centre).abs()).collect();
    median(&distances)
}

/// The largest value minus the smallest; 0 for no value.
#[must_use]
pub fn range(values: &[f64]) -> f64 {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if values.is_empty() { 0.0 } else { high - low }
}

#[cfg(test)]
mod tests {
    use super::{mad, mean, median, range, sd, sum};

    // Values 2 4 4 4 5 5 7 9: mean 5, sum of squares 32, so sd = sqrt(32/7); median 4.5;
    // distances .5 .5 .5 .5 .5 2.5 2.5 4.5 by hand.
    const EIGHT: [f64; 8] = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];

    #[test]
    fn a_sample_worked_by_hand() {
        assert_eq!(mean(&EIGHT), 5.0);
        assert_eq!(sd(&EIGHT), Some((32.0f64 / 7.0).sqrt()));
        assert_eq!((median(&EIGHT), mad(&EIGHT), range(&EIGHT)), (4.5, 0.5, 7.0));
    }

    #[test]
    fn small_samples_have_defined_answers() {
        assert_eq!((mean(&[]), median(&[]), mad(&[]), range(&[])), (0.0, 0.0, 0.0, 0.0));
        assert_eq!((mean(&[3.0]), sd(&[3.0]), median(&[3.0]), mad(&[3.0])), (3.0, None, 3.0, 0.0));
    }

    #[test]
    fn the_largest_numbers_have_a_mean_and_a_deviation() {
        // 1, 1 and 2 in units of 10^300 and of nearly the largest number
        for unit in [1e300, 8e307] {
            let values = [unit, unit, 2.0 * unit];
            assert!((mean(&values) / unit - 4.0 / 3.0).abs() < 1e-15);
            assert!((sd(&values).unwrap() / unit - 1.0 / 3f64.sqrt()).abs() < 1e-15);
        }
        // what is no number stays none
        for odd in [f64::NAN, f64::INFINITY] {
            assert!(!mean(&[odd, 1.0]).is_finite() && !sd(&[odd, 1.0]).unwrap().is_finite());
        }
    }

    #[test]
    fn the_sum_keeps_small_terms_beside_large_ones() {
        assert_eq!(sum(&[1.0, 1e100, 1.0, -1e100]), 2.0);
    }
}
