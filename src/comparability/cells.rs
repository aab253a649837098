//! The rows of one subject in one block, gathered into the mean of its runs.
//!
//! A large file has its rows in any order, so that each row falls into another place of what is gathered, and
//! the time goes into waiting for memory. What is kept a cell is therefore small, runs that were seen are
//! single bits, and a row is looked at once; only where a run comes again are the rows gone through once more.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::design::{Cell, SubjectOf};
use crate::decimal::{Decimal, Mean};
use crate::ingest::{Codes, NULL};
use crate::results::codes::Groups;

/// From so many rows on, several threads gather.
const MANY: usize = 1 << 17;

/// So many rows are worked out at once.
const BATCH: usize = 256;

/// What is gathered: for each row its block, its subject, its run and its number.
pub(super) struct Rows<'a> {
    pub(super) count: usize,
    /// A group a row, and the block of each group.
    pub(super) block_groups: &'a Codes,
    pub(super) block_at: &'a [u32],
    pub(super) blocks: usize,
    pub(super) subject_of: &'a SubjectOf,
    pub(super) subjects: usize,
    /// What tells the runs of a cell apart.
    pub(super) runs: &'a Groups,
    /// The number of each word; every row has one.
    pub(super) numbers: &'a [Option<Decimal>],
    /// The word of each row.
    pub(super) words: Codes,
}

/// What is gathered.
pub(super) struct Gathered {
    /// The cells of each block, by subject. The row of each is the first of its rows.
    pub(super) in_block: Vec<Vec<Cell>>,
    /// Where a run has two different numbers, or no sum of the runs is exact: block and subject.
    pub(super) conflicts: Vec<(u32, u32)>,
    /// How many rows repeat another one exactly and count once.
    pub(super) repeated: usize,
}

/// Gathers the cells. A run with two different numbers makes a conflict, and with `every` both are in the mean; a mean
/// that can't be exact is 0.
pub(super) fn gather(rows: &Rows, every: bool) -> Gathered {
    if let Some(gathered) = single(rows) {
        return gathered;
    }
    match small(rows) {
        Some((numbers, places)) => {
            let parts = if rows.count < MANY { 1 } else { rayon::current_num_threads().min(8) };
            gather_as::<Small>(rows, &numbers, places, every, parts)
        }
        None => {
            let zero = Decimal::new(0, 0);
            let numbers: Vec<Decimal> = rows.numbers.iter().map(|n| n.unwrap_or(zero)).collect();
            gather_as::<Wide>(rows, &numbers, 0, every, 1)
        }
    }
}

/// The rows of the cells with a conflict, each with the place of its cell in the list.
pub(super) fn rows_of(rows: &Rows, conflicts: &[(u32, u32)]) -> Vec<(u32, usize)> {
    if conflicts.is_empty() {
        return Vec::new();
    }
    let at: FxHashMap<(u32, u32), usize> =
        conflicts.iter().enumerate().map(|(at, &cell)| (cell, at)).collect();
    let cell = |row| at.get(&(rows.block(row), rows.subject(row))).map(|&cell| (row as u32, cell));
    (0..rows.count).filter_map(cell).collect()
}

/// Gathers rows that are a cell each, as where nothing is repeated: only the row of each cell is kept. `None` where a
/// cell has several rows.
fn single(rows: &Rows) -> Option<Gathered> {
    let slots = Slots::of(rows);
    let Slots::Table = slots else { return None };
    if rows.count > rows.blocks * rows.subjects {
        return None;
    }
    let mut row_of = vec![NULL; slots.count(rows)];
    let (mut at, mut scratch) = ([0; BATCH], [0; BATCH]);
    for start in (0..rows.count).step_by(BATCH) {
        let count = BATCH.min(rows.count - start);
        slots.copy(rows, start, &mut at[..count], &mut scratch[..count]);
        for (row, &at) in (start as u32..).zip(&at[..count]) {
            if row_of[at] != NULL {
                return None;
            }
            row_of[at] = row;
        }
    }
    let zero = Decimal::new(0, 0);
    let in_block = in_blocks(&row_of, rows.subjects, |subject, &row| {
        (row != NULL).then(|| {
            let number = rows.numbers[rows.words[row as usize] as usize].unwrap_or(zero);
            Cell { subject, mean: Mean::one(number), row }
        })
    });
    Some(Gathered { in_block, conflicts: Vec::new(), repeated: 0 })
}

