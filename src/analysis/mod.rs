//! What is computed from comparable results. Each analysis takes a [`Comparable`](crate::Comparable)
//! of its own question and returns plain data that carries its basis; renderers only read it.

mod aggregates;
mod agreement;
mod block;
mod compare;
mod cross_validation;
mod decompose;
mod intervals;
mod mean_rank;
mod overview;
mod pair;
mod plan;
mod pooled;
mod profile;
mod rank;
mod spread;
mod table;
mod test;

pub use aggregates::{AggregateScores, SubjectAggregates, aggregate_scores};
pub(crate) use agreement::agreement_of_tested;
pub use agreement::{Agreement, BlockAgreement, Reversed, agreement};
pub use block::BlockName;
pub use compare::{BlockDifference, CellRef, Comparison, Difference, compare, compare_cells, compare_with};
pub use cross_validation::OverDataSets;
pub use decompose::{Decomposition, SubjectEffect, SumsOfSquares, decompose};
pub use intervals::{Estimate, Estimates, IntervalBy, Intervals, Quantity, Varies, intervals};
pub use mean_rank::{MeanRank, MeanRanks, mean_ranks};
pub use overview::{Overview, overview};
pub use pair::{PairOptions, PairStatistics};
pub use plan::{Plan, PlanOptions, PlannedProcedure, plan};
pub use pooled::{PooledEntry, PooledList, pooled};
pub use profile::{ProfileCurve, ProfileStep, Profiles, profile};
pub use rank::{BlockRanking, Number, Ranked, Ranking, rank};
pub(crate) use rank::{averages_runs, first_blocks, rank_each};
pub(crate) use spread::spread_of_best;
pub use spread::{BlockEffect, Residual, Spread, SubjectSpread, spread};
pub use test::{Omnibus, OmnibusChoice, PairTest, Posthoc, SubjectsTest, TestOptions, test_subjects};
