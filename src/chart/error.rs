//! What can keep a figure from being drawn.

/// Why a figure was not drawn.
///
/// Nothing is drawn in part: either the whole figure comes back or one of these.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ChartError {
    /// A number that should be drawn is NaN or infinite. The text names the mark.
    #[error("{what} is not a finite number")]
    NotFinite {
        /// The mark, for example `CE in ResNet50`.
        what: String,
    },
    /// A number is finite but beyond what an axis can carry.
    #[error("{what} is {value:e}; an axis can carry sizes up to 1e300 only")]
    OutOfRange {
        /// The mark, for example `CE in ResNet50`.
        what: String,
        /// The value that was given.
        value: f64,
    },
    /// An interval whose lower end lies above its upper end.
    #[error("the interval of {what} runs from {low} down to {high}; give the lower end first")]
    Interval {
        /// The mark, for example `CE in ResNet50`.
        what: String,
        /// The end given first.
        low: f64,
        /// The end given second.
        high: f64,
    },
    /// A number that can lie only between two ends, such as a p-value or a mean rank, lies outside.
    #[error("{what} is {value}; it must lie between {low} and {high}")]
    Outside {
        /// The number, for example `the mean rank of CE`.
        what: String,
        /// The value that was given.
        value: f64,
        /// The least it can be.
        low: f64,
        /// The most it can be.
        high: f64,
    },
    /// There is nothing to draw.
    #[error("there are no {what} to draw")]
    Empty {
        /// What is missing: `methods`, `groups`, `values`, ...
        what: &'static str,
    },
    /// More of something than can be read in one figure.
    #[error("{got} {what} are too many for one legible figure; the limit is {limit}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many were given.
        got: usize,
        /// The most that is drawn.
        limit: usize,
    },
    /// A list has not one entry for each method (or block).
    #[error("{what} has {got} entries, expected {expected}")]
    Shape {
        /// The list, for example `group ResNet50`.
        what: String,
        /// How many entries it should have.
        expected: usize,
        /// How many it has.
        got: usize,
    },
    /// A row points at a method or block that the figure's list does not hold.
    #[error("{what} points at entry {index}, but there are only {len}")]
    Index {
        /// The row.
        what: String,
        /// The index it holds.
        index: usize,
        /// How many entries the list has.
        len: usize,
    },
    /// A method has two rows (or lines) where it can have one.
    #[error("{method} stands in two {what}; draw it once")]
    Twice {
        /// The method.
        method: String,
        /// What it stands in: `rows` or `lines`.
        what: &'static str,
    },
    /// An axis is logarithmic and a number on it is not above zero.
    #[error("{what} is {value}; a logarithmic axis holds numbers above zero only")]
    NotPositive {
        /// The number, for example `a threshold of CE`.
        what: String,
        /// The value that was given.
        value: f64,
    },
    /// A figure of a forced comparison came without the text that says so.
    #[error("this figure pools results that are not comparable and needs a notice that says so")]
    NoNotice,
    /// The asked size cannot hold the figure legibly.
    #[error(
        "{width} x {height} px is too small for this figure; it needs at least {need_width} x {need_height} px"
    )]
    TooSmall {
        /// Width that was asked for (or chosen), px.
        width: u32,
        /// Height that was asked for (or chosen), px.
        height: u32,
        /// Smallest width that works at this height, px.
        need_width: u32,
        /// Smallest height that works at this width, px.
        need_height: u32,
    },
    /// The dots per inch are not a number between 10 and 2400.
    #[error("{dpi} dots per inch is not between 10 and 2400")]
    Dpi {
        /// The value that was given.
        dpi: f64,
    },
    /// The picture would have more pixels than are reasonable to hold in memory.
    #[error("a picture of {width} x {height} pixels is too large (limit {limit} pixels); lower the dpi")]
    TooManyPixels {
        /// Width in pixels.
        width: u64,
        /// Height in pixels.
        height: u64,
        /// The most pixels that are drawn.
        limit: u64,
    },
    /// The drawing or the rasteriser failed; the text is theirs.
    #[error("the figure could not be drawn: {0}")]
    Draw(String),
}
