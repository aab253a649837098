//! Tables at the edge: an answer or a refusal, never NaN, and no p-value that is only an artefact.

use likewise::stats::{
    Alternative, Best, BlockTable, FriedmanP, FriedmanVariant, SignTies, StatsError, friedman, sign_test,
};

use super::{CLOSE, near, table};

#[test]
fn all_equal() {
    let test =
        friedman(&table("1.0 1.0 1.0\n".repeat(4).as_str(), Best::Largest), FriedmanVariant::Auto).unwrap();
    assert_eq!((test.p.p(), test.chi_squared, test.chi_squared_p, test.kendall_w), (1.0, 0.0, 1.0, None));
    assert_eq!((test.tie_correction, test.iman_davenport.p), (0.0, 1.0));
}

/// One order in three blocks: the F form is infinite and its p of 0 is no p-value; the exact is 1/36.
#[test]
fn perfect_agreement() {
    let test = friedman(&table(&"1 2 3\n".repeat(3), Best::Largest), FriedmanVariant::Auto).unwrap();
    assert_eq!(test.chi_squared, 6.0);
    near(test.chi_squared_p, 0.04978706836786395, CLOSE);
    assert_eq!((test.iman_davenport.f, test.iman_davenport.p), (None, 0.0));
    assert!(matches!(test.p, FriedmanP::Exact { .. }));
    near(test.p.p(), 0.027777777777777776, CLOSE);
}

/// Two subjects: Friedman's exact test is the sign test.
#[test]
fn two_subjects() {
    let table = table("1 2\n2 3\n3 4\n5 4", Best::Largest);
    let exact = friedman(&table, FriedmanVariant::Exact).unwrap().p.p();
    let signs = sign_test(&[-1, -1, -1, 1], SignTies::default(), Alternative::TwoSided).unwrap();
    near(exact, signs.p, CLOSE);
    near(exact, 0.625, CLOSE); // 10 of 16 sign patterns
}

#[test]
fn too_little() {
    let one_block = friedman(&table("1 2 3", Best::Largest), FriedmanVariant::Auto);
    assert!(matches!(one_block, Err(StatsError::TooFew { what: "blocks", .. })));
    let one_subject = friedman(&table("1\n2", Best::Largest), FriedmanVariant::Auto);
    assert!(matches!(one_subject, Err(StatsError::TooFew { what: "subjects", .. })));
}

/// An infinite value is no number of a table.
#[test]
fn infinite() {
    let row: &[&str] = &["1", "2", "inf"];
    assert!(matches!(BlockTable::parse(&[row; 3], Best::Largest), Err(StatsError::Undefined { .. })));
}

/// The direction turns ranks round; it is part of the table, so it can't be left open.
#[test]
fn direction() {
    let ranks = |best| friedman(&table("10 20\n12 22", best), FriedmanVariant::Exact).unwrap().mean_ranks;
    assert_eq!(ranks(Best::Smallest), [1.0, 2.0]);
    assert_eq!(ranks(Best::Largest), [2.0, 1.0]);
}
