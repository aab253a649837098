//! Rankings, mean ranks and the pooled list.

use super::common::{basis_lines, fixed, no_value_line, protocol_context, rank, unplaced_section};
use std::io::{self, Write};

use crate::analysis::{
    BlockName, MeanRanks, PooledList, Ranked, Ranking, averages_runs, first_blocks, rank_each,
};
use crate::comparability::{Comparable, InsideBlocks};
use crate::report::csv::Flat;
use crate::report::document::{Cell, Column, Document, Mark, Section, Table};
use crate::stats::Ties;
use crate::words::count;

/// How ties share ranks, in a sentence.
const fn ties_line(ties: Ties) -> &'static str {
    match ties {
        Ties::Average => "Ties share the mean of their ranks (average).",
        Ties::Min => "Ties share the smallest of their ranks (min).",
        Ties::Dense => "Ties share a rank and the next one follows without a gap (dense).",
    }
}

/// How full a value's bar is: 1 for the best of a block, 0 for the worst; 1 where all are the same.
fn share(gap: f64, widest: f64) -> f64 {
    if widest > 0.0 { 1.0 - gap.abs() / widest } else { 1.0 }
}

/// The rankings inside the blocks.
#[must_use]
pub fn ranking(rankings: &[Ranking]) -> Document {
    let Some(first) = rankings.first() else {
        return Document::default();
    };
    let several = rankings.len() > 1;
    let mut document = Document { notice: first.basis.notice(), ..Document::default() };
    if several {
        document.title = format!("{} protocols, each ranked on its own", rankings.len());
        document.lead = basis_lines(&first.basis, "");
    } else {
        document.title = first.protocol.label();
        document.lead = basis_lines(&first.basis, &first.why_blocks);
    }
    let mut marked = false;
    let runs = rankings.iter().flat_map(|r| &r.blocks).flat_map(|b| &b.entries).any(|e| e.value.runs > 1);
    for ranking in rankings {
        let label = ranking.protocol.metric_label();
        let context = protocol_context(&ranking.protocol);
        for block in &ranking.blocks {
            let rounding = block.entries.iter().any(|e| e.within_rounding);
            marked |= rounding;
            let mut table = block_table(&label, &context, &block.block, rounding, runs);
            table.rows.extend(rows(&block.entries, runs));
            let heading = if several {
                let axes = block.block.label();
                format!("{} | {axes}", ranking.protocol.label())
            } else {
                block.block.label().to_owned()
            };
            let mut section = Section::table(heading, table);
            section.block = Some(block.block.label().to_owned());
            document.sections.push(section);
        }
    }
    document.sections.extend(unplaced_section(&first.unplaced));
    document.foot.extend(no_value_line(&first.without_value));
    document.foot.push(ties_line(first.ties).to_owned());
    if marked {
        document.foot.push(
            "≈ differs from a neighbour by less than half a unit of the coarser one's last digit.".to_owned(),
        );
    }
    document
}

/// A block's table without its rows.
fn block_table(
    label: &str,
    protocol: &[(String, String)],
    block: &BlockName,
    rounding: bool,
    runs: bool,
) -> Table {
    let mut columns = vec![
        Column::right("rank", "rank"),
        Column::left("method", "method"),
        Column::point(label, "value"),
        Column::point("to best", "gap_to_best"),
        Column::point("to next", "gap_to_next"),
        Column::left(if rounding { "close" } else { "" }, "within_rounding"),
    ];
    if runs {
        columns.push(Column::right("runs", "runs"));
    }
    let context = protocol.iter().chain(&block.pairs).cloned().collect();
    Table { columns, context, kind: "ranking", ..Table::default() }
}

/// The rows of a block's table.
fn rows(entries: &[Ranked], runs: bool) -> impl Iterator<Item = Vec<Cell>> {
    let widest = entries.iter().map(|e| e.gap_to_best.value.abs()).fold(0.0, f64::max);
    // where all are level none is the best
    let level = entries.len() > 1 && entries.iter().all(|e| e.rank == entries[0].rank);
    entries.iter().map(move |entry| {
        let mark = match entry.rank {
            r if r == entries[0].rank && !level => Mark::Best,
            _ if level => Mark::Plain,
            _ if entry.midrank <= 2.0 => Mark::Second,
            _ => Mark::Plain,
        };
        let mut row: Vec<Cell> = vec![
            rank(entry.rank).into(),
            entry.subject.label().into(),
            Cell::from(entry.value.shown.as_str())
                .marked(mark)
                .barred(share(entry.gap_to_best.value, widest)),
            entry.gap_to_best.shown.as_str().into(),
            entry.gap_to_next.as_ref().map_or("", |g| g.shown.as_str()).into(),
            if entry.within_rounding { "≈" } else { "" }.into(),
        ];
        if runs {
            row.push(entry.value.runs.to_string().into());
        }
        row
    })
}

