//! The right answers of reported faults to their digits, on tables made here that have the same rank sums,
//! signs or ranks as the reported ones, so that the figures must be the same. scipy 1.17.1 and hand algebra;
//! held within a unit of the last digit given.

use likewise::stats::{
    Alternative, Best, BlockTable, Computation, FriedmanVariant, SignTies, StudentizedRange, Ties, Zeros,
    cliques, conover, friedman, kendall, nemenyi, rank, sign_test, signed_rank, signed_rank_minimum_p,
    spearman,
};

/// Ranks, a line a block; 1 is best.
fn ranks(rows: &[&[i128]]) -> BlockTable {
    let cells = rows.iter().flat_map(|r| r.iter().map(|&c| Some(c))).collect();
    BlockTable::from_units(rows.len(), rows[0].len(), cells, 1.0, Best::Smallest).unwrap()
}

#[track_caller]
fn printed(got: f64, want: f64, digits: i32) {
    assert!((got - want).abs() <= 0.51 * 10f64.powi(-digits), "{got} is not {want} to {digits} digits");
}

/// Four methods on six blocks with rank sums 8, 17, 13, 22 (denovo_benchmarks pull 84).
#[test]
fn four_methods_on_six_blocks() {
    let (usual, odd, other): (&[i128], &[i128], &[i128]) = (&[1, 3, 2, 4], &[3, 1, 2, 4], &[1, 4, 3, 2]);
    let table = ranks(&[usual, usual, odd, usual, other, usual]);
    let test = friedman(&table, FriedmanVariant::ChiSquared).unwrap();
    for (got, want) in test.mean_ranks.iter().zip([1.333333, 2.833333, 2.166667, 3.666667]) {
        printed(*got, want, 6);
    }
    for (got, want) in [
        (test.chi_squared_uncorrected, 10.6),
        (test.tie_correction, 1.0),
        (test.chi_squared, 10.6),
        (test.chi_squared_p, 0.014098),
        (test.kendall_w.unwrap(), 0.588889),
        (test.iman_davenport.f.unwrap(), 7.162162),
        (test.iman_davenport.p, 0.003292),
    ] {
        printed(got, want, 6);
    }
    assert_eq!((test.df, test.iman_davenport.df1, test.iman_davenport.df2), (3, 3, 15));
    let pairs = nemenyi(&table).unwrap();
    let cd = pairs.critical_difference(0.05).unwrap();
    printed(cd, 1.914843, 6);
    printed(pairs.critical_difference(0.1).unwrap(), 1.707865, 6);
    printed(cd * 2f64.sqrt(), 2.707997, 6); // the wrong one, without the root: more than any pair differs
    printed(StudentizedRange::new(4, f64::INFINITY).unwrap().isf(0.05).unwrap() / 2f64.sqrt(), 2.569032, 6);
    let (alpha, beta, gamma, delta) = (0, 1, 2, 3);
    for (a, b, want) in [
        (alpha, beta, 0.183287),
        (alpha, gamma, 0.678388),
        (alpha, delta, 0.009453),
        (beta, gamma, 0.807757),
        (beta, delta, 0.678388),
        (gamma, delta, 0.183287),
    ] {
        printed(pairs.p[a][b], want, 6);
    }
}

/// Four methods on five blocks with rank sums 14, 7, 20, 9, and the same turned round (autorank pull 46,
/// mlr3benchmark 29).
#[test]
fn errors_and_accuracies() {
    let rows: [&[i128]; 5] = [&[3, 1, 4, 2], &[3, 2, 4, 1], &[2, 1, 4, 3], &[3, 2, 4, 1], &[3, 1, 4, 2]];
    let turned: Vec<Option<i128>> = rows.iter().flat_map(|r| r.iter().map(|&c| Some(100 - c))).collect();
    let turned = BlockTable::from_units(5, 4, turned, 1.0, Best::Largest).unwrap();
    for table in [ranks(&rows), turned] {
        let test = friedman(&table, FriedmanVariant::ChiSquared).unwrap();
        assert_eq!(test.mean_ranks, [2.8, 1.4, 4.0, 1.8]);
        printed(test.chi_squared, 12.12, 9);
        printed(test.chi_squared_p, 0.006983, 6);
    }
}

/// Five methods: of ten pairs AB, AD, BC, BD, CD and CE are alike (cd-diagram 1 and 5, scikit-posthocs 86).
/// The groups are the triangles A B D and B C D and the pair C E, none of them but the second an interval.
#[test]
fn groups_of_five() {
    let alike = [(0, 1), (0, 3), (1, 2), (1, 3), (2, 3), (2, 4)];
    let p = |i: usize, j: usize| {
        if i == j || alike.contains(&(i.min(j), i.max(j))) { 0.4 } else { 0.02 }
    };
    let matrix: Vec<Vec<f64>> = (0..5).map(|i| (0..5).map(|j| p(i, j)).collect()).collect();
    let mut groups = cliques(&matrix, 0.05).unwrap();
    groups.iter_mut().for_each(|g| g.sort_unstable());
    groups.sort();
    assert_eq!(groups, [vec![0, 1, 3], vec![1, 2, 3], vec![2, 4]]);
}

