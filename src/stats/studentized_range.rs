//! The studentized range: the distribution behind Tukey's and Nemenyi's comparisons of all pairs.
//!
//! With `k` independent standard normals and an independent `s` with `df s^2` chi-squared, it is the
//! law of their range divided by `s`. For infinite `df` the upper tail is written as
//! `k ∫ φ(z) [Φ(z)^(k-1) - (Φ(z) - Φ(z-q))^(k-1)] dz`, an integrand that is never negative and needs
//! no subtraction from one, so small tails keep their relative accuracy. The integrand is entire and
//! falls off like a normal density, hence the plain trapezoidal rule converges exponentially. For
//! finite `df` that tail is averaged over `ln s`, again by the trapezoidal rule, with the weights
//! normalised by their own sum. (Integrals: Lund & Lund 1983, *Applied Statistics* 32, AS 190; the
//! rules here are different ones.)

use rayon::prelude::*;

use super::StatsError;
use super::tails::{falling_root, normal_cdf, normal_density, normal_sf};

/// Spacing of the nodes in `z`: relative errors stay below 3e-13 up to 10,000 groups.
const STEP: f64 = 0.1;
/// First node; below it the density is under 1e-17.
const FIRST: f64 = -8.75;
/// Beyond this `q` the tail for infinite `df` is below the smallest normal number.
const Q_END: f64 = 52.0;
/// Above this many degrees of freedom the difference to infinity is below rounding.
const DF_END: f64 = 1e13;

/// The studentized range of `groups` means with `df` degrees of freedom.
///
/// ```
/// use likewise::stats::StudentizedRange;
/// let range = StudentizedRange::new(5, f64::INFINITY)?;
/// // Demšar (2006), table 5(a): q(0.05) / sqrt(2) for five methods.
/// assert!((range.isf(0.05)? / 2f64.sqrt() - 2.728).abs() < 5e-4);
/// assert!((range.sf(3.857_655_510_378_62) - 0.05).abs() < 1e-13);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct StudentizedRange {
    groups: usize,
    df: f64,
    nodes: Vec<Node>,
}

/// What the integrand has at a node whatever `q` is.
#[derive(Debug, Clone, PartialEq)]
struct Node {
    z: f64,
    /// The normal distribution function.
    cdf: f64,
    /// `k * STEP * density`.
    weight: f64,
    /// `weight * cdf^(k - 1)`.
    whole: f64,
}

impl StudentizedRange {
    /// The distribution for `groups` means (2 to 10,000) and `df` degrees of freedom (1 or more,
    /// `f64::INFINITY` for a known variance as in rank tests).
    ///
    /// # Errors
    /// [`StatsError::TooFew`] for fewer than two groups, [`StatsError::OutOfRange`] for more than
    /// 10,000 groups or for `df` below 1 or NaN.
    pub fn new(groups: usize, df: f64) -> Result<Self, StatsError> {
        if groups < 2 {
            return Err(StatsError::TooFew {
                procedure: "the studentized range",
                what: "groups",
                needed: 2,
                found: groups,
            });
        }
        if groups > 10_000 {
            return Err(StatsError::OutOfRange {
                what: "the number of groups",
                range: "at most 10,000",
                found: groups as f64,
            });
        }
        if df.is_nan() || df < 1.0 {
            return Err(StatsError::OutOfRange { what: "degrees of freedom", range: "1 or more", found: df });
        }
        let count = ((Q_END / 2.0 + 10.0 - FIRST) / STEP) as usize + 1;
        let nodes = (0..count)
            .map(|i| {
                let z = FIRST + i as f64 * STEP;
                let (cdf, weight) = (normal_cdf(z), groups as f64 * STEP * normal_density(z));
                Node { z, cdf, weight, whole: weight * ((groups - 1) as f64 * cdf.ln()).exp() }
            })
            .collect();
        Ok(Self { groups, df: if df > DF_END { f64::INFINITY } else { df }, nodes })
    }

    /// `P(Q > q)`, with relative accuracy in the tail; 1 for `q <= 0` and for NaN, 0 beyond 1e100.
    #[must_use]
    pub fn sf(&self, q: f64) -> f64 {
        if q.is_nan() || q <= 0.0 {
            return 1.0;
        }
        // Keeps q^2 finite below; even df = 1 leaves less than 1e-92 here.
        if q > 1e100 {
            return 0.0;
        }
        self.over_scale(q, |q| self.sf_known(q)).min(1.0)
    }

    /// `P(Q <= q)`; computed as such where it is the smaller tail.
    #[must_use]
    pub fn cdf(&self, q: f64) -> f64 {
        let sf = self.sf(q);
        if sf < 0.5 || q.is_nan() || q <= 0.0 { 1.0 - sf } else { self.over_scale(q, |q| self.cdf_known(q)) }
    }