/// The rankings as one CSV table, block after block, so that a large table is never held whole: the text of
/// `to_csv(&ranking(&rank(comparable, ties)))`.
///
/// # Errors
/// When `out` can't be written.
pub(crate) fn ranking_csv(
    comparable: &Comparable<InsideBlocks>,
    ties: Ties,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut flat = Flat::new(comparable.basis().notice().as_deref());
    let runs = averages_runs(comparable);
    for (protocol, block) in first_blocks(comparable) {
        flat.widen(&block_table("", &protocol_context(protocol), &block, false, runs));
    }
    let mut text = flat.header();
    for (protocol, block) in rank_each(comparable, ties) {
        let mut table = block_table("", &protocol_context(protocol), &block.block, false, runs);
        table.rows.extend(rows(&block.entries, runs));
        flat.rows(&table, &mut text);
        out.write_all(text.as_bytes())?;
        text.clear();
    }
    Ok(())
}

/// The mean ranks over complete blocks.
#[must_use]
pub fn mean_ranks(all: &[MeanRanks]) -> Document {
    let Some(first) = all.first() else {
        return Document::default();
    };
    let several = all.len() > 1;
    let mut document = Document { notice: first.basis.notice(), ..Document::default() };
    document.title = if several {
        format!("Mean ranks in {} protocols", all.len())
    } else {
        format!("Mean ranks over {}: {}", count(first.blocks.len(), "block"), first.protocol.label())
    };
    document.lead = basis_lines(&first.basis, "");
    for ranks in all {
        // a column a block is readable for a few of them
        let each = ranks.blocks.len() <= 8;
        let mut columns = vec![
            Column::left("method", "method"),
            Column::point("mean rank", "mean_rank"),
            Column::right("first in", "firsts"),
            Column::right("blocks", "blocks"),
        ];
        if each {
            columns.extend(ranks.blocks.iter().map(|b| Column::of_block(b.label(), "rank")));
        }
        let mut table = Table {
            columns,
            context: protocol_context(&ranks.protocol),
            kind: "mean ranks",
            ..Table::default()
        };
        let level = ranks.entries.iter().all(|e| e.mean_rank == ranks.entries[0].mean_rank);
        for entry in &ranks.entries {
            let best = entry.mean_rank == ranks.entries[0].mean_rank && !level;
            let mark = if best { Mark::Best } else { Mark::Plain };
            let mut row: Vec<Cell> = vec![
                entry.subject.label().into(),
                Cell::from(fixed(entry.mean_rank, 3)).marked(mark),
                entry.firsts.to_string().into(),
                entry.ranks.iter().flatten().count().to_string().into(),
            ];
            if each {
                row.extend(entry.ranks.iter().map(|r| Cell::from(r.map_or_else(String::new, rank))));
            }
            table.rows.push(row);
        }
        let heading = several.then(|| ranks.protocol.label());
        document.sections.push(Section { heading, table: Some(table), ..Section::default() });
    }
    document.foot.push("Ranks inside each block, ties share the mean of their ranks; 1 is best.".to_owned());
    document
}

/// The one list over all blocks.
#[must_use]
pub fn pooled(lists: &[PooledList]) -> Document {
    let Some(first) = lists.first() else {
        return Document::default();
    };
    let mut document = Document {
        notice: first.basis.notice(),
        title: format!("One list over {}: {}", count(first.blocks, "block"), first.protocol.label()),
        lead: basis_lines(&first.basis, ""),
        ..Document::default()
    };
    for list in lists {
        let mut table = Table {
            columns: vec![
                Column::right("place", "place"),
                Column::left("method", "method"),
                Column::left("block", "block"),
                Column::point(list.protocol.metric_label(), "value"),
                Column::point("to best", "gap_to_best"),
            ],
            context: protocol_context(&list.protocol),
            ..Table::default()
        };
        for entry in &list.entries {
            table.rows.push(vec![
                rank(entry.rank).into(),
                entry.subject.label().into(),
                entry.block.label().into(),
                entry.value.shown.as_str().into(),
                entry.gap_to_best.shown.as_str().into(),
            ]);
        }
        document.sections.push(Section { table: Some(table), ..Section::default() });
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparability::{Policy, Study, check};
    use crate::ingest::{Options, read_text};
    use crate::report::to_csv;

    #[test]
    fn block_after_block_or_whole_the_csv_is_the_same() {
        let csv = "method,b,seed,metric,value\nA,r,1,AUROC,80\nB,r,1,AUROC,81\nA,s,1,AUROC,70\nA,s,2,AUROC,71\n\
                   B,s,1,AUROC,75\n\"=c,\"\"\",s,1,AUROC,75\nA,r,1,FPR@95,3\nB,r,1,FPR@95,3.0\n";
        let results = read_text("x.csv", csv, &Options::default()).unwrap();
        let policy = Policy { replicate: vec!["seed".to_owned()], ..Policy::default() };
        let comparable = check(Study::new(&results, &policy).unwrap(), InsideBlocks).unwrap();
        for ties in [Ties::Average, Ties::Min, Ties::Dense] {
            let mut pieces = Vec::new();
            ranking_csv(&comparable, ties, &mut pieces).unwrap();
            let whole = to_csv(&ranking(&crate::analysis::rank(&comparable, ties)));
            assert_eq!(String::from_utf8(pieces).unwrap(), whole);
        }
    }
}
