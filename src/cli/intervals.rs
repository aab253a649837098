//! `likewise intervals`.

use crate::analysis;
use crate::comparability::CompleteBlocks;
use crate::report::view;
use crate::stats::bootstrap::Resampling;

use super::args::IntervalsArgs;
use super::failure::Failure;
use super::session::{ask, policy, read, study};
use super::{Console, Exit, output};

pub(super) fn run(args: &IntervalsArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let shared = &args.analysis;
    if !(args.level > 0.0 && args.level < 1.0) {
        let what = format!("--level {} is no confidence", args.level);
        return Err(Failure::usage(&what, "give a number between 0 and 1, such as 0.95"));
    }
    let resampling = Resampling { resamples: args.resamples, seed: args.seed, ..Resampling::default() };
    let policy = policy(&shared.policy)?;
    let results = read(&shared.input, &shared.output.talk, console)?;
    let study = study(&results, &policy)?;
    let failed = |e| super::test::failed(&e);
    if args.aggregates {
        let comparable = ask(&study, CompleteBlocks::default(), console)?;
        let all = analysis::aggregate_scores(
            &comparable,
            &study,
            args.one_scale,
            args.target,
            args.level,
            &resampling,
        )
        .map_err(failed)?;
        let document = view::aggregates(&all);
        output::emit(
            "intervals",
            &document,
            Some(comparable.basis()),
            &all,
            &results,
            &shared.output,
            console,
        )?;
    } else {
        let comparable = ask(&study, CompleteBlocks::default(), console)?;
        let all = analysis::intervals(&comparable, &study, args.level, &resampling).map_err(failed)?;
        let document = view::intervals(&all);
        output::emit(
            "intervals",
            &document,
            Some(comparable.basis()),
            &all,
            &results,
            &shared.output,
            console,
        )?;
    }
    Ok(Exit::Done)
}
