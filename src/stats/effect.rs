//! Effect sizes: how large a difference is, beside whether there is one.
//!
//! Values are exact whole numbers of one unit (see [`BlockTable`](super::BlockTable)), so that ties are
//! those of the printed values; none of these measures depends on the unit.

use super::{StatsError, doubled_midranks, mad, mean, median, normal_quantile, sd};

/// How often the first is better, equal and worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct WinTieLoss {
    /// Positive differences.
    pub wins: usize,
    /// Differences of 0.
    pub ties: usize,
    /// Negative differences.
    pub losses: usize,
}

/// Counts positive, zero and negative differences.
///
/// ```
/// let c = likewise::stats::win_tie_loss(&[3, 0, -1, 6, 5]);
/// assert_eq!((c.wins, c.ties, c.losses), (3, 1, 1));
/// ```
#[must_use]
pub fn win_tie_loss(differences: &[i128]) -> WinTieLoss {
    let wins = differences.iter().filter(|&&d| d > 0).count();
    let losses = differences.iter().filter(|&&d| d < 0).count();
    WinTieLoss { wins, ties: differences.len() - wins - losses, losses }
}

/// The common language effect size of paired data, the probability of superiority: the share of pairs
/// in which the first is larger, ties counting half (Grissom and Kim 2012). `None`
/// without a pair. For unpaired samples it is `(cliffs_delta + 1) / 2` (Vargha and Delaney 2000).
///
/// ```
/// assert_eq!(likewise::stats::common_language(&[3, 0, -1, 6, 5]), Some(0.7));
/// ```
#[must_use]
pub fn common_language(differences: &[i128]) -> Option<f64> {
    let count = win_tie_loss(differences);
    (!differences.is_empty()).then(|| (2 * count.wins + count.ties) as f64 / (2 * differences.len()) as f64)
}

/// The matched-pairs rank-biserial correlation `(W+ - W-) / (W+ + W-)` (Kerby 2014), from -1 (all
/// differences negative) to 1. Zeros are dropped, ties share mid-ranks. `None` when all differences
/// are 0 or there is none.
///
/// ```
/// assert_eq!(likewise::stats::matched_rank_biserial(&[3, 0, -1, 6, 5]), Some(0.8));
/// ```
#[must_use]
pub fn matched_rank_biserial(differences: &[i128]) -> Option<f64> {
    let kept: Vec<i128> = differences.iter().copied().filter(|&d| d != 0).collect();
    let sizes: Vec<u128> = kept.iter().map(|d| d.unsigned_abs()).collect();
    let (mut plus, mut minus) = (0u64, 0u64);
    for (difference, rank) in kept.iter().zip(doubled_midranks(&sizes)) {
        *(if *difference > 0 { &mut plus } else { &mut minus }) += rank;
    }
    (plus + minus > 0).then(|| (plus as f64 - minus as f64) / (plus as f64 + minus as f64))
}

/// Cliff's delta of two samples that are not paired: the share of pairs of values in which that of `x`
/// is larger minus the share in which it is smaller (Cliff 1993). Ties count on neither side.
///
/// Takes `O(n log n)`. Any ordered values do.
///
/// # Errors
/// [`StatsError::TooFew`] when a sample is empty.
///
/// ```
/// let d = likewise::stats::cliffs_delta(&[81, 84, 79, 88, 90], &[78, 84, 80, 82, 85])?;
/// assert_eq!(d, 0.32);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn cliffs_delta<T: Ord>(x: &[T], y: &[T]) -> Result<f64, StatsError> {
    if x.is_empty() || y.is_empty() {
        return Err(StatsError::TooFew {
            procedure: "Cliff's delta",
            what: "values a sample",
            needed: 1,
            found: 0,
        });
    }
    let mut sorted: Vec<&T> = y.iter().collect();
    sorted.sort_unstable();
    let balance: i128 = x
        .iter()
        .map(|value| {
            let below = sorted.partition_point(|&other| other < value);
            let not_above = sorted.partition_point(|&other| other <= value);
            below as i128 - (sorted.len() - not_above) as i128
        })
        .sum();
    Ok(balance as f64 / (x.len() as f64 * y.len() as f64))
}

/// A standardised mean difference.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct CohenD {
    /// The mean difference in standard deviations.
    pub d: f64,
    /// `d` with Hedges' correction for small samples, exact ([`hedges_correction`]); none on one degree of
    /// freedom, where nothing corrects it.
    pub hedges: Option<f64>,
    /// The degrees of freedom of the standard deviation.
    pub df: usize,
}

