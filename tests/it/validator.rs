//! A validator for the keywords that the published schema uses. A keyword that it doesn't know fails.

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde_json::Value;

/// A schema, and which of its definitions were reached.
pub struct Validator<'a> {
    root: &'a Value,
    reached: RefCell<BTreeSet<String>>,
}

impl<'a> Validator<'a> {
    pub fn new(root: &'a Value) -> Self {
        Self { root, reached: RefCell::default() }
    }

    /// What is wrong with a value; nothing if it is valid.
    pub fn errors(&self, value: &Value) -> Vec<String> {
        let mut errors = Vec::new();
        self.check(self.root, value, "", &mut errors);
        errors
    }

    /// The definitions that some valid value reached.
    pub fn reached(&self) -> BTreeSet<String> {
        self.reached.borrow().clone()
    }

    fn valid(&self, schema: &Value, value: &Value, at: &str) -> Result<(), Vec<String>> {
        let before = self.reached();
        let mut errors = Vec::new();
        self.check(schema, value, at, &mut errors);
        if errors.is_empty() {
            return Ok(());
        }
        // what a refused alternative reached doesn't count
        *self.reached.borrow_mut() = before;
        Err(errors)
    }

    fn check(&self, schema: &Value, value: &Value, at: &str, errors: &mut Vec<String>) {
        let schema = schema.as_object().unwrap_or_else(|| panic!("{schema} is no schema"));
        for (keyword, says) in schema {
            let mut fail = |what: String| errors.push(format!("{at}: {what}"));
            match keyword.as_str() {
                "$schema" | "title" | "description" | "$defs" | "format" | "required" | "items" => {}
                "type" => {
                    let types: Vec<&str> = match says {
                        Value::Array(types) => types.iter().map(|t| t.as_str().unwrap()).collect(),
                        one => vec![one.as_str().unwrap()],
                    };
                    if !types.iter().any(|t| is(value, t)) {
                        fail(format!("{value} is not of type {}", types.join(" or ")));
                    }
                }
                "const" if value != says => fail(format!("{value} is not {says}")),
                "const" => {}
                "enum" if !says.as_array().unwrap().contains(value) => {
                    fail(format!("{value} is not in {says}"))
                }
                "enum" => {}
                "minimum" if value.as_f64().is_some_and(|v| v < says.as_f64().unwrap()) => {
                    fail(format!("{value} is below {says}"));
                }
                "maximum" if value.as_f64().is_some_and(|v| v > says.as_f64().unwrap()) => {
                    fail(format!("{value} is above {says}"));
                }
                "minimum" | "maximum" => {}
                "minItems" if value.as_array().is_some_and(|a| (a.len() as u64) < says.as_u64().unwrap()) => {
                    fail(format!("fewer than {says} items"));
                }
                "maxItems" if value.as_array().is_some_and(|a| (a.len() as u64) > says.as_u64().unwrap()) => {
                    fail(format!("more than {says} items"));
                }
                "minItems" | "maxItems" => {}
                "$ref" => {
                    let name = says.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                    let target = &self.root["$defs"][name];
                    self.reached.borrow_mut().insert(name.to_owned());
                    self.check(target, value, at, errors);
                }
                "anyOf" | "oneOf" => {
                    let answers = says.as_array().unwrap().iter().map(|s| self.valid(s, value, at));
                    let (good, bad): (Vec<_>, Vec<_>) = answers.partition(Result::is_ok);
                    if good.is_empty() {
                        // the alternative that came nearest: the one whose errors are deepest
                        let depth = |e: &Vec<String>| e.iter().map(|e| e.matches('/').count()).min();
                        let nearest = bad.into_iter().filter_map(Result::err).max_by_key(depth);
                        errors.extend(nearest.unwrap_or_default());
                    } else if keyword == "oneOf" && good.len() > 1 {
                        fail(format!("{value} is valid under {} alternatives", good.len()));
                    }
                }
                "properties" | "additionalProperties" => {}
                "prefixItems" => {
                    let items = value.as_array().into_iter().flatten();
                    for (n, (schema, item)) in says.as_array().unwrap().iter().zip(items).enumerate() {
                        self.check(schema, item, &format!("{at}/{n}"), errors);
                    }
                }
                other => panic!("the validator doesn't know the keyword {other}"),
            }
        }
        if let Some(object) = value.as_object() {
            for key in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
                if !object.contains_key(key.as_str().unwrap()) {
                    errors.push(format!("{at}: {key} is missing"));
                }
            }
            for (key, value) in object {
                let inside = format!("{at}/{key}");
                match (schema.get("properties").and_then(|p| p.get(key)), schema.get("additionalProperties"))
                {
                    (Some(schema), _) => self.check(schema, value, &inside, errors),
                    (None, Some(Value::Bool(false))) => errors.push(format!("{inside}: not in the schema")),
                    (None, Some(schema)) => self.check(schema, value, &inside, errors),
                    (None, None) => {}
                }
            }
        }
        if let (Some(items), Some(array)) = (schema.get("items"), value.as_array()) {
            let before = schema.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
            for (n, item) in array.iter().enumerate().skip(before) {
                self.check(items, item, &format!("{at}/{n}"), errors);
            }
        }
    }
}

fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64() || value.as_f64().is_some_and(|v| v.fract() == 0.0),
        other => panic!("there is no type {other}"),
    }
}
