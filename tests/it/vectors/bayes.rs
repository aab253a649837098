//! Bayesian signed-rank and sign tests: two closed forms for one difference, and baycomp 1.0.3 with
//! 200,000 draws on table 2 of Demšar (2006), C4.5 against C4.5+m.
//!
//! The reference's shares are of draws: the six digits given are those of one stream of numpy's generator, and
//! another stream moves the third. So none can be met to its last digit, and each is held within four of
//! its own standard errors, sqrt(p (1 - p) / 200,000), at most 0.0011, joined with ours.

use likewise::stats::Best;
use likewise::stats::bayes::{Differences, MonteCarlo, Posterior, sign, signed_rank};

use super::{near, within};

const X: [f64; 14] =
    [0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661, 0.583, 0.775, 1.0, 0.94, 0.619, 0.972, 0.957];
const Y: [f64; 14] =
    [0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668, 0.583, 0.838, 1.0, 0.962, 0.666, 0.981, 0.978];

fn draws() -> MonteCarlo {
    MonteCarlo { samples: 1_000_000, ..MonteCarlo::default() }
}

/// Both simulations' errors, four of them; a share of 0 or 1 as if one draw had gone the other way.
#[track_caller]
fn agrees(got: &Posterior, want: [f64; 3]) {
    for ((got, error), want) in [got.p_left, got.p_rope, got.p_right].into_iter().zip(got.errors).zip(want) {
        let p = want.clamp(5e-6, 1.0 - 5e-6);
        within(got, want, 4.0 * error.hypot((p * (1.0 - p) / 200_000.0).sqrt()));
    }
}

/// One difference d beyond twice the region: 2^(-1/4); between one and two regions: sqrt(1 - 1/sqrt 2).
#[test]
fn closed_forms() {
    for (difference, exact, baycomp) in [
        (1.0, 0.8408964152537145, [0.0, 0.15822, 0.84178]),
        (0.15, 0.541196100146197, [0.0, 0.458715, 0.541285]),
    ] {
        let d = Differences::from_scores(&[0.0], &[difference], 0.1, Best::Largest).unwrap();
        let p = signed_rank(&d, 0.5, &draws()).unwrap();
        within(p.p_right, exact, 4.0 * p.errors[2]);
        agrees(&p, baycomp);
    }
    near(2f64.powf(-0.25), 0.8408964152537145, 1e-15);
    near((1.0 - 0.5f64.sqrt()).sqrt(), 0.541196100146197, 1e-15);
}

#[test]
fn baycomps_signed_rank() {
    for (rope, want) in [
        (0.0, [0.000775, 0.0, 0.999225]),
        (0.01, [0.0, 0.328995, 0.671005]),
        // 0.033 + 0.007 is just twice 0.02, so that here the pair (in both orders) is inside the region: by
        // numpy on whole thousandths, 400,000 draws
        (0.02, [0.0, 0.895245, 0.104755]),
        // baycomp subtracts in binary, where (0.661 - 0.628) + (0.668 - 0.661) = 0.040000000000000036, and
        // counts the pair to the right. A region a hair smaller does the same with whole numbers, since no
        // other sum lies between: this is the reference's figure for 0.02
        (0.01999, [0.0, 0.885425, 0.114575]),
    ] {
        let d = Differences::from_scores(&X, &Y, rope, Best::Largest).unwrap();
        agrees(&signed_rank(&d, 0.5, &draws()).unwrap(), want);
    }
}

/// Ours is by formula; baycomp places its prior of 1 in the region and has no region for 0.
#[test]
fn baycomps_sign_test() {
    for (rope, want) in [(0.01, [0.0, 0.78853, 0.21147]), (0.02, [0.0, 0.91043, 0.08957])] {
        let d = Differences::from_scores(&X, &Y, rope, Best::Largest).unwrap();
        agrees(&sign(&d, 1.0).unwrap(), want);
    }
    let d = Differences::from_scores(&X, &Y, 0.0, Best::Largest).unwrap();
    let p = sign(&d, 1.0).unwrap();
    let two_way = p.p_left + p.p_right;
    // the reference's two shares are of the draws in which a side, not the region, came largest
    let error = 4.0 * (0.00535 * 0.99465 / (200_000.0 * two_way)).sqrt();
    within(p.p_left / two_way, 0.005350700177337492, error);
    within(p.p_right / two_way, 0.9946492998226625, error);
}

/// A method against itself gets a half each way; baycomp 1.0.3 gave 0.69 and 0.31 (largest of two numbers
/// that differ by rounding) and NaN for signs.
#[test]
fn against_itself() {
    let same = [0.1, 0.2, 0.3, 0.4, 0.5];
    let d = Differences::from_scores(&same, &same, 0.0, Best::Largest).unwrap();
    let p = signed_rank(&d, 0.5, &draws()).unwrap();
    assert_eq!((p.p_left, p.p_right), (0.5, 0.5));
    let p = sign(&d, 1.0).unwrap();
    near(p.p_left, p.p_right, 1e-12);
    assert!(p.p_left.is_finite() && p.p_rope.is_finite());
}
