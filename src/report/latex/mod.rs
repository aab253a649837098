//! LaTeX tables with booktabs, and documents of them that compile on their own.

mod escape;
mod long_table;

use std::collections::BTreeSet;
use std::fmt::Write;

use super::document::{Align, Cell, Document, Mark, Table};
use escape::{breakable, command, escape, joins, unknown};
use long_table::long_table;

/// Renders a document's tables as LaTeX for the package booktabs: the notice and the texts as
/// paragraphs, best values bold, second ones underlined.
#[must_use]
pub fn to_latex(document: &Document) -> String {
    let document = &*document.visible();
    let mut out = String::from("% needs \\usepackage{booktabs}\n");
    // the fonts are those of the document that takes this in
    for c in unknown_of(document).into_iter().filter(|c| !joins(*c)) {
        let _ = writeln!(
            out,
            "% has {c} (U+{:04X}), for which pdfLaTeX needs a \\DeclareUnicodeCharacter",
            c as u32
        );
    }
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
    mark(cell, escape(&cell.text))
}

fn mark(cell: &Cell, text: String) -> String {
    match cell.mark {
        Mark::Best => format!("\\textbf{{{text}}}"),
        Mark::Second => format!("\\underline{{{text}}}"),
        Mark::Plain => text,
    }
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
\\raggedright
";

/// The characters of a document that fonts of text may lack.
fn unknown_of(document: &Document) -> BTreeSet<char> {
    let mut found = BTreeSet::new();
    document.texts(&mut |text| unknown(text, &mut found));
    found
}

/// What sets the characters that fonts of text may lack: their codes, or with the engines that can ask, the
/// characters themselves where the font has them. A user's own declaration can take a line's place.
fn declarations(out: &mut String, characters: &BTreeSet<char>) {
    if characters.is_empty() {
        return;
    }
    let code = |c: char| format!("{:04X}", c as u32);
    let shown = |c: char| {
        if joins(c) {
            String::new()
        } else {
            format!("\\texttt{{\\textless{{}}U+{}\\textgreater{{}}}}\\allowbreak{{}}", code(c))
        }
    };
    out.push_str("\\ifPDFTeX\n");
    for &c in characters {
        let _ = writeln!(out, "  \\DeclareUnicodeCharacter{{{}}}{{{}}}", code(c), shown(c));
    }
    out.push_str("\\else\n");
    for &c in characters {
        let (code, shown) = (code(c), shown(c));
        let _ = writeln!(out, "  \\catcode\"{code}=\\active");
        let _ = writeln!(
            out,
            "  \\protected\\def{c}{{\\iffontchar\\font\"{code} \\char\"{code} \\else{shown}\\fi}}"
        );
    }
    out.push_str("\\fi\n");
}

/// Renders a document as LaTeX that compiles on its own: the notice in a box first, a section a part,
/// tables that may break over pages, best values bold, second ones underlined.
#[must_use]
pub fn to_latex_document(document: &Document) -> String {
    let document = &*document.visible();
    let mut out = String::from(PREAMBLE);
    declarations(&mut out, &unknown_of(document));
    out.push_str("\\begin{document}\n");
    if let Some(notice) = &document.notice {
        let _ = writeln!(out, "\\fbox{{\\parbox{{0.97\\linewidth}}{{\\textbf{{{}}}}}}}\n", escape(notice));
    }
    let _ = writeln!(out, "{{\\LARGE\\bfseries {}\\par}}\n", escape(&document.title));
    paragraphs(&mut out, &document.lead);
    for section in &document.sections {
        if let Some(heading) = &section.heading {
            let level = if section.level == 0 { "section" } else { "subsection" };
            let _ = writeln!(out, "\\{level}{{{}}}\n", escape(heading));
        }
        paragraphs(&mut out, &section.before);
        if let Some(table) = &section.table {
            long_table(&mut out, table);
        }
        paragraphs(&mut out, &section.after);
        if let Some(words) = &section.command {
            let _ = writeln!(out, "{{\\ttfamily {}\\par}}\n", command(words));
        }
    }
    paragraphs(&mut out, &document.foot);
    out.push_str("\\end{document}\n");
    out
}

fn paragraphs(out: &mut String, lines: &[String]) {
    for line in lines {
        let _ = writeln!(out, "{}\n", breakable(line));
    }
}
