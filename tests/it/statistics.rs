//! The figures of the example's tests, known from other programs and by counting.

use likewise::cli::Exit;
use likewise::stats::bayes::{MonteCarlo, NuPrior, hierarchical};

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
    assert!(ran.err.contains("needs two blocks or more") && ran.err.contains("there is 1: r"), "{}", ran.err);
    let level = likewise(&["test", "-q", "--alpha", "1.5", &example("md")]);
    assert_eq!(level.exit, Exit::Usage);
    let equal = folder.file("equal.csv", "method,b,AUROC\nA,r,1\nB,r,1\nA,s,2\nB,s,2\n");
    let out = done(&["test", "-q", &equal]);
    assert!(out.contains("All 2 methods have the same mean rank (1.50)") && !out.contains("NaN"), "{out}");
}

#[test]
fn procedures_are_chosen_by_name() {
    let page = json(&["test", &example("csv"), "--test", "page", "--order", "HEM-,LN,CE,MM,DICE"]);
    let omnibus = &page["result"][0]["omnibus"];
    // 1*4 + 2*5 + 3*9 + 4*12 + 5*15, and 13 of the 120^3 arrangements have as much or more
    assert_eq!((&omnibus["procedure"], omnibus["l"].as_f64()), (&"page".into(), Some(164.0)));
    near(&omnibus["exact_p"], 13.0 / 1_728_000.0, 1e-18);

    let control = json(&["test", &example("csv"), "--control", "CE", "--adjust", "bonferroni"]);
    let test = &control["result"][0];
    assert_eq!(test["pairs"].as_array().unwrap().len(), 4);
    let hem = test["pairs"].as_array().unwrap().iter().find(|p| p["better"]["name"] == "HEM-").unwrap();
    // z = (3 - 4/3) / sqrt(5 * 6 / (6 * 3)), two-sided
    near(&hem["p"], 0.196_706, 5e-7);
    near(&hem["adjusted"], 4.0 * 0.196_706, 2e-6);
    let out = done(&["test", "-q", &example("csv"), "--control", "CE"]);
    assert!(
        out.contains("no other method is shown to differ from it (z of mean ranks, holm adjusted"),
        "{out}"
    );

    for (name, shown) in [
        ("quade", "Quade: F"),
        ("aligned-ranks", "aligned ranks: T"),
        ("durbin", "Durbin: F 43.0000 on 4 and 8"),
    ] {
        let out = done(&["test", "-q", &example("csv"), "--test", name]);
        assert!(out.contains(shown), "{out}");
    }
    for (posthoc, adjust) in [
        ("exact", "shaffer"),
        ("signed-rank", "holm"),
        ("conover", "bergmann-hommel"),
        ("quade", "bh"),
        ("aligned-ranks", "hommel"),
        ("rank-z", "rom"),
        ("sign", "li"),
    ] {
        let out = json(&["test", &example("csv"), "--posthoc", posthoc, "--adjust", adjust]);
        for pair in out["result"][0]["pairs"].as_array().unwrap() {
            let (p, adjusted) = (pair["p"].as_f64().unwrap(), pair["adjusted"].as_f64().unwrap());
            assert!(p <= adjusted + 1e-15 && adjusted <= 1.0, "{posthoc} {adjust}: {p} {adjusted}");
        }
    }
}

#[test]
fn what_does_not_fit_together_is_said() {
    let cases: [(&[&str], &str); 5] = [
        (&["--posthoc", "nemenyi", "--control", "CE"], "compares all pairs"),
        (&["--adjust", "holm"], "adjusted by themselves"),
        (&["--control", "CE", "--adjust", "shaffer"], "it needs the p-values of all pairs"),
        (&["--control", "nobody"], "nothing is called `nobody`"),
        (&["--test", "page", "--order", "HEM-,LN"], "order"),
    ];
    for (options, said) in cases {
        let input = example("csv");
        let args: Vec<&str> =
            ["test", "-q", input.as_str()].into_iter().chain(options.iter().copied()).collect();
        let ran = likewise(&args);
        assert_eq!(ran.exit, Exit::Usage, "{options:?}");
        assert!(ran.err.contains(said) && ran.out.is_empty(), "{options:?}: {}", ran.err);
    }
}

