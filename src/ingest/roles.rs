//! Which column of a file plays which part, by its name.

use crate::results::known_metric;
use crate::results::registry::fold;

/// The parts a column can play besides configuration, each with the other names it goes by, the
/// commonest first. The first name is the column's name in the results frame.
pub(crate) const ROLES: &[(&str, &[&str])] = &[
    (
        "method",
        &[
            "model",
            "algorithm",
            "approach",
            "system",
            "framework",
            "classifier",
            "estimator",
            "solver",
            "method name",
            "model name",
            "algorithm name",
            "classifier name",
            "name",
        ],
    ),
    ("value", &["score", "result", "performance", "metric value", "main score"]),
    ("reported", &["value as printed"]),
    ("task", &["task name"]),
    ("dataset", &["benchmark", "data set", "dataset name", "benchmark name"]),
    ("split", &["dataset split", "data split"]),
    ("metric", &["measure", "metric name"]),
    ("unit", &["units", "metric unit"]),
    ("direction", &["better", "higher is better", "lower is better", "metric direction"]),
    ("stderr", &["standard error", "std err", "std error"]),
    ("replicates", &["n runs", "num runs", "n seeds", "num seeds", "number of runs"]),
    ("config", &["configuration", "evaluation configuration"]),
    ("result_id", &["result id"]),
    ("date", &["result date", "evaluation date"]),
    ("report", &["report paper", "reporting paper", "paper", "paper url", "paper link"]),
    ("method_origin", &["method origin", "method origin paper", "method paper"]),
    ("implementation", &["code", "code url", "code link", "repository", "repo"]),
    ("reproduced", &["independent reproduction", "independently reproduced"]),
    ("source", &[]),
    ("line", &[]),
];

/// The part with this exact name or one of its other names; `exact` tells which.
pub(crate) fn role(name: &str) -> Option<(&'static str, bool)> {
    let folded = fold(name);
    for (role, names) in ROLES {
        if fold(role) == folded {
            return Some((role, true));
        }
        if names.contains(&folded.as_str()) {
            return Some((role, false));
        }
    }
    None
}

/// Words that name a metric inside a longer column name, such as `near_auroc`. They only tell that
/// the column holds results; the direction still has to come from the whole name.
const METRIC_WORDS: &[&str] = &[
    "auroc",
    "aupr",
    "auprc",
    "auc",
    "fpr95",
    "accuracy",
    "acc",
    "top1",
    "top5",
    "error",
    "err",
    "f1",
    "ap",
    "map",
    "miou",
    "iou",
    "bleu",
    "rouge",
    "psnr",
    "ssim",
    "rmse",
    "mse",
    "mae",
    "latency",
    "throughput",
    "ppl",
    "perplexity",
    "fid",
    "wer",
    "cer",
    "ndcg",
    "mrr",
    "recall",
    "precision",
    "score",
    "logloss",
    "loss",
];

/// Whether a column's name says that it holds a metric's values.
pub(crate) fn names_metric(name: &str) -> bool {
    known_metric(name).is_some()
        || fold(name).split([' ', '(', '[', '@', '/']).any(|w| METRIC_WORDS.contains(&w))
}

#[cfg(test)]
mod tests {
    use super::{names_metric, role};

    #[test]
    fn names_are_matched_without_case_blanks_and_underscores() {
        assert_eq!(role("Method"), Some(("method", true)));
        assert_eq!(role("algorithm"), Some(("method", false)));
        assert_eq!(role("Report Paper"), Some(("report", false)));
        assert_eq!(role("HIGHER_IS_BETTER"), Some(("direction", false)));
        assert_eq!(role("Backbone"), None);
        assert!(names_metric("near_auroc") && names_metric("AUROC") && !names_metric("num_fewshot"));
    }
}
