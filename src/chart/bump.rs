//! Ranks from block to block: one line a method.

use super::canvas::{Anchor, Canvas, Face};
use super::check;
use super::error::ChartError;
use super::figure::Figure;
use super::font::{self, Wrapped};
use super::frame::{self, Caption, Head, MARGIN, Notice, Top, block_face, draw_lines, line, name_face};
use super::palette::{Rgb, colour_of};
use super::parts::{apart, marker, stacked};
use super::style::{Look, Style, Theme};

/// The ranks of one method.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct BumpLine {
    /// Place of the method in [`BumpData::methods`].
    pub method: usize,
    /// One rank a block, 1 being the best, halves for ties; `None` where the method has no result.
    pub ranks: Vec<Option<f64>>,
}

/// What [`bump`] draws.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct BumpData {
    /// Titles, axis (such as `rank, 1 is best`), notice.
    pub head: Head,
    /// The sorted list of all methods of the run; a method's place decides its colour.
    pub methods: Vec<String>,
    /// The blocks, left to right.
    pub blocks: Vec<String>,
    /// The methods drawn.
    pub lines: Vec<BumpLine>,
}

const MAX_LINES: usize = 60;
const MAX_BLOCKS: usize = 40;

/// Draws ranks as lines, the best at the top, named at both ends. Methods with equal ranks share a
/// place: their points are rings around each other, their names stand below each other.
///
/// # Errors
/// [`ChartError::Empty`] without methods, lines or ranks and with fewer than one block;
/// [`ChartError::Index`], [`ChartError::Twice`], [`ChartError::Shape`], [`ChartError::NotFinite`]; [`ChartError::OutOfRange`] for a
/// rank below 1 or above the number of lines; [`ChartError::TooMany`] beyond 60 lines or 40 blocks;
/// [`ChartError::TooSmall`] for the asked size.
///
/// ```
/// use likewise::chart::{BumpData, BumpLine, Head, Style, bump};
/// let data = BumpData {
///     head: Head::default(),
///     methods: vec!["CE".into(), "LN".into()],
///     blocks: vec!["ResNet50".into(), "SwinT".into()],
///     lines: vec![
///         BumpLine { method: 0, ranks: vec![Some(2.0), Some(1.0)] },
///         BumpLine { method: 1, ranks: vec![Some(1.0), Some(2.0)] },
///     ],
/// };
/// assert!(bump(&data, &Style::default())?.svg().contains("SwinT, CE: rank 1"));
/// # Ok::<(), likewise::chart::ChartError>(())
/// ```
pub fn bump(data: &BumpData, style: &Style) -> Result<Figure, ChartError> {
    validate(data)?;
    frame::check_style(style)?;
    let look = Look::of(style.theme);
    let (names, blocks) = (name_face(look), block_face(look));
    let n = data.blocks.len();
    let longest =
        data.lines.iter().map(|l| names.width(&font::clean(&data.methods[l.method]))).fold(0.0, f64::max);
    let wish = (1000.0 / n as f64).clamp(44.0, 130.0);
    let natural = (2.0 * (MARGIN + longest.min(220.0) + 34.0) + wish * n as f64).max(480.0).ceil();
    let width = style.width.map_or(natural, f64::from);
    let inner = width - 2.0 * MARGIN;
    let label_w = longest.min(220.0).min(inner * 0.26).ceil();
    // Names stand at the first and the last rank a method has.
    let side = MARGIN + label_w + 20.0;
    let (x0, x1) = if n == 1 { (width / 2.0, width / 2.0) } else { (side + 14.0, width - side - 14.0) };
    let step = if n == 1 { (width - 2.0 * side).max(0.0) } else { (x1 - x0) / (n - 1) as f64 };
    let heads: Vec<Wrapped> = data
        .blocks
        .iter()
        .map(|b| font::wrap(b, blocks.size, blocks.bold, step.min(2.0 * side) - 10.0, 4))
        .collect();
    let turned = heads.iter().any(|h| h.cut || h.split);
    if step < 24.0 {
        return Err(frame::too_small(
            style,
            width + (24.0 - step) * n as f64,
            f64::from(style.height.unwrap_or(480)),
        ));
    }
    let upright: Vec<String> = data
        .blocks
        .iter()
        .map(|b| font::ellipsis(&font::clean(b), blocks.size, blocks.bold, 180.0))
        .collect();
    let heads_h = if turned {
        upright.iter().map(|t| blocks.width(t)).fold(0.0, f64::max) + 14.0
    } else {
        heads.iter().map(|h| h.lines.len()).max().unwrap_or(0) as f64 * line(blocks.size) + 14.0
    };

    let top = Top::plan(&data.head, width, look);
    let axis = Caption::plan(&data.head.axis, inner, look);
    let notice = Notice::plan(data.head.notice.as_deref(), inner);
    let start = top.height
        + if axis.height > 0.0 { axis.height + 8.0 } else { 0.0 }
        + if notice.is_none() { 0.0 } else { notice.height + 10.0 }
        + heads_h;
    let ranks = data.lines.len().max(1);
    let least = line(names.size) + 2.0;
    // Names on two lines keep a gap between them.
    let mut pitch: f64 = if longest > label_w { 2.0 * line(names.size) + 6.0 } else { 30.0 };
    let height = |pitch: f64| start + pitch * (ranks - 1) as f64 + 24.0 + MARGIN;
    if let Some(h) = style.height {
        let spare = f64::from(h) - height(0.0);
        pitch = if ranks > 1 { spare / (ranks - 1) as f64 } else { spare.max(0.0) };
        if spare < 0.0 || (ranks > 1 && pitch < least) {
            return Err(frame::too_small(style, width, height(least)));
        }
    }
    let total = style.height.map_or(height(pitch), f64::from);
    let place = |block: usize, rank: f64| {
        (x0 + step * if n == 1 { 0.0 } else { block as f64 }, start + 12.0 + pitch * (rank - 1.0))
    };

    let mut canvas = Canvas::new(style.theme, width, total);
    let c = &mut canvas;
    top.draw(c);
    let mut y = top.height;
    axis.draw(c, MARGIN, y);
    if axis.height > 0.0 {
        y += axis.height + 8.0;
    }
    if !notice.is_none() {
        y = notice.draw(c, MARGIN, y) + 10.0;
    }
    for b in 0..n {
        let (x, _) = place(b, 1.0);
        if turned {
            c.text_upward(x + blocks.drop(), y + heads_h - 12.0, &upright[b], blocks, Anchor::Start);
            if upright[b] != font::clean(&data.blocks[b]) {
                c.note(format!("Shortened in the drawing: {}.", data.blocks[b]));
            }
        } else {
            let above = heads_h - 12.0 - heads[b].lines.len() as f64 * line(blocks.size);
            draw_lines(c, x, y + above, &heads[b], blocks, Anchor::Middle);
        }
        c.upright(x, start, total - MARGIN, look.grid);
    }
    for i in 0..data.lines.len() {
        draw_strokes(c, data, i, &place);
    }
    for i in 0..data.lines.len() {
        draw_points(c, data, i, &place);
    }
    for right in [false, true] {
        let ends: Vec<(f64, usize)> = data
            .lines
            .iter()
            .filter_map(|l| {
                let rank = if right { l.ranks.last() } else { l.ranks.first() };
                rank.copied().flatten().map(|r| (place(0, r).1, l.method))
            })
            .collect();
        let edge = if right { x1 + 14.0 } else { x0 - 14.0 };
        let lines = if pitch >= 2.0 * line(names.size) { 2 } else { 1 };
        draw_names(c, data, &ends, edge, right, (label_w, lines), (start, total - MARGIN + 8.0));
    }
    for l in &data.lines {
        let has = |r: Option<&Option<f64>>| r.is_some_and(Option::is_some);
        if !has(l.ranks.first()) && !has(l.ranks.last()) {
            c.note(format!(
                "{} has no rank in the outer blocks and is named in its tooltips only.",
                data.methods[l.method]
            ));
        }
    }
    canvas.finish(&frame::spoken_title(&data.head, "Ranks by block"), &describe(data))
}

