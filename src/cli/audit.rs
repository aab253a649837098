//! `likewise audit`.

use crate::comparability::{self, Finding, Severity, find_code};
use crate::report::view;

use super::args::{AuditArgs, FormatArg};
use super::failure::Failure;
use super::session::{policy, read};
use super::{Console, Exit, output};

pub(super) fn run(args: &AuditArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let shared = &args.analysis;
    let gates = args.deny.iter().map(|text| gate(text)).collect::<Result<Vec<_>, _>>()?;
    let policy = policy(&shared.policy)?;
    let results = read(&shared.input, &shared.output.talk, console)?;
    let found = comparability::audit(&results, &policy).map_err(Failure::Policy)?;
    let document = if matches!(shared.output.format, FormatArg::Table) {
        view::findings_list(&found, results.len())
    } else {
        view::findings(&found, results.len())
    };
    output::emit("audit", &document, None, &found, &results, &shared.output, console)?;
    let denied: Vec<&Finding> = found.iter().filter(|f| gates.iter().any(|g| g.meets(f))).collect();
    if denied.is_empty() {
        return Ok(Exit::Done);
    }
    let mut codes: Vec<&str> = denied.iter().map(|f| f.code).collect();
    codes.dedup();
    console.say(&format!("denied: {} ({})", codes.join(", "), args.deny.join(", ")));
    Ok(Exit::Gate)
}

enum Gate {
    Code(&'static str),
    Severity(Severity),
}

impl Gate {
    fn meets(&self, finding: &Finding) -> bool {
        match self {
            Self::Code(code) => finding.code == *code,
            Self::Severity(severity) => finding.severity <= *severity,
        }
    }
}

fn gate(text: &str) -> Result<Gate, Failure> {
    match text.to_ascii_lowercase().as_str() {
        "error" => Ok(Gate::Severity(Severity::Error)),
        "warning" => Ok(Gate::Severity(Severity::Warning)),
        "info" => Ok(Gate::Severity(Severity::Info)),
        _ => find_code(text).map(|c| Gate::Code(c.code)).ok_or_else(|| {
            Failure::usage(
                &format!("--deny {text} names no code and no severity"),
                "likewise explain lists the codes",
            )
        }),
    }
}
