//! The check that every analysis goes through, and the proof that it did.

use std::marker::PhantomData;

use super::basis::{Basis, Kind};
use super::design::{Design, Part, Unplaced, local_subjects};
use super::policy::{Common, Force};
use super::reference::{ReferenceError, SubjectRef, find};
use super::refusal::{Condition, Refusal};
use super::study::Study;
use crate::results::Protocol;
use crate::words::few;

mod sealed {
    pub trait Sealed {}
}

/// What is asked of results. Whether they may be compared depends on it: results that are fine to
/// rank inside blocks may be refused for one list over all blocks.
pub trait Question: sealed::Sealed + Clone + std::fmt::Debug {
    /// The question in words, for messages.
    fn words(&self) -> String;

    /// What stands in its way, beside what stands in the way of every question.
    #[doc(hidden)]
    fn conditions(
        &self,
        parts: &mut Vec<PartView>,
        common: Option<Common>,
        notes: &mut Vec<String>,
    ) -> Vec<Condition>;
}

/// A part as questions see it; opaque outside of the crate.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct PartView(pub(crate) Part);

/// Rank the subjects inside each block. Always a fair question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InsideBlocks;

/// Describe each subject over the blocks that it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AcrossBlocks;

/// Compare subjects over blocks through what happens inside each: ranks, wins, differences. Fair
/// where every subject has every block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompleteBlocks {
    only: Option<Vec<String>>,
    takes_no_holes: bool,
}

/// Set raw values of several blocks side by side: one sorted list, or two single results. Not a fair
/// question where there is more than one block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pooled {
    only: Option<Vec<SubjectRef>>,
}

impl CompleteBlocks {
    /// The question for some subjects only, by their labels.
    #[must_use]
    pub fn of(subjects: &[String]) -> Self {
        Self { only: Some(subjects.to_vec()), takes_no_holes: false }
    }

    /// The question for a procedure that is not defined where a cell is missing: no force lifts that.
    #[must_use]
    pub fn without_holes() -> Self {
        Self { only: None, takes_no_holes: true }
    }
}

impl Pooled {
    /// The question for the single results that are named.
    #[must_use]
    pub fn of(results: &[SubjectRef]) -> Self {
        Self { only: Some(results.to_vec()) }
    }
}

impl sealed::Sealed for InsideBlocks {}
impl sealed::Sealed for AcrossBlocks {}
impl sealed::Sealed for CompleteBlocks {}
impl sealed::Sealed for Pooled {}

impl Question for InsideBlocks {
    fn words(&self) -> String {
        "rank inside each block".to_owned()
    }

    fn conditions(&self, _: &mut Vec<PartView>, _: Option<Common>, _: &mut Vec<String>) -> Vec<Condition> {
        Vec::new()
    }
}

impl Question for AcrossBlocks {
    fn words(&self) -> String {
        "describe each method over its blocks".to_owned()
    }

    fn conditions(
        &self,
        parts: &mut Vec<PartView>,
        _: Option<Common>,
        _: &mut Vec<String>,
    ) -> Vec<Condition> {
        // values on different datasets have no common scale, whatever the ranks inside each may have
        parts.iter().flat_map(|p| protocol_axes(&p.0)).collect()
    }
}

impl Question for CompleteBlocks {
    fn words(&self) -> String {
        match &self.only {
            None => "compare all methods over all blocks, through their ranks inside each".to_owned(),
            Some(subjects) => format!("compare {} block by block", subjects.join(" and ")),
        }
    }

    fn conditions(
        &self,
        parts: &mut Vec<PartView>,
        common: Option<Common>,
        notes: &mut Vec<String>,
    ) -> Vec<Condition> {
        let mut conditions = Vec::new();
        if let Some(only) = &self.only {
            for part in parts.iter_mut() {
                restrict(&mut part.0, |s| only.contains(&s));
            }
            parts.retain(|p| !p.0.blocks.is_empty());
        }
        let (mut complete, mut incomplete) = (Vec::new(), Vec::new());
        for part in parts {
            match coverage(&mut part.0, common, notes) {
                Some(condition) => {
                    conditions.push(condition);
                    incomplete.push(&part.0.protocol);
                }
                None => complete.push(&part.0.protocol),
            }
        }
        let only_complete = only(&complete, &incomplete);
        for condition in &mut conditions {
            if let Condition::Coverage { whole, can_be_forced, .. } = condition {
                whole.clone_from(&only_complete);
                *can_be_forced = !self.takes_no_holes;
            }
        }
        conditions
    }
}

