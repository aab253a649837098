//! The two-way table without replication: how much of the variation lies between blocks, between
//! subjects and in neither, and Tukey's test of non-additivity (Tukey 1949; Scheffé 1959).

use super::tails::f_sf;
use super::{BlockTable, StatsError};

/// An F statistic with its p-value.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct FTest {
    /// The statistic.
    pub f: f64,
    /// Degrees of freedom above.
    pub df1: usize,
    /// Degrees of freedom below.
    pub df2: usize,
    /// The p-value.
    pub p: f64,
}

/// Shares of the total sum of squares; they add up to 1.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct Shares {
    /// The share of blocks.
    pub blocks: f64,
    /// The share of subjects.
    pub subjects: f64,
    /// The share that is in neither.
    pub residual: f64,
}

/// The answer of [`two_way`], on the scale of the data.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct TwoWay {
    /// The mean of all cells.
    pub grand_mean: f64,
    /// Each block's mean minus the grand mean.
    pub blocks: Vec<f64>,
    /// Each subject's mean minus the grand mean.
    pub subjects: Vec<f64>,
    /// What the sum of effects leaves of each cell, in row order.
    pub residuals: Vec<f64>,
    /// The sum of squares of blocks.
    pub ss_blocks: f64,
    /// The sum of squares of subjects.
    pub ss_subjects: f64,
    /// The sum of squares of residuals.
    pub ss_residual: f64,
    /// The sum of squares about the grand mean.
    pub ss_total: f64,
    /// Shares of the total; `None` when all cells are equal.
    pub shares: Option<Shares>,
    /// The F test of blocks against residuals; `None` when all residuals are 0.
    pub f_blocks: Option<FTest>,
    /// The F test of subjects against residuals; `None` when all residuals are 0.
    pub f_subjects: Option<FTest>,
}

/// Splits the sum of squares of a complete table of `n` blocks by `k` subjects.
///
/// Effects and residuals are computed in whole numbers and are 0 exactly where they are 0. The F tests
/// take residuals as normal and effects as additive (see [`tukey_additivity`]).
///
/// # Errors
/// [`StatsError::TooFew`] below 2 subjects or blocks, [`StatsError::Incomplete`] when a cell is missing,
/// [`StatsError::Range`] when cells are too far apart for whole numbers.
///
/// ```
/// use likewise::stats::{Best, BlockTable, two_way};
/// let t = BlockTable::parse(
///     &[
///         &["72.88", "85.53", "60.5", "43.83", "81.77"],
///         &["74.95", "78.09", "54.16", "51.34", "85.09"],
///         &["62.64", "64.3", "56.75", "38.17", "67.12"],
///     ],
///     Best::Largest,
/// )?;
/// let w = two_way(&t)?;
/// assert_eq!(format!("{:.4} {:.4} {:.4}", w.ss_blocks, w.ss_subjects, w.ss_residual), "404.7319 2400.0108 204.7101");
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn two_way(table: &BlockTable) -> Result<TwoWay, StatsError> {
    let fit = Fit::new(table, "the two-way decomposition")?;
    let (n, k) = (fit.blocks.len(), fit.subjects.len());
    let scaled = |values: &[i128]| values.iter().map(|&v| v as f64 / fit.scale).collect::<Vec<f64>>();
    let (blocks, subjects, residuals) = (scaled(&fit.blocks), scaled(&fit.subjects), scaled(&fit.residuals));
    let ss_blocks = k as f64 * squares(&blocks);
    let ss_subjects = n as f64 * squares(&subjects);
    let ss_residual = squares(&residuals);
    let ss_total = ss_blocks + ss_subjects + ss_residual;
    let shares = (ss_total > 0.0).then(|| Shares {
        blocks: ss_blocks / ss_total,
        subjects: ss_subjects / ss_total,
        residual: ss_residual / ss_total,
    });
    let df2 = (n - 1) * (k - 1);
    let test = |ss: f64, df1: usize| {
        (ss_residual > 0.0).then(|| {
            let f = (ss / df1 as f64) / (ss_residual / df2 as f64);
            FTest { f, df1, df2, p: f_sf(f, df1 as f64, df2 as f64) }
        })
    };
    Ok(TwoWay {
        grand_mean: fit.grand_mean,
        f_blocks: test(ss_blocks, n - 1),
        f_subjects: test(ss_subjects, k - 1),
        blocks,
        subjects,
        residuals,
        ss_blocks,
        ss_subjects,
        ss_residual,
        ss_total,
        shares,
    })
}

