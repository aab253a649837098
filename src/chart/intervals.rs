//! Estimates with intervals, one row a method, in one or several panels side by side, as Agarwal et al.,
//! *Deep reinforcement learning at the edge of the statistical precipice*, NeurIPS 2021, show aggregates
//! (figure 9: median, IQM, mean, optimality gap).

use super::bars::Bar;
use super::canvas::{Anchor, Area, Canvas, Face};
use super::check;
use super::critical_difference::rank_ticks;
use super::error::ChartError;
use super::figure::Figure;
use super::font::{self, Wrapped};
use super::frame::{
    self, Caption, Head, MARGIN, Notice, Top, block_face, draw_lines, line, name_face, tick_face, value_face,
};
use super::parts::{dashed, ink, marker, stacked, widest, zebra};
use super::rows::{draw_ticks, spaced_ticks};
use super::scale::{self, Scale, Tick};
use super::spread::Reading;
use super::style::{Look, Style};

/// One method.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct IntervalRow {
    /// Place of the method in [`IntervalsData::methods`].
    pub method: usize,
    /// One entry a panel: the estimate, its interval in `error` and both as printed in `text`, such as
    /// `0.52 [0.48, 0.57]`. `None` is drawn as `n/a`. The interval need not hold the estimate.
    pub values: Vec<Option<Bar>>,
}

/// One panel: one estimated quantity with its own scale.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct IntervalPanel {
    /// Its heading, such as `IQM`; empty for none.
    pub label: String,
    /// A second line, such as the unit and direction; empty for none.
    pub axis: String,
    /// A dashed line, such as no difference or a baseline, with its text at the top.
    pub reference: Option<Reading>,
    /// Where the panel shows ranks, how many there are: its axis then runs from 1 to here, with ticks at whole
    /// ranks. All estimates must lie inside; an interval that goes on past an end is drawn to there, without a
    /// mark at that end.
    pub ranks: Option<usize>,
}

/// What [`intervals`] draws.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct IntervalsData {
    /// Titles, axis (what the intervals are, such as `95% stratified bootstrap`), notice.
    pub head: Head,
    /// The sorted list of all methods of the run; a method's place decides its colour.
    pub methods: Vec<String>,
    /// The panels, left to right.
    pub panels: Vec<IntervalPanel>,
    /// The methods, in the order drawn.
    pub rows: Vec<IntervalRow>,
}

const MAX_ROWS: usize = 200;
const MAX_PANELS: usize = 12;
/// Room for a panel's axis, at the least and as wished, px.
const LEAST: f64 = 70.0;
const WISH: f64 = 150.0;
/// Between two panels, px.
const BETWEEN: f64 = 22.0;

/// Draws estimates as points on their intervals. The axes need not start at zero: positions are compared
/// here, not lengths. Panels that do not fit side by side go below each other, with the names again.
///
/// # Errors
/// [`ChartError::Empty`] without methods, panels, rows or values; [`ChartError::Index`], [`ChartError::Twice`];
/// [`ChartError::Shape`] where a row has not one entry a panel; [`ChartError::NotFinite`],
/// [`ChartError::OutOfRange`] and [`ChartError::Interval`] for numbers; [`ChartError::TooMany`] beyond 200
/// rows or 12 panels; [`ChartError::TooSmall`] for the asked size.
///
/// ```
/// use likewise::chart::{Bar, Head, IntervalPanel, IntervalRow, IntervalsData, Reading, Style, intervals};
/// let data = IntervalsData {
///     head: Head { axis: "95% bootstrap intervals".into(), ..Head::default() },
///     methods: vec!["CE".into()],
///     panels: vec![IntervalPanel {
///         label: "IQM".into(),
///         axis: String::new(),
///         reference: Some(Reading { value: 0.5, text: "chance".into() }),
///         ranks: None,
///     }],
///     rows: vec![IntervalRow {
///         method: 0,
///         values: vec![Some(Bar { value: 0.52, text: "0.52 [0.48, 0.57]".into(), error: Some((0.48, 0.57)) })],
///     }],
/// };
/// assert!(intervals(&data, &Style::default())?.svg().contains("CE, IQM: 0.52 [0.48, 0.57]"));
/// # Ok::<(), likewise::chart::ChartError>(())
/// ```
pub fn intervals(data: &IntervalsData, style: &Style) -> Result<Figure, ChartError> {
    validate(data)?;
    frame::check_style(style)?;
    let look = Look::of(style.theme);
    let plan = Plan::new(data, style, look)?;
    let mut canvas = Canvas::new(style.theme, plan.width, plan.height);
    plan.draw(&mut canvas, data);
    canvas.finish(&frame::spoken_title(&data.head, "Estimates with intervals"), &describe(data))
}

