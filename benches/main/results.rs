//! From a file to comparable results and rankings, on the example and on a table of 100,000 rows.

use std::hint::black_box;

use criterion::Criterion;
use likewise::stats::Ties;
use likewise::{AcrossBlocks, CompleteBlocks, InsideBlocks, audit, check, mean_ranks, rank, spread};

use crate::inputs::{PAGE, long, policy, read, study};

pub(crate) fn benches(c: &mut Criterion) {
    let csv = long(100_000);
    c.bench_function("ingest/page", |b| b.iter(|| read("page.md", black_box(PAGE))));
    c.bench_function("ingest/csv-1e5", |b| b.iter(|| read("large.csv", black_box(&csv))));
    let inputs = [("example", read("page.md", PAGE), vec![]), ("1e5", read("large.csv", &csv), vec!["seed"])];
    for (name, results, replicate) in &inputs {
        let study = study(results, replicate);
        c.bench_function(&format!("check/{name}"), |b| b.iter(|| check(study.clone(), InsideBlocks)));
        let inside = check(study.clone(), InsideBlocks).expect("like for like");
        c.bench_function(&format!("rank/{name}"), |b| b.iter(|| rank(black_box(&inside), Ties::Min)));
        let complete = check(study.clone(), CompleteBlocks::default()).expect("complete");
        c.bench_function(&format!("mean_ranks/{name}"), |b| b.iter(|| mean_ranks(black_box(&complete))));
        let across = check(study.clone(), AcrossBlocks).expect("one subject each");
        c.bench_function(&format!("spread/{name}"), |b| b.iter(|| spread(black_box(&across))));
        let policy = policy(replicate);
        c.bench_function(&format!("audit/{name}"), |b| b.iter(|| audit(black_box(results), &policy)));
    }
}
