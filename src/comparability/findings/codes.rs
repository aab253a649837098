//! All codes, each with the page that `likewise explain` shows.

use super::Severity;

/// A kind of finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Code {
    /// The stable code.
    pub code: &'static str,
    /// Its name.
    pub name: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What it says.
    pub what: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// What such data look like.
    pub example: &'static str,
    /// What to do.
    pub remedy: &'static str,
}

use Severity::{Error, Info, Warning};

/// `C`: comparability. `D`: the data. `S`: what the numbers say.
const CODES: &[Code] = &[
    Code {
        code: "C001",
        name: "cross-configuration",
        severity: Warning,
        what: "Results measured under different configurations stand in one list.",
        why: "A number moves with the backbone, the image size or the number of shots as much as with the method. \
              Sorted together, a good backbone passes for a good method.",
        example: "LN on ResNet50 85.53 above HEM- on ViT-B/16 67.12: the two differ in method and backbone.",
        remedy: "Rank inside each configuration (likewise rank), and compare over configurations by ranks \
                 (likewise rank --across). One list over all is refused until --force.",
    },
    Code {
        code: "C002",
        name: "unrecorded-configuration",
        severity: Error,
        what: "A configuration key is recorded for some results and not for others, or for none.",
        why: "What is not recorded is unknown, and unknown equals nothing: such a result may belong to any block, \
              so it is put into none.",
        example: "Four results say Backbone R50, a fifth has no Backbone.",
        remedy: "Record the key. If you know its value, say --assume KEY=VALUE; if it doesn't matter, --ignore KEY. \
                 Both are kept in the output.",
    },
    Code {
        code: "C003",
        name: "several-protocols",
        severity: Info,
        what: "The results were measured under several protocols: task, dataset, split, metric, unit or direction differ.",
        why: "AUROC and FPR95, or two datasets, have no common scale. No force makes them one list.",
        example: "Half of the rows give AUROC in percent, half give FPR95.",
        remedy: "Each protocol is ranked on its own. Pick one with --metric or --filter dataset=NAME; to take ranks \
                 over datasets, name them as blocks: --by dataset.",
    },
    Code {
        code: "C004",
        name: "incomplete-coverage",
        severity: Warning,
        what: "Not every method has a result in every block.",
        why: "A mean or mean rank over the blocks that happen to be there rewards leaving out the hard ones.",
        example: "A model that was run on three easy tasks of six has the highest mean.",
        remedy: "Take the blocks that all have (--common) or the methods that have all (--common=subjects).",
    },
    Code {
        code: "C005",
        name: "confounded-key",
        severity: Warning,
        what: "A configuration key moves in lockstep with the method: each method has a value of its own, or no block \
               holds two methods.",
        why: "What differs between the methods could as well be the effect of the key.",
        example: "Every result of A was measured at 224 pixels, every result of B at 384.",
        remedy: "Measure at least two methods under one value of the key, or rank the pair of both as one subject.",
    },
    Code {
        code: "C006",
        name: "contradicted-by-blocks",
        severity: Warning,
        what: "Pairs in one list over all blocks say the opposite of what both their blocks say like for like.",
        why: "The list puts A on one configuration above B on another, although B beats A on both of them.",
        example: "CE on ResNet50 (72.88) stands above HEM- on ViT-B/16 (67.12); HEM- beats CE on ResNet50 and on ViT-B/16.",
        remedy: "Don't read the list as a ranking; use likewise rank.",
    },
    Code {
        code: "C007",
        name: "winner-changes",
        severity: Info,
        what: "The best method is not the same in every block.",
        why: "There is no best method without saying for which configuration.",
        example: "LN is first on ResNet50, HEM- on SwinT and ViT-B/16.",
        remedy: "Report the ranking of each block, and the spread (likewise spread).",
    },
    Code {
        code: "D001",
        name: "unknown-direction",
        severity: Error,
        what: "Nothing says which way the metric is better, and the registry doesn't know it.",
        why: "Ranked the wrong way round, the worst method wins.",
        example: "A column Strain with no direction.",
        remedy: "Say --direction METRIC=higher or --direction METRIC=lower.",
    },
    Code {
        code: "D002",
        name: "contradictory-direction",
        severity: Error,
        what: "The input says of one metric both that higher and that lower is better.",
        why: "One of the two is wrong, and with it half of all rankings.",
        example: "The scope table says lower, the list of metrics says higher.",
        remedy: "Find out which is right, and say --direction METRIC=higher or lower.",
    },
    Code {
        code: "D003",
        name: "unit",
        severity: Warning,
        what: "The unit of a metric is not recorded, or results of one metric have several units.",
        why: "0.91 and 91 may be the same accuracy. A unit is never guessed from the size of the numbers; that some values \
              lie below 1 and others above is said.",
        example: "Three results in PERCENT, one without a unit; or 0.91 and 92.0 of one metric.",
        remedy: "Record the unit; or say --assume unit=PERCENT where it is missing.",
    },
    Code {
        code: "D004",
        name: "out-of-range",
        severity: Error,
        what: "A value lies outside the ends of its metric's scale.",
        why: "It was mistyped, or is in another unit than the one recorded.",
        example: "An accuracy of 101.2 percent.",
        remedy: "Check the value and its unit at the source.",
    },
    Code {
        code: "D005",
        name: "chance-level",
        severity: Warning,
        what: "A value is at, below or hardly above what guessing gives.",
        why: "For a symmetric metric such as AUROC, a value below chance means that the score is the wrong way round or \
              that the method fails.",
        example: "AUROC 43.83 percent; chance is 50.",
        remedy: "Check the sign of the score at the source; read the difference to methods above chance with care.",
    },
    Code {
        code: "D006",
        name: "conflicting-duplicate",
        severity: Error,
        what: "One method has two different values in one block, and no key is declared as noise.",
        why: "Which of them counts is not said; they are never averaged silently.",
        example: "X has 0.512 in its own paper and 0.498 in a reproduction.",
        remedy: "Name the key that tells the runs apart (--replicate seed), choose with --filter, or record what differs.",
    },
    Code {
        code: "D007",
        name: "identical-duplicate",
        severity: Info,
        what: "A result is repeated: same method, block and value.",
        why: "It counts once.",
        example: "Two sections with method Y, configuration flat and value 0.512.",
        remedy: "Remove the repeated one, unless it is an independent measurement; then record what differs.",
    },
    Code {
        code: "D008",
        name: "partial-page",
        severity: Warning,
        what: "The page says itself that results are missing from it.",
        why: "The best method may stand on the next page.",
        example: "Results loaded: 3 of 8; Page 1 of 3.",
        remedy: "Fetch the other pages and give them together.",
    },
    Code {
        code: "D009",
        name: "two-origins",
        severity: Warning,
        what: "One name stands for methods from different papers.",
        why: "DICE is a loss in one paper and a pruning of the last layer in another. They are ranked as two methods.",
        example: "DICE with origin 68fa6283 and DICE with origin 7b01aa02.",
        remedy: "Rename one of them, or correct the origin.",
    },
    Code {
        code: "D010",
        name: "similar-spellings",
        severity: Warning,
        what: "Two spellings look like one name.",
        why: "ResNet-50 and ResNet50 are two blocks until you say that they are one.",
        example: "Backbone is ResNet50 in ten results and ResNet-50 in two.",
        remedy: "Say --alias 'ResNet-50=ResNet50', or correct the input.",
    },
    Code {
        code: "D011",
        name: "no-value",
        severity: Warning,
        what: "A result has no number.",
        why: "It has no rank, and a failure that is left out makes its method look better.",
        example: "An empty cell under auc: the run failed.",
        remedy: "Report the failures beside the ranking.",
    },
    Code {
        code: "D012",
        name: "one-report",
        severity: Info,
        what: "All results come from one report.",
        why: "One lab's settings and choices stand behind every number.",
        example: "15 results, one reporting paper.",
        remedy: "Look for an independent report before relying on the order.",
    },
    Code {
        code: "D013",
        name: "own-method",
        severity: Info,
        what: "A method is reported by the paper that proposes it.",
        why: "Proposers tend to tune their own method more than the others.",
        example: "HEM- is reported by the paper that it comes from.",
        remedy: "Prefer a comparison by someone else, or an equal tuning budget that is stated.",
    },
    Code {
        code: "D014",
        name: "not-reproduced",
        severity: Info,
        what: "No result is recorded as independently reproduced.",
        why: "The numbers stand as their authors gave them.",
        example: "15 records, none asserts a reproduction.",
        remedy: "Treat small gaps with care.",
    },
    Code {
        code: "D015",
        name: "undated",
        severity: Info,
        what: "Results carry no date.",
        why: "Code, data and baselines change; an old number may be from another version of the benchmark.",
        example: "Result date: Not recorded.",
        remedy: "Record when each result was measured or published.",
    },
    Code {
        code: "S001",
        name: "within-rounding",
        severity: Info,
        what: "Two neighbours in a ranking differ by less than half a unit of the coarser one's last digit.",
        why: "Their order can come from rounding alone.",
        example: "64.3 and 64.34.",
        remedy: "Get the unrounded values, or call it a tie.",
    },
    Code {
        code: "S002",
        name: "unlike-the-others",
        severity: Warning,
        what: "A method leads one of two metrics of one unit, and has the two the other way round than all others of its \
               configuration. With fewer than nine others the lead is also wider than all of them lie apart.",
        why: "Such a number can be of another release of the split, or stand in the wrong column, and nothing else \
              gives it away.",
        example: "Near-OOD AUROC 91.0 above far-OOD 88.0, where the others have near-OOD 69 to 72 below far-OOD.",
        remedy: "Run it again on the split that the others have, or ask which one it was; record the version as a \
                 configuration key.",
    },
];

/// All codes, in order.
#[must_use]
pub const fn codes() -> &'static [Code] {
    CODES
}

/// The code with this code or name, whatever the case.
#[must_use]
pub fn find_code(text: &str) -> Option<&'static Code> {
    let text = text.trim();
    CODES.iter().find(|c| c.code.eq_ignore_ascii_case(text) || c.name.eq_ignore_ascii_case(text))
}
