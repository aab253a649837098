//! The rules of the audit, one function a code.

mod comparability;
mod data;
mod rounding;
mod unlike;

use super::audit::Context;
use crate::comparability::design::{Part, block_label};

pub(super) fn run(c: &mut Context) {
    comparability::run(c);
    data::run(c);
    rounding::run(c);
    unlike::run(c);
}

fn s(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn where_(part: &Part, several: bool) -> String {
    if several { format!(" ({})", part.protocol.label()) } else { String::new() }
}

fn all_rows(c: &Context) -> Vec<u32> {
    (0..c.study.len() as u32).collect()
}

/// One finding a message, or one for all where there are many protocols.
fn summarise(c: &mut Context, code: &'static str, mut messages: Vec<String>) {
    if messages.len() > 5 {
        let more = messages.len() - 3;
        messages.truncate(3);
        messages.push(format!("the same in {more} more protocols"));
    }
    let rows = if messages.is_empty() { Vec::new() } else { all_rows(c) };
    for message in messages {
        c.add(code, &rows, message);
    }
}

/// `DICE 43.83 on ResNet50`.
fn describe(c: &Context, row: usize) -> String {
    let axes: Vec<String> = c.study.keys.iter().map(|k| k.0.clone()).collect();
    let values: Vec<String> = c.study.keys.iter().map(|k| k.1.get(row).unwrap_or("?").to_owned()).collect();
    let place = if axes.is_empty() { String::new() } else { format!(" on {}", block_label(&axes, &values)) };
    format!("{} {}{place}", c.study.method.get(row).unwrap_or("?"), c.study.reported.get(row).unwrap_or("?"))
}
