//! The statistics of two subjects, for reading.

use super::common::{fixed, percent};
use crate::analysis::{Comparison, PairStatistics};
use crate::report::document::{Cell, Column, Section, Table};
use crate::report::p_value;
use crate::stats::bayes::Posterior;
use crate::stats::{Alternative, Variant};
use crate::words::count;

/// What the differences show: a sentence first, then tests, effects and intervals.
pub(super) fn statistics(c: &Comparison, s: &PairStatistics, level: f64) -> Vec<Section> {
    let alpha = 1.0 - level;
    let mut first =
        Section { level: 1, heading: Some("What the blocks show".to_owned()), ..Section::default() };
    if s.smallest_p > alpha + 1e-12 {
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
    first.before.push(sentence(c, s, alpha));
    let mut sections = vec![first, tests(s), effects(c, s)];
    if s.bayesian_sign.is_some() || s.correlated_t.is_some() {
        sections.push(bayesian(c, s));
    }
    sections
}

/// A level without the noise of binary fractions.
fn rounded(alpha: f64) -> String {
    format!("{}", (alpha * 1e6).round() / 1e6)
}

fn sentence(c: &Comparison, s: &PairStatistics, alpha: f64) -> String {
    let (name, p, how) = match &s.signed_rank {
        Some(test) => ("signed-rank", test.p, variant(&test.variant)),
        None => ("sign test", s.sign.p, "exact".to_owned()),
    };
    let (a, b) = (c.a.label(), c.b.label());
    let with = format!("({name}, {how}, p {}, {})", p_value(p), count(s.blocks, "block"));
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

fn variant(variant: &Variant) -> String {
    match variant {
        Variant::Exact => "exact".to_owned(),
        Variant::MonteCarlo { resamples, seed, standard_error } => {
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
    let mut row = |name: &str, statistic: String, p: f64, how: String| {
        table.rows.push(vec![name.into(), statistic.into(), p_value(p).into(), how.into()]);
    };
    if let Some(t) = &s.signed_rank {
        let zeros = if t.zeros > 0 { format!(", {} zero", t.zeros) } else { String::new() };
        let w = |w: f64| if w.fract() == 0.0 { format!("{w:.0}") } else { format!("{w:.1}") };
        row(
            "signed-rank",
            format!("W+ {}, W- {}{zeros}", w(t.w_plus), w(t.w_minus)),
            t.p,
            variant(&t.variant),
        );
    }
    let ties = if s.sign.ties > 0 { format!(", {} tied", s.sign.ties) } else { String::new() };
    row("sign", format!("{} won, {} lost{ties}", s.sign.wins, s.sign.losses), s.sign.p, "exact".to_owned());
    if let Some(t) = &s.permutation {
        row("permutation of the mean", format!("mean {}", fixed(t.mean, 4)), t.p, variant(&t.variant));
    }
    if let Some(t) = &s.paired_t {
        let check = t.normality.as_ref().map_or_else(
            || "normality can't be checked".to_owned(),
            |n| format!("normality: Shapiro-Wilk p {}", p_value(n.p)),
        );
        row("paired t", format!("t {} on {}", fixed(t.t, 4), t.df), t.p, check);
    }
    Section { level: 1, ..Section::table("Tests", table) }
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
        row("Hedges' g_z", d.hedges, 3, String::new());
    }
    if let Some(delta) = s.cliffs_delta {
        row("Cliff's delta", delta, 3, String::new());
    }
    if let Some(p) = s.common_language {
        row("share of blocks won, ties half", p, 3, String::new());
    }
    let mut section = Section { level: 1, ..Section::table("Effects", table) };
    section.after.push(format!("Positive where {} is better. Intervals are over blocks: how the difference would vary with other blocks of this kind.", c.a.label()));
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
        table.rows.push(vec![
            name.into(),
            fixed(p.p_left, 4).into(),
            fixed(p.p_rope, 4).into(),
            fixed(p.p_right, 4).into(),
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
    let mut section = Section { level: 1, ..Section::table("Posterior probabilities", table) };
    let rope =
        s.bayesian_sign.as_ref().or(s.correlated_t.as_ref().map(|t| &t.posterior)).map_or(0.0, |p| p.rope);
    section.after.push(format!("Equivalent: a difference of at most {rope}."));
    section
}