impl Question for Pooled {
    fn words(&self) -> String {
        match &self.only {
            None => "put all results of all blocks into one list".to_owned(),
            Some(results) => {
                let names: Vec<String> = results.iter().map(SubjectRef::to_string).collect();
                format!("compare {}", names.join(" with "))
            }
        }
    }

    fn conditions(
        &self,
        parts: &mut Vec<PartView>,
        _: Option<Common>,
        _: &mut Vec<String>,
    ) -> Vec<Condition> {
        if let Some(only) = &self.only
            && let Err(error) = keep_only(parts, only)
        {
            return vec![Condition::Nothing { what: error.what, help: error.help }];
        }
        let mut conditions = protocols(parts);
        for part in parts.iter() {
            conditions.extend(protocol_axes(&part.0));
        }
        if conditions.is_empty() {
            for PartView(part) in parts.iter() {
                for axis in part.varying() {
                    conditions.push(Condition::AcrossBlocks {
                        key: part.axes[axis].clone(),
                        values: part.axis_values(axis),
                    });
                }
            }
        }
        conditions
    }
}

/// What differs between the protocols, if there is more than one.
fn protocols(parts: &[PartView]) -> Vec<Condition> {
    if parts.len() < 2 {
        return Vec::new();
    }
    let mut conditions = Vec::new();
    let mut check = |field: &'static str, get: &dyn Fn(&Part) -> Option<String>| {
        let mut values: Vec<String> = Vec::new();
        for part in parts {
            let value = get(&part.0).unwrap_or_else(|| "not recorded".to_owned());
            if !values.contains(&value) {
                values.push(value);
            }
        }
        if values.len() > 1 {
            conditions.push(Condition::ProtocolDiffers { field, values });
        }
    };
    check("metric", &|p| p.protocol.metric.clone());
    check("unit", &|p| p.protocol.unit.clone());
    check("direction", &|p| p.protocol.direction.map(|d| d.to_string()));
    check("task", &|p| p.protocol.task.clone());
    check("dataset", &|p| p.protocol.dataset.clone());
    check("split", &|p| p.protocol.split.clone());
    conditions
}

/// Parts of the protocol that were named as axes differ: fine for ranks, not for raw values.
fn protocol_axes(part: &Part) -> Vec<Condition> {
    part.varying()
        .into_iter()
        .filter_map(|axis| {
            let field = super::study::PROTOCOL_AXES.into_iter().find(|p| *p == part.axes[axis])?;
            let values = part.axis_values(axis).into_iter().map(|v| v.0).collect();
            Some(Condition::ProtocolDiffers { field, values })
        })
        .collect()
}

/// Keeps the cells that are named, and the blocks and protocols that have any of them.
fn keep_only(parts: &mut Vec<PartView>, only: &[SubjectRef]) -> Result<(), ReferenceError> {
    let all: Vec<Part> = parts.iter().map(|p| p.0.clone()).collect();
    let kept = only.iter().map(|r| find(&all, r)).collect::<Result<Vec<_>, _>>()?;
    for (p, PartView(part)) in parts.iter_mut().enumerate() {
        for (b, block) in part.blocks.iter_mut().enumerate() {
            let mut c = 0;
            block.cells.retain(|_| {
                c += 1;
                kept.contains(&(p, b, c - 1))
            });
        }
        part.blocks.retain(|b| !b.cells.is_empty());
    }
    parts.retain(|p| !p.0.blocks.is_empty());
    Ok(())
}

