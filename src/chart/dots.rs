//! Dots (Cleveland): one row a block, one dot a method, on an axis that need not start at zero.

use super::bars::Group;
use super::canvas::{Anchor, Canvas};
use super::check;
use super::error::ChartError;
use super::figure::Figure;
use super::font::{self, Wrapped};
use super::frame::{self, Caption, Head, MARGIN, Notice, Top, line, name_face, tick_face};
use super::legend::{Key, Legend};
use super::parts::{TOLD_APART, ink, marker};
use super::rows::{draw_ticks, spaced_ticks};
use super::scale::{self, Scale};
use super::style::{Look, Style};

/// What [`dots`] draws.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct DotsData {
    /// Titles, axis, notice.
    pub head: Head,
    /// The sorted list of all methods of the run; a method's place decides its colour and marker.
    pub methods: Vec<String>,
    /// The blocks, in the order drawn. A missing value has no dot; the description names it.
    pub groups: Vec<Group>,
}

const MAX_ROWS: usize = 200;
const MAX_DOTS: usize = 4000;
const RADIUS: f64 = 4.6;
const LEVEL: f64 = 11.0;

/// Draws dots. Those that would lie over each other stand one below the other; values are in the tooltips
/// and the description. An interval is a line through its dot.
///
/// # Errors
/// As [`bars`](super::bars()); at most 48 methods (more cannot be told apart), 200 blocks, 4000 dots.
///
/// ```
/// use likewise::chart::{Bar, DotsData, Group, Head, Style, dots};
/// let dot = |value: f64| Some(Bar { value, text: format!("{value}"), error: None });
/// let data = DotsData {
///     head: Head::default(),
///     methods: vec!["CE".into(), "LN".into()],
///     groups: vec![Group { label: "SwinT".into(), values: vec![dot(74.95), dot(78.09)] }],
/// };
/// assert!(dots(&data, &Style::default())?.svg().contains("SwinT, LN: 78.09"));
/// # Ok::<(), likewise::chart::ChartError>(())
/// ```
pub fn dots(data: &DotsData, style: &Style) -> Result<Figure, ChartError> {
    let numbers = validate(data)?;
    frame::check_style(style)?;
    let look = Look::of(style.theme);
    let names = name_face(look);
    let width = style.width.map_or(720.0, f64::from);
    let inner = width - 2.0 * MARGIN;
    let labels: Vec<Wrapped> =
        data.groups.iter().map(|g| font::wrap(&g.label, names.size, names.bold, inner * 0.36, 3)).collect();
    let label_w = labels.iter().map(|l| l.width(names.size, names.bold)).fold(0.0, f64::max).ceil();
    let left = MARGIN + label_w + 12.0;
    let room = width - MARGIN - left - 16.0;
    if room < 100.0 {
        return Err(frame::too_small(style, width + 100.0 - room, f64::from(style.height.unwrap_or(480))));
    }
    let (lo, hi) = scale::around(numbers);
    let scale = Scale { lo, hi, px0: left + 8.0, px1: width - MARGIN - 8.0 };
    let levels: Vec<Vec<usize>> = data.groups.iter().map(|g| stack(g, &scale)).collect();
    let natural = |i: usize| {
        let deep = levels[i].iter().max().map_or(0, |m| m + 1).max(1) as f64;
        (line(names.size) * labels[i].lines.len() as f64 + 8.0).max(deep * LEVEL + 15.0)
    };
    let mut heights: Vec<f64> = (0..data.groups.len()).map(natural).collect();

    let top = Top::plan(&data.head, width, look);
    let legend = Legend::plan(&keys(data, look), inner, look);
    let axis = Caption::plan(&data.head.axis, inner, look);
    let notice = Notice::plan(data.head.notice.as_deref(), inner);
    let mut y = top.height + legend.height + 8.0;
    if axis.height > 0.0 {
        y += axis.height + 6.0;
    }
    let every = super::bars::NOTICE_EVERY;
    let bands = if notice.is_none() { 0 } else { data.groups.len().div_ceil(every) };
    let fixed = y + bands as f64 * (notice.height + 10.0) + 20.0 + MARGIN - 4.0;
    let height = fixed + heights.iter().sum::<f64>();
    if let Some(h) = style.height {
        let extra = (f64::from(h) - height) / heights.len() as f64;
        if extra < 0.0 {
            return Err(frame::too_small(style, width, height));
        }
        heights.iter_mut().for_each(|h| *h += extra);
    }
    frame::check_height(height)?;

    let mut canvas = Canvas::new(style.theme, width, style.height.map_or(height, f64::from));
    let c = &mut canvas;
    top.draw(c);
    legend.draw(c, MARGIN, top.height);
    axis.draw(c, MARGIN, top.height + legend.height + 8.0);
    let small = tick_face(look);
    let ticks = spaced_ticks(&scale, small);
    for (i, group) in data.groups.iter().enumerate() {
        if i % every == 0 && !notice.is_none() {
            y = notice.draw(c, MARGIN, y + 4.0) + 6.0;
        }
        for t in &ticks {
            c.upright(scale.at(t.value), y, y + heights[i], look.grid);
        }
        let middle = (y + heights[i] / 2.0).round();
        let first = middle - line(names.size) * (labels[i].lines.len().max(1) - 1) as f64 / 2.0;
        for (k, l) in labels[i].lines.iter().enumerate() {
            c.label(MARGIN + label_w, first + line(names.size) * k as f64, l, names, Anchor::End);
        }
        if labels[i].cut {
            c.note(format!("Shortened in the drawing: {}.", group.label));
        }
        let deep = levels[i].iter().max().copied().unwrap_or(0) as f64;
        c.level(left, width - MARGIN, y + heights[i] - 1.0, look.grid);
        for (m, bar) in group.values.iter().enumerate() {
            let Some(bar) = bar else { continue };
            let at = middle + (levels[i][m] as f64 - deep / 2.0) * LEVEL;
            let colour = ink(m, look);
            c.group(&format!("{}, {}: {}", group.label, data.methods[m], bar.text), |c| {
                if let Some((low, high)) = bar.error {
                    c.line(&[(scale.at(low), at), (scale.at(high), at)], colour, 1.6);
                }
                c.marker(scale.at(bar.value), at, RADIUS, marker(m), colour);
            });
        }
        y += heights[i];
    }
    c.level(left, width - MARGIN, y, look.axis);
    draw_ticks(c, &scale, &ticks, 0.0, y + 12.0, (4.0, width - 4.0));
    canvas.finish(&frame::spoken_title(&data.head, "Dot plot"), &describe(data))
}

