//! The results frame from the columns of its inputs.

use std::sync::Arc;

use polars::prelude::{
    AnyValue, Column, DataFrame, DataType, IdxCa, IntoColumn, IntoSeries, NamedFrom, NewChunkedArray, Scalar,
    Series, StringChunked,
};

use rustc_hash::FxHashMap;

use super::codes::Coded;
use super::order::natural;
use super::{COLUMNS, CONFIG_PREFIX, Results, config};
use crate::decimal::Decimal;
use crate::ingest::{IngestError, Mapped, NULL, Places, Problem, TextColumn};

/// Puts the inputs' rows below each other and makes the frame.
pub(crate) fn build(mut parts: Vec<Mapped>) -> Result<Results, IngestError> {
    check_ids(&parts)?;
    let rows: usize = parts.iter().map(|p| p.places.len()).sum();
    let mut keys: Vec<String> = Vec::new();
    for key in parts.iter().flat_map(|p| &p.keys) {
        if key.codes.any_text() && !keys.contains(&key.name) {
            keys.push(key.name.clone());
        }
    }
    keys.sort_by(|a, b| natural(a, b));
    let json = field(&parts, "config");
    let mut fields = vec![sources(&parts)];
    let lines = lines(&mut parts);
    let key_columns: Vec<TextColumn>;
    if let [only] = parts.as_mut_slice() {
        // the columns of one input are taken as they are
        let held = |c: &TextColumn| !matches!(c.name.as_str(), "source" | "line" | "config" | "value");
        fields.extend(std::mem::take(&mut only.fields).into_iter().filter(held));
        let mut own = std::mem::take(&mut only.keys);
        own.retain(|c| keys.contains(&c.name));
        own.sort_by(|a, b| natural(&a.name, &b.name));
        own.dedup_by(|b, a| a.name == b.name);
        key_columns = own;
    } else {
        for name in COLUMNS {
            let there = parts.iter().any(|p| p.field(name).is_some());
            if there && !matches!(name, "value" | "config" | "line" | "source") {
                fields.push(field(&parts, name));
            }
        }
        key_columns =
            keys.iter().map(|key| join(&parts, key, |p| p.keys.iter().find(|k| k.name == *key))).collect();
    }
    let (mut pages, mut inputs) = (Vec::new(), Vec::new());
    for part in parts {
        pages.extend(part.page);
        inputs.push(part.report);
    }
    let columns = Columns { fields, keys: key_columns, json, lines };
    Ok(Results { columns: Arc::new(columns), frame: Arc::default(), rows, config_keys: keys, pages, inputs })
}

/// The cells of the results, from which the frame is made when it is asked for: ranking works on the
/// columns' codes, and many runs never need a frame.
#[derive(Debug)]
pub(super) struct Columns {
    pub(super) fields: Vec<TextColumn>,
    pub(super) keys: Vec<TextColumn>,
    /// The configuration as the input has it.
    json: TextColumn,
    /// The line or record of each row, 0 where not known.
    pub(super) lines: Places,
}

impl Columns {
    pub(super) fn field(&self, name: &str) -> Option<&TextColumn> {
        match name.strip_prefix(CONFIG_PREFIX) {
            Some(key) => self.keys.iter().find(|c| c.name == key),
            None => self.fields.iter().find(|c| c.name == name),
        }
    }

    pub(super) fn frame(&self, rows: usize) -> DataFrame {
        let nothing = TextColumn::constant("", None, rows);
        let field = |name: &str| self.field(name).unwrap_or(&nothing);
        let mut columns: Vec<Column> = COLUMNS
            .into_iter()
            .map(|name| match name {
                "value" => float(name, field("reported")),
                "stderr" => float(name, field(name)),
                "replicates" => whole(name, field(name)),
                "reproduced" => truths(field(name)),
                "config" => text(name, &config_text(&self.json, &self.keys, rows)),
                "line" => {
                    let lines: Vec<Option<u32>> = self.lines.iter().map(|l| (l > 0).then_some(l)).collect();
                    Series::new(name.into(), lines).into_column()
                }
                _ => text(name, field(name)),
            })
            .collect();
        columns.extend(self.keys.iter().map(|c| text(&format!("{CONFIG_PREFIX}{}", c.name), c)));
        // all columns have one length and names of their own, so this can't fail
        DataFrame::new(rows, columns).unwrap_or_default()
    }
}

/// A result id names one number: within a metric it may stand once.
fn check_ids(parts: &[Mapped]) -> Result<(), IngestError> {
    let mut seen: FxHashMap<(&str, Option<&str>), (usize, usize)> = FxHashMap::default();
    for (at, part) in parts.iter().enumerate() {
        let Some(ids) = part.field("result_id") else { continue };
        let metric = part.field("metric");
        let mut problems = Vec::new();
        for row in 0..part.places.len() {
            let Some(id) = ids.get(row) else { continue };
            let (first, earlier) = *seen.entry((id, metric.and_then(|m| m.get(row)))).or_insert((at, row));
            if (first, earlier) != (at, row) {
                let place = format!("{}:{}", parts[first].source, parts[first].places.at(earlier));
                problems.push(
                    Problem::at(
                        part.places.at(row) as usize,
                        format!("result id `{id}` is given twice, first at {place}"),
                    )
                    .help("an id names one result: remove the repeated one, or give each input only once"),
                );
            }
        }
        // lines are those of one file, so that each file's problems are an error of their own
        if !problems.is_empty() {
            return Err(IngestError::many(&part.source, problems));
        }
    }
    Ok(())
}

