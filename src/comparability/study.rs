//! The results under a policy: selected, with one code a row for each thing that is compared.

use std::collections::BTreeMap;

use super::policy::{Policy, PolicyError};
use super::scales;
use crate::ingest::{Codes, NULL, Places};
use crate::results::codes::Coded;
use crate::results::order::natural;
use crate::results::registry::fold;
use crate::results::rows::Rows;
use crate::results::{CONFIG_PREFIX, Direction, Results, known_metric};
use crate::words::few;

/// The parts of a protocol that may be named as axes, so that ranks can be taken over them.
pub(crate) const PROTOCOL_AXES: [&str; 3] = ["task", "dataset", "split"];

/// The results that a policy selects, column by column. Rows are numbered within the selection;
/// `rows` leads back to the results.
#[derive(Debug, Clone)]
pub struct Study {
    pub(crate) policy: Policy,
    pub(crate) rows: Rows,
    /// `task`, `dataset`, `split`, `metric`, `unit`, `direction`.
    pub(crate) protocol: [Coded; 6],
    pub(crate) method: Coded,
    pub(crate) origin: Coded,
    pub(crate) reported: Coded,
    /// The configuration keys in natural order.
    pub(crate) keys: Vec<(String, Coded)>,
    /// Where each row of the selection comes from.
    pub(crate) source: Coded,
    pub(crate) line: Places,
    /// What the policy changed, in words.
    pub(crate) notes: Vec<String>,
}

const PROTOCOL: [&str; 6] = ["task", "dataset", "split", "metric", "unit", "direction"];
const METRIC: usize = 3;
const DIRECTION: usize = 5;

impl Study {
    /// Applies a policy: aliases, assumptions, the selection and the directions.
    ///
    /// # Errors
    /// A key that no result records, a selection of nothing, a metric without a direction or with two.
    pub fn new(results: &Results, policy: &Policy) -> Result<Self, PolicyError> {
        let mut study = Self::prepared(results, policy, true)?;
        for found in scales::mixed(&study) {
            study.notes.push(format!(
                "no unit of {} is recorded, and fractions seem to be mixed with percentages (values below 1: {}, above 1: \
                 {}); likewise audit names them",
                study.protocol[METRIC].word(found.metric).unwrap_or("the value"),
                found.fractions.len(),
                found.percentages.len()
            ));
        }
        if let Some(key) = policy.subject.clone() {
            study.swap_subject(&key)?;
        }
        Ok(study)
    }

    /// As [`Study::new`], for looking at results rather than ranking them: a metric may lack its
    /// direction.
    ///
    /// # Errors
    /// As [`Study::new`], but for directions.
    pub(crate) fn for_audit(results: &Results, policy: &Policy) -> Result<Self, PolicyError> {
        Self::prepared(results, policy, false)
    }

    fn prepared(results: &Results, policy: &Policy, with_directions: bool) -> Result<Self, PolicyError> {
        let mut study = Self::all(results, policy);
        for page in results.pages().iter().filter(|p| p.is_partial()) {
            study.notes.push(page.partial_words());
        }
        study.alias();
        study.check_keys()?;
        study.assume()?;
        study.select()?;
        study.directions(results, with_directions)?;
        Ok(study)
    }

    fn all(results: &Results, policy: &Policy) -> Self {
        let keys = results
            .config_keys()
            .iter()
            .map(|key| (key.clone(), results.coded(&format!("{CONFIG_PREFIX}{key}"))))
            .collect();
        let line = results.lines();
        Self {
            policy: policy.clone(),
            rows: Rows::All(results.len()),
            protocol: PROTOCOL.map(|name| results.coded(name)),
            method: results.coded("method"),
            origin: results.coded("method_origin"),
            reported: results.coded("reported"),
            keys,
            source: results.coded("source"),
            line,
            notes: Vec::new(),
        }
    }

    /// The policy that was applied.
    #[must_use]
    pub const fn policy(&self) -> &Policy {
        &self.policy
    }