/// Five methods in one order on ten blocks (scikit-posthocs 82, 76, 19): ranks 3, 4, 2, 1, 5.
#[test]
fn ten_blocks_that_agree() {
    let row: &[i128] = &[3, 4, 2, 1, 5];
    let table = ranks(&[row; 10]);
    let test = friedman(&table, FriedmanVariant::ChiSquared).unwrap();
    assert_eq!((test.chi_squared, test.df, test.kendall_w), (40.0, 4, Some(1.0)));
    assert!((test.chi_squared_p / 4.328422607120966e-8 - 1.0).abs() < 1e-10);
    assert_eq!((test.iman_davenport.f, test.iman_davenport.p), (None, 0.0));
    let conover = conover(&table).unwrap().p;
    assert!((0..5).all(|i| (0..5).all(|j| conover[i][j] == f64::from(u8::from(i == j)))));
    assert!(cliques(&conover, 0.05).unwrap().iter().all(|g| g.len() == 1));
    let pairs = nemenyi(&table).unwrap();
    printed(pairs.critical_difference(0.05).unwrap(), 1.928828, 6);
    printed(pairs.p[0][1], 0.618449, 6); // one rank apart
    printed(pairs.p[0][3], 0.037696, 6); // two
    let mut groups = cliques(&pairs.p, 0.05).unwrap();
    groups.iter_mut().for_each(|g| g.sort_unstable());
    groups.sort();
    assert_eq!(groups, [[0, 1], [0, 2], [1, 4], [2, 3]]);
}

/// Five zeros, and seven up, seven down, twenty-one equal (scipy 6805 and 10223).
#[test]
fn zeros_and_mirror_images() {
    let none = signed_rank(&[0; 5], Zeros::Wilcox, Alternative::TwoSided, Computation::Auto).unwrap();
    assert_eq!((none.n_nonzero, none.p), (0, 1.0));
    let d = [[1; 7].as_slice(), &[0; 21], &[-1; 7]].concat();
    for (zeros, sum) in [(Zeros::Wilcox, 52.5), (Zeros::Pratt, 199.5)] {
        for (alternative, p) in [
            (Alternative::TwoSided, 1.0),
            (Alternative::Greater, 0.604736328125),
            (Alternative::Less, 0.604736328125),
        ] {
            let test = signed_rank(&d, zeros, alternative, Computation::Exact).unwrap();
            assert_eq!((test.n_nonzero, test.w_plus, test.w_minus), (14, sum, sum));
            printed(test.p, p, 12);
        }
    }
    assert_eq!(sign_test(&d, SignTies::default(), Alternative::TwoSided).unwrap().p, 1.0);
}

/// Twelve pairs with W+ = 38 and W- = 40, and what sorting both sides first would make of them, all twelve of
/// one sign (scikit-posthocs 59).
#[test]
fn pairs_as_they_belong() {
    let signed =
        |up: &[i128]| -> Vec<i128> { (1..=12).map(|r| if up.contains(&r) { r } else { -r }).collect() };
    for (up, plus, two, greater, less) in [
        (&[5, 10, 11, 12][..], 38.0, 0.9697265625, 0.545166015625, 0.48486328125),
        (&[], 0.0, 0.00048828125, 1.0, 0.000244140625),
    ] {
        for (alternative, p) in
            [(Alternative::TwoSided, two), (Alternative::Greater, greater), (Alternative::Less, less)]
        {
            let test = signed_rank(&signed(up), Zeros::Wilcox, alternative, Computation::Exact).unwrap();
            assert_eq!((test.n_nonzero, test.w_plus, test.w_minus), (12, plus, 78.0 - plus));
            printed(test.p, p, 13);
        }
    }
}

/// Eight pairs with ties on both sides (polars 9407): average ranks give -0.322785, the least of the tied ranks
/// -0.199431.
#[test]
fn average_ranks_of_eight() {
    let (a, b) = ([30, 30, 10, 50, 40, 10, 20, 30], [1, 3, 3, 2, 9, 9, 9, 5]);
    assert_eq!(rank(&a, Ties::Average), [5.0, 5.0, 1.5, 8.0, 7.0, 1.5, 3.0, 5.0]);
    assert_eq!(rank(&b, Ties::Average), [1.0, 3.5, 3.5, 2.0, 7.0, 7.0, 7.0, 5.0]);
    assert_eq!(rank(&a, Ties::Average).iter().sum::<f64>(), 36.0);
    printed(spearman(&a, &b, Computation::Auto).unwrap().rho, -0.322785, 6);
    printed(kendall(&a, &b, Computation::Auto).unwrap().tau_b, -0.25, 12);
    // as many as there are equal values in a column: all of them share the middle rank
    assert_eq!(rank(&[71, 71, 71], Ties::Average), [2.0; 3]);
}

/// Nine methods on two blocks (Cross Validated, 2018): the critical difference is past k - 1 with infinite
/// degrees of freedom as with k (n - 1), which one R package takes.
#[test]
fn nine_methods_on_two_blocks() {
    let table = ranks(&[&[1, 5, 7, 3, 9, 2, 8, 4, 6], &[2, 6, 5, 1, 8, 3, 9, 7, 4]]);
    let test = friedman(&table, FriedmanVariant::ChiSquared).unwrap();
    assert_eq!(test.mean_ranks, [1.5, 5.5, 6.0, 2.0, 8.5, 2.5, 8.5, 5.5, 5.0]);
    for (got, want) in [
        (test.chi_squared, 14.266667),
        (test.chi_squared_p, 0.075074),
        (test.iman_davenport.f.unwrap(), 8.230769),
        (test.iman_davenport.p, 0.003677),
        (nemenyi(&table).unwrap().critical_difference(0.05).unwrap(), 8.494438),
    ] {
        printed(got, want, 6);
    }
    assert_eq!((test.df, signed_rank_minimum_p(2)), (8, 0.5));
    let finite = StudentizedRange::new(9, 9.0).unwrap().isf(0.05).unwrap() / 2f64.sqrt();
    printed(finite * (9.0 * 10.0 / 12.0f64).sqrt(), 10.834114, 6);
}
