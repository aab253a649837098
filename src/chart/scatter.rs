//! One method against another: a point a block, and the diagonal where both are equal.

use std::collections::HashMap;

use super::canvas::{Anchor, Canvas, Face};
use super::check;
use super::error::ChartError;
use super::figure::Figure;
use super::font;
use super::frame::{self, Caption, Head, MARGIN, Notice, Top, line, name_face, tick_face, value_face};
use super::palette::Marker;
use super::parts::{dashed, ink, marker};
use super::rows::spaced_ticks;
use super::scale::{self, Scale};
use super::spread::Reading;
use super::style::{Look, Style};

/// One block.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ScatterPoint {
    /// The block's name, beside its point if there is room.
    pub label: String,
    /// The value of the method on the level axis.
    pub a: Reading,
    /// The value of the method on the upright axis.
    pub b: Reading,
}

/// How many blocks each method wins. The caller counts, so that ties are those of its own rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Wins {
    /// Blocks where the method on the level axis is better.
    pub a: usize,
    /// Blocks where the method on the upright axis is better.
    pub b: usize,
    /// Blocks where neither is.
    pub ties: usize,
}

/// What [`scatter`] draws.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct ScatterData {
    /// Titles, axis (metric, unit and direction), notice.
    pub head: Head,
    /// The sorted list of all methods of the run; a method's place decides its colour.
    pub methods: Vec<String>,
    /// The method on the level axis, as a place in `methods`.
    pub a: usize,
    /// The method on the upright axis.
    pub b: usize,
    /// Blocks where both methods have a value.
    pub points: Vec<ScatterPoint>,
    /// Whether higher values are better; decides what lies above the diagonal.
    pub higher_is_better: bool,
    /// Won by each; together the number of points.
    pub wins: Wins,
}

const MAX_POINTS: usize = 2000;
const RADIUS: f64 = 4.4;
/// Least and greatest side of the plot, px.
const LEAST: f64 = 140.0;
const MOST: f64 = 900.0;

