//! Checks of the cells that have a grammar: numbers, directions, true and false.

use super::Options;
use super::error::Problem;
use super::mapping::Mapped;
use super::places::Places;
use super::table::{NULL, TextColumn};
use crate::decimal::{Decimal, DecimalError};
use crate::results::Direction;
use crate::results::registry::fold;
use crate::words::argument;

/// So many problems of one kind are shown; the rest are counted.
const SHOWN: usize = 20;

/// Turns the words of a column that is named `higher is better` or `lower is better` into directions.
pub(super) fn note_direction_column(column: &mut TextColumn) {
    let folded = fold(&column.name);
    let yes = match folded.as_str() {
        "higher is better" => "higher",
        "lower is better" => "lower",
        _ => return,
    };
    let no = if yes == "higher" { "lower" } else { "higher" };
    let mut renamed = TextColumn::new(&*column.name);
    for row in 0..column.codes.len() {
        renamed.push(column.get(row).map(|text| match truth(text) {
            Some(true) => yes,
            Some(false) => no,
            None => text,
        }));
    }
    *column = renamed;
}

/// Checks every value, and puts directions and truths into one spelling.
pub(super) fn check(mapped: &mut Mapped, options: &Options, problems: &mut Vec<Problem>) {
    let places = std::mem::take(&mut mapped.places);
    let unit = mapped.unit.word();
    if let Some(reported) = mapped.fields.iter().position(|c| c.name == "reported") {
        // our own export has the number twice; the printed one counts, and fills in for no other
        let value = mapped.fields.iter().position(|c| c.name == "value").map(|at| mapped.fields.remove(at));
        let at = mapped.fields.iter().position(|c| c.name == "reported").unwrap_or(reported);
        if let Some(value) = value {
            let column = &mut mapped.fields[at];
            for row in 0..column.codes.len() {
                if let (None, Some(text)) = (column.get(row), value.get(row)) {
                    let text = text.to_owned();
                    column.codes[row] = column.words.code(&text);
                }
            }
        }
    } else if let Some(column) = mapped.fields.iter_mut().find(|c| c.name == "value") {
        "reported".clone_into(&mut column.name);
    }
    for column in &mut mapped.fields {
        match column.name.as_str() {
            "method" => named(column, &places, unit, problems),
            "reported" | "stderr" | "replicates" | "line" => {
                numbers(column, &places, unit, options, problems)
            }
            "direction" => {
                rewrite(column, &places, unit, problems, "a direction (higher or lower)", |text| {
                    let recorded = !matches!(fold(text).as_str(), "not recorded" | "unknown");
                    if recorded { Direction::parse(text).map(|d| Some(d.word())) } else { Some(None) }
                })
            }
            "reproduced" => rewrite(column, &places, unit, problems, "true or false", |text| {
                truth(text).map(|t| Some(if t { "true" } else { "false" }))
            }),
            _ => {}
        }
    }
    mapped.places = places;
}

/// A result without a method is nobody's.
fn named(column: &TextColumn, places: &Places, unit: &'static str, problems: &mut Vec<Problem>) {
    let blank = column.codes.iter().enumerate().filter(|(_, c)| **c == NULL).map(|(row, _)| row);
    for row in blank.take(SHOWN) {
        let problem = Problem::at(places.at(row) as usize, "the result has no method").unit(unit);
        problems.push(problem.help("name the method, or remove the row"));
    }
}

fn truth(text: &str) -> Option<bool> {
    match fold(text).as_str() {
        "true" | "yes" | "y" | "1" => Some(true),
        "false" | "no" | "n" | "0" => Some(false),
        _ => None,
    }
}

