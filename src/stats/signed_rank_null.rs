//! The null distribution of the signed-rank statistic without ties or zeros, and what intervals that invert
//! the test take from it.

/// The null probabilities of the signed-rank statistic from 0 to its middle, without ties or zeros.
pub(super) fn signed_rank_distribution(n: usize) -> Vec<f64> {
    let half = n * (n + 1) / 4;
    let mut p = vec![0.0; half + 1];
    p[0] = 1.0;
    for rank in 1..=n {
        for sum in (0..=half).rev() {
            p[sum] = 0.5 * (p[sum] + if sum >= rank { p[sum - rank] } else { 0.0 });
        }
    }
    p
}

/// How many Walsh averages an interval leaves out at each end, plus one, and the tail that it spends: the
/// largest `K` with `P(W <= K - 1) <= tail` (0 for none) and that probability. `tail` is below one half.
pub(super) fn interval_rank(n: usize, tail: f64) -> (usize, f64) {
    let (mut rank, mut below) = (0, 0.0);
    for p in signed_rank_distribution(n) {
        if below + p > tail * (1.0 + 1e-12) {
            break;
        }
        below += p;
        rank += 1;
    }
    (rank, below)
}

#[cfg(test)]
mod tests {
    use super::signed_rank_distribution;

    #[test]
    fn signed_rank_distribution_by_enumeration() {
        for n in 1..=10usize {
            let half = n * (n + 1) / 4;
            let mut counts = vec![0.0; half + 1];
            for signs in 0..1usize << n {
                let sum: usize = (0..n).filter(|b| signs >> b & 1 == 1).map(|b| b + 1).sum();
                if sum <= half {
                    counts[sum] += 1.0 / (1usize << n) as f64;
                }
            }
            for (got, want) in signed_rank_distribution(n).into_iter().zip(counts) {
                assert!((got - want).abs() <= 1e-15, "{got} is not {want}");
            }
        }
    }
}
