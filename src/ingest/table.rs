//! A file's cells as text: what every format is turned into before anything is interpreted.
//!
//! Results tables repeat few words over many rows, so a column holds each distinct word once and a
//! code a row. Everything after this works on codes: a word is parsed once, however many rows have
//! it.

use std::hash::Hasher;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::codes::Codes;
use super::places::Places;

/// The code of a cell that holds nothing.
pub(crate) const NULL: u32 = u32::MAX;

/// Distinct words, each with a code in the order of its first appearance.
#[derive(Debug, Default, Clone)]
pub(crate) struct Words {
    text: String,
    ends: Vec<usize>,
    table: HashTable<u32>,
}

fn hash(word: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(word);
    hasher.finish()
}

impl Words {
    /// How many distinct words there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The word of a code; the empty word for [`NULL`].
    pub(crate) fn get(&self, code: u32) -> &str {
        let code = code as usize;
        match self.ends.get(code) {
            Some(&end) => &self.text[if code == 0 { 0 } else { self.ends[code - 1] }..end],
            None => "",
        }
    }

    /// All words in the order of their codes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|code| self.get(code as u32))
    }

    /// The code of a cell; text that is empty or blank is no text.
    pub(crate) fn cell(&mut self, cell: Option<&str>) -> u32 {
        let Some(cell) = cell else { return NULL };
        let bytes = cell.as_bytes();
        // most cells have nothing to trim, which two bytes tell
        let text = match (bytes.first(), bytes.last()) {
            (Some(a), Some(b)) if a.is_ascii_graphic() && b.is_ascii_graphic() => cell,
            _ => cell.trim(),
        };
        if text.is_empty() { NULL } else { self.code(text) }
    }

    /// The code of a word, new or known.
    pub(crate) fn code(&mut self, word: &str) -> u32 {
        let Self { text, ends, table } = self;
        let at = |code: u32| {
            let code = code as usize;
            &text.as_bytes()[if code == 0 { 0 } else { ends[code - 1] }..ends[code]]
        };
        let hashed = hash(word.as_bytes());
        if let Some(&code) = table.find(hashed, |&code| at(code) == word.as_bytes()) {
            return code;
        }
        let code = ends.len() as u32;
        table.insert_unique(hashed, code, |&code| hash(at(code)));
        text.push_str(word);
        ends.push(text.len());
        code
    }
}

/// One column of text cells.
#[derive(Debug, Default, Clone)]
pub(crate) struct TextColumn {
    /// The name as it stands in the file, without blanks around it.
    pub(crate) name: String,
    /// One code a row, [`NULL`] for no text.
    pub(crate) codes: Codes,
    /// The distinct words.
    pub(crate) words: Words,
}

impl TextColumn {
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Adds a cell; text that is empty or blank is no text.
    pub(crate) fn push(&mut self, cell: Option<&str>) {
        let code = self.words.cell(cell);
        self.codes.push(code);
    }

    /// The text of a row, `None` where there is none.
    pub(crate) fn get(&self, row: usize) -> Option<&str> {
        match self.codes[row] {
            NULL => None,
            code => Some(self.words.get(code)),
        }
    }

    /// A column with one text in all rows.
    pub(crate) fn constant(name: &str, text: Option<&str>, rows: usize) -> Self {
        let mut column = Self::new(name);
        column.push(text);
        column.codes = Codes::Same(column.codes[0], rows);
        column
    }

    /// Adds the rows of another column behind these.
    pub(crate) fn append(&mut self, other: &Self) {
        let codes: Vec<u32> = other.words.iter().map(|word| self.words.code(word)).collect();
        let code = |c: u32| if c == NULL { NULL } else { codes[c as usize] };
        match (&self.codes, &other.codes) {
            (own, _) if own.is_empty() => self.codes = other.codes.map(code),
            (&Codes::Same(own, rows), &Codes::Same(c, more)) if own == code(c) => {
                self.codes = Codes::Same(own, rows + more);
            }
            _ => self.codes.to_mut().extend(other.codes.iter().map(|&c| code(c))),
        }
    }

    /// Adds rows without text.
    pub(crate) fn append_nulls(&mut self, rows: usize) {
        self.codes.resize(self.codes.len() + rows, NULL);
    }
}

/// What a row's number counts, for messages: `line 12` or `record 3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowUnit {
    Line,
    Record,
}

impl RowUnit {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Record => "record",
        }
    }
}

/// A file's cells.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    /// The file as the user named it.
    pub(crate) source: Arc<str>,
    /// The columns, all of one length.
    pub(crate) columns: Vec<TextColumn>,
    /// Where each row stands in the file.
    pub(crate) places: Places,
    /// What `places` counts.
    pub(crate) unit: RowUnit,
}

impl Table {
    pub(crate) fn rows(&self) -> usize {
        self.places.len()
    }
}
