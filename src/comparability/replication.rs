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
pub(crate) fn numbers_runs(key: &str) -> bool {
    RUNS.contains(&fold(key).as_str())
}

impl Policy {
    /// The policy for a test over blocks: recorded keys that number runs (`fold`, `repetition`, `seed`, ...)
    /// are averaged over, where the policy says nothing of them. Also what is to be said of it.
    ///
    /// Where nothing but runs tells blocks apart, they stay blocks, and it is said that these are not
    /// independent.
    ///
    /// ```
    /// use likewise::Policy;
    /// let (policy, said) = Policy::default().averaging_runs(&["size".into(), "Fold".into()]);
    /// assert_eq!((policy.replicate, said.is_some()), (vec!["Fold".to_owned()], true));
    /// let (policy, said) = Policy::default().averaging_runs(&["fold".into()]);
    /// assert!(policy.replicate.is_empty() && said.unwrap().contains("not independent"));
    /// let own = Policy { by: vec!["size".into(), "fold".into()], ..Policy::default() };
    /// assert_eq!(own.averaging_runs(&["size".into(), "Fold".into()]).1, None);
    /// ```
    #[must_use]
    pub fn averaging_runs(mut self, keys: &[String]) -> (Self, Option<String>) {
        let says = |policy: &Self, key: &str| {
            let lists =
                policy.by.iter().chain(&policy.ignore).chain(&policy.replicate).chain(&policy.subject);
            lists.chain(policy.filter.keys()).any(|k| fold(k) == fold(key))
        };
        let runs: Vec<String> =
            keys.iter().filter(|key| numbers_runs(key) && !says(&self, key)).cloned().collect();
        if runs.is_empty() {
            return (self, None);
        }
        let names = runs.join(", ");
        let off = |key: &String| self.ignore.iter().chain(&self.replicate).any(|k| fold(k) == fold(key));
        let others = keys.iter().any(|key| !runs.contains(key) && !off(key));
        if self.by.is_empty() && !others {
            let said = format!(
                "the blocks are runs ({names}) of one experiment and not independent, so that p-values and intervals promise more \
                 than they hold"
            );
            return (self, Some(said));
        }
        let said = format!(
            "{names}: runs of one experiment are not independent blocks, so they are averaged first; --by with {names} among its \
             keys takes them as blocks"
        );
        self.replicate.extend(runs);
        (self, Some(said))
    }
}
