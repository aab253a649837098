//! Kendall's tau-b and its test (Kendall 1945, 1970).

use num_bigint::BigInt;

use super::super::inference::{self, Computation, Variant};
use super::super::random;
use super::super::tails::normal_two_sided;
use super::super::{StatsError, tie_groups};
use super::{check_pairs, check_varied, dense};

const PROCEDURE: &str = "Kendall's tau";

/// Steps of whole-number arithmetic that are taken: by [`Computation::Auto`] (a fraction of a second)
/// and by [`Computation::Exact`].
const STEPS: (f64, f64) = (2e6, 5e7);

/// The same for ties on both sides, where steps are in floating point.
const TIED_STEPS: (f64, f64) = (1e8, 2e9);

/// Beyond this, counts of permutations are not whole in floating point.
const MOST_TIED: usize = 18;

/// The answer of [`kendall`].
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct Kendall {
    /// How many subjects there are.
    pub n: usize,
    /// Kendall's tau-b, from -1 to 1.
    pub tau_b: f64,
    /// Pairs of subjects in the same order on both sides.
    pub concordant: u64,
    /// Pairs in opposite order.
    pub discordant: u64,
    /// Pairs tied in the first ranking (in the second as well or not).
    pub ties_x: u64,
    /// Pairs tied in the second ranking (in the first as well or not).
    pub ties_y: u64,
    /// `S = concordant - discordant` in its asymptotic standard deviations, ties counted.
    pub z: f64,
    /// The two-sided p-value: the share of permutations with `|S|` at least the observed.
    pub p: f64,
    /// How `p` was computed.
    pub variant: Variant,
}

/// Kendall's tau-b of two rankings of the same subjects, with the two-sided test of independence.
///
/// The order of subjects doesn't matter. Concordance is counted in `O(n log n)` (Knight 1966).
///
/// The exact variant is the distribution of `S` over all pairings of the two sets of keys as they are,
/// ties included: without ties or with ties on one side only from the generating function of
/// inversions, `product of (1 - q^i) over products of (1 - q^i) in each tie group`; with ties on both
/// sides by dynamic programming over the subjects left in each tie group, up to 18 subjects. The
/// asymptotic variant is normal with the variance corrected for ties (Kendall 1970),
/// without continuity correction. Auto is exact where feasible (about 150 subjects), else asymptotic.
///
/// # Errors
/// [`StatsError::Unpaired`] for different lengths, [`StatsError::TooFew`] below 2 subjects,
/// [`StatsError::Undefined`] when one side ties all subjects, [`StatsError::TooLarge`] when exact was
/// asked for and is not feasible, [`StatsError::OutOfRange`] for 0 resamples.
///
/// ```
/// use likewise::stats::{Computation, kendall};
/// let k = kendall(&[7288, 8553, 6050, 4383, 8177], &[7495, 7809, 5416, 5134, 8509], Computation::Auto)?;
/// assert_eq!((k.tau_b, k.concordant, k.discordant), (0.8, 9, 1));
/// assert!((k.p - 10.0 / 120.0).abs() < 1e-15); // 5 orders with at most one inversion, on either side
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn kendall<T: Ord, U: Ord>(x: &[T], y: &[U], computation: Computation) -> Result<Kendall, StatsError> {
    check_pairs(PROCEDURE, x.len(), y.len(), 2)?;
    let (x, y) = (dense(x), dense(y));
    check_varied(PROCEDURE, &x, &y)?;
    let n = x.len() as u64;
    let total = n * (n - 1) / 2;
    let (groups_x, groups_y) = (tie_groups(&x), tie_groups(&y));
    let both: Vec<(usize, usize)> = x.iter().copied().zip(y.iter().copied()).collect();
    let (ties_x, ties_y, ties_both) = (tied(&groups_x), tied(&groups_y), tied(&tie_groups(&both)));
    let discordant = inversions(&x, &y);
    let concordant = total + ties_both - ties_x - ties_y - discordant;
    let s = concordant as i64 - discordant as i64;
    // two square roots lose a tau of exactly 1 that one keeps
    let norm = if ties_x == ties_y {
        (total - ties_x) as f64
    } else {
        ((total - ties_x) as f64 * (total - ties_y) as f64).sqrt()
    };
    let z = s as f64 / variance(&groups_x, &groups_y).sqrt();

    let exact = |one_sided: f64, both_sides: f64| {
        let tied = |groups: &[usize]| groups.iter().any(|&g| g > 1);
        match (tied(&groups_x), tied(&groups_y)) {
            (true, true) => exact_tied(&groups_x, &groups_y, s.unsigned_abs(), both_sides),
            (true, false) => exact_one_sided(&groups_x, s.unsigned_abs(), one_sided),
            _ => exact_one_sided(&groups_y, s.unsigned_abs(), one_sided),
        }
    };
    let (p, variant) = match computation {
        Computation::Exact => (exact(STEPS.1, TIED_STEPS.1)?, Variant::Exact),
        Computation::Auto => match exact(STEPS.0, TIED_STEPS.0) {
            Ok(p) => (p, Variant::Exact),
            Err(_) => (normal_two_sided(z), Variant::Asymptotic),
        },
        Computation::MonteCarlo { resamples: 0, .. } => {
            return Err(StatsError::OutOfRange { what: "resamples", range: "at least 1", found: 0.0 });
        }
        Computation::MonteCarlo { resamples, seed } => {
            let untied = (total + ties_both - ties_x - ties_y) as i64;
            let [hits] = random::count(resamples, seed, |random, count| {
                let mut shuffled = y.clone();
                let mut hits = 0;
                for _ in 0..count {
                    random.shuffle(&mut shuffled);
                    // pairs tied on both sides vary with the pairing, and with them all others
                    let both: Vec<(usize, usize)> = x.iter().copied().zip(shuffled.iter().copied()).collect();
                    let untied = untied - ties_both as i64 + tied(&tie_groups(&both)) as i64;
                    let drawn = untied - 2 * inversions(&x, &shuffled) as i64;
                    hits += u64::from(drawn.unsigned_abs() >= s.unsigned_abs());
                }
                [hits]
            });
            inference::monte_carlo(hits, resamples, seed)
        }
        Computation::Asymptotic => (normal_two_sided(z), Variant::Asymptotic),
    };
    Ok(Kendall { n: x.len(), tau_b: s as f64 / norm, concordant, discordant, ties_x, ties_y, z, p, variant })
}

