//! Inputs that can't be read: each has its own clear message with file and place, exit status 1, and
//! leaves no output behind.

use likewise::cli::Exit;
use likewise::{ExportFormat, export};

use crate::support::{Folder, Page, entry, example, likewise, results, wrapped};

/// File name, content, and what the message must say: the place and the words.
fn cases() -> Vec<(&'static str, Vec<u8>, Vec<&'static str>)> {
    let page = || {
        Page::new(
            "AUROC",
            "PERCENT",
            "Higher is better",
            vec![entry("A", "80.1", r#"{"b":"r"}"#), entry("B", "70.2", r#"{"b":"r"}"#)],
        )
        .text()
    };
    let edited = |from: &str, to: &str| {
        let text = page();
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1).into_bytes()
    };
    let without_section = {
        let text = page();
        let at = text.find("### B").unwrap();
        text.as_bytes()[..at].to_vec()
    };
    let parquet = export(&results("method,b,AUROC\nA,r,1\n"), ExportFormat::Parquet).unwrap();
    let csv = |cell: &str| format!("method,b,AUROC\nA,r,80.1\nB,r,{cell}\n").into_bytes();
    vec![
        ("latin1.csv", b"method,b,AUROC\nM\xe9thode,r,1\n".to_vec(), vec!["latin1.csv:2", "not UTF-8"]),
        ("utf16.csv", b"\xff\xfem\0e\0t\0".to_vec(), vec!["utf16.csv", "UTF-16"]),
        ("empty.csv", b"".to_vec(), vec!["empty.csv", "empty"]),
        ("blank.md", b" \n\n \t\n".to_vec(), vec!["blank.md", "empty"]),
        ("picture.csv", b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0".to_vec(), vec!["picture.csv", "binary"]),
        ("program.md", b"\x7fELF\x02\x01\x01\0\0\0\0\0".to_vec(), vec!["program.md", "binary"]),
        ("comma.csv", csv("\"85,53\""), vec!["comma.csv:3", "`85,53` has a comma", "85.53"]),
        ("na.csv", csv("N/A"), vec!["na.csv:3", "`N/A`", "--missing"]),
        ("dash.csv", csv("-"), vec!["dash.csv:3", "`-`"]),
        ("star.csv", csv("28.5*"), vec!["star.csv:3", "`*` behind the number 28.5"]),
        ("error.csv", csv("68.4(7.1)"), vec!["error.csv:3", "`(7.1)` behind the number 68.4"]),
        ("plusminus.csv", csv("68.4 ± 7.1"), vec!["plusminus.csv:3", "`± 7.1` behind the number 68.4"]),
        ("percent.csv", csv("85.53%"), vec!["percent.csv:3", "`%` behind the number 85.53"]),
        ("bold.csv", csv("**85.53**"), vec!["bold.csv:3", "`**85.53**` is not a number"]),
        ("word.csv", csv("good"), vec!["word.csv:3", "`good` is not a number"]),
        ("nan.csv", csv("NaN"), vec!["nan.csv:3", "NaN", "no rank"]),
        ("inf.csv", csv("inf"), vec!["inf.csv:3", "inf", "no rank"]),
        ("minusinf.csv", csv("-Infinity"), vec!["minusinf.csv:3", "-Infinity", "no rank"]),
        ("hex.csv", csv("0x1F"), vec!["hex.csv:3", "0x1F"]),
        ("twodots.csv", csv("1.2.3"), vec!["twodots.csv:3", "1.2.3"]),
        ("digits.csv", csv("0.12345678901234567890123456789"), vec!["digits.csv:3", "more digits"]),
        ("exponent.csv", csv("1e999999"), vec!["exponent.csv:3", "1e999999"]),
        ("header.csv", b"method,b,AUROC\n".to_vec(), vec!["header.csv", "no"]),
        ("twice.csv", b"method,b,AUROC,b\nA,r,1,s\n".to_vec(), vec!["twice.csv", "`b`", "twice"]),
        (
            "twovalues.csv",
            b"method,b,result,score\nA,r,1,2\n".to_vec(),
            vec!["twovalues.csv", "`result` and `score`"],
        ),
        ("short.csv", b"method,b,AUROC\nA,r\n".to_vec(), vec!["short.csv:2", "2", "3"]),
        ("long.csv", b"method,b,AUROC\nA,r,1,2\n".to_vec(), vec!["long.csv:2", "4", "3"]),
        ("quote.csv", b"method,b,AUROC\n\"A,r,1\nB,r,2\n".to_vec(), vec!["quote.csv"]),
        ("novalue.csv", b"method,b\nA,r\n".to_vec(), vec!["novalue.csv", "value"]),
        ("nomethod.csv", b"b,value\nr,1\n".to_vec(), vec!["nomethod.csv", "method"]),
        ("blankmethod.csv", b"method,b,AUROC\n,r,1\n".to_vec(), vec!["blankmethod.csv:2", "method"]),
        ("config.csv", b"method,config,AUROC\nA,{backbone: r},1\n".to_vec(), vec!["config.csv:2", "JSON"]),
        (
            "configtwice.csv",
            b"method,config,AUROC\nA,\"{\"\"b\"\":1,\"\"b\"\":2}\",1\n".to_vec(),
            vec!["configtwice.csv:2", "\"b\"", "twice"],
        ),
        (
            "configlist.csv",
            b"method,config,AUROC\nA,\"[1,2]\",1\n".to_vec(),
            vec!["configlist.csv:2", "object"],
        ),
        (
            "direction.csv",
            b"method,b,metric,direction,value\nA,r,x,sideways,1\n".to_vec(),
            vec!["direction.csv:2", "`sideways`"],
        ),
        ("stderr.csv", b"method,b,AUROC,stderr\nA,r,1,wide\n".to_vec(), vec!["stderr.csv:2", "`wide`"]),
        (
            "reproduced.csv",
            b"method,b,AUROC,reproduced\nA,r,1,perhaps\n".to_vec(),
            vec!["reproduced.csv:2", "`perhaps`"],
        ),
        (
            "ids.csv",
            b"method,b,AUROC,result_id\nA,r,1,x7\nB,r,2,x7\n".to_vec(),
            vec!["ids.csv:3", "`x7`", "twice"],
        ),
        (
            "cut.json",
            br#"[{"method":"A","b":"r","AUROC":1},{"method":"B","#.to_vec(),
            vec!["cut.json", "end"],
        ),
        ("empty.json", b"[]".to_vec(), vec!["empty.json", "no record"]),
        ("number.json", b"[1, 2]".to_vec(), vec!["number.json", "object"]),
        ("object.json", br#"{"a": 1}"#.to_vec(), vec!["object.json", "`a`"]),
        (
            "twicekey.json",
            br#"[{"method":"A","method":"B","b":"r","value":1}]"#.to_vec(),
            vec!["twicekey.json", "method", "twice"],
        ),
        ("nan.json", br#"[{"method":"A","b":"r","value":NaN}]"#.to_vec(), vec!["nan.json"]),
        (
            "boolvalue.json",
            br#"[{"method":"A","b":"r","value":true}]"#.to_vec(),
            vec!["boolvalue.json", "true"],
        ),
        ("trailing.json", br#"[{"method":"A","b":"r","value":1}] x"#.to_vec(), vec!["trailing.json"]),
        (
            "cut.jsonl",
            b"{\"method\":\"A\",\"b\":\"r\",\"value\":1}\n{\"method\":\"B\",\"b\"\n".to_vec(),
            vec!["cut.jsonl:2"],
        ),
        ("cut.parquet", parquet[..parquet.len() / 2].to_vec(), vec!["cut.parquet", "Parquet"]),
        ("prose.md", b"# Results\n\nNothing to see.\n".to_vec(), vec!["prose.md", "table"]),
        ("section.md", without_section, vec!["section.md", "2", "1"]),
        (
            "value.md",
            edited("AUROC: 80.1. Result ID", "AUROC: 81.1. Result ID"),
            vec!["value.md:", "80.1", "81.1"],
        ),
        ("name.md", edited("### A", "### C"), vec!["name.md:", "A", "C"]),
        (
            "sameid.md",
            edited("b00000000000000000000001", "b00000000000000000000000"),
            vec!["sameid.md:", "twice"],
        ),
        ("badconfig.md", edited(r#"{"b":"r"}"#, r#"{"b":"r""#), vec!["badconfig.md:", "JSON"]),
        ("twicekey.md", edited(r#"{"b":"r"}"#, r#"{"b":"r","b":"s"}"#), vec!["twicekey.md:", "twice"]),
        ("count.md", edited("2 of 2", "5 of 5"), vec!["count.md", "5", "2"]),
        (
            "pagecomma.md",
            page().replace("80.1", "80,1").into_bytes(),
            vec!["pagecomma.md:", "`80,1` has a comma"],
        ),
        (
            "lostcell.md",
            edited("| A | 80.1 | Not recorded |", "| A | 80.1 | x | Not recorded |"),
            vec!["lostcell.md:", "5", "4"],
        ),
        ("emptytable.md", b"| Method | AUROC |\n| --- | --- |\n".to_vec(), vec!["emptytable.md", "no"]),
    ]
}

#[test]
fn each_has_its_own_message_and_leaves_nothing_behind() {
    let cases = cases();
    assert!(cases.len() >= 50, "{} cases", cases.len());
    let mut wrong = Vec::new();
    let mut all = String::new();
    for (name, content, says) in &cases {
        let folder = Folder::new();
        let file = folder.file(name, content);
        let output = folder.path("out.json").display().to_string();
        let ran = wrapped(&["rank", "-q", "--format", "json", "-o", &output, &file], 1000);
        let message = folder.neutral(&ran.err).replace("DIR/", "");
        all += &format!("== {name}\n{message}\n");
        if ran.exit != Exit::Failed || !ran.out.is_empty() || folder.names() != [*name] {
            wrong.push(format!("{name}: {:?}, files {:?}\n{message}", ran.exit, folder.names()));
        } else if let Some(missing) = says.iter().find(|s| !message.contains(**s)) {
            wrong.push(format!("{name}: `{missing}` is not said\n{message}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    insta::assert_snapshot!("broken_inputs", all);
}

#[test]
fn inputs_that_are_no_files() {
    let folder = Folder::new();
    let run = |arg: &str| {
        let ran = likewise(&["rank", "-q", arg]);
        assert_eq!((ran.exit, ran.out.as_str()), (Exit::Failed, ""), "{arg}");
        folder.neutral(&ran.err)
    };
    folder.file("results.csv", "method,b,AUROC\nA,r,1\n");
    assert!(run(&folder.path("").display().to_string()).contains("directory"));
    let missing = run(&folder.path("result.csv").display().to_string());
    assert!(missing.contains("no such file") && missing.contains("results.csv"), "{missing}");
    assert!(run(&folder.path("*.md").display().to_string()).contains("no file matches"));
}

#[test]
fn every_problem_of_every_file_is_shown() {
    let folder = Folder::new();
    let a = folder.file("a.csv", "method,b,value\nA,r,x\nB,r,y\n");
    let b = folder.file("b.csv", "method,b,value\nA,r,z\n");
    let ran = likewise(&["rank", "-q", &a, &b]);
    for place in ["a.csv:2", "a.csv:3", "b.csv:2"] {
        assert!(ran.err.contains(place), "{}", ran.err);
    }
}

#[test]
fn outputs_that_cant_be_written() {
    let page = example("md");
    let folder = Folder::new();
    let run = |output: &str| {
        let ran = likewise(&["rank", "-q", "-o", output, &page]);
        assert_eq!((ran.exit, ran.out.as_str()), (Exit::Failed, ""), "{output}");
        assert!(ran.err.contains("can't be written"), "{}", ran.err);
        ran.err
    };
    assert!(run(&folder.path("none/x.txt").display().to_string()).contains("no directory"));
    assert!(run(&folder.path("").display().to_string()).contains("directory"));
    // a full disk
    #[cfg(target_os = "linux")]
    run("/dev/full");
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn a_selection_of_nothing_lists_what_there_is() {
    let ran = likewise(&["rank", "-q", "--filter", "Backbone=ResNet18", &example("md")]);
    assert_eq!(ran.exit, Exit::Failed);
    for value in ["ResNet50", "SwinT", "ViT-B/16"] {
        assert!(ran.err.contains(value), "{}", ran.err);
    }
    let ran = likewise(&["rank", "-q", "--by", "Backbones", &example("md")]);
    assert_eq!(ran.exit, Exit::Usage);
    assert!(ran.err.contains("did you mean `Backbone`?"), "{}", ran.err);
}

#[test]
fn a_metric_without_a_direction_is_asked_for() {
    let folder = Folder::new();
    let file = folder.file("x.csv", "method,b,metric,value\nA,r,zork,1\nB,r,zork,2\n");
    let ran = likewise(&["rank", "-q", &file]);
    assert_eq!(ran.exit, Exit::Usage);
    assert!(ran.err.contains("--direction zork=higher"), "{}", ran.err);
}
