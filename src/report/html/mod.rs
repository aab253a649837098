//! One HTML file that needs nothing else: no network, no font, no other file. Everything can be read
//! with scripts off; with scripts on, tables sort, filter and copy, and figures can be saved.
//!
//! All text goes through the template's escaping. As a second wall, the page's policy lets a browser run
//! the one script and the one style that the page was written with, by their hashes, and load nothing.

mod rows;

use std::sync::OnceLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use minijinja::Environment;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::document::{Document, Section};
use rows::HtmlTable;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

#[derive(Serialize)]
struct Page<'a> {
    version: &'static str,
    style: &'static str,
    style_hash: &'a str,
    script: &'static str,
    script_hash: &'a str,
    title: &'a str,
    notice: Option<&'a str>,
    lead: &'a [String],
    contents: Vec<Entry<'a>>,
    blocks: Vec<&'a str>,
    sections: Vec<HtmlSection<'a>>,
    foot: &'a [String],
    /// Whether any cell is marked.
    marks: bool,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: String,
    heading: &'a str,
}

#[derive(Serialize)]
struct HtmlSection<'a> {
    id: Option<String>,
    depth: usize,
    heading: Option<&'a str>,
    block: Option<&'a str>,
    explanation: bool,
    before: &'a [String],
    figure: Option<HtmlFigure<'a>>,
    picture: Option<HtmlPicture<'a>>,
    table: Option<HtmlTable<'a>>,
    after: &'a [String],
    command: Option<&'a str>,
}

#[derive(Serialize)]
struct HtmlFigure<'a> {
    name: &'a str,
    label: &'a str,
    svg: &'a str,
    dark: Option<&'a str>,
    words: &'a str,
}

#[derive(Serialize)]
struct HtmlPicture<'a> {
    path: &'a str,
    words: &'a str,
}

/// Renders a document as one HTML file: the notice first, best values bold, second ones underlined,
/// figures inline, findings linked to the pages of their codes in the appendix.
///
/// # Errors
/// When the template can't be filled, which no document brings about.
pub fn to_html(document: &Document) -> Result<String, minijinja::Error> {
    let document = &*document.visible();
    let blocks = blocks(document);
    let anchors: Vec<&str> = document.appendix.iter().filter_map(|s| s.anchor.as_deref()).collect();
    let mut contents = Vec::new();
    let mut sections = Vec::new();
    let mut under = document.title.as_str();
    for (at, section) in document.sections.iter().chain(&document.appendix).enumerate() {
        let id = match &section.anchor {
            Some(anchor) => Some(anchor_id(anchor)),
            None => (section.level == 0 && section.heading.is_some()).then(|| format!("part-{}", at + 1)),
        };
        if let (Some(id), Some(heading), 0) = (&id, &section.heading, section.level) {
            contents.push(Entry { id: id.clone(), heading });
        }
        under = section.heading.as_deref().unwrap_or(under);
        sections.push(of_section(section, id, under, &blocks, &anchors));
    }
    let (style_hash, script_hash) = hashes();
    let tables = document.sections.iter().filter_map(|s| s.table.as_ref());
    let marks = tables.flat_map(|t| t.rows.iter().flatten()).any(|c| c.mark != super::Mark::Plain);
    let page = Page {
        version: env!("CARGO_PKG_VERSION"),
        style: STYLE,
        style_hash,
        script: SCRIPT,
        script_hash,
        title: &document.title,
        notice: document.notice.as_deref(),
        lead: &document.lead,
        contents,
        blocks,
        sections,
        foot: &document.foot,
        marks,
    };
    environment()?.get_template("page.html")?.render(minijinja::value::Serde(&page))
}

/// The templates, read once.
fn environment() -> Result<&'static Environment<'static>, minijinja::Error> {
    static READ: OnceLock<Environment<'static>> = OnceLock::new();
    if let Some(read) = READ.get() {
        return Ok(read);
    }
    let mut environment = Environment::new();
    // the ending .html turns the escaping on
    environment.add_template("page.html", PAGE)?;
    Ok(READ.get_or_init(|| environment))
}

