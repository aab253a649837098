//! What an additive fit leaves over: residuals of method by block, with the effects in the margins.
//!
//! The two-way layout as Tukey, *Exploratory Data Analysis* (1977), chapters 10 and 11, shows it: value =
//! overall + effect of the method + effect of the block + residual.

use super::canvas::{Anchor, Area, Canvas, Face};
use super::check;
use super::error::ChartError;
use super::figure::Figure;
use super::font::{self, Wrapped};
use super::frame::{
    self, Caption, Head, MARGIN, Notice, Top, draw_lines, line, name_face, tick_face, value_face,
};
use super::heatmap::{self, HeatCell, along, readable};
use super::palette::Rgb;
use super::parts::{absent, stacked, widest};
use super::style::{Look, Style, Theme};

/// One method.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct InteractionRow {
    /// Place of the method in [`InteractionData::methods`].
    pub method: usize,
    /// The method's effect as printed, in the right margin; empty for none.
    pub effect: String,
    /// One residual a block, as printed with its sign; `None` where there is no value, drawn hatched as
    /// `n/a`.
    pub residuals: Vec<Option<HeatCell>>,
}

/// What [`interaction`] draws.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct InteractionData {
    /// Titles, axis (metric, unit and direction), notice.
    pub head: Head,
    /// The sorted list of all methods of the run.
    pub methods: Vec<String>,
    /// The blocks, left to right.
    pub blocks: Vec<String>,
    /// The methods, in the order drawn.
    pub rows: Vec<InteractionRow>,
    /// One effect a block as printed, in the bottom margin.
    pub block_effects: Vec<String>,
    /// The overall level as printed, in the corner.
    pub overall: String,
    /// The size of a residual that has the strongest colour, not negative, and its text without a sign. No
    /// residual may be larger.
    pub largest: (f64, String),
}

const MAX_ROWS: usize = 120;
const MAX_COLUMNS: usize = 60;
/// Room for the triangle that tells the sign, px.
const SIGN: f64 = 13.0;
const KEY_H: f64 = 30.0;

/// Draws residuals as coloured cells: blue above the additive fit, orange below, the stronger the larger. A
/// triangle on its base or on its tip tells the sign without colour ([`Theme::Print`] has greys for the
/// size alone). A residual of zero has none.
///
/// # Errors
/// [`ChartError::Empty`] without methods, blocks or rows; [`ChartError::Index`], [`ChartError::Twice`]; [`ChartError::Shape`];
/// [`ChartError::NotFinite`], [`ChartError::OutOfRange`]; [`ChartError::Outside`] for a residual larger than
/// `largest`; [`ChartError::TooMany`] beyond 120 rows or 60 blocks; [`ChartError::TooSmall`] for the asked
/// size.
///
/// ```
/// use likewise::chart::{Head, HeatCell, InteractionData, InteractionRow, Style, interaction};
/// let cell = |value: f64, text: &str| Some(HeatCell { value, text: text.into() });
/// let data = InteractionData {
///     head: Head { axis: "AUROC (%)".into(), ..Head::default() },
///     methods: vec!["CE".into(), "LN".into()],
///     blocks: vec!["ResNet50".into(), "SwinT".into()],
///     rows: vec![
///         InteractionRow { method: 0, effect: "−3.9".into(), residuals: vec![cell(-2.4, "−2.4"), cell(2.4, "+2.4")] },
///         InteractionRow { method: 1, effect: "+3.9".into(), residuals: vec![cell(2.4, "+2.4"), cell(-2.4, "−2.4")] },
///     ],
///     block_effects: vec!["+1.3".into(), "−1.3".into()],
///     overall: "77.9".into(),
///     largest: (2.4, "2.4".into()),
/// };
/// assert!(interaction(&data, &Style::default())?.svg().contains("CE, SwinT: residual +2.4"));
/// # Ok::<(), likewise::chart::ChartError>(())
/// ```
pub fn interaction(data: &InteractionData, style: &Style) -> Result<Figure, ChartError> {
    validate(data)?;
    frame::check_style(style)?;
    let look = Look::of(style.theme);
    let plan = Plan::new(data, style, look)?;
    let mut canvas = Canvas::new(style.theme, plan.width, plan.height);
    plan.draw(&mut canvas, data);
    canvas.finish(&frame::spoken_title(&data.head, "Residuals of the additive fit"), &describe(data))
}

