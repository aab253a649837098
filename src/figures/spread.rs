//! Each method's range, mean and points over the blocks.

use super::reading;
use crate::analysis::Spread;
use crate::chart::{Reading, SpreadData, SpreadRow};

/// The ranges of a spread, in the order of its subjects.
#[must_use]
pub fn spread(spread: &Spread, title: Option<&str>) -> SpreadData {
    let methods = super::labels(spread.subjects.iter().map(|s| &s.subject));
    let rows = spread
        .subjects
        .iter()
        .map(|s| SpreadRow {
            method: super::place(&methods, &s.subject),
            points: s.values.iter().map(|v| v.as_ref().map(reading)).collect(),
            low: reading(&s.min.0),
            high: reading(&s.max.0),
            mean: Some(Reading { value: s.mean, text: super::fixed(s.mean, 2) }),
            note: s.range.as_ref().map_or_else(String::new, |r| r.shown.clone()),
        })
        .collect();
    SpreadData {
        head: super::head(&spread.protocol, &spread.basis, title, &spread.why_blocks),
        methods,
        blocks: spread.blocks.iter().map(|b| b.label().to_owned()).collect(),
        note_title: "range".to_owned(),
        rows,
    }
}
