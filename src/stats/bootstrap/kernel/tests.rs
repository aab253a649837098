use super::{Kernel, Scratch, Statistic, Strata};
use crate::stats::rng::Rng;
use crate::stats::{Best, mean, median};

const ALL: [Statistic; 6] = [
    Statistic::Mean,
    Statistic::Median,
    Statistic::InterquartileMean,
    Statistic::MeanOfMeans,
    Statistic::MedianOfMeans,
    Statistic::OptimalityGap { target: 0.7, best: Best::Largest },
];

/// Each statistic from its definition, by sorting.
fn plain(statistic: Statistic, sample: &Strata) -> f64 {
    let means = || sample.iter().map(mean).collect::<Vec<_>>();
    match statistic {
        Statistic::Mean => mean(sample.values()),
        Statistic::Median => median(sample.values()),
        Statistic::InterquartileMean => {
            let mut sorted = sample.values().to_vec();
            sorted.sort_by(f64::total_cmp);
            let cut = sorted.len() / 4;
            mean(&sorted[cut..sorted.len() - cut])
        }
        Statistic::MeanOfMeans => mean(&means()),
        Statistic::MedianOfMeans => median(&means()),
        Statistic::OptimalityGap { target, .. } => {
            let short = |s: &[f64]| mean(&s.iter().map(|v| (target - v).max(0.0)).collect::<Vec<_>>());
            mean(&sample.iter().map(short).collect::<Vec<_>>())
        }
    }
}

fn ragged() -> Strata {
    let mut rng = Rng::new(11);
    let mut draw = |n: usize| (0..n).map(|_| (rng.uniform() * 100.0).round() / 100.0).collect::<Vec<_>>();
    Strata::new(&[draw(7), draw(1), draw(4), draw(9)]).unwrap()
}

#[test]
fn kernels_agree_with_definitions_on_resamples_and_jackknives() {
    let sample = ragged();
    for statistic in ALL {
        let kernel = Kernel::new(&sample, statistic);
        assert!((kernel.estimate() - plain(statistic, &sample)).abs() < 1e-14, "{statistic:?}");
        let mut scratch = Scratch::default();
        for index in 0..200 {
            // the same stream, drawn by the kernel and by hand
            let got = kernel.resample(&mut Rng::stream(4, index), &mut scratch);
            let mut rng = Rng::stream(4, index);
            let mut drawn = Vec::new();
            let mut counts = vec![0u32; sample.values().len()];
            for (stratum, (dice, (start, _))) in sample.iter().zip(kernel.dice.iter().zip(sample.bounds())) {
                let mut values = Vec::new();
                dice.roll(&mut rng, stratum.len(), |i| {
                    values.push(stratum[i]);
                    counts[start + i] += 1;
                });
                drawn.push(values);
            }
            let want = plain(statistic, &Strata::new(&drawn).unwrap());
            assert!((got - want).abs() < 1e-14, "{statistic:?}: {got} {want}");
            assert!((kernel.of_counts(&counts, &mut scratch) - want).abs() < 1e-14);
        }
        for (at, left_out) in kernel.jackknife().into_iter().enumerate() {
            match left_out {
                None => assert_eq!(at, 7, "only the second stratum has one value"),
                // a pooled mean keeps the strata's weights when strata differ
                Some(_) if statistic == Statistic::Mean => {}
                Some(got) => {
                    let want = plain(statistic, &sample.without(at));
                    assert!((got - want).abs() < 1e-14, "{statistic:?} without {at}: {got} {want}");
                }
            }
        }
    }
}

#[test]
fn errors_are_the_classical_ones() {
    // mean: sd / sqrt(n); 2 4 4 4 5 5 7 9 has variance 32/7
    let sample = Strata::one(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
    let error = |s| Kernel::new(&sample, s).of_counts_with_error(&[1; 8], &mut Scratch::default()).1;
    assert!((error(Statistic::Mean) - (32.0f64 / 7.0 / 8.0).sqrt()).abs() < 1e-14);
    // trimmed: winsorised 4 4 4 4 5 5 5 5 has variance 2/7; sqrt(8 * 2/7) / 4
    assert!((error(Statistic::InterquartileMean) - (16.0f64 / 7.0).sqrt() / 4.0).abs() < 1e-14);
}