fn validate(data: &IntervalsData) -> Result<(), ChartError> {
    check::count("methods", data.methods.len(), 100_000)?;
    check::count("panels", data.panels.len(), MAX_PANELS)?;
    check::count("rows", data.rows.len(), MAX_ROWS)?;
    for panel in &data.panels {
        if let Some(r) = &panel.reference {
            check::number(r.value, || format!("the reference of {}", panel.label))?;
        }
    }
    for (i, row) in data.rows.iter().enumerate() {
        check::index(row.method, data.methods.len(), || format!("row {}", i + 1))?;
        let method = &data.methods[row.method];
        check::shape(row.values.len(), data.panels.len(), || format!("row {method}"))?;
        for (panel, bar) in data.panels.iter().zip(&row.values) {
            let Some(bar) = bar else { continue };
            let what = || format!("{method} in {}", panel.label);
            check::number(bar.value, what)?;
            let ends = bar.error.unwrap_or((bar.value, bar.value));
            check::interval(ends, what)?;
            if let Some(ranks) = panel.ranks {
                // a mean of whole numbers may miss them by a rounding
                check::within(bar.value, 1.0 - 1e-9, ranks as f64 + 1e-9, what)?;
            }
        }
    }
    check::once("rows", data.rows.iter().map(|r| r.method), &data.methods)?;
    check::count("values", data.rows.iter().flat_map(|r| &r.values).flatten().count(), usize::MAX)
}

/// One panel, laid out; x from the left edge of its shelf.
struct Pane {
    area: (f64, f64),
    scale: Scale,
    ticks: Vec<Tick>,
    label: Wrapped,
    axis: Wrapped,
}

struct Plan {
    width: f64,
    height: f64,
    top: Top,
    caption: Caption,
    notice: Notice,
    labels: Vec<Wrapped>,
    label_w: f64,
    heights: Vec<f64>,
    panes: Vec<Pane>,
    /// Panels side by side.
    abreast: usize,
    /// Height of the headings of a shelf.
    heads_h: f64,
}

const TICKS: f64 = 22.0;

