//! One method against another.

use crate::analysis::Comparison;
use crate::chart::{ScatterData, ScatterPoint, Wins};
use crate::results::Direction;

/// One point a block: the first method's value along, the second one's up. `run` are the labels of all
/// methods of the run, in natural order, so that the two have the colours that they have elsewhere.
#[must_use]
pub fn scatter(comparison: &Comparison, run: &[String], title: Option<&str>) -> ScatterData {
    let mut methods = run.to_vec();
    for label in [comparison.a.label(), comparison.b.label()] {
        if !methods.contains(&label) {
            methods.push(label);
        }
    }
    let points: Vec<ScatterPoint> = comparison
        .blocks
        .iter()
        .map(|b| ScatterPoint {
            label: b.block.label().to_owned(),
            a: super::reading(&b.difference.a),
            b: super::reading(&b.difference.b),
        })
        .collect();
    let blocks = if points.len() == 1 { "1 block".to_owned() } else { format!("{} blocks", points.len()) };
    let says = format!("{} against {}, {blocks}", comparison.a.label(), comparison.b.label());
    ScatterData {
        head: super::head(&comparison.protocol, &comparison.basis, title, &says),
        a: super::place(&methods, &comparison.a),
        b: super::place(&methods, &comparison.b),
        methods,
        points,
        higher_is_better: comparison.protocol.direction != Some(Direction::Lower),
        wins: Wins { a: comparison.wins, b: comparison.losses, ties: comparison.ties },
    }
}
