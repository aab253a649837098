//! Mean ranks and the groups that do not differ significantly: the critical difference diagram of Demšar,
//! *Statistical comparisons of classifiers over multiple data sets*, JMLR 7 (2006), section 3.2.2 and
//! figure 1.
//!
//! Demšar's groups are intervals of the rank axis, because one critical difference decides every pair. With
//! tests pair by pair a group can skip a method ranked between its members. A bar over such a group would
//! claim what the tests contradict; it is drawn as dots on its members, joined by a thin line that leaves
//! out whoever is skipped.

mod across;
mod listing;

use super::canvas::{Anchor, Canvas, Face};
use super::check;
use super::error::ChartError;
use super::figure::Figure;
use super::font;
use super::frame::{self, Caption, Head, line, value_face};
use super::scale::Tick;
use super::style::{Look, Style};

/// One method.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct CdRow {
    /// Place of the method in [`CriticalDifferenceData::methods`].
    pub method: usize,
    /// Its rank averaged over the blocks, from 1 to [`CriticalDifferenceData::ranks`].
    pub mean_rank: f64,
    /// The mean rank as printed.
    pub text: String,
}

/// What [`critical_difference`] draws.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct CriticalDifferenceData {
    /// Titles, axis (such as `Mean rank by AUROC, 1 is best`), notice.
    pub head: Head,
    /// The sorted list of all methods of the run; a method's place decides its colour.
    pub methods: Vec<String>,
    /// The methods compared, in any order.
    pub rows: Vec<CdRow>,
    /// The maximal groups of methods no two of which differ significantly, as places in `rows`, in any
    /// order. They need not be intervals of the rank axis. Groups of one say nothing and are not drawn.
    /// Where no group holds two methods, the figure says that every pair differs significantly. `None`
    /// where no pairs were tested; the figure then says that.
    pub cliques: Option<Vec<Vec<usize>>>,
    /// The critical difference in ranks, not negative, drawn as a bracket, and its text, printed after
    /// `CD = `. `None` where the groups come from tests pair by pair, which have none.
    pub critical_difference: Option<(f64, String)>,
    /// How many methods were ranked in each block; the axis runs from 1 to here.
    pub ranks: usize,
    /// Whether rank 1 stands at the left; Demšar's own figures have it at the right.
    pub best_left: bool,
}

const MAX_ROWS: usize = 200;
const MAX_CLIQUES: usize = 200;
const MAX_RANKS: usize = 1_000_000;
/// Beyond this, names beside the axis need leader lines too long to follow.
const MOST_ACROSS: usize = 24;