/// The cells of each block from the slots of a table, which stand together by block, and in it by subject; the
/// slots that give no cell have no row.
fn in_blocks<T: Sync>(
    slots: &[T],
    subjects: usize,
    cell: impl Fn(u32, &T) -> Option<Cell> + Sync,
) -> Vec<Vec<Cell>> {
    let of_block = |block: &[T]| {
        let mut cells = Vec::with_capacity(block.len());
        cells.extend((0..).zip(block).filter_map(|(subject, slot)| cell(subject, slot)));
        cells.shrink_to_fit();
        cells
    };
    slots.par_chunks(subjects.max(1)).with_min_len(64).map(of_block).collect()
}

impl Rows<'_> {
    fn block(&self, row: usize) -> u32 {
        self.block_at[self.block_groups[row] as usize]
    }

    fn subject(&self, row: usize) -> u32 {
        self.subject_of.row(row)
    }
}

/// Where the cell of a row is kept.
enum Slots {
    /// At block times subjects plus subject.
    Table,
    /// At a number of its own, where the table would be mostly empty.
    Numbered(Groups),
}

impl Slots {
    fn of(rows: &Rows) -> Self {
        let table = rows.blocks as u64 * rows.subjects as u64;
        if table <= (rows.count as u64 + rows.count as u64 / 4).max(1 << 16) {
            return Self::Table;
        }
        let blocks = Groups {
            ids: rows.block_groups.map(|g| rows.block_at[g as usize]),
            count: rows.blocks.max(1) as u32,
        };
        let subjects = Groups {
            ids: (0..rows.count).map(|row| rows.subject(row)).collect(),
            count: rows.subjects.max(1) as u32,
        };
        Self::Numbered(blocks.and(&subjects))
    }

    fn count(&self, rows: &Rows) -> usize {
        match self {
            Self::Table => rows.blocks * rows.subjects,
            Self::Numbered(groups) => groups.count as usize,
        }
    }

    /// The slots of the rows from `start` on, as many as `to` takes; `scratch` is as long.
    fn copy(&self, rows: &Rows, start: usize, to: &mut [usize], scratch: &mut [u32]) {
        match self {
            Self::Table => {
                rows.block_groups.copy(start, scratch);
                for (to, &group) in to.iter_mut().zip(&*scratch) {
                    *to = rows.block_at[group as usize] as usize * rows.subjects;
                }
                rows.subject_of.copy(start, scratch);
                to.iter_mut().zip(&*scratch).for_each(|(to, &subject)| *to += subject as usize);
            }
            Self::Numbered(groups) => {
                groups.ids.copy(start, scratch);
                to.iter_mut().zip(&*scratch).for_each(|(to, &id)| *to = id as usize);
            }
        }
    }

    fn at(&self, rows: &Rows, row: usize) -> usize {
        match self {
            Self::Table => rows.block(row) as usize * rows.subjects + rows.subject(row) as usize,
            Self::Numbered(groups) => groups.ids[row] as usize,
        }
    }
}

/// A sum of numbers as they are kept for it.
trait Sum: Copy + Default + Send + Sync {
    type Number: Copy + Sync;

    /// Whether the sum is still exact.
    fn add(&mut self, number: Self::Number) -> bool;

    fn join(&mut self, other: &Self);

    /// The mean, where the numbers are in units of so many places.
    fn mean(&self, places: i32) -> Option<Mean>;
}

