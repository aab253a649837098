//! The diagram itself: ranks on a level axis, names at both sides.

use super::{Bracket, CriticalDifferenceData, Foot, Sorted, key, lanes, rank_ticks};
use crate::chart::canvas::{Anchor, Area, Canvas, Face};
use crate::chart::error::ChartError;
use crate::chart::font::{self, Wrapped};
use crate::chart::frame::{self, Caption, MARGIN, Notice, Top, line, name_face, tick_face, value_face};
use crate::chart::parts::{ink, marker, plain, stacked, widest};
use crate::chart::scale::{Scale, Tick};
use crate::chart::style::{Look, Style};

/// Room for the axis, at the least, px.
const LEAST: f64 = 150.0;
/// From one lane of bars to the next, px.
const LANE: f64 = 11.0;
/// Half the gap a thin line leaves for a method it skips, px.
const GAP: f64 = 5.0;
/// Closer than this two places on the axis cannot be told apart, px.
const NEAR: f64 = 4.0;
/// From the names to the leader line: the marker stands there, px.
const KNOB: f64 = 18.0;

/// A group as it is drawn.
struct Mark {
    /// Places on the axis, rising.
    members: Vec<f64>,
    /// Places of methods between the members that do not belong to them; if there are any, dots are drawn.
    skipped: Vec<f64>,
    tip: String,
}

pub(super) struct Across {
    pub(super) width: f64,
    pub(super) height: f64,
    top: Top,
    axis: Caption,
    notice: Notice,
    bracket: Bracket,
    foot: Foot,
    scale: Scale,
    ticks: Vec<Tick>,
    /// Names, in the places of the order.
    labels: Vec<Wrapped>,
    /// Place, middle of its level below the first level's top, whether it is named at the right.
    levels: Vec<(usize, f64, bool)>,
    value_w: f64,
    marks: Vec<Mark>,
    lane: Vec<usize>,
    /// Top of the rank axis and of the levels.
    axis_y: f64,
    levels_y: f64,
}

