//! Statistics that are fast to compute again for each resample.
//!
//! A resample of presorted values is a count for each of them, so that medians and trimmed means need
//! no sort: one walk over the counts finds them.

use super::Strata;
use crate::stats::rng::{Dice, Rng};
use crate::stats::tally::Tally;
use crate::stats::{Best, StatsError};

/// A statistic of a stratified sample, with a fast kernel for resampling.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub enum Statistic {
    /// The mean of all values, strata pooled.
    Mean,
    /// The median of all values, strata pooled; the mean of the middle two for an even count.
    Median,
    /// The interquartile mean of all values, strata pooled: of `n` sorted values, `floor(n / 4)` are
    /// dropped at each end and the rest averaged, without fractional weights. This is the definition of
    /// rliable (Agarwal et al. 2021) and of `scipy.stats.trim_mean(x, 0.25)`.
    InterquartileMean,
    /// The mean over strata of each stratum's mean: each task counts the same, however many runs it has.
    MeanOfMeans,
    /// The median over strata of each stratum's mean.
    MedianOfMeans,
    /// How far values fall short of a target on average, values beyond it counting 0, each stratum
    /// counting the same (Agarwal et al. 2021).
    OptimalityGap {
        /// The score to reach, on the scale of the data.
        target: f64,
        /// Which end of the scale is better.
        #[serde(serialize_with = "serialize_best")]
        best: Best,
    },
}

pub(crate) fn serialize_best<S: serde::Serializer>(best: &Best, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match best {
        Best::Largest => "Largest",
        Best::Smallest => "Smallest",
    })
}

impl Statistic {
    /// The statistic's value on a sample.
    ///
    /// ```
    /// use likewise::stats::bootstrap::{Statistic, Strata};
    /// let sample = Strata::one(&[0.0, 1.0, 4.0, 9.0, 16.0])?;
    /// // one value dropped at each end, (1 + 4 + 9) / 3
    /// assert_eq!(Statistic::InterquartileMean.of(&sample)?, 14.0 / 3.0);
    /// assert_eq!(Statistic::Median.of(&sample)?, 4.0);
    /// # Ok::<(), likewise::stats::StatsError>(())
    /// ```
    ///
    /// # Errors
    /// [`StatsError::NotFinite`] for a target that is not finite, [`StatsError::Undefined`] for values so
    /// large that sums overflow.
    pub fn of(self, sample: &Strata) -> Result<f64, StatsError> {
        self.check()?;
        let value = Kernel::new(sample, self).estimate();
        if value.is_finite() {
            return Ok(value);
        }
        Err(StatsError::Undefined { procedure: "an aggregate", why: "the values are too large to be summed" })
    }

    /// Checks the target.
    pub(super) fn check(self) -> Result<(), StatsError> {
        match self {
            Self::OptimalityGap { target, .. } if !target.is_finite() => {
                Err(StatsError::NotFinite { what: "the target", index: 0 })
            }
            _ => Ok(()),
        }
    }
}

/// A statistic prepared for resampling one sample.
pub(super) struct Kernel<'a> {
    sample: &'a Strata,
    dice: Vec<Dice>,
    kind: Kind,
}

enum Kind {
    /// The sum of a term for each value drawn, over a divisor.
    Linear {
        terms: Vec<f64>,
        divisor: f64,
    },
    /// The mean of the sorted values but the share `1 / 4` at each end.
    Trimmed(Sorted),
    Median(Sorted),
    MedianOfMeans,
}

/// All values in ascending order, and each one's place among them.
struct Sorted {
    values: Vec<f64>,
    place: Vec<u32>,
    stratum: Vec<u32>,
    /// For each stratum its place in `tallies`, if it is small enough for one.
    tally: Vec<Option<usize>>,
    tallies: Vec<Tally>,
}

/// What a thread needs while resampling.
#[derive(Default)]
pub(super) struct Scratch {
    counts: Vec<u32>,
    sums: Vec<[f64; 2]>,
    means: Vec<f64>,
}

impl<'a> Kernel<'a> {
    pub(super) fn new(sample: &'a Strata, statistic: Statistic) -> Self {
        let kind = match statistic {
            Statistic::Mean => linear_pooled(sample),
            Statistic::MeanOfMeans => linear(sample, |v| v),
            Statistic::OptimalityGap { target, best: Best::Largest } => {
                linear(sample, |v| (target - v).max(0.0))
            }
            Statistic::OptimalityGap { target, best: Best::Smallest } => {
                linear(sample, |v| (v - target).max(0.0))
            }
            Statistic::InterquartileMean => Kind::Trimmed(Sorted::new(sample)),
            Statistic::Median => Kind::Median(Sorted::new(sample)),
            Statistic::MedianOfMeans => Kind::MedianOfMeans,
        };
        Self { sample, dice: sample.iter().map(|s| Dice::new(s.len())).collect(), kind }
    }

