//! A table whose cells are coloured by their numbers.

use super::canvas::{Anchor, Area, Canvas, Face};
use super::check;
use super::error::ChartError;
use super::figure::Figure;
use super::font::{self, Wrapped};
use super::frame::{
    self, Caption, Head, MARGIN, Notice, Top, draw_lines, line, name_face, tick_face, value_face,
};
use super::palette::{Fill, Hatch, Rgb};
use super::style::{Look, Style, Theme};

/// One cell.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct HeatCell {
    /// What decides the colour; finite. Outside [`HeatmapData::range`] the end's colour is taken.
    pub value: f64,
    /// What stands in the cell.
    pub text: String,
}

/// What [`heatmap`] draws.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct HeatmapData {
    /// Titles, axis (what the colours show), notice.
    pub head: Head,
    /// Names of the rows.
    pub rows: Vec<String>,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// One list a row, one entry a column; `None` is drawn hatched as `n/a`.
    pub cells: Vec<Vec<Option<HeatCell>>>,
    /// The numbers of the palest and the strongest colour, and their texts.
    pub range: ((f64, String), (f64, String)),
    /// A number in between that is neutral: colours then run from orange below over pale to blue
    /// above. [`Theme::Print`] has one scale of greys from the palest to the strongest all the same.
    pub centre: Option<f64>,
}

const MAX_ROWS: usize = 120;
const MAX_COLUMNS: usize = 60;

