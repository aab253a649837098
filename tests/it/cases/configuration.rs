//! Settings that make two numbers two things.

use likewise::cli::Exit;

use super::{answer, on};
use crate::support::{Folder, json, likewise};

/// A row without its benchmark's version (OpenOOD 307 and 235) is not of the version that the others have:
/// it stands in no block, is said to be unplaced, and its 91 leads no list.
#[test]
fn a_row_of_an_unknown_version() {
    let csv = "method,backbone,version,AUROC\nMSP,R50,v2,70.0\nEBO,R50,v2,69.0\nREACT,R50,v2,72.0\nNEW,R50,,91.0\n\
        MSP,Swin,v2,71.0\nEBO,Swin,v2,66.0\nREACT,Swin,v2,45.0\n";
    let ran = on(csv, "rank");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let ranked: Vec<&str> =
        ran.out.lines().filter(|l| l.trim_start().starts_with(char::is_numeric)).collect();
    assert_eq!(ranked.iter().filter(|l| l.contains("REACT")).count(), 2, "{}", ran.out);
    assert!(ranked.iter().all(|l| !l.contains("NEW")), "{}", ran.out);
    assert!(ran.out.contains("NEW") && ran.out.contains("version"), "{}", ran.out);
    let audit = on(csv, "audit").out;
    assert!(
        audit.contains("unrecorded-configuration") && audit.contains("version is not recorded"),
        "{audit}"
    );
    // in percent, 45 is below what guessing gives
    let percent = on(csv, "audit --assume unit=percent").out;
    assert!(percent.contains("chance-level") && percent.contains("REACT"), "{percent}");
    // backbones stay apart: REACT is first on one and last on the other
    let pooled = on(csv, "rank --pooled");
    assert_eq!((pooled.exit, pooled.out.as_str()), (Exit::Refused, ""));
    assert!(pooled.err.contains("backbone differs: R50"), "{}", pooled.err);
}

/// There the number of the older split stands above that of the easier metric, as no other one's does, and leads by
/// more than all others lie apart: the audit says so though its version is unknown. Without either of these it doesn't.
#[test]
fn a_leader_with_its_metrics_the_other_way_round() {
    let table = |new: &str, others: &str| {
        format!(
            "method,backbone,version,near_AUROC,far_AUROC\nMSP,R50,v2,70.0,81\nEBO,R50,v2,69.0,84.5\nREACT,R50,v2,{others}\n{new}\n\
            MSP,Swin,v2,71.0,80\nEBO,Swin,v2,66.0,82\nREACT,Swin,v2,45.0,43\n"
        )
    };
    let found = |new: &str, others: &str| -> Vec<String> {
        let audit = answer(&table(new, others), "audit --direction higher");
        let all = audit["result"].as_array().unwrap();
        let of_it = all.iter().filter(|f| f["code"] == "S002");
        of_it.map(|f| f["message"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(
        found("NEW,R50,,91.0,88.0", "72.0,90"),
        [
            "1 leader unlike the others: NEW leads near_AUROC by 19.0 (91.0; the other 3 lie within 3.0) and alone has it above \
          far_AUROC (88.0) on backbone=R50, version=v2"
        ]
    );
    let none: [String; 0] = [];
    assert_eq!(found("NEW,R50,,91.0,92.0", "72.0,90"), none, "near below far, as everybody has it");
    assert_eq!(found("NEW,R50,,91.0,88.0", "72.0,71"), none, "another one has it so too");
    assert_eq!(found("NEW,R50,,74.9,74.0", "72.0,90"), none, "it leads by less than the others lie apart");
    assert_eq!(found("NEW,R50,v1,91.0,88.0", "72.0,90"), none, "said to be of another version");
}

const LATENCY: &str = "system,scenario,metric,value\na,single,latency_p90_ms,40.0\nc,single,latency_p90_ms,44.0\n\
    a,single,latency_p99_ms,58.0\nb,single,latency_p99_ms,43.0\nc,single,latency_p99_ms,50.0\n\
    a,offline,samples_per_s,24.0\nb,offline,samples_per_s,23.0\nc,offline,samples_per_s,25.0\n";

/// A percentile is part of the metric's name (mlcommons/inference 871 and 1812): three rankings, each in its
/// own direction, which has to be said.
#[test]
fn percentiles() {
    let asked = on(LATENCY, "rank");
    assert_eq!(asked.exit, Exit::Usage);
    assert!(asked.err.contains("--direction latency_p90_ms=lower"), "{}", asked.err);
    let directions =
        "--direction latency_p90_ms=lower --direction latency_p99_ms=lower --direction samples_per_s=higher";
    let out = on(LATENCY, &format!("rank {directions}")).out;
    for (metric, order) in [("latency_p90_ms,", "ac"), ("latency_p99_ms,", "bca"), ("samples_per_s,", "cab")]
    {
        let part = out.split("\n\n").find(|p| p.contains(metric)).unwrap();
        let found: String = part
            .lines()
            .filter_map(|l| l.trim_start().split_once("  "))
            .filter(|(n, _)| n.parse::<u8>().is_ok())
            .map(|(_, rest)| &rest[..1])
            .collect();
        assert_eq!(found, order, "{part}");
    }
    // b has no 90th percentile: what is called b@single is a 99th, and a@single could be either
    let ran = on(LATENCY, &format!("compare b@single a@single {directions}"));
    assert_ne!(ran.exit, Exit::Done);
    let help = "choose one: --metric latency_p90_ms or --metric latency_p99_ms";
    let flat = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(help), "{}", ran.err);
}

/// Plain and normalised accuracy, and numbers of shots (lm-evaluation-harness 475): four rankings, one of a
/// single result; a number of shots is a setting, not a score.
#[test]
fn two_accuracies_and_shots() {
    let csv = "model,task,metric,num_fewshot,value\nx,hs,acc,0,0.50\nx,hs,acc_norm,0,0.66\ny,hs,acc_norm,0,0.64\n\
        z,hs,acc,0,0.53\nx,mm,acc,5,0.41\ny,mm,acc,5,0.38\nz,mm,acc,0,0.40\n";
    let answer = answer(csv, "rank --direction higher");
    let text = answer.to_string();
    assert_eq!(text.matches("\"num_fewshot\":\"0\"").count(), 3, "{text}");
    let ran = on(csv, "compare z@0 x@5 --direction higher --metric acc --filter task=mm");
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::Refused, ""));
    assert!(ran.err.contains("num_fewshot differs: 0 (1 result), 5 (1 result)"), "{}", ran.err);
    // of two metrics the help says which to type
    let ran = on(csv, "compare x@0 z@0 --direction higher --filter task=hs");
    let flat = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("choose one: --metric acc or --metric acc_norm"), "{}", ran.err);
}

