//! `likewise schema`.

use crate::report::json_schema;

use super::failure::Failure;
use super::{Console, Exit};

pub(super) fn run(console: &mut Console<'_>) -> Result<Exit, Failure> {
    let text = serde_json::to_string_pretty(&json_schema()).map_err(|e| Failure::internal(&e.to_string()))?;
    console.out.write_all((text + "\n").as_bytes()).map_err(Failure::stdout)?;
    Ok(Exit::Done)
}
