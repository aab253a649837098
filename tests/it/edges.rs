//! Statistics where a design or a table leaves little to say: bounds, limits, and what is missing.

use likewise::cli::Exit;
use serde_json::Value;

use crate::support::{Folder, Ran, done, json, likewise};

/// One line, as if nothing were wrapped.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A command on a table with one row a block.
fn on(table: &str, command: &str) -> Ran {
    let folder = Folder::new();
    let file = folder.file("x.csv", table);
    let wide = "--wide --metric score --direction higher -q";
    let args: Vec<&str> = command.split(' ').chain([file.as_str()]).chain(wide.split(' ')).collect();
    likewise(&args)
}

#[track_caller]
fn text(table: &str, command: &str) -> String {
    let ran = on(table, command);
    assert_eq!(ran.exit, Exit::Done, "{command}: {}", ran.err);
    assert!(!ran.out.contains("NaN"), "{}", ran.out);
    ran.out
}

#[track_caller]
fn result(table: &str, command: &str) -> Value {
    let answer: Value = serde_json::from_str(&text(table, &format!("{command} --format json"))).unwrap();
    answer["result"][0].clone()
}

/// Ten methods in one order on thirty blocks: no random arrangement agrees so well.
fn one_order() -> String {
    let mut table = "block,A,B,C,D,E,F,G,H,I,J\n".to_owned();
    for block in 0..30 {
        let row: Vec<String> = (0..10).map(|m| format!("{}", 90 - 3 * m + block % 3)).collect();
        table += &format!("b{block},{}\n", row.join(","));
    }
    table
}

/// With none of 999 draws as extreme, 1/1000 is all that they can say; with one more as extreme it is not.
#[test]
fn the_smallest_p_of_draws_is_a_bound() {
    let table = one_order();
    let command = "test --variant monte-carlo --draws 999 --alpha 0.0005";
    let out = flat(&text(&table, command));
    assert!(out.contains("p <=0.001 by 999 draws, none as extreme"), "{out}");
    assert!(out.contains("not shown to differ (Friedman, p <=0.001)"), "{out}");
    let test = result(&table, command);
    assert_eq!(test["friedman"]["p"]["MonteCarlo"]["bound"], true);
    assert_eq!(test["omnibus"]["bound"], true);
    let folder = Folder::new();
    let (file, svg) = (folder.file("x.csv", &table), folder.path("x.svg").display().to_string());
    let args = format!("{command} --wide --metric score --direction higher -q -o {svg} {file}");
    let args = args.replacen("test --variant monte-carlo --draws 999", "chart critical-difference", 1);
    done(&args.split(' ').collect::<Vec<_>>());
    assert!(std::fs::read_to_string(svg).unwrap().contains("Friedman p &lt;=1e-5 (Monte Carlo)"));
    let agree = flat(&text(&table, "agree"));
    assert!(agree.contains("Friedman's p <=1e-5") || agree.contains("exact"), "{agree}");
    // two blocks of three methods: an arrangement in six agrees as well
    let some = result("block,A,B,C\nb1,3,2,1\nb2,6,5,4\n", "test --variant monte-carlo --draws 999");
    assert_eq!(
        (&some["friedman"]["p"]["MonteCarlo"]["bound"], &some["omnibus"]["bound"]),
        (&Value::from(false), &Value::from(false))
    );
}

/// The permutation test of 45 pairs whose differences are too wide to count, one of them of the other sign.
#[test]
fn a_permutation_test_by_draws_is_a_bound() {
    let mut table = "block,A,B\n".to_owned();
    for i in 0..45i64 {
        // fifteen digits without a common divisor, all but one of one sign
        let sign = if i == 7 { "-" } else { "" };
        table += &format!("b{i},{sign}{},0\n", 100_000_000_000_007 + i * i * 1_000_000_007 + 3 * i);
    }
    let out = text(&table, "compare A B");
    let line = out.lines().find(|l| l.starts_with("permutation")).unwrap();
    assert!(line.contains("<=1e-5") && line.contains("none as extreme"), "{line}");
    let pair = result(&table, "compare A B");
    assert_eq!(pair["statistics"]["permutation"]["variant"]["monte-carlo"]["bound"], true);
}

