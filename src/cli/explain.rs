//! `likewise explain`.

use crate::comparability::{codes, find_code};
use crate::report::view;

use super::args::ExplainArgs;
use super::failure::Failure;
use super::{Console, Exit, output};

pub(super) fn run(args: &ExplainArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let (document, json) = match &args.code {
        None => (view::all_codes(), serde_json::to_string_pretty(codes())),
        Some(text) => {
            let code = find_code(text).ok_or_else(|| {
                Failure::usage(&format!("there is no code {text}"), "likewise explain lists the codes")
            })?;
            (view::explanation(code), serde_json::to_string_pretty(code))
        }
    };
    output::emit_alone(&document, || json.map(|text| text + "\n"), &args.output, console)?;
    Ok(Exit::Done)
}
