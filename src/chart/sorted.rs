//! All results of several blocks in one sorted list: the picture of a forced comparison.

use super::canvas::Canvas;
use super::check;
use super::error::ChartError;
use super::figure::Figure;
use super::font;
use super::frame::{self, Caption, Head, MARGIN, Notice, Top, name_face};
use super::palette::fill_of;
use super::rows::{Row, Rows};
use super::scale;
use super::style::{Look, Style};

/// One bar of the list.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct SortedRow {
    /// Place of the method in [`SortedData::methods`].
    pub method: usize,
    /// Place of the block in [`SortedData::blocks`].
    pub block: usize,
    /// Its length, in the unit of the axis; finite.
    pub value: f64,
    /// The value as printed.
    pub text: String,
}

/// What [`sorted`] draws. A list of several blocks has a notice: it pools what is not comparable.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct SortedData {
    /// Titles and axis; its own `notice`, if any, follows the mandatory one.
    pub head: Head,
    /// What a reader must know: that the comparison was forced, and which condition was broken. May be empty where
    /// there is one block, in which nothing is pooled.
    pub notice: String,
    /// The sorted list of all methods of the run; a method's place decides its colour.
    pub methods: Vec<String>,
    /// The blocks.
    pub blocks: Vec<String>,
    /// The bars, in the order drawn.
    pub rows: Vec<SortedRow>,
}

const MAX_ROWS: usize = 400;

/// Draws the pooled list, one row a result. The notice stands at its top and again every 24 rows.
///
/// # Errors
/// [`ChartError::NoNotice`] for several blocks without a notice; [`ChartError::Empty`] without methods, blocks or rows;
/// [`ChartError::Index`] for a row that points at no method or block; [`ChartError::NotFinite`] and
/// [`ChartError::OutOfRange`] for values; [`ChartError::TooMany`] beyond 400 rows;
/// [`ChartError::TooSmall`] for the asked size.
///
/// ```
/// use likewise::chart::{ChartError, Head, SortedData, SortedRow, Style, sorted};
/// let mut data = SortedData {
///     head: Head::default(),
///     notice: "Forced: the blocks differ in Backbone.".into(),
///     methods: vec!["LN".into()],
///     blocks: vec!["ResNet50".into(), "SwinT".into()],
///     rows: vec![
///         SortedRow { method: 0, block: 0, value: 85.53, text: "85.53".into() },
///         SortedRow { method: 0, block: 1, value: 78.09, text: "78.09".into() },
///     ],
/// };
/// assert!(sorted(&data, &Style::default())?.svg().contains("Forced"));
/// data.notice.clear();
/// assert_eq!(sorted(&data, &Style::default()), Err(ChartError::NoNotice));
/// # Ok::<(), ChartError>(())
/// ```
pub fn sorted(data: &SortedData, style: &Style) -> Result<Figure, ChartError> {
    let mut text = font::clean(&data.notice);
    if text.is_empty() && data.blocks.len() > 1 {
        return Err(ChartError::NoNotice);
    }
    check::count("methods", data.methods.len(), 100_000)?;
    check::count("blocks", data.blocks.len(), 100_000)?;
    check::count("rows", data.rows.len(), MAX_ROWS)?;
    for (i, row) in data.rows.iter().enumerate() {
        check::index(row.method, data.methods.len(), || format!("the method of row {}", i + 1))?;
        check::index(row.block, data.blocks.len(), || format!("the block of row {}", i + 1))?;
        check::number(row.value, || label(data, row))?;
    }
    frame::check_style(style)?;
    if let Some(more) = &data.head.notice {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(more);
    }
    let head = Head { notice: (!text.is_empty()).then_some(text), ..data.head.clone() };

    let look = Look::of(style.theme);
    let rows: Vec<Row> = data
        .rows
        .iter()
        .map(|r| Row {
            label: label(data, r),
            rank: None,
            fill: fill_of(r.method, style.theme),
            value: Some(r.value),
            text: r.text.clone(),
            error: None,
            near: false,
            tip: format!("{}: {}", label(data, r), r.text),
        })
        .collect();
    let domain = scale::zero_based(rows.iter().flat_map(Row::numbers));
    let widest = rows.iter().map(|r| name_face(look).width(&font::clean(&r.label))).fold(0.0, f64::max);
    let width = style.width.map_or((widest.min(380.0) + 480.0).clamp(600.0, 860.0), f64::from).ceil();
    let inner = width - 2.0 * MARGIN;
    let mut plan = Rows::plan(&rows, inner, domain, look).map_err(|need| {
        frame::too_small(style, need + 2.0 * MARGIN, f64::from(style.height.unwrap_or(480)))
    })?;
    let top = Top::plan(&head, width, look);
    let axis = Caption::plan(&head.axis, inner, look);
    let notice = Notice::plan(head.notice.as_deref(), inner);
    // without a notice to repeat, all rows are one part
    let every = if head.notice.is_some() { super::bars::NOTICE_EVERY } else { rows.len() };
    let starts: Vec<usize> = (0..rows.len()).step_by(every).collect();
    let fixed = top.height
        + if axis.height > 0.0 { axis.height + 6.0 } else { 0.0 }
        + starts.len() as f64 * (notice.height + 12.0)
        + Rows::TICKS
        + MARGIN
        - 4.0;
    let mut height = fixed + plan.total();
    if let Some(h) = style.height {
        let need = height;
        if !plan.stretch(f64::from(h) - height) {
            return Err(frame::too_small(style, width, need));
        }
        height = f64::from(h);
    }
    frame::check_height(height)?;

    let mut canvas = Canvas::new(style.theme, width, height);
    let c = &mut canvas;
    top.draw(c);
    let mut y = top.height;
    if axis.height > 0.0 {
        axis.draw(c, MARGIN, y);
        y += axis.height + 6.0;
    }
    for (k, &start) in starts.iter().enumerate() {
        let end = starts.get(k + 1).copied().unwrap_or(rows.len());
        y = notice.draw(c, MARGIN, y + 4.0) + 8.0;
        y = plan.draw(c, &rows, start..end, MARGIN, y);
    }
    plan.draw_ticks(c, MARGIN, y + 11.0);
    let mut desc = frame::spoken_start(&head, "One sorted list");
    for (i, r) in data.rows.iter().enumerate() {
        desc.push_str(&format!(" {}. {} {};", i + 1, label(data, r), r.text));
    }
    canvas.finish(&frame::spoken_title(&head, "One sorted list"), &desc)
}