    /// How many results are selected.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether none is selected; a study is never empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The labels of all subjects, in natural order.
    pub(crate) fn labels(&self) -> Vec<String> {
        super::design::subjects(&self.method, &self.origin).1.iter().map(super::Subject::label).collect()
    }

    pub(crate) fn place(&self, row: usize) -> String {
        match self.source.get(row) {
            Some(source) if self.line.at(row) > 0 => format!("{source}:{}", self.line.at(row)),
            Some(source) => source.to_owned(),
            None => format!("row {}", self.rows.at(row) + 1),
        }
    }

    fn alias(&mut self) {
        for (from, to) in self.policy.alias.clone() {
            let mut used = self.method.replace(&from, &to);
            for (_, column) in &mut self.keys {
                used |= column.replace(&from, &to);
            }
            used |= self.protocol[1].replace(&from, &to);
            self.notes.push(if used {
                format!("`{from}` is read as `{to}`")
            } else {
                format!("alias `{from}` stands nowhere")
            });
        }
    }

    /// The exact name of a key that the user wrote, whatever the case.
    fn key_name(&self, option: &'static str, key: &str) -> Result<String, PolicyError> {
        let bare = key.strip_prefix(CONFIG_PREFIX).unwrap_or(key);
        let names = || self.keys.iter().map(|k| k.0.as_str()).chain(PROTOCOL_AXES);
        names()
            .find(|n| *n == bare)
            .or_else(|| names().find(|n| fold(n) == fold(bare)))
            .map(str::to_owned)
            .ok_or_else(|| PolicyError::UnknownKey {
                option,
                key: key.to_owned(),
                known: self.keys.iter().map(|k| k.0.clone()).collect(),
            })
    }

    fn check_keys(&mut self) -> Result<(), PolicyError> {
        let fix = |study: &Self, option, keys: &[String]| {
            keys.iter().map(|k| study.key_name(option, k)).collect::<Result<Vec<_>, _>>()
        };
        self.policy.ignore = fix(self, "--ignore", &self.policy.ignore.clone())?;
        self.policy.replicate = fix(self, "--replicate", &self.policy.replicate.clone())?;
        // an assumed key may be named as an axis though nothing records it
        let assumed: Vec<String> = self.policy.assume.keys().cloned().collect();
        let by = self.policy.by.clone();
        self.policy.by = by
            .iter()
            .map(|k| if assumed.contains(k) { Ok(k.clone()) } else { self.key_name("--by", k) })
            .collect::<Result<_, _>>()?;
        Ok(())
    }

    fn assume(&mut self) -> Result<(), PolicyError> {
        for (key, value) in self.policy.assume.clone() {
            let bare = key.strip_prefix(CONFIG_PREFIX).unwrap_or(&key).to_owned();
            let protocol = PROTOCOL.iter().position(|p| *p == bare).filter(|&p| p != DIRECTION);
            let filled = if let Some(at) = protocol {
                self.protocol[at].fill(&value)
            } else {
                let at = match self.keys.iter().position(|k| fold(&k.0) == fold(&bare)) {
                    Some(at) => at,
                    None => {
                        let column = Coded::nothing(self.rows.len());
                        self.keys.push((bare.clone(), column));
                        self.keys.len() - 1
                    }
                };
                self.keys[at].1.fill(&value)
            };
            let results = if filled == 1 { "result" } else { "results" };
            self.notes
                .push(format!("{bare} = {value} is assumed for {filled} {results}, on the user's word"));
        }
        self.keys.sort_by(|a, b| natural(&a.0, &b.0));
        Ok(())
    }