/// Draws the table. Its columns are as wide as their texts need; names of columns turn upright where they
/// do not fit.
///
/// # Errors
/// [`ChartError::Empty`], [`ChartError::Shape`], [`ChartError::NotFinite`], [`ChartError::OutOfRange`],
/// [`ChartError::Interval`] (range not rising); [`ChartError::TooMany`] beyond 120 rows or 60 columns;
/// [`ChartError::TooSmall`] for the asked size.
///
/// ```
/// use likewise::chart::{Head, HeatCell, HeatmapData, Style, heatmap};
/// let cell = |value: f64| Some(HeatCell { value, text: format!("{value}") });
/// let data = HeatmapData {
///     head: Head::default(),
///     rows: vec!["CE".into(), "LN".into()],
///     columns: vec!["ResNet50".into(), "SwinT".into()],
///     cells: vec![vec![cell(3.0), cell(3.0)], vec![cell(1.0), None]],
///     range: ((1.0, "1".into()), (5.0, "5".into())),
///     centre: None,
/// };
/// assert!(heatmap(&data, &Style::default())?.svg().contains("n/a"));
/// # Ok::<(), likewise::chart::ChartError>(())
/// ```
pub fn heatmap(data: &HeatmapData, style: &Style) -> Result<Figure, ChartError> {
    validate(data)?;
    frame::check_style(style)?;
    let look = Look::of(style.theme);
    let (names, values) = (name_face(look), value_face(look));
    let n = data.columns.len() as f64;
    let texts = data.cells.iter().flatten().map(|c| c.as_ref().map_or("n/a", |c| &c.text));
    let cell_w = texts.map(|t| values.width(&font::clean(t))).fold(0.0, f64::max) + 12.0;
    let natural_label = data.rows.iter().map(|r| names.width(&font::clean(r))).fold(0.0, f64::max);
    // The wish for a column: its text, and its name if that is short.
    let names_w = data.columns.iter().map(|c| names.width(&font::clean(c)) + 10.0).fold(0.0, f64::max);
    let wish = cell_w.max(names_w.min(90.0)).max(44.0);
    let width = match style.width {
        Some(w) => f64::from(w),
        None => (2.0 * MARGIN + natural_label.min(260.0) + 10.0 + n * wish)
            .max(frame::table_width(&data.head, look))
            .ceil(),
    };
    let inner = width - 2.0 * MARGIN;
    let labels: Vec<Wrapped> = data
        .rows
        .iter()
        .map(|r| font::wrap(r, names.size, names.bold, natural_label.min(260.0).min(inner * 0.45), 3))
        .collect();
    let label_w = labels.iter().map(|l| l.width(names.size, names.bold)).fold(0.0, f64::max).ceil();
    let left = MARGIN + label_w + 10.0;
    // Wider than tall cells look like a table, but not like a flag.
    let column = ((width - MARGIN - left) / n).floor().min(140.0);
    if column < cell_w {
        let need = left + MARGIN + n * cell_w.ceil();
        return Err(frame::too_small(style, need.max(width + 1.0), f64::from(style.height.unwrap_or(480))));
    }
    let heads: Vec<Wrapped> =
        data.columns.iter().map(|c| font::wrap(c, names.size, names.bold, column - 6.0, 4)).collect();
    let turned = heads.iter().any(|h| h.cut || h.split);
    let upright: Vec<String> =
        data.columns.iter().map(|c| font::ellipsis(&font::clean(c), names.size, names.bold, 180.0)).collect();
    let heads_h = if turned {
        upright.iter().map(|c| names.width(c)).fold(0.0, f64::max) + 10.0
    } else {
        heads.iter().map(|h| h.lines.len()).max().unwrap_or(0) as f64 * line(names.size) + 8.0
    };
    if turned && column < line(names.size) {
        return Err(frame::too_small(style, left + MARGIN + n * line(names.size), 480.0));
    }

    let top = Top::plan(&data.head, width, look);
    let axis = Caption::plan(&data.head.axis, inner, look);
    let notice = Notice::plan(data.head.notice.as_deref(), inner);
    let key_h = 30.0;
    let start = top.height + if axis.height > 0.0 { axis.height + 4.0 } else { 0.0 } + key_h;
    let every = super::bars::NOTICE_EVERY;
    let bands = if notice.is_none() { 0 } else { data.rows.len().div_ceil(every) };
    let mut heights: Vec<f64> =
        labels.iter().map(|l| (line(names.size) * l.lines.len() as f64 + 10.0).max(26.0)).collect();
    let height =
        start + heads_h + bands as f64 * (notice.height + 8.0) + heights.iter().sum::<f64>() + MARGIN;
    if let Some(h) = style.height {
        let extra = (f64::from(h) - height) / heights.len() as f64;
        if extra < 0.0 {
            return Err(frame::too_small(style, width, height));
        }
        heights.iter_mut().for_each(|h| *h += extra.min(40.0));
    }

    let mut canvas = Canvas::new(style.theme, width, style.height.map_or(height, f64::from));
    let c = &mut canvas;
    top.draw(c);
    axis.draw(c, MARGIN, top.height);
    draw_key(c, data, start - key_h + 4.0, inner);
    let mut y = start;
    // Above the names of the columns, so that it does not part them from their cells.
    if !notice.is_none() {
        y = notice.draw(c, MARGIN, y + 2.0) + 6.0;
    }
    for (k, head) in heads.iter().enumerate() {
        let middle = left + column * (k as f64 + 0.5);
        if turned {
            c.text_upward(middle + names.drop(), y + heads_h - 6.0, &upright[k], names, Anchor::Start);
            if upright[k] != font::clean(&data.columns[k]) {
                c.note(format!("Shortened in the drawing: {}.", data.columns[k]));
            }
        } else {
            let above = heads_h - 6.0 - head.lines.len() as f64 * line(names.size);
            draw_lines(c, middle, y + above, head, names, Anchor::Middle);
        }
    }
    y += heads_h;
    for (r, row) in data.cells.iter().enumerate() {
        if r > 0 && r % every == 0 && !notice.is_none() {
            y = notice.draw(c, MARGIN, y + 2.0) + 6.0;
        }
        let middle = y + heights[r] / 2.0;
        let label = &labels[r];
        let first = middle - line(names.size) * (label.lines.len().max(1) - 1) as f64 / 2.0;
        for (k, l) in label.lines.iter().enumerate() {
            c.label(MARGIN + label_w, first + line(names.size) * k as f64, l, names, Anchor::End);
        }
        if label.cut {
            c.note(format!("Shortened in the drawing: {}.", data.rows[r]));
        }
        for (k, cell) in row.iter().enumerate() {
            let area = Area::new(left + column * k as f64, y, column - 1.0, heights[r] - 1.0);
            let at = left + column * k as f64 + (column - 1.0) / 2.0;
            let text = cell.as_ref().map_or("n/a", |c| &c.text);
            c.group(&format!("{}, {}: {text}", data.rows[r], data.columns[k]), |c| match cell {
                Some(cell) => {
                    let fill = shade(data, cell.value, look);
                    c.rect(area, fill);
                    let face = Face { colour: readable(fill), ..values };
                    c.label(at, middle - 0.5, text, face, Anchor::Middle);
                }
                None => {
                    let fill = Fill {
                        colour: look.paper,
                        border: None,
                        hatch: Hatch::Rising,
                        hatch_colour: look.grid,
                    };
                    c.swatch(area, fill);
                    let face = Face { colour: look.soft, ..values };
                    c.clear(at, middle - 0.5, text, face, Anchor::Middle);
                    c.label(at, middle - 0.5, text, face, Anchor::Middle);
                }
            });
        }
        y += heights[r];
    }
    canvas.finish(&frame::spoken_title(&data.head, "Table in colours"), &describe(data))
}