/// Draws mean ranks, best first, and the groups that do not differ significantly.
///
/// Up to 24 methods stand on a level axis with their names at both sides; more (or a width that does not
/// hold two columns of names) are listed downwards, one row a method, with the groups as upright bars
/// beside. Methods of equal mean rank share one place on the axis. Where a method stands so close to a
/// member of a group it does not belong to that the picture cannot tell, a line of text does. A critical
/// difference larger than the axis is drawn as far as it fits, with an arrow, and said to be so.
///
/// # Errors
/// [`ChartError::Empty`] without methods or rows; [`ChartError::Index`], [`ChartError::Twice`] for a row that points at no method
/// and a group that points at no row; [`ChartError::NotFinite`]; [`ChartError::Outside`] for a mean rank
/// outside 1 to `ranks`, fewer than 2 ranks, and a negative critical difference; [`ChartError::TooMany`]
/// beyond 200 rows or 200 groups; [`ChartError::TooSmall`] for the asked size.
///
/// ```
/// use likewise::chart::{CdRow, CriticalDifferenceData, Head, Style, critical_difference};
/// let row = |method, mean_rank: f64| CdRow { method, mean_rank, text: format!("{mean_rank:.2}") };
/// let data = CriticalDifferenceData {
///     head: Head { axis: "Mean rank, 1 is best".into(), ..Head::default() },
///     methods: vec!["CE".into(), "LN".into(), "MM".into()],
///     rows: vec![row(0, 2.1), row(1, 1.2), row(2, 2.7)],
///     cliques: Some(vec![vec![0, 1], vec![0, 2]]),
///     critical_difference: Some((1.05, "1.05".into())),
///     ranks: 3,
///     best_left: true,
/// };
/// let figure = critical_difference(&data, &Style::default())?;
/// assert!(figure.svg().contains(">CD = 1.05</text>"));
/// assert!(figure.description().contains("not significantly different: LN, CE; CE, MM."));
/// # Ok::<(), likewise::chart::ChartError>(())
/// ```
pub fn critical_difference(data: &CriticalDifferenceData, style: &Style) -> Result<Figure, ChartError> {
    validate(data)?;
    frame::check_style(style)?;
    let look = Look::of(style.theme);
    let sorted = Sorted::new(data);
    let mut canvas = None;
    if sorted.order.len() <= MOST_ACROSS {
        match across::Across::plan(data, &sorted, style, look) {
            Ok(plan) => {
                let mut c = Canvas::new(style.theme, plan.width, plan.height);
                plan.draw(&mut c, data, &sorted);
                canvas = Some(c);
            }
            // Too low for a diagram is too low for a list as well.
            Err(e) if style.width.is_none() => return Err(e),
            Err(_) => {}
        }
    }
    let canvas = match canvas {
        Some(c) => c,
        None => {
            let plan = listing::Listing::plan(data, &sorted, style, look)?;
            let mut c = Canvas::new(style.theme, plan.width, plan.height);
            plan.draw(&mut c, data, &sorted);
            c
        }
    };
    canvas.finish(&frame::spoken_title(&data.head, "Critical difference diagram"), &describe(data, &sorted))
}

fn validate(data: &CriticalDifferenceData) -> Result<(), ChartError> {
    check::count("methods", data.methods.len(), 100_000)?;
    check::count("rows", data.rows.len(), MAX_ROWS)?;
    let cliques = data.cliques.as_deref().unwrap_or_default();
    if cliques.len() > MAX_CLIQUES {
        check::count("groups", cliques.len(), MAX_CLIQUES)?;
    }
    check::within(data.ranks as f64, 2.0, MAX_RANKS as f64, || "the number of ranks".to_owned())?;
    for (i, row) in data.rows.iter().enumerate() {
        check::index(row.method, data.methods.len(), || format!("row {}", i + 1))?;
        check::within(row.mean_rank, 1.0, data.ranks as f64, || {
            format!("the mean rank of {}", data.methods[row.method])
        })?;
    }
    check::once("rows", data.rows.iter().map(|r| r.method), &data.methods)?;
    for (i, clique) in cliques.iter().enumerate() {
        for &member in clique {
            check::index(member, data.rows.len(), || format!("group {}", i + 1))?;
        }
    }
    if let Some((width, _)) = &data.critical_difference {
        check::within(*width, 0.0, f64::MAX, || "the critical difference".to_owned())?;
    }
    Ok(())
}

/// Rows from the best to the worst, and the groups in places of that order.
struct Sorted {
    /// Places in [`CriticalDifferenceData::rows`].
    order: Vec<usize>,
    /// Groups of two and more, members rising, the groups too.
    groups: Vec<Vec<usize>>,
    /// Whether pairs were tested at all.
    tested: bool,
}