impl CohenD {
    fn new(difference: f64, sd: f64, df: usize, procedure: &'static str) -> Result<Self, StatsError> {
        let d = difference / sd;
        if !d.is_finite() {
            return Err(StatsError::Undefined { procedure, why: "the standard deviation is 0" });
        }
        Ok(Self { d, hedges: (df > 1).then(|| d * hedges_correction(df)), df })
    }
}

/// Cohen's d_z of paired data: the mean difference over the standard deviation of the differences
/// (Cohen 1988), and with Hedges' correction on `n - 1` degrees of freedom.
///
/// # Errors
/// [`StatsError::TooFew`] below 2 pairs, [`StatsError::Undefined`] when all differences are equal.
///
/// ```
/// let c = likewise::stats::cohen_dz(&[3, 0, -1, 6, 5])?;
/// assert!((c.d - 0.852573586519).abs() < 1e-12);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn cohen_dz(differences: &[i128]) -> Result<CohenD, StatsError> {
    const PROCEDURE: &str = "Cohen's d_z";
    if differences.windows(2).all(|w| w[0] == w[1]) && differences.len() > 1 {
        return Err(StatsError::Undefined { procedure: PROCEDURE, why: "all differences are equal" });
    }
    let values: Vec<f64> = differences.iter().map(|&d| d as f64).collect();
    let few = StatsError::TooFew { procedure: PROCEDURE, what: "pairs", needed: 2, found: values.len() };
    CohenD::new(mean(&values), sd(&values).ok_or(few)?, values.len() - 1, PROCEDURE)
}

/// Cohen's d of two samples that are not paired: the difference of means over the pooled standard
/// deviation (Cohen 1988), and with Hedges' correction, Hedges' g.
///
/// # Errors
/// [`StatsError::TooFew`] below 2 values a sample, [`StatsError::Undefined`] when neither sample
/// varies.
///
/// ```
/// let c = likewise::stats::cohen_d(&[81, 84, 79, 88, 90], &[78, 84, 80, 82, 85])?;
/// assert!((c.d - 0.6769823371).abs() < 1e-10 && c.df == 8);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn cohen_d(x: &[i128], y: &[i128]) -> Result<CohenD, StatsError> {
    const PROCEDURE: &str = "Cohen's d";
    let found = x.len().min(y.len());
    let few = StatsError::TooFew { procedure: PROCEDURE, what: "values a sample", needed: 2, found };
    let floats = |s: &[i128]| s.iter().map(|&v| v as f64).collect::<Vec<_>>();
    let (x, y) = (floats(x), floats(y));
    let (Some(sx), Some(sy)) = (sd(&x), sd(&y)) else {
        return Err(few);
    };
    let df = x.len() + y.len() - 2;
    let pooled = ((sx * sx * (x.len() - 1) as f64 + sy * sy * (y.len() - 1) as f64) / df as f64).sqrt();
    CohenD::new(mean(&x) - mean(&y), pooled, df, PROCEDURE)
}

/// Akinshin's gamma: the difference of two samples' medians in pooled median absolute deviations, each
/// made consistent with the standard deviation of a normal sample (times `1 / Phi^-1(3/4)`, 1.4826), pooled
/// as `sqrt((mad_x^2 + mad_y^2) / 2)`. It is what autorank reports for data that are not normal.
///
/// # Errors
/// [`StatsError::TooFew`] when a sample is empty, [`StatsError::Undefined`] when both deviations are 0.
///
/// ```
/// let gamma = likewise::stats::akinshin_gamma(&[81, 84, 79, 88, 90], &[78, 84, 80, 82, 85])?;
/// assert!((gamma - 0.426_585).abs() < 1e-6);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn akinshin_gamma(x: &[i128], y: &[i128]) -> Result<f64, StatsError> {
    const PROCEDURE: &str = "Akinshin's gamma";
    if x.is_empty() || y.is_empty() {
        let what = "values a sample";
        return Err(StatsError::TooFew { procedure: PROCEDURE, what, needed: 1, found: 0 });
    }
    let floats = |values: &[i128]| values.iter().map(|&v| v as f64).collect::<Vec<f64>>();
    let (x, y) = (floats(x), floats(y));
    let pooled = (mad(&x).powi(2) + mad(&y).powi(2)).sqrt() / std::f64::consts::SQRT_2;
    let gamma = (median(&x) - median(&y)) * normal_quantile(0.75) / pooled;
    if !gamma.is_finite() {
        let why = "both median absolute deviations are 0";
        return Err(StatsError::Undefined { procedure: PROCEDURE, why });
    }
    Ok(gamma)
}

