//! Linear scales, ticks at round numbers and how they are written.

/// The largest size of a number that is drawn.
pub(crate) const LARGEST: f64 = 1e300;

/// Maps numbers to px; `px0` belongs to `lo`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scale {
    pub(crate) lo: f64,
    pub(crate) hi: f64,
    pub(crate) px0: f64,
    pub(crate) px1: f64,
}

impl Scale {
    pub(crate) fn at(&self, v: f64) -> f64 {
        // Halves, so that the span of two huge numbers does not overflow.
        let share = (v / 2.0 - self.lo / 2.0) / (self.hi / 2.0 - self.lo / 2.0);
        self.px0 + (self.px1 - self.px0) * share
    }

    /// The number at a place; may lie beyond the ends.
    pub(crate) fn value_at(&self, px: f64) -> f64 {
        let share = (px - self.px0) / (self.px1 - self.px0);
        self.lo + (self.hi / 2.0 - self.lo / 2.0) * share * 2.0
    }
}

/// Domain of bars: from zero (or the lowest negative) to the highest; never empty.
pub(crate) fn zero_based(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let (lo, hi) = values.into_iter().fold((0.0f64, 0.0f64), |(l, h), v| (l.min(v), h.max(v)));
    if hi - lo == 0.0 { (0.0, 1.0) } else { (lo, hi) }
}

/// Domain of points: from the lowest to the highest with a little room; never empty.
pub(crate) fn around(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let (lo, hi) =
        values.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
    if lo > hi {
        return (0.0, 1.0);
    }
    let size = lo.abs().max(hi.abs());
    if hi - lo <= size * 1e-12 {
        let room = if size == 0.0 { 1.0 } else { size * 0.05 };
        return (lo - room, hi + room);
    }
    let room = (hi / 2.0 - lo / 2.0) * 0.06;
    (lo - room, hi + room)
}

/// A tick: the number and its text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tick {
    pub(crate) value: f64,
    pub(crate) text: String,
}

/// Ticks at multiples of 1, 2, 2.5 or 5 times a power of ten inside `lo..=hi`, about `want` of them.
pub(crate) fn ticks(lo: f64, hi: f64, want: usize) -> Vec<Tick> {
    let span = (hi / 2.0 - lo / 2.0) * 2.0;
    if !(span.is_finite() && span > 0.0 && lo.is_finite() && hi.is_finite()) {
        return Vec::new();
    }
    let want = want.max(1) as f64;
    let raw = span / want;
    let decade = raw.log10().floor() as i32;
    // Steps as whole numbers of 10^(exponent): 10, 20, 25, 50, 100 times 10^(decade - 1).
    let mut best: Option<(f64, i64, i32)> = None;
    for (digits, exponent) in [
        (10i64, decade - 1),
        (20, decade - 1),
        (25, decade - 1),
        (50, decade - 1),
        (10, decade),
        (20, decade),
    ] {
        let step = digits as f64 * pow10(exponent);
        if step == 0.0 || !step.is_finite() {
            continue;
        }
        let count = span / step;
        // Ratio to the wish; steps of 2.5 only where they are clearly better.
        let miss = (count / want).ln().abs() + if digits == 25 { 0.15 } else { 0.0 };
        if best.is_none_or(|(m, ..)| miss < m - 1e-12) {
            best = Some((miss, digits, exponent));
        }
    }
    let Some((_, digits, exponent)) = best else {
        return Vec::new();
    };
    let step = digits as f64 * pow10(exponent);
    let slack = 1e-9;
    let (first, last) = ((lo / step - slack).ceil(), (hi / step + slack).floor());
    if !(first.abs() < 1e12 && last.abs() < 1e12 && last - first <= 1000.0) {
        return Vec::new();
    }
    let (first, last) = (first as i64, last as i64);
    let largest = (first.abs().max(last.abs())) * digits;
    let style = Writing::choose(largest, digits, exponent);
    (first..=last).map(|i| Tick { value: i as f64 * step, text: style.write(i * digits, exponent) }).collect()
}