impl Sorted {
    fn new(data: &CriticalDifferenceData) -> Sorted {
        let mut order: Vec<usize> = (0..data.rows.len()).collect();
        let key = |i: usize| (data.rows[i].mean_rank, data.rows[i].method, i);
        order.sort_by(|&a, &b| {
            let ((x, m, i), (y, n, j)) = (key(a), key(b));
            x.total_cmp(&y).then(m.cmp(&n)).then(i.cmp(&j))
        });
        let mut place = vec![0; order.len()];
        for (p, &i) in order.iter().enumerate() {
            place[i] = p;
        }
        let mut groups: Vec<Vec<usize>> = data
            .cliques
            .iter()
            .flatten()
            .map(|c| {
                let mut members: Vec<usize> = c.iter().map(|&i| place[i]).collect();
                members.sort_unstable();
                members.dedup();
                members
            })
            .filter(|m| m.len() > 1)
            .collect();
        groups.sort();
        groups.dedup();
        Sorted { order, groups, tested: data.cliques.is_some() }
    }

    fn row<'a>(&self, data: &'a CriticalDifferenceData, place: usize) -> &'a CdRow {
        &data.rows[self.order[place]]
    }

    fn name<'a>(&self, data: &'a CriticalDifferenceData, place: usize) -> &'a str {
        &data.methods[self.row(data, place).method]
    }

    fn names(&self, data: &CriticalDifferenceData, places: &[usize]) -> String {
        let list: Vec<&str> = places.iter().map(|&p| self.name(data, p)).collect();
        list.join(", ")
    }
}

/// What the bars mean, in words under the figure.
fn key(sorted: &Sorted, dotted: bool) -> String {
    let n = sorted.order.len();
    if n < 2 {
        String::new()
    } else if !sorted.tested {
        "No bars: the pairs were not tested.".to_owned()
    } else if sorted.groups.is_empty() {
        "No bars: every pair of methods differs significantly.".to_owned()
    } else if sorted.groups.iter().any(|g| g.len() == n) {
        "The bar joins all methods: no pair differs significantly. That does not show that they are equal."
            .to_owned()
    } else {
        let mut out = "A bar joins methods that do not differ significantly.".to_owned();
        if dotted {
            out.push_str(" Dots on a thin line join the methods with a dot and none between them.");
        }
        out
    }
}

/// The lane of each stretch, so that stretches of one lane stay `gap` apart. `stretches` are taken by start.
fn lanes(stretches: &[(f64, f64)], gap: f64) -> (Vec<usize>, usize) {
    let mut by_start: Vec<usize> = (0..stretches.len()).collect();
    by_start.sort_by(|&a, &b| stretches[a].0.total_cmp(&stretches[b].0).then(a.cmp(&b)));
    let mut ends: Vec<f64> = Vec::new();
    let mut out = vec![0; stretches.len()];
    for i in by_start {
        let (from, to) = stretches[i];
        let free = ends.iter().position(|&e| e + gap <= from).unwrap_or(ends.len());
        if free == ends.len() {
            ends.push(to);
        } else {
            ends[free] = to;
        }
        out[i] = free;
    }
    (out, ends.len())
}

/// Ticks at whole ranks: 1, `ranks`, and as many round ones in between as can be labelled.
pub(super) fn rank_ticks(ranks: usize, length: f64, face: Face) -> Vec<Tick> {
    let tick = |r: usize| Tick { value: r as f64, text: r.to_string() };
    let pitch = length / (ranks - 1) as f64;
    let wide = face.width(&ranks.to_string()) + 8.0;
    let steps = (0..7).flat_map(|e| [1, 2, 5].map(|m| m * 10usize.pow(e)));
    let step = steps.into_iter().find(|&s| s as f64 * pitch >= wide.max(14.0));
    let far = |r: &usize| (r - 1) as f64 * pitch >= wide && (ranks - r) as f64 * pitch >= wide;
    let mut out = vec![tick(1)];
    if let Some(step) = step {
        out.extend((2..ranks).filter(|r| r % step == 0).filter(far).map(tick));
    }
    out.push(tick(ranks));
    out
}

/// The bracket of the critical difference with its text, laid out.
struct Bracket {
    text: font::Wrapped,
    /// Where the text starts.
    x: f64,
    height: f64,
}

