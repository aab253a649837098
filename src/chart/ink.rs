//! A plotters backend that writes SVG.
//!
//! plotters' own SVG backend knows whole units only, puts every text on a line with blanks around it and
//! places it by `dy`, which viewers read differently. This one takes the same drawing calls on a canvas of
//! ten units to the pixel, writes pixels with one decimal, places every text by its baseline, joins
//! neighbouring strokes of one style into one path (a hatched bar is one element), and keeps the box of
//! every text for the tests of the layout.

use std::cell::RefCell;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::rc::Rc;

use plotters_backend::text_anchor::HPos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
    FontTransform,
};

use super::font;

/// Canvas units to the pixel.
pub(crate) const UNITS: f64 = 10.0;

/// Size of most text in units, set on the root element.
pub(crate) const TEXT_SIZE: i32 = 110;

/// A text at least this wide, px, says how wide it is, so that a viewer without the font, whose own may be a sixth wider,
/// sets it in its place. A shorter one hardly moves. With a glyph that the font lacks the width is a guess, and is not said.
const FITTED: f64 = 40.0;

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

/// Where a text stands, px.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TextBox {
    pub(crate) text: String,
    pub(crate) x0: f64,
    pub(crate) y0: f64,
    pub(crate) x1: f64,
    pub(crate) y1: f64,
}

#[derive(Debug, Default)]
struct Path {
    attributes: String,
    data: String,
    // Where the pen is.
    at: Option<BackendCoord>,
    // Whether a pair of numbers now would be the end of a line: after `m`.
    moved: bool,
}

/// The SVG under way, without its root element.
#[derive(Debug, Default)]
pub(crate) struct Ink {
    body: String,
    // Not yet written: the next stroke may join it.
    path: Option<Path>,
    /// Every text drawn.
    pub(crate) texts: Vec<TextBox>,
    /// Every filled rectangle of data, for the tests: x0, y0, x1, y1.
    pub(crate) bars: Vec<[f64; 4]>,
}

impl Ink {
    fn element(&mut self, write: impl FnOnce(&mut String)) {
        self.flush();
        write(&mut self.body);
        self.body.push('\n');
    }

    fn flush(&mut self) {
        if let Some(path) = self.path.take() {
            self.body.push_str("<path d=\"");
            self.body.push_str(&path.data);
            self.body.push('"');
            self.body.push_str(&path.attributes);
            self.body.push_str("/>\n");
        }
    }

    fn path_with(&mut self, attributes: String, points: impl IntoIterator<Item = BackendCoord>, close: bool) {
        if self.path.as_ref().is_none_or(|p| p.attributes != attributes) {
            self.flush();
            self.path = Some(Path { attributes, ..Path::default() });
        }
        let Some(path) = &mut self.path else { return };
        let mut first = None;
        for (x, y) in points {
            match (first, path.at) {
                (None, at) => {
                    let mut there = String::from("M");
                    pair(&mut there, x, y);
                    if let Some((px, py)) = at {
                        let mut step = String::from("m");
                        pair(&mut step, x - px, y - py);
                        if step.len() <= there.len() {
                            there = step;
                        }
                    }
                    path.moved = there.starts_with('m');
                    path.data.push_str(&there);
                    first = Some((x, y));
                }
                (_, Some((px, py))) if px == x => {
                    path.moved = false;
                    path.data.push('v');
                    number(&mut path.data, y - py);
                }
                (_, Some((px, py))) if py == y => {
                    path.moved = false;
                    path.data.push('h');
                    number(&mut path.data, x - px);
                }
                (_, at) => {
                    let (px, py) = at.unwrap_or_default();
                    match std::mem::take(&mut path.moved) {
                        false => path.data.push('l'),
                        true if x >= px => path.data.push(' '),
                        true => {}
                    }
                    pair(&mut path.data, x - px, y - py);
                }
            }
            path.at = Some((x, y));
        }
        if close && first.is_some() {
            path.data.push('z');
            path.at = first;
        }
    }

    /// A dashed line, which starts with a dash; those of one style share an element.
    pub(crate) fn dashes<S: BackendStyle>(
        &mut self,
        style: &S,
        ends: [BackendCoord; 2],
        (dash, gap): (i32, i32),
    ) {
        let mut attributes = stroke(style);
        attributes.push_str(" stroke-dasharray=\"");
        pair(&mut attributes, dash, gap);
        attributes.push('"');
        self.path_with(attributes, ends, false);
    }

    /// Starts a group with a tooltip; every one must be ended.
    pub(crate) fn open(&mut self, title: &str) {
        self.element(|b| {
            b.push_str("<g><title>");
            escape(b, title);
            b.push_str("</title>");
        });
    }

    /// Ends a group.
    pub(crate) fn close(&mut self) {
        self.element(|b| b.push_str("</g>"));
    }

    /// The elements written so far.
    pub(crate) fn finish(&mut self) -> String {
        self.flush();
        std::mem::take(&mut self.body)
    }
}

/// Writes units as pixels, without zeros that say nothing.
fn number(out: &mut String, units: i32) {
    let (whole, tenth) = (units / 10, (units % 10).abs());
    if units < 0 && whole == 0 && tenth != 0 {
        out.push('-');
    }
    // Writing to a String cannot fail.
    if whole != 0 || tenth == 0 {
        let _ = write!(out, "{whole}");
    }
    if tenth != 0 {
        let _ = write!(out, ".{tenth}");
    }
}

/// Two numbers; a minus sign separates as well as a blank does.
fn pair(out: &mut String, x: i32, y: i32) {
    number(out, x);
    if y >= 0 {
        out.push(' ');
    }
    number(out, y);
}

