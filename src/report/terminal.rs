//! Plain text for a terminal or a pipe.

use unicode_width::UnicodeWidthStr;

use super::document::{Align, Cell, Document, Mark, Section, Table};

/// How text is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// Whether to use bold, underline and colour.
    pub color: bool,
    /// The width that paragraphs wrap at; 0 for no wrapping. Tables are as wide as they need to be.
    pub width: usize,
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
    for section in &document.sections {
        if !out.is_empty() {
            out.push('\n');
        }
        render(&mut out, section, style);
    }
    if !document.foot.is_empty() {
        out.push('\n');
        for line in &document.foot {
            style.paragraph(&mut out, line);
        }
    }
    out
}

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

fn render(out: &mut String, section: &Section, style: Style) {
    if let Some(heading) = &section.heading {
        push_styled(out, heading, if style.color { "1" } else { "" });
        out.push('\n');
    }
    for line in &section.before {
        style.paragraph(out, line);
    }
    if let Some(table) = &section.table {
        render_table(out, table, style);
    }
    for line in &section.after {
        style.paragraph(out, line);
    }
    if let Some((path, _)) = &section.picture {
        out.push_str(path);
        out.push('\n');
    }
}

/// The width of a text; printable ASCII, which most cells are, has a column a byte.
fn width(text: &str) -> usize {
    if text.bytes().all(|b| matches!(b, b' '..=b'~')) { text.len() } else { text.width() }
}

/// The width of a text before its decimal point.
fn whole_width(text: &str) -> usize {
    text.find('.').map_or_else(|| width(text), |at| width(&text[..at]))
}

fn render_table(out: &mut String, table: &Table, style: Style) {
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
    let mut line = String::new();
    for (at, column) in table.columns.iter().enumerate() {
        pad(&mut line, &column.head, widths[at], column.align != Align::Left, at > 0, "");
    }
    push_styled(out, line.trim_end(), if style.color { "2" } else { "" });
    out.push('\n');
    for row in &table.rows {
        line.clear();
        for (at, cell) in row.iter().enumerate() {
            let code = code(cell, style);
            let align = table.columns[at].align;
            if align == Align::Point && is_number(&cell.text) {
                let fill = behind[at] - (width(&cell.text) - whole_width(&cell.text));
                let text = format!("{}{}", cell.text, " ".repeat(fill));
                pad(&mut line, &text, widths[at], true, at > 0, code);
            } else {
                pad(&mut line, &cell.text, widths[at], align != Align::Left, at > 0, code);
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
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
