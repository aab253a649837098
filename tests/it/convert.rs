//! Results written in each format read back the same.

use likewise::ingest::{Options, read_bytes, read_paths};
use likewise::{ExportFormat, export};

use crate::support::{Folder, Page, done, entry, example, likewise, results};
use likewise::cli::Exit;

const FORMATS: [(ExportFormat, &str); 4] = [
    (ExportFormat::Csv, "csv"),
    (ExportFormat::Json, "json"),
    (ExportFormat::JsonLines, "jsonl"),
    (ExportFormat::Parquet, "parquet"),
];

fn returns(original: &likewise::Results) {
    for (format, ending) in FORMATS {
        let bytes = export(original, format).unwrap();
        let back = read_bytes(&format!("x.{ending}"), bytes.clone(), &Options::default()).unwrap();
        assert!(
            back.frame().equals_missing(original.frame()),
            "{ending}\n{:?}\n{:?}",
            original.frame(),
            back.frame()
        );
        assert_eq!(export(&back, format).unwrap(), bytes, "{ending}: the second writing differs");
    }
}

#[test]
fn the_example_in_every_format() {
    returns(&read_paths(&[example("md")], &Options::default()).unwrap());
}

#[test]
fn texts_that_formats_could_break() {
    let csv = "method,backbone,size,AUROC,stderr,note\n\"a,b\"\"c\",R 50,007,1.50,0.1,\"two\nlines\"\n\
               =cmd(),\"'R50\",7,-2.0e1,,ünï 漢\nnull,true,1.0,3,,NaN\n";
    returns(&results(csv));
}

#[test]
fn configurations_keep_their_types() {
    let entries = vec![
        entry("A", "1", r#"{"size":224,"tta":false,"tags":["x","y"],"deep":{"k":null,"v":1.50}}"#),
        entry("B", "2", r#"{"size":"224","tta":true}"#),
    ];
    let text = Page::new("AUROC", "PERCENT", "Higher is better", entries).text();
    returns(&read_bytes("page.md", text.into_bytes(), &Options::default()).unwrap());
}

#[test]
fn the_ending_says_the_format_and_an_input_is_never_overwritten() {
    let folder = Folder::new();
    let csv = folder.file("x.csv", "method,backbone,AUROC\nA,r,1\n");
    let out = folder.path("y.parquet").display().to_string();
    done(&["convert", "-q", &csv, "-o", &out]);
    assert!(std::fs::read(&out).unwrap().starts_with(b"PAR1"));
    let ran = likewise(&["convert", "-q", &csv, "-o", &csv]);
    assert_eq!(ran.exit, Exit::Failed);
    assert!(ran.err.contains("never overwritten"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&csv).unwrap(), "method,backbone,AUROC\nA,r,1\n");
    assert_eq!(likewise(&["convert", "-q", &csv]).exit, Exit::Usage);
    assert_eq!(folder.names(), ["x.csv", "y.parquet"]);
}