fn validate(data: &InteractionData) -> Result<(), ChartError> {
    check::count("methods", data.methods.len(), 100_000)?;
    check::count("blocks", data.blocks.len(), MAX_COLUMNS)?;
    check::count("rows", data.rows.len(), MAX_ROWS)?;
    check::shape(data.block_effects.len(), data.blocks.len(), || "the effects of the blocks".to_owned())?;
    let most = data.largest.0;
    check::number(most, || "the largest residual".to_owned())?;
    check::within(most, 0.0, f64::MAX, || "the largest residual".to_owned())?;
    for (i, row) in data.rows.iter().enumerate() {
        check::index(row.method, data.methods.len(), || format!("row {}", i + 1))?;
        let method = &data.methods[row.method];
        check::shape(row.residuals.len(), data.blocks.len(), || format!("row {method}"))?;
        for (block, cell) in data.blocks.iter().zip(&row.residuals) {
            if let Some(cell) = cell {
                check::within(cell.value, -most, most, || format!("the residual of {method} in {block}"))?;
            }
        }
    }
    check::once("rows", data.rows.iter().map(|r| r.method), &data.methods)?;
    Ok(())
}

struct Plan {
    width: f64,
    height: f64,
    top: Top,
    axis: Caption,
    notice: Notice,
    labels: Vec<Wrapped>,
    label_w: f64,
    heads: Vec<Wrapped>,
    /// Names of the blocks read from below, if they do not fit level.
    upright: Option<Vec<String>>,
    heads_h: f64,
    column: f64,
    /// Left edges of the cells and of the right margin.
    left: f64,
    right: f64,
    heights: Vec<f64>,
    start: f64,
}

impl Plan {
    fn new(data: &InteractionData, style: &Style, look: Look) -> Result<Plan, ChartError> {
        let (names, values, small) = (name_face(look), value_face(look), tick_face(look));
        let n = data.blocks.len() as f64;
        let wide = |t: &str| values.width(&font::clean(t));
        let cells = data.rows.iter().flat_map(|r| &r.residuals);
        let cell_w = cells
            .map(|c| c.as_ref().map_or("n/a", |c| &c.text))
            .map(|t| wide(t) + SIGN)
            .chain(data.block_effects.iter().map(|t| wide(t)))
            .fold(0.0, f64::max)
            .ceil()
            + 10.0;
        let margin_w = data
            .rows
            .iter()
            .map(|r| wide(&r.effect))
            .chain([wide(&data.overall), small.width(EFFECT), small.width(OVERALL)])
            .fold(0.0, f64::max)
            .ceil()
            + 10.0;
        let row_names = || data.rows.iter().map(|r| &data.methods[r.method]);
        let natural =
            row_names().map(|r| names.width(&font::clean(r))).fold(names.width(EFFECT), f64::max).ceil();
        let names_w = data.blocks.iter().map(|b| names.width(&font::clean(b)) + 10.0).fold(0.0, f64::max);
        let column_min = cell_w.max(line(names.size));
        let wish = column_min.max(names_w.min(90.0)).max(48.0);
        let width = style.width.map_or(
            (2.0 * MARGIN + natural.min(260.0) + 10.0 + n * wish + margin_w)
                .max(frame::table_width(&data.head, look))
                .ceil(),
            f64::from,
        );
        let inner = width - 2.0 * MARGIN;
        let labels: Vec<Wrapped> = row_names()
            .map(|r| font::wrap(r, names.size, names.bold, natural.min(260.0).min(inner * 0.4), 3))
            .collect();
        let label_w = widest(&labels, names).max(small.width(EFFECT).ceil());
        let left = MARGIN + label_w + 10.0;
        // a column is not wider than it looks well, unless its numbers are
        let column = ((width - MARGIN - margin_w - left) / n).floor().min(column_min.max(130.0));
        if column < column_min {
            let need = left + MARGIN + margin_w + n * column_min;
            return Err(frame::too_small(
                style,
                need.max(width + 1.0),
                f64::from(style.height.unwrap_or(480)),
            ));
        }
        let heads: Vec<Wrapped> =
            data.blocks.iter().map(|c| font::wrap(c, names.size, names.bold, column - 6.0, 4)).collect();
        let turned = heads.iter().any(|h| h.cut || h.split);
        let upright: Option<Vec<String>> = turned.then(|| {
            let shorten = |b: &String| font::ellipsis(&font::clean(b), names.size, names.bold, 180.0);
            data.blocks.iter().map(shorten).collect()
        });
        let heads_h = match &upright {
            Some(list) => list.iter().map(|c| names.width(c)).fold(0.0, f64::max) + 10.0,
            None => heads.iter().map(|h| h.lines.len()).max().unwrap_or(0) as f64 * line(names.size) + 8.0,
        };
        let top = Top::plan(&data.head, width, look);
        let axis = Caption::plan(&data.head.axis, inner, look);
        let notice = Notice::plan(data.head.notice.as_deref(), inner);
        let start = top.height + if axis.height > 0.0 { axis.height + 4.0 } else { 0.0 } + KEY_H;
        let bands = if notice.is_none() { 0 } else { data.rows.len().div_ceil(super::bars::NOTICE_EVERY) };
        let mut heights: Vec<f64> =
            labels.iter().map(|l| (line(names.size) * l.lines.len() as f64 + 10.0).max(28.0)).collect();
        let rows: f64 = heights.iter().sum();
        let mut height = start + heads_h + bands as f64 * (notice.height + 8.0) + rows + 30.0 + MARGIN;
        if let Some(h) = style.height {
            let extra = (f64::from(h) - height) / heights.len() as f64;
            if extra < 0.0 {
                return Err(frame::too_small(style, width, height));
            }
            heights.iter_mut().for_each(|h| *h += extra.min(40.0));
            height = f64::from(h);
        }
        Ok(Plan {
            width,
            height,
            top,
            axis,
            notice,
            labels,
            label_w,
            heads,
            upright,
            heads_h,
            column,
            left,
            right: left + column * n + margin_w,
            heights,
            start,
        })
    }

