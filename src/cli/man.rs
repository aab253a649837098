//! `likewise man`.

use clap::{Command, CommandFactory};

use super::args::{Args, ManArgs};
use super::failure::Failure;
use super::{Console, Exit};

pub(super) fn run(args: &ManArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut program = Args::command();
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => of(&program, name)?,
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).map_err(Failure::stdout)?;
    console.out.write_all(&page).map_err(Failure::stdout)?;
    Ok(Exit::Done)
}

/// A subcommand under the name that its page has: `likewise-chart`.
fn of(program: &Command, name: &str) -> Result<Command, Failure> {
    let known: Vec<&Command> = program.get_subcommands().filter(|c| c.get_name() != "help").collect();
    let names: Vec<&str> = known.iter().map(|c| c.get_name()).collect();
    let command = known.iter().find(|c| c.get_name() == name).ok_or_else(|| {
        Failure::usage(
            &format!("there is no command {name}"),
            &format!("leave it away, or name one of {}", names.join(", ")),
        )
    })?;
    Ok((*command).clone().name(format!("likewise-{name}")).version(env!("CARGO_PKG_VERSION")))
}
