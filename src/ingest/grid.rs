//! A wide table's cells, whose columns hold words of one kind and share them.

use std::sync::Arc;

use super::table::{NULL, RowUnit, Table, Words};

/// A table of cells with one list of words.
#[derive(Debug)]
pub(super) struct Grid {
    /// The file as the user named it.
    pub(super) source: Arc<str>,
    pub(super) names: Vec<String>,
    pub(super) words: Words,
    /// The codes of each column, all of one length.
    pub(super) columns: Vec<Vec<u32>>,
    /// Where each row stands in the file.
    pub(super) places: Vec<u32>,
    pub(super) unit: RowUnit,
}

impl Grid {
    /// A table without rows.
    pub(super) fn new(source: Arc<str>, names: Vec<String>, unit: RowUnit) -> Self {
        let columns = vec![Vec::new(); names.len()];
        Self { source, names, words: Words::default(), columns, places: Vec::new(), unit }
    }

    /// Adds rows whose codes are those of other words.
    pub(super) fn append(&mut self, words: Words, columns: Vec<Vec<u32>>, places: Vec<u32>) {
        if self.places.is_empty() {
            (self.words, self.columns, self.places) = (words, columns, places);
            return;
        }
        let codes: Vec<u32> = words.iter().map(|word| self.words.code(word)).collect();
        for (own, more) in self.columns.iter_mut().zip(columns) {
            own.extend(more.into_iter().map(|code| if code == NULL { NULL } else { codes[code as usize] }));
        }
        self.places.extend(places);
    }

    /// The text of a cell, `None` where there is none.
    pub(super) fn get(&self, column: usize, row: usize) -> Option<&str> {
        match self.columns[column][row] {
            NULL => None,
            code => Some(self.words.get(code)),
        }
    }

    /// The distinct words of a column.
    pub(super) fn words_of(&self, column: usize) -> Vec<u32> {
        let mut met = vec![false; self.words.len()];
        let new = |code: &u32| *code != NULL && !std::mem::replace(&mut met[*code as usize], true);
        self.columns[column].iter().copied().filter(new).collect()
    }
}

impl From<Table> for Grid {
    fn from(table: Table) -> Self {
        let names = table.columns.iter().map(|c| c.name.clone()).collect();
        let mut words = Words::default();
        let shared = table.columns.iter().map(|column| {
            let codes: Vec<u32> = column.words.iter().map(|word| words.code(word)).collect();
            column.codes.iter().map(|&c| codes.get(c as usize).copied().unwrap_or(NULL)).collect()
        });
        let columns = shared.collect();
        Self {
            source: table.source,
            names,
            words,
            columns,
            places: table.places.iter().collect(),
            unit: table.unit,
        }
    }
}
