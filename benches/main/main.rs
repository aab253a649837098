//! Wall times of the parts of the library: one bench for each procedure, theme after theme. Run as a test each runs
//! once.

mod adjustments;
mod agreement;
mod bayes;
mod bootstrap;
mod charts;
mod decomposition;
mod distributions;
mod inputs;
mod intervals;
mod omnibus;
mod pairs;
mod planning;
mod posthoc;
mod reports;
mod results;

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};

fn short() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(500))
}

criterion_group! {
    name = all;
    config = short();
    targets = results::benches, omnibus::benches, posthoc::benches, adjustments::benches, pairs::benches,
        intervals::benches, agreement::benches, decomposition::benches, bootstrap::benches, bayes::benches,
        planning::benches, distributions::benches, charts::benches, reports::benches
}
criterion_main!(all);