    /// Whether the kernel knows a standard error.
    pub(super) const fn has_error(&self) -> bool {
        matches!(self.kind, Kind::Linear { .. } | Kind::Trimmed(_))
    }

    /// The statistic of the sample itself.
    pub(super) fn estimate(&self) -> f64 {
        self.of_counts(&vec![1; self.sample.values.len()], &mut Scratch::default())
    }

    /// The statistic of one random resample.
    pub(super) fn resample(&self, rng: &mut Rng, scratch: &mut Scratch) -> f64 {
        match &self.kind {
            Kind::Linear { terms, divisor } => {
                let mut sum = 0.0;
                for (dice, (start, end)) in self.dice.iter().zip(self.sample.bounds()) {
                    let stratum = &terms[start..end];
                    dice.roll(rng, stratum.len(), |i| sum += stratum[i]);
                }
                sum / divisor
            }
            Kind::MedianOfMeans => {
                scratch.means.clear();
                for (dice, stratum) in self.dice.iter().zip(self.sample.iter()) {
                    let mut sum = 0.0;
                    dice.roll(rng, stratum.len(), |i| sum += stratum[i]);
                    scratch.means.push(sum / stratum.len() as f64);
                }
                median_in_place(&mut scratch.means)
            }
            Kind::Trimmed(sorted) => {
                self.roll_places(sorted, rng, &mut scratch.counts);
                trimmed(&sorted.values, &scratch.counts, sorted.values.len())
            }
            Kind::Median(sorted) => {
                self.roll_places(sorted, rng, &mut scratch.counts);
                middle(&sorted.values, &scratch.counts, sorted.values.len())
            }
        }
    }

    /// One random resample as counts by place in ascending order.
    fn roll_places(&self, sorted: &Sorted, rng: &mut Rng, counts: &mut Vec<u32>) {
        // every place is written below, whatever stood there
        counts.resize(sorted.values.len(), 0);
        let strata = self.dice.iter().zip(&sorted.tally);
        for ((dice, tally), (start, end)) in strata.zip(self.sample.bounds()) {
            let places = &sorted.place[start..end];
            if let Some(tally) = tally {
                let mut packed = sorted.tallies[*tally].roll(rng);
                for &place in places {
                    counts[place as usize] = (packed & 15) as u32;
                    packed >>= 4;
                }
            } else {
                places.iter().for_each(|&place| counts[place as usize] = 0);
                dice.roll(rng, places.len(), |i| counts[places[i] as usize] += 1);
            }
        }
    }

    /// The statistic of a resample given as a count for each value, in the order of the sample.
    pub(super) fn of_counts(&self, counts: &[u32], scratch: &mut Scratch) -> f64 {
        match &self.kind {
            Kind::Linear { terms, divisor } => {
                terms.iter().zip(counts).map(|(t, &c)| t * f64::from(c)).sum::<f64>() / divisor
            }
            Kind::MedianOfMeans => {
                scratch.means.clear();
                for (start, end) in self.sample.bounds() {
                    let values = self.sample.values[start..end].iter().zip(&counts[start..end]);
                    let sum: f64 = values.map(|(v, &c)| v * f64::from(c)).sum();
                    scratch.means.push(sum / (end - start) as f64);
                }
                median_in_place(&mut scratch.means)
            }
            Kind::Trimmed(sorted) => {
                sorted.by_place(counts, &mut scratch.counts);
                trimmed(&sorted.values, &scratch.counts, sorted.values.len())
            }
            Kind::Median(sorted) => {
                sorted.by_place(counts, &mut scratch.counts);
                middle(&sorted.values, &scratch.counts, sorted.values.len())
            }
        }
    }

    /// The statistic and its standard error for one random resample; [`Kernel::has_error`] must hold,
    /// else the error is 0.
    pub(super) fn resample_with_error(&self, rng: &mut Rng, scratch: &mut Scratch) -> (f64, f64) {
        let mut counts = std::mem::take(&mut scratch.means);
        // counts of each value, kept as numbers: this path is bound by the error, not by the drawing
        counts.clear();
        counts.resize(self.sample.values.len(), 0.0);
        for (dice, (start, end)) in self.dice.iter().zip(self.sample.bounds()) {
            let stratum = &mut counts[start..end];
            dice.roll(rng, end - start, |i| stratum[i] += 1.0);
        }
        let whole: Vec<u32> = counts.iter().map(|&c| c as u32).collect();
        scratch.means = counts;
        self.of_counts_with_error(&whole, scratch)
    }

