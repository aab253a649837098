//! Rankings side by side: one panel a block, its methods sorted by the caller, each with its rank.

use super::canvas::{Anchor, Canvas};
use super::check;
use super::error::ChartError;
use super::figure::Figure;
use super::font;
use super::frame::{self, Caption, Head, MARGIN, Notice, Top, block_face, draw_lines, line, name_face};
use super::palette::fill_of;
use super::rows::{Row, Rows};
use super::scale;
use super::style::{Look, Style};

/// One method in a block.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct RankRow {
    /// Place of the method in [`RankingData::methods`].
    pub method: usize,
    /// Its rank as printed, for example `1` or `2.5`; empty for none.
    pub rank: String,
    /// Its value; `None` is drawn as `n/a`.
    pub value: Option<f64>,
    /// The value as printed.
    pub text: String,
    /// The value is within rounding of the row above; marked with `≈` and explained under the panels.
    pub within_rounding: bool,
}

/// The ranking inside one block.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct RankingPanel {
    /// The block's name.
    pub label: String,
    /// Its methods, in the order drawn.
    pub rows: Vec<RankRow>,
}

/// What [`ranking`] draws.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct RankingData {
    /// Titles, axis, notice.
    pub head: Head,
    /// The sorted list of all methods of the run; a method's place decides its colour.
    pub methods: Vec<String>,
    /// The blocks, in the order drawn.
    pub panels: Vec<RankingPanel>,
    /// Whether all panels share one scale. By default (`false`) each has its own, since values of different
    /// blocks are not to be compared; the figure says so.
    pub shared_scale: bool,
}

const MAX_PANELS: usize = 60;
const MAX_ROWS: usize = 600;
const BETWEEN: f64 = 36.0;

