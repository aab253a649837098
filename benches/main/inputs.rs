//! What the benches measure on: the example, and tables of random numbers that are always the same.

use likewise::ingest::{Options, read_bytes};
use likewise::stats::{Best, BlockTable};
use likewise::{Policy, Results, Study};

pub(crate) const PAGE: &[u8] = include_bytes!("../../data/imagenet-1k-ood.md");

/// Random numbers by Knuth's linear congruential generator.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A whole number below `n`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// Scores with two places, such as percentages.
    pub(crate) fn scores(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.below(10_000) as f64 / 100.0).collect()
    }

    /// Differences in hundredths, a little more of them positive.
    pub(crate) fn differences(&mut self, n: usize) -> Vec<i128> {
        (0..n).map(|_| i128::from(self.below(1_000)) - 400).collect()
    }
}

/// Blocks by subjects, each subject a little better than the one before; every `hole`th cell is missing.
pub(crate) fn table(blocks: usize, subjects: usize, hole: Option<usize>) -> BlockTable {
    let mut numbers = Numbers::new(1);
    let cells = (0..blocks * subjects)
        .map(|at| {
            let value = numbers.below(3_000) as i128 + 40 * (at % subjects) as i128;
            (hole.is_none_or(|hole| at % hole != 0)).then_some(value)
        })
        .collect();
    BlockTable::from_units(blocks, subjects, cells, 100.0, Best::Largest).expect("as many cells as the shape")
}

/// `rows` results as CSV: 50 methods, 20 backbones, and as many seeds as it takes.
pub(crate) fn long(rows: usize) -> Vec<u8> {
    let mut out = String::from("method,backbone,seed,AUROC\n");
    let mut numbers = Numbers::new(1);
    for at in 0..rows {
        let value = 5000 + numbers.below(5000);
        out += &format!("m{},b{},{},{}.{:02}\n", at % 50, at / 50 % 20, at / 1000, value / 100, value % 100);
    }
    out.into_bytes()
}

pub(crate) fn read(name: &str, bytes: &[u8]) -> Results {
    read_bytes(name, bytes.to_vec(), &Options::default()).expect("the bench's own input is valid")
}

pub(crate) fn policy(replicate: &[&str]) -> Policy {
    Policy { replicate: replicate.iter().map(|s| (*s).to_owned()).collect(), ..Policy::default() }
}

pub(crate) fn study(results: &Results, replicate: &[&str]) -> Study {
    Study::new(results, &policy(replicate)).expect("the bench's own policy fits")
}
