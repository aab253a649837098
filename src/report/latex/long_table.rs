//! Tables of a whole document: they break over pages, and one that is wider than the page is set in parts,
//! each with the columns that name its rows.

use std::fmt::Write;

use super::escape::{escape, narrow_cell};
use super::mark;
use crate::report::document::{Align, Mark, Table};
use crate::report::fit;

/// A size of letters: its command, and about the width of a digit in points, which is the unit of all widths
/// here. The space on each side of a column is one unit, so that two columns are [`fit::GAP`] apart.
struct Size {
    command: &'static str,
    unit: f64,
}

const SMALL: Size = Size { command: "\\small", unit: 4.7 };
const SCRIPT: Size = Size { command: "\\scriptsize", unit: 4.0 };

/// The line's width on the paper of the preamble, in points.
const LINE: f64 = 485.0;

/// The least width of a column of words, in units.
const WORDS: usize = 18;

pub(super) fn long_table(out: &mut String, table: &Table) {
    let table = &*table.for_reading();
    let shown = table.shown();
    let widths: Vec<usize> = shown.iter().map(|&at| width_of(table, at)).collect();
    let left = |at: usize| table.columns[at].align == Align::Left;
    let least: Vec<usize> =
        shown.iter().zip(&widths).map(|(&at, &w)| if left(at) { w.min(WORDS) } else { w }).collect();
    let room = |size: &Size| (LINE / size.unit) as usize;
    let size = if fit::total(&widths) <= room(&SMALL) { SMALL } else { SCRIPT };
    for part in fit::parts(&least, table.names(), room(&size)) {
        let mut set: Vec<usize> = part.iter().map(|&at| widths[at]).collect();
        let least: Vec<usize> = part.iter().map(|&at| least[at]).collect();
        fit::narrow(&mut set, &least, room(&size));
        let columns: Vec<Set> = part
            .iter()
            .zip(&set)
            .map(|(&at, &width)| Set {
                at: shown[at],
                room: (width < widths[at]).then_some(width as f64 * size.unit),
            })
            .collect();
        one(out, table, &columns, &size);
    }
}

/// A column as it is set: which, and its width in points where its cells are broken into lines.
struct Set {
    at: usize,
    room: Option<f64>,
}

fn one(out: &mut String, table: &Table, columns: &[Set], size: &Size) {
    let kinds: String = columns
        .iter()
        .map(|c| match (c.room, table.columns[c.at].align) {
            (Some(points), _) => format!(">{{\\raggedright\\arraybackslash}}p{{{points}pt}}"),
            (None, Align::Left) => "l".to_owned(),
            (None, Align::Right | Align::Point) => "r".to_owned(),
        })
        .collect();
    let text =
        |column: &Set, text: &str| if column.room.is_some() { narrow_cell(text) } else { escape(text) };
    let heads: Vec<String> = columns.iter().map(|c| text(c, &table.columns[c.at].head)).collect();
    let _ = writeln!(out, "{{{}\\setlength{{\\tabcolsep}}{{{}pt}}", size.command, size.unit);
    let _ = writeln!(out, "\\begin{{longtable}}[l]{{@{{}}{kinds}@{{}}}}\n\\toprule");
    let _ = writeln!(out, "{} \\\\\n\\midrule\n\\endhead", heads.join(" & "));
    let _ = writeln!(out, "\\bottomrule\n\\endlastfoot");
    for row in &table.rows {
        let cells: Vec<String> = columns
            .iter()
            .filter_map(|c| Some((c, row.get(c.at)?)))
            .map(|(c, cell)| mark(cell, text(c, &cell.text)))
            .collect();
        // a row that starts with [ or * would be taken as an argument of the line break before it
        let _ = writeln!(out, "{{}}{} \\\\", cells.join(" & "));
    }
    out.push_str("\\end{longtable}}\n\n");
}

/// The width of a column's widest cell, in units.
fn width_of(table: &Table, at: usize) -> usize {
    let cells = table.rows.iter().filter_map(|r| r.get(at)).map(|cell| {
        // bold letters are wider
        width(&cell.text) * if cell.mark == Mark::Best { 1.16 } else { 1.0 }
    });
    // a width is small and not negative
    cells.fold(width(&table.columns[at].head), f64::max).ceil() as usize
}

/// About the width of a text in Computer Modern, in units.
fn width(text: &str) -> f64 {
    text.chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '!' => 0.58,
            ' ' | '-' | 'f' | 't' | 'r' | 's' | '(' | ')' | 'I' | '/' | '[' | ']' => 0.8,
            'm' | 'w' | 'M' | 'W' => 1.9,
            'A'..='Z' | '%' | '&' | '@' => 1.55,
            '~' | '<' | '>' | '=' | '+' | '^' | '#' => 1.6,
            '0'..='9' => 1.0,
            ' '..='\u{7f}' => 1.08,
            '\u{80}'..='\u{24f}' => 1.3,
            '\u{370}'..='\u{3ff}' | '\u{2000}'..='\u{2bff}' => 2.1,
            // its code
            _ => 11.0,
        })
        .sum()
}
