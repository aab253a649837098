//! Friedman's statistic under an effect and under the null hypothesis, for power.

use super::super::rng::{MonteCarlo, Rng};
use super::Region;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The sum of squared rank sums of one simulated table, which orders tables as Friedman's statistic does.
pub(super) fn friedman_squares(
    blocks: usize,
    standardized: f64,
    rng: &mut Rng,
    values: &mut [f64],
    sums: &mut [u64],
) -> u64 {
    let shift = standardized * std::f64::consts::SQRT_2;
    sums.fill(0);
    for _ in 0..blocks {
        values.iter_mut().for_each(|v| *v = rng.normal());
        values[0] += shift;
        for (sum, a) in sums.iter_mut().zip(&*values) {
            *sum += values.iter().filter(|b| *b <= a).count() as u64;
        }
    }
    sums.iter().map(|s| s * s).sum()
}

/// The smallest sum of squared rank sums that rejects, and where it comes from.
pub(super) fn friedman_critical(
    subjects: usize,
    blocks: usize,
    alpha: f64,
    simulation: &MonteCarlo,
) -> (u64, Region) {
    let exact = matches!((subjects, blocks), (2, _) | (3, ..=60) | (4, ..=14) | (5, ..=6) | (6, ..=4));
    let (weights, region): (BTreeMap<u64, f64>, Region) = if exact {
        (friedman_distribution(subjects, blocks), Region::Exact)
    } else {
        // streams past those of the effect's simulations
        let first = simulation.samples as u64;
        let mut squares: Vec<u64> = (0..simulation.samples)
            .into_par_iter()
            .with_min_len(64)
            .map(|i| {
                let mut rng = Rng::stream(simulation.seed, first + i as u64);
                friedman_squares(blocks, 0.0, &mut rng, &mut vec![0.0; subjects], &mut vec![0; subjects])
            })
            .collect();
        squares.sort_unstable();
        let weight = |g: &[u64]| (g[0], g.len() as f64 / simulation.samples as f64);
        (squares.chunk_by(|a, b| a == b).map(weight).collect(), Region::Simulated)
    };
    let mut critical = u64::MAX;
    let mut sum = 0.0;
    for (&squares, p) in weights.iter().rev() {
        sum += p;
        if sum > alpha * (1.0 + 1e-12) {
            break;
        }
        critical = squares;
    }
    (critical, region)
}

/// The exact null distribution of the sum of squared rank sums, block after block over sorted rank sums.
pub(super) fn friedman_distribution(subjects: usize, blocks: usize) -> BTreeMap<u64, f64> {
    let mut orders = Vec::new();
    permute(&mut (1..=subjects as u64).collect::<Vec<_>>(), 0, &mut orders);
    let each = 1.0 / orders.len() as f64;
    // by symmetry the first block may be any one order
    let mut states = BTreeMap::from([((1..=subjects as u64).collect::<Vec<_>>(), 1.0f64)]);
    for _ in 1..blocks {
        let mut next = BTreeMap::new();
        for (state, p) in &states {
            for order in &orders {
                let mut sums: Vec<u64> = state.iter().zip(order).map(|(a, b)| a + b).collect();
                sums.sort_unstable();
                *next.entry(sums).or_insert(0.0) += p * each;
            }
        }
        states = next;
    }
    let mut answer = BTreeMap::new();
    for (sums, p) in states {
        *answer.entry(sums.iter().map(|s| s * s).sum()).or_insert(0.0) += p;
    }
    answer
}

fn permute(ranks: &mut [u64], at: usize, orders: &mut Vec<Vec<u64>>) {
    if at == ranks.len() {
        orders.push(ranks.to_vec());
        return;
    }
    for i in at..ranks.len() {
        ranks.swap(at, i);
        permute(ranks, at + 1, orders);
        ranks.swap(at, i);
    }
}