    fn draw(&self, c: &mut Canvas, data: &InteractionData) {
        let look = c.look;
        let (names, values, small) = (name_face(look), value_face(look), tick_face(look));
        self.top.draw(c);
        self.axis.draw(c, MARGIN, self.top.height);
        draw_key(c, data, self.start - KEY_H + 4.0, self.width - 2.0 * MARGIN);
        let mut y = self.start;
        // Above the names of the columns, so that it does not part them from their cells.
        if !self.notice.is_none() {
            y = self.notice.draw(c, MARGIN, y + 2.0) + 6.0;
        }
        self.draw_heads(c, data, y);
        y += self.heads_h;
        for (r, row) in data.rows.iter().enumerate() {
            if r > 0 && r % super::bars::NOTICE_EVERY == 0 && !self.notice.is_none() {
                y = self.notice.draw(c, MARGIN, y + 2.0) + 6.0;
            }
            let (h, method) = (self.heights[r], &data.methods[row.method]);
            let middle = y + h / 2.0 - 0.5;
            stacked(c, MARGIN + self.label_w, middle, &self.labels[r], names, Anchor::End);
            if self.labels[r].cut {
                c.note(format!("Shortened in the drawing: {method}."));
            }
            for (k, cell) in row.residuals.iter().enumerate() {
                let x = self.left + self.column * k as f64;
                let area = Area::new(x, y, self.column - 1.0, h - 1.0);
                let text = cell.as_ref().map_or("n/a", |c| &c.text);
                c.group(&format!("{method}, {}: residual {text}", data.blocks[k]), |c| {
                    draw_cell(c, data, cell.as_ref(), area, values);
                });
            }
            c.label(self.right, middle, &row.effect, values, Anchor::End);
            y += h;
        }
        let middle = y + 16.0;
        c.level(MARGIN, self.right, y + 3.0, look.axis);
        c.label(MARGIN + self.label_w, middle, EFFECT, small, Anchor::End);
        for (k, effect) in data.block_effects.iter().enumerate() {
            let x = self.left + self.column * k as f64 + (self.column - 1.0) / 2.0;
            c.label(x, middle, effect, values, Anchor::Middle);
        }
        let bold = Face { bold: true, ..values };
        c.group(&format!("Overall: {}", data.overall), |c| {
            c.label(self.right, middle, &data.overall, bold, Anchor::End);
        });
        if !data.overall.is_empty() {
            c.label(self.right, middle + line(small.size), OVERALL, small, Anchor::End);
        }
    }

    fn draw_heads(&self, c: &mut Canvas, data: &InteractionData, y: f64) {
        let look = c.look;
        let (names, small) = (name_face(look), tick_face(look));
        for (k, head) in self.heads.iter().enumerate() {
            let middle = self.left + self.column * k as f64 + (self.column - 1.0) / 2.0;
            match &self.upright {
                Some(list) => {
                    let (x, at) = (middle + names.drop(), y + self.heads_h - 6.0);
                    c.text_upward(x, at, &list[k], names, Anchor::Start);
                    if list[k] != font::clean(&data.blocks[k]) {
                        c.note(format!("Shortened in the drawing: {}.", data.blocks[k]));
                    }
                }
                None => {
                    let above = self.heads_h - 6.0 - head.lines.len() as f64 * line(names.size);
                    draw_lines(c, middle, y + above, head, names, Anchor::Middle);
                }
            }
        }
        let at = y + self.heads_h - 6.0 - line(small.size) / 2.0;
        c.label(self.right, at, EFFECT, small, Anchor::End);
    }
}

