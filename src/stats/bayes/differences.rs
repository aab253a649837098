//! Exact differences of paired scores.

use crate::decimal::Decimal;
use crate::stats::{Best, BlockTable, StatsError};

/// Differences right minus left as exact integers of one unit, turned so that a positive one favours the
/// right, and a region of practical equivalence in the same unit.
///
/// Exactness matters at the region's edge: `0.3 - 0.2` is within a region of `0.1`, which binary floating
/// point would deny.
///
/// ```
/// use likewise::stats::{Best, bayes::Differences};
/// let d = Differences::from_scores(&[0.2, 0.7], &[0.3, 0.5], 0.1, Best::Largest)?;
/// assert_eq!((d.units(), d.rope_units()), (&[1, -2][..], 1));
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Differences {
    units: Vec<i128>,
    rope: i128,
    divisor: f64,
}

/// Units are kept below this, so that sums of two and doubled ropes fit.
const LARGEST: u128 = 1 << 120;

impl Differences {
    /// Differences from integers of `1 / divisor` each.
    ///
    /// # Errors
    /// [`StatsError::TooFew`] for no difference, [`StatsError::OutOfRange`] for a negative region or a
    /// divisor that is not positive and finite, [`StatsError::Range`] beyond 2^120 units.
    pub fn from_units(units: Vec<i128>, rope: i128, divisor: f64) -> Result<Self, StatsError> {
        if units.is_empty() {
            return Err(StatsError::TooFew {
                procedure: "a comparison of two",
                what: "pairs",
                needed: 1,
                found: 0,
            });
        }
        if rope < 0 {
            return Err(negative_rope(rope as f64 / divisor));
        }
        if !(divisor.is_finite() && divisor > 0.0) {
            return Err(StatsError::OutOfRange {
                what: "the divisor",
                range: "positive and finite",
                found: divisor,
            });
        }
        if units.iter().chain([&rope]).any(|u| u.unsigned_abs() > LARGEST) {
            return Err(StatsError::Range);
        }
        Ok(Self { units, rope, divisor })
    }

    /// Differences of paired decimals, `right - left` where larger is better and the opposite where
    /// smaller is.
    ///
    /// # Errors
    /// [`StatsError::Unpaired`] for lists of different length, [`StatsError::Range`] when no common unit
    /// fits, else as [`Differences::from_units`].
    pub fn from_decimals(
        left: &[Decimal],
        right: &[Decimal],
        rope: Decimal,
        best: Best,
    ) -> Result<Self, StatsError> {
        if left.len() != right.len() {
            return Err(StatsError::Unpaired {
                procedure: "a comparison of two",
                left: left.len(),
                right: right.len(),
            });
        }
        let all = || left.iter().chain(right).chain([&rope]);
        let places = all().map(|d| d.places()).max().unwrap_or(0);
        let at = |d: &Decimal| d.units_at(places).ok_or(StatsError::Range);
        let sign = if best == Best::Largest { 1 } else { -1 };
        let units = left
            .iter()
            .zip(right)
            .map(|(l, r)| Ok(sign * at(r)?.checked_sub(at(l)?).ok_or(StatsError::Range)?))
            .collect::<Result<Vec<i128>, StatsError>>()?;
        Self::from_units(units, at(&rope)?, 10f64.powi(places))
    }

    /// Differences of paired floating-point numbers, each taken as the shortest decimal that reads back
    /// as it: the number as printed, not its binary neighbour.
    ///
    /// # Errors
    /// [`StatsError::NotFinite`] for NaN or infinity, else as [`Differences::from_decimals`].
    pub fn from_scores(left: &[f64], right: &[f64], rope: f64, best: Best) -> Result<Self, StatsError> {
        if !(rope.is_finite() && rope >= 0.0) {
            return Err(negative_rope(rope));
        }
        let exact = |values: &[f64], what| {
            let one = |(index, v): (usize, &f64)| {
                if !v.is_finite() {
                    return Err(StatsError::NotFinite { what, index });
                }
                format!("{v:e}").parse().map_err(|_| StatsError::Range)
            };
            values.iter().enumerate().map(one).collect::<Result<Vec<Decimal>, _>>()
        };
        let ropes = exact(&[rope], "the region")?;
        Self::from_decimals(&exact(left, "the left")?, &exact(right, "the right")?, ropes[0], best)
    }

