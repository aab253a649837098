//! Tables on a screen: columns that fit its width, words broken at blanks, and bars.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The blanks between two columns.
pub(super) const GAP: usize = 2;

/// The width of a table with these columns.
pub(super) fn total(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
}

/// Narrows columns until the table fits the screen, the widest first, none under its least width; a table
/// that can't fit is as narrow as it can be.
pub(super) fn narrow(widths: &mut [usize], least: &[usize], screen: usize) {
    let mut over = total(widths).saturating_sub(screen);
    while over > 0 {
        let widest = (0..widths.len()).filter(|&at| widths[at] > least[at]).max_by_key(|&at| widths[at]);
        let Some(at) = widest else {
            return;
        };
        widths[at] -= 1;
        over -= 1;
    }
}

/// The columns of a table that stand beside each other, part under part, where they don't all fit the screen
/// at their least widths; the first columns, which name the rows, stand in each part.
pub(super) fn parts(least: &[usize], names: usize, screen: usize) -> Vec<Vec<usize>> {
    let lead_width = |n: usize| least[..n].iter().map(|w| w + GAP).sum::<usize>();
    let mut names = names.min(least.len());
    // names leave room for what they name
    while names > 1 && lead_width(names) * 3 > screen * 2 {
        names -= 1;
    }
    let split = |most: usize| -> Vec<Vec<usize>> {
        let mut parts = Vec::new();
        let lead: Vec<usize> = (0..names).collect();
        let (mut part, mut taken) = (lead.clone(), lead_width(names));
        for (at, &width) in least.iter().enumerate().skip(names) {
            let held = part.len() - names;
            if held > 0 && (taken + width > screen || held == most) {
                parts.push(std::mem::replace(&mut part, lead.clone()));
                taken = lead_width(names);
            }
            part.push(at);
            taken += width + GAP;
        }
        parts.push(part);
        parts
    };
    // no more parts than needed, and about as many columns in each
    let first = split(usize::MAX);
    let even = split((least.len() - names).div_ceil(first.len()).max(1));
    if even.len() == first.len() { even } else { first }
}

/// A text in lines of at most this many columns, broken at its blanks; a longer word is cut.
pub(super) fn broken(text: &str, width: usize) -> Vec<String> {
    if text.width() <= width {
        return vec![text.to_owned()];
    }
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| cut(line, width)).collect()
}

/// A text in at most this many columns, with an ellipsis in place of its middle: names of variants often
/// differ in their ends alone. What is seen as one character, such as a letter with its accents or an emoji of several
/// parts, is kept whole or left out whole.
pub(super) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(1);
    let back = room / 3;
    let seen: Vec<&str> = text.graphemes(true).collect();
    let front: String = fitting(seen.iter().copied(), room - back).collect();
    let end: Vec<&str> = fitting(seen.iter().copied().rev(), back).collect();
    let mut out = front;
    out.push('…');
    out.extend(end.into_iter().rev());
    out
}

/// The first texts that fit these many columns together.
fn fitting<'a>(texts: impl Iterator<Item = &'a str>, columns: usize) -> impl Iterator<Item = &'a str> {
    texts.scan(0, move |taken, text| {
        *taken += text.width();
        (*taken <= columns).then_some(text)
    })
}

/// A bar of this many columns, full at 1000 thousandths, in eighths of a column and never less than one.
pub(super) fn bar(thousandths: u16, width: usize) -> String {
    const EIGHTHS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    let eighths = ((usize::from(thousandths.min(1000)) * width * 8 + 500) / 1000).max(1);
    let mut out = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        out.push(EIGHTHS[eighths % 8 - 1]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_in_eighths() {
        assert_eq!(bar(1000, 4), "████");
        assert_eq!(bar(500, 1), "▌");
        assert_eq!(bar(0, 6), "▏");
        assert_eq!(bar(625, 2), "█▎");
    }

    #[test]
    fn names_are_cut_in_the_middle_and_never_too_wide() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("abcdefghijklmnop", 10), "abcdef…nop");
        for text in
            ["名前の長い方法です", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", "👩‍🔬👩‍🔬👩‍🔬👩‍🔬", "abcdefghij"]
        {
            for width in 1..12 {
                let short = cut(text, width);
                assert!(short.width() <= width, "{text} at {width}");
                let kept = short.graphemes(true).filter(|g| *g != "…");
                assert!(kept.clone().all(|g| text.graphemes(true).any(|of| of == g)), "{short:?} of {text}");
            }
        }
    }

    #[test]
    fn texts_break_at_blanks() {
        assert_eq!(broken("rank difference", 20), ["rank difference"]);
        assert_eq!(broken("rank difference", 10), ["rank", "difference"]);
        assert_eq!(broken("signed-rank p", 11), ["signed-rank", "p"]);
        assert_eq!(broken("extraordinary", 8), ["extra…ry"]);
        assert_eq!(broken("", 3), [""]);
    }

    #[test]
    fn columns_that_do_not_fit_stand_below_with_the_names() {
        assert_eq!(parts(&[10, 5, 5, 5], 1, 31), [vec![0, 1, 2, 3]]);
        assert_eq!(parts(&[10, 5, 5, 5], 1, 30), [vec![0, 1, 2], vec![0, 3]]);
        assert_eq!(parts(&[10, 5, 5, 5], 1, 4), [vec![0, 1], vec![0, 2], vec![0, 3]]);
        assert_eq!(parts(&[6, 5, 5, 5, 5], 1, 29), [vec![0, 1, 2], vec![0, 3, 4]], "as even as can be");
        assert_eq!(parts(&[4, 12, 12, 5], 3, 38), [vec![0, 1, 2], vec![0, 1, 3]], "names leave room");
        assert_eq!(parts(&[3, 10], 2, 4), [vec![0, 1]]);
        assert_eq!(parts(&[], 0, 4), [Vec::<usize>::new()]);
    }

    #[test]
    fn the_widest_column_gives_first_and_none_too_much() {
        let mut widths = [4, 30, 20];
        narrow(&mut widths, &[4, 12, 12], 48);
        assert_eq!(widths, [4, 20, 20]);
        narrow(&mut widths, &[4, 12, 12], 10);
        assert_eq!(widths, [4, 12, 12]);
    }
}
