//! Grouped bars: one group a block, one bar a method.
//!
//! Bars start at zero. They stand upright where every value fits on its bar and every name under its group;
//! otherwise they lie, one row a bar, each with its name.

mod lying;
mod upright;

use super::check;
use super::error::ChartError;
use super::figure::Figure;
use super::frame::{self, Head};
use super::legend::{Key, Legend};
use super::palette::fill_of;
use super::style::{Look, Style};
use upright::Upright;

/// One bar.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Bar {
    /// Its length, in the unit of the axis; finite.
    pub value: f64,
    /// The value as printed, drawn at the bar's end.
    pub text: String,
    /// Lower and upper end of an interval (not distances), in the unit of the axis.
    pub error: Option<(f64, f64)>,
}

/// The bars of one block.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Group {
    /// The block's name.
    pub label: String,
    /// One entry a method, in the order of [`BarsData::methods`]; `None` is drawn as `n/a`.
    pub values: Vec<Option<Bar>>,
}

/// What [`bars`] draws.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct BarsData {
    /// Titles, axis, notice.
    pub head: Head,
    /// The sorted list of all methods of the run; a method's place decides its colour. A method without a
    /// value in any group takes no room.
    pub methods: Vec<String>,
    /// The blocks, in the order drawn.
    pub groups: Vec<Group>,
}

/// The most bars in one figure.
pub const MAX_BARS: usize = 400;

/// Draws grouped bars.
///
/// # Errors
/// [`ChartError::Empty`] without methods, groups or any value; [`ChartError::Shape`] where a group has not
/// one entry a method; [`ChartError::NotFinite`], [`ChartError::OutOfRange`], [`ChartError::Interval`] for
/// numbers; [`ChartError::TooMany`] beyond [`MAX_BARS`]; [`ChartError::TooSmall`] for the asked size.
///
/// ```
/// use likewise::chart::{Bar, BarsData, Group, Head, Style, bars};
/// let data = BarsData {
///     head: Head { axis: "AUROC (%), higher is better".into(), ..Head::default() },
///     methods: vec!["LN".into(), "MM".into()],
///     groups: vec![Group {
///         label: "SwinT".into(),
///         values: vec![Some(Bar { value: 78.09, text: "78.09".into(), error: Some((77.0, 79.2)) }), None],
///     }],
/// };
/// let figure = bars(&data, &Style::default())?;
/// assert!(figure.description().contains("SwinT: LN 78.09"));
/// # Ok::<(), likewise::chart::ChartError>(())
/// ```
pub fn bars(data: &BarsData, style: &Style) -> Result<Figure, ChartError> {
    let shown = validate(data)?;
    frame::check_style(style)?;
    let look = Look::of(style.theme);
    match Upright::plan(data, &shown, style, look) {
        Some(plan) => plan.draw(data, &shown, style),
        None => lying::draw(data, &shown, style, look),
    }
}

/// The methods that have a value somewhere.
fn validate(data: &BarsData) -> Result<Vec<usize>, ChartError> {
    let m = data.methods.len();
    check::count("methods", m, 100_000)?;
    check::count("groups", data.groups.len(), MAX_BARS)?;
    for group in &data.groups {
        check::shape(group.values.len(), m, || format!("group {}", group.label))?;
        for (method, bar) in data.methods.iter().zip(&group.values) {
            let Some(bar) = bar else { continue };
            let what = || format!("{method} in {}", group.label);
            check::number(bar.value, what)?;
            if let Some(ends) = bar.error {
                check::interval(ends, what)?;
            }
        }
    }
    let shown: Vec<usize> = (0..m).filter(|&i| data.groups.iter().any(|g| g.values[i].is_some())).collect();
    check::count("values", shown.len(), usize::MAX)?;
    check::count("bars", shown.len() * data.groups.len(), MAX_BARS)?;
    Ok(shown)
}

fn numbers(data: &BarsData) -> impl Iterator<Item = f64> + '_ {
    data.groups
        .iter()
        .flat_map(|g| &g.values)
        .flatten()
        .flat_map(|b| [Some(b.value), b.error.map(|e| e.0), b.error.map(|e| e.1)].into_iter().flatten())
}

