//! The rules of the audit, one function a code.

use std::collections::BTreeMap;

use super::audit::Context;
use super::spelling;
use crate::comparability::design::{Part, block_label, subjects};
use crate::comparability::order::{better, sorted_cells, within_rounding};
use crate::comparability::refusal::any_of;
use crate::comparability::scales;
use crate::comparability::study::{list, page_contradiction};
use crate::decimal::Decimal;
use crate::ingest::{Codes, NULL};
use crate::results::codes::Coded;
use crate::results::order::natural;
use crate::results::{known_metric, unit_scale};
use crate::words::{argument, few};

pub(super) fn run(c: &mut Context) {
    cross_configuration(c);
    unrecorded(c);
    protocols(c);
    coverage(c);
    confounded(c);
    contradicted(c);
    winner(c);
    directions(c);
    units(c);
    ranges(c);
    conflicts(c);
    duplicates(c);
    pages(c);
    origins(c);
    spellings(c);
    no_value(c);
    provenance(c);
    rounding(c);
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

/// D001, D002
fn directions(c: &mut Context) {
    let (metric, direction) = (c.study.protocol[3].clone(), c.study.protocol[5].clone());
    let mut said: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (&m, &d) in metric.codes.iter().zip(direction.codes.iter()) {
        let list = said.entry(m).or_default();
        if !list.contains(&d) {
            list.push(d);
        }
    }
    for (m, directions) in said {
        let name = metric.word(m).unwrap_or("the value").to_owned();
        let rows: Vec<u32> =
            (0..metric.codes.len() as u32).filter(|&r| metric.codes[r as usize] == m).collect();
        if directions.contains(&NULL) {
            let message = format!("no direction is recorded for {name}, and the registry doesn't know it");
            c.add_with(
                "D001",
                &rows,
                message,
                format!(
                    "say --direction {} or --direction {}",
                    argument(&format!("{name}=higher")),
                    argument(&format!("{name}=lower"))
                ),
            );
        }
        let page = page_contradiction(c.results, metric.word(m));
        let given = c.study.policy.direction_of(metric.word(m)).is_some();
        if !given && (directions.iter().filter(|d| **d != NULL).count() > 1 || page.is_some()) {
            let what = page.unwrap_or_else(|| "some results say higher is better, others lower".to_owned());
            c.add("D002", &rows, format!("the direction of {name} is contradictory: {what}"));
        }
    }
}

/// D003
fn units(c: &mut Context) {
    let (metric, unit) = (c.study.protocol[3].clone(), c.study.protocol[4].clone());
    let mut units: BTreeMap<u32, Vec<(u32, Vec<u32>)>> = BTreeMap::new();
    for (row, (&m, &u)) in metric.codes.iter().zip(unit.codes.iter()).enumerate() {
        let list = units.entry(m).or_default();
        match list.iter_mut().find(|e| e.0 == u) {
            Some(entry) => entry.1.push(row as u32),
            None => list.push((u, vec![row as u32])),
        }
    }
    let mixed = scales::mixed(c.study);
    for (m, list) in units {
        let name = metric.word(m).unwrap_or("the value");
        if list.len() > 1 {
            let shown: Vec<String> = list
                .iter()
                .map(|(u, rows)| {
                    format!(
                        "{} ({} result{})",
                        unit.word(*u).unwrap_or("not recorded"),
                        rows.len(),
                        s(rows.len())
                    )
                })
                .collect();
            let rows: Vec<u32> = list.iter().flat_map(|e| e.1.clone()).collect();
            c.add("D003", &rows, format!("{name} has several units: {}", shown.join(", ")));
        } else if let [(NULL, rows)] = list.as_slice() {
            let mut message = format!("the unit of {name} is not recorded");
            if let Some(found) = mixed.iter().find(|f| f.metric == m) {
                let shown = |rows: &[u32]| few(rows, 3, ", ", |&r| describe(c, r as usize));
                message += &format!(
                    ", and fractions seem to be mixed with percentages: {} below 1 ({}), {} above 1 ({})",
                    found.fractions.len(),
                    shown(&found.fractions),
                    found.percentages.len(),
                    shown(&found.percentages)
                );
            }
            c.add("D003", rows, message);
        }
    }
}

/// A value is hardly above chance below this part of the way from chance to the best end of the scale.
const NEAR_CHANCE: f64 = 0.05;

/// D004, D005
fn ranges(c: &mut Context) {
    let decimals: Vec<Option<Decimal>> = c.study.reported.words.iter().map(|w| w.parse().ok()).collect();
    let (metric, unit) = (&c.study.protocol[3], &c.study.protocol[4]);
    let known: Vec<_> = metric.words.iter().map(|w| known_metric(w)).collect();
    let scale: Vec<Option<f64>> = unit.words.iter().map(|w| unit_scale(w)).collect();
    let (mut outside, mut low, mut near): (Vec<u32>, Vec<u32>, Vec<u32>) =
        (Vec::new(), Vec::new(), Vec::new());
    let mut chance_shown = String::new();
    for row in 0..c.study.len() {
        let Some(value) = decimals.get(c.study.reported.codes[row] as usize).copied().flatten() else {
            continue;
        };
        let Some(known) = known.get(metric.codes[row] as usize).copied().flatten() else {
            continue;
        };
        let value = value.to_f64();
        let scale = scale.get(unit.codes[row] as usize).copied().flatten();
        if known.range_in(scale).is_some_and(|(from, to)| value < from || value > to) {
            outside.push(row as u32);
        }
        if let (Some(chance), Some(scale)) = (known.chance, scale)
            && chance > 0.0
            && let Some((_, top)) = known.range
            && value <= (chance + NEAR_CHANCE * (top - chance)) * scale
        {
            if value <= chance * scale {
                low.push(row as u32);
            } else {
                near.push(row as u32);
            }
            chance_shown =
                format!("{} {}", chance * scale, crate::results::unit_symbol(unit.get(row).unwrap_or("")));
        }
    }
    let names = |rows: &[u32]| {
        let shown: Vec<String> = rows.iter().map(|&r| describe(c, r as usize)).collect();
        few(&shown, 6, ", ", String::clone)
    };
    let (outside_names, low_names, near_names) = (names(&outside), names(&low), names(&near));
    if !outside.is_empty() {
        let n = outside.len();
        let message = format!(
            "{n} value{} outside the metric's scale: {outside_names}",
            if n == 1 { " lies" } else { "s lie" }
        );
        c.add("D004", &outside, message);
    }
    if !low.is_empty() || !near.is_empty() {
        let chance = chance_shown.trim_end();
        let mut parts = Vec::new();
        if !low.is_empty() {
            let n = low.len();
            let are = if n == 1 { " is" } else { "s are" };
            parts.push(format!("{n} value{are} at or below chance ({chance}): {low_names}"));
        }
        if !near.is_empty() {
            let n = near.len();
            let are = if n == 1 { " is" } else { "s are" };
            parts.push(format!("{n} value{are} hardly above chance ({chance}): {near_names}"));
        }
        low.append(&mut near);
        c.add("D005", &low, parts.join("; "));
    }
}

/// `DICE 43.83 on ResNet50`.
fn describe(c: &Context, row: usize) -> String {
    let axes: Vec<String> = c.study.keys.iter().map(|k| k.0.clone()).collect();
    let values: Vec<String> = c.study.keys.iter().map(|k| k.1.get(row).unwrap_or("?").to_owned()).collect();
    let place = if axes.is_empty() { String::new() } else { format!(" on {}", block_label(&axes, &values)) };
    format!("{} {}{place}", c.study.method.get(row).unwrap_or("?"), c.study.reported.get(row).unwrap_or("?"))
}

/// D006
fn conflicts(c: &mut Context) {
    let conflicts = c.design.conflicts.clone();
    for conflict in conflicts.iter().take(10) {
        let values: Vec<String> = conflict.values.iter().map(|(v, p)| format!("{v} ({p})")).collect();
        let rows: Vec<u32> = (0..c.study.len() as u32)
            .filter(|&r| conflict.values.iter().any(|(_, p)| *p == c.study.place(r as usize)))
            .collect();
        let message = format!(
            "{} has different values on {}: {}",
            conflict.subject,
            conflict.block,
            few(&values, 6, ", ", String::clone)
        );
        c.add("D006", &rows, message);
    }
    if conflicts.len() > 10 {
        c.add("D006", &[], format!("{} more cells have different values", conflicts.len() - 10));
    }
}

/// D007
fn duplicates(c: &mut Context) {
    if c.design.duplicates > 0 {
        let n = c.design.duplicates;
        let message = format!(
            "{n} result{} another one exactly (same method, configuration and value) and count{} once",
            if n == 1 { " repeats" } else { "s repeat" },
            if n == 1 { "s" } else { "" }
        );
        c.add("D007", &[], message);
    }
}

/// D008
fn pages(c: &mut Context) {
    let partial: Vec<String> = c
        .results
        .pages()
        .iter()
        .filter(|p| p.is_partial())
        .map(|p| {
            let mut parts = Vec::new();
            if let Some((loaded, total)) = p.loaded {
                parts.push(format!("{loaded} of {total} results are loaded"));
            }
            if let Some((page, pages)) = p.page.filter(|p| p.1 > 1) {
                parts.push(format!("page {page} of {pages}"));
            }
            format!("{}: {}", p.source, parts.join(", "))
        })
        .collect();
    for message in partial {
        c.add("D008", &[], format!("{message}; a ranking over it leaves results out"));
    }
}

/// D009
fn origins(c: &mut Context) {
    let (_, names) = subjects(&c.study.method, &c.study.origin);
    let mut by_name: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for subject in names.into_iter().filter(|s| s.origin.is_some()) {
        by_name.entry(subject.name).or_default().extend(subject.origin);
    }
    for (name, origins) in by_name {
        let rows: Vec<u32> =
            (0..c.study.len() as u32).filter(|&r| c.study.method.get(r as usize) == Some(&name)).collect();
        c.add("D009", &rows, format!("{name} has {} origins: {}", origins.len(), origins.join(", ")));
    }
}

/// D010
fn spellings(c: &mut Context) {
    let mut columns: Vec<(String, Coded)> = vec![
        ("method".to_owned(), c.study.method.clone()),
        ("metric".to_owned(), c.study.protocol[3].clone()),
        ("dataset".to_owned(), c.study.protocol[1].clone()),
    ];
    columns.extend(c.study.keys.iter().cloned());
    let mut found: Vec<(String, Vec<String>, Vec<u32>)> = Vec::new();
    for (name, column) in &columns {
        if column.words.len() > 20_000 {
            continue;
        }
        for words in spelling::alike(column) {
            let rows = (0..column.codes.len() as u32)
                .filter(|&r| column.get(r as usize).is_some_and(|w| words.iter().any(|x| x == w)))
                .collect();
            found.push((name.clone(), words, rows));
        }
    }
    // two keys that differ only in spelling split every block
    let keys = Coded { codes: Codes::default(), words: c.study.keys.iter().map(|k| k.0.clone()).collect() };
    for words in spelling::alike(&keys) {
        found.push(("the configuration key".to_owned(), words, Vec::new()));
    }
    for (name, mut words, rows) in found {
        words.sort_by(|a, b| natural(a, b));
        let message = format!("{name} has spellings that look like one: {}", list(&words));
        let remedy = format!("if they are one, say --alias '{}={}'", words[1], words[0]);
        c.add_with("D010", &rows, message, remedy);
    }
}

/// D011
fn no_value(c: &mut Context) {
    let missing = c.design.no_value.clone();
    if !missing.is_empty() {
        let rows: Vec<u32> =
            (0..c.study.len() as u32).filter(|&r| c.study.reported.codes[r as usize] == NULL).collect();
        let shown: Vec<String> = missing.iter().map(|(m, p)| format!("{m} ({p})")).collect();
        let n = missing.len();
        let message = format!(
            "{n} result{} no number: {}",
            if n == 1 { " has" } else { "s have" },
            few(&shown, 6, ", ", String::clone)
        );
        c.add("D011", &rows, message);
    }
}

/// D012 to D015
fn provenance(c: &mut Context) {
    let (report, date, reproduced) = (c.column("report"), c.column("date"), c.column("reproduced"));
    let rows = all_rows(c);
    let n = rows.len();
    if report.words.len() == 1 && !report.codes.has(NULL) && n > 1 {
        c.add("D012", &rows, format!("all {n} results come from one report, {}", report.words[0]));
    }
    let own: Vec<u32> = rows
        .iter()
        .copied()
        .filter(|&r| {
            let origin = c.study.origin.get(r as usize);
            origin.is_some() && origin == report.get(r as usize)
        })
        .collect();
    if !own.is_empty() {
        let mut names: Vec<String> =
            own.iter().filter_map(|&r| c.study.method.get(r as usize)).map(str::to_owned).collect();
        names.sort_by(|a, b| natural(a, b));
        names.dedup();
        let message = format!(
            "{} result{} reported by the paper that proposes the method: {}",
            own.len(),
            if own.len() == 1 { " is" } else { "s are" },
            few(&names, 6, ", ", String::clone)
        );
        c.add("D013", &own, message);
    }
    let yes = reproduced.words.iter().position(|w| w == "true").map(|p| p as u32);
    if yes.is_none_or(|yes| !reproduced.codes.has(yes)) {
        c.add("D014", &rows, "no result is recorded as independently reproduced".to_owned());
    }
    let undated: Vec<u32> = rows.iter().copied().filter(|&r| date.codes[r as usize] == NULL).collect();
    if !undated.is_empty() {
        let message = if undated.len() == n {
            if n == 1 {
                "the one result has no date".to_owned()
            } else {
                format!("none of the {n} results has a date")
            }
        } else {
            format!(
                "{} of {n} results {} no date",
                undated.len(),
                if undated.len() == 1 { "has" } else { "have" }
            )
        };
        c.add("D015", &undated, message);
    }
}

/// S001
fn rounding(c: &mut Context) {
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
