//! The program: its arguments, its streams, its exit status.

use std::io::{BufWriter, stderr, stdout};
use std::process::ExitCode;

use likewise::cli::{Console, run};

/// Large tables are many short texts: an allocator that keeps freed pages saves a tenth of such a run.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut out = BufWriter::new(stdout().lock());
    // not locked: a progress bar writes to it from the threads that work, which would wait for ever
    let mut err = stderr();
    let mut console = Console::of_process(&mut out, &mut err);
    run(std::env::args_os(), &mut console).into()
}