fn validate(data: &DotsData) -> Result<Vec<f64>, ChartError> {
    check::count("methods", data.methods.len(), TOLD_APART)?;
    check::count("groups", data.groups.len(), MAX_ROWS)?;
    let mut numbers = Vec::new();
    for group in &data.groups {
        check::shape(group.values.len(), data.methods.len(), || format!("group {}", group.label))?;
        for (method, bar) in data.methods.iter().zip(&group.values) {
            let Some(bar) = bar else { continue };
            let what = || format!("{method} in {}", group.label);
            check::number(bar.value, what)?;
            numbers.push(bar.value);
            if let Some(ends) = bar.error {
                check::interval(ends, what)?;
                numbers.extend([ends.0, ends.1]);
            }
        }
    }
    check::count("values", numbers.len(), MAX_DOTS * 3)?;
    Ok(numbers)
}

/// For each method the line it stands on, so that no two dots (or intervals) of a line touch.
fn stack(group: &Group, scale: &Scale) -> Vec<usize> {
    let reach = |m: usize| -> Option<(f64, f64)> {
        let bar = group.values[m].as_ref()?;
        let x = scale.at(bar.value);
        let (l, h) = bar.error.map_or((x, x), |(l, h)| (scale.at(l).min(x), scale.at(h).max(x)));
        Some((l.min(x - RADIUS - 1.5), h.max(x + RADIUS + 1.5)))
    };
    let mut order: Vec<usize> = (0..group.values.len()).filter(|&m| reach(m).is_some()).collect();
    let start = |m: usize| reach(m).map_or(0.0, |r| r.0);
    order.sort_by(|&a, &b| start(a).total_cmp(&start(b)).then(a.cmp(&b)));
    let mut ends: Vec<f64> = Vec::new();
    let mut out = vec![0; group.values.len()];
    for m in order {
        let Some((from, to)) = reach(m) else { continue };
        let free = ends.iter().position(|&e| e <= from).unwrap_or(ends.len());
        if free == ends.len() {
            ends.push(to);
        } else {
            ends[free] = to;
        }
        out[m] = free;
    }
    out
}

