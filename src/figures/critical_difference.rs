//! Mean ranks and the groups that no test tells apart.

use crate::analysis::{Omnibus, SubjectsTest};
use crate::chart::{CdRow, CriticalDifferenceData, Head};
use crate::stats::FriedmanP;

/// The critical difference diagram of a test. Where the test of all methods does not reject, no pair is told apart, not
/// even one that is further apart than the critical difference: all methods are one group, and the subtitle says why.
#[must_use]
pub fn critical_difference(test: &SubjectsTest, title: Option<&str>) -> CriticalDifferenceData {
    let methods = super::labels(test.subjects.iter());
    let rows = test
        .subjects
        .iter()
        .zip(&test.mean_ranks)
        .map(|(subject, &mean_rank)| CdRow {
            method: super::place(&methods, subject),
            mean_rank,
            text: format!("{mean_rank:.2}"),
        })
        .collect();
    let rejected = test.omnibus.p() <= test.alpha;
    let of = test.posthoc.name();
    let critical_difference =
        test.critical_difference.map(|cd| (cd, format!("{cd:.2} ({of}, \u{3b1} = {})", test.alpha)));
    let cliques = if rejected { test.cliques.clone() } else { vec![(0..test.subjects.len()).collect()] };
    let mut head = head(test, title);
    head.axis = format!("mean rank by {}; 1 is best", head.axis);
    if !rejected {
        head.subtitle += " does not reject: no pair is told apart";
    } else if critical_difference.is_none() {
        // a line joins methods that no pair of which is told apart; by which test is said where no distance is
        head.subtitle += &format!("; lines: {}, \u{3b1} = {}", super::pairs::procedure(test), test.alpha);
    }
    CriticalDifferenceData {
        head,
        ranks: methods.len(),
        methods,
        rows,
        cliques: Some(cliques),
        critical_difference,
        best_left: true,
    }
}

/// The titles of a figure about a test: the blocks, and the p of the test of all methods.
pub(super) fn head(test: &SubjectsTest, title: Option<&str>) -> Head {
    let blocks = test.blocks.len();
    let how = match (&test.omnibus, test.friedman.as_ref().map(|f| &f.p)) {
        (Omnibus::Friedman { .. }, Some(FriedmanP::Exact { .. })) => " (exact)",
        (Omnibus::Friedman { .. }, Some(FriedmanP::MonteCarlo { .. })) => " (Monte Carlo)",
        (Omnibus::Friedman { .. }, Some(FriedmanP::ChiSquared { .. })) => " (chi-squared)",
        _ => "",
    };
    let (name, p) = (test.omnibus.name(), test.omnibus.p_text());
    // a bound has its own sign
    let is = if p.starts_with('<') { "" } else { "= " };
    let says = format!("{blocks} block{}; {name} p {is}{p}{how}", if blocks == 1 { "" } else { "s" });
    super::head(&test.protocol, &test.basis, title, &says)
}
