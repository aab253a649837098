//! Results that are not there: never run, or failed.

use likewise::cli::Exit;

use super::{answer, near, on};

/// A method that ran the easy tasks only gets no mean rank over all (mteb 4263 and 1921, tabarena 15): a
/// refusal names what is missing, and says what each way out keeps.
#[test]
fn some_tasks_only() {
    let csv = "model,task,score\none,t1,60\none,t2,50\none,t3,30\none,t4,40\ntwo,t1,62\ntwo,t2,51\ntwo,t3,28\n\
        two,t4,39\neasy,t1,61\neasy,t2,55\n";
    let ran = on(csv, "rank --across --direction higher --by task");
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::Refused, ""));
    assert!(ran.err.contains("missing easy on t3, easy on t4"), "{}", ran.err);
    assert!(ran.err.contains("--common keeps the 2 blocks that every method has"), "{}", ran.err);
    let ran = on(csv, "test --direction higher --by task");
    assert_eq!(ran.exit, Exit::Refused);
    // on common tasks: ranks 3 1 2 and 3 2 1 of one, two, easy
    let common = answer(csv, "rank --across --common --direction higher --by task");
    let text = common.to_string();
    assert!(text.contains("left out by --common, since a method is missing there: t3, t4"), "{text}");
    let out = on(csv, "rank --across --common --direction higher --by task").out;
    for (name, rank) in [("two", "1.500"), ("easy", "1.500"), ("one", "3.000")] {
        let line = out.lines().find(|l| l.starts_with(name)).unwrap();
        assert!(line.contains(rank), "{line}");
    }
    // two methods have every task: a pair
    let pair = answer(csv, "test --common=subjects --direction higher --by task");
    assert_eq!(pair["result"][0]["pairs"].as_array().unwrap().len(), 1);
}

/// A framework that crashes on the hard tasks (automlbenchmark 582) neither wins by its failures nor gets
/// a number for them: the failures are listed, the reason's column is no method's name, and leaving tasks
/// out has to be asked for.
#[test]
fn failed_runs() {
    let csv = "framework,task,auc,info\nsafe,t1,0.80,\nsafe,t2,0.70,\nsafe,t3,0.90,\nsafe,t4,0.60,\nfrail,t1,0.85,\n\
        frail,t2,0.75,\nfrail,t3,,out of memory\nfrail,t4,,out of memory\nboost,t1,0.82,\nboost,t2,0.72,\n\
        boost,t3,0.91,\nboost,t4,0.65,\n";
    let how = "--direction higher --ignore info --by task";
    let ran = on(csv, &format!("rank --across {how}"));
    assert_eq!(ran.exit, Exit::Refused);
    assert!(ran.err.contains("missing frail on t3, frail on t4"), "{}", ran.err);
    let inside = on(csv, &format!("rank {how}")).out;
    assert!(inside.contains("2 results have no number and no rank: frail"), "{inside}");
    assert!(!inside.contains("0.00  out"), "{inside}");
    let audit = on(csv, &format!("audit {how}")).out;
    assert!(audit.contains("2 results have no number: frail"), "{audit}");
    let common = on(csv, &format!("rank --across --common {how}")).out;
    assert!(common.contains("left out by --common, since a method is missing there: t3, t4"), "{common}");
    // complete blocks in one order: 4 = 2 (3 - 1), exact p 1/6 where the F form has 0
    let test = answer(csv, &format!("test --common {how}"));
    let friedman = &test["result"][0]["friedman"];
    near(&friedman["chi_squared"], 4.0);
    near(&friedman["p"]["Exact"]["p"], 1.0 / 6.0);
    assert!(friedman["iman_davenport"]["f"].is_null());
}

/// Mean ranks as printed, one a method.
fn mean_ranks(out: &str, names: [&str; 3]) -> [f64; 3] {
    names.map(|name| {
        let line = out.lines().find(|l| l.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    })
}

/// What becomes of failed runs decides who wins (automlbenchmark 582), so it is never chosen silently: the
/// refusal counts and names them, each way out says in the output what it did, and a number for a failure
/// (what a constant guess has, say) stands in the input, by the user's hand. By hand: frail is first on the
/// two tasks that it finished and last on the others, as it would be with any score below all.
#[test]
fn each_way_with_failed_runs_is_named() {
    let table = |failed: &str| {
        format!(
            "system,task,auc\nsolid,t1,0.81\nsolid,t2,0.71\nsolid,t3,0.89\nsolid,t4,0.61\nfrail,t1,0.86\n\
             frail,t2,0.74\nfrail,t3,{failed}\nfrail,t4,{failed}\nquick,t1,0.83\nquick,t2,0.72\nquick,t3,0.92\n\
             quick,t4,0.66\n"
        )
    };
    let names = ["solid", "frail", "quick"];
    let across = "rank --across --direction higher --by task";
    // left out on request: the winner is frail, and the tasks it failed are named
    let common = on(&table(""), &format!("{across} --common")).out;
    assert_eq!(mean_ranks(&common, names), [3.0, 1.0, 2.0]);
    assert!(
        common.contains("over 2 blocks") && common.contains("method is missing there: t3, t4"),
        "{common}"
    );
    // forced over what there is: every cell that is missing is counted and named in the first line
    let forced = on(&table(""), &format!("{across} --force=coverage --because trial")).out;
    assert!(forced.starts_with("FORCED"), "{forced}");
    assert!(
        forced.lines().next().unwrap().contains("2 cells missing (frail on t3, frail on t4)"),
        "{forced}"
    );
    // what a constant guess scores, written into the input: quick wins
    let filled = on(&table("0.50"), across);
    assert_eq!(filled.exit, Exit::Done, "{}", filled.err);
    assert_eq!(mean_ranks(&filled.out, names), [2.5, 2.0, 1.5]);
    assert!(filled.out.contains("over 4 blocks"), "{}", filled.out);
    // no mean of values over the tasks that happen to be there: they are four protocols
    let spread = on(&table(""), "spread --direction higher --by task");
    assert_eq!((spread.exit, spread.out.as_str()), (Exit::Refused, ""));
}
