//! Whether the blocks order the subjects alike.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::BlockName;
use super::table::table;
use super::test::SubjectsTest;
use crate::comparability::design::Part;
use crate::comparability::{Basis, Comparable, CompleteBlocks, Subject};
use crate::results::Protocol;
use crate::stats::{self, BlockTable, Computation, Friedman, FriedmanVariant, Kendall, Spearman, StatsError};

/// The weight of rank-biased overlap's next place: the first ten places hold nine tenths of the weight.
const PERSISTENCE: f64 = 0.9;

/// Two subjects that two blocks order differently.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Reversed {
    /// The one that the first block has ahead.
    pub first: Subject,
    /// The one that the second block has ahead.
    pub second: Subject,
}

/// Two blocks and how far they agree.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct BlockAgreement {
    /// The first block.
    pub a: BlockName,
    /// The second block.
    pub b: BlockName,
    /// Kendall's tau-b with its test; none where a block is one tie.
    pub kendall: Option<Kendall>,
    /// Spearman's rho with its test; none where a block is one tie.
    pub spearman: Option<Spearman>,
    /// Kendall's tau with weights that make the top of the list count more; none as above.
    pub weighted_tau: Option<f64>,
    /// Rank-biased overlap with persistence 0.9, from 0 to 1.
    pub overlap: f64,
    /// Whether both have the same best subjects.
    pub same_best: bool,
    /// The pairs of subjects that the two order differently.
    pub reversals: Vec<Reversed>,
}

/// How far the blocks of one protocol agree.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Agreement {
    /// What was measured.
    pub protocol: Protocol,
    /// How many subjects are ordered.
    pub subjects: usize,
    /// The subjects, in the order of `friedman.mean_ranks`.
    pub methods: Vec<Subject>,
    /// Kendall's coefficient of concordance with its test, which is Friedman's.
    pub friedman: Friedman,
    /// All pairs of blocks.
    pub pairs: Vec<BlockAgreement>,
    /// What it stands on.
    pub basis: Basis,
}

/// Compares the orders that the blocks give, for each protocol.
///
/// # Errors
/// [`StatsError`]: fewer than two subjects or blocks, missing cells (where coverage was forced).
pub fn agreement(comparable: &Comparable<CompleteBlocks>) -> Result<Vec<Agreement>, StatsError> {
    comparable.parts().iter().map(|part| of_part(part, comparable.basis(), None)).collect()
}

/// As [`agreement`], where the same results were tested: Friedman's test, which can take a second, is not made
/// again. `tests` are those of [`test_subjects`](super::test_subjects) without a variant of its own.
pub(crate) fn agreement_of_tested(
    comparable: &Comparable<CompleteBlocks>,
    tests: &[SubjectsTest],
) -> Result<Vec<Agreement>, StatsError> {
    let parts = comparable.parts().iter().zip(tests);
    parts.map(|(part, test)| of_part(part, comparable.basis(), test.friedman.as_ref())).collect()
}

fn of_part(part: &Part, basis: &Basis, known: Option<&Friedman>) -> Result<Agreement, StatsError> {
    let table = table(part)?;
    let friedman = match known {
        Some(friedman) => friedman.clone(),
        None => stats::friedman(&table, FriedmanVariant::Auto)?,
    };
    let mut pairs = Vec::new();
    for a in 0..table.blocks() {
        for b in a + 1..table.blocks() {
            pairs.push(pair(part, &table, a, b)?);
        }
    }
    Ok(Agreement {
        protocol: part.protocol.clone(),
        subjects: table.subjects(),
        methods: part.subjects.clone(),
        friedman,
        pairs,
        basis: basis.clone(),
    })
}

fn pair(part: &Part, table: &BlockTable, a: usize, b: usize) -> Result<BlockAgreement, StatsError> {
    // Friedman's test has refused a table with holes
    let (x, y) = (table.complete_row(a), table.complete_row(b));
    let leaders = |keys: &[i128]| {
        let least = keys.iter().min().copied();
        keys.iter().enumerate().filter(|(_, k)| Some(**k) == least).map(|(s, _)| s).collect::<Vec<_>>()
    };
    let subject = |s: usize| part.subjects[s].clone();
    let reversals = stats::reversals(&x, &y)?
        .into_iter()
        .map(|r| Reversed { first: subject(r.before), second: subject(r.after) })
        .collect();
    Ok(BlockAgreement {
        a: BlockName::of(part, &part.blocks[a]),
        b: BlockName::of(part, &part.blocks[b]),
        kendall: stats::kendall(&x, &y, Computation::Auto).ok(),
        spearman: stats::spearman(&x, &y, Computation::Auto).ok(),
        weighted_tau: stats::weighted_tau(&x, &y).ok(),
        overlap: stats::rank_biased_overlap(&x, &y, PERSISTENCE)?,
        same_best: leaders(&x) == leaders(&y),
        reversals,
    })
}
