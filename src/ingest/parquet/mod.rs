//! Parquet: column by column from its pages where they are stored in a usual way, else through polars.

mod chunks;
mod frame;
mod kinds;

use std::io::Cursor;
use std::sync::Arc;

use polars::prelude::{ArrowField, ParallelStrategy, ParquetReader, PolarsError, SerReader};
use polars_buffer::Buffer;
use polars_parquet::parquet::metadata::{ColumnChunkMetadata, FileMetadata, RowGroupMetadata};
use rayon::prelude::*;

use super::error::{IngestError, Problem};
use super::places::Places;
use super::table::{RowUnit, Table, TextColumn};
use kinds::Kind;

use crate::panics;

pub(crate) use frame::table;

/// Reads a Parquet file's columns as text, several at once.
pub(crate) fn read(source: &str, bytes: Vec<u8>) -> Result<Table, IngestError> {
    let failed = |what: &str| {
        let problem = Problem::new(format!("the Parquet file can't be read: {what}"))
            .help("the file may be cut off or damaged: fetch or write it again");
        IngestError::one(source, problem)
    };
    let bytes = Buffer::from_vec(bytes);
    let opened = panics::caught(|| {
        let mut reader = ParquetReader::new(Cursor::new(&bytes[..]));
        let metadata = reader.get_metadata()?.clone();
        Ok::<_, PolarsError>((metadata, reader.schema()?))
    });
    let (metadata, schema) = match opened {
        Some(Ok(opened)) => opened,
        Some(Err(error)) => return Err(failed(&error.to_string())),
        None => return Err(failed("what it says of itself makes no sense")),
    };
    let rows: usize = metadata.row_groups.iter().map(|g| g.num_rows()).sum();
    if rows == 0 || schema.is_empty() {
        return Err(IngestError::one(source, Problem::new("there is no row in the table")));
    }
    // nested columns have several chunks a column
    let flat = metadata.schema().columns().len() == schema.len();
    let fields: Vec<&ArrowField> = schema.iter_values().collect();
    // the largest first, so that no thread is left alone with it
    let size = |at: usize| -> i64 {
        let chunks = metadata.row_groups.iter().filter_map(|g| g.parquet_columns().get(at));
        chunks.map(|c| c.uncompressed_size()).fold(0, i64::saturating_add)
    };
    let whole = (0..fields.len()).map(size).fold(0, i64::saturating_add);
    let threads = rayon::current_num_threads();
    let mut order: Vec<usize> = (0..fields.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(if flat { size(at) } else { 0 }));
    let mut columns: Vec<(usize, Result<TextColumn, Problem>)> = order
        .into_par_iter()
        .with_max_len(1)
        .map(|at| {
            let field = fields[at];
            let from_pages = || {
                let stored = &metadata.schema().columns().get(at)?.descriptor.primitive_type;
                let kind = Kind::of(field.dtype(), stored)?;
                let chunks = metadata.row_groups.iter().map(|g| chunk(g, at)).collect::<Option<Vec<_>>>()?;
                let part = |chunks: &[(&ColumnChunkMetadata, usize)]| {
                    let rows = chunks.iter().map(|chunk| chunk.1).sum();
                    chunks::column(&field.name, kind, &bytes, chunks.iter().copied(), rows)
                };
                // a column that is much of the file has parts for all threads; the others have their own
                let parts = if threads > 1 && size(at) > whole / threads as i64 { 2 * threads } else { 1 };
                let parts = chunks.par_chunks(chunks.len().div_ceil(parts)).with_max_len(1).map(part);
                let mut parts = parts.collect::<Option<Vec<_>>>()?.into_iter();
                let mut column = parts.next()?;
                parts.for_each(|part| column.append(&part));
                Some(column)
            };
            let found = if flat { panics::caught(from_pages).flatten() } else { None };
            let column = match (found, kinds::several(field.dtype())) {
                (Some(column), _) => Ok(column),
                (None, Some(held)) => {
                    let what = format!("column `{}` holds {held}, which is not one cell a row", field.name);
                    Err(Problem::new(what).help("write it as text, numbers, dates or booleans"))
                }
                (None, None) => by_frames(&bytes, &metadata, at, &field.name),
            };
            (at, column)
        })
        .collect();
    columns.sort_by_key(|column| column.0);
    let mut problems = Vec::new();
    let columns =
        columns.into_iter().filter_map(|c| c.1.map_err(|problem| problems.push(problem)).ok()).collect();
    if !problems.is_empty() {
        return Err(IngestError::many(source, problems));
    }
    Ok(Table { source: source.into(), columns, places: Places::From(1, rows), unit: RowUnit::Record })
}