fn describe(data: &BarsData, shown: &[usize]) -> String {
    let mut out = frame::spoken_start(&data.head, "Bar chart");
    for group in &data.groups {
        out.push_str(&format!(" {}:", group.label));
        for (k, &i) in shown.iter().enumerate() {
            let text = group.values[i].as_ref().map_or("n/a", |b| &b.text);
            out.push_str(&format!("{} {} {text}", if k == 0 { "" } else { "," }, data.methods[i]));
        }
        out.push('.');
    }
    out
}

fn tip(group: &Group, method: &str, bar: Option<&Bar>) -> String {
    let text = bar.map_or("n/a", |b| &b.text);
    if group.label.is_empty() {
        format!("{method}: {text}")
    } else {
        format!("{}, {method}: {text}", group.label)
    }
}

fn legend(data: &BarsData, shown: &[usize], width: f64, look: Look) -> Legend {
    let entries: Vec<_> =
        shown.iter().map(|&i| (data.methods[i].clone(), Key::Fill(fill_of(i, look.theme)))).collect();
    Legend::plan(&entries, width, look)
}

/// Rows between two repetitions of the notice, at most.
pub(crate) const NOTICE_EVERY: usize = 24;

#[cfg(test)]
mod tests {
    use super::super::testing::{name, noise, sound, words};
    use super::super::{Style, Theme};
    use super::*;
    use proptest::prelude::*;

    fn bar(value: f64) -> Option<Bar> {
        Some(Bar { value, text: format!("{value:.2}"), error: None })
    }

    fn data(groups: usize, methods: usize, kind: usize, value: impl Fn(usize) -> Option<Bar>) -> BarsData {
        BarsData {
            head: Head {
                title: "A title".into(),
                subtitle: "A subtitle".into(),
                axis: "AUROC (%), higher is better".into(),
                notice: None,
            },
            methods: (0..methods).map(|i| name(i, kind)).collect(),
            groups: (0..groups)
                .map(|g| Group {
                    label: name(g, kind / 2),
                    values: (0..methods).map(|m| value(g * methods + m)).collect(),
                })
                .collect(),
        }
    }

    fn draw(data: &BarsData) -> Figure {
        let figure = bars(data, &Style::default()).unwrap();
        sound(&figure);
        figure
    }

    #[test]
    fn every_value_is_drawn_as_printed_and_every_bar_has_its_length() {
        let values = [72.88, 85.53, 60.5, 43.83, 81.77];
        let d = data(1, 5, 0, |i| bar(values[i]));
        let figure = draw(&d);
        for v in values {
            assert!(words(&figure).lines().any(|l| l == format!("{v:.2}")));
        }
        // Heights are in the ratio of the values: nothing is cut off at the axis.
        let heights: Vec<f64> = figure.bar_boxes().iter().map(|b| b[3] - b[1]).collect();
        for (h, v) in heights.iter().zip(values) {
            assert!((h / heights[0] - v / values[0]).abs() < 0.01, "{heights:?}");
        }
    }

    #[test]
    fn any_number_of_bars_and_any_names_stay_legible() {
        for (groups, methods) in
            [(1, 1), (1, 2), (3, 5), (1, 15), (15, 1), (2, 24), (5, 20), (1, 100), (100, 1), (100, 4)]
        {
            for kind in 0..6 {
                let d = data(groups, methods, kind, |i| bar(100.0 * noise(i)));
                let figure = draw(&d);
                assert_eq!(figure.bar_boxes().len(), groups * methods);
                let seen = words(&figure);
                if kind < 2 {
                    for g in d.groups.iter().flat_map(|g| g.values.iter().flatten()) {
                        assert!(seen.contains(&g.text));
                    }
                }
            }
        }
    }

