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
fn tables_fit_the_screen_and_names_are_cut_there_alone() {
    let folder = Folder::new();
    let file = folder.file("x.csv", LONG);
    for screen in [50, 60, 80, 100, 200] {
        let out = seen(&["rank", "-q", &file], screen, false);
        assert!(out.lines().all(|l| l.width() <= screen), "{screen}\n{out}");
    }
    let narrow = seen(&["rank", "-q", &file], 50, false);
    assert!(
        narrow.contains('…')
            && narrow.contains("…irst)")
            && narrow.contains("…cond)")
            && !narrow.contains('█'),
        "{narrow}"
    );
    assert!(done(&["rank", "-q", &file]).contains("A method with a rather long name (second)"));
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
