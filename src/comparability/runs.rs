//! The single runs that a cell is the mean of.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::design::{NOT_RECORDED, Part, protocol_of, subjects};
use super::study::{PROTOCOL_AXES, Study};
use super::{Basis, Force};
use crate::decimal::{Decimal, Mean};
use crate::ingest::NULL;
use crate::results::codes::Coded;

/// The runs of each cell of a part, block after block and in each in the order of its cells, smallest
/// first. `None` where they don't add up to the cell, so that no interval stands on other runs than its
/// estimate; that takes a study which is not the one that was checked.
pub(crate) fn runs(study: &Study, part: &Part, basis: &Basis) -> Option<Vec<Vec<Vec<Decimal>>>> {
    let policy = &study.policy;
    let lifted: Option<&Force> = policy.force.as_ref().filter(|_| basis.is_forced());
    let off = |key: &str| policy.ignore.iter().chain(&policy.replicate).any(|k| k == key);
    let needed: Vec<&Coded> = study
        .keys
        .iter()
        .filter(|(key, _)| !off(key) && !lifted.is_some_and(|f| f.lifts(key)))
        .map(|k| &k.1)
        .collect();
    let noise: Vec<&Coded> =
        study.keys.iter().filter(|(key, _)| policy.replicate.contains(key)).map(|k| &k.1).collect();
    let fields: Vec<usize> = (0..PROTOCOL_AXES.len())
        .filter(|&p| {
            part.axes.iter().any(|a| a == PROTOCOL_AXES[p]) && policy.by.iter().any(|k| k == PROTOCOL_AXES[p])
        })
        .collect();
    let columns: Vec<&Coded> = part
        .axes
        .iter()
        .filter_map(|axis| match fields.iter().find(|&&p| PROTOCOL_AXES[p] == axis) {
            Some(&p) => Some(&study.protocol[p]),
            None => study.keys.iter().find(|k| k.0 == *axis).map(|k| &k.1),
        })
        .collect();
    let blocks: FxHashMap<Vec<&str>, usize> = part
        .blocks
        .iter()
        .enumerate()
        .map(|(at, b)| (b.values.iter().map(String::as_str).collect(), at))
        .collect();
    let (subject_of, all) = subjects(&study.method, &study.origin);
    let place: Vec<Option<usize>> =
        all.iter().map(|s| part.subjects.iter().position(|p| p.label() == s.label())).collect();
    let mut values: Vec<FxHashMap<usize, Vec<Decimal>>> = vec![FxHashMap::default(); part.blocks.len()];
    let mut first: FxHashMap<(usize, usize, Vec<u32>), Decimal> = FxHashMap::default();
    for row in 0..study.len() {
        let Some(value) = study.reported.get(row).and_then(|w| w.parse::<Decimal>().ok()) else { continue };
        let Some(subject) = place.get(subject_of.row(row) as usize).copied().flatten() else { continue };
        if needed.iter().any(|c| c.codes[row] == NULL)
            || protocol_of(&study.protocol, &fields, row) != part.protocol
        {
            continue;
        }
        let key: Vec<&str> = columns.iter().map(|c| c.get(row).unwrap_or(NOT_RECORDED)).collect();
        let Some(&block) = blocks.get(&key) else { continue };
        let run = (block, subject, noise.iter().map(|c| c.codes[row]).collect());
        match first.entry(run) {
            // what repeats a run exactly counts once
            Entry::Occupied(there) if *there.get() == value => continue,
            Entry::Occupied(_) => {}
            Entry::Vacant(free) => {
                free.insert(value);
            }
        }
        values[block].entry(subject).or_default().push(value);
    }
    let mut answer = Vec::with_capacity(part.blocks.len());
    for (block, mut found) in part.blocks.iter().zip(values) {
        let mut cells = Vec::with_capacity(block.cells.len());
        for cell in &block.cells {
            let mut runs = found.remove(&(cell.subject as usize))?;
            runs.sort();
            if Mean::of(&runs)? != cell.mean || runs.len() as u64 != cell.mean.count() {
                return None;
            }
            cells.push(runs);
        }
        answer.push(cells);
    }
    Some(answer)
}

#[cfg(test)]
mod tests {
    use crate::comparability::{CompleteBlocks, Policy, Study, check};
    use crate::ingest::{Options, read_text};

    #[test]
    fn the_runs_of_each_cell_whatever_the_order_of_rows() {
        let csv = "method,b,seed,AUROC\nB,s,1,4\nA,r,2,3\nA,r,1,1\nA,s,1,2\nB,r,1,5\nA,r,2,3\nB,s,2,4\n";
        let results = read_text("x.csv", csv, &Options::default()).unwrap();
        let policy = Policy { replicate: vec!["seed".to_owned()], ..Policy::default() };
        let study = Study::new(&results, &policy).unwrap();
        let comparable = check(study.clone(), CompleteBlocks::default()).unwrap();
        let found = super::runs(&study, &comparable.parts()[0], comparable.basis()).unwrap();
        let shown: Vec<Vec<Vec<String>>> = found
            .iter()
            .map(|b| b.iter().map(|c| c.iter().map(ToString::to_string).collect()).collect())
            .collect();
        // blocks r and s, methods A and B; the repeated run of A counts once, equal runs of two seeds twice
        assert_eq!(shown, [[vec!["1", "3"], vec!["5"]], [vec!["2"], vec!["4", "4"]]]);
        // another study's runs don't fit
        let other = read_text("x.csv", &csv.replace("A,r,1,1", "A,r,1,2"), &Options::default()).unwrap();
        let other = Study::new(&other, &policy).unwrap();
        assert!(super::runs(&other, &comparable.parts()[0], comparable.basis()).is_none());
    }
}
