//! `likewise chart`: every kind on the example and on inputs made for it.

use likewise::cli::Exit;
use likewise::stats::bootstrap::Resampling;
use likewise::{CompleteBlocks, Intervals, Policy, Profiles, Quantity, Study, Varies, check, decompose};
use resvg::usvg::roxmltree::Document;

use crate::support::{Folder, example, likewise, results};

/// Runs `chart` on a file and gives the SVG.
fn svg(kind: &[&str], file: &str, more: &[&str]) -> String {
    let folder = Folder::new();
    let path = folder.path("x.svg").display().to_string();
    let mut args = vec!["chart"];
    args.extend(kind);
    args.extend(["-q", file, "-o", &path]);
    args.extend(more);
    let ran = likewise(&args);
    assert_eq!(ran.exit, Exit::Done, "{args:?}: {}", ran.err);
    assert_eq!(ran.out, "", "{args:?}");
    std::fs::read_to_string(path).unwrap()
}

fn usage(args: &[&str], says: &str) {
    let folder = Folder::new();
    let path = folder.path("x.svg").display().to_string();
    let mut all = vec!["chart"];
    all.extend(args);
    let page = example("csv");
    all.extend(["-q", &page, "-o", &path]);
    let ran = likewise(&all);
    assert_eq!(ran.exit, Exit::Usage, "{args:?}: {}", ran.err);
    assert!(ran.err.contains(says), "{args:?}: {}", ran.err);
    assert_eq!(folder.names(), Vec::<String>::new());
}

/// The texts of a drawing, each as drawn.
fn words(svg: &str) -> Vec<String> {
    let doc = Document::parse(svg).unwrap();
    doc.descendants()
        .filter(|n| n.has_tag_name("text"))
        .map(|n| n.descendants().filter_map(|d| d.text().filter(|_| d.is_text())).collect())
        .collect()
}

/// What every kind must show on the example; what is forced on a file whose configuration isn't recorded.
fn sound(kind: &[&str]) -> Vec<String> {
    let drawn = svg(kind, &example("csv"), &[]);
    let seen = words(&drawn);
    let all = seen.join(" ");
    assert!(all.contains("Out-of-Distribution"), "{kind:?}: {all}");
    assert!(all.contains("AUROC (%), higher is better"), "{kind:?}: {all}");
    assert!(!all.contains("FORCED"), "{kind:?}: {all}");
    assert_eq!(drawn, svg(kind, &example("csv"), &[]), "{kind:?}");
    let titled = words(&svg(kind, &example("csv"), &["--title", "A < title & more"]));
    assert!(titled.contains(&"A < title & more".to_owned()), "{kind:?}: {titled:?}");
    let folder = Folder::new();
    let file = folder.file(
        "part.csv",
        "method,backbone,size,AUROC\nLN,r,1,3\nHEM-,r,1,2\nCE,r,1,1\nLN,s,,2\nHEM-,s,,3\nCE,s,,1\n",
    );
    let forced =
        words(&svg(kind, &file, &["--direction", "higher", "--force", "--because", "a test"])).join(" ");
    let notice = "FORCED, not like for like: size is not recorded";
    assert!(forced.contains(notice) && forced.contains("a test"), "{kind:?}: {forced}");
    seen
}

#[test]
fn dots() {
    let seen = sound(&["dots"]);
    assert!(["ResNet50", "SwinT", "ViT-B/16", "LN"].iter().all(|w| seen.iter().any(|s| s == w)), "{seen:?}");
}

/// The ranks of the three backbones, as in `example.rs`, row by row.
#[test]
fn heatmap_by_rank_and_by_value() {
    let seen = sound(&["heatmap"]);
    let ranks: Vec<&String> = seen.iter().filter(|s| s.len() == 1).collect();
    // CE, DICE, HEM-, LN, MM
    assert_eq!(ranks, ["3", "3", "3", "5", "5", "5", "2", "1", "1", "1", "2", "2", "4", "4", "4"]);
    let seen = sound(&["heatmap", "--color-by", "value"]);
    assert!(seen.iter().any(|s| s == "60.5") && seen.iter().any(|s| s == "best of its block"), "{seen:?}");
}

/// The best of every block has the strongest colour, though 67.12 is a middling value elsewhere.
#[test]
fn a_heatmap_colours_no_block_by_another() {
    let drawn = svg(&["heatmap", "--color-by", "value"], &example("csv"), &[]);
    let doc = Document::parse(&drawn).unwrap();
    let fill = |value: &str| {
        let cell = doc
            .descendants()
            .filter(|n| n.has_tag_name("g"))
            .find(|g| {
                g.descendants()
                    .any(|d| d.has_tag_name("title") && d.text().is_some_and(|t| t.ends_with(value)))
            })
            .unwrap();
        cell.descendants().find_map(|d| d.attribute("fill")).unwrap().to_owned()
    };
    assert_eq!(fill("85.53"), fill("67.12"));
    assert_eq!(fill("43.83"), fill("38.17"));
    assert_ne!(fill("85.53"), fill("43.83"));
}

#[test]
fn bump() {
    let seen = sound(&["bump"]);
    assert_eq!(seen.iter().filter(|s| *s == "HEM-").count(), 2, "{seen:?}");
}

