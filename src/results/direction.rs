//! Which way a metric is better.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::stats::Best;

/// Which way a metric is better. There is no default: without a direction nothing is ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Larger values are better: accuracy, AUROC.
    Higher,
    /// Smaller values are better: error, latency.
    Lower,
}

impl Direction {
    /// Reads the usual ways to write a direction: `higher`, `Higher is better`, `max`, `↑`, and
    /// their opposites. Anything else is `None`.
    ///
    /// ```
    /// use likewise::Direction;
    /// assert_eq!(Direction::parse("Lower is better"), Some(Direction::Lower));
    /// assert_eq!(Direction::parse("percent"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches('.').to_lowercase();
        match text.as_str() {
            "higher" | "higher is better" | "higher_is_better" | "max" | "maximize" | "maximise" | "up"
            | "↑" | "larger" | "larger is better" | "greater" | "greater is better" | "desc"
            | "descending" => Some(Self::Higher),
            "lower" | "lower is better" | "lower_is_better" | "min" | "minimize" | "minimise" | "down"
            | "↓" | "smaller" | "smaller is better" | "less" | "less is better" | "asc" | "ascending" => {
                Some(Self::Lower)
            }
            _ => None,
        }
    }

    /// The word of the direction alone: `higher` or `lower`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Higher => "higher",
            Self::Lower => "lower",
        }
    }

    /// The same for the statistics.
    #[must_use]
    pub const fn best(self) -> Best {
        match self {
            Self::Higher => Best::Largest,
            Self::Lower => Best::Smallest,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is better", self.word())
    }
}
