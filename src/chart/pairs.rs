//! Every pair of methods: adjusted p-values below the diagonal, effects above it.

use super::canvas::{Anchor, Area, Canvas, Face};
use super::check;
use super::error::ChartError;
use super::figure::Figure;
use super::font::{self, Wrapped};
use super::frame::{self, Caption, Head, MARGIN, Notice, Top, draw_lines, line, name_face, value_face};
use super::heatmap::{self, along, readable};
use super::legend::{Key, Legend};
use super::palette::Rgb;
use super::parts::{absent, plain, stacked, widest};
use super::style::{Look, Style, Theme};

/// Which method of a pair did better, by their places in [`PairsData::rows`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub enum Better {
    /// The one listed earlier: it names the column of the p-value's cell; `↑` is drawn.
    Earlier,
    /// The one listed later: it names the row of the p-value's cell; `←` is drawn.
    Later,
    /// Neither; `=` is drawn.
    Neither,
}

/// One pair.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct PairCell {
    /// The adjusted p-value, 0 to 1; decides the shade.
    pub p: f64,
    /// The p-value as printed.
    pub text: String,
    /// Which of the two did better, whether significantly or not.
    pub better: Better,
    /// The effect as printed, of the earlier method against the later; it stands above the diagonal, in
    /// the earlier method's row. Empty for none.
    pub effect: String,
}

/// What [`pairs`] draws.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct PairsData {
    /// Titles, axis (which test, which adjustment), notice.
    pub head: Head,
    /// The sorted list of all methods of the run.
    pub methods: Vec<String>,
    /// The methods compared, as places in `methods`, in the order of rows and columns.
    pub rows: Vec<usize>,
    /// The lower triangle: entry `i` has `i` entries, the pairs of `rows[i]` with `rows[0]` to
    /// `rows[i - 1]`; the first is empty. `None` where a pair was not tested, drawn hatched as `n/a`.
    pub cells: Vec<Vec<Option<PairCell>>>,
    /// Steps of significance, rising, with their texts: a p-value at or below a step takes its shade,
    /// the smallest step the strongest. At most 4; empty for no shades.
    pub steps: Vec<(f64, String)>,
    /// What the effects are, such as `median difference, row − column`; said in the legend. Empty for none.
    pub effect: String,
}

const MAX_ROWS: usize = 40;
const MAX_STEPS: usize = 4;
/// Beyond this many methods the arrow stands below the p-value, which makes narrower cells.
const MOST_WIDE: usize = 16;

