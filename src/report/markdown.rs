//! GitHub-flavoured Markdown.

use std::fmt::Write;

use super::document::{Align, Document, Mark, Table};

/// Renders a document as Markdown: the notice first as a warning block, best values bold, second ones
/// underlined.
#[must_use]
pub fn to_markdown(document: &Document) -> String {
    let document = &*document.visible();
    let mut out = String::new();
    if let Some(notice) = &document.notice {
        let _ = writeln!(out, "> [!WARNING]\n> **{}**\n", escape(notice));
    }
    if !document.title.is_empty() {
        let _ = writeln!(out, "# {}\n", escape(&document.title));
    }
    paragraphs(&mut out, &document.lead);
    for section in &document.sections {
        if let Some(heading) = &section.heading {
            let _ = writeln!(out, "##{} {}\n", "#".repeat(section.level), escape(heading));
        }
        paragraphs(&mut out, &section.before);
        if let Some((path, alt)) = &section.picture {
            let _ = writeln!(out, "![{}](<{}>)\n", escape(alt), path.replace(['<', '>'], ""));
        }
        if let Some(table) = &section.table {
            render_table(&mut out, table);
        }
        paragraphs(&mut out, &section.after);
        if let Some(command) = &section.command {
            let longest = command.split(|c| c != '`').map(str::len).max().unwrap_or(0);
            let fence = "`".repeat(longest.max(2) + 1);
            let _ = writeln!(out, "{fence}sh\n{}\n{fence}\n", command.replace(['\n', '\r'], " "));
        }
    }
    paragraphs(&mut out, &document.foot);
    let end = out.trim_end().len();
    out.truncate(end);
    out.push('\n');
    out
}

fn paragraphs(out: &mut String, lines: &[String]) {
    for line in lines {
        let _ = writeln!(out, "{}\n", escape(line));
    }
}

fn render_table(out: &mut String, table: &Table) {
    let shown = table.shown();
    out.push('|');
    for &at in &shown {
        let _ = write!(out, " {} |", escape(&table.columns[at].head));
    }
    out.push_str("\n|");
    for &at in &shown {
        out.push_str(if table.columns[at].align == Align::Left { " --- |" } else { " ---: |" });
    }
    out.push('\n');
    for row in &table.rows {
        out.push('|');
        for cell in shown.iter().filter_map(|&at| row.get(at)) {
            let mut text = escape(&cell.text);
            if let Some(link) = &cell.link {
                text = format!("[{text}](<{link}>)");
            }
            let _ = match cell.mark {
                Mark::Best => write!(out, " **{text}** |"),
                Mark::Second => write!(out, " <u>{text}</u> |"),
                Mark::Plain => write!(out, " {text} |"),
            };
        }
        out.push('\n');
    }
    out.push('\n');
}

/// Text with every character that Markdown or HTML would act on escaped, in one line.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => {
                // an underscore inside a word is plain text
                let inside = c == '_'
                    && text[..at].chars().next_back().is_some_and(char::is_alphanumeric)
                    && text[at + 1..].chars().next().is_some_and(char::is_alphanumeric);
                if !inside {
                    out.push('\\');
                }
                out.push(c);
            }
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '#' if at == 0 => out.push_str("\\#"),
            '\n' | '\r' | '\t' => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}
