//! `likewise spread`.

use crate::analysis;
use crate::comparability::AcrossBlocks;
use crate::report::view;

use super::args::AnalysisArgs;
use super::failure::Failure;
use super::session::{ask, policy, read, study};
use super::{Console, Exit, output};

pub(super) fn run(args: &AnalysisArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let policy = policy(&args.policy)?;
    let results = read(&args.input, &args.output.talk, console)?;
    let comparable = ask(&study(&results, &policy)?, AcrossBlocks, console)?;
    let spreads = analysis::spread(&comparable);
    let document = view::spread(&spreads);
    output::emit("spread", &document, Some(comparable.basis()), &spreads, &results, &args.output, console)?;
    Ok(Exit::Done)
}
