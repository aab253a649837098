//! What a Parquet column's values are, and the text that each is read as.

use chrono::{DateTime, NaiveDate, NaiveTime};
use polars::prelude::{ArrowDataType, ArrowTimeUnit};
use polars_parquet::parquet::schema::types::{
    PhysicalType, PrimitiveConvertedType, PrimitiveLogicalType, PrimitiveType, TimeUnit,
};

/// What a column's values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Integer,
    Unsigned,
    Single,
    Double,
    /// So many digits behind the point.
    Decimal(u32),
    /// Days since 1970.
    Date,
    /// Nanoseconds a unit, and whether the clock is that of UTC.
    Instant(i64, bool),
    /// Nanoseconds a unit, since midnight.
    Time(i64),
    /// Nanoseconds a unit.
    Duration(i64),
}

impl Kind {
    /// The kind of a column by what polars takes it as and by how it is stored; `None` for what is no
    /// single text or number, or stored in an unusual way.
    pub(super) fn of(dtype: &ArrowDataType, stored: &PrimitiveType) -> Option<Self> {
        use ArrowDataType as Arrow;
        let physical = stored.physical_type;
        let whole = matches!(physical, PhysicalType::Int32 | PhysicalType::Int64);
        let long = physical == PhysicalType::Int64;
        match dtype {
            Arrow::Dictionary(_, values, _) => Self::of(values, stored),
            Arrow::Utf8 | Arrow::LargeUtf8 | Arrow::Utf8View => {
                (physical == PhysicalType::ByteArray).then_some(Self::Text)
            }
            Arrow::Int8 | Arrow::Int16 | Arrow::Int32 | Arrow::Int64 => whole.then_some(Self::Integer),
            Arrow::UInt8 | Arrow::UInt16 | Arrow::UInt32 | Arrow::UInt64 => whole.then_some(Self::Unsigned),
            Arrow::Float32 => (physical == PhysicalType::Float).then_some(Self::Single),
            Arrow::Float64 => (physical == PhysicalType::Double).then_some(Self::Double),
            Arrow::Decimal(_, places) | Arrow::Decimal32(_, places) | Arrow::Decimal64(_, places) => {
                let fits = whole || matches!(physical, PhysicalType::FixedLenByteArray(1..=16));
                let places = u32::try_from(*places).ok().filter(|p| *p <= 38)?;
                fits.then_some(Self::Decimal(places))
            }
            Arrow::Date32 => (physical == PhysicalType::Int32).then_some(Self::Date),
            Arrow::Timestamp(..) if long => match (stored.logical_type, stored.converted_type) {
                (Some(PrimitiveLogicalType::Timestamp { unit, is_adjusted_to_utc }), _) => {
                    Some(Self::Instant(nanoseconds(unit), is_adjusted_to_utc))
                }
                // by the format's rules the older names are of UTC
                (None, Some(PrimitiveConvertedType::TimestampMillis)) => Some(Self::Instant(1_000_000, true)),
                (None, Some(PrimitiveConvertedType::TimestampMicros)) => Some(Self::Instant(1_000, true)),
                _ => None,
            },
            Arrow::Time32(_) | Arrow::Time64(_) if whole => {
                match (stored.logical_type, stored.converted_type) {
                    (Some(PrimitiveLogicalType::Time { unit, .. }), _) => Some(Self::Time(nanoseconds(unit))),
                    (None, Some(PrimitiveConvertedType::TimeMillis)) => Some(Self::Time(1_000_000)),
                    (None, Some(PrimitiveConvertedType::TimeMicros)) => Some(Self::Time(1_000)),
                    _ => None,
                }
            }
            Arrow::Duration(unit) if long => Some(Self::Duration(match unit {
                ArrowTimeUnit::Second => 1_000_000_000,
                ArrowTimeUnit::Millisecond => 1_000_000,
                ArrowTimeUnit::Microsecond => 1_000,
                ArrowTimeUnit::Nanosecond => 1,
            })),
            _ => None,
        }
    }

    /// The text of a number given by its bits: those of the float, or of the integer as 64 bits.
    pub(super) fn text(self, physical: PhysicalType, bits: u64) -> String {
        let whole = bits.cast_signed();
        let shown = match self {
            // the shortest text that reads back the same
            Self::Single => Some(f32::from_bits(bits as u32).to_string()),
            Self::Double => Some(f64::from_bits(bits).to_string()),
            Self::Unsigned if physical == PhysicalType::Int32 => Some((bits as u32).to_string()),
            Self::Unsigned => Some(bits.to_string()),
            Self::Decimal(places) => Some(decimal(i128::from(whole), places)),
            Self::Date => day(whole),
            Self::Instant(unit, utc) => instant(whole, unit, utc),
            Self::Time(unit) => time(whole, unit),
            Self::Duration(unit) => Some(format!("PT{}S", seconds(whole, unit))),
            Self::Integer | Self::Text => None,
        };
        // a date that no calendar has is still the number that it is stored as
        shown.unwrap_or_else(|| whole.to_string())
    }

