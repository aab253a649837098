//! What holds for every figure, asserted.

use resvg::usvg::roxmltree;

use super::figure::Figure;

/// Asserts that a figure is valid XML with a title and a description, that no text lies over another text
/// or over a bar, and that nothing leaves the paper.
pub(crate) fn sound(figure: &Figure) {
    let svg = figure.svg();
    let doc = roxmltree::Document::parse(&svg).unwrap();
    let root = doc.root_element();
    assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
    let mut children = root.children().filter(|n| n.is_element());
    for name in ["title", "desc"] {
        let child = children.next().unwrap();
        assert_eq!(child.tag_name().name(), name);
        assert!(!child.text().unwrap_or_default().is_empty());
    }
    assert!(!svg.contains("NaN") && !svg.contains("inf\""));

    let (w, h) = (f64::from(figure.width()), f64::from(figure.height()));
    let texts = figure.text_boxes();
    for t in texts {
        assert!(
            t.x0 >= -0.5 && t.y0 >= -0.5 && t.x1 <= w + 0.5 && t.y1 <= h + 0.5,
            "{w} x {h}: off the paper {t:?}"
        );
    }
    let apart = |a: [f64; 4], b: [f64; 4], slack: f64| {
        a[2] <= b[0] + slack || b[2] <= a[0] + slack || a[3] <= b[1] + slack || b[3] <= a[1] + slack
    };
    let corners = |i: usize| [texts[i].x0, texts[i].y0, texts[i].x1, texts[i].y1];
    for i in 0..texts.len() {
        for j in 0..i {
            assert!(apart(corners(i), corners(j), 0.3), "{:?} over {:?}", texts[i], texts[j]);
        }
        for &bar in figure.bar_boxes() {
            assert!(apart(corners(i), bar, 0.5), "{:?} over the bar {bar:?}", texts[i]);
        }
    }
    for &[x0, y0, x1, y1] in figure.bar_boxes() {
        assert!(x0 >= 0.0 && y0 >= 0.0 && x1 <= w && y1 <= h);
    }
}

/// The texts drawn, joined by line feeds.
pub(crate) fn words(figure: &Figure) -> String {
    figure.text_boxes().iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// Numbers without a pattern in 0..1, the same each time.
pub(crate) fn noise(i: usize) -> f64 {
    ((i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as f64 / (1u64 << 24) as f64
}

/// Names that strain a layout, shortest first.
pub(crate) fn name(i: usize, kind: usize) -> String {
    match kind % 6 {
        0 => format!("M{i}"),
        1 => format!("Method {i}"),
        2 => format!("<b> & \"{i}\" 'q' \u{1F980} βλ 漢字 שלום"),
        3 => format!("a fairly long method name of sixty characters, number {i:>7}"),
        4 => format!("no_blanks_in_this_rather_long_name_v{i}"),
        _ => format!("WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW{i}"),
    }
}
