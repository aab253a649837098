//! `likewise plan`.

use crate::analysis::{PlanOptions, plan};
use crate::report::{to_json, view};
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
    let mut options = PlanOptions::new(args.methods);
    options.blocks = args.blocks;
    options.alpha = args.alpha;
    options.effect = effect;
    options.wanted = args.power;
    options.simulation = MonteCarlo { samples: args.draws, seed: args.seed };
    let plan =
        plan(&options).map_err(|error| Failure::usage(&error.to_string(), "see likewise plan --help"))?;
    output::emit_alone(&view::plan(&plan), || to_json("plan", None, &[], &plan), &args.output, console)?;
    Ok(Exit::Done)
}
