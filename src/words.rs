//! Wording that messages and outputs share.

/// The first `most` items, and how many more there are: `a, b, and 3 more`.
pub(crate) fn few<T>(items: &[T], most: usize, between: &str, show: impl Fn(&T) -> String) -> String {
    let mut shown: Vec<String> = items.iter().take(most).map(show).collect();
    if items.len() > most {
        shown.push(format!("and {} more", items.len() - most));
    }
    shown.join(between)
}
