//! Keys that number the runs of one experiment.

use super::Policy;
use crate::results::registry::fold;

/// Folds of one cross-validation share their training data, repetitions and seeds everything but chance: as
/// blocks of a test they would count one experiment several times.
const RUNS: [&str; 17] = [
    "fold",
    "folds",
    "cv fold",
    "outer fold",
    "inner fold",
    "kfold",
    "repetition",
    "repetitions",
    "repeat",
    "repeats",
    "rep",
    "cv repeat",
    "replicate",
    "replication",
    "seed",
    "random seed",
    "trial",
];

/// Whether a key's name says that it numbers runs of one experiment.
fn numbers_runs(key: &str) -> bool {
    RUNS.contains(&fold(key).as_str())
}

impl Policy {
    /// The policy for a test over blocks: recorded keys that number runs (`fold`, `repetition`, `seed`, ...)
    /// are averaged over, where the policy says nothing of them. Also those keys.
    ///
    /// ```
    /// use likewise::Policy;
    /// let (policy, keys) = Policy::default().averaging_runs(&["dataset size".into(), "Fold".into()]);
    /// assert_eq!((policy.replicate, keys), (vec!["Fold".to_owned()], vec!["Fold".to_owned()]));
    /// let mut own = Policy::default();
    /// own.by = vec!["fold".into()];
    /// assert!(own.averaging_runs(&["Fold".into()]).1.is_empty());
    /// ```
    #[must_use]
    pub fn averaging_runs(mut self, keys: &[String]) -> (Self, Vec<String>) {
        let says = |policy: &Self, key: &str| {
            let lists =
                policy.by.iter().chain(&policy.ignore).chain(&policy.replicate).chain(&policy.subject);
            lists.chain(policy.filter.keys()).any(|k| fold(k) == fold(key))
        };
        let runs: Vec<String> =
            keys.iter().filter(|key| numbers_runs(key) && !says(&self, key)).cloned().collect();
        self.replicate.extend(runs.iter().cloned());
        (self, runs)
    }
}