fn label(data: &SortedData, row: &SortedRow) -> String {
    format!("{} · {}", data.methods[row.method], data.blocks[row.block])
}

#[cfg(test)]
mod tests {
    use super::super::Theme;
    use super::super::testing::{name, noise, sound, words};
    use super::*;

    fn data(rows: usize, kind: usize) -> SortedData {
        SortedData {
            head: Head {
                title: "A title".into(),
                axis: "AUROC (%), higher is better".into(),
                ..Head::default()
            },
            notice: "FORCED: the blocks differ in Backbone".into(),
            methods: (0..10).map(|i| name(i, kind)).collect(),
            blocks: (0..40).map(|i| name(i, kind / 2)).collect(),
            rows: (0..rows)
                .map(|i| {
                    let value = 99.0 - 120.0 * i as f64 / rows as f64 - noise(i);
                    SortedRow { method: i % 10, block: i / 10, value, text: format!("{value:.2}") }
                })
                .collect(),
        }
    }

    #[test]
    fn every_row_is_drawn_in_order_with_its_value() {
        for rows in [1, 15, 100, 400] {
            for kind in 0..6 {
                for theme in Theme::ALL {
                    let d = data(rows, kind);
                    let figure = sorted(&d, &Style { theme, ..Style::default() }).unwrap();
                    sound(&figure);
                    let seen = words(&figure);
                    assert!(d.rows.iter().all(|r| seen.lines().any(|l| l == r.text)));
                    assert!(figure.bar_boxes().windows(2).all(|w| w[0][1] < w[1][1]));
                    assert_eq!(seen.matches("FORCED").count(), rows.div_ceil(24));
                    assert!(figure.description().starts_with("FORCED"));
                }
            }
        }
    }

    #[test]
    fn no_notice_no_figure_and_errors_name_what_is_wrong() {
        let draw = |d: &SortedData| sorted(d, &Style::default()).unwrap_err();
        for empty in ["", " \n"] {
            let mut d = data(3, 0);
            d.notice = empty.into();
            assert_eq!(draw(&d), ChartError::NoNotice);
        }
        let mut d = data(3, 0);
        d.rows[1].block = 40;
        assert_eq!(draw(&d), ChartError::Index { what: "the block of row 2".into(), index: 40, len: 40 });
        let mut d = data(3, 0);
        d.rows[2].value = f64::INFINITY;
        assert_eq!(draw(&d), ChartError::NotFinite { what: "M2 · M0".into() });
        assert_eq!(draw(&data(0, 0)), ChartError::Empty { what: "rows" });
        assert!(matches!(draw(&data(401, 0)), ChartError::TooMany { limit: 400, .. }));
        let small = Style { height: Some(200), ..Style::default() };
        assert!(matches!(sorted(&data(50, 0), &small), Err(ChartError::TooSmall { .. })));
    }
}
