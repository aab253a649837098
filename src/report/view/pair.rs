//! The statistics of two subjects, for reading.

use super::common::{fixed, percent};
use crate::analysis::{Comparison, OverDataSets, PairStatistics};
use crate::p_value::{p_at_most, probability};
use crate::report::document::{Cell, Column, Section, Table};
use crate::report::p_value;
use crate::stats::bayes::{Computed, Posterior};
use crate::stats::{Alternative, Variant};
use crate::words::count;

/// What the differences show: a sentence first, then tests, effects and intervals.
pub(super) fn statistics(c: &Comparison, s: &PairStatistics, level: f64) -> Vec<Section> {
    let alpha = 1.0 - level;
    let mut first =
        Section { level: 1, heading: Some("What the blocks show".to_owned()), ..Section::default() };
    let folds = s.correlated_t.is_some() || s.hierarchical.is_some();
    if folds {
        first.before.push(
            "The blocks are folds, which share their training data: the signed-rank, sign, permutation and paired t \
             tests count them as independent and promise more than they hold. Read the model of folds."
                .to_owned(),
        );
    } else if s.smallest_p > alpha + 1e-12 {
        first.before.push(format!(
            "With {} block{} neither the signed-rank nor the sign test can reach {}, whatever the data: the smallest p is {}.",
            s.blocks,
            if s.blocks == 1 { "" } else { "s" },
            rounded(alpha),
            p_value(s.smallest_p)
        ));
    }
    if s.over_datasets {
        first.before.push(
            "Differences on different tasks or datasets are taken as on one scale, on the user's word."
                .to_owned(),
        );
    }
    first.before.push(if folds { sentence_of_folds(c, s, level) } else { sentence(c, s, alpha) });
    let mut sections = vec![first, tests(s), effects(c, s)];
    if s.bayesian_sign.is_some() || folds {
        sections.push(bayesian(c, s));
    }
    sections.extend(s.hierarchical.as_ref().map(|h| data_sets(c, h)));
    sections
}

/// A level without the noise of binary fractions.
fn rounded(alpha: f64) -> String {
    format!("{}", (alpha * 1e6).round() / 1e6)
}

fn sentence(c: &Comparison, s: &PairStatistics, alpha: f64) -> String {
    let (name, p, how) = match &s.signed_rank {
        Some(test) => ("signed-rank", test.p, test.variant),
        None => ("sign test", s.sign.p, Variant::Exact),
    };
    let (a, b) = (c.a.label(), c.b.label());
    let with = format!(
        "({name}, {}, p {}, {})",
        variant(&how),
        p_at_most(p, how.is_bound()),
        count(s.blocks, "block")
    );
    if s.sign.wins + s.sign.losses == 0 {
        return format!(
            "{a} and {b} have equal values on {}: there is nothing to test, and p is 1 by definition.",
            if s.blocks == 1 { "the one block".to_owned() } else { format!("all {} blocks", s.blocks) }
        );
    }
    if p > alpha {
        return format!("{a} and {b} are not shown to differ {with}.");
    }
    match s.sign.alternative {
        Alternative::Greater => format!("{a} is better than {b} {with}."),
        Alternative::Less => format!("{a} is worse than {b} {with}."),
        Alternative::TwoSided => {
            let centre = s
                .signed_rank
                .as_ref()
                .map_or(s.sign.wins as f64 - s.sign.losses as f64, |t| t.w_plus - t.w_minus);
            let (better, worse) = if centre >= 0.0 { (a, b) } else { (b, a) };
            format!("{better} is better than {worse} {with}.")
        }
    }
}

