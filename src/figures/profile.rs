//! Performance profiles.

use crate::analysis::{Profiles, Varies};
use crate::chart::{ProfileData, ProfileLine, ProfilePoint};
use crate::stats::bootstrap::FEW_RUNS;
use crate::words::count;

/// Beyond this factor the axis is logarithmic by itself.
const LOGARITHMIC: f64 = 10.0;

/// How the axis of factors runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FactorAxis {
    /// Logarithmic where the factors span more than one decade, else linear.
    #[default]
    Auto,
    /// Equal differences are equally long.
    Linear,
    /// Equal ratios are equally long. Factors are above zero, or there is no profile.
    Logarithmic,
}

/// The curves of a profile, the best mean rank on top of the others.
#[must_use]
pub fn profile(found: &Profiles, axis: FactorAxis, title: Option<&str>) -> ProfileData {
    let methods = super::labels(found.curves.iter().map(|c| &c.subject));
    let lines = found
        .curves
        .iter()
        .rev()
        .map(|curve| ProfileLine {
            method: super::place(&methods, &curve.subject),
            points: curve
                .steps
                .iter()
                .map(|s| ProfilePoint { x: s.factor, y: s.share, band: s.band })
                .collect(),
        })
        .collect();
    let mut head = super::head(&found.protocol, &found.basis, title, &found.why_blocks);
    let best = match found.varies {
        Varies::Blocks => {
            head.axis = format!("share of blocks within a factor of the block's best, by {}", head.axis);
            "best of the block"
        }
        Varies::Runs => {
            let level = (found.level * 1e6).round() / 1e4;
            let narrow = if found.fewest_runs < FEW_RUNS {
                format!(", too narrow with {} in a block", count(found.fewest_runs, "run"))
            } else {
                String::new()
            };
            head.axis = format!(
                "share of runs within a factor of the block's best mean, by {}; pointwise {level}% bands over runs{narrow}",
                head.axis
            );
            "best mean of the block"
        }
    };
    let logarithmic = match axis {
        FactorAxis::Auto => found.range.1 / found.range.0 > LOGARITHMIC,
        FactorAxis::Linear => false,
        FactorAxis::Logarithmic => true,
    };
    // where all share one factor the axis begins there: none is below the best
    let range = match found.range {
        (low, high) if low == high => (low, 1.05 * low),
        range => range,
    };
    let scale = if logarithmic { " (logarithmic)" } else { "" };
    ProfileData {
        head,
        threshold: format!("factor to the {best}, 1 is best{scale}"),
        methods,
        lines,
        range: Some(range),
        logarithmic,
    }
}