/// Ticks on a scale of decimal logarithms: these multiples of each power of ten, where they are inside.
pub(crate) fn log_ticks(lo: f64, hi: f64, multiples: &[f64]) -> Vec<Tick> {
    if !(lo < hi && hi - lo < 40.0) {
        return Vec::new();
    }
    let slack = 1e-9 * (hi - lo);
    let mut out: Vec<(f64, f64, i32)> = Vec::new();
    for power in lo.floor() as i32..=hi.ceil() as i32 {
        for &multiple in multiples {
            let value = f64::from(power) + multiple.log10();
            if value < lo - slack || value > hi + slack {
                continue;
            }
            out.push((value, multiple, power));
        }
    }
    // all of an axis in one way
    let plain = out.iter().all(|(.., power)| (-4..7).contains(power));
    let text = |multiple: f64, power: i32| {
        if plain {
            decimal(multiple as u64, power, (-power).max(0) as usize)
        } else if multiple == 1.0 {
            format!("10{}", superscript(power))
        } else {
            format!("{multiple}×10{}", superscript(power))
        }
    };
    out.into_iter().map(|(value, multiple, power)| Tick { value, text: text(multiple, power) }).collect()
}

fn pow10(exponent: i32) -> f64 {
    10f64.powi(exponent)
}

enum Writing {
    /// With this many decimals.
    Plain(usize),
    /// Times this power of ten, with this many decimals before it.
    Power(i32, usize),
}

impl Writing {
    fn choose(largest: i64, digits: i64, exponent: i32) -> Writing {
        // Trailing zeros of the step tell how many decimals the ticks need.
        let spare = if digits % 10 == 0 { 1 } else { 0 };
        let lowest = exponent + spare;
        let top = exponent + (largest.max(1) as f64).log10().floor() as i32;
        if !(-4..7).contains(&top) || lowest < -6 {
            return Writing::Power(top, (top - lowest).max(0) as usize);
        }
        Writing::Plain((-lowest).max(0) as usize)
    }

    fn write(&self, whole: i64, exponent: i32) -> String {
        if whole == 0 {
            return "0".to_owned();
        }
        let sign = if whole < 0 { "\u{2212}" } else { "" };
        match *self {
            Writing::Plain(decimals) => {
                format!("{sign}{}", decimal(whole.unsigned_abs(), exponent, decimals))
            }
            Writing::Power(power, decimals) => {
                let mantissa = decimal(whole.unsigned_abs(), exponent - power, decimals);
                format!("{sign}{mantissa}×10{}", superscript(power))
            }
        }
    }
}

/// `whole` times 10^`exponent` with exactly that many decimals, thousands set apart by a thin space from
/// five digits on.
fn decimal(whole: u64, exponent: i32, decimals: usize) -> String {
    let mut digits = whole.to_string();
    if exponent > 0 {
        digits.extend(std::iter::repeat_n('0', exponent as usize));
    }
    let point = if exponent < 0 { exponent.unsigned_abs() as usize } else { 0 };
    while digits.len() <= point {
        digits.insert(0, '0');
    }
    let (left, right) = digits.split_at(digits.len() - point);
    let mut right = right.to_owned();
    // Digits beyond `decimals` are zeros by construction.
    right.truncate(decimals);
    while right.len() < decimals {
        right.push('0');
    }
    let mut out = String::new();
    for (i, c) in left.chars().enumerate() {
        if i > 0 && left.len() > 4 && (left.len() - i) % 3 == 0 {
            out.push('\u{202F}');
        }
        out.push(c);
    }
    if !right.is_empty() {
        out.push('.');
        out.push_str(&right);
    }
    out
}

/// A number as so many decimals times a power of ten, as the axes write it; a hyphen is its minus sign.
pub(crate) fn power_of_ten(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$e}");
    match text.split_once('e').and_then(|(mantissa, power)| Some((mantissa, power.parse().ok()?))) {
        Some((mantissa, power)) => format!("{mantissa}×10{}", superscript(power)),
        None => text,
    }
}

/// From this size on axes write numbers as powers of ten.
pub(crate) const POWERS_FROM: f64 = 1e7;