    /// The `q` with `P(Q > q) = p`: the critical value at level `p`.
    ///
    /// # Errors
    /// [`StatsError::OutOfRange`] unless `0 < p < 1`.
    pub fn isf(&self, p: f64) -> Result<f64, StatsError> {
        if !(p > 0.0 && p < 1.0) {
            return Err(StatsError::OutOfRange {
                what: "a tail probability",
                range: "between 0 and 1",
                found: p,
            });
        }
        if p > 0.5 {
            let below = (1.0 - p).ln();
            return Ok(falling_root(|q| below - self.cdf(q).ln(), 1.0));
        }
        Ok(falling_root(|q| self.sf(q).ln() - p.ln(), 4.0))
    }

    /// The `q` with `P(Q <= q) = p`.
    ///
    /// # Errors
    /// [`StatsError::OutOfRange`] unless `0 < p < 1`.
    pub fn quantile(&self, p: f64) -> Result<f64, StatsError> {
        if !(p > 0.0 && p < 1.0) {
            return Err(StatsError::OutOfRange { what: "a probability", range: "between 0 and 1", found: p });
        }
        if p < 0.5 {
            return Ok(falling_root(|q| p.ln() - self.cdf(q).ln(), 1.0));
        }
        self.isf(1.0 - p)
    }

    /// `P(Q > q)` for many values at once, as for all pairs of 200 subjects.
    ///
    /// From about a hundred values on, the logarithm of the tail is interpolated by Chebyshev
    /// polynomials on intervals that are halved until the interpolant meets the tail itself, at
    /// points between the nodes, to a relative error below 1e-10.
    #[must_use]
    pub fn sf_many(&self, q: &[f64]) -> Vec<f64> {
        let inside = |q: &f64| *q > 0.0 && *q <= self.last_q();
        let (mut low, mut high, mut count) = (f64::INFINITY, 0f64, 0usize);
        for &q in q.iter().filter(|q| inside(q)) {
            (low, high, count) = (low.min(q), high.max(q), count + 1);
        }
        if count < 100 || low >= high {
            return q.iter().map(|&q| self.sf(q)).collect();
        }
        let pieces = self.interpolate(low, high, 0);
        q.par_iter()
            .with_min_len(256)
            .map(|q| {
                if !inside(q) {
                    return self.sf(*q);
                }
                let at = pieces.partition_point(|p: &Piece| p.high < *q).min(pieces.len() - 1);
                pieces[at].value(*q).exp().min(1.0)
            })
            .collect()
    }

    /// The largest q whose tail is computed rather than taken as zero.
    fn last_q(&self) -> f64 {
        if self.df.is_infinite() { Q_END } else { f64::MAX }
    }

    /// Interpolants that together reach from `low` to `high`, the lowest first.
    fn interpolate(&self, low: f64, high: f64, depth: u32) -> Vec<Piece> {
        let piece = Piece::new(low, high, |q| self.sf(q).max(f64::MIN_POSITIVE).ln());
        let good = [0.013, 0.31, 0.74, 0.985].into_iter().all(|part| {
            let q = low + part * (high - low);
            (piece.value(q) - self.sf(q).max(f64::MIN_POSITIVE).ln()).abs() < 1e-11
        });
        if good || depth >= 12 {
            return vec![piece];
        }
        let middle = 0.5 * (low + high);
        let (mut pieces, upper) = rayon::join(
            || self.interpolate(low, middle, depth + 1),
            || self.interpolate(middle, high, depth + 1),
        );
        pieces.extend(upper);
        pieces
    }

    /// Upper tail for a known variance.
    fn sf_known(&self, q: f64) -> f64 {
        if q > Q_END {
            return 0.0;
        }
        let power = (self.groups - 1) as f64;
        let first = (((q / 2.0 - 8.5 - FIRST) / STEP).max(0.0)) as usize;
        let reach = (2.0 * ((self.groups as f64).ln() + 40.0)).sqrt();
        let end = (((q / 2.0 + reach - FIRST) / STEP) as usize + 1).min(self.nodes.len());
        let mut sum = 0.0;
        for node in &self.nodes[first.min(end)..end] {
            // cdf^power - (cdf - below)^power without cancellation.
            let log_rest = (-(normal_cdf(node.z - q) / node.cdf).min(1.0)).ln_1p();
            sum += node.whole * -(power * log_rest).exp_m1();
        }
        sum
    }

