use super::super::style::Theme;
use super::super::testing::{name, noise, sound, words};
use super::*;

fn data(n: usize, kind: usize, ranks: &[f64], cliques: &[&[usize]]) -> CriticalDifferenceData {
    let rank = |i: usize| ranks.get(i).copied().unwrap_or(1.0 + noise(i) * (n.max(2) - 1) as f64);
    CriticalDifferenceData {
        head: Head { title: "A title".into(), axis: "Mean rank, 1 is best".into(), ..Head::default() },
        methods: (0..n).map(|i| name(i, kind)).collect(),
        rows: (0..n)
            .map(|i| CdRow { method: i, mean_rank: rank(i), text: format!("{:.2}", rank(i)) })
            .collect(),
        cliques: Some(cliques.iter().map(|c| c.to_vec()).collect()),
        critical_difference: None,
        ranks: n.max(2),
        best_left: true,
    }
}

fn draw(d: &CriticalDifferenceData) -> Figure {
    let figure = critical_difference(d, &Style::default()).unwrap();
    sound(&figure);
    figure
}

/// Groups of `length` neighbours (by rank), and some that skip.
fn mixed(n: usize) -> Vec<Vec<usize>> {
    let mut out: Vec<Vec<usize>> = (0..n).step_by(2).map(|i| (i..(i + 4).min(n)).collect()).collect();
    out.extend((0..n / 3).map(|i| vec![i, (i * 7 + 3) % n, (i * 5 + 1) % n]));
    out
}

#[test]
fn any_number_of_methods_and_any_names_stay_legible() {
    for n in [1, 2, 3, 9, 24, 25, 100, 200] {
        for kind in 0..6 {
            for variant in 0..4 {
                let mut d = data(n, kind, &[], &[]);
                d.cliques = Some(mixed(n));
                d.best_left = variant % 2 == 0;
                let cd = [0.0, 0.7, 1.5, 1e6][variant];
                d.critical_difference = Some((cd, format!("{cd:.3}")));
                if variant == 3 {
                    d.head.notice = Some("FORCED: not like for like, for these reasons.".into());
                }
                for width in [None, Some(320), Some(420), Some(640), Some(1200)] {
                    let style = Style { width, theme: Theme::ALL[kind % 3], ..Style::default() };
                    match critical_difference(&d, &style) {
                        Ok(figure) => sound(&figure),
                        Err(e) => assert!(
                            width.is_some() && matches!(e, ChartError::TooSmall { .. }),
                            "{n} {kind} {e}"
                        ),
                    }
                }
            }
        }
    }
}

#[test]
fn equal_ranks_share_a_place() {
    for ranks in [&[2.0, 2.0, 2.0][..], &[1.0, 2.5, 2.5], &[1.5, 1.5, 3.0]] {
        let d = data(3, 1, ranks, &[&[0, 1, 2]]);
        let figure = draw(&d);
        assert!(words(&figure).contains("That does not show that they are equal."));
        assert_eq!(figure.bar_boxes().len(), 1);
        assert!(figure.bar_boxes()[0][2] - figure.bar_boxes()[0][0] >= 5.9);
    }
}

#[test]
fn a_group_that_skips_a_method_is_no_bar() {
    // Groups of five methods A to E as tests pair by pair can give: A-B-D, B-C-D and C-E.
    let ranks = [1.8, 2.4, 2.9, 3.6, 4.3];
    let d = data(5, 0, &ranks, &[&[0, 1, 3], &[1, 2, 3], &[2, 4]]);
    let figure = draw(&d);
    // Only B-C-D is an interval.
    let [bar] = figure.bar_boxes() else { panic!("{:?}", figure.bar_boxes()) };
    let ticks = |text: &str| {
        let t = figure.text_boxes().iter().find(|t| t.text == text).unwrap();
        (t.x0 + t.x1) / 2.0
    };
    let x = |rank: f64| ticks("1") + (ticks("5") - ticks("1")) * (rank - 1.0) / 4.0;
    assert!((bar[0] - x(2.4)).abs() < 0.2 && (bar[2] - x(3.6)).abs() < 0.2);
    assert!(words(&figure).contains("Dots on a thin line"));
    assert!(figure.description().contains("M0, M1, M3; M1, M2, M3; M2, M4."));
    assert!(figure.svg().contains("<title>Not significantly different: M0, M1, M3</title>"));
}

#[test]
fn a_line_with_gaps_covers_no_skipped_place() {
    for skipped in [&[5.0][..], &[0.0], &[10.0, 10.5, 90.0], &[100.0], &[0.0, 50.0, 100.0]] {
        let list = across::pieces(0.0, 100.0, skipped, 5.0);
        for (from, to) in list {
            assert!(from < to && from >= 0.0 && to <= 100.0);
            assert!(skipped.iter().all(|&s| s + 4.9 < from || s - 4.9 > to));
        }
    }
    assert_eq!(across::pieces(0.0, 100.0, &[50.0], 5.0), [(0.0, 45.0), (55.0, 100.0)]);
}

