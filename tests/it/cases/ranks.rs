//! Directions and ties.

use likewise::stats::{Computation, Ties, kendall, rank, spearman};

use super::{answer, near, on};

/// The best stands first whichever way is better (autorank pull 46, mlr3benchmark 29): errors and the same
/// results as accuracies have the same ranks, order and test.
#[test]
fn lower_is_better() {
    let errors =
        "net,plain,deep,small\nn1,10.5,9.1,12.0\nn2,31.0,28.5,30.9\nn3,8.0,8.4,9.9\nn4,22.2,20.0,25.1\n";
    let accuracies =
        "net,plain,deep,small\nn1,89.5,90.9,88.0\nn2,69.0,71.5,69.1\nn3,92.0,91.6,90.1\nn4,77.8,80.0,74.9\n";
    let error = answer(errors, "test --wide --metric err --direction lower");
    let accuracy = answer(accuracies, "test --wide --metric acc --direction higher");
    let (error, accuracy) = (&error["result"][0], &accuracy["result"][0]);
    for key in ["subjects", "mean_ranks", "friedman", "pairs", "letters"] {
        assert_eq!(error[key], accuracy[key], "{key}");
    }
    let names: Vec<&str> =
        error["subjects"].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["deep", "plain", "small"]);
    for (got, want) in error["mean_ranks"].as_array().unwrap().iter().zip([1.25, 2.0, 2.75]) {
        near(got, want);
    }
    near(&error["friedman"]["chi_squared"], 4.5); // 12 (25 + 64 + 121) / 48 - 48, rank sums 5, 8, 11
    let out = on(errors, "rank --across --wide --metric err --direction lower").out;
    let place = |name: &str| out.find(&format!("\n{name} ")).unwrap();
    assert!(place("deep") < place("plain") && place("plain") < place("small"), "{out}");
}

/// Ties share the mean of their ranks in a correlation (polars 9407). By hand: ranks 2.5 1 2.5 4 5 and
/// 1.5 4 3 1.5 5; the sums are those of 1 to 5.
#[test]
fn ties_in_a_correlation() {
    let (x, y) = ([6, 2, 6, 8, 9], [1, 7, 4, 1, 8]);
    let (a, b) = (rank(&x, Ties::Average), rank(&y, Ties::Average));
    assert_eq!(
        (a.as_slice(), b.as_slice()),
        (&[2.5, 1.0, 2.5, 4.0, 5.0][..], &[1.5, 4.0, 3.0, 1.5, 5.0][..])
    );
    assert_eq!((a.iter().sum::<f64>(), b.iter().sum::<f64>()), (15.0, 15.0));
    // deviations multiply to 0.75 - 2 + 0 - 1.5 + 4 = 1.25, squares to 9.5 on both sides
    let rho = spearman(&x, &y, Computation::Auto).unwrap().rho;
    assert!((rho - 1.25 / 9.5).abs() < 1e-12, "{rho}");
    // 5 pairs up, 3 down, one tie on each side: (5 - 3) / 9
    let tau = kendall(&x, &y, Computation::Auto).unwrap();
    assert_eq!((tau.concordant, tau.discordant), (4, 4));
    assert_eq!(tau.tau_b, 0.0);
    let tied = "method,backbone,AUROC\nA,r,7\nB,r,7\nC,r,9\nD,r,3\n";
    let out = on(tied, "rank --ties average").out;
    assert_eq!(out.matches("2.5 ").count(), 2, "{out}");
    assert!(out.contains("Ties share the mean of their ranks"), "{out}");
}
