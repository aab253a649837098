//! `likewise plan`.

use crate::analysis::{PlanOptions, plan};
use crate::report::{to_json, view};
use crate::stats::planning::Effect;
use crate::stats::rng::MonteCarlo;

use super::args::PlanArgs;
use super::failure::Failure;
use super::session::set_color;
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
    set_color(&args.talk, console);
    let text = output::render(&view::plan(&plan), args.format, console.style(), || {
        to_json("plan", None, &[], &plan)
    })?;
    console.out.write_all(text.as_bytes()).map_err(Failure::stdout)?;
    Ok(Exit::Done)
}
