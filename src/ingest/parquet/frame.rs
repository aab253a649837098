//! A frame's columns as text.

use std::hash::Hash;

use polars::prelude::{AnyValue, DataFrame, DataType};
use rustc_hash::FxHashMap;

use super::super::codes::Codes;
use super::super::error::{IngestError, Problem};
use super::super::places::Places;
use super::super::table::{NULL, RowUnit, Table, TextColumn};

/// Turns a frame's columns into text.
pub(crate) fn table(source: &str, frame: &DataFrame) -> Result<Table, IngestError> {
    if frame.height() == 0 {
        return Err(IngestError::one(source, Problem::new("there is no row in the table")));
    }
    let mut columns = Vec::with_capacity(frame.width());
    let mut problems = Vec::new();
    for column in frame.columns() {
        match text_column(column) {
            Ok(column) => columns.push(column),
            Err(what) => problems.push(Problem::new(what).help("write it as text, numbers or booleans")),
        }
    }
    if !problems.is_empty() {
        return Err(IngestError::many(source, problems));
    }
    let places = Places::From(1, frame.height());
    Ok(Table { source: source.into(), columns, places, unit: RowUnit::Record })
}

/// One column's cells as text; what is not one cell a row, in words.
pub(super) fn text_column(column: &polars::prelude::Column) -> Result<TextColumn, String> {
    let fail = |error: polars::prelude::PolarsError| format!("column `{}`: {error}", column.name());
    let mut text = TextColumn::new(column.name().as_str());
    text.codes.to_mut().reserve(column.len());
    match column.dtype() {
        DataType::String => {
            let codes = text.codes.to_mut();
            for chunk in column.str().map_err(fail)?.downcast_iter() {
                // equal views are equal texts, and most rows repeat one
                let mut known: FxHashMap<u128, u32> = FxHashMap::default();
                for (view, cell) in chunk.views().iter().zip(chunk.iter()) {
                    codes.push(match cell {
                        None => NULL,
                        Some(_) => *known.entry(view.as_u128()).or_insert_with(|| text.words.cell(cell)),
                    });
                }
            }
        }
        DataType::Float64 | DataType::Float32 => {
            let single = column.dtype() == &DataType::Float32;
            let cast = column.cast(&DataType::Float64).map_err(fail)?;
            // the shortest text that reads back the same
            let spell = |value: f64| if single { (value as f32).to_string() } else { value.to_string() };
            let bits = cast.f64().map_err(fail)?.iter().map(|cell| cell.map(f64::to_bits));
            push_numbers(&mut text, bits, |bits| spell(f64::from_bits(bits)));
        }
        // the only integers that are not all among those of 64 bits with a sign
        DataType::UInt64 => {
            push_numbers(&mut text, column.u64().map_err(fail)?.iter(), |value| value.to_string());
        }
        dtype if dtype.is_integer() => {
            let cast = column.cast(&DataType::Int64).map_err(fail)?;
            push_numbers(&mut text, cast.i64().map_err(fail)?.iter(), |value| value.to_string());
        }
        DataType::Boolean => {
            for cell in column.bool().map_err(fail)?.iter() {
                text.push(cell.map(|b| if b { "true" } else { "false" }));
            }
        }
        DataType::Null => text.codes = Codes::Same(NULL, column.len()),
        dtype if dtype.is_nested() || dtype == &DataType::Binary => {
            return Err(format!("column `{}` holds {dtype}, which is not one cell a row", column.name()));
        }
        _ => {
            let series = column.as_materialized_series();
            for at in 0..series.len() {
                let shown = match series.get(at).map_err(fail)? {
                    AnyValue::Null => None,
                    value => Some(value.to_string()),
                };
                text.push(shown.as_deref());
            }
        }
    }
    Ok(text)
}

/// Adds a column of numbers; one that repeats is spelled once.
fn push_numbers<T: Copy + Eq + Hash>(
    text: &mut TextColumn,
    cells: impl Iterator<Item = Option<T>>,
    spell: impl Fn(T) -> String,
) {
    let mut known: FxHashMap<T, u32> = FxHashMap::default();
    for cell in cells {
        let code = cell.map(|value| *known.entry(value).or_insert_with(|| text.words.code(&spell(value))));
        text.codes.push(code.unwrap_or(NULL));
    }
}
