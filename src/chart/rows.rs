//! Rows of level bars: name, bar, value. Shared by every figure that lists bars downwards.

use super::canvas::{Anchor, Area, Canvas, Face};
use super::font::{self, Wrapped};
use super::frame::{line, name_face, tick_face, value_face};
use super::palette::Fill;
use super::scale::{self, Scale, Tick};
use super::style::Look;

/// One row.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) label: String,
    /// Rank, in front of the name.
    pub(crate) rank: Option<String>,
    pub(crate) fill: Fill,
    pub(crate) value: Option<f64>,
    /// The value as printed.
    pub(crate) text: String,
    /// Ends of an interval.
    pub(crate) error: Option<(f64, f64)>,
    /// Marked as within rounding of the row above.
    pub(crate) near: bool,
    pub(crate) tip: String,
}

impl Row {
    fn shown(&self) -> String {
        match (self.value, self.near) {
            (None, _) => "n/a".to_owned(),
            (Some(_), false) => font::clean(&self.text),
            (Some(_), true) => format!("{} ≈", font::clean(&self.text)),
        }
    }

    fn face(&self, look: Look) -> Face {
        let face = value_face(look);
        if self.value.is_none() { Face { colour: look.soft, size: 10.0, ..face } } else { face }
    }

    /// Every number of the row that the scale must hold.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f64> + '_ {
        self.value.into_iter().chain(self.error.into_iter().flat_map(|(a, b)| [a, b]))
    }
}

/// Rows laid out for a width. All rows of one plan share the columns and the scale.
pub(crate) struct Rows {
    rank_w: f64,
    label_w: f64,
    labels: Vec<Wrapped>,
    /// Height of each row.
    pub(crate) heights: Vec<f64>,
    pub(crate) scale: Scale,

    pub(crate) ticks: Vec<Tick>,
    width: f64,
    thick: f64,
}

const RANK_GAP: f64 = 8.0;
const LABEL_GAP: f64 = 8.0;
/// The least room for bars, px.
const LEAST: f64 = 60.0;

impl Rows {
    /// Height of the line of tick labels.
    pub(crate) const TICKS: f64 = 20.0;

    /// Lays rows out; on failure says the width that would do.
    pub(crate) fn plan(rows: &[Row], width: f64, domain: (f64, f64), look: Look) -> Result<Rows, f64> {
        let names = name_face(look);
        let rank_w = rows
            .iter()
            .filter_map(|r| r.rank.as_deref())
            .map(|r| names.width(r) + RANK_GAP)
            .fold(0.0, f64::max);
        let natural = rows.iter().map(|r| names.width(&font::clean(&r.label))).fold(0.0, f64::max);
        let most = (0.45 * width - rank_w).max(40.0);
        let labels: Vec<Wrapped> = rows
            .iter()
            .map(|r| {
                let two = font::wrap(&r.label, names.size, names.bold, most, 2);
                if two.cut { font::wrap(&r.label, names.size, names.bold, most, 3) } else { two }
            })
            .collect();
        let label_w =
            labels.iter().map(|l| l.width(names.size, names.bold)).fold(0.0, f64::max).min(natural).ceil();
        let left = rank_w + label_w + if rank_w + label_w > 0.0 { LABEL_GAP } else { 0.0 };

        let pad = |side: fn(&Row) -> bool| {
            rows.iter().filter(|r| side(r)).map(|r| r.face(look).width(&r.shown()) + 7.0).fold(0.0, f64::max)
        };
        let (before, after) =
            (pad(|r| r.value.is_some_and(|v| v < 0.0)), pad(|r| r.value.is_none_or(|v| v >= 0.0)));
        let room = width - left - before - after;
        if room < LEAST {
            return Err(width + LEAST - room);
        }
        let scale = Scale { lo: domain.0, hi: domain.1, px0: left + before, px1: width - after };
        let ticks = spaced_ticks(&scale, tick_face(look));
        let heights =
            labels.iter().map(|l| (line(names.size) * l.lines.len().max(1) as f64 + 5.0).max(20.0)).collect();
        Ok(Rows { rank_w, label_w, labels, heights, scale, ticks, width, thick: 14.0 })
    }

    /// Gives all rows together `extra` px more (or, if negative, less); says whether that was possible.
    pub(crate) fn stretch(&mut self, extra: f64) -> bool {
        let names = line(11.5);
        let each = extra / self.heights.len().max(1) as f64;
        for (h, l) in self.heights.iter_mut().zip(&self.labels) {
            let least = names * l.lines.len().max(1) as f64 + 1.0;
            *h += each;
            if *h < least {
                return false;
            }
        }
        self.thick = (14.0 + each * 0.8).clamp(9.0, 34.0);
        true
    }

    pub(crate) fn total(&self) -> f64 {
        self.heights.iter().sum()
    }

    /// Draws the rows of `range`, the first at `y`; returns the `y` below the last.
    pub(crate) fn draw(
        &self,
        canvas: &mut Canvas,
        rows: &[Row],
        range: std::ops::Range<usize>,
        x: f64,
        y: f64,
    ) -> f64 {
        let look = canvas.look;
        let end = y + self.heights[range.clone()].iter().sum::<f64>();
        for t in &self.ticks {
            canvas.upright(x + self.scale.at(t.value), y, end, look.grid);
        }
        let mut top = y;
        for i in range {
            let (row, height) = (&rows[i], self.heights[i]);
            self.draw_row(canvas, row, i, x, top);
            top += height;
        }
        let zero = x + self.scale.at(0.0f64.clamp(self.scale.lo, self.scale.hi));
        canvas.upright(zero, y, end, look.axis);
        end
    }

