//! lib
mod analysis;
mod comparability;
mod decimal;
pub mod ingest;
mod results;
pub mod stats;

pub use analysis::*;
pub use comparability::*;
pub use decimal::{Decimal, DecimalError, Mean};
pub use results::{
    COLUMNS, CONFIG_PREFIX, Direction, KnownMetric, PageInfo, Protocol, Results, known_metric, unit_scale, unit_symbol,
};
