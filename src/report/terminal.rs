//! Plain text for a terminal or a pipe.

use rayon::prelude::*;
use unicode_width::UnicodeWidthStr;

use super::document::{Align, Cell, Document, Mark, Section, Table};
use super::fit;

/// How text is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// Whether to use bold, underline and colour.
    pub color: bool,
    /// The width that paragraphs wrap at; 0 for no wrapping.
    pub width: usize,
    /// The columns of the screen: tables fit them where they can, and room that is left shows bars. None
    /// for a pipe or a file, where tables are as wide as they need to be.
    pub screen: Option<usize>,
}

impl Style {
    /// A title or a heading: on a screen it is wrapped as paragraphs are.
    fn heading(self, out: &mut String, text: &str, code: &str) {
        let code = if self.color { code } else { "" };
        match self.screen {
            Some(_) if self.width > 0 => push_styled(out, &wrap(text, self.width, "", ""), code),
            _ => push_styled(out, text, code),
        }
    }

    fn paragraph(self, out: &mut String, text: &str) {
        if self.width == 0 {
            out.push_str(text);
        } else {
            let indent: String = text.chars().take_while(|c| *c == ' ').collect();
            out.push_str(&wrap(text.trim_start(), self.width, &indent, &indent));
        }
        out.push('\n');
    }
}

/// A paragraph wrapped at blanks alone, so that names and paths stay whole.
pub(crate) fn wrap(text: &str, width: usize, first: &str, rest: &str) -> String {
    let options = textwrap::Options::new(width)
        .initial_indent(first)
        .subsequent_indent(rest)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}

/// Renders a document as text: the notice first, columns under each other, numbers on their decimal
/// points.
#[must_use]
pub fn to_terminal(document: &Document, style: Style) -> String {
    let document = &*document.visible();
    let mut out = String::new();
    if let Some(notice) = &document.notice {
        style.heading(&mut out, notice, "1;31");
        out.push_str("\n\n");
    }
    if !document.title.is_empty() {
        style.heading(&mut out, &document.title, "1");
        out.push('\n');
    }
    for line in &document.lead {
        style.paragraph(&mut out, line);
    }
    let mut bars = false;
    for section in &document.sections {
        if !out.is_empty() {
            out.push('\n');
        }
        bars |= render(&mut out, section, style);
    }
    if bars || !document.foot.is_empty() {
        out.push('\n');
        for line in &document.foot {
            style.paragraph(&mut out, line);
        }
        if bars {
            style.paragraph(&mut out, BARS);
        }
    }
    out
}

/// What bars show; they don't start at zero, so it is said.
const BARS: &str = "Bars run from the worst value of a table to its best, not from zero.";

fn push_styled(out: &mut String, text: &str, code: &str) {
    if code.is_empty() {
        out.push_str(text);
    } else {
        out.push_str("\x1b[");
        out.push_str(code);
        out.push('m');
        out.push_str(text);
        out.push_str("\x1b[0m");
    }
}

/// Writes a section, and says whether it has bars.
fn render(out: &mut String, section: &Section, style: Style) -> bool {
    if let Some(heading) = &section.heading {
        style.heading(out, heading, "1");
        out.push('\n');
    }
    for line in &section.before {
        style.paragraph(out, line);
    }
    let bars = section.table.as_ref().is_some_and(|table| render_table(out, &table.for_reading(), style));
    for line in &section.after {
        style.paragraph(out, line);
    }
    if let Some((path, _)) = &section.picture {
        out.push_str(path);
        out.push('\n');
    }
    bars
}

/// The width of a text; printable ASCII, which most cells are, has a column a byte.
fn width(text: &str) -> usize {
    if text.bytes().all(|b| matches!(b, b' '..=b'~')) { text.len() } else { text.width() }
}

/// The width of a text before its decimal point.
fn whole_width(text: &str) -> usize {
    text.find('.').map_or_else(|| width(text), |at| width(&text[..at]))
}

/// How the columns of a table stand.
struct Columns {
    /// The width of each.
    widths: Vec<usize>,
    /// The width of each one's numbers behind their decimal points.
    behind: Vec<usize>,
    /// The least width of each.
    least: Vec<usize>,
}