fn validate(data: &BumpData) -> Result<(), ChartError> {
    check::count("methods", data.methods.len(), 100_000)?;
    check::count("blocks", data.blocks.len(), MAX_BLOCKS)?;
    check::count("lines", data.lines.len(), MAX_LINES)?;
    for (i, l) in data.lines.iter().enumerate() {
        check::index(l.method, data.methods.len(), || format!("line {}", i + 1))?;
        let method = &data.methods[l.method];
        check::shape(l.ranks.len(), data.blocks.len(), || format!("line {method}"))?;
        for (block, rank) in data.blocks.iter().zip(&l.ranks) {
            let Some(rank) = *rank else { continue };
            let what = || format!("the rank of {method} in {block}");
            check::number(rank, what)?;
            if rank < 1.0 || rank > data.lines.len() as f64 {
                return Err(ChartError::OutOfRange { what: what(), value: rank });
            }
        }
    }
    check::once("lines", data.lines.iter().map(|l| l.method), &data.methods)?;
    check::count("ranks", data.lines.iter().flat_map(|l| &l.ranks).flatten().count(), usize::MAX)
}

fn ink(method: usize, look: Look) -> Rgb {
    match look.theme {
        Theme::Print => look.text,
        _ => colour_of(method, look.theme),
    }
}

