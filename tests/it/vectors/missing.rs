//! A table with one missing cell: metronome data (Brady 1969, in Hollander and Wolfe 1999), by the test of
//! Skillings and Mack and, without the incomplete block, by Friedman's. PMCMRplus under R 4.6.0.

use likewise::stats::{Best, BlockTable, FriedmanVariant, StatsError, friedman, skillings_mack};

use super::{CLOSE, near};

const ROWS: [[&str; 3]; 8] = [
    ["3", "5", "15"],
    ["1", "3", "18"],
    ["5", "4", "21"],
    ["2", "", "6"],
    ["0", "2", "17"],
    ["0", "2", "10"],
    ["0", "3", "8"],
    ["0", "2", "13"],
];

fn table(keep: impl Fn(&[&str; 3]) -> bool) -> BlockTable {
    let rows: Vec<&[&str]> = ROWS.iter().filter(|r| keep(r)).map(<[&str; 3]>::as_slice).collect();
    BlockTable::parse(&rows, Best::Smallest).unwrap()
}

#[test]
fn skillings_and_mack() {
    let test = skillings_mack(&table(|_| true)).unwrap();
    near(test.statistic, 13.280951844580969, CLOSE);
    assert_eq!(test.df, 2);
    near(test.p, 0.0013064053484354553, CLOSE);
    for (got, want) in test.scores.iter().zip([-11.392304845413262, -1.7320508075688772, 13.124355652982139])
    {
        near(*got, want, CLOSE);
    }
    // as PMCMRplus prints
    near(test.statistic, 13.28095184458097, CLOSE);
    near(test.p, 0.00130640534844, 1e-11);
}

/// Friedman's test does not leave out a cell or a block of its own accord.
#[test]
fn friedman_refuses_then_takes_complete_blocks() {
    let refused = friedman(&table(|_| true), FriedmanVariant::Auto);
    assert!(matches!(refused, Err(StatsError::Incomplete { missing: 1, .. })));
    let test =
        friedman(&table(|row| row.iter().all(|c| !c.is_empty())), FriedmanVariant::ChiSquared).unwrap();
    assert_eq!(test.blocks, 7);
    near(test.chi_squared, 12.285714285714278, CLOSE);
    near(test.chi_squared_p, 0.002148775480909733, CLOSE);
    near(test.chi_squared, 12.28571429, 1e-9);
    near(test.chi_squared_p, 0.00214877548, 1e-9);
}
