//! Pictures: structure, accessibility, self-containedness and PNG output.

use std::path::Path;

use cairn_draw::svg::{Notes, Theme};
use cairn_draw::text::{self, Charset, Style};
use cairn_draw::{describe, png, svg};
use cairn_rules::{Mark, MarkKind, Scene, Site};
use cairn_texts::{Language, Texts};
use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Options, Tree};

use crate::boards;

const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

fn everything() -> impl Iterator<Item = (&'static str, Scene)> {
    boards::all().into_iter().chain(boards::extreme())
}

#[test]
fn pictures_keep_their_structure() {
    let mut table = vec!["board            size         ellipses  rects  paths".to_owned()];
    for (name, scene) in everything() {
        let svg = svg::render(&scene, svg::Options::default());
        let tree = Tree::from_str(&svg, &Options::default()).unwrap();
        let size = format!("{} x {}", tree.size().width(), tree.size().height());
        let count = |tag: &str| svg.matches(tag).count();
        let (ellipses, rects, paths) = (count("<ellipse"), count("<rect"), count("<path"));
        table.push(format!("{name:<16} {size:<12} {ellipses:>8} {rects:>6} {paths:>6}"));
    }
    insta::assert_snapshot!(table.join("\n"));
}

#[test]
fn a_small_picture_matches_its_snapshot() {
    let (_, scene) = everything().find(|(name, _)| *name == "staqs-3").unwrap();
    insta::assert_snapshot!(svg::render(&scene, svg::Options::default()));
}

#[test]
fn pictures_need_no_font_and_no_external_resource() {
    for (name, scene) in everything() {
        for theme in THEMES {
            let svg = svg::render(&scene, svg::Options { theme, ..svg::Options::default() });
            for banned in ["<text", "font", "href", "url(", "<script", "<style", " id=\"", "NaN", "inf"] {
                assert!(!svg.contains(banned), "{name} has {banned}");
            }
            assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "), "{name}");
            assert!(svg.contains("<title>Board of "), "{name}");
            assert_eq!(
                svg,
                svg::render(&scene, svg::Options { theme, ..svg::Options::default() }),
                "{name} is drawn the same twice"
            );
        }
    }
}

#[test]
fn every_site_is_a_labelled_cell() {
    for (name, scene) in everything() {
        let svg = svg::render(&scene, svg::Options::default());
        assert_eq!(svg.matches("role=\"row\"").count(), usize::from(scene.rows), "{name}");
        assert_eq!(svg.matches("role=\"gridcell\"").count(), scene.sites.len(), "{name}");
        for site in &scene.sites {
            let description = describe(site, &scene, Texts::default());
            let label = format!("aria-label=\"{description}\" data-site=\"{}\"", site.name);
            assert!(svg.contains(&label), "{name}: {label}");
        }
    }
}

#[test]
fn a_page_gets_colours_words_and_pieces_of_its_own() {
    let portuguese = Texts::new(Language::Portuguese);
    for (name, scene) in everything() {
        let svg = svg::page(&scene, svg::Options::new(portuguese));
        let colors =
            svg.split('"').filter(|value| value.starts_with('#') && !["#000", "#fff"].contains(value));
        // Pins are white and black in every theme.
        let pins = ["#1c1c1c", "#111", "#555", "#ccc"];
        assert_eq!(colors.filter(|color| !pins.contains(color)).count(), 0, "{name}");
        assert!(!svg.contains("<title>") && svg.contains("role=\"grid\" aria-label=\"Tabuleiro\""), "{name}");
        let piles = scene.sites.iter().filter(|site| site.pile.is_some()).count();
        assert_eq!(svg.matches("data-piece=\"pile ").count(), piles, "{name}");
        let pawns = scene.sites.iter().filter(|site| site.pawn.is_some()).count();
        assert_eq!(svg.matches("data-piece=\"pawn ").count(), pawns, "{name}");
        for site in &scene.sites {
            let label = describe(site, &scene, portuguese);
            assert!(svg.contains(&format!("aria-label=\"{label}\" data-site=\"{}\"", site.name)), "{name}");
        }
        assert!(Tree::from_str(&svg, &Options::default()).is_ok(), "{name}");
    }
}

/// Removes the colours from a picture.
fn colourless(svg: &str) -> String {
    let mut parts = Vec::new();
    for (index, part) in svg.split('"').enumerate() {
        let is_color = index % 2 == 1 && (part.starts_with("var(") || part.starts_with('#'));
        parts.push(if is_color { "" } else { part });
    }
    parts.join("\"")
}

#[test]
fn marks_on_a_page_differ_without_colour() {
    for (board, names) in [("staqs-late", ["a1", "e5"]), ("sight-late", ["a1", "b1"])] {
        let (_, scene) = boards::all().into_iter().find(|(name, _)| *name == board).unwrap();
        let scene = Scene { marks: Vec::new(), ..scene };
        for name in names {
            let site = [Site(boards::index(&scene, name) as u16)];
            let mut looks = Vec::new();
            for kind in [None].into_iter().chain(MarkKind::ALL.map(Some)) {
                let marks = kind.map(|kind| Mark { site: site[0], kind });
                let marked = Scene { marks: marks.into_iter().collect(), ..scene.clone() };
                for (forced, threatened) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    let notes = Notes {
                        forced: &site[..forced],
                        threatened: &site[..threatened],
                        ..Notes::default()
                    };
                    let svg =
                        colourless(&svg::page(&marked, svg::Options { notes, ..svg::Options::default() }));
                    // Keeps the drawing without its texts.
                    let drawn: Vec<&str> = svg.lines().filter(|line| !line.contains("gridcell")).collect();
                    looks.push(drawn.join("\n"));
                }
            }
            let count = looks.len();
            looks.sort_unstable();
            looks.dedup();
            assert_eq!(looks.len(), count, "{board} {name}");
        }
    }
}