    /// Differences of two subjects of a table; blocks where either is missing are left out.
    ///
    /// # Errors
    /// [`StatsError::OutOfRange`] for a subject that is not in the table or a region that is not a whole
    /// number of the table's units to within 1e-9 of one, else as [`Differences::from_units`].
    pub fn from_table(table: &BlockTable, left: usize, right: usize, rope: f64) -> Result<Self, StatsError> {
        for subject in [left, right] {
            if subject >= table.subjects() {
                return Err(StatsError::OutOfRange {
                    what: "a subject",
                    range: "one of the table's",
                    found: subject as f64,
                });
            }
        }
        if !(rope.is_finite() && rope >= 0.0) {
            return Err(negative_rope(rope));
        }
        // a region that is no multiple of the unit lies between two; it can be widened only by scaling
        let scaled = rope * table.divisor();
        let (mut scale, mut units) = (1i128, scaled.round());
        while (scaled * scale as f64 - units).abs() > 1e-9 * units.abs().max(1.0) {
            scale *= 10;
            if scale > 1_000_000_000 {
                return Err(StatsError::OutOfRange {
                    what: "the region",
                    range: "at most nine places finer than the table's unit",
                    found: rope,
                });
            }
            units = (scaled * scale as f64).round();
        }
        if units > LARGEST as f64 {
            return Err(StatsError::Range);
        }
        let sign = if table.best() == Best::Largest { scale } else { -scale };
        let mut differences = Vec::with_capacity(table.blocks());
        for block in 0..table.blocks() {
            if let (Some(l), Some(r)) = (table.units(block, left), table.units(block, right)) {
                differences.push((r - l).checked_mul(sign).ok_or(StatsError::Range)?);
            }
        }
        Self::from_units(differences, units as i128, table.divisor() * scale as f64)
    }

    /// The differences in units.
    #[must_use]
    pub fn units(&self) -> &[i128] {
        &self.units
    }

    /// The region of practical equivalence in units.
    #[must_use]
    pub const fn rope_units(&self) -> i128 {
        self.rope
    }

    /// The region of practical equivalence on the scale of the data.
    #[must_use]
    pub fn rope(&self) -> f64 {
        self.rope as f64 / self.divisor
    }

    /// The differences on the scale of the data.
    #[must_use]
    pub fn values(&self) -> Vec<f64> {
        self.units.iter().map(|&u| u as f64 / self.divisor).collect()
    }
}

pub(super) const fn negative_rope(found: f64) -> StatsError {
    StatsError::OutOfRange {
        what: "the region of practical equivalence",
        range: "0 or more, and finite",
        found,
    }
}

#[cfg(test)]
mod tests {
    use super::Differences;
    use crate::stats::{Best, BlockTable, StatsError};

    #[test]
    fn a_table_gives_differences_for_the_better_end() {
        let rows: &[&[&str]] = &[&["1.5", "2.0"], &["3.0", ""], &["0.25", "0.2"]];
        for (best, sign) in [(Best::Largest, 1), (Best::Smallest, -1)] {
            let table = BlockTable::parse(rows, best).unwrap();
            let d = Differences::from_table(&table, 0, 1, 0.05).unwrap();
            assert_eq!((d.units(), d.rope_units()), (&[50 * sign, -5 * sign][..], 5));
            let fine = Differences::from_table(&table, 0, 1, 0.005).unwrap();
            assert_eq!((fine.units(), fine.rope_units()), (&[500 * sign, -50 * sign][..], 5));
            assert_eq!((fine.values(), fine.rope()), (d.values(), 0.005));
        }
    }

    #[test]
    fn bad_arguments_are_errors() {
        let scores = |l: &[f64], r: &[f64], rope| Differences::from_scores(l, r, rope, Best::Largest);
        assert!(matches!(scores(&[], &[], 0.0), Err(StatsError::TooFew { .. })));
        assert!(matches!(scores(&[1.0], &[], 0.0), Err(StatsError::Unpaired { .. })));
        assert!(matches!(scores(&[1.0], &[f64::NAN], 0.0), Err(StatsError::NotFinite { .. })));
        assert!(matches!(scores(&[1.0], &[1.0], -1.0), Err(StatsError::OutOfRange { .. })));
        assert!(matches!(scores(&[1e300], &[1e-300], 0.0), Err(StatsError::Range)));
        let table = BlockTable::parse(&[&["1"]], Best::Largest).unwrap();
        assert!(matches!(Differences::from_table(&table, 0, 1, 0.0), Err(StatsError::OutOfRange { .. })));
    }
}
