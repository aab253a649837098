//! The drawing surface every figure draws on: plotters elements in CSS pixels.

use std::cell::RefCell;
use std::rc::Rc;

use plotters::coord::Shift;
use plotters::element::Drawable;
use plotters::element::PointCollection;
use plotters::prelude::{
    Circle, Color, DrawingArea, FontDesc, FontFamily, FontStyle, FontTransform, IntoDrawingArea, PathElement,
    Polygon, RGBColor, Rectangle, ShapeStyle, Text, TextStyle,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::error::ChartError;
use super::figure::Figure;
use super::font;
use super::ink::{Ink, InkBackend, UNITS};
use super::palette::{Fill, Hatch, Marker, Rgb};
use super::style::{Look, Theme};

/// Where along a text its position lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Size, weight and colour of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Face {
    /// Em in px.
    pub(crate) size: f64,
    pub(crate) bold: bool,
    pub(crate) colour: Rgb,
}

impl Face {
    pub(crate) fn width(&self, text: &str) -> f64 {
        font::width(text, self.size, self.bold)
    }

    /// Distance from the middle of a capital down to its baseline, px.
    pub(crate) fn drop(&self) -> f64 {
        font::CAP * self.size / 2.0
    }
}

/// A rectangle in px; y grows downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) w: f64,
    pub(crate) h: f64,
}

impl Area {
    pub(crate) fn new(x: f64, y: f64, w: f64, h: f64) -> Area {
        Area { x, y, w, h }
    }
    pub(crate) fn right(&self) -> f64 {
        self.x + self.w
    }
    pub(crate) fn bottom(&self) -> f64 {
        self.y + self.h
    }
}

/// The surface. Draw in the order things lie over each other, then [`Canvas::finish`].
pub(crate) struct Canvas {
    ink: Rc<RefCell<Ink>>,
    area: DrawingArea<InkBackend, Shift>,
    pub(crate) look: Look,
    width: u32,
    height: u32,
    notes: Vec<String>,
    failed: Option<String>,
}

/// Width of the lines of a hatching and the distance from one to the next, px; of slanting lines the distance along
/// an edge.
type Lines = (f64, f64);
const FINE: Lines = (1.0, 7.0);
const FINE_STRAIGHT: Lines = (1.0, 4.5);
const CROSSED: Lines = (1.0, 8.0);
const GRID: Lines = (1.0, 5.0);
const BROAD: Lines = (2.4, 9.0);
const BROAD_STRAIGHT: Lines = (2.4, 6.0);

fn units(px: f64) -> i32 {
    // `as` saturates; layouts are checked before they are drawn.
    (px * UNITS).round() as i32
}

fn colour(c: Rgb) -> RGBColor {
    RGBColor(c.r, c.g, c.b)
}

fn filled(c: Rgb) -> ShapeStyle {
    ShapeStyle { color: colour(c).into(), filled: true, stroke_width: 0 }
}

fn stroked(c: Rgb, width: f64) -> ShapeStyle {
    ShapeStyle { color: colour(c).into(), filled: false, stroke_width: (width * UNITS).round() as u32 }
}

impl Canvas {
    pub(crate) fn new(theme: Theme, width: f64, height: f64) -> Canvas {
        let (width, height) = (width.ceil() as u32, height.ceil() as u32);
        let ink = Rc::new(RefCell::new(Ink::default()));
        let size = ((f64::from(width) * UNITS) as u32, (f64::from(height) * UNITS) as u32);
        let look = Look::of(theme);
        let text = (look.text.r, look.text.g, look.text.b);
        let area = InkBackend { ink: Rc::clone(&ink), size, text }.into_drawing_area();
        let mut canvas = Canvas { ink, area, look, width, height, notes: Vec::new(), failed: None };
        canvas.rect(Area::new(0.0, 0.0, f64::from(width), f64::from(height)), look.paper);
        canvas
    }

    fn draw<E>(&mut self, element: &E)
    where
        for<'e> &'e E: PointCollection<'e, (i32, i32)>,
        E: Drawable<InkBackend>,
    {
        if let Err(error) = self.area.draw(element) {
            self.failed.get_or_insert_with(|| error.to_string());
        }
    }

