//! `likewise decompose`.

use crate::analysis;
use crate::comparability::CompleteBlocks;
use crate::report::view;

use super::args::{AnalysisArgs, FormatArg};
use super::failure::Failure;
use super::session::{ask, policy, read, study_of_blocks};
use super::{Console, Exit, output};

pub(super) fn run(args: &AnalysisArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let policy = policy(&args.policy)?;
    let results = read(&args.input, &args.output.talk, console)?;
    let comparable = ask(&study_of_blocks(&results, policy)?, CompleteBlocks::without_holes(), console)?;
    super::test::check_design("a decomposition", &comparable)?;
    let all = analysis::decompose(&comparable).map_err(|e| super::test::failed(&e))?;
    let document = match args.output.format {
        FormatArg::Csv => view::decomposition_long(&all),
        _ => view::decomposition(&all),
    };
    output::emit("decompose", &document, Some(comparable.basis()), &all, &results, &args.output, console)?;
    Ok(Exit::Done)
}
