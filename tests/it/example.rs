//! The figures that the example must give, computed by hand or with other programs from its 15 numbers.

use crate::support::{done, example, json, wrapped};

/// Each block's order and printed values.
#[test]
fn rankings_of_the_three_backbones() {
    let expected = [
        (
            "ResNet50",
            [("LN", "85.53"), ("HEM-", "81.77"), ("CE", "72.88"), ("MM", "60.5"), ("DICE", "43.83")],
        ),
        ("SwinT", [("HEM-", "85.09"), ("LN", "78.09"), ("CE", "74.95"), ("MM", "54.16"), ("DICE", "51.34")]),
        (
            "ViT-B/16",
            [("HEM-", "67.12"), ("LN", "64.3"), ("CE", "62.64"), ("MM", "56.75"), ("DICE", "38.17")],
        ),
    ];
    for ending in ["md", "csv", "json"] {
        let answer = json(&["rank", &example(ending)]);
        let blocks = answer["result"][0]["blocks"].as_array().unwrap();
        assert_eq!(blocks.len(), 3, "{ending}");
        for (block, (name, order)) in blocks.iter().zip(expected) {
            assert_eq!(block["block"]["Backbone"], name);
            for (at, (entry, (method, value))) in
                block["entries"].as_array().unwrap().iter().zip(order).enumerate()
            {
                assert_eq!(entry["subject"]["name"], method, "{ending} {name}");
                assert_eq!(entry["value"]["shown"], value);
                assert_eq!(entry["rank"], (at + 1) as f64);
            }
        }
    }
}

#[test]
fn gaps_to_the_best_are_exact() {
    let answer = json(&["rank", &example("md")]);
    let gaps: Vec<&str> = answer["result"][0]["blocks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|b| b["entries"][2]["gap_to_best"]["shown"].as_str().unwrap())
        .collect();
    assert_eq!(gaps, ["12.65", "10.14", "4.48"]);
}

#[test]
fn mean_ranks() {
    let answer = json(&["rank", "--across", &example("md")]);
    let got: Vec<(String, f64)> = answer["result"][0]["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| (e["subject"]["name"].as_str().unwrap().to_owned(), e["mean_rank"].as_f64().unwrap()))
        .collect();
    let want = [("HEM-", 4.0 / 3.0), ("LN", 5.0 / 3.0), ("CE", 3.0), ("MM", 4.0), ("DICE", 5.0)];
    for ((name, rank), (n, r)) in got.iter().zip(want) {
        assert_eq!(name, n);
        assert!((rank - r).abs() < 1e-15);
    }
}

#[test]
fn spreads_and_the_additive_fit() {
    let answer = json(&["spread", &example("md")]);
    let spread = &answer["result"][0];
    let subject = |name: &str| {
        spread["subjects"].as_array().unwrap().iter().find(|s| s["subject"]["name"] == name).unwrap()
    };
    for (name, range, sd) in [
        ("LN", "21.23", 10.7721),
        ("HEM-", "17.97", 9.5618),
        ("DICE", "13.17", 6.6066),
        ("CE", "12.31", 6.5914),
        ("MM", "6.34", 3.1876),
    ] {
        assert_eq!(subject(name)["range"]["shown"], range);
        assert!((subject(name)["sd"].as_f64().unwrap() - sd).abs() < 5e-5, "{name}");
    }
    let effects: Vec<f64> =
        spread["effects"].as_array().unwrap().iter().map(|e| e["effect"].as_f64().unwrap()).collect();
    for (got, want) in effects.iter().zip([3.7607, 3.5847, -7.3453]) {
        assert!((got - want).abs() < 5e-5);
    }
    let residual = |method: &str, block: &str| {
        let all = spread["residuals"].as_array().unwrap();
        let found =
            all.iter().find(|r| r["subject"]["name"] == method && r["block"]["Backbone"] == block).unwrap();
        found["residual"].as_f64().unwrap()
    };
    assert!((residual("LN", "ResNet50") - 5.796).abs() < 5e-4);
    assert!((residual("MM", "ViT-B/16") - 6.959).abs() < 5e-4);
}

/// Brute force over the 15 numbers as printed in `data/README.md`'s page: pairs of different backbones in
/// which the one list says the opposite of both blocks.
#[test]
fn contradicting_pairs_by_brute_force() {
    let methods = ["CE", "LN", "MM", "DICE", "HEM-"];
    let table = [
        [72.88, 85.53, 60.5, 43.83, 81.77],
        [74.95, 78.09, 54.16, 51.34, 85.09],
        [62.64, 64.3, 56.75, 38.17, 67.12],
    ];
    let (mut pairs, mut against) = (0, 0);
    for b1 in 0..3 {
        for b2 in 0..3 {
            for m1 in 0..methods.len() {
                for m2 in 0..methods.len() {
                    if b1 >= b2 || m1 == m2 {
                        continue;
                    }
                    pairs += 1;
                    let list: f64 = table[b1][m1] - table[b2][m2];
                    let (first, second) = (table[b1][m1] - table[b1][m2], table[b2][m1] - table[b2][m2]);
                    against += i32::from(list * first < 0.0 && list * second < 0.0);
                }
            }
        }
    }
    assert_eq!((pairs, against), (60, 5));
    let found = json(&["audit", &example("md")]);
    let finding = found["result"].as_array().unwrap().iter().find(|f| f["code"] == "C006").unwrap();
    assert!(finding["message"].as_str().unwrap().starts_with("5 of 60 "), "{finding}");
}

#[test]
fn what_a_person_sees() {
    let page = example("md");
    insta::assert_snapshot!("rank", done(&["rank", "-q", &page]));
    insta::assert_snapshot!("rank_across", done(&["rank", "--across", "-q", &page]));
    insta::assert_snapshot!("spread", done(&["spread", "-q", &page]));
    insta::assert_snapshot!("compare", done(&["compare", "LN", "HEM-", "-q", &page]));
    insta::assert_snapshot!("rank_markdown", done(&["rank", "-q", "--format", "markdown", &page]));
    insta::assert_snapshot!("rank_latex", done(&["rank", "-q", "--format", "latex", &page]));
    insta::assert_snapshot!("rank_csv", done(&["rank", "-q", "--format", "csv", &page]));
    insta::assert_snapshot!("audit", wrapped(&["audit", "-q", &page], 1000).out.replace(&page, "PAGE"));
}

#[test]
fn the_same_bytes_each_time() {
    for command in ["rank", "spread", "audit"] {
        let first = done(&[command, "-q", &example("md")]);
        assert_eq!(first, done(&[command, "-q", &example("md")]));
    }
}
