//! Reports as files: HTML, LaTeX, JSON, and a folder of them.

use likewise::cli::Exit;

use crate::support::{Folder, done, example, likewise};

/// Names that would act in some format if they were not escaped.
const HOSTILE: &str = "method,Backbone,metric,unit,direction,value\n\
    <script>alert(1)</script>,\"r\"\"><i>\",AUROC,%,higher,60.5\n\
    =cmd()|A1,\"r\"\"><i>\",AUROC,%,higher,61.25\n\
    a_b$%&#{}~^\\input{x},\"r\"\"><i>\",AUROC,%,higher,62\n\
    ]]></script>-->,\"r\"\"><i>\",AUROC,%,higher,63\n";

fn report(folder: &Folder, content: &str, ending: &str, more: &[&str]) -> String {
    let input = folder.file("in.csv", content);
    let output = folder.path(&format!("out.{ending}")).display().to_string();
    let mut args = vec!["report", "-q", &input, "-o", &output];
    args.extend(more);
    done(&args);
    std::fs::read_to_string(output).unwrap()
}

#[test]
fn the_html_report_is_one_file_with_everything_in_it() {
    let folder = Folder::new();
    let output = folder.path("x.html").display().to_string();
    done(&["report", "-q", &example("md"), "-o", &output]);
    assert_eq!(folder.names(), ["x.html"]);
    let page = std::fs::read_to_string(&output).unwrap();
    assert!(page.len() < 1_000_000);
    // four figures, each for light screens and for dark ones, and the five losses' best numbers as printed
    assert_eq!(page.matches("<svg ").count(), 8);
    assert_eq!((page.matches(" by-day\"").count(), page.matches(" by-night\"").count()), (4, 4));
    for text in ["<strong>85.53</strong>", "<u>81.77</u>", "1.333", "href=\"#code-C001\"", "id=\"code-C001\""]
    {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains("src=\"http") && !page.contains("href=\"http"), "no network");
    // the same again is the same to the byte
    done(&["report", "-q", &example("md"), "-o", &output]);
    assert_eq!(std::fs::read_to_string(&output).unwrap(), page);
}

/// A theme that the user names is the only one.
#[test]
fn a_theme_that_was_asked_for_is_the_readers_too() {
    let folder = Folder::new();
    let content = "method,b,AUROC\nA,r,1\nB,r,2\nA,s,2\nB,s,1\n";
    for theme in ["dark", "print"] {
        let page = report(&folder, content, "html", &["--theme", theme]);
        assert!(page.contains("<svg ") && !page.contains(" by-night\""), "{theme}");
    }
}

/// What would be pages of bars is one table of colours.
#[test]
fn many_results_are_a_heatmap() {
    let folder = Folder::new();
    let mut csv = "method,b,AUROC\n".to_owned();
    for method in 0..41 {
        for (b, block) in ["r", "s", "t"].into_iter().enumerate() {
            csv += &format!("M{method},{block},{}\n", 50 + (method * 7 + b * 11) % 43);
        }
    }
    let page = report(&folder, &csv, "html", &[]);
    assert!(page.contains("data-name=\"out-heatmap\"") && !page.contains("data-name=\"out-ranking\""));
    let few: String = csv.lines().take(1 + 40 * 3).map(|l| format!("{l}\n")).collect();
    let page = report(&folder, &few, "html", &[]);
    assert!(page.contains("data-name=\"out-ranking\"") && !page.contains("data-name=\"out-heatmap\""));
}

#[test]
fn every_format_names_the_inputs_checksum() {
    let folder = Folder::new();
    // of the text "method,b,AUROC\nA,r,1\nB,r,2\n", by sha256sum
    let sum = "ae25c73e01011979dbb9b24c19a2beb7d6867a9d521a4a6535ad071b9d19c731";
    let content = "method,b,AUROC\nA,r,1\nB,r,2\n";
    for ending in ["html", "md", "tex", "json"] {
        assert!(report(&folder, content, ending, &[]).contains(sum), "{ending}");
    }
}

#[test]
fn names_of_inputs_are_text_in_every_format() {
    let folder = Folder::new();
    let page = report(&folder, HOSTILE, "html", &["--title", "</title><script>alert(2)</script>"]);
    assert_eq!((page.matches("<script").count(), page.matches("</script>").count()), (1, 1));
    assert!(!page.contains("<i>") && !page.contains("-->") && !page.contains("]]>"));
    let tex = report(&folder, HOSTILE, "tex", &[]);
    assert!(tex.contains(
        "a\\_b\\$\\%\\&\\#\\{\\}\\textasciitilde{}\\textasciicircum{}\\textbackslash{}input\\{x\\}"
    ));
    let markdown = report(&folder, HOSTILE, "md", &[]);
    assert!(!markdown.contains("<script>") && markdown.contains("=cmd()\\|A1"), "{markdown}");
    let json: serde_json::Value = serde_json::from_str(&report(&folder, HOSTILE, "json", &[])).unwrap();
    assert_eq!(
        json["result"]["rankings"][0]["blocks"][0]["entries"][0]["subject"]["name"],
        "]]></script>-->"
    );
}

