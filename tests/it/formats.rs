//! The same results in every format and layout, and what the output says of how it read them.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::{Folder, done, example, json, likewise};

fn bodies(args: &[&str]) -> String {
    let mut all = vec!["rank", "-q", "--format", "csv"];
    all.extend(args);
    done(&all)
}

const LONG: &str = "method,backbone,AUROC\nLN,R50,85.53\nCE,R50,72.88\nLN,ViT,64.3\nCE,ViT,62.64\n";

#[test]
fn separators_marks_breaks_and_blanks() {
    let folder = Folder::new();
    let plain = bodies(&[&folder.file("a.csv", LONG)]);
    let variants = [
        ("bom.csv", format!("\u{feff}{LONG}")),
        ("crlf.csv", LONG.replace('\n', "\r\n")),
        ("tab.tsv", LONG.replace(',', "\t")),
        ("semicolon.csv", LONG.replace(',', ";")),
        ("blanks.csv", LONG.replace("method,backbone,AUROC", " method , backbone ,AUROC ")),
        ("ends.csv", LONG.trim_end().to_owned()),
        (
            "index.csv",
            LONG.lines()
                .enumerate()
                .map(|(at, l)| if at == 0 { format!(",{l}\n") } else { format!("{},{l}\n", at - 1) })
                .collect(),
        ),
        ("no-ending", LONG.to_owned()),
        ("wrong.json", LONG.to_owned()),
    ];
    for (name, text) in variants {
        assert_eq!(bodies(&[&folder.file(name, text)]), plain, "{name}");
    }
}

#[test]
fn quoted_cells_keep_separators_and_line_breaks() {
    let folder = Folder::new();
    let file =
        folder.file("q.csv", "method,backbone,AUROC\n\"A, the \"\"first\"\"\",\"R\n50\",1\nB,\"R\n50\",2\n");
    let answer = json(&["rank", &file]);
    let entries = &answer["result"][0]["blocks"][0]["entries"];
    assert_eq!(entries[1]["subject"]["name"], "A, the \"first\"");
    assert_eq!(answer["result"][0]["blocks"][0]["block"]["backbone"], "R\n50");
}

#[test]
fn json_and_json_lines() {
    let folder = Folder::new();
    let records = [
        r#"{"method":"LN","config":{"backbone":"R50"},"metric":"AUROC","value":85.53}"#,
        r#"{"method":"CE","config":{"backbone":"R50"},"metric":"AUROC","value":"72.88"}"#,
        r#"{"value":64.3,"method":"LN","metric":"AUROC","config":{"backbone":"ViT"}}"#,
        r#"{"method":"CE","metric":"AUROC","value":62.64,"config":{"backbone":"ViT"}}"#,
    ];
    let plain = bodies(&[&folder.file("a.csv", LONG)]);
    for (name, text) in [
        ("array.json", format!("[{}]", records.join(","))),
        ("object.json", format!("{{\"results\":[{}]}}", records.join(","))),
        ("lines.jsonl", records.join("\n")),
        ("lines", format!("{}\n\n", records.join("\n"))),
    ] {
        assert_eq!(bodies(&[&folder.file(name, text)]), plain, "{name}");
    }
}

