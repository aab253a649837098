//! `S002`: a leader whose two metrics stand the other way round than everybody else's.
//!
//! A number that was computed on another release of a split, or put into the wrong column, often lies on the
//! scale and breaks no rule by itself. What gives it away is the company: all other methods have near below far,
//! this one has it above, and it leads.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{Context, s};
use crate::comparability::design::{block_label, subjects};
use crate::decimal::Decimal;
use crate::ingest::NULL;
use crate::results::Direction;
use crate::words::few;

/// Every pair of metrics is looked at, so not of more results than these.
const RESULTS: usize = 20_000;
/// So many others that agree are no chance: with fewer, the lead has to be wide as well.
const MANY: usize = 9;
/// Fewer others than these show no custom.
const FEWEST: usize = 3;

/// A place has its task, dataset and split first, and then the keys.
const KEYS: usize = 3;

/// Metric, unit and direction, by code.
type Metric = [u32; 3];

/// The values of one subject in one configuration, none where two of them differ.
type Values = BTreeMap<Metric, Option<(Decimal, u32)>>;

/// What one subject has in one place: the codes of the task, dataset and split, then of each key.
struct Item {
    place: Vec<u32>,
    subject: u32,
    values: Values,
}

/// A subject's values of two metrics with their rows.
#[derive(Clone, Copy)]
struct Both {
    subject: u32,
    values: [(Decimal, u32); 2],
}

pub(super) fn run(c: &mut Context) {
    if c.study.len() > RESULTS {
        return;
    }
    let items = items(c);
    // a result with an unknown key shows no custom; it is held against that of each place where it may belong
    let (open, placed): (Vec<&Item>, Vec<&Item>) =
        items.iter().partition(|i| i.place[KEYS..].contains(&NULL));
    let mut places: BTreeMap<&[u32], Vec<&Item>> = BTreeMap::new();
    for item in placed {
        places.entry(&item.place).or_default().push(item);
    }
    let mut rows = Vec::new();
    let mut messages = Vec::new();
    for (place, members) in places.iter().filter(|(_, members)| members.len() >= FEWEST) {
        let guests: Vec<&Item> = open.iter().copied().filter(|item| fits(item, place)).collect();
        for metrics in pairs_of_metrics(members) {
            for found in leaders(c, members, &guests, metrics) {
                messages.push(found.words(c, place));
                rows.extend(found.rows);
            }
        }
    }
    if messages.is_empty() {
        return;
    }
    rows.sort_unstable();
    rows.dedup();
    let n = messages.len();
    let message = format!("{n} leader{} unlike the others: {}", s(n), few(&messages, 4, "; ", String::clone));
    c.add("S002", &rows, message);
}

fn items(c: &Context) -> Vec<Item> {
    let (subject_of, _) = subjects(&c.study.method, &c.study.origin);
    let [task, dataset, split, metric, unit, direction] = &c.study.protocol;
    let decimals: Vec<Option<Decimal>> = c.study.reported.words.iter().map(|w| w.parse().ok()).collect();
    let mut items: BTreeMap<(Vec<u32>, u32), Values> = BTreeMap::new();
    for row in 0..c.study.len() {
        let Some(value) = decimals.get(c.study.reported.codes[row] as usize).copied().flatten() else {
            continue;
        };
        let keys = c.study.keys.iter().map(|k| &k.1);
        let place = [task, dataset, split].into_iter().chain(keys).map(|column| column.codes[row]).collect();
        let values = items.entry((place, subject_of.row(row))).or_default();
        values
            .entry([metric, unit, direction].map(|column| column.codes[row]))
            .and_modify(|known| *known = known.filter(|k| k.0 == value))
            .or_insert(Some((value, row as u32)));
    }
    items.into_iter().map(|((place, subject), values)| Item { place, subject, values }).collect()
}

/// Whether an item may belong to a place: what it records is the same.
fn fits(item: &Item, place: &[u32]) -> bool {
    let same = |(at, (own, other)): (usize, (&u32, &u32))| own == other || at >= KEYS && *own == NULL;
    item.place.iter().zip(place).enumerate().all(same)
}

