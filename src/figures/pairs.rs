//! Every pair of methods with its p-value.

use crate::analysis::SubjectsTest;
use crate::chart::{Better, PairCell, PairsData};
use crate::report::p_value;
use crate::stats::Adjustment;

/// Common levels; those below the level asked for are shades of their own.
const LEVELS: [f64; 2] = [0.001, 0.01];

/// The pairs of a test, best mean rank first: the adjusted p-values of its post-hoc test and the differences
/// of mean ranks.
#[must_use]
pub fn pairs(test: &SubjectsTest, title: Option<&str>) -> PairsData {
    let methods = super::labels(test.subjects.iter());
    let mut cells: Vec<Vec<Option<PairCell>>> = (0..test.subjects.len()).map(|i| vec![None; i]).collect();
    let row = |subject| test.subjects.iter().position(|s| s == subject);
    for pair in &test.pairs {
        // both are among the subjects, the better one listed earlier
        let (Some(earlier), Some(later)) = (row(&pair.better), row(&pair.other)) else { continue };
        let (p, difference) = (pair.adjusted, pair.rank_difference);
        let Some(cell) = cells.get_mut(later).and_then(|r| r.get_mut(earlier)) else { continue };
        *cell = Some(PairCell {
            p,
            text: short(p),
            better: if difference > 0.0 { Better::Earlier } else { Better::Neither },
            effect: super::signed(-difference, 2),
        });
    }
    let mut steps: Vec<f64> = LEVELS.into_iter().filter(|l| *l < test.alpha).collect();
    steps.push(test.alpha);
    let mut head = super::critical_difference::head(test, title);
    head.axis = format!("{}, by {}", procedure(test), head.axis);
    PairsData {
        head,
        rows: test.subjects.iter().map(|s| super::place(&methods, s)).collect(),
        methods,
        cells,
        steps: steps.into_iter().map(|s| (s, s.to_string())).collect(),
        effect: "difference of mean ranks, row \u{2212} column".to_owned(),
    }
}

/// The test of pairs and its adjustment.
pub(super) fn procedure(test: &SubjectsTest) -> String {
    match test.adjustment {
        _ if test.posthoc.adjusts_itself() => test.posthoc.name().to_owned(),
        Adjustment::None => format!("{}, unadjusted", test.posthoc.name()),
        other => format!("{}, {} adjusted", test.posthoc.name(), other.name()),
    }
}

/// A p-value for a cell: three places, or what [`p_value`] gives where those say nothing.
fn short(p: f64) -> String {
    if p >= 0.0005 { format!("{p:.3}") } else { p_value(p) }
}
