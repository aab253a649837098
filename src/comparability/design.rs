//! Which results meet which: protocols, blocks, subjects and cells.

use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::cells;
use super::policy::Force;
use super::study::{PROTOCOL_AXES, Study};
use crate::decimal::{Decimal, Mean};
use crate::ingest::{Codes, NULL};
use crate::results::codes::{Coded, Groups};
use crate::results::order::natural;
use crate::results::rows::Rows;
use crate::results::{Direction, Protocol};

/// What a subject is called where its key's value is not recorded and the user forced it.
pub(crate) const NOT_RECORDED: &str = "(not recorded)";

/// One number to rank: the mean of a subject's runs in a block, or its single value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cell {
    /// Index into [`Part::subjects`].
    pub(crate) subject: u32,
    pub(crate) mean: Mean,
    /// The first of its rows, numbered as in the results.
    pub(crate) row: u32,
}

/// The results that share a protocol and every axis value.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    /// The axis values, in the order of [`Part::axes`].
    pub(crate) values: Vec<String>,
    /// In the order of the subjects.
    pub(crate) cells: Vec<Cell>,
}

/// What is ranked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Subject {
    /// The method's name.
    pub name: String,
    /// Where the method comes from, given only where two methods of one name differ in it.
    pub origin: Option<String>,
}

impl Subject {
    /// The name, with the origin where it tells two subjects apart.
    #[must_use]
    pub fn label(&self) -> String {
        match &self.origin {
            Some(origin) => format!("{} [{origin}]", self.name),
            None => self.name.clone(),
        }
    }
}

/// The blocks and subjects of one protocol.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    pub(crate) protocol: Protocol,
    /// The keys that the blocks may differ in.
    pub(crate) axes: Vec<String>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) subjects: Vec<Subject>,
    /// What tells this protocol from the others of the study, in words; `None` for the only one.
    pub(crate) name: Option<String>,
}

impl Part {
    pub(crate) fn label(&self, block: &Block) -> String {
        block_label(&self.axes, &block.values)
    }

    /// Whether raw values of its blocks have one scale: none of the axes is a part of the protocol.
    pub(crate) fn one_scale(&self) -> bool {
        !self.varying().iter().any(|&axis| super::study::PROTOCOL_AXES.contains(&self.axes[axis].as_str()))
    }

    pub(crate) fn direction(&self) -> Direction {
        // a study gives every metric its direction before a design is made
        self.protocol.direction.unwrap_or(Direction::Higher)
    }

    /// The axes in which at least two blocks differ.
    pub(crate) fn varying(&self) -> Vec<usize> {
        (0..self.axes.len())
            .filter(|&a| self.blocks.windows(2).any(|w| w[0].values[a] != w[1].values[a]))
            .collect()
    }

    /// The distinct values of an axis in the order of the blocks, each with its number of results.
    pub(crate) fn axis_values(&self, axis: usize) -> Vec<(String, usize)> {
        let mut values: Vec<(String, usize)> = Vec::new();
        for block in &self.blocks {
            match values.iter_mut().find(|v| v.0 == block.values[axis]) {
                Some(value) => value.1 += block.cells.len(),
                None => values.push((block.values[axis].clone(), block.cells.len())),
            }
        }
        values
    }
}

/// `ResNet50` for one axis, `Horizon=3s, Ego status=no` for several; `Shots=5` for a value that says
/// nothing without its key.
pub(crate) fn block_label(axes: &[String], values: &[String]) -> String {
    let bare = |value: &str| {
        let word =
            matches!(value.to_ascii_lowercase().as_str(), "true" | "false" | "yes" | "no" | "on" | "off");
        word || !value.chars().any(char::is_alphabetic)
    };
    match (axes, values) {
        ([], _) => "all results".to_owned(),
        ([_], [value]) if !bare(value) => value.clone(),
        _ => {
            let pairs: Vec<String> = axes.iter().zip(values).map(|(a, v)| format!("{a}={v}")).collect();
            pairs.join(", ")
        }
    }
}

/// A key that must match inside blocks and doesn't.
#[derive(Debug, Clone)]
pub(crate) struct Differing {
    pub(crate) key: String,
    /// The block it was first found in, and the values there with their numbers of results.
    pub(crate) block: String,
    pub(crate) values: Vec<(String, usize)>,
    pub(crate) blocks: usize,
}

/// A cell with two different values and no key declared as noise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Conflict {
    /// What is ranked.
    pub subject: String,
    /// The block.
    pub block: String,
    /// The values as printed, each with where it stands.
    pub values: Vec<(String, String)>,
}