/// A column's chunk in a group of rows, and how many rows those are.
fn chunk(group: &RowGroupMetadata, column: usize) -> Option<(&ColumnChunkMetadata, usize)> {
    Some((group.parquet_columns().get(column)?, group.num_rows()))
}

/// One column through polars: one row group after the other, so that it never stands in memory as a whole
/// frame, and several at once.
fn by_frames(
    bytes: &[u8],
    metadata: &Arc<FileMetadata>,
    column: usize,
    name: &str,
) -> Result<TextColumn, Problem> {
    let fail = |what: &str| {
        Problem::new(format!("column `{name}` can't be read: {what}")).help(
            "write it as text, numbers, dates or booleans, one cell a row; where it is that already, the file may \
             be damaged: fetch or write it again",
        )
    };
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
    let part = |slice: (usize, usize)| {
        let read = || {
            let mut reader = ParquetReader::new(Cursor::new(bytes))
                .with_slice(Some(slice))
                .with_projection(Some(vec![column]))
                .read_parallel(ParallelStrategy::None);
            reader.set_metadata(metadata.clone());
            reader.finish()
        };
        let frame = match panics::caught(read) {
            Some(Ok(frame)) => frame,
            Some(Err(error)) => return Err(fail(&error.to_string())),
            None => return Err(fail("it is of a type that is not known here")),
        };
        let [column] = frame.columns() else { return Err(fail("it is not there")) };
        frame::text_column(column)
            .map_err(|what| Problem::new(what).help("write it as text, numbers or booleans"))
    };
    let parts: Result<Vec<TextColumn>, Problem> = slices.into_par_iter().map(part).collect();
    let mut parts = parts?.into_iter();
    let Some(mut whole) = parts.next() else { return Err(fail("it has no row")) };
    for part in parts {
        whole.append(&part);
    }
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use polars::prelude::{DataFrame, ParquetCompression, ParquetWriter, df};
    use proptest::prelude::*;

    use super::*;

    fn written(frame: &mut DataFrame, group: usize, page: usize, compression: ParquetCompression) -> Vec<u8> {
        let mut bytes = Vec::new();
        let writer = ParquetWriter::new(&mut bytes)
            .with_row_group_size(Some(group))
            .with_data_page_size(Some(page))
            .with_compression(compression);
        writer.finish(frame).unwrap();
        bytes
    }

    fn seen(table: &Table) -> Vec<(String, Vec<Option<String>>)> {
        let text = |c: &TextColumn| (0..table.rows()).map(|row| c.get(row).map(str::to_owned)).collect();
        table.columns.iter().map(|c| (c.name.clone(), text(c))).collect()
    }

    /// A file of several row groups is read as one of a single group: words of every kind, holes, new words late.
    #[test]
    fn row_groups_are_read_as_one_table() {
        let mut frame = df!(
            "method" => [Some("a"), None, Some(" a "), Some(""), Some("a name that is longer than a view"), Some("b"), Some("a name that is longer than a view")],
            "AUROC" => [Some(85.5), Some(0.1), None, Some(85.5), Some(-3.0), Some(1e22), Some(0.1)],
            "loss" => [Some(0.1f32), None, Some(2.5), Some(1e10), Some(-0.0), Some(0.1), Some(7.0)],
            "seed" => [Some(1i64), Some(2), Some(1), None, Some(-7), Some(2), Some(1)],
            "shots" => [Some(1i32), Some(-2), Some(1), None, Some(5), Some(i32::MAX), Some(i32::MIN)],
            "id" => [Some(1u64), Some(u64::MAX), None, Some(3), Some(4), Some(5), Some(6)],
            "done" => [Some(true), None, Some(false), Some(true), None, None, Some(true)],
            "nothing" => [None::<bool>, None, None, None, None, None, None],
            "no text" => [None::<&str>, None, None, None, None, None, None],
        )
        .unwrap();
        let whole =
            seen(&read("x.parquet", written(&mut frame, 100, 1 << 20, ParquetCompression::Snappy)).unwrap());
        assert_eq!(whole[0].1[..4], [Some("a".into()), None, Some("a".into()), None]);
        assert_eq!(
            whole[1].1[4..],
            [Some("-3".into()), Some("10000000000000000000000".into()), Some("0.1".into())]
        );
        assert_eq!(whole[2].1[..3], [Some("0.1".into()), None, Some("2.5".into())]);
        assert_eq!(whole[4].1[5..], [Some("2147483647".into()), Some("-2147483648".into())]);
        assert_eq!(whole[5].1[1], Some("18446744073709551615".into()), "a number is never lost");
        for size in [1, 2, 3, 6] {
            let parts =
                read("x.parquet", written(&mut frame, size, 1 << 20, ParquetCompression::Snappy)).unwrap();
            assert_eq!(seen(&parts), whole, "{size} rows a group");
            assert_eq!(parts.places, Places::From(1, 7));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Pages are read as polars reads them, however the file is cut and packed.
        #[test]
        fn pages_are_read_as_a_frame_is(
            rows in prop::collection::vec(
                (prop::option::weighted(0.8, prop::sample::select(vec!["a", "b", " ", "a much longer name than others", "\u{3b1}"])),
                 prop::option::weighted(0.9, -3i64..3), prop::option::weighted(0.9, -2.0f64..2.0), 0usize..3),
                1..200),
            group in 1usize..120,
            page in prop::sample::select(vec![1usize, 64, 1 << 20]),
            packed in any::<bool>(),
        ) {
            // runs of one value, as in sorted files, are stored by another way than mixed ones
            let rows: Vec<_> = rows.into_iter().flat_map(|r| std::iter::repeat_n(r, [1, 1, 40][r.3])).collect();
            let mut frame = df!(
                "text" => rows.iter().map(|r| r.0).collect::<Vec<_>>(),
                "whole" => rows.iter().map(|r| r.1).collect::<Vec<_>>(),
                "real" => rows.iter().map(|r| r.2).collect::<Vec<_>>(),
                "full" => rows.iter().map(|r| r.3 as i32).collect::<Vec<_>>(),
            ).unwrap();
            let compression =
                if packed { ParquetCompression::Snappy } else { ParquetCompression::Uncompressed };
            let bytes = written(&mut frame, group, page, compression);
            let mut reader = ParquetReader::new(Cursor::new(&bytes[..]));
            let metadata = reader.get_metadata().unwrap().clone();
            let bytes = Buffer::from_vec(bytes);
            for (at, kind) in [Kind::Text, Kind::Integer, Kind::Double, Kind::Integer].into_iter().enumerate() {
                let groups = metadata.row_groups.iter().map(|g| (&g.parquet_columns()[at], g.num_rows()));
                let column = chunks::column("x", kind, &bytes, groups, rows.len());
                prop_assert!(column.is_some(), "column {at} is read from its pages");
            }
            prop_assert_eq!(seen(&read("x.parquet", bytes.to_vec()).unwrap()), seen(&table("x.parquet", &frame).unwrap()));
        }

        /// A damaged file is an error or a table, never a panic.
        #[test]
        fn a_damaged_file_does_not_end_the_program(at in 0.0f64..1.0, to in any::<u8>(), cut in prop::option::of(0.0f64..1.0)) {
            let mut frame = df!("method" => ["a", "b", "a", "c"], "AUROC" => [1.5, 2.5, 3.5, 1.5], "seed" => [1i64, 1, 2, 2]).unwrap();
            let mut bytes = written(&mut frame, 3, 64, ParquetCompression::Uncompressed);
            let place = (at * bytes.len() as f64) as usize;
            bytes[place] = to;
            if let Some(cut) = cut {
                bytes.truncate((cut * bytes.len() as f64) as usize);
            }
            let _ = read("x.parquet", bytes);
        }
    }
}