type Place<'a> = &'a dyn Fn(usize, f64) -> (f64, f64);

fn places(l: &BumpLine, place: Place) -> Vec<Option<(f64, f64)>> {
    l.ranks.iter().enumerate().map(|(b, r)| r.map(|r| place(b, r))).collect()
}

fn draw_strokes(c: &mut Canvas, data: &BumpData, i: usize, place: Place) {
    let (l, look) = (&data.lines[i], c.look);
    let (colour, points) = (ink(l.method, look), places(l, place));
    // Neighbouring blocks only: a gap stays a gap.
    for pair in points.windows(2) {
        if let [Some(a), Some(b)] = *pair {
            // Level near the points, steep between: lines that cross can be followed.
            let bend = |share: f64| {
                let s = share * share * (3.0 - 2.0 * share);
                (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * s)
            };
            let path: Vec<(f64, f64)> =
                if a.1 == b.1 { vec![a, b] } else { (0..=12).map(|i| bend(f64::from(i) / 12.0)).collect() };
            c.line(&path, look.paper, 5.0);
            c.line(&path, colour, 2.6);
        }
    }
}

fn draw_points(c: &mut Canvas, data: &BumpData, i: usize, place: Place) {
    let (l, look) = (&data.lines[i], c.look);
    let (colour, points) = (ink(l.method, look), places(l, place));
    let shape = marker(l.method);
    for ((b, rank), point) in l.ranks.iter().enumerate().zip(&points) {
        if let (Some(rank), Some((x, y))) = (rank, point) {
            // Methods drawn later at the same place get smaller points, so that all are seen as rings.
            let over = data.lines[i + 1..].iter().filter(|o| o.ranks[b] == Some(*rank)).count();
            let radius = 5.4 + 2.6 * over.min(3) as f64;
            let tip = format!("{}, {}: rank {rank}", data.blocks[b], data.methods[l.method]);
            c.group(&tip, |c| c.marker(*x, *y, radius, shape, colour));
        }
    }
}

