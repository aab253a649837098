//! `C`: what may be compared.

use std::collections::BTreeMap;

use super::{Context, all_rows, s, summarise, where_};
use crate::comparability::design::subjects;
use crate::comparability::order::{better, sorted_cells};
use crate::comparability::refusal::any_of;
use crate::ingest::NULL;
use crate::results::order::natural;
use crate::words::few;

pub(super) fn run(c: &mut Context) {
    cross_configuration(c);
    unrecorded(c);
    protocols(c);
    coverage(c);
    confounded(c);
    contradicted(c);
    winner(c);
}

/// C001
fn cross_configuration(c: &mut Context) {
    let several = c.parts().len() > 1;
    let mut out = Vec::new();
    for part in c.parts() {
        let varying = part.varying();
        if varying.is_empty() {
            continue;
        }
        let keys: Vec<String> = varying
            .iter()
            .map(|&axis| {
                let values = part.axis_values(axis);
                let shown: Vec<String> = values.iter().take(6).map(|(v, n)| format!("{v} {n}")).collect();
                let more = if values.len() > 6 { ", ..." } else { "" };
                format!("{} ({}{more})", part.axes[axis], shown.join(", "))
            })
            .collect();
        let results: usize = part.blocks.iter().map(|b| b.cells.len()).sum();
        out.push(format!(
            "{results} results fall into {} configurations: {} differ{}{}",
            part.blocks.len(),
            keys.join("; "),
            if varying.len() == 1 { "s" } else { "" },
            where_(part, several)
        ));
    }
    summarise(c, "C001", out);
}

/// C002
fn unrecorded(c: &mut Context) {
    if c.design.unplaced.is_empty() {
        return;
    }
    if c.design.bare {
        let message = format!("no configuration is recorded for {}", any_of(c.design.unplaced.len()));
        let rows = all_rows(c);
        c.add("C002", &rows, message);
        return;
    }
    let mut by_key: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for result in &c.design.unplaced {
        for key in &result.unknown {
            by_key.entry(key.clone()).or_default().push(format!("{} {}", result.method, result.value));
        }
    }
    for (key, results) in by_key {
        let rows: Vec<u32> = match c.study.keys.iter().find(|k| k.0 == key) {
            Some((_, column)) => {
                (0..column.codes.len() as u32).filter(|&r| column.codes[r as usize] == NULL).collect()
            }
            None => Vec::new(),
        };
        let shown: Vec<&str> = results.iter().take(6).map(String::as_str).collect();
        let more = if results.len() > 6 { ", ..." } else { "" };
        let message = format!(
            "{key} is not recorded for {} result{}: {}{more}",
            results.len(),
            s(results.len()),
            shown.join(", ")
        );
        c.add("C002", &rows, message);
    }
}

/// C003
fn protocols(c: &mut Context) {
    if c.parts().len() > 1 {
        let labels: Vec<String> = c.parts().iter().map(|p| p.protocol.label()).collect();
        let message = format!(
            "the results were measured under {} protocols: {}",
            labels.len(),
            few(&labels, 4, "; ", String::clone)
        );
        let rows = all_rows(c);
        c.add("C003", &rows, message);
    }
}

/// C004
fn coverage(c: &mut Context) {
    let several = c.parts().len() > 1;
    let mut out = Vec::new();
    for part in c.parts() {
        let (n, k) = (part.blocks.len(), part.subjects.len());
        let there: usize = part.blocks.iter().map(|b| b.cells.len()).sum();
        if n < 2 || there == n * k {
            continue;
        }
        let mut missing = Vec::new();
        'all: for (at, subject) in part.subjects.iter().enumerate() {
            for block in &part.blocks {
                if block.cells.binary_search_by_key(&(at as u32), |c| c.subject).is_err() {
                    missing.push(format!("{} on {}", subject.label(), part.label(block)));
                    if missing.len() > 5 {
                        break 'all;
                    }
                }
            }
        }
        let holes = n * k - there;
        missing.truncate(5);
        let more = if holes > 5 { format!(", and {} more", holes - 5) } else { String::new() };
        out.push(format!(
            "{holes} of {} cells {} missing: {}{more}{}",
            n * k,
            if holes == 1 { "is" } else { "are" },
            missing.join(", "),
            where_(part, several)
        ));
    }
    summarise(c, "C004", out);
}

/// C005: a key whose value the method tells, in a part with more than one of both.
fn confounded(c: &mut Context) {
    let (subject_of, names) = subjects(&c.study.method, &c.study.origin);
    let mut out = Vec::new();
    for (key, column) in &c.study.keys {
        let mut value_of: Vec<Option<u32>> = vec![None; names.len()];
        let mut one_each = true;
        let mut rows_of: BTreeMap<u32, u32> = BTreeMap::new();
        for (row, &code) in column.codes.iter().enumerate() {
            if code == NULL {
                continue;
            }
            let subject = subject_of.row(row);
            let slot = &mut value_of[subject as usize];
            match slot {
                None => {
                    *slot = Some(code);
                    *rows_of.entry(code).or_default() += 1;
                }
                Some(first) if *first != code => {
                    one_each = false;
                    break;
                }
                _ => {}
            }
        }
        let methods = value_of.iter().flatten().count();
        // lockstep: one value a method, and no value that two methods share
        if one_each && methods > 1 && rows_of.len() == methods {
            out.push((key.clone(), methods));
        }
    }
    for (key, methods) in out {
        let rows = all_rows(c);
        let message = format!(
            "{key} moves in lockstep with the method: {methods} methods, {methods} values, and no two methods share one"
        );
        c.add("C005", &rows, message);
    }
}

