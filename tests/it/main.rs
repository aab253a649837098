//! All integration tests, in one binary.

mod audit;
mod broken;
mod cases;
mod completions;
mod convert;
mod docs;
mod edges;
mod example;
mod figures;
mod forced;
mod formats;
mod pages;
mod properties;
mod refusals;
mod reports;
mod schema;
mod screen;
mod statistics;
mod support;
mod validator;
mod vectors;