impl Plan {
    fn new(data: &IntervalsData, style: &Style, look: Look) -> Result<Plan, ChartError> {
        let (names, values, blocks, small) =
            (name_face(look), value_face(look), block_face(look), tick_face(look));
        let n = data.panels.len();
        let natural = data
            .rows
            .iter()
            .map(|r| names.width(&font::clean(&data.methods[r.method])))
            .fold(0.0, f64::max)
            .ceil();
        let text_w = |p: usize| {
            let texts = data.rows.iter().map(|r| r.values[p].as_ref());
            texts
                .map(|b| values.width(&b.map_or("n/a".into(), |b| font::clean(&b.text))))
                .fold(0.0, f64::max)
                .ceil()
                + 9.0
        };
        let texts: Vec<f64> = (0..n).map(text_w).collect();
        let widest_text = texts.iter().copied().fold(0.0, f64::max);
        let pane = widest_text + WISH + BETWEEN;
        let width = style.width.map_or(
            (2.0 * MARGIN + natural.min(220.0) + 12.0 + pane * n.min(4) as f64).clamp(560.0, 1400.0).ceil(),
            f64::from,
        );
        let inner = width - 2.0 * MARGIN;
        let labels: Vec<Wrapped> = data
            .rows
            .iter()
            .map(|r| {
                let most = natural.min(240.0).min(inner * 0.4);
                font::wrap(&data.methods[r.method], names.size, names.bold, most, 3)
            })
            .collect();
        let label_w = widest(&labels, names);
        let room = inner - label_w - 12.0;
        let need = widest_text + LEAST + 6.0;
        let fits = ((room + BETWEEN) / (need + BETWEEN)).floor() as usize;
        if fits == 0 {
            return Err(frame::too_small(
                style,
                width + need - room + 1.0,
                f64::from(style.height.unwrap_or(480)),
            ));
        }
        // Shelves of about the same number of panels.
        let shelves = n.div_ceil(fits.min(n));
        let abreast = n.div_ceil(shelves);
        let each = (room - BETWEEN * (abreast - 1) as f64) / abreast as f64;
        let left = MARGIN + label_w + 12.0;
        let mut panes = Vec::with_capacity(n);
        for (p, panel) in data.panels.iter().enumerate() {
            let numbers = data.rows.iter().filter_map(|r| r.values[p].as_ref()).flat_map(|b| {
                let ends = b.error.into_iter().flat_map(|(l, h)| [l, h]);
                ends.chain([b.value])
            });
            let around = scale::around(numbers.chain(panel.reference.as_ref().map(|r| r.value)));
            // Ranks are compared with the best and the worst that there are; one alone has no length.
            let ranks = panel.ranks.filter(|&r| r > 1);
            let (lo, hi) = ranks.map_or(around, |r| (1.0, r as f64));
            let x = left + (each + BETWEEN) * (p % abreast) as f64;
            // An axis of ranks ends at a point that there may be, which keeps clear of the texts.
            let clear = if ranks.is_some() { 6.0 } else { 0.0 };
            let scale = Scale { lo, hi, px0: x + 6.0, px1: x + each - texts[p] - clear };
            panes.push(Pane {
                area: (x, x + each),
                ticks: match panel.ranks {
                    Some(ranks) if ranks > 1 => rank_ticks(ranks, scale.px1 - scale.px0, small),
                    Some(_) => vec![Tick { value: 1.0, text: "1".to_owned() }],
                    None => spaced_ticks(&scale, small),
                },
                scale,
                label: font::wrap(&panel.label, blocks.size, blocks.bold, each, 3),
                axis: font::wrap(&panel.axis, small.size, small.bold, each, 3),
            });
        }
        let tall = |p: &Pane| {
            line(blocks.size) * p.label.lines.len() as f64 + line(small.size) * p.axis.lines.len() as f64
        };
        let reference = data.panels.iter().any(|p| p.reference.is_some());
        let heads_h = panes.iter().map(tall).fold(0.0, f64::max)
            + if reference { line(small.size) + 4.0 } else { 0.0 }
            + 6.0;

        let top = Top::plan(&data.head, width, look);
        let caption = Caption::plan(&data.head.axis, inner, look);
        let notice = Notice::plan(data.head.notice.as_deref(), inner);
        let mut heights: Vec<f64> =
            labels.iter().map(|l| (line(names.size) * l.lines.len().max(1) as f64 + 8.0).max(26.0)).collect();
        let bands = if notice.is_none() { 0 } else { data.rows.len().div_ceil(super::bars::NOTICE_EVERY) };
        let shelf = heads_h + bands as f64 * (notice.height + 10.0) + TICKS + 10.0;
        let start = top.height + if caption.height > 0.0 { caption.height + 8.0 } else { 0.0 };
        let rows: f64 = heights.iter().sum();
        let mut height = start + shelves as f64 * (shelf + rows) + MARGIN - 10.0;
        if let Some(h) = style.height {
            let extra = (f64::from(h) - height) / (shelves * heights.len()) as f64;
            if extra < 0.0 {
                return Err(frame::too_small(style, width, height));
            }
            heights.iter_mut().for_each(|r| *r += extra);
            height = f64::from(h);
        }
        frame::check_height(height)?;
        Ok(Plan { width, height, top, caption, notice, labels, label_w, heights, panes, abreast, heads_h })
    }

    fn draw(&self, c: &mut Canvas, data: &IntervalsData) {
        self.top.draw(c);
        let mut y = self.top.height;
        self.caption.draw(c, MARGIN, y);
        if self.caption.height > 0.0 {
            y += self.caption.height + 8.0;
        }
        for start in (0..self.panes.len()).step_by(self.abreast) {
            let end = (start + self.abreast).min(self.panes.len());
            y = self.draw_shelf(c, data, start..end, y) + 10.0;
        }
    }

