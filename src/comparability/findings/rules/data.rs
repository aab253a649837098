//! `D`: the data.

use std::collections::BTreeMap;

use super::{Context, all_rows, describe, s};
use crate::comparability::design::subjects;
use crate::comparability::findings::spelling;
use crate::comparability::scales;
use crate::comparability::study::{list, page_contradiction};
use crate::decimal::Decimal;
use crate::ingest::{Codes, NULL};
use crate::results::codes::Coded;
use crate::results::order::natural;
use crate::results::{known_metric, unit_scale};
use crate::words::{argument, few};

pub(super) fn run(c: &mut Context) {
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