    /// Lower tail for a known variance.
    fn cdf_known(&self, q: f64) -> f64 {
        let power = (self.groups - 1) as f64;
        let mut sum = 0.0;
        for &Node { z, cdf, weight, .. } in &self.nodes {
            let below = z - q;
            let inside = if below > 0.0 { normal_sf(below) - normal_sf(z) } else { cdf - normal_cdf(below) };
            sum += weight * inside.max(0.0).powf(power);
        }
        sum
    }

    /// The mean of `tail(q s)` over the distribution of `s`.
    fn over_scale(&self, q: f64, tail: impl Fn(f64) -> f64) -> f64 {
        if self.df.is_infinite() {
            return tail(q);
        }
        let step = 0.1f64.min(0.5 / self.df.sqrt());
        // Logarithm of the density of u = ln s, up to a constant; zero at its maximum u = 0.
        let density = |u: f64| (self.df * log_shape(u)).exp();
        let mut right = 0;
        while density(f64::from(right) * step) > 1e-22 {
            right += 1;
        }
        // The integrand peaks no further left than here (k = 2 falls off soonest).
        let peak = 0.5 * (self.df / (self.df + 0.5 * q * q)).ln();
        let (mut weights, mut sum) = (0.0, 0.0);
        for i in (i32::MIN / 2..=right).rev() {
            let u = f64::from(i) * step;
            let weight = density(u);
            let term = weight * tail(q * u.exp());
            weights += weight;
            sum += term;
            if u < peak && u < 0.0 && term <= 1e-17 * sum && weight <= 1e-17 * weights {
                break;
            }
        }
        sum / weights
    }
}

/// `u - (e^(2u) - 1) / 2`, by its series near zero where the two terms cancel.
fn log_shape(u: f64) -> f64 {
    let v = 2.0 * u;
    if v.abs() > 0.1 {
        return u - 0.5 * v.exp_m1();
    }
    let (mut term, mut sum) = (v, 0.0);
    for j in 2..14 {
        term *= v / f64::from(j);
        sum += term;
    }
    -0.5 * sum
}

/// A Chebyshev interpolant on an interval, by the barycentric formula.
struct Piece {
    low: f64,
    high: f64,
    values: [f64; NODES],
}

const NODES: usize = 18;

impl Piece {
    /// Nodes of the first kind on [-1, 1] and their barycentric weights.
    fn node(i: usize) -> (f64, f64) {
        let angle = (2 * i + 1) as f64 * std::f64::consts::PI / (2 * NODES) as f64;
        (angle.cos(), if i.is_multiple_of(2) { angle.sin() } else { -angle.sin() })
    }

    fn new(low: f64, high: f64, f: impl Fn(f64) -> f64) -> Self {
        let values = std::array::from_fn(|i| f(0.5 * (low + high) + 0.5 * (high - low) * Self::node(i).0));
        Self { low, high, values }
    }

    fn value(&self, q: f64) -> f64 {
        let x = (2.0 * q - self.low - self.high) / (self.high - self.low);
        let (mut top, mut bottom) = (0.0, 0.0);
        for (value, (node, weight)) in self.values.iter().zip(nodes()) {
            let gap = x - node;
            if gap == 0.0 {
                return *value;
            }
            top += weight / gap * value;
            bottom += weight / gap;
        }
        top / bottom
    }
}