#[test]
fn who_stands_at_a_members_place_but_outside_is_named() {
    let d = data(4, 0, &[1.0, 2.0, 2.0, 4.0], &[&[0, 1], &[2, 3]]);
    let seen = words(&draw(&d)).replace('\n', " ");
    assert!(seen.contains("Not in the group of M0, M1, though (almost) at a member's place: M2."), "{seen}");
    assert!(seen.contains("Not in the group of M2, M3, though (almost) at a member's place: M1."), "{seen}");
}

#[test]
fn the_bracket_is_as_wide_as_the_difference_and_says_when_it_does_not_fit() {
    let mut d = data(9, 0, &[1.5, 5.5, 6.0, 2.0, 8.5, 2.5, 8.5, 5.5, 5.0], &[&[0, 1, 2, 3, 4, 5, 6, 7, 8]]);
    d.critical_difference = Some((8.494, "8.494".into()));
    let figure = draw(&d);
    assert!(words(&figure).contains("CD = 8.494; CD larger than the axis"));
    d.critical_difference = Some((8.0, "8".into()));
    assert!(!words(&draw(&d)).contains("larger"));
}

#[test]
fn the_order_of_the_input_does_not_matter() {
    let d = data(12, 0, &[], &[&[0, 4, 7], &[2, 3]]);
    let mut turned = d.clone();
    turned.rows.reverse();
    turned.cliques = Some(vec![vec![9, 8], vec![4, 11, 7, 4], vec![1]]);
    assert_eq!(draw(&d), draw(&turned));
}

#[test]
fn no_group_means_that_every_pair_differs() {
    let d = data(5, 0, &[3.0, 4.0, 2.0, 1.0, 5.0], &[&[1]]);
    assert!(words(&draw(&d)).contains("every pair of methods differs significantly"));
    let one = words(&draw(&data(1, 0, &[1.0], &[])));
    assert!(!one.contains("pair"));
}

#[test]
fn ticks_are_whole_and_apart() {
    let face = super::super::frame::tick_face(Look::of(Theme::Light));
    for ranks in [2, 3, 7, 10, 24, 100, 999, 1_000_000] {
        for length in [100.0, 280.0, 900.0] {
            let list = rank_ticks(ranks, length, face);
            assert_eq!((list[0].value, list[list.len() - 1].value), (1.0, ranks as f64));
            for w in list.windows(2) {
                let apart = (w[1].value - w[0].value) * length / (ranks - 1) as f64;
                assert!(
                    apart > (face.width(&w[0].text) + face.width(&w[1].text)) / 2.0 + 2.0,
                    "{ranks} {length}"
                );
            }
        }
    }
}

#[test]
fn errors_name_what_is_wrong() {
    let bad = |change: fn(&mut CriticalDifferenceData)| {
        let mut d = data(3, 0, &[1.0, 2.0, 3.0], &[&[0, 1]]);
        change(&mut d);
        critical_difference(&d, &Style::default()).unwrap_err()
    };
    assert_eq!(
        bad(|d| d.rows[1].mean_rank = 3.5),
        ChartError::Outside { what: "the mean rank of M1".into(), value: 3.5, low: 1.0, high: 3.0 }
    );
    assert_eq!(
        bad(|d| d.rows[1].mean_rank = f64::NAN),
        ChartError::NotFinite { what: "the mean rank of M1".into() }
    );
    assert!(matches!(bad(|d| d.ranks = 1), ChartError::Outside { .. }));
    assert!(matches!(
        bad(|d| d.critical_difference = Some((-1.0, String::new()))),
        ChartError::Outside { .. }
    ));
    assert!(matches!(bad(|d| d.cliques.as_mut().unwrap()[0][1] = 3), ChartError::Index { .. }));
    assert!(matches!(bad(|d| d.rows[0].method = 3), ChartError::Index { .. }));
    assert_eq!(bad(|d| d.rows.clear()), ChartError::Empty { what: "rows" });
    assert!(matches!(bad(|d| d.cliques = Some(vec![vec![0, 1]; 201])), ChartError::TooMany { .. }));
    let low = Style { height: Some(130), ..Style::default() };
    assert!(matches!(critical_difference(&data(9, 0, &[], &[]), &low), Err(ChartError::TooSmall { .. })));
}

#[test]
fn pairs_that_were_not_tested_are_not_said_to_differ() {
    let mut d = data(3, 0, &[1.0, 2.0, 3.0], &[]);
    assert!(words(&draw(&d)).contains("every pair of methods differs significantly"));
    d.cliques = None;
    let figure = draw(&d);
    assert!(words(&figure).contains("the pairs were not tested"));
    assert!(!figure.svg().contains("differs significantly"));
}

#[test]
fn a_method_has_one_row() {
    let mut d = data(3, 0, &[1.0, 2.0, 3.0], &[]);
    d.rows[2].method = 0;
    assert!(matches!(
        critical_difference(&d, &Style::default()),
        Err(ChartError::Twice { what: "rows", .. })
    ));
}
