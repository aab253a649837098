//! `likewise plan`.

use crate::analysis::{PlanOptions, plan};
use crate::report::{to_json, view};
use crate::stats::StatsError;
use crate::stats::planning::Effect;
use crate::stats::rng::MonteCarlo;

use super::args::PlanArgs;
use super::failure::Failure;
use super::{Console, Exit, output};

pub(super) fn run(args: &PlanArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let effect = match (args.effect, args.wins) {
        (Some(d), _) => Some(Effect::Standardized(d)),
        (None, Some(p)) => Some(Effect::WinProbability(p)),
        (None, None) => None,
    };
    check(args)?;
    let mut options = PlanOptions::new(args.methods);
    options.blocks = args.blocks;
    options.alpha = args.alpha;
    options.effect = effect;
    options.wanted = args.power;
    options.simulation = MonteCarlo { samples: args.draws, seed: args.seed };
    let plan = plan(&options).map_err(|error| {
        let help = match error {
            StatsError::Undefined { .. } => {
                "so small an effect takes more blocks than are planned for: give a larger --effect or --wins, or a \
                 smaller --power"
            }
            _ => "see likewise plan --help",
        };
        Failure::usage(&error.to_string(), help)
    })?;
    output::emit_alone(&view::plan(&plan), || to_json("plan", None, &[], &plan), &args.output, console)?;
    Ok(Exit::Done)
}

/// What is planned has a meaning; messages name the option.
fn check(args: &PlanArgs) -> Result<(), Failure> {
    super::test::check_alpha(args.alpha)?;
    let wrong = |what: String, help: &str| Err(Failure::usage(&what, help));
    if args.methods < 2 {
        return wrong(format!("--methods {}: a design compares methods", args.methods), "give 2 or more");
    }
    if args.blocks == Some(0) {
        return wrong("--blocks 0: nothing is measured".to_owned(), "give 1 or more, or leave it away");
    }
    if let Some(d) = args.effect.filter(|d| !d.is_finite() || *d == 0.0) {
        return wrong(
            format!("--effect {d} is none that a test could find"),
            "give the mean difference over its standard deviation, such as 0.8",
        );
    }
    if let Some(p) = args.wins.filter(|p| !(*p > 0.0 && *p < 1.0) || *p == 0.5) {
        return wrong(
            format!("--wins {p} is no effect"),
            "give the share of blocks won, between 0 and 1 but not 0.5, such as 0.8",
        );
    }
    if !(args.power > 0.0 && args.power < 1.0) {
        return wrong(
            format!("--power {} is no power", args.power),
            "give a number between 0 and 1, such as 0.8",
        );
    }
    Ok(())
}