fn tied(groups: &[usize]) -> u64 {
    groups.iter().map(|&g| g as u64 * (g as u64 - 1) / 2).sum()
}

/// How many pairs are in opposite order.
fn inversions(x: &[usize], y: &[usize]) -> u64 {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_unstable_by_key(|&i| (x[i], y[i]));
    let mut keys: Vec<usize> = order.into_iter().map(|i| y[i]).collect();
    let mut spare = keys.clone();
    merge_count(&mut keys, &mut spare)
}

fn merge_count(keys: &mut [usize], spare: &mut [usize]) -> u64 {
    let n = keys.len();
    if n < 2 {
        return 0;
    }
    let middle = n / 2;
    let mut count = merge_count(&mut keys[..middle], spare) + merge_count(&mut keys[middle..], spare);
    let (mut left, mut right) = (0, middle);
    for slot in &mut spare[..n] {
        if right == n || (left < middle && keys[left] <= keys[right]) {
            *slot = keys[left];
            left += 1;
        } else {
            *slot = keys[right];
            right += 1;
            count += (middle - left) as u64;
        }
    }
    keys.copy_from_slice(&spare[..n]);
    count
}

/// The variance of S under independence, given the tie groups.
fn variance(x: &[usize], y: &[usize]) -> f64 {
    let n: usize = x.iter().sum();
    let n = n as f64;
    let over = |groups: &[usize], term: fn(f64) -> f64| groups.iter().map(|&g| term(g as f64)).sum::<f64>();
    let main = |t: f64| t * (t - 1.0) * (2.0 * t + 5.0);
    let pairs = |t: f64| t * (t - 1.0);
    let triples = |t: f64| t * (t - 1.0) * (t - 2.0);
    let mut variance = (main(n) - over(x, main) - over(y, main)) / 18.0
        + over(x, pairs) * over(y, pairs) / (2.0 * n * (n - 1.0));
    if n > 2.0 {
        variance += over(x, triples) * over(y, triples) / (9.0 * n * (n - 1.0) * (n - 2.0));
    }
    variance
}