    /// The statistic and its standard error for a resample given as counts.
    ///
    /// With influence values `u` of each draw and strata of sizes `n_s`, the squared error is the sum
    /// over strata of `n_s` times the variance (with `n_s - 1`) of `u` in the stratum. For a trimmed
    /// mean `u` is the winsorised value over the number of values kept (Tukey and McLaughlin 1963).
    /// Strata of one value add nothing.
    pub(super) fn of_counts_with_error(&self, counts: &[u32], scratch: &mut Scratch) -> (f64, f64) {
        let estimate = self.of_counts(counts, scratch);
        scratch.sums.clear();
        scratch.sums.resize(self.sample.count(), [0.0; 2]);
        let mut add = |stratum: usize, count: u32, term: f64| {
            let sums = &mut scratch.sums[stratum];
            sums[0] += f64::from(count) * term;
            sums[1] += f64::from(count) * term * term;
        };
        let divisor = match &self.kind {
            Kind::Linear { terms, divisor } => {
                for (s, (start, end)) in self.sample.bounds().enumerate() {
                    // any centre is right; one of the data's size avoids cancellation
                    let centre = terms[start..end].iter().sum::<f64>() / (end - start) as f64;
                    for (term, &count) in terms[start..end].iter().zip(&counts[start..end]) {
                        add(s, count, term - centre);
                    }
                }
                *divisor
            }
            Kind::Trimmed(sorted) => {
                let n = sorted.values.len();
                let cut = n / 4;
                let low = nth(&sorted.values, &scratch.counts, cut);
                let high = nth(&sorted.values, &scratch.counts, n - 1 - cut);
                for (place, (&value, &count)) in sorted.values.iter().zip(&scratch.counts).enumerate() {
                    add(sorted.stratum[place] as usize, count, value.clamp(low, high) - estimate);
                }
                (n - 2 * cut) as f64
            }
            Kind::Median(_) | Kind::MedianOfMeans => return (estimate, 0.0),
        };
        let mut square = 0.0;
        for (sums, stratum) in scratch.sums.iter().zip(self.sample.iter()) {
            let n = stratum.len() as f64;
            if n > 1.0 {
                square += (n / (n - 1.0)) * (sums[1] - sums[0] * sums[0] / n).max(0.0);
            }
        }
        (estimate, square.sqrt() / divisor)
    }

    /// The statistic without each value in turn, in the order of the sample; `None` for a value that
    /// is alone in its stratum.
    pub(super) fn jackknife(&self) -> Vec<Option<f64>> {
        let sample = self.sample;
        let n = sample.values.len();
        let mut answer = vec![None; n];
        let mut scratch = Scratch::default();
        let mut counts = vec![1u32; n];
        let sums: Vec<f64> = match &self.kind {
            Kind::Linear { terms, .. } => sample.bounds().map(|(a, b)| terms[a..b].iter().sum()).collect(),
            _ => sample.iter().map(|s| s.iter().sum()).collect(),
        };
        let total: f64 = sums.iter().sum();
        for (s, (start, end)) in sample.bounds().enumerate() {
            let size = (end - start) as f64;
            if end - start < 2 {
                continue;
            }
            for at in start..end {
                answer[at] = Some(match &self.kind {
                    Kind::Linear { terms, divisor } => {
                        // the stratum keeps its weight, its mean changes
                        let less = (sums[s] - terms[at]) * size / (size - 1.0);
                        (total - sums[s] + less) / divisor
                    }
                    Kind::MedianOfMeans => {
                        scratch.means.clear();
                        scratch
                            .means
                            .extend(sums.iter().zip(sample.iter()).map(|(sum, s)| sum / s.len() as f64));
                        scratch.means[s] = (sums[s] - sample.values[at]) / (size - 1.0);
                        median_in_place(&mut scratch.means)
                    }
                    Kind::Trimmed(sorted) => {
                        let place = sorted.place[at] as usize;
                        counts[place] = 0;
                        let value = trimmed(&sorted.values, &counts, n - 1);
                        counts[place] = 1;
                        value
                    }
                    Kind::Median(sorted) => {
                        let place = sorted.place[at] as usize;
                        counts[place] = 0;
                        let value = middle(&sorted.values, &counts, n - 1);
                        counts[place] = 1;
                        value
                    }
                });
            }
        }
        answer
    }
}

/// All values in one mean.
fn linear_pooled(sample: &Strata) -> Kind {
    Kind::Linear { terms: sample.values.clone(), divisor: sample.values.len() as f64 }
}

/// A mean of strata means of transformed values.
fn linear(sample: &Strata, transform: impl Fn(f64) -> f64) -> Kind {
    let mut terms: Vec<f64> = sample.values.iter().map(|&v| transform(v)).collect();
    if sample.is_even() {
        return Kind::Linear { divisor: terms.len() as f64, terms };
    }
    for (start, end) in sample.bounds() {
        terms[start..end].iter_mut().for_each(|t| *t /= (end - start) as f64);
    }
    Kind::Linear { terms, divisor: sample.count() as f64 }
}