    fn draw_shelf(
        &self,
        c: &mut Canvas,
        data: &IntervalsData,
        panels: std::ops::Range<usize>,
        y: f64,
    ) -> f64 {
        let look = c.look;
        let (names, small) = (name_face(look), tick_face(look));
        for p in panels.clone() {
            let pane = &self.panes[p];
            let next = draw_lines(c, pane.area.0, y, &pane.label, block_face(look), Anchor::Start);
            draw_lines(c, pane.area.0, next, &pane.axis, small, Anchor::Start);
            if pane.label.cut || pane.axis.cut {
                c.note(format!("Shortened in the drawing: {}.", data.panels[p].label));
            }
            if let Some(r) = &data.panels[p].reference {
                let room = pane.area.1 - pane.area.0;
                let text = font::ellipsis(&font::clean(&r.text), small.size, small.bold, room);
                let half = small.width(&text) / 2.0;
                let x = pane.scale.at(r.value).min(pane.area.1 - half).max(pane.area.0 + half);
                c.label(x, y + self.heads_h - 4.0 - line(small.size) / 2.0, &text, small, Anchor::Middle);
            }
        }
        let mut y = y + self.heads_h;
        for (i, row) in data.rows.iter().enumerate() {
            if i % super::bars::NOTICE_EVERY == 0 && !self.notice.is_none() {
                y = self.notice.draw(c, MARGIN, y + 2.0) + 6.0;
            }
            let h = self.heights[i];
            zebra(c, i, Area::new(MARGIN - 4.0, y, self.width - 2.0 * MARGIN + 8.0, h));
            let middle = (y + h / 2.0).round();
            let label = &self.labels[i];
            stacked(c, MARGIN + self.label_w, middle, label, names, Anchor::End);
            if label.cut {
                c.note(format!("Shortened in the drawing: {}.", data.methods[row.method]));
            }
            for p in panels.clone() {
                let pane = &self.panes[p];
                for t in &pane.ticks {
                    c.upright(pane.scale.at(t.value), y, y + h, look.grid);
                }
                if let Some(r) = &data.panels[p].reference {
                    let x = pane.scale.at(r.value).floor() + 0.5;
                    dashed(c, (x, y), (x, y + h), look.axis, 1.0);
                }
                self.draw_estimate(c, data, row, p, middle);
            }
            y += h;
        }
        for p in panels {
            let pane = &self.panes[p];
            c.level(pane.scale.px0 - 6.0, pane.scale.px1, y, look.axis);
            let span = (pane.area.0 - 8.0, pane.area.1 + 8.0);
            draw_ticks(c, &pane.scale, &pane.ticks, 0.0, y + 12.0, span);
        }
        y + TICKS
    }

    fn draw_estimate(&self, c: &mut Canvas, data: &IntervalsData, row: &IntervalRow, p: usize, middle: f64) {
        let look = c.look;
        let pane = &self.panes[p];
        let values = value_face(look);
        let (method, panel) = (&data.methods[row.method], &data.panels[p].label);
        // Texts stand in one column at the panel's right end, clear of every interval.
        let x = pane.area.1;
        let Some(bar) = &row.values[p] else {
            let face = Face { colour: look.soft, ..values };
            c.group(&format!("{method}, {panel}: n/a"), |c| c.label(x, middle, "n/a", face, Anchor::End));
            return;
        };
        let colour = ink(row.method, look);
        c.group(&format!("{method}, {panel}: {}", bar.text), |c| {
            if let Some((low, high)) = bar.error {
                // only an axis of ranks ends before an interval does
                let drawn = (low.max(pane.scale.lo), high.min(pane.scale.hi));
                let (l, h) = (pane.scale.at(drawn.0), pane.scale.at(drawn.1));
                c.line(&[(l, middle), (h, middle)], colour, 2.2);
                for (end, _) in [(l, drawn.0 == low), (h, drawn.1 == high)].into_iter().filter(|e| e.1) {
                    c.line(&[(end, middle - 4.5), (end, middle + 4.5)], colour, 1.6);
                }
            }
            c.marker(pane.scale.at(bar.value), middle, 4.6, marker(row.method), colour);
            c.label(x, middle, &bar.text, values, Anchor::End);
        });
    }
}

