//! Every code has a page and comes up on data made for it, and not on clean data.

use likewise::cli::Exit;
use likewise::{Policy, audit, codes};
use proptest::prelude::*;

use crate::support::{Entry, Folder, Page, done, entry, likewise, results};
use likewise::ingest::{Options, read_text};

fn found(csv: &str) -> Vec<&'static str> {
    audit(&results(csv), &Policy::default()).unwrap().iter().map(|f| f.code).collect()
}

fn on_page(page: &Page) -> Vec<&'static str> {
    let results = read_text("page.md", &page.text(), &Options::default()).unwrap();
    audit(&results, &Policy::default()).unwrap().iter().map(|f| f.code).collect()
}

/// Data that each code is about.
fn cases() -> Vec<(&'static str, Vec<&'static str>)> {
    let percent = |entries| Page::new("AUROC", "PERCENT", "Higher is better", entries);
    let flat = r#"{"b":"r"}"#;
    let mut partial = percent(vec![entry("A", "80", flat)]);
    partial.loaded = "1 of 9";
    vec![
        ("C001", found("method,b,AUROC\nA,r,80\nA,s,70\n")),
        ("C002", found("method,b,AUROC\nA,r,80\nB,,70\n")),
        ("C003", found("method,b,metric,value\nA,r,AUROC,80\nA,r,FPR95,20\n")),
        ("C004", found("method,b,AUROC\nA,r,80\nB,r,70\nA,s,60\n")),
        ("C005", found("method,b,AUROC\nA,r,80\nB,s,70\nC,t,60\n")),
        ("C006", found("method,b,AUROC\nA,r,80\nB,r,70\nA,s,65\nB,s,60\n")),
        ("C007", found("method,b,AUROC\nA,r,80\nB,r,70\nA,s,60\nB,s,65\n")),
        ("D001", found("method,b,metric,value\nA,r,zork,80\n")),
        ("D002", found("method,b,metric,direction,value\nA,r,AUROC,higher,80\nB,r,AUROC,lower,70\n")),
        ("D003", found("method,b,metric,unit,value\nA,r,AUROC,percent,80\nB,r,AUROC,fraction,0.7\n")),
        ("D004", found("method,b,metric,unit,value\nA,r,AUROC,percent,180\n")),
        ("D005", found("method,b,metric,unit,value\nA,r,AUROC,percent,49\n")),
        ("D006", found("method,b,AUROC\nA,r,80\nA,r,70\n")),
        ("D007", found("method,b,AUROC\nA,r,80\nA,r,80.0\n")),
        ("D008", on_page(&partial)),
        (
            "D009",
            on_page(&percent(vec![
                Entry { origin: Some('p'), ..entry("A", "80", flat) },
                Entry { origin: Some('q'), ..entry("A", "70", flat) },
            ])),
        ),
        ("D010", found("method,b,AUROC\nA,ResNet-50,80\nB,ResNet50,70\n")),
        ("D011", found("method,b,AUROC\nA,r,80\nB,r,\n")),
        ("D012", on_page(&percent(vec![entry("A", "80", flat), entry("B", "70", flat)]))),
        ("D013", on_page(&percent(vec![Entry { origin: Some('a'), ..entry("A", "80", flat) }]))),
        ("D014", on_page(&percent(vec![entry("A", "80", flat)]))),
        ("D015", on_page(&percent(vec![entry("A", "80", flat)]))),
        ("S001", found("method,b,AUROC\nA,r,80.12\nB,r,80.1\n")),
        ("S002", found("method,b,top1,top5\nA,r,80,90\nB,r,81,91\nC,r,80.5,92\nD,r,90,85\n")),
    ]
}

#[test]
fn every_code_has_data_that_it_is_found_on() {
    let cases = cases();
    for (code, found) in &cases {
        assert!(found.contains(code), "{code} is not among {found:?}");
    }
    let tested: Vec<&str> = cases.iter().map(|c| c.0).collect();
    for code in codes() {
        assert!(tested.contains(&code.code), "{} has no case", code.code);
    }
}

#[test]
fn clean_data_has_no_finding() {
    let csv = "method,b,metric,unit,value,date,report,reproduced\n\
               A,r,AUROC,percent,80.1,2026-01,p,true\nB,r,AUROC,percent,70.2,2026-02,q,false\n";
    assert_eq!(found(csv), Vec::<&str>::new());
}

#[test]
fn every_code_has_a_page() {
    for code in codes() {
        let page = done(&["explain", code.code]);
        for part in [code.name, "Why it matters", "What to do"] {
            assert!(page.contains(part), "{}", code.code);
        }
        assert_eq!(page, done(&["explain", &code.code.to_lowercase()]));
        assert_eq!(page, done(&["explain", code.name]));
    }
    assert_eq!(likewise(&["explain", "C999"]).exit, Exit::Usage);
    assert!(codes().iter().all(|c| done(&["explain"]).contains(c.code)));
}

