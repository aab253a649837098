//! How far one method's results spread over blocks: a range for each method, a point for each block.

use super::canvas::{Anchor, Area, Canvas, Face};
use super::check;
use super::error::ChartError;
use super::figure::Figure;
use super::font::{self, Wrapped};
use super::frame::{self, Caption, Head, MARGIN, Notice, Top, line, name_face, tick_face, value_face};
use super::legend::{Key, Legend};
use super::palette::{MARKERS, Marker, colour_of};
use super::rows::{draw_ticks, spaced_ticks};
use super::scale::{self, Scale};
use super::style::{Look, Style, Theme};

/// A number and how it is printed.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Reading {
    /// The number; finite.
    pub value: f64,
    /// As printed.
    pub text: String,
}

/// One method.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct SpreadRow {
    /// Place of the method in [`SpreadData::methods`].
    pub method: usize,
    /// One entry a block, in the order of [`SpreadData::blocks`]; `None` where the method has no result.
    pub points: Vec<Option<Reading>>,
    /// The lowest value, printed at the left end of the range.
    pub low: Reading,
    /// The highest value, printed at the right end.
    pub high: Reading,
    /// The mean, drawn as a tick; `None` for none.
    pub mean: Option<Reading>,
    /// A short text in the last column, such as the width of the range; empty for none.
    pub note: String,
}

/// What [`spread`] draws.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct SpreadData {
    /// Titles, axis, notice.
    pub head: Head,
    /// The sorted list of all methods of the run; a method's place decides its colour.
    pub methods: Vec<String>,
    /// The blocks; up to 12 have a marker each and stand in the legend.
    pub blocks: Vec<String>,
    /// Heading of the last column, such as `range`; empty for none.
    pub note_title: String,
    /// The methods, in the order drawn.
    pub rows: Vec<SpreadRow>,
}

const MAX_ROWS: usize = 200;
const MAX_BLOCKS: usize = 200;

/// Draws ranges and points. The axis need not start at zero: positions are compared here, not lengths.
///
/// # Errors
/// [`ChartError::Empty`] without methods, blocks or rows; [`ChartError::Index`], [`ChartError::Twice`] for a row that points at no
/// method; [`ChartError::Shape`] where a row has not one entry a block; [`ChartError::NotFinite`],
/// [`ChartError::OutOfRange`] and [`ChartError::Interval`] (low above high) for numbers;
/// [`ChartError::TooMany`] beyond 200 rows or blocks; [`ChartError::TooSmall`] for the asked size.
///
/// ```
/// use likewise::chart::{Head, Reading, SpreadData, SpreadRow, Style, spread};
/// let at = |value: f64| Reading { value, text: format!("{value:.2}") };
/// let data = SpreadData {
///     head: Head::default(),
///     methods: vec!["LN".into()],
///     blocks: vec!["ResNet50".into(), "SwinT".into()],
///     note_title: "range".into(),
///     rows: vec![SpreadRow {
///         method: 0,
///         points: vec![Some(at(85.53)), Some(at(78.09))],
///         low: at(78.09),
///         high: at(85.53),
///         mean: Some(at(81.81)),
///         note: "7.44".into(),
///     }],
/// };
/// assert!(spread(&data, &Style::default())?.svg().contains(">7.44</text>"));
/// # Ok::<(), likewise::chart::ChartError>(())
/// ```
pub fn spread(data: &SpreadData, style: &Style) -> Result<Figure, ChartError> {
    validate(data)?;
    frame::check_style(style)?;
    let look = Look::of(style.theme);
    let plan = Plan::new(data, style, look)?;
    let mut canvas = Canvas::new(style.theme, plan.width, plan.height);
    plan.draw(&mut canvas, data);
    canvas.finish(&frame::spoken_title(&data.head, "Spread over blocks"), &describe(data))
}

fn validate(data: &SpreadData) -> Result<(), ChartError> {
    check::count("methods", data.methods.len(), 100_000)?;
    check::count("blocks", data.blocks.len(), MAX_BLOCKS)?;
    check::count("rows", data.rows.len(), MAX_ROWS)?;
    for (i, row) in data.rows.iter().enumerate() {
        check::index(row.method, data.methods.len(), || format!("row {}", i + 1))?;
        let method = &data.methods[row.method];
        check::shape(row.points.len(), data.blocks.len(), || format!("row {method}"))?;
        for (block, point) in data.blocks.iter().zip(&row.points) {
            if let Some(p) = point {
                check::number(p.value, || format!("{method} in {block}"))?;
            }
        }
        check::interval((row.low.value, row.high.value), || method.clone())?;
        if let Some(mean) = &row.mean {
            check::number(mean.value, || format!("the mean of {method}"))?;
        }
    }
    check::once("rows", data.rows.iter().map(|r| r.method), &data.methods)?;
    Ok(())
}

