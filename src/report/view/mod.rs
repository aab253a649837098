//! Documents from analysis results, one file a command.

mod common;
mod compare;
mod findings;
mod index;
mod policy;
mod rank;
mod report;
mod spread;
mod test;

pub use compare::{compared_cells, comparison};
pub use findings::{all_codes, explanation, findings, findings_list};
pub use index::{IndexEntry, index};
pub use rank::{mean_ranks, pooled, ranking};
pub use report::{Chapter, Picture, ReportParts, report};
pub use spread::spread;
pub use test::test;