#[test]
fn numbers_keep_their_printed_digits() {
    let folder = Folder::new();
    let file =
        folder.file("a.json", r#"[{"method":"A","b":"x","acc":85.50},{"method":"B","b":"x","acc":85.5}]"#);
    let answer = json(&["rank", &file, "--map", "value=acc"]);
    let entries = &answer["result"][0]["blocks"][0]["entries"];
    assert_eq!(
        (&entries[0]["value"]["shown"], &entries[0]["rank"], &entries[1]["rank"]),
        (&"85.50".into(), &1.0.into(), &1.0.into())
    );
}

#[test]
fn wide_tables_either_way() {
    let folder = Folder::new();
    let plain = bodies(&[&folder.file("a.csv", LONG)]);
    let rows_are_blocks = folder.file("w.csv", "backbone,LN,CE\nR50,85.53,72.88\nViT,64.3,62.64\n");
    assert_eq!(bodies(&[&rows_are_blocks, "--wide", "--metric", "AUROC"]), plain);
    let rows_are_methods = folder.file("t.csv", "method,R50,ViT\nLN,85.53,64.3\nCE,72.88,62.64\n");
    assert_eq!(bodies(&[&rows_are_methods, "--wide-columns", "backbone", "--metric", "AUROC"]), plain);
    // the example, too
    let answer = json(&["rank", "--wide", "--metric", "AUROC", &example("csv").replace(".csv", "-wide.csv")]);
    assert_eq!(answer["result"][0]["blocks"].as_array().unwrap().len(), 3);
}

#[test]
fn several_files_and_globs() {
    let folder = Folder::new();
    folder.file("one.csv", "method,backbone,AUROC\nLN,R50,85.53\nCE,R50,72.88\n");
    folder.file("two.csv", "method,backbone,AUROC\nLN,ViT,64.3\nCE,ViT,62.64\n");
    let whole = folder.file("whole.txt", LONG);
    let glob = folder.path("*.csv").display().to_string();
    assert_eq!(bodies(&[&glob]), bodies(&[&whole]));
}

#[test]
fn columns_are_matched_and_said() {
    let folder = Folder::new();
    let file = folder.file("t.csv", "model,img_size,top1,host\nA,224,80.1,x\nB,224,81.2,y\n");
    let ran = likewise(&["rank", &file, "--map", "value=top1,config.size=img_size,ignore=host"]);
    assert!(ran.out.contains("size=224"), "{} {}", ran.out, ran.err);
    for part in ["model as method", "top1 as value", "img_size as config.size"] {
        assert!(ran.err.replace("\n      ", " ").contains(part), "{part}: {}", ran.err);
    }
}

#[test]
fn standard_input_and_the_exit_status_of_the_program_itself() {
    let run = |args: &[&str], input: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_likewise"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    let output = run(&["rank", "-q", "-"], LONG);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("85.53"));
    assert_eq!(run(&["rank", "-"], "").status.code(), Some(1));
    assert_eq!(run(&["rank"], "").status.code(), Some(2));
    assert_eq!(run(&["rank", "--pooled", "-"], LONG).status.code(), Some(3));
    assert_eq!(run(&["audit", "--deny", "C001", "-"], LONG).status.code(), Some(4));
    assert_eq!(run(&["--help"], "").status.code(), Some(0));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::io::Read;
    let rows: String = (0..20_000).map(|i| format!("m{i},R50,{i}\n")).collect();
    let folder = Folder::new();
    let file = folder.file("long.csv", format!("method,backbone,AUROC\n{rows}"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_likewise"))
        .args(["rank", "-q", &file])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut some = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut some).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
}

/// A table as records by column name.
fn records(csv: &str) -> Vec<std::collections::HashMap<String, String>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = reader.headers().unwrap().clone();
    let unique: std::collections::HashSet<&str> = header.iter().collect();
    assert_eq!(unique.len(), header.len(), "a column name stands twice: {header:?}");
    let named =
        |r: csv::StringRecord| header.iter().map(str::to_owned).zip(r.iter().map(str::to_owned)).collect();
    reader.records().map(|r| named(r.unwrap())).collect()
}

#[test]
fn one_flat_table_has_the_rows_of_all_blocks_and_protocols() {
    let folder = Folder::new();
    // runs in one of the blocks alone
    let file = folder.file(
        "runs.csv",
        "method,backbone,seed,AUROC\nA,r,1,80\nB,r,1,81\nA,s,1,70\nA,s,2,71\nB,s,1,75\nB,s,2,77\n",
    );
    let rows = records(&bodies(&["--replicate", "seed", &file]));
    let seen: Vec<[&str; 4]> = rows
        .iter()
        .map(|r| [r["backbone"].as_str(), r["method"].as_str(), r["value"].as_str(), r["runs"].as_str()])
        .collect();
    assert_eq!(
        seen,
        [["r", "B", "81", "1"], ["r", "A", "80", "1"], ["s", "B", "76", "2"], ["s", "A", "70.5", "2"]]
    );
    // two metrics, one of them in fewer blocks
    let mut text = "method,backbone,metric,value\n".to_owned();
    for (metric, backbones) in [("AUROC", &["r", "s"][..]), ("FPR@95", &["r", "t", "u"])] {
        for (at, backbone) in backbones.iter().enumerate() {
            for (rank, method) in ["A", "B", "C"].iter().enumerate() {
                text += &format!("{method},{backbone},{metric},{}\n", 60 + 3 * rank + at);
            }
        }
    }
    let file = folder.file("two.csv", text);
    let direction = ["--direction", "AUROC=higher", "--direction", "FPR@95=lower"];
    for (command, each, rows_wanted) in [
        (&["rank"][..], "value", 15),
        (&["rank", "--across"], "mean_rank", 6),
        (&["test"], "rank_difference", 6),
    ] {
        let mut args = command.to_vec();
        args.extend(direction);
        args.extend(["-q", "--format", "csv", &file]);
        let rows = records(&done(&args));
        assert_eq!(rows.len(), rows_wanted, "{command:?}");
        assert!(rows.iter().all(|r| !r[each].is_empty()), "{command:?}");
    }
    let across =
        records(&done(&[&["rank", "--across"][..], &direction, &["-q", "--format", "csv", &file]].concat()));
    let of = |metric: &str, method: &str, column: &str| {
        across.iter().find(|r| r["metric"] == metric && r["method"] == method).unwrap()[column].clone()
    };
    assert_eq!(of("AUROC", "C", "rank@s"), "1");
    assert_eq!(of("AUROC", "C", "rank@t"), "", "not one of its blocks");
    assert_eq!(of("FPR@95", "C", "rank@t"), "3");
}

/// All numbers inside a JSON value, but for what an answer stands on.
fn numbers(value: &serde_json::Value, found: &mut Vec<f64>) {
    use serde_json::Value;
    match value {
        Value::Number(n) => found.push(n.as_f64().unwrap()),
        Value::Array(items) => items.iter().for_each(|v| numbers(v, found)),
        Value::Object(fields) => {
            fields.iter().filter(|(k, _)| *k != "basis").for_each(|(_, v)| numbers(v, found));
        }
        _ => {}
    }
}

/// compare, agree and decompose answer in several unlike tables: their CSV has every number of their JSON, as often and
/// to the last digit.
#[test]
fn a_long_table_has_every_number_of_the_answer() {
    let folder = Folder::new();
    let mut runs = "method,backbone,metric,seed,value\n".to_owned();
    for (b, backbone) in ["r", "s", "t", "u"].iter().enumerate() {
        for (m, method) in ["A", "B", "C"].iter().enumerate() {
            for seed in 1..=3 {
                let value = 60 * (m + 1) + b * b * (m + 3) + seed * (m + 2 * b) + m * 7;
                runs += &format!("{method},{backbone},AUROC,{seed},{}.{seed}7\n", value / 3);
                runs += &format!("{method},{backbone},FPR95,{seed},{}\n", 400 - value);
            }
        }
    }
    let runs = folder.file("runs.csv", runs);
    let mut folds = "method,set,fold,AUROC\n".to_owned();
    for (s, set) in ["r", "s", "t"].iter().enumerate() {
        for fold in 1..=5 {
            let (a, b) = (50 + 7 * s + fold, 52 + 6 * s + (fold * (s + 2)) % 4);
            folds += &format!("A,{set},{fold},{a}\nB,{set},{fold},{b}\n");
        }
    }
    let folds = folder.file("folds.csv", folds);
    let page = example("csv");
    let directions = ["--direction", "AUROC=higher", "--direction", "FPR95=lower", "--replicate", "seed"];
    let with = |words: &[&'static str], more: &[&'static str]| -> Vec<&'static str> {
        words.iter().chain(more).copied().collect()
    };
    let cells = ["compare", "LN@ResNet50", "HEM-@SwinT", "--force=Backbone"];
    for (words, file, tables) in [
        (
            with(&["compare", "A", "B", "--rope", "1"], &directions),
            &runs,
            &["blocks", "summary", "tests", "effects", "posterior"][..],
        ),
        (
            vec!["compare", "A", "B", "--folds", "5", "--draws", "2000"],
            &folds,
            &["blocks", "summary", "tests", "effects", "posterior", "data_sets"],
        ),
        (cells.to_vec(), &page, &["blocks"]),
        (with(&["agree"], &directions), &runs, &["pairs", "summary", "friedman", "mean_ranks"]),
        (vec!["agree"], &page, &["pairs", "reversals", "summary", "friedman", "mean_ranks"]),
        (with(&["decompose"], &directions), &runs, &["sources", "effects", "residuals", "polish"]),
        (vec!["decompose"], &page, &["sources", "effects", "residuals", "polish"]),
    ] {
        let words: Vec<&str> = words.into_iter().chain([file.as_str()]).collect();
        let mut wanted = Vec::new();
        numbers(&json(&words)["result"], &mut wanted);
        let rows = records(&done(&[&words[..], &["-q", "--format", "csv"]].concat()));
        for table in tables {
            assert!(rows.iter().any(|r| r["table"] == *table), "{words:?}: no {table}");
        }
        assert!(rows.iter().all(|r| tables.contains(&r["table"].as_str())), "{words:?}");
        let forced = words.contains(&"--force=Backbone");
        assert!(rows.iter().all(|r| r["basis"].starts_with("FORCED") == forced), "{words:?}");
        // read as the JSON is, whose reader is not exact to the last bit
        let mut there: Vec<f64> =
            rows.iter().filter_map(|r| serde_json::from_str(&r["value"]).ok()).collect();
        assert!(wanted.len() > 2, "{words:?}");
        for number in wanted {
            let at = there.iter().position(|n| *n == number);
            there.swap_remove(at.unwrap_or_else(|| panic!("{words:?}: {number} is not in the CSV")));
        }
        // a number is found by whose it is and what it is
        let mut keys: Vec<Vec<(&String, &String)>> = Vec::new();
        for row in &rows {
            let mut key: Vec<_> = row.iter().filter(|(name, _)| *name != "value").collect();
            key.sort();
            keys.push(key);
        }
        let all = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), all, "{words:?}: two rows have one key");
    }
}