/// Draws the matrix. An arrow in each cell below the diagonal points at the name of the better method: `←`
/// at the row's, `↑` at the column's.
///
/// # Errors
/// [`ChartError::Empty`] without methods or rows; [`ChartError::Index`], [`ChartError::Twice`]; [`ChartError::Shape`] where `cells`
/// is no lower triangle; [`ChartError::NotFinite`] and [`ChartError::Outside`] for p-values and steps
/// outside 0 to 1; [`ChartError::Interval`] for steps that do not rise; [`ChartError::TooMany`] beyond 40
/// rows or 4 steps; [`ChartError::TooSmall`] for the asked size.
///
/// ```
/// use likewise::chart::{Better, Head, PairCell, PairsData, Style, pairs};
/// let data = PairsData {
///     head: Head { axis: "Wilcoxon signed-rank, Holm".into(), ..Head::default() },
///     methods: vec!["CE".into(), "LN".into()],
///     rows: vec![0, 1],
///     cells: vec![vec![], vec![Some(PairCell {
///         p: 0.0312,
///         text: "0.031".into(),
///         better: Better::Later,
///         effect: "−3.1".into(),
///     })]],
///     steps: vec![(0.05, "0.05".into())],
///     effect: "median difference, row − column".into(),
/// };
/// assert!(pairs(&data, &Style::default())?.svg().contains(">0.031 ←</text>"));
/// # Ok::<(), likewise::chart::ChartError>(())
/// ```
pub fn pairs(data: &PairsData, style: &Style) -> Result<Figure, ChartError> {
    validate(data)?;
    frame::check_style(style)?;
    let look = Look::of(style.theme);
    let names = name_face(look);
    let n = data.rows.len();
    let deep = n > MOST_WIDE;
    let values = Face { size: if deep { 9.5 } else { 11.0 }, ..value_face(look) };
    let cells = || data.cells.iter().flatten().flatten();
    let cell_w = cells()
        .flat_map(|c| {
            let p = if deep { font::clean(&c.text) } else { shown(c) };
            [values.width(&p), values.width(&font::clean(&c.effect))]
        })
        .fold(values.width("n/a"), f64::max)
        .ceil()
        + 9.0;
    let row_names: Vec<&str> = data.rows.iter().map(|&m| data.methods[m].as_str()).collect();
    let natural = row_names.iter().map(|r| names.width(&font::clean(r))).fold(0.0, f64::max).ceil();
    let column_min = cell_w.max(line(names.size));
    let wish = column_min.max((natural + 10.0).min(84.0)).max(34.0);
    let width = style.width.map_or(
        (2.0 * MARGIN + natural.min(240.0) + 10.0 + n as f64 * if deep { column_min } else { wish })
            .max(frame::table_width(&data.head, look))
            .ceil(),
        f64::from,
    );
    let inner = width - 2.0 * MARGIN;
    let labels: Vec<Wrapped> = row_names
        .iter()
        .map(|r| font::wrap(r, names.size, names.bold, natural.min(240.0).min(inner * 0.42), 3))
        .collect();
    let label_w = widest(&labels, names);
    let left = MARGIN + label_w + 10.0;
    let column = ((width - MARGIN - left) / n as f64).floor().min(110.0);
    if column < column_min {
        return Err(frame::too_small(
            style,
            (left + MARGIN + n as f64 * column_min).max(width + 1.0),
            f64::from(style.height.unwrap_or(480)),
        ));
    }
    let heads: Vec<Wrapped> =
        row_names.iter().map(|c| font::wrap(c, names.size, names.bold, column - 6.0, 4)).collect();
    let turned = heads.iter().any(|h| h.cut || h.split);
    let upright: Vec<String> =
        row_names.iter().map(|c| font::ellipsis(&font::clean(c), names.size, names.bold, 180.0)).collect();
    let heads_h = if turned {
        upright.iter().map(|c| names.width(c)).fold(0.0, f64::max) + 10.0
    } else {
        heads.iter().map(|h| h.lines.len()).max().unwrap_or(0) as f64 * line(names.size) + 8.0
    };

    let top = Top::plan(&data.head, width, look);
    let axis = Caption::plan(&data.head.axis, inner, look);
    let legend = Legend::plan(&keys(data, look), inner, look);
    let arrows = Caption::plan(&sentence(data), inner, look);
    let notice = Notice::plan(data.head.notice.as_deref(), inner);
    let mut y = top.height + if axis.height > 0.0 { axis.height + 6.0 } else { 0.0 };
    let (legend_y, arrows_y) = (y, y + legend.height + 2.0);
    y = arrows_y + arrows.height + 8.0;
    let every = super::bars::NOTICE_EVERY;
    let bands = if notice.is_none() { 0 } else { n.div_ceil(every) };
    let least = if deep { 2.0 * line(values.size) + 4.0 } else { 24.0 };
    let mut heights: Vec<f64> =
        labels.iter().map(|l| (line(names.size) * l.lines.len() as f64 + 8.0).max(least)).collect();
    let height = y + heads_h + bands as f64 * (notice.height + 8.0) + heights.iter().sum::<f64>() + MARGIN;
    if let Some(h) = style.height {
        let extra = (f64::from(h) - height) / n as f64;
        if extra < 0.0 {
            return Err(frame::too_small(style, width, height));
        }
        heights.iter_mut().for_each(|h| *h += extra.min(40.0));
    }

    let mut canvas = Canvas::new(style.theme, width, style.height.map_or(height, f64::from));
    let c = &mut canvas;
    top.draw(c);
    axis.draw(c, MARGIN, top.height);
    legend.draw(c, MARGIN, legend_y);
    arrows.draw(c, MARGIN, arrows_y);
    // Above the names of the columns, so that it does not part them from their cells.
    if !notice.is_none() {
        y = notice.draw(c, MARGIN, y + 2.0) + 6.0;
    }
    for (k, head) in heads.iter().enumerate() {
        let middle = left + column * (k as f64 + 0.5);
        if turned {
            let x = middle + names.drop();
            c.text_upward(x, y + heads_h - 6.0, &upright[k], names, Anchor::Start);
            if upright[k] != font::clean(row_names[k]) {
                c.note(format!("Shortened in the drawing: {}.", row_names[k]));
            }
        } else {
            let above = heads_h - 6.0 - head.lines.len() as f64 * line(names.size);
            draw_lines(c, middle, y + above, head, names, Anchor::Middle);
        }
    }
    y += heads_h;
    for r in 0..n {
        if r > 0 && r % every == 0 && !notice.is_none() {
            y = notice.draw(c, MARGIN, y + 2.0) + 6.0;
        }
        let middle = y + heights[r] / 2.0;
        stacked(c, MARGIN + label_w, middle, &labels[r], names, Anchor::End);
        if labels[r].cut {
            c.note(format!("Shortened in the drawing: {}.", row_names[r]));
        }
        for k in 0..n {
            let area = Area::new(left + column * k as f64, y, column - 1.0, heights[r] - 1.0);
            match k.cmp(&r) {
                std::cmp::Ordering::Equal => {
                    // No fill: greys are shades of significance in print.
                    c.frame(area, look.grid, 1.0);
                    c.line(&[(area.x, area.y), (area.right(), area.bottom())], look.grid, 1.0);
                }
                std::cmp::Ordering::Less => {
                    let tip = format!("{} and {}", row_names[r], row_names[k]);
                    let cell = data.cells[r][k].as_ref();
                    c.group(&tooltip(&tip, cell, row_names[k], row_names[r]), |c| {
                        draw_p(c, data, cell, area, values, deep);
                    });
                }
                std::cmp::Ordering::Greater => {
                    let effect = data.cells[k][r].as_ref().map_or("", |c| c.effect.as_str());
                    c.frame(area, look.grid, 1.0);
                    if !font::clean(effect).is_empty() {
                        let tip = format!("{} against {}: {effect}", row_names[r], row_names[k]);
                        c.group(&tip, |c| {
                            let (x, y) = (area.x + area.w / 2.0, area.y + area.h / 2.0);
                            c.label(x, y, effect, values, Anchor::Middle);
                        });
                    }
                }
            }
        }
        y += heights[r];
    }
    canvas.finish(&frame::spoken_title(&data.head, "Pairs of methods"), &describe(data, &row_names))
}

