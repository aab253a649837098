//! Where the program's words go.

use std::io::{IsTerminal, Write};

/// The two streams, and what is known of the screen behind them.
pub struct Console<'a> {
    /// For tables and data.
    pub out: &'a mut dyn Write,
    /// For messages.
    pub err: &'a mut dyn Write,
    /// Whether the output is looked at by a person, so that colour is welcome.
    pub color: bool,
    /// The width that texts wrap at.
    pub width: usize,
    /// The command line, as a report repeats it.
    pub command: String,
    /// The command line's words, without the program's name.
    pub words: Vec<String>,
    /// Whether a person looks at standard error, so that a progress bar is welcome.
    pub progress: bool,
}

/// What texts wrap at where no terminal says otherwise.
const WIDTH: usize = 100;

impl<'a> Console<'a> {
    /// A console without colour, as for a pipe.
    pub fn plain(out: &'a mut dyn Write, err: &'a mut dyn Write) -> Self {
        Self {
            out,
            err,
            color: false,
            width: WIDTH,
            command: String::new(),
            words: Vec::new(),
            progress: false,
        }
    }

    /// A console for the process's own streams: colour and the width of the terminal if standard output
    /// is one, unless `NO_COLOR` is set.
    pub fn of_process(out: &'a mut dyn Write, err: &'a mut dyn Write) -> Self {
        let terminal = std::io::stdout().is_terminal();
        let refused = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
        let width = if terminal {
            terminal_size::terminal_size().map_or(WIDTH, |(w, _)| usize::from(w.0).clamp(40, 160))
        } else {
            WIDTH
        };
        let progress = std::io::stderr().is_terminal();
        Self { color: terminal && !refused, width, progress, ..Self::plain(out, err) }
    }

    /// A line on standard error. Where that can't be written, nobody is left to tell.
    pub(super) fn say(&mut self, line: &str) {
        let _ = writeln!(self.err, "{line}");
    }

    /// A note on standard error, wrapped.
    pub(super) fn note(&mut self, line: &str) {
        self.block(line, "note: ", "      ", "");
    }

    /// A wrapped paragraph on standard error, with what stands before its first and its other lines, and
    /// an ANSI style.
    pub(super) fn block(&mut self, text: &str, first: &str, rest: &str, style: &str) {
        let text = crate::report::wrap(text, self.width, first, rest);
        if self.color && !style.is_empty() {
            self.say(&format!("\x1b[{style}m{text}\x1b[0m"));
        } else {
            self.say(&text);
        }
    }
}
