//! How well chains mixed: R-hat and effective sample size.
//!
//! Source: Vehtari, Gelman, Simpson, Carpenter and Bürkner, Rank-normalization, folding, and
//! localization: an improved R-hat for assessing convergence of MCMC, Bayesian Analysis 16, 2021.

use crate::stats::normal_quantile;

/// The draws of all chains as normal scores of their mid-ranks among all.
pub(super) fn normal_scores(chains: &[&[f64]]) -> Vec<Vec<f64>> {
    let mut order: Vec<(f64, usize, usize)> = chains
        .iter()
        .enumerate()
        .flat_map(|(c, chain)| chain.iter().enumerate().map(move |(i, &v)| (v, c, i)))
        .collect();
    order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let count = order.len() as f64;
    let mut scores: Vec<Vec<f64>> = chains.iter().map(|c| vec![0.0; c.len()]).collect();
    let mut first = 0;
    for group in order.chunk_by(|a, b| a.0 == b.0) {
        let rank = first as f64 + 0.5 * (group.len() as f64 + 1.0);
        let score = normal_quantile((rank - 0.375) / (count + 0.25));
        for &(_, c, i) in group {
            scores[c][i] = score;
        }
        first += group.len();
    }
    scores
}

/// Rank-normalised split R-hat: the larger of that of the draws and that of their distances from the
/// median.
pub(super) fn r_hat(chains: &[&[f64]]) -> f64 {
    let of = |chains: &[&[f64]]| {
        let scores = normal_scores(chains);
        split_r_hat(&halves(&scores).map(moments).collect::<Vec<_>>())
    };
    let mut sorted: Vec<f64> = chains.iter().flat_map(|c| c.iter().copied()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let median = sorted.get(sorted.len() / 2).copied().unwrap_or(0.0);
    let folded: Vec<Vec<f64>> =
        chains.iter().map(|c| c.iter().map(|v| (v - median).abs()).collect()).collect();
    of(chains).max(of(&folded.iter().map(Vec::as_slice).collect::<Vec<_>>()))
}

/// R-hat from the counts, means and variances of half chains; 1 where nothing varies.
pub(super) fn split_r_hat(halves: &[(f64, f64, f64)]) -> f64 {
    let (between, within, n) = parts(halves);
    if within > 0.0 { (((n - 1.0) / n * within + between) / within).sqrt() } else { 1.0 }
}

/// The variance of the halves' means, the mean of their variances, and their mean count.
fn parts(halves: &[(f64, f64, f64)]) -> (f64, f64, f64) {
    let m = halves.len() as f64;
    let grand = halves.iter().map(|h| h.1).sum::<f64>() / m;
    let between = halves.iter().map(|h| (h.1 - grand) * (h.1 - grand)).sum::<f64>() / (m - 1.0);
    (between, halves.iter().map(|h| h.2).sum::<f64>() / m, halves.iter().map(|h| h.0).sum::<f64>() / m)
}

/// The halves of all chains; of an odd number of draws the middle one is left out.
fn halves(chains: &[Vec<f64>]) -> impl Iterator<Item = &[f64]> {
    chains.iter().flat_map(|c| {
        let half = c.len() / 2;
        [&c[..half], &c[c.len() - half..]]
    })
}

fn moments(values: &[f64]) -> (f64, f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    (n, mean, values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / (n - 1.0))
}

/// The effective sample size of split chains, by the sum of autocorrelations in pairs as long as these are
/// positive, made monotone (Geyer, Statistical Science 7, 1992). At least 1; the number of draws where
/// nothing varies, and at most that number times its decimal logarithm.
pub(super) fn effective_size(chains: &[Vec<f64>]) -> f64 {
    let parts_of: Vec<&[f64]> = halves(chains).collect();
    let total: usize = parts_of.iter().map(|h| h.len()).sum();
    let stats: Vec<(f64, f64, f64)> = parts_of.iter().map(|h| moments(h)).collect();
    let (between, within, n) = parts(&stats);
    let pooled = (n - 1.0) / n * within + between;
    if pooled <= 0.0 {
        return total as f64;
    }
    let correlation = |lag: usize| {
        let sums = parts_of.iter().zip(&stats).map(|(half, &(n, mean, _))| {
            half.iter().zip(half.get(lag..).unwrap_or(&[])).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>()
                / n
        });
        // autocovariances have divisor n; the variance inside is brought to it too
        let covariance = sums.sum::<f64>() / parts_of.len() as f64;
        1.0 - (within - covariance * n / (n - 1.0)) / pooled
    };
    let longest = parts_of.iter().map(|h| h.len()).min().unwrap_or(0);
    let (mut time, mut before, mut lag) = (-1.0, f64::INFINITY, 0);
    while lag + 2 < longest {
        let first = if lag == 0 { 1.0 } else { correlation(lag) };
        let pair = first + correlation(lag + 1);
        if pair <= 0.0 {
            break;
        }
        before = pair.min(before);
        time += 2.0 * before;
        lag += 2;
    }
    let total = total as f64;
    (total / time.max(1.0 / total.log10())).max(1.0)
}
