//! `likewise completions`.

use clap::CommandFactory;

use super::args::{Args, CompletionsArgs};
use super::failure::Failure;
use super::{Console, Exit};

pub(super) fn run(args: &CompletionsArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    // into memory first: the generator panics where its writer fails, and a reader may go away
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "likewise", &mut script);
    console.out.write_all(&script).map_err(Failure::stdout)?;
    Ok(Exit::Done)
}
