//! A flat column of a Parquet file, from its pages to codes.
//!
//! A Parquet file has a column's texts once, in a dictionary, and an index a row: nearly the codes that
//! everything here works on. To make a frame first writes out a text a row, which is then looked up
//! again; for ten million rows that is most of the time. What is stored in any other way than the usual
//! ones is left to polars.

use std::io::Cursor;

use polars_buffer::Buffer;
use polars_parquet::parquet::encoding::Encoding;
use polars_parquet::parquet::encoding::hybrid_rle::{HybridRleChunk, HybridRleDecoder};
use polars_parquet::parquet::encoding::plain_byte_array::BinaryIter;
use polars_parquet::parquet::metadata::ColumnChunkMetadata;
use polars_parquet::parquet::page::{DataPage, EncodedSplitBuffer, split_buffer};
use polars_parquet::parquet::read::{BasicDecompressor, get_page_iterator};
use polars_parquet::parquet::schema::types::PhysicalType;
use rustc_hash::FxHashMap;

use super::super::table::{NULL, TextColumn, Words};
use super::kinds::Kind;

/// The code of a dictionary's entry that no row had yet: a word gets its code where it is first met.
const UNMET: u32 = NULL - 1;

/// The column of some chunks below each other; `None` where any of it is stored in a way that is not
/// read here, or is damaged, which polars has the words for.
pub(super) fn column<'a>(
    name: &str,
    kind: Kind,
    bytes: &Buffer<u8>,
    chunks: impl Iterator<Item = (&'a ColumnChunkMetadata, usize)>,
    rows: usize,
) -> Option<TextColumn> {
    let mut codes = Vec::new();
    // what is unpacked is written in packs of 32; a damaged file can claim any number of rows
    codes.try_reserve_exact(rows.checked_add(64)?).ok()?;
    let mut reader = Reader { kind, words: Words::default(), numbers: FxHashMap::default(), codes };
    for (chunk, rows) in chunks {
        let end = reader.codes.len() + rows;
        reader.chunk(bytes, chunk, end)?;
        if reader.codes.len() != end {
            return None;
        }
    }
    let mut column = TextColumn::new(name);
    (column.words, column.codes) = (reader.words, reader.codes.into());
    Some(column)
}

struct Reader {
    kind: Kind,
    words: Words,
    /// The code of each number that was met, by its bits.
    numbers: FxHashMap<u64, u32>,
    codes: Vec<u32>,
}

impl Reader {
    /// Reads a chunk that fills the rows up to `end`.
    fn chunk(&mut self, bytes: &Buffer<u8>, chunk: &ColumnChunkMetadata, end: usize) -> Option<()> {
        let physical = chunk.physical_type();
        let levels = &chunk.descriptor().descriptor;
        if levels.max_rep_level != 0 || levels.max_def_level > 1 {
            return None;
        }
        let pages =
            get_page_iterator(chunk, Cursor::new(bytes.clone()), Vec::new(), bytes.len().max(1 << 30));
        let mut pages = BasicDecompressor::new(pages.ok()?, Vec::new());
        let dictionary = match pages.read_dict_page().ok()? {
            Some(page) => Some(Self::entries(physical, &page.buffer, page.num_values)?),
            None => None,
        };
        let mut dictionary = dictionary.unwrap_or_default();
        while let Some(page) = pages.next() {
            let page = page.ok()?;
            if page.num_values() > end - self.codes.len() {
                return None;
            }
            let page = page.decompress(&mut pages).ok()?;
            self.page(physical, &page, &mut dictionary)?;
            pages.reuse_page_buffer(page);
        }
        Some(())
    }

    /// The entries of a dictionary, none of them met.
    fn entries(physical: PhysicalType, page: &[u8], count: usize) -> Option<Vec<Entry>> {
        let mut entries = Vec::new();
        if let PhysicalType::FixedLenByteArray(width) = physical {
            let wide = page.chunks_exact(width.max(1)).take(count);
            entries.extend(wide.map(|bytes| Entry { value: Value::Wide(bytes.into()), code: UNMET }));
        } else if physical == PhysicalType::ByteArray {
            for text in BinaryIter::new(page, Some(count)) {
                let text = std::str::from_utf8(text.ok()?).ok()?.into();
                entries.push(Entry { value: Value::Text(text), code: UNMET });
            }
        } else {
            each_number(physical, page, count, |bits| {
                entries.push(Entry { value: Value::Bits(bits), code: UNMET });
            })?;
        }
        (entries.len() == count).then_some(entries)
    }