/// P(|S| >= s) with these tie groups on one side and no ties on the other.
///
/// The number of inversions of a random arrangement of a multiset has the Gaussian multinomial
/// coefficient as generating function, symmetric about its middle; its low coefficients are found by
/// exact series multiplication and division.
fn exact_one_sided(groups: &[usize], s: u64, limit: f64) -> Result<f64, StatsError> {
    let n: usize = groups.iter().sum();
    let pairs = (n as u64 * (n as u64 - 1)) / 2 - tied(groups);
    if s == 0 {
        return Ok(1.0);
    }
    let bound = (pairs - s) / 2;
    let size = 2.0 * n as f64 * (bound as f64 + 1.0);
    if size > limit {
        return Err(StatsError::TooLarge { procedure: PROCEDURE, size, limit });
    }
    // fits: `size` is within the limit
    let bound = bound as usize;
    let mut counts = vec![BigInt::from(0); bound + 1];
    counts[0] = BigInt::from(1);
    let mut all = BigInt::from(1);
    let mut placed = 0;
    for &group in groups {
        for i in 1..=group {
            placed += 1;
            for at in (placed..=bound).rev() {
                let (low, high) = counts.split_at_mut(at);
                high[0] -= &low[at - placed];
            }
            for at in i..=bound {
                let (low, high) = counts.split_at_mut(at);
                high[0] += &low[at - i];
            }
            all = all * placed / i;
        }
    }
    let near: BigInt = counts.iter().sum();
    Ok((2.0 * ratio(&near, &all)).min(1.0))
}

/// The quotient of two positive whole numbers of any size.
fn ratio(numerator: &BigInt, denominator: &BigInt) -> f64 {
    let top = |value: &BigInt| {
        let shift = value.bits().saturating_sub(64);
        let digits = (value >> shift).to_u64_digits().1;
        (digits.first().copied().unwrap_or(0) as f64, shift as i64)
    };
    let ((a, ea), (b, eb)) = (top(numerator), top(denominator));
    libm::ldexp(a / b, i32::try_from(ea - eb).unwrap_or(i32::MIN / 2))
}

/// P(|S| >= s) with ties on both sides: the groups of one side are placed one after the other, each
/// taking some subjects of every group of the other side.
fn exact_tied(x: &[usize], y: &[usize], s: u64, limit: f64) -> Result<f64, StatsError> {
    let n: usize = x.iter().sum();
    let span = n * (n - 1) / 2;
    if n > MOST_TIED {
        // permutations
        let (size, limit) =
            (libm::tgamma(n as f64 + 1.0).min(f64::MAX), libm::tgamma(MOST_TIED as f64 + 1.0));
        return Err(StatsError::TooLarge { procedure: PROCEDURE, size, limit });
    }
    let size = tied_steps(x, y, span).min(tied_steps(y, x, span));
    if size > limit {
        return Err(StatsError::TooLarge { procedure: PROCEDURE, size, limit });
    }
    let (state, steps) = if tied_steps(x, y, span) <= tied_steps(y, x, span) { (x, y) } else { (y, x) };
    let mut layer = std::collections::BTreeMap::new();
    let mut start = vec![0.0f64; 2 * span + 1];
    start[span] = 1.0;
    layer.insert(state.to_vec(), start);
    for &take in steps {
        let mut next = std::collections::BTreeMap::new();
        for (left, counts) in &layer {
            let mut taken = vec![0; left.len()];
            each_choice(left, take, 0, &mut taken, &mut |taken| {
                let rest: Vec<usize> = left.iter().zip(taken).map(|(l, t)| l - t).collect();
                let ways: f64 = left.iter().zip(taken).map(|(&l, &t)| choose(l, t)).product();
                // each subject taken stands before all that are left
                let mut gain = 0i64;
                let (mut below, mut above) = (0i64, rest.iter().sum::<usize>() as i64);
                for (&r, &t) in rest.iter().zip(taken) {
                    above -= r as i64;
                    gain += t as i64 * (above - below);
                    below += r as i64;
                }
                let target = next.entry(rest).or_insert_with(|| vec![0.0f64; 2 * span + 1]);
                for (at, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0.0) {
                    target[(at as i64 + gain) as usize] += ways * count;
                }
            });
        }
        layer = next;
    }
    let (mut far, mut all) = (0.0, 0.0);
    for counts in layer.values() {
        for (at, &count) in counts.iter().enumerate() {
            all += count;
            far += if at.abs_diff(span) as u64 >= s { count } else { 0.0 };
        }
    }
    Ok((far / all).min(1.0))
}