/// A share of draws that is 0 or 1 is no certainty.
#[test]
fn probabilities_of_draws_are_never_0_or_1() {
    let mut table = "block,A,B\n".to_owned();
    (0..30).for_each(|i| table += &format!("b{i},{}.5,{i}\n", i + 5));
    let out = text(&table, "compare A B --rope 0.1 --draws 2000");
    let line = |name: &str| {
        let posterior = out.split("Posterior probabilities").nth(1).unwrap();
        posterior.lines().find(|l| l.starts_with(name)).unwrap().to_owned()
    };
    assert!(line("signed-rank").contains(">0.9995") && line("signed-rank").contains("<0.0005"), "{out}");
    assert!(line("sign ").contains(">0.9999") && line("sign ").contains("<0.0001"), "{out}");
    // a power by simulation as well
    let plan = done(&["plan", "--blocks", "20", "--effect", "9", "--draws", "1000"]);
    let power = plan.lines().find(|l| l.starts_with("signed-rank")).unwrap();
    assert!(power.contains(">0.999 "), "{plan}");
}

/// Two blocks in one order: F is infinite, and 0 is no p-value. Of 3! arrangements one agrees, 1/6.
#[test]
fn an_infinite_f_has_no_p() {
    let table = "block,A,B,C\nb1,3,2,1\nb2,6,5,4\n";
    for choice in ["iman-davenport", "quade", "durbin", "friedman"] {
        let command = format!("test --test {choice} --posthoc conover");
        let test = result(table, &command);
        assert!(test["friedman"]["iman_davenport"]["p"].is_null(), "{choice}");
        // but the limit of Conover's t, which is marked as one
        let mut others = test.clone();
        for pair in others["pairs"].as_array_mut().unwrap() {
            assert_eq!((&pair["p"], &pair["limit"]), (&0.0.into(), &true.into()), "{choice}: {pair}");
            pair["p"].take();
        }
        let others = others.to_string();
        assert!(!others.contains("\"p\":0.0,") && !others.contains("\"p\":0.0}"), "{others}");
        let out = flat(&text(table, &command));
        assert!(out.contains("the methods are not shown to differ"), "{choice}: {out}");
        assert!(out.contains("F is infinite and has no p-value"), "{choice}: {out}");
        assert!(out.contains("0 as the limit of a formula"), "{choice}: {out}");
        assert!(
            !out.contains(" p 0 ") && !out.contains(" p 0."[..4].to_owned().as_str())
                || out.contains("0.1667")
        );
    }
    let test = result(table, "test --test iman-davenport");
    assert!((test["omnibus"]["p"].as_f64().unwrap() - 1.0 / 6.0).abs() < 1e-12);
}

#[test]
fn equal_values_leave_nothing_to_test() {
    let table = "block,A,B,C\nb1,5,5,5\nb2,5,5.0,5\nb3,7,7,7\n";
    let out = flat(&text(table, "test"));
    assert!(out.contains("all values are equal, so there is nothing to test: p is 1 by definition"), "{out}");
    assert!(!out.contains("Iman-Davenport"), "{out}");
    let out = flat(&text(table, "compare A B"));
    assert!(out.contains("A and B have equal values on all 3 blocks: there is nothing to test"), "{out}");
    assert!(out.contains("No paired t and no d_z: all differences are equal"), "{out}");
    let out = flat(&text(table, "agree"));
    assert!(
        out.contains("Kendall's W is not defined") && out.contains("No correlation with a block"),
        "{out}"
    );
    // a perfectly additive table has no residual to test against
    let out = flat(&text("block,A,B,C\nb1,3,2,1\nb2,4,3,2\nb3,8,7,6\n", "decompose"));
    assert!(out.contains("No F tests: the residual is 0"), "{out}");
}

