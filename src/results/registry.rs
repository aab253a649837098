//! The metrics that ship with the crate: which way each is better, and the ends of its scale.
//!
//! The registry answers only for a metric's whole name. `near_auroc` or `latency_p90_ms` is not
//! `auroc` or `latency`: what stands beside the known word can change what is measured, so the
//! direction is asked for instead of guessed.

use super::Direction;

/// What is known of a metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KnownMetric {
    /// The usual name.
    pub name: &'static str,
    /// Which way is better.
    pub direction: Direction,
    /// The ends of the scale as a fraction, where the metric has such.
    pub range: Option<(f64, f64)>,
    /// What guessing gives, as a fraction, where it doesn't depend on the data.
    pub chance: Option<f64>,
}

const fn higher(name: &'static str, range: Option<(f64, f64)>, chance: Option<f64>) -> KnownMetric {
    KnownMetric { name, direction: Direction::Higher, range, chance }
}

const fn lower(name: &'static str, range: Option<(f64, f64)>) -> KnownMetric {
    KnownMetric { name, direction: Direction::Lower, range, chance: None }
}

const UNIT: Option<(f64, f64)> = Some((0.0, 1.0));
const SIGNED: Option<(f64, f64)> = Some((-1.0, 1.0));
const POSITIVE: Option<(f64, f64)> = Some((0.0, f64::INFINITY));

/// The known metrics, each with the other names it goes by.
const METRICS: &[(KnownMetric, &[&str])] = &[
    (
        higher("AUROC", UNIT, Some(0.5)),
        &["auc", "roc auc", "auc roc", "roc_auc_score", "area under roc curve"],
    ),
    (higher("AUPR", UNIT, None), &["auprc", "pr auc", "auc pr", "average precision", "aupr in", "aupr out"]),
    (lower("FPR95", UNIT), &["fpr@95", "fpr@95tpr", "fpr 95", "fpr at 95 tpr", "fpr95tpr"]),
    (
        higher("Accuracy", UNIT, None),
        &[
            "acc",
            "top1",
            "top 1",
            "top-1",
            "top 1 accuracy",
            "top-1 accuracy",
            "acc@1",
            "top1 accuracy",
            "id accuracy",
        ],
    ),
    (higher("Top-5 accuracy", UNIT, None), &["top5", "top 5", "top-5", "acc@5", "top 5 accuracy"]),
    (higher("Balanced accuracy", UNIT, None), &["bacc", "balanced acc"]),
    (lower("Error", UNIT), &["err", "error rate", "top1 err", "top-1 error", "top5 err", "top-5 error"]),
    (higher("F1", UNIT, None), &["f1 score", "macro f1", "micro f1", "f-score", "f measure", "dice score"]),
    (higher("Precision", UNIT, None), &["precision@1", "p@1"]),
    (
        higher("Recall", UNIT, None),
        &["recall@1", "recall@5", "recall@10", "r@1", "r@5", "r@10", "sensitivity"],
    ),
    (higher("Specificity", UNIT, None), &[]),
    (
        higher("AP", UNIT, None),
        &["map", "mean average precision", "box ap", "mask ap", "ap50", "ap75", "map@50"],
    ),
    (higher("mIoU", UNIT, None), &["iou", "mean iou", "jaccard"]),
    (higher("nDCG", UNIT, None), &["ndcg@10", "ndcg@5", "ndcg@20", "ndcg@100"]),
    (higher("MRR", UNIT, None), &["mrr@10", "mean reciprocal rank"]),
    (higher("Exact match", UNIT, None), &["em", "exact"]),
    (higher("Pass@1", UNIT, None), &["pass@10", "pass@100", "pass rate"]),
    (higher("Win rate", UNIT, None), &["winrate"]),
    (higher("BLEU", UNIT, None), &["sacrebleu"]),
    (higher("ROUGE-L", UNIT, None), &["rouge", "rouge-1", "rouge-2", "rouge1", "rouge2", "rougel"]),
    (higher("METEOR", UNIT, None), &[]),
    (higher("SSIM", SIGNED, None), &[]),
    (higher("PSNR", None, None), &[]),
    (higher("R2", Some((f64::NEG_INFINITY, 1.0)), Some(0.0)), &["r^2", "r squared", "r²"]),
    (higher("MCC", SIGNED, Some(0.0)), &["matthews correlation", "matthews corrcoef"]),
    (higher("Cohen's kappa", SIGNED, Some(0.0)), &["kappa"]),
    (higher("Pearson correlation", SIGNED, Some(0.0)), &["pearson", "pcc", "pearson r"]),
    (higher("Spearman correlation", SIGNED, Some(0.0)), &["spearman", "spearman rho", "srcc"]),
    (higher("Elo", None, None), &["elo rating", "arena score", "arena elo"]),
    (
        higher("Throughput", POSITIVE, None),
        &["samples/s", "samples_per_s", "samples per second", "images/s", "fps", "qps", "tokens/s"],
    ),
    (lower("Latency", POSITIVE), &["runtime", "run time", "wall time", "inference time", "step time"]),
    (lower("Log loss", POSITIVE), &["logloss", "cross entropy", "nll", "negative log likelihood"]),
    (lower("Loss", None), &[]),
    (lower("RMSE", POSITIVE), &["root mean squared error"]),
    (lower("MSE", POSITIVE), &["mean squared error", "brier", "brier score"]),
    (lower("MAE", POSITIVE), &["mean absolute error"]),
    (lower("MAPE", POSITIVE), &["smape"]),
    (lower("ECE", UNIT), &["expected calibration error"]),
    (lower("EER", UNIT), &["equal error rate"]),
    (lower("WER", POSITIVE), &["word error rate"]),
    (lower("CER", POSITIVE), &["character error rate"]),
    (lower("Perplexity", Some((1.0, f64::INFINITY))), &["ppl"]),
    (lower("FID", POSITIVE), &["fréchet inception distance"]),
    (lower("KID", None), &[]),
    (lower("LPIPS", POSITIVE), &[]),
    (lower("mCE", POSITIVE), &["mean corruption error"]),
    (higher("Inception score", POSITIVE, None), &["is"]),
];