/// Hedges' exact correction `gamma(df / 2) / (sqrt(df / 2) gamma((df - 1) / 2))` that takes the bias
/// out of a standardised mean difference (Hedges 1981). It is 0 for 1 degree of freedom,
/// where the standardised difference has no mean, and taken as 0 below.
///
/// ```
/// assert!((likewise::stats::hedges_correction(2) - 0.5641895835477563).abs() < 1e-14); // 1/sqrt(pi)
/// ```
#[must_use]
pub fn hedges_correction(df: usize) -> f64 {
    if df < 2 {
        return 0.0;
    }
    let half = df as f64 / 2.0;
    (libm::lgamma(half) - libm::lgamma(half - 0.5)).exp() / half.sqrt()
}

/// The usual approximation to [`hedges_correction`], `1 - 3 / (4 df - 1)`; 0 for no degree of freedom.
///
/// ```
/// assert_eq!(likewise::stats::hedges_correction_approximate(8), 1.0 - 3.0 / 31.0);
/// ```
#[must_use]
pub fn hedges_correction_approximate(df: usize) -> f64 {
    if df == 0 { 0.0 } else { 1.0 - 3.0 / (4.0 * df as f64 - 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: [i128; 5] = [81, 84, 79, 88, 90];
    const Y: [i128; 5] = [78, 84, 80, 82, 85];

    fn near(got: f64, want: f64) {
        assert!((got - want).abs() < 1e-13, "{got} {want}");
    }

    #[test]
    fn one_pair_of_samples_against_references() {
        // autorank and formulas worked apart from this crate
        let differences: Vec<i128> = X.iter().zip(Y).map(|(x, y)| x - y).collect();
        near(cliffs_delta(&X, &Y).unwrap(), 0.32);
        near((cliffs_delta(&X, &Y).unwrap() + 1.0) / 2.0, 0.66);
        let pooled = cohen_d(&X, &Y).unwrap();
        near(pooled.d, 0.6769823371002851);
        near(pooled.d * hedges_correction_approximate(pooled.df), 0.6114679173809027);
        near(cohen_dz(&differences).unwrap().d, 0.8525735865191388);
        near(matched_rank_biserial(&differences).unwrap(), 0.8);
        assert_eq!(win_tie_loss(&differences), WinTieLoss { wins: 3, ties: 1, losses: 1 });
    }

    #[test]
    fn hedges_correction_has_closed_forms() {
        let pi = std::f64::consts::PI;
        near(hedges_correction(2), 1.0 / pi.sqrt());
        near(hedges_correction(3), (pi / 6.0).sqrt());
        near(hedges_correction(4), 2.0f64.sqrt() / pi.sqrt());
        for df in [10, 100, 10_000] {
            let close = 1.0 / (df * df) as f64;
            assert!((hedges_correction(df) - hedges_correction_approximate(df)).abs() < close);
        }
        assert_eq!((hedges_correction(0), hedges_correction(1)), (0.0, 0.0));
    }

    #[test]
    fn cliffs_delta_is_the_balance_of_all_pairs() {
        let x = [3, 1, 4, 1, 5, 9, 2, 6];
        let y = [2, 7, 1, 8, 2, 8];
        let all: i32 = x.iter().flat_map(|a: &i32| y.iter().map(move |b| (a - b).signum())).sum();
        near(cliffs_delta(&x, &y).unwrap(), f64::from(all) / 48.0);
        near(cliffs_delta(&y, &x).unwrap(), f64::from(-all) / 48.0);
        assert_eq!(cliffs_delta(&[2, 3], &[0, 1]), Ok(1.0));
        assert!(cliffs_delta(&[1], &[]).is_err());
    }

    #[test]
    fn what_is_not_defined_is_said() {
        assert_eq!((matched_rank_biserial(&[]), matched_rank_biserial(&[0, 0])), (None, None));
        assert_eq!(common_language(&[]), None);
        assert!(matches!(cohen_dz(&[4]), Err(StatsError::TooFew { .. })));
        assert!(matches!(cohen_dz(&[]), Err(StatsError::TooFew { .. })));
        assert!(matches!(cohen_dz(&[4, 4, 4]), Err(StatsError::Undefined { .. })));
        assert!(matches!(cohen_d(&[4, 4], &[5, 5]), Err(StatsError::Undefined { .. })));
        assert!(matches!(cohen_d(&[4, 4], &[5]), Err(StatsError::TooFew { .. })));
    }
}
