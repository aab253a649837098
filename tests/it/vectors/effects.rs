//! Effect sizes of two methods on five blocks, by their formulas; the gamma of Akinshin as in autorank.

use likewise::stats::{
    akinshin_gamma, cliffs_delta, cohen_d, cohen_dz, common_language, hedges_correction_approximate,
    hodges_lehmann, matched_rank_biserial, win_tie_loss,
};

use super::{CLOSE, near};

/// In hundredths.
const X: [i128; 5] = [81, 84, 79, 88, 90];
const Y: [i128; 5] = [78, 84, 80, 82, 85];

#[test]
fn every_effect() {
    let d: Vec<i128> = X.iter().zip(Y).map(|(x, y)| x - y).collect();
    near(cliffs_delta(&X, &Y).unwrap(), 0.32, CLOSE);
    // Vargha and Delaney's A is (delta + 1) / 2
    near(f64::midpoint(cliffs_delta(&X, &Y).unwrap(), 1.0), 0.66, CLOSE);
    let pooled = cohen_d(&X, &Y).unwrap();
    near(pooled.d, 0.6769823371002851, CLOSE);
    near(pooled.d * hedges_correction_approximate(pooled.df), 0.6114679173809027, CLOSE);
    near(cohen_dz(&d).unwrap().d, 0.8525735865191388, CLOSE);
    // W+ = 9, W- = 1: not (1 + r) / 2 = 0.9, which comes of 1 - 2 W / (n (n + 1))
    near(matched_rank_biserial(&d).unwrap(), 0.8, CLOSE);
    let count = win_tie_loss(&d);
    assert_eq!((count.wins, count.ties, count.losses), (3, 1, 1));
    near(common_language(&d).unwrap(), 0.7, CLOSE);
    near(hodges_lehmann(&d, 0.95).unwrap().estimate / 100.0, 0.025, CLOSE);
}

/// autorank rounds the constant of the median absolute deviation to 1.4826, which moves its answer by
/// 1.5e-6 of it.
#[test]
fn gamma() {
    near(akinshin_gamma(&X, &Y).unwrap(), 0.4265854121365681, 2e-6);
    near(akinshin_gamma(&X, &Y).unwrap() * 1.482_602_218_505_602, 0.4265854121365681 * 1.4826, CLOSE);
}
