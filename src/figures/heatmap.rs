//! Methods by blocks, coloured inside each block.

use crate::analysis::{Ranked, Ranking};
use crate::chart::{HeatCell, HeatmapData};

/// What a cell's colour shows. Both are of its own block, so that no colour compares two blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ColorBy {
    /// The rank inside the block, which also stands in the cell.
    #[default]
    Rank,
    /// Where the value lies between the worst and the best one of its block; the value stands in the cell.
    Value,
}

/// The table of a ranking: one row a method, one column a block, the best in the strongest colour.
#[must_use]
pub fn heatmap(ranking: &Ranking, color_by: ColorBy, title: Option<&str>) -> HeatmapData {
    let methods = super::labels_of(ranking);
    let mut cells: Vec<Vec<Option<HeatCell>>> = vec![Vec::new(); methods.len()];
    for block in &ranking.blocks {
        let widest = block.entries.iter().map(|e| e.gap_to_best.value).fold(0.0, f64::max);
        let cell = |entry: &Ranked| match color_by {
            // the strongest colour is that of the largest number
            ColorBy::Rank => HeatCell { value: -entry.rank, text: entry.rank.to_string() },
            ColorBy::Value => HeatCell {
                value: if widest > 0.0 { 1.0 - entry.gap_to_best.value / widest } else { 1.0 },
                text: super::typeset(&entry.value.shown),
            },
        };
        for (row, entry) in cells.iter_mut().zip(super::in_order(block, &methods)) {
            row.push(entry.map(cell));
        }
    }
    let mut head = super::head(&ranking.protocol, &ranking.basis, title, &ranking.why_blocks);
    let last = ranking.blocks.iter().flat_map(|b| &b.entries).map(|e| e.rank).fold(1.0, f64::max);
    let range = match color_by {
        ColorBy::Rank => {
            head.axis = format!("rank inside each block by {}", head.axis);
            ((-last, format!("rank {last}")), (-1.0, "rank 1, best".to_owned()))
        }
        ColorBy::Value => {
            head.axis += "; coloured inside each block";
            ((0.0, "worst of its block".to_owned()), (1.0, "best of its block".to_owned()))
        }
    };
    let columns = ranking.blocks.iter().map(|b| b.block.label().to_owned()).collect();
    HeatmapData { head, rows: methods, columns, cells, range, centre: None }
}