/// Draws the rankings.
///
/// Bars start at zero. Every panel has its own scale unless [`RankingData::shared_scale`] is set.
///
/// # Errors
/// [`ChartError::Empty`] without methods, panels or rows in a panel; [`ChartError::Index`], [`ChartError::Twice`] for a row that
/// points at no method; [`ChartError::NotFinite`] and [`ChartError::OutOfRange`] for values;
/// [`ChartError::TooMany`] beyond 60 panels or 600 rows; [`ChartError::TooSmall`] for the asked size.
///
/// ```
/// use likewise::chart::{Head, RankRow, RankingData, RankingPanel, Style, ranking};
/// let row = |method, rank: &str, value: f64, within_rounding| {
///     RankRow { method, rank: rank.into(), value: Some(value), text: format!("{value:.2}"), within_rounding }
/// };
/// let data = RankingData {
///     head: Head::default(),
///     methods: vec!["CE".into(), "LN".into()],
///     panels: vec![RankingPanel { label: "SwinT".into(), rows: vec![row(1, "1", 78.09, false), row(0, "2", 78.08, true)] }],
///     shared_scale: false,
/// };
/// assert!(ranking(&data, &Style::default())?.svg().contains("78.08 ≈"));
/// # Ok::<(), likewise::chart::ChartError>(())
/// ```
pub fn ranking(data: &RankingData, style: &Style) -> Result<Figure, ChartError> {
    check::count("methods", data.methods.len(), 100_000)?;
    check::count("panels", data.panels.len(), MAX_PANELS)?;
    let mut total = 0;
    for panel in &data.panels {
        check::count("rows", panel.rows.len(), MAX_ROWS)?;
        total += panel.rows.len();
        for row in &panel.rows {
            check::index(row.method, data.methods.len(), || format!("a row of {}", panel.label))?;
            if let Some(v) = row.value {
                check::number(v, || format!("{} in {}", data.methods[row.method], panel.label))?;
            }
        }
        check::once("rows of a panel", panel.rows.iter().map(|r| r.method), &data.methods)?;
    }
    check::count("rows", total, MAX_ROWS)?;
    frame::check_style(style)?;

    let look = Look::of(style.theme);
    let panels: Vec<Vec<Row>> = data.panels.iter().map(|p| rows(data, p, style)).collect();
    let names = name_face(look);
    let widest = panels.iter().flatten().map(|r| names.width(&font::clean(&r.label))).fold(0.0, f64::max);
    // A panel wide enough for its names; as many side by side as fit.
    let wish = (widest.min(250.0) * 1.15 + 220.0).clamp(250.0, 460.0);
    let n = data.panels.len();
    let (columns, width) = match style.width {
        Some(w) => {
            let w = f64::from(w);
            let fit = ((w - 2.0 * MARGIN + BETWEEN) / (wish.min(300.0) + BETWEEN)).floor() as usize;
            (fit.clamp(1, n.min(4)), w)
        }
        None => {
            let most = if wish > 360.0 { 2 } else { 3 };
            let columns = if n <= most {
                n
            } else {
                // The number of columns that leaves the fewest gaps in the last row.
                (2..=most).min_by_key(|&c| (n.div_ceil(c) * c - n, most - c)).unwrap_or(most)
            };
            let panel = if columns == 1 { wish.max(520.0) } else { wish };
            (columns, columns as f64 * (panel + BETWEEN) - BETWEEN + 2.0 * MARGIN)
        }
    };
    let width = width.ceil();
    let panel_w = ((width - 2.0 * MARGIN + BETWEEN) / columns as f64 - BETWEEN).floor();
    let all = scale::zero_based(panels.iter().flatten().flat_map(Row::numbers));
    let mut plans = Vec::with_capacity(n);
    for list in &panels {
        let own = scale::zero_based(list.iter().flat_map(Row::numbers));
        let domain = if data.shared_scale { all } else { own };
        let plan = Rows::plan(list, panel_w, domain, look).map_err(|need| {
            let need = columns as f64 * (need + BETWEEN) - BETWEEN + 2.0 * MARGIN;
            frame::too_small(style, need, f64::from(style.height.unwrap_or(480)))
        })?;
        plans.push(plan);
    }

    let inner = width - 2.0 * MARGIN;
    let top = Top::plan(&data.head, width, look);
    let axis = Caption::plan(&data.head.axis, inner, look);
    let blocks = block_face(look);
    let headers: Vec<_> =
        data.panels.iter().map(|p| font::wrap(&p.label, blocks.size, blocks.bold, panel_w, 3)).collect();
    // The notice stands in every panel: a picture cropped to one of them still carries it.
    let notice = Notice::plan(data.head.notice.as_deref(), panel_w);
    let mut foot = String::new();
    if panels.iter().flatten().any(|r| r.near) {
        foot.push_str(
            "≈ within rounding of the row above: a difference below half a unit of the last printed digit. ",
        );
    }
    if n > 1 && !data.shared_scale {
        foot.push_str("Each panel has its own scale.");
    }
    let foot = Caption::plan(&foot, inner, look);

    let lines: Vec<std::ops::Range<usize>> =
        (0..n).step_by(columns).map(|s| s..(s + columns).min(n)).collect();
    let header_h = |r: &std::ops::Range<usize>| {
        headers[r.clone()].iter().map(|h| h.lines.len()).max().unwrap_or(0) as f64 * line(blocks.size) + 6.0
    };
    let band = if notice.is_none() { 0.0 } else { notice.height + 6.0 };
    let start = top.height + if axis.height > 0.0 { axis.height + 10.0 } else { 0.0 };
    let end = if foot.height > 0.0 { foot.height + 8.0 } else { 0.0 } + MARGIN - 4.0;
    let gaps = 18.0 * (lines.len() - 1) as f64;
    let fixed = start + end + gaps + lines.iter().map(|r| header_h(r) + band + Rows::TICKS).sum::<f64>();
    let tallest = |plans: &[Rows]| -> f64 {
        lines.iter().map(|r| plans[r.clone()].iter().map(Rows::total).fold(0.0, f64::max)).sum()
    };
    let mut height = fixed + tallest(&plans);
    if let Some(h) = style.height {
        let per_row = (f64::from(h) - height)
            / lines.iter().map(|r| panels[r.clone()].iter().map(Vec::len).max().unwrap_or(0)).sum::<usize>()
                as f64;
        let need = height;
        for (plan, list) in plans.iter_mut().zip(&panels) {
            if !plan.stretch(per_row * list.len() as f64) {
                return Err(frame::too_small(style, width, need));
            }
        }
        height = fixed + tallest(&plans);
        if height > f64::from(h) + 0.5 {
            return Err(frame::too_small(style, width, need));
        }
        height = f64::from(h);
    }
    frame::check_height(height)?;

    let mut canvas = Canvas::new(style.theme, width, height);
    let c = &mut canvas;
    top.draw(c);
    axis.draw(c, MARGIN, top.height);
    let mut y = start;
    for (k, range) in lines.iter().enumerate() {
        if k > 0 {
            y += 18.0;
        }
        let rows_y = (y + header_h(range)).round();
        let mut deepest = rows_y;
        for (column, p) in range.clone().enumerate() {
            let x = MARGIN + (panel_w + BETWEEN) * column as f64;
            draw_lines(c, x, y, &headers[p], blocks, Anchor::Start);
            if headers[p].cut {
                c.note(format!("Shortened in the drawing: {}.", data.panels[p].label));
            }
            let mut at = notice.draw(c, x, rows_y);
            if !notice.is_none() {
                at += 6.0;
            }
            let end = plans[p].draw(c, &panels[p], 0..panels[p].len(), x, at);
            plans[p].draw_ticks(c, x, end + 10.0);
            deepest = deepest.max(end + Rows::TICKS);
        }
        y = deepest;
    }
    foot.draw(c, MARGIN, y + 8.0);
    canvas.finish(&frame::spoken_title(&data.head, "Rankings"), &describe(data))
}