#[test]
fn holes_are_tested_by_force_with_what_takes_them() {
    let folder = Folder::new();
    let csv = "method,b,AUROC\nA,r,1\nB,r,2\nC,r,3\nA,s,2\nB,s,3\nB,t,3\nC,t,5\nA,t,1\nC,u,4\nA,u,1\n";
    let file = folder.file("holes.csv", csv);
    assert_eq!(likewise(&["test", &file]).exit, Exit::Refused);
    let out = done(&["test", "-q", &file, "--force=coverage"]);
    assert!(out.starts_with("FORCED"), "{out}");
    assert!(out.contains("Skillings-Mack: ") && out.contains("2 cells are missing"), "{out}");
    let ran = likewise(&["test", "-q", &file, "--force=coverage", "--test", "friedman"]);
    assert_eq!(ran.exit, Exit::Usage);
    assert!(
        ran.err.contains("takes complete tables only") && ran.err.contains("skillings-mack"),
        "{}",
        ran.err
    );
}

#[test]
fn two_methods_are_tested_with_what_their_blocks_allow() {
    let answer = json(&["compare", "HEM-", "LN", &example("csv"), "--rope", "1"]);
    let s = &answer["result"][0]["statistics"];
    near(&s["signed_rank"]["p"], 0.75, 1e-12);
    near(&s["sign"]["p"], 1.0, 1e-12);
    near(&s["smallest_p"], 0.25, 1e-15);
    // -3.76, 7, 2.82: the mean 2.02, the squares about it 33.4084, 24.8004 and 0.64
    near(&s["paired_t"]["mean"], 2.02, 1e-12);
    near(&s["paired_t"]["t"], 2.02 / (58.8488_f64 / 2.0 / 3.0).sqrt(), 1e-9);
    // Walsh averages -3.76 -0.47 1.62 2.82 4.91 7: the median lies between the third and the fourth
    near(&s["hodges_lehmann"]["estimate"], 2.22, 1e-12);
    assert!(s["hodges_lehmann"]["interval"].is_null());
    // of nine pairs of values HEM- is the larger one in 5
    near(&s["cliffs_delta"], 1.0 / 9.0, 1e-12);
    let total: f64 =
        ["p_left", "p_rope", "p_right"].iter().map(|k| s["bayesian_sign"][k].as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-12);
    let out = done(&["compare", "-q", "HEM-", "LN", &example("csv")]);
    assert!(
        out.contains("HEM- and LN are not shown to differ (signed-rank, exact, p 0.75, 3 blocks)."),
        "{out}"
    );
    assert!(out.contains("none: too few blocks for 95 %"), "{out}");
}

#[test]
fn folds_are_averaged_before_a_test() {
    let folder = Folder::new();
    let mut csv = String::from("method,dataset2,fold,AUROC\n");
    for (block, base) in [("r", 50), ("s", 60), ("t", 70)] {
        for fold in 1..=5 {
            csv += &format!("A,{block},{fold},{}\nB,{block},{fold},{}\n", base + fold, base + fold + 1);
        }
    }
    let file = folder.file("folds.csv", &csv);
    let ran = likewise(&["test", &file]);
    assert_eq!(ran.exit, Exit::Done);
    let text = ran.out.replace('\n', " ");
    assert!(text.contains("not independent blocks, so they are averaged first"), "{text}");
    assert!(
        ran.out.contains("Tests over 3 blocks") && ran.out.contains("Averaged over runs: fold"),
        "{}",
        ran.out
    );
    let out = done(&["test", "-q", &file, "--by", "dataset2,fold"]);
    assert!(out.contains("Tests over 15 blocks"), "{out}");
    let out =
        done(&["compare", "-q", "B", "A", &file, "--filter", "dataset2=r", "--folds", "5", "--rope", "0.5"]);
    assert!(out.contains("correlated t"), "{out}");
}

