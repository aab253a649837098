//! Tests of all subjects over the blocks.

mod omnibus;
mod posthoc;
mod sentence;

use schemars::JsonSchema;
use serde::Serialize;

pub use omnibus::{Omnibus, OmnibusChoice};
use posthoc::PairsP;
pub use posthoc::Posthoc;

use super::block::BlockName;
use super::table::{mean_ranks, table};
use crate::comparability::design::Part;
use crate::comparability::{Basis, Comparable, CompleteBlocks, Subject};
use crate::results::Protocol;
use crate::stats::{
    self, Adjustment, Attainable, Computation, Friedman, FriedmanVariant, SignedRank, StatsError, Zeros,
};

/// What is tested, and how.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TestOptions {
    /// The level, in (0, 1).
    pub alpha: f64,
    /// The test of all subjects that decides.
    pub omnibus: OmnibusChoice,
    /// How Friedman's test finds its p-value.
    pub variant: FriedmanVariant,
    /// The test of pairs that decides.
    pub posthoc: Posthoc,
    /// How the p-values of pairs are adjusted; none for Holm, or for the post-hoc test's own way.
    pub adjustment: Option<Adjustment>,
    /// The label of the one subject that the others are compared with; none for all pairs.
    pub control: Option<String>,
    /// What becomes of zero differences in signed-rank tests.
    pub zeros: Zeros,
}

impl Default for TestOptions {
    fn default() -> Self {
        Self {
            alpha: 0.05,
            omnibus: OmnibusChoice::Auto,
            variant: FriedmanVariant::Auto,
            posthoc: Posthoc::Auto,
            adjustment: None,
            control: None,
            zeros: Zeros::default(),
        }
    }
}

/// One pair of subjects.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PairTest {
    /// The one with the better mean rank.
    pub better: Subject,
    /// The other one.
    pub other: Subject,
    /// The difference of their mean ranks.
    pub rank_difference: f64,
    /// The p-value of the post-hoc test that was asked for, before adjustment (Nemenyi's has none before); 0 only
    /// as a limit, and shown as `<1e-16`.
    pub p: f64,
    /// The p-value that decides: adjusted for all comparisons made.
    pub adjusted: f64,
    /// Whether `p` and `adjusted` are 0 as the limit of a formula: the blocks agree perfectly, so that the t of
    /// Conover or Quade is infinite, whatever the number of blocks.
    pub limit: bool,
    /// Nemenyi's p, adjusted for all pairs; none where cells are missing, or against a control.
    pub nemenyi: Option<f64>,
    /// The exact p of the difference of their rank sums, unadjusted; none where the table is too large.
    pub exact: Option<f64>,
    /// The same, adjusted by Holm over all pairs.
    pub exact_holm: Option<f64>,
    /// The signed-rank test of their differences, positive where `better` is better; none where it is not
    /// defined, or over datasets, which have no common scale.
    pub signed_rank: Option<Box<SignedRank>>,
}

/// The tests of one protocol's subjects.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SubjectsTest {
    /// What was measured.
    pub protocol: Protocol,
    /// The blocks.
    pub blocks: Vec<BlockName>,
    /// The subjects, best mean rank first.
    pub subjects: Vec<Subject>,
    /// Their mean ranks; where cells are missing, over the blocks that each has.
    pub mean_ranks: Vec<f64>,
    /// How many cells are missing; none but where the user forced it.
    pub missing: usize,
    /// A letter or several for each: two subjects that share one are not told apart. Empty texts where the
    /// comparisons are those with a control.
    pub letters: Vec<String>,
    /// The largest sets of subjects that are not told apart, by their places in `subjects`; a set may have
    /// gaps. Empty where the comparisons are those with a control.
    pub cliques: Vec<Vec<usize>>,
    /// The level asked for.
    pub alpha: f64,
    /// The test of all subjects that decides.
    pub omnibus: Omnibus,
    /// Friedman's test; none where cells are missing.
    pub friedman: Option<Friedman>,
    /// What the design can reach at best.
    pub attainable: Attainable,
    /// The test of pairs.
    pub posthoc: Posthoc,
    /// How its p-values are adjusted.
    pub adjustment: Adjustment,
    /// The one that the others are compared with.
    pub control: Option<Subject>,
    /// The difference of mean ranks from which a pair is told apart at `alpha`: Nemenyi's, or against a
    /// control Bonferroni-Dunn's; none for tests that have none.
    pub critical_difference: Option<f64>,
    /// All pairs (or all with the control), the largest difference first.
    pub pairs: Vec<PairTest>,
    /// Whether signed ranks or signs were taken of differences over datasets, which have no common scale,
    /// because the user asked for it.
    pub over_datasets: bool,
    /// What a paper can say, no more than the tests do.
    pub sentence: String,
    /// What it stands on.
    pub basis: Basis,
}

