//! A protocol in one line: who is best, and whether the methods differ at all.

use super::mean_rank::mean_ranks;
use super::table::table;
use crate::comparability::{Comparable, CompleteBlocks, Subject};
use crate::results::Protocol;
use crate::stats::{self, Friedman, FriedmanVariant, StatsError};

/// One protocol's results in a line.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Overview {
    /// What was measured.
    pub protocol: Protocol,
    /// How many subjects are compared.
    pub subjects: usize,
    /// In how many blocks.
    pub blocks: usize,
    /// The subjects with the best mean rank, in order of their names.
    pub best: Vec<Subject>,
    /// Their mean rank; 1 is best in every block.
    pub mean_rank: f64,
    /// Friedman's test; none with fewer than two subjects or two blocks.
    pub friedman: Option<Friedman>,
}

/// Up to so many cells Friedman's p is found as [`FriedmanVariant::Auto`] finds it; beyond them by chi-squared, so
/// that an overview of a thousand protocols takes no longer than reading them. [`test_subjects`](super::test_subjects)
/// says more of one.
const CELLS: usize = 50;

/// Says of each protocol who is best by mean rank, and whether the subjects differ by Friedman's test: exact for at most
/// 50 cells (where that is feasible, else by random arrangements), by chi-squared beyond.
///
/// ```
/// use likewise::{CompleteBlocks, Policy, Study, check, ingest, overview};
/// let csv = "method,backbone,AUROC\nLN,R50,85.5\nCE,R50,72.9\nLN,SwinT,78.1\nCE,SwinT,75.0\n";
/// let results = ingest::read_text("x.csv", csv, &ingest::Options::default())?;
/// let study = Study::new(&results, &Policy::default())?;
/// let complete = check(study, CompleteBlocks::default()).map_err(|r| format!("{:?}", r.conditions()))?;
/// let line = &overview(&complete)?[0];
/// assert_eq!((line.best[0].name.as_str(), line.mean_rank, line.blocks), ("LN", 1.0, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`StatsError`] for missing cells, where coverage was forced.
pub fn overview(comparable: &Comparable<CompleteBlocks>) -> Result<Vec<Overview>, StatsError> {
    let lines = comparable.parts().iter().zip(mean_ranks(comparable)).map(|(part, ranks)| {
        let (subjects, blocks) = (part.subjects.len(), part.blocks.len());
        let first = ranks.entries.first().map_or(f64::MAX, |e| e.mean_rank);
        let best = ranks.entries.iter().filter(|e| e.mean_rank == first).map(|e| e.subject.clone()).collect();
        let friedman = if subjects < 2 || blocks < 2 {
            None
        } else {
            let few = subjects * blocks <= CELLS;
            let variant = if few { FriedmanVariant::Auto } else { FriedmanVariant::ChiSquared };
            Some(stats::friedman(&table(part)?, variant)?)
        };
        Ok(Overview { protocol: ranks.protocol, subjects, blocks, best, mean_rank: first, friedman })
    });
    lines.collect()
}
