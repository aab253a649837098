//! Estimates with their intervals.

use super::common::{basis_lines, fixed, mark_passed, name_protocol, percent, protocol_context};
use crate::analysis::{AggregateScores, Estimate, Estimates, IntervalBy, Intervals, Quantity, Varies};
use crate::report::document::{Cell, Column, Document, Section, Table};
use crate::stats::bootstrap::{FEW_RUNS, IntervalMethod, Resamples};
use crate::stats::few_runs::Score;

/// The intervals of each protocol, and what they mean.
#[must_use]
pub fn intervals(all: &[Intervals]) -> Document {
    let Some(first) = all.first() else { return Document::default() };
    let mut document = Document {
        notice: first.basis.notice(),
        title: format!("Intervals: {}", first.protocol.label()),
        lead: basis_lines(&first.basis, ""),
        ..Document::default()
    };
    if all.len() > 1 {
        document.title = format!("Intervals in {} protocols", all.len());
    }
    for found in all {
        let mut sections: Vec<Section> =
            found.quantities.iter().enumerate().map(|(at, _)| quantity(found, at)).collect();
        if all.len() > 1 {
            name_protocol(&mut sections, &found.protocol);
        }
        if let Some(first) = sections.first_mut() {
            first.before.push(format!("{}.", found.meaning));
        }
        document.sections.extend(sections);
    }
    document.foot.push(
        "Each interval holds for itself, not for all together; no interval where values do not vary."
            .to_owned(),
    );
    document
}

fn quantity(found: &Intervals, at: usize) -> Section {
    let q = &found.quantities[at];
    let heading = match &q.quantity {
        Quantity::InBlock(block) => format!("Mean of the runs on {}", block.label()),
        Quantity::ToBlockMean => "Value minus the block\u{2019}s mean".to_owned(),
        Quantity::MeanRank => "Mean rank".to_owned(),
    };
    let places = if matches!(q.quantity, Quantity::MeanRank) { 3 } else { found.places + 2 };
    let mut table = Table {
        columns: vec![
            Column::left("method", "method"),
            Column::point("estimate", "estimate"),
            Column::point("low", "low"),
            Column::point("high", "high"),
            Column::right("n", "n"),
        ],
        context: protocol_context(&found.protocol),
        ..Table::default()
    };
    table.context.push(("quantity".to_owned(), heading.clone()));
    for (subject, e) in found.subjects.iter().zip(&q.estimates) {
        let end = |end: Option<f64>| Cell::from(end.map_or_else(String::new, |v| fixed(v, places)));
        table.rows.push(vec![
            subject.label().into(),
            fixed(e.estimate, places).into(),
            end(e.interval.map(|i| i.0)),
            end(e.interval.map(|i| i.1)),
            e.n.to_string().into(),
        ]);
    }
    let mut section = Section::table(heading, table);
    let passed: Vec<&[f64]> = q.estimates.iter().map(|e| e.passes.as_slice()).collect();
    section.after.extend(methods(q, found));
    if q.quantity == Quantity::MeanRank {
        mark_passed(
            &mut section,
            &passed,
            "the ranks",
            "read the ranks in each block (likewise rank), and see likewise test for what they show",
        );
    } else {
        mark_passed(
            &mut section,
            &passed,
            &format!("the scale of {}", found.protocol.metric_label()),
            "give the runs themselves, or make more. A bootstrap\u{2019}s ends lie among the values, but of so few \
             values it is too short: of normal ones, 95 % percentile intervals hold the mean in 75 % of cases \
             from 3 runs, in 84 % from 5 and in 90 % from 10",
        );
    }
    section
}