/// A sum in units of the places of the finest number of all rows, in 64 bits.
#[derive(Clone, Copy, Default)]
struct Small {
    units: i64,
    count: u32,
    /// Those of its own finest number.
    places: i16,
}

impl Sum for Small {
    type Number = (i64, i16);

    fn add(&mut self, (units, places): (i64, i16)) -> bool {
        self.places = if self.count == 0 { places } else { self.places.max(places) };
        self.count += 1;
        self.units += units;
        true
    }

    fn join(&mut self, other: &Self) {
        if self.count == 0 {
            *self = *other;
        } else if other.count > 0 {
            self.places = self.places.max(other.places);
            self.count += other.count;
            self.units += other.units;
        }
    }

    fn mean(&self, places: i32) -> Option<Mean> {
        // none of its numbers has a digit behind its own places
        let finer = u32::try_from(places - i32::from(self.places)).ok()?;
        let units = i128::from(self.units) / 10i128.checked_pow(finer)?;
        Mean::from_sum(Decimal::new(units, i32::from(self.places)), u64::from(self.count))
    }
}

/// Each number for a [`Small`] sum, and the places of the finest; `None` where a sum of all rows could pass 64 bits,
/// which no table of printed numbers does.
fn small(rows: &Rows) -> Option<(Vec<(i64, i16)>, i32)> {
    let places = rows.numbers.iter().flatten().map(|n| n.places()).max()?;
    let largest = i64::MAX / i64::try_from(rows.count).ok()?.max(1);
    let number = |number: &Option<Decimal>| {
        let Some(number) = number else { return Some((0, 0)) };
        let units = i64::try_from(number.units_at(places)?).ok()?;
        let own = i16::try_from(number.places()).ok()?;
        (units.unsigned_abs() <= largest.unsigned_abs()).then_some((units, own))
    };
    Some((rows.numbers.iter().map(number).collect::<Option<_>>()?, places))
}

/// A sum of any numbers; without one before the first.
#[derive(Clone, Copy, Default)]
struct Wide(Option<Mean>);

impl Sum for Wide {
    type Number = Decimal;

    fn add(&mut self, number: Decimal) -> bool {
        match self.0 {
            None => self.0 = Some(Mean::one(number)),
            Some(mean) => match mean.plus(number) {
                Some(sum) => self.0 = Some(sum),
                // values more than 38 digits apart have no exact sum: never averaged
                None => return false,
            },
        }
        true
    }

    fn join(&mut self, _: &Self) {
        unreachable!("sums that may fail are made in one part, in the order of the rows")
    }

    fn mean(&self, _: i32) -> Option<Mean> {
        self.0
    }
}

/// What is kept of a cell.
#[derive(Clone, Copy)]
struct Slot<S> {
    sum: S,
    first: u32,
    conflict: bool,
}

/// Which runs were met.
enum Met {
    Bits(Vec<u64>),
    /// Where they are few among all that could be.
    Set(FxHashSet<u64>),
}

impl Met {
    fn new(all: u64, rows: usize) -> Self {
        if all <= (64 * rows as u64).max(1 << 16) {
            Self::Bits(vec![0; all.div_ceil(64) as usize])
        } else {
            Self::Set(FxHashSet::default())
        }
    }

    /// Whether a run is met for the first time.
    fn first(&mut self, run: u64) -> bool {
        match self {
            Self::Bits(bits) => {
                let (word, bit) = (&mut bits[(run / 64) as usize], 1 << (run % 64));
                let first = *word & bit == 0;
                *word |= bit;
                first
            }
            Self::Set(set) => set.insert(run),
        }
    }

    /// Takes in the runs that another has met; whether none was met by both.
    fn join(&mut self, other: Self) -> bool {
        match (self, other) {
            (Self::Bits(own), Self::Bits(others)) => {
                let mut apart = true;
                for (own, other) in own.iter_mut().zip(others) {
                    apart &= *own & other == 0;
                    *own |= other;
                }
                apart
            }
            (Self::Set(own), Self::Set(others)) => others.into_iter().all(|run| own.insert(run)),
            // both are made for the same runs and rows
            _ => false,
        }
    }
}