/// The answer of [`tukey_additivity`].
#[derive(Debug, Clone, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct Additivity {
    /// The slope of residuals on the product of effects, per unit of the data: positive when the gaps
    /// between subjects grow with the level of the block.
    pub slope: f64,
    /// The sum of squares that it takes from the residuals, on one degree of freedom.
    pub ss: f64,
    /// What is left of the residual sum of squares.
    pub ss_rest: f64,
    /// The test: F on 1 and `(n - 1) (k - 1) - 1` degrees of freedom.
    pub test: FTest,
}

/// Tukey's one-degree-of-freedom test of non-additivity: whether the effects of block and subject
/// multiply, such as gaps that shrink near a ceiling.
///
/// It sees no other kind of interaction.
///
/// # Errors
/// As [`two_way`]; [`StatsError::TooFew`] for 2 blocks by 2 subjects, where no degree of freedom is
/// left; [`StatsError::Undefined`] when blocks or subjects do not differ, when all residuals are 0
/// (0/0), and when the product explains them wholly (F would be infinite).
///
/// ```
/// use likewise::stats::{Best, BlockTable, tukey_additivity};
/// let t = BlockTable::parse(
///     &[
///         &["72.88", "85.53", "60.5", "43.83", "81.77"],
///         &["74.95", "78.09", "54.16", "51.34", "85.09"],
///         &["62.64", "64.3", "56.75", "38.17", "67.12"],
///     ],
///     Best::Largest,
/// )?;
/// let a = tukey_additivity(&t)?;
/// assert_eq!(format!("{:.4} {} {} {:.5}", a.test.f, a.test.df1, a.test.df2, a.test.p), "2.5992 1 7 0.15095");
/// # Ok::<(), likewise::stats::StatsError>(())
/// ```
pub fn tukey_additivity(table: &BlockTable) -> Result<Additivity, StatsError> {
    const PROCEDURE: &str = "Tukey's test of non-additivity";
    let fit = Fit::new(table, PROCEDURE)?;
    let (n, k) = (fit.blocks.len(), fit.subjects.len());
    if n == 2 && k == 2 {
        return Err(StatsError::TooFew {
            procedure: PROCEDURE,
            what: "blocks or subjects",
            needed: 3,
            found: 2,
        });
    }
    let undefined = |why| Err(StatsError::Undefined { procedure: PROCEDURE, why });
    let zero = |values: &[i128]| values.iter().all(|&v| v == 0);
    if zero(&fit.blocks) || zero(&fit.subjects) {
        return undefined("blocks or subjects do not differ in the mean");
    }
    if zero(&fit.residuals) {
        return undefined("the table is perfectly additive");
    }
    // brought to about 1, so that fourth powers stay in range
    let size = fit.blocks.iter().chain(&fit.subjects).map(|v| v.unsigned_abs()).max().unwrap_or(1) as f64;
    let unit = |values: &[i128]| values.iter().map(|&v| v as f64 / size).collect::<Vec<f64>>();
    let (a, b, residuals) = (unit(&fit.blocks), unit(&fit.subjects), unit(&fit.residuals));
    let products: Vec<f64> = a.iter().flat_map(|a| b.iter().map(move |b| a * b)).collect();
    let norm = squares(&a) * squares(&b);
    let cross: Vec<f64> = products.iter().zip(&residuals).map(|(p, r)| p * r).collect();
    let slope = super::sum(&cross) / norm;
    let rest: Vec<f64> = products.iter().zip(&residuals).map(|(p, r)| r - slope * p).collect();
    let (ss, ss_rest) = (slope * slope * norm, squares(&rest));
    // what rounding leaves of a residual that the product explains
    if ss_rest <= 1e-26 * ss {
        return undefined("the product of effects explains all residuals");
    }
    let df2 = (n - 1) * (k - 1) - 1;
    let f = ss / (ss_rest / df2 as f64);
    let scale = size / fit.scale;
    Ok(Additivity {
        slope: slope / scale,
        ss: ss * scale * scale,
        ss_rest: ss_rest * scale * scale,
        test: FTest { f, df1: 1, df2, p: f_sf(f, 1.0, df2 as f64) },
    })
}