/// One model at two image sizes (pytorch-image-models pull 1383) is two results: ranked each in its own size,
/// never the better of them against another model's only one.
#[test]
fn one_model_at_two_sizes() {
    let csv = "model,img_size,crop,top1\nna,224,0.875,74.0\nna,288,0.95,76.0\nnb,224,0.875,75.0\nnc,224,0.875,80.0\n";
    let out = on(csv, "rank --direction higher").out;
    let part = out.split("\n\n").find(|p| p.starts_with("crop=0.875")).unwrap();
    let place = |name: &str| part.find(name).unwrap();
    assert!(place("nc") < place("nb") && place("nb") < place("na"), "{part}");
    let pooled = on(csv, "rank --pooled --direction higher");
    assert_eq!((pooled.exit, pooled.out.as_str()), (Exit::Refused, ""));
    assert!(pooled.err.contains("img_size differs: 288 (1 result), 224 (3 results)"), "{}", pooled.err);
    let ran = on(csv, "compare na@288 nb@224 --direction higher");
    assert_eq!(ran.exit, Exit::Refused);
    // forced, each row carries its size, and the output says that it was forced
    let forced = on(csv, "rank --pooled --direction higher --force=crop,img_size --because test");
    assert_eq!(forced.exit, Exit::Done, "{}", forced.err);
    assert!(forced.out.starts_with("FORCED") && forced.out.contains("288"), "{}", forced.out);
}

/// Two tables with a row a model, size and crop (pytorch-image-models pull 1383, mlcommons/inference 201):
/// read together they are nine results of two metrics, each in its own settings. Nothing is joined by the
/// model's name alone, which would make seven rows out of five, and the model that one table lacks is in
/// the other's ranking only.
#[test]
fn two_tables_are_not_joined_by_name() {
    let folder = Folder::new();
    let clean = folder.file(
        "clean.csv",
        "model,size,crop,top1\nna,224,0.875,74.0\nna,288,0.95,76.0\nnb,224,0.875,75.0\nnd,384,1.0,84.0\n\
         nd,224,0.9,80.0\n",
    );
    let hard = folder.file(
        "hard.csv",
        "model,size,crop,top1_hard\nna,224,0.875,12.5\nna,288,0.95,15.5\nnb,224,0.875,11.5\nnd,384,1.0,48.5\n",
    );
    let answer = json(&["rank", &clean, &hard, "--direction", "higher"]);
    assert_eq!(answer["inputs"][0]["results"], 5);
    assert_eq!(answer["inputs"][1]["results"], 4);
    // the blocks of each metric, as size: the models in their order
    let mut found: Vec<String> = Vec::new();
    for ranking in answer["result"].as_array().unwrap() {
        let metric = ranking["protocol"]["metric"].as_str().unwrap();
        for block in ranking["blocks"].as_array().unwrap() {
            let of = |at: &serde_json::Value| at["subject"]["name"].as_str().unwrap().to_owned();
            let names: Vec<String> = block["entries"].as_array().unwrap().iter().map(of).collect();
            found.push(format!("{metric} {}: {}", block["block"]["size"].as_str().unwrap(), names.join(" ")));
        }
    }
    found.sort();
    assert_eq!(
        found,
        [
            "top1 224: nb na",
            "top1 224: nd",
            "top1 288: na",
            "top1 384: nd",
            "top1_hard 224: na nb",
            "top1_hard 288: na",
            "top1_hard 384: nd",
        ]
    );
    // one list of both tables is refused, and --force would not lift it
    let ran = likewise(&["rank", "--pooled", &clean, &hard, "--direction", "higher", "-q"]);
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::Refused, ""));
    assert!(ran.err.contains("metric differs: top1, top1_hard"), "{}", ran.err);
    assert!(ran.err.contains("--force doesn't change that"), "{}", ran.err);
}
