//! Tests of pairs of subjects, and their adjustment.

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::super::table::differences;
use super::signed_rank_computation;
use crate::stats::{self, Adjustment, Alternative, BlockTable, SignTies, SignedRank, StatsError, Zeros};

/// Which test of pairs decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Posthoc {
    /// Nemenyi's on complete blocks, signed ranks where cells are missing; against a control, the z of
    /// mean ranks.
    #[default]
    Auto,
    /// Nemenyi's: the studentized range of mean ranks, adjusted by itself.
    Nemenyi,
    /// The normal z of mean ranks, as Bonferroni and Dunn's.
    RankZ,
    /// Conover and Iman's t of mean ranks.
    Conover,
    /// The exact distribution of the difference of rank sums (Eisinga and others 2017).
    Exact,
    /// Quade's t.
    Quade,
    /// The z of aligned ranks.
    AlignedRanks,
    /// Wilcoxon's signed ranks of the differences of each pair.
    SignedRank,
    /// The signs of the differences of each pair.
    Sign,
}

impl Posthoc {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Auto,
        Self::Nemenyi,
        Self::RankZ,
        Self::Conover,
        Self::Exact,
        Self::Quade,
        Self::AlignedRanks,
        Self::SignedRank,
        Self::Sign,
    ];

    /// What a sentence calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "automatic",
            Self::Nemenyi => "Nemenyi",
            Self::RankZ => "z of mean ranks",
            Self::Conover => "Conover",
            Self::Exact => "exact rank sums",
            Self::Quade => "Quade's t",
            Self::AlignedRanks => "z of aligned ranks",
            Self::SignedRank => "signed-rank",
            Self::Sign => "sign test",
        }
    }

    /// Whether its p-values hold for all pairs together as they are.
    #[must_use]
    pub const fn adjusts_itself(self) -> bool {
        matches!(self, Self::Nemenyi)
    }

    /// What is run in the place of [`Posthoc::Auto`].
    pub(super) const fn chosen(self, missing: usize, control: bool) -> Self {
        match self {
            Self::Auto if missing > 0 => Self::SignedRank,
            Self::Auto if control => Self::RankZ,
            Self::Auto => Self::Nemenyi,
            other => other,
        }
    }

    /// The two-sided p-value of each pair by subjects, unadjusted (but for Nemenyi's); signed ranks from the
    /// tests of these pairs.
    pub(super) fn p(
        self,
        table: &BlockTable,
        control: Option<usize>,
        pairs: &[(usize, usize)],
        signed: &[Signed],
    ) -> Result<PairsP, StatsError> {
        let p = match self {
            // with nothing to divide by, t is infinite
            Self::Conover => {
                let test = stats::conover(table)?;
                if test.standard_error == 0.0 {
                    return Ok(PairsP { p: test.p, limit: true });
                }
                test.p
            }
            Self::Quade => {
                let test = stats::quade(table)?;
                if test.f.is_none() {
                    return Ok(PairsP { p: test.pairs, limit: true });
                }
                test.pairs
            }
            _ => self.finite(table, control, pairs, signed)?,
        };
        Ok(PairsP { p: floored(p), limit: false })
    }

    fn finite(
        self,
        table: &BlockTable,
        control: Option<usize>,
        pairs: &[(usize, usize)],
        signed: &[Signed],
    ) -> Result<Vec<Vec<f64>>, StatsError> {
        match self {
            Self::Auto | Self::Nemenyi => Ok(stats::nemenyi(table)?.p),
            Self::Conover => Ok(stats::conover(table)?.p),
            Self::Exact => Ok(stats::exact_pairs(table)?.p),
            Self::Quade => Ok(stats::quade(table)?.pairs),
            Self::AlignedRanks => Ok(stats::aligned_ranks(table)?.pairs),
            Self::RankZ => {
                let k = table.subjects();
                let mut p = vec![vec![1.0; k]; k];
                for from in control.map_or(0..k, |c| c..c + 1) {
                    for other in stats::against_control(table, from)?.comparisons {
                        p[from][other.subject] = other.p;
                    }
                }
                Ok(p)
            }
            Self::SignedRank => {
                let tests = signed.iter().map(|test| test.as_ref().map_or(Ok(1.0), |t| Ok(t.clone()?.p)));
                by_subjects(table.subjects(), pairs, tests)
            }
            Self::Sign => {
                let test = |d: &[i128]| stats::sign_test(d, SignTies::default(), Alternative::TwoSided);
                let tests = of_pairs(table, pairs, test).into_iter().map(|t| t.map_or(Ok(1.0), |t| Ok(t?.p)));
                by_subjects(table.subjects(), pairs, tests)
            }
        }
    }
}

