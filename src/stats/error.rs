//! What can be wrong with the numbers handed to a procedure.

/// Why a statistical procedure gives no answer.
///
/// Each variant says what was found and what would be needed, so that a caller can show it as is.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StatsError {
    /// Fewer subjects, blocks, pairs or values than the procedure needs.
    #[error("{procedure} needs at least {needed} {what}, there {} {found}", if *found == 1 { "is" } else { "are" })]
    TooFew {
        /// The procedure's name.
        procedure: &'static str,
        /// What is counted: `subjects`, `blocks`, `pairs`.
        what: &'static str,
        /// How many are needed.
        needed: usize,
        /// How many there are.
        found: usize,
    },
    /// A table's number of cells is not its number of rows times columns.
    #[error("a table of {blocks} blocks by {subjects} subjects has {expected} cells, {found} were given", expected = blocks * subjects)]
    Shape {
        /// Rows.
        blocks: usize,
        /// Columns.
        subjects: usize,
        /// Cells given.
        found: usize,
    },
    /// Two samples that belong together differ in length.
    #[error("{procedure} needs pairs, there are {left} and {right} values")]
    Unpaired {
        /// The procedure's name.
        procedure: &'static str,
        /// Length of the first sample.
        left: usize,
        /// Length of the second sample.
        right: usize,
    },
    /// An argument outside its range.
    #[error("{what} must be {range}, it is {found}")]
    OutOfRange {
        /// The argument.
        what: &'static str,
        /// The range in words.
        range: &'static str,
        /// What was given.
        found: f64,
    },
    /// A value that is NaN or infinite.
    #[error("value {index} of {what} is not finite")]
    NotFinite {
        /// Which sample.
        what: &'static str,
        /// Its index, from 0.
        index: usize,
    },
    /// The answer is not defined for these numbers.
    #[error("{procedure} is not defined here: {why}")]
    Undefined {
        /// The procedure's name.
        procedure: &'static str,
        /// The reason in words.
        why: &'static str,
    },
    /// An exact computation that is too large to do.
    #[error(
        "exact {procedure} would take {size:.3e} steps (limit {limit:.0e}); use Monte Carlo or the asymptotic form"
    )]
    TooLarge {
        /// The procedure's name.
        procedure: &'static str,
        /// The size found.
        size: f64,
        /// The size that is still done.
        limit: f64,
    },
    /// Cells are missing where the procedure takes complete tables only.
    #[error("{procedure} takes complete tables only, {} missing", if *missing == 1 { "1 cell is".to_owned() } else { format!("{missing} cells are") })]
    Incomplete {
        /// The procedure's name.
        procedure: &'static str,
        /// How many cells are missing.
        missing: usize,
    },
    /// Values too far apart to be held as exact integers of one unit.
    #[error("the values are too far apart to be compared exactly (more than 38 digits)")]
    Range,
    /// Cells of a table that are too far apart, by their names: the largest and the one with the smallest last place.
    #[error(
        "the values are too far apart to be compared exactly, more than 30 digits from the largest to the smallest last \
         place: {large}, {fine}"
    )]
    TooFarApart {
        /// The largest value in size, and whose it is: `1e30 of A on r`.
        large: String,
        /// The value with the smallest last place.
        fine: String,
    },
    /// A family whose number of members does not fit what it is a family of.
    #[error("{procedure} needs {expected} {what}, {found} were given")]
    Count {
        /// The procedure's name.
        procedure: &'static str,
        /// What is counted: `p-values`.
        what: &'static str,
        /// How many there must be.
        expected: usize,
        /// How many were given.
        found: usize,
    },
}
