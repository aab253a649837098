//! CSV: one flat table.

use super::document::{Column, Document, Table};

/// Renders the document's tables that are like the first one, of its kind or with its columns, as one CSV
/// table; what the rows of a table share stands in columns before them, and the basis in the last column, so
/// that a forced table says so in every row. A cell is empty where its table lacks the column.
///
/// A cell that a spreadsheet would take as a formula is written with a quote before it.
#[must_use]
pub fn to_csv(document: &Document) -> String {
    let tables: Vec<&Table> = document.sections.iter().filter_map(|s| s.table.as_ref()).collect();
    let Some(first) = tables.first() else {
        return String::new();
    };
    let same = |t: &Table| t.columns.iter().map(Column::name).eq(first.columns.iter().map(Column::name));
    let alike: Vec<&Table> = tables
        .iter()
        .copied()
        .filter(|t| if first.kind.is_empty() { same(t) } else { t.kind == first.kind })
        .collect();
    let mut flat = Flat::new(document.notice.as_deref());
    for table in &alike {
        flat.widen(table);
    }
    let mut out = flat.header();
    for table in &alike {
        flat.rows(table, &mut out);
    }
    out
}

/// The name of the last column; a table with a column of that name says the basis of each row itself.
pub(crate) const BASIS: &str = "basis";

/// One flat table made of several: first it is told all of their columns, then it writes their rows.
pub(crate) struct Flat {
    /// The names of what the rows of a table share.
    shared: Vec<String>,
    columns: Vec<String>,
    basis: String,
}

impl Flat {
    /// A table on this basis: the notice of a forced run, or like for like.
    pub(crate) fn new(notice: Option<&str>) -> Self {
        let basis = notice.unwrap_or("like for like").to_owned();
        Self { shared: Vec::new(), columns: Vec::new(), basis }
    }

    /// Adds what the columns of a table need; its rows are not looked at.
    pub(crate) fn widen(&mut self, table: &Table) {
        for (name, _) in &table.context {
            if !self.shared.contains(name) {
                self.shared.push(name.clone());
            }
        }
        for column in &table.columns {
            let name = column.name();
            if !self.columns.iter().any(|c| *c == name) {
                self.columns.push(name.into_owned());
            }
        }
    }

    /// What stands in the last column of each row, unless the table has one of its own.
    fn basis(&self) -> Option<&str> {
        (!self.columns.iter().any(|c| c == BASIS)).then_some(self.basis.as_str())
    }

    /// The header line.
    pub(crate) fn header(&self) -> String {
        let mut out = String::new();
        let last = self.basis().map(|_| BASIS);
        record(&mut out, self.shared.iter().chain(&self.columns).map(String::as_str).chain(last));
        out
    }

    /// Adds the lines of a table's rows.
    pub(crate) fn rows(&self, table: &Table, out: &mut String) {
        let shared: Vec<&str> = self
            .shared
            .iter()
            .map(|name| table.context.iter().find(|(n, _)| n == name).map_or("", |(_, text)| text.as_str()))
            .collect();
        let places: Vec<Option<usize>> =
            self.columns.iter().map(|name| table.columns.iter().position(|c| c.name() == *name)).collect();
        for row in &table.rows {
            let cells = places.iter().map(|at| at.and_then(|at| row.get(at)).map_or("", |c| c.text.as_str()));
            record(out, shared.iter().copied().chain(cells).chain(self.basis()));
        }
    }
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
