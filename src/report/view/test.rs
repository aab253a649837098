//! Tests of all subjects over the blocks.

use rayon::prelude::*;

use super::common::{basis_lines, fixed, name_protocol, protocol_context};
use crate::analysis::{Omnibus, PairTest, Posthoc, SubjectsTest};
use crate::comparability::Subject;
use crate::p_value::p_at_most;
use crate::report::document::{Cell, Column, Document, Mark, Section, Table};
use crate::report::p_value;
use crate::stats::{Adjustment, FriedmanP, Variant};
use crate::words::count;

/// The sentence, what the design can reach, the omnibus test, the mean ranks and the pairs.
#[must_use]
pub fn test(tests: &[SubjectsTest]) -> Document {
    let Some(first) = tests.first() else { return Document::default() };
    let mut document = Document {
        notice: first.basis.notice(),
        title: format!("Tests over {} blocks: {}", first.blocks.len(), first.protocol.label()),
        lead: basis_lines(&first.basis, ""),
        ..Document::default()
    };
    if tests.len() > 1 {
        document.title = format!("Tests in {} protocols", tests.len());
    }
    for test in tests {
        let heading = (tests.len() > 1).then(|| test.protocol.label());
        let mut sections = [Section::text(heading, words(test)), ranks(test), pairs(test)];
        if tests.len() > 1 {
            name_protocol(&mut sections, &test.protocol);
        }
        document.sections.extend(sections);
    }
    let letters =
        if first.control.is_some() { "" } else { " Methods that share a letter are not told apart." };
    let all = || tests.iter().flat_map(|t| &t.pairs);
    let signed = first.posthoc != Posthoc::SignedRank && all().any(|p| p.signed_rank.is_some());
    let exact = first.posthoc == Posthoc::Nemenyi && all().any(|p| p.exact.is_some());
    let alone = match (exact, signed) {
        (true, true) => {
            " Nemenyi's p holds for all pairs together, and Holm adjusts the exact p of rank sums; the exact and the \
             signed-rank p are each of one pair alone."
        }
        (true, false) => {
            " Nemenyi's p holds for all pairs together, and Holm adjusts the exact p of rank sums, which is of one pair \
             alone."
        }
        (false, true) => " The signed-rank p is of one pair alone, unadjusted.",
        (false, false) => "",
    };
    document.foot.push(format!(
        "Two-sided tests. Ties inside a block share the mean of their ranks; 1 is best.{letters}{alone}"
    ));
    document
}

fn words(test: &SubjectsTest) -> Vec<String> {
    let mut lines = Vec::new();
    let reach = &test.attainable;
    if reach.signed_rank > test.alpha {
        lines.push(format!(
            "With {} blocks no pair can reach {} by the signed-rank or sign test, whatever the data: the smallest p is {}.",
            reach.blocks,
            test.alpha,
            p_value(reach.signed_rank)
        ));
    }
    if reach.friedman > test.alpha {
        lines.push(format!(
            "Friedman's test can't reach {} on {} blocks of {} methods either: its smallest p is {}.",
            test.alpha,
            reach.blocks,
            reach.subjects,
            p_value(reach.friedman)
        ));
    }
    let most = (reach.subjects - 1) as f64;
    if let Some(cd) = test.critical_difference.filter(|cd| *cd > most) {
        lines.push(format!(
            "The critical difference {cd:.2} is larger than the largest difference of mean ranks that there can be, {most}: \
             {} can tell no pair apart here.",
            if test.control.is_some() { "Bonferroni-Dunn's test" } else { "Nemenyi's test" }
        ));
    }
    lines.push(test.sentence.clone());
    lines.extend(omnibus(test));
    if test.missing > 0 {
        let cells =
            if test.missing == 1 { "1 cell is".to_owned() } else { format!("{} cells are", test.missing) };
        lines.push(format!("{cells} missing; mean ranks are over the blocks that each method has."));
    }
    if test.over_datasets {
        lines.push(
            "Differences of different datasets were put on one scale, as was asked for: a point may not mean the same on each."
                .to_owned(),
        );
    }
    lines
}