/// C006: pairs of the pooled list that say the opposite of both their blocks.
fn contradicted(c: &mut Context) {
    let several = c.parts().len() > 1;
    let mut out = Vec::new();
    let mut rows = Vec::new();
    for part in c.parts() {
        let cells: usize = part.blocks.iter().map(|b| b.cells.len()).sum();
        // every pair of cells is looked at
        if part.blocks.len() < 2 || cells > 3000 {
            continue;
        }
        let k = part.subjects.len();
        let table: Vec<Vec<Option<(crate::Mean, u32)>>> = part
            .blocks
            .iter()
            .map(|block| {
                let mut row = vec![None; k];
                for cell in &block.cells {
                    row[cell.subject as usize] = Some((cell.mean, cell.row));
                }
                row
            })
            .collect();
        let direction = part.direction();
        let (mut pairs, mut against) = (0usize, Vec::new());
        for i in 0..table.len() {
            for j in 0..table.len() {
                if i == j {
                    continue;
                }
                for a in 0..k {
                    for b in a + 1..k {
                        let (Some(x), Some(y)) = (table[i][a], table[j][b]) else {
                            continue;
                        };
                        pairs += 1;
                        let (Some(xb), Some(ya)) = (table[i][b], table[j][a]) else {
                            continue;
                        };
                        // the list says x before y; inside both blocks the other one wins
                        let list = better(direction, x.0, y.0);
                        let (left, right) = (better(direction, x.0, xb.0), better(direction, ya.0, y.0));
                        if list.is_ne() && left == list.reverse() && right == list.reverse() {
                            let (up, down) =
                                if list.is_lt() { ((a, i, x), (b, j, y)) } else { ((b, j, y), (a, i, x)) };
                            against.push((up, down));
                        }
                    }
                }
            }
        }
        if against.is_empty() {
            continue;
        }
        against.sort_by(|p, q| {
            better(direction, p.0.2.0, q.0.2.0).then_with(|| better(direction, q.1.2.0, p.1.2.0))
        });
        let (up, down) = against[0];
        rows.extend([up.2.1, down.2.1]);
        let name = |at: (usize, usize, (crate::Mean, u32))| {
            format!("{} on {} ({})", part.subjects[at.0].label(), part.label(&part.blocks[at.1]), at.2.0)
        };
        out.push(format!(
            "{} of {pairs} cross-configuration pairs of one list contradict the like-for-like verdict of both their \
             blocks: {} stands above {}, though {} beats {} on both{}",
            against.len(),
            name(up),
            name(down),
            part.subjects[down.0].label(),
            part.subjects[up.0].label(),
            where_(part, several)
        ));
    }
    let rows: Vec<u32> = rows.iter().filter_map(|&r| c.study.rows.place_of(r).map(|p| p as u32)).collect();
    if out.len() > 5 {
        let more = out.len() - 3;
        out.truncate(3);
        out.push(format!("the same in {more} more protocols"));
    }
    for message in out {
        c.add("C006", &rows, message);
    }
}

/// C007
fn winner(c: &mut Context) {
    let several = c.parts().len() > 1;
    let mut out = Vec::new();
    for part in c.parts() {
        if part.protocol.direction.is_none() {
            continue;
        }
        let mut winners: BTreeMap<Vec<u32>, Vec<String>> = BTreeMap::new();
        for block in part.blocks.iter().filter(|b| b.cells.len() > 1) {
            let order = sorted_cells(part, block);
            let best = block.cells[order[0]].mean;
            let mut first: Vec<u32> =
                order.iter().map(|&o| block.cells[o]).filter(|c| c.mean == best).map(|c| c.subject).collect();
            first.sort_unstable();
            winners.entry(first).or_default().push(part.label(block));
        }
        if winners.len() < 2 {
            continue;
        }
        let mut lines: Vec<String> = winners
            .iter()
            .map(|(subjects, blocks)| {
                let names: Vec<String> =
                    subjects.iter().map(|&s| part.subjects[s as usize].label()).collect();
                let verb = if names.len() == 1 { "is" } else { "are" };
                format!("{} {verb} first on {}", names.join(" and "), few(blocks, 4, ", ", String::clone))
            })
            .collect();
        lines.sort_by(|a, b| natural(a, b));
        out.push(format!(
            "the winner changes: {}{}",
            few(&lines, 6, "; ", String::clone),
            where_(part, several)
        ));
    }
    summarise(c, "C007", out);
}
