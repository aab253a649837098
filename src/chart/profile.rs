//! Performance profiles: the share of cases within a threshold, as the threshold moves.
//!
//! Dolan and Moré, *Benchmarking optimization software with performance profiles*, Mathematical Programming
//! 91 (2002): share of problems solved within a factor of the best. Agarwal et al., *Deep reinforcement
//! learning at the edge of the statistical precipice*, NeurIPS 2021: share of runs above a score, with
//! pointwise bands.

use super::canvas::{Anchor, Canvas, Face};
use super::check;
use super::error::ChartError;
use super::figure::Figure;
use super::font::{self, Wrapped};
use super::frame::{self, Caption, Head, MARGIN, Notice, Top, line, name_face, tick_face};
use super::palette::MARKERS;
use super::parts::{TOLD_APART, apart, ink, marker, method_line, stacked, widest};
use super::rows::{draw_ticks, spaced_log_ticks, spaced_ticks};
use super::scale::{self, Scale};
use super::style::{Look, Style, Theme};
use crate::words::count;

/// One step of a line.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ProfilePoint {
    /// The threshold.
    pub x: f64,
    /// The fraction from this threshold on, until that of the next point; 0 to 1.
    pub y: f64,
    /// Ends of the pointwise band over the same stretch; 0 to 1.
    pub band: Option<(f64, f64)>,
}

/// One method.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ProfileLine {
    /// Place of the method in [`ProfileData::methods`].
    pub method: usize,
    /// The steps, thresholds rising (equal ones stand for one jump). The last step runs to the end of the
    /// axis.
    pub points: Vec<ProfilePoint>,
}

/// What [`profile`] draws.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ProfileData {
    /// Titles, axis (what the fraction is, such as `Fraction of runs with a score above τ`), notice.
    pub head: Head,
    /// What the threshold is, such as `score τ`, under the axis; empty for none.
    pub threshold: String,
    /// The sorted list of all methods of the run; a method's place decides its colour and marker.
    pub methods: Vec<String>,
    /// The lines, the first at the bottom of the drawing.
    pub lines: Vec<ProfileLine>,
    /// Ends of the threshold axis; `None` for those of the points. All points must lie inside.
    pub range: Option<(f64, f64)>,
    /// Whether the threshold axis is logarithmic; then thresholds are above zero.
    pub logarithmic: bool,
}

const MAX_LINES: usize = TOLD_APART;
const MAX_POINTS: usize = 20_000;
/// Least height and width of the plot, px.
const LEAST: f64 = 120.0;
/// Markers along a line.
const MARKS: usize = 4;

/// Draws step curves with bands. Each line is named at its right end; where ends lie close, the names are
/// moved apart and tied to them. Markers along the lines tell them apart without colour; from the 13th method
/// on, dashes too.
///
/// # Errors
/// [`ChartError::Empty`] without methods, lines or points; [`ChartError::Index`], [`ChartError::Twice`]; [`ChartError::NotFinite`],
/// [`ChartError::OutOfRange`]; [`ChartError::Outside`] for fractions and bands outside 0 to 1 and points
/// outside `range`; [`ChartError::NotPositive`] on a logarithmic axis; [`ChartError::Interval`] for thresholds that do not rise, bands upside down and an
/// inverted `range`; [`ChartError::TooMany`] beyond 48 lines or 20 000 points; [`ChartError::TooSmall`] for
/// the asked size.
///
/// ```
/// use likewise::chart::{Head, ProfileData, ProfileLine, ProfilePoint, Style, profile};
/// let at = |x, y| ProfilePoint { x, y, band: None };
/// let data = ProfileData {
///     head: Head { axis: "Fraction of runs with a score above τ".into(), ..Head::default() },
///     threshold: "score τ".into(),
///     methods: vec!["CE".into()],
///     lines: vec![ProfileLine { method: 0, points: vec![at(0.0, 1.0), at(0.4, 0.5), at(0.9, 0.0)] }],
///     range: Some((0.0, 1.0)),
///     logarithmic: false,
/// };
/// assert!(profile(&data, &Style::default())?.svg().contains(">CE</text>"));
/// # Ok::<(), likewise::chart::ChartError>(())
/// ```
pub fn profile(data: &ProfileData, style: &Style) -> Result<Figure, ChartError> {
    let (lo, hi) = validate(data)?;
    if data.logarithmic {
        return draw(&logarithms(data)?, (lo.log10(), hi.log10()), style);
    }
    draw(data, (lo, hi), style)
}

