//! `likewise test`.

use crate::analysis;
use crate::comparability::CompleteBlocks;
use crate::report::view;
use crate::stats::{FriedmanVariant, StatsError};

use super::args::{TestArgs, VariantArg};
use super::failure::Failure;
use super::session::{ask, policy, read, study};
use super::{Console, Exit, output};

pub(super) fn run(args: &TestArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let shared = &args.analysis;
    check_alpha(args.alpha)?;
    let variant = match args.variant {
        VariantArg::Auto => FriedmanVariant::Auto,
        VariantArg::Exact => FriedmanVariant::Exact,
        VariantArg::MonteCarlo => FriedmanVariant::MonteCarlo { draws: args.draws, seed: args.seed },
        VariantArg::ChiSquared => FriedmanVariant::ChiSquared,
    };
    let policy = policy(&shared.policy)?;
    let results = read(&shared.input, &shared.output.talk, console)?;
    let comparable = ask(&study(&results, &policy)?, CompleteBlocks::default(), console)?;
    let tests = analysis::test_subjects(&comparable, args.alpha, variant).map_err(|e| failed(&e))?;
    let document = view::test(&tests);
    output::emit("test", &document, Some(comparable.basis()), &tests, &results, &shared.output, console)?;
    Ok(Exit::Done)
}

/// A level lies inside (0, 1).
pub(super) fn check_alpha(alpha: f64) -> Result<(), Failure> {
    if alpha > 0.0 && alpha < 1.0 {
        return Ok(());
    }
    let help = "give a number between 0 and 1, such as 0.05";
    Err(Failure::usage(&format!("--alpha {alpha} is not a level"), help))
}

fn failed(error: &StatsError) -> Failure {
    let help = match error {
        StatsError::TooLarge { .. } => "say --variant monte-carlo, or leave the choice to auto",
        StatsError::Incomplete { .. } => "say --common, which leaves out what is incomplete",
        StatsError::TooFew { .. } => {
            "a test needs two methods in at least two blocks; likewise rank ranks inside each"
        }
        _ => "see likewise test --help",
    };
    Failure::usage(&error.to_string(), help)
}
