//! What a design can show.

use std::hint::black_box;

use criterion::Criterion;
use likewise::stats::planning::{Effect, PlannedTest, blocks_needed, blocks_to_reach, power};
use likewise::stats::rng::MonteCarlo;

pub(crate) fn benches(c: &mut Criterion) {
    let draws = MonteCarlo { samples: 1_000, seed: 1 };
    let effect = Effect::WinProbability(0.8);
    for (name, test) in [
        ("sign", PlannedTest::Sign),
        ("signed-rank", PlannedTest::SignedRank),
        ("friedman", PlannedTest::Friedman { subjects: 4 }),
    ] {
        c.bench_function(&format!("plan/power-{name}"), |b| {
            b.iter(|| power(black_box(test), 12, effect, 0.05, &draws))
        });
        c.bench_function(&format!("plan/blocks-to-reach-{name}"), |b| {
            b.iter(|| blocks_to_reach(black_box(test), 0.001))
        });
        c.bench_function(&format!("plan/blocks-needed-{name}"), |b| {
            b.iter(|| blocks_needed(black_box(test), effect, 0.05, 0.8, &draws))
        });
    }
}
