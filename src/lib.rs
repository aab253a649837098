//! Compare benchmark results like with like.
//!
//! Leaderboards and paper tables put numbers side by side that were measured under different settings:
//! another backbone, image size, split, shot count. Sorted by one column they look like a ranking.
//! `likewise` reads results with their recorded configuration, says what may be compared at all, ranks
//! methods inside each configuration, and measures each method's spread across them. A comparison of
//! what is not alike is refused with the reason, unless it is forced; then every output says so.
//!
//! The flow goes one way: [`ingest`] reads files into [`Results`] (a polars frame); a [`Study`] is those
//! results under a [`Policy`]; [`check`] says whether they may be compared for a question and gives a
//! [`Comparable`] or a [`Refusal`]; analyses ([`rank`], [`spread`], [`compare`], ...) take only a
//! `Comparable` of their own question and return plain data; [`report`] and [`chart`] show it.
//!
//! ```
//! use likewise::{InsideBlocks, Policy, Pooled, Study, check, ingest, rank, stats::Ties};
//! let csv = "method,backbone,AUROC\nLN,ResNet50,85.53\nHEM-,ResNet50,81.77\nHEM-,ViT-B/16,67.12\nLN,ViT-B/16,64.3\n";
//! let results = ingest::read_text("losses.csv", csv, &ingest::Options::default())?;
//! let study = Study::new(&results, &Policy::default())?;
//!
//! // inside each backbone: fair
//! let comparable = check(study.clone(), InsideBlocks).map_err(|r| format!("{:?}", r.conditions()))?;
//! let ranking = &rank(&comparable, Ties::Min)[0];
//! assert_eq!(ranking.blocks[1].block.label(), "ViT-B/16");
//! assert_eq!(ranking.blocks[1].entries[0].subject.name, "HEM-");
//!
//! // one list over both backbones: refused, and the reason names the backbone
//! let refusal = check(study, Pooled::default()).err().ok_or("not refused")?;
//! assert_eq!(refusal.conditions()[0].key(), Some("backbone"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
pub mod chart;
#[doc(hidden)]
pub mod cli;
mod comparability;
mod decimal;
mod export;
pub mod figures;
pub mod ingest;
mod p_value;
mod panics;
pub mod report;
mod results;
pub mod stats;
mod words;

pub use analysis::*;
pub use comparability::*;
pub use decimal::{Decimal, DecimalError, Mean};
pub use export::{ExportError, ExportFormat, export};
pub use results::{
    COLUMNS, CONFIG_PREFIX, Direction, KnownMetric, PageInfo, Protocol, Results, known_metric, unit_scale,
    unit_symbol,
};