/// The first part of a protocol with values that only the first of these have, and those values.
fn only(these: &[&Protocol], not: &[&Protocol]) -> Option<(&'static str, Vec<String>)> {
    ["dataset", "metric", "split", "task"].into_iter().find_map(|part| {
        let get = |p: &&Protocol| match part {
            "dataset" => p.dataset.clone(),
            "metric" => p.metric.clone(),
            "split" => p.split.clone(),
            _ => p.task.clone(),
        };
        let elsewhere: Vec<String> = not.iter().filter_map(get).collect();
        let mut values: Vec<String> = Vec::new();
        for value in these.iter().filter_map(get).filter(|v| !elsewhere.contains(v)) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        (!values.is_empty()).then_some((part, values))
    })
}

/// Keeps some subjects and the blocks that have any of them.
fn restrict(part: &mut Part, keep: impl Fn(String) -> bool) {
    let kept: Vec<bool> = part.subjects.iter().map(|s| keep(s.label())).collect();
    for block in &mut part.blocks {
        block.cells.retain(|c| kept[c.subject as usize]);
    }
    part.blocks.retain(|b| !b.cells.is_empty());
    part.subjects = local_subjects(&mut part.blocks, &part.subjects);
}

/// Whether every subject has every block, after leaving out what `common` says.
fn coverage(part: &mut Part, common: Option<Common>, notes: &mut Vec<String>) -> Option<Condition> {
    let (blocks, subjects) = (part.blocks.len(), part.subjects.len());
    let holes = |part: &Part| {
        part.blocks.len() * part.subjects.len() - part.blocks.iter().map(|b| b.cells.len()).sum::<usize>()
    };
    if holes(part) == 0 {
        return None;
    }
    let mut counts = vec![0usize; subjects];
    for cell in part.blocks.iter().flat_map(|b| &b.cells) {
        counts[cell.subject as usize] += 1;
    }
    let complete_blocks = part.blocks.iter().filter(|b| b.cells.len() == subjects).count();
    let complete_subjects = counts.iter().filter(|&&c| c == blocks).count();
    let missing = || {
        let mut missing = Vec::new();
        for block in &part.blocks {
            for (at, subject) in part.subjects.iter().enumerate() {
                if block.cells.binary_search_by_key(&(at as u32), |c| c.subject).is_err() {
                    missing.push((subject.label(), part.label(block)));
                }
            }
        }
        missing
    };
    match common {
        Some(Common::Blocks) if complete_blocks > 0 => {
            let out: Vec<String> =
                part.blocks.iter().filter(|b| b.cells.len() < subjects).map(|b| part.label(b)).collect();
            notes.push(format!(
                "left out by --common{}, since a method is missing there: {}",
                part.name.as_deref().map_or(String::new(), |name| format!(" in {name}")),
                few(&out, 10, ", ", String::clone)
            ));
            part.blocks.retain(|b| b.cells.len() == subjects);
            None
        }
        Some(Common::Subjects) if complete_subjects > 0 => {
            let out: Vec<String> = part
                .subjects
                .iter()
                .zip(&counts)
                .filter(|(_, c)| **c < blocks)
                .map(|(s, _)| s.label())
                .collect();
            notes.push(format!(
                "left out by --common=subjects{}, since a block is missing: {}",
                part.name.as_deref().map_or(String::new(), |name| format!(" in {name}")),
                few(&out, 10, ", ", String::clone)
            ));
            let keep: Vec<String> = part
                .subjects
                .iter()
                .zip(&counts)
                .filter(|(_, c)| **c == blocks)
                .map(|(s, _)| s.label())
                .collect();
            restrict(part, |s| keep.contains(&s));
            None
        }
        _ => Some(Condition::Coverage {
            of: part.name.clone(),
            missing: missing(),
            complete_blocks,
            complete_subjects,
            whole: None,
            can_be_forced: true,
        }),
    }
}