    fn select(&mut self) -> Result<(), PolicyError> {
        let mut keep = vec![true; self.rows.len()];
        if let Some(metric) = self.policy.metric.clone() {
            let column = &mut self.protocol[METRIC];
            if column.words.is_empty() {
                column.fill(&metric);
            } else {
                let wanted: Vec<bool> = column.words.iter().map(|w| fold(w) == fold(&metric)).collect();
                if !wanted.contains(&true) {
                    return Err(PolicyError::EmptySelection {
                        what: format!("no result has the metric {metric}"),
                        available: format!("the metrics are {}", list(&column.words)),
                    });
                }
                for (keep, &code) in keep.iter_mut().zip(column.codes.iter()) {
                    *keep &= code != NULL && wanted[code as usize];
                }
            }
        }
        for (key, values) in self.policy.filter.clone() {
            let column = self.filter_column(&key)?;
            let wanted: Vec<bool> = column.words.iter().map(|w| values.contains(w)).collect();
            if let Some(absent) = values.iter().find(|v| !column.words.contains(v)) {
                return Err(PolicyError::EmptySelection {
                    what: format!("{key} is never `{absent}`"),
                    available: format!("the values of {key} are {}", list(&column.words)),
                });
            }
            for (keep, &code) in keep.iter_mut().zip(column.codes.iter()) {
                *keep &= code != NULL && wanted[code as usize];
            }
        }
        if keep.iter().all(|&k| k) {
            return Ok(());
        }
        let rows: Vec<u32> = (0..keep.len() as u32).filter(|&r| keep[r as usize]).collect();
        if rows.is_empty() {
            let mut available = String::from("each value exists, but no result has them together;");
            for key in self.policy.filter.keys() {
                available += &format!(" {key}: {};", list(&self.filter_column(key)?.words));
            }
            let filters: Vec<String> =
                self.policy.filter.iter().map(|(k, v)| format!("{k}={}", v.join(","))).collect();
            return Err(PolicyError::EmptySelection {
                what: format!("no result has {}", filters.join(" and ")),
                available: available.trim_end_matches(';').to_owned(),
            });
        }
        self.notes.push(format!("{} of {} results are selected", rows.len(), keep.len()));
        self.keep(&rows);
        Ok(())
    }

    fn keep(&mut self, rows: &[u32]) {
        for column in &mut self.protocol {
            *column = column.take(rows);
        }
        for column in [&mut self.method, &mut self.origin, &mut self.reported, &mut self.source] {
            *column = column.take(rows);
        }
        for (_, column) in &mut self.keys {
            *column = column.take(rows);
        }
        self.line = self.line.take(rows);
        self.rows = Rows::Some(rows.iter().map(|&r| self.rows.at(r as usize)).collect());
        // a key that no selected result records says nothing about them
        self.keys.retain(|(_, column)| column.codes.any_text());
    }

    fn filter_column(&self, key: &str) -> Result<&Coded, PolicyError> {
        match key {
            "method" => return Ok(&self.method),
            "metric" => return Ok(&self.protocol[METRIC]),
            "unit" => return Ok(&self.protocol[4]),
            _ => {}
        }
        let name = self.key_name("--filter", key)?;
        if let Some((_, column)) = self.keys.iter().find(|k| k.0 == name) {
            return Ok(column);
        }
        // key_name gives a configuration key or one of the first three parts of the protocol
        let at = PROTOCOL_AXES.iter().position(|p| *p == name).unwrap_or(0);
        Ok(&self.protocol[at])
    }