/// Escapes a text for XML content and attributes.
pub(crate) fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            _ => out.push(c),
        }
    }
}

fn attribute(out: &mut String, name: &str, units: i32) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    number(out, units);
    out.push('"');
}

fn paint(out: &mut String, name: &str, colour: BackendColor) {
    let (r, g, b) = colour.rgb;
    let _ = write!(out, " {name}=\"#{r:02x}{g:02x}{b:02x}\"");
    if colour.alpha < 1.0 {
        let _ = write!(out, " {name}-opacity=\"{:.2}\"", colour.alpha);
    }
}

fn stroke<S: BackendStyle>(style: &S) -> String {
    let mut out = String::from(" fill=\"none\"");
    paint(&mut out, "stroke", style.color());
    let width = i32::try_from(style.stroke_width()).unwrap_or(i32::MAX);
    if width != 10 {
        attribute(&mut out, "stroke-width", width);
    }
    out
}

/// The backend: a handle on the ink.
pub(crate) struct InkBackend {
    pub(crate) ink: Rc<RefCell<Ink>>,
    /// Canvas size in units.
    pub(crate) size: (u32, u32),
    /// Colour of text, set on the root element.
    pub(crate) text: (u8, u8, u8),
}

impl DrawingBackend for InkBackend {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        self.draw_rect((x, y), (x.saturating_add(1), y.saturating_add(1)), &color, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (x0, y0): BackendCoord,
        (x1, y1): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.ink.borrow_mut().element(|b| {
            b.push_str("<rect");
            attribute(b, "x", x0);
            attribute(b, "y", y0);
            attribute(b, "width", x1 - x0);
            attribute(b, "height", y1 - y0);
            if fill {
                paint(b, "fill", style.color());
            } else {
                b.push_str(&stroke(style));
            }
            b.push_str("/>");
        });
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.ink.borrow_mut().path_with(stroke(style), path, false);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let mut attributes = String::new();
        paint(&mut attributes, "fill", style.color());
        self.ink.borrow_mut().path_with(attributes, path, true);
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.ink.borrow_mut().element(|b| {
            b.push_str("<circle");
            attribute(b, "cx", x);
            attribute(b, "cy", y);
            attribute(b, "r", i32::try_from(radius).unwrap_or(i32::MAX));
            if fill {
                paint(b, "fill", style.color());
            } else {
                b.push_str(&stroke(style));
            }
            b.push_str("/>");
        });
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Drawn {
        let bold = matches!(style.style(), FontStyle::Bold);
        let (anchor, before) = match style.anchor().h_pos {
            HPos::Left => (None, 0.0),
            HPos::Center => (Some("middle"), 0.5),
            HPos::Right => (Some("end"), 1.0),
        };
        let upright = matches!(style.transform(), FontTransform::Rotate270);
        let size = style.size() / UNITS;
        let (px, py) = (f64::from(x) / UNITS, f64::from(y) / UNITS);
        let w = font::width(text, size, bold);
        let (ascent, descent) = (font::CAP * size, 0.22 * size);
        let (x0, y0, x1, y1) = if upright {
            (px - ascent, py - (1.0 - before) * w, px + descent, py + before * w)
        } else {
            (px - before * w, py - ascent, px + (1.0 - before) * w, py + descent)
        };
        let standard = self.text;
        let mut ink = self.ink.borrow_mut();
        ink.texts.push(TextBox { text: text.to_owned(), x0, y0, x1, y1 });
        ink.element(|b| {
            b.push_str("<text");
            attribute(b, "x", x);
            attribute(b, "y", y);
            let size = style.size().round() as i32;
            if size != TEXT_SIZE {
                attribute(b, "font-size", size);
            }
            if bold {
                b.push_str(" font-weight=\"700\"");
            }
            if let Some(anchor) = anchor {
                let _ = write!(b, " text-anchor=\"{anchor}\"");
            }
            if upright {
                b.push_str(" transform=\"rotate(-90 ");
                number(b, x);
                b.push(' ');
                number(b, y);
                b.push_str(")\"");
            }
            if style.color().rgb != standard {
                paint(b, "fill", style.color());
            }
            if w >= FITTED && text.chars().all(|c| c.is_ascii() || font::covers(c)) {
                attribute(b, "textLength", (w * UNITS).round() as i32);
                b.push_str(" lengthAdjust=\"spacingAndGlyphs\"");
            }
            b.push('>');
            escape(b, text);
            b.push_str("</text>");
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_pixels_with_one_decimal() {
        let text = |u| {
            let mut s = String::new();
            number(&mut s, u);
            s
        };
        assert_eq!([0, 5, -5, 10, -15, 1234, -20].map(text), ["0", ".5", "-.5", "1", "-1.5", "123.4", "-2"]);
    }

    #[test]
    fn strokes_of_one_style_share_a_path() {
        let mut ink = Ink::default();
        ink.path_with(" a".into(), [(0, 0), (10, 10)], false);
        ink.path_with(" a".into(), [(20, 0), (20, 10)], false);
        ink.path_with(" a".into(), [(0, 10), (5, 20)], false);
        ink.path_with(" a".into(), [(15, 20), (25, 30)], false);
        ink.path_with(" b".into(), [(0, 0), (5, 0)], true);
        assert_eq!(
            ink.finish(),
            "<path d=\"M0 0l1 1m1-1v1M0 1l.5 1m1 0 1 1\" a/>\n<path d=\"M0 0h.5z\" b/>\n"
        );
    }
}
