//! Tests of all subjects over the blocks.

use serde::Serialize;

use super::block::BlockName;
use crate::comparability::design::Part;
use crate::comparability::{Basis, Comparable, CompleteBlocks, Subject};
use crate::decimal::Mean;
use crate::results::{Direction, Protocol};
use crate::stats::{
    self, Adjustment, Alternative, Attainable, Best, BlockTable, Computation, Friedman, FriedmanVariant,
    SignedRank, StatsError, Zeros,
};

/// One pair of subjects.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct PairTest {
    /// The one with the better mean rank.
    pub better: Subject,
    /// The other one.
    pub other: Subject,
    /// The difference of their mean ranks.
    pub rank_difference: f64,
    /// Nemenyi's p, adjusted for all pairs.
    pub nemenyi: f64,
    /// The exact p of the difference of their rank sums, unadjusted; none where the table is too large.
    pub exact: Option<f64>,
    /// The same, adjusted by Holm over all pairs.
    pub exact_holm: Option<f64>,
    /// The signed-rank test of their differences, positive where `better` is better; none where it is not defined, or over datasets, which have
    /// no common scale.
    pub signed_rank: Option<SignedRank>,
}

/// The tests of one protocol's subjects.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct SubjectsTest {
    /// What was measured.
    pub protocol: Protocol,
    /// The blocks.
    pub blocks: Vec<BlockName>,
    /// The subjects, best mean rank first.
    pub subjects: Vec<Subject>,
    /// Their mean ranks.
    pub mean_ranks: Vec<f64>,
    /// A letter or several for each: two subjects that share one are not told apart by Nemenyi's test.
    pub letters: Vec<String>,
    /// The maximal groups of subjects no two of which Nemenyi's test tells apart, one a letter, as places
    /// in `subjects`.
    pub groups: Vec<Vec<usize>>,
    /// The level asked for.
    pub alpha: f64,
    /// Friedman's test.
    pub friedman: Friedman,
    /// What the design can reach at best.
    pub attainable: Attainable,
    /// Nemenyi's critical difference of mean ranks at `alpha`.
    pub critical_difference: f64,
    /// All pairs, the largest difference first.
    pub pairs: Vec<PairTest>,
    /// What a paper can say, no more than the tests do.
    pub sentence: String,
    /// What it stands on.
    pub basis: Basis,
}

/// Tests whether the subjects differ over the blocks, for each protocol: Friedman's test (exact where it is
/// feasible), and all pairs by Nemenyi's test, by the exact test of rank sums, and by the signed-rank test.
///
/// # Errors
/// [`StatsError`]: fewer than two subjects or blocks, missing cells (where coverage was forced), a level outside
/// of (0, 1).
pub fn test_subjects(
    comparable: &Comparable<CompleteBlocks>,
    alpha: f64,
    variant: FriedmanVariant,
) -> Result<Vec<SubjectsTest>, StatsError> {
    comparable.parts().iter().map(|part| of_part(part, comparable.basis(), alpha, variant)).collect()
}

/// The cells of a part, block after block, as the procedures take them.
pub(super) fn table(part: &Part) -> Result<BlockTable, StatsError> {
    let mut cells: Vec<Option<Mean>> = vec![None; part.blocks.len() * part.subjects.len()];
    for (at, block) in part.blocks.iter().enumerate() {
        for cell in &block.cells {
            cells[at * part.subjects.len() + cell.subject as usize] = Some(cell.mean);
        }
    }
    let best = if part.direction() == Direction::Higher { Best::Largest } else { Best::Smallest };
    BlockTable::from_means(part.blocks.len(), part.subjects.len(), &cells, best)
}