struct Pass<S> {
    slots: Vec<Slot<S>>,
    met: Met,
    /// The rows of runs that were met before.
    again: Vec<u32>,
}

impl<S: Sum> Pass<S> {
    fn over(rows: &Rows, slots: &Slots, numbers: &[S::Number], from: usize, to: usize) -> Self {
        let count = slots.count(rows);
        let several = u64::from(rows.runs.count);
        let none = Slot { sum: S::default(), first: NULL, conflict: false };
        let mut pass = Self {
            slots: vec![none; count],
            met: Met::new(count as u64 * several, rows.count),
            again: Vec::new(),
        };
        // What a row needs is worked out for many rows, and then their slots are gone to: so the processor waits for
        // several of them at once.
        let (mut at, mut runs, mut words) = ([0; BATCH], [0; BATCH], [0; BATCH]);
        let mut scratch = [0; BATCH];
        for start in (from..to).step_by(BATCH) {
            let count = BATCH.min(to - start);
            slots.copy(rows, start, &mut at[..count], &mut scratch[..count]);
            rows.runs.ids.copy(start, &mut runs[..count]);
            rows.words.copy(start, &mut words[..count]);
            let batch = at[..count].iter().zip(&runs[..count]).zip(&words[..count]);
            for (row, ((&at, &run), &word)) in (start as u32..).zip(batch) {
                if !pass.met.first(at as u64 * several + u64::from(run)) {
                    pass.again.push(row);
                    continue;
                }
                let slot = &mut pass.slots[at];
                if slot.first == NULL {
                    slot.first = row;
                }
                if !slot.sum.add(numbers[word as usize]) {
                    slot.conflict = true;
                }
            }
        }
        pass
    }

    /// The same over all rows in several parts at once, where no run is met twice.
    fn in_parts(rows: &Rows, slots: &Slots, numbers: &[S::Number], parts: usize) -> Option<Self> {
        let end = |part: usize| rows.count * part / parts;
        let passes: Vec<Self> = (0..parts)
            .into_par_iter()
            .map(|part| Self::over(rows, slots, numbers, end(part), end(part + 1)))
            .collect();
        let mut passes = passes.into_iter();
        let mut whole = passes.next().filter(|pass| pass.again.is_empty())?;
        for pass in passes {
            if !pass.again.is_empty() || !whole.met.join(pass.met) {
                return None;
            }
            for (own, other) in whole.slots.iter_mut().zip(&pass.slots) {
                own.sum.join(&other.sum);
                own.first = own.first.min(other.first);
            }
        }
        Some(whole)
    }
}

fn gather_as<S: Sum>(rows: &Rows, numbers: &[S::Number], places: i32, every: bool, parts: usize) -> Gathered {
    let slots = Slots::of(rows);
    // to join what several parts have takes as long as a pass over as many rows as there are cells
    let apart = parts > 1 && parts * slots.count(rows) <= rows.count;
    let found = if apart { Pass::<S>::in_parts(rows, &slots, numbers, parts) } else { None };
    let mut pass = found.unwrap_or_else(|| Pass::over(rows, &slots, numbers, 0, rows.count));
    let repeated = repeats(rows, &slots, numbers, &mut pass, every);
    let cell = |subject: u32, slot: &Slot<S>| {
        let mean = slot.sum.mean(places).unwrap_or(Mean::one(Decimal::new(0, 0)));
        Cell { subject, mean, row: slot.first }
    };
    let mut gathered = Gathered { in_block: Vec::new(), conflicts: Vec::new(), repeated };
    if let Slots::Table = slots {
        let subjects = rows.subjects.max(1);
        gathered.in_block = in_blocks(&pass.slots, subjects, |subject, slot| {
            (slot.first != NULL).then(|| cell(subject, slot))
        });
        let conflicts = pass.slots.iter().enumerate().filter(|(_, slot)| slot.conflict);
        let place = |(at, _): (usize, _)| ((at / subjects) as u32, (at % subjects) as u32);
        gathered.conflicts = conflicts.map(place).collect();
        return gathered;
    }
    gathered.in_block.resize_with(rows.blocks, Vec::new);
    for slot in pass.slots.iter().filter(|slot| slot.first != NULL) {
        let (block, subject) = (rows.block(slot.first as usize), rows.subject(slot.first as usize));
        gathered.in_block[block as usize].push(cell(subject, slot));
        if slot.conflict {
            gathered.conflicts.push((block, subject));
        }
    }
    gathered.in_block.iter_mut().for_each(|cells| cells.sort_unstable_by_key(|cell| cell.subject));
    gathered
}

