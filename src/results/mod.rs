//! The results frame: one row a reported number, with what was measured and how.

mod build;
pub(crate) mod codes;
pub(crate) mod config;
mod direction;
pub(crate) mod order;
mod page_info;
mod protocol;
pub(crate) mod registry;
pub(crate) mod rows;
mod schema;

pub use direction::Direction;
pub use page_info::PageInfo;
pub use protocol::Protocol;
pub(crate) use protocol::passed;
pub use registry::{KnownMetric, known_metric, unit_scale, unit_symbol};
pub use schema::{COLUMNS, CONFIG_PREFIX};

use std::sync::{Arc, OnceLock};

use polars::prelude::DataFrame;

use crate::ingest::{IngestError, InputReport, Places};
use build::Columns;
use codes::Coded;

pub(crate) use build::build;

/// Published results in a polars frame, one row a reported number.
///
/// The columns are those of [`COLUMNS`] and one column `config.<key>` for each configuration key
/// (null where not recorded). Values stay as reported. A `Results` is made by
/// [`ingest`](crate::ingest) or from a frame of your own by [`Results::from_frame`]; both check
/// every value, so that no NaN, infinity or unparsed text is inside.
///
/// ```
/// use likewise::ingest::{Options, read_text};
/// let csv = "method,backbone,AUROC\nLN,ResNet50,85.53\nCE,ResNet50,72.88\n";
/// let results = read_text("example.csv", csv, &Options::default())?;
/// assert_eq!(results.len(), 2);
/// assert_eq!(results.config_keys(), ["backbone"]);
/// let values = results.frame().column("value")?.f64()?;
/// assert_eq!(values.get(0), Some(85.53));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Results {
    columns: Arc<Columns>,
    frame: Arc<OnceLock<DataFrame>>,
    rows: usize,
    config_keys: Vec<String>,
    pages: Vec<PageInfo>,
    inputs: Vec<InputReport>,
}

impl Results {
    /// Checks a frame with (some of) the columns of [`COLUMNS`] and takes it as results. At least
    /// `method` and `value` (or `reported`) must be there; a column of another name is read as the
    /// command line reads a file's column: matched by its name, or else as configuration.
    ///
    /// # Errors
    /// Every cell that can't be taken, with its row.
    pub fn from_frame(frame: &DataFrame) -> Result<Self, IngestError> {
        crate::ingest::read_frame(frame)
    }

    /// The frame; made at the first call.
    #[must_use]
    pub fn frame(&self) -> &DataFrame {
        self.frame.get_or_init(|| self.columns.frame(self.rows))
    }

    /// How many results there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there is no result; never so for results that were read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The configuration keys that any result records, in natural order.
    #[must_use]
    pub fn config_keys(&self) -> &[String] {
        &self.config_keys
    }

    /// What the leaderboard pages among the inputs say of themselves.
    #[must_use]
    pub fn pages(&self) -> &[PageInfo] {
        &self.pages
    }

    /// How each input was read: its format, its rows, and what each column was taken as.
    #[must_use]
    pub fn inputs(&self) -> &[InputReport] {
        &self.inputs
    }

    /// A text column by name; all nothing when there is no such column.
    pub(crate) fn coded(&self, name: &str) -> Coded {
        match self.columns.field(name) {
            Some(column) => build::coded(column),
            None => Coded::nothing(self.rows),
        }
    }

    /// The line or record of each row, 0 where not known.
    pub(crate) fn lines(&self) -> Places {
        self.columns.lines.clone()
    }
}
