//! The embedded font: measuring, wrapping, and what it cannot show.
//!
//! Inter, regular and bold. The same bytes measure the text here and are handed to the rasteriser, so that
//! a layout that fits on paper fits in the picture. Kerning is ignored in measuring; in Inter it mostly
//! narrows. An SVG shown where Inter is not installed falls back to another sans-serif, in which long texts are set to
//! the width that they have in Inter.

use std::sync::OnceLock;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;

/// The regular face, an OpenType file.
pub(crate) const REGULAR: &[u8] = include_bytes!("../../assets/fonts/Inter-Regular.otf");
/// The bold face, an OpenType file.
pub(crate) const BOLD: &[u8] = include_bytes!("../../assets/fonts/Inter-Bold.otf");
/// The family's name as the files give it.
pub(crate) const FAMILY: &str = "Inter";
/// What an SVG asks for, best first.
pub(crate) const STACK: &str =
    "Inter, 'Noto Sans', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif";

/// Height of a capital (and of a digit) in em.
pub(crate) const CAP: f64 = 2048.0 / 2816.0;

/// What a PNG shows for a character that the font lacks.
pub(crate) const STAND_IN: char = '\u{25A1}';

struct Face {
    // None only if the embedded file were broken; then widths are estimated, and a test fails.
    face: Option<ttf_parser::Face<'static>>,
    ascii: [f32; 128],
    /// Width of [`STAND_IN`] in em.
    stand_in: f64,
}

impl Face {
    fn load(bytes: &'static [u8]) -> Face {
        let face = ttf_parser::Face::parse(bytes, 0).ok();
        let mut ascii = [0.6f32; 128];
        for (i, slot) in ascii.iter_mut().enumerate() {
            if let Some(w) = face.as_ref().and_then(|f| advance(f, char::from(i as u8))) {
                *slot = w as f32;
            }
        }
        let stand_in = face.as_ref().and_then(|f| advance(f, STAND_IN)).unwrap_or(1.0);
        Face { face, ascii, stand_in }
    }

    fn em(&self, c: char) -> f64 {
        if let Some(w) = self.ascii.get(c as usize) {
            return f64::from(*w);
        }
        match c.width().unwrap_or(0) {
            0 => 0.0,
            cells => match self.face.as_ref().and_then(|f| advance(f, c)) {
                Some(w) => w,
                // Not in this font: what a fallback font is likely to need, and no less than the box that
                // stands for it in a PNG.
                None => f64::max(if cells >= 2 { 1.05 } else { 0.75 }, self.stand_in),
            },
        }
    }
}

fn advance(face: &ttf_parser::Face<'static>, c: char) -> Option<f64> {
    let glyph = face.glyph_index(c)?;
    Some(f64::from(face.glyph_hor_advance(glyph)?) / f64::from(face.units_per_em()))
}

fn face(bold: bool) -> &'static Face {
    static FACES: OnceLock<[Face; 2]> = OnceLock::new();
    &FACES.get_or_init(|| [Face::load(REGULAR), Face::load(BOLD)])[usize::from(bold)]
}

/// Width of one line in px, `size` being the em in px.
pub(crate) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let face = face(bold);
    text.chars().map(|c| face.em(c)).sum::<f64>() * size
}

/// Whether the embedded font can show the character (or needs not).
pub(crate) fn covers(c: char) -> bool {
    let nothing_to_show = c.width().unwrap_or(0) == 0 && !is_combining(c);
    c.is_whitespace()
        || nothing_to_show
        || face(false).face.as_ref().is_some_and(|f| f.glyph_index(c).is_some_and(|g| g.0 != 0))
}

// Width 0 but with ink: combining marks. Format characters and variation selectors show nothing.
fn is_combining(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
            | '\u{E0000}'..='\u{E0FFF}' | '\u{00AD}')
}

