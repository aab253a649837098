//! Exact decimal numbers, as printed in a table.
//!
//! A published result is a decimal text such as `85.53`. Its ties and gaps are properties of that
//! text, not of the nearest binary floating-point number: `0.3 - 0.2` and `0.2 - 0.1` are equal
//! here and differ as `f64`. A [`Decimal`] is an integer count of units of `10^-places`; sums and
//! differences stay exact, and a mean is an exact fraction ([`Mean`]).

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;

/// The most significant digits that a number may have.
///
/// `f64` needs 17; published tables have 3 to 6. The bound leaves room to add `10^15` of them
/// inside an `i128`.
pub const MAX_DIGITS: usize = 22;

/// The largest power of ten, up or down, that a number may be written with.
pub const MAX_EXPONENT: i32 = 400;

/// Why a text is not a decimal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecimalError {
    /// The text is empty or all white space.
    #[error("it is empty")]
    Empty,
    /// The text says not-a-number.
    #[error("it is not a number (NaN)")]
    NotANumber,
    /// The text says infinity.
    #[error("it is infinite")]
    Infinite,
    /// The text is a word that tables use for a missing value, such as `N/A` or `-`.
    #[error("it is a word for a missing value")]
    Missing,
    /// A comma stands where a decimal point or a thousands separator might be meant.
    #[error("it has a comma")]
    Comma,
    /// A number is followed by other text: a footnote mark, an uncertainty, a percent sign.
    #[error("other text follows the number")]
    Trailing,
    /// More than 22 significant digits, or an exponent beyond 400.
    #[error("it has more digits than can be held exactly ({MAX_DIGITS})")]
    TooLong,
    /// Anything else.
    #[error("it is not a number")]
    Syntax,
}

/// An exact decimal number: `units × 10^-places`.
///
/// `places` is the number of digits printed after the point (`64.30` has two and differs from
/// `64.3` only in that); it may be negative for texts such as `1e6`. Equality and order compare
/// the value alone.
///
/// ```
/// use likewise::Decimal;
/// let a: Decimal = "64.3".parse()?;
/// let b: Decimal = "64.30".parse()?;
/// assert_eq!(a, b);
/// assert_eq!((a.places(), b.places()), (1, 2));
/// assert_eq!(b.to_string(), "64.30");
/// # Ok::<(), likewise::DecimalError>(())
/// ```
#[derive(Debug, Clone, Copy)]
// A table holds one of these a cell: without the padding to 16 bytes it is a quarter smaller.
#[repr(Rust, packed(8))]
pub struct Decimal {
    units: i128,
    places: i32,
}

/// Ten to some power, as far as it fits.
fn power(exponent: u32) -> Option<i128> {
    const POWERS: [i128; 39] = {
        let mut powers = [1; 39];
        let mut at = 1;
        while at < powers.len() {
            powers[at] = 10 * powers[at - 1];
            at += 1;
        }
        powers
    };
    POWERS.get(exponent as usize).copied()
}

impl Decimal {
    /// The number `units × 10^-places`.
    #[must_use]
    pub const fn new(units: i128, places: i32) -> Self {
        Self { units, places }
    }

    /// The integer count of units of `10^-places`.
    #[must_use]
    pub const fn units(self) -> i128 {
        self.units
    }

    /// The digits printed after the point; negative for `1e6`.
    #[must_use]
    pub const fn places(self) -> i32 {
        self.places
    }

    /// The nearest binary floating-point number, correctly rounded.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        // Both are exact in an f64, and one division of exact numbers rounds correctly.
        if self.units.unsigned_abs() <= 1 << 53 && (0..=22).contains(&self.places) {
            return self.units as f64 / 10f64.powi(self.places);
        }
        format!("{}e{}", self.units(), -self.places).parse().unwrap_or(f64::NAN)
    }

    /// The count of units of `10^-places` for another number of places, if it is whole and fits.
    #[must_use]
    pub fn units_at(self, places: i32) -> Option<i128> {
        let shift = places.checked_sub(self.places)?;
        if shift == 0 {
            Some(self.units)
        } else if shift > 0 {
            power(shift.unsigned_abs())?.checked_mul(self.units)
        } else if self.units == 0 {
            Some(0)
        } else {
            let divisor = power(shift.unsigned_abs())?;
            (self.units % divisor == 0).then_some(self.units / divisor)
        }
    }

    /// The exact difference, with the larger number of places; `None` past the range of `i128`.
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        let places = self.places.max(other.places);
        let units = self.units_at(places)?.checked_sub(other.units_at(places)?)?;
        Some(Self { units, places })
    }

    /// The exact sum, with the larger number of places; `None` past the range of `i128`.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.checked_sub(Self { units: other.units.checked_neg()?, places: other.places })
    }

    /// The same number without its sign.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self { units: self.units.abs(), places: self.places }
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.places == other.places {
            return self.units().cmp(&other.units());
        }
        let places = self.places.max(other.places);
        match (self.units_at(places), other.units_at(places)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => big_units(*self, places).cmp(&big_units(*other, places)),
        }
    }
}