fn validate(data: &HeatmapData) -> Result<(), ChartError> {
    check::count("rows", data.rows.len(), MAX_ROWS)?;
    check::count("columns", data.columns.len(), MAX_COLUMNS)?;
    check::shape(data.cells.len(), data.rows.len(), || "the list of rows of cells".to_owned())?;
    for (name, row) in data.rows.iter().zip(&data.cells) {
        check::shape(row.len(), data.columns.len(), || format!("row {name}"))?;
        for (column, cell) in data.columns.iter().zip(row) {
            if let Some(cell) = cell {
                check::number(cell.value, || format!("{name} in {column}"))?;
            }
        }
    }
    check::interval((data.range.0.0, data.range.1.0), || "the colours".to_owned())?;
    if let Some(centre) = data.centre {
        check::number(centre, || "the neutral number".to_owned())?;
    }
    Ok(())
}

/// Stops of a scale, pale to strong. Lightness changes evenly, so that it also works in grey, and stays on
/// one side of the middle, where neither black nor white is easy to read.
pub(crate) const LIGHT: [u32; 5] = [0xF1F6FB, 0xCFE2F3, 0xA3CBEA, 0x74B0DE, 0x4793D0];
pub(crate) const DARK: [u32; 5] = [0x1E2A36, 0x1F3B55, 0x204D76, 0x235F97, 0x2A72B5];
pub(crate) const GREY: [u32; 5] = [0xFAFAFA, 0xE0E0E0, 0xC6C6C6, 0xABABAB, 0x8F8F8F];
pub(crate) const WARM_LIGHT: [u32; 5] = [0xF7F5F2, 0xFBE3C6, 0xF9CE99, 0xF0AC5C, 0xD98324];
pub(crate) const WARM_DARK: [u32; 5] = [0x1E2A36, 0x3E3226, 0x5F3F1E, 0x804C14, 0xA05A0C];

pub(crate) fn along(stops: &[u32; 5], share: f64) -> Rgb {
    let place = share.clamp(0.0, 1.0) * 4.0;
    let i = (place.floor() as usize).min(3);
    Rgb::hex(stops[i]).towards(Rgb::hex(stops[i + 1]), place - i as f64)
}

fn shade(data: &HeatmapData, value: f64, look: Look) -> Rgb {
    let ((lo, _), (hi, _)) = data.range;
    let share = |v: f64, from: f64, to: f64| {
        let span = to / 2.0 - from / 2.0;
        if span == 0.0 { 0.5 } else { ((v / 2.0 - from / 2.0) / span).clamp(0.0, 1.0) }
    };
    let (cool, warm) = match look.theme {
        Theme::Light => (&LIGHT, &WARM_LIGHT),
        Theme::Dark => (&DARK, &WARM_DARK),
        Theme::Print => return along(&GREY, share(value, lo, hi)),
    };
    match data.centre {
        None => along(cool, share(value, lo, hi)),
        Some(c) if value >= c => along(cool, if hi > c { share(value, c, hi) } else { 0.0 }),
        Some(c) => along(warm, if lo < c { 1.0 - share(value, lo, c) } else { 0.0 }),
    }
}

/// Black or white, whichever is easier to read on the colour.
pub(crate) fn readable(fill: Rgb) -> Rgb {
    let (black, white) = (Rgb::hex(0x111111), Rgb::hex(0xFFFFFF));
    if fill.contrast(black) >= fill.contrast(white) { black } else { white }
}

fn draw_key(c: &mut Canvas, data: &HeatmapData, y: f64, inner: f64) {
    const STEPS: usize = 24;
    let look = c.look;
    let face = tick_face(look);
    let ((lo, low), (hi, high)) = &data.range;
    if lo == hi {
        // One number alone: its colour, and no scale that it would stand on.
        c.rect(Area::new(MARGIN, y, 12.0, 12.0), shade(data, *hi, look));
        let high = font::ellipsis(&font::clean(high), face.size, false, inner - 18.0);
        c.label(MARGIN + 18.0, y + 6.0, &high, face, Anchor::Start);
        return;
    }
    let room = (inner - 80.0).max(60.0) / 2.0;
    let (low, high) = (
        font::ellipsis(&font::clean(low), face.size, false, room),
        font::ellipsis(&font::clean(high), face.size, false, room),
    );
    let x = MARGIN + face.width(&low) + 6.0;
    // The scale gives way to its words.
    let step = ((inner - face.width(&low) - face.width(&high) - 14.0) / STEPS as f64).clamp(2.0, 5.0);
    for i in 0..STEPS {
        let share = (i as f64 + 0.5) / STEPS as f64;
        let value = lo + (hi / 2.0 - lo / 2.0) * share * 2.0;
        c.rect(Area::new(x + step * i as f64, y, step + 0.2, 12.0), shade(data, value, look));
    }
    c.frame(Area::new(x, y, step * STEPS as f64 + 0.2, 12.0), look.axis, 0.6);
    c.label(x - 6.0, y + 6.0, &low, face, Anchor::End);
    c.label(x + step * STEPS as f64 + 6.0, y + 6.0, &high, face, Anchor::Start);
}

