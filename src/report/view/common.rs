//! What several documents share.

use std::collections::BTreeSet;

use crate::comparability::{Basis, Unplaced};
use crate::report::document::{Column, Section, Table};
use crate::results::Protocol;
use crate::words::few;

/// A rank for showing: whole, or with its half.
pub(super) fn rank(rank: f64) -> String {
    if rank.fract() == 0.0 { format!("{rank:.0}") } else { format!("{rank}") }
}

/// A number with this many places, `-0.00` as `0.00`.
pub(super) fn fixed(value: f64, places: usize) -> String {
    // beyond 10^15 no digit behind the point is left
    if value.abs() >= 1e15 {
        return format!("{value:.places$e}");
    }
    let text = format!("{value:.places$}");
    if text.starts_with('-') && text.bytes().all(|b| matches!(b, b'-' | b'0' | b'.')) {
        text[1..].to_owned()
    } else {
        text
    }
}

/// An effect or a residual, with its sign.
pub(super) fn signed(value: f64) -> String {
    let text = fixed(value, 4);
    if value > 0.0 && !text.starts_with('-') { format!("+{text}") } else { text }
}

/// A confidence: `95 %`.
pub(super) fn percent(level: f64) -> String {
    format!("{} %", (level * 1e4).round() / 100.0)
}

pub(super) fn optional(value: Option<f64>, places: usize) -> String {
    value.map_or_else(String::new, |v| fixed(v, places))
}

/// Which ends an interval goes beyond, for a cell.
pub(super) fn ends(passed: &[f64]) -> String {
    passed.iter().map(f64::to_string).collect::<Vec<_>>().join(" ")
}

/// Marks the intervals of a table that go beyond a scale, one entry of `passed` a row: a column says which end,
/// and a note what that means. Nothing where none does.
pub(super) fn mark_passed(section: &mut Section, passed: &[&[f64]], scale: &str, instead: &str) {
    let ends: BTreeSet<String> = passed.iter().copied().flatten().map(f64::to_string).collect();
    let (Some(table), false) = (&mut section.table, ends.is_empty()) else { return };
    table.columns.push(Column::left("passes", "passes"));
    for (row, passed) in table.rows.iter_mut().zip(passed) {
        row.push(self::ends(passed).into());
    }
    let ends: Vec<String> = ends.into_iter().collect();
    let (word, verb) = if ends.len() > 1 { ("ends", "are") } else { ("end", "is") };
    section.after.push(format!(
        "An interval marked in the last column passes {}, which {verb} the {word} of {scale}: an interval by Student\u{2019}s t \
         is symmetric and knows of no end. It is shown as computed, not cut. So near to the end, {instead}.",
        ends.join(" and ")
    ));
}

/// The basis in a line or several, under the title.
pub(super) fn basis_lines(basis: &Basis, why_blocks: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let start = if why_blocks.is_empty() { String::new() } else { format!("{why_blocks}. ") };
    lines.push(format!("{start}Basis: {}.", basis.word()));
    if !basis.ignored().is_empty() {
        lines.push(format!("Ignored on the user's word: {}.", basis.ignored().join(", ")));
    }
    if !basis.replicates().is_empty() {
        lines.push(format!("Averaged over runs: {}.", basis.replicates().join(", ")));
    }
    lines.extend(basis.notes().iter().map(|n| format!("Note: {n}.")));
    lines
}

/// The results that are in no block.
pub(super) fn unplaced_section(unplaced: &[Unplaced]) -> Option<Section> {
    if unplaced.is_empty() {
        return None;
    }
    let mut table = Table {
        columns: vec![
            Column::left("method", "method"),
            Column::point("value", "value"),
            Column::left("not recorded", "unknown"),
            Column::left("where", "place"),
        ],
        ..Table::default()
    };
    for result in unplaced.iter().take(50) {
        table.rows.push(vec![
            result.method.as_str().into(),
            result.value.as_str().into(),
            result.unknown.join(", ").into(),
            result.place.as_str().into(),
        ]);
    }
    let mut section = Section::table("Set aside: configuration not recorded, so in no block", table);
    if unplaced.len() > 50 {
        section.after.push(format!("and {} more", unplaced.len() - 50));
    }
    section.after.push(
        "If you know the value, say --assume KEY=VALUE; if the key doesn't matter, --ignore KEY.".to_owned(),
    );
    Some(section)
}

/// The results without a number.
pub(super) fn no_value_line(results: &[(String, String)]) -> Option<String> {
    if results.is_empty() {
        return None;
    }
    let shown = few(results, 8, ", ", |(m, p)| format!("{m} ({p})"));
    let count = if results.len() == 1 {
        "1 result has".to_owned()
    } else {
        format!("{} results have", results.len())
    };
    Some(format!("{count} no number and no rank: {shown}."))
}

/// Names the protocol in the headings of its sections, where a document has several protocols: no two headings
/// are the same then.
pub(super) fn name_protocol(sections: &mut [Section], protocol: &Protocol) {
    let label = protocol.label();
    for heading in sections.iter_mut().filter_map(|s| s.heading.as_mut()).filter(|h| **h != label) {
        *heading = format!("{label} | {heading}");
    }
}

/// What a protocol says, as columns of a flat table.
pub(super) fn protocol_context(protocol: &Protocol) -> Vec<(String, String)> {
    let pairs = [
        ("task", protocol.task.clone()),
        ("dataset", protocol.dataset.clone()),
        ("split", protocol.split.clone()),
        ("metric", protocol.metric.clone()),
        ("unit", protocol.unit.clone()),
        ("direction", protocol.direction.map(|d| d.word().to_owned())),
    ];
    pairs.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?))).collect()
}