/// A message names what there is, and what to type instead.
#[test]
fn one_block_or_one_method() {
    for (table, found, help) in [
        (
            "block,A,B\nb1,1,2\n",
            "needs two blocks or more; in score, higher is better, there is 1: b1",
            "likewise rank",
        ),
        (
            "block,A\nb1,1\nb2,2\n",
            "needs two methods or more; in score, higher is better, there is 1: A",
            "likewise spread",
        ),
    ] {
        for command in ["test", "test --posthoc conover", "agree", "decompose", "intervals"] {
            for format in ["table", "csv", "json"] {
                let ran = on(table, &format!("{command} --format {format}"));
                assert_eq!((ran.exit, ran.out.as_str()), (Exit::Usage, ""), "{command}");
                let err = flat(&ran.err);
                assert!(err.contains(found) && err.contains(help), "{command}: {err}");
            }
        }
        let folder = Folder::new();
        let svg = folder.path("x.svg").display().to_string();
        for kind in ["critical-difference", "pairs", "intervals", "interaction"] {
            let ran = on(table, &format!("chart {kind} -o {svg}"));
            let err = flat(&ran.err);
            assert!(
                ran.exit == Exit::Usage && err.contains(found) && err.contains("draw one"),
                "{kind}: {err}"
            );
        }
        // nothing is taken off one method or one block
        assert!(!text(table, "spread").contains("main effect"));
    }
}

#[test]
fn options_of_a_plan_are_named() {
    for (option, value) in [
        ("--alpha", "0"),
        ("--alpha", "1"),
        ("--alpha", "nan"),
        ("--alpha", "-1"),
        ("--methods", "1"),
        ("--blocks", "0"),
        ("--effect", "nan"),
        ("--effect", "0"),
        ("--wins", "1"),
        ("--power", "1"),
    ] {
        let ran = likewise(&["plan", option, value]);
        assert_eq!((ran.exit, ran.out.as_str()), (Exit::Usage, ""), "{option} {value}");
        assert!(ran.err.contains(option), "{option} {value}: {}", ran.err);
    }
    let ran = likewise(&["plan", "--effect", "0.001"]);
    assert!(flat(&ran.err).contains("give a larger --effect"), "{}", ran.err);
}

/// Ranks 1 1 2 of A: mean 4/3, and by t 4/3 -+ 4.3027 * 0.57735 / sqrt 3, past the first rank.
#[test]
fn an_interval_of_a_mean_rank_past_the_ranks_is_said() {
    let table = "block,A,B,C\nb1,9,8,1\nb2,9,8,1\nb3,8,9,1\n";
    let ranks = &result(table, "intervals")["quantities"][0];
    let first = &ranks["estimates"][0];
    let end = |at: usize| first["interval"][at].as_f64().unwrap();
    assert!((end(0) - (4.0 / 3.0 - 4.302_652_7 / 3.0)).abs() < 1e-6, "{first}");
    assert!((end(1) - (4.0 / 3.0 + 4.302_652_7 / 3.0)).abs() < 1e-6, "{first}");
    assert_eq!(first["passes"], serde_json::json!([1.0]));
    let out = flat(&text(table, "intervals"));
    assert!(out.contains("passes 1 and 3, which are the ends of the ranks"), "{out}");
    let csv = text(table, "intervals --format csv");
    let mut lines = csv.lines().map(|l| l.split(',').collect::<Vec<_>>());
    let at = lines.next().unwrap().iter().position(|c| *c == "passes").unwrap();
    assert_eq!(lines.next().unwrap()[at], "1");
}