fn describe(data: &HeatmapData) -> String {
    let mut out = frame::spoken_start(&data.head, "Table in colours");
    for (name, row) in data.rows.iter().zip(&data.cells) {
        let list: Vec<String> = data
            .columns
            .iter()
            .zip(row)
            .map(|(c, cell)| format!("{c} {}", cell.as_ref().map_or("n/a", |c| &c.text)))
            .collect();
        out.push_str(&format!(" {name}: {}.", list.join(", ")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::testing::{name, noise, sound, words};
    use super::*;

    fn data(rows: usize, columns: usize, kind: usize, centre: Option<f64>) -> HeatmapData {
        let cell = |i: usize| {
            let value = 10.0 * noise(i) - 3.0;
            (i % 9 != 8).then(|| HeatCell { value, text: format!("{value:.2}") })
        };
        HeatmapData {
            head: Head { title: "A title".into(), axis: "Difference".into(), ..Head::default() },
            rows: (0..rows).map(|i| name(i, kind)).collect(),
            columns: (0..columns).map(|i| name(i, kind / 2)).collect(),
            cells: (0..rows).map(|r| (0..columns).map(|c| cell(r * columns + c)).collect()).collect(),
            range: ((-3.0, "−3".into()), (7.0, "7".into())),
            centre,
        }
    }

    #[test]
    fn any_size_and_any_names_stay_legible() {
        for (rows, columns) in [(1, 1), (5, 3), (12, 12), (120, 60)] {
            for kind in 0..12 {
                for theme in Theme::ALL {
                    let d = data(rows, columns, kind, (kind % 2 == 0).then_some(0.0));
                    let figure = heatmap(&d, &Style { theme, ..Style::default() }).unwrap();
                    sound(&figure);
                    let seen = words(&figure);
                    assert!(d.cells.iter().flatten().flatten().all(|c| seen.contains(&c.text)));
                }
            }
        }
    }

    #[test]
    fn cell_texts_can_be_read_on_every_shade() {
        for theme in Theme::ALL {
            for centre in [None, Some(0.0)] {
                let d = data(2, 2, 0, centre);
                for i in 0..=100 {
                    let fill = shade(&d, -3.0 + i as f64 / 10.0, Look::of(theme));
                    assert!(readable(fill).contrast(fill) >= 5.0, "{theme} {i}: {fill:?}");
                }
            }
        }
    }

    #[test]
    fn shades_change_evenly_in_lightness() {
        for (theme, sign) in [(Theme::Light, -1.0), (Theme::Dark, 1.0), (Theme::Print, -1.0)] {
            let d = data(2, 2, 0, None);
            let tone: Vec<f64> = (0..=20)
                .map(|i| shade(&d, -3.0 + i as f64 / 2.0, Look::of(theme)).luminance() * sign)
                .collect();
            assert!(tone.windows(2).all(|w| w[0] < w[1]), "{theme}: {tone:?}");
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let mut d = data(2, 2, 0, None);
        d.cells[1].pop();
        assert!(matches!(heatmap(&d, &Style::default()), Err(ChartError::Shape { .. })));
        let mut d = data(2, 2, 0, None);
        d.cells[1][1] = Some(HeatCell { value: f64::NAN, text: String::new() });
        assert_eq!(heatmap(&d, &Style::default()), Err(ChartError::NotFinite { what: "M1 in M1".into() }));
        d = data(2, 2, 0, None);
        d.range.0.0 = 9.0;
        assert!(matches!(heatmap(&d, &Style::default()), Err(ChartError::Interval { .. })));
        assert!(matches!(
            heatmap(&data(121, 1, 0, None), &Style::default()),
            Err(ChartError::TooMany { .. })
        ));
        let narrow = Style { width: Some(300), ..Style::default() };
        assert!(matches!(heatmap(&data(3, 40, 0, None), &narrow), Err(ChartError::TooSmall { .. })));
    }
}
