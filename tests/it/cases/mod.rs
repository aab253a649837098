//! Faults that people reported of other tools, each on data made here with the same trap.

mod charts;
mod configuration;
mod coverage;
mod figures;
mod groups;
mod ranks;
mod too_few_blocks;
mod values;
mod wilcoxon;

use crate::support::{Folder, Ran, likewise};

/// Runs a command on one file with this content.
fn on(content: &str, command: &str) -> Ran {
    let folder = Folder::new();
    let file = folder.file("x.csv", content);
    let mut args: Vec<&str> = command.split(' ').collect();
    args.extend([file.as_str(), "-q"]);
    likewise(&args)
}

/// Runs it, demands that it ends well, and reads its JSON.
#[track_caller]
fn answer(content: &str, command: &str) -> serde_json::Value {
    let ran = on(content, &format!("{command} --format json"));
    assert_eq!(ran.exit, likewise::cli::Exit::Done, "{}", ran.err);
    assert!(!ran.out.contains("NaN"), "{}", ran.out);
    serde_json::from_str(&ran.out).unwrap()
}

#[track_caller]
fn near(got: &serde_json::Value, want: f64) {
    let got = got.as_f64().unwrap();
    assert!((got - want).abs() < 1e-6, "{got} is not {want}");
}