fn describe(data: &IntervalsData) -> String {
    let mut out = frame::spoken_start(&data.head, "Estimates with intervals");
    for (p, panel) in data.panels.iter().enumerate() {
        let list: Vec<String> = data
            .rows
            .iter()
            .map(|r| {
                let text = r.values[p].as_ref().map_or("n/a", |b| &b.text);
                format!("{} {text}", data.methods[r.method])
            })
            .collect();
        let label = if panel.label.is_empty() { "Estimates" } else { &panel.label };
        out.push_str(&format!(" {label}: {}.", list.join(", ")));
        if let Some(r) = &panel.reference {
            out.push_str(&format!(" The dashed line is {}.", r.text));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::style::Theme;
    use super::super::testing::{name, noise, sound, words};
    use super::*;

    fn data(rows: usize, panels: usize, kind: usize, spread: f64) -> IntervalsData {
        let bar = |i: usize| {
            let value = 0.5 + spread * noise(i);
            let (low, high) = (value - spread * 0.3 * noise(i + 1), value + spread * 0.2 * noise(i + 2));
            (i % 11 != 10).then(|| Bar {
                value,
                text: format!("{value:.2} [{low:.2}, {high:.2}]"),
                error: (i % 5 != 4).then_some((low, high)),
            })
        };
        IntervalsData {
            head: Head {
                title: "A title".into(),
                axis: "95% bootstrap intervals".into(),
                notice: (kind == 4).then(|| "FORCED: not like for like.".into()),
                ..Head::default()
            },
            methods: (0..rows).map(|i| name(i, kind)).collect(),
            panels: (0..panels)
                .map(|p| IntervalPanel {
                    label: name(p, kind / 2),
                    axis: if p % 2 == 0 { "higher is better".into() } else { String::new() },
                    ranks: None,
                    reference: (p % 3 != 1).then(|| Reading { value: 0.4, text: name(p, kind) }),
                })
                .collect(),
            rows: (0..rows)
                .map(|method| IntervalRow {
                    method,
                    values: (0..panels).map(|p| bar(method * panels + p)).collect(),
                })
                .collect(),
        }
    }

    #[test]
    fn any_number_of_rows_and_panels_and_any_names_stay_legible() {
        for (rows, panels) in [(1, 1), (5, 4), (12, 2), (3, 12), (100, 3)] {
            for kind in 0..6 {
                for spread in [0.0, 1e-9, 3.0, 1e6] {
                    for width in [None, Some(700), Some(1500)] {
                        let style = Style { width, theme: Theme::ALL[kind % 3], ..Style::default() };
                        let d = data(rows, panels, kind, spread);
                        let figure = intervals(&d, &style).unwrap();
                        sound(&figure);
                        let seen = words(&figure);
                        assert!(
                            d.rows.iter().flat_map(|r| &r.values).flatten().all(|b| seen.contains(&b.text))
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn every_interval_ends_before_the_column_of_texts() {
        let d = data(12, 4, 1, 3.0);
        let look = Look::of(Theme::Light);
        let plan = Plan::new(&d, &Style::default(), look).unwrap();
        for (p, pane) in plan.panes.iter().enumerate() {
            for bar in d.rows.iter().filter_map(|r| r.values[p].as_ref()) {
                let text = pane.area.1 - value_face(look).width(&bar.text);
                let (low, high) = bar.error.unwrap_or((bar.value, bar.value));
                assert!(pane.scale.at(low) >= pane.area.0 && pane.scale.at(high) < text - 4.6);
            }
        }
        assert!(plan.panes.windows(2).all(|w| w[0].area.1 < w[1].area.0));
    }

    #[test]
    fn panels_that_do_not_fit_go_below_with_the_names_again() {
        let d = data(4, 4, 1, 1.0);
        let count = |width| {
            let style = Style { width: Some(width), ..Style::default() };
            let seen = words(&intervals(&d, &style).unwrap());
            seen.lines().filter(|l| *l == "Method 3").count()
        };
        // One more for the text of a reference.
        assert_eq!((count(1400), count(700), count(330)), (2, 3, 5));
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let bad = |change: fn(&mut IntervalsData)| {
            let mut d = data(3, 2, 0, 1.0);
            change(&mut d);
            intervals(&d, &Style::default()).unwrap_err()
        };
        assert_eq!(
            bad(|d| d.rows[1].values[1].as_mut().unwrap().value = f64::INFINITY),
            ChartError::NotFinite { what: "M1 in M1".into() }
        );
        assert!(matches!(
            bad(|d| d.rows[1].values[1].as_mut().unwrap().error = Some((2.0, 1.0))),
            ChartError::Interval { .. }
        ));
        assert!(matches!(bad(|d| d.rows[1].method = 3), ChartError::Index { .. }));
        assert!(matches!(bad(|d| d.rows[1].values.truncate(1)), ChartError::Shape { .. }));
        assert_eq!(
            bad(|d| d.rows.iter_mut().for_each(|r| r.values.fill(None))),
            ChartError::Empty { what: "values" }
        );
        assert!(matches!(
            bad(|d| d.panels[0].reference = Some(Reading { value: f64::NAN, text: String::new() })),
            ChartError::NotFinite { .. }
        ));
        let small = Style { height: Some(120), ..Style::default() };
        assert!(matches!(intervals(&data(9, 2, 0, 1.0), &small), Err(ChartError::TooSmall { .. })));
    }
}