/// A result that is in no block because a key of its configuration is not recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Unplaced {
    /// The method.
    pub method: String,
    /// The value as printed.
    pub value: String,
    /// Where it stands.
    pub place: String,
    /// The keys that are not recorded; empty if no configuration is recorded by any result.
    pub unknown: Vec<String>,
}

/// Everything that a check looks at.
#[derive(Debug, Clone)]
pub(crate) struct Design {
    pub(crate) parts: Vec<Part>,
    pub(crate) differing: Vec<Differing>,
    pub(crate) conflicts: Vec<Conflict>,
    pub(crate) unplaced: Vec<Unplaced>,
    /// Results without a number, as method and place.
    pub(crate) no_value: Vec<(String, String)>,
    /// Results that repeat another one exactly and count once.
    pub(crate) duplicates: usize,
    /// Whether no result records any configuration.
    pub(crate) bare: bool,
}

/// A key with its column, as text or nothing.
struct Axis<'a> {
    name: String,
    column: &'a Coded,
}

impl Design {
    /// Divides a study into blocks. What `lifted` covers is taken as the user forced it: a key that is
    /// not recorded counts as one value of its own.
    pub(crate) fn new(study: &Study, lifted: Option<&Force>) -> Self {
        let rows = study.len();
        let policy = &study.policy;
        let off = |key: &str| policy.ignore.iter().chain(&policy.replicate).any(|k| k == key);
        let lifts = |key: &str| lifted.is_some_and(|f| f.lifts(key));
        let counted: Vec<&(String, Coded)> = study.keys.iter().filter(|k| !off(&k.0)).collect();

        // The parts of the protocol that are blocks of their own: those named, or, where nothing else
        // can tell blocks apart, those that differ.
        let mut protocol_axes: Vec<usize> =
            (0..3).filter(|&p| policy.by.iter().any(|k| k == PROTOCOL_AXES[p])).collect();
        protocol_axes.sort_unstable();
        let config_axes: Vec<&(String, Coded)> =
            counted.iter().filter(|k| policy.by.is_empty() || policy.by.contains(&k.0)).copied().collect();
        let must_match: Vec<&(String, Coded)> =
            counted.iter().filter(|k| !policy.by.is_empty() && !policy.by.contains(&k.0)).copied().collect();
        let bare = counted.is_empty() && protocol_axes.is_empty();

        // Which rows have a number and a place.
        let decimals: Vec<Option<Decimal>> = study.reported.words.iter().map(|w| w.parse().ok()).collect();
        let decimal = |row: usize| decimals.get(study.reported.codes[row] as usize).copied().flatten();
        let needed: Vec<&(String, Coded)> = counted.iter().filter(|k| !lifts(&k.0)).copied().collect();
        let bare_refused = bare && !lifts("configuration");
        let mut unplaced = Vec::new();
        let mut no_value = Vec::new();
        let mut keep: Vec<u32> = Vec::new();
        // most inputs have every number and every key, which is quickly seen
        let all_kept = !bare_refused
            && decimals.iter().all(Option::is_some)
            && !study.reported.codes.has(NULL)
            && needed.iter().all(|k| !k.1.codes.has(NULL));
        for row in if all_kept { 0..0 } else { 0..rows } {
            let method = || study.method.get(row).unwrap_or(NOT_RECORDED).to_owned();
            if decimal(row).is_none() {
                no_value.push((method(), study.place(row)));
            } else if bare_refused || needed.iter().any(|k| k.1.codes[row] == NULL) {
                unplaced.push(Unplaced {
                    method: method(),
                    value: study.reported.get(row).unwrap_or_default().to_owned(),
                    place: study.place(row),
                    unknown: needed.iter().filter(|k| k.1.codes[row] == NULL).map(|k| k.0.clone()).collect(),
                });
            } else {
                keep.push(row as u32);
            }
        }
        let keep = if all_kept { Rows::All(rows) } else { Rows::Some(keep) };
        let taken = |column: &Coded| column.select(&keep);

        // Protocols, blocks, subjects.
        let protocol: Vec<Coded> = study.protocol.iter().map(taken).collect();
        let mut part_groups = Groups::one(keep.len());
        for (at, column) in protocol.iter().enumerate() {
            if !protocol_axes.contains(&at) {
                part_groups = part_groups.and(&column.groups());
            }
        }
        let axes_columns: Vec<(String, Coded)> = protocol_axes
            .iter()
            .map(|&p| (PROTOCOL_AXES[p].to_owned(), protocol[p].clone()))
            .chain(config_axes.iter().map(|k| (k.0.clone(), taken(&k.1))))
            .collect();
        let axes: Vec<Axis> =
            axes_columns.iter().map(|(name, column)| Axis { name: name.clone(), column }).collect();
        let mut block_groups = part_groups.clone();
        for axis in &axes {
            block_groups = block_groups.and(&axis.column.groups());
        }
        let (subject_of, subjects) = subjects(&taken(&study.method), &taken(&study.origin));

        let mut design = Self {
            parts: Vec::new(),
            differing: Vec::new(),
            conflicts: Vec::new(),
            unplaced,
            no_value,
            duplicates: 0,
            bare,
        };
        let must: Vec<(String, Coded)> = must_match.iter().map(|k| (k.0.clone(), taken(&k.1))).collect();
        design.fill(
            study,
            &keep,
            &protocol,
            &protocol_axes,
            &axes,
            &must,
            &part_groups,
            &block_groups,
            &subject_of,
            &subjects,
            &decimals,
            lifted,
        );
        design
    }

