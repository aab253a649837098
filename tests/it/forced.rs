//! A forced output says so, in every format, and forcing changes no number.

use likewise::cli::Exit;

use crate::support::{Folder, done, example, json, likewise};

const ARGS: [&str; 5] = ["rank", "--pooled", "--force", "--because", "a demo"];

fn forced(more: &[&str]) -> String {
    let page = example("md");
    let mut args: Vec<&str> = ARGS.to_vec();
    args.extend(["-q", page.as_str()]);
    args.extend(more);
    done(&args)
}

#[test]
fn the_notice_stands_first_in_every_text() {
    let notice = "FORCED, not like for like: Backbone differs (ResNet50, SwinT, ViT-B/16). Because: a demo.";
    assert!(forced(&[]).starts_with(notice));
    assert!(forced(&["--format", "markdown"]).starts_with(&format!("> [!WARNING]\n> **{notice}")));
    let latex = forced(&["--format", "latex"]);
    assert!(latex.lines().nth(1).is_some_and(|l| l.contains("FORCED, not like for like")), "{latex}");
    // a table row cut out of a CSV file still says so
    let csv = forced(&["--format", "csv"]);
    assert!(csv.lines().skip(1).all(|l| l.contains("FORCED, not like for like")), "{csv}");
}

#[test]
fn the_json_says_what_was_forced_and_why() {
    let mut args = ARGS.to_vec();
    let page = example("md");
    args.push(&page);
    let answer = json(&args);
    assert_eq!(answer["basis"]["kind"], "forced");
    assert_eq!(answer["basis"]["because"], "a demo");
    assert_eq!(answer["basis"]["broken"][0], "Backbone differs (ResNet50, SwinT, ViT-B/16)");
    assert!(answer["notice"].as_str().unwrap().starts_with("FORCED"));
    assert_eq!(json(&["rank", &page])["basis"]["kind"], "like-for-like");
}

#[test]
fn the_list_is_sorted_by_value_alone() {
    let page = example("md");
    let mut args = ARGS.to_vec();
    args.push(&page);
    let answer = json(&args);
    let values: Vec<f64> = answer["result"][0]["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["value"]["value"].as_f64().unwrap())
        .collect();
    assert_eq!(values.len(), 15);
    assert!(values.windows(2).all(|w| w[0] >= w[1]));
}

#[test]
fn force_without_a_refusal_is_said_and_marks_nothing() {
    let ran = likewise(&["rank", "--force", &example("md")]);
    assert_eq!(ran.exit, Exit::Done);
    assert!(ran.err.contains("nothing was refused"), "{}", ran.err);
    assert_eq!(ran.out, done(&["rank", "-q", &example("md")]));
}

#[test]
fn the_picture_carries_the_notice_and_is_refused_without_force() {
    let folder = Folder::new();
    let (svg, png) = (folder.path("x.svg").display().to_string(), folder.path("x.png").display().to_string());
    let page = example("md");
    let args = ["chart", "bars", "--pooled", "-q", page.as_str(), "-o", svg.as_str(), "-o", png.as_str()];
    assert_eq!(likewise(&args).exit, Exit::Refused);
    assert_eq!(folder.names(), Vec::<String>::new());
    let mut forced = args.to_vec();
    forced.push("--force");
    done(&forced);
    let text = std::fs::read_to_string(&svg).unwrap();
    assert!(text.contains(">FORCED, not like for like: Backbone differs"), "{text}");
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_report_that_forces_one_part_says_so_and_not_that_force_did_nothing() {
    let folder = Folder::new();
    let file = folder.file("holes.csv", "method,b,AUROC\nA,r,1\nB,r,2\nA,s,3\n");
    // without force the mean ranks alone are refused, in their place
    let out = done(&["report", "-q", &file]);
    assert!(out.contains("Refused, since this would not compare like with like"), "{out}");
    let ran = likewise(&["report", "--force", &file]);
    assert!(!ran.err.contains("nothing was refused"), "{}", ran.err);
    assert!(
        ran.out.starts_with("> [!WARNING]\n> **FORCED, not like for like: 1 cell missing"),
        "{}",
        ran.out
    );
    let lead = ran.out.split("## ").next().unwrap();
    assert!(lead.contains("Basis: forced") && !lead.contains("Basis: like for like"), "{lead}");
}

#[test]
fn forcing_unknown_configuration_names_it() {
    let folder = Folder::new();
    let file = folder.file("bare.csv", "method,AUROC\nA,1\nB,2\n");
    assert_eq!(likewise(&["rank", "-q", &file]).exit, Exit::Refused);
    let out = done(&["rank", "-q", "--force", &file]);
    assert!(
        out.starts_with("FORCED, not like for like: configuration is not recorded for 2 results"),
        "{out}"
    );
    // the user's word for it is another thing: said, not forced
    let out = done(&["rank", "-q", "--assume", "backbone=R50", &file]);
    assert!(!out.contains("FORCED") && out.contains("backbone") && out.contains("R50"), "{out}");
}
