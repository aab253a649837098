//! The table that most procedures take: blocks by subjects, held exact.

use super::StatsError;
use crate::decimal::{Decimal, Mean};

/// Which end of the scale is the better one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Best {
    /// Larger values are better: accuracy, AUROC.
    Largest,
    /// Smaller values are better: error, latency.
    Smallest,
}

/// A table of `n` blocks (rows) by `k` subjects (columns), each cell an exact number or missing.
///
/// Cells are integers of one common unit, so that ties survive subtraction: with values `0.3, 0.2`
/// and `0.2, 0.1` both differences are one unit of `0.1`, which binary floating point would tell
/// apart. The unit itself is kept for answers on the scale of the data.
///
/// ```
/// use likewise::stats::{Best, BlockTable};
/// let t = BlockTable::parse(&[&["85.53", "81.77"], &["78.09", "85.09"]], Best::Largest)?;
/// assert_eq!((t.blocks(), t.subjects(), t.missing()), (2, 2, 0));
/// assert_eq!(t.units(0, 0), Some(8553));
/// assert_eq!(t.value(1, 1), Some(85.09));
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct BlockTable {
    blocks: usize,
    subjects: usize,
    /// [`MISSING`] where there is none.
    cells: Vec<i128>,
    missing: usize,
    divisor: f64,
    best: Best,
}

/// A missing cell; no cell that is there is so large.
const MISSING: i128 = i128::MIN;

fn present(cell: i128) -> Option<i128> {
    (cell != MISSING).then_some(cell)
}

impl BlockTable {
    /// A table from cells in row order (block after block), in units of `1 / divisor`.
    ///
    /// # Errors
    /// [`StatsError::Shape`] when the number of cells is not `blocks * subjects`,
    /// [`StatsError::Range`] for a cell beyond ±10^30 units (sums and products must fit),
    /// [`StatsError::OutOfRange`] for a divisor that is not positive and finite.
    pub fn from_units(
        blocks: usize,
        subjects: usize,
        cells: Vec<Option<i128>>,
        divisor: f64,
        best: Best,
    ) -> Result<Self, StatsError> {
        let cells = cells.into_iter().map(|cell| cell.unwrap_or(MISSING)).collect();
        Self::from_raw(blocks, subjects, cells, divisor, best)
    }

    /// As [`BlockTable::from_units`], with [`MISSING`] for a missing cell.
    fn from_raw(
        blocks: usize,
        subjects: usize,
        cells: Vec<i128>,
        divisor: f64,
        best: Best,
    ) -> Result<Self, StatsError> {
        if cells.len() != blocks * subjects {
            return Err(StatsError::Shape { blocks, subjects, found: cells.len() });
        }
        if !(divisor.is_finite() && divisor > 0.0) {
            return Err(StatsError::OutOfRange {
                what: "the divisor",
                range: "positive and finite",
                found: divisor,
            });
        }
        if cells.iter().any(|&c| c != MISSING && c.unsigned_abs() > 10u128.pow(30)) {
            return Err(StatsError::Range);
        }
        let missing = cells.iter().filter(|&&c| c == MISSING).count();
        Ok(Self { blocks, subjects, cells, missing, divisor, best })
    }

    /// A table from exact means (or single values), in row order.
    ///
    /// # Errors
    /// As [`BlockTable::from_units`]; [`StatsError::Range`] when no common unit fits.
    pub fn from_means(
        blocks: usize,
        subjects: usize,
        cells: &[Option<Mean>],
        best: Best,
    ) -> Result<Self, StatsError> {
        if cells.len() != blocks * subjects {
            return Err(StatsError::Shape { blocks, subjects, found: cells.len() });
        }
        let there = || cells.iter().enumerate().filter_map(|(at, cell)| Some((at, (*cell)?)));
        Self::from_cells(blocks, subjects, there, best)
    }

    /// A table from the cells that are there, each with its place in row order, which must be in the table.
    pub(crate) fn from_cells<I: Iterator<Item = (usize, Mean)>>(
        blocks: usize,
        subjects: usize,
        cells: impl Fn() -> I,
        best: Best,
    ) -> Result<Self, StatsError> {
        let (mut places, mut common) = (None, 1u64);
        for (_, mean) in cells() {
            places = places.max(Some(mean.sum().places()));
            let count = mean.count();
            if !common.is_multiple_of(count) {
                common = (common / gcd(common, count)).checked_mul(count).ok_or(StatsError::Range)?;
            }
        }
        let places = places.unwrap_or(0);
        let mut in_units = vec![MISSING; blocks * subjects];
        for (at, mean) in cells() {
            let units = || mean.sum().units_at(places)?.checked_mul(i128::from(common / mean.count()));
            in_units[at] = units().ok_or(StatsError::Range)?;
        }
        let divisor = common as f64 * 10f64.powi(places);
        Self::from_raw(blocks, subjects, in_units, divisor, best)
    }

