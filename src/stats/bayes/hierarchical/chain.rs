//! One chain of the hierarchical model's sampler.

use super::model::Model;
use crate::stats::rng::Rng;
use crate::stats::t_sf;

/// Sums over one half of a chain of a data set's difference.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Moments {
    pub n: f64,
    pub mean: f64,
    /// Squares about the mean.
    pub squares: f64,
    /// How many draws left of the region.
    pub left: f64,
    /// How many right of it.
    pub right: f64,
}

impl Moments {
    fn add(&mut self, value: f64, rope: f64) {
        self.n += 1.0;
        let step = value - self.mean;
        self.mean += step / self.n;
        self.squares += step * (value - self.mean);
        self.left += f64::from(u8::from(value < -rope));
        self.right += f64::from(u8::from(value > rope));
    }
}

/// The draws of one chain, in units of the model.
#[derive(Debug)]
pub(super) struct Chain {
    pub centre: Vec<f64>,
    pub scale: Vec<f64>,
    pub nu: Vec<f64>,
    /// For each draw, the probabilities of the next difference to be left, inside and right.
    pub places: Vec<[f64; 3]>,
    /// For each data set, its two halves.
    pub sets: Vec<[Moments; 2]>,
}

/// The sampler's present place. The Student distribution is a normal one whose variance is divided by a
/// gamma weight.
struct State {
    centre: f64,
    log_scale: f64,
    /// `log(nu - 1)`.
    log_nu: f64,
    shape: f64,
    rate: f64,
    delta: Vec<f64>,
    variance: Vec<f64>,
    weight: Vec<f64>,
}

/// Limits of logarithms beyond which a prior has no mass that counts.
const LOWEST_LOG_SCALE: f64 = -27.0;
const LOG_NU: (f64, f64) = (-30.0, 15.0);

/// Runs a chain: `warm_up` draws that are thrown away, then `length` that are kept.
pub(super) fn run(model: &Model, rng: &mut Rng, warm_up: usize, length: usize) -> Chain {
    let mut state = State::start(model, rng);
    let mut chain = Chain {
        centre: Vec::with_capacity(length),
        scale: Vec::with_capacity(length),
        nu: Vec::with_capacity(length),
        places: Vec::with_capacity(length),
        sets: vec![[Moments::default(); 2]; model.sets.len()],
    };
    for _ in 0..warm_up {
        state.sweep(model, rng);
    }
    for draw in 0..length {
        state.sweep(model, rng);
        let (scale, nu) = (libm::exp(state.log_scale), 1.0 + libm::exp(state.log_nu));
        // squares of larger arguments would overflow, and their tails are 0 or nearly so
        let tail = |distance: f64| t_sf((distance / scale).clamp(-1e150, 1e150), nu);
        let (left, right) = (tail(model.rope + state.centre), tail(model.rope - state.centre));
        let inside = if model.rope == 0.0 { 0.0 } else { (1.0 - left - right).max(0.0) };
        chain.centre.push(state.centre);
        chain.scale.push(scale);
        chain.nu.push(nu);
        chain.places.push([left, inside, right]);
        let half = usize::from(draw >= length / 2);
        for (moments, &delta) in chain.sets.iter_mut().zip(&state.delta) {
            moments[half].add(delta, model.rope);
        }
    }
    chain
}

impl State {
    /// A start that differs much from chain to chain.
    fn start(model: &Model, rng: &mut Rng) -> Self {
        let count = model.sets.len();
        let between = |rng: &mut Rng, ends: [f64; 2]| ends[0] + (ends[1] - ends[0]) * rng.uniform();
        let limit = model.centre_limit;
        let any = model.sets[rng.below(count as u64) as usize].mean;
        let highest = libm::log(model.scale_limit);
        Self {
            centre: any.clamp(-limit, limit),
            log_scale: (1.5 * rng.normal()).clamp(LOWEST_LOG_SCALE, highest),
            log_nu: libm::log(1.0 + 30.0 * rng.exponential()).clamp(LOG_NU.0, LOG_NU.1),
            shape: between(rng, model.prior.shape),
            rate: between(rng, model.prior.rate),
            delta: model.sets.iter().map(|s| s.mean).collect(),
            variance: model.sets.iter().map(|s| s.squares / s.n).collect(),
            weight: vec![1.0; count],
        }
    }

    /// One draw of every parameter. The order matters: steps that integrate the differences (or the
    /// weights) out come right before the step that draws these anew.
    fn sweep(&mut self, model: &Model, rng: &mut Rng) {
        self.draw_centre(model, rng);
        self.draw_scale(model, rng);
        self.draw_differences(model, rng);
        self.draw_variances(model, rng);
        self.draw_nu(rng);
        self.draw_weights(rng);
        self.draw_prior(model, rng);
    }

    /// `delta0`, differences integrated out: a normal number within the limit.
    fn draw_centre(&mut self, model: &Model, rng: &mut Rng) {
        let square = libm::exp(2.0 * self.log_scale);
        let (mut precision, mut total) = (0.0, 0.0);
        for (i, set) in model.sets.iter().enumerate() {
            let p = 1.0 / (square / self.weight[i] + self.variance[i] * set.spread);
            precision += p;
            total += p * set.mean;
        }
        let (mean, sd) = (total / precision, 1.0 / precision.sqrt());
        // Keeping the old value after so many failures leaves the distribution as it is, because how
        // probable that is does not depend on the old value.
        for _ in 0..1000 {
            let x = mean + sd * rng.normal();
            if x.abs() <= model.centre_limit {
                self.centre = x;
                return;
            }
        }
    }