/// One column over all parts; rows of a part without it have nothing.
fn join<'a>(
    parts: &'a [Mapped],
    name: &str,
    find: impl Fn(&'a Mapped) -> Option<&'a TextColumn>,
) -> TextColumn {
    let mut out = TextColumn::new(name);
    for part in parts {
        match find(part) {
            Some(column) if out.codes.is_empty() => {
                (out.codes, out.words) = (column.codes.clone(), column.words.clone());
            }
            Some(column) => out.append(column),
            None => out.append_nulls(part.places.len()),
        }
    }
    out
}

fn field(parts: &[Mapped], name: &str) -> TextColumn {
    join(parts, name, |p| p.field(name))
}

fn sources(parts: &[Mapped]) -> TextColumn {
    let mut out = TextColumn::new("source");
    for part in parts {
        match part.field("source") {
            Some(column) => out.append(column),
            None => out.append(&TextColumn::constant("source", Some(&part.source), part.places.len())),
        }
    }
    out
}

fn lines(parts: &mut [Mapped]) -> Places {
    if let [only] = parts
        && only.field("line").is_none()
    {
        return std::mem::take(&mut only.places);
    }
    let mut lines: Vec<u32> = Vec::new();
    for part in parts {
        match part.field("line") {
            Some(column) => {
                let rows = 0..part.places.len();
                lines.extend(rows.map(|r| column.get(r).and_then(|l| l.parse().ok()).unwrap_or(0)));
            }
            None => lines.extend(part.places.iter()),
        }
    }
    lines.into()
}

/// A string column; its words are stored once and shared by the rows.
pub(crate) fn text(name: &str, column: &TextColumn) -> Column {
    let rows = column.codes.len();
    match column.codes.same() {
        Some(_) => {
            let value = match column.get(0) {
                Some(word) => AnyValue::StringOwned(word.into()),
                None => AnyValue::Null,
            };
            Column::new_scalar(name.into(), Scalar::new(DataType::String, value), rows)
        }
        _ => {
            let none = column.words.len() as u32;
            let words = column.words.iter().map(Some).chain(std::iter::once(None));
            let words = StringChunked::from_iter_options(name.into(), words).into_series();
            let codes = column.codes.iter().map(|&c| c.min(none)).collect();
            // every code is below the number of words, so taking can't fail
            words.take(&IdxCa::from_vec("".into(), codes)).unwrap_or(words).into_column()
        }
    }
}

/// The numbers of a column whose words were checked; one parse a word.
fn parsed<T: Copy>(column: &TextColumn, parse: impl Fn(&str) -> Option<T>) -> Vec<Option<T>> {
    let words: Vec<Option<T>> = column.words.iter().map(parse).collect();
    column.codes.iter().map(|&c| words.get(c as usize).copied().flatten()).collect()
}

fn float(name: &str, column: &TextColumn) -> Column {
    let values = parsed(column, |w| w.parse::<Decimal>().ok().map(Decimal::to_f64));
    Series::new(name.into(), values).into_column()
}

fn whole(name: &str, column: &TextColumn) -> Column {
    let values =
        parsed(column, |w| w.parse::<Decimal>().ok()?.units_at(0).and_then(|u| u32::try_from(u).ok()));
    Series::new(name.into(), values).into_column()
}

fn truths(column: &TextColumn) -> Column {
    Series::new("reproduced".into(), parsed(column, |w| Some(w == "true"))).into_column()
}

/// The canonical configuration of each row.
fn config_text(json: &TextColumn, keys: &[TextColumn], rows: usize) -> TextColumn {
    let mut groups = coded(json).groups();
    for key in keys {
        groups = groups.and(&coded(key).groups());
    }
    let mut out = TextColumn::new("config");
    let codes: Vec<u32> = groups
        .first_rows()
        .into_iter()
        .map(|row| {
            if row == NULL {
                return NULL;
            }
            let row = row as usize;
            let text = row_config(json.get(row), keys, row);
            text.map_or(NULL, |t| out.words.code(&t))
        })
        .collect();
    out.codes = groups.ids.iter().map(|&g| codes[g as usize]).collect();
    debug_assert_eq!(out.codes.len(), rows);
    out
}

fn row_config(json: Option<&str>, keys: &[TextColumn], row: usize) -> Option<String> {
    let texts = keys.iter().filter_map(|k| k.get(row).map(|t| (k.name.as_str(), t)));
    let Some(json) = json else {
        let texts: Vec<_> = texts.collect();
        return (!texts.is_empty()).then(|| config::from_texts(texts.into_iter()));
    };
    // keys that stand in columns of their own go behind those of the JSON
    let flat = config::flatten(json).unwrap_or_default();
    let extra: Vec<_> =
        texts.filter(|(k, _)| !flat.iter().any(|(f, text)| f == k && text.is_some())).collect();
    let whole = if extra.is_empty() {
        json.to_owned()
    } else {
        let (own, more) =
            (json.trim().trim_end_matches('}').trim_end(), config::from_texts(extra.into_iter()));
        let comma = if own.len() > 1 { "," } else { "" };
        format!("{own}{comma}{}", &more[1..])
    };
    config::canonical(&whole).ok()
}

pub(super) fn coded(column: &TextColumn) -> Coded {
    Coded { codes: column.codes.clone(), words: column.words.iter().map(str::to_owned).collect() }
}