    #[test]
    fn signs_zeros_ties_and_huge_ranges() {
        for (groups, methods) in [(1, 3), (3, 4), (4, 30)] {
            draw(&data(groups, methods, 0, |i| bar(40.0 * noise(i) - 20.0)));
            draw(&data(groups, methods, 0, |i| bar(-40.0 * noise(i))));
            let none = draw(&data(groups, methods, 0, |_| bar(0.0)));
            assert!(none.bar_boxes().is_empty());
            let same = draw(&data(groups, methods, 0, |_| bar(7.0)));
            let size = |b: &[f64; 4]| (b[2] - b[0]) * (b[3] - b[1]);
            assert!(same.bar_boxes().windows(2).all(|w| (size(&w[0]) - size(&w[1])).abs() < 1e-6));
            draw(&data(groups, methods, 0, |i| {
                let value = if i % 2 == 0 { 10f64.powi(i as i32 * 2) } else { -10f64.powi(i as i32) };
                Some(Bar { value, text: format!("{value:.1e}"), error: None })
            }));
            draw(&data(groups, methods, 0, |i| {
                let value = 1e300 * (noise(i) - 0.5) * 2.0;
                Some(Bar { value, text: format!("{value:.1e}"), error: Some((-1e300, 1e300)) })
            }));
        }
    }

    #[test]
    fn missing_bars_are_marked_and_methods_without_any_take_no_room() {
        let d = data(3, 4, 0, |i| if i % 4 == 3 || i == 5 { None } else { bar(i as f64) });
        let figure = draw(&d);
        assert_eq!(words(&figure).lines().filter(|l| *l == "n/a").count(), 1);
        assert!(!words(&figure).contains("M3"));
        // Its colour does not move to another method.
        let full = draw(&data(3, 4, 0, |i| bar(i as f64 + 1.0)));
        let colour = fill_of(2, Theme::Light).colour.css();
        assert!(figure.svg().contains(&colour) && full.svg().contains(&colour));
        assert!(!figure.svg().contains(&fill_of(3, Theme::Light).colour.css()));
        let lying = draw(&data(3, 40, 0, |i| if i == 5 { None } else { bar(i as f64) }));
        assert_eq!(words(&lying).lines().filter(|l| *l == "n/a").count(), 1);
    }

