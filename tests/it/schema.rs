//! The published schema holds for what every command writes, and refuses what no command writes.

use std::collections::BTreeSet;

use likewise::cli::Exit;
use likewise::report::json_schema;
use serde_json::{Value, json as value};

use crate::support::{Folder, done, example, json, likewise};
use crate::validator::Validator;

#[test]
fn the_committed_schema_is_the_one_printed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/likewise.schema.json");
    let committed = std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    let printed = done(&["schema"]);
    assert!(
        committed == printed,
        "schema/likewise.schema.json is not what the types say. If the JSON was to change, write it again: \
         cargo run -- schema > schema/likewise.schema.json"
    );
    assert_eq!(serde_json::from_str::<Value>(&printed).unwrap(), json_schema());
}

/// All schemas inside a schema, itself included.
fn schemas(value: &Value) -> Vec<&serde_json::Map<String, Value>> {
    let inner = match value {
        Value::Object(map) => map.values().collect(),
        Value::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    let own = value.as_object();
    own.into_iter().chain(inner.into_iter().flat_map(schemas)).collect()
}

#[test]
fn objects_are_closed_and_references_lead_somewhere() {
    let schema = json_schema();
    let mut referred = BTreeSet::new();
    for part in schemas(&schema) {
        if let Some(Value::String(to)) = part.get("$ref") {
            let name = to.strip_prefix("#/$defs/").unwrap();
            assert!(schema["$defs"][name].is_object(), "{name}");
            referred.insert(name);
        }
        // an object of results itself, and not a map of properties or definitions
        if part.get("type") == Some(&value!("object")) {
            assert!(part.contains_key("additionalProperties"), "{part:?}");
            for beside in ["$ref", "allOf", "anyOf", "oneOf"] {
                assert!(!part.contains_key(beside), "a closed object has {beside} beside it: {part:?}");
            }
        }
    }
    let defined: BTreeSet<&str> = schema["$defs"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(defined, referred, "a definition that nothing refers to");
    // schemars numbers types of one name
    assert!(!defined.iter().any(|name| name.ends_with(|c: char| c.is_ascii_digit())), "{defined:?}");
}

const HOLES: &str = "method,b,AUROC\nA,r,1\nB,r,2\nC,r,3\nA,s,2\nB,s,3\nB,t,3\nC,t,5\nA,t,1\nC,u,4\nA,u,1\n";

/// Two metrics, with a result that has no number and one whose configuration is not recorded.
const PROTOCOLS: &str = "method,b,metric,value\nA,r,AUROC,1\nB,r,AUROC,2\nA,s,AUROC,3\nB,s,AUROC,3.0\n\
    A,r,FPR95,9\nB,r,FPR95,8\nA,s,FPR95,7\nB,s,FPR95,7.5\nC,r,AUROC,\nD,,AUROC,4\n";

/// A balanced incomplete design: each pair of three methods in one block.
const BALANCED: &str = "method,b,AUROC\nA,r,1\nB,r,2\nB,s,3\nC,s,1\nA,t,2\nC,t,4\n";

/// Six blocks and three methods, with ties and a few runs.
fn runs(seeds: usize) -> String {
    let mut csv = String::from("method,backbone,seed,AUROC\n");
    for (b, block) in ["r", "s", "t", "u", "v", "w"].iter().enumerate() {
        for (m, method) in ["A", "B", "C"].iter().enumerate() {
            for seed in 0..seeds {
                csv +=
                    &format!("{method},{block},{seed},{}\n", 50 + 3 * b + (m * (b + 1)) % 4 + (seed * m) % 3);
            }
        }
    }
    csv
}

/// Five folds in each of three blocks.
fn folds() -> String {
    let mut csv = String::from("method,dataset2,fold,AUROC\n");
    for (block, base) in [("r", 50), ("s", 60), ("t", 70)] {
        for fold in 1..=5 {
            csv += &format!("A,{block},{fold},{}\nB,{block},{fold},{}\n", base + fold, base + 2 * (fold % 3));
        }
    }
    csv
}

/// The command lines of every command that writes JSON, by turns with every option that changes its shape.
fn command_lines(folder: &Folder) -> Vec<Vec<String>> {
    let page = example("md");
    let csv = example("csv");
    let holes = folder.file("holes.csv", HOLES);
    let protocols = folder.file("protocols.csv", PROTOCOLS);
    let balanced = folder.file("balanced.csv", BALANCED);
    let single = folder.file("single.csv", runs(1));
    let seeds = folder.file("seeds.csv", runs(3));
    let many = folder.file("many.csv", runs(12));
    let folds = folder.file("folds.csv", folds());
    let tasks = folder.file("tasks.csv", "task,a,b\nt,1,2\nu,2,4\nv,3,6\nw,1,5\n");
    let conflict = folder.file("conflict.csv", "method,b,AUROC\nA,r,1\nA,r,2\nB,r,3\nA,s,1\nB,s,2\n");
    let policy = folder.file(
        "policy.toml",
        "by = [\"b\"]\ncommon = \"blocks\"\n[filter]\nmetric = \"AUROC\"\n[alias]\nD = \"C\"\n[assume]\nb = \"s\"\n",
    );
    let mut all: Vec<Vec<String>> = Vec::new();
    let mut run = |line: &str, file: &str| {
        all.push(
            line.split_whitespace().map(|word| if word == "FILE" { file } else { word }.to_owned()).collect(),
        );
    };
    for line in
        ["audit FILE", "rank FILE", "spread FILE", "rank --ties dense FILE", "rank --ties average FILE"]
    {
        for file in [&page, &csv, &holes, &protocols, &single] {
            run(line, file);
        }
    }
    run("audit --by backbone FILE", &seeds);
    run("audit FILE", &conflict);
    run("rank --force=conflict --because why FILE", &conflict);
    for file in [&page, &single] {
        run("rank --across FILE", file);
        run("rank --pooled --force --because why FILE", file);
        for command in ["agree", "decompose", "intervals", "test"] {
            run(&format!("{command} FILE"), file);
        }
    }
    run("rank --pooled --filter backbone=r FILE", &single);
    for command in ["rank --across", "agree", "decompose", "intervals", "test", "test --matrix"] {
        run(&format!("{command} --common --filter metric=AUROC FILE"), &protocols);
        run(&format!("{command} --common FILE"), &protocols);
        run(&format!("{command} --replicate seed FILE"), &seeds);
    }
    run("rank --across --force=coverage FILE", &holes);
    // two single results, and two methods
    run("compare LN@ResNet50 HEM-@ResNet50 FILE", &page);
    run("compare LN@ResNet50 LN@SwinT --force FILE", &page);
    run("compare HEM- LN FILE", &page);
    run("compare HEM- LN --rope 1 FILE", &csv);
    run("compare A B --rope 0.5 --alternative greater --zeros pratt FILE", &single);
    run("compare A B --rope 0.5 --alternative less --zeros split FILE", &single);
    run("compare A B --replicate seed --rope 0.5 FILE", &many);
    run("compare B A --filter dataset2=r --folds 5 --rope 0.5 FILE", &folds);
    run("compare A B --rope 0.5 FILE", &folds);
    run("compare A B --by dataset2,fold --folds 5 --rope 0.5 --draws 2000 FILE", &folds);
    run("compare b a --wide --metric AUROC --by task --rope 0.5 FILE", &tasks);
    run("compare b a --wide --metric AUROC --by task --rope 0.5 --one-scale FILE", &tasks);
    run("compare A B --force=coverage FILE", &holes);
    run("compare A B FILE", &protocols);
    for test in ["friedman", "iman-davenport", "quade", "aligned-ranks"] {
        run(&format!("test --test {test} FILE"), &single);
    }
    run("test --test page --order A,B,C FILE", &single);
    run("test --test skillings-mack --force=coverage FILE", &holes);
    run("test --test durbin --posthoc sign --force=coverage FILE", &balanced);
    for posthoc in ["nemenyi", "rank-z", "conover", "exact", "quade", "aligned-ranks", "signed-rank", "sign"]
    {
        run(&format!("test --posthoc {posthoc} --zeros split FILE"), &single);
    }
    for adjust in ["none", "hommel", "shaffer", "bergmann-hommel", "benjamini-yekutieli"] {
        run(&format!("test --posthoc exact --adjust {adjust} FILE"), &single);
    }
    run("test --control A FILE", &single);
    run("test --control A --posthoc signed-rank FILE", &single);
    for variant in ["exact", "monte-carlo", "chi-squared"] {
        run(&format!("test --variant {variant} FILE"), &single);
    }
    run("test --matrix --force=coverage FILE", &holes);
    run("test FILE", &folds);
    run("intervals --replicate seed FILE", &many);
    run("intervals --aggregates --replicate seed --resamples 200 --target 60 FILE", &many);
    run("intervals --aggregates --resamples 200 FILE", &single);
    run("intervals --aggregates=iqm,mean --replicate seed --resamples 200 FILE", &many);
    run("intervals --level 0.9 --resamples 200 FILE", &single);
    for line in
        ["", "--blocks 3 --methods 5", "--blocks 10 --wins 0.9", "--blocks 12 --effect 0.5 --draws 500"]
    {
        run(&format!("plan {line}"), "");
    }
    run("plan --methods 4 --blocks 8 --effect 1 --draws 500", "");
    run("explain", "");
    run("explain C001", "");
    for line in ["report FILE", "report --force --because why FILE"] {
        for file in [&page, &holes, &protocols, &single] {
            run(line, file);
        }
    }
    run("report --replicate seed FILE", &seeds);
    run("report --force=conflict FILE", &conflict);
    run("report --policy policy.toml FILE", &protocols);
    for line in &mut all {
        for word in line.iter_mut().filter(|w| *w == "policy.toml") {
            word.clone_from(&policy);
        }
    }
    all
}

#[test]
fn every_command_writes_what_the_schema_says() {
    let folder = Folder::new();
    let schema = json_schema();
    let validator = Validator::new(&schema);
    for line in command_lines(&folder) {
        let mut args = line.clone();
        args.extend(["--format".to_owned(), "json".to_owned()]);
        let ran = likewise(&args);
        assert_eq!(ran.exit, Exit::Done, "{}: {}", line.join(" "), ran.err);
        let output = serde_json::from_str(&ran.out).unwrap();
        let errors = validator.errors(&output);
        assert!(errors.is_empty(), "{}:\n{}", folder.neutral(&line.join(" ")), errors.join("\n"));
    }
    // a file of a report is the same
    let path = folder.path("x.json").display().to_string();
    done(&["report", "-q", &example("md"), "-o", &path]);
    let report = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(validator.errors(&report), Vec::<String>::new());
    assert_eq!(report["command"], "report");
    // nothing in the schema is there for no output
    let defined: BTreeSet<String> = schema["$defs"].as_object().unwrap().keys().cloned().collect();
    let unused: Vec<&String> = defined.iter().filter(|name| !validator.reached().contains(*name)).collect();
    assert!(unused.is_empty(), "no output here has a {unused:?}");
}

/// What is equal, alone, perfectly ordered or at the end of a number's range: where a statistic could be no number
/// the schema would be broken by a null.
#[test]
fn odd_inputs_give_no_number_that_is_none() {
    let folder = Folder::new();
    let schema = json_schema();
    let validator = Validator::new(&schema);
    let table = |cell: fn(usize, usize) -> String, blocks: usize| {
        let mut csv = String::from("method,backbone,AUROC\n");
        for b in 0..blocks {
            for m in 0..3 {
                csv += &format!("{},{},{}\n", ["A", "B", "C"][m], b, cell(b, m));
            }
        }
        csv
    };
    let inputs = [
        table(|_, _| "1".to_owned(), 4),
        table(|_, m| m.to_string(), 4),
        table(|_, m| m.to_string(), 1),
        table(|b, m| (b + m).to_string(), 2),
        table(|b, m| if b == 0 { "0".to_owned() } else { (m % 2).to_string() }, 5),
        table(|b, m| format!("{}e15", b * 7 + m * m), 6),
        table(|b, m| format!("0.{:0>17}", 1 + b * 7 + m * m), 6),
        table(|b, m| format!("-{}", b * m), 12),
    ];
    let mut written = 0;
    for (at, csv) in inputs.iter().enumerate() {
        let file = folder.file(&format!("{at}.csv"), csv);
        for line in [
            "rank FILE",
            "rank --across FILE",
            "spread FILE",
            "audit FILE",
            "agree FILE",
            "decompose FILE",
            "intervals --resamples 200 FILE",
            "intervals --aggregates --resamples 200 FILE",
            "report FILE",
            "compare A B --rope 0 FILE",
            "compare A C --rope 1 FILE",
            "test FILE",
            "test --test quade FILE",
            "test --test aligned-ranks FILE",
            "test --test iman-davenport FILE",
            "test --test page --order A,B,C FILE",
            "test --test durbin FILE",
            "test --test skillings-mack FILE",
            "test --posthoc conover FILE",
            "test --posthoc signed-rank FILE",
            "test --control B FILE",
        ] {
            let args = line.split(' ').map(|word| if word == "FILE" { file.as_str() } else { word });
            let ran = likewise(&args.chain(["--format", "json"]).collect::<Vec<_>>());
            // some of these can't be computed, which is said
            if ran.exit == Exit::Done {
                let errors = validator.errors(&serde_json::from_str(&ran.out).unwrap());
                assert!(errors.is_empty(), "{line} of\n{csv}\n{}", errors.join("\n"));
                written += 1;
            }
        }
    }
    assert!(written > 100, "{written}");
}

/// Places of a value and of what is inside, as JSON pointers, with the value.
fn places<'a>(value: &'a Value, at: &str, all: &mut Vec<(String, &'a Value)>) {
    all.push((at.to_owned(), value));
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                places(inner, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), all);
            }
        }
        Value::Array(items) => {
            for (n, inner) in items.iter().enumerate() {
                places(inner, &format!("{at}/{n}"), all);
            }
        }
        _ => {}
    }
}

