//! CSV: one flat table.

use super::document::{Document, Table};

/// Renders the document's tables of the first table's columns as one CSV table; what the rows of a
/// table share stands in columns before them, and the basis in the last column, so that a forced table
/// says so in every row.
///
/// A cell that a spreadsheet would take as a formula is written with a quote before it.
#[must_use]
pub fn to_csv(document: &Document) -> String {
    let tables: Vec<&Table> = document.sections.iter().filter_map(|s| s.table.as_ref()).collect();
    let Some(first) = tables.first() else {
        return String::new();
    };
    let keys: Vec<&str> = first.columns.iter().map(|c| c.key).collect();
    let mut names: Vec<&str> = Vec::new();
    let alike = || tables.iter().filter(|t| t.columns.iter().map(|c| c.key).eq(keys.iter().copied()));
    for table in alike() {
        for (name, _) in &table.context {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
    }
    let mut out = String::new();
    let header: Vec<&str> = names.iter().copied().chain(keys.iter().copied()).chain(["basis"]).collect();
    record(&mut out, header.into_iter());
    let basis = document.notice.as_deref().unwrap_or("like for like");
    for table in alike() {
        for row in &table.rows {
            let context = names.iter().map(|name| {
                table.context.iter().find(|(n, _)| n == name).map_or("", |(_, text)| text.as_str())
            });
            let cells = row.iter().map(|c| c.text.as_str());
            record(&mut out, context.chain(cells).chain([basis]));
        }
    }
    out
}

fn record<'a>(out: &mut String, cells: impl Iterator<Item = &'a str>) {
    for (at, cell) in cells.enumerate() {
        if at > 0 {
            out.push(',');
        }
        let formula = cell.starts_with(['=', '+', '@', '\t', '\r'])
            || (cell.starts_with('-') && !is_plain_number(cell));
        let guard = if formula { "'" } else { "" };
        if formula || cell.contains([',', '"', '\n', '\r']) || cell.starts_with(' ') || cell.ends_with(' ') {
            out.push('"');
            out.push_str(guard);
            out.push_str(&cell.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(cell);
        }
    }
    out.push('\n');
}

fn is_plain_number(cell: &str) -> bool {
    cell.parse::<crate::Decimal>().is_ok()
}
