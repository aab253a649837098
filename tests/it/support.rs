//! Running the program in process, files to run it on, and leaderboard pages made to order.

use std::ffi::OsString;
use std::path::PathBuf;

use likewise::cli::{Console, Exit, run};
use likewise::ingest::{Options, read_text};
use likewise::{Policy, Results, Study};
use tempfile::TempDir;

/// What a run printed, and how it ended.
#[derive(Debug)]
pub struct Ran {
    pub out: String,
    pub err: String,
    pub exit: Exit,
}

/// Runs `likewise` with these arguments.
pub fn likewise<S: AsRef<str>>(args: &[S]) -> Ran {
    wrapped(args, 100)
}

/// Runs it with texts wrapped at a width; at a large one, paths of any length change no line.
pub fn wrapped<S: AsRef<str>>(args: &[S], width: usize) -> Ran {
    let args = std::iter::once("likewise").chain(args.iter().map(AsRef::as_ref)).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::plain(&mut out, &mut err);
    console.width = width;
    let exit = run(args, &mut console);
    Ran { out: String::from_utf8(out).unwrap(), err: String::from_utf8(err).unwrap(), exit }
}

/// Runs it and gives what it printed; it must end well.
pub fn done<S: AsRef<str>>(args: &[S]) -> String {
    let ran = likewise(args);
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    ran.out
}

/// Runs it with `--format json` and gives the result.
pub fn json<S: AsRef<str>>(args: &[S]) -> serde_json::Value {
    let mut all: Vec<&str> = args.iter().map(AsRef::as_ref).collect();
    all.extend(["--format", "json", "-q"]);
    serde_json::from_str(&done(&all)).unwrap()
}

/// The example's page, from wherever the tests are run.
pub fn example(ending: &str) -> String {
    format!("{}/data/imagenet-1k-ood.{ending}", env!("CARGO_MANIFEST_DIR"))
}

/// A folder of its own for a test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path.display().to_string()
    }

    /// The text with this folder's path as `DIR`.
    pub fn neutral(&self, text: &str) -> String {
        text.replace(&self.0.path().display().to_string(), "DIR")
    }

    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.0.path())
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

/// Results from CSV text.
pub fn results(csv: &str) -> Results {
    read_text("x.csv", csv, &Options::default()).unwrap()
}

/// A study of CSV text under the default policy.
pub fn study(csv: &str) -> Study {
    Study::new(&results(csv), &Policy::default()).unwrap()
}

/// A result on a page: method, value, configuration, date, report, origin, reproduced.
#[derive(Clone)]
pub struct Entry {
    pub method: &'static str,
    pub value: &'static str,
    pub config: Option<&'static str>,
    pub date: &'static str,
    pub report: char,
    pub origin: Option<char>,
    pub reproduced: bool,
}

/// An entry with nothing particular.
pub fn entry(method: &'static str, value: &'static str, config: &'static str) -> Entry {
    Entry {
        method,
        value,
        config: Some(config),
        date: "Not recorded",
        report: 'a',
        origin: None,
        reproduced: false,
    }
}

/// A leaderboard page in the layout that the example has.
pub struct Page {
    pub metric: &'static str,
    pub unit: &'static str,
    pub direction: &'static str,
    pub metrics: Vec<&'static str>,
    pub loaded: &'static str,
    pub footer: &'static str,
    pub entries: Vec<Entry>,
}

impl Page {
    pub fn new(
        metric: &'static str,
        unit: &'static str,
        direction: &'static str,
        entries: Vec<Entry>,
    ) -> Self {
        Self { metric, unit, direction, metrics: Vec::new(), loaded: "", footer: "", entries }
    }

    pub fn text(&self) -> String {
        let n = self.entries.len();
        let loaded = if self.loaded.is_empty() { format!("{n} of {n}") } else { self.loaded.to_owned() };
        let mut out = format!(
            "# Toy Task on ToySet\n\nData updated: 2026-01-02T03:04:05.678Z\n\n| Scope | Recorded value |\n| --- | --- |\n\
             | Task | Toy Task |\n| Dataset (including any stated split) | ToySet (test) |\n| Metric | {} |\n| Unit | {} |\n\
             | Direction | {} |\n| Results loaded | {loaded} |\n\n## Metrics\n\n",
            self.metric, self.unit, self.direction
        );
        let own = format!("{}: {}; unit: {}.", self.metric, self.direction, self.unit);
        for metric in self.metrics.iter().copied().chain([own.as_str()]) {
            out += &format!("- {metric}\n");
        }
        out += &format!(
            "\n## Recorded results\n\n| Method | {} | Result date | Report paper |\n| --- | --- | --- | --- |\n",
            self.metric
        );
        for e in &self.entries {
            out += &format!("| {} | {} | {} | {} |\n", e.method, e.value, e.date, paper(e.report));
        }
        for (at, e) in self.entries.iter().enumerate() {
            out += &format!("\n### {}\n\n{}: {}. Result ID: b{at:023}.\n\n", e.method, self.metric, e.value);
            out += &format!("[Reporting paper](<https://example.invalid/paper/{}.md>)\n\n", paper(e.report));
            if let Some(origin) = e.origin {
                out += &format!(
                    "[Method origin paper](<https://example.invalid/paper/{}.md>)\n\n",
                    paper(origin)
                );
            }
            let asserts = if e.reproduced { "asserts" } else { "does not assert" };
            match e.config {
                Some(config) => {
                    out += &format!(
                        "Recorded evaluation configuration: {config}. This record {asserts} independent reproduction.\n"
                    )
                }
                None => out += &format!("This record {asserts} independent reproduction.\n"),
            }
        }
        out += &format!("\n{}\n", self.footer);
        out
    }
}

fn paper(letter: char) -> String {
    letter.to_string().repeat(24)
}
