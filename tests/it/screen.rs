//! What a person at a terminal sees and a pipe doesn't.

use std::ffi::OsString;

use likewise::cli::{Console, Exit, run};
use unicode_width::UnicodeWidthStr;

use crate::support::{Folder, done, example};

fn seen(args: &[&str], screen: usize, color: bool) -> String {
    let args = std::iter::once("likewise").chain(args.iter().copied()).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::plain(&mut out, &mut err);
    (console.width, console.screen, console.color) = (screen, Some(screen), color);
    assert_eq!(run(args, &mut console), Exit::Done);
    String::from_utf8(out).unwrap()
}

const LONG: &str = "method,backbone,AUROC\nA method with a rather long name (first),R50,90\n\
                    A method with a rather long name (second),R50,80\nC,R50,70\n";

#[test]
fn bars_run_from_the_worst_to_the_best() {
    let folder = Folder::new();
    let file = folder.file("x.csv", "method,backbone,AUROC\nA,R50,90\nB,R50,80\nC,R50,70\n");
    let out = seen(&["rank", "-q", &file], 100, false);
    let bars: Vec<String> =
        out.lines().map(|l| l.chars().filter(|c| ('▁'..='▏').contains(c)).collect()).collect();
    let bars: Vec<&String> = bars.iter().filter(|b| !b.is_empty()).collect();
    assert_eq!(bars, [&"█".repeat(20), &"█".repeat(10), "▏"], "{out}");
    assert!(out.contains("not from zero"), "{out}");
}

#[test]
fn no_bars_in_a_pipe_a_file_or_another_format() {
    let page = example("md");
    let folder = Folder::new();
    let file = folder.path("out.txt").display().to_string();
    seen(&["rank", "-q", "-o", &file, &page], 120, true);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), done(&["rank", "-q", &page]));
    for format in ["csv", "json", "markdown", "latex"] {
        let args = ["rank", "-q", "--format", format, &page];
        assert_eq!(seen(&args, 120, true), done(&args), "{format}");
    }
    assert!(!done(&["rank", "-q", &page]).contains('█'));
}

#[test]
fn tables_fit_the_screen_and_words_are_cut_there_alone() {
    let folder = Folder::new();
    let file = folder.file("x.csv", LONG);
    for screen in [50, 60, 80, 100, 200] {
        let out = seen(&["rank", "-q", &file], screen, false);
        assert!(out.lines().all(|l| l.width() <= screen), "{screen}\n{out}");
    }
    let narrow = seen(&["rank", "-q", &file], 50, false);
    assert!(
        narrow.contains("A method with a") && narrow.contains("(second)"),
        "names break at blanks: {narrow}"
    );
    assert!(!narrow.contains('…') && !narrow.contains('█'), "{narrow}");
    assert!(done(&["rank", "-q", &file]).contains("A method with a rather long name (second)"));
    let file = folder.file(
        "y.csv",
        "method,backbone,AUROC\nOne_name_without_a_blank_v1,R50,90\nOne_name_without_a_blank_v2,R50,80\n",
    );
    let narrow = seen(&["rank", "-q", &file], 40, false);
    assert!(
        narrow.contains("One_na") && narrow.contains("_v1") && narrow.contains("_v2") && narrow.contains('…'),
        "{narrow}"
    );
}

#[test]
fn the_best_is_bold_and_the_second_underlined_where_there_is_colour() {
    let folder = Folder::new();
    let file = folder.file("x.csv", LONG);
    let out = seen(&["rank", "-q", &file], 100, true);
    assert!(out.contains("\x1b[1m90\x1b[0m") && out.contains("\x1b[4m80\x1b[0m"), "{out}");
    assert!(!out.contains("\x1b[1m70") && !out.contains("\x1b[4m70"), "{out}");
    assert!(!seen(&["rank", "-q", &file], 100, false).contains('\x1b'));
}

/// Fifteen methods on six backbones, with names of both scripts.
fn wide_table(folder: &Folder) -> String {
    let mut text = String::from("method,Backbone,AUROC\n");
    for m in 0..15 {
        let name = if m % 5 == 4 { format!("方法の名前-{m}") } else { format!("Method-{m}") };
        for (b, backbone) in
            ["ResNet50", "ViT-B/16", "ConvNeXt-L", "Swin-T", "BEiT", "RegNet"].iter().enumerate()
        {
            text += &format!("{name},{backbone},{}.{}\n", 60 + m + b, (m * 7 + b * 3) % 10);
        }
    }
    folder.file("wide.csv", &text)
}

