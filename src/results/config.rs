//! Recorded configurations: JSON objects, flattened to keys and put into one canonical text.

use serde_json::value::RawValue;

use crate::ingest::json::{Object, scalar_text};

/// A configuration's keys, nested ones joined by dots, each with its text; `None` for a key whose
/// value is `null` or the empty string: such a key is written down and still unknown.
pub(crate) type Flat = Vec<(String, Option<String>)>;

/// Flattens a configuration.
///
/// # Errors
/// What is wrong with the JSON, in words.
pub(crate) fn flatten(json: &str) -> Result<Flat, String> {
    let mut flat = Flat::new();
    if json.trim() != "null" {
        flatten_into("", json, &mut flat)?;
    }
    Ok(flat)
}

fn flatten_into(prefix: &str, json: &str, flat: &mut Flat) -> Result<(), String> {
    if !json.trim_start().starts_with('{') {
        return Err(format!("`{json}` is not a JSON object"));
    }
    let object: Object = serde_json::from_str(json).map_err(|e| e.to_string())?;
    for (key, value) in object.0 {
        let key = format!("{prefix}{}", key.trim());
        let raw = value.get().trim();
        if raw.starts_with('{') && raw != "{}" {
            flatten_into(&format!("{key}."), raw, flat)?;
            continue;
        }
        let text = scalar_text(raw).map_err(|e| e.to_string())?;
        let text = text.map(|t| t.trim().to_owned()).filter(|t| !t.is_empty() && t != "{}");
        if flat.iter().any(|(k, _)| *k == key) {
            return Err(format!("the key `{key}` is given twice"));
        }
        flat.push((key, text));
    }
    Ok(())
}

/// The same configuration with the keys of each object sorted and no blanks; scalars stay as they
/// are written.
///
/// # Errors
/// What is wrong with the JSON, in words.
pub(crate) fn canonical(json: &str) -> Result<String, String> {
    let raw = json.trim();
    match raw.as_bytes().first() {
        Some(b'{') => {
            let mut object: Object = serde_json::from_str(raw).map_err(|e| e.to_string())?;
            object.0.sort_by(|a, b| a.0.cmp(&b.0));
            let mut out = String::from("{");
            for (at, (key, value)) in object.0.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                out += &quoted(key);
                out.push(':');
                out += &canonical(value.get())?;
            }
            out.push('}');
            Ok(out)
        }
        Some(b'[') => {
            let list: Vec<&RawValue> = serde_json::from_str(raw).map_err(|e| e.to_string())?;
            let items = list.iter().map(|v| canonical(v.get())).collect::<Result<Vec<_>, _>>()?;
            Ok(format!("[{}]", items.join(",")))
        }
        Some(b'"') => Ok(quoted(&serde_json::from_str::<String>(raw).map_err(|e| e.to_string())?)),
        _ => Ok(raw.to_owned()),
    }
}

/// A text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    // a string always serialises
    serde_json::to_string(text).unwrap_or_default()
}

/// The canonical text of keys with texts.
pub(crate) fn from_texts<'a>(texts: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut pairs: Vec<(&str, &str)> = texts.collect();
    pairs.sort_unstable();
    let items: Vec<String> = pairs.into_iter().map(|(k, v)| format!("{}:{}", quoted(k), quoted(v))).collect();
    format!("{{{}}}", items.join(","))
}

#[cfg(test)]
mod tests {
    use super::{canonical, flatten};

    #[test]
    fn keys_are_sorted_and_scalars_stay_as_written() {
        let text = canonical(r#" {"b": 1.50, "a": {"z": [1, "x"], "y": null}} "#);
        assert_eq!(text.as_deref(), Ok(r#"{"a":{"y":null,"z":[1,"x"]},"b":1.50}"#));
    }

    #[test]
    fn nested_keys_join_by_dots_and_null_or_blank_is_unknown() {
        let flat = flatten(r#"{"aug":{"crop":0.9,"flip":true},"Backbone":null,"Note":" ","e":{}}"#);
        let text = |t: &str| Some(t.to_owned());
        let expected = vec![
            ("aug.crop".to_owned(), text("0.9")),
            ("aug.flip".to_owned(), text("true")),
            ("Backbone".to_owned(), None),
            ("Note".to_owned(), None),
            ("e".to_owned(), None),
        ];
        assert_eq!(flat, Ok(expected));
    }

    #[test]
    fn a_key_given_twice_is_an_error() {
        assert!(flatten(r#"{"a":1,"a":2}"#).is_err());
        assert!(flatten(r#"{"a.b":1,"a":{"b":2}}"#).is_err());
        assert!(flatten("[1]").is_err());
    }
}