#[test]
fn folds_of_several_data_sets_are_taken_by_the_hierarchical_model() {
    let folder = Folder::new();
    // errors in whole numbers, so that A is better where it is smaller
    let sets: [(&str, [i32; 4]); 3] = [("r", [3, 5, 4, 6]), ("s", [7, 9, 8, 9]), ("t", [1, -2, 3, 0])];
    let mut csv = String::from("method,data,fold,repetition,Error\n");
    for (set, differences) in sets {
        for (at, d) in differences.iter().enumerate() {
            let (fold, repetition) = (at % 2, at / 2);
            csv += &format!("A,{set},{fold},{repetition},{}\nB,{set},{fold},{repetition},{}\n", 40, 40 + d);
        }
    }
    let file = folder.file("sets.csv", &csv);
    let args = ["compare", "A", "B", &file, "--by", "data,fold,repetition", "--folds", "2", "--rope", "0.5"];
    let answer = json(&[&args[..], &["--draws", "4000", "--seed", "5"]].concat());
    let statistics = &answer["result"][0]["statistics"];
    assert_eq!(statistics["correlated_t"], serde_json::Value::Null);
    let h = &statistics["hierarchical"];
    assert_eq!(h["data_sets"], serde_json::json!(["r", "s", "t"]));
    assert_eq!(h["folds"], serde_json::json!([4, 4, 4]));
    // the first stands on the left, and a smaller error is better: its differences are negative
    let left: Vec<Vec<f64>> = sets.iter().map(|(_, d)| d.iter().map(|&d| -f64::from(d)).collect()).collect();
    let draws = MonteCarlo { samples: 4000, seed: 5 };
    let expected = hierarchical(&left, 0.5, 2, &NuPrior::default(), &draws).unwrap();
    assert!(expected.posterior.p_left > expected.posterior.p_right);
    near(&h["model"]["posterior"]["p_left"], expected.posterior.p_left, 1e-12);
    near(&h["model"]["data_sets"][1]["mean"], expected.data_sets[1].mean, 1e-9);
    let text = done(&[&args[..], &["-q"]].concat());
    assert!(text.contains("12 folds of 3 data sets") && text.contains("fewer than four data sets"), "{text}");
    // four folds are one run of a data set with four, and no whole run of one with three
    let ran = likewise(&[&args[..4], &["--by", "data,fold,repetition", "--folds", "3", "-q"]].concat());
    assert_eq!(ran.exit, Exit::Usage);
    assert!(ran.err.contains("a multiple of the folds"), "{}", ran.err);
}

#[test]
fn runs_tell_how_probable_an_improvement_is() {
    let folder = Folder::new();
    let csv = "method,b,seed,AUROC\nA,r,1,3\nA,r,2,1\nB,r,1,1\nB,r,2,2\nA,s,1,5\nA,s,2,5\nB,s,1,1\nB,s,2,1\n";
    let file = folder.file("runs.csv", csv);
    let answer = json(&["compare", "A", "B", &file, "--replicate", "seed"]);
    let improvement = &answer["result"][0]["statistics"]["improvement"];
    // in r 3 beats both, and 1 ties and loses: 2.5 of 4; in s all 4
    near(&improvement["estimate"], (0.625 + 1.0) / 2.0, 1e-12);
    // r's share lies between that of 1, 1 against 2, 2 and that of 3, 3
    near(&improvement["low"], 0.5, 1e-12);
    near(&improvement["high"], 1.0, 1e-12);
    // a smaller one is better the other way round
    let answer = json(&["compare", "A", "B", &file, "--replicate", "seed", "--direction", "lower"]);
    near(&answer["result"][0]["statistics"]["improvement"]["estimate"], 1.0 - 1.625 / 2.0, 1e-12);
    let answer = json(&["compare", "LN", "CE", &example("csv")]);
    assert_eq!(answer["result"][0]["statistics"]["improvement"], serde_json::Value::Null);
}