#[test]
fn a_forced_report_says_so_first_in_every_format() {
    let folder = Folder::new();
    let holes = "method,b,AUROC\nA,r,1\nB,r,2\nA,s,3\n";
    let more = ["--force", "--because", "<b>why</b>"];
    let page = report(&folder, holes, "html", &more);
    let body = page.split("<body").nth(1).unwrap();
    assert!(body.find("class=\"forced\"").unwrap() < body.find("<h1>").unwrap());
    assert!(body.contains("FORCED, not like for like: 1 cell missing") && !page.contains("<b>why"));
    assert!(page.contains("<title>FORCED: "));
    let tex = report(&folder, holes, "tex", &more);
    let text = tex.split("\\begin{document}\n").nth(1).unwrap();
    assert!(text.starts_with("\\fbox{") && text.contains("FORCED, not like for like"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&report(&folder, holes, "json", &more)).unwrap();
    assert_eq!(json["basis"]["kind"], "forced");
    assert!(json["notice"].as_str().unwrap().starts_with("FORCED"));
    // without force the part that is refused says why, and the rest is there
    let json: serde_json::Value = serde_json::from_str(&report(&folder, holes, "json", &[])).unwrap();
    assert!(json["result"]["mean_ranks"]["refused"].is_string());
    assert!(json["result"]["rankings"].is_array());
}

#[test]
fn the_latex_report_is_a_whole_document() {
    let folder = Folder::new();
    let output = folder.path("x.tex").display().to_string();
    done(&["report", "-q", &example("md"), "-o", &output]);
    let text = std::fs::read_to_string(output).unwrap();
    assert!(text.starts_with("\\documentclass") && text.ends_with("\\end{document}\n"));
    assert!(text.contains("\\textbf{85.53}") && text.contains("\\underline{81.77}"));
    let count = |what: &str| text.matches(what).count();
    assert_eq!(count("\\begin{longtable}"), count("\\end{longtable}"));
    // where there is a LaTeX, it takes the document
    typeset(&folder, "x.tex");
}

/// Compiles a document with the LaTeX engines that the machine has, and says what did not fit or was left out.
fn typeset(folder: &Folder, name: &str) {
    for engine in ["pdflatex", "xelatex"] {
        let run = || {
            std::process::Command::new(engine)
                .args(["-interaction=nonstopmode", "-halt-on-error", name])
                .current_dir(folder.path("."))
                .output()
        };
        // the first run learns the widths of long tables
        let Ok(_) = run() else { continue };
        let run = run().unwrap();
        let log = String::from_utf8_lossy(&run.stdout).into_owned();
        assert!(run.status.success(), "{engine}: {log}");
        for complaint in ["Overfull", "Missing character"] {
            assert!(!log.contains(complaint), "{engine}: {log}");
        }
    }
}

#[test]
fn latex_takes_names_in_any_script_and_tables_of_any_width() {
    let folder = Folder::new();
    let names = [
        "\u{3b1}--\u{3b2} \u{2264} \"\"x\"\" ``q\u{27}\u{27}",
        "\u{5b57} \u{645}\u{631} \u{1f600} ,,y",
        "a/very/long_path-of.words/0123456789abcdef0123456789abcdef0123456789abcdef/x",
        "[star] *x\u{1b}[31m\u{202e}",
    ];
    let mut content = "method,backbone,AUROC\n".to_owned();
    for block in 0..12 {
        for (at, name) in names.iter().enumerate() {
            content.push_str(&format!("\"{name}\",backbone with a name {block},{}.{block}\n", 50 + at * 3));
        }
    }
    let text = report(&folder, &content, "tex", &[]);
    for seen in [
        "\\ensuremath{\\alpha}-{}-\\ensuremath{\\beta}",
        "\\DeclareUnicodeCharacter{5B57}",
        "U+001B",
        "U+202E",
    ] {
        assert!(text.contains(seen), "{seen}: {text}");
    }
    typeset(&folder, "out.tex");
}

#[test]
fn the_report_says_how_many_of_the_results_it_is_about() {
    let folder = Folder::new();
    let two = "method,b,metric,value\nA,r,AUROC,1\nB,r,AUROC,2\nA,r,FPR95,3\nB,r,FPR95,4\n";
    let text = report(&folder, two, "md", &["--metric", "AUROC"]);
    assert!(text.contains("2 of the 4 results read.") && text.contains("4 results: "), "{text}");
    assert!(report(&folder, two, "md", &[]).contains("\n4 results. "));
}

#[test]
fn a_part_that_is_refused_says_what_to_type() {
    let folder = Folder::new();
    let holes = "method,b,AUROC\nA,r,1\nB,r,2\nA,s,3\n";
    let text = report(&folder, holes, "md", &[]);
    assert!(
        text.contains("missing B on s. To have it, --common keeps the 1 block that every method has"),
        "{text}"
    );
}

#[test]
fn headings_say_of_which_dataset_they_are() {
    let folder = Folder::new();
    let mut content = "method,b,dataset,AUROC\n".to_owned();
    for dataset in ["d1", "d2"] {
        for (at, block) in ["r", "s", "t"].into_iter().enumerate() {
            content.push_str(&format!("A,{block},{dataset},{}\nB,{block},{dataset},{}\n", 50 + at, 60 + at));
        }
    }
    let text = report(&folder, &content, "md", &[]);
    // the parts of a part are told apart
    for part in text.split("\n## ") {
        let mut headings: Vec<&str> = part.lines().filter(|l| l.starts_with("###")).collect();
        let all = headings.len();
        headings.sort_unstable();
        headings.dedup();
        assert_eq!(headings.len(), all, "{headings:?}");
    }
    assert!(text.contains("d2 \\| Pairs") && text.contains("d2 \\| Mean rank\n"), "{text}");
    assert!(text.contains("All of it is AUROC, higher is better; d2."), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_whose_name_is_no_text_is_listed_and_a_hidden_one_is_no_input() {
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    std::fs::create_dir(folder.path("in")).unwrap();
    let good = "method,b,AUROC\nA,r,1\nB,r,2\n";
    folder.file("in/good.csv", good);
    folder.file("in/.hidden.csv", good);
    let strange = folder.path("in").join(std::ffi::OsStr::from_bytes(b"b\xe4d.csv"));
    std::fs::write(strange, good).unwrap();
    let (inputs, out) =
        (folder.path("in").display().to_string(), folder.path("out").display().to_string() + "/");
    let ran = likewise(&["report", &inputs, "-o", &out]);
    assert_eq!(ran.exit, Exit::Failed);
    assert!(ran.err.contains("name is not UTF-8") && ran.err.contains("wrote 1 of 2 reports"), "{}", ran.err);
    let index = std::fs::read_to_string(folder.path("out/index.md")).unwrap();
    assert!(index.contains("d.csv") && index.contains("UTF-8. help: rename the file"), "{index}");
    assert!(!index.contains("hidden"), "{index}");
    // a pattern loses it no more than a folder does
    let ran = likewise(&["rank", &format!("{inputs}/*.csv")]);
    assert_eq!(ran.exit, Exit::Failed);
    assert!(ran.err.contains("name is not UTF-8"), "{}", ran.err);
    // asked for, a hidden one is read
    done(&["rank", "-q", &format!("{inputs}/.h*.csv")]);
}

#[test]
fn the_format_is_said_by_the_ending_or_by_the_option() {
    assert!(done(&["report", "-q", "--format", "html", &example("md")]).starts_with("<!doctype html>"));
    assert!(done(&["report", "-q", "--format", "latex", &example("md")]).starts_with("\\documentclass"));
    assert!(done(&["report", "-q", "--format", "json", &example("md")]).starts_with('{'));
    assert!(done(&["report", "-q", &example("md")]).starts_with("# "));
    let folder = Folder::new();
    let output = folder.path("x.pdf").display().to_string();
    let ran = likewise(&["report", "-q", &example("md"), "-o", &output]);
    assert_eq!(ran.exit, Exit::Usage);
    assert!(ran.err.contains("end it with .html, .md, .tex or .json"), "{}", ran.err);
}

#[test]
fn a_folder_gets_a_report_of_each_input_and_an_index() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("in")).unwrap();
    folder.file("in/good.csv", "method,b,AUROC\nA,r,1\nB,r,2\nA,s,3\nB,s,4\n");
    folder.file("in/holes [1].csv", "method,b,AUROC\nA,r,1\nB,r,2\nA,s,3\n");
    folder.file("in/bad.csv", "nonsense\n");
    folder.file("in/notes.txt", "not an input");
    let (inputs, out) =
        (folder.path("in").display().to_string(), folder.path("out").display().to_string() + "/");
    let ran = likewise(&["report", &inputs, "-o", &out]);
    assert_eq!(ran.exit, Exit::Failed, "{}", ran.err);
    assert!(ran.err.contains("bad.csv: no report"), "{}", ran.err);
    assert!(ran.err.contains("wrote 2 of 3 reports"), "{}", ran.err);
    let mut names: Vec<String> =
        std::fs::read_dir(&out).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["good.html", "holes [1].html", "index.html", "index.md"]);
    let index = std::fs::read_to_string(folder.path("out/index.md")).unwrap();
    // B has the higher number in both blocks
    assert!(index.contains("[AUROC (good)](<good.html>)") && index.contains("| 2 | 2 | B |"), "{index}");
    assert!(index.contains("(<holes%20%5B1%5D.html>)") && index.contains("| 2 | 2 | refused |"), "{index}");
    assert!(index.contains("bad.csv"), "{index}");
    let page = std::fs::read_to_string(folder.path("out/index.html")).unwrap();
    assert!(
        page.contains("href=\"holes%20%5B1%5D.html\"") || page.contains("holes%20%5B1%5D.html"),
        "{page}"
    );

    // the folder of the inputs is not one for the reports
    let ran = likewise(&["report", "-q", &inputs, "-o", &inputs]);
    assert_eq!(ran.exit, Exit::Usage, "{}", ran.err);
}
