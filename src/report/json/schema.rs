//! The schema of the JSON that programs read: derived from the types of the results, so that it says
//! what is written.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::Envelope;
use super::shapes::{Cells, Content};
use crate::analysis::{
    AggregateScores, Agreement, Comparison, Decomposition, Intervals, MeanRanks, Plan, PooledList, Ranking,
    Spread, SubjectsTest,
};
use crate::comparability::{Basis, Code, Finding};

/// The JSON Schema (draft 2020-12) of all that `--format json` writes, and `report -o FILE.json`.
///
/// One document describes every command: the outputs are told apart by `command`, and each command's
/// `result` has a definition of its own under `$defs`, two of them where it can have two shapes. Objects
/// have no property that the schema doesn't name. A property is nullable only where a result can be without
/// it; numbers are always finite. `likewise explain` alone writes no envelope, but a code or the list of all
/// codes.
///
/// The same document stands in `schema/likewise.schema.json`, and `likewise schema` prints it.
///
/// ```
/// let schema = likewise::report::json_schema();
/// assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
/// let rank = &schema["$defs"]["RankOutput"]["properties"];
/// assert_eq!(rank["command"]["const"], "rank");
/// assert_eq!(rank["result"]["$ref"], "#/$defs/RankResult");
/// ```
#[must_use]
pub fn json_schema() -> Value {
    use Stands::{Always, Never, Perhaps};
    let mut all = Outputs::new();
    all.add("audit", "Audit", Never).shape::<Vec<Finding>>("", "The findings, the gravest first.");
    all.add("rank", "Rank", Always)
        .shape::<Vec<Ranking>>("", "The rankings inside each block, one entry for each protocol.");
    all.add("rank --across", "RankAcross", Always)
        .shape::<Vec<MeanRanks>>("", "Mean ranks over the blocks, one entry for each protocol.");
    all.add("rank --pooled", "RankPooled", Always)
        .shape::<Vec<PooledList>>("", "One list over all blocks, one entry for each protocol.");
    all.add("spread", "Spread", Always)
        .shape::<Vec<Spread>>("", "How much each method moves, one entry for each protocol.");
    all.add("compare", "Compare", Always)
        .shape::<Vec<Comparison>>("Methods", "Two methods, block by block, one entry for each protocol.")
        .shape::<Cells<'static>>("Cells", "Two single results, where a block was named.");
    all.add("test", "Test", Always).shape::<Vec<SubjectsTest>>(
        "",
        "The tests of all methods and of pairs, one entry for each protocol.",
    );
    all.add("agree", "Agree", Always).shape::<Vec<Agreement>>(
        "",
        "How far the blocks order the methods alike, one entry for each protocol.",
    );
    all.add("decompose", "Decompose", Always)
        .shape::<Vec<Decomposition>>("", "The table taken apart, one entry for each protocol.");
    all.add("intervals", "Intervals", Always)
        .shape::<Vec<Intervals>>("", "Estimates with intervals, one entry for each protocol.")
        .shape::<Vec<AggregateScores>>(
            "Aggregates",
            "With --aggregates: scores, one entry for each protocol.",
        );
    all.add("plan", "Plan", Never).shape::<Plan>("", "What a design can show before it is run.");
    all.add("report", "Report", Perhaps).shape::<Content<'static>>("", "Everything that a report holds.");
    all.bare::<Code>("ExplainCode", "What `likewise explain CODE` writes: a finding's code, explained.");
    all.bare::<Vec<Code>>("ExplainCodes", "What `likewise explain` writes: all codes.");
    all.finish()
}

/// Whether a command's result stands on a basis.
#[derive(Clone, Copy, PartialEq)]
enum Stands {
    Always,
    Perhaps,
    /// The command compares nothing.
    Never,
}

/// The schema as it is put together.
struct Outputs {
    generator: SchemaGenerator,
    /// Definitions that no type has: outputs and their results.
    definitions: Map<String, Value>,
    /// The names of the outputs.
    names: Vec<String>,
}

impl Outputs {
    fn new() -> Self {
        let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
        Self { generator, definitions: Map::new(), names: Vec::new() }
    }