    #[expect(clippy::too_many_arguments, reason = "the pieces of one computation, split for reading")]
    fn fill(
        &mut self,
        study: &Study,
        keep: &Rows,
        protocol: &[Coded],
        protocol_axes: &[usize],
        axes: &[Axis],
        must: &[(String, Coded)],
        part_groups: &Groups,
        block_groups: &Groups,
        subject_of: &SubjectOf,
        subjects: &[Subject],
        decimals: &[Option<Decimal>],
        lifted: Option<&Force>,
    ) {
        // The order of everything that is shown comes from names, never from the order of rows.
        let part_first = part_groups.first_rows();
        let mut parts: Vec<(Protocol, u32)> = part_first
            .iter()
            .enumerate()
            .filter(|(_, first)| **first != NULL)
            .map(|(id, &first)| (protocol_of(protocol, protocol_axes, first as usize), id as u32))
            .collect();
        parts.sort_by(|a, b| {
            natural(&a.0.place(), &b.0.place())
                .then_with(|| natural(&a.0.label(), &b.0.label()))
                .then(a.1.cmp(&b.1))
        });
        let mut part_at = vec![0usize; part_groups.count as usize];
        for (at, (_, id)) in parts.iter().enumerate() {
            part_at[*id as usize] = at;
        }
        let axis_names: Vec<String> = axes.iter().map(|a| a.name.clone()).collect();
        let block_first = block_groups.first_rows();
        let mut blocks: Vec<(usize, Vec<String>, u32)> = block_first
            .iter()
            .enumerate()
            .filter(|(_, first)| **first != NULL)
            .map(|(id, &first)| {
                let first = first as usize;
                let values =
                    axes.iter().map(|a| a.column.get(first).unwrap_or(NOT_RECORDED).to_owned()).collect();
                (part_at[part_groups.ids[first] as usize], values, id as u32)
            })
            .collect();
        blocks.sort_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| {
                a.1.iter()
                    .zip(&b.1)
                    .map(|(x, y)| natural(x, y))
                    .find(|o| o.is_ne())
                    .unwrap_or(std::cmp::Ordering::Equal)
            })
        });
        let mut block_at = vec![0u32; block_groups.count as usize];
        for (at, (_, _, id)) in blocks.iter().enumerate() {
            block_at[*id as usize] = at as u32;
        }
        let names = told_apart(&parts.iter().map(|p| &p.0).collect::<Vec<_>>());
        // a block by its name, and by its protocol where there are several
        let block_name = |block: usize| {
            let (part, values, _) = &blocks[block];
            let label = block_label(&axis_names, values);
            match &names[*part] {
                Some(name) if axis_names.is_empty() => name.clone(),
                Some(name) => format!("{label} of {name}"),
                None => label,
            }
        };
        self.find_differing(blocks.len(), block_name, &block_at, block_groups, must, lifted);

        // Cells: the rows of one subject in one block, whose runs are told apart by the replicate keys; without
        // any, a cell has one run.
        let mut runs = Groups::one(keep.len());
        for (key, column) in &study.keys {
            if study.policy.replicate.contains(key) {
                runs = runs.and(&column.select(keep).groups());
            }
        }
        let rows = cells::Rows {
            count: keep.len(),
            block_groups: &block_groups.ids,
            block_at: &block_at,
            blocks: blocks.len(),
            subject_of,
            subjects: subjects.len(),
            runs: &runs,
            numbers: decimals,
            words: study.reported.select(keep).codes,
        };
        let mut gathered = cells::gather(&rows, lifted.is_some_and(|f| f.lifts("conflict")));
        self.duplicates = gathered.repeated;
        self.find_conflicts(study, keep, &rows, &gathered.conflicts, |(block, subject)| {
            (subjects[subject as usize].label(), block_name(block as usize))
        });
        for cell in gathered.in_block.iter_mut().flatten() {
            cell.row = study.rows.at(keep.at(cell.row as usize) as usize);
        }
        let mut in_part: Vec<Vec<Block>> = vec![Vec::new(); parts.len()];
        for ((part, values, _), cells) in blocks.into_iter().zip(gathered.in_block) {
            in_part[part].push(Block { values, cells });
        }
        for (((protocol, _), mut blocks), name) in parts.into_iter().zip(in_part).zip(names) {
            let subjects = local_subjects(&mut blocks, subjects);
            self.parts.push(Part { protocol, axes: axis_names.clone(), blocks, subjects, name });
        }
    }

    /// Keys that must match inside a block and don't.
    fn find_differing(
        &mut self,
        blocks: usize,
        name: impl Fn(usize) -> String,
        block_at: &[u32],
        groups: &Groups,
        must: &[(String, Coded)],
        lifted: Option<&Force>,
    ) {
        for (key, column) in must {
            if lifted.is_some_and(|f| f.lifts(key)) {
                continue;
            }
            let mut first = vec![NULL - 1; blocks];
            let mut is_mixed = vec![false; blocks];
            for (row, &group) in groups.ids.iter().enumerate() {
                let block = block_at[group as usize];
                let slot = &mut first[block as usize];
                if *slot == NULL - 1 {
                    *slot = column.codes[row];
                } else if *slot != column.codes[row] {
                    is_mixed[block as usize] = true;
                }
            }
            let mixed = is_mixed.iter().filter(|m| **m).count();
            let Some(block) = is_mixed.iter().position(|&m| m) else {
                continue;
            };
            let mut values: FxHashMap<u32, usize> = FxHashMap::default();
            for (row, &group) in groups.ids.iter().enumerate() {
                if block_at[group as usize] as usize == block {
                    *values.entry(column.codes[row]).or_default() += 1;
                }
            }
            let mut values: Vec<(String, usize)> = values
                .into_iter()
                .map(|(code, count)| (column.word(code).unwrap_or(NOT_RECORDED).to_owned(), count))
                .collect();
            values.sort_by(|a, b| natural(&a.0, &b.0));
            self.differing.push(Differing { key: key.clone(), block: name(block), values, blocks: mixed });
        }
    }

    /// The cells with two numbers for one run, with all that they have.
    fn find_conflicts(
        &mut self,
        study: &Study,
        keep: &Rows,
        rows: &cells::Rows,
        cells: &[(u32, u32)],
        name: impl Fn((u32, u32)) -> (String, String),
    ) {
        let mut found: FxHashMap<usize, Vec<(String, String)>> = FxHashMap::default();
        for (row, cell) in cells::rows_of(rows, cells) {
            let at = keep.at(row as usize) as usize;
            let value = study.reported.get(at).unwrap_or_default().to_owned();
            found.entry(cell).or_default().push((value, study.place(at)));
        }
        let conflicts = found.into_iter().map(|(cell, mut values)| {
            values.sort();
            let (subject, block) = name(cells[cell]);
            Conflict { subject, block, values }
        });
        self.conflicts.extend(conflicts);
        self.conflicts
            .sort_by(|a, b| (&a.subject, &a.block, &a.values).cmp(&(&b.subject, &b.block, &b.values)));
    }
}

