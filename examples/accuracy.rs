//! Holds the distributions against reference values and prints a Markdown table of the largest errors.
//! `cargo run --example accuracy > reports/accuracy.md` writes the report; it fails where a demand is missed.
//!
//! Errors are printed as the power of ten that they stay below, which no rounding of a platform changes.

use std::fmt::Write as _;
use std::process::ExitCode;

use likewise::stats::{
    Alternative, Best, BlockTable, Computation, FriedmanVariant, StatsError, StudentizedRange, Zeros,
    chi_squared_sf, f_sf, friedman, kendall, normal_quantile, normal_sf, signed_rank, spearman, t_quantile,
    t_sf,
};

/// Name, arguments, value.
const REFERENCE: &str = include_str!("../tests/it/vectors/accuracy.txt");

/// A row of the table: a distribution with the values of a band.
struct Row {
    name: &'static str,
    band: &'static str,
    /// Whether errors are absolute.
    absolute: bool,
    demand: f64,
    values: usize,
    worst: f64,
}

/// Bands of a distribution: name of the band, smallest value in it, demand on the error.
type Band = (&'static str, f64, f64);

const TAILS: [Band; 3] =
    [("p from 1e-3", 1e-3, 1e-10), ("p from 1e-12 to 1e-3", 1e-12, 1e-6), ("p below 1e-12", 0.0, 1e-6)];
const ALL: [Band; 1] = [("all", 0.0, 1e-10)];
const RANGE: [Band; 1] = [("2 to 200 groups, 2 to infinite df", 0.0, 1e-8)];

/// Name in the file, name in the table, bands, whether errors are absolute.
const KINDS: [(&str, &str, &[Band], bool); 11] = [
    ("normal", "normal, upper tail", &TAILS, false),
    ("normal-quantile", "normal, quantile", &ALL, false),
    ("t", "Student's t, upper tail", &TAILS, false),
    ("t-quantile", "Student's t, quantile", &ALL, false),
    ("chi-squared", "chi-squared, upper tail", &TAILS, false),
    ("f", "F, upper tail", &TAILS, false),
    ("range", "studentized range, upper tail", &RANGE, true),
    ("signed-rank", "signed-rank, exact p", &ALL, false),
    ("kendall", "Kendall's tau, exact p", &ALL, false),
    ("spearman", "Spearman's rho, exact p", &ALL, false),
    ("friedman", "Friedman, exact p", &ALL, false),
];

/// What this library answers.
fn answer(name: &str, a: &[f64]) -> Result<f64, StatsError> {
    let whole = |x: f64| x as i128;
    Ok(match name {
        "normal" => normal_sf(a[0]),
        "normal-quantile" => normal_quantile(a[0]),
        "t" => t_sf(a[1], a[0]),
        "t-quantile" => t_quantile(a[1], a[0]),
        "chi-squared" => chi_squared_sf(a[1], a[0]),
        "f" => f_sf(a[2], a[0], a[1]),
        "range" => StudentizedRange::new(a[0] as usize, a[1])?.sf(a[2]),
        "signed-rank" => {
            // the largest ranks that fit make up the smaller sum
            let mut left = whole(a[1]);
            let differences: Vec<i128> = (1..=whole(a[0]))
                .rev()
                .map(|rank| if rank <= left { (left -= rank, -rank).1 } else { rank })
                .collect();
            signed_rank(&differences, Zeros::Wilcox, Alternative::TwoSided, Computation::Exact)?.p
        }
        "kendall" => {
            // each subject in turn passes as many of those before it as are left to pass
            let mut order: Vec<i128> = Vec::new();
            let mut left = a[1] as usize;
            for subject in 0..whole(a[0]) {
                let passed = left.min(order.len());
                left -= passed;
                order.insert(order.len() - passed, subject);
            }
            let sorted: Vec<i128> = (0..whole(a[0])).collect();
            kendall(&sorted, &order, Computation::Exact)?.p
        }
        "spearman" => {
            let order: Vec<i128> = a[1..].iter().map(|&x| whole(x)).collect();
            let sorted: Vec<i128> = (0..order.len() as i128).collect();
            spearman(&sorted, &order, Computation::Exact)?.p
        }
        _ => {
            let cells = a[2..].iter().map(|&x| Some(whole(x))).collect();
            let table = BlockTable::from_units(a[1] as usize, a[0] as usize, cells, 1.0, Best::Smallest)?;
            friedman(&table, FriedmanVariant::Exact)?.p.p()
        }
    })
}

/// The power of ten that an error stays below; differences of one rounding are none.
fn below(error: f64) -> String {
    if error < 1e-15 { "1e-15".into() } else { format!("1e{}", error.log10().floor() as i32 + 1) }
}

fn table() -> Result<(String, bool), String> {
    let mut rows: Vec<Row> = KINDS
        .iter()
        .flat_map(|&(_, name, bands, absolute)| {
            bands.iter().map(move |&(band, _, demand)| Row {
                name,
                band,
                absolute,
                demand,
                values: 0,
                worst: 0.0,
            })
        })
        .collect();
    for line in REFERENCE.lines().filter(|l| !l.starts_with('#')) {
        let (name, numbers) = line.split_once(' ').ok_or(line)?;
        let numbers: Vec<f64> =
            numbers.split(' ').map(|n| n.parse().map_err(|_| line)).collect::<Result<_, _>>()?;
        let (&want, arguments) = numbers.split_last().ok_or(line)?;
        let &(_, title, bands, absolute) = KINDS.iter().find(|k| k.0 == name).ok_or(line)?;
        let got = answer(name, arguments).map_err(|e| format!("{line}: {e}"))?;
        let scale = if absolute || want == 0.0 { 1.0 } else { want.abs() };
        let error = (got - want).abs() / scale;
        let band = bands.iter().find(|b| want.abs() >= b.1).ok_or(line)?.0;
        let row = rows.iter_mut().find(|r| r.name == title && r.band == band).ok_or(line)?;
        row.values += 1;
        // NaN counts as the largest error
        row.worst = if error <= row.worst { row.worst } else { error };
        if std::env::var_os("ACCURACY_LINES").is_some() {
            eprintln!("{error:.1e} {line} got {got:e}");
        }
    }
    let mut out = String::from(
        "# Accuracy of the distributions\n\n\
         Largest errors against `tests/it/vectors/accuracy.txt`, whose values come from mpmath, from counts\n\
         in whole numbers, or (the studentized range at finite degrees of freedom) from sums of double precision that\n\
         finer steps move by less than 3e-14; the file names the formula of each. Errors are relative but\n\
         for the studentized range, and given as the power of ten they stay below.\n\n\
         | distribution | values | how many | error below | demanded |\n| --- | --- | ---: | --- | --- |\n",
    );
    let mut good = true;
    for r in rows {
        let kind = if r.absolute { " absolute" } else { "" };
        let (found, demand) = (below(r.worst), below(r.demand * 0.999));
        let _ = writeln!(out, "| {} | {} | {} | {found}{kind} | {demand}{kind} |", r.name, r.band, r.values);
        good &= r.values > 0 && r.worst < r.demand;
    }
    Ok((out, good))
}

fn main() -> ExitCode {
    match table() {
        Ok((text, good)) => {
            print!("{text}");
            if !good {
                eprintln!("a demand is missed");
            }
            ExitCode::from(u8::from(!good))
        }
        Err(line) => {
            eprintln!("could not be done: {line}");
            ExitCode::FAILURE
        }
    }
}