fn of_part(
    part: &Part,
    basis: &Basis,
    alpha: f64,
    variant: FriedmanVariant,
) -> Result<SubjectsTest, StatsError> {
    let table = table(part)?;
    let friedman = stats::friedman(&table, variant)?;
    let nemenyi = stats::nemenyi(&table)?;
    let critical_difference = nemenyi.critical_difference(alpha)?;
    let attainable = stats::attainable(table.subjects(), table.blocks())?;
    let exact = stats::exact_pairs(&table).ok();
    let mut order: Vec<usize> = (0..part.subjects.len()).collect();
    order.sort_by(|&a, &b| friedman.mean_ranks[a].total_cmp(&friedman.mean_ranks[b]));
    let display = stats::compact_letters(&nemenyi.p, alpha, &order)?;
    let letters = display.letters;
    let mut place = vec![0; order.len()];
    for (at, &s) in order.iter().enumerate() {
        place[s] = at;
    }
    let mut pairs =
        pairs(part, &table, &friedman.mean_ranks, &order, &nemenyi.p, exact.as_ref().map(|e| &e.p));
    adjust(&mut pairs)?;
    pairs.sort_by(|a, b| b.rank_difference.total_cmp(&a.rank_difference));
    let mut test = SubjectsTest {
        protocol: part.protocol.clone(),
        blocks: part.blocks.iter().map(|b| BlockName::of(part, b)).collect(),
        subjects: order.iter().map(|&s| part.subjects[s].clone()).collect(),
        mean_ranks: order.iter().map(|&s| friedman.mean_ranks[s]).collect(),
        letters: order.iter().map(|&s| letters[s].clone()).collect(),
        groups: display.groups.iter().map(|g| g.iter().map(|&s| place[s]).collect()).collect(),
        alpha,
        friedman,
        attainable,
        critical_difference,
        pairs,
        sentence: String::new(),
        basis: basis.clone(),
    };
    test.sentence = sentence(&test);
    Ok(test)
}

fn pairs(
    part: &Part,
    table: &BlockTable,
    mean_ranks: &[f64],
    order: &[usize],
    nemenyi: &[Vec<f64>],
    exact: Option<&Vec<Vec<f64>>>,
) -> Vec<PairTest> {
    // a difference is positive where the first one is better
    let sign = if table.best() == Best::Largest { 1 } else { -1 };
    let mut pairs = Vec::new();
    for (at, &a) in order.iter().enumerate() {
        for &b in &order[at + 1..] {
            let differences: Option<Vec<i128>> = (0..table.blocks())
                .map(|block| Some(sign * (table.units(block, a)? - table.units(block, b)?)))
                .collect();
            let signed_rank = differences.filter(|_| part.one_scale()).and_then(|d| {
                stats::signed_rank(&d, Zeros::default(), Alternative::TwoSided, Computation::Auto).ok()
            });
            pairs.push(PairTest {
                better: part.subjects[a].clone(),
                other: part.subjects[b].clone(),
                rank_difference: mean_ranks[b] - mean_ranks[a],
                nemenyi: nemenyi[a][b],
                exact: exact.map(|p| p[a][b]),
                exact_holm: None,
                signed_rank,
            });
        }
    }
    pairs
}

/// Holm's adjustment of the exact p over all pairs.
fn adjust(pairs: &mut [PairTest]) -> Result<(), StatsError> {
    let Some(p) = pairs.iter().map(|pair| pair.exact).collect::<Option<Vec<f64>>>() else {
        return Ok(());
    };
    for (pair, adjusted) in pairs.iter_mut().zip(stats::adjust(&p, Adjustment::Holm)?) {
        pair.exact_holm = Some(adjusted);
    }
    Ok(())
}

/// What the tests allow to say.
fn sentence(test: &SubjectsTest) -> String {
    let names = |all: &[&Subject]| {
        let labels: Vec<String> = all.iter().map(|s| s.label()).collect();
        match labels.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    };
    let best_rank = test.mean_ranks[0];
    let leaders: Vec<&Subject> = test
        .subjects
        .iter()
        .zip(&test.mean_ranks)
        .filter(|(_, r)| **r == best_rank)
        .map(|(s, _)| s)
        .collect();
    let (has, them) = if leaders.len() == 1 { ("has", "it") } else { ("share", "them") };
    let mut out = format!("{} {has} the best mean rank ({best_rank:.2})", names(&leaders));
    let omnibus = test.friedman.p.p() <= test.alpha;
    let differ: Vec<&PairTest> = test.pairs.iter().filter(|p| p.nemenyi <= test.alpha).collect();
    let from_best: Vec<&Subject> =
        differ.iter().filter(|p| leaders.contains(&&p.better)).map(|p| &p.other).collect();
    let how = format!("Nemenyi, alpha {}, CD {:.2}", test.alpha, test.critical_difference);
    if !omnibus {
        out += &format!(
            "; the methods are not shown to differ (Friedman, p {})",
            crate::report::p_value(test.friedman.p.p())
        );
    } else if differ.is_empty() {
        out += &format!("; the methods differ as a whole, but no pair does ({how})");
    } else if from_best.is_empty() {
        out += &format!(
            "; no method is shown to differ from {them}, though {} other pairs differ ({how})",
            differ.len()
        );
    } else if from_best.len() == test.subjects.len() - leaders.len() {
        out += &format!("; every other method differs from {them} ({how})");
    } else {
        let verb = if from_best.len() == 1 { "differs" } else { "differ" };
        out += &format!("; only {} {verb} from {them} ({how})", names(&from_best));
    }
    out + "."
}
