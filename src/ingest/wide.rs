//! Wide tables: one row a block, one column a method (or the other way round).

use rayon::prelude::*;

use super::error::{IngestError, Problem};
use super::roles;
use super::table::{NULL, Table, TextColumn};
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

/// The code of a word that was not met yet; a column never has so many words.
const UNSEEN: u32 = NULL - 1;

/// Turns a wide table into a long one, with columns for the keys, `method` (or the given key) and
/// `value`.
pub(crate) fn melt(table: &Table, wide: &Wide, missing: &[String]) -> Result<Table, IngestError> {
    let keys: Vec<usize> = if wide.keys.is_empty() {
        let text = |at: &usize| *at == 0 || holds_text(&table.columns[*at], missing);
        (0..table.columns.len()).into_par_iter().filter(text).collect()
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
    // a word is looked at once, however many cells have it: the code that it has among the values
    let mut known: Vec<Vec<u32>> =
        values.iter().map(|&at| vec![UNSEEN; table.columns[at].words.len()]).collect();
    let mut names = vec![UNSEEN; values.len()];
    let (mut of_keys, behind) = (vec![UNSEEN; keys.len()], keys.len());
    let mut codes: Vec<Vec<u32>> = vec![Vec::with_capacity(table.rows() * values.len()); columns.len()];
    let mut places = Vec::with_capacity(table.rows() * values.len());
    for row in 0..table.rows() {
        of_keys.fill(UNSEEN);
        for ((&at, known), name) in values.iter().zip(&mut known).zip(&mut names) {
            let from = &table.columns[at];
            let Some(code) = known.get_mut(from.codes[row] as usize) else {
                continue; // a hole: this method was not measured on this block
            };
            if *code == UNSEEN {
                let word = from.words.get(from.codes[row]);
                let hole = is_missing_word(word) || missing.iter().any(|m| m == word);
                *code = if hole { NULL } else { columns[behind + 1].words.cell(Some(word)) };
            }
            if *code == NULL {
                continue;
            }
            if *name == UNSEEN {
                *name = columns[behind].words.cell(Some(&from.name));
            }
            for (of_key, (column, &key)) in of_keys.iter_mut().zip(columns.iter_mut().zip(&keys)) {
                if *of_key == UNSEEN {
                    *of_key = column.words.cell(table.columns[key].get(row));
                }
            }
            for (codes, &code) in codes.iter_mut().zip(of_keys.iter().chain([&*name, &*code])) {
                codes.push(code);
            }
            places.push(table.places[row]);
        }
    }
    for (column, codes) in columns.iter_mut().zip(codes) {
        column.codes = codes.into();
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
    let (words, mut numbers) = (column.words.len(), 0);
    for word in column.words.iter() {
        if numbers * 2 >= words {
            return false;
        }
        numbers += usize::from(number(word));
    }
    numbers * 2 < words
}

/// A message for a column that is not there, with the names that are.
pub(crate) fn unknown_column(table: &Table, name: &str, option: &str) -> Problem {
    let names: Vec<String> = table.columns.iter().map(|c| format!("`{}`", c.name)).collect();
    Problem::new(format!("{option} names a column `{name}`, which is not there"))
        .help(format!("the columns are {}", names.join(", ")))
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
                rows.push((table.places[row], vec![key, Some(column.name.clone()), Some(cell.to_owned())]));
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
            let places = (0..cells.len() as u32).map(|row| row + 2).collect();
            let table = Table { source: "t".into(), columns, places, unit: RowUnit::Line };
            let wide = Wide { keys: vec!["row".to_owned()], columns_are: None };
            let missing = ["x".to_owned()];
            let want = plain(&table, &missing);
            let Ok(long) = melt(&table, &wide, &missing) else {
                prop_assert!(want.is_empty());
                return Ok(());
            };
            let text = |c: &TextColumn, row| c.get(row).map(str::to_owned);
            let got: Vec<_> = (0..long.rows())
                .map(|row| (long.places[row], long.columns.iter().map(|c| text(c, row)).collect::<Vec<_>>()))
                .collect();
            prop_assert_eq!(got, want);
        }
    }
}
