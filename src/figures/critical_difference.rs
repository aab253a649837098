//! Mean ranks and the groups that no test tells apart.

use crate::analysis::SubjectsTest;
use crate::chart::{CdRow, CriticalDifferenceData, Head};
use crate::report::p_value;
use crate::stats::FriedmanP;

/// The critical difference diagram of a test. Where Friedman's test does not reject, no pair is told
/// apart: all methods are one group, and no critical difference is drawn.
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
    let rejected = test.friedman.p.p() <= test.alpha;
    let (cliques, critical_difference) = if rejected {
        let text = format!("{:.2} (Nemenyi, \u{3b1} = {})", test.critical_difference, test.alpha);
        (test.groups.clone(), Some((test.critical_difference, text)))
    } else {
        (vec![(0..test.subjects.len()).collect()], None)
    };
    let mut head = head(test, title);
    head.axis = format!("mean rank by {}; 1 is best", head.axis);
    if !rejected {
        head.subtitle += "; the methods are not shown to differ";
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

/// The titles of a figure about a test: the blocks and Friedman's p.
pub(super) fn head(test: &SubjectsTest, title: Option<&str>) -> Head {
    let blocks = test.blocks.len();
    let how = match test.friedman.p {
        FriedmanP::Exact { .. } => "exact",
        FriedmanP::MonteCarlo { .. } => "Monte Carlo",
        FriedmanP::ChiSquared { .. } => "chi-squared",
    };
    let p = p_value(test.friedman.p.p());
    let says = format!("{blocks} block{}; Friedman p = {p} ({how})", if blocks == 1 { "" } else { "s" });
    super::head(&test.protocol, &test.basis, title, &says)
}
