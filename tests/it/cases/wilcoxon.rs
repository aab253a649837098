//! The signed-rank test of a pair: zeros, ties, and which row belongs to which.

use super::{answer, near};

/// Two columns that agree everywhere differ in nothing (scipy 6805, 6398): p is 1.
#[test]
fn equal_columns() {
    let rows = "set,A,B\na,10.1,10.10\nb,20.2,20.2\nc,30.3,30.3\nd,5,5.0\ne,7,7\nf,8,8\n";
    let answer = answer(rows, "test --wide --metric score --direction higher");
    let test = &answer["result"][0];
    near(&test["pairs"][0]["signed_rank"]["p"], 1.0);
    near(&test["pairs"][0]["nemenyi"], 1.0);
    near(&test["friedman"]["p"]["Exact"]["p"], 1.0);
    assert!(test["pairs"][0]["signed_rank"]["rank_biserial"].is_null());
}

/// As many wins as losses of one printed size, and ties (scipy 10223): p is 1. In binary 0.30 - 0.29 and
/// 0.29 - 0.28 differ.
#[test]
fn mirror_images() {
    let mut csv = "set,A,B\n".to_owned();
    for i in 0..9 {
        csv += &format!("up{i},0.30,0.29\nsame{i},0.29,0.29\nequal{i},0.29,0.290\ndown{i},0.28,0.29\n");
    }
    let answer = answer(&csv, "test --wide --metric score --direction higher");
    let pair = &answer["result"][0]["pairs"][0];
    near(&pair["signed_rank"]["p"], 1.0);
    near(&pair["signed_rank"]["rank_biserial"], 0.0);
    near(&pair["exact"], 1.0);
}

/// Rows pair by their fold, in whatever order they come (scikit-posthocs 59). By hand: differences P - Q
/// are -2, -1, -5, -3, 3, 4, so ranks up are 3.5 + 5 = 8.5 and down 12.5; sorting each side first would make
/// all six differences one sign.
#[test]
fn pairs_by_fold() {
    let rows = [
        "P,f1,50", "Q,f1,52", "P,f2,40", "Q,f2,41", "P,f3,30", "Q,f3,35", "P,f4,20", "Q,f4,23", "P,f5,14",
        "Q,f5,11", "P,f6,60", "Q,f6,56",
    ];
    let table =
        |order: &[usize]| order.iter().fold("method,fold,score\n".to_owned(), |all, &i| all + rows[i] + "\n");
    let command = "test --direction higher";
    let sorted = answer(&table(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]), command);
    let shuffled = answer(&table(&[7, 2, 11, 9, 0, 4, 1, 10, 3, 8, 6, 5]), command);
    assert_eq!(sorted["result"], shuffled["result"]);
    let test = &shuffled["result"][0]["pairs"][0]["signed_rank"];
    near(&test["rank_biserial"], 4.0 / 21.0); // Q, the better one, has 12.5 of 21
    // the share of the 64 sign patterns at least as far from the middle, 10.5
    let ranks = [2.0, 1.0, 6.0, 3.5, 3.5, 5.0];
    let far = (0..64u32)
        .filter(|signs| {
            let up: f64 = ranks.iter().enumerate().filter(|(i, _)| signs >> i & 1 == 1).map(|(_, r)| r).sum();
            (up - 10.5f64).abs() >= 2.0
        })
        .count();
    near(&test["p"], far as f64 / 64.0);
}
