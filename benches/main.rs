//! Wall times of the main parts, on the example and on a table of 100,000 rows.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use likewise::ingest::{Options, read_bytes};
use likewise::stats::Ties;
use likewise::{AcrossBlocks, CompleteBlocks, InsideBlocks, Policy, Results, Study};
use likewise::{audit, chart, check, figures, mean_ranks, rank, spread};

const PAGE: &[u8] = include_bytes!("../data/imagenet-1k-ood.md");

/// `rows` results: 50 methods, 20 backbones, and as many seeds as it takes.
fn large(rows: usize) -> Vec<u8> {
    let mut out = String::from("method,backbone,seed,AUROC\n");
    let mut state = 1u64;
    for at in 0..rows {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let value = 5000 + (state >> 33) % 5000;
        out += &format!("m{},b{},{},{}.{:02}\n", at % 50, at / 50 % 20, at / 1000, value / 100, value % 100);
    }
    out.into_bytes()
}

fn read(name: &str, bytes: &[u8]) -> Results {
    read_bytes(name, bytes.to_vec(), &Options::default()).expect("the bench's own input is valid")
}

fn study(results: &Results, replicate: &[&str]) -> Study {
    let policy =
        Policy { replicate: replicate.iter().map(|s| (*s).to_owned()).collect(), ..Policy::default() };
    Study::new(results, &policy).expect("the bench's own policy fits")
}

fn benches(c: &mut Criterion) {
    let csv = large(100_000);
    let inputs = [("example", read("page.md", PAGE), vec![]), ("1e5", read("large.csv", &csv), vec!["seed"])];
    c.bench_function("ingest/page", |b| b.iter(|| read("page.md", black_box(PAGE))));
    c.bench_function("ingest/csv-1e5", |b| b.iter(|| read("large.csv", black_box(&csv))));
    for (name, results, replicate) in &inputs {
        let study = study(results, replicate);
        c.bench_function(&format!("check/{name}"), |b| b.iter(|| check(study.clone(), InsideBlocks)));
        let inside = check(study.clone(), InsideBlocks).expect("like for like");
        c.bench_function(&format!("rank/{name}"), |b| b.iter(|| rank(black_box(&inside), Ties::Min)));
        let complete = check(study.clone(), CompleteBlocks::default()).expect("complete");
        c.bench_function(&format!("mean_ranks/{name}"), |b| b.iter(|| mean_ranks(black_box(&complete))));
        let across = check(study.clone(), AcrossBlocks).expect("one subject each");
        c.bench_function(&format!("spread/{name}"), |b| b.iter(|| spread(black_box(&across))));
        let policy =
            Policy { replicate: replicate.iter().map(|s| (*s).to_owned()).collect(), ..Policy::default() };
        c.bench_function(&format!("audit/{name}"), |b| b.iter(|| audit(black_box(results), &policy)));
    }
    let inside = check(study(&inputs[0].1, &[]), InsideBlocks).expect("like for like");
    let ranking = &rank(&inside, Ties::Min)[0];
    let style = chart::Style::default();
    let figure = || chart::bars(&figures::bars(ranking, None), &style).expect("drawn");
    c.bench_function("chart/bars-svg", |b| b.iter(|| figure().svg()));
    let drawn = figure();
    c.bench_function("chart/bars-png", |b| b.iter(|| drawn.png(192.0)));
}

criterion_group! {
    name = all;
    config = Criterion::default().sample_size(20);
    targets = benches
}
criterion_main!(all);