struct Plan {
    width: f64,
    height: f64,
    top: Top,
    legend: Legend,
    axis: Caption,
    notice: Notice,
    labels: Vec<Wrapped>,
    label_w: f64,
    heights: Vec<f64>,
    note_w: f64,
    scale: Scale,
    plot: Area,
    bands: Vec<usize>,
}

const LEAST: f64 = 100.0;

impl Plan {
    fn new(data: &SpreadData, style: &Style, look: Look) -> Result<Plan, ChartError> {
        let names = name_face(look);
        let width = style.width.map_or(760.0, f64::from);
        let inner = width - 2.0 * MARGIN;
        let labels: Vec<Wrapped> = data
            .rows
            .iter()
            .map(|r| font::wrap(&data.methods[r.method], names.size, names.bold, inner * 0.36, 3))
            .collect();
        let label_w = labels.iter().map(|l| l.width(names.size, names.bold)).fold(0.0, f64::max).ceil();
        let note = value_face(look);
        let note_w = data
            .rows
            .iter()
            .map(|r| note.width(&font::clean(&r.note)))
            .chain([tick_face(look).width(&font::clean(&data.note_title))])
            .fold(0.0, f64::max)
            .ceil();
        let values = value_face(look);
        let end = |pick: fn(&SpreadRow) -> &Reading| {
            data.rows.iter().map(|r| values.width(&font::clean(&pick(r).text)) + 12.0).fold(0.0, f64::max)
        };
        let (before, after) = (end(|r| &r.low), end(|r| &r.high));
        let left = MARGIN + label_w + 12.0;
        let right = width - MARGIN - if note_w > 0.0 { note_w + 16.0 } else { 0.0 };
        let room = right - left - before - after;
        if room < LEAST {
            return Err(frame::too_small(
                style,
                width + LEAST - room,
                f64::from(style.height.unwrap_or(480)),
            ));
        }

        let top = Top::plan(&data.head, width, look);
        let legend = Legend::plan(&keys(data, look), inner, look);
        let axis = Caption::plan(&data.head.axis, inner, look);
        let notice = Notice::plan(data.head.notice.as_deref(), inner);
        let bands: Vec<usize> = if notice.is_none() {
            vec![]
        } else {
            (0..data.rows.len()).step_by(super::bars::NOTICE_EVERY).collect()
        };
        let mut y = top.height + legend.height + 8.0;
        if axis.height > 0.0 {
            y += axis.height + 6.0;
        }
        // The heading of the last column stands over the plot.
        if note_w > 0.0 && !font::clean(&data.note_title).is_empty() {
            y += line(tick_face(look).size);
        }
        let mut heights: Vec<f64> =
            labels.iter().map(|l| (line(names.size) * l.lines.len() as f64 + 8.0).max(28.0)).collect();
        let fixed = y + bands.len() as f64 * (notice.height + 10.0) + 20.0 + MARGIN - 4.0;
        let mut height = fixed + heights.iter().sum::<f64>();
        if let Some(h) = style.height {
            let each = (f64::from(h) - height) / heights.len() as f64;
            for (row, label) in heights.iter_mut().zip(&labels) {
                *row += each;
                if *row < (line(names.size) * label.lines.len() as f64 + 2.0).max(17.0) {
                    return Err(frame::too_small(style, width, height));
                }
            }
            height = f64::from(h);
        }
        let numbers = data.rows.iter().flat_map(|r| {
            let points = r.points.iter().flatten().map(|p| p.value);
            points.chain([r.low.value, r.high.value]).chain(r.mean.as_ref().map(|m| m.value))
        });
        let (lo, hi) = scale::around(numbers);
        Ok(Plan {
            width,
            height,
            top,
            legend,
            axis,
            notice,
            labels,
            label_w,
            heights,
            note_w,
            scale: Scale { lo, hi, px0: left + before, px1: right - after },
            plot: Area::new(left, y, right - left, 0.0),
            bands,
        })
    }

