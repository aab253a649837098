//! One figure in files of its own, or one of each protocol in a folder.

use std::collections::HashSet;
use std::path::Path;

use rayon::prelude::*;

use crate::analysis::{self, Overview};
use crate::chart::Figure;
use crate::cli::failure::Failure;
use crate::cli::session::{ask, in_words, lift, say_unused_force};
use crate::cli::{Console, output, progress};
use crate::comparability::{Basis, Comparable, CompleteBlocks, InsideBlocks, Question, Study};
use crate::report::view::FigureEntry;
use crate::results::Protocol;

use super::alone::alone;
use super::{ImageFormat, missing_note};

/// Where figures go.
pub(super) enum Sheets<'a> {
    /// There is one, which the caller writes.
    One,
    /// One of each protocol goes into a folder, which is made where it is not there.
    Folder {
        path: &'a Path,
        format: ImageFormat,
        dpi: f64,
        /// The inputs, which are never written over.
        sources: Vec<&'a str>,
        /// Whether a progress bar is welcome.
        progress: bool,
    },
}

/// A protocol, and its results or why they can't be compared.
struct Sheet<Q: Question> {
    protocol: Protocol,
    part: Result<Comparable<Q>, String>,
    /// The study that the results' rows are numbered in, where it is not the whole one.
    study: Option<Study>,
    /// What was left out first.
    left_out: Vec<String>,
}

impl<Q: Question> Sheet<Q> {
    fn new(protocol: Protocol, part: Result<Comparable<Q>, String>) -> Self {
        Self { protocol, part, study: None, left_out: Vec::new() }
    }
}

/// What was drawn.
pub(super) enum Drawn {
    One(Figure),
    Folder { entries: Vec<FigureEntry>, notes: Vec<String>, basis: Basis },
}

impl Sheets<'_> {
    /// Draws each protocol by `figure`, which gets its results and the study that these are of. In a folder one that can't be compared or drawn stops no other.
    ///
    /// # Errors
    /// For one figure: a refusal, several protocols, or what `figure` says. For a folder: a refusal of all
    /// protocols, or a file that can't be written.
    pub(super) fn draw<Q: Question + Clone + Sync>(
        &self,
        study: &Study,
        question: Q,
        console: &mut Console<'_>,
        figure: impl Fn(&Comparable<Q>, &Study) -> Result<Figure, Failure> + Sync,
    ) -> Result<Drawn, Failure> {
        let Self::Folder { path, format, dpi, sources, progress } = self else {
            let comparable = ask(study, question, console)?;
            one(&comparable)?;
            return figure(&comparable, study).map(Drawn::One);
        };
        let (basis, sheets) = sheets(study, question, console)?;
        if sheets.is_empty() {
            return Err(Failure::usage(
                "there is nothing to draw",
                "likewise rank shows who is in which block",
            ));
        }
        let shown = path.display().to_string();
        std::fs::create_dir_all(path).map_err(|e| Failure::file(&shown, &format!("can't be made: {e}")))?;
        let names = names(&sheets.iter().map(|s| &s.protocol).collect::<Vec<_>>());
        let bar = progress::bar(sheets.len(), "figures", *progress);
        let drawn: Vec<Result<(FigureEntry, Option<String>), Failure>> = sheets
            .par_iter()
            .zip(&names)
            .map(|(sheet, name)| {
                let entry = |file, overview| FigureEntry {
                    file,
                    protocol: sheet.protocol.label(),
                    overview,
                    left_out: sheet.left_out.clone(),
                    forced: sheet.part.as_ref().ok().and_then(|part| part.basis().notice()),
                };
                let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
                let file = format!("{name}.{}", format.ending());
                let drawn = match &sheet.part {
                    Err(why) => Ok((entry(Err(line(why)), Err(line(why))), None)),
                    Ok(part) => match figure(part, sheet.study.as_ref().unwrap_or(study))
                        .and_then(|f| Ok((format.bytes(&f, *dpi)?, missing_note(&f))))
                    {
                        Ok((bytes, note)) => output::write_one_of_many(&path.join(&file), &bytes, sources)
                            .map(|()| (entry(Ok(file), overview(part)), note)),
                        Err(failure) => Ok((entry(Err(line(&failure.into_text())), overview(part)), None)),
                    },
                };
                bar.inc(1);
                drawn
            })
            .collect();
        bar.finish_and_clear();
        let (mut entries, mut notes) = (Vec::new(), Vec::new());
        for one in drawn {
            let (entry, note) = one?;
            notes.extend(note.map(|n| format!("{}: {n}", entry.protocol)));
            entries.push(entry);
        }
        Ok(Drawn::Folder { entries, notes, basis })
    }
}