/// Draws the points in the colour of the better method, on two equal axes. Points are labelled where that
/// covers no other label and no point; the others are named in their tooltips and the description.
///
/// # Errors
/// [`ChartError::Empty`] without methods or points; [`ChartError::Index`]; [`ChartError::NotFinite`],
/// [`ChartError::OutOfRange`]; [`ChartError::Shape`] where the wins and ties are not as many as the points;
/// [`ChartError::TooMany`] beyond 2000 points; [`ChartError::TooSmall`] for the asked size.
///
/// ```
/// use likewise::chart::{Head, Reading, ScatterData, ScatterPoint, Style, Wins, scatter};
/// let at = |value: f64| Reading { value, text: format!("{value:.2}") };
/// let data = ScatterData {
///     head: Head { axis: "AUROC (%), higher is better".into(), ..Head::default() },
///     methods: vec!["CE".into(), "LN".into()],
///     a: 0,
///     b: 1,
///     points: vec![ScatterPoint { label: "SwinT".into(), a: at(74.95), b: at(78.09) }],
///     higher_is_better: true,
///     wins: Wins { a: 0, b: 1, ties: 0 },
/// };
/// let figure = scatter(&data, &Style::default())?;
/// assert!(figure.svg().contains(">Above the diagonal LN is better: 1 of 1.</text>"));
/// # Ok::<(), likewise::chart::ChartError>(())
/// ```
pub fn scatter(data: &ScatterData, style: &Style) -> Result<Figure, ChartError> {
    validate(data)?;
    frame::check_style(style)?;
    let look = Look::of(style.theme);
    let (names, small) = (name_face(look), tick_face(look));
    let width = style.width.map_or(600.0, f64::from);
    let inner = width - 2.0 * MARGIN;
    let numbers = data.points.iter().flat_map(|p| [p.a.value, p.b.value]);
    let (lo, hi) = scale::around(numbers);

    let top = Top::plan(&data.head, width, look);
    let caption = Caption::plan(&data.head.axis, inner, look);
    let notice = Notice::plan(data.head.notice.as_deref(), inner);
    let counts: Vec<Caption> = sentences(data).iter().map(|s| Caption::plan(s, inner, look)).collect();
    let gap = |h: f64, g: f64| if h > 0.0 { h + g } else { 0.0 };
    let counts_y = top.height + gap(caption.height, 4.0);
    let notice_y = counts_y + counts.iter().map(|c| c.height).sum::<f64>() + 8.0;
    // The name of the upright axis stands above it, that of the level axis below.
    let y0 = notice_y + gap(notice.height, 10.0) + line(names.size) + 6.0;
    let below = 22.0 + line(names.size) + MARGIN - 4.0;
    // Tick labels of the upright axis are as wide as those of the level one; lay that out first.
    let tick_w = |side: f64| {
        let s = Scale { lo, hi, px0: 0.0, px1: side };
        let list = spaced_ticks(&s, small);
        list.iter().map(|t| small.width(&t.text)).fold(0.0, f64::max).ceil()
    };
    let wide = (inner - tick_w(inner * 0.8) - 12.0).min(MOST);
    let side = match style.height {
        Some(h) => wide.min(f64::from(h) - y0 - below),
        None => wide,
    }
    .floor();
    let height = style.height.map_or((y0 + side + below).ceil(), f64::from);
    if side < LEAST {
        return Err(frame::too_small(style, width + (LEAST - wide).max(0.0), y0 + LEAST + below + 1.0));
    }
    let x0 = (MARGIN + tick_w(side) + 12.0).min(width - MARGIN - side);
    let (x1, y1) = (x0 + side, y0 + side);
    let xs = Scale { lo, hi, px0: x0, px1: x1 };
    let ys = Scale { lo, hi, px0: y1, px1: y0 };

    let mut canvas = Canvas::new(style.theme, width, height);
    let c = &mut canvas;
    top.draw(c);
    caption.draw(c, MARGIN, top.height);
    let mut y = counts_y;
    for count in &counts {
        count.draw(c, MARGIN, y);
        y += count.height;
    }
    notice.draw(c, MARGIN, notice_y);
    let ticks = spaced_ticks(&xs, small);
    for t in &ticks {
        c.upright(xs.at(t.value), y0, y1, look.grid);
        c.level(x0, x1, ys.at(t.value), look.grid);
        c.label(x0 - 7.0, ys.at(t.value), &t.text, small, Anchor::End);
    }
    super::rows::draw_ticks(c, &xs, &ticks, 0.0, y1 + 12.0, (x0 - 8.0, width - 4.0));
    c.level(x0, x1, y1, look.axis);
    c.upright(x0, y0, y1, look.axis);
    dashed(c, (x0, y1), (x1, y0), look.axis, 1.2);
    for (method, x, middle, anchor, room) in [
        (data.b, MARGIN, y0 - 6.0 - line(names.size) / 2.0, Anchor::Start, inner - 20.0),
        (data.a, x1, y1 + 22.0 + line(names.size) / 2.0, Anchor::End, x1 - MARGIN - 20.0),
    ] {
        draw_axis_name(c, data, method, x, middle, anchor, room);
    }

    let places: Vec<(f64, f64)> = data.points.iter().map(|p| (xs.at(p.a.value), ys.at(p.b.value))).collect();
    // a tie has a shape that neither method has
    let free = [Marker::Plus, Marker::Cross, Marker::Ring];
    let tie = free.into_iter().find(|&m| m != marker(data.a) && m != marker(data.b)).unwrap_or(Marker::Plus);
    for (p, &(x, y)) in data.points.iter().zip(&places) {
        let tip = format!(
            "{}: {} {}, {} {}",
            p.label, data.methods[data.a], p.a.text, data.methods[data.b], p.b.text
        );
        let winner = better(data, p);
        let colour = winner.map_or(look.soft, |m| ink(m, look));
        let mark = winner.map_or(tie, marker);
        c.group(&tip, |c| c.marker(x, y, RADIUS, mark, colour));
    }
    let faint = Face { colour: look.soft, ..small };
    let texts: Vec<String> = data
        .points
        .iter()
        .map(|p| font::ellipsis(&font::clean(&p.label), faint.size, faint.bold, (0.45 * side).min(260.0)))
        .collect();
    let texts = shared(&places, texts);
    let spots = place(&places, &texts, faint, (x0, y0, x1, y1));
    let mut silent = Vec::new();
    for ((text, spot), p) in texts.iter().zip(&spots).zip(&data.points) {
        match spot {
            Some(b) => {
                let middle = (b[1] + b[3]) / 2.0;
                if crosses(b, (x0, y0, x1, y1)) {
                    c.clear(b[0], middle, text, faint, Anchor::Start);
                }
                c.label(b[0], middle, text, faint, Anchor::Start);
            }
            None if text.is_empty() => {}
            None => silent.push(p.label.as_str()),
        }
    }
    if !silent.is_empty() {
        c.note(format!("Without a label in the drawing, for want of room: {}.", silent.join(", ")));
    }
    canvas.finish(&frame::spoken_title(&data.head, "One method against another"), &describe(data))
}