/// The data with the logarithms of its thresholds, in which the axis is drawn.
fn logarithms(data: &ProfileData) -> Result<ProfileData, ChartError> {
    let mut out = data.clone();
    for l in &mut out.lines {
        for p in &mut l.points {
            if p.x <= 0.0 {
                let what = format!("a threshold of {}", data.methods[l.method]);
                return Err(ChartError::NotPositive { what, value: p.x });
            }
            p.x = p.x.log10();
        }
    }
    if let Some((lo, _)) = data.range
        && lo <= 0.0
    {
        return Err(ChartError::NotPositive { what: "the end of the threshold axis".to_owned(), value: lo });
    }
    Ok(out)
}

fn draw(data: &ProfileData, (lo, hi): (f64, f64), style: &Style) -> Result<Figure, ChartError> {
    frame::check_style(style)?;
    let look = Look::of(style.theme);
    let (names, small) = (name_face(look), tick_face(look));
    let width = style.width.map_or(760.0, f64::from);
    let inner = width - 2.0 * MARGIN;
    let most = (inner * 0.3).min(220.0);
    let labels: Vec<Wrapped> = data
        .lines
        .iter()
        .map(|l| font::wrap(&data.methods[l.method], names.size, names.bold, most, 2))
        .collect();
    let label_w = widest(&labels, names);
    let x0 = MARGIN + small.width("1.0").ceil() + 8.0;
    let x1 = width - MARGIN - label_w - KEY - 8.0;
    let top = Top::plan(&data.head, width, look);
    let caption = Caption::plan(&data.head.axis, inner, look);
    let notice = Notice::plan(data.head.notice.as_deref(), inner);
    let under = Caption::plan(&data.threshold, (x1 - x0).max(60.0), look);
    let heights: Vec<f64> =
        labels.iter().map(|l| line(names.size) * l.lines.len().max(1) as f64 + 2.0).collect();
    let mut y0 = top.height;
    if caption.height > 0.0 {
        y0 += caption.height + 8.0;
    }
    if !notice.is_none() {
        y0 += notice.height + 10.0;
    }
    y0 += 6.0;
    let below = 22.0 + under.height + MARGIN - 4.0;
    let least = LEAST.max(heights.iter().sum::<f64>());
    let height = style
        .height
        .map_or((y0 + least.max(320.0).max(frame::asked_height(style)) + below).ceil(), f64::from);
    let y1 = height - below;
    if x1 - x0 < LEAST || y1 - y0 < least {
        return Err(frame::too_small(
            style,
            width + (LEAST - (x1 - x0)).max(0.0) * 1.5,
            height + (least - (y1 - y0)).max(0.0),
        ));
    }
    let xs = Scale { lo, hi, px0: x0, px1: x1 };
    let ys = Scale { lo: 0.0, hi: 1.0, px0: y1, px1: y0 };

    let mut canvas = Canvas::new(style.theme, width, height);
    let c = &mut canvas;
    top.draw(c);
    let mut y = top.height;
    caption.draw(c, MARGIN, y);
    if caption.height > 0.0 {
        y += caption.height + 8.0;
    }
    notice.draw(c, MARGIN, y);
    let ticks = if data.logarithmic { spaced_log_ticks(&xs, small) } else { spaced_ticks(&xs, small) };
    for t in &ticks {
        c.upright(xs.at(t.value), y0, y1, look.grid);
    }
    for t in scale::ticks(0.0, 1.0, if y1 - y0 > 200.0 { 5 } else { 2 }) {
        let y = ys.at(t.value);
        c.level(x0, x1, y, look.grid);
        c.label(x0 - 7.0, y, &t.text, small, Anchor::End);
    }
    c.level(x0, x1, y1, look.axis);
    c.upright(x0, y0, y1, look.axis);
    draw_ticks(c, &xs, &ticks, 0.0, y1 + 12.0, (4.0, x1 + 20.0));
    under.draw(c, x0, y1 + 24.0);
    for l in &data.lines {
        draw_band(c, l, &xs, &ys);
    }
    for l in &data.lines {
        draw_line(c, data, l, &xs, &ys);
    }
    for i in 0..data.lines.len() {
        draw_markers(c, data, i, &xs, &ys);
    }
    draw_names(c, data, &labels, &heights, (&xs, &ys), (y0 - 4.0, y1 + 4.0));
    canvas.finish(&frame::spoken_title(&data.head, "Performance profile"), &describe(data))
}

