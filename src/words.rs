//! Wording that messages and outputs share.

use std::borrow::Cow;

/// A word as it is typed on a command line: in double quotes where a shell would take it apart.
pub(crate) fn argument(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=,:@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    let mut quoted = String::from('"');
    for c in word.chars() {
        if matches!(c, '"' | '\\' | '$' | '`') {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted + "\""
}

/// Whether a character acts on a screen, or turns the letters after it round, and shows nothing itself. Line
/// breaks and tabs are seen.
pub(crate) const fn hides(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text with such characters written as their codes: `<U+001B>`.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(hides) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if hides(c) {
            out.push_str(&format!("<U+{:04X}>", c as u32));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// The first `most` items, and how many more there are: `a, b, and 3 more`.
pub(crate) fn few<T>(items: &[T], most: usize, between: &str, show: impl Fn(&T) -> String) -> String {
    let mut shown: Vec<String> = items.iter().take(most).map(show).collect();
    if items.len() > most {
        shown.push(format!("and {} more", items.len() - most));
    }
    shown.join(between)
}

/// A number with its noun, whose plural ends in s: `1 cell`, `2 cells`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::{argument, count, visible};

    #[test]
    fn what_acts_on_a_screen_is_written_as_its_code() {
        assert_eq!(visible("a\u{1b}[31m\u{202e}b\tc\n"), "a<U+001B>[31m<U+202E>b\tc\n");
        assert_eq!(visible("Größe 字"), "Größe 字");
    }

    #[test]
    fn one_is_no_plural() {
        assert_eq!([count(0, "cell"), count(1, "cell"), count(2, "cell")], ["0 cells", "1 cell", "2 cells"]);
    }

    #[test]
    fn what_a_shell_would_take_apart_is_quoted() {
        for (word, typed) in [
            ("N/A", "N/A"),
            ("FPR95=lower", "FPR95=lower"),
            ("Not recorded", "\"Not recorded\""),
            ("", "\"\""),
            ("a\"$b", "\"a\\\"\\$b\""),
            ("*", "\"*\""),
        ] {
            assert_eq!(argument(word), typed);
        }
    }
}
