//! The audit's findings, and the page of a code.

use crate::comparability::{Code, Finding, codes};
use crate::report::document::{Column, Document, Section, Table};
use crate::words;

/// The findings, the gravest first.
#[must_use]
pub fn findings(found: &[Finding], results: usize) -> Document {
    let count = |severity: &str| found.iter().filter(|f| f.severity.word() == severity).count();
    let title = format!(
        "{}: {}, {}, {} to know",
        words::count(results, "result"),
        words::count(count("error"), "error"),
        words::count(count("warning"), "warning"),
        count("info"),
    );
    let mut table = Table {
        columns: vec![
            Column::left("code", "code"),
            Column::left("severity", "severity"),
            Column::left("finding", "name"),
            Column::left("what", "message"),
            Column::left("remedy", "remedy"),
            Column::left("where", "places"),
        ],
        ..Table::default()
    };
    for f in found {
        table.rows.push(vec![
            f.code.into(),
            f.severity.word().into(),
            f.name.into(),
            f.message.as_str().into(),
            f.remedy.as_str().into(),
            places(&f.places).into(),
        ]);
    }
    let mut document = Document { title, ..Document::default() };
    if !found.is_empty() {
        document.sections.push(Section { table: Some(table), ..Section::default() });
    }
    document.foot.push("likewise explain CODE says more about a code.".to_owned());
    document
}

/// The findings one below the other, for a screen that is narrower than a table of sentences.
#[must_use]
pub fn findings_list(found: &[Finding], results: usize) -> Document {
    let mut document = findings(found, results);
    document.sections = found
        .iter()
        .map(|f| {
            let mut before = vec![format!("  {}", f.message)];
            before.push(format!("  remedy: {}", f.remedy));
            if !f.places.is_empty() {
                before.push(format!("  where: {}", places(&f.places)));
            }
            Section::text(Some(format!("{} {}: {}", f.severity.word(), f.code, f.name)), before)
        })
        .collect();
    document
}

/// Every code, for a list.
#[must_use]
pub fn all_codes() -> Document {
    let columns = vec![
        Column::left("code", "code"),
        Column::left("severity", "severity"),
        Column::left("finding", "name"),
        Column::left("what it says", "what"),
    ];
    let rows = codes()
        .iter()
        .map(|c| vec![c.code.into(), c.severity.word().into(), c.name.into(), c.what.into()])
        .collect();
    let table = Table { columns, rows, ..Table::default() };
    Document {
        title: "The audit's findings".to_owned(),
        sections: vec![Section { table: Some(table), ..Section::default() }],
        foot: vec!["likewise explain CODE shows a code's page.".to_owned()],
        ..Document::default()
    }
}

/// `page.md:33, 34, 35 and 12 more`.
pub(crate) fn places(places: &[String]) -> String {
    let mut out = String::new();
    let mut file = "";
    for (at, place) in places.iter().take(4).enumerate() {
        let (name, line) = place.rsplit_once(':').unwrap_or((place, ""));
        if at > 0 {
            out.push_str(", ");
        }
        if name == file && !line.is_empty() {
            out.push_str(line);
        } else {
            out.push_str(place);
        }
        file = name;
    }
    if places.len() > 4 {
        out += &format!(" and {} more", places.len() - 4);
    }
    out
}

/// The page of a code.
#[must_use]
pub fn explanation(code: &Code) -> Document {
    let part = |heading: &str, text: &str| Section::text(Some(heading.to_owned()), vec![text.to_owned()]);
    Document {
        title: format!("{} {} ({})", code.code, code.name, code.severity.word()),
        sections: vec![
            part("What it says", code.what),
            part("Why it matters", code.why),
            part("Example", code.example),
            part("What to do", code.remedy),
        ],
        ..Document::default()
    }
}
