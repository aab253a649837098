//! One sorted panel a block.

use crate::analysis::Ranking;
use crate::chart::{RankRow, RankingData, RankingPanel};

/// The panels of a ranking.
#[must_use]
pub fn ranking(ranking: &Ranking, title: Option<&str>) -> RankingData {
    let methods = super::labels_of(ranking);
    let panels = ranking
        .blocks
        .iter()
        .map(|block| RankingPanel {
            label: block.block.label().to_owned(),
            rows: block
                .entries
                .iter()
                .map(|entry| RankRow {
                    method: super::place(&methods, &entry.subject),
                    rank: entry.rank.to_string(),
                    value: Some(entry.value.value),
                    text: super::typeset(&entry.value.shown),
                    within_rounding: entry.within_rounding,
                })
                .collect(),
        })
        .collect();
    let head = super::head(&ranking.protocol, &ranking.basis, title, &ranking.why_blocks);
    RankingData { head, methods, panels, shared_scale: false }
}
