//! One code a row, shared where it is copied.
//!
//! A run over a million rows looks at a dozen columns several times: who copies a column shares it, and
//! a column of one code in all rows (a source, a metric, a part of the protocol that is not recorded)
//! takes no room.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use super::table::NULL;

/// The codes of a column's rows.
#[derive(Debug, Clone)]
pub(crate) enum Codes {
    /// One code in so many rows.
    Same(u32, usize),
    /// A code each.
    Each(Arc<Vec<u32>>),
}

impl Default for Codes {
    fn default() -> Self {
        Self::Same(NULL, 0)
    }
}

impl From<Vec<u32>> for Codes {
    fn from(codes: Vec<u32>) -> Self {
        Self::Each(Arc::new(codes))
    }
}

impl FromIterator<u32> for Codes {
    fn from_iter<I: IntoIterator<Item = u32>>(codes: I) -> Self {
        codes.into_iter().collect::<Vec<u32>>().into()
    }
}

impl Index<usize> for Codes {
    type Output = u32;

    fn index(&self, row: usize) -> &u32 {
        match self {
            Self::Same(code, rows) => {
                debug_assert!(row < *rows);
                code
            }
            Self::Each(codes) => &codes[row],
        }
    }
}

impl IndexMut<usize> for Codes {
    fn index_mut(&mut self, row: usize) -> &mut u32 {
        &mut self.to_mut()[row]
    }
}

impl Codes {
    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Same(_, rows) => *rows,
            Self::Each(codes) => codes.len(),
        }
    }

    /// Whether there is no row.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The codes, row after row.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &u32> {
        let (same, each): (_, &[u32]) = match self {
            Self::Same(code, rows) => (Some(std::iter::repeat_n(code, *rows)), &[]),
            Self::Each(codes) => (None, codes),
        };
        same.into_iter().flatten().chain(each)
    }

    /// The codes as a list of their own, to be changed.
    pub(crate) fn to_mut(&mut self) -> &mut Vec<u32> {
        if let Self::Same(code, rows) = *self {
            *self = vec![code; rows].into();
        }
        match self {
            Self::Each(codes) => Arc::make_mut(codes),
            Self::Same(..) => unreachable!("was made a list above"),
        }
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, code: u32) {
        self.to_mut().push(code);
    }

    /// Cuts or fills up to so many rows.
    pub(crate) fn resize(&mut self, rows: usize, code: u32) {
        match self {
            Self::Same(same, count) if *count == 0 || *same == code => *self = Self::Same(code, rows),
            _ if self.len() == rows => {}
            _ => self.to_mut().resize(rows, code),
        }
    }

    /// The code of all rows, if it is one.
    pub(crate) fn same(&self) -> Option<u32> {
        match self {
            Self::Same(code, rows) => (*rows > 0).then_some(*code),
            Self::Each(codes) => {
                let first = *codes.first()?;
                codes.iter().all(|&c| c == first).then_some(first)
            }
        }
    }

    /// Whether any row has this code.
    pub(crate) fn has(&self, code: u32) -> bool {
        match self {
            Self::Same(same, rows) => *rows > 0 && *same == code,
            Self::Each(codes) => codes.contains(&code),
        }
    }

    /// Whether any row has a text.
    pub(crate) fn any_text(&self) -> bool {
        match self {
            Self::Same(same, rows) => *rows > 0 && *same != NULL,
            Self::Each(codes) => codes.iter().any(|&c| c != NULL),
        }
    }

    /// Each code replaced by another; [`NULL`] is given as it is.
    pub(crate) fn map(&self, change: impl Fn(u32) -> u32) -> Self {
        match self {
            Self::Same(code, rows) => Self::Same(change(*code), *rows),
            Self::Each(codes) => codes.iter().map(|&c| change(c)).collect(),
        }
    }

    /// The codes of the rows from `start` on, as many as `to` takes.
    pub(crate) fn copy(&self, start: usize, to: &mut [u32]) {
        match self {
            Self::Same(code, _) => to.fill(*code),
            Self::Each(codes) => to.copy_from_slice(&codes[start..start + to.len()]),
        }
    }

    /// Some of the rows, in the order given.
    pub(crate) fn take(&self, rows: &[u32]) -> Self {
        match self {
            Self::Same(code, _) => Self::Same(*code, rows.len()),
            Self::Each(codes) => rows.iter().map(|&r| codes[r as usize]).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_code_in_all_rows_and_a_code_each_are_alike() {
        let same = Codes::Same(3, 4);
        let each: Codes = vec![3; 4].into();
        for codes in [&same, &each] {
            assert_eq!((codes.len(), codes.is_empty(), codes[2]), (4, false, 3));
            assert_eq!(codes.iter().copied().collect::<Vec<_>>(), [3; 4]);
            assert_eq!(
                (codes.same(), codes.has(3), codes.has(NULL), codes.any_text()),
                (Some(3), true, false, true)
            );
            assert_eq!(codes.take(&[1, 2]).iter().copied().collect::<Vec<_>>(), [3, 3]);
            assert_eq!(codes.map(|c| c + 1)[0], 4);
            let mut changed = codes.clone();
            changed[1] = 9;
            changed.push(NULL);
            assert_eq!(changed.iter().copied().collect::<Vec<_>>(), [3, 9, 3, 3, NULL]);
            assert_eq!((changed.same(), codes[1]), (None, 3), "a copy is changed alone");
        }
    }

    #[test]
    fn rows_are_filled_up_with_what_is_asked_for() {
        let mut codes = Codes::default();
        assert_eq!((codes.len(), codes.same(), codes.any_text()), (0, None, false));
        codes.resize(2, NULL);
        codes.push(5);
        codes.resize(3, NULL);
        codes.resize(5, NULL);
        assert_eq!(codes.iter().copied().collect::<Vec<_>>(), [NULL, NULL, 5, NULL, NULL]);
    }
}
