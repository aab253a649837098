//! Many methods: one row each, groups as upright bars beside.

use super::across::pieces;
use super::{Bracket, CriticalDifferenceData, Foot, Sorted, key, lanes, rank_ticks};
use crate::chart::canvas::{Anchor, Area, Canvas, Face};
use crate::chart::error::ChartError;
use crate::chart::font::{self, Wrapped};
use crate::chart::frame::{self, Caption, MARGIN, Notice, Top, line, name_face, tick_face, value_face};
use crate::chart::parts::{ink, marker, plain, stacked, widest, zebra};
use crate::chart::scale::{Scale, Tick};
use crate::chart::style::{Look, Style};

/// Room for the axis, at the least, px.
const LEAST: f64 = 100.0;
/// From one lane of bars to the next, px.
const LANE: f64 = 11.0;
/// Half the gap a thin line leaves for a row it skips, px.
const GAP: f64 = 5.5;

pub(super) struct Listing {
    pub(super) width: f64,
    pub(super) height: f64,
    top: Top,
    axis: Caption,
    notice: Notice,
    bracket: Bracket,
    foot: Foot,
    scale: Scale,
    ticks: Vec<Tick>,
    labels: Vec<Wrapped>,
    label_w: f64,
    value_w: f64,
    heights: Vec<f64>,
    lane: Vec<usize>,
    bars_x: f64,
    /// Where the ticks' labels begin.
    ticks_y: f64,
}

impl Listing {
    pub(super) fn plan(
        data: &CriticalDifferenceData,
        sorted: &Sorted,
        style: &Style,
        look: Look,
    ) -> Result<Listing, ChartError> {
        let (names, values) = (name_face(look), value_face(look));
        let n = sorted.order.len();
        let natural =
            (0..n).map(|p| names.width(&font::clean(sorted.name(data, p)))).fold(0.0, f64::max).ceil();
        let value_w =
            (0..n).map(|p| values.width(&font::clean(&sorted.row(data, p).text))).fold(0.0, f64::max).ceil();
        let stretches: Vec<(f64, f64)> =
            sorted.groups.iter().map(|g| (g[0] as f64, g[g.len() - 1] as f64)).collect();
        let (lane, deep) = lanes(&stretches, 1.0);
        let bars_w = if deep > 0 { LANE * deep as f64 + 6.0 } else { 0.0 };
        let fixed = 2.0 * MARGIN + 10.0 + value_w + 18.0 + 14.0 + bars_w;
        let width = style.width.map_or((fixed + natural.min(300.0) + 360.0).max(560.0).ceil(), f64::from);
        let inner = width - 2.0 * MARGIN;
        let most = natural.min(300.0).min((inner * 0.4).max(60.0));
        let labels: Vec<Wrapped> =
            (0..n).map(|p| font::wrap(sorted.name(data, p), names.size, names.bold, most, 3)).collect();
        let label_w = widest(&labels, names).min(natural);
        let room = width - fixed - label_w;
        if room < LEAST {
            return Err(frame::too_small(
                style,
                width + LEAST - room,
                f64::from(style.height.unwrap_or(480)),
            ));
        }
        let x0 = MARGIN + label_w + 10.0 + value_w + 18.0;
        let x1 = x0 + room;
        let last = data.ranks as f64;
        let scale = Scale {
            lo: if data.best_left { 1.0 } else { last },
            hi: if data.best_left { last } else { 1.0 },
            px0: x0,
            px1: x1,
        };
        let mut heights: Vec<f64> =
            labels.iter().map(|l| (line(names.size) * l.lines.len().max(1) as f64 + 4.0).max(19.0)).collect();

        let dotted = sorted.groups.iter().any(|g| g[g.len() - 1] - g[0] + 1 > g.len());
        let top = Top::plan(&data.head, width, look);
        let axis = Caption::plan(&data.head.axis, inner, look);
        // Beside the bars, not across them.
        let notice = Notice::plan(data.head.notice.as_deref(), inner - bars_w);
        let bracket = Bracket::plan(data, x0, width, look);
        let foot = Foot::plan(&[key(sorted, dotted)], inner, look);
        let bands = if notice.is_none() { 0 } else { n.div_ceil(crate::chart::bars::NOTICE_EVERY) };
        let ticks_y = top.height + if axis.height > 0.0 { axis.height + 8.0 } else { 0.0 } + bracket.height;
        let foot_room = if foot.height > 0.0 { foot.height + 8.0 } else { 0.0 };
        let mut height = ticks_y
            + 22.0
            + heights.iter().sum::<f64>()
            + bands as f64 * (notice.height + 10.0)
            + 24.0
            + foot_room
            + MARGIN
            - 4.0;
        if let Some(h) = style.height {
            let each = (f64::from(h) - height) / n as f64;
            if each < 0.0 {
                return Err(frame::too_small(style, width, height));
            }
            heights.iter_mut().for_each(|r| *r += each);
            height = f64::from(h);
        }
        Ok(Listing {
            width,
            height,
            top,
            axis,
            notice,
            bracket,
            foot,
            ticks: rank_ticks(data.ranks, x1 - x0, tick_face(look)),
            scale,
            labels,
            label_w,
            value_w,
            heights,
            lane,
            bars_x: x1 + 14.0 + 6.0,
            ticks_y,
        })
    }