    fn page(&mut self, physical: PhysicalType, page: &DataPage, dictionary: &mut [Entry]) -> Option<()> {
        let rows = page.num_values();
        let EncodedSplitBuffer { def, values, .. } = split_buffer(page).ok()?;
        let holes = if page.descriptor.max_def_level == 0 { None } else { holes(def, rows)? };
        let there = holes.as_ref().map_or(rows, |h| h.iter().filter(|h| !**h).count());
        let start = self.codes.len();
        match page.encoding() {
            Encoding::PlainDictionary | Encoding::RleDictionary => {
                if there > 0 {
                    let (&width, indices) = values.split_first()?;
                    self.indices(physical, indices, width, there, dictionary)?;
                }
            }
            Encoding::Plain if physical == PhysicalType::ByteArray => {
                for text in BinaryIter::new(values, Some(there)).take(there) {
                    let code = self.words.cell(Some(std::str::from_utf8(text.ok()?).ok()?));
                    self.codes.push(code);
                }
            }
            Encoding::Plain if let PhysicalType::FixedLenByteArray(width) = physical => {
                for bytes in values.chunks_exact(width.max(1)).take(there) {
                    let code = self.words.code(&self.kind.text_of_bytes(bytes)?);
                    self.codes.push(code);
                }
            }
            Encoding::Plain => {
                each_number(physical, values, there, |bits| {
                    let code = self.number(physical, bits);
                    self.codes.push(code);
                })?;
            }
            _ => return None,
        }
        if self.codes.len() != start + there {
            return None;
        }
        if let Some(holes) = holes {
            let found = self.codes.split_off(start);
            let mut found = found.into_iter();
            self.codes
                .extend(holes.iter().map(|&hole| if hole { NULL } else { found.next().unwrap_or(NULL) }));
        }
        Some(())
    }

    /// The codes of a page's indices into the dictionary.
    fn indices(
        &mut self,
        physical: PhysicalType,
        packed: &[u8],
        width: u8,
        count: usize,
        dictionary: &mut [Entry],
    ) -> Option<()> {
        if width > 32 {
            return None;
        }
        let start = self.codes.len();
        for run in HybridRleDecoder::new(packed, u32::from(width), count).into_chunk_iter() {
            match run.ok()? {
                HybridRleChunk::Rle(index, times) => self.codes.resize(self.codes.len() + times, index),
                HybridRleChunk::Bitpacked(packed) => packed.collect_into(&mut self.codes),
            }
        }
        let mut codes = std::mem::take(&mut self.codes);
        let mut all_known = true;
        for index in &mut codes[start..] {
            match dictionary.get_mut(*index as usize) {
                Some(entry) => {
                    if entry.code == UNMET {
                        entry.code = match &entry.value {
                            Value::Text(text) => self.words.cell(Some(text)),
                            Value::Bits(bits) => self.number(physical, *bits),
                            Value::Wide(bytes) => self.words.code(&self.kind.text_of_bytes(bytes)?),
                        };
                    }
                    *index = entry.code;
                }
                None => all_known = false,
            }
        }
        self.codes = codes;
        all_known.then_some(())
    }

    /// The code of a number; each is spelled once.
    fn number(&mut self, physical: PhysicalType, bits: u64) -> u32 {
        let (words, kind) = (&mut self.words, self.kind);
        *self.numbers.entry(bits).or_insert_with(|| words.code(&kind.text(physical, bits)))
    }
}

struct Entry {
    value: Value,
    code: u32,
}

enum Value {
    Text(Box<str>),
    /// Of a number; of an integer as 64 bits.
    Bits(u64),
    /// Of an integer of any length, the highest first.
    Wide(Box<[u8]>),
}

/// Gives the bits of up to so many plain numbers; an integer of 32 bits as one of 64 with the same value.
fn each_number(physical: PhysicalType, bytes: &[u8], count: usize, take: impl FnMut(u64)) -> Option<()> {
    let (fours, eights) = (bytes.as_chunks::<4>().0.iter(), bytes.as_chunks::<8>().0.iter());
    match physical {
        PhysicalType::Float => {
            fours.take(count).map(|four| u64::from(u32::from_le_bytes(*four))).for_each(take);
        }
        PhysicalType::Int32 => {
            let wide = |four: &[u8; 4]| i64::from(i32::from_le_bytes(*four)).cast_unsigned();
            fours.take(count).map(wide).for_each(take);
        }
        PhysicalType::Int64 | PhysicalType::Double => {
            eights.take(count).map(|eight| u64::from_le_bytes(*eight)).for_each(take);
        }
        _ => return None,
    }
    Some(())
}

/// Which rows of a page have no value, from the levels that say so; `Some(None)` where every row has one.
#[expect(clippy::option_option, reason = "no holes, and levels that can't be read, are two answers")]
fn holes(levels: &[u8], rows: usize) -> Option<Option<Vec<bool>>> {
    let mut holes = Vec::new();
    let mut scratch = Vec::new();
    let mut seen = 0;
    for run in HybridRleDecoder::new(levels, 1, rows).into_chunk_iter() {
        let run = run.ok()?;
        let before = seen;
        seen += run.len();
        scratch.clear();
        match run {
            HybridRleChunk::Rle(1, _) if holes.is_empty() => continue,
            HybridRleChunk::Rle(level, times) => scratch.resize(times, level),
            HybridRleChunk::Bitpacked(packed) => packed.collect_into(&mut scratch),
        }
        if holes.is_empty() {
            if scratch.iter().all(|&level| level == 1) {
                continue;
            }
            holes.resize(before, false);
        }
        holes.extend(scratch.iter().map(|&level| level != 1));
    }
    if seen != rows {
        return None;
    }
    Some((!holes.is_empty()).then_some(holes))
}
