//! Adjusted p-values of small families, among them ties, a p of 1, p-values of 1e-300 and one on which
//! STAC's code is wrong. Hommel, Benjamini-Hochberg and Benjamini-Yekutieli by statsmodels 0.15 and R's
//! p.adjust, step-down Šidák by statsmodels; Rom, Finner, Li and Holland by code that was checked against
//! the tables of Derrac and others (2011).

use likewise::stats::{Adjustment, adjust};

use super::Figures;

const SETS: &str = "
        p 0.01 0.02 0.022 0.09 0.1
        bonferroni 0.05 0.1 0.11 0.45 0.5
        holm 0.05 0.08 0.08 0.18 0.18
        hochberg 0.05 0.066 0.066 0.1 0.1
        hommel 0.04 0.06 0.066 0.1 0.1
        bh 0.03666666666667 0.03666666666667 0.03666666666667 0.1 0.1
        by 0.08372222222222 0.08372222222222 0.08372222222222 0.2283333333333 0.2283333333333
        holm_sidak 0.0490099501 0.07763184 0.07763184 0.1719 0.1719
        finner 0.0490099501 0.04925250628782 0.04925250628782 0.1112047183443 0.1112047183443
        holland 0.0490099501 0.07763184 0.07763184 0.1719 0.1719
        li 0.01098901098901 0.02173913043478 0.02386117136659 0.09090909090909 0.1
        rom 0.04905335095774 0.06518518518519 0.06518518518519 0.1 0.1

        p 0.01 0.015 0.021 0.022 0.024 0.06
        bonferroni 0.06 0.09 0.126 0.132 0.144 0.36
        holm 0.06 0.075 0.084 0.084 0.084 0.084
        hochberg 0.048 0.048 0.048 0.048 0.048 0.06
        hommel 0.032 0.036 0.042 0.044 0.048 0.06
        bh 0.0288 0.0288 0.0288 0.0288 0.0288 0.06
        by 0.07056 0.07056 0.07056 0.07056 0.07056 0.147
        holm_sidak 0.058519850599 0.07278349763437 0.081390849519 0.081390849519 0.081390849519 0.081390849519
        finner 0.058519850599 0.058519850599 0.058519850599 0.058519850599 0.058519850599 0.06
        holland 0.058519850599 0.07278349763438 0.081390849519 0.081390849519 0.081390849519 0.081390849519
        li 0.01052631578947 0.01570680628272 0.02185223725286 0.02286902286902 0.02489626556017 0.06
        rom 0.048 0.048 0.048 0.048 0.048 0.06

        p 0.04 0.04 0.04 1
        bonferroni 0.16 0.16 0.16 1
        holm 0.16 0.16 0.16 1
        hochberg 0.08 0.08 0.08 1
        hommel 0.08 0.08 0.08 1
        bh 0.05333333333333 0.05333333333333 0.05333333333333 1
        by 0.1111111111111 0.1111111111111 0.1111111111111 1
        holm_sidak 0.15065344 0.15065344 0.15065344 1
        finner 0.15065344 0.15065344 0.15065344 1
        holland 0.15065344 0.15065344 0.15065344 1
        li 1 1 1 1
        rom 0.08 0.08 0.08 1

        p 1e-300 1e-20 0.5
        bonferroni 3e-300 3e-20 1
        holm 3e-300 2e-20 0.5
        hochberg 3e-300 2e-20 0.5
        hommel 3e-300 2e-20 0.5
        bh 3e-300 1.5e-20 0.5
        by 5.5e-300 2.75e-20 0.9166666666667
        holm_sidak 3e-300 2e-20 0.5
        finner 0 0 0.5
        holland 0 0 0.5
        li 2e-300 2e-20 0.5
        rom 2.962962962963e-300 2e-20 0.5

        p 0.01 0.02 0.9
        bonferroni 0.03 0.06 1
        holm 0.03 0.04 0.9
        hochberg 0.03 0.04 0.9
        hommel 0.03 0.04 0.9
        bh 0.03 0.03 0.9
        by 0.055 0.055 1
        holm_sidak 0.029701 0.0396 0.9
        finner 0.029701 0.02984949621206 0.9
        holland 0.029701 0.0396 0.9
        li 0.09090909090909 0.1666666666667 0.9
        rom 0.02962962962963 0.04 0.9

        p 0.03
        bonferroni 0.03
        holm 0.03
        hochberg 0.03
        hommel 0.03
        bh 0.03
        by 0.03
        holm_sidak 0.03
        finner 0.03
        holland 0.03
        li 0.03
        rom 0.03

        p 0.9 0.001 0.05 0.0499 0.3
        bonferroni 1 0.005 0.25 0.2495 1
        holm 0.9 0.005 0.1996 0.1996 0.6
        hochberg 0.9 0.005 0.15 0.15 0.6
        hommel 0.9 0.005 0.15 0.1497 0.6
        bh 0.9 0.005 0.08333333333333 0.08333333333333 0.375
        by 1 0.01141666666667 0.1902777777778 0.1902777777778 0.85625
        holm_sidak 0.9 0.004990009995001 0.1851507458462 0.1851507458462 0.51
        finner 0.9 0.004990009995001 0.1201203057397 0.1201203057397 0.3597161465399
        holland 0.9 0.004990009995001 0.1851507458462 0.1851507458462 0.51
        li 0.9 0.00990099009901 0.3333333333333 0.3328885923949 0.75
        rom 0.9 0.004905335095774 0.1481481481481 0.1481481481481 0.6";

#[test]
fn every_family() {
    let mut families = 0;
    for set in SETS.split("\n\n") {
        let mut figures = Figures::new(set);
        let p = figures.take("p");
        for (name, method) in [
            ("bonferroni", Adjustment::Bonferroni),
            ("holm", Adjustment::Holm),
            ("hochberg", Adjustment::Hochberg),
            ("hommel", Adjustment::Hommel),
            ("bh", Adjustment::BenjaminiHochberg),
            ("by", Adjustment::BenjaminiYekutieli),
            ("rom", Adjustment::Rom),
            // Holland and Copenhaver's is the step-down Šidák adjustment
            ("holm_sidak", Adjustment::Holland),
            ("holland", Adjustment::Holland),
            ("finner", Adjustment::Finner),
        ] {
            let got = adjust(&p, method).unwrap();
            if p[0] < 1e-200 && matches!(name, "holland" | "finner") {
                // the reference took 1 - (1 - p)^m and lost what is below 1e-16
                let want = figures.take(name);
                assert!(want[..2] == [0.0, 0.0] && got[..2].iter().all(|&g| g > 0.0 && g < 1e-19));
                continue;
            }
            let relative = if matches!(name, "holland" | "finner") { 1e-9 } else { 1e-12 };
            figures.are(name, &got, relative);
        }
        // with a p of 1 Li's answers hang on 1 - p = 0: the reference moves it to 1 - 1e-15 or so
        let got = adjust(&p, Adjustment::Li).unwrap();
        figures.are("li", &got, 1e-11);
        figures.finish();
        families += 1;
    }
    assert_eq!(families, 7);
}
