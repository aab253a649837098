//! Wording that messages and outputs share.

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
    use super::{argument, count};

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
