//! Mean ranks over complete blocks.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::BlockName;
use super::rank::sorted;
use crate::comparability::{Basis, Comparable, CompleteBlocks, Subject};
use crate::results::{Direction, Protocol};
use crate::stats::Ties;

/// One subject's ranks over the blocks.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct MeanRank {
    /// What is ranked.
    pub subject: Subject,
    /// The mean of its ranks; ties inside a block share the mean of their ranks.
    pub mean_rank: f64,
    /// In how many blocks it is best, alone or tied.
    pub firsts: usize,
    /// Its rank in each block, in the order of the blocks; none where it has no result there.
    pub ranks: Vec<Option<f64>>,
}

/// The mean ranks of one protocol's subjects.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct MeanRanks {
    /// What was measured.
    pub protocol: Protocol,
    /// The blocks.
    pub blocks: Vec<BlockName>,
    /// Best first; ties in order of their names.
    pub entries: Vec<MeanRank>,
    /// What it stands on.
    pub basis: Basis,
}

/// The mean of each subject's ranks inside the blocks, for each protocol. Each rank comes from a
/// comparison inside one block, so blocks may be of different scales.
///
/// Where the coverage was forced, a mean is over the blocks that the subject has.
#[must_use]
pub fn mean_ranks(comparable: &Comparable<CompleteBlocks>) -> Vec<MeanRanks> {
    let of_part = |part: &crate::comparability::design::Part| {
        let (k, n) = (part.subjects.len(), part.blocks.len());
        let mut ranks: Vec<Vec<Option<f64>>> = vec![vec![None; n]; k];
        let mut firsts = vec![0; k];
        for (at, block) in part.blocks.iter().enumerate() {
            let order = sorted(part, block, Ties::Min);
            for (cell, place, mid) in order {
                let subject = block.cells[cell].subject as usize;
                ranks[subject][at] = Some(mid);
                firsts[subject] += usize::from(place == 1.0);
            }
        }
        let mut entries: Vec<MeanRank> = part
            .subjects
            .iter()
            .zip(ranks)
            .zip(firsts)
            .map(|((subject, ranks), firsts)| {
                let mean_rank = mean_rank(ranks.iter().flatten().copied());
                MeanRank { subject: subject.clone(), mean_rank, firsts, ranks }
            })
            .collect();
        entries.sort_by(|a, b| a.mean_rank.total_cmp(&b.mean_rank));
        MeanRanks {
            protocol: part.protocol.clone(),
            blocks: part.blocks.iter().map(|b| BlockName::of(part, b)).collect(),
            entries,
            basis: comparable.basis().clone(),
        }
    };
    comparable.parts().iter().map(of_part).collect()
}

/// The mean of some ranks, 0 of none; twice a rank is whole, so that the sum is exact.
pub(super) fn mean_rank(ranks: impl Iterator<Item = f64>) -> f64 {
    let (mut twice, mut count) = (0.0, 0usize);
    for rank in ranks {
        twice += 2.0 * rank;
        count += 1;
    }
    twice / (2 * count.max(1)) as f64
}

impl MeanRanks {
    /// The direction of the metric.
    #[must_use]
    pub fn direction(&self) -> Option<Direction> {
        self.protocol.direction
    }
}