/// From the end of the axis to the names: a tie and a marker.
const KEY: f64 = 40.0;

fn validate(data: &ProfileData) -> Result<(f64, f64), ChartError> {
    check::count("methods", data.methods.len(), 100_000)?;
    check::count("lines", data.lines.len(), MAX_LINES)?;
    check::count("points", data.lines.iter().map(|l| l.points.len()).sum(), MAX_POINTS)?;
    for (i, l) in data.lines.iter().enumerate() {
        check::index(l.method, data.methods.len(), || format!("line {}", i + 1))?;
        let method = &data.methods[l.method];
        check::count("points of a line", l.points.len(), MAX_POINTS)?;
        for p in &l.points {
            check::number(p.x, || format!("a threshold of {method}"))?;
            check::within(p.y, 0.0, 1.0, || format!("a fraction of {method}"))?;
            if let Some((low, high)) = p.band {
                for end in [low, high] {
                    check::within(end, 0.0, 1.0, || format!("the band of {method}"))?;
                }
                check::interval((low, high), || format!("the band of {method}"))?;
            }
        }
        for w in l.points.windows(2) {
            check::interval((w[0].x, w[1].x), || format!("the thresholds of {method}"))?;
        }
    }
    check::once("lines", data.lines.iter().map(|l| l.method), &data.methods)?;
    let all = || data.lines.iter().flat_map(|l| &l.points).map(|p| p.x);
    match data.range {
        None => {
            let lo = all().fold(f64::INFINITY, f64::min);
            let hi = all().fold(f64::NEG_INFINITY, f64::max);
            // One threshold alone has no length; give it some.
            Ok(if lo < hi { (lo, hi) } else { scale::around([lo]) })
        }
        Some((lo, hi)) => {
            check::interval((lo, hi), || "the threshold axis".to_owned())?;
            for x in all() {
                check::within(x, lo, hi, || "a threshold".to_owned())?;
            }
            Ok(if lo < hi { (lo, hi) } else { scale::around([lo]) })
        }
    }
}

/// The corners of the steps of one number a point, up to the end of the axis.
fn steps(
    points: &[ProfilePoint],
    xs: &Scale,
    ys: &Scale,
    pick: impl Fn(&ProfilePoint) -> f64,
) -> Vec<(f64, f64)> {
    let mut out = Vec::with_capacity(points.len() * 2);
    for (i, p) in points.iter().enumerate() {
        let y = ys.at(pick(p));
        out.push((xs.at(p.x), y));
        out.push((points.get(i + 1).map_or(xs.px1, |n| xs.at(n.x)), y));
    }
    out
}

fn draw_band(c: &mut Canvas, l: &ProfileLine, xs: &Scale, ys: &Scale) {
    let colour = ink(l.method, c.look);
    let strength = if c.look.theme == Theme::Print { 0.12 } else { 0.18 };
    // Stretches with a band; a gap stays a gap.
    let mut i = 0;
    while i < l.points.len() {
        let run = l.points[i..].iter().take_while(|p| p.band.is_some()).count();
        if run == 0 {
            i += 1;
            continue;
        }
        let end = i + run;
        let stop = l.points.get(end).map_or(xs.px1, |p| xs.at(p.x));
        let mut edge = steps(&l.points[i..end], xs, ys, |p| p.band.map_or(p.y, |b| b.1));
        let mut low = steps(&l.points[i..end], xs, ys, |p| p.band.map_or(p.y, |b| b.0));
        for side in [&mut edge, &mut low] {
            if let Some(last) = side.last_mut() {
                last.0 = stop;
            }
        }
        edge.extend(low.into_iter().rev());
        c.veil(&edge, colour, strength);
        i = end;
    }
}

fn draw_line(c: &mut Canvas, data: &ProfileData, l: &ProfileLine, xs: &Scale, ys: &Scale) {
    let path = steps(&l.points, xs, ys, |p| p.y);
    c.group(&data.methods[l.method], |c| method_line(c, l.method, &path, 2.2));
}

