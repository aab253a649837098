//! Each adjustment of p-values: of all pairs of seven subjects, and the flat ones of 500 as well.

use std::hint::black_box;

use criterion::Criterion;
use likewise::stats::{Adjustment, adjust, adjust_pairs};

use crate::inputs::Numbers;

pub(crate) fn benches(c: &mut Criterion) {
    let mut numbers = Numbers::new(3);
    let mut p = |n: usize| (0..n).map(|_| numbers.below(10_000) as f64 / 30_000.0).collect::<Vec<f64>>();
    let (pairs, many) = (p(21), p(500));
    for method in Adjustment::ALL {
        let name = method.name();
        c.bench_function(&format!("adjust/{name}-7-subjects"), |b| {
            b.iter(|| adjust_pairs(black_box(&pairs), 7, method))
        });
        // Rom's critical values and Hommel's closed tests grow with the square of the number and beyond
        if !method.needs_all_pairs() && method != Adjustment::Rom {
            c.bench_function(&format!("adjust/{name}-500"), |b| b.iter(|| adjust(black_box(&many), method)));
        }
    }
}
