//! What people and programs read: documents made from analysis results, and their renderers. Nothing
//! here computes; a renderer turns a [`Document`] into text.

mod csv;
mod document;
mod fit;
mod html;
pub(crate) mod json;
mod latex;
mod markdown;
mod terminal;
mod texts;
pub mod view;

pub use crate::p_value::p_value;
pub use csv::to_csv;
pub use document::{Align, Cell, Column, Document, Drawing, Mark, Section, Table};
pub use html::to_html;
pub use json::{Envelope, json_schema, to_json};
pub use latex::{to_latex, to_latex_document};
pub use markdown::{escape as escape_markdown, to_markdown};
pub(crate) use terminal::wrap;
pub use terminal::{Style, to_terminal};
