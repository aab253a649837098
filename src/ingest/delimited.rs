//! CSV, TSV and semicolon-separated text.

use csv::{ByteRecord, ErrorKind, ReaderBuilder};
use rayon::prelude::*;

use super::error::{IngestError, Problem};
use super::grid::Grid;
use super::places::Places;
use super::table::{RowUnit, Table, TextColumn, Words};

/// Chunks smaller than this are not worth a thread, and a fourth of it where all columns share their words.
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

/// Reads separated text with a header line: the rows that fit the header, and what is wrong with the others.
///
/// # Errors
/// When no row can be read.
pub(crate) fn read(source: &str, text: &str, separator: u8) -> Result<(Table, Vec<Problem>), IngestError> {
    let Found { names, parts, unclosed } = parts(source, text, separator, false)?;
    let mut problems = Vec::new();
    let mut table = Table {
        source: source.into(),
        columns: names.into_iter().map(TextColumn::new).collect(),
        places: Places::default(),
        unit: RowUnit::Line,
    };
    let mut places: Vec<u32> = Vec::new();
    for part in parts {
        problems.extend(part.problems);
        let columns = part.words.into_iter().zip(part.columns);
        if places.is_empty() {
            for (column, (words, codes)) in table.columns.iter_mut().zip(columns) {
                (column.words, column.codes) = (words, codes.into());
            }
            places = part.lines;
        } else {
            let columns: Vec<_> = columns.collect();
            table.columns.par_iter_mut().zip(columns).for_each(|(column, (words, codes))| {
                column.append(&TextColumn { name: String::new(), codes: codes.into(), words });
            });
            places.extend(part.lines);
        }
    }
    table.places = places.into();
    let problems = checked(source, text, unclosed, table.rows(), problems)?;
    Ok((table, problems))
}

/// The same for a wide table, whose columns hold the same words: each is looked up among those of all.
///
/// # Errors
/// As [`read`].
pub(super) fn read_grid(
    source: &str,
    text: &str,
    separator: u8,
) -> Result<(Grid, Vec<Problem>), IngestError> {
    let Found { names, parts, unclosed } = parts(source, text, separator, true)?;
    let mut problems = Vec::new();
    let mut grid = Grid::new(source.into(), names, RowUnit::Line);
    for part in parts {
        problems.extend(part.problems);
        // one for all columns, as asked for
        let words = part.words.into_iter().next().unwrap_or_default();
        grid.append(words, part.columns, part.lines);
    }
    let problems = checked(source, text, unclosed, grid.places.len(), problems)?;
    Ok((grid, problems))
}

/// What separated text holds.
struct Found {
    names: Vec<String>,
    /// The records, in the order of the text.
    parts: Vec<Part>,
    /// The line of a quote that is never closed.
    unclosed: Option<usize>,
}