fn big_units(d: Decimal, places: i32) -> BigInt {
    BigInt::from(d.units) * BigInt::from(10).pow(places.saturating_sub(d.places).unsigned_abs())
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.units.unsigned_abs().to_string();
        let text = match usize::try_from(self.places) {
            Ok(0) => digits,
            Ok(places) if places <= 40 => {
                let padded = format!("{digits:0>width$}", width = places + 1);
                let (whole, fraction) = padded.split_at(padded.len() - places);
                format!("{whole}.{fraction}")
            }
            _ if self.units == 0 => "0".to_owned(),
            Err(_) if self.places >= -20 => digits + &"0".repeat(self.places.unsigned_abs() as usize),
            _ => format!("{digits}e{}", -self.places),
        };
        f.pad_integral(self.units >= 0, "", &text)
    }
}

/// Words that tables print where there is no number.
const MISSING: [&str; 14] =
    ["-", "--", "---", "–", "—", "/", "n/a", "na", "none", "null", "missing", "?", "tbd", "not recorded"];

/// Whether the text is one of the usual words for a missing value (`-`, `N/A`, `None`, ...).
#[must_use]
pub fn is_missing_word(text: &str) -> bool {
    // no such word begins with a digit, and nearly all that are asked about are numbers
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let lower = text.trim().to_lowercase();
    MISSING.contains(&lower.as_str())
}

impl std::str::FromStr for Decimal {
    type Err = DecimalError;

    /// Reads `[+-] digits [. digits] [e [+-] digits]`, with white space around it; a typographic
    /// minus (U+2212) is a minus.
    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(DecimalError::Empty);
        }
        let (negative, body) = match text.strip_prefix(['-', '\u{2212}']) {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let bytes = body.as_bytes();
        let (mut units, mut places, mut significant, mut seen) = (0i128, 0i32, 0usize, 0usize);
        let mut point = false;
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'0'..=b'9' => {
                    seen += 1;
                    if significant > 0 || byte != b'0' {
                        significant += 1;
                    }
                    if significant > MAX_DIGITS {
                        return Err(DecimalError::TooLong);
                    }
                    units = units * 10 + i128::from(byte - b'0');
                    places += i32::from(point);
                }
                b'.' if !point => point = true,
                _ => break,
            }
            at += 1;
        }
        if seen == 0 {
            return Err(classify(text));
        }
        if matches!(bytes.get(at), Some(b'e' | b'E')) && body[at + 1..].parse::<i64>().is_ok() {
            let exponent: i32 = body[at + 1..].parse().map_err(|_| DecimalError::TooLong)?;
            if exponent.abs() > MAX_EXPONENT {
                return Err(DecimalError::TooLong);
            }
            places = places.saturating_sub(exponent);
            at = bytes.len();
        }
        if places.abs() > MAX_EXPONENT {
            return Err(DecimalError::TooLong);
        }
        if at < bytes.len() {
            return Err(if bytes[at] == b',' { DecimalError::Comma } else { DecimalError::Trailing });
        }
        Ok(Self { units: if negative { -units } else { units }, places })
    }
}

fn classify(text: &str) -> DecimalError {
    let lower = text.trim_start_matches(['+', '-', '\u{2212}']).to_lowercase();
    match lower.as_str() {
        "nan" => DecimalError::NotANumber,
        "inf" | "infinity" | "∞" => DecimalError::Infinite,
        _ if is_missing_word(text) => DecimalError::Missing,
        _ => DecimalError::Syntax,
    }
}

/// An exact mean: a sum of decimals over a count.
///
/// Means compare by cross-multiplication, never as floating-point numbers, so that equal means are
/// equal for any order of rows and any number of threads.
///
/// ```
/// use likewise::{Decimal, Mean};
/// let mean = |texts: &[&str]| {
///     let values: Vec<Decimal> = texts.iter().map(|t| t.parse().unwrap()).collect();
///     Mean::of(&values).unwrap()
/// };
/// assert_eq!(mean(&["0.1", "0.2", "0.6"]), mean(&["0.3"]));
/// assert_eq!(mean(&["1", "2"]).to_string(), "1.5");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Mean {
    sum: Decimal,
    count: u64,
}

