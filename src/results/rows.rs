//! Which rows of some results are meant: all of them, which takes no room, or some.

/// Row numbers in ascending order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Rows {
    /// Every row, so many.
    All(usize),
    /// These.
    Some(Vec<u32>),
}

impl Rows {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::All(rows) => *rows,
            Self::Some(rows) => rows.len(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The row at a place of the list.
    pub(crate) fn at(&self, place: usize) -> u32 {
        match self {
            Self::All(_) => place as u32,
            Self::Some(rows) => rows[place],
        }
    }

    /// The place of a row in the list.
    pub(crate) fn place_of(&self, row: u32) -> Option<usize> {
        match self {
            Self::All(rows) => ((row as usize) < *rows).then_some(row as usize),
            Self::Some(rows) => rows.binary_search(&row).ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rows_are_as_a_list_of_them() {
        let (all, list) = (Rows::All(3), Rows::Some(vec![0, 1, 2]));
        for rows in [&all, &list] {
            assert_eq!((rows.len(), rows.is_empty(), rows.at(2)), (3, false, 2));
            assert_eq!((rows.place_of(1), rows.place_of(3)), (Some(1), None));
        }
        let some = Rows::Some(vec![2, 5]);
        assert_eq!((some.at(1), some.place_of(5), some.place_of(3)), (5, Some(1), None));
    }
}