    /// A filled rectangle.
    pub(crate) fn rect(&mut self, a: Area, fill: Rgb) {
        let corners = [(units(a.x), units(a.y)), (units(a.right()), units(a.bottom()))];
        self.draw(&Rectangle::new(corners, filled(fill)));
    }

    /// The outline of a rectangle; the line lies inside.
    pub(crate) fn frame(&mut self, a: Area, line: Rgb, width: f64) {
        let h = width / 2.0;
        let corners = [(units(a.x + h), units(a.y + h)), (units(a.right() - h), units(a.bottom() - h))];
        self.draw(&Rectangle::new(corners, stroked(line, width)));
    }

    /// A straight or broken line.
    pub(crate) fn line(&mut self, points: &[(f64, f64)], line: Rgb, width: f64) {
        let points: Vec<_> = points.iter().map(|&(x, y)| (units(x), units(y))).collect();
        self.draw(&PathElement::new(points, stroked(line, width)));
    }

    /// A filled polygon.
    pub(crate) fn polygon(&mut self, points: &[(f64, f64)], fill: Rgb) {
        let points: Vec<_> = points.iter().map(|&(x, y)| (units(x), units(y))).collect();
        self.draw(&Polygon::new(points, filled(fill)));
    }

    /// A filled polygon that lets what lies below shine through; `opacity` from 0 to 1.
    pub(crate) fn veil(&mut self, points: &[(f64, f64)], fill: Rgb, opacity: f64) {
        let points: Vec<_> = points.iter().map(|&(x, y)| (units(x), units(y))).collect();
        let style = ShapeStyle { color: colour(fill).mix(opacity), filled: true, stroke_width: 0 };
        self.draw(&Polygon::new(points, style));
    }

    /// A disc.
    pub(crate) fn disc(&mut self, x: f64, y: f64, radius: f64, fill: Rgb) {
        self.draw(&Circle::new((units(x), units(y)), units(radius), filled(fill)));
    }

    /// A level hair line on whole pixels, so that it is one pixel wide at any whole scale.
    pub(crate) fn level(&mut self, x0: f64, x1: f64, y: f64, line: Rgb) {
        let y = y.floor() + 0.5;
        self.line(&[(x0, y), (x1, y)], line, 1.0);
    }

    /// An upright hair line on whole pixels.
    pub(crate) fn upright(&mut self, x: f64, y0: f64, y1: f64, line: Rgb) {
        let x = x.floor() + 0.5;
        self.line(&[(x, y0), (x, y1)], line, 1.0);
    }

    /// A text on its baseline.
    pub(crate) fn text(&mut self, x: f64, baseline: f64, text: &str, face: Face, anchor: Anchor) {
        self.put(x, baseline, text, face, anchor, FontTransform::None);
    }

    /// A text whose capitals are centred on `middle`.
    pub(crate) fn label(&mut self, x: f64, middle: f64, text: &str, face: Face, anchor: Anchor) {
        self.text(x, middle + face.drop(), text, face, anchor);
    }