fn squares(values: &[f64]) -> f64 {
    let squares: Vec<f64> = values.iter().map(|v| v * v).collect();
    super::sum(&squares)
}

/// Effects and residuals as whole numbers of `1 / scale`.
struct Fit {
    grand_mean: f64,
    blocks: Vec<i128>,
    subjects: Vec<i128>,
    residuals: Vec<i128>,
    scale: f64,
}

impl Fit {
    fn new(table: &BlockTable, procedure: &'static str) -> Result<Self, StatsError> {
        // for its checks; the sign of its cells depends on the direction
        table.complete(procedure, 2, 2)?;
        let (n, k) = (table.blocks(), table.subjects());
        let cells: Vec<i128> = (0..n).flat_map(|b| table.row(b).flatten()).collect();
        // effects don't depend on the level, and small numbers leave room for products
        let base = cells.iter().copied().min().unwrap_or(0);
        let cells: Vec<i128> = cells.into_iter().map(|c| c - base).collect();
        let largest = cells.iter().copied().max().unwrap_or(0);
        let (rows, columns) = (n as i128, k as i128);
        let room =
            largest.checked_mul(4).and_then(|c| c.checked_mul(rows)).and_then(|c| c.checked_mul(columns));
        if room.is_none() {
            return Err(StatsError::Range);
        }
        let row: Vec<i128> = cells.chunks(k).map(|r| r.iter().sum()).collect();
        let column: Vec<i128> = (0..k).map(|j| cells.iter().skip(j).step_by(k).sum()).collect();
        let grand: i128 = row.iter().sum();
        let residuals = cells
            .iter()
            .enumerate()
            .map(|(at, c)| rows * columns * c - rows * row[at / k] - columns * column[at % k] + grand)
            .collect();
        let count = (n * k) as f64;
        Ok(Self {
            grand_mean: (base as f64 + grand as f64 / count) / table.divisor(),
            blocks: row.iter().map(|r| rows * r - grand).collect(),
            subjects: column.iter().map(|c| columns * c - grand).collect(),
            residuals,
            scale: count * table.divisor(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Best;

    fn table(rows: &[&[i128]], divisor: f64) -> BlockTable {
        let cells = rows.iter().flat_map(|r| r.iter().copied().map(Some)).collect();
        BlockTable::from_units(rows.len(), rows[0].len(), cells, divisor, Best::Largest).unwrap()
    }

    fn boik() -> BlockTable {
        // Boik 1993: fill weights, occasions by heads
        table(
            &[
                &[68, 65, 75, 57, 32, 70],
                &[56, 52, 55, 48, 65, 47],
                &[40, 51, 52, 36, 49, 45],
                &[84, 87, 88, 73, 34, 70],
                &[50, 52, 52, 50, 45, 61],
            ],
            1.0,
        )
    }

    fn synthetic() -> BlockTable {
        table(
            &[&[762, 824, 801], &[815, 793, 788], &[799, 867, 850], &[799, 841, 832], &[846, 859, 856]],
            10.0,
        )
    }

    fn near(got: f64, want: f64) {
        assert!((got - want).abs() <= 1e-12 * want.abs(), "{got} {want}");
    }

    #[test]
    fn boik_bottling_against_r() {
        let w = two_way(&boik()).unwrap();
        near(w.grand_mean, 56.96666666666667);
        near(w.ss_blocks, 2601.133333333333);
        near(w.ss_subjects, 1225.3666666666667);
        near(w.ss_residual, 2602.4666666666667);
        let blocks = w.f_blocks.unwrap();
        near(blocks.f, 4.997438327740351);
        near(blocks.p, 0.005873151621128438);
        let subjects = w.f_subjects.unwrap();
        near(subjects.f, 1.8833926787406832);
        near(subjects.p, 0.14241244982914503);
        assert_eq!((blocks.df1, subjects.df1, blocks.df2), (4, 5, 20));
        near(w.blocks[3], 15.7);
        near(w.subjects[4], -11.966666666666667);
        near(w.residuals[4], -17.2);
        assert_eq!(w.residuals[3], 0.0);
        let shares = w.shares.unwrap();
        near(shares.blocks + shares.subjects + shares.residual, 1.0);
        let a = tukey_additivity(&boik()).unwrap();
        near(a.slope, 0.11102935430344558);
        near(a.ss, 1309.733845046446);
        near(a.test.f, 19.249873322388027);
        near(a.test.p, 0.00031661659829929924);
        assert_eq!((a.test.df1, a.test.df2), (1, 19));
    }

    #[test]
    fn a_synthetic_table_against_r() {
        let w = two_way(&synthetic()).unwrap();
        near(w.ss_blocks, 75.67066666666667);
        near(w.ss_subjects, 27.369333333333333);
        near(w.ss_residual, 32.157333333333333);
        near(w.f_subjects.unwrap().p, 0.08516749115684091);
        let a = tukey_additivity(&synthetic()).unwrap();
        near(a.slope, 0.07126822648870897);
        near(a.test.f, 0.1560580773922008);
        near(a.test.p, 0.7045732199835264);
        near(a.ss + a.ss_rest, w.ss_residual);
    }

    #[test]
    fn what_is_not_defined_is_said() {
        let additive = table(&[&[1, 2, 3], &[2, 3, 4], &[4, 5, 6]], 1.0);
        let w = two_way(&additive).unwrap();
        assert_eq!((w.ss_residual, w.f_blocks, w.f_subjects), (0.0, None, None));
        assert!(w.shares.is_some());
        assert!(matches!(tukey_additivity(&additive), Err(StatsError::Undefined { .. })));
        // wholly multiplicative: products of 1 2 4 and 1 3 5
        let product = table(&[&[1, 3, 5], &[2, 6, 10], &[4, 12, 20]], 1.0);
        assert!(matches!(tukey_additivity(&product), Err(StatsError::Undefined { .. })));
        let flat = table(&[&[5, 5, 5], &[5, 5, 5]], 1.0);
        assert_eq!(two_way(&flat).unwrap().shares, None);
        assert!(matches!(tukey_additivity(&flat), Err(StatsError::Undefined { .. })));
        let small = table(&[&[1, 2], &[3, 5]], 1.0);
        assert!(two_way(&small).is_ok());
        assert!(matches!(tukey_additivity(&small), Err(StatsError::TooFew { .. })));
        assert!(matches!(two_way(&table(&[&[1, 2]], 1.0)), Err(StatsError::TooFew { .. })));
        let hole =
            BlockTable::from_units(2, 2, vec![Some(1), None, Some(2), Some(3)], 1.0, Best::Largest).unwrap();
        assert!(matches!(two_way(&hole), Err(StatsError::Incomplete { missing: 1, .. })));
    }

    #[test]
    fn level_and_unit_do_not_matter() {
        let high = 10i128.pow(20);
        let shifted = table(&[&[high + 1, high + 4, high + 2], &[high + 7, high + 5, high + 9]], 1.0);
        let plain = table(&[&[1, 4, 2], &[7, 5, 9]], 1.0);
        let (a, b) = (two_way(&shifted).unwrap(), two_way(&plain).unwrap());
        assert_eq!((a.ss_blocks, a.residuals), (b.ss_blocks, b.residuals));
        let (a, b) = (tukey_additivity(&shifted).unwrap(), tukey_additivity(&plain).unwrap());
        assert_eq!(a, b);
        let huge = 10i128.pow(30);
        assert!(two_way(&table(&[&[-huge, huge], &[huge, huge]], 1.0)).is_ok());
    }
}
