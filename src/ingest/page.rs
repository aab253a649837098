//! A leaderboard page in Markdown: a scope table, a list of metrics, the results table, and one
//! section a result with its identifier, papers, implementation and configuration.
//!
//! The results table has no configuration; it is joined from the sections by position, and each
//! pair must agree in method and value. The page is parsed by a CommonMark parser with byte
//! offsets, so that every message names a line.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::error::{IngestError, Problem};
use super::page_section::Section;
use super::table::{RowUnit, Table, TextColumn};
use crate::decimal::Decimal;
use crate::results::{Direction, PageInfo};
use crate::words::count;

/// A Markdown table with its cells as text.
#[derive(Debug, Default)]
struct Grid {
    header: Vec<String>,
    rows: Vec<(usize, Vec<String>)>,
    line: usize,
}

/// What the walk over the document finds.
#[derive(Debug, Default)]
struct Page {
    title: Option<String>,
    grids: Vec<Grid>,
    items: Vec<(usize, String)>,
    sections: Vec<Section>,
    paragraphs: Vec<(usize, String)>,
    html_table: Option<usize>,
}

/// Reads a page.
pub(crate) fn read(source: &str, text: &str) -> Result<(Table, Option<PageInfo>), IngestError> {
    let mut problems = Vec::new();
    let page = walk(text, &mut problems);
    if !problems.is_empty() {
        return Err(IngestError::many(source, problems));
    }
    let scope = page
        .grids
        .iter()
        .find(|g| g.header.first().is_some_and(|h| h.eq_ignore_ascii_case("scope")) && g.header.len() == 2);
    let Some(scope) = scope else {
        return plain_table(source, &page).map(|table| (table, None));
    };
    let info = page_info(source, &page, scope)?;
    let table = join(source, text, &page, &info)?;
    Ok((table, Some(info)))
}

/// The line of a byte offset, from 1.
fn line_of(text: &str, offset: usize) -> usize {
    memchr::memchr_iter(b'\n', &text.as_bytes()[..offset.min(text.len())]).count() + 1
}

fn walk(text: &str, problems: &mut Vec<Problem>) -> Page {
    let mut page = Page::default();
    let mut inline = String::new();
    let mut grid: Option<Grid> = None;
    let mut row: Vec<String> = Vec::new();
    let mut heading: Option<HeadingLevel> = None;
    let mut link: Option<(String, usize)> = None;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                inline.clear();
                heading = Some(level);
            }
            Event::End(TagEnd::Heading(level)) => {
                let title = inline.trim().to_owned();
                match (level, heading.take()) {
                    (HeadingLevel::H1, _) if page.title.is_none() => page.title = Some(title),
                    (HeadingLevel::H3, _) => {
                        page.sections.push(Section::new(title, line_of(text, range.start)));
                    }
                    // the footer after the last section, or another part of the page
                    _ => {}
                }
            }
            Event::Start(Tag::Table(_)) => {
                grid = Some(Grid { line: line_of(text, range.start), ..Grid::default() });
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => row.clear(),
            Event::Start(Tag::TableCell | Tag::Paragraph | Tag::Item) => inline.clear(),
            Event::End(TagEnd::TableCell) => row.push(inline.trim().to_owned()),
            Event::End(TagEnd::TableHead) => {
                if let Some(grid) = &mut grid {
                    grid.header.clone_from(&row);
                }
            }
            Event::End(TagEnd::TableRow) => {
                if let Some(grid) = &mut grid {
                    let line = line_of(text, range.start);
                    check_cells(text, &range, grid.header.len(), line, problems);
                    grid.rows.push((line, row.clone()));
                }
            }
            Event::End(TagEnd::Table) => page.grids.extend(grid.take()),
            Event::Start(Tag::Link { dest_url, .. }) => link = Some((dest_url.to_string(), inline.len())),
            Event::End(TagEnd::Link) => {
                if let (Some((url, from)), Some(section)) = (link.take(), page.sections.last_mut()) {
                    section.link(&inline[from..], url);
                }
            }
            Event::End(TagEnd::Item) => {
                page.items.push((line_of(text, range.start), inline.trim().to_owned()))
            }
            Event::End(TagEnd::Paragraph) => {
                let line = line_of(text, range.start);
                page.paragraphs.push((line, inline.trim().to_owned()));
                if let Some(section) = page.sections.last_mut() {
                    section.paragraph(inline.trim(), &text[range], line, problems);
                }
            }
            Event::Text(t) | Event::Code(t) => inline.push_str(&t),
            Event::SoftBreak | Event::HardBreak => inline.push(' '),
            Event::Html(html) | Event::InlineHtml(html) => {
                if html.trim_start().to_lowercase().starts_with("<table") {
                    page.html_table.get_or_insert(line_of(text, range.start));
                } else if grid.is_none() && page.sections.last().is_some() {
                    inline.push_str(&html);
                }
            }
            _ => {}
        }
    }
    page
}