#[test]
fn forced_and_threatened_sites_are_described() {
    let (_, scene) = boards::all().into_iter().find(|(name, _)| *name == "staqs-3").unwrap();
    let site = [Site(boards::index(&scene, "b2") as u16)];
    let notes = Notes { forced: &site, threatened: &site, ..Notes::default() };
    let svg = svg::page(
        &scene,
        svg::Options { notes, texts: Texts::new(Language::Portuguese), ..svg::Options::default() },
    );
    let label = svg.split("aria-label=\"b2, ").nth(1).unwrap().split('"').next().unwrap();
    assert!(label.ends_with("obrigatória, ameaçada"), "{label}");
    assert_eq!(svg.matches("data-forced").count() + svg.matches("data-threatened").count(), 2);
}

#[test]
fn numbers_are_short() {
    for (name, scene) in everything() {
        let svg = svg::render(&scene, svg::Options { theme: Theme::Dark, ..svg::Options::default() });
        let mut numbers = svg.split(|char: char| !char.is_ascii_digit() && char != '.');
        let long = numbers.find(|number| number.split_once('.').is_some_and(|(_, rest)| rest.len() > 2));
        assert_eq!(long, None, "{name}");
    }
}

#[test]
fn png_pictures_have_the_requested_width_and_are_not_blank() {
    for (name, scene) in boards::all().into_iter().filter(|(name, _)| name.ends_with("late")) {
        for (theme, width) in THEMES.into_iter().zip([160, 241]) {
            let pixels = Pixmap::decode_png(
                &png::render(&scene, svg::Options { theme, ..svg::Options::default() }, width).unwrap(),
            )
            .unwrap();
            assert_eq!(pixels.width(), width, "{name}");
            assert!(pixels.height() > width, "{name}: the seats are below the board");
            assert!(pixels.pixels().iter().all(|pixel| pixel.alpha() == 255), "{name} has holes");
            let mut colors: Vec<_> =
                pixels.pixels().iter().map(|pixel| (pixel.red(), pixel.green(), pixel.blue())).collect();
            colors.sort_unstable();
            colors.dedup();
            assert!(colors.len() > 50, "{name} has {} colours", colors.len());
        }
    }
}

#[test]
fn invalid_widths_are_rejected() {
    let (_, scene) = boards::all().remove(0);
    for width in [0, png::MAX_WIDTH + 1, u32::MAX] {
        let error = png::render(&scene, svg::Options::default(), width).unwrap_err();
        assert!(error.to_string().contains(&width.to_string()), "{error}");
    }
}

#[test]
fn inconsistent_scenes_do_not_panic() {
    for (_, mut scene) in boards::all() {
        scene.seats.clear();
        scene.sites.truncate(7);
        scene.rows = 2;
        svg::render(&scene, svg::Options::default());
        for charset in [Charset::Ascii, Charset::Unicode] {
            text::render(&scene, Style { color: true, charset, ..Style::default() });
        }
        scene.sites.clear();
        (scene.columns, scene.rows) = (0, 0);
        svg::render(&scene, svg::Options { theme: Theme::Dark, ..svg::Options::default() });
        text::render(&scene, Style::default());
    }
}

#[test]
fn the_start_of_every_game_can_be_drawn() {
    for (name, scene) in boards::starts() {
        let tree = Tree::from_str(
            &svg::render(&scene, svg::Options { theme: Theme::Dark, ..svg::Options::default() }),
            &Options::default(),
        );
        assert!(tree.is_ok_and(|tree| tree.root().has_children()), "{name}");
    }
}

/// `cargo test -p cairn-draw gallery -- --ignored` writes all pictures to `target/tmp/gallery`.
#[test]
#[ignore = "writes pictures to look at"]
fn gallery() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, scene) in everything() {
        for (theme, suffix) in THEMES.into_iter().zip(["light", "dark"]) {
            let file = folder.join(format!("{name}-{suffix}"));
            std::fs::write(
                file.with_extension("svg"),
                svg::render(&scene, svg::Options { theme, ..svg::Options::default() }),
            )
            .unwrap();
            std::fs::write(
                file.with_extension("png"),
                png::render(&scene, svg::Options { theme, ..svg::Options::default() }, 800).unwrap(),
            )
            .unwrap();
        }
    }
}

#[test]
fn a_flipped_board_has_a1_in_the_top_right_corner() {
    for (_, scene) in boards::all() {
        let options = svg::Options { flipped: true, ..svg::Options::default() };
        let (flipped, usual) = (svg::page(&scene, options), svg::page(&scene, svg::Options::default()));
        let names = |svg: &str| -> Vec<String> {
            svg.split("data-site=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
        };
        let mut sites = names(&usual);
        sites.sort();
        let mut others = names(&flipped);
        assert!(others[0].ends_with('1'), "{others:?}");
        others.sort();
        assert_eq!(sites, others);
    }
}
