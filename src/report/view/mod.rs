//! Documents from analysis results, one file a command.

mod agreement;
mod common;
mod compare;
mod decompose;
mod figures_index;
mod findings;
mod index;
mod intervals;
mod long;
mod pair;
mod plan;
mod policy;
mod rank;
mod report;
mod spread;
mod test;

pub use agreement::agreement;
pub use compare::{compared_cells, comparison};
pub use decompose::decomposition;
pub use figures_index::{FigureEntry, figures_index};
pub use findings::{all_codes, explanation, findings, findings_list};
pub use index::{IndexEntry, index};
pub use intervals::{aggregates, intervals};
pub use long::{agreement_long, compared_cells_long, comparison_long, decomposition_long};
pub use plan::plan;
pub(crate) use rank::ranking_csv;
pub use rank::{mean_ranks, pooled, ranking};
pub use report::{Chapter, Picture, ReportParts, report};
pub use spread::spread;
pub use test::{matrix as test_matrix, test};
