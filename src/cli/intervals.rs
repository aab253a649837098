//! `likewise intervals`.

use crate::analysis;
use crate::comparability::CompleteBlocks;
use crate::report::view;
use crate::stats::StatsError;
use crate::stats::bootstrap::Resampling;
use crate::stats::few_runs::Score;

use super::args::IntervalsArgs;
use super::failure::Failure;
use super::session::{ask, policy, read, study};
use super::{Console, Exit, output};

pub(super) fn run(args: &IntervalsArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let shared = &args.analysis;
    super::test::check_level(args.level)?;
    let resampling = Resampling { resamples: args.resamples, seed: args.seed, ..Resampling::default() };
    let policy = policy(&shared.policy)?;
    let results = read(&shared.input, &shared.output.talk, console)?;
    let study = study(&results, &policy)?;
    let comparable = ask(&study, CompleteBlocks::without_holes(), console)?;
    let basis = Some(comparable.basis());
    let (level, shared) = (args.level, &shared.output);
    let failed = |e: StatsError| match (&e, super::test::check_design("an interval over blocks", &comparable))
    {
        (StatsError::TooFew { procedure: "an interval over blocks", .. }, Err(said)) => said,
        _ => super::test::failed(&e),
    };
    if let Some(scores) = &args.aggregates {
        let scores: Vec<Score> =
            Score::ALL.into_iter().filter(|score| scores.iter().any(|s| s.asks_for(*score))).collect();
        let (scale, target) = (args.one_scale, args.target);
        let all = analysis::aggregate_scores(&comparable, &study, &scores, scale, target, level, &resampling)
            .map_err(failed)?;
        output::emit("intervals", &view::aggregates(&all), basis, &all, &results, shared, console)?;
    } else {
        let all = analysis::intervals(&comparable, &study, level, &resampling).map_err(failed)?;
        output::emit("intervals", &view::intervals(&all), basis, &all, &results, shared, console)?;
    }
    Ok(Exit::Done)
}
