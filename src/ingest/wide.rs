//! Wide tables: one row a block, one column a method (or the other way round).

use super::error::{IngestError, Problem};
use super::roles;
use super::table::{Table, TextColumn};
use crate::decimal::{Decimal, is_missing_word};

/// How a wide table is laid out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wide {
    /// The columns that name the row; empty for the first column and every other column that holds
    /// text.
    pub keys: Vec<String>,
    /// What the other columns are: `None` for methods, or the configuration key that they are the
    /// values of, for a table with one row a method.
    pub columns_are: Option<String>,
}

/// Turns a wide table into a long one, with columns for the keys, `method` (or the given key) and
/// `value`.
pub(crate) fn melt(table: &Table, wide: &Wide, missing: &[String]) -> Result<Table, IngestError> {
    let keys: Vec<usize> = if wide.keys.is_empty() {
        (0..table.columns.len()).filter(|&at| at == 0 || holds_text(&table.columns[at], missing)).collect()
    } else {
        let mut keys = Vec::new();
        for key in &wide.keys {
            match table.columns.iter().position(|c| c.name == *key) {
                Some(at) => keys.push(at),
                None => {
                    return Err(IngestError::one(&table.source, unknown_column(table, key, "--wide")));
                }
            }
        }
        keys
    };
    let values: Vec<usize> = (0..table.columns.len()).filter(|at| !keys.contains(at)).collect();
    if values.is_empty() {
        let problem = Problem::new("no column is left for the values: every column holds text")
            .help("a wide table has one row a block and one column of numbers a method; leave --wide away for one result a row");
        return Err(IngestError::one(&table.source, problem));
    }
    let transposed = wide.columns_are.is_some();
    let across = wide.columns_are.as_deref().unwrap_or("method");
    if !transposed && keys.iter().any(|&k| matches!(roles::role(&table.columns[k].name), Some(("method", _))))
    {
        let key = &table.columns[keys[0]].name;
        let problem =
            Problem::new(format!("the rows are named by `{key}`, so the columns can't be the methods"))
                .help("say what the columns are, such as --wide-columns Backbone");
        return Err(IngestError::one(&table.source, problem));
    }
    let mut columns: Vec<TextColumn> = keys
        .iter()
        .map(|&k| {
            // what names the rows is configuration, whatever it is called: it tells blocks apart
            let name = &table.columns[k].name;
            let known = matches!(roles::role(name), Some(("method" | "metric" | "unit" | "direction", _)));
            TextColumn::new(if known { name.clone() } else { format!("config.{name}") })
        })
        .collect();
    columns.push(TextColumn::new(if transposed { format!("config.{across}") } else { across.to_owned() }));
    columns.push(TextColumn::new("value"));
    let mut places = Vec::with_capacity(table.rows() * values.len());
    for row in 0..table.rows() {
        for &at in &values {
            let cell = table.columns[at].get(row);
            if cell.is_none_or(|c| is_missing_word(c) || missing.iter().any(|m| m == c)) {
                continue; // a hole: this method was not measured on this block
            }
            for (column, &key) in columns.iter_mut().zip(&keys) {
                column.push(table.columns[key].get(row));
            }
            let behind = columns.len() - 2;
            columns[behind].push(Some(&table.columns[at].name));
            columns[behind + 1].push(cell);
            places.push(table.places[row]);
        }
    }
    if places.is_empty() {
        return Err(IngestError::one(&table.source, Problem::new("every cell of the wide table is empty")));
    }
    Ok(Table { source: table.source.clone(), columns, places, unit: table.unit })
}

/// Whether a column holds a text that is neither a number nor a word for a missing one.
fn holds_text(column: &TextColumn, missing: &[String]) -> bool {
    let number = |word: &str| {
        word.parse::<Decimal>().is_ok() || is_missing_word(word) || missing.iter().any(|m| m == word)
    };
    // a column with most of its words as numbers holds values with a fault in them, which is
    // reported where the values are read
    let texts = column.words.iter().filter(|w| !number(w)).count();
    texts * 2 > column.words.len()
}

/// A message for a column that is not there, with the names that are.
pub(crate) fn unknown_column(table: &Table, name: &str, option: &str) -> Problem {
    let names: Vec<String> = table.columns.iter().map(|c| format!("`{}`", c.name)).collect();
    Problem::new(format!("{option} names a column `{name}`, which is not there"))
        .help(format!("the columns are {}", names.join(", ")))
}