fn nodes() -> &'static [(f64, f64); NODES] {
    static ALL: std::sync::OnceLock<[(f64, f64); NODES]> = std::sync::OnceLock::new();
    ALL.get_or_init(|| std::array::from_fn(Piece::node))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(k: usize, df: f64) -> StudentizedRange {
        StudentizedRange::new(k, df).unwrap()
    }

    // mpmath, 30 digits, direct quadrature of the textbook integral.
    #[test]
    fn tail_for_infinite_df() {
        for (k, q, sf) in [
            (2, 0.5, 0.723673609831763),
            (2, 5.0, 0.000406952017444959),
            (2, 9.0, 1.96616044154289e-10),
            (3, 3.5, 0.0355570418631604),
            (3, 9.0, 5.89743641660492e-10),
            (5, 1.0, 0.954954855188644),
            (5, 7.0, 7.36238986305747e-06),
            (5, 9.0, 1.96512113739123e-09),
            (10, 0.5, 0.999998586619484),
            (10, 3.5, 0.282016438289136),
            (10, 9.0, 8.83540745187453e-09),
            (20, 3.5, 0.603_604_945_203_473_6),
            (50, 7.0, 0.000_813_016_840_590_381_7),
            (100, 4.0, 0.970005687222155),
            (100, 9.5, 9.087_827_153_772_308e-8),
            (200, 5.0, 0.806_397_362_593_207_6),
            (200, 5.9, 0.221_046_940_166_638_9),
            (200, 8.0, 0.00027676756648048079),
            (200, 12.0, 4.2818337123205125e-13),
            (10, 20.0, 9.398_194_126_931_434e-44),
            (3, 30.0, 2.163898251735362e-99),
            (1000, 6.5, 0.449_246_855_850_292_55),
            (10_000, 8.0, 0.225_630_693_259_453_16),
            (10_000, 14.0, 2.091_544_942_163_997_2e-15),
            (400, 6.0, 0.417_865_712_003_834_8),
        ] {
            let found = range(k, f64::INFINITY).sf(q);
            assert!((found / sf - 1.0).abs() < 3e-13, "{k} {q}: {found:e} {sf:e}");
        }
    }

    // scipy 1.17.1 studentized_range, good to about 1e-9 at finite df.
    #[test]
    fn tail_for_finite_df() {
        for (k, df, q, sf) in [
            (3, 2.0, 6.0, 0.09209380424648683),
            (5, 8.0, 5.0, 0.044805127692616686),
            (5, 20.0, 4.2, 0.05235357667356133),
            (10, 30.0, 6.0, 0.006407279522197662),
            (50, 100.0, 5.5, 0.0999293908227682),
            (200, 400.0, 6.5, 0.059341833586826875),
            (5, 2.0, 20.0, 0.015211926316532898),
            (4, 3.0, 50.0, 0.00015270190155758367),
            (9, 9.0, 5.6, 0.04974728513520055),
        ] {
            let range = range(k, df);
            assert!((range.sf(q) - sf).abs() < 1e-10, "{k} {df} {q}: {:e} {sf:e}", range.sf(q));
            assert!((range.cdf(q) - 1.0 + sf).abs() < 1e-10);
        }
        assert!((range(9, 9.0).isf(0.05).unwrap() - 5.594712272619467).abs() < 1e-8);
        assert!((range(5, 8.0).isf(0.05).unwrap() - 4.885754265245837).abs() < 1e-8);
        assert!((range(20, 60.0).isf(0.01).unwrap() - 6.0148834142537835).abs() < 1e-8);
    }

    // Two groups: Q / sqrt(2) is |t|, whose tail is computed by another route.
    #[test]
    fn two_groups_are_students_t() {
        for df in [1.0, 2.0, 5.0, 40.0, 1e3, 1e6, 1e9] {
            for q in [0.01, 0.7, 3.0, 9.0, 40.0, 1e3] {
                let wanted = super::super::t_two_sided(q / std::f64::consts::SQRT_2, df);
                let found = range(2, df).sf(q);
                if wanted > 1e-290 {
                    let allowed = 1e-11 + 1e-15 * df;
                    assert!((found / wanted - 1.0).abs() < allowed, "{df} {q}: {found:e} {wanted:e}");
                }
            }
        }
    }

    #[test]
    fn quantiles_for_infinite_df() {
        for (k, p, q) in [
            (2, 0.05, 2.77180764869936),
            (3, 0.10, 2.90238021342825),
            (5, 0.05, 3.85765551037862),
            (5, 0.01, 4.60282104220157),
            (7, 0.05, 4.16955415500655),
        ] {
            assert!((range(k, f64::INFINITY).isf(p).unwrap() - q).abs() < 1e-12);
            assert!((range(k, f64::INFINITY).quantile(1.0 - p).unwrap() - q).abs() < 1e-11);
        }
        for p in [1e-12, 1e-4, 0.3, 0.6, 0.999, 1.0 - 1e-9] {
            let range = range(30, 12.0);
            let back = range.sf(range.isf(p).unwrap());
            assert!((back / p - 1.0).abs() < 1e-12, "{p:e} {back:e}");
        }
    }

    #[test]
    fn many_values_are_the_single_values() {
        for (k, df) in [(200, f64::INFINITY), (5, f64::INFINITY), (7, 24.0), (4, 3.0)] {
            let range = range(k, df);
            let q: Vec<f64> = (0..700).map(|i| f64::from(i) * 0.0731).collect();
            for (q, p) in q.iter().zip(range.sf_many(&q)) {
                assert!((p - range.sf(*q)).abs() <= 2e-10 * p + 1e-300, "{k} {df} {q} {p:e}");
            }
        }
    }

    #[test]
    fn no_argument_gives_nan() {
        let range = range(4, 7.0);
        for q in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -3.0, 1e-300, 1e300] {
            assert!((0.0..=1.0).contains(&range.sf(q)) && (0.0..=1.0).contains(&range.cdf(q)), "{q}");
        }
        assert!(StudentizedRange::new(1, 3.0).is_err() && StudentizedRange::new(3, f64::NAN).is_err());
        assert!(range.isf(0.0).is_err() && range.isf(f64::NAN).is_err() && range.quantile(1.0).is_err());
    }
}
