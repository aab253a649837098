//! From analysis results to what a chart draws: nothing is computed here, only arranged.

mod bars;
mod bump;
mod critical_difference;
mod dots;
mod heatmap;
mod interaction;
mod intervals;
mod pairs;
mod profile;
mod ranking;
mod scatter;
mod sorted;
mod spread;
pub mod top;

pub use bars::bars;
pub use bump::bump;
pub use critical_difference::critical_difference;
pub use dots::dots;
pub use heatmap::{ColorBy, heatmap};
pub use interaction::interaction;
pub use intervals::intervals;
pub use pairs::pairs;
pub use profile::{FactorAxis, profile};
pub use ranking::ranking;
pub use scatter::scatter;
pub use sorted::sorted;
pub use spread::spread;

use crate::analysis::{BlockRanking, Number, Ranked, Ranking};
use crate::chart::{Head, POWERS_FROM, Reading, power_of_ten};
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

/// The labels of all subjects of a ranking, as [`labels`].
fn labels_of(ranking: &Ranking) -> Vec<String> {
    labels(ranking.blocks.iter().flat_map(|b| b.entries.iter().map(|e| &e.subject)))
}

/// One entry of a block for each label, `None` where the block lacks it.
fn in_order<'a>(block: &'a BlockRanking, labels: &[String]) -> Vec<Option<&'a Ranked>> {
    let mut entries = vec![None; labels.len()];
    for entry in &block.entries {
        entries[place(labels, &entry.subject)] = Some(entry);
    }
    entries
}

fn reading(number: &Number) -> Reading {
    Reading { value: number.value, text: typeset(&number.shown) }
}

/// A number as printed, its hyphen set as the minus sign that the axes have.
fn typeset(number: &str) -> String {
    match number.strip_prefix('-') {
        Some(size) if size.starts_with(|c: char| c.is_ascii_digit() || c == '.') => format!("\u{2212}{size}"),
        _ => number.to_owned(),
    }
}

/// A number with so many places; as a power of ten where the axes write one.
fn fixed(value: f64, places: usize) -> String {
    let plain = value.abs() < POWERS_FROM;
    typeset(&if plain { format!("{value:.places$}") } else { power_of_ten(value, 3) })
}

/// A number with its sign as typeset: `+2.40`, `−2.40`, `0.00`.
fn signed(value: f64, places: usize) -> String {
    let size = fixed(value.abs(), places);
    if size.chars().all(|c| matches!(c, '0' | '.')) {
        size
    } else if value < 0.0 {
        format!("\u{2212}{size}")
    } else {
        format!("+{size}")
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn signs() {
        assert_eq!(super::signed(-2.404, 2), "−2.40");
        assert_eq!(super::signed(2.406, 2), "+2.41");
        assert_eq!(super::signed(-0.004, 2), "0.00");
        assert_eq!(super::signed(-1.5e300, 2), "−1.500×10³⁰⁰");
        assert_eq!(super::fixed(-49.4711, 3), "−49.471");
        assert_eq!(["-0.5", "-.5", "-", "a-1", "7"].map(super::typeset), ["−0.5", "−.5", "-", "a-1", "7"]);
    }
}
