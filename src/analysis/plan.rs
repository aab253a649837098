//! What a design of blocks and subjects can show, before it is run.

use schemars::JsonSchema;
use serde::Serialize;

use crate::stats::planning::{BlocksNeeded, Effect, PlannedTest, Power, blocks_needed, power};
use crate::stats::rng::MonteCarlo;
use crate::stats::{
    self, StatsError, exact_pair_minimum_p, friedman_minimum_p, nemenyi_critical_difference,
    nemenyi_minimum_p, sign_test_minimum_p, signed_rank_minimum_p,
};

/// What is planned.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PlanOptions {
    /// How many subjects.
    pub subjects: usize,
    /// How many blocks, if that is settled.
    pub blocks: Option<usize>,
    /// The level, in (0, 1).
    pub alpha: f64,
    /// The effect, for power.
    pub effect: Option<Effect>,
    /// The power wanted, in (0, 1).
    pub wanted: f64,
    /// Draws and seed of the simulations.
    pub simulation: MonteCarlo,
}

impl PlanOptions {
    /// A design of this many subjects at the level 0.05, for a power of 0.8, without blocks or an effect.
    #[must_use]
    pub fn new(subjects: usize) -> Self {
        Self {
            subjects,
            blocks: None,
            alpha: 0.05,
            effect: None,
            wanted: 0.8,
            simulation: MonteCarlo::default(),
        }
    }
}

/// What one test can show.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct PlannedProcedure {
    /// The test.
    pub name: &'static str,
    /// The smallest p-value with the planned blocks; none where blocks are not settled.
    pub smallest_p: Option<f64>,
    /// The fewest blocks with which any outcome reaches the level; none above 100,000.
    pub fewest_blocks: Option<usize>,
    /// The power with the planned blocks; none without an effect or for tests whose power is not computed.
    pub power: Option<Power>,
    /// The blocks that the wanted power takes; none as above.
    pub needed: Option<BlocksNeeded>,
}

/// What a design can show.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Plan {
    /// How many subjects.
    pub subjects: usize,
    /// How many blocks, if that is settled.
    pub blocks: Option<usize>,
    /// The level.
    pub alpha: f64,
    /// The power wanted.
    pub wanted: f64,
    /// The tests of a pair, of all pairs, and of all subjects.
    pub procedures: Vec<PlannedProcedure>,
    /// Nemenyi's critical difference of mean ranks with the planned blocks.
    pub critical_difference: Option<f64>,
}

/// Says what a design can show.
///
/// # Errors
/// [`StatsError`]: fewer than two subjects, no block, a level, power or effect out of its range, an effect that
/// 1,000 blocks are not enough for.
///
/// ```
/// use likewise::{PlanOptions, plan};
/// let mut options = PlanOptions::new(5);
/// options.blocks = Some(3);
/// let plan = plan(&options)?;
/// let signed_rank = plan.procedures.iter().find(|p| p.name == "signed-rank").unwrap();
/// assert_eq!((signed_rank.smallest_p, signed_rank.fewest_blocks), (Some(0.25), Some(6)));
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn plan(options: &PlanOptions) -> Result<Plan, StatsError> {
    let k = options.subjects;
    if let Some(blocks) = options.blocks {
        // says what is wrong with the numbers
        stats::attainable(k, blocks)?;
    }
    if k < 2 {
        return Err(StatsError::TooFew { procedure: "a design", what: "subjects", needed: 2, found: k });
    }
    let nemenyi = |n: usize| nemenyi_minimum_p(k, n).unwrap_or(1.0);
    let friedman = |n: usize| friedman_minimum_p(k, n);
    let exact = |n: usize| exact_pair_minimum_p(k, n);
    let mut procedures = vec![
        procedure(options, "sign", Some(PlannedTest::Sign), &sign_test_minimum_p)?,
        procedure(options, "signed-rank", Some(PlannedTest::SignedRank), &signed_rank_minimum_p)?,
    ];
    if k > 2 {
        procedures.push(procedure(options, "exact rank sums, one pair", None, &exact)?);
        procedures.push(procedure(options, "Nemenyi, all pairs", None, &nemenyi)?);
        let test = (k <= 64).then_some(PlannedTest::Friedman { subjects: k });
        procedures.push(procedure(options, "Friedman", test, &friedman)?);
    }
    let critical_difference = match options.blocks {
        Some(n) if k > 2 => Some(nemenyi_critical_difference(k, n, options.alpha)?),
        _ => None,
    };
    Ok(Plan {
        subjects: k,
        blocks: options.blocks,
        alpha: options.alpha,
        wanted: options.wanted,
        procedures,
        critical_difference,
    })
}

fn procedure(
    options: &PlanOptions,
    name: &'static str,
    test: Option<PlannedTest>,
    smallest: &dyn Fn(usize) -> f64,
) -> Result<PlannedProcedure, StatsError> {
    let simulated = test.zip(options.effect);
    let powered = match (simulated, options.blocks) {
        (Some((test, effect)), Some(n)) => Some(power(test, n, effect, options.alpha, &options.simulation)?),
        _ => None,
    };
    let needed = match simulated {
        Some((test, effect)) => {
            Some(blocks_needed(test, effect, options.alpha, options.wanted, &options.simulation)?)
        }
        None => None,
    };
    Ok(PlannedProcedure {
        name,
        smallest_p: options.blocks.map(smallest),
        fewest_blocks: stats::blocks_needed(options.alpha, smallest)?,
        power: powered,
        needed,
    })
}
