//! What a report says over the blocks: tests, agreement, intervals.

use super::make::{FIGURED, reasons};
use crate::analysis::{self, Agreement, Intervals, SubjectsTest, TestOptions};
use crate::cli::failure::Failure;
use crate::cli::session::{lift, study_of_blocks};
use crate::comparability::{Comparable, CompleteBlocks, Study};
use crate::report::Document;
use crate::report::view::{self, Chapter};
use crate::results::Results;
use crate::stats::StatsError;
use crate::stats::bootstrap::Resampling;

/// Each part, or in words why there is none.
pub(super) struct OverBlocks {
    pub(super) tests: Result<Vec<SubjectsTest>, String>,
    pub(super) agreement: Result<Vec<Agreement>, String>,
    pub(super) intervals: Result<Vec<Intervals>, String>,
    /// Whether the results may not be compared over blocks, rather than not be tested.
    refused: bool,
}

/// Of more blocks than this the pairs are too many for a report.
const PAIRED: usize = 16;

impl OverBlocks {
    /// Analyses the results over their blocks: `complete` is what `study` was asked for. For tests, runs that the
    /// policy says nothing of are averaged first.
    pub(super) fn new(
        results: &Results,
        study: &Study,
        complete: &Result<Comparable<CompleteBlocks>, String>,
    ) -> Result<Self, Failure> {
        let again = match study.policy().clone().averaging_runs(results.config_keys()).1 {
            None => None,
            Some(_) => {
                let of_blocks = study_of_blocks(results, study.policy().clone())?;
                Some(lift(&of_blocks, CompleteBlocks::default()).map_err(|r| reasons(&r)))
            }
        };
        let (averaged, plain) = match (again.as_ref().unwrap_or(complete), complete) {
            (Ok(averaged), Ok(plain)) => (averaged, plain),
            (Err(why), _) | (_, Err(why)) => {
                return Ok(Self {
                    tests: Err(why.clone()),
                    agreement: Err(why.clone()),
                    intervals: Err(why.clone()),
                    refused: true,
                });
            }
        };
        let parts = averaged.parts();
        let many = parts.len() > FIGURED;
        let said = |error: StatsError| error.to_string();
        let too_many =
            |what: &str| format!("{} protocols are too many for {what} in one report", parts.len());
        let tests = if many {
            Err(too_many("tests"))
        } else {
            analysis::test_subjects(averaged, &TestOptions::default()).map_err(said)
        };
        let blocks = parts.iter().map(|p| p.blocks.len()).max().unwrap_or(0);
        let agreement = if many {
            Err(too_many("the agreement of blocks"))
        } else if blocks > PAIRED {
            Err(format!("the pairs of {blocks} blocks are too many for a report; see likewise agree"))
        } else {
            match &tests {
                Ok(tests) => analysis::agreement_of_tested(averaged, tests),
                Err(_) => analysis::agreement(averaged),
            }
            .map_err(said)
        };
        let intervals = if many {
            Err(too_many("intervals"))
        } else {
            analysis::intervals(plain, study, 0.95, &Resampling::default()).map_err(said)
        };
        Ok(Self { tests, agreement, intervals, refused: false })
    }

    /// The chapters of the report.
    pub(super) fn chapters(&self) -> Vec<Chapter<'static>> {
        let content = |part: Result<Document, &String>| match part {
            Err(why) if self.refused => Err(why.clone()),
            Err(why) => Ok(Document { lead: vec![format!("Not done: {why}.")], ..Document::default() }),
            Ok(document) => Ok(document),
        };
        vec![
            Chapter {
                heading: "Tests over the blocks",
                pictures: &["critical-difference"],
                content: content(self.tests.as_ref().map(|t| view::test(t))),
            },
            Chapter {
                heading: "Agreement of the blocks",
                pictures: &[],
                content: content(self.agreement.as_ref().map(|a| view::agreement(a))),
            },
            Chapter {
                heading: "Intervals",
                pictures: &[],
                content: content(self.intervals.as_ref().map(|i| view::intervals(i))),
            },
        ]
    }
}
