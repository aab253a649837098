//! Metrics whose results seem to be written on two scales: as fractions and as percentages.

use super::study::Study;
use crate::decimal::Decimal;
use crate::ingest::NULL;
use crate::results::known_metric;

/// A metric whose scale ends at 1, or at 100 %, without a unit and with values on both sides of 1.
pub(crate) struct Mixed {
    /// The metric's code.
    pub(crate) metric: u32,
    /// Rows with values between 0 and 1.
    pub(crate) fractions: Vec<u32>,
    /// Rows with values above 1.
    pub(crate) percentages: Vec<u32>,
}

/// The metrics of a study that mix scales, by code. 0 and 1 stand on both scales and say nothing.
pub(crate) fn mixed(study: &Study) -> Vec<Mixed> {
    let (metric, unit) = (&study.protocol[3], &study.protocol[4]);
    let suspects: Vec<u32> = (0..metric.words.len() as u32)
        .filter(|&m| known_metric(&metric.words[m as usize]).is_some_and(|k| k.range == Some((0.0, 1.0))))
        .collect();
    // most tables need no look at their values
    if suspects.is_empty() || !unit.codes.has(NULL) {
        return Vec::new();
    }
    let value = |word: &String| word.parse::<Decimal>().ok().map(Decimal::to_f64);
    let sides: Vec<(bool, bool)> = study
        .reported
        .words
        .iter()
        .map(|word| value(word).map_or((false, false), |v| (v > 0.0 && v < 1.0, v > 1.0)))
        .collect();
    if !sides.iter().any(|s| s.0) || !sides.iter().any(|s| s.1) {
        return Vec::new();
    }
    let rows_of = |wanted: u32, side: fn(&(bool, bool)) -> bool| -> Vec<u32> {
        let row = |&row: &usize| {
            metric.codes[row] == wanted
                && unit.codes[row] == NULL
                && sides.get(study.reported.codes[row] as usize).is_some_and(side)
        };
        (0..study.len()).filter(row).map(|row| row as u32).collect()
    };
    suspects
        .into_iter()
        .map(|m| Mixed { metric: m, fractions: rows_of(m, |s| s.0), percentages: rows_of(m, |s| s.1) })
        .filter(|m| !m.fractions.is_empty() && !m.percentages.is_empty())
        .collect()
}