impl Mean {
    /// The mean of some values; `None` for no value or past the range of `i128` (values of wildly
    /// different size, more than 38 digits apart).
    #[must_use]
    pub fn of(values: &[Decimal]) -> Option<Self> {
        let places = values.iter().map(|v| v.places).max()?;
        let mut units = 0i128;
        for value in values {
            units = units.checked_add(value.units_at(places)?)?;
        }
        Some(Self { sum: Decimal { units, places }, count: values.len() as u64 })
    }

    /// The mean with this sum over this count, which must not be 0.
    #[must_use]
    pub const fn from_sum(sum: Decimal, count: u64) -> Option<Self> {
        if count == 0 { None } else { Some(Self { sum, count }) }
    }

    /// A single value as a mean of one.
    #[must_use]
    pub const fn one(value: Decimal) -> Self {
        Self { sum: value, count: 1 }
    }

    /// The mean of one more value; `None` past the range of `i128`.
    #[must_use]
    pub fn plus(self, value: Decimal) -> Option<Self> {
        let places = self.sum.places.max(value.places);
        let units = self.sum.units_at(places)?.checked_add(value.units_at(places)?)?;
        Some(Self { sum: Decimal { units, places }, count: self.count + 1 })
    }

    /// The sum.
    #[must_use]
    pub const fn sum(self) -> Decimal {
        self.sum
    }

    /// How many values the sum is over.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.count
    }

    /// The mean as a floating-point number, within one rounding of the exact one.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        if self.count == 1 { self.sum.to_f64() } else { self.sum.to_f64() / self.count as f64 }
    }

    /// The exact difference of two means; `None` past the range of `i128`.
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        let places = self.sum.places.max(other.sum.places);
        let (a, b) = (self.sum.units_at(places)?, other.sum.units_at(places)?);
        let (units, count) = if self.count == other.count {
            (a.checked_sub(b)?, self.count)
        } else {
            let a = a.checked_mul(i128::from(other.count))?;
            let b = b.checked_mul(i128::from(self.count))?;
            (a.checked_sub(b)?, self.count.checked_mul(other.count)?)
        };
        Some(Self { sum: Decimal { units, places }, count })
    }

    /// The places to show: those printed for one value; for a mean, exact if it ends within two
    /// more places, else two more.
    #[must_use]
    pub fn shown_places(self) -> i32 {
        if self.count == 1 {
            return self.sum.places;
        }
        let base = self.sum.places.max(0);
        (base..base + 2)
            .find(|&p| self.sum.units_at(p).is_some_and(|u| u % i128::from(self.count) == 0))
            .unwrap_or(base + 2)
    }

    /// The mean rounded half away from zero to this many places.
    #[must_use]
    pub fn round(self, places: i32) -> Decimal {
        if self.count == 1 && places == self.sum.places {
            return self.sum;
        }
        let count = i128::from(self.count);
        let exact = (|| {
            // scale first, then divide once: rounding twice could move a half
            let shift = places - self.sum.places;
            let (top, bottom) = if shift >= 0 {
                let factor = 10i128.checked_pow(u32::try_from(shift).ok()?)?;
                (self.sum.units.checked_mul(factor)?, count)
            } else {
                (self.sum.units, count.checked_mul(10i128.checked_pow(shift.unsigned_abs())?)?)
            };
            let half = bottom / 2 + bottom % 2;
            let (quotient, rest) = (top / bottom, (top % bottom).abs());
            Some(quotient + if rest >= half && rest != 0 { top.signum() } else { 0 })
        })();
        match exact {
            Some(units) => Decimal { units, places },
            None => format!("{:.*}", usize::try_from(places).unwrap_or(0), self.to_f64())
                .parse()
                .unwrap_or(self.sum),
        }
    }
}

impl PartialEq for Mean {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Mean {}

impl PartialOrd for Mean {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Mean {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.count == other.count {
            return self.sum.cmp(&other.sum);
        }
        let places = self.sum.places.max(other.sum.places);
        let scaled = |m: &Self, by: u64| m.sum.units_at(places).and_then(|u| u.checked_mul(i128::from(by)));
        match (scaled(self, other.count), scaled(other, self.count)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => {
                (big_units(self.sum, places) * other.count).cmp(&(big_units(other.sum, places) * self.count))
            }
        }
    }
}

impl fmt::Display for Mean {
    /// Shows the value as printed, or the mean at [`Mean::shown_places`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.round(self.shown_places()).fmt(f)
    }
}
