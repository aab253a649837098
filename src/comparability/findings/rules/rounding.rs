//! `S001`: neighbours that rounding may have put in order.

use super::{Context, s};
use crate::comparability::order::{sorted_cells, within_rounding};
use crate::words::few;

pub(super) fn run(c: &mut Context) {
    let mut out = Vec::new();
    for part in c.parts() {
        if part.protocol.direction.is_none() {
            continue;
        }
        for block in &part.blocks {
            let order = sorted_cells(part, block);
            for pair in order.windows(2) {
                let (a, b) = (block.cells[pair[0]], block.cells[pair[1]]);
                if within_rounding(a.mean, b.mean) {
                    let name = |s: u32| part.subjects[s as usize].label();
                    out.push(format!(
                        "{} {} and {} {} on {}",
                        name(a.subject),
                        a.mean,
                        name(b.subject),
                        b.mean,
                        part.label(block)
                    ));
                }
            }
        }
    }
    if !out.is_empty() {
        let n = out.len();
        let message =
            format!("{n} pair{} of neighbours within rounding: {}", s(n), few(&out, 4, "; ", String::clone));
        c.add("S001", &[], message);
    }
}
