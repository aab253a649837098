//! What the README shows is what the program does.

use likewise::cli::Exit;

use crate::support::likewise;

/// Blocks fenced as `console`: each `$ likewise ...` line is run and its output compared.
#[test]
fn the_sessions_in_the_readme_are_real() {
    let root = env!("CARGO_MANIFEST_DIR");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
    let mut sessions = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("\n```").next().unwrap();
        for session in block.split("$ likewise ").skip(1) {
            let (command, expected) = session.split_once('\n').unwrap_or((session, ""));
            let args: Vec<String> = words(command)
                .into_iter()
                .map(|a| if a.starts_with("data/") { format!("{root}/{a}") } else { a })
                .collect();
            let ran = likewise(&args);
            let output = format!("{}{}", ran.err, ran.out).replace(&format!("{root}/"), "");
            assert_eq!(output.trim_end(), expected.trim_end(), "$ likewise {command}");
            assert!(matches!(ran.exit, Exit::Done | Exit::Refused));
            sessions += 1;
        }
    }
    assert!(sessions >= 3, "{sessions} sessions");
}

/// A command line's words; single quotes keep blanks.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}
