//! Columns as small integers: what grouping, filtering and comparing work on.

use rustc_hash::FxHashMap;

use super::rows::Rows;
use crate::ingest::{Codes, NULL};

/// A text column as one code a row ([`NULL`] for nothing) and the distinct words.
#[derive(Debug, Clone, Default)]
pub(crate) struct Coded {
    pub(crate) codes: Codes,
    pub(crate) words: Vec<String>,
}

impl Coded {
    /// A column without any text.
    pub(crate) fn nothing(rows: usize) -> Self {
        Self { codes: Codes::Same(NULL, rows), words: Vec::new() }
    }

    /// The text of a row.
    pub(crate) fn get(&self, row: usize) -> Option<&str> {
        self.words.get(self.codes[row] as usize).map(String::as_str)
    }

    /// The text of a code.
    pub(crate) fn word(&self, code: u32) -> Option<&str> {
        self.words.get(code as usize).map(String::as_str)
    }

    /// The same column with some rows only.
    pub(crate) fn take(&self, rows: &[u32]) -> Self {
        Self { codes: self.codes.take(rows), words: self.words.clone() }
    }

    /// The same column with the rows of a selection.
    pub(crate) fn select(&self, rows: &Rows) -> Self {
        match rows {
            Rows::All(_) => self.clone(),
            Rows::Some(rows) => self.take(rows),
        }
    }

    /// Replaces one word by another, which may be there already.
    pub(crate) fn replace(&mut self, from: &str, to: &str) -> bool {
        let Some(old) = self.words.iter().position(|w| w == from) else {
            return false;
        };
        match self.words.iter().position(|w| w == to) {
            Some(new) if new != old => {
                for code in self.codes.to_mut() {
                    if *code == old as u32 {
                        *code = new as u32;
                    }
                }
            }
            _ => to.clone_into(&mut self.words[old]),
        }
        true
    }

    /// Puts a word where there is none; how many rows that were.
    pub(crate) fn fill(&mut self, word: &str) -> usize {
        let code = self.words.iter().position(|w| w == word).unwrap_or_else(|| {
            self.words.push(word.to_owned());
            self.words.len() - 1
        });
        let empty = self.codes.iter().filter(|c| **c == NULL).count();
        self.codes = self.codes.map(|c| if c == NULL { code as u32 } else { c });
        empty
    }

    /// As a grouping key: nothing is a group of its own.
    pub(crate) fn groups(&self) -> Groups {
        let none = self.words.len() as u32;
        match self.codes.same() {
            Some(_) => Groups::one(self.codes.len()),
            None if self.codes.has(NULL) => {
                Groups { ids: self.codes.map(|c| if c == NULL { none } else { c }), count: none + 1 }
            }
            None => Groups { ids: self.codes.clone(), count: none },
        }
    }
}

/// Rows in groups: one number below `count` a row. Numbers may be unused.
#[derive(Debug, Clone)]
pub(crate) struct Groups {
    pub(crate) ids: Codes,
    pub(crate) count: u32,
}

/// Up to this many pairs, or as many as there are rows, a table of them is faster than a hash map.
const TABLE: u64 = 1 << 22;

/// Up to this many pairs each has a number, whether or not any row has it.
const FEW: u64 = 1 << 16;

/// A number below `count` for each key that is met, in the order in which they are.
pub(crate) enum Numbers {
    /// A place a key.
    Table(Vec<u32>),
    /// Where the keys are far more than the rows.
    Map(FxHashMap<u64, u32>),
}

impl Numbers {
    /// For keys below a limit, met in so many rows.
    pub(crate) fn new(limit: u64, rows: usize) -> Self {
        if limit <= TABLE.max(2 * rows as u64) {
            Self::Table(vec![NULL; limit as usize])
        } else {
            Self::Map(FxHashMap::default())
        }
    }

    /// What is kept for a key: `new` if it was not met before.
    pub(crate) fn of(&mut self, key: u64, new: u32) -> u32 {
        match self {
            Self::Table(table) => {
                let slot = &mut table[key as usize];
                if *slot == NULL {
                    *slot = new;
                }
                *slot
            }
            Self::Map(map) => *map.entry(key).or_insert(new),
        }
    }
}

impl Groups {
    /// All rows in one group.
    pub(crate) fn one(rows: usize) -> Self {
        Self { ids: Codes::Same(0, rows), count: 1 }
    }

    /// The groups that both divisions make together.
    pub(crate) fn and(&self, other: &Self) -> Self {
        let (Codes::Each(own), Codes::Each(others)) = (&self.ids, &other.ids) else {
            // one of them does not divide
            let divided = if matches!(self.ids, Codes::Same(..)) { other } else { self };
            return divided.clone();
        };
        let pairs = u64::from(self.count) * u64::from(other.count);
        if pairs <= FEW {
            let ids = own.iter().zip(others.iter()).map(|(a, b)| a * other.count + b).collect();
            return Self { ids, count: pairs as u32 };
        }
        let key = |(&a, &b): (&u32, &u32)| u64::from(a) * u64::from(other.count) + u64::from(b);
        let mut count = 0;
        let mut numbers = Numbers::new(pairs, own.len());
        let ids = own
            .iter()
            .zip(others.iter())
            .map(key)
            .map(|k| {
                let id = numbers.of(k, count);
                count += u32::from(id == count);
                id
            })
            .collect();
        Self { ids, count }
    }

    /// The first row of each group; [`NULL`] for a number without rows.
    pub(crate) fn first_rows(&self) -> Vec<u32> {
        let mut first = vec![NULL; self.count as usize];
        let mut left = self.count;
        for (row, &id) in self.ids.iter().enumerate() {
            let slot = &mut first[id as usize];
            if *slot == NULL {
                *slot = row as u32;
                left -= 1;
                // of many rows, the first ones mostly have every group
                if left == 0 {
                    break;
                }
            }
        }
        first
    }
}
