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