/// One line that can be measured and put in XML: runs of white space become one blank, characters that
/// XML 1.0 forbids become U+FFFD, and marks that would turn the direction of the text around them go.
pub(crate) fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = false;
    for c in text.chars() {
        match c {
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {}
            ' ' | '\t' | '\n' | '\r' | '\u{000B}' | '\u{000C}' | '\u{0085}' | '\u{2028}' | '\u{2029}' => {
                blank = true
            }
            _ => {
                if blank && !out.is_empty() {
                    out.push(' ');
                }
                blank = false;
                out.push(if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') { '\u{FFFD}' } else { c });
            }
        }
    }
    out
}

/// Text broken into lines.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Wrapped {
    pub(crate) lines: Vec<String>,
    /// The text did not fit in the lines allowed and ends in an ellipsis.
    pub(crate) cut: bool,
    /// A word was broken inside, where no blank, hyphen, slash or the like stands.
    pub(crate) split: bool,
}

impl Wrapped {
    pub(crate) fn width(&self, size: f64, bold: bool) -> f64 {
        self.lines.iter().map(|l| width(l, size, bold)).fold(0.0, f64::max)
    }
}

/// Breaks a text into at most `most` lines no wider than `max` px: at blanks, else after `-_/.,:;|+@`, else
/// between any two characters.
pub(crate) fn wrap(text: &str, size: f64, bold: bool, max: f64, most: usize) -> Wrapped {
    let text = clean(text);
    let mut out = Wrapped::default();
    if text.is_empty() {
        return out;
    }
    let most = most.max(1);
    let mut rest = text.as_str();
    while !rest.is_empty() {
        if width(rest, size, bold) <= max {
            out.lines.push(rest.to_owned());
            return out;
        }
        if out.lines.len() + 1 == most {
            out.lines.push(ellipsis(rest, size, bold, max));
            out.cut = true;
            return out;
        }
        let (at, split) = break_point(rest, size, bold, max);
        out.split |= split;
        out.lines.push(rest[..at].trim_end().to_owned());
        rest = rest[at..].trim_start();
    }
    out
}

/// Like [`wrap`], with lines of about the same length: as few lines, none of them a lonely word.
pub(crate) fn wrap_even(text: &str, size: f64, bold: bool, max: f64, most: usize) -> Wrapped {
    let mut best = wrap(text, size, bold, max, most);
    if best.cut || best.split || best.lines.len() < 2 {
        return best;
    }
    let (mut low, mut high) = (max / 2.0, max);
    for _ in 0..8 {
        let mid = (low + high) / 2.0;
        let narrow = wrap(text, size, bold, mid, most);
        if narrow.cut || narrow.split || narrow.lines.len() > best.lines.len() {
            low = mid;
        } else {
            (high, best) = (mid, narrow);
        }
    }
    best
}

// Byte index to break at, and whether that is inside a word.
fn break_point(text: &str, size: f64, bold: bool, max: f64) -> (usize, bool) {
    let face = face(bold);
    let (mut used, mut blank, mut soft, mut hard) = (0.0, None, None, 0);
    // Never inside what is seen as one character: a letter with its marks, an emoji of several parts.
    for (i, seen) in text.grapheme_indices(true) {
        let end = i + seen.len();
        if seen == " " {
            blank = Some(end);
        }
        used += seen.chars().map(|c| face.em(c)).sum::<f64>() * size;
        // A blank may hang over the edge.
        if used > max && seen != " " {
            break;
        }
        let mark =
            matches!(seen, "-" | "_" | "/" | "." | "," | ":" | ";" | "|" | "+" | "@" | "–" | "—" | "·");
        if mark && i > 0 {
            soft = Some(end);
        }
        hard = end;
    }
    let first = || text.graphemes(true).next().map_or(text.len(), str::len);
    // A blank far to the left wastes most of the line; a mark inside a compound word is better then.
    match (blank, soft) {
        (Some(b), Some(s)) if s > b && width(&text[..b], size, bold) < 0.5 * max => (s, false),
        (Some(b), _) => (b, false),
        (None, Some(s)) => (s, false),
        (None, None) if hard > 0 => (hard, true),
        (None, None) => (first(), true),
    }
}