#[test]
fn a_long_table_says_whose_a_number_is() {
    let rows = records(&done(&["agree", "-q", "--format", "csv", &example("csv")]));
    let of = |keys: &[(&str, &str)]| {
        let found: Vec<_> = rows.iter().filter(|r| keys.iter().all(|(k, v)| r[*k] == *v)).collect();
        assert_eq!(found.len(), 1, "{keys:?}");
        found[0]["value"].clone()
    };
    // published with the example
    let pair = [("block", "ResNet50"), ("other_block", "SwinT")];
    assert_eq!(of(&[&pair[..], &[("quantity", "kendall.tau_b")]].concat()), "0.8");
    assert_eq!(
        of(&[&pair[..], &[("quantity", "change_places"), ("method", "LN"), ("other", "HEM-")]].concat()),
        "true"
    );
    // HEM- is second on ResNet50, and first on the two others
    let rank = of(&[("table", "mean_ranks"), ("method", "HEM-")]);
    assert!((rank.parse::<f64>().unwrap() - 4.0 / 3.0).abs() < 1e-15, "{rank}");

    // a name that a spreadsheet would take as a formula
    let folder = Folder::new();
    let file = folder.file("x.csv", "method,b,AUROC\n=1+1,r,1\nB,r,2\n=1+1,s,1\nB,s,3\n");
    let csv = done(&["compare", "=1+1", "B", "-q", "--format", "csv", &file]);
    assert!(csv.contains("\"'=1+1\"") && !csv.contains(",=1+1"), "{csv}");
}

