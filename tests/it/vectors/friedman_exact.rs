//! The exact null distribution of Friedman's statistic without ties: for each number of subjects and
//! blocks the upper tail as fractions (friedman_exact.txt, at most its 40 largest values), by convolution
//! of rank permutations in rationals; agrees with the tables of Friedman (1937) and of Hollander and Wolfe.
//! For each value of the statistic a table of ranks that has it is built here and tested.

use std::collections::HashMap;

use likewise::stats::{
    Best, BlockTable, FriedmanP, FriedmanVariant, chi_squared_sf, friedman, friedman_minimum_p,
};

use super::near;

fn permutations(k: usize) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    for item in 1..=k as u8 {
        all = all
            .into_iter()
            .flat_map(|p: Vec<u8>| {
                (0..=p.len()).map(move |at| {
                    let mut q = p.clone();
                    q.insert(at, item);
                    q
                })
            })
            .collect();
    }
    all
}

/// A table of ranks for each sum of squared rank sums that there is.
fn tables(k: usize, n: usize) -> HashMap<u64, Vec<Vec<u8>>> {
    let permutations = permutations(k);
    // rank sums up to order, with rows that lead there; rows are put in the order of the sums
    let mut reached: HashMap<Vec<u8>, Vec<Vec<u8>>> = HashMap::new();
    let first: Vec<u8> = (1..=k as u8).collect();
    reached.insert(first.clone(), vec![first]);
    for _ in 1..n {
        let mut next: HashMap<Vec<u8>, Vec<Vec<u8>>> = HashMap::new();
        for (sums, rows) in reached {
            for row in &permutations {
                let added: Vec<u8> = sums.iter().zip(row).map(|(a, b)| a + b).collect();
                let mut order: Vec<usize> = (0..k).collect();
                order.sort_by_key(|&i| added[i]);
                let key: Vec<u8> = order.iter().map(|&i| added[i]).collect();
                next.entry(key).or_insert_with(|| {
                    rows.iter().chain([row]).map(|r| order.iter().map(|&i| r[i]).collect()).collect()
                });
            }
        }
        reached = next;
    }
    let squares = |sums: &[u8]| sums.iter().map(|&s| u64::from(s).pow(2)).sum();
    reached.into_iter().map(|(sums, rows)| (squares(&sums), rows)).collect()
}

fn fraction(text: &str) -> (u64, u64) {
    let (a, b) = text.split_once('/').unwrap_or((text, "1"));
    (a.parse().unwrap(), b.parse().unwrap())
}

/// Each line of figures against `friedman`.
fn check(subjects: std::ops::RangeInclusive<usize>) {
    let lines: Vec<&str> = include_str!("friedman_exact.txt").lines().collect();
    let mut checked = 0;
    for pair in lines.chunks(2) {
        let words: Vec<&str> = pair[0].split(' ').collect();
        let (k, n): (usize, usize) = (words[1].parse().unwrap(), words[2].parse().unwrap());
        if !subjects.contains(&k) {
            continue;
        }
        near(friedman_minimum_p(k, n), words[4].parse().unwrap(), 1e-12);
        let tables = tables(k, n);
        // the statistic and its p for a sum S of squares: chi2 = 12 S / (n k (k + 1)) - 3 n (k + 1)
        let test = |squares: u64| {
            let cells = tables[&squares].iter().flatten().map(|&r| Some(i128::from(r))).collect();
            let table = BlockTable::from_units(n, k, cells, 1.0, Best::Smallest).unwrap();
            friedman(&table, FriedmanVariant::Exact).unwrap()
        };
        for entry in pair[1].split(' ') {
            let (value, p) = entry.split_once(':').unwrap();
            let (a, b) = fraction(value);
            let (nk, n3) = ((n * k * (k + 1)) as u64, (3 * n * (k + 1)) as u64);
            let squares = (a + n3 * b) * nk / (12 * b);
            assert_eq!(squares * 12 * b, (a + n3 * b) * nk);
            let test = test(squares);
            let chi_squared = a as f64 / b as f64;
            near(test.chi_squared, chi_squared, 1e-12);
            let FriedmanP::Exact { p: got, numerator, denominator } = &test.p else { panic!() };
            let found = (numerator.as_deref().unwrap(), denominator.as_deref().unwrap());
            assert_eq!(Some(found), p.split_once('/'), "k {k} n {n} chi2 {value}");
            let (a, b) = fraction(p);
            near(*got, a as f64 / b as f64, 1e-12);
            checked += 1;
        }
        // critical values: the smallest statistic whose p is at most the level
        let mut all: Vec<u64> = tables.keys().copied().collect();
        all.sort_unstable();
        for (alpha, known) in [0.1, 0.05, 0.01].into_iter().zip(&words[6..9]) {
            let Some((chi_squared, p)) = known.split_once('=') else {
                assert!(test(all[all.len() - 1]).p.p() > alpha);
                continue;
            };
            let at = all.partition_point(|&s| test(s).p.p() > alpha);
            let found = test(all[at]);
            near(found.chi_squared, chi_squared.parse().unwrap(), 1e-12);
            near(found.p.p(), p.parse().unwrap(), 1e-12);
            if alpha == 0.05 {
                near(chi_squared_sf(found.chi_squared, (k - 1) as f64), words[10].parse().unwrap(), 1e-11);
            }
        }
    }
    assert!(checked > 0);
}

#[test]
fn three_subjects() {
    check(3..=3);
}

#[test]
fn four_subjects() {
    check(4..=4);
}

#[test]
fn five_and_six_subjects() {
    check(5..=6);
}
