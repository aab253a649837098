//! Leaderboard pages beyond the example's: what each must be read as.

use likewise::cli::Exit;

use crate::support::{Entry, Folder, Page, done, entry, json, likewise};

fn ranked(page: &Page, more: &[&str]) -> serde_json::Value {
    let folder = Folder::new();
    let file = folder.file("page.md", page.text());
    let mut args = vec!["rank", file.as_str()];
    args.extend(more);
    json(&args)
}

fn first_in_blocks(answer: &serde_json::Value) -> Vec<(String, String)> {
    let blocks = answer["result"][0]["blocks"].as_array().unwrap();
    let name = |b: &serde_json::Value| b["entries"][0]["subject"]["name"].as_str().unwrap().to_owned();
    blocks.iter().map(|b| (b["block"].to_string(), name(b))).collect()
}

#[test]
fn lower_is_better_and_negative_numbers() {
    let entries = vec![
        entry("M1", "-7.1", r#"{"Scoring":"v1"}"#),
        entry("M2", "-6.8", r#"{"Scoring":"v1"}"#),
        entry("M3", "-2.8", r#"{"Scoring":"v1"}"#),
    ];
    let mut page = Page::new("Vina", "KCAL_PER_MOL", "Lower is better", entries);
    page.metrics =
        vec!["PB-Valid: Higher is better; unit: PERCENT.", "Strain: Lower is better; unit: Not recorded."];
    let answer = ranked(&page, &[]);
    assert_eq!(first_in_blocks(&answer), [(r#"{"Scoring":"v1"}"#.to_owned(), "M1".to_owned())]);
    assert_eq!(answer["result"][0]["protocol"]["direction"], "lower");
    assert_eq!(answer["result"][0]["protocol"]["unit"], "KCAL_PER_MOL");
}

#[test]
fn the_order_of_keys_in_a_configuration_says_nothing() {
    let entries = vec![
        entry("P1", "0.35", r#"{"Horizon":"3s","Ego status":"no"}"#),
        entry("P2", "0.33", r#"{"Horizon":"1s","Ego status":"no"}"#),
        entry("P1", "0.29", r#"{"Horizon":"3s","Ego status":"yes"}"#),
        entry("P3", "0.41", r#"{"Ego status":"no","Horizon":"3s"}"#),
    ];
    let answer = ranked(&Page::new("L2", "METRE", "Lower is better", entries), &[]);
    let blocks = answer["result"][0]["blocks"].as_array().unwrap();
    let sizes: Vec<usize> = blocks.iter().map(|b| b["entries"].as_array().unwrap().len()).collect();
    assert_eq!(sizes, [1, 2, 1]);
    assert_eq!(blocks[1]["block"], serde_json::json!({"Ego status": "no", "Horizon": "3s"}));
    let why = answer["result"][0]["why_blocks"].as_str().unwrap();
    assert!(why.contains("Ego status, Horizon differ"), "{why}");
}

#[test]
fn a_nested_configuration_becomes_keys_with_a_path() {
    let entries = vec![
        entry("A", "1", r#"{"model":{"backbone":"R50","size":224},"tta":false}"#),
        entry("B", "2", r#"{"tta":false,"model":{"size":224,"backbone":"R50"}}"#),
        entry("C", "3", r#"{"tta":true,"model":{"size":224,"backbone":"R50"}}"#),
    ];
    let answer = ranked(&Page::new("Accuracy", "PERCENT", "Higher is better", entries), &[]);
    let blocks = answer["result"][0]["blocks"].as_array().unwrap();
    assert_eq!(blocks.len(), 2);
    assert_eq!(blocks[0]["block"]["model.backbone"], "R50");
}

#[test]
fn absent_null_and_empty_are_all_unknown() {
    let mut entries = vec![
        entry("D1", "50.2", r#"{"Backbone":"R50"}"#),
        entry("D2", "51.9", "{}"),
        entry("D3", "48.8", r#"{"Backbone":null}"#),
        entry("D1", "47.0", r#"{"Backbone":""}"#),
    ];
    entries[1].config = None;
    let answer = ranked(&Page::new("AP", "PERCENT", "Higher is better", entries), &[]);
    let unplaced = answer["result"][0]["unplaced"].as_array().unwrap();
    let names: Vec<&str> = unplaced.iter().map(|u| u["value"].as_str().unwrap()).collect();
    assert_eq!(names, ["51.9", "48.8", "47.0"]);
    assert_eq!(first_in_blocks(&answer)[0].1, "D1");
}

#[test]
fn a_partial_page_says_so_in_every_output() {
    let entries = vec![entry("A", "91.0", r#"{"Shots":"5"}"#), entry("B", "90.5", r#"{"Shots":"5"}"#)];
    let mut page = Page::new("Accuracy", "PERCENT", "Higher is better", entries);
    page.loaded = "2 of 8";
    page.footer = "Page 1 of 3. This is an index page, not the full collection.";
    let folder = Folder::new();
    let file = folder.file("page.md", page.text());
    let out = folder.neutral(&done(&["rank", "-q", &file]));
    assert!(out.contains("says that it holds 2 of 8 results and is page 1 of 3"), "{out}");
    assert!(json(&["audit", &file])["result"].as_array().unwrap().iter().any(|f| f["code"] == "D008"));
}

#[test]
fn reproductions_conflicts_and_repeats() {
    let config = r#"{"Index":"flat"}"#;
    let entries = vec![
        Entry { report: 'p', origin: Some('p'), ..entry("X", "0.512", config) },
        Entry { report: 'q', origin: Some('p'), reproduced: true, ..entry("X", "0.498", config) },
        Entry { report: 'q', ..entry("Y", "0.512", config) },
        Entry { report: 'q', ..entry("Y", "0.512", config) },
    ];
    let page = Page::new("nDCG@10", "FRACTION", "Higher is better", entries);
    let folder = Folder::new();
    let file = folder.file("page.md", page.text());
    assert_eq!(likewise(&["rank", "-q", &file]).exit, Exit::Refused);
    let found = json(&["audit", &file]);
    let codes: Vec<&str> =
        found["result"].as_array().unwrap().iter().map(|f| f["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"D006") && codes.contains(&"D007"), "{codes:?}");
    assert!(!codes.contains(&"D014"), "one result is reproduced: {codes:?}");
}

#[test]
fn one_name_from_two_papers_is_two_methods() {
    let config = r#"{"Backbone":"R50"}"#;
    let entries = vec![
        Entry { origin: Some('p'), ..entry("DICE", "60", config) },
        Entry { origin: Some('q'), ..entry("DICE", "70", config) },
    ];
    let answer = ranked(&Page::new("AUROC", "PERCENT", "Higher is better", entries), &[]);
    assert_eq!(answer["result"][0]["blocks"][0]["entries"].as_array().unwrap().len(), 2);
}

#[test]
fn sections_are_joined_in_their_order_when_names_and_values_repeat() {
    let entries = vec![
        entry("A", "5", r#"{"b":"r"}"#),
        entry("A", "5", r#"{"b":"s"}"#),
        entry("B", "4", r#"{"b":"s"}"#),
    ];
    let answer = ranked(&Page::new("AUROC", "PERCENT", "Higher is better", entries), &[]);
    let blocks = answer["result"][0]["blocks"].as_array().unwrap();
    assert_eq!(
        (blocks[0]["entries"].as_array().unwrap().len(), blocks[1]["entries"].as_array().unwrap().len()),
        (1, 2)
    );
}
