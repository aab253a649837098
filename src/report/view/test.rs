//! Tests of all subjects over the blocks.

use super::common::{basis_lines, fixed, protocol_context};
use crate::analysis::SubjectsTest;
use crate::report::document::{Cell, Column, Document, Mark, Section, Table};
use crate::report::p_value;
use crate::stats::FriedmanP;

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
        document.sections.push(Section::text(heading, words(test)));
        document.sections.push(ranks(test));
        document.sections.push(pairs(test));
    }
    document.foot.push(
        "Two-sided tests. Ties inside a block share the mean of their ranks; 1 is best. Methods that share a letter are \
         not told apart."
            .to_owned(),
    );
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
    if test.critical_difference > most {
        lines.push(format!(
            "The critical difference {:.2} is larger than the largest difference of mean ranks that there can be, {most}: \
             Nemenyi's test can tell no pair apart here.",
            test.critical_difference
        ));
    }
    lines.push(test.sentence.clone());
    let f = &test.friedman;
    let how = match &f.p {
        FriedmanP::Exact { p, numerator: Some(n), denominator: Some(d) } => {
            format!("p {} exact ({n}/{d})", p_value(*p))
        }
        FriedmanP::Exact { p, .. } => format!("p {} exact", p_value(*p)),
        FriedmanP::MonteCarlo { p, standard_error, draws, seed } => {
            format!("p {} by {draws} draws (standard error {standard_error:.1e}, seed {seed})", p_value(*p))
        }
        FriedmanP::ChiSquared { p } => format!("p {} by chi-squared", p_value(*p)),
    };
    let w = f.kendall_w.map_or(String::new(), |w| format!(", Kendall's W {}", fixed(w, 5)));
    lines.push(format!(
        "Friedman: chi-squared {} on {} degrees of freedom, {how}{w}.",
        fixed(f.chi_squared, 4),
        f.df
    ));
    let i = &f.iman_davenport;
    if let Some(value) = i.f {
        lines.push(format!(
            "For comparison, not to be relied on with few blocks: chi-squared p {}; Iman-Davenport F {} on {} and {}, p {}.",
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
            Column::left("letters", "letters"),
        ],
        context: protocol_context(&test.protocol),
        ..Table::default()
    };
    for ((subject, rank), letters) in test.subjects.iter().zip(&test.mean_ranks).zip(&test.letters) {
        let mark = if *rank == test.mean_ranks[0] { Mark::Best } else { Mark::Plain };
        table.rows.push(vec![
            subject.label().into(),
            Cell::from(fixed(*rank, 3)).marked(mark),
            letters.as_str().into(),
        ]);
    }
    Section { level: 1, ..Section::table("Mean ranks", table) }
}

fn pairs(test: &SubjectsTest) -> Section {
    let mut table = Table {
        columns: vec![
            Column::left("better", "better"),
            Column::left("other", "other"),
            Column::point("rank difference", "rank_difference"),
            Column::point("Nemenyi p", "nemenyi_p"),
            Column::point("exact p", "exact_p"),
            Column::point("Holm", "exact_p_holm"),
            Column::point("signed-rank p", "signed_rank_p"),
            Column::point("rank-biserial", "rank_biserial"),
        ],
        context: protocol_context(&test.protocol),
        ..Table::default()
    };
    let optional = |p: Option<f64>| p.map_or_else(String::new, p_value);
    for pair in &test.pairs {
        let mark = if pair.nemenyi <= test.alpha { Mark::Best } else { Mark::Plain };
        let effect = pair.signed_rank.as_ref().and_then(|s| s.rank_biserial);
        table.rows.push(vec![
            pair.better.label().into(),
            pair.other.label().into(),
            fixed(pair.rank_difference, 3).into(),
            Cell::from(p_value(pair.nemenyi)).marked(mark),
            optional(pair.exact).into(),
            optional(pair.exact_holm).into(),
            optional(pair.signed_rank.as_ref().map(|s| s.p)).into(),
            effect.map_or_else(String::new, |e| fixed(e, 3)).into(),
        ]);
    }
    Section { level: 1, ..Section::table("Pairs", table) }
}
