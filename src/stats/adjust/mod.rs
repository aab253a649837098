//! Adjusted p-values for families of hypotheses.
//!
//! An adjusted p-value is the smallest level at which the procedure rejects that hypothesis (Wright
//! 1992), so it can be compared with any level at once. All procedures here are monotone: a larger
//! p-value never gets a smaller adjusted one.

mod flat;
mod pairs;
mod rom;

pub use pairs::{exhaustive_sets, shaffer_counts};
pub use rom::{adjust_rom, rom_critical_values};

use super::StatsError;

/// How p-values are adjusted for the number of hypotheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Adjustment {
    /// Not at all.
    None,
    /// `m p`. Family-wise error, any dependence.
    Bonferroni,
    /// Holm 1979: step-down, family-wise error, any dependence.
    Holm,
    /// Hochberg 1988: step-up, family-wise error under positive dependence.
    Hochberg,
    /// Hommel 1988: closed Simes tests, family-wise error under positive dependence.
    Hommel,
    /// Holland and Copenhaver 1987: step-down with `1 - (1 - p)^(m - i + 1)`.
    Holland,
    /// Finner 1993: step-down with `1 - (1 - p)^(m / i)`.
    Finner,
    /// Li 2008: `p / (p + 1 - max p)`. Of little use when the largest p-value is near 1: then all
    /// adjusted values are near 1.
    Li,
    /// Benjamini and Hochberg 1995: false discovery rate under positive dependence.
    BenjaminiHochberg,
    /// Benjamini and Yekutieli 2001: false discovery rate, any dependence.
    BenjaminiYekutieli,
    /// Shaffer 1986, static: Holm with the number of hypotheses that can be true together. For all
    /// pairs only.
    Shaffer,
    /// Rom 1990: step-up with sharper critical values than Hochberg. See [`adjust_rom`].
    Rom,
    /// Bergmann and Hommel 1988: all exhaustive sets of pair hypotheses. For all pairs only.
    BergmannHommel,
}

impl Adjustment {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::None,
        Self::Bonferroni,
        Self::Holm,
        Self::Hochberg,
        Self::Hommel,
        Self::Holland,
        Self::Finner,
        Self::Li,
        Self::BenjaminiHochberg,
        Self::BenjaminiYekutieli,
        Self::Shaffer,
        Self::Rom,
        Self::BergmannHommel,
    ];

    /// The name that [`Adjustment::parse`] reads.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Bonferroni => "bonferroni",
            Self::Holm => "holm",
            Self::Hochberg => "hochberg",
            Self::Hommel => "hommel",
            Self::Holland => "holland",
            Self::Finner => "finner",
            Self::Li => "li",
            Self::BenjaminiHochberg => "benjamini-hochberg",
            Self::BenjaminiYekutieli => "benjamini-yekutieli",
            Self::Shaffer => "shaffer",
            Self::Rom => "rom",
            Self::BergmannHommel => "bergmann-hommel",
        }
    }

    /// The adjustment of a name, in any case, with `-`, `_`, space or nothing between words; also
    /// `bh`, `fdr`, `by` and `bergmann`.
    ///
    /// ```
    /// use likewise::stats::Adjustment;
    /// assert_eq!(Adjustment::parse("Bergmann_Hommel"), Some(Adjustment::BergmannHommel));
    /// assert_eq!(Adjustment::parse("bh"), Some(Adjustment::BenjaminiHochberg));
    /// assert_eq!(Adjustment::parse("tukey"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let plain =
            |t: &str| t.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
        let wanted = plain(text);
        match wanted.as_str() {
            "bh" | "fdr" => Some(Self::BenjaminiHochberg),
            "by" => Some(Self::BenjaminiYekutieli),
            "bergmann" => Some(Self::BergmannHommel),
            _ => Self::ALL.into_iter().find(|a| plain(a.name()) == wanted),
        }
    }

    /// Whether it uses which hypotheses can be true together, and so takes only all pairs of a set of
    /// subjects ([`adjust_pairs`]).
    #[must_use]
    pub const fn needs_all_pairs(self) -> bool {
        matches!(self, Self::Shaffer | Self::BergmannHommel)
    }
}