impl Across {
    pub(super) fn plan(
        data: &CriticalDifferenceData,
        sorted: &Sorted,
        style: &Style,
        look: Look,
    ) -> Result<Across, ChartError> {
        let (names, values) = (name_face(look), value_face(look));
        let n = sorted.order.len();
        // The left half is named at the left, the outermost first, so that no two leader lines cross.
        let mut by_x: Vec<usize> = (0..n).collect();
        if !data.best_left {
            by_x.reverse();
        }
        let (left, right) = by_x.split_at(n.div_ceil(2));
        let longest = |column: &[usize]| {
            let widths = column.iter().map(|&p| names.width(&font::clean(sorted.name(data, p))));
            widths.fold(0.0, f64::max).ceil()
        };
        let (natural, others) = (longest(left), longest(right));
        let value_w =
            (0..n).map(|p| values.width(&font::clean(&sorted.row(data, p).text))).fold(0.0, f64::max).ceil();
        let side = |name_w: f64| name_w + 8.0 + value_w + KNOB + 12.0;
        let wish = ((data.ranks - 1) as f64 * 60.0).clamp(280.0, 460.0);
        let width = style
            .width
            .map_or((2.0 * (MARGIN + side(natural.min(200.0))) + wish).max(560.0).ceil(), f64::from);
        let inner = width - 2.0 * MARGIN;
        let share = if natural.min(others) < 0.15 * inner { 0.34 } else { 0.27 };
        let most = natural.max(others).min((inner * share).max(60.0)).min(240.0);
        let labels: Vec<Wrapped> = (0..n)
            .map(|p| {
                let name = sorted.name(data, p);
                let two = font::wrap(name, names.size, names.bold, most, 2);
                if two.cut { font::wrap(name, names.size, names.bold, most, 4) } else { two }
            })
            .collect();
        let needed = |column: &[usize]| {
            if column.is_empty() { 0.0 } else { side(widest(column.iter().map(|&p| &labels[p]), names)) }
        };
        let (x0, x1) = (MARGIN + needed(left), width - MARGIN - needed(right).max(20.0));
        let narrow = |need: f64| frame::too_small(style, need, f64::from(style.height.unwrap_or(480)));
        if x1 - x0 < LEAST {
            return Err(narrow(width + LEAST - (x1 - x0)));
        }
        let most_rank = data.ranks as f64;
        let scale = Scale {
            lo: if data.best_left { 1.0 } else { most_rank },
            hi: if data.best_left { most_rank } else { 1.0 },
            px0: x0,
            px1: x1,
        };
        let at = |p: usize| scale.at(sorted.row(data, p).mean_rank);

        let mut levels = Vec::with_capacity(n);
        let mut deepest = 0.0f64;
        let tall = |p: usize| (line(names.size) * labels[p].lines.len().max(1) as f64 + 4.0).max(20.0);
        let columns: [(bool, Vec<usize>); 2] =
            [(false, left.to_vec()), (true, right.iter().rev().copied().collect())];
        for (is_right, column) in columns {
            let mut y = 0.0;
            for p in column {
                levels.push((p, y + tall(p) / 2.0, is_right));
                y += tall(p);
            }
            deepest = deepest.max(y);
        }

        let marks: Vec<Mark> = sorted
            .groups
            .iter()
            .map(|g| {
                let mut members: Vec<f64> = g.iter().map(|&p| at(p)).collect();
                members.sort_by(f64::total_cmp);
                let (first, last) = (members[0], members[members.len() - 1]);
                let skipped =
                    (0..n).filter(|p| !g.contains(p)).map(at).filter(|&x| x >= first && x <= last).collect();
                Mark {
                    members,
                    skipped,
                    tip: format!("Not significantly different: {}", sorted.names(data, g)),
                }
            })
            .collect();
        let stretches: Vec<(f64, f64)> =
            marks.iter().map(|m| (m.members[0], m.members[m.members.len() - 1])).collect();
        let (lane, deep) = lanes(&stretches, 16.0);

        let mut sentences = vec![key(sorted, marks.iter().any(|m| !m.skipped.is_empty()))];
        for g in &sorted.groups {
            let close: Vec<usize> = (0..n)
                .filter(|p| !g.contains(p) && g.iter().any(|&m| (at(m) - at(*p)).abs() < NEAR))
                .collect();
            if !close.is_empty() {
                sentences.push(format!(
                    "Not in the group of {}, though (almost) at a member's place: {}.",
                    sorted.names(data, g),
                    sorted.names(data, &close)
                ));
            }
        }

        let top = Top::plan(&data.head, width, look);
        let axis = Caption::plan(&data.head.axis, inner, look);
        let notice = Notice::plan(data.head.notice.as_deref(), inner);
        let bracket = Bracket::plan(data, x0, width, look);
        let foot = Foot::plan(&sentences, inner, look);
        let mut y = top.height;
        if axis.height > 0.0 {
            y += axis.height + 8.0;
        }
        if !notice.is_none() {
            y += notice.height + 10.0;
        }
        let axis_y = y + bracket.height + 22.0;
        let levels_y = axis_y + 8.0 + LANE * deep as f64 + 8.0;
        let foot_room = if foot.height > 0.0 { foot.height + 10.0 } else { 0.0 };
        let mut height = levels_y + deepest + foot_room + MARGIN;
        if let Some(h) = style.height {
            let spare = f64::from(h) - height;
            if spare < 0.0 {
                return Err(frame::too_small(style, width, height));
            }
            let stretch = 1.0 + spare / deepest.max(1.0);
            levels.iter_mut().for_each(|l| l.1 *= stretch);
            height = f64::from(h);
        }
        Ok(Across {
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
            levels,
            value_w,
            marks,
            lane,
            axis_y,
            levels_y,
        })
    }

