use super::*;
use crate::stats::Best;
use crate::stats::rank_rows::testing::{DEMSAR, OOD, table};

fn p(test: &Friedman) -> f64 {
    test.p.p()
}

#[test]
fn demsar_2006() {
    let t = friedman(&table(&DEMSAR, Best::Largest), FriedmanVariant::ChiSquared).unwrap();
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
    near(t.mean_ranks[0], 3.142857142857143);
    near(t.mean_ranks[3], 1.9642857142857142);
    near(t.chi_squared, 10.228346456692924);
    near(p(&t), 0.01672158032844133);
    near(t.chi_squared_uncorrected, 9.278571428571437);
    near(t.tie_correction, 0.9071428571428571);
    near(t.iman_davenport.f.unwrap(), 4.185130111524169);
    near(t.iman_davenport.p, 0.011620659515310978);
    near(t.iman_davenport_uncorrected.f.unwrap(), 3.686313032089068);
    near(t.iman_davenport_uncorrected.p, 0.019823006192249054);
    near(t.kendall_w.unwrap(), 0.24353205849268866);
    assert_eq!(t.tied_cells, 2 + 2 + 4 + 2);
}

#[test]
fn example_data() {
    let t = friedman(&table(&OOD, Best::Largest), FriedmanVariant::Auto).unwrap();
    assert!((t.chi_squared - 172.0 / 15.0).abs() < 1e-12);
    assert!((t.kendall_w.unwrap() - 0.95556).abs() < 5e-6 && (t.chi_squared_p - 0.02179).abs() < 5e-6);
    assert!((t.iman_davenport.f.unwrap() - 43.0).abs() < 1e-12);
    assert!((t.iman_davenport.p - 1.8815559958678386e-5).abs() < 1e-15);
    assert_eq!((t.iman_davenport.df1, t.iman_davenport.df2), (4, 8));
    assert!((p(&t) - 13.0 / 14400.0).abs() < 1e-18);
    assert!((t.minimum_p * 14400.0 - 1.0).abs() < 1e-12);
    let lower = friedman(&table(&OOD, Best::Smallest), FriedmanVariant::Auto).unwrap();
    assert_eq!(lower.mean_ranks[0], 6.0 - t.mean_ranks[0]);
    assert_eq!(lower.p, t.p);
}

// Exact upper tails: Friedman (1937), Hollander & Wolfe table A.22, and exact convolution.
#[test]
fn exact_tails() {
    for (rows, top, bottom) in [
        (vec![&[1i128, 2, 3][..], &[1, 2, 3], &[1, 2, 3]], 1u32, 36u32),
        (vec![&[1, 2, 3], &[1, 2, 3], &[1, 3, 2]], 7, 36),
        (vec![&[1, 2, 3], &[1, 2, 3], &[1, 2, 3], &[1, 3, 2]], 1, 24),
        (vec![&[1, 2], &[2, 3], &[3, 4], &[5, 4]], 5, 8),
        (vec![&[1, 2, 3, 4], &[1, 2, 3, 4]], 1, 24),
    ] {
        let t = friedman(&table(&rows, Best::Smallest), FriedmanVariant::Exact).unwrap();
        let wanted = FriedmanP::Exact {
            p: f64::from(top) / f64::from(bottom),
            numerator: Some(top.to_string()),
            denominator: Some(bottom.to_string()),
        };
        assert_eq!(t.p, wanted);
    }
}

#[test]
fn ties_condition_on_the_midranks() {
    // Synthetic 5 x 3 table with one tie: 141,360 of 1,728,000 arrangements.
    let rows: [&[i128]; 3] =
        [&[762, 815, 799, 799, 846], &[824, 793, 867, 841, 859], &[801, 788, 850, 832, 856]];
    let t = friedman(&table(&rows, Best::Largest), FriedmanVariant::Exact).unwrap();
    assert!((p(&t) - 141_360.0 / 1_728_000.0).abs() < 1e-16);
    assert!((t.chi_squared - 7.661016949152534).abs() < 1e-12);
    assert!((t.chi_squared_p - 0.1048151728770725).abs() < 1e-12);
    assert!((t.iman_davenport.p - 0.060744115069970475).abs() < 1e-12);
}

