//! A block's name for showing.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::comparability::design::{Block, Part, block_label};

/// The axis values that a block stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BlockName {
    /// Pairs of a key and its value, in the order of the axes.
    pub pairs: Vec<(String, String)>,
    label: String,
}

impl BlockName {
    pub(crate) fn of(part: &Part, block: &Block) -> Self {
        let pairs = part.axes.iter().cloned().zip(block.values.iter().cloned()).collect();
        Self { pairs, label: block_label(&part.axes, &block.values) }
    }

    /// The value alone for one axis (`ResNet50`), pairs for several (`Horizon=3s, Ego status=no`).
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }
}

impl Serialize for BlockName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.pairs.iter().map(|(k, v)| (k, v)))
    }
}

/// As it is serialised: an object whose keys are the axes, which the data name.
impl JsonSchema for BlockName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "BlockName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "The axis values that a block stands for, by their keys.",
            "additionalProperties": { "type": "string" },
        })
    }
}
