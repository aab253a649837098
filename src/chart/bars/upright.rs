//! Bars that stand.

use super::super::canvas::{Anchor, Area, Canvas, Face};
use super::super::error::ChartError;
use super::super::figure::Figure;
use super::super::font::{self, Wrapped};
use super::super::frame::{
    self, Caption, MARGIN, Notice, Top, block_face, draw_lines, line, name_face, tick_face, value_face,
};
use super::super::legend::Legend;
use super::super::palette::fill_of;
use super::super::scale::{self, Scale, Tick};
use super::super::style::{Look, Style};
use super::{Bar, BarsData, describe, legend, numbers, tip};

/// The most bars drawn upright.
const MOST_UPRIGHT: usize = 48;

/// How values stand at their bars.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Values {
    Level(f64),
    Upward(f64),
}

/// The layout of upright bars.
pub(super) struct Upright {
    top: Top,
    legend: Option<Legend>,
    axis: Caption,
    notice: Notice,
    labels: Vec<Wrapped>,
    /// Under single-group bars: the block's name.
    block: Wrapped,
    width: f64,
    height: f64,
    plot: Area,
    scale: Scale,
    ticks: Vec<Tick>,
    slot: f64,
    pitch: f64,
    bar: f64,
    values: Values,
}

/// The widest an upright chart gets by itself.
const WIDEST: f64 = 940.0;