const EFFECT: &str = "effect";
const OVERALL: &str = "overall";

fn draw_cell(c: &mut Canvas, data: &InteractionData, cell: Option<&HeatCell>, area: Area, values: Face) {
    let look = c.look;
    let (x, y) = (area.x + area.w / 2.0, area.y + area.h / 2.0);
    let Some(cell) = cell else {
        let face = Face { colour: look.soft, ..values };
        c.swatch(area, absent(look));
        c.clear(x, y, "n/a", face, Anchor::Middle);
        c.label(x, y, "n/a", face, Anchor::Middle);
        return;
    };
    let fill = shade(cell.value, data.largest.0, look);
    c.rect(area, fill);
    let face = Face { colour: readable(fill), ..values };
    let w = face.width(&font::clean(&cell.text));
    let from = x - (w + SIGN) / 2.0;
    if let Some(points) = triangle(cell.value, from + 4.0, y) {
        c.polygon(&points, face.colour);
    }
    c.label(from + SIGN + w, y, &cell.text, face, Anchor::End);
}

/// A triangle on its base above zero, on its tip below; none at zero.
fn triangle(value: f64, x: f64, y: f64) -> Option<[(f64, f64); 3]> {
    let s = if value > 0.0 {
        1.0
    } else if value < 0.0 {
        -1.0
    } else {
        return None;
    };
    Some([(x, y - 3.6 * s), (x + 4.2, y + 3.4 * s), (x - 4.2, y + 3.4 * s)])
}

fn shade(value: f64, largest: f64, look: Look) -> Rgb {
    let share = if largest > 0.0 { value.abs() / largest } else { 0.0 };
    let (cool, warm) = match look.theme {
        Theme::Light => (&heatmap::LIGHT, &heatmap::WARM_LIGHT),
        Theme::Dark => (&heatmap::DARK, &heatmap::WARM_DARK),
        Theme::Print => (&heatmap::GREY, &heatmap::GREY),
    };
    along(if value < 0.0 { warm } else { cool }, share)
}

fn draw_key(c: &mut Canvas, data: &InteractionData, y: f64, inner: f64) {
    const STEPS: usize = 24;
    let look = c.look;
    let face = tick_face(look);
    let (largest, text) = &data.largest;
    let text = font::clean(text);
    if *largest == 0.0 {
        c.label(MARGIN, y + 6.0, "The fit leaves nothing.", face, Anchor::Start);
        return;
    }
    // What the words need besides the scale: two triangles and gaps. Words go before the scale does.
    let fixed = 2.0 * SIGN + 16.0;
    let full = (format!("below the fit −{text}"), format!("+{text} above the fit"));
    let (low, high) = if fixed + face.width(&full.0) + face.width(&full.1) + 48.0 <= inner {
        full
    } else {
        let room = ((inner - fixed - 48.0) / 2.0).max(20.0);
        let end = |sign: char| font::ellipsis(&format!("{sign}{text}"), face.size, false, room);
        (end('−'), end('+'))
    };
    let step = ((inner - fixed - face.width(&low) - face.width(&high)) / STEPS as f64).clamp(2.0, 5.0);
    let x = MARGIN + face.width(&low) + 6.0 + SIGN;
    for i in 0..STEPS {
        let share = (i as f64 + 0.5) / STEPS as f64 * 2.0 - 1.0;
        let fill = shade(share * largest, *largest, look);
        c.rect(Area::new(x + step * i as f64, y, step + 0.2, 12.0), fill);
    }
    let end = x + step * STEPS as f64;
    c.frame(Area::new(x, y, end - x + 0.2, 12.0), look.axis, 0.6);
    c.label(x - 6.0, y + 6.0, &low, face, Anchor::End);
    c.label(end + 6.0, y + 6.0, &high, face, Anchor::Start);
    for (value, at) in [(-1.0, MARGIN + SIGN / 2.0 - 1.0), (1.0, end + 6.0 + face.width(&high) + 10.0)] {
        if let Some(points) = triangle(value, at, y + 6.0) {
            c.polygon(&points, look.soft);
        }
    }
}