#[test]
fn backbones_are_compared_by_their_orders() {
    let answer = json(&["agree", &example("csv")]);
    let pairs = answer["result"][0]["pairs"].as_array().unwrap();
    let first = &pairs[0];
    assert_eq!((&first["a"]["Backbone"], &first["b"]["Backbone"]), (&"ResNet50".into(), &"SwinT".into()));
    // one of ten pairs is reversed; 10 of 120 orders are as near or as far
    near(&first["kendall"]["tau_b"], 0.8, 1e-12);
    near(&first["kendall"]["p"], 10.0 / 120.0, 1e-12);
    assert_eq!(first["reversals"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&first["reversals"][0]["first"]["name"], &first["reversals"][0]["second"]["name"]),
        (&"LN".into(), &"HEM-".into())
    );
    near(&pairs[2]["spearman"]["rho"], 1.0, 1e-12);
    assert_eq!(pairs[2]["same_best"], true);
}

#[test]
fn a_design_is_planned_before_it_is_run() {
    let out = done(&["plan", "--blocks", "3", "--methods", "5"]);
    assert!(out.contains("With 3 blocks no outcome reaches 0.05 by: sign; signed-rank."), "{out}");
    assert!(out.contains("critical difference of mean ranks is 3.522"), "{out}");
    let answer = json(&["plan", "--blocks", "10", "--wins", "0.9"]);
    // the sign test rejects with 0, 1, 9 or 10 wins of 10
    let wins = |k: i32, n: f64| n * 0.9_f64.powi(k) * 0.1_f64.powi(10 - k);
    let sign = &answer["result"]["procedures"][0]["power"];
    near(&sign["power"], wins(10, 1.0) + wins(9, 10.0) + wins(1, 10.0) + wins(0, 1.0), 1e-9);
    assert_eq!(likewise(&["plan", "--methods", "1", "--blocks", "2"]).exit, Exit::Usage);
}

#[test]
fn scores_of_several_tasks_are_aggregated_on_the_users_word() {
    let folder = Folder::new();
    let mut csv = String::from("method,task,run,score\n");
    for (task, base) in [("t", 0.2), ("u", 0.6)] {
        for run in 0..4 {
            csv +=
                &format!("A,{task},{run},{:.2}\nB,{task},{run},{:.2}\n", base + 0.1 * f64::from(run), base);
        }
    }
    let file = folder.file("runs.csv", &csv);
    let args = [
        "intervals",
        "-q",
        &file,
        "--aggregates",
        "--replicate",
        "run",
        "--by",
        "task",
        "--direction",
        "higher",
    ];
    let ran = likewise(&args);
    assert_eq!(ran.exit, Exit::Usage);
    assert!(ran.err.contains("no common scale") && ran.err.contains("--one-scale"), "{}", ran.err);
    let out = done(&args.iter().copied().chain(["--one-scale"]).collect::<Vec<_>>());
    // the values of A are 0.2 to 0.5 and 0.6 to 0.9: the middle half are 0.4, 0.5, 0.6 and 0.7
    assert!(out.contains("0.5500") && out.contains("on one scale, on the user's word"), "{out}");
    // B's runs don't vary: the interval is its estimate
    assert!(out.contains("0.4000 to 0.4000"), "{out}");

    // some of the scores alone, the same as among all; in the order of the table, whatever was said first
    let asked = |option: &'static str, format: &'static str| {
        let words = args.iter().map(|w| if *w == "--aggregates" { option } else { *w });
        words.chain(["--one-scale", "--format", format]).collect::<Vec<_>>()
    };
    let head = |option| done(&asked(option, "csv")).lines().next().unwrap().to_owned();
    let scores = ["iqm", "mean", "median", "optimality_gap"];
    for (option, there) in [
        ("--aggregates", [true; 4]),
        ("--aggregates=iqm", [true, false, false, false]),
        ("--aggregates=gap,mean", [false, true, false, true]),
        ("--aggregates=median,all", [true; 4]),
    ] {
        let head = head(option);
        let seen = scores.map(|score| head.split(',').any(|column| column == score));
        assert_eq!(seen, there, "{option}: {head}");
    }
    let answer =
        |option| -> serde_json::Value { serde_json::from_str(&done(&asked(option, "json"))).unwrap() };
    let (all, one) = (answer("--aggregates"), answer("--aggregates=iqm"));
    let of = |answer: &serde_json::Value| answer["result"][0]["subjects"][0]["aggregates"].clone();
    let name = "interquartile_mean";
    assert_eq!(of(&all)[name], of(&one)[name]);
    assert!(of(&one)[name]["estimate"].is_number() && of(&one)["median"].is_null());
    assert_eq!(one["result"][0]["scores"], serde_json::json!(["interquartile-mean"]));
    assert_eq!(likewise(&asked("--aggregates=iqr", "json")).exit, Exit::Usage);

    let pairs = folder.file("pairs.csv", "task,a,b\nt,1,2\nu,2,4\nv,3,6\nw,1,5\n");
    let compare =
        ["compare", "-q", "b", "a", &pairs, "--wide", "--metric", "AUROC", "--by", "task", "--rope", "0.5"];
    let out = done(&compare);
    assert!(!out.contains("signed-rank  "), "{out}");
    let out = done(&compare.iter().copied().chain(["--one-scale"]).collect::<Vec<_>>());
    assert!(out.contains("W+ 10, W- 0") && out.contains("Posterior probabilities"), "{out}");
}

