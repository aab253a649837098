//! What the tests allow a paper to say.

use super::{PairTest, SubjectsTest};
use crate::comparability::Subject;
use crate::stats::Adjustment;

/// So many methods are named; of more, those that are left, or the number.
const MANY: usize = 12;

/// A sentence of the numbers that never claims more than the tests do.
pub(super) fn sentence(test: &SubjectsTest) -> String {
    let how = how(test);
    let omnibus = test.omnibus.p() <= test.alpha;
    let differ: Vec<&PairTest> = test.pairs.iter().filter(|p| p.adjusted <= test.alpha).collect();
    let not_shown =
        format!("the methods are not shown to differ ({}, p {})", test.omnibus.name(), test.omnibus.p_text());
    if let Some(control) = &test.control {
        return against(test, control, omnibus.then_some(&differ), &not_shown, &how);
    }
    let best_rank = test.mean_ranks[0];
    let leaders: Vec<&Subject> = test
        .subjects
        .iter()
        .zip(&test.mean_ranks)
        .filter(|(_, r)| **r == best_rank)
        .map(|(s, _)| s)
        .collect();
    let (has, them) = if leaders.len() == 1 { ("has", "it") } else { ("share", "them") };
    let mut out = if leaders.len() == test.subjects.len() {
        format!("All {} methods have the same mean rank ({best_rank:.2})", leaders.len())
    } else {
        format!("{} {has} the best mean rank ({best_rank:.2})", names(&leaders))
    };
    let mut from_best: Vec<&Subject> = Vec::new();
    for pair in differ.iter().filter(|p| leaders.contains(&&p.better)) {
        if !from_best.contains(&&pair.other) {
            from_best.push(&pair.other);
        }
    }
    if !omnibus {
        out += &format!("; {not_shown}");
    } else if differ.is_empty() {
        out += &format!("; the methods differ as a whole, but no pair does ({how})");
    } else if from_best.is_empty() {
        let pairs = if differ.len() == 1 {
            "1 other pair differs".to_owned()
        } else {
            format!("{} other pairs differ", differ.len())
        };
        out += &format!("; no method is shown to differ from {them}, though {pairs} ({how})");
    } else if from_best.len() == test.subjects.len() - leaders.len() {
        out += &format!("; every other method differs from {them} ({how})");
    } else if from_best.len() <= MANY {
        let verb = if from_best.len() == 1 { "differs" } else { "differ" };
        out += &format!("; only {} {verb} from {them} ({how})", names(&from_best));
    } else {
        let level: Vec<&Subject> =
            test.subjects.iter().filter(|s| !leaders.contains(s) && !from_best.contains(s)).collect();
        let others = test.subjects.len() - leaders.len();
        let (differ, them_all) = (from_best.len(), names(&level));
        out += &if level.len() <= MANY {
            format!("; every other method differs from {them} but {them_all} ({how})")
        } else {
            format!("; {differ} of the {others} other methods differ from {them} ({how})")
        };
    }
    out + "."
}

/// The procedure, its adjustment and its level.
fn how(test: &SubjectsTest) -> String {
    let mut out = test.posthoc.name().to_owned();
    if !test.posthoc.adjusts_itself() {
        out += match test.adjustment {
            Adjustment::None => ", unadjusted".to_owned(),
            other => format!(", {} adjusted", other.name()),
        }
        .as_str();
    }
    out += &format!(", alpha {}", test.alpha);
    if let Some(cd) = test.critical_difference {
        out += &format!(", CD {cd:.2}");
    }
    out
}

fn against(
    test: &SubjectsTest,
    control: &Subject,
    differ: Option<&Vec<&PairTest>>,
    not_shown: &str,
    how: &str,
) -> String {
    let rank = test.subjects.iter().position(|s| s == control).map_or(f64::NAN, |at| test.mean_ranks[at]);
    let start = format!("{} has mean rank {rank:.2}", control.label());
    let Some(differ) = differ else { return format!("{start}; {not_shown}.") };
    let better: Vec<&Subject> = differ.iter().filter(|p| p.other == *control).map(|p| &p.better).collect();
    let worse: Vec<&Subject> = differ.iter().filter(|p| p.better == *control).map(|p| &p.other).collect();
    let verb = |n: usize| if n == 1 { "is" } else { "are" };
    let mut said = Vec::new();
    if !better.is_empty() {
        said.push(format!("{} {} better than it", names(&better), verb(better.len())));
    }
    if !worse.is_empty() {
        said.push(format!("{} {} worse", names(&worse), verb(worse.len())));
    }
    if said.is_empty() {
        return format!("{start}; no other method is shown to differ from it ({how}).");
    }
    format!("{start}; {} ({how}).", said.join(", "))
}

fn names(all: &[&Subject]) -> String {
    if all.len() > MANY {
        return format!("{} of the methods", all.len());
    }
    let labels: Vec<String> = all.iter().map(|s| s.label()).collect();
    match labels.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
