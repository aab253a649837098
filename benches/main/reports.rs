//! Whole commands on the example, from the file to the text: the report in each format, and the test's document.

use std::ffi::OsString;

use criterion::Criterion;
use likewise::cli::{Console, Exit, run};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/imagenet-1k-ood.md");

/// What the command prints.
fn printed(words: &[&str]) -> Vec<u8> {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = ["likewise"].iter().chain(words).map(OsString::from);
    let exit = run(args, &mut Console::plain(&mut out, &mut err));
    assert!(matches!(exit, Exit::Done), "{}", String::from_utf8_lossy(&err));
    out
}

pub(crate) fn benches(c: &mut Criterion) {
    for format in ["html", "markdown", "latex", "json"] {
        c.bench_function(&format!("report/{format}"), |b| {
            b.iter(|| printed(&["report", "-q", FILE, "--format", format]))
        });
    }
    for format in ["table", "json", "csv", "markdown", "latex"] {
        c.bench_function(&format!("command/test-{format}"), |b| {
            b.iter(|| printed(&["test", "-q", FILE, "--format", format]))
        });
    }
}