/// Puts each word into one spelling; `None` from `spell` is a problem, `Some(None)` is no text.
fn rewrite(
    column: &mut TextColumn,
    places: &Places,
    unit: &'static str,
    problems: &mut Vec<Problem>,
    expected: &str,
    spell: impl Fn(&str) -> Option<Option<&'static str>>,
) {
    let mut fresh = TextColumn::new(&*column.name);
    let mut codes = Vec::with_capacity(column.words.len());
    for (code, word) in column.words.iter().enumerate() {
        codes.push(match spell(word) {
            Some(Some(text)) => fresh.words.code(text),
            Some(None) => NULL,
            None => {
                let row = column.codes.iter().position(|&c| c as usize == code);
                let what = format!("`{}` in column `{}` is not {expected}", word, column.name);
                problems.push(Problem {
                    line: row.map(|r| places.at(r) as usize),
                    ..Problem::new(what).unit(unit)
                });
                NULL
            }
        });
    }
    fresh.codes = column.codes.map(|c| if c == NULL { NULL } else { codes[c as usize] });
    *column = fresh;
}

fn numbers(
    column: &mut TextColumn,
    places: &Places,
    unit: &'static str,
    options: &Options,
    problems: &mut Vec<Problem>,
) {
    let mut wrong: Vec<Option<DecimalError>> = Vec::with_capacity(column.words.len());
    let mut holes = vec![false; column.words.len()];
    for (code, word) in column.words.iter().enumerate() {
        if options.missing.iter().any(|m| m.eq_ignore_ascii_case(word)) {
            holes[code] = true;
            wrong.push(None);
        } else {
            wrong.push(word.parse::<Decimal>().err());
        }
    }
    if holes.contains(&true) {
        for code in column.codes.to_mut() {
            if *code != NULL && holes[*code as usize] {
                *code = NULL;
            }
        }
    }
    if wrong.iter().all(Option::is_none) {
        return;
    }
    let mut count = 0;
    for (row, &code) in column.codes.iter().enumerate() {
        if code == NULL {
            continue;
        }
        if let Some(error) = wrong[code as usize] {
            count += 1;
            if count <= SHOWN {
                let word = column.words.get(code);
                let (what, help) = describe(word, error, &column.name);
                problems.push(Problem::at(places.at(row) as usize, what).unit(unit).help(help));
            }
        }
    }
    if count > SHOWN {
        problems.push(Problem::new(format!(
            "{} more cells of `{}` are not numbers",
            count - SHOWN,
            column.name
        )));
    }
}

/// What is wrong with a number, and what to write instead.
fn describe(word: &str, error: DecimalError, column: &str) -> (String, String) {
    let what = if column == "reported" { "the value" } else { column };
    match error {
        DecimalError::NotANumber | DecimalError::Infinite => (
            format!("{what} is `{word}`, which has no rank"),
            format!("leave the cell empty if there is no result, or say --missing {}", argument(word)),
        ),
        DecimalError::Missing => (
            format!("{what} is `{word}`, a word for a missing number"),
            format!("leave the cell empty, or say --missing {} to read it as no result", argument(word)),
        ),
        DecimalError::Comma => (
            format!("{what} `{word}` has a comma"),
            format!(
                "write a decimal point ({}); a comma could as well separate thousands",
                word.replacen(',', ".", 1)
            ),
        ),
        DecimalError::Trailing => {
            let end = word.find(|c: char| !matches!(c, '0'..='9' | '.' | '-' | '+')).unwrap_or(word.len());
            let (number, rest) = word.split_at(end);
            if rest.trim().is_empty() || number.parse::<Decimal>().is_err() || rest.starts_with(['x', 'X']) {
                return not_a_number(what, word);
            }
            (
                format!("{what} `{word}` has `{}` behind the number {number}", rest.trim()),
                format!("write the number alone ({number}), and what the rest means in a column of its own"),
            )
        }
        DecimalError::TooLong => (
            format!("{what} `{word}` has more digits than can be held exactly"),
            "write at most 22 significant digits".to_owned(),
        ),
        _ => not_a_number(what, word),
    }
}

fn not_a_number(what: &str, word: &str) -> (String, String) {
    (
        format!("{what} `{word}` is not a number"),
        "write a number such as 85.53, or leave the cell empty if there is no result".to_owned(),
    )
}
