//! The two-way table taken apart.

use super::common::{basis_lines, fixed, name_protocol, protocol_context, signed};
use crate::analysis::Decomposition;
use crate::report::document::{Cell, Column, Document, Section, Table};
use crate::report::p_value;
use crate::stats::FTest;
use crate::words::count;

/// Effects, shares of the variance, the test of additivity, residuals.
#[must_use]
pub fn decomposition(all: &[Decomposition]) -> Document {
    let Some(first) = all.first() else { return Document::default() };
    let mut document = Document {
        notice: first.basis.notice(),
        title: format!("Method and block taken apart: {}", first.protocol.label()),
        lead: basis_lines(&first.basis, if all.len() > 1 { "" } else { &first.why_blocks }),
        ..Document::default()
    };
    if all.len() > 1 {
        document.title = format!("Method and block taken apart in {} protocols", all.len());
    }
    for d in all {
        let mut sections = [sources(d), effects(d), polish(d)];
        if all.len() > 1 {
            name_protocol(&mut sections, &d.protocol);
        }
        document.sections.extend(sections);
    }
    document.foot.push(
        "value = grand mean + method + block + residual, by least squares, and by medians. A large residual is a method that \
         does better or worse on that block than its own level and the block\u{2019}s difficulty say. F tests take residuals \
         as normal and alike in all cells."
            .to_owned(),
    );
    document
}

fn sources(d: &Decomposition) -> Section {
    let mut table = Table {
        columns: vec![
            Column::left("source", "source"),
            Column::point("sum of squares", "sum_of_squares"),
            Column::point("share of variance", "share"),
            Column::point("F", "f"),
            Column::right("df1", "df1"),
            Column::right("df2", "df2"),
            Column::point("p", "p"),
        ],
        context: protocol_context(&d.protocol),
        ..Table::default()
    };
    let mut row = |name: &str, (sum, df): (f64, usize), share: Option<f64>, test: Option<&FTest>| {
        table.rows.push(vec![
            Cell::from(name),
            fixed(sum, 4).into(),
            share.map_or_else(String::new, |s| fixed(s, 4)).into(),
            test.map_or_else(String::new, |t| fixed(t.f, 4)).into(),
            df.to_string().into(),
            test.map_or_else(String::new, |t| t.df2.to_string()).into(),
            test.map_or_else(String::new, |t| p_value(t.p)).into(),
        ]);
    };
    let (sums, df) = (&d.sums, d.sums.df);
    row("method", (sums.subjects, df[0]), d.shares.as_ref().map(|s| s.subjects), d.f_subjects.as_ref());
    row("block", (sums.blocks, df[1]), d.shares.as_ref().map(|s| s.blocks), d.f_blocks.as_ref());
    row("residual", (sums.residual, df[2]), d.shares.as_ref().map(|s| s.residual), None);
    if let Some(a) = &d.additivity {
        row("non-additivity (Tukey)", (a.ss, a.test.df1), None, Some(&a.test));
    }
    let mut section = Section::table("Sources", table);
    if d.f_subjects.is_none() {
        section
            .after
            .push("No F tests: the residual is 0, there is nothing to hold the effects against.".to_owned());
    }
    if let Some(a) = &d.additivity {
        section.after.push(if a.test.p <= 0.05 {
            format!(
                "The gaps between methods {} with the level of the block (Tukey, p {}).",
                if a.slope > 0.0 { "grow" } else { "shrink" },
                p_value(a.test.p)
            )
        } else {
            format!("Nothing shows that the gaps between methods change with the level of the block (Tukey, p {}).", p_value(a.test.p))
        });
    } else if let Some(why) = &d.additivity_undefined {
        section.after.push(format!("No test of additivity: {why}."));
    }
    section
}

fn effects(d: &Decomposition) -> Section {
    let mut columns = vec![Column::left("method", "method"), Column::point("effect", "effect")];
    columns.extend(
        d.blocks.iter().map(|b| Column::point(format!("residual on {}", b.block.label()), "residual")),
    );
    let mut table = Table { columns, context: protocol_context(&d.protocol), ..Table::default() };
    for s in &d.subjects {
        let residuals = s.residuals.iter().map(|r| Cell::from(signed(*r)));
        table
            .rows
            .push([s.subject.label().into(), signed(s.effect).into()].into_iter().chain(residuals).collect());
    }
    let blocks: Vec<String> =
        d.blocks.iter().map(|b| format!("{} {}", b.block.label(), signed(b.effect))).collect();
    let mut section = Section { level: 1, ..Section::table("Effects and residuals", table) };
    section.after.push(format!("Grand mean {}; blocks: {}.", fixed(d.grand_mean, 4), blocks.join(", ")));
    section
}

fn polish(d: &Decomposition) -> Section {
    let p = &d.polish;
    let methods: Vec<String> = d
        .polish_subjects
        .iter()
        .zip(&p.subjects)
        .map(|(s, e)| format!("{} {}", s.label(), signed(*e)))
        .collect();
    let blocks: Vec<String> =
        d.blocks.iter().zip(&p.blocks).map(|(b, e)| format!("{} {}", b.block.label(), signed(*e))).collect();
    let settled = if p.converged { "settled" } else { "not settled" };
    Section {
        level: 1,
        ..Section::text(
            Some("Median polish".to_owned()),
            vec![format!(
                "Typical value {}; methods: {}; blocks: {} ({settled} after {}). Single odd values move it less than the \
                 means above.",
                fixed(p.overall, 4),
                methods.join(", "),
                blocks.join(", "),
                count(p.rounds, "round")
            )],
        )
    }
}
