//! The Hodges-Lehmann estimate of the centre of paired differences, with the interval that inverts the
//! signed-rank test (Hodges and Lehmann 1963; Hollander and Wolfe 1999).

use super::tails::{normal_quantile, normal_sf};
use super::{StatsError, signed_rank, signed_rank_null};

/// The answer of [`hodges_lehmann`], in the unit of the differences.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct HodgesLehmann {
    /// The median of all Walsh averages `(d[i] + d[j]) / 2` with `i <= j`.
    pub estimate: f64,
    /// The ends of the confidence interval; `None` when there are too few pairs for one at that level.
    pub interval: Option<(f64, f64)>,
    /// The level that was asked for.
    pub level: f64,
    /// The confidence that the interval has for untied data; at least `level` when exact.
    pub achieved: Option<f64>,
    /// Whether the interval's ends come from the exact null distribution (up to about 1,000 pairs) or
    /// from its normal approximation.
    pub exact: bool,
}

/// The Hodges-Lehmann estimate of the centre of symmetry of paired differences, and the interval that
/// inverts the signed-rank test.
///
/// Zeros are kept: here they are values like any other. The interval is `[A(K), A(M + 1 - K)]` of the
/// ordered `M = n (n + 1) / 2` Walsh averages, with the largest `K` for which `P(W <= K - 1)` of the
/// untied null distribution is at most `(1 - level) / 2`; with ties it is conservative. Walsh averages
/// are not stored: their order statistics are found by bisection over whole numbers, `O(n)` a step.
///
/// # Errors
/// [`StatsError::TooFew`] without a pair, [`StatsError::Range`] for a difference beyond 10^36 units,
/// [`StatsError::OutOfRange`] for a level outside 0 to 1.
///
/// ```
/// // Hollander and Wolfe's depression scores, in thousandths
/// let d = [952, -147, 1022, 430, 620, 590, 490, -80, 10];
/// let h = likewise::stats::hodges_lehmann(&d, 0.95)?;
/// assert_eq!((h.estimate, h.interval), (460.0, Some((10.0, 786.0))));
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn hodges_lehmann(differences: &[i128], level: f64) -> Result<HodgesLehmann, StatsError> {
    signed_rank::check(differences, "the Hodges-Lehmann estimate")?;
    if !(level > 0.0 && level < 1.0) {
        return Err(StatsError::OutOfRange { what: "the level", range: "between 0 and 1", found: level });
    }
    let mut sorted = differences.to_vec();
    sorted.sort_unstable();
    let n = sorted.len() as u64;
    let walsh = n * (n + 1) / 2;
    let half = |sum: i128| sum as f64 / 2.0;
    let (low, high) = (walsh_sum(&sorted, walsh.div_ceil(2)), walsh_sum(&sorted, walsh / 2 + 1));
    let estimate = half(low + high) / 2.0;

    let (rank, achieved, exact) = interval_rank(n, (1.0 - level) / 2.0);
    let interval =
        (rank > 0).then(|| (half(walsh_sum(&sorted, rank)), half(walsh_sum(&sorted, walsh + 1 - rank))));
    let achieved = interval.is_some().then_some(achieved);
    Ok(HodgesLehmann { estimate, interval, level, achieved, exact })
}

/// The `rank`-th smallest (from 1) sum of two members, each pair `i <= j` once.
fn walsh_sum(sorted: &[i128], rank: u64) -> i128 {
    let at_most = |limit: i128| {
        // for growing i the largest j that still fits falls
        let mut count = 0u64;
        let mut end = sorted.len();
        for (i, &d) in sorted.iter().enumerate() {
            while end > i && d + sorted[end - 1] > limit {
                end -= 1;
            }
            if end <= i {
                break;
            }
            count += (end - i) as u64;
        }
        count
    };
    let (mut low, mut high) = (2 * sorted[0], 2 * sorted[sorted.len() - 1]);
    while low < high {
        let mid = low + (high - low) / 2;
        if at_most(mid) >= rank { high = mid } else { low = mid + 1 }
    }
    low
}