/// Objects whose keys the data name may have more or fewer; every other change is refused.
#[test]
fn a_field_that_is_removed_added_or_of_another_type_is_refused() {
    let folder = Folder::new();
    let schema = json_schema();
    let validator = Validator::new(&schema);
    let single = folder.file("single.csv", runs(1));
    let outputs = [
        json(&["rank", &example("md")]),
        json(&["test", &single]),
        json(&["compare", "A", "B", "--rope", "0.5", &single]),
        json(&["compare", "LN@ResNet50", "HEM-@ResNet50", &example("md")]),
        json(&["intervals", &single]),
        json(&["plan", "--blocks", "10", "--wins", "0.9"]),
    ];
    let refused = |output: &Value, what: &str| {
        assert!(!validator.errors(output).is_empty(), "the schema allows {what} in {}", output["command"]);
    };
    for output in outputs {
        assert_eq!(validator.errors(&output), Vec::<String>::new());
        let mut all = Vec::new();
        places(&output, "", &mut all);
        for (place, found) in all {
            let keyed_by_data = place.ends_with("/block")
                || place.ends_with("/in-block")
                || place.split('/').rev().nth(1).is_some_and(|name| name == "blocks");
            let change = |new: Value, what: &str| {
                let mut output = output.clone();
                *output.pointer_mut(&place).unwrap() = new;
                refused(&output, &format!("{what} at {place}"));
            };
            match found {
                Value::Object(map) if !keyed_by_data => {
                    let mut more = map.clone();
                    more.insert("unheard-of".to_owned(), value!(1));
                    change(Value::Object(more), "a field more");
                    for key in map.keys() {
                        let mut fewer = map.clone();
                        fewer.remove(key);
                        change(Value::Object(fewer), &format!("no {key}"));
                    }
                }
                Value::Number(number) => {
                    change(value!(number.to_string()), "a text for a number");
                    change(value!([number]), "a list for a number");
                }
                Value::String(_) => change(value!(1), "a number for a text"),
                Value::Bool(_) => change(value!("yes"), "a text for a truth"),
                _ => {}
            }
        }
    }
}

/// What is not a number in Rust would be null in JSON: the schema allows null only where a result can be without.
#[test]
fn null_is_refused_where_a_number_is_always_there() {
    let schema = json_schema();
    let validator = Validator::new(&schema);
    let output = json(&["rank", &example("md")]);
    let entry = "/result/0/blocks/0/entries/0";
    for (field, nullable) in [("rank", false), ("value/value", false), ("gap_to_next", true)] {
        let mut changed = output.clone();
        *changed.pointer_mut(&format!("{entry}/{field}")).unwrap() = Value::Null;
        assert_eq!(validator.errors(&changed).is_empty(), nullable, "{field}");
    }
    let mut unknown = output;
    unknown["command"] = value!("rank --backwards");
    assert!(!validator.errors(&unknown).is_empty());
}