fn parts(source: &str, text: &str, separator: u8, shared: bool) -> Result<Found, IngestError> {
    let unclosed = unclosed_quote(text, separator);
    let mut reader = reader(text.as_bytes(), separator);
    let mut header = ByteRecord::new();
    match reader.read_byte_record(&mut header) {
        Ok(true) => {}
        Ok(false) => return Err(IngestError::one(source, Problem::new("the file is empty"))),
        Err(error) => return Err(IngestError::one(source, csv_problem(&error, text))),
    }
    if let Some(line) = unclosed.filter(|_| reader.position().byte() as usize >= text.len()) {
        return Err(IngestError::one(source, unclosed_problem(line, text)));
    }
    let names = header_names(source, &header, header.position().map_or(1, csv::Position::line) as usize)?;
    let body = usize::try_from(reader.position().byte()).unwrap_or(text.len()).min(text.len());
    let first_line = reader.position().line();

    // Without a quote in the text every line break ends a record, so the text can be cut at any.
    let chunks = if memchr::memchr(b'"', text.as_bytes()).is_none() {
        split(&text[body..], if shared { CHUNK / 4 } else { CHUNK })
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
        .map(|(chunk, &line)| read_part(chunk, separator, names.len(), shared, line))
        .collect();
    Ok(Found { names, parts, unclosed })
}

/// The problems, each with its line; an error where they leave no row.
fn checked(
    source: &str,
    text: &str,
    unclosed: Option<usize>,
    rows: usize,
    mut problems: Vec<Problem>,
) -> Result<Vec<Problem>, IngestError> {
    if let Some(line) = unclosed {
        // what follows the quote was read as one cell, and says nothing of its own
        problems.retain(|p| p.line.is_none_or(|at| at < line));
        problems.push(unclosed_problem(line, text));
    }
    for problem in &mut problems {
        problem.excerpt = problem.line.and_then(|l| text.lines().nth(l - 1)).map(str::to_owned);
    }
    // the row of the open quote is the last one, and holds the rest of the file
    if !problems.is_empty() && rows <= usize::from(unclosed.is_some()) {
        return Err(IngestError::many(source, problems));
    }
    if rows == 0 {
        let problem = Problem::at(1, "there is a header and no row under it")
            .help("add the results as rows below the header");
        return Err(IngestError::one(source, problem));
    }
    Ok(problems)
}

/// The line of a quote that opens a cell and is never closed: the csv crate takes the rest of the text as that
/// cell, without a word.
fn unclosed_quote(text: &str, separator: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut from = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    while let Some(at) = memchr::memchr(b'"', &bytes[from..]) {
        let open = from + at;
        // only at the start of a cell does a quote open one; elsewhere it is a character
        let starts = open == 0
            || matches!(bytes[open - 1], b'\n' | b'\r')
            || bytes[open - 1] == separator
            || text[..open] == *"\u{feff}";
        if !starts {
            from = open + 1;
            continue;
        }
        let mut close = open + 1;
        loop {
            let Some(at) = memchr::memchr(b'"', &bytes[close..]) else {
                return Some(memchr::memchr_iter(b'\n', &bytes[..open]).count() + 1);
            };
            close += at + 1;
            // two are one quote inside the cell
            if bytes.get(close) != Some(&b'"') {
                break;
            }
            close += 1;
        }
        from = close;
    }
    None
}

fn unclosed_problem(line: usize, text: &str) -> Problem {
    let problem = Problem::at(line, "a quote opens a cell here and is never closed").help(
        "close it with \", and write a quote inside a quoted cell twice (\"\"); all lines from here on are one cell \
         otherwise",
    );
    match text.lines().nth(line - 1) {
        Some(excerpt) => problem.excerpt(excerpt),
        None => problem,
    }
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

fn split(text: &str, chunk: usize) -> Vec<&str> {
    let pieces = (text.len() / chunk).clamp(1, 64);
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

/// Records as columns.
struct Part {
    /// The words of each column, or one for all.
    words: Vec<Words>,
    /// The codes of each column.
    columns: Vec<Vec<u32>>,
    lines: Vec<u32>,
    problems: Vec<Problem>,
}

impl Part {
    fn new(width: usize, shared: bool) -> Self {
        Self {
            words: vec![Words::default(); if shared { 1 } else { width }],
            columns: vec![Vec::new(); width],
            lines: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Adds the record of a line.
    fn push<'a>(&mut self, line: u64, count: usize, mut cells: impl Iterator<Item = Option<&'a str>>) {
        let width = self.columns.len();
        if count != width {
            if count == 1 && cells.next().flatten().is_some_and(|c| c.trim_ascii().is_empty()) {
                return; // a line of blanks
            }
            self.problems.push(
                Problem::at(
                    line as usize,
                    format!("{} under a header of {width}", crate::words::count(count, "cell")),
                )
                .help(
                    "quote a cell that contains the separator, and fill a short row with empty cells: \
                     the right column of the others can't be guessed",
                ),
            );
            return;
        }
        if let [words] = self.words.as_mut_slice() {
            self.columns.iter_mut().zip(cells).for_each(|(codes, cell)| codes.push(words.cell(cell)));
        } else {
            for ((words, codes), cell) in self.words.iter_mut().zip(&mut self.columns).zip(cells) {
                codes.push(words.cell(cell));
            }
        }
        self.lines.push(line as u32);
    }
}

fn read_part(text: &str, separator: u8, width: usize, shared: bool, first_line: u64) -> Part {
    if memchr::memchr2(b'"', b'\r', text.as_bytes()).is_none() {
        return read_plain(text, separator, width, shared, first_line);
    }
    let mut reader = reader(text.as_bytes(), separator);
    let mut part = Part::new(width, shared);
    let mut record = ByteRecord::new();
    loop {
        match reader.read_byte_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                part.problems.push(csv_problem(&error, text));
                break;
            }
        }
        let line = record.position().map_or(0, |at| start_line(at, text)) + first_line - 1;
        // the whole text was checked to be UTF-8, and the separator is one ASCII byte
        part.push(line, record.len(), record.iter().map(|cell| std::str::from_utf8(cell).ok()));
    }
    part
}

/// The line that a record starts in: the reader's position is the end of the record before it, and empty
/// lines may come between.
fn start_line(at: &csv::Position, text: &str) -> u64 {
    let behind = usize::try_from(at.byte()).ok().and_then(|byte| text.as_bytes().get(byte..)).unwrap_or(&[]);
    let breaks = behind.iter().take_while(|b| matches!(b, b'\r' | b'\n'));
    at.line() + breaks.filter(|b| **b == b'\n').count() as u64
}

/// Text without a quote and a carriage return: each line is a record and each separator ends a cell. One
/// pass over the bytes, since a large file's time is spent here; the same answer as from the reader.
fn read_plain(text: &str, separator: u8, width: usize, shared: bool, first_line: u64) -> Part {
    let bytes = text.as_bytes();
    let mut part = Part::new(width, shared);
    let mut cells: Vec<&str> = Vec::with_capacity(width);
    let (mut start, mut line) = (0, first_line);
    let last = (!bytes.is_empty() && !text.ends_with('\n')).then_some(bytes.len());
    for end in memchr::memchr2_iter(separator, b'\n', bytes).chain(last) {
        cells.push(&text[start..end]);
        start = end + 1;
        if bytes.get(end).is_none_or(|&b| b == b'\n') {
            if cells != [""] {
                part.push(line, cells.len(), cells.iter().copied().map(Some));
            }
            cells.clear();
            line += 1;
        }
    }
    part
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What a chunk of records was read as: lines, texts, problems.
    fn seen(part: &Part) -> (Vec<u32>, Vec<Vec<Option<String>>>, Vec<String>) {
        let texts = part.words.iter().zip(&part.columns).map(|(words, codes)| {
            let text = |&c: &u32| (c != super::super::table::NULL).then(|| words.get(c).to_owned());
            codes.iter().map(text).collect()
        });
        (part.lines.clone(), texts.collect(), part.problems.iter().map(|p| format!("{p:?}")).collect())
    }

    #[test]
    fn empty_lines_are_counted() {
        for text in ["a,1\n\n\nb,2\n", "a,1\r\n\r\n\r\nb,2\r\n", "\"a\",1\n\n\n\"b\",2\n"] {
            assert_eq!(read_part(text, b',', 2, false, 2).lines, [2, 5], "{text:?}");
        }
    }

    #[test]
    fn a_quote_left_open_is_found_where_it_opens() {
        for (text, line) in [
            ("a,b\n1,\"x\n2,y\n", Some(2)),
            ("a,b\n\"x\ny\",1\nz,\"\"\"q\n", Some(4)),
            ("a,b\n1,x\"y\n", None),
            ("a,b\n1,\"x\"\"y\"\n", None),
            ("a,b\n1,\"x\" y\"\n", None),
            ("a,b\n1,\"\"", None),
            ("a,b\n1,\"\"\"", Some(2)),
            ("\u{feff}\"a,b\n1,2", Some(1)),
            ("a;b\n1;\"x\n", Some(2)),
            ("a;b\n1,\"x\n", None),
        ] {
            let separator = if text.contains(';') { b';' } else { b',' };
            assert_eq!(unclosed_quote(text, separator), line, "{text:?}");
        }
    }

    #[test]
    fn a_quote_left_open_in_the_header_is_an_error_of_its_own() {
        let error = read("x.csv", "a,\"b\n1,2\n", b',').err().unwrap();
        assert_eq!(error.problems.len(), 1);
        assert_eq!(error.problems[0].line, Some(1));
    }

    proptest! {
        /// Closing the quote adds to the last cell alone: as many records as the csv crate reads without it.
        #[test]
        fn an_open_quote_is_one_by_the_csv_crate_too(text in "([a,\"\n ]{0,3}){0,20}") {
            let records = |text: &str| -> Vec<Vec<String>> {
                reader(text.as_bytes(), b',').into_records().map(|r| r.unwrap().iter().map(str::to_owned).collect()).collect()
            };
            // an x behind an open quote stays inside the last cell, with every separator and line break
            let (plain, more) = (records(&text), records(&format!("{text}x,\nx")));
            let inside = more.len() == plain.len().max(1) && more.last().and_then(|r| r.last()).is_some_and(|c| c.ends_with("x,\nx"));
            prop_assert_eq!(unclosed_quote(&text, b',').is_some(), inside, "{:?}", text);
        }

        /// Text that the short way reads is read by the csv crate in the same way: a quoted record behind it
        /// makes the reader take the long way.
        #[test]
        fn both_ways_read_the_same(text in "([a,; é\n]{0,3}){0,20}", separator in prop::sample::select(vec![b',', b';']), width in 1usize..4) {
            let plain = read_part(&text, separator, width, false, 2);
            let sep = char::from(separator).to_string();
            let quoted = vec!["\"q\""; width].join(&sep);
            let joint = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            let long = read_part(&format!("{text}{joint}{quoted}"), separator, width, false, 2);
            let (mut lines, mut texts, problems) = seen(&long);
            lines.pop();
            for column in &mut texts {
                prop_assert_eq!(column.pop().flatten(), Some("q".to_owned()));
            }
            prop_assert_eq!(seen(&plain), (lines, texts, problems));
        }
    }
}