    fn draw_ticks(&self, c: &mut Canvas, middle: f64) {
        let face = tick_face(c.look);
        for t in &self.ticks {
            c.label(self.scale.at(t.value), middle, &t.text, face, Anchor::Middle);
        }
    }

    pub(super) fn draw(&self, c: &mut Canvas, data: &CriticalDifferenceData, sorted: &Sorted) {
        let look = c.look;
        self.top.draw(c);
        self.axis.draw(c, MARGIN, self.top.height);
        let (x0, x1) = (self.scale.px0, self.scale.px1);
        self.bracket.draw(c, data, x0, x1, self.ticks_y - self.bracket.height);
        self.draw_ticks(c, self.ticks_y + 9.0);
        let mut y = self.ticks_y + 20.0;
        c.level(x0, x1, y, look.axis);
        y += 2.0;
        let mut middles = Vec::with_capacity(sorted.order.len());
        for p in 0..sorted.order.len() {
            if p % crate::chart::bars::NOTICE_EVERY == 0 && !self.notice.is_none() {
                y = self.notice.draw(c, MARGIN, y + 4.0) + 6.0;
            }
            let h = self.heights[p];
            zebra(c, p, Area::new(MARGIN - 4.0, y, self.width - 2.0 * MARGIN + 8.0, h));
            for t in &self.ticks {
                c.upright(self.scale.at(t.value), y, y + h, look.grid);
            }
            let middle = (y + h / 2.0).round();
            self.draw_row(c, data, sorted, p, middle);
            middles.push(middle);
            y += h;
        }
        c.level(x0, x1, y, look.axis);
        self.draw_ticks(c, y + 12.0);
        for (g, &lane) in sorted.groups.iter().zip(&self.lane) {
            let x = self.bars_x + LANE * (lane as f64 + 0.5);
            let tip = format!("Not significantly different: {}", sorted.names(data, g));
            c.group(&tip, |c| draw_mark(c, g, &middles, x));
        }
        self.foot.draw(c, MARGIN, self.height - MARGIN + 4.0 - self.foot.height);
    }

    fn draw_row(
        &self,
        c: &mut Canvas,
        data: &CriticalDifferenceData,
        sorted: &Sorted,
        p: usize,
        middle: f64,
    ) {
        let look = c.look;
        let row = sorted.row(data, p);
        let (names, values) = (name_face(look), value_face(look));
        let soft = Face { colour: look.soft, ..values };
        let name = sorted.name(data, p);
        let label = &self.labels[p];
        c.group(&format!("{name}: mean rank {}", row.text), |c| {
            stacked(c, MARGIN + self.label_w, middle, label, names, Anchor::End);
            let x = MARGIN + self.label_w + 10.0 + self.value_w;
            c.label(x, middle, &row.text, soft, Anchor::End);
            let x = self.scale.at(row.mean_rank);
            c.marker(x, middle, 4.4, marker(row.method), ink(row.method, look));
        });
        if label.cut {
            c.note(format!("Shortened in the drawing: {name}."));
        }
    }
}

fn draw_mark(c: &mut Canvas, group: &[usize], middles: &[f64], x: f64) {
    let look = c.look;
    let (first, last) = (group[0], group[group.len() - 1]);
    if last - first + 1 == group.len() {
        let (from, to) = (middles[first] - 4.0, middles[last] + 4.0);
        c.bar(Area::new(x - 2.2, from, 4.4, to - from), plain(look.text));
        return;
    }
    let skipped: Vec<f64> = (first..=last).filter(|p| !group.contains(p)).map(|p| middles[p]).collect();
    for (from, to) in pieces(middles[first], middles[last], &skipped, GAP) {
        c.line(&[(x, from), (x, to)], look.text, 1.6);
    }
    for &p in group {
        c.disc(x, middles[p], 3.6, look.text);
    }
}
