//! What was measured: the part of a result that no force can make comparable.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Direction, known_metric, unit_scale, unit_symbol};

/// What was measured: task, dataset, split, metric, unit and direction. Results of two protocols
/// are never comparable; `None` is *not recorded*.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Protocol {
    /// The task, such as out-of-distribution detection.
    pub task: Option<String>,
    /// The dataset.
    pub dataset: Option<String>,
    /// The split of the dataset.
    pub split: Option<String>,
    /// The metric.
    pub metric: Option<String>,
    /// The unit as recorded.
    pub unit: Option<String>,
    /// Which way is better.
    pub direction: Option<Direction>,
}

impl Protocol {
    /// The metric with its unit: `AUROC (%)`.
    #[must_use]
    pub fn metric_label(&self) -> String {
        let metric = self.metric.as_deref().unwrap_or("value");
        match &self.unit {
            Some(unit) => format!("{metric} ({})", unit_symbol(unit)),
            None => metric.to_owned(),
        }
    }

    /// The ends of the metric's scale in its unit, for a known metric that has such; one of them may be
    /// infinite. `None` where the unit is not recorded and the ends depend on it: a unit is never guessed.
    #[must_use]
    pub fn range(&self) -> Option<(f64, f64)> {
        let known = known_metric(self.metric.as_deref()?)?;
        known.range_in(self.unit.as_deref().and_then(unit_scale))
    }

    /// The ends of the metric's scale that an interval goes beyond: none, one, or both. An interval by
    /// Student's t is symmetric and knows of no ends.
    #[must_use]
    pub fn passed(&self, interval: Option<(f64, f64)>) -> Vec<f64> {
        self.range().map_or_else(Vec::new, |scale| passed(interval, scale))
    }

    /// The recorded parts in words: `AUROC (%), higher is better; ImageNet-1k OOD`.
    #[must_use]
    pub fn label(&self) -> String {
        let mut out = self.metric_label();
        if let Some(direction) = self.direction {
            out += &format!(", {direction}");
        }
        let place = self.place();
        if place.is_empty() { out } else { format!("{out}; {place}") }
    }

    /// Task, dataset and split, as far as recorded.
    #[must_use]
    pub fn place(&self) -> String {
        let parts = [&self.task, &self.dataset, &self.split];
        let recorded: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        recorded.join(", ")
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label())
    }
}
/// The ends of a scale that an interval goes beyond.
pub(crate) fn passed(interval: Option<(f64, f64)>, (from, to): (f64, f64)) -> Vec<f64> {
    let Some((low, high)) = interval else { return Vec::new() };
    [(low < from, from), (high > to, to)].into_iter().filter_map(|(past, end)| past.then_some(end)).collect()
}
