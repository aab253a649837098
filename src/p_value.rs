//! How a p-value and a probability are printed.

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

/// A p-value that may be an upper bound, `<=1e-5` where it is: the smallest that so many random arrangements
/// can give, when none of them was as extreme.
#[must_use]
pub(crate) fn p_at_most(p: f64, bound: bool) -> String {
    if !bound {
        return p_value(p);
    }
    let text = p_value(p);
    match text.split_once('e') {
        // as the other branch of `p_value`, without zeros at the end
        Some((digits, power)) => {
            format!("<={}e{power}", digits.trim_end_matches('0').trim_end_matches('.'))
        }
        None => format!("<={text}"),
    }
}

/// A probability from draws, or by formula: four places. What would be printed as 0 or 1 without being certain
/// is a bound, `<0.0001` or `>0.9999`, or wider where fewer than 10,000 draws can't tell so little from nothing.
pub(crate) fn probability(p: f64, draws: Option<u64>) -> String {
    let least = draws.map_or(1e-4, |n| (1.0 / n.max(1) as f64).max(1e-4));
    // digits enough for the bound itself: 1/2,000 is 0.0005
    let bound = |sign: char, v: f64| {
        let text = format!("{v:.4}");
        format!("{sign}{}", text.trim_end_matches('0').trim_end_matches('.'))
    };
    if p < least && (draws.is_some() || p > 0.0) && p < 1.0 {
        bound('<', least)
    } else if p > 1.0 - least && (draws.is_some() || p < 1.0) {
        bound('>', 1.0 - least)
    } else {
        format!("{p:.4}")
    }
}

#[cfg(test)]
mod tests {
    use super::{p_at_most, probability};

    #[test]
    fn the_smallest_p_of_draws_is_a_bound() {
        assert_eq!(p_at_most(1.0 / 100_000.0, true), "<=1e-5");
        assert_eq!(p_at_most(1.0 / 10_000.0, true), "<=0.0001");
        assert_eq!(p_at_most(1.0 / 40_001.0, true), "<=2.5e-5");
        assert_eq!(p_at_most(1.0 / 100_000.0, false), "1.000e-5");
    }

    #[test]
    fn nothing_uncertain_is_printed_as_0_or_1() {
        for (p, draws, want) in [
            (0.0, Some(50_000), "<0.0001"),
            (1.0, Some(50_000), ">0.9999"),
            (0.0, Some(100), "<0.01"),
            (1.0, Some(2_000), ">0.9995"),
            (0.5, Some(100), "0.5000"),
            (0.0, None, "0.0000"),
            (1.0, None, "1.0000"),
            (1e-9, None, "<0.0001"),
            (1.0 - 1e-9, None, ">0.9999"),
            (0.99, None, "0.9900"),
        ] {
            assert_eq!(probability(p, draws), want, "{p} {draws:?}");
        }
    }
}