impl Bracket {
    /// Over an axis that starts at `x0`, on paper this wide. A text longer than the axis starts before it.
    fn plan(data: &CriticalDifferenceData, x0: f64, width: f64, look: Look) -> Bracket {
        let text = match &data.critical_difference {
            None => String::new(),
            Some((cd, text)) if *cd > (data.ranks - 1) as f64 => {
                format!("CD = {text}; CD larger than the axis")
            }
            Some((_, text)) => format!("CD = {text}"),
        };
        let face = value_face(look);
        let right = width - frame::MARGIN;
        let x = x0.min((right - face.width(&font::clean(&text)) - 1.0).max(frame::MARGIN));
        let text = font::wrap(&text, face.size, face.bold, right - x, 3);
        let height =
            if text.lines.is_empty() { 0.0 } else { line(face.size) * text.lines.len() as f64 + 18.0 };
        Bracket { text, x, height }
    }

    /// Draws it over an axis from `x0` to `x1`, its top at `y`.
    fn draw(&self, c: &mut Canvas, data: &CriticalDifferenceData, x0: f64, x1: f64, y: f64) {
        let Some((cd, text)) = &data.critical_difference else {
            return;
        };
        let look = c.look;
        let end = frame::draw_lines(c, self.x, y, &self.text, value_face(look), Anchor::Start);
        let at = (end + 7.0).floor() + 0.5;
        let most = (data.ranks - 1) as f64;
        c.group(&format!("Critical difference: {text}"), |c| {
            let colour = look.text;
            c.line(&[(x0, at - 4.5), (x0, at + 4.5)], colour, 1.6);
            if *cd > most {
                c.line(&[(x0, at), (x1, at)], colour, 1.6);
                c.polygon(&[(x1 + 8.0, at), (x1, at - 4.5), (x1, at + 4.5)], colour);
                c.note("The critical difference is larger than the axis: no pair can differ significantly by it.");
            } else {
                let to = x0 + (x1 - x0) * cd / most;
                c.line(&[(x0, at), (to, at)], colour, 1.6);
                c.line(&[(to, at - 4.5), (to, at + 4.5)], colour, 1.6);
            }
        });
    }
}

/// Sentences under the figure, laid out.
struct Foot {
    captions: Vec<Caption>,
    height: f64,
}

impl Foot {
    fn plan(sentences: &[String], width: f64, look: Look) -> Foot {
        let captions: Vec<Caption> =
            sentences.iter().filter(|s| !s.is_empty()).map(|s| Caption::plan(s, width, look)).collect();
        let height = captions.iter().map(|c| c.height + 3.0).sum();
        Foot { captions, height }
    }

    fn draw(&self, c: &mut Canvas, x: f64, mut y: f64) {
        for caption in &self.captions {
            caption.draw(c, x, y);
            y += caption.height + 3.0;
        }
    }
}

fn describe(data: &CriticalDifferenceData, sorted: &Sorted) -> String {
    let mut out = frame::spoken_start(&data.head, "Critical difference diagram");
    let list: Vec<String> = (0..sorted.order.len())
        .map(|p| format!("{} {}", sorted.name(data, p), sorted.row(data, p).text))
        .collect();
    out.push_str(&format!(" Mean ranks, best first: {}.", list.join(", ")));
    if let Some((_, text)) = &data.critical_difference {
        out.push_str(&format!(" Critical difference {text}."));
    }
    let n = sorted.order.len();
    if n > 1 && !sorted.tested {
        out.push_str(" The pairs were not tested.");
    } else if n > 1 && sorted.groups.is_empty() {
        out.push_str(" Every pair differs significantly.");
    } else if !sorted.groups.is_empty() {
        let list: Vec<String> = sorted.groups.iter().map(|g| sorted.names(data, g)).collect();
        out.push_str(&format!(" Groups whose methods are not significantly different: {}.", list.join("; ")));
    }
    out
}

#[cfg(test)]
mod tests;