/// How the intervals of a quantity were computed, and what that is worth where runs are few.
fn methods(q: &Estimates, found: &Intervals) -> Vec<String> {
    let mut ways: Vec<String> = Vec::new();
    for by in q.estimates.iter().filter_map(|e| e.by.as_ref()) {
        let way = match by {
            IntervalBy::T => "Student\u{2019}s t".to_owned(),
            IntervalBy::Bootstrap { method, resamples, seed } => {
                let name = match method {
                    IntervalMethod::Bca => "the BCa bootstrap",
                    _ => "the percentile bootstrap of runs inside each block",
                };
                match (resamples, seed) {
                    (Resamples::Drawn(n), Some(seed)) => format!("{name} ({n} resamples, seed {seed})"),
                    (Resamples::All(n), _) => format!("{name} (all {n} resamples)"),
                    _ => name.to_owned(),
                }
            }
        };
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    let mut lines = Vec::new();
    // over blocks it is said above
    if !ways.is_empty() && found.varies == Varies::Runs {
        lines.push(format!("Intervals by {}.", ways.join(", and by ")));
    }
    let percentile =
        |e: &Estimate| matches!(e.by, Some(IntervalBy::Bootstrap { method: IntervalMethod::Percentile, .. }));
    if q.estimates.iter().any(percentile) {
        lines.extend(of_few_runs(found.fewest_runs));
    }
    lines
}

/// What a percentile bootstrap of runs inside each block is worth where these are few; from simulations, see
/// [`bootstrap`](crate::stats::bootstrap).
fn of_few_runs(fewest: usize) -> Option<String> {
    (fewest < FEW_RUNS).then(|| {
        format!(
            "With {fewest} run{} in a block such intervals are too short: of normal scores, 95 % intervals of a mean hold it \
             in 75 % of cases with 3 runs on one block and 87 % on twenty, in 84 and 92 % with 5, in 90 and 93 % with 10.",
            if fewest == 1 { "" } else { "s" }
        )
    })
}

/// The aggregate scores of each protocol's methods.
#[must_use]
pub fn aggregates(all: &[AggregateScores]) -> Document {
    let Some(first) = all.first() else { return Document::default() };
    let mut document = Document {
        notice: first.basis.notice(),
        title: format!("Aggregate scores: {}", first.protocol.label()),
        lead: basis_lines(&first.basis, ""),
        ..Document::default()
    };
    if all.len() > 1 {
        document.title = format!("Aggregate scores in {} protocols", all.len());
    }
    for scores in all {
        let mut table = Table {
            columns: vec![
                Column::left("method", "method"),
                Column::right("blocks", "blocks"),
                Column::right("runs", "runs"),
            ],
            context: protocol_context(&scores.protocol),
            ..Table::default()
        };
        for score in &scores.scores {
            let (head, key, interval) = match score {
                Score::InterquartileMean => ("IQM", "iqm", "iqm_interval"),
                Score::Mean => ("mean", "mean", "mean_interval"),
                Score::Median => ("median", "median", "median_interval"),
                Score::OptimalityGap => ("gap", "optimality_gap", "gap_interval"),
            };
            table.columns.extend([Column::point(head, key), Column::left("interval", interval)]);
        }
        for s in &scores.subjects {
            let mut row: Vec<Cell> =
                vec![s.subject.label().into(), s.blocks.to_string().into(), s.runs.to_string().into()];
            for score in &scores.scores {
                match s.aggregates.as_ref().and_then(|a| a.score(*score)) {
                    Some(b) => row.extend([
                        fixed(b.estimate, 4).into(),
                        Cell::from(format!("{} to {}", fixed(b.low, 4), fixed(b.high, 4))),
                    ]),
                    None => row.extend([Cell::default(), Cell::default()]),
                }
            }
            table.rows.push(row);
        }
        let mut section = Section { table: Some(table), ..Section::default() };
        section.heading = (all.len() > 1).then(|| scores.protocol.label());
        section.after.push(meaning(scores));
        let fewest = scores.subjects.iter().filter(|s| s.aggregates.is_some()).map(|s| s.fewest_runs).min();
        section.after.extend(fewest.and_then(of_few_runs));
        if scores.over_datasets {
            section.before.push(
                "Scores of different tasks or datasets are taken as on one scale, on the user's word."
                    .to_owned(),
            );
        }
        document.sections.push(section);
    }
    document.foot.push(
        "Each line describes one method, in order of the names: scores over blocks of different difficulty are no ranking."
            .to_owned(),
    );
    document
}

/// What the intervals and the scores are, in words.
fn meaning(scores: &AggregateScores) -> String {
    let first = scores.scores.first();
    let drawn = scores.subjects.iter().find_map(|s| s.aggregates.as_ref()?.score(*first?));
    let Some(drawn) = drawn else {
        return "No block has two runs of a method: say which key numbers the runs with --replicate KEY."
            .to_owned();
    };
    let mut words = format!(
        "{} percentile intervals of a bootstrap that resamples runs inside each block",
        percent(scores.level)
    );
    if let Some(seed) = drawn.seed {
        words += &format!(" (seed {seed})");
    }
    if scores.scores.contains(&Score::InterquartileMean) {
        words += "; IQM: the mean of the middle half of all runs";
    }
    if scores.scores.contains(&Score::OptimalityGap) {
        words += &format!("; gap: how far scores stay from {} on the mean", scores.target);
    }
    words + "."
}