/// Tests whether the subjects differ over the blocks, for each protocol: a test of all of them (Friedman's,
/// exact where it is feasible, if nothing else is chosen), and the pairs.
///
/// # Errors
/// [`StatsError`]: fewer than two subjects or blocks, missing cells (where coverage was forced) with a
/// procedure that takes none, a level outside of (0, 1), a control or an order with an unknown name, an
/// adjustment that does not fit.
pub fn test_subjects(
    comparable: &Comparable<CompleteBlocks>,
    options: &TestOptions,
) -> Result<Vec<SubjectsTest>, StatsError> {
    comparable.parts().iter().map(|part| of_part(part, comparable.basis(), options)).collect()
}

fn of_part(part: &Part, basis: &Basis, options: &TestOptions) -> Result<SubjectsTest, StatsError> {
    let alpha = stats::level(options.alpha)?;
    let table = table(part)?;
    let attainable = stats::attainable(table.subjects(), table.blocks())?;
    let labels: Vec<String> = part.subjects.iter().map(Subject::label).collect();
    let (omnibus, friedman) = omnibus::run(&table, &labels, &options.omnibus, options.variant)?;
    let mean_ranks: Vec<f64> = match &friedman {
        Some(friedman) => friedman.mean_ranks.clone(),
        // a subject without a block is no subject of this part
        None => mean_ranks(&table).into_iter().map(|r| r.unwrap_or(f64::MAX)).collect(),
    };
    let mut order: Vec<usize> = (0..part.subjects.len()).collect();
    order.sort_by(|&a, &b| mean_ranks[a].total_cmp(&mean_ranks[b]));
    let control = match &options.control {
        None => None,
        Some(name) => Some(labels.iter().position(|l| l == name).ok_or(StatsError::Undefined {
            procedure: "a comparison with a control",
            why: "there is no method of the control's name",
        })?),
    };
    let posthoc = options.posthoc.chosen(table.missing(), control.is_some());
    let adjustment = match options.adjustment {
        _ if posthoc.adjusts_itself() => Adjustment::None,
        Some(chosen) => chosen,
        None => Adjustment::Holm,
    };
    if posthoc.adjusts_itself() && control.is_some() {
        return Err(StatsError::Undefined {
            procedure: "Nemenyi's test",
            why: "it compares all pairs, not those with a control",
        });
    }
    if posthoc.adjusts_itself() && options.adjustment.is_some_and(|a| a != Adjustment::None) {
        return Err(StatsError::Undefined {
            procedure: "an adjustment of Nemenyi's p-values",
            why: "they are adjusted by themselves",
        });
    }
    let all_pairs = table.missing() == 0 && control.is_none();
    let nemenyi = match &friedman {
        _ if !all_pairs => None,
        Some(friedman) => Some(stats::nemenyi_of(friedman)?),
        None => Some(stats::nemenyi(&table)?),
    };
    // beside another post-hoc test the exact one is made where it is quick; asked for, at any size that is feasible
    let exact = if posthoc == Posthoc::Exact {
        Some(stats::exact_pairs(&table)?)
    } else if table.subjects() * table.blocks() <= EXACT_CELLS {
        stats::exact_pairs(&table).ok()
    } else {
        None
    };
    let listed = listed(&order, control);
    // beside another post-hoc test signed ranks are taken where differences have a scale and are not too many
    let beside = part.one_scale() && listed.len() * table.blocks() <= SIGNED_VALUES;
    let signed = if beside || posthoc == Posthoc::SignedRank {
        posthoc::signed_ranks(&table, &listed, options.zeros)
    } else {
        Vec::new()
    };
    let as_they_are = |p| PairsP { p, limit: false };
    let PairsP { p, limit } = match (posthoc, &nemenyi, &exact) {
        (Posthoc::Nemenyi, Some(nemenyi), _) => as_they_are(posthoc::floored(nemenyi.p.clone())),
        (Posthoc::Exact, _, Some(exact)) => as_they_are(exact.p.clone()),
        _ => posthoc.p(&table, control, &listed, &signed)?,
    };
    let decides = posthoc::adjusted(&p, &order, control, adjustment)?;
    let critical_difference = match (posthoc, adjustment, &nemenyi) {
        (Posthoc::Nemenyi, _, Some(n)) => Some(n.critical_difference(alpha)?),
        (Posthoc::RankZ, Adjustment::Bonferroni, _) if control.is_some() => {
            Some(stats::bonferroni_dunn_critical_difference(table.subjects(), table.blocks(), alpha)?)
        }
        _ => None,
    };
    let (letters, cliques) = if control.is_some() {
        (vec![String::new(); labels.len()], Vec::new())
    } else {
        let ordered: Vec<Vec<f64>> =
            order.iter().map(|&a| order.iter().map(|&b| decides[a][b]).collect()).collect();
        (stats::compact_letters(&decides, alpha, &order)?.letters, stats::cliques(&ordered, alpha)?)
    };
    let (nemenyi, exact) = (nemenyi.as_ref().map(|n| &n.p), exact.as_ref().map(|e| &e.p));
    let pair = |(a, b): (usize, usize)| PairTest {
        better: part.subjects[a].clone(),
        other: part.subjects[b].clone(),
        rank_difference: mean_ranks[b] - mean_ranks[a],
        // against a control, p-values may stand in the control's row alone
        p: if control == Some(b) { p[b][a] } else { p[a][b] },
        adjusted: decides[a][b],
        limit: limit && p[a][b] == 0.0,
        nemenyi: nemenyi.map(|p| p[a][b]),
        exact: exact.map(|p| p[a][b]),
        exact_holm: None,
        signed_rank: None,
    };
    let difference = |at: usize| mean_ranks[listed[at].1] - mean_ranks[listed[at].0];
    let mut largest_first: Vec<usize> = (0..listed.len()).collect();
    largest_first.sort_by(|&a, &b| difference(b).total_cmp(&difference(a)));
    let mut signed = if part.one_scale() { signed } else { Vec::new() };
    let mut pairs: Vec<PairTest> = largest_first
        .into_iter()
        .map(|at| PairTest {
            signed_rank: signed.get_mut(at).and_then(Option::take).and_then(Result::ok).map(Box::new),
            ..pair(listed[at])
        })
        .collect();
    adjust_exact(&mut pairs)?;
    let mut test = SubjectsTest {
        protocol: part.protocol.clone(),
        blocks: part.blocks.iter().map(|b| BlockName::of(part, b)).collect(),
        subjects: order.iter().map(|&s| part.subjects[s].clone()).collect(),
        mean_ranks: order.iter().map(|&s| mean_ranks[s]).collect(),
        missing: table.missing(),
        letters: order.iter().map(|&s| letters[s].clone()).collect(),
        cliques,
        alpha,
        omnibus,
        friedman,
        attainable,
        posthoc,
        adjustment,
        control: control.map(|c| part.subjects[c].clone()),
        critical_difference,
        pairs,
        over_datasets: matches!(posthoc, Posthoc::SignedRank | Posthoc::Sign) && !part.one_scale(),
        sentence: String::new(),
        basis: basis.clone(),
    };
    test.sentence = sentence::sentence(&test);
    Ok(test)
}