fn validate(data: &ScatterData) -> Result<(), ChartError> {
    check::count("methods", data.methods.len(), 100_000)?;
    check::index(data.a, data.methods.len(), || "the level axis".to_owned())?;
    check::index(data.b, data.methods.len(), || "the upright axis".to_owned())?;
    check::count("points", data.points.len(), MAX_POINTS)?;
    for p in &data.points {
        for (method, reading) in [(data.a, &p.a), (data.b, &p.b)] {
            check::number(reading.value, || format!("{} in {}", data.methods[method], p.label))?;
        }
    }
    let Wins { a, b, ties } = data.wins;
    let total = a.saturating_add(b).saturating_add(ties);
    check::shape(total, data.points.len(), || "the count of wins and ties".to_owned())
}

/// The better method in a block, by the numbers; `None` on the diagonal.
fn better(data: &ScatterData, p: &ScatterPoint) -> Option<usize> {
    if p.a.value == p.b.value {
        None
    } else if (p.b.value > p.a.value) == data.higher_is_better {
        Some(data.b)
    } else {
        Some(data.a)
    }
}

fn sentences(data: &ScatterData) -> Vec<String> {
    let n = data.points.len();
    let (a, b) = ((&data.methods[data.a], data.wins.a), (&data.methods[data.b], data.wins.b));
    let (above, below) = if data.higher_is_better { (b, a) } else { (a, b) };
    let mut out = vec![
        format!("Above the diagonal {} is better: {} of {n}.", above.0, above.1),
        format!("Below the diagonal {} is better: {} of {n}.", below.0, below.1),
    ];
    if data.wins.ties > 0 {
        out.push(format!("Neither is better: {} of {n}.", data.wins.ties));
    }
    out
}

fn draw_axis_name(
    c: &mut Canvas,
    data: &ScatterData,
    method: usize,
    x: f64,
    middle: f64,
    anchor: Anchor,
    room: f64,
) {
    let look = c.look;
    let face = Face { bold: true, ..value_face(look) };
    let name = font::clean(&data.methods[method]);
    let shown = font::ellipsis(&name, face.size, face.bold, room);
    if shown != name {
        c.note(format!("Shortened in the drawing: {name}."));
    }
    let w = face.width(&shown);
    let (text_x, mark_x) = match anchor {
        Anchor::End => (x, x - w - 10.0),
        _ => (x + 14.0, x + 5.0),
    };
    c.marker(mark_x, middle, RADIUS, marker(method), ink(method, look));
    c.label(text_x, middle, &shown, face, anchor);
}

/// The texts with those of blocks at one place joined at the first of them; the others are empty.
fn shared(points: &[(f64, f64)], texts: Vec<String>) -> Vec<String> {
    let mut firsts: HashMap<[u64; 2], usize> = HashMap::new();
    let mut out: Vec<String> = Vec::with_capacity(texts.len());
    let mut members: Vec<usize> = vec![1; texts.len()];
    for (i, text) in texts.into_iter().enumerate() {
        let first = *firsts.entry([points[i].0.to_bits(), points[i].1.to_bits()]).or_insert(i);
        if first == i {
            out.push(text);
            continue;
        }
        members[first] += 1;
        match members[first] {
            2 | 3 => out[first] = format!("{}, {text}", out[first]),
            n => out[first] = format!("{n} blocks"),
        }
        out.push(String::new());
    }
    out
}

/// Whether the diagonal of a frame, from its lower left to its upper right corner, crosses a box.
fn crosses(b: &[f64; 4], (x0, y0, x1, y1): (f64, f64, f64, f64)) -> bool {
    // Positive above the diagonal, negative below.
    let side = |x: f64, y: f64| (y1 - y) * (x1 - x0) - (x - x0) * (y1 - y0);
    side(b[0], b[1]) > 0.0 && side(b[2], b[3]) < 0.0
}

