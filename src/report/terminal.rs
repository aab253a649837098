//! Plain text for a terminal or a pipe.

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
    let mut out = String::new();
    if let Some(notice) = &document.notice {
        push_styled(&mut out, notice, if style.color { "1;31" } else { "" });
        out.push_str("\n\n");
    }
    if !document.title.is_empty() {
        push_styled(&mut out, &document.title, if style.color { "1" } else { "" });
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
        push_styled(out, heading, if style.color { "1" } else { "" });
        out.push('\n');
    }
    for line in &section.before {
        style.paragraph(out, line);
    }
    let bars = section.table.as_ref().is_some_and(|table| render_table(out, table, style));
    for line in &section.after {
        style.paragraph(out, line);
    }
    if let Some((path, _)) = &section.picture {
        out.push_str(path);
        out.push('\n');
    }
    bars
}

/// The width of a text before its decimal point.
fn whole_width(text: &str) -> usize {
    text.find('.').map_or_else(|| text.width(), |at| text[..at].width())
}

/// Writes a table, and says whether it has bars.
fn render_table(out: &mut String, table: &Table, style: Style) -> bool {
    let n = table.columns.len();
    let mut widths: Vec<usize> = table.columns.iter().map(|c| c.head.width()).collect();
    let mut wholes = vec![0usize; n];
    let mut behind = vec![0usize; n];
    for row in &table.rows {
        for (at, cell) in row.iter().enumerate() {
            let width = cell.text.width();
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
    let mut bars = None;
    if let Some(screen) = style.screen {
        // numbers are never cut, only names and headings
        let least: Vec<usize> = (0..n)
            .map(|at| match table.columns[at].align {
                Align::Left => NAME,
                _ => HEAD.max(figures(table, at)).max(wholes[at] + behind[at]),
            })
            .collect();
        fit::narrow(&mut widths, &least, screen);
        bars = bar_column(table, fit::total(&widths), screen);
    }
    let mut line = String::new();
    for (at, column) in table.columns.iter().enumerate() {
        pad(
            &mut line,
            &fit::cut(&column.head, widths[at]),
            widths[at],
            column.align != Align::Left,
            at > 0,
            "",
        );
        if let Some((_, width)) = bars.filter(|b| b.0 == at) {
            pad(&mut line, "", width, false, true, "");
        }
    }
    push_styled(out, line.trim_end(), if style.color { "2" } else { "" });
    out.push('\n');
    for row in &table.rows {
        line.clear();
        for (at, cell) in row.iter().enumerate() {
            let code = code(cell, style);
            let align = table.columns[at].align;
            if align == Align::Point && is_number(&cell.text) {
                let fill = behind[at] - (cell.text.width() - whole_width(&cell.text));
                let text = format!("{}{}", cell.text, " ".repeat(fill));
                pad(&mut line, &text, widths[at], true, at > 0, code);
            } else {
                pad(
                    &mut line,
                    &fit::cut(&cell.text, widths[at]),
                    widths[at],
                    align != Align::Left,
                    at > 0,
                    code,
                );
            }
            if let Some((_, width)) = bars.filter(|b| b.0 == at) {
                let bar = cell.bar.map_or_else(String::new, |share| fit::bar(share, width));
                pad(&mut line, &bar, width, false, true, "");
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    bars.is_some()
}

/// The least width that a column of names is cut to.
const NAME: usize = 12;

/// The least width that a heading over numbers is cut to.
const HEAD: usize = 6;

/// The widest and the narrowest bars.
const BAR: (usize, usize) = (20, 6);

/// The width of a column's widest cell without its heading.
fn figures(table: &Table, at: usize) -> usize {
    table.rows.iter().filter_map(|r| r.get(at)).map(|c| c.text.width()).max().unwrap_or(0)
}

/// The column that bars stand behind and their width, if the table has bars and the screen has room.
fn bar_column(table: &Table, taken: usize, screen: usize) -> Option<(usize, usize)> {
    let at = (0..table.columns.len()).find(|&at| table.rows.iter().any(|r| r[at].bar.is_some()))?;
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

fn pad(line: &mut String, text: &str, width: usize, right: bool, gap: bool, code: &str) {
    if gap {
        line.push_str("  ");
    }
    let fill = width.saturating_sub(text.width());
    if right {
        line.extend(std::iter::repeat_n(' ', fill));
    }
    push_styled(line, text, code);
    if !right {
        line.extend(std::iter::repeat_n(' ', fill));
    }
}