    fn draw_row(&self, canvas: &mut Canvas, row: &Row, i: usize, x: f64, top: f64) {
        let look = canvas.look;
        let names = name_face(look);
        let middle = top + self.heights[i] / 2.0;
        let label = &self.labels[i];
        if let Some(rank) = &row.rank {
            let face = Face { colour: look.soft, ..names };
            canvas.label(x + self.rank_w - RANK_GAP, middle, rank, face, Anchor::End);
        }
        let step = line(names.size);
        let first = middle - step * (label.lines.len().max(1) - 1) as f64 / 2.0;
        // After a rank the names start in one column; without, they stand by their bars.
        let (lx, anchor) = if self.rank_w > 0.0 {
            (x + self.rank_w, Anchor::Start)
        } else {
            (x + self.rank_w + self.label_w, Anchor::End)
        };
        for (k, l) in label.lines.iter().enumerate() {
            canvas.label(lx, first + step * k as f64, l, names, anchor);
        }
        if label.cut {
            canvas.note(format!("Shortened in the drawing: {}.", row.label));
        }
        let zero = x + self.scale.at(0.0f64.clamp(self.scale.lo, self.scale.hi));
        let (face, text) = (row.face(look), row.shown());
        let Some(value) = row.value else {
            canvas.group(&row.tip, |c| c.label(zero + 5.0, middle, &text, face, Anchor::Start));
            return;
        };
        let tip = x + self.scale.at(value);
        let thick = self.thick.min(self.heights[i] - 3.0);
        canvas.group(&row.tip, |c| {
            let (a, b) = (zero.min(tip), zero.max(tip));
            if b - a > 0.05 {
                c.bar(Area::new(a, (middle - thick / 2.0).round(), b - a, thick.round()), row.fill);
            }
            let mut reach = tip;
            if let Some((low, high)) = row.error {
                let (l, h) = (x + self.scale.at(low), x + self.scale.at(high));
                let cap = (thick * 0.28).min(5.0);
                let strokes = [
                    [(l, middle), (h, middle)],
                    [(l, middle - cap), (l, middle + cap)],
                    [(h, middle - cap), (h, middle + cap)],
                ];
                for s in &strokes {
                    c.line(s, look.paper, 2.8);
                }
                for s in &strokes {
                    c.line(s, look.text, 1.3);
                }
                reach = if value < 0.0 { reach.min(l) } else { reach.max(h) };
            }
            let (at, anchor) =
                if value < 0.0 { (reach - 5.0, Anchor::End) } else { (reach + 5.0, Anchor::Start) };
            let w = face.width(&text);
            let (from, to) = if value < 0.0 { (at - w, at) } else { (at, at + w) };
            if self.ticks.iter().map(|t| x + self.scale.at(t.value)).any(|g| g > from - 1.0 && g < to + 1.0) {
                c.clear(at, middle, &text, face, anchor);
            }
            c.label(at, middle, &text, face, anchor);
        });
    }

    /// Draws the labels of the ticks, centred 10 px below (or above) `y`.
    pub(crate) fn draw_ticks(&self, canvas: &mut Canvas, x: f64, middle: f64) {
        draw_ticks(canvas, &self.scale, &self.ticks, x, middle, (x - 6.0, x + self.width + 6.0));
    }
}

/// Draws the labels of ticks along a level scale that starts at `x`. One that would leave `span` is left
/// out; its line stays.
pub(crate) fn draw_ticks(
    c: &mut Canvas,
    scale: &Scale,
    ticks: &[Tick],
    x: f64,
    middle: f64,
    span: (f64, f64),
) {
    let face = tick_face(c.look);
    for t in ticks {
        let (at, half) = (x + scale.at(t.value), face.width(&t.text) / 2.0);
        if at - half >= span.0 && at + half <= span.1 {
            c.label(at, middle, &t.text, face, Anchor::Middle);
        }
    }
}

/// As [`spaced_ticks`], for a scale of decimal logarithms: the texts are the numbers themselves.
pub(crate) fn spaced_log_ticks(scale: &Scale, face: Face) -> Vec<Tick> {
    for per_decade in [&[1.0, 2.0, 5.0][..], &[1.0, 3.0], &[1.0]] {
        let list = scale::log_ticks(scale.lo, scale.hi, per_decade);
        if list.len() > 2 && apart(&list, scale, face) {
            return list;
        }
    }
    // less than a decade or two, or very many: round numbers of the plain scale, or none
    let (lo, hi) = (10f64.powf(scale.lo), 10f64.powf(scale.hi));
    for want in (1..=8).rev() {
        let mut list = scale::ticks(lo, hi, want);
        list.retain(|t| t.value > 0.0);
        list.iter_mut().for_each(|t| t.value = t.value.log10());
        if !list.is_empty() && apart(&list, scale, face) {
            return list;
        }
    }
    Vec::new()
}

fn apart(list: &[Tick], scale: &Scale, face: Face) -> bool {
    list.windows(2).all(|w| {
        let distance = (scale.at(w[1].value) - scale.at(w[0].value)).abs();
        distance >= (face.width(&w[0].text) + face.width(&w[1].text)) / 2.0 + 8.0
    })
}

/// As many ticks along a level scale as can be labelled without touching.
pub(crate) fn spaced_ticks(scale: &Scale, face: Face) -> Vec<Tick> {
    let length = (scale.px1 - scale.px0).abs();
    for want in (1..=((length / 48.0).clamp(1.0, 8.0) as usize)).rev() {
        let list = scale::ticks(scale.lo, scale.hi, want);
        if apart(&list, scale, face) && !list.is_empty() {
            return list;
        }
    }
    Vec::new()
}
