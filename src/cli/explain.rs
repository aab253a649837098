//! `likewise explain`.

use crate::comparability::{codes, find_code};
use crate::report::{Style, to_csv, to_latex, to_markdown, to_terminal, view};

use super::args::{ExplainArgs, FormatArg};
use super::failure::Failure;
use super::{Console, Exit};

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
    let text = match args.format {
        FormatArg::Table => to_terminal(&document, Style { color: console.color, width: console.width }),
        FormatArg::Markdown => to_markdown(&document),
        FormatArg::Csv => to_csv(&document),
        FormatArg::Latex => to_latex(&document),
        FormatArg::Json => json.map_err(|e| Failure::internal(&e.to_string()))? + "\n",
    };
    console.out.write_all(text.as_bytes()).map_err(Failure::stdout)?;
    Ok(Exit::Done)
}