/// The commands whose tables are for a screen.
const COMMANDS: [&[&str]; 9] = [
    &["rank"],
    &["rank", "--across"],
    &["spread"],
    &["test", "--matrix"],
    &["agree"],
    &["decompose"],
    &["intervals"],
    &["audit"],
    &["compare", "Method-0", "Method-1"],
];

#[test]
fn every_command_fits_every_screen_and_loses_no_number() {
    let folder = Folder::new();
    let file = wide_table(&folder);
    for command in COMMANDS {
        let args: Vec<&str> = command.iter().copied().chain(["-q", &file]).collect();
        let piped = done(&args);
        for screen in [40, 60, 80, 100, 160] {
            let out = seen(&args, screen, false);
            // a path is never broken: it may be longer than a screen
            let over: Vec<&str> =
                out.lines().filter(|l| l.width() > screen && !l.contains("wide.csv")).collect();
            assert!(over.is_empty(), "{command:?} on {screen}: {over:#?}");
            for number in piped.split_whitespace().filter(|w| w.parse::<f64>().is_ok()) {
                assert!(out.split_whitespace().any(|w| w == number), "{number} of {command:?} on {screen}");
            }
        }
    }
}

#[test]
fn columns_that_do_not_fit_stand_below_each_other_with_their_names() {
    let folder = Folder::new();
    let out = seen(&["test", "--matrix", "-q", &wide_table(&folder)], 80, false);
    let matrix = &out[out.find("Matrix of p").unwrap()..];
    let parts: Vec<&str> = matrix.split("\n\n").take_while(|p| p.contains("Method-3")).collect();
    assert!(parts.len() > 1, "{matrix}");
    for part in &parts {
        for m in [0, 1, 13] {
            let start = format!("Method-{m} ");
            assert!(part.lines().any(|l| l.starts_with(&start)), "{part}");
        }
    }
    for m in [0, 1, 13] {
        // each heads one column of one part
        let heads = parts.iter().filter_map(|p| p.lines().find(|l| l.starts_with("method")));
        let name = format!("Method-{m}");
        assert_eq!(heads.flat_map(str::split_whitespace).filter(|w| **w == name).count(), 1, "{matrix}");
    }
}

#[test]
fn headings_break_before_names_do() {
    let folder = Folder::new();
    let out = seen(&["decompose", "-q", &wide_table(&folder)], 80, false);
    assert!(out.contains("non-additivity (Tukey)") && !out.contains("share of variance"), "{out}");
    let heads = |l: &str| l.split_whitespace().collect::<Vec<_>>().join(" ") == "sum of share of";
    assert!(out.lines().any(heads), "{out}");
}

#[test]
fn wide_characters_take_two_columns() {
    let folder = Folder::new();
    let file = folder.file("x.csv", "method,b,AUROC\n方法,R,90.5\nab,R,80.25\n🎉x,R,70\n");
    let out = seen(&["rank", "-q", &file], 40, false);
    let points: Vec<usize> = ["90.5", "80.25", "70"]
        .iter()
        .map(|value| {
            let line = out.lines().find(|l| l.contains(value)).unwrap();
            line[..line.find(value).unwrap()].width()
        })
        .collect();
    assert!(points.iter().all(|p| *p == points[0]), "{points:?}\n{out}");
}

#[test]
fn the_user_says_whether_there_is_colour_and_bars_stay() {
    let page = example("md");
    let never = seen(&["rank", "-q", "--color", "never", &page], 100, true);
    assert!(!never.contains('\x1b') && never.contains('█'), "{never}");
    let always = seen(&["rank", "-q", "--color", "always", &page], 100, false);
    assert!(always.contains("\x1b[1m") && always.contains('█'), "{always}");
    let piped = done(&["rank", "-q", "--color", "always", &page]);
    assert!(piped.contains("\x1b[1m") && !piped.contains('█'), "{piped}");
}
