//! Writing results in formats that are read back: CSV, JSON, JSON Lines and Parquet.
//!
//! All have the columns of the results frame; a column without any value is left out of the text
//! formats, which read back the same.

use std::io::Write;

use polars::prelude::{AnyValue, Column, DataFrame, ParquetWriter};
use serde_json::value::RawValue;

use crate::results::{CONFIG_PREFIX, Results};

/// The formats that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExportFormat {
    /// One header and one line a result.
    Csv,
    /// An array of records.
    Json,
    /// One record a line.
    JsonLines,
    /// Parquet.
    Parquet,
}

impl ExportFormat {
    /// The format with this name or file ending.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "csv" => Self::Csv,
            "json" => Self::Json,
            "jsonl" | "ndjson" => Self::JsonLines,
            "parquet" => Self::Parquet,
            _ => return None,
        })
    }
}

/// Results that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("the results can't be written: {0}")]
pub struct ExportError(String);

impl ExportError {
    fn of(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// Writes results as bytes of a format. Reading them back gives the same frame, but for the order of
/// configuration keys, which is always the natural one.
///
/// ```
/// use likewise::{ExportFormat, export, ingest};
/// let csv = "method,backbone,AUROC\nLN,ResNet50,85.530\n";
/// let results = ingest::read_text("x.csv", csv, &ingest::Options::default())?;
/// let bytes = export(&results, ExportFormat::Json)?;
/// let back = ingest::read_bytes("x.json", bytes, &ingest::Options::default())?;
/// assert!(back.frame().equals_missing(results.frame()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the frame can't be written as Parquet.
pub fn export(results: &Results, format: ExportFormat) -> Result<Vec<u8>, ExportError> {
    let frame = results.frame();
    match format {
        ExportFormat::Csv => csv_bytes(frame),
        ExportFormat::Json => json_bytes(frame, b"[\n  ", b",\n  ", b"\n]\n"),
        ExportFormat::JsonLines => json_bytes(frame, b"", b"\n", b"\n"),
        ExportFormat::Parquet => {
            let mut bytes = Vec::new();
            ParquetWriter::new(&mut bytes).finish(&mut frame.clone()).map_err(ExportError::of)?;
            Ok(bytes)
        }
    }
}

/// The columns that hold anything, each as one series.
fn columns(frame: &DataFrame) -> Vec<&Column> {
    frame.columns().iter().filter(|c| c.null_count() < c.len()).collect()
}

fn csv_bytes(frame: &DataFrame) -> Result<Vec<u8>, ExportError> {
    let columns = columns(frame);
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(columns.iter().map(|c| c.name().as_str())).map_err(ExportError::of)?;
    for row in 0..frame.height() {
        for column in &columns {
            match column.get(row).map_err(ExportError::of)? {
                AnyValue::Null => writer.write_field("").map_err(ExportError::of)?,
                AnyValue::String(text) => writer.write_field(text).map_err(ExportError::of)?,
                AnyValue::StringOwned(text) => writer.write_field(text.as_str()).map_err(ExportError::of)?,
                other => writer.write_field(other.to_string()).map_err(ExportError::of)?,
            }
        }
        writer.write_record(None::<&[u8]>).map_err(ExportError::of)?;
    }
    writer.into_inner().map_err(ExportError::of)
}

fn json_bytes(frame: &DataFrame, open: &[u8], between: &[u8], close: &[u8]) -> Result<Vec<u8>, ExportError> {
    // the configuration stands in its own object, with every key in it
    let columns: Vec<&Column> =
        columns(frame).into_iter().filter(|c| !c.name().starts_with(CONFIG_PREFIX)).collect();
    let mut out = open.to_vec();
    for row in 0..frame.height() {
        if row > 0 {
            out.extend_from_slice(between);
        }
        out.push(b'{');
        let mut first = true;
        for column in &columns {
            let value = column.get(row).map_err(ExportError::of)?;
            if matches!(value, AnyValue::Null) {
                continue;
            }
            if !first {
                out.extend_from_slice(b", ");
            }
            first = false;
            serde_json::to_writer(&mut out, column.name().as_str()).map_err(ExportError::of)?;
            out.extend_from_slice(b": ");
            let config = column.name() == "config";
            match value {
                AnyValue::String(text) => text_value(&mut out, text, config)?,
                AnyValue::StringOwned(text) => text_value(&mut out, text.as_str(), config)?,
                other => write!(out, "{other}").map_err(ExportError::of)?,
            }
        }
        out.push(b'}');
    }
    out.extend_from_slice(close);
    Ok(out)
}

fn text_value(out: &mut Vec<u8>, text: &str, config: bool) -> Result<(), ExportError> {
    match config.then(|| serde_json::from_str::<&RawValue>(text)) {
        Some(Ok(object)) => out.extend_from_slice(object.get().as_bytes()),
        _ => serde_json::to_writer(out, text).map_err(ExportError::of)?,
    }
    Ok(())
}
