//! Completion scripts and manual pages.

use likewise::cli::Exit;

use crate::support::{done, likewise};

const COMMANDS: [&str; 10] =
    ["audit", "rank", "spread", "compare", "test", "chart", "report", "convert", "explain", "schema"];

#[test]
fn every_shell_has_a_script_that_knows_commands_kinds_and_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = done(&["completions", shell]);
        for word in COMMANDS.iter().chain(&["replicate", "force", "likewise"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
        assert_eq!(script, done(&["completions", shell]));
    }
    // shells whose scripts hold the values of an option
    for shell in ["bash", "zsh", "fish"] {
        let script = done(&["completions", shell]);
        assert!(script.contains("critical-difference"), "{shell}");
    }
    let ran = likewise(&["completions", "tcsh"]);
    assert_eq!(ran.exit, Exit::Usage);
    assert!(ran.err.contains("zsh"), "{}", ran.err);
}

/// The script is one that bash reads; where there is no bash nothing is checked.
#[test]
fn bash_reads_its_script() {
    let Ok(bash) =
        std::process::Command::new("bash").args(["-n", "-c", &done(&["completions", "bash"])]).status()
    else {
        return;
    };
    assert!(bash.success());
}

#[test]
fn manual_pages() {
    let page = done(&["man"]);
    assert!(page.contains(".TH likewise 1"), "{page}");
    assert!(COMMANDS.iter().all(|c| page.contains(&format!("likewise\\-{c}(1)"))), "{page}");
    assert!(page.contains("refused: the results may not be compared in this way"), "{page}");
    for command in COMMANDS {
        let page = done(&["man", command]);
        assert!(page.contains(&format!(".TH likewise-{command} 1")), "{page}");
        assert_eq!(page, done(&["man", command]));
    }
    assert!(done(&["man", "chart"]).contains("Ranks from block to block"));
    let ran = likewise(&["man", "plot"]);
    assert_eq!(ran.exit, Exit::Usage);
    assert!(ran.err.contains("no command plot") && ran.err.contains("chart"), "{}", ran.err);
}