/// All arrangements of all blocks, one by one.
fn brute(rows: &[Vec<u64>]) -> (u64, u64, u64) {
    fn orders(row: &[u64]) -> Vec<Vec<u64>> {
        if row.len() == 1 {
            return vec![row.to_vec()];
        }
        let mut all = vec![];
        for i in 0..row.len() {
            let mut rest = row.to_vec();
            let head = rest.remove(i);
            all.extend(orders(&rest).into_iter().map(|mut o| {
                o.push(head);
                o
            }));
        }
        all
    }
    let k = rows[0].len();
    let square = |s: &[u64]| s.iter().map(|x| x * x).sum::<u64>();
    let sums =
        |picked: &[&Vec<u64>]| (0..k).map(|j| picked.iter().map(|r| r[j]).sum::<u64>()).collect::<Vec<_>>();
    let target = square(&sums(&rows.iter().collect::<Vec<_>>()));
    let all: Vec<Vec<Vec<u64>>> = rows.iter().map(|r| orders(r)).collect();
    let total: usize = all.iter().map(Vec::len).product();
    let (mut hits, mut best, mut at_best) = (0, 0, 0);
    for mut index in 0..total {
        let picked: Vec<&Vec<u64>> = all
            .iter()
            .map(|o| {
                let one = &o[index % o.len()];
                index /= o.len();
                one
            })
            .collect();
        let s = square(&sums(&picked));
        hits += u64::from(s >= target);
        if s > best {
            (best, at_best) = (s, 0);
        }
        at_best += u64::from(s == best);
    }
    (hits, at_best, total as u64)
}

#[test]
fn exact_is_brute_force() {
    let mut stream = Rng::stream(7, 0);
    for (k, n, values) in
        [(3, 4, 3), (3, 5, 9), (4, 3, 3), (4, 3, 9), (4, 3, 2), (5, 2, 4), (3, 6, 2), (2, 7, 2)]
    {
        for _ in 0..12 {
            let rows: Vec<Vec<i128>> =
                (0..n).map(|_| (0..k).map(|_| i128::from(stream.below(values) as u32)).collect()).collect();
            let t = table(&rows, Best::Smallest);
            let ranks = RankRows::new(&t, "", 2, 2).unwrap();
            let (hits, at_best, total) = brute(&ranks.rows);
            let found = friedman(&t, FriedmanVariant::Exact).unwrap();
            assert!((p(&found) - hits as f64 / total as f64).abs() < 1e-14, "{rows:?}");
            assert!((found.minimum_p - at_best as f64 / total as f64).abs() < 1e-12, "{rows:?}");
        }
    }
}

#[test]
fn probabilities_agree_with_counts() {
    // 4 subjects, 40 blocks: (4!)^39 does not fit 128 bits; the chi-squared limit is near.
    let rows: Vec<Vec<i128>> =
        (0..40i128).map(|i| (0..4).map(|j| (i * 7 + j * j * 3 + i * j * 5) % 17 + j).collect()).collect();
    let t = friedman(&table(&rows, Best::Largest), FriedmanVariant::Exact).unwrap();
    let FriedmanP::Exact { p, numerator, .. } = &t.p else { panic!() };
    assert!(numerator.is_none() && (p - t.chi_squared_p).abs() < 0.02, "{p} {}", t.chi_squared_p);
    let m = friedman(&table(&rows, Best::Largest), FriedmanVariant::MonteCarlo { draws: 40_000, seed: 3 })
        .unwrap();
    let FriedmanP::MonteCarlo { p: q, standard_error, .. } = m.p else { panic!() };
    assert!((p - q).abs() < 4.0 * standard_error, "{p} {q}");
}

#[test]
fn the_seed_alone_decides() {
    let t = table(&DEMSAR, Best::Largest);
    let run = |threads, seed| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| friedman(&t, FriedmanVariant::MonteCarlo { draws: 3_000, seed }).unwrap().p)
    };
    assert_eq!(run(1, 4), run(3, 4));
    assert_ne!(run(1, 4), run(1, 5));
}

#[test]
fn perfect_agreement_never_underflows_to_zero() {
    // 120^-199 is below the range of f64; the walk itself is short, as all else is pruned.
    let t = friedman(&table(&[[3, 4, 2, 1, 5]; 200], Best::Smallest), FriedmanVariant::Auto).unwrap();
    assert!(matches!(t.p, FriedmanP::Exact { p, .. } if p == f64::MIN_POSITIVE));
}