/// Each protocol with its results. Where the question is refused of all together, or `--common` leaves something out,
/// it is asked of each alone: a dataset that lacks a result stops no other one, and says what it lacks.
fn sheets<Q: Question + Clone>(
    study: &Study,
    question: Q,
    console: &mut Console<'_>,
) -> Result<(Basis, Vec<Sheet<Q>>), Failure> {
    let policy = study.policy();
    let refusal = match lift(study, question.clone()) {
        Ok(comparable) if left_out(comparable.basis()).is_empty() => {
            say_unused_force(study, comparable.basis().is_forced(), console);
            let basis = comparable.basis().clone();
            let parts = comparable.by_protocol().into_iter();
            return Ok((basis, parts.map(|part| Sheet::new(protocol(&part).clone(), Ok(part))).collect()));
        }
        Ok(_) => None,
        Err(refusal) => Some(Failure::refused(&refusal, policy.force.as_ref())),
    };
    let (inside, refusal) = match (lift(study, InsideBlocks), refusal) {
        (Ok(inside), refusal) => (inside, refusal),
        (Err(_), Some(refusal)) => return Err(refusal),
        (Err(other), None) => return Err(Failure::refused(&other, policy.force.as_ref())),
    };
    let mut basis = inside.basis().clone();
    let parts = inside.by_protocol();
    let places: Vec<Protocol> = parts.iter().map(|part| protocol(part).clone()).collect();
    let mut sheets = Vec::new();
    for (part, place) in parts.iter().zip(&places) {
        match part.also(&question) {
            // the question is of methods that this protocol lacks
            Ok(compared) if compared.parts().is_empty() => {}
            Ok(compared) => sheets.push(Sheet::new(place.clone(), Ok(compared))),
            Err(_) if policy.common.is_some() => {
                let own = alone(study, place, &places);
                let sheet = match lift(&own, question.clone()) {
                    Err(refusal) => Sheet::new(place.clone(), Err(in_words(refusal.conditions()))),
                    Ok(compared) => {
                        if compared.basis().is_forced() {
                            basis = compared.basis().clone();
                        }
                        let left_out = left_out(compared.basis());
                        Sheet { protocol: place.clone(), part: Ok(compared), study: Some(own), left_out }
                    }
                };
                sheets.push(sheet);
            }
            Err(conditions) => sheets.push(Sheet::new(place.clone(), Err(in_words(&conditions)))),
        }
    }
    match refusal {
        Some(refusal) if sheets.iter().all(|s| s.part.is_err()) => return Err(refusal),
        _ => {}
    }
    say_unused_force(study, basis.is_forced(), console);
    Ok((basis, sheets))
}

/// What `--common` left out, in words.
fn left_out(basis: &Basis) -> Vec<String> {
    basis.notes().iter().filter(|note| note.starts_with("left out by --common")).cloned().collect()
}

/// The protocol of a comparison of one.
fn protocol<Q: Question>(part: &Comparable<Q>) -> &Protocol {
    &part.parts()[0].protocol
}

/// A single figure is of one protocol.
fn one<Q: Question>(comparable: &Comparable<Q>) -> Result<(), Failure> {
    match comparable.parts() {
        // what there is nothing of, the figure says
        [] | [_] => Ok(()),
        several => {
            let names: Vec<String> = several.iter().take(6).map(|p| p.protocol.label()).collect();
            let more =
                if several.len() > 6 { format!(", and {} more", several.len() - 6) } else { String::new() };
            let what = format!(
                "a figure is of one protocol, and there are {}: {}{more}",
                several.len(),
                names.join(" | ")
            );
            Err(Failure::usage(
                &what,
                "choose one with --metric or --filter, or draw all of them with -o DIR/",
            ))
        }
    }
}

fn overview<Q: Question>(part: &Comparable<Q>) -> Result<Overview, String> {
    let Ok(complete) = part.also(&CompleteBlocks::default()) else {
        return Err("not every method has every block".to_owned());
    };
    let mut all = analysis::overview(&complete).map_err(|e| e.to_string())?;
    all.pop().ok_or_else(|| "there is no block".to_owned())
}

/// A file's name for each protocol: what was measured, with the metric where that alone would be given twice, and a
/// number where both would.
fn names(protocols: &[&Protocol]) -> Vec<String> {
    let places: Vec<String> = protocols.iter().map(|p| slug(&p.place())).collect();
    let mut times: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
    for place in &places {
        *times.entry(place).or_default() += 1;
    }
    let mut taken: HashSet<String> = HashSet::from(["index".to_owned()]);
    let mut names = Vec::with_capacity(protocols.len());
    for (protocol, place) in protocols.iter().zip(&places) {
        let alone = !place.is_empty() && times.get(place.as_str()) == Some(&1);
        let own = if alone { place.clone() } else { slug(&protocol.label()) };
        let own = if own.is_empty() { "figure".to_owned() } else { own };
        names.push(output::unlike(&own, &mut taken));
    }
    names
}

/// Letters, digits, points and hyphens of a text: no name of a file that a shell or a system takes for another thing.
fn slug(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() || (matches!(c, '.' | '_') && !out.is_empty()) {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    let cut: String = out.chars().take(80).collect();
    cut.trim_end_matches(['-', '.']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_of_plain_characters_and_each_stands_once() {
        assert_eq!(slug("ImageNet-1k / val: AUROC (%)"), "ImageNet-1k-val-AUROC");
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
        assert_eq!(slug("データ 1."), "データ-1");
        let protocol = |dataset: &str, metric: &str| Protocol {
            dataset: Some(dataset.to_owned()),
            metric: Some(metric.to_owned()),
            task: None,
            split: None,
            unit: None,
            direction: None,
        };
        let all = [
            protocol("a", "x"),
            protocol("b", "x"),
            protocol("b", "y"),
            protocol("A", "x"),
            protocol("index", "x"),
        ];
        let found = names(&all.iter().collect::<Vec<_>>());
        assert_eq!(found, ["a", "x-b", "y-b", "A-2", "index-2"]);
    }
}
