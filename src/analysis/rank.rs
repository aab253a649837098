//! One ranking a block.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::BlockName;
use crate::comparability::design::{Block, Part};
use crate::comparability::order::{sorted_cells, within_rounding};
use crate::comparability::study::PROTOCOL_AXES;
use crate::comparability::{Basis, Comparable, InsideBlocks, Subject, Unplaced};
use crate::decimal::Mean;
use crate::results::{Direction, Protocol};
use crate::stats::{self, Ties};

/// A number to show: the value as printed, or the mean of some runs.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Number {
    /// The number.
    pub value: f64,
    /// The number as it is shown: as printed for a single value.
    pub shown: String,
    /// How many runs it is the mean of.
    pub runs: u64,
}

impl Number {
    pub(crate) fn of(mean: Mean) -> Self {
        Self { value: mean.to_f64(), shown: mean.to_string(), runs: mean.count() }
    }

    /// A difference of two means, shown with the places of the finer one.
    pub(crate) fn difference(a: Mean, b: Mean) -> Self {
        let places = a.shown_places().max(b.shown_places());
        match a.checked_sub(b) {
            Some(d) => Self { value: d.to_f64(), shown: d.round(places).to_string(), runs: 1 },
            None => {
                let value = a.to_f64() - b.to_f64();
                Self { value, shown: value.to_string(), runs: 1 }
            }
        }
    }
}

/// One subject in a ranking.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Ranked {
    /// The rank by the tie rule asked for; 1 is best.
    pub rank: f64,
    /// The rank with ties shared as their mean, as rank statistics use it.
    pub midrank: f64,
    /// What is ranked.
    pub subject: Subject,
    /// Its value.
    pub value: Number,
    /// How far it is behind the best; 0 for the best.
    pub gap_to_best: Number,
    /// How far it is ahead of the next one; none for the last.
    pub gap_to_next: Option<Number>,
    /// Whether a neighbour in the list could be level with it before rounding: their difference is not
    /// zero and below half a unit of the last printed digit of the coarser one.
    pub within_rounding: bool,
    /// The result's row in the frame, the first one for a mean of runs.
    pub row: u32,
}

/// The ranking inside one block.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct BlockRanking {
    /// The block.
    pub block: BlockName,
    /// Best first; ties in order of their names.
    pub entries: Vec<Ranked>,
}

/// The rankings of one protocol's blocks.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Ranking {
    /// What was measured.
    pub protocol: Protocol,
    /// One ranking a block, in natural order of the blocks.
    pub blocks: Vec<BlockRanking>,
    /// How ties share ranks in [`Ranked::rank`].
    #[serde(serialize_with = "ties_word")]
    #[schemars(with = "Ties")]
    pub ties: Ties,
    /// Why the results fall into several blocks, in words.
    pub why_blocks: String,
    /// What the ranking stands on.
    pub basis: Basis,
    /// Results in no block, since their configuration is not fully recorded.
    pub unplaced: Vec<Unplaced>,
    /// Results without a number, as method and place.
    pub without_value: Vec<(String, String)>,
}

impl Ranking {
    /// Whether raw values of its blocks have one scale: the blocks differ in no part of the protocol, such as
    /// the dataset.
    #[must_use]
    pub fn one_scale(&self) -> bool {
        let scale = |block: &BlockRanking| -> Vec<(String, String)> {
            let pairs = block.block.pairs.iter();
            pairs.filter(|(key, _)| PROTOCOL_AXES.contains(&key.as_str())).cloned().collect()
        };
        self.blocks.windows(2).all(|w| scale(&w[0]) == scale(&w[1]))
    }
}

fn ties_word<S: serde::Serializer>(ties: &Ties, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(ties_name(*ties))
}

/// The tie rule's name on the command line.
pub(crate) const fn ties_name(ties: Ties) -> &'static str {
    match ties {
        Ties::Average => "average",
        Ties::Min => "min",
        Ties::Dense => "dense",
    }
}

/// Ranks the subjects inside each block, best first by the metric's direction; one [`Ranking`] for
/// each protocol.
///
/// Ties are decided on exact decimals: `64.3` and `64.30` tie.
///
/// ```
/// use likewise::{InsideBlocks, Policy, Study, check, rank};
/// use likewise::{ingest, stats::Ties};
/// let csv = "method,backbone,AUROC\nLN,ResNet50,85.53\nHEM-,ResNet50,81.77\nHEM-,SwinT,85.09\nLN,SwinT,78.09\n";
/// let results = ingest::read_text("x.csv", csv, &ingest::Options::default())?;
/// let study = Study::new(&results, &Policy::default())?;
/// let comparable = check(study, InsideBlocks).map_err(|r| format!("{:?}", r.conditions()))?;
/// let ranking = &rank(&comparable, Ties::Min)[0];
/// assert_eq!(ranking.blocks[0].block.label(), "ResNet50");
/// assert_eq!(ranking.blocks[0].entries[0].subject.name, "LN");
/// assert_eq!(ranking.blocks[1].entries[0].subject.name, "HEM-");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn rank(comparable: &Comparable<InsideBlocks>, ties: Ties) -> Vec<Ranking> {
    let ranking = |(at, part): (usize, &Part)| Ranking {
        protocol: part.protocol.clone(),
        blocks: part.blocks.iter().map(|block| of_block(part, block, ties)).collect(),
        ties,
        why_blocks: why_blocks(part),
        basis: comparable.basis().clone(),
        unplaced: if at == 0 { comparable.unplaced().to_vec() } else { Vec::new() },
        without_value: if at == 0 { comparable.without_value().to_vec() } else { Vec::new() },
    };
    comparable.parts().iter().enumerate().map(ranking).collect()
}

