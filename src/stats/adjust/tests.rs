use super::shaffer_counts;
use super::{Adjustment, StatsError, adjust, adjust_pairs, adjust_rom, exhaustive_sets, rom_critical_values};

fn close(got: &[f64], want: &[f64], relative: f64, what: impl std::fmt::Debug) {
    assert_eq!(got.len(), want.len());
    for (g, w) in got.iter().zip(want) {
        assert!((g - w).abs() <= relative * w.abs(), "{what:?}: {g:e} is not {w:e}\n{got:?}\n{want:?}");
    }
}

/// The references for these three compute `1 - (1 - p)^m` or `1 - max p` as written, which costs them
/// digits of small p-values.
fn precision(method: Adjustment) -> f64 {
    match method {
        Adjustment::Finner | Adjustment::Holland => 1e-9,
        Adjustment::Li => 2e-12,
        _ => 4e-15,
    }
}

#[test]
fn families_match_references() {
    let (mut p, mut k, mut checked) = (vec![], None, 0);
    for line in include_str!("reference.txt").lines().filter(|line| !line.starts_with('#')) {
        let (name, values) = line.split_once(' ').unwrap();
        let values: Vec<f64> = values.split(' ').map(|v| v.parse().unwrap()).collect();
        match name.strip_prefix("pairs:") {
            Some(subjects) => (p, k) = (values, Some(subjects.parse().unwrap())),
            None if name == "flat" => (p, k) = (values, None),
            None => {
                let method = Adjustment::parse(name).unwrap();
                let got = k.map_or_else(|| adjust(&p, method), |k| adjust_pairs(&p, k, method)).unwrap();
                close(&got, &values, precision(method), (method, &p));
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 103);
}

#[test]
fn four_methods_have_six_pairs() {
    // aeon PR 481: k * k - 1 in place of k (k - 1) / 2; by hand
    let p = [0.012, 0.03, 0.001, 0.4, 0.009, 0.011];
    let holm = adjust_pairs(&p, 4, Adjustment::Holm).unwrap();
    close(&holm, &[0.045, 0.06, 0.006, 0.4, 0.045, 0.045], 1e-14, "Holm");
    let bonferroni = adjust_pairs(&p, 4, Adjustment::Bonferroni).unwrap();
    close(&bonferroni, &[0.072, 0.18, 0.006, 1.0, 0.054, 0.066], 1e-14, "Bonferroni");
    let bh = adjust_pairs(&p, 4, Adjustment::BenjaminiHochberg).unwrap();
    close(&bh, &[0.018, 0.036, 0.006, 0.4, 0.018, 0.018], 1e-14, "BH");
}

#[test]
fn numbers_of_hypotheses_that_can_be_true() {
    // Shaffer 1986: t for nine subjects as used by Derrac et al. 2011
    assert_eq!(shaffer_counts(9)[..14], [36, 28, 28, 28, 28, 28, 28, 28, 28, 22, 22, 22, 22, 22]);
    let bell: Vec<_> = (2..=9).map(|k| exhaustive_sets(k).unwrap()).collect();
    assert_eq!(bell, [1, 4, 14, 51, 202, 876, 4_139, 21_146]);
    assert_eq!((exhaustive_sets(0), exhaustive_sets(1), exhaustive_sets(1000)), (Some(0), Some(0), None));
    assert_eq!((shaffer_counts(0).len(), shaffer_counts(1).len()), (0, 0));
}

/// All partitions of `0..k` as the class of each subject.
fn partitions(k: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for _ in 0..k {
        all = all
            .into_iter()
            .flat_map(|p: Vec<usize>| {
                let classes = p.iter().max().map_or(0, |m| m + 1);
                (0..=classes).map(move |c| [p.clone(), vec![c]].concat())
            })
            .collect();
    }
    all
}

/// Numbers from 0 to 1 that look random, some of them equal.
fn mixed(count: usize, seed: u64) -> Vec<f64> {
    let mut random = super::super::random::stream(seed, 0);
    (0..count).map(|_| ((random.below(40) as f64) / 40.0).powi(3)).collect()
}

#[test]
fn bergmann_hommel_is_the_maximum_over_all_partitions() {
    for k in 2..=7 {
        let ends: Vec<(usize, usize)> = (0..k).flat_map(|a| (a + 1..k).map(move |b| (a, b))).collect();
        for seed in 0..12 {
            let p = mixed(ends.len(), seed);
            let mut raw = vec![0.0f64; p.len()];
            for classes in partitions(k) {
                let set: Vec<usize> =
                    (0..p.len()).filter(|&i| classes[ends[i].0] == classes[ends[i].1]).collect();
                let low = set.iter().map(|&i| p[i]).fold(1.0, f64::min);
                for &i in &set {
                    raw[i] = raw[i].max(low * set.len() as f64);
                }
            }
            let mut order: Vec<usize> = (0..p.len()).collect();
            order.sort_by(|&a, &b| p[a].total_cmp(&p[b]).then(raw[a].total_cmp(&raw[b])));
            let mut highest = 0.0f64;
            let mut want = vec![0.0; p.len()];
            for i in order {
                highest = highest.max(raw[i]).min(1.0);
                want[i] = highest;
            }
            assert_eq!(adjust_pairs(&p, k, Adjustment::BergmannHommel).unwrap(), want);
        }
    }
}

/// Closed testing with Simes tests of all subsets, which Hommel's procedure shortens.
#[test]
fn hommel_is_the_closure_of_simes_tests() {
    for seed in 0..40 {
        let p = mixed(1 + seed as usize % 8, seed);
        let want: Vec<f64> = (0..p.len())
            .map(|at| {
                (1usize..1 << p.len())
                    .filter(|set| set >> at & 1 == 1)
                    .map(|set| {
                        let mut chosen: Vec<f64> =
                            (0..p.len()).filter(|i| set >> i & 1 == 1).map(|i| p[i]).collect();
                        chosen.sort_by(f64::total_cmp);
                        let size = chosen.len() as f64;
                        chosen.iter().enumerate().map(|(i, v)| size * v / (i + 1) as f64).fold(1.0, f64::min)
                    })
                    .fold(0.0, f64::max)
            })
            .collect();
        close(&adjust(&p, Adjustment::Hommel).unwrap(), &want, 1e-15, p);
    }
}

#[test]
fn adjusted_values_are_monotone_capped_and_ordered_by_power() {
    for seed in 0..60 {
        let p = mixed(15, seed);
        let by = |method| adjust_pairs(&p, 6, method).unwrap();
        for method in Adjustment::ALL {
            let adjusted = by(method);
            for i in 0..15 {
                assert!((p[i] * (1.0 - 1e-15)..=1.0).contains(&adjusted[i]), "{method} {p:?} {adjusted:?}");
                for j in 0..15 {
                    assert!(p[i] >= p[j] || adjusted[i] <= adjusted[j], "{method} {p:?} {adjusted:?}");
                    let flat = method != Adjustment::BergmannHommel;
                    assert!(
                        !flat || p[i] != p[j] || adjusted[i] == adjusted[j],
                        "{method} {p:?} {adjusted:?}"
                    );
                }
            }
        }
        use Adjustment::*;
        let (bergmann, shaffer, holm) = (by(BergmannHommel), by(Shaffer), by(Holm));
        let (rom, hommel, hochberg, bonferroni) = (by(Rom), by(Hommel), by(Hochberg), by(Bonferroni));
        for i in 0..15 {
            let le = |a: f64, b: f64| a <= b * (1.0 + 1e-14);
            assert!(le(bergmann[i], shaffer[i]) && le(shaffer[i], holm[i]) && le(holm[i], bonferroni[i]));
            assert!(le(rom[i], hochberg[i]) && le(hommel[i], hochberg[i]) && le(hochberg[i], holm[i]));
        }
    }
}

#[test]
fn rom_of_two_and_of_large_families() {
    // scmamp gives -0.40 here
    close(&adjust(&[0.01, 0.04], Adjustment::Rom).unwrap(), &[0.02, 0.04], 1e-15, "Rom");
    // the values of his table for alpha = 0.05, m = 4..6
    let c = rom_critical_values(6, 0.05).unwrap();
    for (got, want) in c[3..].iter().zip([0.0127, 0.0102, 0.0085]) {
        assert!((got - want).abs() < 5e-5, "{c:?}");
    }
    // and the limit: alpha / i < c(i) < -ln(1 - alpha) / i as for independent p-values
    let c = rom_critical_values(3000, 0.05).unwrap();
    for (i, c) in c.iter().enumerate().skip(2) {
        let scaled = c * (i + 1) as f64;
        assert!(scaled > 0.05 && scaled < -(0.95f64).ln(), "{i} {scaled}");
    }
    assert!(adjust_rom(&[0.1], 0.0).is_err() && adjust_rom(&[0.1], f64::NAN).is_err());
}

#[test]
fn what_is_not_a_family_of_p_values_is_an_error() {
    for method in Adjustment::ALL {
        assert_eq!(
            adjust_pairs(&[0.1, f64::NAN, 0.2], 3, method),
            Err(StatsError::NotFinite { what: "the p-values", index: 1 })
        );
        for found in [-0.1, 1.5] {
            let error = StatsError::OutOfRange { what: "a p-value", range: "from 0 to 1", found };
            assert_eq!(adjust_pairs(&[0.1, 0.2, found], 3, method), Err(error));
        }
        let error =
            StatsError::Count { procedure: "adjusting all pairs", what: "p-values", expected: 6, found: 3 };
        assert_eq!(adjust_pairs(&[0.1; 3], 4, method), Err(error));
        assert!(matches!(adjust_pairs(&[], 1, method), Err(StatsError::TooFew { .. })));
        assert!(matches!(adjust_pairs(&[], usize::MAX, method), Err(StatsError::Count { .. })));
        assert_eq!(adjust(&[0.1], method).is_err(), method.needs_all_pairs());
        if !method.needs_all_pairs() {
            assert_eq!(adjust(&[], method), Ok(vec![]));
            let zeros_and_ones = adjust(&[0.0, 1.0, 0.0], method).unwrap();
            assert_eq!((zeros_and_ones[0], zeros_and_ones[1]), (0.0, 1.0), "{method}");
        }
        // a family of one is not changed, but for the rounding of a logarithm
        close(&adjust_pairs(&[0.03], 2, method).unwrap(), &[0.03], 2e-15, method);
        assert_eq!(Adjustment::parse(method.name()), Some(method));
    }
    let many = vec![0.5; 17 * 16 / 2];
    assert!(matches!(adjust_pairs(&many, 17, Adjustment::BergmannHommel), Err(StatsError::TooLarge { .. })));
    assert!(adjust_pairs(&many, 17, Adjustment::Shaffer).is_ok());
}

#[test]
fn twelve_subjects_are_quick() {
    // all p-values differ, so that all 66 graphs are visited
    let p: Vec<f64> = (0..66).map(|i| f64::from((i * 29) % 67 + 1) / 500.0).collect();
    let start = std::time::Instant::now();
    let adjusted = adjust_pairs(&p, 12, Adjustment::BergmannHommel).unwrap();
    assert!(start.elapsed().as_secs() < 5);
    // all subjects equal: 66 pairs; the smallest p-value has rank 1
    let smallest = p.iter().copied().fold(1.0, f64::min);
    close(&[adjusted.iter().copied().fold(1.0, f64::min)], &[66.0 * smallest], 1e-15, "smallest");
}
