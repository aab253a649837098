//! What scmamp 0.3 computes otherwise than here, so that its figures can be held too.
//!
//! - Quade's F: from the variance of ranks without ties, though ties share their ranks.
//! - Friedman's aligned ranks: ranks of binary differences from binary means, where differences that are equal
//!   as decimals need not tie. R adds up a mean with more digits than a double has and rounds once.
//! - Nemenyi's critical difference: the studentized range on `k (n - 1)` degrees of freedom, not on infinitely many.

use likewise::stats::{Best, StudentizedRange, Ties, rank};

use super::{numbers, table};

/// Quade's F where larger is better, with the variance of untied ranks.
pub fn quade_f(data: &str) -> f64 {
    let table = table(data, Best::Largest);
    let (n, k) = (table.blocks(), table.subjects());
    let cells = |b: usize| -> Vec<i128> { (0..k).map(|s| -table.units(b, s).unwrap()).collect() };
    let ranges: Vec<i128> =
        (0..n).map(|b| cells(b).iter().max().unwrap() - cells(b).iter().min().unwrap()).collect();
    let weights = rank(&ranges, Ties::Average);
    let mut sums = vec![0.0; k];
    for (b, weight) in weights.iter().enumerate() {
        for (sum, r) in sums.iter_mut().zip(rank(&cells(b), Ties::Average)) {
            *sum += weight * (r - (k as f64 + 1.0) / 2.0);
        }
    }
    let (nf, kf) = (n as f64, k as f64);
    let all = nf * (nf + 1.0) * (2.0 * nf + 1.0) * kf * (kf + 1.0) * (kf - 1.0) / 72.0;
    let between = sums.iter().map(|s| s * s).sum::<f64>() / nf;
    (nf - 1.0) * between / (all - between)
}

/// The statistic of aligned ranks of binary differences, larger being better.
pub fn aligned_t(data: &str) -> f64 {
    let rows: Vec<Vec<f64>> = data.trim().lines().map(numbers).collect();
    let (n, k) = (rows.len(), rows[0].len());
    let differences: Vec<f64> = rows
        .iter()
        .flat_map(|row| {
            let mean = mean_rounded_once(row);
            row.iter().map(move |v| v - mean)
        })
        .collect();
    // average ranks of the binary numbers, the largest first
    let ranks: Vec<f64> = differences
        .iter()
        .map(|d| {
            let above = differences.iter().filter(|o| *o > d).count() as f64;
            let equal = differences.iter().filter(|o| *o == d).count() as f64;
            above + (equal + 1.0) / 2.0
        })
        .collect();
    let squares = |sums: Vec<f64>| sums.iter().map(|s| s * s).sum::<f64>();
    let of_blocks = squares(ranks.chunks(k).map(|r| r.iter().sum()).collect());
    let of_subjects = squares((0..k).map(|s| ranks.iter().skip(s).step_by(k).sum()).collect());
    let (n, k) = (n as f64, k as f64);
    let cells = n * k;
    (k - 1.0) * (of_subjects - k * n * n / 4.0 * (cells + 1.0).powi(2))
        / (cells * (cells + 1.0) * (2.0 * cells + 1.0) / 6.0 - of_blocks / k)
}

/// The mean of doubles between 0 and 1, exact and then rounded to a double.
fn mean_rounded_once(values: &[f64]) -> f64 {
    // every such double from 2^-10 on is a whole number of 2^-62
    let unit = 62f64.exp2();
    let sum: u128 = values.iter().map(|v| (v * unit) as u128).sum();
    let n = values.len() as u128;
    let (quotient, rest) = ((sum << 30) / n, (sum << 30) % n);
    // a bit that is never a tie stands for the rest
    ((quotient | u128::from(rest > 0)) as f64) / 92f64.exp2()
}

/// Nemenyi's critical difference on finitely many degrees of freedom.
pub fn critical_difference(k: usize, n: usize, alpha: f64) -> f64 {
    let range = StudentizedRange::new(k, (k * (n - 1)) as f64).unwrap();
    let (k, n) = (k as f64, n as f64);
    range.isf(alpha).unwrap() / 2f64.sqrt() * (k * (k + 1.0) / (6.0 * n)).sqrt()
}
