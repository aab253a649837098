//! The index of a folder of figures.

use crate::analysis::Overview;
use crate::comparability::{Basis, Subject};
use crate::p_value::p_at_most;
use crate::report::csv::BASIS;
use crate::report::document::{Cell, Column, Document, Section, Table};
use crate::stats::FriedmanP;
use crate::words::{count, few};

/// A figure's line in the index.
#[derive(Debug, Clone)]
pub struct FigureEntry {
    /// The figure's file, from the index's folder, or why there is none.
    pub file: Result<String, String>,
    /// What it is of.
    pub protocol: String,
    /// Who is best in it and whether the methods differ, or in words why that can't be said.
    pub overview: Result<Overview, String>,
    /// What was left out of it first (`--common`).
    pub left_out: Vec<String>,
    /// The notice that it carries where it was forced.
    pub forced: Option<String>,
}

/// The index: a line a figure with what was found, and the protocols that have no figure, each with the reason. `top`
/// says that figures show the best methods alone.
#[must_use]
pub fn figures_index(
    kind: &str,
    entries: &[FigureEntry],
    basis: &Basis,
    top: bool,
    made_with: &str,
) -> Document {
    let drawn: Vec<&FigureEntry> = entries.iter().filter(|e| e.file.is_ok()).collect();
    let failed: Vec<&FigureEntry> = entries.iter().filter(|e| e.file.is_err()).collect();
    let mut document = Document {
        title: format!("{}: {kind}", count(drawn.len(), "figure")),
        notice: basis.notice(),
        ..Document::default()
    };
    if !failed.is_empty() {
        document.lead.push(format!(
            "{} of {} could not be drawn; {} listed below.",
            failed.len(),
            count(entries.len(), "figure"),
            if failed.len() == 1 { "it is" } else { "they are" }
        ));
    }
    document.lead.push("Each line stands on its own: nothing is compared between them.".to_owned());
    if top {
        document.lead.push(
            "The figures show the methods with the best mean rank (--top). Where not every method has every block, those \
             in most blocks come first."
                .to_owned(),
        );
    }
    document.lead.push(
        "W is Kendall's, 1 where every block orders the methods alike. p is Friedman's, of no difference between any \
         methods; likewise test says which differ."
            .to_owned(),
    );
    let mut figures = Section::table("Figures", table(&drawn));
    let less = drawn.iter().flat_map(|e| e.left_out.iter().map(|what| format!("{}: {what}.", e.protocol)));
    figures.after.extend(less);
    document.sections.push(figures);
    if !failed.is_empty() {
        let why = |e: &&FigureEntry| {
            let why = e.file.as_ref().err().map_or("", String::as_str);
            vec![e.protocol.as_str().into(), why.into()]
        };
        let table = Table {
            columns: vec![Column::left("results", "results"), Column::left("why", "why")],
            rows: failed.iter().map(why).collect(),
            ..Table::default()
        };
        document.sections.push(Section::table("No figure", table));
    }
    document.foot.push(format!("Made by likewise {} with: {made_with}", env!("CARGO_PKG_VERSION")));
    document
}

fn table(entries: &[&FigureEntry]) -> Table {
    let unsaid = entries.iter().any(|e| e.overview.is_err());
    let mut table = Table {
        columns: vec![
            Column::left("results", "results"),
            Column::right("methods", "methods"),
            Column::right("blocks", "blocks"),
            Column::left("best by mean rank", "best"),
            Column::right("mean rank", "mean_rank"),
            Column::right("W", "w"),
            Column::right("p", "p"),
            Column::left("p by", "p_by"),
            Column::left(if unsaid { "why not" } else { "" }, "why_not"),
            Column::left("", "file"),
            // under the table where it is read
            Column::left("left out", "left_out").aside(),
            // each figure has its own
            Column::left("basis", BASIS).aside(),
        ],
        ..Table::default()
    };
    for e in entries {
        let file = e.file.as_deref().unwrap_or_default();
        let mut row: Vec<Cell> = vec![Cell::from(e.protocol.as_str()).linked(file)];
        match &e.overview {
            Ok(found) => {
                let best: Vec<String> = found.best.iter().map(Subject::label).collect();
                let friedman = found.friedman.as_ref();
                let of =
                    |say: &dyn Fn(&crate::stats::Friedman) -> String| friedman.map_or_else(String::new, say);
                row.extend([
                    found.subjects.to_string().into(),
                    found.blocks.to_string().into(),
                    few(&best, 3, ", ", String::clone).into(),
                    format!("{:.2}", found.mean_rank).into(),
                    of(&|f| f.kendall_w.map_or_else(String::new, |w| format!("{w:.3}"))).into(),
                    of(&|f| p_at_most(f.p.p(), f.p.is_bound())).into(),
                    of(&|f| by(&f.p).to_owned()).into(),
                    "".into(),
                ]);
            }
            Err(why) => {
                row.extend((0..7).map(|_| Cell::from("")));
                row.push(why.as_str().into());
            }
        }
        row.push(file.into());
        row.push(e.left_out.join("; ").into());
        row.push(e.forced.as_deref().unwrap_or("like for like").into());
        table.rows.push(row);
    }
    table
}

const fn by(p: &FriedmanP) -> &'static str {
    match p {
        FriedmanP::Exact { .. } => "exact",
        FriedmanP::MonteCarlo { .. } => "random arrangements",
        FriedmanP::ChiSquared { .. } => "chi-squared",
    }
}
