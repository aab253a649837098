//! Statistical procedures as pure functions on numbers: slices in, a result out; no data frame, no
//! input or output, no clock. Each names its source and says what it does with ties, zeros and
//! missing cells.

mod additive;
mod describe;
mod error;
mod matrix;
mod ranks;

pub use additive::{Additive, additive};
pub use describe::{mad, mean, median, range, sd, sum};
pub use error::StatsError;
pub use matrix::{Best, BlockTable};
pub use ranks::{Ties, doubled_midranks, rank, tie_groups};