impl Columns {
    fn of(table: &Table) -> Self {
        let n = table.columns.len();
        let mut widths: Vec<usize> = table.columns.iter().map(|c| c.head.width()).collect();
        let mut wholes = vec![0usize; n];
        let mut behind = vec![0usize; n];
        for row in &table.rows {
            for (at, cell) in row.iter().enumerate() {
                let width = width(&cell.text);
                if table.columns[at].align == Align::Point && is_number(&cell.text) {
                    let whole = whole_width(&cell.text);
                    wholes[at] = wholes[at].max(whole);
                    behind[at] = behind[at].max(width - whole);
                } else {
                    widths[at] = widths[at].max(width);
                }
            }
        }
        for at in 0..n {
            widths[at] = widths[at].max(wholes[at] + behind[at]);
        }
        // numbers are never cut; words and headings break at their blanks
        let names = table.names();
        let least = (0..n)
            .map(|at| {
                let word = table.columns[at].head.split(' ').map(UnicodeWidthStr::width).max().unwrap_or(0);
                let cells = match table.columns[at].align {
                    Align::Left => widths[at].min(if at < names { NAME } else { LIST }),
                    _ => cells_width(table, at).max(wholes[at] + behind[at]),
                };
                word.min(HEAD).max(cells)
            })
            .collect();
        Self { widths, behind, least }
    }
}

/// Writes a table, and says whether it has bars.
fn render_table(out: &mut String, table: &Table, style: Style) -> bool {
    let columns = Columns::of(table);
    let Some(screen) = style.screen else {
        let shown: Vec<(usize, usize)> = columns.widths.iter().copied().enumerate().collect();
        render_columns(out, table, &columns.behind, &shown, None, style);
        return false;
    };
    let mut barred = false;
    for (place, part) in fit::parts(&columns.least, table.names(), screen).into_iter().enumerate() {
        if place > 0 {
            out.push('\n');
        }
        let mut widths: Vec<usize> = part.iter().map(|&at| columns.widths[at]).collect();
        let least: Vec<usize> = part.iter().map(|&at| columns.least[at]).collect();
        // headings break before names do
        let named: Vec<usize> = part
            .iter()
            .zip(&widths)
            .map(
                |(&at, &width)| {
                    if table.columns[at].align == Align::Left { width } else { columns.least[at] }
                },
            )
            .collect();
        fit::narrow(&mut widths, &named, screen);
        fit::narrow(&mut widths, &least, screen);
        let bars = bar_column(table, &part, fit::total(&widths), screen);
        barred |= bars.is_some();
        let shown: Vec<(usize, usize)> = part.into_iter().zip(widths).collect();
        render_columns(out, table, &columns.behind, &shown, bars, style);
    }
    barred
}

/// Writes columns of a table, each with its width, and bars of a width behind one of them. `behind` is the
/// width of every column's numbers behind their decimal points.
fn render_columns(
    out: &mut String,
    table: &Table,
    behind: &[usize],
    shown: &[(usize, usize)],
    bars: Option<(usize, usize)>,
    style: Style,
) {
    let mut line = String::new();
    let heads: Vec<Vec<String>> =
        shown.iter().map(|&(at, room)| fit::broken(&table.columns[at].head, room)).collect();
    let tall = heads.iter().map(Vec::len).max().unwrap_or(0);
    for level in 0..tall {
        line.clear();
        for (place, &(at, room)) in shown.iter().enumerate() {
            // a short heading stands on the rows
            let head =
                (level + heads[place].len()).checked_sub(tall).map_or("", |l| heads[place][l].as_str());
            pad(&mut line, head, room, table.columns[at].align != Align::Left, place > 0, "");
            if let Some((_, width)) = bars.filter(|b| b.0 == at) {
                pad(&mut line, "", width, false, true, "");
            }
        }
        push_styled(out, line.trim_end(), if style.color { "2" } else { "" });
        out.push('\n');
    }
    if table.rows.len() < MANY {
        table.rows.iter().for_each(|row| render_row(out, &mut line, table, row, behind, shown, bars, style));
        return;
    }
    let pieces = table.rows.par_chunks(MANY).map(|rows| {
        let (mut out, mut line) = (String::new(), String::new());
        rows.iter().for_each(|row| render_row(&mut out, &mut line, table, row, behind, shown, bars, style));
        out
    });
    out.extend(pieces.collect::<Vec<String>>());
}