fn superscript(n: i32) -> String {
    n.to_string()
        .chars()
        .map(|c| match c {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            '4' => '⁴',
            '5' => '⁵',
            '6' => '⁶',
            '7' => '⁷',
            '8' => '⁸',
            '9' => '⁹',
            _ => '⁰',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(lo: f64, hi: f64, want: usize) -> Vec<String> {
        ticks(lo, hi, want).into_iter().map(|t| t.text).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(texts(0.0, 87.0, 5), ["0", "20", "40", "60", "80"]);
        assert_eq!(texts(0.0, 100.0, 4), ["0", "25", "50", "75", "100"]);
        assert_eq!(texts(-3.0, 7.0, 5), ["−2", "0", "2", "4", "6"]);
        assert_eq!(texts(0.0, 1.0, 5), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(texts(0.0, 30000.0, 3), ["0", "10\u{202F}000", "20\u{202F}000", "30\u{202F}000"]);
        assert_eq!(texts(0.0, 4000.0, 4), ["0", "1000", "2000", "3000", "4000"]);
        assert_eq!(texts(0.0, 2e9, 2), ["0", "1×10⁹", "2×10⁹"]);
        assert_eq!(texts(-2e-7, 2e-7, 4), ["−2×10⁻⁷", "−1×10⁻⁷", "0", "1×10⁻⁷", "2×10⁻⁷"]);
        assert_eq!(texts(99.90, 99.95, 5), ["99.90", "99.91", "99.92", "99.93", "99.94", "99.95"]);
    }

    #[test]
    fn ticks_of_any_range_are_few_inside_and_say_their_value() {
        let ends =
            [-1e300, -3e8, -77.7, -1.0, -1e-9, -1e-300, 0.0, 1e-300, 2e-11, 0.3, 5.0, 12345.6, 9e15, 1e300];
        for lo in ends {
            for hi in ends {
                if lo >= hi {
                    continue;
                }
                for want in [1, 3, 5, 9] {
                    let list = ticks(lo, hi, want);
                    assert!(list.len() <= 2 * want + 2, "{lo} {hi}: {list:?}");
                    for t in &list {
                        let slack = (hi / 2.0 - lo / 2.0) * 1e-8;
                        assert!(t.value >= lo - slack && t.value <= hi + slack, "{lo} {hi} {t:?}");
                        if !t.text.contains('×') {
                            let plain = t.text.replace('−', "-").replace('\u{202F}', "");
                            let v: f64 = plain.parse().unwrap();
                            assert!((v - t.value).abs() <= 1e-9 * v.abs().max(1e-9), "{t:?}");
                        }
                    }
                    assert!(list.windows(2).all(|w| w[0].text != w[1].text), "{list:?}");
                }
            }
        }
    }

    #[test]
    fn an_axis_of_logarithms_is_written_in_one_way() {
        let texts = |lo: f64, hi: f64| -> Vec<String> {
            log_ticks(lo, hi, &[1.0]).into_iter().map(|t| t.text).collect()
        };
        assert_eq!(texts(-1.0, 1.0), ["0.1", "1", "10"]);
        assert_eq!(texts(4.0, 6.0), ["10\u{202F}000", "100\u{202F}000", "1\u{202F}000\u{202F}000"]);
        assert_eq!(texts(0.0, 7.0), ["10⁰", "10¹", "10²", "10³", "10⁴", "10⁵", "10⁶", "10⁷"]);
    }

    #[test]
    fn scales_do_not_overflow() {
        let s = Scale { lo: -1e300, hi: 1e300, px0: 0.0, px1: 100.0 };
        assert!((s.at(0.0) - 50.0).abs() < 1e-9);
        assert!((s.value_at(75.0) / 5e299 - 1.0).abs() < 1e-9);
        assert_eq!(zero_based([0.0, 0.0]), (0.0, 1.0));
        assert_eq!(zero_based([5.0, 5.0]), (0.0, 5.0));
        assert_eq!(zero_based([-5.0]), (-5.0, 0.0));
        let (lo, hi) = around([3.0, 3.0]);
        assert!(lo < 3.0 && hi > 3.0);
        assert_eq!(around([0.0]), (-1.0, 1.0));
    }
}