/// The text cut in its middle so that it is no wider than `max` px: names often differ at their ends.
pub(crate) fn ellipsis(text: &str, size: f64, bold: bool, max: f64) -> String {
    if width(text, size, bold) <= max {
        return text.to_owned();
    }
    let face = face(bold);
    let seen: Vec<&str> = text.graphemes(true).collect();
    let room = max - face.em('…') * size;
    let (mut head, mut tail, mut used) = (0, seen.len(), 0.0);
    // Two characters from the front for one from the back.
    for turn in 0.. {
        if head >= tail {
            break;
        }
        let front = turn % 3 != 2;
        let one = if front { seen[head] } else { seen[tail - 1] };
        used += one.chars().map(|c| face.em(c)).sum::<f64>() * size;
        if used > room {
            break;
        }
        if front { head += 1 } else { tail -= 1 }
    }
    let mut out = seen[..head].concat();
    out.truncate(out.trim_end().len());
    out.push('…');
    out.extend(seen[tail..].iter().copied());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_files_parse_and_hold_what_the_figures_write_themselves() {
        for bytes in [REGULAR, BOLD] {
            assert!(bytes.len() < 700_000);
            let face = ttf_parser::Face::parse(bytes, 0).unwrap();
            let family = face
                .names()
                .into_iter()
                .find(|n| n.name_id == 1 && n.is_unicode())
                .and_then(|n| n.to_string());
            assert_eq!(family.as_deref(), Some(FAMILY));
            for c in "0123456789−×⁰¹²³⁴⁵⁶⁷⁸⁹⁻≈…·–□n/a\u{202F}".chars() {
                assert!(face.glyph_index(c).is_some(), "{c:?}");
            }
            let cap = f64::from(face.capital_height().unwrap()) / f64::from(face.units_per_em());
            assert!((cap - CAP).abs() < 1e-3);
        }
    }

    #[test]
    fn widths_come_from_the_font() {
        // hmtx of Inter regular: zero 1760, one 1308 units of 2816.
        assert!((width("01", 10.0, false) - (1760.0 + 1308.0) / 281.6).abs() < 1e-4);
        assert_eq!(width("", 10.0, false), 0.0);
        assert!(width("漢", 10.0, false) >= 10.0);
        for missing in ["漢", "ש", "ع", "🦀"] {
            assert!(width(missing, 10.0, false) >= width("□", 10.0, false), "{missing}");
        }
    }

    #[test]
    fn wrapped_lines_fit_and_lose_nothing() {
        for text in [
            "a fairly long name of a method",
            "under_scored_name_of_a_method_v2.1/large",
            "Wwwwwwwwwwwwwwwww",
        ] {
            for max in [30.0, 60.0, 100.0] {
                let w = wrap(text, 12.0, false, max, 99);
                assert!(!w.cut);
                assert!(w.lines.iter().all(|l| width(l, 12.0, false) <= max), "{:?}", w.lines);
                let strip = |s: &str| s.replace(' ', "");
                assert_eq!(strip(&w.lines.concat()), strip(text));
            }
        }
        let w = wrap("one two three four five six seven", 12.0, false, 50.0, 2);
        assert!(w.cut && w.lines.len() == 2 && w.lines[1].contains('…'));
        assert!(wrap("", 12.0, false, 50.0, 2).lines.is_empty());
        assert_eq!(wrap("x", 12.0, false, 0.5, 3).lines.len(), 1);
    }

    #[test]
    fn coverage_is_told_apart() {
        assert!(['a', 'é', 'β', 'Ж', '−', ' ', '\u{200D}', '\u{FE0F}'].into_iter().all(covers));
        assert!(!['漢', '🦀', 'ש', 'ع'].into_iter().any(covers));
    }

    #[test]
    fn cleaning_keeps_text_on_one_line_and_valid_in_xml() {
        assert_eq!(clean(" a\n\tb  c "), "a b c");
        assert_eq!(clean("a\0b\u{202E}c"), "a\u{FFFD}bc");
    }
}
