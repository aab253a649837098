//! From analysis results to what a chart draws: nothing is computed here, only arranged.

mod bars;
mod ranking;
mod sorted;
mod spread;

pub use bars::bars;
pub use ranking::ranking;
pub use sorted::sorted;
pub use spread::spread;

use crate::chart::Head;
use crate::comparability::{Basis, Subject};
use crate::results::Protocol;

/// The titles of a figure: the place of the protocol, or the metric where no place is recorded.
fn head(protocol: &Protocol, basis: &Basis, title: Option<&str>, subtitle: &str) -> Head {
    let place = protocol.place();
    let made = if place.is_empty() { protocol.metric_label() } else { place };
    let axis = match protocol.direction {
        Some(direction) => format!("{}, {direction}", protocol.metric_label()),
        None => protocol.metric_label(),
    };
    Head {
        title: title.map_or(made, str::to_owned),
        subtitle: subtitle.to_owned(),
        axis,
        notice: basis.notice(),
    }
}

/// The labels of subjects in natural order, each once: a label's place decides its colour, so that a
/// method has one colour in every figure of a run.
fn labels<'a>(subjects: impl Iterator<Item = &'a Subject>) -> Vec<String> {
    let mut labels: Vec<String> = subjects.map(Subject::label).collect();
    labels.sort_by(|a, b| crate::results::order::natural(a, b));
    labels.dedup();
    labels
}

/// The place of a subject among the labels; every subject drawn is among them.
fn place(labels: &[String], subject: &Subject) -> usize {
    let label = subject.label();
    labels.iter().position(|l| *l == label).unwrap_or(0)
}
