//! How the program ends.

use std::process::ExitCode;

/// The program's exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// It could not be done: an input that can't be read or is not valid, or an output that can't be
    /// written.
    Failed = 1,
    /// The command line asks for something that makes no sense.
    Usage = 2,
    /// The results may not be compared in this way.
    Refused = 3,
    /// A gate that the user set was not met.
    Gate = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