/// An upper bound on the steps that [`exact_tied`] takes.
fn tied_steps(state: &[usize], steps: &[usize], span: usize) -> f64 {
    // how many ways there are to leave (or take) so many subjects
    let n: usize = state.iter().sum();
    let mut ways = vec![0.0f64; n + 1];
    ways[0] = 1.0;
    for &group in state {
        ways = (0..=n).map(|at| (0..=group.min(at)).map(|take| ways[at - take]).sum()).collect();
    }
    let mut left = n;
    let mut total = 0.0;
    for &take in steps {
        total += ways[left] * ways[take];
        left -= take;
    }
    total * (2 * span + 1) as f64
}

fn each_choice(
    left: &[usize],
    take: usize,
    at: usize,
    taken: &mut [usize],
    visit: &mut impl FnMut(&[usize]),
) {
    if at == left.len() {
        if take == 0 {
            visit(taken);
        }
        return;
    }
    for here in 0..=left[at].min(take) {
        taken[at] = here;
        each_choice(left, take - here, at + 1, taken, visit);
    }
    taken[at] = 0;
}

fn choose(n: usize, k: usize) -> f64 {
    (1..=k).fold(1.0, |product, i| product * (n - k + i) as f64 / i as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<T: Ord>(x: &[T], y: &[T], computation: Computation) -> Kendall {
        kendall(x, y, computation).unwrap()
    }

    #[test]
    fn published_examples() {
        // Hollander and Wolfe's tuna, R cor.test: T = 26, p = 0.1194389329806
        let x = [444, 459, 419, 533, 447, 441, 507, 452, 601];
        let y = [26, 31, 25, 50, 36, 40, 52, 28, 38];
        let k = run(&x, &y, Computation::Exact);
        assert_eq!((k.concordant, k.discordant, k.variant), (26, 10, Variant::Exact));
        assert!((k.tau_b - 4.0 / 9.0).abs() < 1e-15 && (k.p - 0.11943893298059964).abs() < 1e-14);
        // ties on both sides, R and scipy
        let k = run(&[12, 2, 1, 12, 2], &[1, 4, 7, 1, 0], Computation::Asymptotic);
        assert!((k.tau_b + 0.4714045207910316).abs() < 1e-15);
        assert!((k.z + 1.074172311059149).abs() < 1e-13 && (k.p - 0.28274545993277467).abs() < 1e-13);
        assert_eq!((k.ties_x, k.ties_y, k.concordant, k.discordant), (2, 1, 2, 6));
        // polars issue 9407
        let k = run(&[5, 5, 2, 9, 7, 2, 4, 5], &[1, 3, 3, 2, 6, 6, 6, 4], Computation::Auto);
        assert_eq!(k.tau_b, -0.25);
    }

    #[test]
    fn three_synthetic_backbones() {
        let backbones = [[762, 815, 799, 799, 846], [824, 793, 867, 841, 859], [801, 788, 850, 832, 856]];
        for (a, b, tau) in [(0, 1, 0.105409255339), (0, 2, 0.316227766017), (1, 2, 0.8)] {
            assert!((run(&backbones[a], &backbones[b], Computation::Auto).tau_b - tau).abs() < 1e-12);
        }
    }

    fn permutations(n: usize) -> Vec<Vec<usize>> {
        if n == 0 {
            return vec![vec![]];
        }
        permutations(n - 1)
            .into_iter()
            .flat_map(|p| (0..n).map(move |at| [&p[..at], &[n - 1], &p[at..]].concat()))
            .collect()
    }

    #[test]
    fn exact_p_is_the_share_of_all_permutations() {
        let cases: [(&[i32], &[i32]); 8] = [
            (&[1, 2, 3, 4, 5, 6], &[2, 1, 4, 3, 6, 5]),
            (&[1, 2, 2, 4, 5, 6, 6], &[3, 1, 2, 4, 7, 5, 6]),
            (&[3, 1, 2, 4, 7, 5, 6], &[1, 2, 2, 2, 5, 6, 6]),
            (&[1, 1, 2, 2, 3, 4, 4], &[1, 2, 1, 2, 2, 4, 5]),
            (&[1, 1, 1, 2, 3, 4, 4], &[9, 8, 8, 8, 8, 4, 5]),
            (&[1, 1, 1, 1, 2, 2], &[1, 1, 2, 2, 2, 3]),
            (&[12, 2, 1, 12, 2], &[1, 4, 7, 1, 0]),
            (&[1, 2], &[2, 1]),
        ];
        for (x, y) in cases {
            let s = |order: &[usize]| -> i32 {
                let mut s = 0;
                for i in 0..x.len() {
                    for j in 0..i {
                        s += (x[i] - x[j]).signum() * (y[order[i]] - y[order[j]]).signum();
                    }
                }
                s.abs()
            };
            let all = permutations(x.len());
            let observed = s(&(0..x.len()).collect::<Vec<_>>());
            let want = all.iter().filter(|p| s(p) >= observed).count() as f64 / all.len() as f64;
            for got in [run(x, y, Computation::Exact).p, run(y, x, Computation::Exact).p] {
                assert!((got - want).abs() < 1e-14, "{x:?} {y:?} {got} {want}");
            }
            let drawn = run(x, y, Computation::MonteCarlo { resamples: 20_000, seed: 11 });
            let Variant::MonteCarlo { standard_error, .. } = drawn.variant else { panic!() };
            assert!((drawn.p - want).abs() <= 5.0 * standard_error, "{x:?} {y:?} {} {want}", drawn.p);
        }
    }

    #[test]
    fn perfect_agreement_is_far_out_in_the_tail() {
        let x: Vec<u32> = (0..60).collect();
        let k = run(&x, &x, Computation::Auto);
        // 2 / 60!, 60! = 8.32098711274139e81
        assert!((k.p * 8.32098711274139e81 / 2.0 - 1.0).abs() < 1e-13);
        assert_eq!(k.tau_b, 1.0);
        // tau is exactly 1 with ties too
        assert_eq!(run(&[1, 1, 2, 3, 3, 3], &[4, 4, 5, 6, 6, 6], Computation::Auto).tau_b, 1.0);
        // scipy failed from n = 171 on
        let x: Vec<u32> = (0..200).collect();
        let k = run(&x, &x, Computation::Exact);
        assert_eq!((k.p, k.variant), (0.0, Variant::Exact));
        let mut y = x.clone();
        y.rotate_left(85);
        let (exact, normal) = (run(&x, &y, Computation::Exact), run(&x, &y, Computation::Asymptotic));
        assert!((exact.p - normal.p).abs() < 2e-3 && exact.p < 0.9, "{} {}", exact.p, normal.p);
    }

    #[test]
    fn large_tied_rankings_are_asymptotic() {
        let x: Vec<u32> = (0..100).map(|i| i / 2).collect();
        let y: Vec<u32> = (0..100).map(|i| (i * 37) % 50).collect();
        assert_eq!(run(&x, &y, Computation::Auto).variant, Variant::Asymptotic);
        assert!(matches!(kendall(&x, &y, Computation::Exact), Err(StatsError::TooLarge { .. })));
    }

    #[test]
    fn what_cannot_be_ranked_is_an_error() {
        let auto = Computation::Auto;
        assert!(matches!(kendall(&[1, 1, 1], &[1, 2, 3], auto), Err(StatsError::Undefined { .. })));
        assert!(matches!(kendall(&[1, 2], &[1, 2, 3], auto), Err(StatsError::Unpaired { .. })));
        assert!(matches!(kendall(&[1], &[1], auto), Err(StatsError::TooFew { .. })));
        let none = Computation::MonteCarlo { resamples: 0, seed: 0 };
        assert!(matches!(kendall(&[1, 2], &[1, 2], none), Err(StatsError::OutOfRange { .. })));
    }
}