/// Results that may be compared for one question, with the basis on which they may.
///
/// The only ways to get one are [`check`] and [`Refusal::force`]; its fields are private, and it can't
/// be made from nothing:
///
/// ```
/// # use likewise::{Comparable, InsideBlocks};
/// fn need(_: Comparable<InsideBlocks>) {}
/// ```
///
/// ```compile_fail
/// # use likewise::{Comparable, InsideBlocks};
/// fn need(_: Comparable<InsideBlocks>) {}
/// need(Default::default());
/// ```
///
/// What was checked for one question is no proof for another:
///
/// ```
/// # use likewise::{Comparable, InsideBlocks, Pooled};
/// # fn pooled_list(_: &Comparable<Pooled>) {}
/// fn ask(checked: &Comparable<Pooled>) { pooled_list(checked) }
/// ```
///
/// ```compile_fail
/// # use likewise::{Comparable, InsideBlocks, Pooled};
/// # fn pooled_list(_: &Comparable<Pooled>) {}
/// fn ask(checked: &Comparable<InsideBlocks>) { pooled_list(checked) }
/// ```
#[derive(Debug, Clone)]
pub struct Comparable<Q: Question> {
    parts: Vec<Part>,
    basis: Basis,
    /// What was forced.
    broken: Vec<Condition>,
    unplaced: Vec<Unplaced>,
    no_value: Vec<(String, String)>,
    question: PhantomData<Q>,
}

/// Says whether results may be compared for a question, and gives what may be compared.
///
/// Results whose configuration is not fully recorded are in no block: they are set aside and named
/// by [`Comparable::unplaced`]. Where nothing else is left, or where the policy forces them, the
/// question is refused.
///
/// # Errors
/// A [`Refusal`] with every reason.
pub fn check<Q: Question>(study: Study, question: Q) -> Result<Comparable<Q>, Box<Refusal<Q>>> {
    let design = Design::new(&study, None);
    let notes = study.notes.clone();
    let forced = study.policy.force.clone();
    let unknown = unknown(&design, design.bare);
    // what is set aside is refused first where the user means to force it
    let unknown_refused = design.parts.is_empty()
        || unknown.iter().any(|c| c.key().is_some_and(|k| forced.as_ref().is_some_and(|f| f.lifts(k))));
    let mut conditions = if unknown_refused { unknown } else { Vec::new() };
    let comparable = Comparable::assemble(&study, design, &question, notes, &mut conditions);
    if conditions.is_empty() {
        Ok(comparable)
    } else {
        Err(Box::new(Refusal { study, question, conditions, marker: PhantomData }))
    }
}

/// The conditions about keys that are not recorded, one a key.
fn unknown(design: &Design, bare: bool) -> Vec<Condition> {
    if bare {
        let results = design.unplaced.clone();
        return if results.is_empty() {
            Vec::new()
        } else {
            vec![Condition::Unknown { key: "configuration".to_owned(), results }]
        };
    }
    let mut conditions: Vec<Condition> = Vec::new();
    for result in &design.unplaced {
        for key in &result.unknown {
            let found = conditions.iter_mut().find_map(|c| match c {
                Condition::Unknown { key: k, results } if k == key => Some(results),
                _ => None,
            });
            match found {
                Some(results) => results.push(result.clone()),
                None => {
                    conditions.push(Condition::Unknown { key: key.clone(), results: vec![result.clone()] })
                }
            }
        }
    }
    conditions
}

