//! The figures of the example's tests, known from other programs and by counting.

use likewise::cli::Exit;

use crate::support::{Folder, done, example, json, likewise};

fn near(got: &serde_json::Value, want: f64, tolerance: f64) {
    let got = got.as_f64().unwrap();
    assert!((got - want).abs() <= tolerance, "{got} is not {want}");
}

#[test]
fn the_example() {
    let answer = json(&["test", &example("md")]);
    let test = &answer["result"][0];
    let friedman = &test["friedman"];
    near(&friedman["chi_squared"], 11.4667, 5e-5);
    near(&friedman["kendall_w"], 0.95556, 5e-6);
    near(&friedman["chi_squared_p"], 0.02179, 5e-6);
    near(&friedman["iman_davenport"]["f"], 43.0, 1e-9);
    near(&friedman["iman_davenport"]["p"], 1.8816e-5, 5e-10);
    near(&test["critical_difference"], 3.52154, 5e-6);
    let out = done(&["test", "-q", &example("md")]);
    assert!(out.contains("p 0.0009028 exact (13/14400)"), "{out}");
    let pair = |a: &str, b: &str| {
        let all = test["pairs"].as_array().unwrap();
        all.iter().find(|p| p["better"]["name"] == a && p["other"]["name"] == b).unwrap().clone()
    };
    near(&pair("HEM-", "LN")["signed_rank"]["p"], 0.75, 1e-12);
    near(&pair("HEM-", "DICE")["signed_rank"]["p"], 0.25, 1e-12);
    let told_apart: Vec<String> = test["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|p| p["nemenyi"].as_f64().unwrap() <= 0.05)
        .map(|p| format!("{} {}", p["better"]["name"], p["other"]["name"]))
        .collect();
    assert_eq!(told_apart, ["\"HEM-\" \"DICE\""]);
    assert_eq!(
        test["sentence"],
        "HEM- has the best mean rank (1.33); only DICE differs from it (Nemenyi, alpha 0.05, CD 3.52)."
    );
}

#[test]
fn what_can_not_be_reached_is_said_first() {
    let out = done(&["test", "-q", &example("md")]);
    let (reach, sentence) = (out.find("no pair can reach").unwrap(), out.find("best mean rank").unwrap());
    assert!(reach < sentence);
    insta::assert_snapshot!("test", out);
}

#[test]
fn the_winner_goes_by_the_direction() {
    let folder = Folder::new();
    let csv = "method,b,metric,direction,value\nA,r,err,lower,1\nB,r,err,lower,2\nA,s,err,lower,3\nB,s,err,lower,5\n";
    let answer = json(&["test", &folder.file("x.csv", csv)]);
    let pair = &answer["result"][0]["pairs"][0];
    assert_eq!(pair["better"]["name"], "A");
    near(&pair["signed_rank"]["rank_biserial"], 1.0, 1e-12);
}

#[test]
fn what_is_too_little_is_said() {
    let folder = Folder::new();
    let one = folder.file("one.csv", "method,b,AUROC\nA,r,1\nB,r,2\n");
    let ran = likewise(&["test", "-q", &one]);
    assert_eq!(ran.exit, Exit::Usage);
    assert!(ran.err.contains("at least 2 blocks"), "{}", ran.err);
    let level = likewise(&["test", "-q", "--alpha", "1.5", &example("md")]);
    assert_eq!(level.exit, Exit::Usage);
    let equal = folder.file("equal.csv", "method,b,AUROC\nA,r,1\nB,r,1\nA,s,2\nB,s,2\n");
    let out = done(&["test", "-q", &equal]);
    assert!(out.contains("A and B share the best mean rank (1.50)") && !out.contains("NaN"), "{out}");
}