/// The shortest words that tell each of several protocols from the others: what they differ in. `None`
/// where there is one protocol.
fn told_apart(protocols: &[&Protocol]) -> Vec<Option<String>> {
    if protocols.len() < 2 {
        return vec![None; protocols.len()];
    }
    let differ = |get: &dyn Fn(&Protocol) -> String| protocols.windows(2).any(|w| get(w[0]) != get(w[1]));
    let text = |part: &Option<String>| part.clone().unwrap_or_default();
    let direction = |p: &Protocol| p.direction.map_or(String::new(), |d| d.to_string());
    let places: [&dyn Fn(&Protocol) -> String; 3] =
        [&|p| text(&p.task), &|p| text(&p.dataset), &|p| text(&p.split)];
    let named: Vec<&&dyn Fn(&Protocol) -> String> = places.iter().filter(|get| differ(*get)).collect();
    let by_metric = differ(&|p| p.metric_label());
    let by_direction = differ(&|p| direction(p)) && !by_metric;
    let name = |p: &Protocol| {
        let place = named.iter().map(|get| get(p)).filter(|text| !text.is_empty());
        let metric = by_metric.then(|| p.metric_label()).into_iter();
        let words: Vec<String> =
            metric.chain(by_direction.then(|| direction(p))).chain(place).filter(|w| !w.is_empty()).collect();
        // one protocol may record none of what the others differ in
        if words.is_empty() { p.label() } else { words.join(", ") }
    };
    protocols.iter().map(|p| Some(name(p))).collect()
}