/// Markdown drops the cells of a row that go beyond the header, and with them the value; so the
/// cells are counted in the source.
fn check_cells(text: &str, range: &Range<usize>, width: usize, line: usize, problems: &mut Vec<Problem>) {
    let row = text[range.clone()].lines().next().unwrap_or("").trim();
    let mut pipes = 0;
    let mut escaped = false;
    for byte in row.bytes() {
        pipes += usize::from(byte == b'|' && !escaped);
        escaped = byte == b'\\' && !escaped;
    }
    let ends_open = !row.ends_with('|') || row.ends_with("\\|");
    let cells = pipes + 1 - usize::from(row.starts_with('|')) - usize::from(!ends_open);
    if cells != width {
        problems.push(
            Problem::at(line, format!("the row has {} under a header of {width}", count(cells, "cell")))
                .help("write a vertical bar inside a cell as \\|; Markdown drops what goes beyond the header")
                .excerpt(row),
        );
    }
}

fn page_info(source: &str, page: &Page, scope: &Grid) -> Result<PageInfo, IngestError> {
    let field = |start: &str| {
        scope
            .rows
            .iter()
            .find(|(_, row)| row[0].to_lowercase().starts_with(start))
            .map(|(line, row)| (*line, row[1].clone()))
            .filter(|(_, text)| !text.is_empty() && !text.eq_ignore_ascii_case("not recorded"))
    };
    let text = |start: &str| field(start).map(|(_, text)| text);
    let loaded = match field("results loaded") {
        None => None,
        Some((line, text)) => Some(of_pair(&text).ok_or_else(|| {
            let what = format!("`{text}` is not a count such as `15 of 15`");
            IngestError::one(source, Problem::at(line, what))
        })?),
    };
    let mut number = None;
    for (_, paragraph) in page.paragraphs.iter().rev() {
        if let Some(rest) = paragraph.strip_prefix("Page ") {
            number = of_pair(rest.split('.').next().unwrap_or(""));
            break;
        }
    }
    let updated = page
        .paragraphs
        .iter()
        .find_map(|(_, p)| p.strip_prefix("Data updated:").map(|rest| rest.trim().to_owned()));
    Ok(PageInfo {
        source: source.to_owned(),
        title: page.title.clone(),
        task: text("task"),
        dataset: text("dataset"),
        metric: text("metric"),
        unit: text("unit"),
        direction: text("direction"),
        coverage: text("coverage"),
        loaded,
        page: number,
        updated,
        metrics: page.items.iter().filter_map(|(_, item)| metric_item(item)).collect(),
    })
}

/// `15 of 15` as two counts.
fn of_pair(text: &str) -> Option<(usize, usize)> {
    let (loaded, total) = text.split_once(" of ")?;
    Some((loaded.trim().parse().ok()?, total.trim().parse().ok()?))
}