/// So many rows are worth a thread.
const MANY: usize = 1024;

#[expect(clippy::too_many_arguments, reason = "one row of what is written, which some threads do at once")]
fn render_row(
    out: &mut String,
    line: &mut String,
    table: &Table,
    row: &[Cell],
    behind: &[usize],
    shown: &[(usize, usize)],
    bars: Option<(usize, usize)>,
    style: Style,
) {
    let put = |line: &mut String, place: usize, text: &str, level: usize| {
        let (at, room) = shown[place];
        let code = row.get(at).map_or("", |cell| code(cell, style));
        let align = table.columns[at].align;
        if align == Align::Point && is_number(text) {
            let fill = behind[at].saturating_sub(width(text) - whole_width(text));
            let before = room.saturating_sub(width(text) + fill);
            // blanks are no part of what is bold or underlined
            pad(line, "", before, false, place > 0, "");
            push_styled(line, text, code);
            line.extend(std::iter::repeat_n(' ', fill));
        } else {
            let code = if text.is_empty() { "" } else { code };
            pad(line, text, room, align != Align::Left, place > 0, code);
        }
        if let Some((_, width)) = bars.filter(|b| b.0 == at) {
            let bar = row.get(at).and_then(|c| c.bar).filter(|_| level == 0);
            pad(line, &bar.map_or_else(String::new, |share| fit::bar(share, width)), width, false, true, "");
        }
    };
    if style.screen.is_none() {
        // nothing is narrowed
        line.clear();
        for (place, &(at, _)) in shown.iter().enumerate() {
            put(line, place, row.get(at).map_or("", |cell| cell.text.as_str()), 0);
        }
        out.push_str(line.trim_end());
        out.push('\n');
        return;
    }
    let cells: Vec<Vec<String>> = shown
        .iter()
        .map(|&(at, room)| match row.get(at) {
            // only words break; where nothing is narrowed they all fit
            Some(cell) if table.columns[at].align == Align::Left => fit::broken(&cell.text, room),
            Some(cell) => vec![cell.text.clone()],
            None => Vec::new(),
        })
        .collect();
    for level in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
        line.clear();
        for (place, lines) in cells.iter().enumerate() {
            put(line, place, lines.get(level).map_or("", String::as_str), level);
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

/// The least width that a column of names is narrowed to.
const NAME: usize = 12;

/// The least width that a word of a heading is cut to.
const HEAD: usize = 16;

/// The least width that a column of words behind the names is narrowed to.
const LIST: usize = 24;

/// The widest and the narrowest bars.
const BAR: (usize, usize) = (20, 6);

/// The width of a column's widest cell without its heading.
fn cells_width(table: &Table, at: usize) -> usize {
    table.rows.iter().filter_map(|r| r.get(at)).map(|c| width(&c.text)).max().unwrap_or(0)
}

/// The column that bars stand behind and their width, if these columns have bars and the screen has room.
fn bar_column(table: &Table, shown: &[usize], taken: usize, screen: usize) -> Option<(usize, usize)> {
    let barred = |at: usize| table.rows.iter().any(|r| r.get(at).is_some_and(|c| c.bar.is_some()));
    let at = shown.iter().copied().find(|&at| barred(at))?;
    let width = screen.checked_sub(taken + fit::GAP)?.min(BAR.0);
    (width >= BAR.1).then_some((at, width))
}

fn is_number(text: &str) -> bool {
    text.bytes().next_back().is_some_and(|b| b.is_ascii_digit())
}

const fn code(cell: &Cell, style: Style) -> &'static str {
    match (style.color, cell.mark) {
        (true, Mark::Best) => "1",
        (true, Mark::Second) => "4",
        _ => "",
    }
}

fn pad(line: &mut String, text: &str, columns: usize, right: bool, gap: bool, code: &str) {
    if gap {
        line.push_str("  ");
    }
    let fill = columns.saturating_sub(width(text));
    if right {
        line.extend(std::iter::repeat_n(' ', fill));
    }
    push_styled(line, text, code);
    if !right {
        line.extend(std::iter::repeat_n(' ', fill));
    }
}
