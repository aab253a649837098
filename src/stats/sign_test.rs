//! The sign test (Arbuthnott 1710; Conover 1999): exact binomial.

use super::StatsError;
use super::inference::Alternative;

/// What becomes of ties in a sign test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SignTies {
    /// They are dropped: they say nothing about which side is favoured. The default.
    #[default]
    Drop,
    /// They are split evenly between both sides, one dropped when their number is odd (Demšar 2006).
    /// Keeps the number of pairs, and is conservative.
    Split,
}

/// The answer of [`sign_test`].
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct SignTest {
    /// Positive differences.
    pub wins: usize,
    /// Differences of 0.
    pub ties: usize,
    /// Negative differences.
    pub losses: usize,
    /// The rule for ties.
    pub tie_rule: SignTies,
    /// How many pairs the binomial distribution counts.
    pub n: usize,
    /// How many of them are wins, shared ties included.
    pub successes: usize,
    /// The exact p-value for `alternative`; two-sided twice the smaller tail, at most 1. It is 1 when
    /// `n` is 0.
    pub p: f64,
    /// Which departures count.
    pub alternative: Alternative,
}

/// Tests whether positive and negative differences are equally likely; always exact.
///
/// p-values below 1e-308 underflow to 0.
///
/// # Errors
/// [`StatsError::TooFew`] without a pair.
///
/// ```
/// use likewise::stats::{Alternative, SignTies, sign_test};
/// let t = sign_test(&[1, 2, 3, 4, 5, 6, 7, 8, 9, -1], SignTies::Drop, Alternative::TwoSided)?;
/// assert_eq!((t.wins, t.losses, t.p), (9, 1, 22.0 / 1024.0));
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn sign_test(
    differences: &[i128],
    ties: SignTies,
    alternative: Alternative,
) -> Result<SignTest, StatsError> {
    if differences.is_empty() {
        return Err(StatsError::TooFew { procedure: "the sign test", what: "pairs", needed: 1, found: 0 });
    }
    let wins = differences.iter().filter(|&&d| d > 0).count();
    let losses = differences.iter().filter(|&&d| d < 0).count();
    let tied = differences.len() - wins - losses;
    let shared = if ties == SignTies::Split { tied / 2 } else { 0 };
    let (successes, n) = (wins + shared, wins + losses + 2 * shared);
    let p = match alternative {
        Alternative::Less => lower(n, successes),
        Alternative::Greater => lower(n, n - successes),
        Alternative::TwoSided => (2.0 * lower(n, successes.min(n - successes))).min(1.0),
    };
    Ok(SignTest { wins, ties: tied, losses, tie_rule: ties, n, successes, p, alternative })
}

/// P(X <= k) for X binomial with n fair coins.
fn lower(n: usize, k: usize) -> f64 {
    if k >= n {
        return 1.0;
    }
    if 2 * k >= n {
        // the upper tail is the smaller one
        return 1.0 - lower(n, n - k - 1);
    }
    // C(n, k) / 2^n as a product that stays in range, then the falling terms below it
    let (mut term, mut halvings) = (1.0f64, n);
    for i in 1..=k {
        term *= (n - k + i) as f64 / i as f64;
        while term > 1.0 && halvings > 0 {
            term *= 0.5;
            halvings -= 1;
        }
    }
    term *= 0.5f64.powi(i32::try_from(halvings).unwrap_or(i32::MAX));
    let mut sum = term;
    for i in (1..=k).rev() {
        term *= i as f64 / (n - i + 1) as f64;
        sum += term;
        if term < sum * 1e-18 {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(wins: usize, ties: usize, losses: usize, rule: SignTies, alternative: Alternative) -> SignTest {
        let d = [vec![3; wins], vec![0; ties], vec![-2; losses]].concat();
        sign_test(&d, rule, alternative).unwrap()
    }

    #[test]
    fn nine_of_ten() {
        // 11/1024 each side; STAC's 2 (1 - cdf(x)) gives 0.00195
        assert_eq!(run(9, 0, 1, SignTies::Drop, Alternative::TwoSided).p, 22.0 / 1024.0);
        assert_eq!(run(9, 0, 1, SignTies::Drop, Alternative::Greater).p, 11.0 / 1024.0);
        assert_eq!(run(9, 0, 1, SignTies::Drop, Alternative::Less).p, 1023.0 / 1024.0);
    }

    #[test]
    fn ties_are_dropped_or_split() {
        let dropped = run(7, 21, 7, SignTies::Drop, Alternative::TwoSided);
        assert_eq!((dropped.n, dropped.successes, dropped.p, dropped.ties), (14, 7, 1.0, 21));
        let split = run(7, 21, 7, SignTies::Split, Alternative::TwoSided);
        assert_eq!((split.n, split.successes, split.p), (34, 17, 1.0));
        for rule in [SignTies::Drop, SignTies::Split] {
            assert_eq!(run(0, 1, 0, rule, Alternative::TwoSided).p, 1.0);
            assert_eq!(run(0, 1, 0, rule, Alternative::Greater).p, 1.0);
        }
        assert!(sign_test(&[], SignTies::Drop, Alternative::Less).is_err());
    }

    #[test]
    fn tails_are_sums_of_binomial_coefficients() {
        for n in 1..=50usize {
            let mut row = vec![1u64];
            for _ in 0..n {
                row = (0..=row.len())
                    .map(|i| if i > 0 { row[i - 1] } else { 0 } + row.get(i).copied().unwrap_or(0))
                    .collect();
            }
            for k in 0..=n {
                let want = row[..=k].iter().sum::<u64>() as f64 / 2f64.powi(n as i32);
                assert!((lower(n, k) - want).abs() <= 1e-14 * want, "{n} {k}");
            }
        }
    }

    #[test]
    fn large_samples_stay_accurate() {
        // all wins of 1,000: 2^-1000
        assert_eq!(run(1000, 0, 0, SignTies::Drop, Alternative::Greater).p, 0.5f64.powi(1000));
        // P(X <= n/2) - P(X < n/2) = C(n, n/2) / 2^n, by Stirling's series
        let n = 100_000f64;
        let middle = (2.0 / (std::f64::consts::PI * n)).sqrt() * (-1.0 / (4.0 * n)).exp();
        let got = lower(100_000, 50_000) - lower(100_000, 49_999);
        assert!((got - middle).abs() < 1e-11 * middle.max(1e-2), "{got} {middle}");
        assert_eq!(lower(100_000, 3), 0.0);
    }
}
