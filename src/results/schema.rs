//! The columns of the results frame.

/// The columns of the results frame, in order; behind them stands one column
/// [`CONFIG_PREFIX`]`<key>` for each configuration key. All are text but `value` and `stderr`
/// (floating point), `replicates` and `line` (whole numbers) and `reproduced` (true, false, null).
///
/// | column | what it holds |
/// | --- | --- |
/// | `task`, `dataset`, `split` | what was measured |
/// | `metric`, `unit`, `direction` | the metric, its unit as recorded, `higher` or `lower` |
/// | `method` | the method's name |
/// | `value` | the number |
/// | `reported` | the number as printed: ties are decided on this text |
/// | `stderr`, `replicates` | the standard error and number of runs, where the source gives them |
/// | `config` | the configuration as canonical JSON, keys sorted |
/// | `result_id`, `date`, `report` | identifier, date and reporting paper of the result |
/// | `method_origin`, `implementation` | where the method comes from, and its code |
/// | `reproduced` | whether the record asserts an independent reproduction |
/// | `source`, `line` | the file, and the line or record in it |
pub const COLUMNS: [&str; 20] = [
    "task",
    "dataset",
    "split",
    "metric",
    "unit",
    "direction",
    "method",
    "value",
    "reported",
    "stderr",
    "replicates",
    "config",
    "result_id",
    "date",
    "report",
    "method_origin",
    "implementation",
    "reproduced",
    "source",
    "line",
];

/// What stands before a configuration key in the name of its column.
pub const CONFIG_PREFIX: &str = "config.";
