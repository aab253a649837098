//! JSON for programs.

mod schema;
pub(crate) mod shapes;

use schemars::JsonSchema;
use serde::Serialize;

use crate::comparability::Basis;
use crate::ingest::InputReport;

pub use schema::json_schema;

/// What stands around every result in JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Envelope<'a, T: Serialize> {
    /// The version of likewise that wrote it.
    pub likewise: &'static str,
    /// The command.
    pub command: &'static str,
    /// What the result stands on; null for commands that compare nothing.
    pub basis: Option<&'a Basis>,
    /// The notice of a forced run; null otherwise.
    pub notice: Option<String>,
    /// The inputs and how they were read.
    pub inputs: &'a [InputReport],
    /// The result.
    pub result: T,
}

/// Renders an envelope as indented JSON with a line break at the end.
///
/// # Errors
/// When a value can't be serialised, which none of the crate's own does.
pub fn to_json<T: Serialize>(
    command: &'static str,
    basis: Option<&Basis>,
    inputs: &[InputReport],
    result: T,
) -> Result<String, serde_json::Error> {
    let notice = basis.and_then(Basis::notice);
    let envelope = Envelope { likewise: env!("CARGO_PKG_VERSION"), command, basis, notice, inputs, result };
    let mut text = serde_json::to_string_pretty(&envelope)?;
    text.push('\n');
    Ok(text)
}
