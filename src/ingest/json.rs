//! JSON (an array of records, or our own export) and JSON Lines.
//!
//! Numbers keep their text: `64.30` in the file is `64.30` in the frame. A key given twice in one
//! object is an error, and a key that is absent stays apart from one that is `null` in the
//! configuration's own text.

use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::error::{IngestError, Problem};
use super::table::{NULL, RowUnit, Table, TextColumn};

/// A JSON object with its keys in order and its values as they stand in the text.
pub(crate) struct Object<'a>(pub(crate) Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs: Vec<(String, &'de RawValue)> = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, &'de RawValue>()? {
                    if pairs.iter().any(|(k, _)| *k == key) {
                        return Err(serde::de::Error::custom(format!("the key \"{key}\" is given twice")));
                    }
                    pairs.push((key, value));
                }
                Ok(Object(pairs))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

/// Reads a JSON document: an array of records, or an object with the records under `results`.
pub(crate) fn read_document(source: &str, text: &str) -> Result<Table, IngestError> {
    let fail = |slice: &str, error: &serde_json::Error| {
        let (line, _) = place(text, slice, error.line(), error.column());
        IngestError::one(source, json_problem(text, line, error))
    };
    let whole: &RawValue = serde_json::from_str(text).map_err(|e| fail(text, &e))?;
    let list = if whole.get().starts_with('{') {
        let object: Object = serde_json::from_str(whole.get()).map_err(|e| fail(whole.get(), &e))?;
        match object.0.iter().find(|(key, _)| matches!(key.as_str(), "results" | "data" | "records")) {
            Some((_, list)) if list.get().starts_with('[') => *list,
            _ => {
                let keys: Vec<String> = object.0.iter().map(|(k, _)| format!("`{k}`")).collect();
                let problem = Problem::new(format!(
                    "the JSON is one object with the keys {}; no array of records stands under `results`",
                    keys.join(", ")
                ))
                .help("write an array of records, [{\"method\": ..., \"value\": ...}, ...], or put it under \"results\"");
                return Err(IngestError::one(source, problem));
            }
        }
    } else {
        whole
    };
    let records: Vec<&RawValue> = serde_json::from_str(list.get()).map_err(|e| fail(list.get(), &e))?;
    let mut columns = Columns::new(source);
    for (at, record) in records.iter().enumerate() {
        let (line, _) = place(text, record.get(), 1, 1);
        columns.record(text, record.get(), at + 1, line);
    }
    columns.finish(RowUnit::Record)
}

/// Reads JSON Lines: one record a line, blank lines skipped.
pub(crate) fn read_lines(source: &str, text: &str) -> Result<Table, IngestError> {
    let mut columns = Columns::new(source);
    for (at, line) in text.lines().enumerate() {
        if !line.trim().is_empty() {
            columns.record(text, line, at + 1, at + 1);
        }
    }
    columns.finish(RowUnit::Line)
}

/// The line and column in the whole text of a place in a part of it.
fn place(text: &str, part: &str, line: usize, column: usize) -> (usize, usize) {
    // `part` is a slice of `text`, so the distance of their starts is its offset
    let offset = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize).min(text.len());
    let before = &text.as_bytes()[..offset];
    let breaks = memchr::memchr_iter(b'\n', before).count();
    let column = if line <= 1 {
        column + offset - memchr::memrchr(b'\n', before).map_or(0, |p| p + 1)
    } else {
        column
    };
    (breaks + line.max(1), column)
}

fn json_problem(text: &str, line: usize, error: &serde_json::Error) -> Problem {
    let what = error.to_string();
    // the position in serde_json's text is relative to the part that was parsed
    let what = what.split(" at line ").next().unwrap_or(&what);
    let mut problem = if error.is_eof() {
        Problem::at(line, format!("the JSON ends in the middle ({what})"))
            .help("the file was cut off: fetch or write it again")
    } else {
        Problem::at(line, format!("the JSON is not valid: {what}"))
    };
    problem.excerpt = text.lines().nth(line.saturating_sub(1)).map(clip);
    problem
}

fn clip(line: &str) -> String {
    if line.chars().count() <= 120 {
        line.to_owned()
    } else {
        line.chars().take(117).chain("...".chars()).collect()
    }
}

struct Columns<'a> {
    source: &'a str,
    columns: Vec<TextColumn>,
    by_name: HashMap<String, usize>,
    places: Vec<u32>,
    problems: Vec<Problem>,
}

impl<'a> Columns<'a> {
    fn new(source: &'a str) -> Self {
        Self {
            source,
            columns: Vec::new(),
            by_name: HashMap::new(),
            places: Vec::new(),
            problems: Vec::new(),
        }
    }

    fn record(&mut self, text: &str, record: &str, number: usize, line: usize) {
        let object: Object = match serde_json::from_str(record) {
            Ok(object) => object,
            Err(error) => {
                let problem = if record.trim_start().starts_with('{') {
                    json_problem(text, line + error.line().max(1) - 1, &error)
                } else {
                    Problem::at(line, format!("record {number} is not an object: {}", clip(record.trim())))
                        .help("each record must be an object, {\"method\": ..., \"value\": ...}")
                };
                self.problems.push(problem);
                return;
            }
        };
        let row = self.places.len();
        self.places.push(number as u32);
        for (key, value) in object.0 {
            if let Err(what) = self.cell(row, &key, value.get()) {
                self.problems.push(Problem::at(line, what));
            }
        }
        for column in &mut self.columns {
            column.codes.resize(row + 1, NULL);
        }
    }

    fn cell(&mut self, row: usize, key: &str, raw: &str) -> Result<(), String> {
        let raw = raw.trim();
        let nested_config = matches!(key, "config" | "configuration");
        if raw.starts_with('{') && !nested_config {
            let object: Object = serde_json::from_str(raw).map_err(|e| format!("under `{key}`: {e}"))?;
            for (inner, value) in object.0 {
                self.cell(row, &format!("{key}.{inner}"), value.get())?;
            }
            return Ok(());
        }
        let text = scalar_text(raw).map_err(|e| format!("under `{key}`: {e}"))?;
        let at = match self.by_name.get(key) {
            Some(&at) => at,
            None => {
                self.columns.push(TextColumn::new(key));
                self.by_name.insert(key.to_owned(), self.columns.len() - 1);
                self.columns.len() - 1
            }
        };
        let column = &mut self.columns[at];
        if column.codes.len() > row {
            return Err(format!("the key `{key}` is given twice (once nested, once with a dot)"));
        }
        column.codes.resize(row, NULL);
        column.push(text.as_deref());
        Ok(())
    }

    fn finish(self, unit: RowUnit) -> Result<Table, IngestError> {
        if !self.problems.is_empty() {
            return Err(IngestError::many(self.source, self.problems));
        }
        if self.places.is_empty() {
            let problem = Problem::new("there is no record in the file").help("add the results as records");
            return Err(IngestError::one(self.source, problem));
        }
        Ok(Table { source: self.source.into(), columns: self.columns, places: self.places.into(), unit })
    }
}

/// The text of a JSON value as a cell: a string without its quotes, a number as it is written,
/// `true`/`false`, an array or object as its JSON, nothing for `null`.
pub(crate) fn scalar_text(raw: &str) -> Result<Option<String>, serde_json::Error> {
    let raw = raw.trim();
    Ok(match raw.as_bytes().first() {
        Some(b'"') => Some(serde_json::from_str::<String>(raw)?),
        Some(b'n') => None,
        _ => Some(raw.to_owned()),
    })
}