#[test]
fn an_order_without_the_test_that_needs_it_is_an_error() {
    let ran = likewise(&["test", "--order", "HEM-,LN,CE,MM,DICE", &example("csv")]);
    assert_eq!(ran.exit, Exit::Usage);
    assert!(ran.err.contains("--order is for --test page"), "{}", ran.err);
}

/// An interval by Student's t can pass the end of the metric's scale: it is shown as it is, marked, and said
/// in words. By hand, for 97, 99 and 99.5 %: mean 98.5, standard deviation 1.3229, half width 4.3027 times
/// it over the root of 3, 3.286, so 101.786; for 40, 50 and 60: 50 and 24.841.
#[test]
fn an_interval_beyond_the_scale_is_said_to_be_so() {
    let folder = Folder::new();
    let csv = "method,backbone,metric,unit,value\ntop,a,Accuracy,percent,97\ntop,b,Accuracy,percent,99\n\
        top,c,Accuracy,percent,99.5\nmid,a,Accuracy,percent,40\nmid,b,Accuracy,percent,50\nmid,c,Accuracy,percent,60\n";
    let file = folder.file("x.csv", csv);
    let answer = json(&["spread", &file]);
    let top = &answer["result"][0]["subjects"][0];
    near(&top["mean_interval"][1], 101.786, 1e-3);
    assert_eq!(top["mean_interval_passes"], serde_json::json!([100.0]));
    let mid = &answer["result"][0]["subjects"][1];
    near(&mid["mean_interval"][1], 74.841, 1e-3);
    assert_eq!(mid["mean_interval_passes"], serde_json::json!([]));
    for format in ["table", "markdown", "latex"] {
        let out = done(&["spread", &file, "--format", format, "-q"]);
        let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains("passes 100, which is the end of the scale of Accuracy"), "{out}");
        assert!(out.contains("101.786"), "{out}");
    }
    // in no unit that is known there is no end; a latency starts at 0 in any
    let bare = folder.file("bare.csv", csv.replace(",percent,", ",,"));
    assert!(!done(&["spread", &bare, "-q"]).contains("passes"));
    let latency =
        folder.file("l.csv", csv.replace(",Accuracy,percent,", ",Latency,ms,").replace(",60\n", ",300\n"));
    assert!(done(&["spread", &latency, "-q"]).contains("passes 0, which is the end"));
    // runs inside a block, in a table that a program reads too
    let runs = folder.file(
        "runs.csv",
        "method,backbone,seed,metric,unit,value\ntop,a,1,Accuracy,percent,97\ntop,a,2,Accuracy,percent,99\n\
         top,a,3,Accuracy,percent,99.5\nmid,a,1,Accuracy,percent,40\nmid,a,2,Accuracy,percent,50\nmid,a,3,Accuracy,percent,60\n",
    );
    let ask = ["intervals", &runs, "--replicate", "seed", "-q"];
    let answer = json(&ask[..4]);
    assert_eq!(answer["result"][0]["quantities"][0]["estimates"][0]["passes"], serde_json::json!([100.0]));
    let flat = done(&ask).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("passes 100") && flat.contains("of normal ones, 95 % percentile intervals"),
        "{flat}"
    );
    let csv = done(&[&ask[..], &["--format", "csv"]].concat());
    let lines: Vec<Vec<&str>> = csv.lines().map(|l| l.split(',').collect()).collect();
    let at = lines[0].iter().position(|c| *c == "passes").unwrap();
    assert_eq!((lines[1][at], lines[2][at]), ("100", ""));
    // a bootstrap's ends lie among the values: of the 27 resamples one has the mean 97 and one 99.5, 3.7 % each
    let scores = done(&[&ask[..], &["--aggregates=mean", "--format", "csv"]].concat());
    assert!(scores.contains("97.0000 to 99.5000"), "{scores}");
}

