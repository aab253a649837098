//! The policy that was applied, as a part of a report.

use crate::comparability::{Common, Force, Policy};
use crate::report::document::{Column, Section, Table};

/// What the user decided, a line a decision; a sentence where nothing was.
pub(super) fn policy_section(policy: &Policy) -> Section {
    let mut rows: Vec<(&str, String)> = Vec::new();
    rows.extend(policy.metric.iter().map(|m| ("metric", m.clone())));
    rows.extend(policy.direction.iter().map(|(metric, way)| {
        let of = if metric.is_empty() { "all metrics" } else { metric.as_str() };
        ("direction", format!("{of}: {} is better", way.word()))
    }));
    rows.extend(policy.subject.iter().map(|s| ("ranked instead of the method", s.clone())));
    for (what, keys) in [
        ("blocks differ in", &policy.by),
        ("ignored", &policy.ignore),
        ("averaged over runs", &policy.replicate),
    ] {
        if !keys.is_empty() {
            rows.push((what, keys.join(", ")));
        }
    }
    rows.extend(
        policy.assume.iter().map(|(key, value)| ("assumed where not recorded", format!("{key} = {value}"))),
    );
    rows.extend(policy.alias.iter().map(|(from, to)| ("read as", format!("{from} as {to}"))));
    rows.extend(
        policy.filter.iter().map(|(key, values)| ("only", format!("{key} = {}", values.join(" or ")))),
    );
    match policy.common {
        None => {}
        Some(Common::Blocks) => rows.push(("left out", "blocks that lack a method".to_owned())),
        Some(Common::Subjects) => rows.push(("left out", "methods that lack a block".to_owned())),
    }
    match &policy.force {
        None => {}
        Some(Force::All) => rows.push(("forced", "all that can be".to_owned())),
        Some(Force::Keys(keys)) => rows.push(("forced", keys.join(", "))),
    }
    rows.extend(policy.because.iter().map(|b| ("because", b.clone())));
    let heading = "Policy".to_owned();
    let mut section = if rows.is_empty() {
        Section::text(
            Some(heading),
            vec![
                "The default: every recorded key tells blocks apart; nothing is ignored, assumed, averaged or forced."
                    .to_owned(),
            ],
        )
    } else {
        let table = Table {
            columns: vec![Column::left("decision", "decision"), Column::left("what", "what")],
            rows: rows.into_iter().map(|(what, text)| vec![what.into(), text.into()]).collect(),
            ..Table::default()
        };
        Section::table(heading, table)
    };
    section.level = 1;
    section
}
