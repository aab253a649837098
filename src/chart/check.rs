//! Checks of the data that all figures share.

use super::error::ChartError;
use super::scale::LARGEST;

/// A number an axis can carry.
pub(crate) fn number(v: f64, what: impl FnOnce() -> String) -> Result<(), ChartError> {
    if !v.is_finite() {
        Err(ChartError::NotFinite { what: what() })
    } else if v.abs() > LARGEST {
        Err(ChartError::OutOfRange { what: what(), value: v })
    } else {
        Ok(())
    }
}

/// A number that can lie only between two ends.
pub(crate) fn within(v: f64, low: f64, high: f64, what: impl Fn() -> String) -> Result<(), ChartError> {
    number(v, &what)?;
    if v < low || v > high {
        return Err(ChartError::Outside { what: what(), value: v, low, high });
    }
    Ok(())
}

/// An interval, ends in order.
pub(crate) fn interval(ends: (f64, f64), what: impl Fn() -> String) -> Result<(), ChartError> {
    number(ends.0, &what)?;
    number(ends.1, &what)?;
    if ends.0 > ends.1 {
        return Err(ChartError::Interval { what: what(), low: ends.0, high: ends.1 });
    }
    Ok(())
}

/// At least one of something, and not more than can be read.
pub(crate) fn count(what: &'static str, got: usize, limit: usize) -> Result<(), ChartError> {
    match got {
        0 => Err(ChartError::Empty { what }),
        _ if got > limit => Err(ChartError::TooMany { what, got, limit }),
        _ => Ok(()),
    }
}

/// One entry for each of something.
pub(crate) fn shape(got: usize, expected: usize, what: impl FnOnce() -> String) -> Result<(), ChartError> {
    if got == expected { Ok(()) } else { Err(ChartError::Shape { what: what(), expected, got }) }
}

/// A reference into a list.
pub(crate) fn index(index: usize, len: usize, what: impl FnOnce() -> String) -> Result<(), ChartError> {
    if index < len { Ok(()) } else { Err(ChartError::Index { what: what(), index, len }) }
}

/// Each method once. The places must be inside the list.
pub(crate) fn once(
    what: &'static str,
    places: impl IntoIterator<Item = usize>,
    methods: &[String],
) -> Result<(), ChartError> {
    let mut seen = vec![false; methods.len()];
    for place in places {
        if std::mem::replace(&mut seen[place], true) {
            return Err(ChartError::Twice { method: methods[place].clone(), what });
        }
    }
    Ok(())
}