    fn draw(&self, c: &mut Canvas, data: &SpreadData) {
        let look = c.look;
        self.top.draw(c);
        self.legend.draw(c, MARGIN, self.top.height);
        self.axis.draw(c, MARGIN, self.top.height + self.legend.height + 8.0);
        let small = tick_face(look);
        if self.note_w > 0.0 {
            c.label(self.width - MARGIN, self.plot.y - 7.0, &data.note_title, small, Anchor::End);
        }
        let ticks = spaced_ticks(&self.scale, small);
        let mut y = self.plot.y;
        for (i, row) in data.rows.iter().enumerate() {
            if self.bands.contains(&i) {
                y = self.notice.draw(c, MARGIN, y + 4.0) + 6.0;
            }
            for t in &ticks {
                c.upright(self.scale.at(t.value), y, y + self.heights[i], look.grid);
            }
            self.draw_row(c, data, row, i, y);
            y += self.heights[i];
        }
        c.level(self.plot.x, self.plot.right(), y, look.axis);
        draw_ticks(c, &self.scale, &ticks, 0.0, y + 12.0, (4.0, self.width - 4.0));
    }

    fn draw_row(&self, c: &mut Canvas, data: &SpreadData, row: &SpreadRow, i: usize, y: f64) {
        let look = c.look;
        let (names, values) = (name_face(look), value_face(look));
        let middle = (y + self.heights[i] / 2.0).round();
        let label = &self.labels[i];
        let first = middle - line(names.size) * (label.lines.len().max(1) - 1) as f64 / 2.0;
        for (k, l) in label.lines.iter().enumerate() {
            c.label(MARGIN + self.label_w, first + line(names.size) * k as f64, l, names, Anchor::End);
        }
        let method = &data.methods[row.method];
        if label.cut {
            c.note(format!("Shortened in the drawing: {method}."));
        }
        let colour = match look.theme {
            Theme::Print => look.text,
            _ => colour_of(row.method, look.theme),
        };
        let (low, high) = (self.scale.at(row.low.value), self.scale.at(row.high.value));
        let range = format!("{method}: {} to {}", row.low.text, row.high.text);
        c.group(&range, |c| {
            c.line(&[(low, middle), (high, middle)], colour, 2.0);
            let soft = Face { colour: look.soft, ..values };
            let ends =
                [(low - 10.0, &row.low.text, Anchor::End), (high + 10.0, &row.high.text, Anchor::Start)];
            // both ends one number: said once
            let same = usize::from(row.low == row.high);
            for (x, text, anchor) in ends.into_iter().skip(same) {
                c.clear(x, middle, text, soft, anchor);
                c.label(x, middle, text, soft, anchor);
            }
        });
        if let Some(mean) = &row.mean {
            let x = self.scale.at(mean.value);
            c.group(&format!("{method}, mean: {}", mean.text), |c| {
                c.line(&[(x, middle - 9.0), (x, middle + 9.0)], look.paper, 4.0);
                c.line(&[(x, middle - 8.0), (x, middle + 8.0)], look.text, 2.0);
            });
        }
        for (b, point) in row.points.iter().enumerate() {
            let Some(p) = point else { continue };
            let shape = marker(b, data.blocks.len());
            c.group(&format!("{method}, {}: {}", data.blocks[b], p.text), |c| {
                c.marker(self.scale.at(p.value), middle, 4.6, shape, colour);
            });
        }
        c.label(self.width - MARGIN, middle, &row.note, values, Anchor::End);
    }
}

fn marker(block: usize, blocks: usize) -> Marker {
    if blocks > MARKERS.len() { Marker::Ring } else { MARKERS[block] }
}

fn keys(data: &SpreadData, look: Look) -> Vec<(String, Key)> {
    let n = data.blocks.len();
    let mut keys: Vec<(String, Key)> = if n > MARKERS.len() {
        vec![(format!("one of {n} blocks"), Key::Marker(Marker::Ring, look.soft))]
    } else {
        data.blocks.iter().zip(MARKERS).map(|(b, m)| (b.clone(), Key::Marker(m, look.soft))).collect()
    };
    if data.rows.iter().any(|r| r.mean.is_some()) {
        keys.push(("mean".to_owned(), Key::Stroke(look.text)));
    }
    keys
}

