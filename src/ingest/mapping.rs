//! From a file's columns to the columns of the results frame.

use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::Options;
use super::error::{IngestError, Problem};
use super::places::Places;
use super::roles;
use super::table::{NULL, RowUnit, Table, TextColumn};
use super::values;
use super::wide::{NAMED, is_hole, unknown_column};
use crate::results::config;
use crate::results::{CONFIG_PREFIX, PageInfo};
use crate::words::few;

/// How one input was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct InputReport {
    /// The input as the user named it.
    pub source: String,
    /// The format it was read as.
    pub format: &'static str,
    /// How many results came out of it.
    pub results: usize,
    /// Each column and what it was taken as: the name of a column of the frame, `configuration`,
    /// `metric` for a column of values named after its metric, or `left out`.
    pub taken: Vec<(String, String)>,
    /// The SHA-256 of its bytes in hexadecimal, where [`Options::checksums`] asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// A file's results, column by column.
#[derive(Debug)]
pub(crate) struct Mapped {
    pub(crate) fields: Vec<TextColumn>,
    /// Named by the key alone.
    pub(crate) keys: Vec<TextColumn>,
    pub(crate) places: Places,
    pub(crate) unit: RowUnit,
    pub(crate) source: std::sync::Arc<str>,
    pub(crate) page: Option<PageInfo>,
    pub(crate) report: InputReport,
}

impl Mapped {
    pub(crate) fn field(&self, name: &str) -> Option<&TextColumn> {
        self.fields.iter().find(|c| c.name == name)
    }
}

