//! What stands around the data in every figure: title, subtitle, axis caption, notice, notes.

use super::canvas::{Anchor, Area, Canvas, Face};
use super::error::ChartError;
use super::font::{self, Wrapped};
use super::style::{Look, Style};

/// Space between the paper's edge and anything drawn, px.
pub(crate) const MARGIN: f64 = 20.0;
/// Smallest width of a figure, px.
pub(crate) const MIN_WIDTH: f64 = 240.0;
/// Largest width and height of a figure, px.
pub(crate) const MAX_SIDE: u32 = 32_000;

/// The words of a figure. Texts are drawn as they are, in any script; white space is collapsed.
///
/// ```
/// use likewise::chart::Head;
/// let head = Head {
///     title: "OOD detection on ImageNet-1k".into(),
///     axis: "AUROC (%), higher is better".into(),
///     ..Head::default()
/// };
/// assert!(head.notice.is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct Head {
    /// What the figure shows; empty for none.
    pub title: String,
    /// A second line; empty for none.
    pub subtitle: String,
    /// Metric, unit and direction, for example `AUROC (%), higher is better`; empty for none.
    pub axis: String,
    /// What a reader must know before comparing, such as that the comparison was forced. It stands between
    /// the axis and the data in strong contrast, and is repeated in long figures, so that a cropped picture
    /// still carries it.
    pub notice: Option<String>,
}

pub(crate) fn title_face(look: Look) -> Face {
    Face { size: 17.0, bold: true, colour: look.text }
}
pub(crate) fn subtitle_face(look: Look) -> Face {
    Face { size: 12.5, bold: false, colour: look.soft }
}
/// Axis captions, notes.
pub(crate) fn caption_face(look: Look) -> Face {
    Face { size: 11.5, bold: false, colour: look.soft }
}
/// Tick labels.
pub(crate) fn tick_face(look: Look) -> Face {
    Face { size: 10.5, bold: false, colour: look.soft }
}
/// Names of methods.
pub(crate) fn name_face(look: Look) -> Face {
    Face { size: 11.5, bold: false, colour: look.text }
}
/// Names of blocks.
pub(crate) fn block_face(look: Look) -> Face {
    Face { size: 12.5, bold: true, colour: look.text }
}
/// Values.
pub(crate) fn value_face(look: Look) -> Face {
    Face { size: 11.0, bold: false, colour: look.text }
}

/// Height of a line of text, px.
pub(crate) fn line(size: f64) -> f64 {
    (size * 1.3).ceil()
}

/// Lines drawn from `y` (their top) downwards; returns the `y` below them.
pub(crate) fn draw_lines(
    canvas: &mut Canvas,
    x: f64,
    y: f64,
    text: &Wrapped,
    face: Face,
    anchor: Anchor,
) -> f64 {
    let step = line(face.size);
    for (i, l) in text.lines.iter().enumerate() {
        canvas.label(x, y + step * (i as f64 + 0.5), l, face, anchor);
    }
    y + step * text.lines.len() as f64
}

/// Title and subtitle laid out for a width.
pub(crate) struct Top {
    title: Wrapped,
    subtitle: Wrapped,
    /// From the top of the paper to where the next thing may stand.
    pub(crate) height: f64,
}

/// The least width of a table: a title that is not long stays on one line.
pub(crate) fn table_width(head: &Head, look: Look) -> f64 {
    (title_face(look).width(&font::clean(&head.title)) + 2.0 * MARGIN + 2.0).ceil().clamp(420.0, 560.0)
}

impl Top {
    pub(crate) fn plan(head: &Head, width: f64, look: Look) -> Top {
        let room = width - 2.0 * MARGIN;
        let (t, s) = (title_face(look), subtitle_face(look));
        let title = font::wrap_even(&head.title, t.size, t.bold, room, 6);
        let subtitle = font::wrap_even(&head.subtitle, s.size, s.bold, room, 8);
        let mut height = MARGIN - 4.0;
        height += line(t.size) * title.lines.len() as f64;
        height += line(s.size) * subtitle.lines.len() as f64;
        if !(title.lines.is_empty() && subtitle.lines.is_empty()) {
            height += 10.0;
        }
        Top { title, subtitle, height }
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas) {
        let look = canvas.look;
        let y = draw_lines(canvas, MARGIN, MARGIN - 4.0, &self.title, title_face(look), Anchor::Start);
        draw_lines(canvas, MARGIN, y + 1.0, &self.subtitle, subtitle_face(look), Anchor::Start);
        if self.title.cut || self.subtitle.cut {
            canvas.note("The title or subtitle was shortened in the drawing.");
        }
    }
}