/// The test of all subjects, its numbers, and Friedman's beside another one.
fn omnibus(test: &SubjectsTest) -> Vec<String> {
    let mut lines = Vec::new();
    match &test.omnibus {
        Omnibus::Friedman { .. } | Omnibus::ImanDavenport { .. } => {}
        Omnibus::Quade(q) => lines.push(match q.f {
            Some(f) => format!("Quade: F {} on {} and {}, p {}.", fixed(f, 4), q.df1, q.df2, p_value(q.p)),
            None => format!("Quade: the blocks agree perfectly, F is infinite; p {}.", p_value(q.p)),
        }),
        Omnibus::AlignedRanks(a) => lines.push(format!(
            "Friedman's aligned ranks: T {} on {}, p {} by chi-squared.",
            fixed(a.t, 4),
            degrees(a.df),
            p_value(a.p)
        )),
        Omnibus::Page { order, page } => lines.push(format!(
            "Page's trend {}: L {}, p {} {} (one-sided, for this order).",
            order.join(" > "),
            fixed(page.l, 1),
            p_value(page.p()),
            if page.exact_p.is_some() { "exact" } else { "by the normal distribution" }
        )),
        Omnibus::SkillingsMack(s) => lines.push(format!(
            "Skillings-Mack: {} on {}, p {} by chi-squared, over {} blocks.",
            fixed(s.statistic, 4),
            degrees(s.df),
            p_value(s.p),
            s.blocks
        )),
        Omnibus::Durbin(d) => lines.push(match d.f {
            Some(f) => format!(
                "Durbin: F {} on {} and {}, p {}; chi-squared {}, p {}.",
                fixed(f, 4),
                d.df,
                d.df2,
                p_value(d.f_p),
                fixed(d.chi_squared, 4),
                p_value(d.p)
            ),
            None => format!(
                "Durbin: the blocks agree perfectly; chi-squared {}, p {}.",
                fixed(d.chi_squared, 4),
                p_value(d.p)
            ),
        }),
    }
    let Some(f) = &test.friedman else { return lines };
    let how = match &f.p {
        FriedmanP::Exact { p, numerator: Some(n), denominator: Some(d) } => {
            format!("p {} exact ({n}/{d})", p_value(*p))
        }
        FriedmanP::Exact { p, .. } => format!("p {} exact", p_value(*p)),
        // no draw was as extreme: a standard error would say nothing
        FriedmanP::MonteCarlo { p, bound: true, draws, seed, .. } => {
            format!("p {} by {draws} draws, none as extreme (seed {seed})", p_at_most(*p, true))
        }
        FriedmanP::MonteCarlo { p, standard_error, draws, seed, .. } => {
            format!("p {} by {draws} draws (standard error {standard_error:.1e}, seed {seed})", p_value(*p))
        }
        FriedmanP::ChiSquared { p } => format!("p {} by chi-squared", p_value(*p)),
    };
    let w = f.kendall_w.map_or(String::new(), |w| format!(", Kendall's W {}", fixed(w, 5)));
    lines.push(format!("Friedman: chi-squared {} on {}, {how}{w}.", fixed(f.chi_squared, 4), degrees(f.df)));
    if f.tie_correction == 0.0 {
        lines.push(
            "In every block all values are equal, so there is nothing to test: p is 1 by definition."
                .to_owned(),
        );
        return lines;
    }
    let i = &f.iman_davenport;
    if i.f.is_none() {
        lines.push(
            "The blocks agree perfectly, so Iman-Davenport's F is infinite and has no p-value; read Friedman's."
                .to_owned(),
        );
    }
    if test.pairs.iter().any(|p| p.limit) {
        let name = if test.posthoc == Posthoc::Quade { "Quade's t" } else { "Conover's t" };
        lines.push(format!(
            "{name} has nothing to divide by and is infinite: its p-values, shown as <1e-16, are 0 as the limit of a formula, \
             whatever the number of blocks. See --posthoc exact."
        ));
    }
    if let Some(value) = i.f {
        let start = if matches!(test.omnibus, Omnibus::ImanDavenport { .. }) {
            "By choice, Iman-Davenport decides"
        } else {
            "For comparison, not to be relied on with few blocks"
        };
        lines.push(format!(
            "{start}: chi-squared p {}; Iman-Davenport F {} on {} and {}, p {}.",
            p_value(f.chi_squared_p),
            fixed(value, 4),
            i.df1,
            i.df2,
            p_value(i.p)
        ));
    }
    lines
}

fn ranks(test: &SubjectsTest) -> Section {
    let mut table = Table {
        columns: vec![
            Column::left("method", "method"),
            Column::point("mean rank", "mean_rank"),
            Column::left(if test.control.is_some() { "" } else { "letters" }, "letters"),
        ],
        context: protocol_context(&test.protocol),
        ..Table::default()
    };
    // where all are level none is the best
    let level = test.mean_ranks.iter().all(|r| *r == test.mean_ranks[0]);
    for ((subject, rank), letters) in test.subjects.iter().zip(&test.mean_ranks).zip(&test.letters) {
        let mark = if *rank == test.mean_ranks[0] && !level { Mark::Best } else { Mark::Plain };
        table.rows.push(vec![
            subject.label().into(),
            Cell::from(fixed(*rank, 3)).marked(mark),
            letters.as_str().into(),
        ]);
    }
    Section { level: 1, ..Section::table("Mean ranks", table) }
}