impl Sorted {
    fn new(sample: &Strata) -> Self {
        let mut order: Vec<u32> = (0..sample.values.len() as u32).collect();
        order.sort_by(|&a, &b| sample.values[a as usize].total_cmp(&sample.values[b as usize]));
        let mut place = vec![0; order.len()];
        for (at, &from) in order.iter().enumerate() {
            place[from as usize] = at as u32;
        }
        let mut stratum = vec![0; order.len()];
        for (s, (start, end)) in sample.bounds().enumerate() {
            for &at in &place[start..end] {
                stratum[at as usize] = s as u32;
            }
        }
        // strata of one size share a table
        let (mut sizes, mut tallies) = (Vec::new(), Vec::new());
        let tally = sample
            .iter()
            .map(|s| {
                let known = sizes.iter().position(|&size| size == s.len());
                known.or_else(|| {
                    tallies.push(Tally::new(s.len())?);
                    sizes.push(s.len());
                    Some(tallies.len() - 1)
                })
            })
            .collect();
        let values = order.iter().map(|&i| sample.values[i as usize]).collect();
        Self { values, place, stratum, tally, tallies }
    }

    fn by_place(&self, counts: &[u32], to: &mut Vec<u32>) {
        to.clear();
        to.resize(counts.len(), 0);
        for (&place, &count) in self.place.iter().zip(counts) {
            to[place as usize] = count;
        }
    }
}

/// The mean of `n` counted values in ascending order without the `n / 4` smallest and largest.
fn trimmed(values: &[f64], counts: &[u32], n: usize) -> f64 {
    let cut = n / 4;
    let kept = (n - 2 * cut) as f64;
    // find where each cut falls, then sum what lies between
    let (first, below) = reach(counts.chunks(STRIDE), |c| c.iter(), cut);
    let (behind, above) = reach(counts.rchunks(STRIDE), |c| c.iter().rev(), cut);
    let last = counts.len() - 1 - behind;
    if first == last {
        return values[first];
    }
    let at_first = (below + counts[first] as usize - cut) as f64 * values[first];
    let at_last = (above + counts[last] as usize - cut) as f64 * values[last];
    (at_first + dot(&values[first + 1..last], &counts[first + 1..last]) + at_last) / kept
}

/// So many counts are added at once.
const STRIDE: usize = 16;

/// How many counts in a row add up to no more than `cut` with the one behind them left out, and to what.
fn reach<'a, I: Iterator<Item = &'a u32>>(
    strides: impl Iterator<Item = &'a [u32]>,
    inside: impl Fn(&'a [u32]) -> I,
    cut: usize,
) -> (usize, usize) {
    let (mut at, mut sum) = (0, 0);
    for stride in strides {
        let all = stride.iter().sum::<u32>() as usize;
        if sum + all <= cut {
            sum += all;
            at += stride.len();
            continue;
        }
        for &count in inside(stride) {
            if sum + count as usize > cut {
                break;
            }
            sum += count as usize;
            at += 1;
        }
        break;
    }
    (at, sum)
}

/// The sum of counted values, in four parts so that they are added side by side.
fn dot(values: &[f64], counts: &[u32]) -> f64 {
    let mut parts = [0.0; 4];
    let (fours, rest) = values.as_chunks::<4>();
    let (count_fours, count_rest) = counts.as_chunks::<4>();
    for (v, c) in fours.iter().zip(count_fours) {
        for i in 0..4 {
            // a signed count is turned into a number by one instruction
            parts[i] += v[i] * f64::from(c[i].cast_signed());
        }
    }
    let rest: f64 = rest.iter().zip(count_rest).map(|(v, &c)| v * f64::from(c)).sum();
    (parts[0] + parts[1]) + (parts[2] + parts[3]) + rest
}

/// The value at a position of the counted values in ascending order.
fn nth(values: &[f64], counts: &[u32], position: usize) -> f64 {
    let mut seen = 0;
    for (&value, &count) in values.iter().zip(counts) {
        seen += count as usize;
        if seen > position {
            return value;
        }
    }
    values.last().copied().unwrap_or(0.0)
}

/// The median of `n` counted values in ascending order.
fn middle(values: &[f64], counts: &[u32], n: usize) -> f64 {
    let high = nth(values, counts, n / 2);
    if n % 2 == 1 { high } else { f64::midpoint(nth(values, counts, n / 2 - 1), high) }
}

fn median_in_place(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let n = values.len();
    if n % 2 == 1 { values[n / 2] } else { f64::midpoint(values[n / 2 - 1], values[n / 2]) }
}

#[cfg(test)]
mod tests;