/// The pairs of metrics of one unit and direction.
fn pairs_of_metrics(members: &[&Item]) -> Vec<[Metric; 2]> {
    let mut metrics: Vec<Metric> = members.iter().flat_map(|m| m.values.keys().copied()).collect();
    metrics.sort_unstable();
    metrics.dedup();
    let alike = |[a, b]: &[Metric; 2]| a[1..] == b[1..] && a[2] != NULL;
    let after = |(i, &a): (usize, &Metric)| metrics[i + 1..].iter().map(move |&b| [a, b]);
    metrics.iter().enumerate().flat_map(after).filter(alike).collect()
}

/// Those that have the two metrics the other way round than all others of the place, and lead one of them.
fn leaders(c: &Context, members: &[&Item], guests: &[&Item], metrics: [Metric; 2]) -> Vec<Lone> {
    let both = |item: &&Item| {
        let value = |metric| item.values.get(&metric).copied().flatten();
        Some(Both { subject: item.subject, values: [value(metrics[0])?, value(metrics[1])?] })
    };
    let order = |both: &Both| both.values[0].0.cmp(&both.values[1].0);
    let members: Vec<Both> = members.iter().filter_map(both).collect();
    let alone =
        |custom: Ordering| -> Vec<Both> { members.iter().copied().filter(|b| order(b) != custom).collect() };
    let mut found = Vec::new();
    for custom in [Ordering::Less, Ordering::Greater] {
        match alone(custom).as_slice() {
            [one] if order(one) == custom.reverse() => {
                let others: Vec<Both> = members.iter().copied().filter(|b| order(b) == custom).collect();
                found.extend(judged(c, *one, &others, metrics));
            }
            [] => {
                let turned = guests.iter().filter_map(both).filter(|guest| order(guest) == custom.reverse());
                found.extend(turned.filter_map(|guest| judged(c, guest, &members, metrics)));
            }
            _ => {}
        }
    }
    found
}

/// Whether it leads one of the metrics before so many, or by so much, that it is no chance.
fn judged(c: &Context, own: Both, others: &[Both], metrics: [Metric; 2]) -> Option<Lone> {
    if others.len() < FEWEST {
        return None;
    }
    let direction = Direction::parse(c.study.protocol[5].word(metrics[0][2])?)?;
    let zero = Decimal::new(0, 0);
    [0, 1].into_iter().find_map(|at| {
        let values = || others.iter().map(|b| b.values[at].0);
        let (low, high) = (values().min()?, values().max()?);
        let lead = match direction {
            Direction::Higher => own.values[at].0.checked_sub(high)?,
            Direction::Lower => low.checked_sub(own.values[at].0)?,
        };
        let range = high.checked_sub(low)?;
        (lead > zero && (lead > range || others.len() >= MANY)).then(|| Lone {
            subject: own.subject,
            metrics: [metrics[at], metrics[1 - at]],
            values: [own.values[at].0, own.values[1 - at].0],
            rows: own.values.map(|v| v.1),
            lead,
            range,
            others: others.len(),
        })
    })
}

/// One leader that has two metrics the other way round than all others.
struct Lone {
    subject: u32,
    /// The metric that it leads, and the other one.
    metrics: [Metric; 2],
    values: [Decimal; 2],
    rows: [u32; 2],
    /// How far the next one is behind, how far the others lie apart, and how many they are.
    lead: Decimal,
    range: Decimal,
    others: usize,
}

impl Lone {
    /// `NEW leads near by 15.4 (93.6; the other 3 lie within 2.3) and alone has it above far (88.9) on R50`.
    fn words(&self, c: &Context, place: &[u32]) -> String {
        let (_, names) = subjects(&c.study.method, &c.study.origin);
        let metric = |m: &Metric| c.study.protocol[3].word(m[0]).unwrap_or("the value").to_owned();
        let keys: Vec<String> = c.study.keys.iter().map(|k| k.0.clone()).collect();
        let value = |(key, &code): (&(String, crate::results::codes::Coded), &u32)| {
            key.1.word(code).unwrap_or("?").to_owned()
        };
        let values: Vec<String> = c.study.keys.iter().zip(&place[KEYS..]).map(value).collect();
        format!(
            "{} leads {} by {} ({}; the other {} lie within {}) and alone has it {} {} ({}) on {}",
            names[self.subject as usize].label(),
            metric(&self.metrics[0]),
            self.lead,
            self.values[0],
            self.others,
            self.range,
            if self.values[0] > self.values[1] { "above" } else { "below" },
            metric(&self.metrics[1]),
            self.values[1],
            block_label(&keys, &values)
        )
    }
}