/// A block of soft text: the axis caption or notes under the data.
pub(crate) struct Caption {
    text: Wrapped,
    pub(crate) height: f64,
}

impl Caption {
    pub(crate) fn plan(text: &str, width: f64, look: Look) -> Caption {
        let face = caption_face(look);
        let text = font::wrap(text, face.size, face.bold, width, 12);
        let height = line(face.size) * text.lines.len() as f64;
        Caption { text, height }
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas, x: f64, y: f64) {
        let face = caption_face(canvas.look);
        draw_lines(canvas, x, y, &self.text, face, Anchor::Start);
        if self.text.cut {
            canvas.note("A caption was shortened in the drawing.");
        }
    }
}

/// The notice laid out for a width; of height 0 where there is none.
pub(crate) struct Notice {
    text: Wrapped,
    full: String,
    width: f64,
    /// Of the band, px.
    pub(crate) height: f64,
}

const NOTICE_PAD: f64 = 10.0;

impl Notice {
    pub(crate) fn plan(notice: Option<&str>, width: f64) -> Notice {
        let full = font::clean(notice.unwrap_or_default());
        let text = font::wrap_even(&full, 12.0, true, width - 2.0 * NOTICE_PAD, 60);
        let height = if text.lines.is_empty() { 0.0 } else { text.lines.len() as f64 * line(12.0) + 10.0 };
        Notice { text, full, width, height }
    }

    pub(crate) fn is_none(&self) -> bool {
        self.text.lines.is_empty()
    }

    /// Draws the band and returns the `y` below it.
    pub(crate) fn draw(&self, canvas: &mut Canvas, x: f64, y: f64) -> f64 {
        if self.is_none() {
            return y;
        }
        let face = Face { size: 12.0, bold: true, colour: canvas.look.notice_text };
        canvas.rect(Area::new(x, y, self.width, self.height), canvas.look.notice_fill);
        draw_lines(canvas, x + NOTICE_PAD, y + 5.0, &self.text, face, Anchor::Start);
        if self.text.cut {
            canvas.note(format!("The notice in full: {}", self.full));
        }
        y + self.height
    }
}

/// Checks the sizes asked for.
pub(crate) fn check_style(style: &Style) -> Result<(), ChartError> {
    let (w, h) = (style.width.unwrap_or(640), style.height.unwrap_or(480));
    if f64::from(w) < MIN_WIDTH || h < 120 {
        return Err(ChartError::TooSmall {
            width: w,
            height: h,
            need_width: MIN_WIDTH as u32,
            need_height: 120,
        });
    }
    for (what, got) in [("pixels of width", w), ("pixels of height", h)] {
        if got > MAX_SIDE {
            return Err(ChartError::TooMany { what, got: got as usize, limit: MAX_SIDE as usize });
        }
    }
    Ok(())
}

/// Checks the height that the content came to.
pub(crate) fn check_height(height: f64) -> Result<(), ChartError> {
    if height > f64::from(MAX_SIDE) {
        return Err(ChartError::TooMany {
            what: "pixels of height",
            got: height as usize,
            limit: MAX_SIDE as usize,
        });
    }
    Ok(())
}

/// An asked size that does not do.
pub(crate) fn too_small(style: &Style, width: f64, height: f64) -> ChartError {
    ChartError::TooSmall {
        width: style.width.unwrap_or(width.ceil() as u32),
        height: style.height.unwrap_or(height.ceil() as u32),
        need_width: width.ceil() as u32,
        need_height: height.ceil() as u32,
    }
}

/// The title for screen readers: title, else what kind of figure it is.
pub(crate) fn spoken_title(head: &Head, kind: &str) -> String {
    if font::clean(&head.title).is_empty() { kind.to_owned() } else { head.title.clone() }
}

/// The start of the description: notice first, then the kind of figure and its axis.
pub(crate) fn spoken_start(head: &Head, kind: &str) -> String {
    let mut out = String::new();
    if let Some(notice) = &head.notice {
        out.push_str(notice);
        out.push(' ');
    }
    out.push_str(kind);
    if !head.axis.is_empty() {
        out.push_str(" of ");
        out.push_str(&head.axis);
    }
    out.push('.');
    out
}

/// The least height of a plot whose figure was asked to be wide, px: a strip a tenth as high as wide shows little.
pub(crate) fn asked_height(style: &Style) -> f64 {
    style.width.map_or(0.0, |w| (0.3 * f64::from(w)).min(1200.0))
}