/// Markers along the line drawn `place`-th, staggered, so that those of lines that run together do not hide
/// each other.
fn draw_markers(c: &mut Canvas, data: &ProfileData, place: usize, xs: &Scale, ys: &Scale) {
    let l = &data.lines[place];
    let colour = ink(l.method, c.look);
    let path = steps(&l.points, xs, ys, |p| p.y);
    let Some(&(from, _)) = path.first() else {
        return;
    };
    let share = (place as f64 + 0.5) / data.lines.len() as f64;
    // many lines lie over each other where they start and end: their markers stand where each rises
    let (from, to) = if data.lines.len() > MARKERS.len() { rise(&path) } else { (from, xs.px1) };
    c.group(&data.methods[l.method], |c| {
        for k in 0..MARKS {
            let x = from + (to - from) * (k as f64 + share) / MARKS as f64;
            // The last corner at or before x.
            let i = path.partition_point(|p| p.0 <= x).max(1) - 1;
            c.marker(x, path[i].1, 4.0, marker(l.method), colour);
        }
    });
}

/// Where a line leaves the height it starts at, and where it comes to that it ends at; the whole line where
/// these are one place.
fn rise(path: &[(f64, f64)]) -> (f64, f64) {
    let (Some(&first), Some(&last)) = (path.first(), path.last()) else {
        return (0.0, 0.0);
    };
    let from = path.iter().find(|p| p.1 != first.1).map_or(first.0, |p| p.0);
    let to = path.iter().rev().find(|p| p.1 != last.1).map_or(last.0, |p| p.0);
    if to > from { (from, to) } else { (first.0, last.0) }
}

fn draw_names(
    c: &mut Canvas,
    data: &ProfileData,
    labels: &[Wrapped],
    heights: &[f64],
    (xs, ys): (&Scale, &Scale),
    span: (f64, f64),
) {
    let look = c.look;
    let x1 = xs.px1;
    let face: Face = name_face(look);
    let end = |i: usize| data.lines[i].points.last().map_or(ys.px0, |p| ys.at(p.y));
    // Where ends coincide, the line that ran higher before is named higher: that with more area below it,
    // in the drawing, so that no length of the axis overflows.
    let area = |i: usize| {
        let points = &data.lines[i].points;
        let until = |k: usize| points.get(k + 1).map_or(xs.px1, |p| xs.at(p.x));
        points.iter().enumerate().map(|(k, p)| p.y * (until(k) - xs.at(p.x))).sum::<f64>()
    };
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by(|&a, &b| {
        let close = (end(a) * 10.0).round().total_cmp(&(end(b) * 10.0).round());
        close.then(area(b).total_cmp(&area(a))).then(a.cmp(&b))
    });
    let wish: Vec<f64> = order.iter().map(|&i| end(i)).collect();
    let tall: Vec<f64> = order.iter().map(|&i| heights[i]).collect();
    let at = apart(&wish, &tall, span);
    for (&i, y) in order.iter().zip(at) {
        let method = data.lines[i].method;
        let colour = ink(method, look);
        c.line(&[(x1 + 2.0, end(i)), (x1 + KEY - 18.0, y), (x1 + KEY - 10.0, y)], colour, 1.0);
        c.marker(x1 + KEY - 8.0, y, 4.0, marker(method), colour);
        stacked(c, x1 + KEY + 2.0, y, &labels[i], face, Anchor::Start);
        if labels[i].cut {
            c.note(format!("Shortened in the drawing: {}.", data.methods[method]));
        }
    }
}