    /// `sigma0` on the logarithmic scale, differences integrated out.
    fn draw_scale(&mut self, model: &Model, rng: &mut Rng) {
        let log_density = |t: f64| {
            let square = libm::exp(2.0 * t);
            let terms = model.sets.iter().enumerate().map(|(i, set)| {
                let variance = square / self.weight[i] + self.variance[i] * set.spread;
                let off = set.mean - self.centre;
                libm::log(variance) + off * off / variance
            });
            t - 0.5 * terms.sum::<f64>()
        };
        let range = (LOWEST_LOG_SCALE, libm::log(model.scale_limit));
        self.log_scale = slice(rng, self.log_scale, range, 1.0, log_density);
    }

    /// The differences: normal.
    fn draw_differences(&mut self, model: &Model, rng: &mut Rng) {
        let square = libm::exp(2.0 * self.log_scale);
        for (i, set) in model.sets.iter().enumerate() {
            let (prior, data) = (self.weight[i] / square, 1.0 / (self.variance[i] * set.spread));
            let mean = (prior * self.centre + data * set.mean) / (prior + data);
            self.delta[i] = mean + rng.normal() / (prior + data).sqrt();
        }
    }

    /// The squares of the `sigma_i`: one over a gamma number, within the limit. A uniform prior of a
    /// standard deviation takes one from the degrees of freedom.
    fn draw_variances(&mut self, model: &Model, rng: &mut Rng) {
        let limit = model.sigma_limit * model.sigma_limit;
        for (i, set) in model.sets.iter().enumerate() {
            let off = set.mean - self.delta[i];
            let quadratic = set.squares + off * off / set.spread;
            // as for the centre, old values may be kept
            for _ in 0..1000 {
                let variance = 0.5 * quadratic / rng.gamma(0.5 * (set.n - 1.0));
                if variance <= limit {
                    self.variance[i] = variance;
                    break;
                }
            }
        }
    }

    /// `nu` from the Student density of the differences, weights integrated out.
    fn draw_nu(&mut self, rng: &mut Rng) {
        let scale = libm::exp(self.log_scale);
        let squares: Vec<f64> = self.delta.iter().map(|d| ((d - self.centre) / scale).powi(2)).collect();
        let count = squares.len() as f64;
        let log_density = |t: f64| {
            let less = libm::exp(t);
            let nu = 1.0 + less;
            let constant = libm::lgamma(0.5 * (nu + 1.0)) - libm::lgamma(0.5 * nu) - 0.5 * libm::log(nu);
            let tails: f64 = squares.iter().map(|s| libm::log1p(s / nu)).sum();
            // the gamma prior, with one more power for the logarithmic scale
            self.shape * t - self.rate * less + count * constant - 0.5 * (nu + 1.0) * tails
        };
        self.log_nu = slice(rng, self.log_nu, LOG_NU, 1.5, log_density);
    }

    /// The weights: gamma.
    fn draw_weights(&mut self, rng: &mut Rng) {
        let (scale, nu) = (libm::exp(self.log_scale), 1.0 + libm::exp(self.log_nu));
        for (weight, delta) in self.weight.iter_mut().zip(&self.delta) {
            let off = (delta - self.centre) / scale;
            let drawn = rng.gamma(0.5 * (nu + 1.0)) / (0.5 * (nu + off * off));
            *weight = drawn.max(f64::MIN_POSITIVE);
        }
    }

    /// The shape and the rate of the prior of `nu - 1`.
    fn draw_prior(&mut self, model: &Model, rng: &mut Rng) {
        let (log_x, x) = (self.log_nu, libm::exp(self.log_nu));
        let [low, high] = model.prior.shape;
        let offset = libm::log(self.rate) + log_x;
        self.shape = slice(rng, self.shape, (low, high), high - low, |a| a * offset - libm::lgamma(a));
        let [low, high] = model.prior.rate;
        let shape = self.shape;
        self.rate = slice(rng, self.rate, (low, high), high - low, |b| shape * libm::log(b) - b * x);
    }
}

/// One slice step with stepping out inside a range (Neal 2003).
fn slice(
    rng: &mut Rng,
    at: f64,
    (low, high): (f64, f64),
    width: f64,
    log_density: impl Fn(f64) -> f64,
) -> f64 {
    if low >= high {
        return low;
    }
    let level = log_density(at) - rng.exponential();
    let mut left = at - width * rng.uniform();
    let mut right = left + width;
    while left > low && log_density(left) > level {
        left -= width;
    }
    while right < high && log_density(right) > level {
        right += width;
    }
    (left, right) = (left.max(low), right.min(high));
    // The slice holds `at`, so that shrinking towards it ends; the bound is for rounding only.
    for _ in 0..500 {
        let x = left + (right - left) * rng.uniform();
        if log_density(x) >= level {
            return x;
        }
        if x < at {
            left = x;
        } else {
            right = x;
        }
    }
    at
}