fn validate(data: &PairsData) -> Result<(), ChartError> {
    check::count("methods", data.methods.len(), 100_000)?;
    check::count("rows", data.rows.len(), MAX_ROWS)?;
    for (i, &m) in data.rows.iter().enumerate() {
        check::index(m, data.methods.len(), || format!("row {}", i + 1))?;
    }
    check::once("rows", data.rows.iter().copied(), &data.methods)?;
    check::shape(data.cells.len(), data.rows.len(), || "the list of rows of cells".to_owned())?;
    for (i, row) in data.cells.iter().enumerate() {
        let name = |i: usize| &data.methods[data.rows[i]];
        check::shape(row.len(), i, || format!("the row of {}", name(i)))?;
        for (j, cell) in row.iter().enumerate() {
            if let Some(cell) = cell {
                check::within(cell.p, 0.0, 1.0, || format!("the p-value of {} and {}", name(j), name(i)))?;
            }
        }
    }
    if !data.steps.is_empty() {
        check::count("steps", data.steps.len(), MAX_STEPS)?;
    }
    for (step, _) in &data.steps {
        check::within(*step, 0.0, 1.0, || "a step of significance".to_owned())?;
    }
    for w in data.steps.windows(2) {
        check::interval((w[0].0, w[1].0), || "the steps of significance".to_owned())?;
    }
    Ok(())
}

fn arrow(better: Better) -> &'static str {
    match better {
        Better::Earlier => "↑",
        Better::Later => "←",
        Better::Neither => "=",
    }
}

fn shown(cell: &PairCell) -> String {
    format!("{} {}", font::clean(&cell.text), arrow(cell.better))
}

/// The shade of a step (0 the strongest) out of so many, or of none.
fn shade(step: Option<usize>, of: usize, look: Look) -> Rgb {
    let stops = match look.theme {
        Theme::Light => &heatmap::LIGHT,
        Theme::Dark => &heatmap::DARK,
        Theme::Print => &heatmap::GREY,
    };
    match step {
        None => along(stops, 0.0),
        // Pale enough to print on, strong enough to tell apart.
        Some(i) => along(stops, 1.0 - 0.65 * i as f64 / of.max(2).saturating_sub(1) as f64),
    }
}