/// What the page's policy names the style and the script by.
fn hashes() -> &'static (String, String) {
    static HASHES: OnceLock<(String, String)> = OnceLock::new();
    let of = |text: &str| STANDARD.encode(Sha256::digest(text));
    HASHES.get_or_init(|| (of(STYLE), of(SCRIPT)))
}

/// The id of an anchor: ASCII letters and digits alone.
fn anchor_id(anchor: &str) -> String {
    let plain: String = anchor.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("code-{plain}")
}

/// The blocks that sections are about, each once.
fn blocks(document: &Document) -> Vec<&str> {
    let mut seen = std::collections::HashSet::new();
    let named = document.sections.iter().filter_map(|s| s.block.as_deref());
    named.filter(|b| seen.insert(*b)).collect()
}

fn of_section<'a>(
    section: &'a Section,
    id: Option<String>,
    under: &'a str,
    blocks: &[&str],
    anchors: &[&str],
) -> HtmlSection<'a> {
    HtmlSection {
        id,
        depth: 2 + section.level.min(4),
        heading: section.heading.as_deref(),
        block: section.block.as_deref(),
        explanation: section.anchor.is_some(),
        before: &section.before,
        figure: section.drawing.as_ref().map(|d| HtmlFigure {
            name: &d.name,
            label: &d.name,
            svg: &d.svg,
            dark: d.dark.as_deref(),
            words: &d.words,
        }),
        picture: section.picture.as_ref().map(|(path, words)| HtmlPicture { path, words }),
        table: section
            .table
            .as_ref()
            .map(|t| rows::of_table(t, under, section.block.is_none(), blocks, anchors)),
        after: &section.after,
        command: section.command.as_deref(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Cell, Column, Mark, Table};

    const HOSTILE: [&str; 8] = [
        "<script>alert(1)</script>",
        "\" onmouseover=\"alert(1)",
        "' onfocus='alert(1)",
        "]]>",
        "</script>",
        "-->",
        "</textarea></title><img src=x onerror=alert(1)>",
        "{{ style }}{% raw %}",
    ];

    #[test]
    fn no_text_of_an_input_becomes_markup() {
        for text in HOSTILE {
            let table = Table {
                columns: vec![Column::left(text, "method"), Column::point("v", "value")],
                rows: vec![vec![text.into(), Cell::from(text).marked(Mark::Best)]],
                ..Table::default()
            };
            let mut section = Section::table(text, table);
            section.block = Some(text.to_owned());
            section.anchor = Some(text.to_owned());
            section.before = vec![text.to_owned()];
            section.command = Some(text.to_owned());
            section.picture = Some((text.to_owned(), text.to_owned()));
            let document = Document {
                title: text.to_owned(),
                notice: Some(text.to_owned()),
                lead: vec![text.to_owned()],
                sections: vec![section.clone()],
                foot: vec![text.to_owned()],
                appendix: vec![section],
            };
            let page = to_html(&document).unwrap();
            let count = |page: &str, what: &str| page.matches(what).count();
            assert_eq!(count(&page, "<script"), 1, "{text}");
            assert_eq!(count(&page, "</script>"), 1, "{text}");
            assert!(!page.contains("<img src=x"), "{text}");
            assert!(!page.contains("\" onmouseover=") && !page.contains("' onfocus="), "{text}");
            assert!(!page.contains("-->") && !page.contains("]]>"), "{text}");
        }
    }

    #[test]
    fn the_policy_names_the_script_that_is_there() {
        let page = to_html(&Document::default()).unwrap();
        let script = page.split("<script>").nth(1).unwrap().split("</script>").next().unwrap();
        let hash = STANDARD.encode(Sha256::digest(script));
        assert!(page.contains(&format!("script-src 'sha256-{hash}'")));
        let style = page.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
        assert!(page.contains(&format!("style-src 'sha256-{}'", STANDARD.encode(Sha256::digest(style)))));
    }
}