/// `AUROC: Higher is better; unit: PERCENT.` as name, direction and unit.
fn metric_item(item: &str) -> Option<(String, Option<String>, Option<String>)> {
    let (head, unit) = item.rsplit_once("; unit:").unwrap_or((item, ""));
    let (name, direction) = head.rsplit_once(": ")?;
    if Direction::parse(direction).is_none() && !direction.trim().eq_ignore_ascii_case("not recorded") {
        return None; // some other list
    }
    let recorded = |text: &str| {
        let text = text.trim().trim_end_matches('.').trim();
        (!text.is_empty() && !text.eq_ignore_ascii_case("not recorded")).then(|| text.to_owned())
    };
    Some((name.trim().to_owned(), recorded(direction), recorded(unit)))
}

/// The only table of a Markdown text that is not a leaderboard page.
fn plain_table(source: &str, page: &Page) -> Result<Table, IngestError> {
    let grid = match page.grids.as_slice() {
        [grid] => grid,
        [] => {
            let problem = match page.html_table {
                Some(line) => Problem::at(line, "the table is written in HTML, which is not read")
                    .help("write it as a Markdown table or CSV"),
                None => Problem::new("there is no table in the Markdown text").help(
                    "give a leaderboard page, or a table of results in CSV, JSON, JSON Lines or Parquet",
                ),
            };
            return Err(IngestError::one(source, problem));
        }
        several => {
            let lines: Vec<String> = several.iter().map(|g| g.line.to_string()).collect();
            let what = format!(
                "there are {} tables (lines {}) and none is a scope table: which one holds the results is not said",
                several.len(),
                lines.join(", ")
            );
            let problem = Problem::at(several[0].line, what).help("put the one table into a file of its own");
            return Err(IngestError::one(source, problem));
        }
    };
    let mut columns: Vec<TextColumn> = grid.header.iter().map(TextColumn::new).collect();
    for (at, column) in columns.iter_mut().enumerate() {
        for (_, row) in &grid.rows {
            column.push(row.get(at).map(String::as_str));
        }
    }
    if let Some(twice) =
        (1..columns.len()).find(|&at| columns[..at].iter().any(|c| c.name == columns[at].name))
    {
        let what = format!("column `{}` is given twice", columns[twice].name);
        return Err(IngestError::one(source, Problem::at(grid.line, what)));
    }
    if grid.rows.is_empty() {
        let problem = Problem::at(grid.line, "the table has a header and no row under it");
        return Err(IngestError::one(source, problem));
    }
    let places = grid.rows.iter().map(|(line, _)| *line as u32).collect::<Vec<u32>>().into();
    Ok(Table { source: source.into(), columns, places, unit: RowUnit::Line })
}

