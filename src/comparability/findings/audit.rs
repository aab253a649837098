//! Looks at results and says what a reader should know before comparing them.

use super::codes::find_code;
use super::{Finding, Severity, rules};
use crate::comparability::design::{Design, Part};
use crate::comparability::policy::{Policy, PolicyError};
use crate::comparability::study::Study;
use crate::results::Results;
use crate::results::codes::Coded;

/// So many rows of a finding are listed; the rest are counted in its message.
const ROWS: usize = 200;

/// What the rules look at.
pub(super) struct Context<'a> {
    pub(super) results: &'a Results,
    pub(super) study: &'a Study,
    pub(super) design: &'a Design,
    pub(super) found: Vec<Finding>,
}

impl Context<'_> {
    /// Adds a finding about rows of the study.
    pub(super) fn add(&mut self, code: &'static str, rows: &[u32], message: String) {
        let remedy = find_code(code).map_or("", |c| c.remedy).to_owned();
        self.add_with(code, rows, message, remedy);
    }

    /// Adds a finding with a remedy of its own.
    pub(super) fn add_with(&mut self, code: &'static str, rows: &[u32], message: String, remedy: String) {
        // every code that a rule uses is in the list, which a test checks
        let (name, severity) = find_code(code).map_or(("", Severity::Info), |c| (c.name, c.severity));
        let listed = &rows[..rows.len().min(ROWS)];
        let places = listed.iter().map(|&r| self.study.place(r as usize)).collect();
        let rows = listed.iter().map(|&r| self.study.rows.at(r as usize)).collect();
        self.found.push(Finding { code, name, severity, message, remedy, rows, places });
    }

    /// A column of the results, for the rows of the study.
    pub(super) fn column(&self, name: &str) -> Coded {
        self.results.coded(name).select(&self.study.rows)
    }

    pub(super) fn parts(&self) -> &[Part] {
        &self.design.parts
    }
}

/// All findings about the results that a policy selects, the gravest first, then by code.
///
/// ```
/// use likewise::{Policy, audit, ingest};
/// let csv = "method,Backbone,AUROC\nA,R50,85.5\nB,,81.7\n";
/// let results = ingest::read_text("x.csv", csv, &ingest::Options::default())?;
/// let findings = audit(&results, &Policy::default())?;
/// assert!(findings.iter().any(|f| f.code == "C002")); // B's Backbone is not recorded
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A policy that can't be applied to the results.
pub fn audit(results: &Results, policy: &Policy) -> Result<Vec<Finding>, PolicyError> {
    let study = Study::for_audit(results, policy)?;
    let design = Design::new(&study, None);
    let mut context = Context { results, study: &study, design: &design, found: Vec::new() };
    rules::run(&mut context);
    let mut found = context.found;
    found.sort_by(|a, b| a.severity.cmp(&b.severity).then_with(|| a.code.cmp(b.code)));
    Ok(found)
}
