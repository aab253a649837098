//! Where the program's words go.

use std::ffi::OsStr;
use std::io::{IsTerminal, Write};

use crate::report::Style;
use crate::words::visible;

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
    /// How many columns the screen has that a person looks at; none for a pipe.
    pub screen: Option<usize>,
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
            screen: None,
            command: String::new(),
            words: Vec::new(),
            progress: false,
        }
    }

    /// A console for the process's own streams: colour and the width of the terminal if standard output
    /// is one, unless `NO_COLOR` is set.
    pub fn of_process(out: &'a mut dyn Write, err: &'a mut dyn Write) -> Self {
        let terminal = std::io::stdout().is_terminal();
        let no_color = std::env::var_os("NO_COLOR");
        let columns = terminal_size::terminal_size().map(|(w, _)| usize::from(w.0));
        let progress = std::io::stderr().is_terminal();
        let (color, width, screen) = look(terminal, no_color.as_deref(), columns);
        Self { color, width, screen, progress, ..Self::plain(out, err) }
    }

    /// How a document is set on standard output.
    pub(super) const fn style(&self) -> Style {
        Style { color: self.color, width: self.width, screen: self.screen }
    }

    /// A line on standard error, with the codes of characters that would act on the screen.
    pub(super) fn say(&mut self, line: &str) {
        self.line(&seen(line));
    }

    /// A line as it is. Where that can't be written, nobody is left to tell.
    pub(super) fn line(&mut self, line: &str) {
        let _ = writeln!(self.err, "{line}");
    }

    /// A note on standard error, wrapped.
    pub(super) fn note(&mut self, line: &str) {
        self.block(line, "note: ", "      ", "");
    }

    /// A wrapped paragraph on standard error, with what stands before its first and its other lines, and
    /// an ANSI style.
    pub(super) fn block(&mut self, text: &str, first: &str, rest: &str, style: &str) {
        let text = crate::report::wrap(&seen(text), self.width, first, rest);
        if self.color && !style.is_empty() {
            self.line(&format!("\x1b[{style}m{text}\x1b[0m"));
        } else {
            self.line(&text);
        }
    }
}

/// A text for a screen; a carriage return would write over the line.
fn seen(text: &str) -> String {
    visible(text).replace("\r\n", "\n").replace('\r', " ")
}

/// Whether there is colour, what texts wrap at and what tables fit, by whether standard output is a
/// terminal, `NO_COLOR` (which counts unless it is empty) and the columns that the terminal says.
fn look(terminal: bool, no_color: Option<&OsStr>, columns: Option<usize>) -> (bool, usize, Option<usize>) {
    if !terminal {
        return (false, WIDTH, None);
    }
    let color = no_color.is_none_or(OsStr::is_empty);
    // some terminals say 0 where they don't know
    let columns = columns.filter(|&c| c > 0);
    (color, columns.map_or(WIDTH, |c| c.clamp(40, 160)), columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_is_plain_and_a_terminal_is_as_it_says() {
        assert_eq!(look(false, None, Some(80)), (false, WIDTH, None));
        assert_eq!(look(true, None, Some(80)), (true, 80, Some(80)));
        assert_eq!(look(true, None, Some(200)), (true, 160, Some(200)));
        assert_eq!(look(true, None, Some(0)), (true, WIDTH, None));
        assert_eq!(look(true, None, None), (true, WIDTH, None));
    }

    #[test]
    fn no_color_takes_the_colour_alone_and_counts_unless_empty() {
        assert_eq!(look(true, Some(OsStr::new("1")), Some(80)), (false, 80, Some(80)));
        assert_eq!(look(true, Some(OsStr::new("")), Some(80)), (true, 80, Some(80)));
    }
}