/// The p-values of pairs by subjects.
pub(super) struct PairsP {
    pub(super) p: Vec<Vec<f64>>,
    /// Whether a p of 0 is the limit of a formula whose statistic is infinite: what is just too small for a number
    /// is never 0.
    pub(super) limit: bool,
}

/// A p-value too small for a number is never 0.
pub(super) fn floored(mut p: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    p.iter_mut().flatten().for_each(|p| *p = p.max(f64::MIN_POSITIVE));
    p
}

/// The signed-rank test of one pair; none for a pair that is in no block together, which says nothing.
pub(super) type Signed = Option<Result<SignedRank, StatsError>>;

/// The signed-rank test of each pair, differences positive where the first is better.
pub(super) fn signed_ranks(table: &BlockTable, pairs: &[(usize, usize)], zeros: Zeros) -> Vec<Signed> {
    let computation = signed_rank_computation(table.subjects(), table.blocks());
    of_pairs(table, pairs, |d| stats::signed_rank(d, zeros, Alternative::TwoSided, computation))
}

/// A test of each pair's differences; none for a pair that is in no block together.
fn of_pairs<T: Send>(
    table: &BlockTable,
    pairs: &[(usize, usize)],
    test: impl Fn(&[i128]) -> T + Sync,
) -> Vec<Option<T>> {
    let of_pair = |&(a, b): &(usize, usize)| {
        let d = differences(table, a, b);
        (!d.is_empty()).then(|| test(&d))
    };
    pairs.par_iter().map(of_pair).collect()
}

/// The p-values of pairs by subjects.
fn by_subjects(
    k: usize,
    pairs: &[(usize, usize)],
    tests: impl Iterator<Item = Result<f64, StatsError>>,
) -> Result<Vec<Vec<f64>>, StatsError> {
    let mut p = vec![vec![1.0; k]; k];
    for (&(a, b), test) in pairs.iter().zip(tests) {
        let this = test?;
        p[a][b] = this;
        p[b][a] = this;
    }
    Ok(p)
}

/// The p-values adjusted: over all pairs, or over those with a control.
pub(super) fn adjusted(
    p: &[Vec<f64>],
    order: &[usize],
    control: Option<usize>,
    method: Adjustment,
) -> Result<Vec<Vec<f64>>, StatsError> {
    let k = order.len();
    let mut out = vec![vec![1.0; k]; k];
    let mut pairs: Vec<(usize, usize)> = Vec::with_capacity(k * k / 2);
    match control {
        Some(c) => pairs.extend(order.iter().filter(|&&s| s != c).map(|&s| (c, s))),
        None => pairs.extend((0..k).flat_map(|i| (i + 1..k).map(move |j| (order[i], order[j])))),
    }
    let list: Vec<f64> = pairs.iter().map(|&(a, b)| p[a][b]).collect();
    let list = match control {
        Some(_) => stats::adjust(&list, method)?,
        None => stats::adjust_pairs(&list, k, method)?,
    };
    for ((a, b), p) in pairs.into_iter().zip(list) {
        out[a][b] = p;
        out[b][a] = p;
    }
    Ok(out)
}