    /// A complete table from printed numbers; for examples and tests.
    ///
    /// # Errors
    /// [`StatsError::Shape`] for ragged rows, [`StatsError::Undefined`] for a text that is not a
    /// number (an empty text is a missing cell).
    pub fn parse(rows: &[&[&str]], best: Best) -> Result<Self, StatsError> {
        let subjects = rows.first().map_or(0, |r| r.len());
        let mut cells = Vec::with_capacity(rows.len() * subjects);
        for row in rows {
            for text in *row {
                cells.push(match text.parse::<Decimal>() {
                    Ok(value) => Some(Mean::one(value)),
                    Err(_) if text.trim().is_empty() => None,
                    Err(_) => {
                        return Err(StatsError::Undefined {
                            procedure: "a table",
                            why: "a cell is not a number",
                        });
                    }
                });
            }
        }
        Self::from_means(rows.len(), subjects, &cells, best)
    }

    /// How many blocks (rows) there are.
    #[must_use]
    pub const fn blocks(&self) -> usize {
        self.blocks
    }

    /// How many subjects (columns) there are.
    #[must_use]
    pub const fn subjects(&self) -> usize {
        self.subjects
    }

    /// How many cells are missing.
    #[must_use]
    pub const fn missing(&self) -> usize {
        self.missing
    }

    /// Which end of the scale is better.
    #[must_use]
    pub const fn best(&self) -> Best {
        self.best
    }

    /// How many units make 1.0 on the scale of the data.
    #[must_use]
    pub const fn divisor(&self) -> f64 {
        self.divisor
    }

    /// The exact integer in a cell, `None` where it is missing.
    ///
    /// # Panics
    /// When the indices are outside the table.
    #[must_use]
    pub fn units(&self, block: usize, subject: usize) -> Option<i128> {
        assert!(subject < self.subjects, "subject {subject} of {}", self.subjects);
        present(self.cells[block * self.subjects + subject])
    }

    /// The number in a cell on the scale of the data.
    ///
    /// # Panics
    /// When the indices are outside the table.
    #[must_use]
    pub fn value(&self, block: usize, subject: usize) -> Option<f64> {
        self.units(block, subject).map(|u| u as f64 / self.divisor)
    }

    /// One block's cells.
    ///
    /// # Panics
    /// When the index is outside the table.
    #[must_use]
    pub fn row(&self, block: usize) -> impl ExactSizeIterator<Item = Option<i128>> {
        self.cells[block * self.subjects..(block + 1) * self.subjects].iter().map(|&cell| present(cell))
    }

    /// All cells as integers where smaller is better (negated for [`Best::Largest`]), for
    /// procedures on complete tables.
    ///
    /// # Errors
    /// [`StatsError::Incomplete`] when a cell is missing, [`StatsError::TooFew`] below
    /// `min_subjects` or `min_blocks`.
    pub fn complete(
        &self,
        procedure: &'static str,
        min_subjects: usize,
        min_blocks: usize,
    ) -> Result<Vec<i128>, StatsError> {
        self.check_complete(procedure, min_subjects, min_blocks)?;
        let sign = self.sign();
        Ok(self.cells.iter().map(|c| sign * c).collect())
    }

    /// One block of a complete table, as [`BlockTable::complete`] gives all of them.
    pub(crate) fn complete_row(&self, block: usize) -> Vec<i128> {
        let sign = self.sign();
        self.cells[block * self.subjects..(block + 1) * self.subjects].iter().map(|c| sign * c).collect()
    }

    /// What cells are multiplied by so that smaller is better.
    pub(crate) const fn sign(&self) -> i128 {
        match self.best {
            Best::Largest => -1,
            Best::Smallest => 1,
        }
    }

    /// Whether the table has every cell, and as many subjects and blocks as a procedure needs.
    pub(super) fn check_complete(
        &self,
        procedure: &'static str,
        min_subjects: usize,
        min_blocks: usize,
    ) -> Result<(), StatsError> {
        if self.subjects < min_subjects {
            return Err(StatsError::TooFew {
                procedure,
                what: "subjects",
                needed: min_subjects,
                found: self.subjects,
            });
        }
        if self.blocks < min_blocks {
            return Err(StatsError::TooFew {
                procedure,
                what: "blocks",
                needed: min_blocks,
                found: self.blocks,
            });
        }
        if self.missing > 0 {
            return Err(StatsError::Incomplete { procedure, missing: self.missing });
        }
        Ok(())
    }
}

const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
