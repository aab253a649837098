//! Each kind of chart from the example's results, as SVG; and one of them in the other formats.

use criterion::Criterion;
use likewise::chart::{self, Figure, Style};
use likewise::figures::{self, ColorBy};
use likewise::stats::Ties;
use likewise::stats::bootstrap::Resampling;
use likewise::{
    AcrossBlocks, CompleteBlocks, InsideBlocks, TestOptions, check, compare, decompose, intervals, profile,
    rank, spread, test_subjects,
};

use crate::inputs::{PAGE, read, study};

pub(crate) fn benches(c: &mut Criterion) {
    let results = read("page.md", PAGE);
    let study = study(&results, &[]);
    let style = Style::default();
    let mut bench = |name: &str, draw: &dyn Fn() -> Figure| {
        c.bench_function(&format!("chart/{name}"), |b| b.iter(|| draw().svg()));
    };

    let inside = check(study.clone(), InsideBlocks).expect("like for like");
    let ranking = &rank(&inside, Ties::Min)[0];
    bench("bars", &|| chart::bars(&figures::bars(ranking, None), &style).expect("drawn"));
    bench("ranking", &|| chart::ranking(&figures::ranking(ranking, None), &style).expect("drawn"));
    bench("dots", &|| chart::dots(&figures::dots(ranking, None), &style).expect("drawn"));
    bench("bump", &|| chart::bump(&figures::bump(ranking, None), &style).expect("drawn"));
    bench("heatmap", &|| {
        chart::heatmap(&figures::heatmap(ranking, ColorBy::Rank, None), &style).expect("drawn")
    });
    let across = check(study.clone(), AcrossBlocks).expect("one subject each");
    let found = &spread(&across)[0];
    bench("spread", &|| chart::spread(&figures::spread(found, None), &style).expect("drawn"));

    let complete = check(study.clone(), CompleteBlocks::default()).expect("complete");
    let test = &test_subjects(&complete, &TestOptions::default()).expect("tested")[0];
    bench("critical-difference", &|| {
        chart::critical_difference(&figures::critical_difference(test, None), &style).expect("drawn")
    });
    bench("pairs", &|| chart::pairs(&figures::pairs(test, None), &style).expect("drawn"));
    let fit = &decompose(&complete).expect("one scale")[0];
    bench("interaction", &|| chart::interaction(&figures::interaction(fit, None), &style).expect("drawn"));
    let labels: Vec<String> = test.subjects.iter().map(likewise::Subject::label).collect();
    let comparison = &compare(&complete, &labels[0], &labels[1])[0];
    bench("scatter", &|| {
        chart::scatter(&figures::scatter(comparison, &labels, None), &style).expect("drawn")
    });
    let resampling = Resampling { resamples: 1_000, ..Resampling::default() };
    let estimates = &intervals(&complete, &study, 0.95, &resampling).expect("computed")[0];
    bench("intervals", &|| chart::intervals(&figures::intervals(estimates, None), &style).expect("drawn"));
    let profiles = &profile(&complete, &study, 0.95, &resampling).expect("computed")[0];
    bench("profile", &|| {
        chart::profile(&figures::profile(profiles, figures::FactorAxis::default(), None), &style)
            .expect("drawn")
    });

    let drawn = chart::bars(&figures::bars(ranking, None), &style).expect("drawn");
    c.bench_function("chart/bars-png", |b| b.iter(|| drawn.png(192.0)));
    c.bench_function("chart/bars-pdf", |b| b.iter(|| drawn.pdf()));
}