fn rows(data: &RankingData, panel: &RankingPanel, style: &Style) -> Vec<Row> {
    let row = |r: &RankRow| {
        let method = &data.methods[r.method];
        let rank = font::clean(&r.rank);
        Row {
            label: method.clone(),
            rank: (!rank.is_empty()).then_some(rank),
            fill: fill_of(r.method, style.theme),
            value: r.value,
            text: r.text.clone(),
            error: None,
            near: r.within_rounding,
            tip: format!(
                "{}, rank {}: {method} {}",
                panel.label,
                r.rank,
                if r.value.is_some() { &r.text } else { "n/a" }
            ),
        }
    };
    panel.rows.iter().map(row).collect()
}

fn describe(data: &RankingData) -> String {
    let mut out = frame::spoken_start(&data.head, "Rankings inside each block");
    for panel in &data.panels {
        out.push_str(&format!(" {}:", panel.label));
        for (k, r) in panel.rows.iter().enumerate() {
            let text = if r.value.is_some() { &r.text } else { "n/a" };
            let near = if r.within_rounding { " (within rounding of the one before)" } else { "" };
            let comma = if k == 0 { "" } else { "," };
            out.push_str(&format!("{comma} {} {} {text}{near}", r.rank, data.methods[r.method]));
        }
        out.push('.');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::Theme;
    use super::super::testing::{name, noise, sound, words};
    use super::*;
    use proptest::prelude::*;

    fn data(panels: usize, rows: usize, kind: usize, shared_scale: bool) -> RankingData {
        let row = |p: usize, i: usize| {
            let value = 100.0 - 60.0 * i as f64 / rows as f64 - noise(p * rows + i);
            RankRow {
                method: (i + 3 * p) % rows,
                rank: (i + 1).to_string(),
                value: (i % 9 != 8).then_some(value),
                text: format!("{value:.2}"),
                within_rounding: i % 5 == 4,
            }
        };
        RankingData {
            head: Head {
                title: "A title".into(),
                axis: "AUROC (%), higher is better".into(),
                ..Head::default()
            },
            methods: (0..rows).map(|i| name(i, kind)).collect(),
            panels: (0..panels)
                .map(|p| RankingPanel {
                    label: name(p, kind / 2),
                    rows: (0..rows).map(|i| row(p, i)).collect(),
                })
                .collect(),
            shared_scale,
        }
    }

    #[test]
    fn panels_of_any_number_and_names_stay_legible() {
        for (panels, rows) in [(1, 1), (1, 30), (2, 5), (3, 5), (4, 9), (7, 12), (60, 10)] {
            for kind in 0..6 {
                let figure = ranking(&data(panels, rows, kind, kind % 2 == 0), &Style::default()).unwrap();
                sound(&figure);
            }
        }
    }

    #[test]
    fn rows_keep_their_order_rank_value_and_mark() {
        let d = data(2, 6, 0, false);
        let figure = ranking(&d, &Style::default()).unwrap();
        let seen = words(&figure);
        for row in d.panels.iter().flat_map(|p| &p.rows) {
            let text = if row.within_rounding { format!("{} ≈", row.text) } else { row.text.clone() };
            assert!(seen.lines().any(|l| l == text), "{text}");
        }
        assert!(seen.contains("within rounding of the row above") && seen.contains("its own scale"));
        let bars = figure.bar_boxes();
        assert!(bars[..6].windows(2).all(|w| w[0][1] < w[1][1]));
        // A shared scale draws equal values equally long and says nothing about own scales.
        let shared = ranking(&data(2, 6, 0, true), &Style::default()).unwrap();
        assert!(!words(&shared).contains("its own scale"));
    }

    #[test]
    fn a_method_has_one_colour_in_all_panels() {
        let d = data(3, 5, 0, false);
        let svg = ranking(&d, &Style::default()).unwrap().svg();
        for m in 0..5 {
            assert_eq!(svg.matches(&fill_of(m, Theme::Light).colour.css()).count(), 3);
        }
    }

    #[test]
    fn every_panel_carries_the_notice() {
        let mut d = data(3, 5, 0, false);
        d.head.notice = Some("FORCED".into());
        let figure = ranking(&d, &Style::default()).unwrap();
        sound(&figure);
        assert_eq!(words(&figure).matches("FORCED").count(), 3);
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let draw = |d: &RankingData| ranking(d, &Style::default()).unwrap_err();
        let mut d = data(2, 3, 0, false);
        d.panels[1].rows[0].method = 9;
        assert_eq!(draw(&d), ChartError::Index { what: "a row of M1".into(), index: 9, len: 3 });
        let taken = d.panels[1].rows[1].method;
        d.panels[1].rows[0].method = taken;
        assert!(matches!(draw(&d), ChartError::Twice { what: "rows of a panel", .. }));
        d.panels[1].rows.remove(1);
        d.panels[1].rows[0].value = Some(f64::NAN);
        assert_eq!(draw(&d), ChartError::NotFinite { what: "M1 in M1".into() });
        d.panels[1].rows.clear();
        assert_eq!(draw(&d), ChartError::Empty { what: "rows" });
        d.panels.clear();
        assert_eq!(draw(&d), ChartError::Empty { what: "panels" });
        assert!(matches!(draw(&data(61, 1, 0, false)), ChartError::TooMany { limit: 60, .. }));
        assert!(matches!(draw(&data(2, 301, 0, false)), ChartError::TooMany { limit: 600, .. }));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]
        #[test]
        fn whatever_comes_is_drawn_soundly_or_refused(
            panels in 1usize..9, rows in 1usize..20, kind in 0usize..36, shared in any::<bool>(), negative in any::<bool>(),
            theme in prop::sample::select(Theme::ALL.to_vec()),
            width in prop::option::of(240u32..1500), height in prop::option::of(200u32..3000),
            notice in prop::option::of("[a-z ]{1,200}"),
        ) {
            let mut d = data(panels, rows, kind, shared);
            d.head.notice = notice;
            if negative {
                for row in d.panels.iter_mut().flat_map(|p| &mut p.rows) {
                    row.value = row.value.map(|v| v - 70.0);
                }
            }
            match ranking(&d, &Style { theme, width, height, dpi: 96.0 }) {
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
