use super::{Dice, EXPONENTIAL, NORMAL, Rng, split_mix64};
use statrs::distribution::{Beta, ContinuousCDF, Exp, Gamma, Normal, StudentsT};

#[test]
fn split_mix_gives_the_reference_sequence() {
    let mut state = 1_234_567;
    for want in [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ] {
        assert_eq!(split_mix64(&mut state), want);
    }
}

#[test]
fn xoshiro_gives_the_reference_sequence() {
    // the authors' C program with state 1 2 3 4
    let mut rng = Rng { state: [1, 2, 3, 4] };
    for want in [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ] {
        assert_eq!(rng.next_u64(), want);
    }
}

#[test]
fn streams_take_four_words_each() {
    let mut state = 99;
    for index in 0..5 {
        let words = [(); 4].map(|()| split_mix64(&mut state));
        assert_eq!(Rng::stream(99, index).state, words);
    }
}

/// The largest distance between the sample's and the distribution's cumulative functions times
/// the root of the count: beyond 1.95 once in a thousand samples (Kolmogorov).
fn kolmogorov(draw: impl FnMut() -> f64, cdf: impl Fn(f64) -> f64) -> f64 {
    const COUNT: usize = 200_000;
    let mut values: Vec<f64> = std::iter::repeat_with(draw).take(COUNT).collect();
    values.sort_by(f64::total_cmp);
    let count = COUNT as f64;
    let distance = |(i, &v): (usize, &f64)| {
        let p = cdf(v);
        ((i + 1) as f64 / count - p).max(p - i as f64 / count)
    };
    values.iter().enumerate().map(distance).fold(0.0, f64::max) * count.sqrt()
}

#[test]
fn draws_follow_their_distributions() {
    let mut rng = Rng::new(20261202);
    assert!(kolmogorov(|| rng.uniform(), |x| x) < 1.95);
    let normal = Normal::standard();
    assert!(kolmogorov(|| rng.normal(), |x| normal.cdf(x)) < 1.95);
    let exponential = Exp::new(1.0).unwrap();
    assert!(kolmogorov(|| rng.exponential(), |x| exponential.cdf(x)) < 1.95);
    for shape in [0.05, 0.5, 1.0, 1.5, 20.0] {
        let gamma = Gamma::new(shape, 1.0).unwrap();
        assert!(kolmogorov(|| rng.gamma(shape), |x| gamma.cdf(x)) < 1.95, "gamma {shape}");
    }
    for (a, b) in [(0.5, 1.0), (2.0, 3.5)] {
        let beta = Beta::new(a, b).unwrap();
        assert!(kolmogorov(|| rng.beta(a, b), |x| beta.cdf(x)) < 1.95, "beta {a} {b}");
    }
    let student = StudentsT::new(0.0, 1.0, 5.0).unwrap();
    assert!(kolmogorov(|| rng.student_t(5.0), |x| student.cdf(x)) < 1.95);
    // the first weight of Dirichlet(1, 2, 0.5) is Beta(1, 2.5)
    let beta = Beta::new(1.0, 2.5).unwrap();
    let mut weights = [0.0; 3];
    let first = || {
        rng.dirichlet(&[1.0, 2.0, 0.5], &mut weights);
        weights[0]
    };
    assert!(kolmogorov(first, |x| beta.cdf(x)) < 1.95);
}

#[test]
fn ziggurat_tails_have_their_mass() {
    // P(|Z| > 3.6541528853610088) = 2.5803e-4, P(E > 7.69711747) = 4.5413e-4 by erfc and exp
    let mut rng = Rng::new(5);
    let count = 4_000_000;
    let normal = (0..count).filter(|_| rng.normal().abs() > super::NORMAL_R).count() as f64;
    let exponential = (0..count).filter(|_| rng.exponential() > super::EXPONENTIAL_R).count() as f64;
    let want = f64::from(count) * libm::erfc(super::NORMAL_R / std::f64::consts::SQRT_2);
    assert!((normal - want).abs() < 4.0 * want.sqrt(), "{normal} {want}");
    let want = f64::from(count) * (-super::EXPONENTIAL_R).exp();
    assert!((exponential - want).abs() < 4.0 * want.sqrt(), "{exponential} {want}");
}

#[test]
fn ziggurat_layers_close_at_the_top() {
    // every layer has the same area, so the last one must end at x = 0
    for (table, v) in [(&*NORMAL, super::NORMAL_V), (&*EXPONENTIAL, super::EXPONENTIAL_V)] {
        for i in 1..256 {
            let area = table.x[i] * (table.f[i + 1] - table.f[i]);
            assert!((area - v).abs() < 1e-9, "layer {i}: {area} for {v}");
        }
    }
}

#[test]
fn bounded_draws_are_even() {
    let mut rng = Rng::new(3);
    for bound in [1usize, 2, 3, 10, 26, 1000] {
        let draws = 200_000;
        let (mut one, mut many) = (vec![0u32; bound], vec![0u32; bound]);
        for _ in 0..draws {
            one[rng.below(bound as u64) as usize] += 1;
        }
        // in lots of 7, so that a word is seldom used up
        for _ in 0..draws / 7 {
            Dice::new(bound).roll(&mut rng, 7, |i| many[i] += 1);
        }
        for counts in [one, many] {
            let want = f64::from(counts.iter().sum::<u32>()) / bound as f64;
            let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - want).powi(2) / want).sum();
            let df = bound as f64 - 1.0;
            assert!(chi2 < df + 4.0 * (2.0 * df).sqrt() + 4.0, "{bound}: {chi2}");
        }
    }
    assert_eq!(rng.below(0), 0);
}

#[test]
fn a_parameter_of_zero_has_no_weight() {
    let mut weights = [9.0; 3];
    Rng::new(1).dirichlet(&[0.0, 1.0, 1.0], &mut weights);
    assert_eq!(weights[0], 0.0);
    assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    Rng::new(1).dirichlet(&[1e-9, 1e-9, 0.0], &mut weights);
    assert_eq!(weights.iter().sum::<f64>(), 1.0);
}

/// All 24 arrangements of 4 are equally likely, and each item of 100 comes to each end as often.
#[test]
fn arrangements_are_uniform() {
    let mut rng = Rng::stream(7, 3);
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..48_000 {
        let mut items = [0, 1, 2, 3];
        rng.shuffle(&mut items);
        *counts.entry(items).or_insert(0i32) += 1;
    }
    assert_eq!(counts.len(), 24);
    // 2000 each with a standard deviation of 44
    assert!(counts.values().all(|c| (c - 2000).abs() < 220), "{counts:?}");
    let mut ends = [[0i32; 100]; 2];
    for _ in 0..100_000 {
        let mut items: Vec<usize> = (0..100).collect();
        rng.shuffle(&mut items);
        ends[0][items[0]] += 1;
        ends[1][items[99]] += 1;
    }
    assert!(ends.iter().flatten().all(|c| (c - 1000).abs() < 160), "{ends:?}");
}