    /// Paper under a text that would stand on a line of the grid.
    pub(crate) fn clear(&mut self, x: f64, middle: f64, text: &str, face: Face, anchor: Anchor) {
        let w = face.width(&font::clean(text));
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - w / 2.0,
            Anchor::End => x - w,
        };
        let h = face.size + 1.0;
        self.rect(Area::new(left - 1.0, middle - h / 2.0, w + 2.0, h), self.look.paper);
    }

    /// A text read from below; `anchor` runs from the bottom upwards and `x` is its baseline.
    pub(crate) fn text_upward(&mut self, x: f64, y: f64, text: &str, face: Face, anchor: Anchor) {
        self.put(x, y, text, face, anchor, FontTransform::Rotate270);
    }

    fn put(&mut self, x: f64, y: f64, text: &str, face: Face, anchor: Anchor, turn: FontTransform) {
        let text = font::clean(text);
        if text.is_empty() {
            return;
        }
        let weight = if face.bold { FontStyle::Bold } else { FontStyle::Normal };
        let h = match anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let ink = colour(face.colour);
        let style = TextStyle::from(FontDesc::new(FontFamily::Name(font::FAMILY), face.size * UNITS, weight))
            .color(&ink)
            .pos(Pos::new(h, VPos::Bottom))
            .transform(turn);
        self.draw(&Text::new(text, (units(x), units(y)), style));
    }

    /// Draws a group with a tooltip.
    pub(crate) fn group(&mut self, tip: &str, draw: impl FnOnce(&mut Canvas)) {
        self.ink.borrow_mut().open(&font::clean(tip));
        draw(self);
        self.ink.borrow_mut().close();
    }

    /// A bar in a method's fill, with its hatching.
    pub(crate) fn bar(&mut self, a: Area, fill: Fill) {
        self.ink.borrow_mut().bars.push([a.x, a.y, a.right(), a.bottom()]);
        self.swatch(a, fill);
    }

    /// The same for a key in a legend.
    pub(crate) fn swatch(&mut self, a: Area, fill: Fill) {
        self.rect(a, fill.colour);
        self.hatch(a, fill);
        if let Some(border) = fill.border {
            let width = 1.0f64.min(a.w / 2.0).min(a.h / 2.0);
            if width >= 0.1 {
                self.frame(a, border, width);
            }
        }
    }

    fn hatch(&mut self, a: Area, fill: Fill) {
        let c = fill.hatch_colour;
        match fill.hatch {
            Hatch::None => {}
            Hatch::Rising => self.slanting(a, true, c, FINE),
            Hatch::Falling => self.slanting(a, false, c, FINE),
            Hatch::Cross => {
                self.slanting(a, true, c, CROSSED);
                self.slanting(a, false, c, CROSSED);
            }
            Hatch::Level => self.level_lines(a, c, FINE_STRAIGHT),
            Hatch::Upright => self.upright_lines(a, c, FINE_STRAIGHT),
            Hatch::Grid => {
                self.level_lines(a, c, GRID);
                self.upright_lines(a, c, GRID);
            }
            Hatch::Dots => self.dots(a, c),
            Hatch::BroadRising => self.slanting(a, true, c, BROAD),
            Hatch::BroadFalling => self.slanting(a, false, c, BROAD),
            Hatch::BroadLevel => self.level_lines(a, c, BROAD_STRAIGHT),
            Hatch::BroadUpright => self.upright_lines(a, c, BROAD_STRAIGHT),
        }
    }

    /// Lines x + y = s (rising) cut to the rectangle; falling ones are their mirror images.
    fn slanting(&mut self, a: Area, rising: bool, c: Rgb, (width, gap): Lines) {
        if width > 1.0 {
            return self.slanting_bands(a, rising, c, (width, gap));
        }
        let n = ((a.w + a.h) / gap).ceil().max(1.0) as usize - 1;
        for i in 0..n {
            let s = gap * (i + 1) as f64;
            let place = |x: f64| (if rising { a.x + x } else { a.right() - x }, a.y + s - x);
            let mut ends = [place((s - a.h).max(0.0)), place(s.min(a.w))];
            // to and fro, which takes the fewest numbers
            if i % 2 == 1 {
                ends.reverse();
            }
            self.line(&ends, c, width);
        }
    }

    /// The same for lines so broad that their ends would stand over the edge: bands s to s + width, cut to the
    /// rectangle.
    fn slanting_bands(&mut self, a: Area, rising: bool, c: Rgb, (width, gap): Lines) {
        let across = width * std::f64::consts::SQRT_2;
        let mut s = gap / 2.0;
        while s < a.w + a.h {
            let t = (s + across).min(a.w + a.h);
            let place = |x: f64, s: f64| (if rising { a.x + x } else { a.right() - x }, a.y + s - x);
            let (low, high) = (|s: f64| (s - a.h).max(0.0), |s: f64| s.min(a.w));
            let mut corners = vec![place(low(s), s), place(high(s), s)];
            // the corners of the rectangle that lie in the band
            if s < a.w && a.w < t {
                corners.push(place(a.w, a.w));
            }
            corners.extend([place(high(t), t), place(low(t), t)]);
            if s < a.h && a.h < t {
                corners.push(place(0.0, a.h));
            }
            self.polygon(&corners, c);
            s += gap;
        }
    }

    /// Counted from the bottom, where bars of a vertical chart stand.
    fn level_lines(&mut self, a: Area, c: Rgb, (width, gap): Lines) {
        let first = a.bottom() - (gap + width) / 2.0;
        let n = ((first - a.y - width / 2.0) / gap).ceil().max(0.0);
        if n > 0.0 {
            let x = a.x + a.w / 2.0;
            let ends = [(x, first + width / 2.0), (x, first - (n - 1.0) * gap - width / 2.0)];
            self.dashes(ends, c, a.w, (width, gap));
        }
    }

    /// As many as fit, as far from the one edge as from the other.
    fn upright_lines(&mut self, a: Area, c: Rgb, (width, gap): Lines) {
        if a.w <= width {
            return;
        }
        let n = ((a.w - width) / gap).floor().max(1.0);
        let first = a.x + (a.w - (n - 1.0) * gap) / 2.0;
        let y = a.y + a.h / 2.0;
        let ends = [(first - width / 2.0, y), (first + (n - 1.0) * gap + width / 2.0, y)];
        self.dashes(ends, c, a.h, (width, gap));
    }

    /// A dashed line as broad as `width`: parallel lines across it, in few words.
    fn dashes(&mut self, ends: [(f64, f64); 2], c: Rgb, width: f64, (dash, gap): Lines) {
        let ends = ends.map(|(x, y)| (units(x), units(y)));
        let mut ink = self.ink.borrow_mut();
        ink.dashes(&stroked(c, width), ends, (units(dash), units(gap) - units(dash)));
    }

    /// Rows of dots along the longer side; each row is one dashed line.
    fn dots(&mut self, a: Area, c: Rgb) {
        const DOT: f64 = 1.6;
        const GAP: f64 = 5.6;
        const ROWS: f64 = 4.0;
        let (long, short) = (a.w.max(a.h), a.w.min(a.h));
        let rows = ((short - DOT) / ROWS).floor().max(1.0);
        let first = (short - (rows - 1.0) * ROWS) / 2.0;
        for row in 0..rows as usize {
            let across = first + row as f64 * ROWS;
            let from = if row % 2 == 0 { GAP * 0.25 } else { GAP * 0.75 };
            if from >= long {
                continue;
            }
            // upright bars stand on their lower end
            let ends = if a.w >= a.h {
                [(a.x + from, a.y + across), (a.right(), a.y + across)]
            } else {
                [(a.x + across, a.bottom() - from), (a.x + across, a.y)]
            };
            self.dashes(ends, c, DOT, (DOT, GAP));
        }
    }

    /// A point: `radius` is that of the circle with about the same area.
    pub(crate) fn marker(&mut self, x: f64, y: f64, radius: f64, shape: Marker, fill: Rgb) {
        let paper = self.look.paper;
        let outline = |r: f64| -> Vec<(f64, f64)> {
            match shape {
                Marker::Square | Marker::Box => {
                    let s = r * 0.9;
                    vec![(x - s, y - s), (x + s, y - s), (x + s, y + s), (x - s, y + s)]
                }
                Marker::Diamond | Marker::OpenDiamond => {
                    let s = r * 1.25;
                    vec![(x, y - s), (x + s, y), (x, y + s), (x - s, y)]
                }
                Marker::Up | Marker::OpenUp => {
                    let s = r * 1.15;
                    vec![(x, y - s), (x + s, y + s * 0.8), (x - s, y + s * 0.8)]
                }
                Marker::Down | Marker::OpenDown => {
                    let s = r * 1.15;
                    vec![(x, y + s), (x + s, y - s * 0.8), (x - s, y - s * 0.8)]
                }
                _ => Vec::new(),
            }
        };
        match shape {
            Marker::Circle => {
                self.disc(x, y, radius + 1.0, paper);
                self.disc(x, y, radius, fill);
            }
            Marker::Ring => {
                self.disc(x, y, radius + 1.0, paper);
                self.disc(x, y, radius, fill);
                self.disc(x, y, radius - 1.8, paper);
            }
            Marker::Square | Marker::Diamond | Marker::Up | Marker::Down => {
                self.polygon(&outline(radius + 1.2), paper);
                self.polygon(&outline(radius), fill);
            }
            Marker::Box | Marker::OpenDiamond | Marker::OpenUp | Marker::OpenDown => {
                self.polygon(&outline(radius + 1.2), paper);
                self.polygon(&outline(radius), fill);
                self.polygon(&outline(radius - 2.3), paper);
            }
            Marker::Cross | Marker::Plus => {
                let r = if shape == Marker::Plus { radius * 1.1 } else { radius * 0.85 };
                let strokes = if shape == Marker::Plus {
                    [[(x - r, y), (x + r, y)], [(x, y - r), (x, y + r)]]
                } else {
                    [[(x - r, y - r), (x + r, y + r)], [(x - r, y + r), (x + r, y - r)]]
                };
                for s in &strokes {
                    self.line(s, paper, 4.2);
                }
                for s in &strokes {
                    self.line(s, fill, 2.2);
                }
            }
        }
    }

    /// Something the description must say, such as that a name was shortened.
    pub(crate) fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Ends the drawing. `title` and `desc` are what a screen reader reads.
    pub(crate) fn finish(self, title: &str, desc: &str) -> Result<Figure, ChartError> {
        let Canvas { ink, area, width, height, notes, failed, look } = self;
        drop(area);
        if let Some(error) = failed {
            return Err(ChartError::Draw(error));
        }
        let mut ink = ink.borrow_mut();
        let body = ink.finish();
        let (texts, bars) = (std::mem::take(&mut ink.texts), std::mem::take(&mut ink.bars));
        let mut desc = font::clean(desc);
        for note in notes {
            desc.push(' ');
            desc.push_str(&font::clean(&note));
        }
        Ok(Figure::new(width, height, look, &font::clean(title), desc, body, texts, bars))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::palette::{COLOURS, fill_of};

    #[test]
    fn hatchings_stay_inside_their_bars_and_are_seen() {
        let places = [(3.0, 3.0, 41.0, 57.0), (50.0, 4.0, 9.0, 50.0), (64.0, 8.0, 60.0, 12.0)];
        let inside = |x: f64, y: f64, slack: f64| {
            places.iter().any(|&(ax, ay, w, h)| {
                x > ax - slack && x < ax + w + slack && y > ay - slack && y < ay + h + slack
            })
        };
        for theme in Theme::ALL {
            for method in 0..COLOURS {
                let fill = fill_of(method, theme);
                let mut canvas = Canvas::new(theme, 130.0, 64.0);
                places.iter().for_each(|&(x, y, w, h)| canvas.bar(Area::new(x, y, w, h), fill));
                let paper = canvas.look.paper;
                let png = canvas.finish("t", "d").unwrap().png(192.0).unwrap();
                let mut reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
                let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
                reader.next_frame(&mut pixels).unwrap();
                let near = |p: &[u8], c: Rgb| p.iter().zip([c.r, c.g, c.b]).all(|(&a, b)| a.abs_diff(b) < 24);
                let mut lines = 0;
                for (at, pixel) in pixels.chunks_exact(3).enumerate() {
                    let (x, y) = ((at % 260) as f64 / 2.0 + 0.25, (at / 260) as f64 / 2.0 + 0.25);
                    // the ends of a slanting line stand over by less than half a pixel
                    if !inside(x, y, 0.6) {
                        assert!(near(pixel, paper), "{theme} {method}: {pixel:?} at {x} {y}");
                    } else if inside(x, y, -1.1) && near(pixel, fill.hatch_colour) {
                        lines += 1;
                    }
                }
                assert_eq!(lines > 300, fill.hatch != Hatch::None, "{theme} {method}: {lines}");
            }
        }
    }
}