/// Looks at the rows of runs that were met before: what repeats the first one exactly is counted, and what doesn't is
/// a conflict.
fn repeats<S: Sum>(
    rows: &Rows,
    slots: &Slots,
    numbers: &[S::Number],
    pass: &mut Pass<S>,
    every: bool,
) -> usize {
    if pass.again.is_empty() {
        return 0;
    }
    let several = u64::from(rows.runs.count);
    let run = |row: usize| slots.at(rows, row) as u64 * several + u64::from(rows.runs.ids[row]);
    let mut first: FxHashMap<u64, u32> = pass.again.iter().map(|&row| (run(row as usize), NULL)).collect();
    for row in 0..rows.count {
        if let Some(first) = first.get_mut(&run(row))
            && *first == NULL
        {
            *first = row as u32;
        }
    }
    let number = |row: usize| rows.numbers[rows.words[row] as usize];
    let mut repeated = 0;
    for row in pass.again.iter().map(|&row| row as usize) {
        // every run that was met again was met a first time
        let first = first.get(&run(row)).copied().unwrap_or(row as u32);
        if number(first as usize) == number(row) {
            repeated += 1;
            continue;
        }
        let slot = &mut pass.slots[slots.at(rows, row)];
        slot.conflict = true;
        if every {
            slot.sum.add(numbers[rows.words[row] as usize]);
        }
    }
    repeated
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    type Row = (u32, u32, u32, usize);

    /// Each cell by a list of its rows: block, subject, first row, mean, whether it has a conflict. Also the repeats.
    #[allow(clippy::type_complexity)]
    fn plain(rows: &[Row], words: &[Decimal], every: bool) -> (Vec<(u32, u32, u32, Mean, bool)>, usize) {
        let mut cells: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
        for (at, row) in rows.iter().enumerate() {
            cells.entry((row.0, row.1)).or_default().push(at);
        }
        let (mut found, mut repeats) = (Vec::new(), 0);
        for ((block, subject), list) in cells {
            let (mut kept, mut conflict) = (Vec::new(), false);
            for (place, &at) in list.iter().enumerate() {
                match list[..place].iter().find(|&&other| rows[other].2 == rows[at].2) {
                    None => kept.push(words[rows[at].3]),
                    Some(&first) if words[rows[first].3] == words[rows[at].3] => repeats += 1,
                    Some(_) => {
                        conflict = true;
                        if every {
                            kept.push(words[rows[at].3]);
                        }
                    }
                }
            }
            found.push((block, subject, list[0] as u32, Mean::of(&kept).unwrap(), conflict));
        }
        (found, repeats)
    }

    proptest! {
        /// Where each row is a cell of its own, in any order and with holes.
        #[test]
        fn rows_that_are_cells_are_those_of_lists_of_rows(
            rows in prop::collection::hash_map((0u32..4, 0u32..5), 0usize..3, 1..20),
        ) {
            let rows: Vec<Row> = rows.into_iter().map(|((block, subject), word)| (block, subject, 0, word)).collect();
            let words: Vec<Decimal> = ["1", "2.50", "-0.125"].iter().map(|n| n.parse().unwrap()).collect();
            let numbers: Vec<Option<Decimal>> = words.iter().copied().map(Some).collect();
            let each = |value: &dyn Fn(&Row) -> u32| -> Codes { rows.iter().map(value).collect() };
            let gathered = Rows {
                count: rows.len(),
                block_groups: &each(&|r| r.0),
                block_at: &[0, 1, 2, 3],
                blocks: 4,
                subject_of: &SubjectOf::of(each(&|r| r.1), 5),
                subjects: 5,
                runs: &Groups::one(rows.len()),
                numbers: &numbers,
                words: each(&|r| r.3 as u32),
            };
            let found = single(&gathered).unwrap();
            prop_assert_eq!(found.in_block.len(), 4);
            let cells = found.in_block.iter().enumerate().flat_map(|(block, cells)| {
                cells.iter().map(move |c| (block as u32, c.subject, c.row, c.mean, false))
            });
            prop_assert_eq!((cells.collect::<Vec<_>>(), found.repeated), plain(&rows, &words, false));
        }

        #[test]
        fn cells_are_those_of_lists_of_rows(
            rows in prop::collection::vec((0u32..4, 0u32..5, 0u32..3, 0usize..4), 1..120),
            numbers in prop::sample::select(vec![
                ["1", "2.50", "2.5", "-0.125"],
                // past 64 bits in units of the finest, and exact all the same
                ["1e15", "0.0000001", "3", "1000000000000000.0"],
            ]),
            groups in prop::sample::select(vec![4usize, 9]),
            every in any::<bool>(),
            parts in 1usize..4,
            sparse in any::<bool>(),
        ) {
            let words: Vec<Decimal> = numbers.iter().map(|n| n.parse().unwrap()).collect();
            let (want, repeats) = plain(&rows, &words, every);
            let each = |value: &dyn Fn(&Row) -> u32| -> Codes { rows.iter().map(value).collect() };
            let numbers: Vec<Option<Decimal>> = words.iter().copied().map(Some).collect();
            // many subjects that no row has make a table of all cells too large
            let subjects = if sparse { 1 << 20 } else { 5 };
            let gathered = Rows {
                count: rows.len(),
                // blocks by way of groups in another order, some of them without rows
                block_groups: &each(&|r| (groups as u32 - 1) - r.0),
                block_at: &(0..groups as u32).map(|g| (groups as u32 - 1 - g).min(3)).collect::<Vec<_>>(),
                blocks: 4,
                subject_of: &SubjectOf::of(each(&|r| r.1), 5),
                subjects,
                runs: &Groups { ids: each(&|r| r.2), count: 3 },
                numbers: &numbers,
                words: each(&|r| r.3 as u32),
            };
            let seen = |found: Gathered| -> (Vec<_>, usize) {
                let mut cells = Vec::new();
                for (block, list) in found.in_block.iter().enumerate() {
                    for c in list {
                        let conflict = found.conflicts.contains(&(block as u32, c.subject));
                        cells.push((block as u32, c.subject, c.row, c.mean, conflict));
                    }
                }
                (cells, found.repeated)
            };
            let places = |cells: &[(u32, u32, u32, Mean, bool)]| -> Vec<i32> { cells.iter().map(|c| c.3.sum().places()).collect() };
            let (cells, again) = seen(gather(&gathered, every));
            prop_assert_eq!(again, repeats);
            prop_assert_eq!(places(&cells), places(&want), "shown with the digits that are printed");
            prop_assert_eq!(&cells, &want);
            if let Some((small, fine)) = small(&gathered) {
                prop_assert_eq!(seen(gather_as::<Small>(&gathered, &small, fine, every, parts)), (want, repeats));
            }
        }
    }
}