#[test]
fn large_tables_are_sampled() {
    let rows: Vec<Vec<i128>> =
        (0..40i128).map(|i| (0..60).map(|j| (i * 37 + j * j * 11 + i * j) % 101).collect()).collect();
    let t = friedman(&table(&rows, Best::Largest), FriedmanVariant::Auto).unwrap();
    assert!(matches!(t.p, FriedmanP::MonteCarlo { draws: AUTO_DRAWS, seed: AUTO_SEED, .. }));
    assert!((t.p.p() - t.chi_squared_p).abs() < 0.02);
    assert!(friedman(&table(&rows, Best::Largest), FriedmanVariant::Exact).is_err());
}

#[test]
fn degenerate_tables_have_defined_answers() {
    let flat = friedman(&table(&[[1, 1, 1]; 4], Best::Largest), FriedmanVariant::Auto).unwrap();
    assert_eq!((flat.chi_squared, flat.kendall_w, p(&flat), flat.minimum_p), (0.0, None, 1.0, 1.0));
    assert_eq!((flat.iman_davenport.p, flat.chi_squared_p), (1.0, 1.0));
    let same = friedman(&table(&[[1, 2, 3]; 3], Best::Smallest), FriedmanVariant::Auto).unwrap();
    assert_eq!((same.chi_squared, same.kendall_w), (6.0, Some(1.0)));
    assert_eq!((same.iman_davenport.f, same.iman_davenport.p), (None, 0.0));
    assert!(
        (same.chi_squared_p - 0.04978706836786395).abs() < 1e-15 && (p(&same) - 1.0 / 36.0).abs() < 1e-17
    );
    let mc =
        friedman(&table(&[[1, 2, 3]; 3], Best::Smallest), FriedmanVariant::MonteCarlo { draws: 0, seed: 0 });
    assert!(matches!(mc, Err(StatsError::OutOfRange { .. })));
    let one = friedman(&table(&[[1, 2, 3]], Best::Smallest), FriedmanVariant::Auto);
    assert!(matches!(one, Err(StatsError::TooFew { .. })));
    let single = friedman(&table(&[[1], [2]], Best::Smallest), FriedmanVariant::Auto);
    assert!(matches!(single, Err(StatsError::TooFew { .. })));
    // Five subjects in one order on ten folds.
    let ten = friedman(&table(&[[3, 4, 2, 1, 5]; 10], Best::Smallest), FriedmanVariant::Auto).unwrap();
    assert_eq!(ten.chi_squared, 40.0);
    assert!((ten.chi_squared_p / 4.328422607120966e-08 - 1.0).abs() < 1e-12);
    assert!((p(&ten) * 120f64.powi(9) - 1.0).abs() < 1e-12);
}

/// Times for the record: `cargo test --release --lib reach -- --ignored --nocapture`.
#[test]
#[ignore = "prints times"]
fn reach() {
    for (k, n) in [
        (5, 3),
        (5, 5),
        (5, 10),
        (5, 15),
        (3, 50),
        (3, 200),
        (4, 20),
        (4, 40),
        (6, 8),
        (7, 5),
        (7, 6),
        (8, 4),
        (9, 3),
        (10, 3),
        (12, 3),
    ] {
        let mut stream = Rng::stream(1, 1);
        let rows: Vec<Vec<i128>> = (0..n)
            .map(|_| {
                let mut row: Vec<i128> = (0..k).collect();
                stream.shuffle(&mut row);
                if stream.below(2) == 0 {
                    row.sort_unstable();
                }
                row
            })
            .collect();
        let t = table(&rows, Best::Smallest);
        let start = std::time::Instant::now();
        let found = friedman(&t, FriedmanVariant::Exact);
        println!("{k} {n} {:?} {:?}", start.elapsed(), found.map(|f| (f.chi_squared_p, f.p.p())));
    }
}

#[test]
fn what_is_too_large_says_more_than_the_limit() {
    for (k, n) in [(12, 3), (17, 3), (10, 40), (200, 3), (40, 2000)] {
        let row: Vec<i128> = (0..k).collect();
        let cells = (0..n).flat_map(|_| row.iter().map(|&c| Some(c))).collect();
        let table = BlockTable::from_units(n, k as usize, cells, 1.0, Best::Largest).unwrap();
        let Err(StatsError::TooLarge { size, limit, .. }) = friedman(&table, FriedmanVariant::Exact) else {
            panic!("{k} {n}")
        };
        assert!(size > limit && size.is_finite(), "{k} {n}: {size} {limit}");
    }
}
