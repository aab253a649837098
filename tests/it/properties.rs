//! Laws that hold for any results.

use likewise::stats::Ties;
use likewise::{AcrossBlocks, CompleteBlocks};
use likewise::{Force, InsideBlocks, Policy, Pooled, Study, check, mean_ranks, rank, spread};
use proptest::prelude::*;

use crate::support::results;

/// A complete table of hundredths: rows of (method, block, hundredths).
fn table() -> impl Strategy<Value = Vec<(usize, usize, i32)>> {
    (1usize..6, 1usize..5).prop_flat_map(|(k, n)| {
        // a narrow range, so that ties happen
        prop::collection::vec(-30i32..30, k * n).prop_map(move |values| {
            values.into_iter().enumerate().map(|(at, v)| (at % k, at / k, v)).collect()
        })
    })
}

fn csv(rows: &[(usize, usize, i32)], direction: &str, sign: i32, name: impl Fn(usize) -> String) -> String {
    let mut out = String::from("method,backbone,metric,direction,value\n");
    for (m, b, v) in rows {
        let v = v * sign;
        let text = format!("{}{}.{:02}", if v < 0 { "-" } else { "" }, v.abs() / 100, v.abs() % 100);
        out += &format!("{},b{b},score,{direction},{text}\n", name(*m));
    }
    out
}

/// Block, method and the rank that is shown.
fn ranks(csv: &str) -> Vec<(String, String, f64)> {
    let study = Study::new(&results(csv), &Policy::default()).unwrap();
    let mut all: Vec<(String, String, f64)> = rank(&check(study, InsideBlocks).unwrap(), Ties::Min)
        .iter()
        .flat_map(|r| &r.blocks)
        .flat_map(|b| b.entries.iter().map(|e| (b.block.label().to_owned(), e.subject.name.clone(), e.rank)))
        .collect();
    all.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_rows_changes_no_answer(rows in table(), seed in any::<u64>()) {
        let mut shuffled = rows.clone();
        let mut state = seed | 1;
        for at in (1..shuffled.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            shuffled.swap(at, (state >> 33) as usize % (at + 1));
        }
        let (a, b) = (csv(&rows, "higher", 1, |m| format!("m{m}")), csv(&shuffled, "higher", 1, |m| format!("m{m}")));
        let answers = |csv: &str| {
            let study = Study::new(&results(csv), &Policy::default()).unwrap();
            // the row that a number comes from is the one thing that may change
            let drop_rows = |text: String| text.split("row: ").map(|p| p.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned()).collect::<String>();
            (
                drop_rows(format!("{:?}", rank(&check(study.clone(), InsideBlocks).unwrap(), Ties::Min))),
                format!("{:?}", mean_ranks(&check(study.clone(), CompleteBlocks::default()).unwrap())),
                format!("{:?}", spread(&check(study, AcrossBlocks).unwrap())),
            )
        };
        prop_assert_eq!(answers(&a), answers(&b));
    }

    #[test]
    fn other_names_keep_the_ranks(rows in table()) {
        let a = ranks(&csv(&rows, "higher", 1, |m| format!("m{m}")));
        let mut b: Vec<(String, String, f64)> = ranks(&csv(&rows, "higher", 1, |m| format!("z{}", 9 - m)))
            .into_iter()
            .map(|(block, name, rank)| (block, format!("m{}", 9 - name[1..].parse::<usize>().unwrap()), rank))
            .collect();
        b.sort_by(|x, y| x.0.cmp(&y.0).then_with(|| x.1.cmp(&y.1)));
        prop_assert_eq!(a, b);
    }

    #[test]
    fn turning_direction_and_sign_changes_nothing(rows in table()) {
        let name = |m: usize| format!("m{m}");
        prop_assert_eq!(ranks(&csv(&rows, "higher", 1, name)), ranks(&csv(&rows, "lower", -1, name)));
    }

    #[test]
    fn ranks_agree_with_counting(rows in table()) {
        let got = ranks(&csv(&rows, "higher", 1, |m| format!("m{m}")));
        for (block, method, rank) in got {
            let own = rows.iter().find(|(m, b, _)| format!("m{m}") == method && format!("b{b}") == block).unwrap();
            let better = rows.iter().filter(|(_, b, v)| *b == own.1 && *v > own.2).count();
            prop_assert_eq!(rank, (better + 1) as f64);
        }
    }

    #[test]
    fn a_refusal_is_passed_only_by_forcing_its_key(rows in table(), key in "[a-z]{1,8}") {
        let study = Study::new(&results(&csv(&rows, "higher", 1, |m| format!("m{m}"))), &Policy::default()).unwrap();
        let blocks = rows.iter().map(|r| r.1).max().unwrap() + 1;
        match check(study, Pooled::default()) {
            Ok(comparable) => {
                prop_assert_eq!(blocks, 1);
                prop_assert!(!comparable.basis().is_forced());
            }
            Err(refusal) => {
                prop_assert!(blocks > 1);
                if key != "backbone" {
                    prop_assert!(refusal.clone().force(&Force::Keys(vec![key]), None).is_err());
                }
                let forced = refusal.force(&Force::All, None).unwrap();
                prop_assert!(forced.basis().is_forced());
            }
        }
    }
}