impl<Q: Question> Comparable<Q> {
    fn assemble(
        study: &Study,
        design: Design,
        question: &Q,
        mut notes: Vec<String>,
        conditions: &mut Vec<Condition>,
    ) -> Self {
        for d in &design.differing {
            conditions.push(Condition::KeyDiffers {
                key: d.key.clone(),
                block: d.block.clone(),
                values: d.values.clone(),
                blocks: d.blocks,
            });
        }
        if !design.conflicts.is_empty() {
            conditions.push(Condition::Conflicts(design.conflicts.clone()));
        }
        let mut parts: Vec<PartView> = design.parts.into_iter().map(PartView).collect();
        if parts.is_empty() && conditions.is_empty() {
            conditions.push(Condition::Nothing {
                what: "no result has a number".to_owned(),
                help: "look at the values with likewise audit".to_owned(),
            });
        }
        conditions.extend(question.conditions(&mut parts, study.policy.common, &mut notes));
        if design.duplicates > 0 {
            let (is, s) = if design.duplicates == 1 { ("repeats", "") } else { ("repeat", "s") };
            notes.push(format!("{} result{s} {is} another one exactly and count once", design.duplicates));
        }
        let basis = Basis {
            kind: Kind::LikeForLike,
            broken: Vec::new(),
            because: None,
            notes,
            ignored: study.policy.ignore.clone(),
            replicates: study.policy.replicate.clone(),
        };
        Self {
            parts: parts.into_iter().map(|p| p.0).collect(),
            basis,
            broken: Vec::new(),
            unplaced: design.unplaced,
            no_value: design.no_value,
            question: PhantomData,
        }
    }

    pub(super) fn forced(
        refusal: Refusal<Q>,
        force: &Force,
        reason: Option<&str>,
    ) -> Result<Self, Box<Refusal<Q>>> {
        let design = Design::new(&refusal.study, Some(force));
        let mut conditions = Vec::new();
        let notes = refusal.study.notes.clone();
        let mut comparable =
            Self::assemble(&refusal.study, design, &refusal.question, notes, &mut conditions);
        // forcing one condition can uncover another, such as two values in a cell
        let left: Vec<Condition> =
            conditions.iter().filter(|c| !c.key().is_some_and(|k| force.lifts(k))).cloned().collect();
        if !left.is_empty() {
            return Err(Box::new(Refusal { conditions: left, ..refusal }));
        }
        let mut broken = refusal.conditions.clone();
        broken.extend(
            conditions.into_iter().filter(|c| !refusal.conditions.iter().any(|b| b.key() == c.key())),
        );
        comparable.basis.join_broken(&broken);
        comparable.broken = broken;
        comparable.basis.because = reason.map(str::to_owned);
        Ok(comparable)
    }

    /// What the comparison stands on.
    #[must_use]
    pub const fn basis(&self) -> &Basis {
        &self.basis
    }

    /// The results that are in no block, since a key of their configuration is not recorded.
    #[must_use]
    pub fn unplaced(&self) -> &[Unplaced] {
        &self.unplaced
    }

    /// The results without a number, as method and place.
    #[must_use]
    pub fn without_value(&self) -> &[(String, String)] {
        &self.no_value
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The same results, one protocol each; what is set aside stays with the first. What was forced of one
    /// protocol alone marks no other.
    pub(crate) fn by_protocol(self) -> Vec<Self> {
        let Self { parts, basis, broken, mut unplaced, mut no_value, question } = self;
        let one = |part: Part| {
            let own: Vec<Condition> = broken
                .iter()
                .filter(|c| match c {
                    Condition::Coverage { of, .. } => *of == part.name,
                    _ => true,
                })
                .cloned()
                .collect();
            let mut basis = basis.clone();
            if !broken.is_empty() {
                basis.join_broken(&own);
            }
            Self {
                parts: vec![part],
                basis,
                broken: own,
                unplaced: std::mem::take(&mut unplaced),
                no_value: std::mem::take(&mut no_value),
                question,
            }
        };
        parts.into_iter().map(one).collect()
    }

    /// The same results for a further question: what every question asks was checked already.
    ///
    /// # Errors
    /// What stands in the way of this one.
    pub(crate) fn also<R: Question>(&self, question: &R) -> Result<Comparable<R>, Vec<Condition>> {
        let mut parts: Vec<PartView> = self.parts.iter().cloned().map(PartView).collect();
        let conditions = question.conditions(&mut parts, None, &mut Vec::new());
        if !conditions.is_empty() {
            return Err(conditions);
        }
        Ok(Comparable {
            parts: parts.into_iter().map(|p| p.0).collect(),
            basis: self.basis.clone(),
            broken: self.broken.clone(),
            unplaced: self.unplaced.clone(),
            no_value: self.no_value.clone(),
            question: PhantomData,
        })
    }
}
