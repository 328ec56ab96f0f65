//! The course of a game, as text and as a picture.

use cairn_draw::svg::Theme;
use cairn_draw::text::Charset;
use cairn_draw::{Graph, GraphCurve, svg, text};
use cairn_rules::SeatColor;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

fn curve(name: &str, color: SeatColor, points: &[(usize, f64)]) -> GraphCurve {
    GraphCurve { name: name.to_owned(), color, points: points.to_vec() }
}

/// Returns the graph of a game with two reversals.
fn duel() -> Graph {
    let chances = [0.5, 0.52, 0.5, 0.61, 0.58, 0.9, 0.88, 0.2, 0.22, 1.0, 1.0];
    let points: Vec<(usize, f64)> = chances.into_iter().enumerate().collect();
    Graph { plies: 10, curves: vec![curve("Blue", SeatColor::Blue, &points)], marks: vec![6, 8] }
}

fn three_players() -> Graph {
    let curves = vec![
        curve("Blue", SeatColor::Blue, &[(1, 0.4), (4, 0.5), (7, 1.0)]),
        curve("White", SeatColor::White, &[(2, 0.3), (5, 0.1)]),
        curve("Red", SeatColor::Red, &[(3, 0.35), (6, 0.0)]),
    ];
    Graph { plies: 7, curves, marks: vec![5] }
}

#[test]
fn text_graphs_match_their_snapshots() {
    let long = Graph {
        plies: 300,
        curves: vec![curve("Blue", SeatColor::Blue, &[(0, 0.5), (100, 0.25), (200, 0.75), (300, 1.0)])],
        marks: vec![99, 199],
    };
    for (name, graph) in [("duel", duel()), ("three", three_players()), ("long", long)] {
        let [unicode, ascii] = [Charset::Unicode, Charset::Ascii].map(|set| text::graph(&graph, 72, set));
        assert!(ascii.is_ascii(), "{ascii}");
        assert!(unicode.lines().all(|line| line.chars().count() <= 72), "{unicode}");
        insta::assert_snapshot!(format!("graph-{name}"), format!("{unicode}\n{ascii}"));
    }
}

#[test]
fn a_graph_of_the_end_alone_begins_there() {
    let graph = Graph {
        plies: 4,
        curves: vec![curve("Blue", SeatColor::Blue, &[(3, 1.0), (4, 1.0)])],
        marks: vec![],
    };
    let text = text::graph(&graph, 40, Charset::Ascii);
    assert_eq!(text.lines().next(), Some("100 % |            ########"), "{text}");
}

#[test]
fn pictures_of_graphs_match_their_snapshots() {
    insta::assert_snapshot!("graph-duel-svg", svg::graph(&duel(), Theme::Light));
}

#[test]
fn pictures_of_graphs_stand_alone() {
    let empty = Graph { plies: 0, curves: vec![curve("Blue", SeatColor::Blue, &[])], marks: vec![] };
    for graph in [duel(), three_players(), empty] {
        for theme in [Theme::Light, Theme::Dark] {
            let svg = svg::graph(&graph, theme);
            for banned in ["<text", "font", "href", "url(", "<script", "<style", "NaN", "inf"] {
                assert!(!svg.contains(banned), "{banned}");
            }
            assert!(svg.contains("<title>Chances of Blue"));
            Tree::from_str(&svg, &Options::default()).unwrap();
        }
    }
}

/// `cargo test -p cairn-draw gallery -- --ignored` also writes these.
#[test]
#[ignore = "writes pictures to look at"]
fn gallery() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, graph) in [("duel", duel()), ("three", three_players())] {
        for (theme, suffix) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
            let svg = svg::graph(&graph, theme);
            let tree = Tree::from_str(&svg, &Options::default()).unwrap();
            let mut pixels = Pixmap::new(900, 380).unwrap();
            resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
            let file = folder.join(format!("graph-{name}-{suffix}"));
            std::fs::write(file.with_extension("svg"), svg).unwrap();
            pixels.save_png(file.with_extension("png")).unwrap();
        }
    }
}
