//! `likewise rank`.

use crate::analysis;
use crate::comparability::{CompleteBlocks, InsideBlocks, Pooled};
use crate::report::view;

use super::args::{FormatArg, RankArgs};
use super::failure::Failure;
use super::session::{ask, policy, read, study};
use super::{Console, Exit, output};

pub(super) fn run(args: &RankArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let shared = &args.analysis;
    let policy = policy(&shared.policy)?;
    let results = read(&shared.input, &shared.output.talk, console)?;
    let study = study(&results, &policy)?;
    let ties = args.ties.into();
    if args.across {
        let comparable = ask(&study, CompleteBlocks::default(), console)?;
        let ranks = analysis::mean_ranks(&comparable);
        let document = view::mean_ranks(&ranks);
        output::emit(
            "rank --across",
            &document,
            Some(comparable.basis()),
            &ranks,
            &results,
            &shared.output,
            console,
        )?;
    } else if args.pooled {
        let comparable = ask(&study, Pooled::default(), console)?;
        let list = analysis::pooled(&comparable, ties);
        let document = view::pooled(&list);
        output::emit(
            "rank --pooled",
            &document,
            Some(comparable.basis()),
            &list,
            &results,
            &shared.output,
            console,
        )?;
    } else {
        let comparable = ask(&study, InsideBlocks, console)?;
        if shared.output.format == FormatArg::Csv {
            // a line a result, which may be millions
            output::emit_pieces(
                |out| view::ranking_csv(&comparable, ties, out),
                &results,
                &shared.output,
                console,
            )?;
            return Ok(Exit::Done);
        }
        let rankings = analysis::rank(&comparable, ties);
        let document = view::ranking(&rankings);
        output::emit(
            "rank",
            &document,
            Some(comparable.basis()),
            &rankings,
            &results,
            &shared.output,
            console,
        )?;
    }
    Ok(Exit::Done)
}
