//! Tables of a page.

use serde::Serialize;

use crate::report::document::{Align, Cell, Column, Mark, Table};

#[derive(Serialize)]
pub(super) struct HtmlTable<'a> {
    label: &'a str,
    columns: Vec<HtmlColumn<'a>>,
    rows: Vec<Vec<HtmlCell<'a>>>,
}

#[derive(Serialize)]
struct HtmlColumn<'a> {
    head: &'a str,
    key: &'static str,
    number: bool,
    /// What its cells name, where a reader filters by them: methods or blocks.
    names: &'static str,
    /// The block whose numbers it holds.
    block: Option<&'a str>,
}

#[derive(Serialize)]
struct HtmlCell<'a> {
    text: &'a str,
    tag: &'static str,
    class: &'static str,
    mark: &'static str,
    /// Where the code in it is explained.
    link: Option<String>,
    severity: bool,
    /// The text in the pieces that a line may break between, where it is a path.
    parts: Vec<&'a str>,
    /// Figure spaces that put numbers on their decimal points.
    pad: String,
}

/// A table for the page; `spans` says that its columns may be of different blocks.
pub(super) fn of_table<'a>(
    table: &'a Table,
    label: &'a str,
    spans: bool,
    blocks: &[&str],
    anchors: &[&str],
) -> HtmlTable<'a> {
    let shown = table.shown();
    // the first column that names its row
    let names = shown.iter().copied().find(|&at| match table.columns[at].key {
        "method" | "block" | "code" | "report" => true,
        // in an index these are its lines, elsewhere their number
        "results" => table.columns[at].align == Align::Left,
        _ => false,
    });
    let columns = shown.iter().map(|&at| {
        let column = &table.columns[at];
        HtmlColumn {
            head: &column.head,
            key: column.key,
            number: column.align != Align::Left,
            names: match column.key {
                "method" | "better" | "other" if column.align == Align::Left => "method",
                "block" | "a" | "b" if column.align == Align::Left => "block",
                _ => "",
            },
            block: column.block.as_deref().filter(|b| spans && blocks.contains(b)),
        }
    });
    let places: Vec<Option<usize>> = shown.iter().map(|&at| most_places(table, at)).collect();
    let rows = table.rows.iter().map(|row| {
        let cells = shown.iter().zip(&places).filter_map(|(&at, &places)| {
            let cell = row.get(at)?;
            Some(of_cell(cell, &table.columns[at], Some(at) == names, places, anchors))
        });
        cells.collect()
    });
    HtmlTable { label, columns: columns.collect(), rows: rows.collect() }
}

fn of_cell<'a>(
    cell: &'a Cell,
    column: &Column,
    names: bool,
    places: Option<usize>,
    anchors: &[&str],
) -> HtmlCell<'a> {
    let text = cell.text.as_str();
    HtmlCell {
        text,
        tag: if names { "th" } else { "td" },
        class: match column.key {
            "message" | "remedy" | "why" => "prose",
            "places" | "source" => "long",
            "report" | "results" if column.align == Align::Left => "titled",
            "name" => "name",
            "sha256" => "hash",
            _ if column.align != Align::Left => "number",
            _ => "",
        },
        mark: match cell.mark {
            Mark::Plain => "",
            Mark::Best => "best",
            Mark::Second => "second",
        },
        link: cell.link.clone().or_else(|| {
            let explained = column.key == "code" && anchors.contains(&text);
            explained.then(|| format!("#{}", super::anchor_id(text)))
        }),
        severity: column.key == "severity",
        parts: if matches!(column.key, "places" | "source") && text.contains('/') {
            text.split_inclusive('/').collect()
        } else {
            Vec::new()
        },
        pad: places.and_then(|most| padding(text, most)).unwrap_or_default(),
    }
}

/// The digits after the point of a number; `None` for what is no number.
fn decimals(text: &str) -> Option<usize> {
    text.bytes().next_back().filter(u8::is_ascii_digit)?;
    Some(text.rsplit_once('.').map_or(0, |(_, after)| after.chars().count()))
}

fn most_places(table: &Table, at: usize) -> Option<usize> {
    if table.columns[at].align != Align::Point {
        return None;
    }
    table.rows.iter().filter_map(|row| decimals(&row.get(at)?.text)).max()
}

fn padding(text: &str, most: usize) -> Option<String> {
    let here = decimals(text)?;
    let point = if here == 0 && most > 0 { "\u{2008}" } else { "" };
    Some(format!("{point}{}", "\u{2007}".repeat(most - here)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_padded_to_their_points() {
        assert_eq!(padding("85.53", 2).as_deref(), Some(""));
        assert_eq!(padding("60.5", 2).as_deref(), Some("\u{2007}"));
        assert_eq!(padding("60", 2).as_deref(), Some("\u{2008}\u{2007}\u{2007}"));
        assert_eq!(padding("60", 0).as_deref(), Some(""));
        assert_eq!(padding("n/a", 2), None);
        assert_eq!(padding("", 2), None);
    }
}
