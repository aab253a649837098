//! Critical differences, groups that skip a method, p-values of a family.

use likewise::chart::{CdRow, CriticalDifferenceData, Head, Style, critical_difference};
use likewise::stats::{Adjustment, Best, BlockTable, adjust, cliques, compact_letters, conover, nemenyi};

use super::{answer, near, on};

/// Nemenyi's critical difference takes the studentized range over sqrt 2 (denovo_benchmarks pull 84): for
/// three methods on six blocks 2.3437 sqrt(12 / 36) = 1.3531; without the root 1.9136, which no pair has.
#[test]
fn the_root_of_two_in_the_critical_difference() {
    let csv = "set,A,B,C\ns1,90,80,70\ns2,9,8,7\ns3,55,54,53\ns4,31,30,20\ns5,66,65,64\ns6,44,45,43\n";
    let answer = answer(csv, "test --wide --metric score --direction higher");
    let test = &answer["result"][0];
    near(&test["critical_difference"], 1.3531360);
    let told_apart: Vec<(&str, &str, f64)> = test["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|p| p["nemenyi"].as_f64().unwrap() <= 0.05)
        .map(|p| {
            let name = |who: &str| p[who]["name"].as_str().unwrap();
            (name("better"), name("other"), p["rank_difference"].as_f64().unwrap())
        })
        .collect();
    assert_eq!(told_apart.len(), 1);
    assert_eq!((told_apart[0].0, told_apart[0].1), ("A", "C"));
    assert!(told_apart[0].2 > 1.3531 && told_apart[0].2 < 1.9136);
}

/// Groups need not be intervals of the rank axis (hfawaz/cd-diagram 1 and 5, scikit-posthocs 86): here W and
/// Z are alike though X between them differs from Z, and W from Y.
#[test]
fn groups_that_skip_a_method() {
    let p = |i: usize, j: usize| match (i.min(j), i.max(j)) {
        (a, b) if a == b => 1.0,
        (0, 2) | (1, 3) => 0.01,
        _ => 0.3,
    };
    let matrix: Vec<Vec<f64>> = (0..4).map(|i| (0..4).map(|j| p(i, j)).collect()).collect();
    let mut groups = cliques(&matrix, 0.05).unwrap();
    groups.iter_mut().for_each(|g| g.sort_unstable());
    groups.sort();
    assert_eq!(groups, [[0, 1], [0, 3], [1, 2], [2, 3]]);
    // letters say the same: a pair shares one where it is alike
    let letters = compact_letters(&matrix, 0.05, &[0, 1, 2, 3]).unwrap().letters;
    for i in 0..4 {
        for j in 0..4 {
            assert_eq!(letters[i].chars().any(|c| letters[j].contains(c)), p(i, j) > 0.05);
        }
    }
    // and the figure names each group by its own members
    let row = |method: usize| CdRow {
        method,
        mean_rank: 1.4 + 0.7 * method as f64,
        text: format!("{:.1}", 1.4 + 0.7 * method as f64),
    };
    let data = CriticalDifferenceData {
        head: Head { axis: "Mean rank, 1 is best".into(), ..Head::default() },
        methods: ["W", "X", "Y", "Z"].map(String::from).to_vec(),
        rows: (0..4).map(row).collect(),
        cliques: Some(groups),
        critical_difference: None,
        ranks: 4,
        best_left: true,
    };
    let figure = critical_difference(&data, &Style::default()).unwrap();
    let said = figure.description();
    for group in ["W, X", "W, Z", "X, Y", "Y, Z"] {
        assert!(said.contains(group), "{said}");
    }
    assert!(!said.contains("W, X, Y"), "{said}");
}

const ONE_ORDER: &str = "fold,w,x,y,z\n1,-1.1,-2.1,-3.1,-4.1\n2,-1.2,-2.2,-3.2,-4.2\n3,-1.3,-2.3,-3.3,-4.3\n\
    4,-1.4,-2.4,-3.4,-4.4\n5,-1.5,-2.5,-3.5,-4.5\n6,-1.6,-2.6,-3.6,-4.6\n7,-1.7,-2.7,-3.7,-4.7\n8,-1.8,-2.8,-3.8,-4.8\n";

/// One order in all blocks makes a residual of 0 (scikit-posthocs 82, 76, 19): chi-squared is n (k - 1), W is
/// 1, and nothing is NaN. Conover tells every pair apart, Nemenyi only those two ranks apart (CD 1.6583).
#[test]
fn blocks_that_agree_perfectly() {
    let answer = answer(ONE_ORDER, "test --wide --metric score --direction higher");
    let test = &answer["result"][0];
    near(&test["friedman"]["chi_squared"], 24.0);
    near(&test["friedman"]["kendall_w"], 1.0);
    assert!((test["friedman"]["chi_squared_p"].as_f64().unwrap() / 2.497_997_772e-5 - 1.0).abs() < 1e-9); // scipy 1.17.1
    assert_eq!(test["friedman"]["p"]["Exact"]["denominator"], "4586471424"); // 24^7
    near(&test["critical_difference"], 1.658_302);
    for pair in test["pairs"].as_array().unwrap() {
        let gap = pair["rank_difference"].as_f64().unwrap();
        assert_eq!(pair["nemenyi"].as_f64().unwrap() <= 0.05, gap > 1.5, "{pair}");
    }
    let rows: Vec<Vec<&str>> = ONE_ORDER.lines().skip(1).map(|l| l.split(',').skip(1).collect()).collect();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    let table = BlockTable::parse(&rows, Best::Largest).unwrap();
    let conover = conover(&table).unwrap();
    assert!((0..4).all(|i| (0..4).all(|j| conover.p[i][j] == if i == j { 1.0 } else { 0.0 })));
    assert!(cliques(&conover.p, 0.05).unwrap().iter().all(|g| g.len() == 1));
    let mut joined = cliques(&nemenyi(&table).unwrap().p, 0.05).unwrap();
    joined.iter_mut().for_each(|g| g.sort_unstable());
    joined.sort();
    assert_eq!(joined, [[0, 1], [1, 2], [2, 3]]);
}

/// The t of Conover is infinite there, and p is 0: in JSON with a mark that this is a limit, in a text `<1e-16` and a
/// line that says so. It is so of Quade's t only where the ranges of the blocks are equal too; a p that is small and no limit
/// has no mark.
#[test]
fn a_p_of_0_is_a_limit_and_says_so() {
    let how = "--wide --metric score --direction higher";
    let limit = "its p-values, shown as <1e-16, are 0 as the limit of a formula";
    // by hand: ranges 3, 6, 9, ..., so that the scores of the blocks differ
    let ranges: String = (1..=8).map(|b| format!("{b},{},{},{},0\n", 3 * b, 2 * b, b)).collect();
    let ranges = format!("fold,w,x,y,z\n{ranges}");
    for (table, posthoc, infinite) in [
        (ONE_ORDER, "conover", true),
        (ONE_ORDER, "quade", true),
        (&ranges, "conover", true),
        (&ranges, "quade", false),
        (ONE_ORDER, "exact", false),
        (ONE_ORDER, "nemenyi", false),
    ] {
        let command = format!("test {how} --posthoc {posthoc}");
        let answer = answer(table, &command);
        for pair in answer["result"][0]["pairs"].as_array().unwrap() {
            let zero = pair["p"] == 0.0 && pair["adjusted"] == 0.0;
            assert_eq!((zero, &pair["limit"]), (infinite, &infinite.into()), "{posthoc}: {pair}");
        }
        let text = on(table, &command).out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(text.contains(limit), infinite, "{posthoc}: {text}");
        assert!(!text.contains(" 0 0 ") && !text.contains("e-308"), "{posthoc}: {text}");
        let rows = on(table, &format!("{command} --format csv")).out;
        assert_eq!(rows.contains(",<1e-16,<1e-16,"), infinite, "{posthoc}: {rows}");
    }
}

/// All pairs of four are six, not k k - 1 (aeon pull 481); adjusted p-values are shown, not only stars
/// (statannot 56), and never fall as raw ones rise. By hand: sorted raw times 6, 5, 4, 3, 2, 1.
#[test]
fn holm_over_six_pairs() {
    let raw = [0.02, 0.04, 0.002, 0.5, 0.011, 0.0125];
    let holm = adjust(&raw, Adjustment::Holm).unwrap();
    for (got, want) in holm.iter().zip([0.06, 0.08, 0.012, 0.5, 0.055, 0.055]) {
        assert!((got - want).abs() < 1e-12, "{holm:?}");
    }
    let bonferroni = adjust(&raw, Adjustment::Bonferroni).unwrap();
    for (got, want) in bonferroni.iter().zip([0.12, 0.24, 0.012, 1.0, 0.066, 0.075]) {
        assert!((got - want).abs() < 1e-12, "{bonferroni:?}");
    }
    // 0.0125 * 4 = 0.05 would fall below the 0.055 of the smaller 0.011 without the running maximum
    let mut order: Vec<usize> = (0..6).collect();
    order.sort_by(|&a, &b| raw[a].total_cmp(&raw[b]));
    assert!(order.windows(2).all(|w| holm[w[0]] <= holm[w[1]]));
    // the program's pairs carry both the raw and the adjusted p
    let answer = answer(ONE_ORDER, "test --wide --metric score --direction higher");
    let pairs = answer["result"][0]["pairs"].as_array().unwrap().clone();
    assert_eq!(pairs.len(), 6);
    let p = |key: &str| pairs.iter().map(|p| p[key].as_f64().unwrap()).collect::<Vec<f64>>();
    for (got, want) in p("exact_holm").iter().zip(adjust(&p("exact"), Adjustment::Holm).unwrap()) {
        assert!((got - want).abs() < 1e-12);
    }
}
