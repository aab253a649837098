//! Invented AUROC of five losses on three backbones, with one tie: all that a small study asks. Figures:
//! scipy 1.17.1, R 4.6.0; the exact p by counting all arrangements given the ties.

use likewise::stats::{
    Best, BlockTable, Computation, FriedmanP, FriedmanVariant, RankSumDifference, Ties, friedman, kendall,
    mean, nemenyi_critical_difference, quade, range, rank, sd, signed_rank_minimum_p,
};

use super::{CLOSE, Figures, near, table};

/// A line a backbone: CE, LN, HEM-, HEM+, OE.
const AUROC: &str = "
    76.2 81.5 79.9 79.9 84.6
    82.4 79.3 86.7 84.1 85.9
    80.1 78.8 85.0 83.2 85.6";

const RANKS: [[f64; 5]; 3] =
    [[5.0, 2.0, 3.5, 3.5, 1.0], [4.0, 5.0, 1.0, 3.0, 2.0], [4.0, 5.0, 2.0, 3.0, 1.0]];

fn losses() -> BlockTable {
    table(AUROC, Best::Largest)
}

/// Values with the best first, so that ranks are those of the direction.
fn keys(table: &BlockTable, block: usize) -> Vec<i128> {
    (0..5).map(|s| -table.units(block, s).unwrap()).collect()
}

#[test]
fn ranks_and_friedman() {
    let table = losses();
    for (block, want) in RANKS.iter().enumerate() {
        assert_eq!(rank(&keys(&table, block), Ties::default()), want);
    }
    let test = friedman(&table, FriedmanVariant::Exact).unwrap();
    for (got, want) in test.mean_ranks.iter().zip([13.0 / 3.0, 4.0, 6.5 / 3.0, 9.5 / 3.0, 4.0 / 3.0]) {
        near(*got, want, CLOSE);
    }
    near(test.chi_squared, 7.661016949152534, CLOSE);
    near(test.chi_squared_p, 0.1048151728770725, CLOSE);
    near(test.iman_davenport.p, 0.060744115069970475, CLOSE);
    near(test.kendall_w.unwrap(), 0.6384180790960445, CLOSE);
    let FriedmanP::Exact { p, numerator, denominator } = test.p else { panic!() };
    near(p, 0.08180555555555556, CLOSE);
    let whole = |text: Option<String>| text.unwrap().parse::<u64>().unwrap();
    assert_eq!(whole(numerator) * 1_728_000, 141_360 * whole(denominator));
    // R 4.6.0
    near(test.chi_squared, 7.661016949, 1e-9);
    near(test.chi_squared_p, 0.104815173, 2e-9);
    let quade = quade(&table).unwrap();
    near(quade.f.unwrap(), 2.024752475, 1e-9);
    near(quade.p, 0.183679851, 3e-9);
}

#[test]
fn pairs_by_quade() {
    let mut figures = Figures::new(
        "
        quade-df 4 8
        quade-f 2.024752475248
        quade-p 0.1836798506514
        quade-ranks 4.5 3.5 2.416666666667 3.25 1.333333333333
        quade-pairs 0.4230203924441 0.1166253448935 0.3220715371263 0.02820131238958 0.3870994052238 0.8381030557024 0.1047407818005 0.5016446314191 0.3870994052238 0.1442643360853",
    );
    figures.quade(&losses());
    figures.finish();
}

/// What each loss does over backbones: smallest, largest, range, mean, sd, coefficient of variation.
#[test]
fn spread() {
    let table = losses();
    for (subject, [low, high, width, centre, deviation, relative]) in [
        [76.2, 82.4, 6.2, 79.56666666666668, 3.134219732777735, 0.03939111520039046],
        [78.8, 81.5, 2.7, 79.86666666666667, 1.436430761761018, 0.017985360122216416],
        [79.9, 86.7, 6.8, 83.86666666666667, 3.5388321990924236, 0.04219593242161077],
        [79.9, 84.1, 4.2, 82.4, 2.211334438749593, 0.026836582994533897],
        [84.6, 85.9, 1.3, 85.36666666666667, 0.6806859285554091, 0.00797367350904423],
    ]
    .into_iter()
    .enumerate()
    {
        let values: Vec<f64> = (0..3).map(|b| table.value(b, subject).unwrap()).collect();
        assert_eq!(values.iter().copied().fold(f64::MAX, f64::min), low);
        assert_eq!(values.iter().copied().fold(f64::MIN, f64::max), high);
        near(range(&values), width, CLOSE);
        near(mean(&values), centre, CLOSE);
        near(sd(&values).unwrap(), deviation, CLOSE);
        near(sd(&values).unwrap() / mean(&values), relative, CLOSE);
        let by_backbone: Vec<f64> =
            (0..3).map(|b| rank(&keys(&table, b), Ties::default())[subject]).collect();
        assert_eq!(by_backbone, RANKS.map(|row| row[subject]));
    }
}

#[test]
fn agreement_of_backbones() {
    let table = losses();
    for (a, b, tau) in [(0, 1, 0.105409255339), (0, 2, 0.316227766017), (1, 2, 0.8)] {
        near(kendall(&keys(&table, a), &keys(&table, b), Computation::Auto).unwrap().tau_b, tau, 1e-11);
    }
}

/// With three blocks Nemenyi can just tell the first from the last; signed ranks can tell nothing.
#[test]
fn reach() {
    let cd = nemenyi_critical_difference(5, 3, 0.05).unwrap();
    near(cd, 3.5215415701974604, CLOSE);
    assert!(cd < 4.0);
    assert_eq!(signed_rank_minimum_p(3), 0.25);
    let law = RankSumDifference::untied(5, 3).unwrap();
    near(law.two_sided(12.0), 0.00025, CLOSE);
    near(law.minimum_p(), 0.00025, CLOSE);
}