/// The protocol of a row; the parts of it that are axes are left open.
pub(super) fn protocol_of(columns: &[Coded], axes: &[usize], row: usize) -> Protocol {
    let text = |at: usize| {
        if axes.contains(&at) { None } else { columns[at].get(row).map(str::to_owned) }
    };
    Protocol {
        task: text(0),
        dataset: text(1),
        split: text(2),
        metric: text(3),
        unit: text(4),
        direction: columns[5].get(row).and_then(Direction::parse),
    }
}

/// Subjects by name and origin: a name with one recorded origin is one subject, whether or not every
/// result repeats the origin; a name with several is as many subjects.
pub(crate) fn subjects(method: &Coded, origin: &Coded) -> (SubjectOf, Vec<Subject>) {
    let pairs = method.groups().and(&origin.groups());
    let first = pairs.first_rows();
    let mut origins: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for &row in first.iter().filter(|r| **r != NULL) {
        let (m, o) = (method.codes[row as usize], origin.codes[row as usize]);
        let list = origins.entry(m).or_default();
        if o != NULL && !list.contains(&o) {
            list.push(o);
        }
    }
    let mut subjects: Vec<Subject> = Vec::new();
    let mut known: FxHashMap<(u32, Option<u32>), u32> = FxHashMap::default();
    let mut of_pair = vec![0u32; pairs.count as usize];
    for (pair, &row) in first.iter().enumerate() {
        if row == NULL {
            continue;
        }
        let (m, o) = (method.codes[row as usize], origin.codes[row as usize]);
        let split = origins.get(&m).is_some_and(|l| l.len() > 1);
        let key = (m, split.then_some(o));
        of_pair[pair] = *known.entry(key).or_insert_with(|| {
            let name = method.word(m).unwrap_or(NOT_RECORDED).to_owned();
            let origin = split.then(|| origin.word(o).unwrap_or("origin not recorded").to_owned());
            subjects.push(Subject { name, origin });
            subjects.len() as u32 - 1
        });
    }
    // number them in natural order of their names
    let mut order: Vec<u32> = (0..subjects.len() as u32).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&subjects[a as usize], &subjects[b as usize]);
        natural(&a.name, &b.name).then_with(|| a.origin.cmp(&b.origin))
    });
    let mut place = vec![0u32; subjects.len()];
    for (at, &old) in order.iter().enumerate() {
        place[old as usize] = at as u32;
    }
    let sorted = order.iter().map(|&o| subjects[o as usize].clone()).collect();
    let subjects = of_pair.into_iter().map(|old| place.get(old as usize).copied().unwrap_or(0)).collect();
    (SubjectOf { groups: pairs.ids, subjects }, sorted)
}

/// The subject of each row, by its number in the list of subjects.
#[derive(Debug)]
pub(crate) struct SubjectOf {
    /// A group of each row, which large files share with a column, and the subject of each group.
    groups: Codes,
    subjects: Vec<u32>,
}

impl SubjectOf {
    /// The subject of a row.
    pub(crate) fn row(&self, row: usize) -> u32 {
        self.subjects[self.groups[row] as usize]
    }

    /// The subjects of the rows from `start` on, as many as `to` takes.
    pub(crate) fn copy(&self, start: usize, to: &mut [u32]) {
        self.groups.copy(start, to);
        to.iter_mut().for_each(|to| *to = self.subjects[*to as usize]);
    }

    /// Rows whose subjects are given.
    #[cfg(test)]
    pub(crate) fn of(subjects: Codes, count: u32) -> Self {
        Self { groups: subjects, subjects: (0..count).collect() }
    }
}

/// Renumbers the subjects of some blocks so that only those that occur there are left.
pub(crate) fn local_subjects(blocks: &mut [Block], subjects: &[Subject]) -> Vec<Subject> {
    let mut used = vec![false; subjects.len()];
    for cell in blocks.iter().flat_map(|b| &b.cells) {
        used[cell.subject as usize] = true;
    }
    let mut place = vec![0u32; subjects.len()];
    let mut local = Vec::new();
    for (at, subject) in subjects.iter().enumerate().filter(|(at, _)| used[*at]) {
        place[at] = local.len() as u32;
        local.push(subject.clone());
    }
    for block in blocks {
        for cell in &mut block.cells {
            cell.subject = place[cell.subject as usize];
        }
        block.cells.sort_by_key(|c| c.subject);
    }
    local
}