/// Boxes (x0, y0, x1, y1) for the labels beside their points: inside the frame, over no point and no label,
/// and not over the diagonal, but where points are few and there is no other place. `None` where there is
/// none.
fn place(
    points: &[(f64, f64)],
    texts: &[String],
    face: Face,
    (x0, y0, x1, y1): (f64, f64, f64, f64),
) -> Vec<Option<[f64; 4]>> {
    const PAD: f64 = 2.0;
    // So many points are all named if that can be.
    const FEW: usize = 12;
    // So much further from another point than from its own that nobody takes the label for the other's.
    const CLEAR: f64 = 4.0;
    let h = face.size * 1.1;
    let r = RADIUS + 1.0;
    let mut taken: Vec<[f64; 4]> = Vec::new();
    let hits = |a: &[f64; 4], b: &[f64; 4]| {
        a[0] < b[2] + PAD && b[0] < a[2] + PAD && a[1] < b[3] + 1.0 && b[1] < a[3] + 1.0
    };
    let discs: Vec<[f64; 4]> =
        points.iter().map(|&(x, y)| [x - r - CLEAR, y - r - CLEAR, x + r + CLEAR, y + r + CLEAR]).collect();
    let mut out = Vec::with_capacity(points.len());
    for (i, (&(x, y), text)) in points.iter().zip(texts).enumerate() {
        let w = face.width(text);
        let d = r + 2.5;
        let corners = [
            (x + d, y - h / 2.0),
            (x - d - w, y - h / 2.0),
            (x - w / 2.0, y - d - h),
            (x - w / 2.0, y + d),
            (x + d * 0.7, y - d * 0.7 - h),
            (x - d * 0.7 - w, y - d * 0.7 - h),
            (x + d * 0.7, y + d * 0.7),
            (x - d * 0.7 - w, y + d * 0.7),
        ];
        let boxes = corners.map(|(l, t)| [l, t, l + w, t + h]);
        let free = |b: &[f64; 4]| {
            let inside = b[0] > x0 + 1.0 && b[1] > y0 && b[2] < x1 && b[3] < y1 - 1.0;
            inside
                && !text.is_empty()
                && discs.iter().enumerate().all(|(j, o)| points[j] == points[i] || !hits(b, o))
                && taken.iter().all(|o| !hits(b, o))
        };
        let clear = |b: &&[f64; 4]| free(b) && !crosses(b, (x0, y0, x1, y1));
        let any = || boxes.iter().find(|b| points.len() <= FEW && free(b));
        let spot = boxes.iter().find(clear).or_else(any).copied();
        taken.extend(spot);
        out.push(spot);
    }
    out
}