fn step_of(data: &PairsData, p: f64) -> Option<usize> {
    data.steps.iter().position(|(step, _)| p <= *step)
}

fn draw_p(c: &mut Canvas, data: &PairsData, cell: Option<&PairCell>, area: Area, values: Face, deep: bool) {
    let look = c.look;
    let (x, y) = (area.x + area.w / 2.0, area.y + area.h / 2.0);
    let Some(cell) = cell else {
        let face = Face { colour: look.soft, ..values };
        c.swatch(area, absent(look));
        c.clear(x, y, "n/a", face, Anchor::Middle);
        c.label(x, y, "n/a", face, Anchor::Middle);
        return;
    };
    let fill = shade(step_of(data, cell.p), data.steps.len(), look);
    c.rect(area, fill);
    let face = Face { colour: readable(fill), ..values };
    if deep {
        let half = line(values.size) / 2.0;
        c.label(x, y - half, &cell.text, face, Anchor::Middle);
        c.label(x, y + half, arrow(cell.better), face, Anchor::Middle);
    } else {
        c.label(x, y, &shown(cell), face, Anchor::Middle);
    }
}

fn keys(data: &PairsData, look: Look) -> Vec<(String, Key)> {
    let of = data.steps.len();
    let mut out: Vec<(String, Key)> = data
        .steps
        .iter()
        .enumerate()
        .map(|(i, (_, text))| (format!("p ≤ {text}"), Key::Fill(plain(shade(Some(i), of, look)))))
        .collect();
    if let Some((_, text)) = data.steps.last() {
        let mut fill = plain(shade(None, of, look));
        fill.border = Some(look.axis);
        out.push((format!("p > {text}"), Key::Fill(fill)));
    }
    out
}

fn sentence(data: &PairsData) -> String {
    let mut out =
        "Below the diagonal p-values, with an arrow at the name of the better method (← row, ↑ column, \
                   = neither)."
            .to_owned();
    if data.cells.iter().flatten().flatten().any(|c| !c.effect.is_empty()) {
        out.push_str(" Above it the effect");
        if !data.effect.is_empty() {
            out.push_str(": ");
            out.push_str(&data.effect);
        }
        out.push('.');
    }
    out
}

fn verdict(cell: &PairCell, earlier: &str, later: &str) -> String {
    match cell.better {
        Better::Earlier => format!("{earlier} better"),
        Better::Later => format!("{later} better"),
        Better::Neither => "neither better".to_owned(),
    }
}

fn tooltip(pair: &str, cell: Option<&PairCell>, earlier: &str, later: &str) -> String {
    match cell {
        None => format!("{pair}: n/a"),
        Some(cell) => format!("{pair}: p {}, {}", cell.text, verdict(cell, earlier, later)),
    }
}

