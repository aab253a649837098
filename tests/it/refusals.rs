//! What is refused, in which words, and that nothing but `--force` gets around it.

use likewise::cli::Exit;
use likewise::{AcrossBlocks, CompleteBlocks, Force, InsideBlocks, Policy, Pooled, Study, check};

use crate::support::{Folder, done, example, likewise, results, study};

#[test]
fn one_list_over_backbones_is_refused() {
    let ran = likewise(&["rank", "--pooled", "-q", &example("md")]);
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::Refused, ""));
    insta::assert_snapshot!("pooled_refused", ran.err);
}

#[test]
fn two_results_of_different_backbones_are_refused() {
    let ran = likewise(&["compare", "LN@ResNet50", "HEM-@SwinT", "-q", &example("md")]);
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::Refused, ""));
    assert!(ran.err.contains("Backbone differs: ResNet50 (1 result), SwinT (1 result)"), "{}", ran.err);
    // inside one block the same question is fair
    done(&["compare", "LN@ResNet50", "HEM-@ResNet50", "-q", &example("md")]);
}

const HOLES: &str = "method,backbone,AUROC\nA,r,1\nB,r,2\nA,s,3\n";

#[test]
fn incomplete_coverage_is_refused_until_something_is_left_out() {
    let folder = Folder::new();
    let file = folder.file("holes.csv", HOLES);
    let ran = likewise(&["rank", "--across", "-q", &file]);
    assert_eq!(ran.exit, Exit::Refused);
    assert!(ran.err.contains("missing B on s"), "{}", ran.err);
    let out = done(&["rank", "--across", "--common", "-q", &file]);
    assert!(out.contains("left out by --common") && out.contains('s'), "{out}");
    let out = done(&["rank", "--across", "--common=subjects", "-q", &file]);
    assert!(out.contains("left out by --common=subjects, since a block is missing: B"), "{out}");
}

#[test]
fn two_values_in_one_cell_are_a_conflict() {
    let conflict = "method,backbone,AUROC\nA,r,1\nA,r,2\nB,r,3\n";
    let refusal = check(study(conflict), InsideBlocks).unwrap_err();
    assert_eq!(refusal.conditions()[0].key(), Some("conflict"));
    // the same value twice is one result
    assert!(check(study("method,backbone,AUROC\nA,r,1.0\nA,r,1.00\nB,r,3\n"), InsideBlocks).is_ok());
}

#[test]
fn a_key_outside_by_must_match() {
    let csv = "method,backbone,size,AUROC\nA,r,224,1\nB,r,384,2\n";
    let policy = Policy { by: vec!["backbone".to_owned()], ..Policy::default() };
    let study = Study::new(&results(csv), &policy).unwrap();
    let refusal = check(study, InsideBlocks).unwrap_err();
    assert_eq!(refusal.conditions()[0].key(), Some("size"));
}

#[test]
fn unrecorded_configuration_equals_nothing() {
    let csv = "method,backbone,AUROC\nA,,1\nB,,2\nC,r,3\n";
    let comparable = check(study(csv), InsideBlocks).unwrap();
    assert_eq!(comparable.unplaced().len(), 2);
    let none = "method,AUROC\nA,1\nB,2\n";
    let refusal = check(study(none), InsideBlocks).unwrap_err();
    assert_eq!(refusal.conditions()[0].key(), Some("configuration"));
}

#[test]
fn no_force_lifts_a_mismatch_of_protocols() {
    let csv = "method,backbone,metric,value\nA,r,AUROC,90\nA,r,FPR95,10\nB,r,AUROC,80\nB,r,FPR95,20\n";
    let refusal = check(study(csv), Pooled::default()).unwrap_err();
    assert!(refusal.conditions().iter().all(|c| c.key().is_none()));
    let refusal = refusal.force(&Force::All, None).unwrap_err();
    assert!(refusal.to_owned().conditions()[0].to_string().contains("metric differs"));
    let folder = Folder::new();
    let ran = likewise(&["rank", "--pooled", "--force", "-q", &folder.file("two.csv", csv)]);
    assert_eq!(ran.exit, Exit::Refused);
    assert!(ran.err.contains("no common scale"), "{}", ran.err);
}

#[test]
fn forcing_another_key_is_not_enough() {
    let refusal = check(study("method,backbone,AUROC\nA,r,1\nB,s,2\n"), Pooled::default()).unwrap_err();
    let left = refusal.force(&Force::Keys(vec!["size".to_owned()]), None).unwrap_err();
    assert_eq!(left.conditions()[0].key(), Some("backbone"));
}

#[test]
fn each_question_is_asked_on_its_own() {
    let csv = "method,backbone,AUROC\nA,r,1\nB,r,2\nA,s,3\nB,s,4\n";
    assert!(check(study(csv), InsideBlocks).is_ok());
    assert!(check(study(csv), AcrossBlocks).is_ok());
    assert!(check(study(csv), CompleteBlocks::default()).is_ok());
    assert!(check(study(csv), Pooled::default()).is_err());
}

