//! Wide tables: one row a block, one column a method (or the other way round).

use super::error::{IngestError, Problem};
use super::grid::Grid;
use super::roles;
use super::table::{NULL, Table, TextColumn, Words};
use crate::decimal::{Decimal, is_missing_word};
use crate::words::few;

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

/// The code of a word that was not met yet; a column never has so many words.
const UNSEEN: u32 = NULL - 1;

/// Turns a wide table into a long one, with columns for the keys, `method` (or the given key) and
/// `value`.
pub(super) fn melt(table: &Grid, wide: &Wide, missing: &[String]) -> Result<Table, IngestError> {
    let keys: Vec<usize> = if wide.keys.is_empty() {
        let numbers = Numbers::of(table, missing);
        (0..table.names.len()).filter(|&at| at == 0 || numbers.hold_text(table, at)).collect()
    } else {
        let mut keys = Vec::new();
        for key in &wide.keys {
            match table.names.iter().position(|name| name == key) {
                Some(at) => keys.push(at),
                None => {
                    let problem = unknown_column(table.names.iter(), key, "--wide");
                    return Err(IngestError::one(&table.source, problem));
                }
            }
        }
        keys
    };
    let values: Vec<usize> = (0..table.names.len()).filter(|at| !keys.contains(at)).collect();
    if values.is_empty() {
        let problem = Problem::new("no column is left for the values: every column holds text")
            .help("a wide table has one row a block and one column of numbers a method; leave --wide away for one result a row");
        return Err(IngestError::one(&table.source, problem));
    }
    let transposed = wide.columns_are.is_some();
    let across = wide.columns_are.as_deref().unwrap_or("method");
    if !transposed && keys.iter().any(|&k| matches!(roles::role(&table.names[k]), Some(("method", _)))) {
        let key = &table.names[keys[0]];
        let problem =
            Problem::new(format!("the rows are named by `{key}`, so the columns can't be the methods"))
                .help("say what the columns are, such as --wide-columns Backbone");
        return Err(IngestError::one(&table.source, problem));
    }
    let mut columns: Vec<TextColumn> = keys
        .iter()
        .map(|&k| {
            // what names the rows is configuration, whatever it is called: it tells blocks apart
            let name = &table.names[k];
            let known = matches!(roles::role(name), Some(("method" | "metric" | "unit" | "direction", _)));
            TextColumn::new(if known { name.clone() } else { format!("config.{name}") })
        })
        .collect();
    // a word is looked at once, however many cells have it: the code that it has among the values
    let mut known = vec![UNSEEN; table.words.len()];
    let mut names = vec![UNSEEN; values.len()];
    let cells = table.places.len() * values.len();
    let (mut of_names, mut of_values) = (Vec::with_capacity(cells), Vec::with_capacity(cells));
    let mut of_keys: Vec<Vec<u32>> = vec![Vec::with_capacity(cells); keys.len()];
    let mut places = Vec::with_capacity(cells);
    let (mut name_words, mut value_words) = (Words::default(), Words::default());
    for (row, &place) in table.places.iter().enumerate() {
        for (&at, name) in values.iter().zip(&mut names) {
            let from = table.columns[at][row];
            let Some(code) = known.get_mut(from as usize) else {
                continue; // a hole: this method was not measured on this block
            };
            if *code == UNSEEN {
                let word = table.words.get(from);
                *code = if is_hole(word, missing) { NULL } else { value_words.cell(Some(word)) };
            }
            if *code == NULL {
                continue;
            }
            if *name == UNSEEN {
                *name = name_words.cell(Some(&table.names[at]));
            }
            of_names.push(*name);
            of_values.push(*code);
        }
        let rows = of_values.len();
        if rows > places.len() {
            for ((column, &key), codes) in columns.iter_mut().zip(&keys).zip(&mut of_keys) {
                codes.resize(rows, column.words.cell(table.get(key, row)));
            }
            places.resize(rows, place);
        }
    }
    for (column, codes) in columns.iter_mut().zip(of_keys) {
        column.codes = codes.into();
    }
    let name = if transposed { format!("config.{across}") } else { across.to_owned() };
    columns.push(TextColumn { name, codes: of_names.into(), words: name_words });
    columns.push(TextColumn { name: "value".to_owned(), codes: of_values.into(), words: value_words });
    if places.is_empty() {
        return Err(IngestError::one(&table.source, Problem::new("every cell of the wide table is empty")));
    }
    Ok(Table { source: table.source.clone(), columns, places: places.into(), unit: table.unit })
}

