//! Texts where a number should be.

use likewise::cli::Exit;

use super::on;

const WORDS: &str =
    "method,backbone,AUROC\na,r,0.8\nb,r,nan\nc,r,\nd,r,N/A\ne,r,0.3\nf,r,Not recorded\ng,r,/\nh,r,0.80\n";

/// NaN, blanks and words for missing (pandas 19538, polars 1675) are no number of any size: each is named
/// with its line, and what is typed to read it as missing would work as printed.
#[test]
fn words_for_missing() {
    let ran = on(WORDS, "rank");
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::Failed, ""));
    for (line, hint) in
        [(3, "--missing nan"), (5, "--missing N/A"), (7, "--missing \"Not recorded\""), (8, "--missing /")]
    {
        assert!(ran.err.contains(&format!("x.csv:{line}: ")), "{}", ran.err);
        assert!(ran.err.contains(hint), "{hint}: {}", ran.err);
    }
}

/// Once they are declared they have no rank in either direction, and are listed.
#[test]
fn no_rank_in_either_direction() {
    use crate::support::{Folder, likewise};
    let folder = Folder::new();
    let file = folder.file("x.csv", WORDS);
    for (direction, order) in [("higher", ["a", "h", "e"]), ("lower", ["e", "a", "h"])] {
        let ran = likewise(&[
            "rank",
            "--direction",
            direction,
            "--missing",
            "nan",
            "--missing",
            "N/A",
            "--missing",
            "Not recorded",
            "--missing",
            "/",
            "--ties",
            "average",
            "-q",
            &file,
        ]);
        assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
        let rows: Vec<&str> = ran
            .out
            .lines()
            .filter(|l| l.split_whitespace().next().is_some_and(|w| w.parse::<f64>().is_ok()))
            .filter(|l| !l.contains("have no number"))
            .filter_map(|l| l.split_whitespace().nth(1))
            .filter(|w| w.len() == 1)
            .collect();
        assert_eq!(rows, order, "{}", ran.out);
        assert!(ran.out.contains("5 results have no number and no rank"), "{}", ran.out);
        let tied = if direction == "higher" { "1.5" } else { "2.5" };
        assert_eq!(ran.out.lines().filter(|l| l.trim_start().starts_with(tied)).count(), 2, "{}", ran.out);
    }
}

/// Infinity is refused in both signs, with its line.
#[test]
fn infinity() {
    for word in ["inf", "-inf", "Infinity"] {
        let ran = on(&format!("method,backbone,AUROC\na,r,0.8\nb,r,{word}\nc,r,0.3\n"), "rank");
        assert_eq!((ran.exit, ran.out.as_str()), (Exit::Failed, ""), "{word}");
        assert!(ran.err.contains("x.csv:3: ") && ran.err.contains(word), "{}", ran.err);
    }
}