fn pairs(test: &SubjectsTest) -> Section {
    let nemenyi = test.posthoc == Posthoc::Nemenyi;
    let signed = test.pairs.iter().any(|p| p.signed_rank.is_some());
    let mut columns = vec![
        Column::left("better", "better"),
        Column::left("other", "other"),
        Column::point("rank difference", "rank_difference"),
    ];
    let exact = test.pairs.iter().any(|p| p.exact.is_some());
    // a table too large for exact p and signed ranks has no headings for them, and no cells in its last columns
    let bare = nemenyi && !exact && !signed;
    if nemenyi {
        columns.push(Column::point("Nemenyi p", "nemenyi_p"));
        columns.push(Column::point(if exact { "exact p" } else { "" }, "exact_p"));
        columns.push(Column::point(if exact { "Holm" } else { "" }, "exact_p_holm"));
    } else {
        columns.push(Column::point(format!("{} p", test.posthoc.name()), "p"));
        if test.adjustment != Adjustment::None {
            columns.push(Column::point(test.adjustment.name(), "p_adjusted"));
        }
    }
    if test.posthoc != Posthoc::SignedRank {
        columns.push(Column::point(if signed { "signed-rank p" } else { "" }, "signed_rank_p"));
    }
    columns.push(Column::point(if signed { "rank-biserial" } else { "" }, "rank_biserial"));
    let mut table =
        Table { columns, context: protocol_context(&test.protocol), kind: "pairs", ..Table::default() };
    let optional = |p: Option<f64>| p.map_or_else(String::new, p_value);
    let row = |pair: &PairTest| {
        let mark = if pair.adjusted <= test.alpha { Mark::Best } else { Mark::Plain };
        let effect = pair.signed_rank.as_ref().and_then(|s| s.rank_biserial);
        let decides = Cell::from(p_value(pair.adjusted)).marked(mark);
        let mut row = Vec::with_capacity(if bare { 4 } else { table.columns.len() });
        row.extend([
            Cell::from(pair.better.label()),
            pair.other.label().into(),
            fixed(pair.rank_difference, 3).into(),
        ]);
        if bare {
            row.push(decides);
            return row;
        }
        if nemenyi {
            row.extend([decides, optional(pair.exact).into(), optional(pair.exact_holm).into()]);
        } else if test.adjustment == Adjustment::None {
            row.push(decides);
        } else {
            row.extend([p_value(pair.p).into(), decides]);
        }
        if test.posthoc != Posthoc::SignedRank {
            row.push(optional(pair.signed_rank.as_ref().map(|s| s.p)).into());
        }
        row.push(effect.map_or_else(String::new, |e| fixed(e, 3)).into());
        row
    };
    // 200 methods have 19,900 pairs
    let rows = test.pairs.par_iter().with_min_len(256).map(row).collect();
    table.rows = rows;
    let heading = match &test.control {
        Some(control) => format!("Against {}", control.label()),
        None => "Pairs".to_owned(),
    };
    let mut section = Section { level: 1, ..Section::table(heading, table) };
    let normal = |p: &PairTest| p.signed_rank.as_ref().is_some_and(|s| s.variant == Variant::Asymptotic);
    if test.pairs.iter().any(normal) {
        section.after.push("Signed-rank p by the normal distribution.".to_owned());
    }
    if test.pairs.iter().any(|p| p.rank_difference == 0.0) {
        section.after.push(
            "Where the rank difference is 0 neither is better; the first in name stands first.".to_owned(),
        );
    }
    let against =
        |p: &PairTest| p.signed_rank.as_ref().and_then(|s| s.rank_biserial).is_some_and(|e| e < 0.0);
    if test.pairs.iter().any(against) {
        section.after.push(
            "The better one of a pair is the one with the better mean rank. Where the rank-biserial is negative, the \
             differences on the blocks that both have say the opposite."
                .to_owned(),
        );
    }
    section
}

/// The p-values that decide as a matrix, subjects in the order of their mean ranks.
#[must_use]
pub fn matrix(test: &SubjectsTest) -> Section {
    let labels: Vec<String> = test.subjects.iter().map(Subject::label).collect();
    let columns = std::iter::once(Column::left("method", "method"))
        .chain(labels.iter().map(|l| Column::point(l.as_str(), "p")))
        .collect();
    let mut table = Table { columns, context: protocol_context(&test.protocol), ..Table::default() };
    let decides = |a: &Subject, b: &Subject| {
        test.pairs.iter().find(|p| (&p.better, &p.other) == (a, b) || (&p.better, &p.other) == (b, a))
    };
    for a in &test.subjects {
        let mut row = vec![Cell::from(a.label())];
        row.extend(test.subjects.iter().map(|b| match decides(a, b) {
            Some(pair) if pair.adjusted <= test.alpha => {
                Cell::from(p_value(pair.adjusted)).marked(Mark::Best)
            }
            Some(pair) => p_value(pair.adjusted).into(),
            None => Cell::default(),
        }));
        table.rows.push(row);
    }
    Section { level: 1, ..Section::table("Matrix of p", table) }
}

/// `1 degree of freedom`, `2 degrees of freedom`.
fn degrees(df: usize) -> String {
    format!("{} of freedom", count(df, "degree"))
}
