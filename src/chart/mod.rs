//! Figures: plain data in, SVG, PNG and PDF out. Nothing here computes a statistic; what is drawn is what the
//! caller hands over, with every value as printed.
//!
//! Drawing elements go through plotters to a backend of our own that writes SVG ([`Figure::svg`]); the PNG
//! is that SVG rasterised by resvg ([`Figure::png`]), the PDF is it written by krilla ([`Figure::pdf`]). The font is embedded and measures the layout too, so
//! that the same data give the same bytes on every machine.
//!
//! ```
//! use likewise::chart::{Bar, BarsData, Group, Head, Style, bars};
//! let bar = |value: f64, text: &str| Some(Bar { value, text: text.into(), error: None });
//! let data = BarsData {
//!     head: Head { title: "Two methods".into(), axis: "AUROC (%), higher is better".into(), ..Head::default() },
//!     methods: vec!["CE".into(), "LN".into()],
//!     groups: vec![Group { label: "ResNet50".into(), values: vec![bar(72.88, "72.88"), bar(85.53, "85.53")] }],
//! };
//! let figure = bars(&data, &Style::default())?;
//! assert!(figure.svg().contains(">85.53</text>"));
//! assert!(figure.missing_glyphs().is_empty());
//! assert_eq!(&figure.png(96.0)?[1..4], b"PNG");
//! # Ok::<(), likewise::chart::ChartError>(())
//! ```
//!
//! # How to add a figure
//!
//! One file, one figure. `pub struct XData { pub head: Head, .. }` holds plain data, `pub fn x(data: &XData,
//! style: &Style) -> Result<Figure, ChartError>` draws it in three steps:
//!
//! 1. *Check*: `check` has the shared checks (finite, counts and limits, list lengths, indices);
//!    `frame::check_style` the sizes. Never clamp, never skip.
//! 2. *Lay out*, without drawing: `frame::Top` (title, subtitle), `frame::Caption` (axis, notes),
//!    `frame::Notice` (band of a forced run, between axis and data), `legend::Legend`, `rows::Rows` (level
//!    bars with names, ranks and values), `scale` (domains, ticks), `font` (measure, wrap, shorten). Each
//!    plan knows its height; add them up. Choose the size where `Style` leaves it open; where the asked
//!    size does not hold the figure, return `frame::too_small`.
//! 3. *Draw* on a `canvas::Canvas`, back to front: grid, marks (each in `group` with its tooltip), text.
//!    Colours come from `style::Look` and `palette::{fill_of, MARKERS}`; text sizes from the faces in
//!    `frame`. Whatever is shortened or left out goes to `Canvas::note`. `Canvas::finish` takes the title
//!    and the text equivalent of the figure.
//!
//! In the tests, `testing::sound` asserts what holds for every figure: valid XML, no text over another,
//! nothing off the paper, no text of one bar over another bar, same bytes twice. Then look at the picture in
//! all three themes.

mod bars;
mod bump;
mod canvas;
mod check;
mod critical_difference;
mod dots;
mod error;
mod figure;
mod font;
mod frame;
mod heatmap;
mod ink;
mod interaction;
mod intervals;
mod legend;
mod pairs;
mod palette;
mod parts;
mod profile;
mod ranking;
mod rows;
mod scale;
mod scatter;
mod sorted;
mod spread;
mod style;
#[cfg(test)]
mod testing;

pub use bars::{Bar, BarsData, Group, MAX_BARS, bars};
pub use bump::{BumpData, BumpLine, bump};
pub use critical_difference::{CdRow, CriticalDifferenceData, critical_difference};
pub use dots::{DotsData, dots};
pub use error::ChartError;
pub use figure::Figure;
pub(crate) use figure::check_dpi;
pub use frame::Head;
pub use heatmap::{HeatCell, HeatmapData, heatmap};
pub use interaction::{InteractionData, InteractionRow, interaction};
pub use intervals::{IntervalPanel, IntervalRow, IntervalsData, intervals};
pub use pairs::{Better, PairCell, PairsData, pairs};
pub use palette::{COLOURS, Fill, Hatch, MARKERS, Marker, Rgb, colour_of, fill_of};
pub use profile::{ProfileData, ProfileLine, ProfilePoint, profile};
pub use ranking::{RankRow, RankingData, RankingPanel, ranking};
pub(crate) use scale::{POWERS_FROM, power_of_ten};
pub use scatter::{ScatterData, ScatterPoint, Wins, scatter};
pub use sorted::{SortedData, SortedRow, sorted};
pub use spread::{Reading, SpreadData, SpreadRow, spread};
pub use style::{Style, Theme, ThemeError};
