//! The results of one protocol as a study of their own.

use std::collections::HashMap;

use crate::comparability::Study;
use crate::ingest::NULL;
use crate::results::Protocol;
use crate::results::codes::Coded;
use crate::results::rows::Rows;

/// The part of a study that is of one of its protocols. Rows are numbered anew: what is compared in it goes with it,
/// not with the whole.
pub(super) fn alone(study: &Study, protocol: &Protocol, all: &[Protocol]) -> Study {
    let columns = study.protocol.iter().zip(fields(protocol)).enumerate();
    // what no protocol has tells blocks apart, or is not recorded at all
    let told = columns.filter(|(at, _)| all.iter().any(|p| fields(p)[*at].is_some()));
    let wanted: Vec<(&Coded, u32)> = told
        .map(|(_, (column, word))| {
            let code = word.and_then(|w| column.words.iter().position(|x| x == w));
            (column, code.map_or(NULL, |c| c as u32))
        })
        .collect();
    let rows: Vec<u32> = (0..study.len() as u32)
        .filter(|&row| wanted.iter().all(|(column, code)| column.codes[row as usize] == *code))
        .collect();
    let of = |column: &Coded| taken(column, &rows);
    Study {
        policy: study.policy.clone(),
        protocol: study.protocol.each_ref().map(of),
        method: of(&study.method),
        origin: of(&study.origin),
        reported: of(&study.reported),
        // a key that none of these records is missing here as it is in the whole
        keys: study.keys.iter().map(|(key, column)| (key.clone(), of(column))).collect(),
        source: of(&study.source),
        line: study.line.take(&rows),
        rows: Rows::Some(rows.iter().map(|&row| study.rows.at(row as usize)).collect()),
        notes: study.notes.clone(),
    }
}

/// Task, dataset, split, metric and unit, as a study has them; the direction goes with the metric.
fn fields(protocol: &Protocol) -> [Option<&str>; 5] {
    [&protocol.task, &protocol.dataset, &protocol.split, &protocol.metric, &protocol.unit]
        .map(Option::as_deref)
}

/// Some rows of a column with the words that they have: many protocols would otherwise each copy the words of all.
fn taken(column: &Coded, rows: &[u32]) -> Coded {
    let mut words = Vec::new();
    let mut new: HashMap<u32, u32> = HashMap::new();
    let codes = rows.iter().map(|&row| match column.codes[row as usize] {
        NULL => NULL,
        old => *new.entry(old).or_insert_with(|| {
            words.push(column.words[old as usize].clone());
            words.len() as u32 - 1
        }),
    });
    Coded { codes: codes.collect(), words }
}