/// Degrees of freedom stand in two columns for people, and apart for programs.
#[test]
fn degrees_of_freedom_are_two_numbers() {
    let folder = Folder::new();
    let file = folder.file("x.csv", "set,A,B,C\ns1,1,2,4\ns2,2,5,6\ns3,3,4,9\ns4,7,8,8\n");
    let ask = ["decompose", &file, "--wide", "--metric", "score", "--direction", "higher", "-q"];
    let table = done(&ask);
    let csv = done(&[&ask[..], &["--format", "csv"]].concat());
    // three methods on four blocks, and Tukey's one of what is left
    for (source, test, df) in [
        ("method", "f_subjects", ["2", "6"]),
        ("block", "f_blocks", ["3", "6"]),
        ("non-additivity", "additivity.test", ["1", "5"]),
    ] {
        let line = table.lines().find(|l| l.starts_with(source)).unwrap();
        assert!(line.split_whitespace().collect::<Vec<_>>().windows(2).any(|w| w == df), "{line}");
        for (name, n) in ["df1", "df2"].iter().zip(df) {
            assert!(csv.contains(&format!(",{test}.{name},{n},")), "{test}: {csv}");
        }
    }
}

/// plan and explain write where and how the other commands do.
#[test]
fn plan_and_explain_write_files() {
    let folder = Folder::new();
    for ask in [&["plan", "--blocks", "4", "--methods", "3"][..], &["explain", "C001"]] {
        let path = folder.path("out.txt").display().to_string();
        let out = done(ask);
        assert_eq!(done(&[ask, &["-o", &path]].concat()), "");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), out);
        let coloured = done(&[ask, &["--color", "always"]].concat());
        assert!(coloured.contains('\u{1b}') && !out.contains('\u{1b}'));
    }
}

#[test]
fn a_level_table_has_no_best_and_a_pair_may_say_the_opposite_of_its_ranks() {
    let folder = Folder::new();
    let equal = folder.file("equal.csv", "method,b,AUROC\nA,r,1\nB,r,1\nA,s,2\nB,s,2\n");
    for command in [&["rank"][..], &["rank", "--across"], &["test"]] {
        let mut args = command.to_vec();
        args.extend(["-q", &equal, "--format", "markdown"]);
        assert!(!done(&args).contains("**"), "{command:?}");
    }
    let out = done(&["test", "-q", &equal]);
    assert!(out.contains("Where the rank difference is 0 neither is better"), "{out}");
    // A is ahead on three blocks by a little, behind on two by much: W+ 6, W- 9
    let rows = [(51, 50), (52, 50), (53, 50), (50, 70), (50, 80)];
    let mut content = "method,b,AUROC\n".to_owned();
    for (at, (a, b)) in rows.iter().enumerate() {
        content.push_str(&format!("A,{at},{a}\nB,{at},{b}\n"));
    }
    let file = folder.file("x.csv", content);
    let out = done(&["test", "-q", &file]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(out.contains("-0.200") && out.contains("Where the rank-biserial is negative"), "{out}");
    assert!(!done(&["test", "-q", &example("md")]).contains("Where the rank"));
}