/// One block is no spread, and means over unlike blocks are no order.
#[test]
fn a_spread_over_uneven_blocks_orders_nothing_and_makes_no_spread_of_one_value() {
    let folder = Folder::new();
    // C is in the easy block only, D the same in both
    let rows = "B,r,60\nB,s,80\nA,r,50\nA,s,70\nC,s,79\nD,r,40\nD,s,40\n";
    let file = folder.file("x.csv", format!("method,backbone,Accuracy\n{rows}"));
    let forced = ["spread", &file, "-q", "--force=coverage", "--direction", "higher"];
    let out = flat(&done(&forced));
    assert!(out.contains("Not every method has every block"), "{out}");
    assert!(out.contains("No interval of C: one block is no spread."), "{out}");
    assert!(out.contains("No interval of D: the values are all equal."), "{out}");
    let mut args: Vec<&str> = forced.to_vec();
    args.retain(|a| *a != "-q");
    let found = &json(&args)["result"][0];
    assert_eq!(found["uneven"], true);
    let names: Vec<&str> = found["subjects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["subject"]["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["A", "B", "C", "D"]);
    let one = &found["subjects"][2];
    for nothing in ["range", "mad", "sd", "cv", "mean_interval", "adjusted_range", "adjusted_sd", "rank_mean"]
    {
        assert!(one[nothing].is_null(), "{nothing}: {}", one[nothing]);
    }
    assert_eq!(found["subjects"][3]["range"]["value"], 0.0);
    // where every method has every block the best mean rank is first
    let even = folder.file("y.csv", "method,backbone,Accuracy\nA,r,50\nA,s,70\nB,r,60\nB,s,80\n");
    let found = &json(&["spread", &even, "--direction", "higher"])["result"][0];
    assert_eq!((&found["uneven"], &found["subjects"][0]["subject"]["name"]), (&false.into(), &"B".into()));
    assert_eq!(found["subjects"][0]["rank_mean"], 1.0);
}

/// The flat table carries what the text has in three tables.
#[test]
fn a_spread_as_csv_has_its_intervals() {
    let folder = Folder::new();
    let rows = "A,r,99\nA,s,90\nA,t,99\nB,r,60\nB,s,61\nB,t,65\n";
    let file = folder.file(
        "x.csv",
        format!("method,backbone,metric,unit,value\n{rows}")
            .replace(",r,", ",r,Accuracy,percent,")
            .replace(",s,", ",s,Accuracy,percent,")
            .replace(",t,", ",t,Accuracy,percent,"),
    );
    let csv = done(&["spread", &file, "-q", "--format", "csv"]);
    let rows: Vec<Vec<&str>> = csv.lines().map(|l| l.split(',').collect()).collect();
    let cell = |row: usize, name: &str| rows[row][rows[0].iter().position(|c| *c == name).unwrap()];
    let found = json(&["spread", &file]);
    for row in [1, 2] {
        let subject = &found["result"][0]["subjects"][row - 1];
        assert_eq!(cell(row, "method"), subject["subject"]["name"]);
        for (column, value) in [
            ("mean_low", &subject["mean_interval"][0]),
            ("mean_high", &subject["mean_interval"][1]),
            ("adjusted_range", &subject["adjusted_range"]),
            ("adjusted_sd", &subject["adjusted_sd"]),
            ("adjusted_mad", &subject["adjusted_mad"]),
        ] {
            assert_eq!(cell(row, column), format!("{:.4}", value.as_f64().unwrap()), "{column}");
        }
    }
    // 96 + 4.3027 * 3 is past 100
    assert_eq!((cell(1, "passes"), cell(2, "passes")), ("100", ""));
    // the text has each of them once
    let out = done(&["spread", &file, "-q"]);
    assert_eq!(out.matches(&format!(" {}", cell(1, "mean_high"))).count(), 1, "{out}");
    for format in ["markdown", "latex"] {
        let out = done(&["spread", &file, "-q", "--format", format]);
        assert_eq!(out.matches(cell(1, "mean_high")).count(), 1, "{out}");
    }
}

/// Runs inside blocks: how the intervals came about, and that those of few runs are too short.
#[test]
fn few_runs_are_said() {
    let folder = Folder::new();
    let mut csv = "method,task,seed,AUROC\n".to_owned();
    for (at, method) in ["A", "B"].into_iter().enumerate() {
        for task in ["t1", "t2"] {
            for seed in 0..3 {
                csv += &format!("{method},{task},{seed},{}\n", 90 + 2 * at + 3 * seed % 5);
            }
        }
    }
    let file = folder.file("x.csv", csv);
    let runs = ["--replicate", "seed", "--by", "task", "--one-scale"];
    let args: Vec<&str> = ["intervals", &file, "--aggregates=mean"].into_iter().chain(runs).collect();
    let out = flat(&done(&args));
    assert!(out.contains("With 3 runs in a block such intervals are too short"), "{out}");
    assert!(out.contains("75 % of cases with 3 runs on one block"), "{out}");
    let found = json(&args);
    assert_eq!(found["result"][0]["subjects"][0]["fewest_runs"], 3);
}

