//! One result's section of a leaderboard page.

use serde_json::value::RawValue;

use super::error::Problem;
use super::json::Object;
use crate::decimal::Decimal;

/// The phrase before the configuration.
const CONFIGURATION: &str = "Recorded evaluation configuration:";

/// What a section says of its result.
#[derive(Debug, Default)]
pub(super) struct Section {
    pub(super) method: String,
    pub(super) line: usize,
    pub(super) result_id: Option<String>,
    pub(super) report: Option<String>,
    pub(super) method_origin: Option<String>,
    pub(super) implementation: Option<String>,
    pub(super) reproduced: Option<bool>,
    pub(super) config: Option<String>,
    /// The sentences of the first paragraph, `AUROC: 85.53`.
    values: Option<String>,
}

impl Section {
    pub(super) fn new(method: String, line: usize) -> Self {
        Self { method, line, ..Self::default() }
    }

    pub(super) fn link(&mut self, text: &str, url: String) {
        match text.trim().to_lowercase().as_str() {
            "reporting paper" => self.report = Some(last_segment(&url)),
            "method origin paper" => self.method_origin = Some(last_segment(&url)),
            "implementation" => self.implementation = Some(url),
            _ => {}
        }
    }

    pub(super) fn paragraph(&mut self, text: &str, raw: &str, line: usize, problems: &mut Vec<Problem>) {
        if let Some((values, id)) = text.split_once("Result ID:") {
            let id = id.trim().trim_end_matches('.').trim();
            if self.result_id.is_some() {
                problems.push(Problem::at(
                    line,
                    format!("the section `{}` gives a second result id", self.method),
                ));
            }
            self.result_id = (!id.is_empty()).then(|| id.to_owned());
            self.values = Some(values.trim().to_owned());
        }
        if let Some(at) = raw.find(CONFIGURATION) {
            match configuration(&raw[at + CONFIGURATION.len()..]) {
                Ok(config) => self.config = config,
                Err(what) => problems.push(
                    Problem::at(line, format!("the configuration of `{}` is not JSON: {what}", self.method))
                        .help("write it as a JSON object, {\"Backbone\":\"ResNet50\"}")
                        .excerpt(raw.trim()),
                ),
            }
        }
        // before the configuration's words could be mistaken for the record's own
        let words = text.rsplit('}').next().unwrap_or(text);
        if words.contains("not assert independent reproduction") {
            self.reproduced = Some(false);
        } else if words.contains("asserts independent reproduction") {
            self.reproduced = Some(true);
        }
    }

    /// Checks that this section and a row of the results table speak of one result.
    pub(super) fn check_row(
        &self,
        line: usize,
        row: &[String],
        header: &[String],
        metrics: &[usize],
        paper: Option<usize>,
        problems: &mut Vec<Problem>,
    ) {
        let help = "the table and its sections belong together in order: fetch the page again";
        if row[0] != self.method {
            let what =
                format!("the row says `{}`, its section (line {}) says `{}`", row[0], self.line, self.method);
            problems.push(Problem::at(line, what).help(help));
            return;
        }
        for &at in metrics {
            let found = self.value(&header[at]);
            let same = match &found {
                Some(value) if *value == row[at] => true,
                Some(value) => match (value.parse::<Decimal>(), row[at].parse::<Decimal>()) {
                    (Ok(a), Ok(b)) => a == b,
                    _ => false,
                },
                None => metrics.len() > 1,
            };
            if !same {
                let section = found.map_or("no value".to_owned(), |v| format!("`{v}`"));
                let what = format!(
                    "`{}` has {} `{}` in the table and {section} in its section (line {})",
                    self.method, header[at], row[at], self.line
                );
                problems.push(Problem::at(line, what).help(help));
            }
        }
        if let (Some(paper), Some(report)) = (paper.map(|p| &row[p]), &self.report)
            && paper != report
            && !paper.eq_ignore_ascii_case("not recorded")
        {
            let what = format!(
                "`{}` is reported by `{paper}` in the table and by `{report}` in its section",
                self.method
            );
            problems.push(Problem::at(line, what).help(help));
        }
    }

    /// The value that the section gives for a metric.
    fn value(&self, metric: &str) -> Option<String> {
        let values = self.values.as_deref()?;
        let start = format!("{metric}: ");
        let at = values
            .match_indices(&start)
            .find(|(at, _)| *at == 0 || values[..*at].ends_with(". "))
            .map(|(at, _)| at + start.len())?;
        let rest = &values[at..];
        // a value ends at the sentence's full stop, which is followed by a blank or the end
        let end = rest.find(". ").unwrap_or_else(|| rest.trim_end().trim_end_matches('.').len());
        Some(rest[..end].trim().to_owned())
    }
}

/// `https://host/paper/68fa.md` as `68fa`.
fn last_segment(url: &str) -> String {
    let end = url.split(['?', '#']).next().unwrap_or(url).trim_end_matches('/');
    let last = end.rsplit('/').next().unwrap_or(end);
    last.strip_suffix(".md").unwrap_or(last).to_owned()
}

/// The JSON object at the start of a text, as it stands there; `None` for `null`.
fn configuration(text: &str) -> Result<Option<String>, String> {
    let parse = |text: &str| {
        let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Box<RawValue>>();
        match stream.next() {
            Some(Ok(raw)) => Ok(raw.get().to_owned()),
            Some(Err(error)) => Err(error.to_string()),
            None => Err("nothing follows the colon".to_owned()),
        }
    };
    let text = text.trim_start();
    // Markdown may have escaped characters of the JSON
    let raw = parse(text).or_else(|error| parse(&unescape(text)).map_err(|_| error))?;
    if raw == "null" {
        return Ok(None);
    }
    if !raw.starts_with('{') {
        return Err(format!("`{raw}` is not an object"));
    }
    serde_json::from_str::<Object>(&raw).map_err(|e| e.to_string())?;
    Ok(Some(raw))
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(next) if c == '\\' && next.is_ascii_punctuation() && *next != '"' && *next != '\\' => {}
            _ => out.push(c),
        }
    }
    out
}