#[test]
fn critical_difference() {
    let seen = sound(&["critical-difference"]).join("\n");
    // Nemenyi, 5 methods, 3 blocks: q 2.728 * sqrt(5 * 6 / (6 * 3)) = 3.52 (Demsar 2006, table 5a)
    assert!(seen.contains("CD = 3.52"), "{seen}");
    assert!(seen.contains("Friedman p = 0.0009028 (exact)"), "{seen}");
    assert!(seen.contains("A bar joins methods that do not differ significantly"), "{seen}");
    assert!(["1.33", "1.67", "3.00", "4.00", "5.00"].iter().all(|r| seen.contains(r)), "{seen}");
}

#[test]
fn a_diagram_of_another_test_has_its_lines_and_no_critical_difference() {
    let seen = words(&svg(&["critical-difference", "--posthoc", "conover"], &example("csv"), &[])).join("\n");
    assert!(seen.contains("lines: Conover, holm adjusted") && !seen.contains("CD ="), "{seen}");
}

#[test]
fn where_friedman_does_not_reject_no_pair_is_told_apart() {
    let folder = Folder::new();
    let file = folder.file("flat.csv", "method,b,AUROC\nA,r,3\nB,r,2\nC,r,1\nA,s,1\nB,s,2\nC,s,3\n");
    let seen = words(&svg(&["critical-difference"], &file, &[])).join("\n");
    assert!(seen.contains("does not reject") && seen.contains("The bar joins all methods"), "{seen}");
    // the ruler stands all the same: q = 2.343 (Demšar 2006, table 5a) times the root of 3 * 4 / (6 * 2)
    assert!(seen.contains("CD = 2.34 (Nemenyi, α = 0.05)"), "{seen}");
}

/// One block is no pool: nothing warns, and the subtitle says what is shown.
#[test]
fn a_pooled_list_of_one_block_has_no_notice() {
    let drawn = svg(&["bars", "--pooled"], &example("csv"), &["--filter", "Backbone=SwinT"]);
    let seen = words(&drawn).join("\n");
    assert!(seen.contains("all results are of one block") && !seen.contains("FORCED"), "{seen}");
    assert!(!drawn.contains("#9b1c1c"), "the colour of notices");
}

