//! `C`: what may be compared.

use std::collections::BTreeMap;

use super::{Context, all_rows, s, summarise, where_};
use crate::comparability::design::{Block, Cell, Part, subjects};
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
        // of many cells the pairs are too many
        if part.blocks.len() < 2 || cells > 3000 {
            continue;
        }
        let Contradicted { count, first: Some((up, down)) } = contradictions(part) else {
            continue;
        };
        rows.extend([up.cell.row, down.cell.row]);
        let name = |at: Listed| {
            format!(
                "{} on {} ({})",
                part.subjects[at.cell.subject as usize].label(),
                part.label(at.block),
                at.cell.mean
            )
        };
        let subject = |at: Listed| part.subjects[at.cell.subject as usize].label();
        out.push(format!(
            "{count} of {} cross-configuration pairs of one list contradict the like-for-like verdict of both their \
             blocks: {} stands above {}, though {} beats {} on both{}",
            cross_pairs(part),
            name(up),
            name(down),
            subject(down),
            subject(up),
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

/// A result in the list of all of a part's results.
#[derive(Clone, Copy)]
struct Listed<'a> {
    block: &'a Block,
    cell: &'a Cell,
}

/// How many pairs of the list say the opposite of both their blocks, and of these the pair whose upper result
/// stands highest, and of several the one whose lower result stands lowest.
struct Contradicted<'a> {
    count: usize,
    first: Option<(Listed<'a>, Listed<'a>)>,
}

/// Pairs of a part's results of two subjects in two blocks.
fn cross_pairs(part: &Part) -> usize {
    let pairs = |n: usize| n * n.saturating_sub(1) / 2;
    let mut of_subject = vec![0; part.subjects.len()];
    for cell in part.blocks.iter().flat_map(|b| &b.cells) {
        of_subject[cell.subject as usize] += 1;
    }
    // all pairs but those of one block and those of one subject, which no pair is both of
    let of_block: usize = part.blocks.iter().map(|b| pairs(b.cells.len())).sum();
    pairs(of_subject.iter().sum()) - of_block - of_subject.into_iter().map(pairs).sum::<usize>()
}

/// Looks at the pairs of subjects that two blocks share: the time grows with the square of the cells at most,
/// however they lie in blocks.
fn contradictions(part: &Part) -> Contradicted<'_> {
    let direction = part.direction();
    let mut found = Contradicted { count: 0, first: None };
    let blocks: Vec<&Block> = part.blocks.iter().filter(|b| b.cells.len() > 1).collect();
    for (i, &left) in blocks.iter().enumerate() {
        for (j, &right) in blocks.iter().enumerate() {
            if i == j {
                continue;
            }
            let shared = shared_cells(left, right);
            for (at, &(xa, ya)) in shared.iter().enumerate() {
                for &(xb, yb) in &shared[at + 1..] {
                    // the list says the first before the second; inside both blocks the other one wins
                    let list = better(direction, xa.mean, yb.mean);
                    let verdicts = [better(direction, xa.mean, xb.mean), better(direction, ya.mean, yb.mean)];
                    if list.is_eq() || verdicts != [list.reverse(); 2] {
                        continue;
                    }
                    found.count += 1;
                    let pair = (Listed { block: left, cell: xa }, Listed { block: right, cell: yb });
                    let (up, down) = if list.is_lt() { pair } else { (pair.1, pair.0) };
                    let before = |(first, last): (Listed, Listed)| {
                        better(direction, up.cell.mean, first.cell.mean)
                            .then_with(|| better(direction, last.cell.mean, down.cell.mean))
                            .is_lt()
                    };
                    if found.first.is_none_or(before) {
                        found.first = Some((up, down));
                    }
                }
            }
        }
    }
    found
}

/// The cells of the subjects that two blocks have both, which stand by subject in each.
fn shared_cells<'a>(left: &'a Block, right: &'a Block) -> Vec<(&'a Cell, &'a Cell)> {
    let mut others = right.cells.iter().peekable();
    let mut shared = Vec::new();
    for cell in &left.cells {
        while others.next_if(|other| other.subject < cell.subject).is_some() {}
        shared.extend(others.next_if(|other| other.subject == cell.subject).map(|other| (cell, other)));
    }
    shared
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