impl Upright {
    /// Lays the bars out; `None` where they are too many or something does not fit.
    pub(super) fn plan(data: &BarsData, shown: &[usize], style: &Style, look: Look) -> Option<Upright> {
        let (n, m) = (data.groups.len(), shown.len());
        if n * m > MOST_UPRIGHT {
            return None;
        }
        // One group: every bar is named below, so each has a slot of its own and no legend is needed.
        let single = n == 1;
        let (slots, each) = if single { (m, 1) } else { (n, m) };
        let (lo, hi) = scale::zero_based(numbers(data));
        let texts: Vec<String> = data
            .groups
            .iter()
            .flat_map(|g| shown.iter().map(|&i| g.values[i].as_ref()))
            .flatten()
            .map(|b| font::clean(&b.text))
            .collect();
        let widest = |size: f64| texts.iter().map(|t| font::width(t, size, false)).fold(0.0, f64::max);

        // Ticks first: their labels decide where the plot starts. Their number hardly depends on the height.
        let tick_w = scale::ticks(lo * 1.15, hi * 1.15, 6)
            .iter()
            .chain(&scale::ticks(lo * 1.15, hi * 1.15, 4))
            .map(|t| tick_face(look).width(&t.text))
            .fold(10.0, f64::max);
        let left = MARGIN + tick_w.ceil() + 8.0;
        let gap = |pitch: f64| {
            if each == 1 { (pitch * 0.45).max(10.0) } else { (pitch * 0.9).max(18.0) }
        };
        let names = if single { name_face(look) } else { block_face(look) };
        let label_texts: Vec<&str> = if single {
            shown.iter().map(|&i| data.methods[i].as_str()).collect()
        } else {
            data.groups.iter().map(|g| g.label.as_str()).collect()
        };
        let label_room = |slot: f64| slot - 8.0;
        let longest_word = label_texts
            .iter()
            .flat_map(|t| font::wrap(t, names.size, names.bold, 90.0, 99).lines)
            .map(|l| names.width(&l))
            .fold(0.0, f64::max);

        let total = |pitch: f64, gap: f64| {
            let slot = (pitch * each as f64 + gap).max(longest_word + 10.0);
            left + slot * slots as f64 + MARGIN
        };
        let needed = |pitch: f64| total(pitch, gap(pitch));
        // Groups may move closer together before the values get smaller or turn.
        let tight = |pitch: f64| total(pitch, if each == 1 { 8.0 } else { (pitch * 0.45).max(12.0) });
        // From the most to the least readable; the first that fits is taken.
        let level = |size: f64| {
            (Values::Level(size), (widest(size) + if size > 10.0 { 4.0 } else { 3.0 }).ceil().max(18.0))
        };
        let choices = [
            level(11.5),
            level(11.0),
            level(10.5),
            level(10.0),
            level(9.5),
            (Values::Upward(11.0), 19.0),
            (Values::Upward(10.0), 15.0),
        ];
        let limit = style.width.map_or(WIDEST, f64::from);
        let &(values, least) = choices.iter().find(|(_, pitch)| tight(*pitch) <= limit)?;
        let width = match style.width {
            Some(w) => f64::from(w),
            None => {
                let roomy = least.max(if matches!(values, Values::Level(_)) { 40.0 } else { 0.0 });
                needed(roomy).min(WIDEST).max(tight(least)).max(520.0).ceil()
            }
        };
        let slot = (width - left - MARGIN) / slots as f64;
        // Bars grow with the room, up to a width that still looks like a bar.
        let mut pitch = least;
        while pitch < 72.0 && pitch * each as f64 + gap(pitch) + each as f64 <= slot {
            pitch += 1.0;
        }
        let pitch = pitch.floor().max(1.0);
        let bar = (pitch - if pitch >= 24.0 { 3.0 } else { 2.0 }).min(60.0);
        // A value must not reach the neighbour.
        if let Values::Level(size) = values
            && widest(size) > pitch - 1.0
        {
            return None;
        }

        let labels: Vec<Wrapped> =
            label_texts.iter().map(|t| font::wrap(t, names.size, names.bold, label_room(slot), 3)).collect();
        if labels.iter().any(|l| l.cut || l.split) {
            return None;
        }
        let block = if single {
            let face = block_face(look);
            font::wrap(&data.groups[0].label, face.size, face.bold, width - left - MARGIN, 2)
        } else {
            Wrapped::default()
        };
        let legend = (!single).then(|| legend(data, shown, width - 2.0 * MARGIN, look));
        if block.cut || legend.as_ref().is_some_and(|l| l.rows > 5) {
            return None;
        }

        let top = Top::plan(&data.head, width, look);
        let axis = Caption::plan(&data.head.axis, width - 2.0 * MARGIN, look);
        let notice = Notice::plan(data.head.notice.as_deref(), width - left - MARGIN);
        let mut y = top.height;
        if let Some(l) = &legend {
            y += l.height + 8.0;
        }
        if axis.height > 0.0 {
            y += axis.height + 6.0;
        }
        let names_h = labels.iter().map(|l| l.lines.len()).max().unwrap_or(0) as f64 * line(names.size) + 8.0;
        let block_h = if block.lines.is_empty() {
            0.0
        } else {
            block.lines.len() as f64 * line(block_face(look).size) + 4.0
        };
        let below = names_h + block_h + MARGIN - 6.0;
        // Room above the highest bar (and below the lowest) for its value.
        let (value_h, na_h) = match values {
            Values::Level(size) => (font::CAP * size + 7.0, 14.0),
            Values::Upward(size) => (widest(size) + 8.0, 24.0),
        };
        let pad_top =
            notice.height + if notice.is_none() { 0.0 } else { 8.0 } + if hi > 0.0 { value_h } else { na_h };
        let pad_bottom = if lo < 0.0 { value_h } else { 0.0 };
        let plot_h = match style.height {
            Some(h) => f64::from(h) - y - below,
            None => (pad_top + pad_bottom + 270.0).max(300.0).max(frame::asked_height(style)),
        };
        if plot_h - pad_top - pad_bottom < 70.0 {
            return None;
        }
        let plot = Area::new(left, y.round(), width - left - MARGIN, plot_h.round());
        let inner = Scale { lo, hi, px0: plot.bottom() - pad_bottom, px1: plot.y + pad_top };
        // The grid runs on into the room for the values.
        let roof = plot.y + if notice.is_none() { 0.0 } else { notice.height + 8.0 };
        let (from, to) = (inner.value_at(plot.bottom()), inner.value_at(roof));
        let (from, to) = (if lo < 0.0 { from } else { lo }, to);
        let ticks = scale::ticks(from, to, ((inner.px0 - inner.px1) / 55.0).clamp(2.0, 8.0) as usize);
        if ticks.iter().any(|t| tick_face(look).width(&t.text) > left - 10.0) {
            return None;
        }
        Some(Upright {
            top,
            legend,
            axis,
            notice,
            labels,
            block,
            width,
            height: y + plot_h + below,
            plot,
            scale: inner,
            ticks,
            slot,
            pitch,
            bar,
            values,
        })
    }