    /// The text of a number given by its bytes, the first of which holds the sign.
    pub(super) fn text_of_bytes(self, bytes: &[u8]) -> Option<String> {
        let Self::Decimal(places) = self else { return None };
        let negative = bytes.first()? & 0x80 != 0;
        let start = if negative { -1i128 } else { 0 };
        let whole = bytes.iter().fold(start, |whole, &byte| (whole << 8) | i128::from(byte));
        Some(decimal(whole, places))
    }
}

/// What a column holds that is not one cell a row, if it does.
pub(super) const fn several(dtype: &ArrowDataType) -> Option<&'static str> {
    use ArrowDataType as Arrow;
    Some(match dtype {
        Arrow::List(_) | Arrow::LargeList(_) | Arrow::FixedSizeList(..) => "lists",
        Arrow::Struct(_) => "records",
        Arrow::Map(..) => "maps",
        Arrow::Binary | Arrow::LargeBinary | Arrow::BinaryView | Arrow::FixedSizeBinary(_) => "bytes",
        _ => return None,
    })
}

const fn nanoseconds(unit: TimeUnit) -> i64 {
    match unit {
        TimeUnit::Milliseconds => 1_000_000,
        TimeUnit::Microseconds => 1_000,
        TimeUnit::Nanoseconds => 1,
    }
}

fn decimal(whole: i128, places: u32) -> String {
    let digits = format!("{:0>width$}", whole.unsigned_abs(), width = places as usize + 1);
    let (units, rest) = digits.split_at(digits.len() - places as usize);
    let sign = if whole < 0 { "-" } else { "" };
    if rest.is_empty() { format!("{sign}{units}") } else { format!("{sign}{units}.{rest}") }
}

fn day(days: i64) -> Option<String> {
    let date = NaiveDate::from_ymd_opt(1970, 1, 1)?.checked_add_signed(chrono::TimeDelta::try_days(days)?)?;
    Some(date.format("%Y-%m-%d").to_string())
}

fn instant(units: i64, unit: i64, utc: bool) -> Option<String> {
    let a_second = 1_000_000_000 / unit;
    let rest = u32::try_from(units.rem_euclid(a_second) * unit).ok()?;
    let at = DateTime::from_timestamp(units.div_euclid(a_second), rest)?;
    let shown = at.format("%Y-%m-%dT%H:%M:%S%.f");
    Some(format!("{shown}{}", if utc { "Z" } else { "" }))
}

fn time(units: i64, unit: i64) -> Option<String> {
    let a_second = 1_000_000_000 / unit;
    let rest = u32::try_from(units.rem_euclid(a_second) * unit).ok()?;
    let at =
        NaiveTime::from_num_seconds_from_midnight_opt(u32::try_from(units.div_euclid(a_second)).ok()?, rest)?;
    Some(at.format("%H:%M:%S%.f").to_string())
}

fn seconds(units: i64, unit: i64) -> String {
    let nanoseconds = decimal(i128::from(units) * i128::from(unit), 9);
    nanoseconds.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_text_of_what_they_stand_for() {
        let long = |kind: Kind, whole: i64| kind.text(PhysicalType::Int64, whole.cast_unsigned());
        assert_eq!(long(Kind::Decimal(2), 8550), "85.50");
        assert_eq!(long(Kind::Decimal(3), -7), "-0.007");
        assert_eq!(long(Kind::Decimal(0), 12), "12");
        assert_eq!(Kind::Decimal(2).text_of_bytes(&[0xff, 0xfe]), Some("-0.02".to_owned()));
        assert_eq!(Kind::Decimal(1).text_of_bytes(&[0, 0, 1, 0]), Some("25.6".to_owned()));
        assert_eq!(long(Kind::Date, 18_262), "2020-01-01");
        assert_eq!(long(Kind::Date, -1), "1969-12-31");
        assert_eq!(long(Kind::Date, i64::MAX), i64::MAX.to_string());
        assert_eq!(long(Kind::Instant(1_000, false), 1_577_854_800_000_000), "2020-01-01T05:00:00");
        assert_eq!(long(Kind::Instant(1_000_000, true), -1), "1969-12-31T23:59:59.999Z");
        assert_eq!(long(Kind::Time(1), 3_600_000_000_500), "01:00:00.000000500");
        assert_eq!(long(Kind::Duration(1_000), 90_500_000), "PT90.5S");
        assert_eq!(long(Kind::Unsigned, -1), u64::MAX.to_string());
        let minus_one = i64::from(-1i32).cast_unsigned();
        assert_eq!(Kind::Unsigned.text(PhysicalType::Int32, minus_one), u32::MAX.to_string());
        assert_eq!(Kind::Single.text(PhysicalType::Float, u64::from(0.1f32.to_bits())), "0.1");
    }
}