/// The largest `K` with `P(W <= K - 1) <= tail` for untied ranks `1..=n` (0 for none), the confidence
/// that it gives, and whether that is exact.
fn interval_rank(n: u64, tail: f64) -> (u64, f64, bool) {
    let size = n as f64;
    let mean = size * (size + 1.0) / 4.0;
    let sd = (size * (size + 1.0) * (2.0 * size + 1.0) / 24.0).sqrt();
    if size * mean > 2.6e8 {
        let rank = (mean + sd * normal_quantile(tail) + 0.5).floor().max(0.0);
        return (rank as u64, 1.0 - 2.0 * normal_sf((mean - rank + 0.5) / sd), false);
    }
    let (rank, below) = signed_rank_null::interval_rank(n as usize, tail);
    (rank as u64, 1.0 - 2.0 * below, true)
}

#[cfg(test)]
mod tests {
    use super::{hodges_lehmann, interval_rank, walsh_sum};

    // Hollander and Wolfe's depression scores, in thousandths
    const DEPRESSION: [i128; 9] = [952, -147, 1022, 430, 620, 590, 490, -80, 10];

    fn near(got: f64, want: f64) {
        assert!((got - want).abs() <= 1e-14 * want.abs(), "{got:e} is not {want:e}");
    }

    #[test]
    fn hodges_lehmann_matches_r_and_brute_force() {
        let h = hodges_lehmann(&DEPRESSION, 0.95).unwrap();
        assert_eq!((h.estimate, h.interval), (460.0, Some((10.0, 786.0))));
        near(h.achieved.unwrap(), 1.0 - 20.0 / 512.0);
        // one-sided 95 % lower end of R is the lower end of the two-sided 90 % interval
        assert_eq!(hodges_lehmann(&DEPRESSION, 0.9).unwrap().interval.unwrap().0, 175.0);
        assert_eq!(hodges_lehmann(&[3, 0, -1, 6, 5], 0.9).unwrap().estimate, 2.5);
        assert_eq!(hodges_lehmann(&[3, 1, 2], 0.95).unwrap().interval, None);
        assert_eq!(hodges_lehmann(&[7; 10], 0.95).unwrap().interval, Some((7.0, 7.0)));
        assert!(hodges_lehmann(&[1], 1.0).is_err() && hodges_lehmann(&[], 0.9).is_err());
        let d = [5, -8, 17, 33, -6, -5, 0, 0, 63];
        let mut sums: Vec<i128> = (0..9).flat_map(|i| (i..9).map(move |j| d[i] + d[j])).collect();
        sums.sort_unstable();
        let mut sorted = d.to_vec();
        sorted.sort_unstable();
        for (at, &sum) in sums.iter().enumerate() {
            assert_eq!(walsh_sum(&sorted, at as u64 + 1), sum);
        }
    }

    #[test]
    fn interval_ranks_match_published_critical_values() {
        // two-sided 5 % critical values of T (reject for T <= c): n = 6..20 in every textbook
        let critical = [0, 2, 3, 5, 8, 10, 13, 17, 21, 25, 29, 34, 40, 46, 52];
        for (n, c) in (6..).zip(critical) {
            assert_eq!(interval_rank(n, 0.025).0, c + 1, "{n}");
        }
        assert_eq!(interval_rank(5, 0.025).0, 0);
        // the approximation beyond joins on
        let (exact, _, is_exact) = interval_rank(1000, 0.025);
        let mean: f64 = 1000.0 * 1001.0 / 4.0;
        let approximate = mean - 1.959964 * (mean * 2001.0 / 6.0).sqrt();
        assert!(is_exact && (exact as f64 - approximate).abs() < 5.0, "{exact} {approximate}");
        assert!(!interval_rank(5000, 0.025).2);
    }
}
