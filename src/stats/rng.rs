//! A small random generator with a stream for every unit of work.
//!
//! The generator is xoshiro256++ (Blackman and Vigna, Scrambled linear pseudorandom number
//! generators, ACM TOMS 47, 2021), its state filled by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
//! A procedure gives each resample its own stream of seed and index, so that its answer doesn't depend
//! on the number of threads. All transcendental functions come from `libm` and not from the platform,
//! so that a seed gives the same draws on every machine.

use super::StatsError;
use std::sync::LazyLock;

/// One step of SplitMix64: advances the state and returns 64 mixed bits.
///
/// ```
/// use likewise::stats::rng::split_mix64;
/// let mut state = 1234567;
/// assert_eq!(split_mix64(&mut state), 6457827717110365317);
/// ```
pub const fn split_mix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(GOLDEN);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The odd integer nearest to 2^64 over the golden ratio, the step of SplitMix64.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// An xoshiro256++ generator.
///
/// ```
/// use likewise::stats::rng::Rng;
/// let mut first = Rng::stream(7, 0);
/// let mut second = Rng::stream(7, 1);
/// assert_ne!(first.next_u64(), second.next_u64());
/// assert_eq!(Rng::stream(7, 1).next_u64(), Rng::stream(7, 1).next_u64());
/// let die = first.below(6);
/// assert!(die < 6);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rng {
    pub(super) state: [u64; 4],
}

