//! Parquet, through polars.

use std::io::Cursor;

use polars::prelude::{
    AnyValue, DataFrame, DataType, ParallelStrategy, ParquetReader, PolarsError, SerReader,
};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::codes::Codes;
use super::error::{IngestError, Problem};
use super::table::{NULL, RowUnit, Table, TextColumn};

/// Reads a Parquet file's columns as text: one row group after the other, so that the file never stands in memory as
/// a frame, and several at once.
pub(crate) fn read(source: &str, bytes: &[u8]) -> Result<Table, IngestError> {
    let failed = |error: PolarsError| {
        let problem = Problem::new(format!("the Parquet file can't be read: {error}"))
            .help("the file may be cut off or damaged: fetch or write it again");
        IngestError::one(source, problem)
    };
    let metadata = ParquetReader::new(Cursor::new(bytes)).get_metadata().map_err(failed)?.clone();
    let mut start = 0;
    let slices: Vec<(usize, usize)> = metadata
        .row_groups
        .iter()
        .map(|group| {
            start += group.num_rows();
            (start - group.num_rows(), group.num_rows())
        })
        .filter(|slice| slice.1 > 0)
        .collect();
    let part = |slice: Option<(usize, usize)>| {
        let mut reader = ParquetReader::new(Cursor::new(bytes)).with_slice(slice);
        reader.set_metadata(metadata.clone());
        if slice.is_some() {
            reader = reader.read_parallel(ParallelStrategy::None);
        }
        table(source, &reader.finish().map_err(failed)?)
    };
    if slices.len() < 2 {
        return part(None);
    }
    let parts: Vec<Result<Table, IngestError>> =
        slices.into_par_iter().map(|slice| part(Some(slice))).collect();
    let mut parts = parts.into_iter();
    let Some(first) = parts.next() else { return part(None) };
    Ok(joined(first?, &parts.collect::<Result<Vec<_>, _>>()?))
}

/// The rows of several tables of the same columns below each other.
fn joined(mut whole: Table, more: &[Table]) -> Table {
    let rows = whole.rows() + more.iter().map(Table::rows).sum::<usize>();
    whole.columns.par_iter_mut().enumerate().for_each(|(at, column)| {
        if let Codes::Each(_) = column.codes {
            let known = column.codes.len();
            column.codes.to_mut().reserve(rows - known);
        }
        for part in more {
            column.append(&part.columns[at]);
        }
    });
    whole.places = (1..=rows as u32).collect();
    whole
}

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
    let places = (1..=frame.height() as u32).collect();
    Ok(Table { source: source.into(), columns, places, unit: RowUnit::Record })
}

fn text_column(column: &polars::prelude::Column) -> Result<TextColumn, String> {
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
            // one code a distinct number, whose text is the shortest that reads back the same
            let single = column.dtype() == &DataType::Float32;
            let cast = column.cast(&DataType::Float64).map_err(fail)?;
            let mut known: FxHashMap<u64, u32> = FxHashMap::default();
            for cell in cast.f64().map_err(fail)?.iter() {
                let code = match cell {
                    None => NULL,
                    Some(value) => *known.entry(value.to_bits()).or_insert_with(|| {
                        let shown = if single { (value as f32).to_string() } else { value.to_string() };
                        text.words.code(&shown)
                    }),
                };
                text.codes.push(code);
            }
        }
        dtype if dtype.is_integer() => {
            let cast = column.cast(&DataType::Int64).map_err(fail)?;
            let mut known: FxHashMap<i64, u32> = FxHashMap::default();
            for cell in cast.i64().map_err(fail)?.iter() {
                let code = match cell {
                    None => NULL,
                    Some(value) => *known.entry(value).or_insert_with(|| text.words.code(&value.to_string())),
                };
                text.codes.push(code);
            }
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

#[cfg(test)]
mod tests {
    use polars::prelude::{ParquetWriter, df};

    use super::*;

    /// A file of several row groups is read as one of a single group: words of every kind, holes, new words late.
    #[test]
    fn row_groups_are_read_as_one_table() {
        let mut frame = df!(
            "method" => [Some("a"), None, Some(" a "), Some(""), Some("a name that is longer than a view"), Some("b"), Some("a name that is longer than a view")],
            "AUROC" => [Some(85.5), Some(0.1), None, Some(85.5), Some(-3.0), Some(1e22), Some(0.1)],
            "seed" => [Some(1i64), Some(2), Some(1), None, Some(-7), Some(2), Some(1)],
            "done" => [Some(true), None, Some(false), Some(true), None, None, Some(true)],
            "nothing" => [None::<bool>, None, None, None, None, None, None],
        )
        .unwrap();
        let mut read_with = |size: usize| {
            let mut bytes = Vec::new();
            ParquetWriter::new(&mut bytes).with_row_group_size(Some(size)).finish(&mut frame).unwrap();
            read("x.parquet", &bytes).unwrap()
        };
        let seen = |table: &Table| -> Vec<Vec<Option<String>>> {
            let text = |c: &TextColumn| (0..7).map(|row| c.get(row).map(str::to_owned)).collect();
            table.columns.iter().map(text).collect()
        };
        let whole = read_with(100);
        assert_eq!(seen(&whole)[0][..4], [Some("a".into()), None, Some("a".into()), None]);
        assert_eq!(
            seen(&whole)[1][4..],
            [Some("-3".into()), Some("10000000000000000000000".into()), Some("0.1".into())]
        );
        for size in [1, 2, 3, 6] {
            let parts = read_with(size);
            assert_eq!((seen(&parts), &parts.places), (seen(&whole), &whole.places), "{size} rows a group");
        }
    }
}