/// The jumps are too many to read out; the first and the last fraction of each line are said.
fn describe(data: &ProfileData) -> String {
    let mut out = frame::spoken_start(&data.head, "Performance profile");
    if !data.threshold.is_empty() {
        out.push_str(&format!(" Against {}.", data.threshold));
    }
    let say = |v: f64| format!("{v:.3}");
    for l in &data.lines {
        let (Some(first), Some(last)) = (l.points.first(), l.points.last()) else {
            continue;
        };
        out.push_str(&format!(
            " {}: from {} to {} in {}.",
            data.methods[l.method],
            say(first.y),
            say(last.y),
            count(l.points.len(), "step")
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::testing::{name, noise, sound, words};
    use super::*;

    fn data(lines: usize, steps: usize, kind: usize, bands: bool) -> ProfileData {
        let line = |m: usize| {
            let points = (0..steps)
                .map(|i| {
                    let y = (i as f64 / steps as f64).powf(1.0 + m as f64 / 4.0);
                    ProfilePoint {
                        x: 1.0 + i as f64 + noise(m * steps + i),
                        y,
                        band: (bands && i % 7 != 6).then(|| ((y - 0.1).max(0.0), (y + 0.05).min(1.0))),
                    }
                })
                .collect();
            ProfileLine { method: m, points }
        };
        ProfileData {
            head: Head {
                title: "A title".into(),
                axis: "Fraction of blocks".into(),
                notice: (kind == 4).then(|| "FORCED: not like for like.".into()),
                ..Head::default()
            },
            threshold: "factor τ of the best".into(),
            methods: (0..lines).map(|i| name(i, kind)).collect(),
            lines: (0..lines).map(line).collect(),
            range: None,
            logarithmic: kind % 3 == 1,
        }
    }

    #[test]
    fn any_number_of_lines_and_any_names_stay_legible() {
        for lines in [1, 2, 5, 12, 40] {
            for steps in [1, 2, 60] {
                for kind in 0..6 {
                    for width in [None, Some(520), Some(1200)] {
                        let style = Style { width, theme: Theme::ALL[kind % 3], ..Style::default() };
                        let d = data(lines, steps, kind, kind % 2 == 0);
                        sound(&profile(&d, &style).unwrap());
                    }
                }
            }
        }
    }

    #[test]
    fn lines_that_all_end_at_one_place_are_all_named() {
        let mut d = data(12, 30, 1, false);
        for l in &mut d.lines {
            l.points.last_mut().unwrap().y = 1.0;
        }
        let figure = profile(&d, &Style::default()).unwrap();
        sound(&figure);
        let seen = words(&figure);
        assert!(d.methods.iter().all(|m| seen.lines().any(|l| l == m)));
    }

    #[test]
    fn a_logarithmic_axis_has_ticks_at_round_numbers_and_no_zero() {
        let at = |x, y| ProfilePoint { x, y, band: None };
        let mut d = data(1, 2, 0, false);
        d.logarithmic = true;
        d.lines[0].points = vec![at(1.0, 0.2), at(10.0, 0.5), at(100.0, 1.0)];
        let figure = profile(&d, &Style::default()).unwrap();
        let seen = words(&figure);
        for tick in ["1", "10", "100"] {
            assert!(seen.lines().any(|l| l == tick), "{tick} in {seen}");
        }
        d.lines[0].points[0].x = 0.0;
        assert!(matches!(profile(&d, &Style::default()), Err(ChartError::NotPositive { .. })));
    }

    #[test]
    fn a_step_holds_until_the_next_threshold() {
        let at = |x, y| ProfilePoint { x, y, band: None };
        let xs = Scale { lo: 0.0, hi: 10.0, px0: 0.0, px1: 100.0 };
        let ys = Scale { lo: 0.0, hi: 1.0, px0: 100.0, px1: 0.0 };
        assert_eq!(
            steps(&[at(0.0, 1.0), at(4.0, 0.5)], &xs, &ys, |p| p.y),
            [(0.0, 0.0), (40.0, 0.0), (40.0, 50.0), (100.0, 50.0)]
        );
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let bad = |change: fn(&mut ProfileData)| {
            let mut d = data(3, 5, 0, true);
            change(&mut d);
            profile(&d, &Style::default()).unwrap_err()
        };
        assert!(matches!(bad(|d| d.lines[0].points[1].y = 1.5), ChartError::Outside { .. }));
        assert!(matches!(bad(|d| d.lines[0].points[1].y = f64::NAN), ChartError::NotFinite { .. }));
        assert!(matches!(bad(|d| d.lines[0].points.reverse()), ChartError::Interval { .. }));
        assert!(matches!(bad(|d| d.lines[0].points[1].band = Some((0.4, 0.2))), ChartError::Interval { .. }));
        assert!(matches!(bad(|d| d.range = Some((2.0, 3.0))), ChartError::Outside { .. }));
        assert!(matches!(bad(|d| d.lines[0].method = 9), ChartError::Index { .. }));
        assert_eq!(bad(|d| d.lines[1].points.clear()), ChartError::Empty { what: "points of a line" });
        assert!(matches!(
            profile(&data(49, 2, 0, false), &Style::default()),
            Err(ChartError::TooMany { limit: 48, .. })
        ));
        let low = Style { height: Some(150), ..Style::default() };
        assert!(matches!(profile(&data(12, 2, 0, false), &low), Err(ChartError::TooSmall { .. })));
    }
}