/// All pairs, or those with the control, each with the one of better mean rank first.
fn listed(order: &[usize], control: Option<usize>) -> Vec<(usize, usize)> {
    let pairs = order.iter().enumerate().flat_map(|(at, &a)| order[at + 1..].iter().map(move |&b| (a, b)));
    pairs.filter(|&(a, b)| control.is_none_or(|c| c == a || c == b)).collect()
}

/// Up to so many cells the exact test of rank sums stands beside another post-hoc test.
const EXACT_CELLS: usize = 10_000;

/// Up to so many differences of pairs the signed ranks stand beside another post-hoc test.
const SIGNED_VALUES: usize = 2_000_000;

/// Signed ranks are exact where all pairs together take no longer than a part of a second: with more blocks
/// than that, a few hundred, the normal approximation is right to the digits shown.
pub(super) fn signed_rank_computation(subjects: usize, blocks: usize) -> Computation {
    let n = blocks as f64;
    let steps = (subjects * subjects.saturating_sub(1) / 2) as f64 * n * n * (n + 1.0) / 2.0;
    if blocks <= 25 || steps <= 5e8 { Computation::Auto } else { Computation::Asymptotic }
}

/// Holm's adjustment of the exact p over all pairs.
fn adjust_exact(pairs: &mut [PairTest]) -> Result<(), StatsError> {
    let Some(p) = pairs.iter().map(|pair| pair.exact).collect::<Option<Vec<f64>>>() else {
        return Ok(());
    };
    for (pair, adjusted) in pairs.iter_mut().zip(stats::adjust(&p, Adjustment::Holm)?) {
        pair.exact_holm = Some(adjusted);
    }
    Ok(())
}
