//! Small things that several figures draw.

use super::canvas::{Anchor, Area, Canvas, Face};
use super::font::Wrapped;
use super::frame::line;
use super::palette::{Fill, Hatch, MARKERS, Marker, Rgb, colour_of};
use super::style::{Look, Theme};

/// Colour of a method's points and lines.
pub(crate) fn ink(method: usize, look: Look) -> Rgb {
    match look.theme {
        // greys tell apart those whose markers come round again
        Theme::Print => {
            // the palest has the contrast of 3 that WCAG asks of graphics
            const SHARES: [f64; 4] = [0.0, 0.26, 0.44, 0.575];
            look.text.towards(look.paper, SHARES[method / MARKERS.len() % SHARES.len()])
        }
        _ => colour_of(method, look.theme),
    }
}

/// How many methods points and lines tell apart: colours and markers (or greys and markers in print) come
/// round again, but not together.
pub(crate) const TOLD_APART: usize = 4 * MARKERS.len();

/// A marker for each method; with its [`ink`], no other of the first [`TOLD_APART`] has it.
pub(crate) fn marker(method: usize) -> Marker {
    MARKERS[(method + method / MARKERS.len()) % MARKERS.len()]
}

/// A line along points; those of the 13th method on are dashed, since colours come round again. In print,
/// where the first lines are all black, so are three of four.
pub(crate) fn method_line(c: &mut Canvas, method: usize, points: &[(f64, f64)], width: f64) {
    let colour = ink(method, c.look);
    let pattern = if c.look.theme == Theme::Print { method } else { method / MARKERS.len() };
    let (dash, gap) = match pattern % 4 {
        0 => return c.line(points, colour, width),
        1 => (8.0, 4.0),
        2 => (2.5, 3.5),
        _ => (16.0, 5.0),
    };
    for piece in dashes(points, dash, gap) {
        c.line(&piece, colour, width);
    }
}

/// The dashes along a line, around its corners too.
fn dashes(points: &[(f64, f64)], dash: f64, gap: f64) -> Vec<Vec<(f64, f64)>> {
    let mut out = Vec::new();
    let (mut drawn, mut left) = (true, dash);
    let mut piece: Vec<(f64, f64)> = points.first().copied().into_iter().collect();
    for ends in points.windows(2) {
        let (mut from, to) = (ends[0], ends[1]);
        let mut length = (to.0 - from.0).hypot(to.1 - from.1);
        while length > left {
            let share = left / length;
            from = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            length -= left;
            if drawn {
                piece.push(from);
                out.push(std::mem::take(&mut piece));
            } else {
                piece = vec![from];
            }
            drawn = !drawn;
            left = if drawn { dash } else { gap };
        }
        left -= length;
        if drawn {
            piece.push(to);
        }
    }
    if piece.len() > 1 {
        out.push(piece);
    }
    out
}

/// A fill of one colour.
pub(crate) fn plain(colour: Rgb) -> Fill {
    Fill { colour, border: None, hatch: Hatch::None, hatch_colour: colour }
}

/// Where there is no value.
pub(crate) fn absent(look: Look) -> Fill {
    Fill { colour: look.paper, border: None, hatch: Hatch::Rising, hatch_colour: look.grid }
}

/// Lines of one text, centred on `middle`.
pub(crate) fn stacked(c: &mut Canvas, x: f64, middle: f64, text: &Wrapped, face: Face, anchor: Anchor) {
    let step = line(face.size);
    let first = middle - step * (text.lines.len().max(1) - 1) as f64 / 2.0;
    for (i, l) in text.lines.iter().enumerate() {
        c.label(x, first + step * i as f64, l, face, anchor);
    }
}

/// Width of the widest of several wrapped texts, in whole px.
pub(crate) fn widest<'a>(texts: impl IntoIterator<Item = &'a Wrapped>, face: Face) -> f64 {
    texts.into_iter().map(|t| t.width(face.size, face.bold)).fold(0.0, f64::max).ceil()
}

/// A dashed level or upright line.
pub(crate) fn dashed(c: &mut Canvas, from: (f64, f64), to: (f64, f64), colour: Rgb, width: f64) {
    const DASH: f64 = 4.0;
    let length = (to.0 - from.0).hypot(to.1 - from.1);
    if length <= 0.0 {
        return;
    }
    let at = |d: f64| {
        let share = d.min(length) / length;
        (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
    };
    let mut d = 0.0;
    while d < length {
        c.line(&[at(d), at(d + DASH)], colour, width);
        d += 1.75 * DASH;
    }
}

/// Moves places apart that wish to lie closer than their heights allow. `wish` rises; `heights` has one
/// entry each; the first and the last stay inside `span` if there is room for all.
pub(crate) fn apart(wish: &[f64], heights: &[f64], span: (f64, f64)) -> Vec<f64> {
    let mut at = wish.to_vec();
    let half = |i: usize| heights[i] / 2.0;
    let mut ceiling = span.0;
    for (i, y) in at.iter_mut().enumerate() {
        *y = y.max(ceiling + half(i));
        ceiling = *y + half(i);
    }
    let mut floor = span.1;
    for (i, y) in at.iter_mut().enumerate().rev() {
        *y = y.min(floor - half(i));
        floor = *y - half(i);
    }
    at
}

/// Every second row of a long list stands on a faint band.
pub(crate) fn zebra(c: &mut Canvas, i: usize, area: Area) {
    if i % 2 == 1 {
        let faint = c.look.paper.towards(c.look.grid, 0.5);
        c.rect(area, faint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_around_corners_and_leave_gaps() {
        let path = [(0.0, 0.0), (5.0, 0.0), (5.0, 8.0)];
        assert_eq!(
            dashes(&path, 6.0, 2.0),
            [vec![(0.0, 0.0), (5.0, 0.0), (5.0, 1.0)], vec![(5.0, 3.0), (5.0, 8.0)]]
        );
        assert!(dashes(&[], 6.0, 2.0).is_empty());
    }

    #[test]
    fn points_and_lines_in_print_stand_out_from_the_paper() {
        let look = Look::of(Theme::Print);
        for method in 0..TOLD_APART {
            assert!(ink(method, look).contrast(look.paper) >= 3.0, "{method}: {:?}", ink(method, look));
        }
    }

    #[test]
    fn no_two_methods_share_colour_and_marker() {
        for theme in Theme::ALL {
            let look = Look::of(theme);
            let all: Vec<_> = (0..TOLD_APART).map(|m| (ink(m, look), marker(m))).collect();
            for (at, one) in all.iter().enumerate() {
                assert!(!all[..at].contains(one), "{theme}: {at}");
            }
        }
    }

    #[test]
    fn places_moved_apart_keep_their_order_and_do_not_touch() {
        let wish = [0.0, 0.0, 3.0, 50.0, 98.0, 99.0, 99.0];
        let heights = [10.0, 12.0, 10.0, 8.0, 10.0, 10.0, 14.0];
        let at = apart(&wish, &heights, (0.0, 100.0));
        for i in 1..at.len() {
            assert!(at[i] - at[i - 1] >= (heights[i] + heights[i - 1]) / 2.0 - 1e-9);
        }
        assert!(at[0] >= 5.0 && at[6] <= 93.0);
        assert_eq!(at[3], 50.0);
    }
}