impl std::fmt::Display for Adjustment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// Adjusts a family of p-values; the order of the answer is that of the input.
///
/// Equal p-values get equal adjusted ones. All answers are at most 1. An empty family has an empty
/// answer. [`Adjustment::Rom`] is taken at level 0.05, see [`adjust_rom`]. Sources are named at the
/// variants; formulas for adjusted p-values as in Wright 1992 and García et al. 2010, whose
/// formula for Hochberg is a misprint (it takes a maximum where the minimum is meant).
///
/// # Errors
/// [`StatsError::NotFinite`] for NaN, [`StatsError::OutOfRange`] for a p-value outside 0 to 1,
/// [`StatsError::Undefined`] for [`Adjustment::Shaffer`] and [`Adjustment::BergmannHommel`], which
/// need to know the pairs.
///
/// ```
/// use likewise::stats::{Adjustment, adjust};
/// let holm = adjust(&[0.01, 0.02, 0.9], Adjustment::Holm)?;
/// assert_eq!(holm, [0.03, 0.04, 0.9]);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn adjust(p: &[f64], method: Adjustment) -> Result<Vec<f64>, StatsError> {
    check(p)?;
    let order = ascending(p);
    let sorted: Vec<f64> = order.iter().map(|&i| p[i]).collect();
    let adjusted = match method {
        Adjustment::None => sorted,
        Adjustment::Bonferroni => flat::bonferroni(&sorted),
        Adjustment::Holm => flat::holm(&sorted),
        Adjustment::Hochberg => flat::hochberg(&sorted),
        Adjustment::Hommel => flat::hommel(&sorted),
        Adjustment::Holland => flat::holland(&sorted),
        Adjustment::Finner => flat::finner(&sorted),
        Adjustment::Li => flat::li(&sorted),
        Adjustment::BenjaminiHochberg => flat::benjamini_hochberg(&sorted),
        Adjustment::BenjaminiYekutieli => flat::benjamini_yekutieli(&sorted),
        Adjustment::Rom => return adjust_rom(p, rom::LEVEL),
        Adjustment::Shaffer | Adjustment::BergmannHommel => {
            return Err(StatsError::Undefined {
                procedure: if method == Adjustment::Shaffer {
                    "Shaffer's adjustment"
                } else {
                    "Bergmann-Hommel"
                },
                why: "it needs the p-values of all pairs of a known number of subjects",
            });
        }
    };
    Ok(unsort(&adjusted, &order))
}

/// Adjusts the p-values of all pairs of `k` subjects, in the order (0,1), (0,2), .., (k-2,k-1).
///
/// [`Adjustment::Shaffer`] and [`Adjustment::BergmannHommel`] use that equality is transitive: not
/// every set of pair hypotheses can be true. All other methods answer as [`adjust`].
///
/// With Bergmann-Hommel two pairs with equal p-values can differ, since they lie in different
/// exhaustive sets; the running maximum that keeps the answer monotone visits equal p-values in
/// ascending order of their own bound (as Derrac et al. 2011 table 20 did), so that the answer does
/// not depend on the order of the subjects.
///
/// # Errors
/// As [`adjust`]; [`StatsError::TooFew`] for fewer than 2 subjects, [`StatsError::Count`] when the
/// number of p-values is not `k (k - 1) / 2`, [`StatsError::TooLarge`] for Bergmann-Hommel on more
/// than 16 subjects.
///
/// ```
/// use likewise::stats::{Adjustment, adjust_pairs};
/// // pairs (0,1) (0,2) (1,2): once the smallest is rejected, only one of the others can be true
/// let p = adjust_pairs(&[0.01, 0.02, 0.03], 3, Adjustment::BergmannHommel)?;
/// assert_eq!(p, [0.03, 0.03, 0.03]);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn adjust_pairs(p: &[f64], k: usize, method: Adjustment) -> Result<Vec<f64>, StatsError> {
    const PROCEDURE: &str = "adjusting all pairs";
    if k < 2 {
        return Err(StatsError::TooFew { procedure: PROCEDURE, what: "subjects", needed: 2, found: k });
    }
    let expected = k.saturating_mul(k - 1) / 2;
    if p.len() != expected {
        return Err(StatsError::Count { procedure: PROCEDURE, what: "p-values", expected, found: p.len() });
    }
    check(p)?;
    match method {
        Adjustment::Shaffer => Ok(pairs::shaffer(p, k)),
        Adjustment::BergmannHommel => pairs::bergmann_hommel(p, k),
        _ => adjust(p, method),
    }
}

fn check(p: &[f64]) -> Result<(), StatsError> {
    if let Some(index) = p.iter().position(|p| !p.is_finite()) {
        return Err(StatsError::NotFinite { what: "the p-values", index });
    }
    match p.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        Some(&found) => Err(StatsError::OutOfRange { what: "a p-value", range: "from 0 to 1", found }),
        None => Ok(()),
    }
}

/// Indices in ascending order of the p-value.
fn ascending(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    order
}

fn unsort(sorted: &[f64], order: &[usize]) -> Vec<f64> {
    let mut answer = vec![0.0; order.len()];
    for (&value, &at) in sorted.iter().zip(order) {
        answer[at] = value;
    }
    answer
}

/// Caps at 1 and takes the running maximum from the front: a step-down procedure.
fn step_down(raw: impl Iterator<Item = f64>) -> Vec<f64> {
    raw.scan(0.0f64, |highest, value| {
        *highest = highest.max(value.min(1.0));
        Some(*highest)
    })
    .collect()
}

/// Caps at 1 and takes the running minimum from the back: a step-up procedure.
fn step_up(mut raw: Vec<f64>) -> Vec<f64> {
    let mut lowest = 1.0f64;
    for value in raw.iter_mut().rev() {
        lowest = lowest.min(*value);
        *value = lowest;
    }
    raw
}

#[cfg(test)]
mod tests;
