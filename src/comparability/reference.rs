//! How a subject or a single result is named: `LN`, `LN@ResNet50`.

use super::design::{Part, Subject, subjects};
use super::study::{Study, list};
use crate::results::Protocol;
use crate::words::argument;

/// A subject, and a block where one is named: `LN` or `LN@ResNet50`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SubjectRef {
    /// The subject's label.
    pub subject: String,
    /// The axis values named behind the `@`; empty for all blocks.
    pub block: Vec<String>,
}

impl std::fmt::Display for SubjectRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.subject)?;
        if !self.block.is_empty() {
            write!(f, "@{}", self.block.join(","))?;
        }
        Ok(())
    }
}

/// A subject or block that is named and not there, with those that are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
#[non_exhaustive]
pub struct ReferenceError {
    /// What was not found.
    pub what: String,
    /// The names there are, in words.
    pub help: String,
}

/// Reads `SUBJECT` or `SUBJECT@VALUE[,VALUE...]`. A subject whose own name has an `@` is found whole
/// first.
///
/// # Errors
/// When no subject has that name.
pub fn parse_reference(text: &str, study: &Study) -> Result<SubjectRef, ReferenceError> {
    let (_, subjects) = subjects(&study.method, &study.origin);
    let labels: Vec<String> = subjects.iter().map(Subject::label).collect();
    let known = |name: &str| labels.iter().any(|l| l == name);
    if known(text) {
        return Ok(SubjectRef { subject: text.to_owned(), block: Vec::new() });
    }
    let mut at = text.len();
    while let Some(cut) = text[..at].rfind('@') {
        if known(&text[..cut]) {
            let block = text[cut + 1..].split(',').map(|v| v.trim().to_owned()).collect();
            return Ok(SubjectRef { subject: text[..cut].to_owned(), block });
        }
        at = cut;
    }
    let name = text.split('@').next().unwrap_or(text);
    let near = labels.iter().find(|l| l.eq_ignore_ascii_case(name)).or_else(|| {
        labels
            .iter()
            .filter(|l| strsim::jaro_winkler(l, name) > 0.85)
            .max_by(|a, b| strsim::jaro_winkler(a, name).total_cmp(&strsim::jaro_winkler(b, name)))
    });
    let list = list(&labels);
    let help = match near {
        Some(near) => format!("did you mean `{near}`? There are {list}"),
        None => format!("there are {list}"),
    };
    Err(ReferenceError { what: format!("nothing is called `{name}`"), help })
}

/// How to choose among results whose blocks have one name, since only their protocols differ.
fn one_protocol(known: &[&Protocol]) -> String {
    for option in ["--metric ", "--filter task=", "--filter dataset=", "--filter split="] {
        let value = |p: &&Protocol| match option {
            "--metric " => p.metric.clone(),
            "--filter task=" => p.task.clone(),
            "--filter dataset=" => p.dataset.clone(),
            _ => p.split.clone(),
        };
        let mut values: Vec<String> = known.iter().filter_map(value).collect();
        values.sort_unstable();
        values.dedup();
        if values.len() > 1 {
            let typed: Vec<String> = values.iter().map(|v| format!("{option}{}", argument(v))).collect();
            return format!("they are of several protocols; choose one: {}", typed.join(" or "));
        }
    }
    "they are of several protocols; choose one with --metric or --filter".to_owned()
}

/// The one cell that a reference names: part, block, cell.
pub(crate) fn find(parts: &[Part], reference: &SubjectRef) -> Result<(usize, usize, usize), ReferenceError> {
    let mut found = Vec::new();
    for (p, part) in parts.iter().enumerate() {
        for (b, block) in part.blocks.iter().enumerate() {
            let here = reference.block.iter().all(|value| match value.split_once('=') {
                Some((key, v)) if part.axes.iter().any(|a| a == key) => {
                    part.axes.iter().zip(&block.values).any(|(a, w)| a == key && w == v)
                }
                _ => block.values.contains(value),
            });
            if !here {
                continue;
            }
            for (c, cell) in block.cells.iter().enumerate() {
                if part.subjects[cell.subject as usize].label() == reference.subject {
                    found.push((p, b, c));
                }
            }
        }
    }
    let shown = reference.to_string();
    match found.as_slice() {
        [one] => Ok(*one),
        [] => {
            let mut blocks: Vec<String> = Vec::new();
            for part in parts {
                for block in &part.blocks {
                    let has = block
                        .cells
                        .iter()
                        .any(|c| part.subjects[c.subject as usize].label() == reference.subject);
                    if has && !blocks.contains(&part.label(block)) {
                        blocks.push(part.label(block));
                    }
                }
            }
            let help = format!("{} has results on {}", reference.subject, list(&blocks));
            Err(ReferenceError { what: format!("there is no result {shown}"), help })
        }
        several => {
            let blocks: Vec<String> =
                several.iter().map(|(p, b, _)| parts[*p].label(&parts[*p].blocks[*b])).collect();
            let known: Vec<&Protocol> = several.iter().map(|(p, ..)| &parts[*p].protocol).collect();
            let help = if blocks.iter().any(|b| b != &blocks[0]) {
                format!("name every key: it has results on {}", list(&blocks))
            } else {
                one_protocol(&known)
            };
            Err(ReferenceError { what: format!("{} results are called {shown}", several.len()), help })
        }
    }
}