/// A condition that is named twice is lifted once.
#[test]
fn a_condition_forced_twice_is_said_once() {
    let folder = Folder::new();
    let file = folder.file("x.csv", "method,backbone,AUROC\nA,r,70\nA,s,71\nB,r,60\nC,r,50\nC,s,52\n");
    let ask = |force: &str| {
        done(&["rank", "--across", &file, "--direction", "higher", force, "--because", "a trial", "-q"])
    };
    let (once, twice) = (ask("--force=coverage"), ask("--force=coverage,coverage"));
    assert_eq!(once, twice);
    assert_eq!(twice.matches("1 cell missing").count(), 1, "{twice}");
}

/// Names and numbers that are wrong are named, with what to type instead.
#[test]
fn wrong_names_and_numbers_of_options_are_named() {
    let table = "block,A,B\nb1,1,2\nb2,2,4\nb3,3,5\n";
    for (command, what, help) in [
        ("test --control Z", "nothing is called `Z`", "there are `A`, `B`"),
        ("test --control b", "nothing is called `b`", "did you mean `B`?"),
        ("test --control A@b1", "A@b1 is one result", "leave away what follows the @"),
        ("test --test page --order A,Z", "nothing is called `Z`", "there are `A`, `B`"),
        ("test --alpha -1", "--alpha -1 is not a level", "0.05"),
        ("compare A B --level 1", "--level 1 is no confidence", "0.95"),
        ("compare A B --rope -1", "--rope", "such as 1"),
        ("compare A B --folds 2", "multiple of the folds", "--folds"),
    ] {
        let ran = on(table, command);
        assert_eq!((ran.exit, ran.out.as_str()), (Exit::Usage, ""), "{command}");
        let err = flat(&ran.err);
        assert!(err.contains(what) && err.contains(help), "{command}: {err}");
    }
    // forty resamples leave one beyond each end of a 95 % interval
    let folder = Folder::new();
    let runs = folder.file("r.csv", "method,backbone,seed,AUROC\nA,t,1,50\nA,t,2,60\nA,t,3,65\n");
    let ask = |resamples: &str| {
        let args =
            ["intervals", &runs, "--replicate", "seed", "--aggregates=mean", "--resamples", resamples, "-q"];
        likewise(&args)
    };
    assert_eq!(ask("40").exit, Exit::Done);
    assert!(ask("39").err.contains("leave --resamples away (10000), or give more"));
}

/// With two blocks d_z has no correction for small samples: it was printed as 0.
#[test]
fn a_correction_that_there_is_not_is_left_out() {
    let out = text("block,A,B\nb1,1,2\nb2,2,5\n", "compare A B");
    assert!(out.contains("Cohen's d_z") && !out.contains("Hedges"), "{out}");
    // differences -1 and -3: mean -2 over the root of 2
    let pair = result("block,A,B\nb1,1,2\nb2,2,5\n", "compare A B");
    assert!((pair["statistics"]["cohen_dz"]["d"].as_f64().unwrap() + 2f64.sqrt()).abs() < 1e-12);
    assert!(pair["statistics"]["cohen_dz"]["hedges"].is_null());
}

