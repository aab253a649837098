//! How far two rankings of the same subjects agree.
//!
//! Keys are any ordered values (exact numbers or ranks), one a subject in the same order on both
//! sides; equal keys are ties. Where the top of a ranking matters more ([`weighted_tau`],
//! [`rank_biased_overlap`]) the smallest key is the top, as with ranks.

mod kendall;
mod overlap;
mod reversals;
mod spearman;
mod weighted;

pub use kendall::{Kendall, kendall};
pub use overlap::rank_biased_overlap;
pub use reversals::{Reversal, reversals};
pub use spearman::{Spearman, spearman};
pub use weighted::weighted_tau;

use super::StatsError;

/// The place of each key among the different keys, from 0.
fn dense<T: Ord>(keys: &[T]) -> Vec<usize> {
    let mut sorted: Vec<&T> = keys.iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    keys.iter().map(|key| sorted.partition_point(|&other| other < key)).collect()
}

fn check_pairs(procedure: &'static str, left: usize, right: usize, needed: usize) -> Result<(), StatsError> {
    if left != right {
        return Err(StatsError::Unpaired { procedure, left, right });
    }
    if left < needed {
        return Err(StatsError::TooFew { procedure, what: "subjects", needed, found: left });
    }
    Ok(())
}

/// Neither side may tie all its subjects.
fn check_varied(procedure: &'static str, x: &[usize], y: &[usize]) -> Result<(), StatsError> {
    let constant = |keys: &[usize]| keys.windows(2).all(|w| w[0] == w[1]);
    if constant(x) || constant(y) {
        return Err(StatsError::Undefined { procedure, why: "one ranking ties all subjects" });
    }
    Ok(())
}
