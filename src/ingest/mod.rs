//! Reading results: leaderboard pages in Markdown, CSV and TSV (long or wide), JSON, JSON Lines and
//! Parquet.
//!
//! The format is detected from the content. Every cell is read as text; numbers have a grammar of
//! their own, so that nothing is inferred, rounded or dropped. All problems of a file are found, not
//! just the first.

mod codes;
mod delimited;
mod detect;
mod error;
mod grid;
pub(crate) mod json;
mod mapping;
mod page;
mod page_section;
mod parquet;
mod places;
mod read;
mod roles;
mod table;
mod values;
mod wide;

pub use detect::Format;
pub use error::{IngestError, Problem};
pub use mapping::InputReport;
pub use read::{Options, expand, read_bytes, read_paths, read_text};
pub use wide::Wide;

pub(crate) use codes::Codes;
pub(crate) use mapping::Mapped;
pub(crate) use places::Places;
pub(crate) use read::read_frame;
pub(crate) use table::{NULL, TextColumn};