fn describe(data: &InteractionData) -> String {
    let mut out = frame::spoken_start(&data.head, "Residuals of the additive fit");
    if !data.overall.is_empty() {
        out.push_str(&format!(" Overall {}.", data.overall));
    }
    let list: Vec<String> =
        data.blocks.iter().zip(&data.block_effects).map(|(b, e)| format!("{b} {e}")).collect();
    out.push_str(&format!(" Effects of the blocks: {}.", list.join(", ")));
    for row in &data.rows {
        let list: Vec<String> = data
            .blocks
            .iter()
            .zip(&row.residuals)
            .map(|(b, cell)| format!("{b} {}", cell.as_ref().map_or("n/a", |c| &c.text)))
            .collect();
        out.push_str(&format!(" {} (effect {}): {}.", data.methods[row.method], row.effect, list.join(", ")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::testing::{name, noise, sound, words};
    use super::*;

    fn data(rows: usize, blocks: usize, kind: usize) -> InteractionData {
        let cell = |i: usize| {
            let value = 6.0 * noise(i) - 3.0;
            (i % 9 != 8).then(|| HeatCell { value, text: format!("{value:+.2}").replace('-', "−") })
        };
        InteractionData {
            head: Head {
                title: "A title".into(),
                axis: "AUROC (%)".into(),
                notice: (kind == 4).then(|| "FORCED: not like for like.".into()),
                ..Head::default()
            },
            methods: (0..rows).map(|i| name(i, kind)).collect(),
            blocks: (0..blocks).map(|i| name(i, kind / 2)).collect(),
            rows: (0..rows)
                .map(|r| InteractionRow {
                    method: rows - 1 - r,
                    effect: format!("{:+.1}", noise(r)),
                    residuals: (0..blocks).map(|b| cell(r * blocks + b)).collect(),
                })
                .collect(),
            block_effects: (0..blocks).map(|b| format!("{:+.2}", noise(b) * 20.0)).collect(),
            overall: "71.25".into(),
            largest: (3.0, "3".into()),
        }
    }

    #[test]
    fn any_size_and_any_names_stay_legible() {
        for (rows, blocks) in [(1, 1), (2, 1), (5, 3), (12, 12), (120, 60)] {
            for kind in 0..6 {
                let d = data(rows, blocks, kind);
                let style = Style { theme: Theme::ALL[kind % 3], ..Style::default() };
                let figure = interaction(&d, &style).unwrap();
                sound(&figure);
                let seen = words(&figure);
                let cells = d.rows.iter().flat_map(|r| &r.residuals).flatten();
                assert!(cells.into_iter().all(|c| seen.contains(&c.text)));
                assert!(d.rows.iter().all(|r| seen.contains(&r.effect)));
                assert!(d.block_effects.iter().all(|e| seen.contains(e)));
                assert!(seen.contains("71.25"));
            }
        }
    }

    #[test]
    fn signs_differ_without_colour() {
        let (up, down) = (triangle(0.1, 0.0, 0.0).unwrap(), triangle(-0.1, 0.0, 0.0).unwrap());
        // The tip above the base, and below it.
        assert!(up[0].1 < up[1].1 && down[0].1 > down[1].1);
        assert_eq!(triangle(0.0, 0.0, 0.0), None);
        for theme in Theme::ALL {
            let look = Look::of(theme);
            if theme != Theme::Print {
                assert_ne!(shade(2.0, 3.0, look), shade(-2.0, 3.0, look));
            }
            for i in -30..=30 {
                let fill = shade(f64::from(i) / 10.0, 3.0, look);
                assert!(readable(fill).contrast(fill) >= 5.0, "{theme} {i}");
            }
        }
    }

    #[test]
    fn a_perfect_fit_is_drawn() {
        let mut d = data(3, 3, 0);
        for row in &mut d.rows {
            row.residuals.fill(Some(HeatCell { value: 0.0, text: "0".into() }));
        }
        d.largest = (0.0, "0".into());
        sound(&interaction(&d, &Style::default()).unwrap());
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let bad = |change: fn(&mut InteractionData)| {
            let mut d = data(3, 2, 0);
            change(&mut d);
            interaction(&d, &Style::default()).unwrap_err()
        };
        assert!(matches!(bad(|d| d.largest.0 = 0.01), ChartError::Outside { high: 0.01, .. }));
        assert!(matches!(bad(|d| d.largest.0 = -1.0), ChartError::Outside { .. }));
        assert_eq!(
            bad(|d| d.rows[0].residuals[1].as_mut().unwrap().value = f64::NAN),
            ChartError::NotFinite { what: "the residual of M2 in M1".into() }
        );
        assert!(matches!(bad(|d| d.block_effects.clear()), ChartError::Shape { .. }));
        assert!(matches!(bad(|d| d.rows[2].method = 3), ChartError::Index { .. }));
        let narrow = Style { width: Some(260), ..Style::default() };
        assert!(matches!(interaction(&data(3, 20, 0), &narrow), Err(ChartError::TooSmall { .. })));
    }
}
