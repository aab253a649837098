//! Columns as small integers: what grouping, filtering and comparing work on.

use rustc_hash::FxHashMap;

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

/// Up to this many pairs a table of them is faster than a hash map.
const TABLE: u64 = 1 << 22;

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
        let key = |(&a, &b): (&u32, &u32)| u64::from(a) * u64::from(other.count) + u64::from(b);
        let mut count = 0;
        let mut next = || {
            count += 1;
            count - 1
        };
        let keys = own.iter().zip(others.iter()).map(key);
        let ids = if pairs <= TABLE {
            let mut table = vec![NULL; pairs as usize];
            keys.map(|k| {
                let slot = &mut table[k as usize];
                if *slot == NULL {
                    *slot = next();
                }
                *slot
            })
            .collect()
        } else {
            let mut map: FxHashMap<u64, u32> = FxHashMap::default();
            keys.map(|k| *map.entry(k).or_insert_with(&mut next)).collect()
        };
        Self { ids, count }
    }

    /// The first row of each group; [`NULL`] for a number without rows.
    pub(crate) fn first_rows(&self) -> Vec<u32> {
        let mut first = vec![NULL; self.count as usize];
        for (row, &id) in self.ids.iter().enumerate() {
            let slot = &mut first[id as usize];
            if *slot == NULL {
                *slot = row as u32;
            }
        }
        first
    }
}
