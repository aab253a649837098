//! Statistics held against answers known from papers, exact enumeration and other programs.
//!
//! Figures are written with 13 digits. Tolerances are relative unless a test says otherwise.

mod bayes;
mod bootstrap;
mod concordance;
mod degenerate;
mod demsar;
mod derrac;
mod effects;
mod exact_pairs;
mod families;
mod few_runs;
mod five_by_three;
mod friedman_exact;
mod garcia_2008;
mod garcia_2010;
mod missing;
mod nemenyi_quantiles;
mod quade_conover;
mod scmamp;
mod signed_rank;
mod two_way;

use std::collections::BTreeMap;

use likewise::stats::{
    Adjustment, Best, BlockTable, FriedmanVariant, adjust_pairs, aligned_ranks, chi_squared_sf, cliques,
    conover, exhaustive_sets, friedman, nemenyi, normal_two_sided, quade,
};

/// For figures that both sides compute in double precision.
pub const CLOSE: f64 = 1e-10;

/// Relative closeness; 1e-14 absolute for figures next to 0.
#[track_caller]
pub fn near(got: f64, want: f64, tolerance: f64) {
    let allowed = (tolerance * want.abs()).max(1e-14);
    assert!((got - want).abs() <= allowed, "{got:e} is not {want:e} within {tolerance:e}");
}

/// Absolute closeness, for printed figures.
#[track_caller]
pub fn within(got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance, "{got} is not {want} within {tolerance}");
}

/// Numbers in a text.
pub fn numbers(text: &str) -> Vec<f64> {
    text.split_whitespace().map(|t| t.parse().unwrap()).collect()
}

/// A table from a text: a line a block.
pub fn table(text: &str, best: Best) -> BlockTable {
    let rows: Vec<Vec<&str>> = text.trim().lines().map(|l| l.split_whitespace().collect()).collect();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    BlockTable::parse(&rows, best).unwrap()
}

/// The cells above the diagonal, row by row: all pairs in order.
pub fn upper(matrix: &[Vec<f64>]) -> Vec<f64> {
    (0..matrix.len()).flat_map(|i| matrix[i][i + 1..].iter().copied()).collect()
}