    pub(super) fn draw(&self, c: &mut Canvas, data: &CriticalDifferenceData, sorted: &Sorted) {
        let look = c.look;
        self.top.draw(c);
        let mut y = self.top.height;
        self.axis.draw(c, MARGIN, y);
        if self.axis.height > 0.0 {
            y += self.axis.height + 8.0;
        }
        if !self.notice.is_none() {
            y = self.notice.draw(c, MARGIN, y) + 10.0;
        }
        let (x0, x1) = (self.scale.px0, self.scale.px1);
        self.bracket.draw(c, data, x0, x1, y);

        for t in &self.ticks {
            let x = self.scale.at(t.value);
            c.upright(x, self.axis_y - 5.0, self.axis_y, look.axis);
            c.label(x, self.axis_y - 13.0, &t.text, tick_face(look), Anchor::Middle);
        }
        for &(p, dy, right) in &self.levels {
            self.draw_leader(c, data, sorted, p, self.levels_y + dy, right);
        }
        c.line(&[(x0, self.axis_y), (x1, self.axis_y)], look.text, 1.6);
        for p in 0..sorted.order.len() {
            let x = self.scale.at(sorted.row(data, p).mean_rank);
            c.disc(x, self.axis_y, 2.6, look.text);
        }
        for (mark, &lane) in self.marks.iter().zip(&self.lane) {
            let y = self.axis_y + 8.0 + LANE * (lane as f64 + 0.5);
            c.group(&mark.tip, |c| mark.draw(c, y));
        }
        self.foot.draw(c, MARGIN, self.height - MARGIN - self.foot.height);
    }

    fn draw_leader(
        &self,
        c: &mut Canvas,
        data: &CriticalDifferenceData,
        sorted: &Sorted,
        p: usize,
        y: f64,
        right: bool,
    ) {
        let look = c.look;
        let row = sorted.row(data, p);
        let x = self.scale.at(row.mean_rank);
        let colour = ink(row.method, look);
        let (names, values) = (name_face(look), value_face(look));
        let soft = Face { colour: look.soft, ..values };
        let (side, anchor) = if right { (1.0, Anchor::Start) } else { (-1.0, Anchor::End) };
        let edge = if right { self.scale.px1 + 12.0 } else { self.scale.px0 - 12.0 };
        let y = y.floor() + 0.5;
        let name = sorted.name(data, p);
        c.group(&format!("{name}: mean rank {}", row.text), |c| {
            c.line(&[(x, self.axis_y), (x, y), (edge, y)], look.axis, 1.0);
            c.marker(edge + side * 5.0, y, 4.4, marker(row.method), colour);
            let value_x = edge + side * KNOB;
            c.label(value_x, y, &row.text, soft, anchor);
            stacked(c, value_x + side * (self.value_w + 8.0), y, &self.labels[p], names, anchor);
        });
        if self.labels[p].cut {
            c.note(format!("Shortened in the drawing: {name}."));
        }
    }
}

impl Mark {
    fn draw(&self, c: &mut Canvas, y: f64) {
        let look = c.look;
        let (first, last) = (self.members[0], self.members[self.members.len() - 1]);
        if self.skipped.is_empty() {
            // Members at one place still have a bar that can be seen.
            let short = (6.0 - (last - first)).max(0.0) / 2.0;
            let area = Area::new(first - short, y - 2.2, last - first + 2.0 * short, 4.4);
            c.rect(Area::new(area.x, y - 3.6, area.w, 7.2), look.paper);
            c.bar(area, plain(look.text));
            return;
        }
        for (from, to) in pieces(first, last, &self.skipped, GAP) {
            c.line(&[(from, y), (to, y)], look.text, 1.6);
        }
        for &x in &self.members {
            c.disc(x, y, 4.6, look.paper);
            c.disc(x, y, 3.6, look.text);
        }
    }
}

/// What is left of a stretch without the places skipped.
pub(super) fn pieces(first: f64, last: f64, skipped: &[f64], gap: f64) -> Vec<(f64, f64)> {
    let mut cuts = skipped.to_vec();
    cuts.sort_by(f64::total_cmp);
    let (mut out, mut from) = (Vec::new(), first);
    for x in cuts {
        if x - gap > from {
            out.push((from, x - gap));
        }
        from = from.max(x + gap);
    }
    if last > from {
        out.push((from, last));
    }
    out
}