/// Three methods on three blocks of each dataset, but for the rows that `change` takes out or adds to.
fn datasets(column: &str, change: impl Fn(&str, &str, &str) -> Vec<String>) -> String {
    let mut csv = format!("dataset,method,backbone,{column}AUROC\n");
    for (d, dataset) in ["CIFAR", "SVHN", "DTD, small"].into_iter().enumerate() {
        for (m, method) in ["A", "B", "C"].into_iter().enumerate() {
            for (b, block) in ["r", "s", "t"].into_iter().enumerate() {
                for tail in change(dataset, method, block) {
                    csv += &format!("\"{dataset}\",{method},{block},{tail}{}\n", 60 + 7 * d + 5 * m + b);
                }
            }
        }
    }
    csv
}

#[test]
fn of_several_datasets_a_refusal_names_the_one_it_is_about() {
    let folder = Folder::new();
    let at = |d: &str, m: &str, b: &str| (d, m, b) == ("SVHN", "B", "t");
    let hole = datasets("", |d, m, b| if at(d, m, b) { vec![] } else { vec![String::new()] });
    let hole = folder.file("hole.csv", hole);
    for command in
        [vec!["test"], vec!["rank", "--across"], vec!["compare", "A", "B"], vec!["agree"], vec!["decompose"]]
    {
        let ran = likewise(&[command.as_slice(), &["-q", &hole]].concat());
        assert_eq!(ran.exit, Exit::Refused, "{command:?}");
        let said = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("every block of SVHN: missing B on t"), "{command:?}\n{said}");
        // what to type keeps the datasets that are complete
        let remedy = "--filter dataset=VALUE keeps one that is complete: CIFAR, \"DTD, small\"";
        assert!(said.contains(remedy), "{command:?}\n{said}");
    }
    done(&["test", "-q", &hole, "--filter", "dataset=CIFAR"]);
    done(&["test", "-q", &hole, "--filter", "dataset=DTD, small"]);
    let forced = done(&["rank", "--across", "-q", &hole, "--force"]);
    assert!(forced.contains("1 cell of SVHN missing (B on t)"), "{forced}");
    let common = done(&["test", "-q", &hole, "--common"]);
    assert!(common.contains("left out by --common in SVHN, since a method is missing there: t"), "{common}");
    let common = done(&["test", "-q", &hole, "--common=subjects"]);
    assert!(
        common.contains("left out by --common=subjects in SVHN, since a block is missing: B"),
        "{common}"
    );

    let differs =
        datasets("size,", |d, m, b| vec![if at(d, m, b) { "384,".to_owned() } else { "224,".to_owned() }]);
    let ran = likewise(&["rank", "-q", "--by", "backbone", &folder.file("size.csv", differs)]);
    assert!(
        ran.err.contains("size differs inside t of SVHN: 224 (2 results), 384 (1 result)"),
        "{}",
        ran.err
    );

    let twice = datasets("", |d, m, b| {
        let once = vec![String::new()];
        if at(d, m, b) { [once, vec!["1".to_owned()]].concat() } else { once }
    });
    let ran = likewise(&["rank", "-q", "--by", "backbone", &folder.file("twice.csv", twice)]);
    assert!(ran.err.contains("B has different values on t of SVHN: "), "{}", ran.err);

    // one dataset needs no name
    let ran = likewise(&["test", "-q", &hole, "--filter", "dataset=SVHN"]);
    assert!(ran.err.contains("every block: missing B on t") && !ran.err.contains("--filter"), "{}", ran.err);
}

#[test]
fn a_protocol_is_named_by_what_tells_it_from_the_others() {
    let folder = Folder::new();
    let mut csv = "task,dataset,split,method,backbone,AUROC,FPR95\n".to_owned();
    for split in ["val", "test"] {
        for (m, method) in ["A", "B", "C"].into_iter().enumerate() {
            for (b, block) in ["r", "s"].into_iter().enumerate() {
                let hole = (split, method, block) == ("test", "B", "s");
                let second = if hole { String::new() } else { format!("{}", 20 + m * 3 + b) };
                csv += &format!("t,d,{split},{method},{block},{},{second}\n", 70 + 3 * m + b);
            }
        }
    }
    let file = folder.file("metrics.csv", csv);
    let ran = likewise(&["test", "-q", &file]);
    let said = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
    // the dataset and the task are the same everywhere
    assert!(said.contains("every block of FPR95, test: missing B on s"), "{said}");
    assert!(said.contains("--metric AUROC keeps what is complete"), "{said}");
    done(&["test", "-q", &file, "--metric", "AUROC"]);
}