    pub(super) fn draw(&self, data: &BarsData, shown: &[usize], style: &Style) -> Result<Figure, ChartError> {
        let mut canvas = Canvas::new(style.theme, self.width, style.height.map_or(self.height, f64::from));
        let c = &mut canvas;
        let look = c.look;
        let plot = self.plot;
        self.top.draw(c);
        let mut y = self.top.height;
        if let Some(legend) = &self.legend {
            legend.draw(c, MARGIN, y);
            y += legend.height + 8.0;
        }
        self.axis.draw(c, MARGIN, y);
        let ticks = tick_face(look);
        for t in &self.ticks {
            let at = self.scale.at(t.value);
            c.level(plot.x, plot.right(), at, look.grid);
            c.label(plot.x - 7.0, at.floor() + 0.5, &t.text, ticks, Anchor::End);
        }
        self.notice.draw(c, plot.x, plot.y);

        let single = self.legend.is_none();
        let zero = self.scale.at(0.0).floor() + 0.5;
        let each = if single { 1 } else { shown.len() };
        for (g, group) in data.groups.iter().enumerate() {
            for (k, &i) in shown.iter().enumerate() {
                let (slot, place) = if single { (k, 0) } else { (g, k) };
                let middle = plot.x + self.slot * (slot as f64 + 0.5);
                let start = (middle - self.pitch * each as f64 / 2.0).round();
                let x = start + self.pitch * place as f64 + ((self.pitch - self.bar) / 2.0).floor();
                let bar = group.values[i].as_ref();
                c.group(&tip(group, &data.methods[i], bar), |c| self.draw_bar(c, bar, i, x, zero));
            }
        }
        c.level(plot.x, plot.right(), zero, look.axis);

        let face = if single { name_face(look) } else { block_face(look) };
        let mut deepest = plot.bottom();
        for (s, label) in self.labels.iter().enumerate() {
            let middle = plot.x + self.slot * (s as f64 + 0.5);
            let end = draw_lines(c, middle, plot.bottom() + 7.0, label, face, Anchor::Middle);
            deepest = deepest.max(end);
        }
        draw_lines(c, plot.x + plot.w / 2.0, deepest + 4.0, &self.block, block_face(look), Anchor::Middle);
        canvas.finish(&frame::spoken_title(&data.head, "Bar chart"), &describe(data, shown))
    }

    fn draw_bar(&self, c: &mut Canvas, bar: Option<&Bar>, method: usize, x: f64, zero: f64) {
        let look = c.look;
        let middle = x + self.bar / 2.0;
        let Some(bar) = bar else {
            let face = Face { size: 10.0, bold: false, colour: look.soft };
            if face.width("n/a") + 1.0 <= self.pitch {
                c.text(middle, zero - 4.0, "n/a", face, Anchor::Middle);
            } else {
                c.text_upward(middle + face.drop(), zero - 4.0, "n/a", face, Anchor::Start);
            }
            return;
        };
        let end = self.scale.at(bar.value);
        let (a, b) = (zero.min(end), zero.max(end));
        if bar.value != 0.0 && b - a > 0.05 {
            c.bar(Area::new(x, a, self.bar, b - a), fill_of(method, look.theme));
        }
        let down = bar.value < 0.0;
        let mut reach = end;
        if let Some((low, high)) = bar.error {
            let (l, h) = (self.scale.at(low), self.scale.at(high));
            let cap = (self.bar * 0.2).min(6.0);
            let strokes = [
                [(middle, l), (middle, h)],
                [(middle - cap, l), (middle + cap, l)],
                [(middle - cap, h), (middle + cap, h)],
            ];
            for s in &strokes {
                c.line(s, look.paper, 2.8);
            }
            for s in &strokes {
                c.line(s, look.text, 1.4);
            }
            reach = if down { reach.max(l) } else { reach.min(h) };
        }
        match (self.values, down) {
            (Values::Level(size), _) => {
                let face = Face { size, ..value_face(look) };
                let baseline = if down { reach + 4.5 + font::CAP * size } else { reach - 4.5 };
                if self.crosses(baseline - font::CAP * size, baseline) {
                    c.clear(middle, baseline - face.drop(), &bar.text, face, Anchor::Middle);
                }
                c.text(middle, baseline, &bar.text, face, Anchor::Middle);
            }
            (Values::Upward(size), _) => {
                let face = Face { size, ..value_face(look) };
                let (y, anchor) =
                    if down { (reach + 5.0, Anchor::End) } else { (reach - 5.0, Anchor::Start) };
                let w = face.width(&font::clean(&bar.text));
                let top = if down { y } else { y - w };
                if self.crosses(top, top + w) {
                    c.rect(
                        Area::new(middle - face.drop() - 1.0, top - 1.0, 2.0 * face.drop() + 2.0, w + 2.0),
                        look.paper,
                    );
                }
                c.text_upward(middle + face.drop(), y, &bar.text, face, anchor);
            }
        }
    }

    /// Whether a line of the grid runs between two heights.
    fn crosses(&self, top: f64, bottom: f64) -> bool {
        self.ticks.iter().map(|t| self.scale.at(t.value)).any(|y| y > top - 2.0 && y < bottom + 2.0)
    }
}