fn keys(data: &DotsData, look: Look) -> Vec<(String, Key)> {
    data.methods.iter().enumerate().map(|(m, n)| (n.clone(), Key::Marker(marker(m), ink(m, look)))).collect()
}

fn describe(data: &DotsData) -> String {
    let mut out = frame::spoken_start(&data.head, "Dot plot");
    for group in &data.groups {
        let list: Vec<String> = data
            .methods
            .iter()
            .zip(&group.values)
            .map(|(m, b)| format!("{m} {}", b.as_ref().map_or("n/a", |b| &b.text)))
            .collect();
        out.push_str(&format!(" {}: {}.", group.label, list.join(", ")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::bars::Bar;
    use super::super::testing::{name, noise, sound};
    use super::*;

    fn data(groups: usize, methods: usize, kind: usize, spread: f64) -> DotsData {
        let dot = |i: usize| {
            let value = 50.0 + spread * noise(i);
            let error = i.is_multiple_of(4).then_some((value - spread * 0.1, value + spread * 0.02));
            (i % 11 != 10).then(|| Bar { value, text: format!("{value:.2}"), error })
        };
        DotsData {
            head: Head { title: "A title".into(), axis: "AUROC (%)".into(), ..Head::default() },
            methods: (0..methods).map(|i| name(i, kind)).collect(),
            groups: (0..groups)
                .map(|g| Group {
                    label: name(g, kind / 2),
                    values: (0..methods).map(|m| dot(g * methods + m)).collect(),
                })
                .collect(),
        }
    }

    #[test]
    fn any_number_of_dots_and_any_names_stay_legible() {
        for (groups, methods) in [(1, 1), (3, 5), (12, 12), (200, 12), (12, 40)] {
            for kind in 0..6 {
                for spread in [0.0, 1e-9, 40.0] {
                    sound(&dots(&data(groups, methods, kind, spread), &Style::default()).unwrap());
                }
            }
        }
    }

    #[test]
    fn dots_of_one_row_never_touch() {
        let d = data(30, 12, 0, 3.0);
        let scale = Scale { lo: 50.0, hi: 53.0, px0: 0.0, px1: 200.0 };
        for g in &d.groups {
            let levels = stack(g, &scale);
            let at: Vec<Option<f64>> =
                g.values.iter().map(|b| b.as_ref().map(|b| scale.at(b.value))).collect();
            for i in 0..12 {
                for j in 0..i {
                    if let (Some(a), Some(b)) = (at[i], at[j]) {
                        assert!(levels[i] != levels[j] || (a - b).abs() >= 2.0 * RADIUS);
                    }
                }
            }
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        assert!(matches!(
            dots(&data(2, 49, 0, 1.0), &Style::default()),
            Err(ChartError::TooMany { limit: 48, .. })
        ));
        let mut d = data(2, 2, 0, 1.0);
        d.groups[0].values[1] = Some(Bar { value: f64::NAN, text: String::new(), error: None });
        assert_eq!(dots(&d, &Style::default()), Err(ChartError::NotFinite { what: "M1 in M0".into() }));
        d.groups.iter_mut().for_each(|g| g.values.fill(None));
        assert_eq!(dots(&d, &Style::default()), Err(ChartError::Empty { what: "values" }));
    }
}
