//! Bars that lie: one row each.

use super::super::canvas::{Anchor, Canvas};
use super::super::error::ChartError;
use super::super::figure::Figure;
use super::super::font::{self, Wrapped};
use super::super::frame::{self, Caption, MARGIN, Notice, Top, block_face, draw_lines, line, name_face};
use super::super::palette::fill_of;
use super::super::rows::{Row, Rows};
use super::super::scale;
use super::super::style::{Look, Style};
use super::{BarsData, NOTICE_EVERY, describe, legend, numbers, tip};

/// Lays the bars out in rows and draws them.
pub(super) fn draw(
    data: &BarsData,
    shown: &[usize],
    style: &Style,
    look: Look,
) -> Result<Figure, ChartError> {
    // One method: each row is a group; otherwise each group is a section with a row for each method.
    let single = shown.len() == 1;
    let mut rows = Vec::with_capacity(data.groups.len() * shown.len());
    for group in &data.groups {
        for &i in shown {
            let bar = group.values[i].as_ref();
            rows.push(Row {
                label: if single { group.label.clone() } else { data.methods[i].clone() },
                rank: None,
                fill: fill_of(i, style.theme),
                value: bar.map(|b| b.value),
                text: bar.map(|b| b.text.clone()).unwrap_or_default(),
                error: bar.and_then(|b| b.error),
                near: false,
                tip: tip(group, &data.methods[i], bar),
            });
        }
    }
    let domain = scale::zero_based(numbers(data));
    let widest_name = rows.iter().map(|r| name_face(look).width(&font::clean(&r.label))).fold(0.0, f64::max);
    let width = style.width.map_or((widest_name.min(380.0) + 500.0).clamp(640.0, 860.0), f64::from);
    let inner = width - 2.0 * MARGIN;
    let mut plan = Rows::plan(&rows, inner, domain, look).map_err(|need| {
        frame::too_small(style, need + 2.0 * MARGIN, f64::from(style.height.unwrap_or(480)))
    })?;

    let top = Top::plan(&data.head, width, look);
    let key = single.then(|| legend(data, shown, inner, look));
    let axis = Caption::plan(&data.head.axis, inner, look);
    let notice = Notice::plan(data.head.notice.as_deref(), inner);
    let blocks = block_face(look);
    let per = if single { rows.len() } else { shown.len() };
    let headers: Vec<Wrapped> = if single {
        vec![Wrapped::default()]
    } else {
        data.groups.iter().map(|g| font::wrap(&g.label, blocks.size, blocks.bold, inner, 3)).collect()
    };
    let header_h = |w: &Wrapped| {
        if w.lines.is_empty() { 4.0 } else { line(blocks.size) * w.lines.len() as f64 + 8.0 }
    };
    // Where the notice stands: before the first row, then at least every so many rows.
    let mut bands = vec![];
    let mut since = NOTICE_EVERY;
    for r in 0..rows.len() {
        let starts = r % per == 0;
        if !notice.is_none() && (since >= NOTICE_EVERY || (starts && since + per > NOTICE_EVERY && since > 0))
        {
            bands.push(r);
            since = 0;
        }
        since += 1;
    }
    let long = rows.len() > 30;
    let tick_lines = Rows::TICKS * if long { 2.0 } else { 1.0 };
    let fixed = top.height
        + key.as_ref().map_or(0.0, |k| k.height + 8.0)
        + if axis.height > 0.0 { axis.height + 6.0 } else { 0.0 }
        + headers.iter().map(header_h).sum::<f64>()
        + bands.len() as f64 * (notice.height + 8.0)
        + 8.0 * (headers.len() - 1) as f64
        + tick_lines
        + MARGIN;
    let height = match style.height {
        None => fixed + plan.total(),
        Some(h) => {
            let h = f64::from(h);
            if !plan.stretch(h - fixed - plan.total()) {
                return Err(frame::too_small(style, width, fixed + rows.len() as f64 * 20.0));
            }
            h
        }
    };
    frame::check_height(height)?;

    let mut canvas = Canvas::new(style.theme, width, height);
    let c = &mut canvas;
    top.draw(c);
    let mut y = top.height;
    if let Some(key) = &key {
        key.draw(c, MARGIN, y);
        y += key.height + 8.0;
    }
    if axis.height > 0.0 {
        axis.draw(c, MARGIN, y);
        y += axis.height + 6.0;
    }
    if long {
        plan.draw_ticks(c, MARGIN, y + 9.0);
        y += Rows::TICKS;
    }
    for (g, header) in headers.iter().enumerate() {
        if g > 0 {
            y += 8.0;
        }
        let (start, end) = (g * per, (g + 1) * per);
        let mut from = start;
        if bands.contains(&start) {
            y = notice.draw(c, MARGIN, y) + 8.0;
        }
        if !header.lines.is_empty() {
            draw_lines(c, MARGIN, y + 4.0, header, blocks, Anchor::Start);
            if header.cut {
                c.note(format!("Shortened in the drawing: {}.", data.groups[g].label));
            }
        }
        y += header_h(header);
        for &band in bands.iter().filter(|&&b| b > start && b < end) {
            y = plan.draw(c, &rows, from..band, MARGIN, y);
            y = notice.draw(c, MARGIN, y + 4.0) + 4.0;
            from = band;
        }
        y = plan.draw(c, &rows, from..end, MARGIN, y);
    }
    plan.draw_ticks(c, MARGIN, y + 11.0);
    canvas.finish(&frame::spoken_title(&data.head, "Bar chart"), &describe(data, shown))
}
