//! What is computed from comparable results. Each analysis takes a [`Comparable`](crate::Comparable)
//! of its own question and returns plain data that carries its basis; renderers only read it.

mod block;
mod compare;
mod decompose;
mod intervals;
mod mean_rank;
mod pooled;
mod profile;
mod rank;
mod spread;
mod test;

pub use block::BlockName;
pub use compare::{BlockDifference, CellRef, Comparison, Difference, compare, compare_cells};
pub use decompose::{Decomposition, SubjectEffect, decompose};
pub use intervals::{Estimate, Estimates, IntervalBy, Intervals, Quantity, Varies, intervals};
pub use mean_rank::{MeanRank, MeanRanks, mean_ranks};
pub use pooled::{PooledEntry, PooledList, pooled};
pub use profile::{ProfileCurve, ProfileStep, Profiles, profile};
pub use rank::{BlockRanking, Number, Ranked, Ranking, rank};
pub use spread::{BlockEffect, Residual, Spread, SubjectSpread, spread};
pub use test::{PairTest, SubjectsTest, test_subjects};
