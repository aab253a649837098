//! The two-way table without replication, Tukey's test of non-additivity and median polish: bottling data
//! (Boik 1993, in R's additivityTests) and invented AUROC of five losses on three backbones. R 4.6.0.

use likewise::stats::{Best, StatsError, median_polish, tukey_additivity, two_way};

use super::{CLOSE, Figures, near, table, within};

const BOTTLING: &str = "
        68 65 75 57 32 70
        56 52 55 48 65 47
        40 51 52 36 49 45
        84 87 88 73 34 70
        50 52 52 50 45 61";

const LOSSES: &str = "
        76.2 82.4 80.1
        81.5 79.3 78.8
        79.9 86.7 85
        79.9 84.1 83.2
        84.6 85.9 85.6";

fn all(data: &str, figures: &'static str) {
    let table = table(data, Best::Largest);
    let mut figures = Figures::new(figures);
    let fit = two_way(&table).unwrap();
    figures.is("mean", fit.grand_mean, CLOSE);
    figures.are("rows", &fit.blocks, CLOSE);
    figures.are("cols", &fit.subjects, CLOSE);
    for (got, want) in fit.residuals.iter().zip(figures.take("residuals")) {
        within(*got, want, 1e-11);
    }
    figures.are("ss", &[fit.ss_blocks, fit.ss_subjects, fit.ss_residual], CLOSE);
    let (rows, cols) = (fit.f_blocks.unwrap(), fit.f_subjects.unwrap());
    figures.are("rows-f", &[rows.f, rows.p], CLOSE);
    figures.are("cols-f", &[cols.f, cols.p], CLOSE);
    let tukey = tukey_additivity(&table).unwrap();
    figures.is("slope", tukey.slope, CLOSE);
    let t = tukey.test;
    figures.are("tukey", &[tukey.ss, t.f, t.df1 as f64, t.df2 as f64, t.p], CLOSE);
    figures.finish();
}

#[test]
fn bottling() {
    all(
        BOTTLING,
        "
        mean 56.96666666667
        rows 4.2 -3.133333333333 -11.46666666667 15.7 -5.3
        cols 2.633333333333 4.433333333333 7.433333333333 -4.166666666667 -11.96666666667 1.633333333333
        residuals 4.2 -0.6 6.4 0 -17.2 7.2 -0.466666666667 -6.266666666667 -6.266666666667 -1.666666666667 23.13333333333 -8.466666666667 -8.133333333333 1.066666666667 -0.933333333333 -5.333333333333 15.46666666667 -2.133333333333 8.7 9.9 7.9 4.5 -26.7 -4.3 -4.3 -4.1 -7.1 2.5 5.3 7.7
        ss 2601.133333333 1225.366666667 2602.466666667
        rows-f 4.99743832774 0.005873151621128
        cols-f 1.883392678741 0.1424124498291
        slope 0.1110293543034
        tukey 1309.733845046 19.24987332239 1 19 0.0003166165982993",
    );
    // additivityTests and medpolish as R prints them; medpolish swept rows first and until nothing moved
    let table = table(BOTTLING, Best::Largest);
    let tukey = tukey_additivity(&table).unwrap();
    near(tukey.test.f, 19.2498733224, 1e-11);
    within(tukey.test.p, 0.00031662, 5e-9);
    near(tukey.slope, 0.111029354303, 1e-11);
    let fit = two_way(&table).unwrap();
    for (got, want) in
        [(fit.ss_blocks, 2601.133333), (fit.ss_subjects, 1225.366667), (fit.ss_residual, 2602.466667)]
    {
        near(got, want, 1e-9);
    }
    let polish = median_polish(&table, 10, 1e-9).unwrap();
    assert_eq!(polish.overall, 51.4375);
    assert_eq!(polish.blocks, [12.9375, 0.0, -4.9375, 28.9375, -0.9375]);
    assert_eq!(polish.subjects, [3.625, 1.5, 5.5, -7.375, -5.5, -1.5]);
}

#[test]
fn losses() {
    all(
        LOSSES,
        "
        mean 82.21333333333
        rows -2.646666666667 -2.346666666667 1.653333333333 0.1866666666667 3.153333333333
        cols -1.793333333333 1.466666666667 0.3266666666667
        residuals -1.573333333333 1.366666666667 0.206666666667 3.426666666667 -2.033333333333 -1.393333333333 -2.173333333333 1.366666666667 0.806666666667 -0.706666666667 0.233333333333 0.473333333333 1.026666666667 -0.933333333333 -0.093333333333
        ss 75.67066666667 27.36933333333 32.15733333333
        rows-f 4.70627746911 0.03011527311736
        cols-f 3.40442822788 0.08516749115684
        slope 0.07126822648871
        tukey 0.7012815658826 0.1560580773922 1 7 0.7045732199835",
    );
    let table = table(LOSSES, Best::Largest);
    let tukey = tukey_additivity(&table).unwrap();
    near(tukey.test.f, 0.156058077392, 1e-11);
    within(tukey.test.p, 0.70457, 5e-6);
    let rows = two_way(&table).unwrap().f_blocks.unwrap();
    within(rows.f, 4.70628, 5e-6);
    within(rows.p, 0.030115, 5e-7);
    let polish = median_polish(&table, 10, 0.01).unwrap();
    near(polish.overall, 83.2, 1e-12);
    for (got, want) in
        polish.blocks.iter().chain(&polish.subjects).zip([-3.1, -4.4, 1.8, 0.0, 2.4, -3.3, 0.9, 0.0])
    {
        within(*got, want, 1e-12);
    }
}

/// Residuals of exactly 0 leave 0/0, and 2 by 2 leaves no degree of freedom.
#[test]
fn no_answer() {
    let additive = table("1 2 3\n2 3 4\n4 5 6", Best::Largest);
    assert!(matches!(tukey_additivity(&additive), Err(StatsError::Undefined { .. })));
    assert_eq!(two_way(&additive).unwrap().f_blocks, None);
    let smallest = table("1 2\n3 5", Best::Largest);
    assert!(matches!(tukey_additivity(&smallest), Err(StatsError::TooFew { .. })));
}