    /// Gives each metric one direction: the user's, the recorded one, or the registry's.
    fn directions(&mut self, results: &Results, required: bool) -> Result<(), PolicyError> {
        let mut recorded: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let (metric, direction) = (&self.protocol[METRIC], &self.protocol[DIRECTION]);
        let mut last = (NULL - 1, NULL - 1);
        let alike = matches!((&metric.codes, &direction.codes), (Codes::Same(..), Codes::Same(..)));
        let looked_at = if alike { 1 } else { metric.codes.len() };
        for (&m, &d) in metric.codes.iter().zip(direction.codes.iter()).take(looked_at) {
            if (m, d) == last {
                continue;
            }
            last = (m, d);
            let seen = recorded.entry(m).or_default();
            if !seen.contains(&d) {
                seen.push(d);
            }
        }
        let mut fill: BTreeMap<u32, Option<Direction>> = BTreeMap::new();
        for (m, seen) in recorded {
            let name = metric.word(m);
            let shown = name.unwrap_or("the value");
            let mut said: Vec<Direction> =
                seen.iter().filter_map(|&d| direction.word(d).and_then(Direction::parse)).collect();
            said.sort();
            if let Some(given) = self.policy.direction_of(name) {
                if said.iter().any(|s| *s != given) {
                    self.notes
                        .push(format!("{given} for {shown}, on the user's word; the input says {}", said[0]));
                }
                fill.insert(m, Some(given));
                continue;
            }
            let page = page_contradiction(results, name);
            if required && (said.len() > 1 || page.is_some()) {
                return Err(PolicyError::ContradictoryDirection {
                    metric: shown.to_owned(),
                    what: page
                        .unwrap_or_else(|| "some results say higher is better, others lower".to_owned()),
                });
            }
            if let [only] = said.as_slice() {
                fill.insert(m, Some(*only));
            } else if said.is_empty() {
                let known = name.and_then(known_metric);
                match known {
                    Some(known) => {
                        self.notes.push(format!(
                            "{} for {shown}, by the registry of known metrics",
                            known.direction
                        ));
                    }
                    None if required => {
                        return Err(PolicyError::NoDirection { metric: name.unwrap_or("value").to_owned() });
                    }
                    None => {}
                }
                fill.insert(m, known.map(|k| k.direction));
            }
        }
        let words = vec!["higher".to_owned(), "lower".to_owned()];
        let old = self.protocol[DIRECTION].clone();
        let code = |d: Direction| u32::from(d == Direction::Lower);
        let parsed: Vec<u32> = old.words.iter().map(|w| Direction::parse(w).map_or(NULL, code)).collect();
        let by_metric: Vec<Option<u32>> = (0..self.protocol[METRIC].words.len() as u32)
            .chain([NULL])
            .map(|m| fill.get(&m).copied().flatten().map(code))
            .collect();
        let none = by_metric.len() - 1;
        let of = |m: u32, d: u32| {
            let at = if m == NULL { none } else { m as usize };
            by_metric[at].unwrap_or_else(|| parsed.get(d as usize).copied().unwrap_or(NULL))
        };
        let codes = match (&self.protocol[METRIC].codes, &old.codes) {
            (&Codes::Same(m, rows), &Codes::Same(d, _)) => Codes::Same(of(m, d), rows),
            (metrics, old) => metrics.iter().zip(old.iter()).map(|(&m, &d)| of(m, d)).collect(),
        };
        self.protocol[DIRECTION] = Coded { codes, words };
        Ok(())
    }

    /// Ranks the values of a key instead of the methods, which become a key themselves.
    fn swap_subject(&mut self, key: &str) -> Result<(), PolicyError> {
        let name = self.key_name("--subject", key)?;
        let Some(at) = self.keys.iter().position(|k| k.0 == name) else {
            return Err(PolicyError::UnknownKey {
                option: "--subject",
                key: key.to_owned(),
                known: self.keys.iter().map(|k| k.0.clone()).collect(),
            });
        };
        let (_, column) = self.keys.remove(at);
        let method = std::mem::replace(&mut self.method, column);
        self.keys.push(("method".to_owned(), method));
        self.keys.sort_by(|a, b| natural(&a.0, &b.0));
        self.origin = Coded::nothing(self.rows.len());
        self.notes.push(format!("{name} is ranked, inside each method"));
        Ok(())
    }
}

/// A page whose scope table and list of metrics differ in a metric's direction.
pub(crate) fn page_contradiction(results: &Results, metric: Option<&str>) -> Option<String> {
    results.pages().iter().find_map(|page| {
        let scope = page.direction.as_deref()?;
        let name = page.metric.as_deref().filter(|m| metric == Some(*m))?;
        let listed = page.metrics.iter().find(|m| m.0 == name)?.1.as_deref()?;
        (Direction::parse(scope)? != Direction::parse(listed)?).then(|| {
            format!("{}: the scope table says `{scope}`, the list of metrics `{listed}`", page.source)
        })
    })
}

/// Words for a message, in natural order, at most twenty of them.
pub(crate) fn list(words: &[String]) -> String {
    let mut words: Vec<&String> = words.iter().collect();
    words.sort_by(|a, b| natural(a, b));
    few(&words, 20, ", ", |w| format!("`{w}`"))
}
