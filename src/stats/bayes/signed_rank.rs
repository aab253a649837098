//! The Bayesian signed-rank test.

use super::sign::check_prior;
use super::{Computed, Differences, Posterior, errors_of};
use crate::stats::StatsError;
use crate::stats::rng::{MonteCarlo, Rng};
use rayon::prelude::*;

/// The Bayesian signed-rank test (Benavoli, Mangili, Corani, Zaffalon and Ruggeri, ICML 2014; Benavoli et
/// al. 2017): a Dirichlet process prior of strength `prior` at difference 0 gives weights
/// `w ~ Dirichlet(prior, 1, ..., 1)` to 0 and the differences `z`. Each draw has
/// `theta_left`, `theta_rope` and `theta_right`: the sums of `w_i w_j` over all ordered pairs with
/// `z_i + z_j` below `-2 rope`, between, and above `2 rope`. The answer is how often each is the largest.
///
/// Sums on the edge of the region are inside. With a region of 0 there is no inside: sums of exactly 0
/// count half to each side, `p_rope` is 0, and draws that come out equal count half for each, so that a
/// subject compared with itself gets one half.
///
/// A draw takes time linear in the number of different differences: sums over pairs are suffix sums of
/// the sorted weights, and equal differences share one gamma draw.
///
/// ```
/// use likewise::stats::{Best, bayes::{Differences, MonteCarlo, signed_rank}};
/// let d = Differences::from_scores(&[0.0], &[1.0], 0.1, Best::Largest)?;
/// let p = signed_rank(&d, 0.5, &MonteCarlo::default())?;
/// // one difference beyond twice the region: 2^(-1/4)
/// assert!((p.p_right - 0.8409).abs() < 4.0 * p.errors[2]);
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
///
/// # Errors
/// [`StatsError::OutOfRange`] for a prior that is negative or beyond 1e6, or fewer than 100 or more than
/// 10^9 draws.
pub fn signed_rank(
    differences: &Differences,
    prior: f64,
    draws: &MonteCarlo,
) -> Result<Posterior, StatsError> {
    check_prior(prior)?;
    draws.check()?;
    let pairs = Pairs::new(differences, prior);
    let two_way = differences.rope_units() == 0;
    let samples = draws.samples as u64;
    // twice the wins, so that halves are whole and the sum has no order
    let wins = (0..draws.samples)
        .into_par_iter()
        .with_min_len(128)
        .map_init(
            || pairs.scratch(),
            |scratch, index| {
                let [left, inside, right] = pairs.draw(&mut Rng::stream(draws.seed, index as u64), scratch);
                if two_way { halves([left, -1.0, right]) } else { halves([left, inside, right]) }
            },
        )
        .reduce(|| [0u64; 3], |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
    let shares = wins.map(|w| w as f64 / (2 * samples) as f64);
    Ok(Posterior {
        p_left: shares[0],
        p_rope: shares[1],
        p_right: shares[2],
        errors: errors_of(shares, samples),
        rope: differences.rope(),
        pairs: differences.units().len(),
        prior,
        computed: Computed::MonteCarlo { samples, seed: draws.seed },
    })
}

/// Two for the largest; a tie of left and right for the largest gives one each, any tie with the region
/// goes to the region.
fn halves([left, inside, right]: [f64; 3]) -> [u64; 3] {
    if inside >= left && inside >= right {
        [0, 2, 0]
    } else if left == right {
        [1, 0, 1]
    } else if left > right {
        [2, 0, 0]
    } else {
        [0, 0, 2]
    }
}

/// The different differences (0 for the prior among them) in ascending order.
struct Pairs {
    /// The Dirichlet parameter of each: how many there are, plus the prior at 0.
    shapes: Vec<f64>,
    /// For each, from which place on its sum with another is above the region.
    right_from: Vec<u32>,
    /// For each, up to which place (exclusive) its sum with another is below the region.
    left_upto: Vec<u32>,
}

impl Pairs {
    fn new(differences: &Differences, prior: f64) -> Self {
        let mut sorted = differences.units().to_vec();
        if prior > 0.0 {
            sorted.push(0);
        }
        sorted.sort_unstable();
        let (mut values, mut shapes): (Vec<i128>, Vec<f64>) = (Vec::new(), Vec::new());
        for group in sorted.chunk_by(|a, b| a == b) {
            values.push(group[0]);
            let extra = if group[0] == 0 && prior > 0.0 { prior - 1.0 } else { 0.0 };
            shapes.push(group.len() as f64 + extra);
        }
        let edge = 2 * differences.rope_units();
        let place = |pred: &dyn Fn(i128) -> bool| values.partition_point(|&v| pred(v)) as u32;
        Self {
            right_from: values.iter().map(|z| place(&|v| v + z <= edge)).collect(),
            left_upto: values.iter().map(|z| place(&|v| v + z < -edge)).collect(),
            shapes,
        }
    }

    /// Room for the weights and their running sums, from the left and from the right.
    fn scratch(&self) -> [Vec<f64>; 3] {
        let n = self.shapes.len();
        [vec![0.0; n], vec![0.0; n + 1], vec![0.0; n + 1]]
    }

    /// One draw of the three sums, in units of the square of the total weight.
    fn draw(&self, rng: &mut Rng, [weights, before, after]: &mut [Vec<f64>; 3]) -> [f64; 3] {
        let n = self.shapes.len();
        let mut total = 0.0;
        for (i, (weight, &shape)) in weights.iter_mut().zip(&self.shapes).enumerate() {
            *weight = rng.gamma(shape);
            total += *weight;
            before[i + 1] = total;
        }
        let mut tail = 0.0;
        for i in (0..n).rev() {
            tail += weights[i];
            after[i] = tail;
        }
        let (mut left, mut right) = (0.0, 0.0);
        for i in 0..n {
            left += weights[i] * before[self.left_upto[i] as usize];
            right += weights[i] * after[self.right_from[i] as usize];
        }
        [left, total * total - left - right, right]
    }
}

#[cfg(test)]
mod tests {
    use super::{MonteCarlo, Pairs, Rng, signed_rank};
    use crate::stats::bayes::{Differences, Posterior};
    use crate::stats::{Best, StatsError};

    const LEFT: [f64; 14] =
        [0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661, 0.583, 0.775, 1.0, 0.94, 0.619, 0.972, 0.957];
    const RIGHT: [f64; 14] =
        [0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668, 0.583, 0.838, 1.0, 0.962, 0.666, 0.981, 0.978];

    fn run(left: &[f64], right: &[f64], rope: f64, draws: MonteCarlo) -> Posterior {
        signed_rank(&Differences::from_scores(left, right, rope, Best::Largest).unwrap(), 0.5, &draws)
            .unwrap()
    }

    const MANY: MonteCarlo = MonteCarlo { samples: 400_000, seed: 3 };

    #[test]
    fn one_difference_has_a_closed_form() {
        // the prior's weight w0 is beta(1/2, 1): P(1 - w0^2 > 1/2) = 2^(-1/4), and with the mixed pairs
        // inside the region P((1 - w0)^2 > 1/2) = sqrt(1 - sqrt(1/2))
        let p = run(&[0.0], &[1.0], 0.1, MANY);
        assert!((p.p_right - 0.840_896_415_253_714_5).abs() < 4.0 * p.errors[2]);
        let p = run(&[0.0], &[0.15], 0.1, MANY);
        assert!((p.p_right - 0.541_196_100_146_197).abs() < 4.0 * p.errors[2]);
        // at exactly twice the region the sum is on the edge, which floats would miss for 0.3 - 0.1
        let p = run(&[0.1], &[0.3], 0.1, MANY);
        assert!((p.p_right - 0.541_196_100_146_197).abs() < 4.0 * p.errors[2]);
        let p = run(&[1.0], &[0.0], 0.1, MANY);
        assert!((p.p_left - 0.840_896_415_253_714_5).abs() < 4.0 * p.errors[0]);
    }

    #[test]
    fn published_data_match_baycomp() {
        // baycomp 1.0.3 with 200,000 draws; for the region of 0.02 numpy on integers with 1,000,000, since
        // there 0.033 + 0.007 lies on the edge, which baycomp's floats put outside (0.1146)
        let p = run(&LEFT, &RIGHT, 0.0, MANY);
        assert!((p.p_left - 0.000775).abs() < 3e-4 && p.p_rope == 0.0, "{p:?}");
        for (rope, want) in [(0.01, [0.0, 0.328995, 0.671005]), (0.02, [0.0, 0.895119, 0.104881])] {
            let p = run(&LEFT, &RIGHT, rope, MANY);
            for (got, want) in [p.p_left, p.p_rope, p.p_right].into_iter().zip(want) {
                assert!((got - want).abs() < 0.004, "{rope}: {got} {want}");
            }
        }
    }

    #[test]
    fn a_subject_compared_with_itself_gets_one_half() {
        let p = run(&LEFT, &LEFT, 0.0, MonteCarlo::default());
        assert_eq!((p.p_left, p.p_rope, p.p_right), (0.5, 0.0, 0.5));
        let p = run(&LEFT, &LEFT, 0.01, MonteCarlo::default());
        assert_eq!((p.p_left, p.p_rope, p.p_right), (0.0, 1.0, 0.0));
        assert!(p.errors.iter().all(|&e| e > 0.0));
    }

    #[test]
    fn running_sums_are_the_sums_over_pairs() {
        let units = vec![5, -3, 0, 2, 2, 9, -3, 4];
        let d = Differences::from_units(units, 2, 1.0).unwrap();
        let pairs = Pairs::new(&d, 0.5);
        let values = [-3, 0, 2, 4, 5, 9];
        assert_eq!(pairs.shapes, [2.0, 1.5, 2.0, 1.0, 1.0, 1.0]);
        let mut scratch = pairs.scratch();
        for seed in 0..20 {
            let [left, inside, right] = pairs.draw(&mut Rng::new(seed), &mut scratch);
            let mut want = [0.0; 3];
            for (i, a) in values.iter().enumerate() {
                for (j, b) in values.iter().enumerate() {
                    let to = if a + b < -4 {
                        0
                    } else if a + b > 4 {
                        2
                    } else {
                        1
                    };
                    want[to] += scratch[0][i] * scratch[0][j];
                }
            }
            for (got, want) in [left, inside, right].into_iter().zip(want) {
                assert!((got - want).abs() < 1e-11 * (1.0 + want), "{got} {want}");
            }
        }
    }

    #[test]
    fn threads_do_not_change_the_answer() {
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| run(&LEFT, &RIGHT, 0.01, MonteCarlo::default()))
        };
        assert_eq!(on(1), on(3));
        assert_ne!(on(1).p_right, run(&LEFT, &RIGHT, 0.01, MonteCarlo { samples: 50_000, seed: 2 }).p_right);
    }

    #[test]
    fn bad_arguments_are_errors() {
        let d = Differences::from_units(vec![1], 0, 1.0).unwrap();
        for (prior, samples) in [(-1.0, 1000), (f64::NAN, 1000), (0.5, 99)] {
            let got = signed_rank(&d, prior, &MonteCarlo { samples, seed: 1 });
            assert!(matches!(got, Err(StatsError::OutOfRange { .. })));
        }
    }
}