/// Names beside the ends of the lines, moved apart where they would touch.
fn draw_names(
    c: &mut Canvas,
    data: &BumpData,
    ends: &[(f64, usize)],
    edge: f64,
    right: bool,
    (room, lines): (f64, usize),
    span: (f64, f64),
) {
    let look = c.look;
    let face = name_face(look);
    let mut order: Vec<(f64, usize)> = ends.to_vec();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let texts: Vec<Wrapped> = order
        .iter()
        .map(|&(_, method)| font::wrap(&data.methods[method], face.size, face.bold, room, lines))
        .collect();
    let wish: Vec<f64> = order.iter().map(|o| o.0).collect();
    let heights: Vec<f64> = texts.iter().map(|t| line(face.size) * t.lines.len().max(1) as f64).collect();
    let at = apart(&wish, &heights, (f64::NEG_INFINITY, span.1));
    for (((y, method), at), text) in order.into_iter().zip(at).zip(&texts) {
        let colour = if look.theme == Theme::Print { look.axis } else { ink(method, look) };
        let x = if right { edge + 6.0 } else { edge - 6.0 };
        let from = if right { edge - 6.0 } else { edge + 6.0 };
        if (at - y).abs() > 1.0 {
            c.line(&[(from, y), (x, at)], colour, 1.0);
        }
        if text.cut {
            c.note(format!("Shortened in the drawing: {}.", data.methods[method]));
        }
        let face = Face { colour: look.text, ..face };
        let (x, anchor) = if right { (x + 3.0, Anchor::Start) } else { (x - 3.0, Anchor::End) };
        stacked(c, x, at, text, face, anchor);
    }
}

fn describe(data: &BumpData) -> String {
    let mut out = frame::spoken_start(&data.head, "Ranks by block");
    for l in &data.lines {
        let list: Vec<String> = data
            .blocks
            .iter()
            .zip(&l.ranks)
            .map(|(b, r)| r.map_or_else(|| format!("{b} n/a"), |r| format!("{b} {r}")))
            .collect();
        out.push_str(&format!(" {}: {}.", data.methods[l.method], list.join(", ")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::testing::{name, sound, words};
    use super::*;

    fn data(lines: usize, blocks: usize, kind: usize, ties: bool) -> BumpData {
        let rank = |m: usize, b: usize| {
            let r = (m * (b % 3 + 1) + b) % lines + 1;
            let tied = if lines > 1 && ties { (lines as f64 + 1.0) / 2.0 } else { r as f64 };
            ((m + b) % 13 != 12).then_some(tied)
        };
        BumpData {
            head: Head { title: "A title".into(), axis: "Rank, 1 is best".into(), ..Head::default() },
            methods: (0..lines).map(|i| name(i, kind)).collect(),
            blocks: (0..blocks).map(|i| name(i, kind / 2)).collect(),
            lines: (0..lines)
                .map(|m| BumpLine { method: m, ranks: (0..blocks).map(|b| rank(m, b)).collect() })
                .collect(),
        }
    }

    #[test]
    fn any_size_any_names_and_all_tied_stay_legible() {
        for (lines, blocks) in [(1, 1), (2, 1), (5, 3), (12, 8), (60, 40)] {
            for kind in 0..12 {
                for ties in [false, true] {
                    for theme in Theme::ALL {
                        let d = data(lines, blocks, kind, ties);
                        let figure = bump(&d, &Style { theme, ..Style::default() }).unwrap();
                        sound(&figure);
                        if kind == 0 && blocks > 1 {
                            let seen = words(&figure);
                            for l in &d.lines {
                                let end = l.ranks[0].or(l.ranks[blocks - 1]);
                                assert!(end.is_none() || seen.lines().any(|w| w == d.methods[l.method]));
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let draw = |d: &BumpData| bump(d, &Style::default()).unwrap_err();
        for bad in [0.5, 4.0] {
            let mut d = data(3, 2, 0, false);
            d.lines[1].ranks[0] = Some(bad);
            assert_eq!(draw(&d), ChartError::OutOfRange { what: "the rank of M1 in M0".into(), value: bad });
        }
        let mut d = data(3, 2, 0, false);
        d.lines[1].ranks.pop();
        assert!(matches!(draw(&d), ChartError::Shape { .. }));
        assert!(matches!(draw(&data(61, 2, 0, false)), ChartError::TooMany { limit: 60, .. }));
        let flat = Style { height: Some(200), ..Style::default() };
        assert!(matches!(bump(&data(30, 3, 0, false), &flat), Err(ChartError::TooSmall { .. })));
    }
}
