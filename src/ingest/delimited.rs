//! CSV, TSV and semicolon-separated text.

use csv::{ByteRecord, ErrorKind, ReaderBuilder};
use rayon::prelude::*;

use super::error::{IngestError, Problem};
use super::table::{RowUnit, Table, TextColumn};

/// Chunks smaller than this are not worth a thread.
const CHUNK: usize = 1 << 20;

/// The separator of a header line: the one of tab, semicolon and comma that stands in it most often
/// outside quotes; a comma when there is none.
pub(crate) fn sniff_separator(text: &str) -> u8 {
    let header = text.lines().find(|l| !l.trim().is_empty()).unwrap_or("");
    let mut counts = [(b'\t', 0usize), (b';', 0), (b',', 0)];
    let mut quoted = false;
    for byte in header.bytes() {
        if byte == b'"' {
            quoted = !quoted;
        } else if !quoted {
            for (separator, count) in &mut counts {
                *count += usize::from(byte == *separator);
            }
        }
    }
    // max_by_key keeps the last of equals: a comma when all are 0
    counts.into_iter().max_by_key(|c| c.1).map_or(b',', |c| c.0)
}

/// Reads separated text with a header line.
pub(crate) fn read(source: &str, text: &str, separator: u8) -> Result<Table, IngestError> {
    let mut reader = reader(text.as_bytes(), separator);
    let mut header = ByteRecord::new();
    match reader.read_byte_record(&mut header) {
        Ok(true) => {}
        Ok(false) => return Err(IngestError::one(source, Problem::new("the file is empty"))),
        Err(error) => return Err(IngestError::one(source, csv_problem(&error, text))),
    }
    let names = header_names(source, &header, header.position().map_or(1, csv::Position::line) as usize)?;
    let body = usize::try_from(reader.position().byte()).unwrap_or(text.len()).min(text.len());
    let first_line = reader.position().line();

    // Without a quote in the text every line break ends a record, so the text can be cut at any.
    let chunks = if memchr::memchr(b'"', text.as_bytes()).is_none() {
        split(&text[body..])
    } else {
        vec![&text[body..]]
    };
    let starts: Vec<u64> = chunks
        .iter()
        .scan(first_line, |line, chunk| {
            let start = *line;
            *line += memchr::memchr_iter(b'\n', chunk.as_bytes()).count() as u64;
            Some(start)
        })
        .collect();
    let parts: Vec<Part> = chunks
        .par_iter()
        .zip(&starts)
        .map(|(chunk, &line)| read_part(chunk, separator, names.len(), line))
        .collect();

    let mut problems = Vec::new();
    let mut table = Table {
        source: source.into(),
        columns: names.into_iter().map(TextColumn::new).collect(),
        places: Vec::new(),
        unit: RowUnit::Line,
    };
    for part in parts {
        problems.extend(part.problems);
        if table.places.is_empty() {
            for (column, read) in table.columns.iter_mut().zip(part.columns) {
                column.codes = read.codes;
                column.words = read.words;
            }
            table.places = part.lines;
        } else {
            for (column, read) in table.columns.iter_mut().zip(&part.columns) {
                column.append(read);
            }
            table.places.extend(part.lines);
        }
    }
    if !problems.is_empty() {
        for problem in &mut problems {
            problem.excerpt = problem.line.and_then(|l| text.lines().nth(l - 1)).map(str::to_owned);
        }
        return Err(IngestError::many(source, problems));
    }
    if table.rows() == 0 {
        let problem = Problem::at(1, "there is a header and no row under it")
            .help("add the results as rows below the header");
        return Err(IngestError::one(source, problem));
    }
    Ok(table)
}

fn reader(bytes: &[u8], separator: u8) -> csv::Reader<&[u8]> {
    ReaderBuilder::new().delimiter(separator).has_headers(false).flexible(true).from_reader(bytes)
}

fn header_names(source: &str, header: &ByteRecord, line: usize) -> Result<Vec<String>, IngestError> {
    let mut names: Vec<String> = Vec::new();
    let mut problems = Vec::new();
    for (at, cell) in header.iter().enumerate() {
        let name = String::from_utf8_lossy(cell).trim().to_owned();
        let name = if name.is_empty() { super::mapping::unnamed(at) } else { name };
        if let Some(first) = names.iter().position(|n| *n == name) {
            let problem = Problem::at(
                line,
                format!("column `{name}` is given twice, as column {} and column {}", first + 1, at + 1),
            )
            .help("rename or remove one of the two: their cells can't be told apart by name");
            problems.push(problem);
        }
        names.push(name);
    }
    if problems.is_empty() { Ok(names) } else { Err(IngestError::many(source, problems)) }
}

fn split(text: &str) -> Vec<&str> {
    let pieces = (text.len() / CHUNK).clamp(1, 64);
    let size = text.len() / pieces;
    let mut chunks = Vec::with_capacity(pieces);
    let mut rest = text;
    while chunks.len() + 1 < pieces && rest.len() > size {
        match memchr::memchr(b'\n', &rest.as_bytes()[size..]) {
            Some(end) => {
                // a line feed is one byte, so the cut is a character boundary
                let (chunk, behind) = rest.split_at(size + end + 1);
                chunks.push(chunk);
                rest = behind;
            }
            None => break,
        }
    }
    chunks.push(rest);
    chunks
}

struct Part {
    columns: Vec<TextColumn>,
    lines: Vec<u32>,
    problems: Vec<Problem>,
}

fn read_part(text: &str, separator: u8, width: usize, first_line: u64) -> Part {
    let mut reader = reader(text.as_bytes(), separator);
    let mut columns: Vec<TextColumn> = (0..width).map(|_| TextColumn::default()).collect();
    let (mut lines, mut problems) = (Vec::new(), Vec::new());
    let mut record = ByteRecord::new();
    loop {
        match reader.read_byte_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                problems.push(csv_problem(&error, text));
                break;
            }
        }
        let line = record.position().map_or(0, csv::Position::line) + first_line - 1;
        if record.len() != width {
            if record.len() == 1 && record.get(0).is_some_and(|c| c.trim_ascii().is_empty()) {
                continue; // a line of blanks
            }
            problems.push(
                Problem::at(line as usize, format!("{} cells under a header of {width}", record.len())).help(
                    "quote a cell that contains the separator, and fill a short row with empty cells: \
                     the right column of the others can't be guessed",
                ),
            );
            continue;
        }
        for (column, cell) in columns.iter_mut().zip(record.iter()) {
            // the whole text was checked to be UTF-8, and the separator is one ASCII byte
            column.push(std::str::from_utf8(cell).ok());
        }
        lines.push(line as u32);
    }
    Part { columns, lines, problems }
}

fn csv_problem(error: &csv::Error, _text: &str) -> Problem {
    let what = match error.kind() {
        ErrorKind::Utf8 { err, .. } => format!("the text is not UTF-8: {err}"),
        _ => error.to_string(),
    };
    let mut problem = Problem::new(what);
    problem.line = error.position().map(|p| p.line() as usize);
    problem
}