/// What each column of a table is taken as.
struct Taken {
    /// Role and column.
    fields: Vec<(&'static str, usize)>,
    /// Columns of values, each named after its metric.
    metrics: Vec<usize>,
    /// Configuration key and column.
    keys: Vec<(String, usize)>,
    out: Vec<usize>,
}

/// Maps a table's columns.
pub(crate) fn map(
    table: Table,
    format: &'static str,
    page: Option<PageInfo>,
    options: &Options,
) -> Result<Mapped, IngestError> {
    let taken = assign(&table, options).map_err(|p| IngestError::one(&table.source, p))?;
    let report = report(&table, &taken, format);
    let mut problems = Vec::new();
    let mut mapped = select(table, &taken, options, page, report);
    values::check(&mut mapped, options, &mut problems);
    expand_config(&mut mapped, &mut problems);
    if !problems.is_empty() {
        return Err(IngestError::many(&mapped.source, problems));
    }
    mapped.report.results = mapped.places.len();
    Ok(mapped)
}

fn assign(table: &Table, options: &Options) -> Result<Taken, Problem> {
    let mut taken = Taken { fields: Vec::new(), metrics: Vec::new(), keys: Vec::new(), out: Vec::new() };
    let mut free: Vec<usize> = (0..table.columns.len()).collect();
    let mut value_given = false;
    for (role, name) in &options.map {
        let Some(at) = table.columns.iter().position(|c| c.name == *name) else {
            return Err(unknown_column(table.columns.iter().map(|c| &c.name), name, "--map"));
        };
        if !free.contains(&at) {
            return Err(Problem::new(format!("--map gives the column `{name}` two parts")));
        }
        free.retain(|&f| f != at);
        if let Some(key) = role.strip_prefix(CONFIG_PREFIX) {
            taken.keys.push((key.to_owned(), at));
        } else if role == "ignore" {
            taken.out.push(at);
        } else if let Some((role, true)) = roles::role(role) {
            if role == "value" {
                value_given = true;
                taken.metrics.push(at);
            } else {
                taken.fields.push((role, at));
            }
        } else {
            let roles: Vec<&str> = roles::ROLES.iter().map(|r| r.0).collect();
            return Err(Problem::new(format!("--map has no part `{role}`"))
                .help(format!("the parts are {}, config.KEY and ignore", roles.join(", "))));
        }
    }
    // a column that says its part exactly wins over one that only goes by another name for it
    for exact in [true, false] {
        let mut found: Vec<(&'static str, Vec<usize>)> = Vec::new();
        for &at in &free {
            if let Some((role, e)) = roles::role(&table.columns[at].name)
                && e == exact
                && !taken.fields.iter().any(|f| f.0 == role)
                && !(value_given && role == "value")
            {
                match found.iter_mut().find(|f| f.0 == role) {
                    Some(entry) => entry.1.push(at),
                    None => found.push((role, vec![at])),
                }
            }
        }
        for (role, columns) in found {
            if columns.len() > 1 && matches!(role, "method" | "value") {
                let names: Vec<String> =
                    columns.iter().map(|&c| format!("`{}`", table.columns[c].name)).collect();
                return Err(Problem::new(format!("{} could each be the {role}", names.join(" and ")))
                    .help(format!("say which: --map {role}={}", table.columns[columns[0]].name)));
            }
            taken.fields.push((role, columns[0]));
            free.retain(|&f| f != columns[0]);
        }
    }
    for at in free {
        let name = &table.columns[at].name;
        if let Some(key) = name.strip_prefix(CONFIG_PREFIX) {
            taken.keys.push((key.to_owned(), at));
        } else if *name == unnamed(at) && counts_rows(&table.columns[at]) {
            taken.out.push(at);
        } else if roles::names_metric(name) && is_numeric(&table.columns[at], &options.missing) {
            // another metric than the one that was asked for is no configuration
            let has_value = value_given || taken.fields.iter().any(|f| matches!(f.0, "value" | "reported"));
            if has_value { taken.out.push(at) } else { taken.metrics.push(at) }
        } else {
            taken.keys.push((name.clone(), at));
        }
    }
    if !taken.fields.iter().any(|f| f.0 == "method") {
        return Err(missing_part(table, "method"));
    }
    if taken.metrics.is_empty() && !taken.fields.iter().any(|f| matches!(f.0, "value" | "reported")) {
        return Err(missing_part(table, "value"));
    }
    Ok(taken)
}

fn missing_part(table: &Table, role: &str) -> Problem {
    let names: Vec<String> = table.columns.iter().map(|c| format!("`{}`", c.name)).collect();
    let names = few(&names, NAMED, ", ", String::clone);
    let help = match role {
        "method" if looks_wide(table) => {
            "with one row a block and one column a method, say --wide; else say which: --map method=COLUMN"
                .to_owned()
        }
        "method" | "value" => format!(
            "say which: --map {role}=COLUMN; for a table with one row a block and one column a method, say --wide"
        ),
        _ => format!("say which: --map {role}=COLUMN"),
    };
    Problem::new(format!("no column is known to hold the {role}; the columns are {names}")).help(help)
}

/// Whether a table has a column of names and, behind it, several of numbers alone.
fn looks_wide(table: &Table) -> bool {
    match table.columns.split_first() {
        Some((first, others)) => {
            others.len() > 1 && !is_numeric(first, &[]) && others.iter().all(|c| is_numeric(c, &[]))
        }
        None => false,
    }
}

/// The name that a column without one gets.
pub(crate) fn unnamed(at: usize) -> String {
    format!("column {}", at + 1)
}

/// Whether at least half of a column's words are numbers; a fault among them is reported later.
fn is_numeric(column: &TextColumn, missing: &[String]) -> bool {
    let texts = column
        .words
        .iter()
        .filter(|w| {
            let number = match w.parse::<crate::Decimal>() {
                Ok(_) => true,
                Err(e) => matches!(e, crate::DecimalError::NotANumber | crate::DecimalError::Infinite),
            };
            !number && !is_hole(w, missing) && !w.starts_with(|c: char| c.is_ascii_digit())
        })
        .count();
    texts * 2 <= column.words.len() && texts < column.words.len().max(1)
}

/// Whether a column counts the rows, as the index does that some programs write without a name.
fn counts_rows(column: &TextColumn) -> bool {
    let first = match column.get(0) {
        Some("0") => 0,
        Some("1") => 1,
        _ => return false,
    };
    (0..column.codes.len()).all(|row| column.get(row).is_some_and(|t| t.parse() == Ok(row + first)))
}

fn report(table: &Table, taken: &Taken, format: &'static str) -> InputReport {
    let part = |at: usize| {
        if let Some((role, _)) = taken.fields.iter().find(|f| f.1 == at) {
            (*role).to_owned()
        } else if taken.metrics.contains(&at) {
            "value".to_owned()
        } else if let Some((key, _)) = taken.keys.iter().find(|k| k.1 == at) {
            if *key == table.columns[at].name {
                "configuration".to_owned()
            } else {
                format!("{CONFIG_PREFIX}{key}")
            }
        } else {
            "left out".to_owned()
        }
    };
    let taken = table.columns.iter().enumerate().map(|(at, c)| (c.name.clone(), part(at))).collect();
    InputReport { source: table.source.to_string(), format, results: 0, taken, sha256: None }
}

/// Picks the columns, one row a result: a table with several columns of values has each row once for
/// each of them.
fn select(
    table: Table,
    taken: &Taken,
    options: &Options,
    page: Option<PageInfo>,
    report: InputReport,
) -> Mapped {
    let rows = table.rows();
    let several = taken.metrics.len() > 1;
    let mut fields = Vec::new();
    let mut keys = Vec::new();
    let mut picked: Option<Vec<u32>> = None;
    let mut columns: Vec<Option<TextColumn>> = table.columns.into_iter().map(Some).collect();
    if several {
        // row after row, and in each the metrics in the order of their columns; holes are left out
        let (mut value, mut metric, mut from) =
            (TextColumn::new("value"), TextColumn::new("metric"), Vec::new());
        for row in 0..rows {
            for column in taken.metrics.iter().filter_map(|&at| columns[at].as_ref()) {
                let cell = column.get(row);
                let hole = cell.is_none_or(|c| is_hole(c, &options.missing));
                if !hole {
                    value.push(cell);
                    metric.push(Some(&column.name));
                    from.push(row as u32);
                }
            }
        }
        fields.push(value);
        fields.push(metric);
        picked = Some(from);
    } else if let [only] = taken.metrics.as_slice()
        && let Some(mut column) = columns[*only].take()
    {
        if !taken.fields.iter().any(|f| f.0 == "metric")
            && roles::role(&column.name).is_none_or(|r| r.0 != "value")
        {
            fields.push(TextColumn::constant("metric", Some(&column.name), rows));
        }
        "value".clone_into(&mut column.name);
        fields.push(column);
    }
    let pick = |mut column: TextColumn, name: &str| {
        name.clone_into(&mut column.name);
        if let Some(from) = &picked {
            column.codes = column.codes.take(from);
        }
        column
    };
    for (role, at) in &taken.fields {
        if several && *role == "metric" {
            continue;
        }
        if let Some(mut column) = columns[*at].take() {
            if *role == "direction" {
                values::note_direction_column(&mut column);
            }
            fields.push(pick(column, role));
        }
    }
    for (key, at) in &taken.keys {
        if let Some(column) = columns[*at].take() {
            keys.push(pick(column, key));
        }
    }
    let places = match &picked {
        Some(from) => table.places.take(from),
        None => table.places,
    };
    Mapped { fields, keys, places, unit: table.unit, source: table.source, page, report }
}

/// Turns the column of configurations as JSON into one column a key, beside those that are there.
fn expand_config(mapped: &mut Mapped, problems: &mut Vec<Problem>) {
    let Some(json) = mapped.field("config").cloned() else {
        return;
    };
    let mut first = vec![usize::MAX; json.words.len()];
    for (row, &code) in json.codes.iter().enumerate() {
        if code != NULL && first[code as usize] == usize::MAX {
            first[code as usize] = row;
        }
    }
    let mut flats: Vec<config::Flat> = Vec::with_capacity(json.words.len());
    for (code, word) in json.words.iter().enumerate() {
        match config::flatten(word) {
            Ok(flat) => flats.push(flat),
            Err(what) => {
                let line = mapped.places.at(first[code]) as usize;
                problems.push(
                    Problem::at(line, format!("the configuration `{word}` is not JSON: {what}"))
                        .unit(mapped.unit.word())
                        .help("write it as a JSON object, {\"Backbone\":\"ResNet50\"}"),
                );
                flats.push(config::Flat::new());
            }
        }
    }
    let mut names: FxHashMap<&str, usize> = FxHashMap::default();
    let mut order: Vec<&str> = Vec::new();
    for (key, _) in flats.iter().flatten() {
        names.entry(key).or_insert_with(|| {
            order.push(key);
            order.len() - 1
        });
    }
    for name in order {
        let mut column = TextColumn::new(name);
        let codes: Vec<u32> = flats
            .iter()
            .map(|flat| match flat.iter().find(|(k, _)| k == name) {
                Some((_, Some(text))) => column.words.code(text),
                _ => NULL,
            })
            .collect();
        column.codes = json.codes.map(|c| if c == NULL { NULL } else { codes[c as usize] });
        match mapped.keys.iter_mut().find(|k| k.name == name) {
            None => mapped.keys.push(column),
            Some(there) => merge(there, &column, &mapped.places, problems),
        }
    }
}

/// Fills one column of a key from another; two different texts in one row are a problem.
fn merge(into: &mut TextColumn, from: &TextColumn, places: &Places, problems: &mut Vec<Problem>) {
    for (row, place) in places.iter().enumerate() {
        match (into.get(row), from.get(row)) {
            (None, Some(text)) => {
                let text = text.to_owned();
                into.codes[row] = into.words.code(&text);
            }
            (Some(a), Some(b)) if a != b => problems.push(
                Problem::at(
                    place as usize,
                    format!("`{}` is `{a}` in its own column and `{b}` in the configuration", into.name),
                )
                .help("make the two agree, or leave one out with --map ignore=COLUMN"),
            ),
            _ => {}
        }
    }
}