/// The relative luminance of WCAG 2.2, of a colour written #rrggbb.
fn luminance(css: &str) -> f64 {
    let part = |at: usize| {
        let c = f64::from(u8::from_str_radix(&css[at..at + 2], 16).unwrap()) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Every mark of a method has an edge, a line or an area of a contrast of 3 to the paper, which WCAG 2.2 asks of graphics
/// (1.4.11). Cells of tables are read by the numbers in them and have no such edge.
#[test]
fn marks_stand_out_from_the_paper_in_every_theme() {
    let many = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pictures/many.csv");
    let example = &example("csv");
    for (file, kind) in [
        (example.as_str(), &["bars"][..]),
        (example, &["ranking"]),
        (many, &["ranking"]),
        (many, &["spread"]),
        (many, &["dots"]),
        (many, &["bump"]),
        (many, &["critical-difference"]),
        (many, &["profile"]),
        (many, &["intervals"]),
        (example, &["scatter", "--pair", "LN", "HEM-"]),
    ] {
        for theme in ["light", "dark", "print"] {
            let drawn = svg(kind, file, &["--theme", theme]);
            let doc = Document::parse(&drawn).unwrap();
            let paper =
                doc.descendants().find(|n| n.has_tag_name("rect")).unwrap().attribute("fill").unwrap();
            let (mut marks, mut seen) = (0, 0);
            for group in doc
                .descendants()
                .filter(|n| n.has_tag_name("g") && n.children().any(|c| c.has_tag_name("title")))
            {
                let shapes =
                    group.children().filter(|c| ["rect", "path", "circle"].contains(&c.tag_name().name()));
                let colours: Vec<&str> = shapes
                    .flat_map(|s| ["fill", "stroke"].map(|a| s.attribute(a)))
                    .flatten()
                    .filter(|c| c.starts_with('#') && *c != paper)
                    .collect();
                if colours.is_empty() {
                    continue;
                }
                marks += 1;
                seen += usize::from(colours.iter().any(|c| contrast(c, paper) >= 3.0));
            }
            assert!(marks > 0, "{kind:?} {theme}");
            assert_eq!(seen, marks, "{kind:?} {theme}");
            // lines that stand in no group; dotted ones are hatchings, which lie on a fill
            for line in doc.descendants().filter(|n| {
                n.has_tag_name("path")
                    && n.attribute("stroke-width").is_some()
                    && n.attribute("stroke-dasharray").is_none()
            }) {
                let colour = line.attribute("stroke").unwrap();
                let wide: f64 = line.attribute("stroke-width").unwrap().parse().unwrap();
                if colour != paper && wide >= 1.5 {
                    assert!(contrast(colour, paper) >= 3.0, "{kind:?} {theme}: {colour}");
                }
            }
        }
    }
}

#[test]
fn pairs() {
    let seen = words(&svg(&["pairs", "--posthoc", "exact"], &example("csv"), &[])).join("\n");
    assert!(seen.contains("exact rank sums, holm adjusted"), "{seen}");
    let seen = sound(&["pairs"]).join("\n");
    assert!(seen.contains("Nemenyi, by AUROC"), "{seen}");
    // mean ranks 4/3 and 5
    assert!(seen.contains("−3.67"), "{seen}");
    let strict = words(&svg(&["pairs", "--alpha", "0.005"], &example("csv"), &[])).join("\n");
    assert!(strict.contains("p ≤ 0.005") && !strict.contains("p ≤ 0.01"), "{strict}");
}

#[test]
fn scatter() {
    let seen = sound(&["scatter", "--pair", "LN", "HEM-"]).join("\n");
    assert!(seen.contains("Above the diagonal HEM- is better: 2 of 3."), "{seen}");
    assert!(seen.contains("Below the diagonal LN is better: 1 of 3."), "{seen}");
    usage(&["scatter"], "--pair A B");
    usage(&["scatter", "--pair", "LN", "LN"], "against itself");
    usage(&["scatter", "--pair", "LN@SwinT", "CE"], "name the method alone: LN");
}

/// Residuals and effects as in `example.rs`, computed with other programs.
#[test]
fn interaction() {
    let seen = sound(&["interaction"]);
    for text in ["+5.796", "+6.959", "+3.761", "+3.585", "−7.345"] {
        assert!(seen.iter().any(|s| s == text), "{text} in {seen:?}");
    }
}

/// Sums of squares and both F statistics by numpy from the 15 numbers.
#[test]
fn the_decomposition_of_the_example() {
    let study =
        Study::new(&results(&std::fs::read_to_string(example("csv")).unwrap()), &Policy::default()).unwrap();
    let fit = &decompose(&check(study, CompleteBlocks::default()).unwrap()).unwrap()[0];
    let close = |got: f64, want: f64| assert!((got - want).abs() < 1e-6, "{got} {want}");
    close(fit.grand_mean, 65.141_333_333);
    let shares = fit.shares.unwrap();
    close(shares.blocks, 0.134_486_86);
    close(shares.subjects, 0.797_490_78);
    close(shares.residual, 0.068_022_36);
    close(fit.f_subjects.unwrap().f, 23.447_900_953);
    close(fit.f_blocks.unwrap().f, 7.908_391_288);
    close(fit.additivity.as_ref().unwrap().test.f, 2.599_235_877);
    close(fit.additivity.as_ref().unwrap().slope, 0.029_256_978);
    let names: Vec<&str> = fit.subjects.iter().map(|s| s.subject.name.as_str()).collect();
    assert_eq!(names, ["HEM-", "LN", "CE", "MM", "DICE"]);
    // value = overall + subject + block + residual, in every cell
    let of = |method: &str, block: usize| {
        let s = fit.subjects.iter().find(|s| s.subject.name == method).unwrap();
        fit.grand_mean + s.effect + fit.blocks[block].effect + s.residuals[block]
    };
    close(of("LN", 0), 85.53);
    close(of("DICE", 2), 38.17);
    assert_eq!(fit.places, 2);
}

#[test]
fn values_on_several_datasets_have_no_common_scale() {
    let folder = Folder::new();
    let file =
        folder.file("sets.csv", "method,dataset,AUROC\nA,d1,1\nB,d1,2\nA,d2,10\nB,d2,30\nA,d3,3\nB,d3,1\n");
    for kind in [&["interaction"][..], &["scatter", "--pair", "A", "B"], &["dots"]] {
        let path = folder.path("x.svg").display().to_string();
        let mut args = vec!["chart"];
        args.extend(kind);
        args.extend(["-q", "--by", "dataset", file.as_str(), "-o", path.as_str()]);
        let ran = likewise(&args);
        assert_eq!(ran.exit, Exit::Usage, "{kind:?}");
        assert!(ran.err.contains("no common scale"), "{kind:?}: {}", ran.err);
    }
    // ranks are fine, and colours inside each block
    svg(&["heatmap", "--color-by", "value", "--by", "dataset"], &file, &[]);
    svg(&["bump", "--by", "dataset"], &file, &[]);
    svg(&["critical-difference", "--by", "dataset"], &file, &[]);
}

#[test]
fn an_option_of_another_kind_is_said() {
    usage(&["bump", "--pooled"], "--pooled is for bars alone");
    usage(&["bars", "--color-by", "rank"], "--color-by is for heatmap alone");
    usage(&["dots", "--axis", "log"], "--axis is for profile alone");
    usage(
        &["bars", "--alpha", "0.1"],
        "--alpha is for critical-difference, pairs, intervals and profile alone",
    );
    usage(&["pairs", "--pair", "LN", "CE"], "--pair is for scatter alone");
    usage(&["pairs", "--alpha", "1"], "--alpha 1 is not a level");
    for (option, value) in [("--posthoc", "exact"), ("--adjust", "holm"), ("--zeros", "pratt")] {
        let said = format!("{option} is for critical-difference and pairs alone");
        usage(&["bars", option, value], &said);
    }
}

#[test]
fn one_range_of_resolutions() {
    for dpi in ["1", "9.9", "2401", "NaN", "-96"] {
        usage(&["bars", &format!("--dpi={dpi}")], "not between 10 and 2400");
    }
    let folder = Folder::new();
    let path = folder.path("x.png").display().to_string();
    let page = example("csv");
    let ran = likewise(&["chart", "bars", "-q", &page, "-o", &path, "--dpi", "10"]);
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let ran = likewise(&["chart", "bars", "-q", &page, "-o", &path, "--dpi", "2400", "--width", "6000"]);
    assert_eq!(ran.exit, Exit::Usage, "{}", ran.err);
    assert!(ran.err.contains("too large"), "{}", ran.err);
}

/// Five runs a cell, made up: every run lies at a known distance from a round mean.
fn seeds() -> String {
    let mut out = "method,backbone,seed,AUROC\n".to_owned();
    for (method, means) in [("A", [80.0, 60.0]), ("B", [70.0, 66.0])] {
        for (backbone, mean) in ["r", "s"].into_iter().zip(means) {
            for (seed, off) in [-2.0, -1.0, 0.0, 1.0, 2.0].into_iter().enumerate() {
                out += &format!("{method},{backbone},{seed},{:.1}\n", mean + off);
            }
        }
    }
    out
}

fn analysed(csv: &str, replicate: &[&str]) -> (Vec<Intervals>, Vec<Profiles>) {
    let policy =
        Policy { replicate: replicate.iter().map(|k| (*k).to_owned()).collect(), ..Policy::default() };
    let study = Study::new(&results(csv), &policy).unwrap();
    let comparable = check(study.clone(), CompleteBlocks::default()).unwrap();
    let resampling = Resampling::default();
    let intervals = likewise::intervals(&comparable, &study, 0.95, &resampling).unwrap();
    (intervals, likewise::profile(&comparable, &study, 0.95, &resampling).unwrap())
}

/// Student's t intervals of the deviations from each backbone's mean, by numpy from the 15 numbers.
#[test]
fn intervals_over_blocks() {
    let seen = sound(&["intervals"]).join(" ");
    for text in [
        // past the first rank, where the line is drawn to the axis's end
        "1.33 [−0.10, 2.77]",
        "+12.85 [+4.11, +21.60]",
        "+10.83 [−2.13, +23.80]",
        "+5.02 [+2.20, +7.83]",
        "−20.69 [−30.51, −10.88]",
        "95% intervals over 3 blocks, as if drawn from many such blocks, by Student's t, none where values do not vary; a \
         line without a mark at its end goes on past the ranks",
    ] {
        assert!(seen.contains(text), "{text} in {seen}");
    }
    // means of whole numbers have a place more: 1, 2 and 6 against 0 in every block, t(2) 4.302653
    let folder = Folder::new();
    let file = folder.file("whole.csv", "method,b,AUROC\nA,r,1\nA,s,2\nA,t,6\nB,r,0\nB,s,0\nB,t,0\n");
    let whole = words(&svg(&["intervals"], &file, &[])).join(" ");
    assert!(whole.contains("+1.5 [−1.8, +4.8]"), "{whole}");
    // CE is third on every backbone: no variation, no interval
    assert!(seen.contains(" 3.00 ") && !seen.contains("3.00 ["), "{seen}");
}

#[test]
fn intervals_over_runs_never_average_raw_values_of_two_blocks() {
    let (all, _) = analysed(&seeds(), &["seed"]);
    let found = &all[0];
    assert_eq!(found.varies, Varies::Runs);
    assert!(found.meaning.contains("over runs"), "{}", found.meaning);
    let kinds: Vec<String> = found
        .quantities
        .iter()
        .map(|q| match &q.quantity {
            Quantity::InBlock(b) => b.label().to_owned(),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(kinds, ["ToBlockMean", "r", "s"]);
    let of = |name: &str, q: usize| {
        let at = found.subjects.iter().position(|s| s.name == name).unwrap();
        &found.quantities[q].estimates[at]
    };
    // block means 75 and 63: (5 - 3) / 2 and (-5 + 3) / 2
    assert!((of("A", 0).estimate - 1.0).abs() < 1e-9 && (of("B", 0).estimate + 1.0).abs() < 1e-9);
    // inside one block t of 5 runs: sd sqrt(2.5), t 2.776445, half 1.963243
    let (low, high) = of("A", 1).interval.unwrap();
    assert!((low - (80.0 - 1.963_243)).abs() < 1e-5 && (high - (80.0 + 1.963_243)).abs() < 1e-5);
    // the mean over two blocks of runs with variance 2 / 5 each: sd of the resampled mean sqrt(0.2)
    let (low, high) = of("A", 0).interval.unwrap();
    let half = 1.96 * 0.2f64.sqrt();
    assert!((low - (1.0 - half)).abs() < 0.06 && (high - (1.0 + half)).abs() < 0.06, "{low} {high}");
    // the same seeds in another order of rows give the same answer
    let mut lines: Vec<String> = seeds().lines().map(str::to_owned).collect();
    lines[1..].reverse();
    let (turned, _) = analysed(&(lines.join("\n") + "\n"), &["seed"]);
    assert_eq!(format!("{:?}", turned[0].quantities), format!("{:?}", found.quantities));
}

/// Ratios to the best of each backbone, by hand: LN 1, 85.09/78.09, 67.12/64.3.
#[test]
fn a_profile_over_blocks() {
    let seen = sound(&["profile"]).join(" ");
    assert!(seen.contains("share of blocks within a factor of the block's best"), "{seen}");
    assert!(seen.contains("factor to the best of the block, 1 is best"), "{seen}");
    let (_, all) = analysed(&std::fs::read_to_string(example("csv")).unwrap(), &[]);
    let curve = all[0].curves.iter().find(|c| c.subject.name == "LN").unwrap();
    let want = [(1.0, 1.0 / 3.0), (67.12 / 64.3, 2.0 / 3.0), (85.09 / 78.09, 1.0)];
    assert_eq!(curve.steps.len(), 3);
    for (step, (factor, share)) in curve.steps.iter().zip(want) {
        assert!((step.factor - factor).abs() < 1e-12 && (step.share - share).abs() < 1e-12, "{step:?}");
        assert_eq!(step.band, None);
    }
}

#[test]
fn a_profile_over_runs_has_bands() {
    let (_, all) = analysed(&seeds(), &["seed"]);
    assert_eq!(all[0].varies, Varies::Runs);
    let curve = all[0].curves.iter().find(|c| c.subject.name == "A").unwrap();
    // runs of A as factors: 80/78, 80/79, 1, 80/81, 80/82 and 66/58 .. 66/62
    let share = |at: f64| curve.steps.iter().rev().find(|s| s.factor <= at + 1e-12).unwrap();
    assert!((share(1.0).share - 0.3).abs() < 1e-12);
    assert!((share(66.0 / 60.0).share - 0.8).abs() < 1e-12);
    assert!((share(66.0 / 58.0).share - 1.0).abs() < 1e-12);
    let band = share(1.0).band.unwrap();
    // half the share of 5 runs with chance 0.6 each
    assert!(band.0 <= 0.1 + 1e-12 && band.1 >= 0.5 - 1e-12, "{band:?}");
    let folder = Folder::new();
    let seen =
        words(&svg(&["profile", "--replicate", "seed"], &folder.file("seeds.csv", seeds()), &[])).join(" ");
    assert!(seen.contains("pointwise 95% bands over runs, too narrow with 5 runs in a block"), "{seen}");
    let path = folder.path("seeds.csv").display().to_string();
    let one = svg(&["profile", "--replicate", "seed", "--seed", "1"], &path, &[]);
    assert_eq!(one, svg(&["profile", "--replicate", "seed"], &path, &[]));
    let other = words(&svg(&["intervals", "--replicate", "seed", "--alpha", "0.1"], &path, &[])).join(" ");
    assert!(other.contains("90% intervals over runs"), "{other}");
    // as many as intervals takes for enough
    let enough: String = (0..10).map(|s| format!("A,r,{s},{}\nB,r,{s},{}\n", 50 + s, 60 - s)).collect();
    let enough = folder.file("enough.csv", format!("method,backbone,seed,AUROC\n{enough}"));
    let seen = words(&svg(&["profile", "--replicate", "seed"], &enough, &[])).join(" ");
    assert!(seen.contains("bands over runs") && !seen.contains("narrow"), "{seen}");
}

#[test]
fn a_wide_profile_is_logarithmic() {
    let folder = Folder::new();
    let file = folder.file("t.csv", "method,problem,score\nA,p,1\nB,p,40\nA,q,3\nB,q,2\n");
    let seen = words(&svg(&["profile", "--direction", "lower"], &file, &[])).join(" ");
    assert!(seen.contains("(logarithmic)"), "{seen}");
}

#[test]
fn a_profile_of_values_without_a_ratio_is_an_error() {
    let folder = Folder::new();
    let file = folder.file("z.csv", "method,b,AUROC\nA,r,0\nB,r,2\nA,s,3\nB,s,2\n");
    let path = folder.path("x.svg").display().to_string();
    let ran = likewise(&["chart", "profile", "-q", &file, "-o", &path]);
    assert_eq!(ran.exit, Exit::Usage);
    assert!(ran.err.contains("zero or negative"), "{}", ran.err);
}

/// Ranks are still drawn where the blocks are datasets; values minus block means are not.
#[test]
fn intervals_over_datasets_are_of_ranks_alone() {
    let csv = "method,dataset,AUROC\nA,d1,1\nB,d1,2\nA,d2,10\nB,d2,30\nA,d3,3\nB,d3,1\n";
    let policy = Policy { by: vec!["dataset".to_owned()], ..Policy::default() };
    let study = Study::new(&results(csv), &policy).unwrap();
    let comparable = check(study.clone(), CompleteBlocks::default()).unwrap();
    let found = likewise::intervals(&comparable, &study, 0.95, &Resampling::default()).unwrap();
    let kinds: Vec<&Quantity> = found[0].quantities.iter().map(|q| &q.quantity).collect();
    assert_eq!(kinds, [&Quantity::MeanRank]);
}

#[test]
fn incomplete_tables_are_refused_before_any_interval() {
    let folder = Folder::new();
    let file = folder.file("holes.csv", "method,b,AUROC\nA,r,1\nB,r,2\nA,s,3\n");
    for kind in ["intervals", "profile", "critical-difference", "pairs", "interaction"] {
        let path = folder.path("x.svg").display().to_string();
        let ran = likewise(&["chart", kind, "-q", &file, "-o", &path]);
        assert_eq!(ran.exit, Exit::Refused, "{kind}");
        let offered = ran.err.contains("--force=coverage --because");
        let ran = likewise(&["chart", kind, "-q", "--force", &file, "-o", &path]);
        // tests take holes by force, if two blocks are left to compare in
        let takes_holes = matches!(kind, "critical-difference" | "pairs");
        let (exit, why) = if takes_holes {
            (Exit::Usage, "at least 2 blocks")
        } else {
            (Exit::Refused, "takes complete tables only; --force doesn't change that")
        };
        assert_eq!(ran.exit, exit, "{kind}");
        assert!(ran.err.contains(why), "{kind}: {}", ran.err);
        // what would not help is not offered
        assert_eq!(offered, takes_holes, "{kind}");
    }
    for command in ["agree", "decompose", "intervals"] {
        for options in [&["-q"][..], &["-q", "--force"]] {
            let ran = likewise(&[&[command, &file], options].concat());
            assert_eq!(ran.exit, Exit::Refused, "{command}");
            assert!(
                ran.err.contains("--force doesn't change that") && !ran.err.contains("--test"),
                "{}",
                ran.err
            );
        }
    }
}

/// What stands in a PDF's uncompressed objects.
fn pdf(kind: &[&str], more: &[&str]) -> (Vec<u8>, String) {
    let folder = Folder::new();
    let path = folder.path("x.pdf").display().to_string();
    let page = example("csv");
    let mut args = vec!["chart"];
    args.extend(kind);
    args.extend(["-q", &page, "-o", &path]);
    args.extend(more);
    let ran = likewise(&args);
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let bytes = std::fs::read(path).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    (bytes, text)
}

#[test]
fn a_pdf_has_one_page_of_the_figures_size_and_the_same_bytes_each_time() {
    for kind in [&["bars"][..], &["critical-difference"], &["intervals"], &["heatmap", "--theme", "print"]] {
        let (bytes, text) = pdf(kind, &["--width", "800"]);
        assert!(text.starts_with("%PDF-1.7") && text.trim_end().ends_with("%%EOF"));
        assert!(text.contains("/Count 1/"), "{kind:?}");
        assert_eq!(text.matches("/Type/Page/").count(), 1, "{kind:?}");
        // 800 px are 600 points
        let drawn = svg(kind, &example("csv"), &["--width", "800"]);
        let height: f64 =
            Document::parse(&drawn).unwrap().root_element().attribute("height").unwrap().parse().unwrap();
        let media = format!("/MediaBox[0 0 600 {}]", height * 0.75);
        assert!(text.contains(&media), "{kind:?}: {media}");
        // text is text, in the embedded font alone, and no date is in the file
        assert!(text.contains("/ToUnicode") && text.contains("+Inter-Regular"), "{kind:?}");
        assert!(!text.contains("CreationDate") && !text.contains("CreateDate"), "{kind:?}");
        assert_eq!(bytes, pdf(kind, &["--width", "800"]).0, "{kind:?}");
    }
}

#[test]
fn an_unknown_picture_format_is_named() {
    let page = example("csv");
    let ran = likewise(&["chart", "bars", "-q", &page, "-o", "x.jpg"]);
    assert_eq!(ran.exit, Exit::Usage);
    assert!(ran.err.contains("end it with .svg, .png or .pdf"), "{}", ran.err);
}

#[test]
fn the_axis_of_a_profile_is_as_the_user_says() {
    let folder = Folder::new();
    // factors up to 1000, and up to 2
    let far = folder.file("far.csv", "method,b,AUROC\nA,r,1\nB,r,1000\nA,s,20\nB,s,10\n");
    let near = folder.file("near.csv", "method,b,AUROC\nA,r,50\nB,r,60\nA,s,20\nB,s,10\n");
    for (file, axis, logarithmic) in [
        (&far, &[][..], true),
        (&far, &["--axis", "linear"], false),
        (&near, &[], false),
        (&near, &["--axis", "log"], true),
    ] {
        let seen = words(&svg(&["profile"], file, axis));
        assert_eq!(
            seen.iter().any(|w| w.contains("(logarithmic)")),
            logarithmic,
            "{file} {axis:?}: {seen:?}"
        );
    }
}

#[test]
fn a_profile_of_values_that_are_not_above_zero_is_refused_with_what_to_do() {
    let folder = Folder::new();
    let file = folder.file("zero.csv", "method,b,AUROC\nA,r,0\nB,r,10\nA,s,20\nB,s,10\n");
    let out = folder.path("x.svg").display().to_string();
    let ran = likewise(&["chart", "profile", "--axis", "log", &file, "-o", &out]);
    assert_eq!(ran.exit, Exit::Usage, "{}", ran.err);
    let said = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("zero or negative") && said.contains("--filter"), "{said}");
}

/// A folder gets a figure of each dataset and an index with who is best; the best few may be drawn alone.
#[test]
fn a_folder_of_figures_has_an_index() {
    let folder = Folder::new();
    let csv = "dataset,method,backbone,AUROC\n\
        d1,A,R50,80\nd1,B,R50,70\nd1,C,R50,60\nd1,A,Swin,82\nd1,B,Swin,83\nd1,C,Swin,50\n\
        d2,A,R50,80\nd2,B,R50,70\nd2,C,Swin,50\nD1,A,R50,1\nD1,B,R50,2\n";
    let input = &folder.file("many.csv", csv);
    let out = folder.path("out");
    let run = likewise(&["chart", "spread", "--top", "2", "-q", input, "-o", &format!("{}/", out.display())]);
    assert_eq!(run.exit, Exit::Done, "{}", run.err);
    let index = std::fs::read_to_string(out.join("index.csv")).unwrap();
    // d1: C is last in both blocks and A and B are first once each, so chi-squared is 3, W 3/4, and of the 36
    // arrangements of the ranks half have as large a sum of squares
    let d1 = index.lines().find(|l| l.contains("; d1\"")).unwrap();
    assert!(d1.contains(",3,2,\"A, B\",1.50,0.750,0.5,exact,"), "{d1}");
    assert!(
        index.lines().find(|l| l.contains("; d2\"")).unwrap().contains("not every method has every block")
    );
    let mut figures = 0;
    for entry in std::fs::read_dir(&out).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "svg") {
            figures += 1;
            let svg = std::fs::read_to_string(&path).unwrap();
            if svg.contains(">d1<") {
                assert!(svg.contains("the 2 methods of 3 with the best mean rank"));
                assert!(svg.contains(">A<") && !svg.contains(">C<"));
            }
        }
    }
    assert_eq!(figures, 3);

    // a refusal of all leaves no folder behind
    let nothing = folder.path("nothing");
    let to = &format!("{}/", nothing.display());
    let run = likewise(&["chart", "pairs", "-q", input, "--filter", "dataset=d2", "-o", to]);
    assert_eq!((run.exit, nothing.exists()), (Exit::Refused, false), "{}", run.err);
    // one figure is of one protocol
    let run = likewise(&["chart", "spread", "-q", input, "-o", "x.svg"]);
    assert_eq!(run.exit, Exit::Usage);
    assert!(run.err.contains("-o DIR/"), "{}", run.err);
}

/// A dataset that lacks a result stops no other one, for kinds that need every method in every block.
#[test]
fn one_incomplete_dataset_is_listed_and_the_others_are_drawn() {
    let folder = Folder::new();
    let mut csv = "dataset,method,backbone,AUROC\n".to_owned();
    for dataset in ["full", "whole", "gap"] {
        for (b, backbone) in ["R", "S", "V"].into_iter().enumerate() {
            for (m, method) in ["A", "B", "C"].into_iter().enumerate() {
                if (dataset, backbone, method) != ("gap", "S", "B") {
                    csv += &format!("{dataset},{method},{backbone},{}\n", 60 + 7 * m + 3 * b * (m + 1));
                }
            }
        }
    }
    let input = &folder.file("many.csv", csv);
    for kind in ["critical-difference", "pairs", "intervals", "profile", "interaction"] {
        let out = folder.path(kind);
        let run = likewise(&["chart", kind, "-q", input, "-o", &format!("{}/", out.display())]);
        assert_eq!(run.exit, Exit::Failed, "{kind}: {}", run.err);
        assert!(run.err.contains("gap") && run.err.contains("missing B on S"), "{kind}: {}", run.err);
        let drawn = |name: &str| out.join(format!("{name}.svg")).exists();
        assert!(drawn("full") && drawn("whole") && !drawn("gap"), "{kind}");
        let index = std::fs::read_to_string(out.join("index.md")).unwrap();
        assert!(index.contains("1 of 3 figures could not be drawn; it is listed below."), "{index}");
        assert!(index.contains("missing B on S"), "{index}");
    }
    // two methods that have every block are compared whatever a third lacks
    let out = folder.path("scatter");
    let args = ["chart", "scatter", "--pair", "A", "C", "-q", input, "-o", &format!("{}/", out.display())];
    assert_eq!(likewise(&args).exit, Exit::Done);
    // --common keeps what the incomplete one has in full
    let out = folder.path("common");
    let args = ["chart", "pairs", "--common", "-q", input, "-o", &format!("{}/", out.display())];
    let run = likewise(&args);
    assert_eq!(run.exit, Exit::Done, "{}", run.err);
    assert!(out.join("gap.svg").exists());
}

/// `--common` is for each dataset alone: one in which nothing is complete stops no other one.
#[test]
fn what_is_common_is_decided_for_each_dataset_of_a_folder() {
    let folder = Folder::new();
    // one: C lacks T; two: nothing is missing; three: each block lacks a method, each method a block
    let csv = "dataset,method,backbone,seed,AUROC\n\
        three,A,R,1,70\nthree,A,R,2,72\nthree,B,S,1,60\nthree,B,S,2,63\n\
        one,A,R,1,70\none,A,R,2,71\none,A,S,1,72\none,A,S,2,73\none,A,T,1,99\none,A,T,2,99\n\
        one,B,R,1,60\none,B,R,2,62\none,B,S,1,66\none,B,S,2,64\none,B,T,1,98\none,B,T,2,98\n\
        one,C,R,1,50\none,C,R,2,52\none,C,S,1,54\none,C,S,2,56\n\
        two,A,R,1,70\ntwo,A,R,2,71\ntwo,A,S,1,72\ntwo,A,S,2,73\n\
        two,B,R,1,60\ntwo,B,R,2,62\ntwo,B,S,1,66\ntwo,B,S,2,64\n";
    let input = &folder.file("many.csv", csv);
    // the figure of a file with the rows of "one" that are to be left
    let one = |keep: &dyn Fn(&str) -> bool| -> String {
        let kept = csv.lines().filter(|l| l.starts_with("dataset") || (l.starts_with("one,") && keep(l)));
        folder.file("one.csv", kept.map(|l| format!("{l}\n")).collect::<String>())
    };
    type Kept = fn(&str) -> bool;
    let cases: [(&str, Kept, &str); 2] = [
        ("--common", |l| !l.contains(",T,"), "left out by --common, since a method is missing there: T."),
        (
            "--common=subjects",
            |l| !l.contains(",C,"),
            "left out by --common=subjects, since a block is missing: C.",
        ),
    ];
    for (common, keep, said) in cases {
        for kind in ["critical-difference", "pairs", "intervals", "profile", "interaction"] {
            let out = folder.path(&format!("{kind}{common}"));
            let to = format!("{}/", out.display());
            let run = likewise(&["chart", kind, common, "--replicate", "seed", input, "-o", &to]);
            assert_eq!(run.exit, Exit::Failed, "{kind}: {}", run.err);
            assert!(run.err.contains("three: no figure: not every"), "{kind}: {}", run.err);
            assert!(run.err.contains("left something out of 1 figure;"), "{kind}: {}", run.err);
            assert!(out.join("two.svg").exists() && !out.join("three.svg").exists(), "{kind}");
            let index = std::fs::read_to_string(out.join("index.md")).unwrap();
            assert!(index.contains(&format!("one: {said}")), "{kind}: {index}");
            assert!(!index.contains("two: left out"), "{kind}: {index}");
            let table = std::fs::read_to_string(out.join("index.csv")).unwrap();
            let said_of = |name: &str| {
                table.lines().find(|l| l.contains(name)).unwrap().contains(said.trim_end_matches('.'))
            };
            assert!(said_of("one.svg") && !said_of("two.svg"), "{kind}: {table}");
            // the same picture as of the results that are left, alone
            let drawn = std::fs::read_to_string(out.join("one.svg")).unwrap();
            let alone = svg(&[kind, "--replicate", "seed"], &one(&keep), &[]);
            assert_eq!(words(&drawn), words(&alone), "{kind} {common}");
        }
    }
}

/// With `--common` nothing is left to force: the figures are like for like, and it is said. Without it they are marked.
#[test]
fn a_folder_of_figures_with_common_and_force() {
    let folder = Folder::new();
    let csv = "dataset,method,backbone,AUROC\none,A,R,70\none,A,S,72\none,A,T,99\none,B,R,60\none,B,S,66\none,B,T,98\n\
        one,C,R,50\none,C,S,54\ntwo,A,R,70\ntwo,A,S,72\ntwo,B,R,60\ntwo,B,S,64\n";
    let input = &folder.file("many.csv", csv);
    let drawn = |name: &str, options: &[&str]| {
        let out = folder.path(name);
        let to = format!("{}/", out.display());
        let run = likewise(&[&["chart", "critical-difference", input, "-o", &to], options].concat());
        assert_eq!(run.exit, Exit::Done, "{name}: {}", run.err);
        let read = |file: &str| std::fs::read_to_string(out.join(file)).unwrap();
        (run.err, read("one.svg"), read("index.html"), read("index.csv"))
    };
    let forced = |text: &str| text.to_lowercase().contains("forced");
    let (said, figure, page, table) = drawn("both", &["--common", "--force=coverage", "--because", "x"]);
    assert!(said.contains("nothing was refused, so --force changes nothing"), "{said}");
    assert!(said.contains("--common left something out of 1 figure"), "{said}");
    assert!(!forced(&figure) && !forced(&table) && !page.contains("FORCED"), "{table}");
    let (_, figure, page, table) = drawn("forced", &["--force=coverage", "--because", "x"]);
    assert!(forced(&figure) && page.contains("FORCED"), "{page}");
    // the other one lacks nothing
    let marked: Vec<bool> = table
        .lines()
        .skip(1)
        .map(|l| l.ends_with("\"FORCED, not like for like: 1 cell of one missing (C on T). Because: x.\""))
        .collect();
    assert_eq!(marked, [true, false], "{table}");
    assert!(table.ends_with(",like for like\n"), "{table}");
    assert!(!forced(&std::fs::read_to_string(folder.path("forced").join("two.svg")).unwrap()));
}

/// A method with one good rank in one block does not push out those that have every block.
#[test]
fn the_best_few_are_of_those_in_most_blocks() {
    let folder = Folder::new();
    let csv = "method,backbone,AUROC\nA,R,80\nB,R,70\nC,R,60\nA,S,79\nB,S,71\nC,S,61\nlucky,S,99\n";
    let input = &folder.file("few.csv", csv);
    for kind in ["ranking", "bars", "spread", "heatmap"] {
        let seen = words(&svg(&[kind, "--top", "2"], input, &[])).join("\n");
        assert!(!seen.contains("lucky") && seen.contains('A') && seen.contains('B'), "{kind}: {seen}");
        let line = seen.replace('\n', " ");
        assert!(
            line.contains("the 2 methods of 4 with the best mean rank, those in most blocks first"),
            "{line}"
        );
    }
    let out = folder.path("out");
    let run = likewise(&["chart", "bars", "--top", "2", "-q", input, "-o", &format!("{}/", out.display())]);
    assert_eq!(run.exit, Exit::Done, "{}", run.err);
    assert!(std::fs::read_to_string(out.join("index.md")).unwrap().contains("in most blocks come first"));
}