#[test]
fn a_gate_ends_with_status_4() {
    let folder = Folder::new();
    let file = folder.file("x.csv", "method,b,metric,unit,value\nA,r,AUROC,percent,49\n");
    assert_eq!(likewise(&["audit", "-q", &file]).exit, Exit::Done);
    assert_eq!(likewise(&["audit", "-q", "--deny", "D005", &file]).exit, Exit::Gate);
    assert_eq!(likewise(&["audit", "-q", "--deny", "warning", &file]).exit, Exit::Gate);
    assert_eq!(likewise(&["audit", "-q", "--deny", "error", &file]).exit, Exit::Done);
    assert_eq!(likewise(&["audit", "-q", "--deny", "nonsense", &file]).exit, Exit::Usage);
}

#[test]
fn fractions_among_percentages_are_said() {
    let folder = Folder::new();
    let text = |lines: &str| format!("method,b,metric,value\n{lines}");
    let said = |name: &str, lines: &str| {
        let file = folder.file(name, text(lines));
        let audit = done(&["audit", "-q", "--direction", "higher", "--format", "csv", &file]);
        let rank = done(&["rank", "-q", "--direction", "higher", &file]);
        (audit.contains("mixed with percentages"), rank.contains("mixed with percentages"))
    };
    assert_eq!(said("a.csv", "A,r,AUROC,0.91\nB,r,AUROC,92.0\n"), (true, true));
    // 0 and 1 are ends of both scales; a latency has one; what is all above 1 or all below is not mixed
    assert_eq!(said("b.csv", "A,r,AUROC,1\nB,r,AUROC,92.0\nC,r,AUROC,0\n"), (false, false));
    assert_eq!(said("c.csv", "A,r,Latency,0.91\nB,r,Latency,92.0\n"), (false, false));
    assert_eq!(said("d.csv", "A,r,AUROC,0.91\nB,r,F1,92.0\n"), (false, false));
    let unit =
        folder.file("u.csv", "method,b,metric,unit,value\nA,r,AUROC,percent,0.91\nB,r,AUROC,percent,92.0\n");
    assert!(!done(&["rank", "-q", &unit]).contains("mixed"));
}

/// The parts of C006's message: contradictions, pairs, and the values of the pair that it names.
fn contradictions_found(csv: &str) -> Option<(usize, usize, f64, f64)> {
    let findings = audit(&results(csv), &Policy::default()).unwrap();
    let message = &findings.iter().find(|f| f.code == "C006")?.message;
    let mut words = message.split(' ');
    let (count, total) = (words.next()?.parse().ok()?, words.nth(1)?.parse().ok()?);
    let mut values =
        message.split('(').skip(1).filter_map(|after| after.split(')').next()?.parse::<f64>().ok());
    Some((count, total, values.next()?, values.next()?))
}

/// The same by looking at every two cells of a table of methods by blocks, higher values first.
fn contradictions_counted(table: &[Vec<Option<i32>>]) -> Option<(usize, usize, f64, f64)> {
    let cells: Vec<(usize, usize, i32)> = table
        .iter()
        .enumerate()
        .flat_map(|(m, row)| row.iter().enumerate().filter_map(move |(b, v)| v.map(|v| (m, b, v))))
        .collect();
    let (mut count, mut total, mut first) = (0, 0, None);
    for &(m, b, high) in &cells {
        for &(other, c, low) in &cells {
            if m == other || b == c {
                continue;
            }
            total += 1;
            let loses =
                |block: usize| table[m][block].zip(table[other][block]).is_some_and(|(mine, its)| mine < its);
            if high > low && loses(b) && loses(c) {
                count += 1;
                first = first.max(Some((high, -low)));
            }
        }
    }
    // each pair has been looked at from both its sides
    first.map(|(high, low)| (count, total / 2, f64::from(high), f64::from(-low)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn contradicted_pairs_are_those_of_every_two_cells(
        table in (2usize..6, 2usize..6).prop_flat_map(|(methods, blocks)| {
            let cell = prop::option::weighted(0.8, 10i32..30);
            prop::collection::vec(prop::collection::vec(cell, blocks), methods)
        })
    ) {
        let mut csv = String::from("method,b,metric,direction,value\n");
        for (m, row) in table.iter().enumerate() {
            for (b, value) in row.iter().enumerate() {
                if let Some(value) = value {
                    csv += &format!("m{m},b{b},score,higher,{value}\n");
                }
            }
        }
        prop_assume!(table.iter().flatten().flatten().count() > 1);
        prop_assert_eq!(contradictions_found(&csv), contradictions_counted(&table));
    }
}

/// A leaderboard on which nearly every result has a configuration of its own. Looking at every two blocks for every
/// two methods would be 10^12 looks.
#[test]
fn an_audit_of_as_many_configurations_as_results_ends() {
    let mut csv = String::from("method,b,metric,direction,value\n");
    for at in 0..1500 {
        csv += &format!("m{at},b{at},score,higher,{}\n", at * 7919 % 1500);
    }
    // and two that are in two blocks: the worse one stands above in the list
    csv += "good,b0,score,higher,2\nbad,b0,score,higher,1\ngood,b1,score,higher,-2\nbad,b1,score,higher,-3\n";
    let cells = 1504;
    let pairs = |n: usize| n * (n - 1) / 2;
    // all pairs but those of a method, and those of a block: b0 and b1 have three cells each
    let cross = pairs(cells) - 2 - 2 * pairs(3);
    assert_eq!(contradictions_found(&csv), Some((1, cross, 1.0, -2.0)));
}
