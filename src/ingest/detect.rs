//! What format a file is in, by its content.

use std::fmt;

use super::error::{IngestError, Problem};

/// The formats that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// A leaderboard page, or one table, in Markdown.
    Markdown,
    /// Text with a separator: comma, semicolon or tab.
    Csv,
    /// Text separated by tabs.
    Tsv,
    /// A JSON array of records, or an object with them under `results`.
    Json,
    /// One JSON record a line.
    JsonLines,
    /// Parquet.
    Parquet,
}

impl Format {
    /// The format's name, as in `--input-format`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Json => "json",
            Self::JsonLines => "jsonl",
            Self::Parquet => "parquet",
        }
    }

    /// The format with this name or file ending.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "markdown" | "md" | "page" => Self::Markdown,
            "csv" => Self::Csv,
            "tsv" | "tab" => Self::Tsv,
            "json" => Self::Json,
            "jsonl" | "ndjson" | "json-lines" => Self::JsonLines,
            "parquet" | "pq" => Self::Parquet,
            _ => return None,
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text of a file that is meant to be UTF-8, without its byte order mark.
pub(crate) fn text<'a>(source: &str, bytes: &'a [u8]) -> Result<&'a str, IngestError> {
    let fail = |problem| IngestError::one(source, problem);
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let problem = Problem::new("the text is UTF-16, not UTF-8")
            .help("save it as UTF-8 (in Excel: CSV UTF-8), or run iconv -f UTF-16 -t UTF-8");
        return Err(fail(problem));
    }
    let bytes = bytes.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(bytes);
    if bytes.trim_ascii().is_empty() {
        return Err(fail(Problem::new("the file is empty").help("give a file with results")));
    }
    if let Some(at) = memchr::memchr(0, bytes) {
        let problem = Problem::new(format!("this is a binary file (a NUL byte at offset {at}), not text"))
            .help("likewise reads Markdown, CSV, TSV, JSON, JSON Lines and Parquet");
        return Err(fail(problem));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let line = memchr::memchr_iter(b'\n', &bytes[..at]).count() + 1;
        let column = at - memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |p| p + 1) + 1;
        let what = format!("the text is not UTF-8: byte 0x{:02x} at column {column}", bytes[at]);
        let problem = Problem::at(line, what)
            .help("save it as UTF-8; if it is Latin-1 or Windows-1252, run iconv -f WINDOWS-1252 -t UTF-8");
        fail(problem)
    })
}

/// Whether the bytes are a Parquet file's.
pub(crate) fn is_parquet(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PAR1")
}

/// The format of a text; the file's ending decides only where the content leaves it open.
pub(crate) fn detect(source: &str, text: &str) -> Format {
    let start = text.trim_start();
    if start.starts_with('[') && !start.starts_with("[!") && is_json_array(start) {
        return Format::Json;
    }
    if start.starts_with('{') {
        let first = start.lines().next().unwrap_or("").trim_end();
        let whole = serde_json::from_str::<serde::de::IgnoredAny>(first).is_ok();
        return if whole && !is_wrapper(first) { Format::JsonLines } else { Format::Json };
    }
    if has_pipe_table(text) {
        return Format::Markdown;
    }
    match source.rsplit_once('.').and_then(|(_, ending)| Format::parse(ending)) {
        Some(format @ (Format::Markdown | Format::Tsv)) => format,
        _ if start.starts_with("# ") && !start.lines().next().unwrap_or("").contains(',') => Format::Markdown,
        _ => Format::Csv,
    }
}

/// Whether a text in brackets is JSON rather than a Markdown link.
fn is_json_array(start: &str) -> bool {
    matches!(
        start[1..].trim_start().as_bytes().first(),
        None | Some(b'{' | b'[' | b']' | b'"' | b'0'..=b'9' | b'-')
    )
}

/// A document of one line with its records under a key, rather than one record of many.
fn is_wrapper(line: &str) -> bool {
    serde_json::from_str::<super::json::Object>(line).is_ok_and(|object| {
        object.0.iter().any(|(key, value)| key == "results" && value.get().starts_with('['))
    })
}

/// Whether a line of only `|`, `-`, `:` and blanks stands under a line with a `|`.
fn has_pipe_table(text: &str) -> bool {
    let mut before = "";
    for line in text.lines() {
        let rule = line.trim();
        if rule.len() >= 3
            && rule.contains('-')
            && rule.contains('|')
            && rule.bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b' ' | b'\t'))
            && before.contains('|')
        {
            return true;
        }
        before = line;
    }
    false
}