/// Joins the results table with the sections.
fn join(source: &str, text: &str, page: &Page, info: &PageInfo) -> Result<Table, IngestError> {
    let excerpt = |line: usize| text.lines().nth(line.saturating_sub(1)).unwrap_or("").trim().to_owned();
    let grid = page
        .grids
        .iter()
        .find(|g| g.header.first().is_some_and(|h| h.eq_ignore_ascii_case("method")))
        .ok_or_else(|| {
            let problem = Problem::new(
                "the page has a scope table and no results table (with a first column `Method`)",
            );
            IngestError::one(source, problem)
        })?;
    let other = |name: &str| grid.header.iter().position(|h| h.eq_ignore_ascii_case(name));
    let (date, paper) = (other("Result date"), other("Report paper"));
    let metrics: Vec<usize> =
        (1..grid.header.len()).filter(|&at| Some(at) != date && Some(at) != paper).collect();
    if metrics.is_empty() {
        let problem = Problem::at(grid.line, "the results table has no column with a metric");
        return Err(IngestError::one(source, problem));
    }
    if grid.rows.is_empty() {
        let problem = Problem::at(grid.line, "the results table has a header and no row under it");
        return Err(IngestError::one(source, problem));
    }
    let mut problems = Vec::new();
    if page.sections.len() != grid.rows.len() {
        problems.push(
            Problem::at(
                grid.line,
                format!(
                    "the results table has {} and the page has {}",
                    count(grid.rows.len(), "row"),
                    count(page.sections.len(), "result section")
                ),
            )
            .help("each row needs its section (### method): fetch the page again"),
        );
    }
    if let Some((loaded, _)) = info.loaded.filter(|l| l.0 != grid.rows.len()) {
        problems.push(Problem::at(
            grid.line,
            format!(
                "the scope table says {loaded} results are loaded, the results table has {}",
                grid.rows.len()
            ),
        ));
    }
    let mut seen: Vec<(&str, usize)> = Vec::new();
    for ((line, row), section) in grid.rows.iter().zip(&page.sections) {
        section.check_row(*line, row, &grid.header, &metrics, paper, &mut problems);
        if let Some(id) = &section.result_id {
            if let Some((_, first)) = seen.iter().find(|(s, _)| s == id) {
                problems.push(
                    Problem::at(
                        section.line,
                        format!("result id `{id}` is given twice, first in the section at line {first}"),
                    )
                    .help("an id names one result: remove the repeated section and its row"),
                );
            }
            seen.push((id, section.line));
        }
    }
    if !problems.is_empty() {
        for problem in &mut problems {
            if let (None, Some(line)) = (&problem.excerpt, problem.line) {
                problem.excerpt = Some(excerpt(line));
            }
        }
        return Err(IngestError::many(source, problems));
    }
    Ok(build(source, page, info, grid, &metrics, date))
}

fn build(
    source: &str,
    page: &Page,
    info: &PageInfo,
    grid: &Grid,
    metrics: &[usize],
    date: Option<usize>,
) -> Table {
    let names = [
        "method",
        "value",
        "metric",
        "unit",
        "direction",
        "result_id",
        "date",
        "report",
        "method_origin",
        "implementation",
        "reproduced",
        "config",
    ];
    let mut columns: Vec<TextColumn> = names.into_iter().map(TextColumn::new).collect();
    let mut places = Vec::new();
    for ((line, row), section) in grid.rows.iter().zip(&page.sections) {
        for &at in metrics {
            let metric = grid.header[at].as_str();
            if metrics.len() > 1
                && row[at].parse::<Decimal>().is_err()
                && crate::decimal::is_missing_word(&row[at])
            {
                continue; // one of several metrics that this method was not measured on
            }
            let listed = info.metrics.iter().find(|m| m.0 == metric);
            let scope = info.metric.as_deref() == Some(metric);
            let unit =
                if scope { info.unit.clone() } else { None }.or_else(|| listed.and_then(|m| m.2.clone()));
            let direction = if scope { info.direction.clone() } else { None }
                .or_else(|| listed.and_then(|m| m.1.clone()));
            let date = date.map(|d| row[d].as_str()).filter(|d| !d.eq_ignore_ascii_case("not recorded"));
            let cells = [
                Some(row[0].as_str()),
                Some(row[at].as_str()),
                Some(metric),
                unit.as_deref(),
                direction.as_deref(),
                section.result_id.as_deref(),
                date,
                section.report.as_deref(),
                section.method_origin.as_deref(),
                section.implementation.as_deref(),
                section.reproduced.map(|r| if r { "true" } else { "false" }),
                section.config.as_deref(),
            ];
            for (column, cell) in columns.iter_mut().zip(cells) {
                column.push(cell);
            }
            places.push(*line as u32);
        }
    }
    let rows = places.len();
    columns.push(TextColumn::constant("task", info.task.as_deref(), rows));
    columns.push(TextColumn::constant("dataset", info.dataset.as_deref(), rows));
    Table { source: source.into(), columns, places: places.into(), unit: RowUnit::Line }
}