    /// A command whose output has an envelope; its shapes are to follow.
    fn add(&mut self, command: &str, name: &'static str, stands: Stands) -> Output<'_> {
        let mut schema = Envelope::<'static, ()>::json_schema(&mut self.generator);
        schema.insert("description".to_owned(), json!(format!("What `likewise {command}` writes.")));
        let basis = self.generator.subschema_for::<Basis>();
        if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            let mut set = |key: &str, keyword: &str, value: Value| {
                if let Some(property) = properties.get_mut(key).and_then(Value::as_object_mut) {
                    for old in ["type", "anyOf", "$ref"] {
                        property.remove(old);
                    }
                    property.insert(keyword.to_owned(), value);
                }
            };
            set("command", "const", json!(command));
            match stands {
                Stands::Always => set("basis", "$ref", basis.get("$ref").cloned().unwrap_or_default()),
                Stands::Perhaps => {}
                Stands::Never => {
                    set("basis", "type", json!("null"));
                    set("notice", "type", json!("null"));
                }
            }
        }
        let output = format!("{name}Output");
        self.names.push(output.clone());
        self.definitions.insert(output.clone(), schema.to_value());
        Output { all: self, name, output }
    }

    /// An output without an envelope.
    fn bare<T: JsonSchema>(&mut self, name: &str, description: &str) {
        self.define::<T>(name, description);
        self.names.push(name.to_owned());
    }

    /// Gives a type's schema a name and a description of its own.
    fn define<T: JsonSchema>(&mut self, name: &str, description: &str) {
        let mut schema = self.generator.subschema_for::<T>();
        schema.insert("description".to_owned(), json!(description));
        self.definitions.insert(name.to_owned(), schema.to_value());
    }

    /// The whole document.
    fn finish(mut self) -> Value {
        let mut definitions = self.generator.take_definitions(true);
        definitions.append(&mut self.definitions);
        let outputs: Vec<Value> = self.names.iter().map(|name| reference(name)).collect();
        let mut root = schemars::json_schema!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "likewise: output for programs",
            "description": "What likewise writes with --format json, and report -o FILE.json. The outputs of the \
                commands are told apart by `command`; explain alone writes no envelope.",
            "oneOf": outputs,
            "$defs": definitions,
        });
        Tidy.transform(&mut root);
        root.to_value()
    }
}

/// A command's output, to which its result's shapes are added.
struct Output<'a> {
    all: &'a mut Outputs,
    name: &'static str,
    output: String,
}

impl Output<'_> {
    /// Adds a shape that the result can have. `which` tells several apart in its definition's name.
    fn shape<T: JsonSchema>(self, which: &str, description: &str) -> Self {
        let name = format!("{}{which}Result", self.name);
        self.all.define::<T>(&name, description);
        if let Some(result) =
            self.all.definitions.get_mut(&self.output).map(|o| &mut o["properties"]["result"])
        {
            let shape = reference(&name);
            *result = match result {
                Value::Object(one) if one.contains_key("$ref") => json!({ "anyOf": [result, shape] }),
                _ => shape,
            };
        }
        self
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// Closes objects, and makes of documentation for Rust one for everybody.
struct Tidy;

impl Transform for Tidy {
    fn transform(&mut self, schema: &mut Schema) {
        if schema.get("properties").is_some() && schema.get("additionalProperties").is_none() {
            schema.insert("additionalProperties".to_owned(), json!(false));
        }
        // sizes of Rust's numbers, which say nothing of the values
        if matches!(schema.get("format").and_then(Value::as_str), Some("double" | "uint")) {
            schema.remove("format");
        }
        if let Some(Value::String(description)) = schema.get_mut("description") {
            *description = plain(description);
        }
        transform_subschemas(self, schema);
    }
}

/// A doc comment without links, line breaks and words of Rust: ``[`Code`](path)`` and ``[`a::Code`]`` become `` `Code` ``.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("[`") {
        let Some(length) = rest[start..].find("`]") else { break };
        out += &rest[..start];
        let name = &rest[start + 2..start + length];
        out += &format!("`{}`", name.rsplit("::").next().unwrap_or(name));
        rest = &rest[start + length + 2..];
        if let Some(end) = rest.starts_with('(').then(|| rest.find(')')).flatten() {
            rest = &rest[end + 1..];
        }
    }
    out += rest;
    // JSON has no `None`
    out.split_whitespace().collect::<Vec<_>>().join(" ").replace("`None`", "null")
}