/// What the model of folds says, where its probability reaches the level.
fn sentence_of_folds(c: &Comparison, s: &PairStatistics, level: f64) -> String {
    let (a, b) = (c.a.label(), c.b.label());
    let (name, p) = match (&s.hierarchical, &s.correlated_t) {
        (Some(h), _) => ("hierarchical model", &h.model.posterior),
        (_, Some(t)) => ("correlated t-test", &t.posterior),
        _ => return String::new(),
    };
    let with = format!("{name}, {}", folds_of(s));
    let draws = draws(p);
    let by = |p: f64| format!("({with}, probability {})", probability(p, draws));
    if p.p_left >= level {
        format!("{a} is better than {b} {}.", by(p.p_left))
    } else if p.p_right >= level {
        format!("{b} is better than {a} {}.", by(p.p_right))
    } else if p.p_rope >= level {
        format!("{a} and {b} are practically equivalent {}.", by(p.p_rope))
    } else {
        format!(
            "{a} and {b} are not shown to differ or to be equivalent ({with}, probabilities {} that {a} is better, {} \
             that {b} is).",
            probability(p.p_left, draws),
            probability(p.p_right, draws)
        )
    }
}

/// `20 folds` or `20 folds of 4 data sets`.
fn folds_of(s: &PairStatistics) -> String {
    match &s.hierarchical {
        Some(h) => format!("{} folds of {} data sets", s.blocks, h.data_sets.len()),
        None => format!("{} folds", s.blocks),
    }
}

fn variant(variant: &Variant) -> String {
    match variant {
        Variant::Exact => "exact".to_owned(),
        Variant::MonteCarlo { resamples, seed, bound: true, .. } => {
            format!("{resamples} draws, none as extreme, seed {seed}")
        }
        Variant::MonteCarlo { resamples, seed, standard_error, .. } => {
            format!("{resamples} draws, seed {seed}, standard error {standard_error:.1e}")
        }
        Variant::Asymptotic => "asymptotic".to_owned(),
    }
}

fn tests(s: &PairStatistics) -> Section {
    let mut table = Table {
        columns: vec![
            Column::left("test", "test"),
            Column::left("statistic", "statistic"),
            Column::point("p", "p"),
            Column::left("how", "how"),
        ],
        ..Table::default()
    };
    let mut row = |name: &str, statistic: String, p: String, how: String| {
        table.rows.push(vec![name.into(), statistic.into(), p.into(), how.into()]);
    };
    if let Some(t) = &s.signed_rank {
        let zeros = if t.zeros > 0 { format!(", {} zero", t.zeros) } else { String::new() };
        let w = |w: f64| if w.fract() == 0.0 { format!("{w:.0}") } else { format!("{w:.1}") };
        row(
            "signed-rank",
            format!("W+ {}, W- {}{zeros}", w(t.w_plus), w(t.w_minus)),
            p_at_most(t.p, t.variant.is_bound()),
            variant(&t.variant),
        );
    }
    let ties = if s.sign.ties > 0 { format!(", {} tied", s.sign.ties) } else { String::new() };
    row(
        "sign",
        format!("{} won, {} lost{ties}", s.sign.wins, s.sign.losses),
        p_value(s.sign.p),
        "exact".to_owned(),
    );
    if let Some(t) = &s.permutation {
        let p = p_at_most(t.p, t.variant.is_bound());
        row("permutation of the mean", format!("mean {}", fixed(t.mean, 4)), p, variant(&t.variant));
    }
    if let Some(t) = &s.paired_t {
        let check = t.normality.as_ref().map_or_else(
            || "normality can't be checked".to_owned(),
            |n| {
                let little = if s.blocks < 8 { ", which so few blocks say little of" } else { "" };
                format!("normality: Shapiro-Wilk p {}{little}", p_value(n.p))
            },
        );
        row("paired t", format!("t {} on {}", fixed(t.t, 4), t.df), p_value(t.p), check);
    }
    let mut section = Section { level: 1, ..Section::table("Tests", table) };
    if s.signed_rank.is_some() && s.correlated_t.is_none() && s.hierarchical.is_none() {
        section
            .after
            .push("The sentence above is the signed-rank test's; the others stand beside it.".to_owned());
    }
    if s.paired_t.is_none() && s.signed_rank.is_some() {
        section.after.push(
            if s.blocks < 2 {
                "No paired t and no d_z: one difference has no spread."
            } else {
                "No paired t and no d_z: all differences are equal, so they have no spread."
            }
            .to_owned(),
        );
    }
    section
}