/// Numbers near the end of what a number can be.
#[test]
fn the_largest_numbers() {
    let folder = Folder::new();
    let file = folder
        .file("x.csv", "method,backbone,score\nA,r,1e300\nB,r,-1e300\nA,s,2e300\nB,s,0\nA,t,1e300\nB,t,3\n");
    for command in ["test", "compare A B", "spread", "agree", "decompose", "intervals"] {
        for format in ["table", "csv", "json", "markdown"] {
            let args = format!("{command} {file} --direction higher -q --format {format}");
            let ran = likewise(&args.split(' ').collect::<Vec<_>>());
            for text in [&ran.out, &ran.err] {
                assert!(!text.contains("NaN") && !text.contains(" inf"), "{args}: {text}");
                assert!(text.lines().all(|l| l.len() < 1000), "{args}: {text}");
            }
        }
    }
    let ran = likewise(&["test", &file, "--direction", "higher", "-q"]);
    assert!(
        flat(&ran.err).contains("too far apart") && flat(&ran.err).contains("check the inputs"),
        "{}",
        ran.err
    );
    // sums of these are too large for a number
    let larger = folder.file(
        "y.csv",
        "method,backbone,score\nA,r,1.7e308\nB,r,-1e300\nA,s,-1.7e308\nB,s,0\nA,t,1e308\nB,t,3\n",
    );
    for command in ["spread", "intervals", "compare A B", "decompose", "rank --across"] {
        let args = format!("{command} {larger} --direction higher -q");
        let ran = likewise(&args.split(' ').collect::<Vec<_>>());
        for text in [&ran.out, &ran.err] {
            assert!(!text.contains("NaN") && !text.contains(" inf"), "{args}: {text}");
        }
    }
    // mean 4/3, deviation 1/sqrt 3
    let out = done(&["spread", &file, "--direction", "higher", "-q"]);
    assert!(out.contains("1.3333e300") && out.contains("5.7735e299"), "{out}");
}

/// Whole numbers of one unit hold 30 digits: the message names the two values that need more, and whose they are.
#[test]
fn values_too_far_apart_are_named() {
    let folder = Folder::new();
    let file =
        folder.file("x.csv", "method,backbone,score\nA,r,1e30\nB,r,2\nA,s,1e-20\nB,s,3.5\nA,t,4\nB,t,-5\n");
    for command in ["test", "compare A B", "agree", "decompose"] {
        let args = format!("{command} {file} --direction higher -q");
        let ran = likewise(&args.split(' ').collect::<Vec<_>>());
        assert_eq!((ran.exit, ran.out.as_str()), (Exit::Usage, ""), "{args}");
        let err = flat(&ran.err);
        assert!(err.contains("too far apart") && err.contains("1e30 of A on r, 1e-20 of A on s"), "{err}");
        assert!(err.contains("check the inputs, or keep some of them with --filter"), "{err}");
    }
    // without that block the others are near enough
    done(&["test", &file, "--direction", "higher", "-q", "--filter", "backbone=r", "--filter", "backbone=t"]);
}

/// Twenty digits behind the point: the figure takes the room that they need.
#[test]
fn long_numbers_in_an_interaction_figure() {
    let folder = Folder::new();
    let file = folder.file(
        "x.csv",
        "method,backbone,score\nA,r,0.1\nB,r,0.1000000000000000000001\nA,s,0.2\nB,s,0.2\nA,t,0.3\nB,t,0.29999999999999999999\n",
    );
    let svg = folder.path("x.svg").display().to_string();
    done(&["chart", "interaction", &file, "--direction", "higher", "-q", "-o", &svg]);
    assert!(std::fs::read_to_string(svg).unwrap().contains("</svg>"));
}

/// A wide file read without --wide: the message names some of its columns, and what to type.
#[test]
fn a_wide_file_is_known_by_its_columns() {
    let folder = Folder::new();
    let names: String = (0..40).map(|m| format!(",m{m}")).collect();
    let row = |block: &str| format!("{block}{}\n", (0..40).map(|m| format!(",{m}.5")).collect::<String>());
    let file = folder.file("wide.csv", format!("block{names}\n{}{}", row("r"), row("s")));
    let ran = likewise(&["test", "-q", &file]);
    assert_eq!(ran.exit, Exit::Failed);
    let err = flat(&ran.err);
    assert!(err.contains("`m10`, and 29 more") && !err.contains("`m11`"), "{err}");
    assert!(err.contains("with one row a block and one column a method, say --wide; else"), "{err}");
    done(&["test", "-q", &file, "--wide", "--metric", "AUROC"]);
}
