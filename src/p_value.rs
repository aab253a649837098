//! How a p-value is printed.

/// A p-value for reading: four significant digits, `<1e-16` below that, never 0.
///
/// ```
/// use likewise::report::p_value;
/// assert_eq!(p_value(0.25), "0.25");
/// assert_eq!(p_value(13.0 / 14400.0), "0.0009028");
/// assert_eq!(p_value(1.8816e-5), "1.882e-5");
/// assert_eq!(p_value(0.0), "<1e-16");
/// ```
#[must_use]
pub fn p_value(p: f64) -> String {
    if p < 1e-16 {
        return "<1e-16".to_owned();
    }
    if p < 1e-4 {
        return format!("{p:.3e}");
    }
    let places = (3 - p.log10().floor() as i32).max(0) as usize;
    let text = format!("{p:.places$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