fn effects(c: &Comparison, s: &PairStatistics) -> Section {
    let mut table = Table {
        columns: vec![
            Column::left("effect", "effect"),
            Column::point("value", "value"),
            Column::left("interval", "interval"),
        ],
        ..Table::default()
    };
    let mut row = |name: &str, value: f64, places: usize, interval: String| {
        table.rows.push(vec![Cell::from(name), fixed(value, places).into(), interval.into()]);
    };
    if let Some(h) = &s.hodges_lehmann {
        let interval = match (h.interval, h.achieved) {
            (Some((low, high)), Some(achieved)) => format!(
                "{} to {} ({}{})",
                fixed(low, 4),
                fixed(high, 4),
                percent(achieved),
                if h.exact { ", exact" } else { "" }
            ),
            (Some((low, high)), None) => {
                format!("{} to {} ({})", fixed(low, 4), fixed(high, 4), percent(h.level))
            }
            (None, _) => format!("none: too few blocks for {}", percent(h.level)),
        };
        row("typical difference (Hodges-Lehmann)", h.estimate, 4, interval);
    }
    if let Some(t) = &s.paired_t {
        let (low, high) = t.interval;
        row(
            "mean difference",
            t.mean,
            4,
            format!("{} to {} ({}, t)", fixed(low, 4), fixed(high, 4), percent(t.level)),
        );
    }
    if let Some(r) = s.signed_rank.as_ref().and_then(|t| t.rank_biserial) {
        row("rank-biserial correlation", r, 3, String::new());
    }
    if let Some(d) = &s.cohen_dz {
        row("Cohen's d_z", d.d, 3, String::new());
        if let Some(g) = d.hedges {
            row("Hedges' g_z", g, 3, String::new());
        }
    }
    if let Some(delta) = s.cliffs_delta {
        row("Cliff's delta", delta, 3, String::new());
    }
    if let Some(p) = s.common_language {
        row("share of blocks won, ties half", p, 3, String::new());
    }
    if let Some(i) = &s.improvement {
        let interval =
            format!("{} to {} ({}, over runs)", fixed(i.low, 3), fixed(i.high, 3), percent(i.level));
        row("probability that a run is better", i.estimate, 3, interval);
    }
    let mut section = Section { level: 1, ..Section::table("Effects", table) };
    let which = if s.improvement.is_some() { "Intervals not over runs" } else { "Intervals" };
    let few = if s.improvement.is_some() {
        " That over runs resamples them inside each block, and is too short where they are few."
    } else {
        ""
    };
    section.after.push(format!(
        "Positive where {} is better. {which} are over blocks: how the difference would vary with other blocks of this kind.{few}",
        c.a.label()
    ));
    section
}