fn describe(data: &ScatterData) -> String {
    let mut out = frame::spoken_start(&data.head, "One method against another");
    out.push_str(&format!(
        " Level axis {}, upright axis {}. {}",
        data.methods[data.a],
        data.methods[data.b],
        sentences(data).join(" ")
    ));
    for p in &data.points {
        out.push_str(&format!(" {}: {} and {}.", p.label, p.a.text, p.b.text));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::style::Theme;
    use super::super::testing::{name, noise, sound, words};
    use super::*;

    fn data(n: usize, kind: usize, spread: f64) -> ScatterData {
        let at = |i: usize| {
            let value = 70.0 + spread * noise(i);
            Reading { value, text: format!("{value:.2}") }
        };
        ScatterData {
            head: Head {
                title: "A title".into(),
                axis: "AUROC (%), higher is better".into(),
                notice: (kind == 4).then(|| "FORCED: not like for like.".into()),
                ..Head::default()
            },
            methods: (0..4).map(|i| name(i, kind)).collect(),
            a: 2,
            b: 1,
            points: (0..n)
                .map(|i| ScatterPoint { label: name(i, kind), a: at(2 * i), b: at(2 * i + 1) })
                .collect(),
            higher_is_better: kind.is_multiple_of(2),
            wins: Wins { a: 0, b: n, ties: 0 },
        }
    }

    #[test]
    fn any_number_of_points_and_any_names_stay_legible() {
        for n in [1, 2, 12, 150, 600] {
            for kind in 0..6 {
                for spread in [0.0, 1e-9, 20.0, 1e9] {
                    for (width, height) in [(None, None), (Some(360), None), (Some(900), Some(560))] {
                        let style = Style { theme: Theme::ALL[kind % 3], width, height, ..Style::default() };
                        sound(&scatter(&data(n, kind, spread), &style).unwrap());
                    }
                }
            }
        }
    }

    #[test]
    fn labels_lie_on_no_point_and_not_on_the_diagonal() {
        let face = tick_face(Look::of(Theme::Light));
        let points: Vec<(f64, f64)> =
            (0..40).map(|i| (400.0 * noise(2 * i), 400.0 * noise(2 * i + 1))).collect();
        let texts: Vec<String> = (0..40).map(|i| name(i, 1)).collect();
        let spots = place(&points, &texts, face, (0.0, 0.0, 400.0, 400.0));
        let placed: Vec<&[f64; 4]> = spots.iter().flatten().collect();
        assert!(placed.len() >= 20, "{}", placed.len());
        for b in &placed {
            for &(x, y) in &points {
                let (dx, dy) = (x - x.clamp(b[0], b[2]), y - y.clamp(b[1], b[3]));
                assert!(dx.hypot(dy) >= RADIUS, "{b:?} over {x} {y}");
            }
            // The diagonal is x + y = 400 here; all four corners lie on one side of it.
            let beyond = [b[0] + b[1], b[2] + b[3], b[0] + b[3], b[2] + b[1]].map(|s| s > 400.0);
            assert!(beyond.iter().all(|&s| s == beyond[0]), "{b:?}");
        }
        // In the corner by the axes, just above the diagonal.
        let corner = [(9.0, 380.0)];
        assert!(place(&corner, &texts[..1], face, (0.0, 0.0, 400.0, 400.0))[0].is_some());
    }

    #[test]
    fn blocks_at_one_place_share_a_label() {
        let mut d = data(6, 1, 10.0);
        for i in 0..6 {
            d.points[i].label = format!("B{i}");
        }
        d.points[3].a = d.points[1].a.clone();
        d.points[3].b = d.points[1].b.clone();
        let seen = words(&scatter(&d, &Style::default()).unwrap());
        assert!(seen.contains("B1, B3") && !seen.lines().any(|l| l == "B3"), "{seen}");
        for i in 0..5 {
            (d.points[i].a, d.points[i].b) = (d.points[5].a.clone(), d.points[5].b.clone());
        }
        assert!(words(&scatter(&d, &Style::default()).unwrap()).contains("6 blocks"));
    }

    #[test]
    fn the_side_of_the_better_method_follows_the_direction() {
        let mut d = data(3, 0, 10.0);
        d.wins = Wins { a: 1, b: 2, ties: 0 };
        let seen = words(&scatter(&d, &Style::default()).unwrap());
        assert!(seen.contains("Above the diagonal M1 is better: 2 of 3."), "{seen}");
        assert!(seen.contains("Below the diagonal M2 is better: 1 of 3."));
        d.higher_is_better = false;
        d.wins = Wins { a: 2, b: 0, ties: 1 };
        let seen = words(&scatter(&d, &Style::default()).unwrap());
        assert!(seen.contains("Above the diagonal M2 is better: 2 of 3."));
        assert!(seen.contains("Neither is better: 1 of 3."));
        // Above the diagonal b is larger, which is worse here.
        let p = ScatterPoint {
            label: String::new(),
            a: d.points[0].a.clone(),
            b: Reading { value: 1e3, text: String::new() },
        };
        assert_eq!(better(&d, &p), Some(d.a));
    }

    #[test]
    fn a_point_that_cannot_be_labelled_is_named_in_the_description() {
        let mut d = data(40, 1, 10.0);
        let same = d.points[0].a.clone();
        // almost at one place: blocks at just one share a label
        for (i, p) in d.points.iter_mut().enumerate() {
            (p.a, p.b) = (same.clone(), same.clone());
            p.a.value += 1e-6 * i as f64;
        }
        d.points[0].b.value -= 5.0;
        let figure = scatter(&d, &Style::default()).unwrap();
        assert!(figure.description().contains("for want of room"));
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let bad = |change: fn(&mut ScatterData)| {
            let mut d = data(3, 0, 1.0);
            change(&mut d);
            scatter(&d, &Style::default()).unwrap_err()
        };
        assert_eq!(
            bad(|d| d.points[1].b.value = f64::NAN),
            ChartError::NotFinite { what: "M1 in M1".into() }
        );
        assert_eq!(
            bad(|d| d.wins.ties = 1),
            ChartError::Shape { what: "the count of wins and ties".into(), expected: 3, got: 4 }
        );
        assert!(matches!(bad(|d| d.wins.a = usize::MAX), ChartError::Shape { .. }));
        assert!(matches!(bad(|d| d.b = 4), ChartError::Index { .. }));
        assert_eq!(bad(|d| d.points.clear()), ChartError::Empty { what: "points" });
        let low = Style { height: Some(200), ..Style::default() };
        assert!(matches!(scatter(&data(3, 0, 1.0), &low), Err(ChartError::TooSmall { .. })));
    }
}
