//! What a design can show.

use crate::analysis::Plan;
use crate::p_value::probability;
use crate::report::document::{Cell, Column, Document, Mark, Section, Table};
use crate::report::p_value;
use crate::stats::planning::Power;

/// Smallest p-values, power and blocks needed.
#[must_use]
pub fn plan(plan: &Plan) -> Document {
    let methods = plan.subjects;
    let title = match plan.blocks {
        Some(n) => format!("A design of {methods} methods over {n} block{}", if n == 1 { "" } else { "s" }),
        None => format!("A design of {methods} methods"),
    };
    let mut document = Document { title, ..Document::default() };
    if let Some(n) = plan.blocks {
        let out: Vec<&str> = plan
            .procedures
            .iter()
            .filter(|p| p.smallest_p.is_some_and(|s| s > plan.alpha * (1.0 + 1e-12)))
            .map(|p| p.name)
            .collect();
        document.lead.push(if out.is_empty() {
            format!("With {n} blocks each of these tests can reach {}.", plan.alpha)
        } else {
            format!(
                "With {n} block{} no outcome reaches {} by: {}.",
                if n == 1 { "" } else { "s" },
                plan.alpha,
                out.join("; ")
            )
        });
    }
    if let Some(cd) = plan.critical_difference {
        let most = (methods - 1) as f64;
        let beyond = if cd > most {
            format!(", which no two mean ranks can reach (at most {most} apart)")
        } else {
            String::new()
        };
        document.lead.push(format!("Nemenyi's critical difference of mean ranks is {cd:.3}{beyond}."));
    }
    let powered = plan.procedures.iter().any(|p| p.needed.is_some());
    let mut columns = vec![Column::left("test", "test")];
    if plan.blocks.is_some() {
        columns.push(Column::point("smallest p", "smallest_p"));
    }
    columns.push(Column::right(format!("blocks to reach {}", plan.alpha), "fewest_blocks"));
    if powered {
        if plan.blocks.is_some() {
            columns.push(Column::point("power", "power"));
        }
        columns.push(Column::right(format!("blocks for power {}", plan.wanted), "blocks_needed"));
    }
    let mut table = Table { columns, ..Table::default() };
    for p in &plan.procedures {
        let mut row: Vec<Cell> = vec![p.name.into()];
        if let Some(smallest) = p.smallest_p {
            let mark = if smallest <= plan.alpha { Mark::Best } else { Mark::Plain };
            row.push(Cell::from(p_value(smallest)).marked(mark));
        }
        row.push(p.fewest_blocks.map_or_else(|| "over 100000".to_owned(), |n| n.to_string()).into());
        if powered {
            if plan.blocks.is_some() {
                row.push(p.power.as_ref().map_or_else(String::new, power).into());
            }
            row.push(p.needed.as_ref().map_or_else(String::new, |n| n.blocks.to_string()).into());
        }
        table.rows.push(row);
    }
    let mut section = Section { table: Some(table), ..Section::default() };
    if powered {
        let drawn =
            plan.procedures.iter().filter_map(|p| p.needed.as_ref()).find(|n| n.reached.seed.is_some());
        if let Some(needed) = drawn {
            section.after.push(format!(
                "Power by {} simulations of normal differences (seed {}), the standard error at most {:.4}; the sign test's is exact.",
                needed.reached.simulations,
                needed.reached.seed.unwrap_or_default(),
                plan.procedures
                    .iter()
                    .flat_map(|p| [p.power.as_ref(), p.needed.as_ref().map(|n| &n.reached)])
                    .flatten()
                    .map(|p| p.error)
                    .fold(0.0, f64::max)
            ));
        }
    }
    document.sections.push(section);
    document
        .foot
        .push("Two-sided, unadjusted but for Nemenyi's, which holds for all pairs together.".to_owned());
    document
}

/// A power of 1 that was simulated is a bound, as is one next to 0.
fn power(p: &Power) -> String {
    // a design that can't reach the level has none for certain
    if p.smallest_p > p.alpha * (1.0 + 1e-12) {
        return "0".to_owned();
    }
    let text = probability(p.power, p.seed.map(|_| p.simulations));
    if text.starts_with(['<', '>']) { text } else { format!("{:.3}", p.power) }
}