fn bayesian(c: &Comparison, s: &PairStatistics) -> Section {
    let mut table = Table {
        columns: vec![
            Column::left("Bayesian test", "test"),
            Column::point(format!("{} better", c.a.label()), "p_left"),
            Column::point("equivalent", "p_rope"),
            Column::point(format!("{} better", c.b.label()), "p_right"),
            Column::left("how", "how"),
        ],
        ..Table::default()
    };
    let mut row = |name: &str, p: &Posterior, how: String| {
        let draws = draws(p);
        // without a region nothing is inside it, whatever is drawn
        let inside = draws.filter(|_| p.rope > 0.0);
        table.rows.push(vec![
            name.into(),
            probability(p.p_left, draws).into(),
            probability(p.p_rope, inside).into(),
            probability(p.p_right, draws).into(),
            how.into(),
        ]);
    };
    let error = |p: &Posterior| {
        let worst = p.errors.iter().copied().fold(0.0, f64::max);
        if worst > 0.0 {
            format!("prior {}, standard error {worst:.1e}", p.prior)
        } else {
            format!("prior {}, integrated", p.prior)
        }
    };
    if let Some(p) = &s.bayesian_sign {
        row("sign", p, error(p));
    }
    if let Some(p) = &s.bayesian_signed_rank {
        row("signed-rank", p, error(p));
    }
    if let Some(t) = &s.correlated_t {
        row("correlated t", &t.posterior, format!("correlation {}", fixed(t.correlation, 3)));
    }
    if let Some(h) = &s.hierarchical {
        let m = &h.model;
        let how = |errors: &[f64]| {
            let worst = errors.iter().copied().fold(0.0, f64::max);
            format!("correlation {}, standard error {worst:.1e}", fixed(m.correlation, 3))
        };
        row("hierarchical: likeliest on the next data set", &m.posterior, how(&m.posterior.errors));
        let [p_left, p_rope, p_right] = m.next;
        let next = Posterior { p_left, p_rope, p_right, ..m.posterior.clone() };
        row("hierarchical: difference on the next data set", &next, how(&m.next_errors));
    }
    let mut section = Section { level: 1, ..Section::table("Posterior probabilities", table) };
    let of_folds = s.correlated_t.as_ref().map(|t| &t.posterior);
    let of_sets = s.hierarchical.as_ref().map(|h| &h.model.posterior);
    let rope = s.bayesian_sign.as_ref().or(of_folds).or(of_sets).map_or(0.0, |p| p.rope);
    section.after.push(format!("Equivalent: a difference of at most {rope}."));
    section
}

/// How many draws stand behind probabilities, where there are any.
const fn draws(p: &Posterior) -> Option<u64> {
    match p.computed {
        Computed::MonteCarlo { samples, .. } => Some(samples),
        Computed::Analytic => None,
    }
}

/// What R-hat may be before the chains count as not agreed (Vehtari and others 2021).
const R_HAT: f64 = 1.01;

fn data_sets(c: &Comparison, h: &OverDataSets) -> Section {
    let mut table = Table {
        columns: vec![
            Column::left("data set", "data_set"),
            Column::right("folds", "folds"),
            Column::point("observed", "observed"),
            Column::point("estimated", "estimated"),
            Column::point("sd", "sd"),
            Column::point(format!("{} better", c.a.label()), "p_left"),
            Column::point("equivalent", "p_rope"),
            Column::point(format!("{} better", c.b.label()), "p_right"),
        ],
        ..Table::default()
    };
    for ((name, folds), set) in h.data_sets.iter().zip(&h.folds).zip(&h.model.data_sets) {
        let mut row: Vec<Cell> = vec![
            name.as_str().into(),
            folds.to_string().into(),
            fixed(-set.observed, 4).into(),
            fixed(-set.mean, 4).into(),
            fixed(set.sd, 4).into(),
        ];
        let draws = draws(&h.model.posterior);
        row.extend(set.shares.iter().map(|&p| Cell::from(probability(p, draws))));
        table.rows.push(row);
    }
    let mut section = Section { level: 1, ..Section::table("Data sets", table) };
    let m = &h.model;
    section.after.push(format!(
        "Differences of the data sets, positive where {} is better: as observed, and as the hierarchical model estimates them, \
         drawn towards their centre {} ({} to {}).",
        c.a.label(),
        fixed(-m.centre.median, 4),
        fixed(-m.centre.upper, 4),
        fixed(-m.centre.lower, 4)
    ));
    section.after.push(format!(
        "{} chains agree to R-hat {}; the draws are worth {:.0} independent ones.",
        m.chains,
        fixed(m.r_hat, 4),
        m.effective
    ));
    if m.r_hat > R_HAT {
        section
            .after
            .push(format!("R-hat above {R_HAT}: the chains have not agreed yet, so take more --draws."));
    }
    if h.data_sets.len() < 4 {
        section.after.push(
            "With fewer than four data sets the prior of their scale has a large say, and the answer is vague.".to_owned(),
        );
    }
    section
}
