//! `likewise compare`.

use crate::analysis::{self, PairOptions};
use crate::comparability::{CompleteBlocks, Pooled, parse_reference};
use crate::report::json::shapes::Cells;
use crate::report::view;
use crate::stats::rng::MonteCarlo;

use super::args::{CompareArgs, FormatArg};
use super::failure::Failure;
use super::session::{ask, policy, read, study, study_of_blocks};
use super::{Console, Exit, output};

/// How the two are tested.
fn options(args: &CompareArgs) -> Result<PairOptions, Failure> {
    super::test::check_level(args.level)?;
    if args.rope.is_some_and(|r| !(r.is_finite() && r >= 0.0)) {
        return Err(Failure::usage("--rope is a width", "give a number that is not negative, such as 1"));
    }
    Ok(PairOptions {
        level: args.level,
        alternative: args.alternative.into(),
        zeros: args.zeros.into(),
        rope: args.rope,
        folds: args.folds,
        one_scale: args.one_scale,
        draws: MonteCarlo { samples: args.draws as usize, seed: args.seed },
    })
}

pub(super) fn run(args: &CompareArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let shared = &args.analysis;
    let options = options(args)?;
    let policy = policy(&shared.policy)?;
    let results = read(&shared.input, &shared.output.talk, console)?;
    // a fold that is named is one result, and folds in number are blocks on the user's word
    let named = args.a.contains('@') || args.b.contains('@');
    let study = if named || args.folds.is_some() {
        study(&results, &policy)?
    } else {
        study_of_blocks(&results, policy)?
    };
    let mut a = parse_reference(&args.a, &study).map_err(Failure::Reference)?;
    let mut b = parse_reference(&args.b, &study).map_err(Failure::Reference)?;
    // a block that is named for one holds for the other
    if a.block.is_empty() {
        a.block.clone_from(&b.block);
    } else if b.block.is_empty() {
        b.block.clone_from(&a.block);
    }
    if a == b {
        return Err(Failure::usage(
            &format!("{a} is compared with itself"),
            "name two different methods or results",
        ));
    }
    if a.block.is_empty() {
        let comparable = ask(&study, CompleteBlocks::of(&[a.subject.clone(), b.subject.clone()]), console)?;
        let all = analysis::compare_with(&comparable, &study, &a.subject, &b.subject, &options)
            .map_err(|e| super::test::failed(&e))?;
        if all.is_empty() {
            let what = format!("{a} and {b} are in no block together");
            return Err(Failure::usage(&what, "likewise rank shows who is in which block"));
        }
        let document = match shared.output.format {
            FormatArg::Csv => view::comparison_long(&all),
            _ => view::comparison(&all, args.level),
        };
        output::emit(
            "compare",
            &document,
            Some(comparable.basis()),
            &all,
            &results,
            &shared.output,
            console,
        )?;
    } else {
        let comparable = ask(&study, Pooled::of(&[a.clone(), b.clone()]), console)?;
        let (protocol, first, second, difference) =
            analysis::compare_cells(&comparable, &a, &b).map_err(Failure::Reference)?;
        let basis = comparable.basis();
        let document = match shared.output.format {
            FormatArg::Csv => view::compared_cells_long(&protocol, basis, &first, &second, &difference),
            _ => view::compared_cells(&protocol, basis, &first, &second, &difference),
        };
        let cells = Cells { protocol: &protocol, first: &first, second: &second, difference: &difference };
        output::emit(
            "compare",
            &document,
            Some(comparable.basis()),
            cells,
            &results,
            &shared.output,
            console,
        )?;
    }
    Ok(Exit::Done)
}
