//! Figures of values that leave no range, lie below zero, or have names that need care.

use crate::support::{Folder, likewise};

const ODD: &str = "method,P,Q,R\n\"A name that goes on, with a comma, for as long as nobody stops it from going on\",50.0,50.0,-4.0\n\
    \"é<b>&\"\"q\"\"\",50.0,50.0,60.0\nplain,50.0,50.0,0.0\n";

/// The figure of a table with one row a method and one column a backbone.
fn drawn(kind: &str, file: &str, path: &str) -> String {
    let columns = ["--wide-columns", "backbone", "--metric", "score", "--direction", "higher", "-q"];
    let args: Vec<&str> = ["chart", kind, file, "-o", path].into_iter().chain(columns).collect();
    let ran = likewise(&args);
    assert_eq!(ran.exit, likewise::cli::Exit::Done, "{kind}: {}", ran.err);
    std::fs::read_to_string(path).unwrap()
}

/// Equal values, a negative one, and markup in names (aeon 3098, go-analyze/charts 7, ScottPlot 461).
#[test]
fn equal_values_negative_values_odd_names() {
    let folder = Folder::new();
    let file = folder.file("odd.csv", ODD);
    for kind in ["bars", "ranking", "spread"] {
        let path = folder.path(&format!("{kind}.svg")).display().to_string();
        let svg = drawn(kind, &file, &path);
        assert!(!svg.contains("NaN") && !svg.contains("\"inf") && !svg.contains("<b>"), "{kind}");
        assert!(svg.contains("é&lt;b&gt;&amp;&quot;q&quot;"), "{kind}");
        let number = |tag: &str, name: &str| -> Option<f64> {
            let at = tag.find(&format!(" {name}=\""))? + name.len() + 3;
            tag[at..].split('"').next()?.parse().ok()
        };
        let root = svg.split('>').next().unwrap();
        let (width, height) = (number(root, "width").unwrap(), number(root, "height").unwrap());
        for text in svg.split("<text").skip(1) {
            let tag = text.split('>').next().unwrap();
            let (x, y) = (number(tag, "x").unwrap(), number(tag, "y").unwrap());
            assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y), "{kind}: {tag}");
        }
    }
}

/// An axis of one value has no label twice.
#[test]
fn one_value() {
    let folder = Folder::new();
    let file = folder.file("flat.csv", "method,P,Q\na,71.0,71.0\nb,71.0,71.0\n");
    let path = folder.path("flat.svg").display().to_string();
    let svg = drawn("bars", &file, &path);
    assert!(!svg.contains("NaN") && !svg.contains("\"inf"));
    // axis labels are the small ones that end at the axis
    let mut labels: Vec<&str> = svg
        .split("<text")
        .filter(|t| t.contains("font-size=\"10.5\"") && t.contains("text-anchor=\"end\""))
        .filter_map(|t| t.split('>').nth(1)?.split('<').next())
        .collect();
    let all = labels.len();
    labels.sort_unstable();
    labels.dedup();
    assert!(all > 0 && labels.len() == all, "{labels:?}");
}