fn describe(data: &SpreadData) -> String {
    let mut out = frame::spoken_start(&data.head, "Spread of each method over its blocks");
    for row in &data.rows {
        out.push_str(&format!(" {}: {} to {}", data.methods[row.method], row.low.text, row.high.text));
        if let Some(mean) = &row.mean {
            out.push_str(&format!(", mean {}", mean.text));
        }
        let points: Vec<String> = data
            .blocks
            .iter()
            .zip(&row.points)
            .filter_map(|(b, p)| p.as_ref().map(|p| format!("{b} {}", p.text)))
            .collect();
        if data.blocks.len() <= MARKERS.len() {
            out.push_str(&format!(" ({})", points.join(", ")));
        }
        out.push('.');
    }
    if data.blocks.len() > MARKERS.len() {
        out.push_str(&format!(" The {} blocks share one marker; the tooltips name them.", data.blocks.len()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::testing::{name, noise, sound, words};
    use super::*;
    use proptest::prelude::*;

    fn data(rows: usize, blocks: usize, kind: usize, scale: f64) -> SpreadData {
        let at = |value: f64| Reading { value, text: format!("{value:.2e}") };
        let row = |m: usize| {
            let values: Vec<f64> = (0..blocks).map(|b| (noise(m * blocks + b) - 0.3) * scale).collect();
            let (lo, hi) = values.iter().fold((f64::MAX, f64::MIN), |(l, h), &v| (l.min(v), h.max(v)));
            SpreadRow {
                method: m,
                points: values.iter().enumerate().map(|(b, &v)| (b != 7).then(|| at(v))).collect(),
                low: at(lo),
                high: at(hi),
                mean: (m % 4 != 3).then(|| at(values.iter().sum::<f64>() / blocks as f64)),
                note: format!("{:.1e}", hi - lo),
            }
        };
        SpreadData {
            head: Head {
                title: "A title".into(),
                axis: "AUROC (%), higher is better".into(),
                ..Head::default()
            },
            methods: (0..rows).map(|i| name(i, kind)).collect(),
            blocks: (0..blocks).map(|i| name(i, kind / 2)).collect(),
            note_title: "range".into(),
            rows: (0..rows).map(row).collect(),
        }
    }

    #[test]
    fn ends_means_and_points_are_all_there() {
        let d = data(5, 3, 0, 100.0);
        let figure = spread(&d, &Style::default()).unwrap();
        sound(&figure);
        let (seen, svg) = (words(&figure), figure.svg());
        for row in &d.rows {
            assert!(
                [&row.low.text, &row.high.text, &row.note]
                    .iter()
                    .all(|t| seen.lines().any(|l| l == t.as_str()))
            );
            for (block, p) in d.blocks.iter().zip(&row.points) {
                let tip = format!(
                    "<title>{}, {block}: {}</title>",
                    d.methods[row.method],
                    p.as_ref().unwrap().text
                );
                assert!(svg.contains(&tip));
            }
        }
        assert!(seen.contains("mean") && seen.contains("range"));
    }

    #[test]
    fn many_blocks_share_one_marker_and_the_description_says_so() {
        let figure = spread(&data(5, 50, 0, 100.0), &Style::default()).unwrap();
        sound(&figure);
        assert!(words(&figure).contains("one of 50 blocks"));
        assert!(figure.description().contains("share one marker"));
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let draw = |d: &SpreadData| spread(d, &Style::default()).unwrap_err();
        let mut d = data(2, 3, 0, 1.0);
        d.rows[1].points.pop();
        assert!(matches!(draw(&d), ChartError::Shape { expected: 3, got: 2, .. }));
        let mut d = data(2, 3, 0, 1.0);
        d.rows[1].low.value = d.rows[1].high.value + 1.0;
        assert!(matches!(draw(&d), ChartError::Interval { .. }));
        let mut d = data(2, 3, 0, 1.0);
        d.rows[0].points[2] = Some(Reading { value: f64::NAN, text: "NaN".into() });
        assert_eq!(draw(&d), ChartError::NotFinite { what: "M0 in M2".into() });
        assert_eq!(draw(&data(0, 3, 0, 1.0)), ChartError::Empty { what: "methods" });
        assert!(matches!(draw(&data(201, 3, 0, 1.0)), ChartError::TooMany { limit: 200, .. }));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]
        #[test]
        fn whatever_comes_is_drawn_soundly_or_refused(
            rows in 1usize..40, blocks in 1usize..20, kind in 0usize..36,
            scale in prop::sample::select(vec![0.0, 1e-200, 0.01, 100.0, 1e7, 1e299]),
            theme in prop::sample::select(Theme::ALL.to_vec()),
            width in prop::option::of(240u32..1500), height in prop::option::of(200u32..2000),
            notice in prop::option::of("[a-z ]{1,200}"),
        ) {
            let mut d = data(rows, blocks, kind, scale);
            d.head.notice = notice;
            match spread(&d, &Style { theme, width, height, dpi: 96.0 }) {
                Ok(figure) => {
                    sound(&figure);
                    if let Some(w) = width { prop_assert_eq!(figure.width(), w); }
                    if let Some(h) = height { prop_assert_eq!(figure.height(), h); }
                }
                Err(ChartError::TooSmall { .. }) => prop_assert!(width.is_some() || height.is_some()),
                Err(e) => prop_assert!(false, "{e}"),
            }
        }
    }
}