/// Known figures, a line a name; each has to be asked for once.
pub struct Figures(BTreeMap<&'static str, Vec<f64>>);

impl Figures {
    pub fn new(text: &'static str) -> Self {
        let line = |l: &'static str| {
            let (name, values) = l.trim().split_once(' ').unwrap();
            (name, numbers(values))
        };
        Self(text.trim().lines().map(line).collect())
    }

    #[track_caller]
    pub fn take(&mut self, name: &str) -> Vec<f64> {
        self.0.remove(name).unwrap_or_else(|| panic!("no figure {name}"))
    }

    #[track_caller]
    pub fn are(&mut self, name: &str, got: &[f64], tolerance: f64) {
        let want = self.take(name);
        assert_eq!(got.len(), want.len(), "{name}");
        for (g, w) in got.iter().zip(&want) {
            let allowed = (tolerance * w.abs()).max(1e-14);
            assert!((g - w).abs() <= allowed, "{name}: {got:?} are not {want:?} within {tolerance:e}");
        }
    }

    #[track_caller]
    pub fn is(&mut self, name: &str, got: f64, tolerance: f64) {
        self.are(name, &[got], tolerance);
    }

    /// No figure was left unasked.
    #[track_caller]
    pub fn finish(self) {
        assert!(self.0.is_empty(), "not looked at: {:?}", self.0.keys());
    }

    /// Friedman's test: `ranks chi2 chi2-p tie tied tied-p f f-p tied-f tied-f-p w`.
    pub fn friedman(&mut self, table: &BlockTable) {
        let t = friedman(table, FriedmanVariant::ChiSquared).unwrap();
        self.are("ranks", &t.mean_ranks, CLOSE);
        self.is("chi2", t.chi_squared_uncorrected, CLOSE);
        self.is("chi2-p", chi_squared_sf(t.chi_squared_uncorrected, t.df as f64), CLOSE);
        self.is("tie", t.tie_correction, CLOSE);
        self.is("tied", t.chi_squared, CLOSE);
        self.is("tied-p", t.chi_squared_p, CLOSE);
        self.is("f", t.iman_davenport_uncorrected.f.unwrap(), CLOSE);
        self.is("f-p", t.iman_davenport_uncorrected.p, CLOSE);
        self.is("tied-f", t.iman_davenport.f.unwrap(), CLOSE);
        self.is("tied-f-p", t.iman_davenport.p, CLOSE);
        self.is("w", t.kendall_w.unwrap(), CLOSE);
    }

    /// Rank differences of all pairs by the normal law, every adjustment of them, and Nemenyi's test.
    pub fn pairs(&mut self, table: &BlockTable) {
        let test = nemenyi(table).unwrap();
        let k = test.subjects;
        let gap = |i: usize, j: usize| (test.mean_ranks[i] - test.mean_ranks[j]).abs();
        let z: Vec<f64> = (0..k)
            .flat_map(|i| (i + 1..k).map(move |j| (i, j)))
            .map(|(i, j)| gap(i, j) / test.standard_error)
            .collect();
        let p: Vec<f64> = z.iter().copied().map(normal_two_sided).collect();
        self.are("z", &z, CLOSE);
        self.are("p", &p, CLOSE);
        // where p = 1 all of Li's answers hang on 1 - p = 0
        let li = if p.contains(&1.0) { 1e-5 } else { CLOSE };
        self.are("nemenyi", &upper(&test.p), CLOSE);
        for (name, method) in METHODS {
            let tolerance = if name == "li" { li } else { CLOSE };
            self.are(name, &adjust_pairs(&p, k, method).unwrap(), tolerance);
        }
        self.is("sets", exhaustive_sets(k).unwrap() as f64, 0.0);
    }

    /// Quade's test with its t tests of pairs, `quade-*`.
    pub fn quade(&mut self, table: &BlockTable) {
        let q = quade(table).unwrap();
        self.are("quade-df", &[q.df1 as f64, q.df2 as f64], 0.0);
        self.is("quade-f", q.f.unwrap(), CLOSE);
        self.is("quade-p", q.p, CLOSE);
        self.are("quade-ranks", &q.weighted_mean_ranks, CLOSE);
        self.are("quade-pairs", &upper(&q.pairs), CLOSE);
    }

    /// The test of aligned ranks, `aligned-*`.
    pub fn aligned(&mut self, table: &BlockTable) {
        let a = aligned_ranks(table).unwrap();
        self.are("aligned-t", &[a.t, a.df as f64, a.p], CLOSE);
        self.are("aligned-ranks", &a.mean_ranks, CLOSE);
    }

    /// Conover's t tests of pairs, single and by the studentized range, `conover-*`.
    pub fn conover(&mut self, table: &BlockTable) {
        let c = conover(table).unwrap();
        let k = c.subjects;
        self.is("conover-df", c.df as f64, 0.0);
        let t: Vec<f64> =
            (0..k).flat_map(|i| (i + 1..k).map(move |j| (i, j))).map(|(i, j)| c.t(i, j).unwrap()).collect();
        self.are("conover-t", &t, CLOSE);
        self.are("conover-p", &upper(&c.p), CLOSE);
        // the references' own error is about 1e-15 absolute
        for (got, want) in
            upper(&c.single_step(f64::INFINITY).unwrap()).into_iter().zip(self.take("conover-tukey"))
        {
            within(got, want, 1e-10 * want + 3e-15);
        }
    }

    /// Critical differences at 0.1, 0.05 and 0.01, `cd`.
    pub fn critical_differences(&mut self, table: &BlockTable) {
        let test = nemenyi(table).unwrap();
        self.are("cd", &[0.1, 0.05, 0.01].map(|a| test.critical_difference(a).unwrap()), CLOSE);
    }
}

/// The adjustments of [`Figures::pairs`].
const METHODS: [(&str, Adjustment); 12] = [
    ("bonferroni", Adjustment::Bonferroni),
    ("holm", Adjustment::Holm),
    ("hochberg", Adjustment::Hochberg),
    ("hommel", Adjustment::Hommel),
    ("finner", Adjustment::Finner),
    ("holland", Adjustment::Holland),
    ("li", Adjustment::Li),
    ("rom", Adjustment::Rom),
    ("shaffer", Adjustment::Shaffer),
    ("bergmann", Adjustment::BergmannHommel),
    ("bh", Adjustment::BenjaminiHochberg),
    ("by", Adjustment::BenjaminiYekutieli),
];

/// Nemenyi's groups at a level, each sorted.
pub fn groups(table: &BlockTable, alpha: f64) -> Vec<Vec<usize>> {
    sorted(cliques(&nemenyi(table).unwrap().p, alpha).unwrap())
}

/// Groups in order, so that two lists of them compare.
pub fn sorted(mut groups: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    groups.iter_mut().for_each(|g| g.sort_unstable());
    groups.retain(|g| g.len() > 1);
    groups.sort();
    groups
}