impl Rng {
    /// The generator of a seed: stream 0.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self::stream(seed, 0)
    }

    /// Stream `index` of a seed: its state is words `4 index` to `4 index + 3` of the seed's
    /// SplitMix64 sequence, so that streams of one seed never share a word of state.
    #[must_use]
    pub const fn stream(seed: u64, index: u64) -> Self {
        let mut at = seed.wrapping_add(GOLDEN.wrapping_mul(index.wrapping_mul(4)));
        Self::seeded(&mut at)
    }

    /// The generator whose state is the next four words of a SplitMix64 sequence.
    pub(super) const fn seeded(at: &mut u64) -> Self {
        let a = split_mix64(at);
        let b = split_mix64(at);
        let c = split_mix64(at);
        let d = split_mix64(at);
        // Not all four can be 0: SplitMix64 is a bijection of a counter.
        Self { state: [a, b, c, d] }
    }

    /// A random arrangement (Fisher-Yates). One number serves several exchanges, without bias: batched
    /// multiplication with rejection (Brackett-Rozinsky and Lemire 2025).
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        let mut left = items.len();
        while left > 1 {
            let (mut product, mut count) = (1u64, 0);
            // small enough that a number is rarely rejected; every count of items fits at least once
            while left - count > 1 && (count == 0 || product * ((left - count) as u64) < 1 << 48) {
                product *= (left - count) as u64;
                count += 1;
                if product >= 1 << 32 {
                    break;
                }
            }
            let mut places = [0usize; 48];
            loop {
                let mut number = self.next_u64();
                for (c, place) in places[..count].iter_mut().enumerate() {
                    let wide = u128::from(number) * (left - c) as u128;
                    *place = (wide >> 64) as usize;
                    number = wide as u64;
                }
                if number >= product || number >= product.wrapping_neg() % product {
                    break;
                }
            }
            for &place in &places[..count] {
                left -= 1;
                items.swap(left, place);
            }
        }
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let answer = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        answer
    }

    /// A number from 0 to `n - 1`, each equally likely; 0 for `n = 0`.
    ///
    /// Lemire, Fast random integer generation in an interval, ACM TOMACS 29, 2019.
    #[inline]
    pub const fn below(&mut self, n: u64) -> u64 {
        let mut product = self.next_u64() as u128 * n as u128;
        if (product as u64) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u64) < threshold {
                product = self.next_u64() as u128 * n as u128;
            }
        }
        (product >> 64) as u64
    }

    /// A uniform number in [0, 1), a multiple of 2^-53.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * 2f64.powi(-53)
    }

    /// A uniform number in (0, 1): the midpoint of one of 2^52 cells, never 0 or 1.
    #[inline]
    pub fn open_uniform(&mut self) -> f64 {
        ((self.next_u64() >> 12) as f64 + 0.5) * 2f64.powi(-52)
    }

    /// A standard exponential number.
    ///
    /// Ziggurat of 256 layers (Marsaglia and Tsang, J. Statistical Software 5(8), 2000), with layer and
    /// position from separate bits.
    #[inline]
    pub fn exponential(&mut self) -> f64 {
        let table = &*EXPONENTIAL;
        loop {
            let bits = self.next_u64();
            let layer = (bits & 0xff) as usize;
            let x = (bits >> 11) as f64 * 2f64.powi(-53) * table.x[layer];
            if x < table.x[layer + 1] {
                return x;
            }
            if layer == 0 {
                return EXPONENTIAL_R - libm::log(self.open_uniform());
            }
            let y = table.f[layer] + (table.f[layer + 1] - table.f[layer]) * self.uniform();
            if y < libm::exp(-x) {
                return x;
            }
        }
    }

    /// A standard normal number, by the same ziggurat.
    #[inline]
    pub fn normal(&mut self) -> f64 {
        let table = &*NORMAL;
        loop {
            let bits = self.next_u64();
            let layer = (bits & 0xff) as usize;
            // the top 53 bits as a signed fraction in [-1, 1)
            let x = ((bits as i64) >> 11) as f64 * 2f64.powi(-52) * table.x[layer];
            if x.abs() < table.x[layer + 1] {
                return x;
            }
            if layer == 0 {
                return self.normal_tail().copysign(x);
            }
            let y = table.f[layer] + (table.f[layer + 1] - table.f[layer]) * self.uniform();
            if y < libm::exp(-0.5 * x * x) {
                return x;
            }
        }
    }

    /// A normal number beyond the ziggurat's base (Marsaglia 1964).
    fn normal_tail(&mut self) -> f64 {
        loop {
            let x = -libm::log(self.open_uniform()) / NORMAL_R;
            let y = -libm::log(self.open_uniform());
            if 2.0 * y >= x * x {
                return NORMAL_R + x;
            }
        }
    }

    /// A gamma number of this shape and scale 1; 0 for a shape that is not positive.
    ///
    /// Marsaglia and Tsang, A simple method for generating gamma variables, ACM TOMS 26, 2000; shapes
    /// below 1 by their boost `G(a + 1) U^(1/a)`, which may underflow to 0 for shapes below about 0.01.
    #[inline]
    pub fn gamma(&mut self, shape: f64) -> f64 {
        if shape == 1.0 {
            self.exponential()
        } else if shape > 1.0 {
            self.gamma_from_one(shape)
        } else if shape > 0.0 {
            let boost = libm::exp(libm::log(self.open_uniform()) / shape);
            self.gamma_from_one(shape + 1.0) * boost
        } else {
            0.0
        }
    }

    fn gamma_from_one(&mut self, shape: f64) -> f64 {
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = self.normal();
            let t = 1.0 + c * x;
            if t <= 0.0 {
                continue;
            }
            let v = t * t * t;
            let u = self.open_uniform();
            let x2 = x * x;
            if u < 1.0 - 0.0331 * x2 * x2 || libm::log(u) < 0.5 * x2 + d * (1.0 - v + libm::log(v)) {
                return d * v;
            }
        }
    }

    /// A beta number; both parameters must be positive. Two gamma draws that underflow together give
    /// the limit, a Bernoulli number with mean `a / (a + b)`.
    pub fn beta(&mut self, a: f64, b: f64) -> f64 {
        let (x, y) = (self.gamma(a), self.gamma(b));
        if x + y > 0.0 { x / (x + y) } else { f64::from(u8::from(self.uniform() < a / (a + b))) }
    }

    /// A Student t number; `df` must be positive.
    pub fn student_t(&mut self, df: f64) -> f64 {
        let z = self.normal();
        let chi2 = 2.0 * self.gamma(0.5 * df);
        z / (chi2.max(f64::MIN_POSITIVE) / df).sqrt()
    }

    /// A Dirichlet vector with these parameters, written to `weights` (as many as there are
    /// parameters, else the shorter of the two counts). Parameters of 0 give weight 0. When all draws
    /// underflow, one category takes all the weight, chosen in proportion to the parameters: the limit.
    pub fn dirichlet(&mut self, parameters: &[f64], weights: &mut [f64]) {
        let mut total = 0.0;
        for (weight, &shape) in weights.iter_mut().zip(parameters) {
            *weight = self.gamma(shape);
            total += *weight;
        }
        if total > 0.0 {
            weights.iter_mut().for_each(|w| *w /= total);
            return;
        }
        let mut left = self.uniform() * parameters.iter().sum::<f64>();
        for (weight, &shape) in weights.iter_mut().zip(parameters) {
            *weight = f64::from(u8::from(left >= 0.0 && left < shape));
            left -= shape;
        }
    }
}

