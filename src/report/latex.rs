//! LaTeX tables with booktabs.

use std::fmt::Write;

use super::document::{Align, Cell, Document, Mark, Table};

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
        paragraphs(&mut out, &section.after);
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
        let cells: Vec<String> = shown.iter().filter_map(|&at| row.get(at)).map(marked).collect();
        let _ = writeln!(out, "{} \\\\", cells.join(" & "));
    }
    out.push_str("\\bottomrule\n\\end{tabular}\n\\end{table}\n");
}

fn marked(cell: &Cell) -> String {
    let text = escape(&cell.text);
    match cell.mark {
        Mark::Best => format!("\\textbf{{{text}}}"),
        Mark::Second => format!("\\underline{{{text}}}"),
        Mark::Plain => text,
    }
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

/// What a whole document needs before its text: it compiles with pdfLaTeX, XeLaTeX and LuaLaTeX.
const PREAMBLE: &str = "\
\\documentclass[10pt]{article}
\\usepackage{iftex}
\\ifPDFTeX
  \\usepackage[T1]{fontenc}
  \\usepackage[utf8]{inputenc}
  \\usepackage{textcomp}
\\fi
\\usepackage[margin=22mm]{geometry}
\\usepackage{booktabs}
\\usepackage{longtable}
\\usepackage{array}
\\setlength{\\parindent}{0pt}
\\setlength{\\parskip}{0.5em}
\\setcounter{secnumdepth}{0}
\\emergencystretch=3em
\\begin{document}
";

/// Renders a document as LaTeX that compiles on its own: the notice in a box first, a section a part,
/// tables that may break over pages, best values bold, second ones underlined.
#[must_use]
pub fn to_latex_document(document: &Document) -> String {
    let mut out = String::from(PREAMBLE);
    if let Some(notice) = &document.notice {
        let _ = writeln!(out, "\\fbox{{\\parbox{{0.97\\linewidth}}{{\\textbf{{{}}}}}}}\n", escape(notice));
    }
    let _ = writeln!(out, "{{\\LARGE\\bfseries {}\\par}}\n", escape(&document.title));
    paragraphs(&mut out, &document.lead);
    for section in &document.sections {
        if let Some(heading) = &section.heading {
            let command = if section.level == 0 { "section" } else { "subsection" };
            let _ = writeln!(out, "\\{command}{{{}}}\n", escape(heading));
        }
        paragraphs(&mut out, &section.before);
        if let Some(table) = &section.table {
            long_table(&mut out, table);
        }
        paragraphs(&mut out, &section.after);
        if let Some(command) = &section.command {
            let _ = writeln!(out, "{{\\raggedright\\ttfamily {}\\par}}\n", escape(command));
        }
    }
    paragraphs(&mut out, &document.foot);
    out.push_str("\\end{document}\n");
    out
}

fn paragraphs(out: &mut String, lines: &[String]) {
    for line in lines {
        let _ = writeln!(out, "{}\n", escape(line));
    }
}

/// The widest cell, in characters, of a column that is not broken into lines.
const NARROW: usize = 24;

fn long_table(out: &mut String, table: &Table) {
    let shown = table.shown();
    let longest = |at: usize| {
        let cells = table.rows.iter().filter_map(|r| r.get(at)).map(|c| c.text.chars().count());
        cells.chain([table.columns[at].head.chars().count()]).max().unwrap_or(0)
    };
    let wide: Vec<usize> = shown
        .iter()
        .copied()
        .filter(|&at| table.columns[at].align == Align::Left && longest(at) > NARROW)
        .collect();
    let columns: String = shown
        .iter()
        .map(|at| match table.columns[*at].align {
            // the wide ones share most of the line
            Align::Left if wide.contains(at) => {
                let kept = if shown.len() > wide.len() + 2 { 0.56 } else { 0.7 };
                format!(">{{\\raggedright\\arraybackslash}}p{{{:.3}\\linewidth}}", kept / wide.len() as f64)
            }
            Align::Left => "l".to_owned(),
            Align::Right | Align::Point => "r".to_owned(),
        })
        .collect();
    let heads: Vec<String> = shown.iter().map(|&at| escape(&table.columns[at].head)).collect();
    let size = if shown.len() > 7 || !wide.is_empty() { "\\scriptsize" } else { "\\small" };
    let gap = if shown.len() > 7 { "3pt" } else { "5pt" };
    let _ = writeln!(out, "{{{size}\\setlength{{\\tabcolsep}}{{{gap}}}");
    let _ = writeln!(out, "\\begin{{longtable}}[l]{{@{{}}{columns}@{{}}}}\n\\toprule");
    let _ = writeln!(out, "{} \\\\\n\\midrule\n\\endhead", heads.join(" & "));
    let _ = writeln!(out, "\\bottomrule\n\\endlastfoot");
    for row in &table.rows {
        let cells: Vec<String> = shown.iter().filter_map(|&at| row.get(at)).map(marked).collect();
        // a row that starts with [ or * would be taken as an argument of the line break before it
        let _ = writeln!(out, "{{}}{} \\\\", cells.join(" & "));
    }
    out.push_str("\\end{longtable}}\n\n");
}
