//! What the user says about the results: which keys tell blocks apart, which don't matter, what is
//! taken on the user's word, and what is forced.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::results::Direction;
use crate::words::argument;

/// The user's decisions. The default decides nothing: every recorded key is an axis, nothing is
/// ignored, assumed, averaged or forced.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Policy {
    /// Only results of this metric; names the metric where the input records none.
    pub metric: Option<String>,
    /// Which way is better, for all metrics (key `""`) or by metric.
    pub direction: BTreeMap<String, Direction>,
    /// The configuration key that is ranked instead of the method.
    pub subject: Option<String>,
    /// The keys that blocks may differ in; empty for every recorded key. Once keys are named, every
    /// other key must match inside a block. `task`, `dataset` and `split` may be named too.
    pub by: Vec<String>,
    /// Keys that don't matter, on the user's word.
    pub ignore: Vec<String>,
    /// Keys that are noise: results that differ only in them are runs of one cell and are averaged.
    pub replicate: Vec<String>,
    /// Values for keys where they are not recorded, on the user's word.
    pub assume: BTreeMap<String, String>,
    /// Spellings that are replaced by another one.
    pub alias: BTreeMap<String, String>,
    /// Only results with one of these values of a key.
    pub filter: BTreeMap<String, Vec<String>>,
    /// What to leave out where not every subject has every block.
    pub common: Option<Common>,
    /// Which refusals are lifted.
    pub force: Option<Force>,
    /// Why, in the user's words; kept in the output.
    pub because: Option<String>,
}

/// What to leave out where not every subject has every block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Common {
    /// The blocks that lack a subject.
    Blocks,
    /// The subjects that lack a block.
    Subjects,
}

/// Which refusals are lifted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Force {
    /// All but a mismatch of protocols.
    All,
    /// Those about these keys; `coverage` and `conflict` name the refusals without a key.
    Keys(Vec<String>),
}

impl Force {
    /// Whether a refusal about this key is lifted.
    #[must_use]
    pub fn lifts(&self, key: &str) -> bool {
        match self {
            Self::All => true,
            Self::Keys(keys) => keys.iter().any(|k| k.eq_ignore_ascii_case(key)),
        }
    }
}

/// A policy that can't be applied to these results.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// An option names a key that no result records.
    #[error("{option} names `{key}`, which no result records")]
    UnknownKey {
        /// The option.
        option: &'static str,
        /// The key given.
        key: String,
        /// The keys there are.
        known: Vec<String>,
    },
    /// Nothing is left to look at.
    #[error("no result is left: {what}")]
    EmptySelection {
        /// What selects nothing.
        what: String,
        /// What could be selected, in words.
        available: String,
    },
    /// A metric whose direction nobody says.
    #[error("which way is better is not recorded for {metric}, and the registry doesn't know it")]
    NoDirection {
        /// The metric.
        metric: String,
    },
    /// A metric recorded with both directions.
    #[error("the direction of {metric} is contradictory: {what}")]
    ContradictoryDirection {
        /// The metric.
        metric: String,
        /// Who says what.
        what: String,
    },
}

impl PolicyError {
    /// What to type instead.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::UnknownKey { key, known, .. } => {
                let near = known
                    .iter()
                    .map(|k| (strsim::jaro_winkler(&k.to_lowercase(), &key.to_lowercase()), k))
                    .filter(|(likeness, _)| *likeness > 0.8)
                    .max_by(|a, b| a.0.total_cmp(&b.0));
                let list: Vec<String> = known.iter().map(|k| format!("`{k}`")).collect();
                match near {
                    Some((_, near)) => format!("did you mean `{near}`? The keys are {}", list.join(", ")),
                    None if known.is_empty() => "no configuration key is recorded at all".to_owned(),
                    None => format!("the keys are {}", list.join(", ")),
                }
            }
            Self::EmptySelection { available, .. } => available.clone(),
            Self::NoDirection { metric } => {
                let (higher, lower) = directions(metric);
                format!("say --direction {higher} or --direction {lower}")
            }
            Self::ContradictoryDirection { metric, .. } => {
                let (higher, lower) = directions(metric);
                format!("find out which is right and say --direction {higher} or --direction {lower}")
            }
        }
    }
}

/// The policy as it is written in a TOML file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct File {
    metric: Option<String>,
    direction: Option<DirectionSetting>,
    subject: Option<String>,
    by: Vec<String>,
    ignore: Vec<String>,
    replicate: Vec<String>,
    assume: BTreeMap<String, String>,
    alias: BTreeMap<String, String>,
    filter: BTreeMap<String, OneOrMany>,
    common: Option<Common>,
    force: Option<ForceSetting>,
    because: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum DirectionSetting {
    All(String),
    Each(BTreeMap<String, String>),
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum ForceSetting {
    All(bool),
    Keys(Vec<String>),
}

impl Policy {
    /// Reads a policy from TOML. The keys are the fields' names:
    ///
    /// ```
    /// use likewise::Policy;
    /// let policy = Policy::from_toml(
    ///     r#"
    ///     by = ["Backbone"]
    ///     replicate = ["seed"]
    ///     direction = { L2 = "lower" }
    ///     filter = { Backbone = ["ResNet50", "SwinT"] }
    ///     "#,
    /// )?;
    /// assert_eq!(policy.by, ["Backbone"]);
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// The line and what is wrong, in words.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|e| e.to_string())?;
        let mut direction = BTreeMap::new();
        let pairs = match file.direction {
            None => BTreeMap::new(),
            Some(DirectionSetting::All(word)) => BTreeMap::from([(String::new(), word)]),
            Some(DirectionSetting::Each(pairs)) => pairs,
        };
        for (metric, word) in pairs {
            let parsed = Direction::parse(&word)
                .ok_or_else(|| format!("direction: `{word}` is not a direction; write higher or lower"))?;
            direction.insert(metric, parsed);
        }
        let filter = file
            .filter
            .into_iter()
            .map(|(key, values)| match values {
                OneOrMany::One(value) => (key, vec![value]),
                OneOrMany::Many(values) => (key, values),
            })
            .collect();
        let force = match file.force {
            None | Some(ForceSetting::All(false)) => None,
            Some(ForceSetting::All(true)) => Some(Force::All),
            Some(ForceSetting::Keys(keys)) => Some(Force::Keys(keys)),
        };
        Ok(Self {
            metric: file.metric,
            direction,
            subject: file.subject,
            by: file.by,
            ignore: file.ignore,
            replicate: file.replicate,
            assume: file.assume,
            alias: file.alias,
            filter,
            common: file.common,
            force,
            because: file.because,
        })
    }

    /// The direction that the policy gives for a metric.
    #[must_use]
    pub fn direction_of(&self, metric: Option<&str>) -> Option<Direction> {
        metric
            .and_then(|m| {
                let folded = crate::results::registry::fold(m);
                self.direction
                    .iter()
                    .find(|(k, _)| !k.is_empty() && crate::results::registry::fold(k) == folded)
                    .map(|(_, d)| *d)
            })
            .or_else(|| self.direction.get("").copied())
    }
}

/// The two values of --direction for a metric, as they are typed.
fn directions(metric: &str) -> (String, String) {
    (argument(&format!("{metric}=higher")), argument(&format!("{metric}=lower")))
}
