//! Where rows stand in their file.

use std::sync::Arc;

/// The line or record of each row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Places {
    /// Each one behind the other, from the first, so many: as in most files.
    From(u32, usize),
    /// These; shared where they are copied.
    Each(Arc<Vec<u32>>),
}

impl Default for Places {
    fn default() -> Self {
        Self::From(1, 0)
    }
}

impl From<Vec<u32>> for Places {
    fn from(places: Vec<u32>) -> Self {
        let first = places.first().copied().unwrap_or(1);
        if places.iter().zip(first..).all(|(&place, at)| place == at) {
            Self::From(first, places.len())
        } else {
            Self::Each(Arc::new(places))
        }
    }
}

impl Places {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::From(_, rows) => *rows,
            Self::Each(places) => places.len(),
        }
    }

    /// The place of a row.
    pub(crate) fn at(&self, row: usize) -> u32 {
        match self {
            Self::From(first, rows) => {
                debug_assert!(row < *rows);
                first + row as u32
            }
            Self::Each(places) => places[row],
        }
    }

    /// All places, row after row.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.len()).map(|row| self.at(row))
    }

    /// The places of some rows, in the order given.
    pub(crate) fn take(&self, rows: &[u32]) -> Self {
        rows.iter().map(|&row| self.at(row as usize)).collect::<Vec<u32>>().into()
    }
}

#[cfg(test)]
mod tests {
    use super::Places;

    #[test]
    fn places_in_a_row_and_a_list_are_alike() {
        let (run, list) = (Places::from(vec![3, 4, 5]), Places::from(vec![3, 5, 4]));
        assert_eq!(run, Places::From(3, 3));
        assert_eq!((run.len(), run.at(1), run.iter().collect::<Vec<_>>()), (3, 4, vec![3, 4, 5]));
        assert_eq!((list.len(), list.at(1), list.iter().collect::<Vec<_>>()), (3, 5, vec![3, 5, 4]));
        assert_eq!((run.take(&[0, 2]), list.take(&[0, 2])), (Places::from(vec![3, 5]), Places::From(3, 2)));
        assert_eq!((Places::default().len(), Places::from(Vec::new()).len()), (0, 0));
    }
}