fn describe(data: &PairsData, names: &[&str]) -> String {
    let mut out = frame::spoken_start(&data.head, "Pairs of methods");
    for (i, row) in data.cells.iter().enumerate() {
        for (j, cell) in row.iter().enumerate() {
            let pair = format!("{} and {}", names[j], names[i]);
            out.push_str(&format!(" {}.", tooltip(&pair, cell.as_ref(), names[j], names[i])));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::testing::{name, noise, sound, words};
    use super::*;

    fn data(n: usize, kind: usize, effects: bool) -> PairsData {
        let cell = |i: usize| {
            let p = noise(i).powi(4);
            (i % 9 != 8).then(|| PairCell {
                p,
                text: if p < 0.001 { "<0.001".into() } else { format!("{p:.3}") },
                better: [Better::Earlier, Better::Later, Better::Neither][i % 3],
                effect: if effects { format!("{:+.2}", noise(i) - 0.5) } else { String::new() },
            })
        };
        PairsData {
            head: Head {
                title: "A title".into(),
                axis: "Wilcoxon signed-rank, Holm".into(),
                ..Head::default()
            },
            methods: (0..n).map(|i| name(i, kind)).collect(),
            rows: (0..n).rev().collect(),
            cells: (0..n).map(|i| (0..i).map(|j| cell(i * n + j)).collect()).collect(),
            steps: [0.001, 0.01, 0.05].map(|s| (s, s.to_string())).to_vec(),
            effect: "difference, row − column".into(),
        }
    }

    #[test]
    fn any_number_of_methods_and_any_names_stay_legible() {
        for n in [1, 2, 5, 16, 17, 40] {
            for kind in 0..6 {
                for theme in Theme::ALL {
                    let mut d = data(n, kind, kind % 2 == 0);
                    if kind == 3 {
                        d.head.notice = Some("FORCED: not like for like.".into());
                    }
                    let style = Style { theme, ..Style::default() };
                    let figure = pairs(&d, &style).unwrap();
                    sound(&figure);
                    let seen = words(&figure);
                    for cell in d.cells.iter().flatten().flatten() {
                        assert!(seen.contains(&cell.text) && seen.contains(&cell.effect));
                    }
                }
            }
        }
    }

    #[test]
    fn the_arrow_points_at_the_name_of_the_better_method() {
        let mut d = data(2, 0, true);
        d.rows = vec![0, 1];
        let at = |figure: &Figure, text: &str| {
            let t = figure.text_boxes().iter().find(|t| t.text == text).unwrap();
            ((t.x0 + t.x1) / 2.0, (t.y0 + t.y1) / 2.0)
        };
        for (better, sign, winner) in [(Better::Earlier, "↑", "M0"), (Better::Later, "←", "M1")] {
            d.cells[1][0] = Some(PairCell { p: 0.02, text: "0.020".into(), better, effect: "+7".into() });
            let figure = pairs(&d, &Style::default()).unwrap();
            let (x, y) = at(&figure, &format!("0.020 {sign}"));
            // The winner's name in that direction: as a column head above, or at the left of the row.
            let hit = figure.text_boxes().iter().any(|t| {
                t.text == winner
                    && if sign == "↑" {
                        t.x0 < x && x < t.x1.max(t.x0 + 60.0) && t.y1 < y
                    } else {
                        t.x1 < x && (t.y0 + t.y1 - 2.0 * y).abs() < 4.0
                    }
            });
            assert!(hit, "{sign}");
            // The effect lies in the mirrored cell.
            let (ex, ey) = at(&figure, "+7");
            assert!(ex > x && ey < y);
            assert!(figure.description().contains(&format!("p 0.020, {winner} better")));
        }
    }

    #[test]
    fn steps_are_inclusive_and_shades_differ() {
        let d = data(3, 0, false);
        assert_eq!(step_of(&d, 0.05), Some(2));
        assert_eq!(step_of(&d, 0.0500001), None);
        assert_eq!(step_of(&d, 0.0), Some(0));
        for theme in Theme::ALL {
            let look = Look::of(theme);
            for of in 1..=4 {
                let list: Vec<Rgb> =
                    (0..of).map(|i| shade(Some(i), of, look)).chain([shade(None, of, look)]).collect();
                for w in list.windows(2) {
                    assert!(w[0].contrast(w[1]) > 1.1, "{theme} {of} {list:?}");
                }
                assert!(list.iter().all(|&f| readable(f).contrast(f) >= 5.0));
            }
        }
    }

    #[test]
    fn arrows_are_in_the_font() {
        assert!("←↑=≤".chars().all(font::covers));
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let bad = |change: fn(&mut PairsData)| {
            let mut d = data(3, 0, true);
            change(&mut d);
            pairs(&d, &Style::default()).unwrap_err()
        };
        assert!(matches!(bad(|d| d.cells[2].push(None)), ChartError::Shape { expected: 2, got: 3, .. }));
        assert!(matches!(
            bad(|d| d.cells[1][0].as_mut().unwrap().p = 1.2),
            ChartError::Outside { high: 1.0, .. }
        ));
        assert_eq!(
            bad(|d| d.cells[1][0].as_mut().unwrap().p = f64::NAN),
            ChartError::NotFinite { what: "the p-value of M2 and M1".into() }
        );
        assert!(matches!(bad(|d| d.steps.reverse()), ChartError::Interval { .. }));
        assert!(matches!(bad(|d| d.rows[0] = 7), ChartError::Index { .. }));
        assert!(matches!(pairs(&data(41, 0, false), &Style::default()), Err(ChartError::TooMany { .. })));
        let narrow = Style { width: Some(300), ..Style::default() };
        assert!(matches!(pairs(&data(40, 0, false), &narrow), Err(ChartError::TooSmall { .. })));
    }
}
