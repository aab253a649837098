//! The order that people expect of names: numbers inside them by their size.

use std::cmp::Ordering;

/// Compares two texts with digit runs as numbers, so that `b2` comes before `b10`. Texts that differ
/// only in leading zeros or letter case are told apart by their bytes, so the order is total.
pub(crate) fn natural(a: &str, b: &str) -> Ordering {
    let (mut x, mut y) = (a.as_bytes(), b.as_bytes());
    while let (Some(&c), Some(&d)) = (x.first(), y.first()) {
        let order = if c.is_ascii_digit() && d.is_ascii_digit() {
            let (n, rest_x) = digits(x);
            let (m, rest_y) = digits(y);
            (x, y) = (rest_x, rest_y);
            n.len().cmp(&m.len()).then_with(|| n.cmp(m))
        } else {
            (x, y) = (&x[1..], &y[1..]);
            c.to_ascii_lowercase().cmp(&d.to_ascii_lowercase())
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    x.len().cmp(&y.len()).then_with(|| a.cmp(b))
}

/// The digit run at the start without leading zeros, and what follows it.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|b| !b.is_ascii_digit()).unwrap_or(text.len());
    let (run, rest) = text.split_at(end);
    let zeros = run.iter().take_while(|&&b| b == b'0').count();
    (&run[zeros..], rest)
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn numbers_count_by_size_and_case_breaks_ties() {
        let mut names = ["b10", "b2", "B1", "b02", "ViT-B/16", "ViT-B/8", "ResNet50", "ResNet101", ""];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["", "B1", "b02", "b2", "b10", "ResNet50", "ResNet101", "ViT-B/8", "ViT-B/16"]);
    }
}
