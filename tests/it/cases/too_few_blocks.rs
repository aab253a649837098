//! Designs that can show nothing.

use super::{answer, near, on};

/// Eight methods on two blocks (a question on Cross Validated): the critical difference, 7.4246, is larger
/// than the largest difference that there can be. That is said, and before any p-value; no difference found
/// is not called equality. Degrees of freedom are infinite, not k (n - 1).
#[test]
fn a_critical_difference_beyond_the_scale() {
    let csv = "set,a,b,c,d,e,f,g,h\ns1,8,7,6,5,4,3,2,1\ns2,8,7,6,5,4,3,1,2\n";
    let command = "test --wide --metric score --direction higher";
    let json = answer(csv, command);
    let test = &json["result"][0];
    near(&test["critical_difference"], 3.030_878_449_6 * 6f64.sqrt()); // sqrt(8 * 9 / (6 * 2))
    assert!(test["attainable"]["nemenyi"].as_f64().unwrap() > 0.05);
    near(&test["attainable"]["signed_rank"], 0.5);
    let out = on(csv, command).out.split_whitespace().collect::<Vec<_>>().join(" ");
    let (warning, p) =
        (out.find("Nemenyi's test can tell no pair apart here").unwrap(), out.find("Friedman: chi").unwrap());
    assert!(warning < p, "{out}");
    assert!(out.contains("no pair can reach 0.05 by the signed-rank or sign test"), "{out}");
    assert!(!out.contains("equal") && !out.contains("same performance"), "{out}");
}
