//! Dots: one row a block, one dot a method.

use crate::analysis::Ranking;
use crate::chart::DotsData;

/// The dots of a ranking. As with [`bars`](super::bars()), like meets like along a row; the subtitle says
/// in what the rows differ. Not for blocks of several datasets or splits, which have no common axis.
#[must_use]
pub fn dots(ranking: &Ranking, title: Option<&str>) -> DotsData {
    let methods = super::labels_of(ranking);
    let mut head = super::head(&ranking.protocol, &ranking.basis, title, &ranking.why_blocks);
    if ranking.blocks.len() > 1 {
        head.subtitle += "; compare along a row";
    }
    DotsData { head, groups: super::bars::groups(ranking, &methods), methods }
}