    #[test]
    fn the_notice_is_inside_the_drawing_and_repeated_in_long_ones() {
        for (groups, methods, times) in [(3, 5, 1), (1, 3, 1), (5, 20, 5)] {
            let mut d = data(groups, methods, 0, |i| bar(100.0 * noise(i)));
            d.head.notice = Some("FORCED: differs in Backbone".into());
            let figure = draw(&d);
            assert_eq!(words(&figure).matches("FORCED").count(), times);
            assert!(figure.description().starts_with("FORCED"));
        }
        let mut d = data(3, 5, 0, |i| bar(100.0 * noise(i)));
        d.head.notice = Some("very long words of warning ".repeat(30));
        let seen = words(&draw(&d));
        assert_eq!(seen.matches("warning").count(), 30);
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let ok = data(2, 2, 0, |_| bar(1.0));
        let with = |change: &dyn Fn(&mut BarsData)| {
            let mut d = ok.clone();
            change(&mut d);
            bars(&d, &Style::default()).unwrap_err()
        };
        for v in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let e = with(&|d| d.groups[1].values[0] = bar(v));
            assert_eq!(e, ChartError::NotFinite { what: "M0 in M1".into() });
        }
        assert!(matches!(with(&|d| d.groups[0].values[0] = bar(1e305)), ChartError::OutOfRange { .. }));
        assert_eq!(with(&|d| d.groups.clear()), ChartError::Empty { what: "groups" });
        assert_eq!(with(&|d| d.methods.clear()), ChartError::Empty { what: "methods" });
        assert_eq!(
            with(&|d| d.groups.iter_mut().for_each(|g| g.values.fill(None))),
            ChartError::Empty { what: "values" }
        );
        assert!(matches!(
            with(&|d| d.groups[0].values.clear()),
            ChartError::Shape { expected: 2, got: 0, .. }
        ));
        let e = with(&|d| {
            d.groups[0].values[0] = Some(Bar { value: 1.0, text: "1".into(), error: Some((2.0, 0.5)) })
        });
        assert!(matches!(e, ChartError::Interval { .. }));
        let e = bars(&data(41, 10, 0, |_| bar(1.0)), &Style::default()).unwrap_err();
        assert_eq!(e, ChartError::TooMany { what: "bars", got: 410, limit: 400 });
        let small = Style { width: Some(100), ..Style::default() };
        assert!(matches!(bars(&ok, &small), Err(ChartError::TooSmall { .. })));
        let flat = Style { height: Some(130), ..Style::default() };
        assert!(matches!(bars(&ok, &flat), Err(ChartError::TooSmall { .. })));
    }

    #[test]
    fn a_hundred_bars_stay_below_100_kb() {
        for theme in Theme::ALL {
            let style = Style { theme, ..Style::default() };
            let figure = bars(&data(5, 20, 1, |i| bar(60.0 + 40.0 * noise(i))), &style).unwrap();
            assert!(figure.svg().len() < 100_000, "{theme}: {}", figure.svg().len());
        }
    }

    #[test]
    fn same_bytes_every_time_and_the_png_says_its_resolution() {
        let d = data(3, 5, 2, |i| bar(100.0 * noise(i)));
        let (a, b) = (draw(&d), draw(&d));
        assert_eq!(a.svg(), b.svg());
        assert_eq!(a.missing_glyphs(), b.missing_glyphs());
        assert!(a.missing_glyphs().contains(&'漢'));
        for dpi in [96.0, 144.0, 300.0] {
            let png = a.png(dpi).unwrap();
            assert_eq!(png, b.png(dpi).unwrap());
            let reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
            let info = reader.info();
            assert_eq!(info.width, (f64::from(a.width()) * dpi / 96.0).round() as u32);
            let dims = info.pixel_dims.unwrap();
            assert_eq!(
                (dims.xppu, dims.yppu),
                ((dpi / 0.0254).round() as u32, (dpi / 0.0254).round() as u32)
            );
        }
        for dpi in [f64::NAN, 0.0, -96.0, 1e9] {
            assert!(matches!(a.png(dpi), Err(ChartError::Dpi { .. })));
        }
        assert!(matches!(a.png(2400.0), Err(ChartError::TooManyPixels { .. })));
    }

    #[test]
    fn the_picture_has_ink_where_the_bars_are() {
        let d = data(1, 2, 0, |_| bar(50.0));
        let figure = draw(&d);
        let png = figure.png(96.0).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        for (i, b) in figure.bar_boxes().iter().enumerate() {
            let (x, y) = (((b[0] + b[2]) / 2.0) as usize, ((b[1] + b[3]) / 2.0) as usize);
            let at = (y * figure.width() as usize + x) * 3;
            let c = fill_of(i, Theme::Light).colour;
            assert_eq!(&pixels[at..at + 3], &[c.r, c.g, c.b]);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]
        #[test]
        fn whatever_comes_is_drawn_soundly_or_refused(
            groups in 1usize..9,
            methods in 1usize..13,
            kind in 0usize..36,
            scale in prop::sample::select(vec![1e-9, 0.01, 1.0, 100.0, 1e7, 1e200]),
            shift in -1.0f64..0.3,
            digits in 0usize..8,
            holes in 0usize..5,
            theme in prop::sample::select(Theme::ALL.to_vec()),
            width in prop::option::of(240u32..1500),
            height in prop::option::of(200u32..1200),
            notice in prop::option::of("[a-z ]{1,200}"),
        ) {
            let mut d = data(groups, methods, kind, |i| {
                let value = (noise(i * 7 + kind) + shift) * scale;
                let error = (i % 3 == 0).then_some((value - 0.1 * scale, value + 0.05 * scale));
                let text = if scale > 1e6 { format!("{value:.*e}", digits.min(3)) } else { format!("{value:.digits$}") };
                (i % 5 >= holes || i == 0).then_some(Bar { value, text, error })
            });
            d.head.notice = notice;
            match bars(&d, &Style { theme, width, height, dpi: 96.0 }) {
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
