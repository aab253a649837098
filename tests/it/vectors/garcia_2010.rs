//! García, Fernández, Luengo and Herrera (2010), Advanced nonparametric tests for multiple comparisons in
//! the design of experiments in computational intelligence and data mining, Information Sciences 180:
//! four methods on 24 data sets (as in scmamp's data.gh.2010). Two methods have one mean rank, so that a
//! pair has p = 1. Figures: the paper, scmamp, R 4.6.0; the rest by scipy 1.17.1.

use likewise::stats::{Best, FriedmanVariant, chi_squared_sf, friedman, quade};

use super::{CLOSE, Figures, groups, near, scmamp, table, within};

const DATA: &str = "
        0.752 0.773 0.785 0.795
        0.727 0.748 0.724 0.713
        0.736 0.716 0.585 0.638
        0.994 0.861 0.88 0.791
        0.508 0.553 0.575 0.515
        0.535 0.536 0.513 0.471
        0.967 0.871 0.954 0.532
        0.831 0.807 0.819 0.768
        0.745 0.702 0.719 0.705
        0.709 0.572 0.669 0.607
        0.722 0.728 0.725 0.732
        0.967 0.947 0.953 0.96
        0.832 0.752 0.802 0.691
        0.998 0.992 0.482 0.91
        0.963 0.963 0.954 0.926
        0.982 0.953 0.932 0.63
        0.978 0.773 0.834 0.849
        0.854 0.787 0.841 0.779
        0.965 0.984 0.995 0.947
        0.924 0.887 0.861 0.804
        0.929 0.942 0.931 0.921
        0.837 0.643 0.602 0.554
        0.972 0.956 0.944 0.922
        0.958 0.959 0.964 0.964";

#[test]
fn every_figure() {
    let table = table(DATA, Best::Largest);
    let mut figures = Figures::new(
        "
        ranks 1.770833333333 2.479166666667 2.479166666667 3.270833333333
        chi2 16.225
        chi2-p 0.001019673079734
        tie 0.9916666666667
        tied 16.36134453782
        tied-p 0.0009560511722213
        f 6.690721649485
        f-p 0.0004970002674997
        tied-f 6.763479836883
        tied-f-p 0.0004584613078533
        w 0.2272408963585
        z 1.900657780875 1.900657780875 4.0249223595 0 2.124264578625 2.124264578625
        p 0.05734685190137 0.05734685190137 5.699411623332e-05 1 0.03364802587476 0.03364802587476
        nemenyi 0.2276967625815 0.2276967625815 0.0003321288061429 1 0.1453533876535 0.1453533876535
        bonferroni 0.3440811114082 0.3440811114082 0.0003419646973999 1 0.2018881552486 0.2018881552486
        holm 0.1720405557041 0.1720405557041 0.0003419646973999 1 0.1682401293738 0.1682401293738
        hochberg 0.1146937038027 0.1146937038027 0.0003419646973999 1 0.1146937038027 0.1146937038027
        hommel 0.1146937038027 0.1146937038027 0.0003419646973999 1 0.08602027785205 0.08602027785205
        finner 0.09758560463496 0.09758560463496 0.000341915976163 1 0.09758560463496 0.09758560463496
        holland 0.1623631658147 0.1623631658147 0.000341915976163 1 0.1572928262508 0.1572928262508
        li 1 1 0.9999999999988 1 1 1
        rom 0.1146937038027 0.1146937038027 0.0003350575817863 1 0.1146937038027 0.1146937038027
        shaffer 0.1720405557041 0.1720405557041 0.0003419646973999 1 0.1009440776243 0.1009440776243
        bergmann 0.1720405557041 0.1720405557041 0.0003419646973999 1 0.1009440776243 0.1009440776243
        bh 0.06881622228164 0.06881622228164 0.0003419646973999 1 0.06729605174952 0.06729605174952
        by 0.16859974459 0.16859974459 0.0008378135086298 1 0.1648753267863 0.1648753267863
        sets 14
        cd 0.8539325577846 0.9574216132951 1.160239900527
        quade-df 3 69
        quade-f 11.76710192845
        quade-p 2.579837843145e-06
        quade-ranks 1.388333333333 2.538333333333 2.591666666667 3.481666666667
        quade-pairs 0.00178287643192 0.001119502010685 1.141473101098e-07 0.880615479652 0.009544601531276 0.01421547386647
        aligned-t 22.26710851341 3 5.739364938349e-05
        aligned-ranks 29.35416666667 46.77083333333 46.95833333333 70.91666666667",
    );
    figures.friedman(&table);
    figures.pairs(&table);
    figures.critical_differences(&table);
    figures.quade(&table);
    figures.aligned(&table);
    figures.finish();
    assert_eq!(groups(&table, 0.1), [vec![0, 1, 2], vec![1, 2, 3]]);
    assert_eq!(groups(&table, 0.05), [vec![0, 1, 2], vec![1, 2, 3]]);
}

#[test]
fn of_the_paper_and_of_other_programs() {
    let table = table(DATA, Best::Largest);
    let test = friedman(&table, FriedmanVariant::ChiSquared).unwrap();
    within(test.chi_squared_uncorrected, 16.225, 5e-4);
    within(test.iman_davenport_uncorrected.f.unwrap(), 6.691, 5e-4);
    near(test.chi_squared, 16.3613445378151, CLOSE);
    near(test.chi_squared_p, 0.000956051172221329, CLOSE);
    let quade = quade(&table).unwrap();
    near(quade.f.unwrap(), 11.7671019284455, CLOSE);
    near(quade.p, 2.57983784314518e-6, CLOSE);
    // scmamp ranks binary differences; ours is 22.2671 above
    near(scmamp::aligned_t(DATA), 22.2600478561442, CLOSE);
    near(chi_squared_sf(scmamp::aligned_t(DATA), 3.0), 5.75882204714162e-5, CLOSE);
}
