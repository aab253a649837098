//! LaTeX tables with booktabs.

use std::fmt::Write;

use super::document::{Align, Document, Mark, Table};

/// Renders a document's tables as LaTeX for the package booktabs: the notice and the texts as
/// paragraphs, best values bold, second ones underlined.
#[must_use]
pub fn to_latex(document: &Document) -> String {
    let mut out = String::from("% needs \\usepackage{booktabs}\n");
    if let Some(notice) = &document.notice {
        let _ = writeln!(out, "\\noindent\\textbf{{{}}}\\par", escape(notice));
    }
    let lead: Vec<String> = std::iter::once(&document.title)
        .chain(&document.lead)
        .filter(|l| !l.is_empty())
        .map(|l| escape(l))
        .collect();
    if !lead.is_empty() {
        let _ = writeln!(out, "\\noindent {}\\par", lead.join(". "));
    }
    for section in &document.sections {
        let Some(table) = &section.table else { continue };
        render(&mut out, section.heading.as_deref(), table);
    }
    for line in &document.foot {
        let _ = writeln!(out, "\\noindent {}\\par", escape(line));
    }
    out
}

fn render(out: &mut String, heading: Option<&str>, table: &Table) {
    let shown = table.shown();
    let of = |at: &usize| {
        if table.columns[*at].align == Align::Left { 'l' } else { 'r' }
    };
    let columns: String = shown.iter().map(of).collect();
    out.push_str("\\begin{table}[ht]\n\\centering\n");
    if let Some(heading) = heading {
        let _ = writeln!(out, "\\caption{{{}}}", escape(heading));
    }
    let _ = writeln!(out, "\\begin{{tabular}}{{{columns}}}\n\\toprule");
    let heads: Vec<String> = shown.iter().map(|&at| escape(&table.columns[at].head)).collect();
    let _ = writeln!(out, "{} \\\\\n\\midrule", heads.join(" & "));
    for row in &table.rows {
        let cells: Vec<String> = shown
            .iter()
            .filter_map(|&at| row.get(at))
            .map(|cell| {
                let text = escape(&cell.text);
                match cell.mark {
                    Mark::Best => format!("\\textbf{{{text}}}"),
                    Mark::Second => format!("\\underline{{{text}}}"),
                    Mark::Plain => text,
                }
            })
            .collect();
        let _ = writeln!(out, "{} \\\\", cells.join(" & "));
    }
    out.push_str("\\bottomrule\n\\end{tabular}\n\\end{table}\n");
}

/// Text with every character that LaTeX would act on escaped.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '≈' => out.push_str("$\\approx$"),
            '±' => out.push_str("$\\pm$"),
            '−' => out.push('-'),
            '\n' | '\r' | '\t' => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}
