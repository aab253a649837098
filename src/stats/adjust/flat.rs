//! Procedures that need only the p-values, here in ascending order.

use super::{step_down, step_up};

pub(super) fn bonferroni(p: &[f64]) -> Vec<f64> {
    let m = p.len() as f64;
    step_down(p.iter().map(|p| m * p))
}

pub(super) fn holm(p: &[f64]) -> Vec<f64> {
    step_down(p.iter().enumerate().map(|(i, &v)| (p.len() - i) as f64 * v))
}

pub(super) fn hochberg(p: &[f64]) -> Vec<f64> {
    step_up(p.iter().enumerate().map(|(i, &v)| (p.len() - i) as f64 * v).collect())
}

/// The algorithm of Wright 1992: for each size of subset the Simes bound of the subset that
/// is hardest to reject.
pub(super) fn hommel(p: &[f64]) -> Vec<f64> {
    let m = p.len();
    if m == 0 {
        return Vec::new();
    }
    let simes = |from: usize, size: usize| {
        // the bound of p[from..] as the last members of a set of `size`
        p[from..].iter().enumerate().map(move |(i, &v)| size as f64 * v / (size - (m - from) + i + 1) as f64)
    };
    let all = simes(0, m).fold(1.0, f64::min);
    let mut best = vec![all; m];
    for size in (2..m).rev() {
        let split = m - size + 1;
        let last = simes(split, size).fold(f64::INFINITY, f64::min);
        let bound = |v: f64| (size as f64 * v).min(last);
        let rest = bound(p[split - 1]);
        for (i, best) in best.iter_mut().enumerate() {
            *best = best.max(if i < split { bound(p[i]) } else { rest });
        }
    }
    step_down(best.into_iter().zip(p).map(|(b, &v)| b.max(v)))
}

/// `1 - (1 - p)^power`, also right where `p` is tiny.
fn sidak(p: f64, power: f64) -> f64 {
    -libm::expm1(power * libm::log1p(-p))
}

pub(super) fn holland(p: &[f64]) -> Vec<f64> {
    step_down(p.iter().enumerate().map(|(i, &v)| sidak(v, (p.len() - i) as f64)))
}

pub(super) fn finner(p: &[f64]) -> Vec<f64> {
    step_down(p.iter().enumerate().map(|(i, &v)| sidak(v, p.len() as f64 / (i + 1) as f64)))
}

pub(super) fn li(p: &[f64]) -> Vec<f64> {
    let rest = p.last().map_or(0.0, |last| 1.0 - last);
    // p = 0 beside a largest p of 1 is 0/0; the limit for p towards 0 with the largest p below 1 is 0
    step_down(p.iter().map(|&v| if v == 0.0 { 0.0 } else { v / (v + rest) }))
}

pub(super) fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let m = p.len() as f64;
    step_up(p.iter().enumerate().map(|(i, &v)| v * m / (i + 1) as f64).collect())
}

pub(super) fn benjamini_yekutieli(p: &[f64]) -> Vec<f64> {
    let m = p.len() as f64;
    let harmonic: f64 = (1..=p.len()).rev().map(|i| 1.0 / i as f64).sum();
    step_up(p.iter().enumerate().map(|(i, &v)| v * m * harmonic / (i + 1) as f64).collect())
}
