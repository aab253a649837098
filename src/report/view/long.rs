//! Answers of several unlike tables as one long table: a row a number, for formats of one flat table.

use serde::Serialize;
use serde_json::Value;

use super::common::protocol_context;
use crate::analysis::{Agreement, CellRef, Comparison, Decomposition, Difference, PairStatistics};
use crate::comparability::{Basis, Subject};
use crate::report::document::{Cell, Column, Document, Section, Table};
use crate::results::Protocol;

/// Whose a number is. What a field does not apply to is empty.
#[derive(Debug, Clone, Default)]
struct Keys {
    method: String,
    other: String,
    block: String,
    other_block: String,
    data_set: String,
}

/// A column of keys: its name, and what stands in it.
type Key = (&'static str, fn(&Keys) -> &str);

/// A long table of one protocol.
struct Long {
    /// The columns between the table's name and the quantity.
    keys: &'static [Key],
    table: Table,
}

impl Long {
    fn new(protocol: &Protocol, keys: &'static [Key]) -> Self {
        let columns = std::iter::once("table")
            .chain(keys.iter().map(|(name, _)| *name))
            .chain(["quantity", "value"])
            .map(|name| Column::left(name, name))
            .collect();
        let context = protocol_context(protocol);
        Self { keys, table: Table { columns, context, kind: "long", ..Table::default() } }
    }

    /// Adds all that `what` holds, under the names that its JSON has; what is none has no row.
    fn add(&mut self, table: &str, keys: &Keys, quantity: &str, what: &impl Serialize) {
        // results are plain structs with text keys, which always can be serialised
        let value = serde_json::to_value(what).unwrap_or(Value::Null);
        self.flatten(table, keys, quantity.to_owned(), &value);
    }

    fn flatten(&mut self, table: &str, keys: &Keys, quantity: String, value: &Value) {
        let below = |name: &str| {
            if quantity.is_empty() { name.to_owned() } else { format!("{quantity}.{name}") }
        };
        let text = match value {
            Value::Null => return,
            Value::Object(fields) => {
                for (name, value) in fields {
                    self.flatten(table, keys, below(name), value);
                }
                return;
            }
            Value::Array(items) => {
                for (at, value) in items.iter().enumerate() {
                    self.flatten(table, keys, below(&at.to_string()), value);
                }
                return;
            }
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Bool(yes) => yes.to_string(),
        };
        let mut row = vec![Cell::from(table)];
        row.extend(self.keys.iter().map(|(_, of)| Cell::from(of(keys))));
        row.extend([quantity.into(), text.into()]);
        self.table.rows.push(row);
    }

    fn section(self) -> Section {
        Section { table: Some(self.table), ..Section::default() }
    }
}

fn document(basis: Option<&Basis>, sections: Vec<Section>) -> Document {
    Document { notice: basis.and_then(Basis::notice), sections, ..Document::default() }
}

/// [`comparison`](super::comparison) as one long table: the blocks, the summary, tests, effects, posterior
/// probabilities and data sets.
#[must_use]
pub fn comparison_long(all: &[Comparison]) -> Document {
    document(all.first().map(|c| &c.basis), all.iter().map(|c| compared(c).section()).collect())
}

fn compared(c: &Comparison) -> Long {
    let mut long = Long::new(
        &c.protocol,
        &[
            ("method", |k| &k.method),
            ("other", |k| &k.other),
            ("block", |k| &k.block),
            ("data_set", |k| &k.data_set),
        ],
    );
    let pair = Keys { method: c.a.label(), other: c.b.label(), ..Keys::default() };
    for row in &c.blocks {
        let keys = Keys { block: row.block.label().to_owned(), ..pair.clone() };
        difference(&mut long, &keys, &row.difference);
    }
    long.add("summary", &pair, "wins", &c.wins);
    long.add("summary", &pair, "ties", &c.ties);
    long.add("summary", &pair, "losses", &c.losses);
    long.add("summary", &pair, "mean_difference", &c.mean_difference);
    long.add("summary", &pair, "median_difference", &c.median_difference);
    if let Some(statistics) = &c.statistics {
        of_pair(&mut long, &pair, statistics);
    }
    long
}

/// The two values of a block, and the difference.
fn difference(long: &mut Long, keys: &Keys, d: &Difference) {
    for (name, number) in [("a", &d.a), ("b", &d.b), ("difference", &d.difference)] {
        long.add("blocks", keys, name, number);
    }
    long.add("blocks", keys, "better", &d.better.as_ref().map(Subject::label));
    long.add("blocks", keys, "within_rounding", &d.within_rounding);
}

fn of_pair(long: &mut Long, pair: &Keys, s: &PairStatistics) {
    // every field is named, so that a new one can't be forgotten
    let PairStatistics {
        blocks,
        signed_rank,
        sign,
        paired_t,
        permutation,
        hodges_lehmann,
        cohen_dz,
        cliffs_delta,
        common_language,
        improvement,
        bayesian_sign,
        bayesian_signed_rank,
        correlated_t,
        hierarchical,
        over_datasets,
        smallest_p,
    } = s;
    long.add("tests", pair, "blocks", blocks);
    long.add("tests", pair, "smallest_p", smallest_p);
    long.add("tests", pair, "over_datasets", over_datasets);
    long.add("tests", pair, "signed_rank", signed_rank);
    long.add("tests", pair, "sign", sign);
    long.add("tests", pair, "permutation", permutation);
    long.add("tests", pair, "paired_t", paired_t);
    long.add("effects", pair, "hodges_lehmann", hodges_lehmann);
    long.add("effects", pair, "cohen_dz", cohen_dz);
    long.add("effects", pair, "cliffs_delta", cliffs_delta);
    long.add("effects", pair, "common_language", common_language);
    long.add("effects", pair, "improvement", improvement);
    long.add("posterior", pair, "bayesian_sign", bayesian_sign);
    long.add("posterior", pair, "bayesian_signed_rank", bayesian_signed_rank);
    long.add("posterior", pair, "correlated_t", correlated_t);
    let Some(h) = hierarchical else { return };
    let mut model = serde_json::to_value(&h.model).unwrap_or(Value::Null);
    if let Value::Object(fields) = &mut model {
        // they have rows of their own
        fields.remove("data_sets");
    }
    long.add("posterior", pair, "hierarchical", &model);
    for ((name, folds), set) in h.data_sets.iter().zip(&h.folds).zip(&h.model.data_sets) {
        let keys = Keys { data_set: name.clone(), ..pair.clone() };
        long.add("data_sets", &keys, "folds", folds);
        long.add("data_sets", &keys, "", set);
    }
}

/// [`compared_cells`](super::compared_cells) as one long table.
#[must_use]
pub fn compared_cells_long(
    protocol: &Protocol,
    basis: &Basis,
    a: &CellRef,
    b: &CellRef,
    d: &Difference,
) -> Document {
    let mut long = Long::new(
        protocol,
        &[
            ("method", |k| &k.method),
            ("other", |k| &k.other),
            ("block", |k| &k.block),
            ("other_block", |k| &k.other_block),
        ],
    );
    let keys = Keys {
        method: a.subject.label(),
        other: b.subject.label(),
        block: a.block.label().to_owned(),
        other_block: b.block.label().to_owned(),
        ..Keys::default()
    };
    difference(&mut long, &keys, d);
    document(Some(basis), vec![long.section()])
}

/// [`agreement`](super::agreement) as one long table: pairs of blocks, who changes places, and Kendall's W with
/// its test.
#[must_use]
pub fn agreement_long(all: &[Agreement]) -> Document {
    document(all.first().map(|a| &a.basis), all.iter().map(|a| agreed(a).section()).collect())
}

fn agreed(a: &Agreement) -> Long {
    let mut long = Long::new(
        &a.protocol,
        &[
            ("block", |k| &k.block),
            ("other_block", |k| &k.other_block),
            ("method", |k| &k.method),
            ("other", |k| &k.other),
        ],
    );
    for p in &a.pairs {
        let keys =
            Keys { block: p.a.label().to_owned(), other_block: p.b.label().to_owned(), ..Keys::default() };
        long.add("pairs", &keys, "kendall", &p.kendall);
        long.add("pairs", &keys, "spearman", &p.spearman);
        long.add("pairs", &keys, "weighted_tau", &p.weighted_tau);
        long.add("pairs", &keys, "overlap", &p.overlap);
        long.add("pairs", &keys, "same_best", &p.same_best);
        long.add("pairs", &keys, "reversals", &p.reversals.len());
        for r in &p.reversals {
            let keys = Keys { method: r.first.label(), other: r.second.label(), ..keys.clone() };
            long.add("reversals", &keys, "change_places", &true);
        }
    }
    let none = Keys::default();
    long.add("summary", &none, "subjects", &a.subjects);
    let mut friedman = serde_json::to_value(&a.friedman).unwrap_or(Value::Null);
    if let Value::Object(fields) = &mut friedman {
        // they have rows of their own, with the methods that they are of
        fields.remove("mean_ranks");
    }
    long.add("friedman", &none, "", &friedman);
    for (method, rank) in a.methods.iter().zip(&a.friedman.mean_ranks) {
        long.add("mean_ranks", &Keys { method: method.label(), ..Keys::default() }, "mean_rank", rank);
    }
    long
}

/// [`decomposition`](super::decomposition) as one long table: sources, effects, residuals, and the fit by medians.
#[must_use]
pub fn decomposition_long(all: &[Decomposition]) -> Document {
    document(all.first().map(|d| &d.basis), all.iter().map(|d| decomposed(d).section()).collect())
}

fn decomposed(d: &Decomposition) -> Long {
    let mut long = Long::new(&d.protocol, &[("method", |k| &k.method), ("block", |k| &k.block)]);
    let none = Keys::default();
    let block = |at: usize| d.blocks.get(at).map_or("", |b| b.block.label()).to_owned();
    long.add("sources", &none, "sums", &d.sums);
    long.add("sources", &none, "shares", &d.shares);
    long.add("sources", &none, "f_subjects", &d.f_subjects);
    long.add("sources", &none, "f_blocks", &d.f_blocks);
    long.add("sources", &none, "additivity", &d.additivity);
    long.add("sources", &none, "additivity_undefined", &d.additivity_undefined);
    long.add("effects", &none, "grand_mean", &d.grand_mean);
    long.add("effects", &none, "places", &d.places);
    for (at, b) in d.blocks.iter().enumerate() {
        long.add("effects", &Keys { block: block(at), ..Keys::default() }, "effect", &b.effect);
    }
    for s in &d.subjects {
        let keys = Keys { method: s.subject.label(), ..Keys::default() };
        long.add("effects", &keys, "effect", &s.effect);
        for (at, residual) in s.residuals.iter().enumerate() {
            long.add("residuals", &Keys { block: block(at), ..keys.clone() }, "residual", residual);
        }
    }
    let p = &d.polish;
    long.add("polish", &none, "overall", &p.overall);
    long.add("polish", &none, "rounds", &p.rounds);
    long.add("polish", &none, "converged", &p.converged);
    for (at, effect) in p.blocks.iter().enumerate() {
        long.add("polish", &Keys { block: block(at), ..Keys::default() }, "effect", effect);
    }
    for (subject, effect) in d.polish_subjects.iter().zip(&p.subjects) {
        long.add("polish", &Keys { method: subject.label(), ..Keys::default() }, "effect", effect);
    }
    // block by block, the subjects of each in the order of their names
    for (at, residuals) in p.residuals.chunks(d.polish_subjects.len().max(1)).enumerate() {
        for (subject, residual) in d.polish_subjects.iter().zip(residuals) {
            let keys = Keys { method: subject.label(), block: block(at), ..Keys::default() };
            long.add("polish", &keys, "residual", residual);
        }
    }
    long
}