/// Whether a word stands for no number: one that is known for it, or one that the user named.
pub(super) fn is_hole(word: &str, missing: &[String]) -> bool {
    is_missing_word(word) || missing.iter().any(|m| m == word)
}

/// Which words of a table are numbers, or stand for a missing one.
struct Numbers(Vec<bool>);

impl Numbers {
    fn of(table: &Grid, missing: &[String]) -> Self {
        let number = |word: &str| word.parse::<Decimal>().is_ok() || is_hole(word, missing);
        Self(table.words.iter().map(number).collect())
    }

    /// Whether a column holds texts. One with half of its words as numbers holds values with faults in them, which
    /// are reported where the values are read.
    fn hold_text(&self, table: &Grid, column: usize) -> bool {
        let words = table.words_of(column);
        2 * words.iter().filter(|&&word| self.0[word as usize]).count() < words.len()
    }
}

/// So many columns are named in a message.
pub(super) const NAMED: usize = 12;

/// A message for a column that is not there, with the names that are.
pub(crate) fn unknown_column<'a>(
    names: impl Iterator<Item = &'a String>,
    name: &str,
    option: &str,
) -> Problem {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    Problem::new(format!("{option} names a column `{name}`, which is not there"))
        .help(format!("the columns are {}", few(&names, NAMED, ", ", String::clone)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::table::RowUnit;
    use super::*;

    /// Each cell for itself, by the texts alone.
    fn plain(table: &Table, missing: &[String]) -> Vec<(u32, Vec<Option<String>>)> {
        let mut rows = Vec::new();
        for row in 0..table.rows() {
            for column in &table.columns[1..] {
                let Some(cell) = column.get(row) else { continue };
                if is_missing_word(cell) || missing.iter().any(|m| m == cell) {
                    continue;
                }
                let key = table.columns[0].get(row).map(str::to_owned);
                rows.push((
                    table.places.at(row),
                    vec![key, Some(column.name.clone()), Some(cell.to_owned())],
                ));
            }
        }
        rows
    }

    proptest! {
        #[test]
        fn a_melted_table_has_the_cells_of_the_wide_one(
            cells in prop::collection::vec(
                (prop::sample::select(vec!["r", "s", ""]), prop::sample::select(vec!["1", "2.5", "-", "x", "", "-3"]),
                 prop::sample::select(vec!["7", "1", "N/A", ""])), 1..12),
        ) {
            let mut columns = vec![TextColumn::new("row"), TextColumn::new("a"), TextColumn::new("b")];
            for (key, a, b) in &cells {
                for (column, text) in columns.iter_mut().zip([key, a, b]) {
                    column.push(Some(text));
                }
            }
            let places = (0..cells.len() as u32).map(|row| row + 2).collect::<Vec<u32>>();
            let table = Table { source: "t".into(), columns, places: places.into(), unit: RowUnit::Line };
            let wide = Wide { keys: vec!["row".to_owned()], columns_are: None };
            let missing = ["x".to_owned()];
            let want = plain(&table, &missing);
            let Ok(long) = melt(&Grid::from(table), &wide, &missing) else {
                prop_assert!(want.is_empty());
                return Ok(());
            };
            let text = |c: &TextColumn, row| c.get(row).map(str::to_owned);
            let got: Vec<_> = (0..long.rows())
                .map(|row| (long.places.at(row), long.columns.iter().map(|c| text(c, row)).collect::<Vec<_>>()))
                .collect();
            prop_assert_eq!(got, want);
        }
    }
}
