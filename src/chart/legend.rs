//! A legend that wraps into rows.

use super::canvas::{Anchor, Area, Canvas};
use super::font::{self, Wrapped};
use super::frame::{line, name_face};
use super::palette::{Fill, Marker, Rgb};
use super::style::Look;

/// The sign that stands for an entry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Key {
    Fill(Fill),
    Marker(Marker, Rgb),
    /// A short upright stroke, such as the mean in a range.
    Stroke(Rgb),
}

const KEY: f64 = 12.0;
/// Width of a bar's key: wide enough to know its hatching by.
const FILL_KEY: f64 = 20.0;
const GAP: f64 = 6.0;
const BETWEEN: f64 = 18.0;

impl Key {
    fn width(&self) -> f64 {
        match self {
            Key::Fill(_) => FILL_KEY,
            Key::Marker(..) | Key::Stroke(_) => KEY,
        }
    }
}

/// A legend laid out for a width.
pub(crate) struct Legend {
    items: Vec<(f64, f64, Key, String, Wrapped)>,
    pub(crate) rows: usize,
    pub(crate) height: f64,
}

impl Legend {
    pub(crate) fn plan(entries: &[(String, Key)], width: f64, look: Look) -> Legend {
        let face = name_face(look);
        let step = line(face.size) + 4.0;
        let (mut x, mut y, mut rows, mut tall) = (0.0, 0.0, 0, 0.0f64);
        let mut items = Vec::with_capacity(entries.len());
        for (name, key) in entries {
            let text = font::wrap(name, face.size, face.bold, width - key.width() - GAP, 3);
            let w = key.width() + GAP + text.width(face.size, face.bold);
            let h = step + line(face.size) * (text.lines.len().max(1) - 1) as f64;
            if x > 0.0 && x + w > width {
                y += tall;
                (x, tall) = (0.0, 0.0);
            }
            if x == 0.0 {
                rows += 1;
            }
            tall = tall.max(h);
            items.push((x, y, *key, name.clone(), text));
            x += w + BETWEEN;
        }
        let height = if items.is_empty() { 0.0 } else { y + tall };
        Legend { items, rows, height }
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas, x: f64, y: f64) {
        let face = name_face(canvas.look);
        let step = line(face.size) + 4.0;
        for (dx, dy, key, name, text) in &self.items {
            let (x, y) = (x + dx, y + dy);
            let middle = y + step / 2.0;
            match *key {
                Key::Fill(fill) => {
                    canvas.swatch(Area::new(x, (middle - KEY / 2.0).round(), FILL_KEY, KEY), fill)
                }
                Key::Marker(shape, colour) => canvas.marker(x + KEY / 2.0, middle, 4.2, shape, colour),
                Key::Stroke(colour) => {
                    let x = x + KEY / 2.0;
                    canvas.line(&[(x, middle - 6.5), (x, middle + 6.5)], colour, 2.0);
                }
            }
            for (i, l) in text.lines.iter().enumerate() {
                canvas.label(
                    x + key.width() + GAP,
                    middle + line(face.size) * i as f64,
                    l,
                    face,
                    Anchor::Start,
                );
            }
            if text.cut {
                canvas.note(format!("Shortened in the drawing: {name}."));
            }
        }
    }
}