impl KnownMetric {
    /// The ends of the scale in a unit of which so many make one whole (see [`unit_scale`]); `None` where the
    /// metric has no ends, or they depend on the unit and that is not known.
    #[must_use]
    pub fn range_in(&self, scale: Option<f64>) -> Option<(f64, f64)> {
        let (from, to) = self.range?;
        match scale {
            Some(scale) => Some((from * scale, to * scale)),
            // a half-open scale such as that of a latency starts at 0 in any unit
            None => (to.is_infinite() && from == 0.0).then_some((from, to)),
        }
    }
}

/// Lower case, with blanks, underscores and hyphens as one: `Top-1` and `top_1` are `top 1`.
pub(crate) fn fold(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.trim().chars().flat_map(char::to_lowercase) {
        let c = if matches!(c, '_' | '-' | '\u{a0}') || c.is_whitespace() { ' ' } else { c };
        if c != ' ' || !out.ends_with(' ') {
            out.push(c);
        }
    }
    out
}

/// What is known of the metric with this whole name; case, blanks, `_` and `-` don't matter, and
/// an arrow or a unit in brackets behind the name is passed over.
///
/// ```
/// use likewise::{Direction, known_metric};
/// assert_eq!(known_metric("auroc").map(|m| m.direction), Some(Direction::Higher));
/// assert_eq!(known_metric("FPR@95").map(|m| m.direction), Some(Direction::Lower));
/// assert_eq!(known_metric("latency_p90_ms"), None);
/// ```
#[must_use]
pub fn known_metric(name: &str) -> Option<KnownMetric> {
    let folded = fold(name);
    let folded = folded.trim_end_matches(['↑', '↓']).trim_end();
    let bare = match folded.split_once(['(', '[']) {
        Some((head, tail)) if tail.trim_end().trim_end_matches([')', ']']).trim() == "%" => head.trim_end(),
        _ => folded,
    };
    METRICS
        .iter()
        .find(|(metric, names)| fold(metric.name) == bare || names.iter().any(|n| fold(n) == bare))
        .map(|(metric, _)| *metric)
}

/// How many of a unit make one whole: 100 for percent, 1 for a fraction; `None` for other units,
/// which have no natural scale, and for no unit: a unit is never guessed from the size of numbers.
#[must_use]
pub fn unit_scale(unit: &str) -> Option<f64> {
    match fold(unit).as_str() {
        "percent" | "%" | "percentage" | "pct" | "percentage points" => Some(100.0),
        "fraction" | "ratio" | "probability" | "proportion" => Some(1.0),
        _ => None,
    }
}

/// The short form of a unit for an axis: `%` for percent.
#[must_use]
pub fn unit_symbol(unit: &str) -> &str {
    match unit_scale(unit) {
        Some(100.0) => "%",
        _ => unit,
    }
}
