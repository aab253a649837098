//! `likewise test`.

use crate::analysis::{self, OmnibusChoice, TestOptions};
use crate::comparability::{Comparable, CompleteBlocks, Subject, parse_reference};
use crate::report::view;
use crate::stats::{FriedmanVariant, StatsError};

use super::args::{FormatArg, OmnibusArg, TestArgs, VariantArg};
use super::failure::Failure;
use super::session::{ask, policy, read, study_of_blocks};
use super::{Console, Exit, output};

/// What is tested, and how.
fn options(args: &TestArgs, variant: FriedmanVariant) -> TestOptions {
    let omnibus = match args.omnibus {
        OmnibusArg::Auto => OmnibusChoice::Auto,
        OmnibusArg::Friedman => OmnibusChoice::Friedman,
        OmnibusArg::ImanDavenport => OmnibusChoice::ImanDavenport,
        OmnibusArg::Quade => OmnibusChoice::Quade,
        OmnibusArg::AlignedRanks => OmnibusChoice::AlignedRanks,
        OmnibusArg::Page => OmnibusChoice::Page(args.order.clone()),
        OmnibusArg::SkillingsMack => OmnibusChoice::SkillingsMack,
        OmnibusArg::Durbin => OmnibusChoice::Durbin,
    };
    TestOptions {
        alpha: args.alpha,
        omnibus,
        variant,
        posthoc: args.pairs.posthoc,
        adjustment: args.pairs.adjust,
        control: args.control.clone(),
        zeros: args.pairs.zeros.into(),
    }
}

pub(super) fn run(args: &TestArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let shared = &args.analysis;
    check_alpha(args.alpha)?;
    if !args.order.is_empty() && args.omnibus != OmnibusArg::Page {
        return Err(Failure::usage("--order is for --test page", "leave --order away, or say --test page"));
    }
    let variant = match args.variant {
        VariantArg::Auto => FriedmanVariant::Auto,
        VariantArg::Exact => FriedmanVariant::Exact,
        VariantArg::MonteCarlo => FriedmanVariant::MonteCarlo { draws: args.draws, seed: args.seed },
        VariantArg::ChiSquared => FriedmanVariant::ChiSquared,
    };
    let options = options(args, variant);
    let policy = policy(&shared.policy)?;
    let results = read(&shared.input, &shared.output.talk, console)?;
    let study = study_of_blocks(&results, policy)?;
    for name in args.control.iter().chain(&args.order) {
        let found = parse_reference(name, &study).map_err(Failure::Reference)?;
        if found.subject != *name {
            let help = "a test is over all blocks: leave away what follows the @";
            return Err(Failure::usage(&format!("{name} is one result, not a method"), help));
        }
    }
    let comparable = ask(&study, CompleteBlocks::default(), console)?;
    check_design("a test over blocks", &comparable)?;
    let tests = analysis::test_subjects(&comparable, &options).map_err(|e| failed(&e))?;
    let mut document = view::test(&tests);
    if args.matrix {
        document.sections.extend(tests.iter().map(view::test_matrix));
    }
    if shared.output.format == FormatArg::Csv {
        // one flat table: that of the pairs, which has more to say than the ranks
        document.sections.retain(|s| s.table.as_ref().is_some_and(|t| t.kind == "pairs"));
    }
    output::emit("test", &document, Some(comparable.basis()), &tests, &results, &shared.output, console)?;
    // to free a large answer piece by piece takes longer than to leave it to the system
    std::mem::forget((document, tests, comparable, study, results));
    Ok(Exit::Done)
}

/// Methods and blocks enough for what compares methods over blocks; the message names those there are.
pub(super) fn check_design(what: &str, comparable: &Comparable<CompleteBlocks>) -> Result<(), Failure> {
    check_design_or(
        what,
        comparable,
        [
            "likewise spread describes one method over its blocks",
            "likewise rank ranks inside one block; likewise compare takes any number",
        ],
    )
}

/// The same with what helps where there is one method, and where there is one block.
pub(super) fn check_design_or(
    what: &str,
    comparable: &Comparable<CompleteBlocks>,
    [one_method, one_block]: [&str; 2],
) -> Result<(), Failure> {
    for part in comparable.parts() {
        let methods: Vec<String> = part.subjects.iter().map(Subject::label).collect();
        let blocks: Vec<String> = part.blocks.iter().map(|b| part.label(b)).collect();
        let short = |noun: &str, there: &[String], help: &str| {
            let found = match there {
                [] => "there is none".to_owned(),
                [one] => format!("there is 1: {one}"),
                _ => return Ok(()),
            };
            let of = part.protocol.label();
            Err(Failure::usage(&format!("{what} needs two {noun} or more; in {of}, {found}"), help))
        };
        short("methods", &methods, one_method)?;
        short("blocks", &blocks, one_block)?;
    }
    Ok(())
}

/// A confidence lies inside (0, 1).
pub(super) fn check_level(level: f64) -> Result<(), Failure> {
    if level > 0.0 && level < 1.0 {
        return Ok(());
    }
    let help = "give a number between 0 and 1, such as 0.95";
    Err(Failure::usage(&format!("--level {level} is no confidence"), help))
}

/// A level lies inside (0, 1).
pub(super) fn check_alpha(alpha: f64) -> Result<(), Failure> {
    if alpha > 0.0 && alpha < 1.0 {
        return Ok(());
    }
    let help = "give a number between 0 and 1, such as 0.05";
    Err(Failure::usage(&format!("--alpha {alpha} is not a level"), help))
}

pub(super) fn failed(error: &StatsError) -> Failure {
    let help = match error {
        StatsError::TooLarge { .. } => "say --variant monte-carlo, or leave the choice to auto",
        StatsError::Incomplete { .. } => {
            "say --common, which leaves out what is incomplete, or choose what takes holes: --test skillings-mack, --posthoc signed-rank"
        }
        StatsError::Undefined { procedure: "an aggregate over blocks", .. } => {
            "say --one-scale if they are normalised to one scale, or keep one of them with --filter"
        }
        StatsError::Undefined { procedure: "Nemenyi's test", .. } => {
            "leave --posthoc away (the z of mean ranks), or say --posthoc signed-rank, exact or conover"
        }
        StatsError::Undefined { procedure: "an adjustment of Nemenyi's p-values", .. } => {
            "leave --adjust away, or choose another --posthoc: exact, signed-rank, conover, rank-z"
        }
        StatsError::Undefined { procedure: "Shaffer's adjustment" | "Bergmann-Hommel", .. } => {
            "leave --control away, or say --adjust holm"
        }
        StatsError::Undefined { procedure: "a comparison with a control" | "Page's trend test", .. } => {
            "likewise rank shows the names of the methods"
        }
        StatsError::TooFew { .. } => {
            "a test needs two methods in at least two blocks; likewise rank ranks inside each"
        }
        StatsError::OutOfRange {
            what: "the number of differences in a data set" | "the number of differences",
            ..
        } => "--folds is the number of folds of one run: leave out runs that are not whole, with --filter",
        StatsError::OutOfRange { what: "the number of resamples", .. } => {
            "leave --resamples away (10000), or give more"
        }
        StatsError::Range | StatsError::TooFarApart { .. } => {
            "values of one metric are rarely of such different sizes: check the inputs, or keep some of them with --filter"
        }
        StatsError::NotFinite { what: "the target", .. } => "--target takes a number, such as 1",
        _ => "--help of the command says what its options take",
    };
    Failure::usage(&error.to_string(), help)
}
