//! The command line: one file a subcommand, each of which reads arguments, asks the library and prints.

mod agree;
mod args;
mod audit;
mod chart;
mod compare;
mod completions;
mod console;
mod convert;
mod decompose;
mod exit;
mod explain;
mod failure;
mod intervals;
mod man;
mod output;
mod plan;
mod progress;
mod rank;
mod report;
mod schema;
mod session;
mod spread;
mod test;

use std::ffi::OsString;

use clap::Parser;

pub use console::Console;
pub use exit::Exit;

use crate::words::hides;
use args::{Args, Command};
use failure::Failure;

/// Runs the program on these arguments (the program's name first), and says how it ended.
///
/// Tables go to `console.out`, everything else to `console.err`.
pub fn run(args: impl IntoIterator<Item = OsString>, console: &mut Console<'_>) -> Exit {
    let args: Vec<OsString> = args.into_iter().collect();
    console.words = args.iter().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    console.command = command_line(&console.words);
    let args = match Args::try_parse_from(args) {
        Ok(args) => args,
        Err(error) => return failure::usage(&error, console),
    };
    let done = match args.command {
        Command::Audit(a) => audit::run(&a, console),
        Command::Rank(a) => rank::run(&a, console),
        Command::Spread(a) => spread::run(&a, console),
        Command::Compare(a) => compare::run(&a, console),
        Command::Test(a) => test::run(&a, console),
        Command::Agree(a) => agree::run(&a, console),
        Command::Decompose(a) => decompose::run(&a, console),
        Command::Intervals(a) => intervals::run(&a, console),
        Command::Plan(a) => plan::run(&a, console),
        Command::Chart(a) => chart::run(&a, console),
        Command::Report(a) => report::run(&a, console),
        Command::Convert(a) => convert::run(&a, console),
        Command::Explain(a) => explain::run(&a, console),
        Command::Schema => schema::run(console),
        Command::Completions(a) => completions::run(&a, console),
        Command::Man(a) => man::run(&a, console),
    };
    match done.and_then(|exit| console.out.flush().map(|()| exit).map_err(Failure::stdout)) {
        Ok(exit) => exit,
        Err(failure) => failure.show(console),
    }
}

/// The arguments as one would type them in a shell.
fn command_line(words: &[String]) -> String {
    let quoted = words.iter().map(|arg| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:@%+".contains(c);
        if !arg.is_empty() && arg.chars().all(plain) {
            arg.clone()
        } else if arg.contains(hides) {
            // bash, zsh and the POSIX shell of 2024 read these codes
            let coded = |c: char| match c {
                '\\' | '\'' => format!("\\{c}"),
                c if hides(c) => c.to_string().bytes().map(|b| format!("\\{b:03o}")).collect(),
                c => c.to_string(),
            };
            format!("$'{}'", arg.chars().map(coded).collect::<String>())
        } else {
            format!("'{}'", arg.replace('\'', "'\\''"))
        }
    });
    std::iter::once("likewise".to_owned()).chain(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::command_line;

    #[test]
    fn a_command_line_can_be_typed_again() {
        let words = |words: &[&str]| command_line(&words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>());
        assert_eq!(words(&["rank", "a b.csv", "it's"]), "likewise rank 'a b.csv' 'it'\\''s'");
        assert_eq!(words(&["rank", "a\u{1b}'b\u{202e}"]), "likewise rank $'a\\033\\'b\\342\\200\\256'");
    }
}