/// How many draws or simulations to take, and from which seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct MonteCarlo {
    /// How many, from 100 to 10^9.
    pub samples: usize,
    /// The seed; the same seed gives the same answer for any number of threads.
    pub seed: u64,
}

impl Default for MonteCarlo {
    /// 50,000 draws, seed 1.
    fn default() -> Self {
        Self { samples: 50_000, seed: 1 }
    }
}

impl MonteCarlo {
    pub(crate) fn check(&self) -> Result<(), StatsError> {
        if (100..=1_000_000_000).contains(&self.samples) {
            return Ok(());
        }
        Err(StatsError::OutOfRange {
            what: "the number of draws",
            range: "from 100 to 10^9",
            found: self.samples as f64,
        })
    }
}

/// Draws many numbers below one bound, several from each word.
///
/// Brackett-Rozinsky and Lemire, Batched ranged random integer generation, Software: Practice and
/// Experience 55, 2025: a word is used as long as the product of the bounds stays far below 2^64, and
/// rejected as a whole where that product would not divide evenly.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dice {
    bound: u64,
    per_word: usize,
    product: u64,
    threshold: u64,
}

impl Dice {
    /// Dice of `bound` sides (at least 1).
    pub(crate) fn new(bound: usize) -> Self {
        let bound = (bound as u64).max(1);
        // A product below 2^44 is rejected less than once in a million words.
        let (mut per_word, mut product) = (1, bound);
        while per_word < 16 && product.checked_mul(bound).is_some_and(|p| p < 1 << 44) {
            product *= bound;
            per_word += 1;
        }
        Self { bound, per_word, product, threshold: product.wrapping_neg() % product }
    }

    /// How many numbers a word gives.
    pub(super) const fn per_word(&self) -> usize {
        self.per_word
    }

    /// A word that no number is favoured by: all but those few that the product doesn't divide evenly.
    #[inline]
    pub(super) fn word(&self, rng: &mut Rng) -> u64 {
        loop {
            let word = rng.next_u64();
            // what is left of the word when all its numbers are taken
            if word.wrapping_mul(self.product) >= self.threshold {
                return word;
            }
        }
    }

    /// Calls `take` with `times` numbers below the bound.
    #[inline]
    pub(crate) fn roll(&self, rng: &mut Rng, times: usize, mut take: impl FnMut(usize)) {
        let mut left = times;
        while left > 0 {
            let mut rest = self.word(rng);
            let used = self.per_word.min(left);
            for _ in 0..used {
                let wide = u128::from(rest) * u128::from(self.bound);
                take((wide >> 64) as usize);
                rest = wide as u64;
            }
            left -= used;
        }
    }
}

/// Where the exponential ziggurat's tail begins, and the area of each of its 256 layers.
const EXPONENTIAL_R: f64 = 7.697_117_470_131_05;
const EXPONENTIAL_V: f64 = 0.003_949_659_822_581_557;
/// The same for the normal density (without its constant), one side.
const NORMAL_R: f64 = 3.654_152_885_361_009;
const NORMAL_V: f64 = 0.004_928_673_233_997_087;

/// Layer edges and the density at them, from the base (0) to the top (256).
struct Ziggurat {
    x: [f64; 257],
    f: [f64; 257],
}

static EXPONENTIAL: LazyLock<Ziggurat> =
    LazyLock::new(|| ziggurat(EXPONENTIAL_R, EXPONENTIAL_V, |x| libm::exp(-x), |y| -libm::log(y)));
static NORMAL: LazyLock<Ziggurat> = LazyLock::new(|| {
    ziggurat(NORMAL_R, NORMAL_V, |x| libm::exp(-0.5 * x * x), |y| (-2.0 * libm::log(y)).sqrt())
});

fn ziggurat(r: f64, v: f64, density: impl Fn(f64) -> f64, inverse: impl Fn(f64) -> f64) -> Ziggurat {
    let (mut x, mut f) = ([0.0; 257], [0.0; 257]);
    // The base layer holds the tail too: as a rectangle of the same area it would end here.
    x[0] = v / density(r);
    x[1] = r;
    for i in 2..256 {
        x[i] = inverse((v / x[i - 1] + density(x[i - 1])).min(1.0));
    }
    for i in 0..257 {
        f[i] = density(x[i]);
    }
    Ziggurat { x, f }
}

#[cfg(test)]
mod tests;