#[test]
fn a_row_of_wrong_length_hides_no_wrong_value_of_another() {
    let csv = "method,b,AUROC\nA,r,90\nB,r\nC,r,eighty\nD,r,70,1\nE,r,\"60\n";
    let error = likewise::ingest::read_text("x.csv", csv, &likewise::ingest::Options::default()).unwrap_err();
    let lines: Vec<Option<usize>> = error.problems.iter().map(|p| p.line).collect();
    assert_eq!(lines, [Some(3), Some(4), Some(5), Some(6)], "{error}");
    assert!(error.problems[3].what.contains("never closed"), "{error}");
}

/// One table as pyarrow (pages of both versions), duckdb and polars write it, with a column of each type.
#[test]
fn columns_of_every_type_in_parquet_files_of_other_programs() {
    let want = [
        ("reported", ["85.50", "72.88", "-0.25", ""]),
        ("config.day", ["2020-01-01", "1969-12-31", "", "2020-01-01"]),
        ("config.at", ["2020-01-01T05:00:00", "2020-01-01T05:00:00.250", "", "1969-12-31T23:59:59"]),
        ("config.at_utc", ["2020-01-01T05:00:00Z", "2020-01-01T05:00:00.250Z", "", "1969-12-31T23:59:59Z"]),
        ("config.hour", ["01:02:03", "04:05:06.500", "", "00:00:00"]),
        ("config.size", ["s", "m", "", "s"]),
        ("config.i8", ["1", "-2", "", "1"]),
        ("config.u32", ["1", "4294967295", "", "1"]),
        ("config.u64", ["1", "18446744073709551615", "", "1"]),
        ("config.f32", ["0.1", "2.5", "", "0.1"]),
        ("config.done", ["true", "false", "", "true"]),
    ];
    for writer in ["pyarrow", "pyarrow-v2", "duckdb", "polars"] {
        let file = format!("tests/fixtures/parquet/{writer}.parquet");
        let text = done(&["convert", "-q", "--to", "csv", &file]);
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let names = rows.headers().unwrap().clone();
        let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
        for (name, cells) in want {
            let at = names.iter().position(|n| n == name).unwrap_or_else(|| panic!("{writer} {name}"));
            let found: Vec<&str> = rows.iter().map(|r| &r[at]).collect();
            assert_eq!(found, cells, "{writer}, {name}");
        }
    }
}
