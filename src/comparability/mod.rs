//! What may be compared at all.
//!
//! An analysis takes only a [`Comparable`] of its own question. [`check`] gives one where the results
//! are alike in all that counts, and a [`Refusal`] with the reasons where they are not;
//! [`Refusal::force`] is the only other way to one, and marks it for good.

mod basis;
mod cells;
mod check;
pub(crate) mod design;
pub(crate) mod findings;
pub(crate) mod order;
mod policy;
pub(crate) mod reference;
mod refusal;
mod replication;
pub(crate) mod runs;
mod scales;
pub(crate) mod study;

pub use basis::Basis;
pub use check::{AcrossBlocks, Comparable, CompleteBlocks, InsideBlocks, PartView, Pooled, Question, check};
pub use design::{Conflict, Subject, Unplaced};
pub use findings::{Code, Finding, Severity, audit, codes, find_code};
pub use policy::{Common, Force, Policy, PolicyError};
pub use reference::{ReferenceError, SubjectRef, parse_reference};
pub use refusal::{Condition, Refusal};
pub(crate) use replication::numbers_runs;
pub use study::Study;