/// The rankings of [`rank`] one block after the other, made when they are asked for.
pub(crate) fn rank_each(
    comparable: &Comparable<InsideBlocks>,
    ties: Ties,
) -> impl Iterator<Item = (&Protocol, BlockRanking)> {
    comparable.parts().iter().flat_map(move |part| {
        part.blocks.iter().map(move |block| (&part.protocol, of_block(part, block, ties)))
    })
}

/// The first block of each protocol: the others have the same keys.
pub(crate) fn first_blocks(
    comparable: &Comparable<InsideBlocks>,
) -> impl Iterator<Item = (&Protocol, BlockName)> {
    let first = |part: &Part| part.blocks.first().map(|block| BlockName::of(part, block));
    comparable.parts().iter().filter_map(move |part| Some((&part.protocol, first(part)?)))
}

/// Whether any value of [`rank_each`] is the mean of several runs.
pub(crate) fn averages_runs(comparable: &Comparable<InsideBlocks>) -> bool {
    comparable.parts().iter().flat_map(|p| &p.blocks).flat_map(|b| &b.cells).any(|c| c.mean.count() > 1)
}

fn of_block(part: &Part, block: &Block, ties: Ties) -> BlockRanking {
    BlockRanking { block: BlockName::of(part, block), entries: entries(part, block, ties) }
}

/// The cells of a block, best first, with their ranks.
pub(crate) fn sorted(part: &Part, block: &Block, ties: Ties) -> Vec<(usize, f64, f64)> {
    let order = sorted_cells(part, block);
    // the place in the order with ties merged is an integer key that every tie rule can rank
    let mut keys = vec![0u32; order.len()];
    for at in 1..order.len() {
        let same = block.cells[order[at]].mean == block.cells[order[at - 1]].mean;
        keys[at] = keys[at - 1] + u32::from(!same);
    }
    let shown = stats::rank(&keys, ties);
    let mid = if ties == Ties::Average { shown.clone() } else { stats::rank(&keys, Ties::Average) };
    order.into_iter().zip(shown.into_iter().zip(mid)).map(|(at, (s, m))| (at, s, m)).collect()
}

fn entries(part: &Part, block: &Block, ties: Ties) -> Vec<Ranked> {
    let sorted = sorted(part, block, ties);
    let mean = |at: usize| block.cells[sorted[at].0].mean;
    let behind = |better: Mean, worse: Mean| match part.direction() {
        Direction::Higher => Number::difference(better, worse),
        Direction::Lower => Number::difference(worse, better),
    };
    (0..sorted.len())
        .map(|at| {
            let (cell, rank, midrank) = (block.cells[sorted[at].0], sorted[at].1, sorted[at].2);
            let close = |other: usize| within_rounding(mean(at), mean(other));
            Ranked {
                rank,
                midrank,
                subject: part.subjects[cell.subject as usize].clone(),
                value: Number::of(cell.mean),
                gap_to_best: behind(mean(0), mean(at)),
                gap_to_next: (at + 1 < sorted.len()).then(|| behind(mean(at), mean(at + 1))),
                within_rounding: (at > 0 && close(at - 1)) || (at + 1 < sorted.len() && close(at + 1)),
                row: cell.row,
            }
        })
        .collect()
}

/// `3 blocks: Backbone differs`, with the keys that would have to match to merge two blocks.
pub(crate) fn why_blocks(part: &Part) -> String {
    let blocks = part.blocks.len();
    let varying = part.varying();
    let names: Vec<&str> = varying.iter().map(|&a| part.axes[a].as_str()).collect();
    match (blocks, names.as_slice()) {
        (1, _) | (_, []) => format!("{blocks} block{}", if blocks == 1 { "" } else { "s" }),
        (_, [only]) => format!("{blocks} blocks: {only} differs"),
        (_, several) => {
            // a key that alone keeps two blocks apart
            let alone: Vec<&str> = varying
                .iter()
                .filter(|&&axis| {
                    let rest = |b: &Block| -> Vec<String> {
                        let values = b.values.iter().enumerate().filter(|(at, _)| *at != axis);
                        values.map(|(_, v)| v.clone()).collect()
                    };
                    let mut others: Vec<Vec<String>> = part.blocks.iter().map(rest).collect();
                    others.sort();
                    others.windows(2).any(|w| w[0] == w[1])
                })
                .map(|&axis| part.axes[axis].as_str())
                .collect();
            let merge = match alone.as_slice() {
                [] => "no two of them would be one if a single key matched".to_owned(),
                keys => format!("some would be one if only {} matched", keys.join(", or only ")),
            };
            format!("{blocks} blocks: {} differ; {merge}", several.join(", "))
        }
    }
}
