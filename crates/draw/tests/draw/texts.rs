//! Boards as text: snapshots, size limits, character sets and colour.

use cairn_draw::text::{Charset, Style, legend, render};
use cairn_texts::{Language, Texts};

use crate::boards;

const UNICODE: Style =
    Style { color: false, charset: Charset::Unicode, texts: Texts::new(Language::English), flipped: false };
const ASCII: Style = Style { charset: Charset::Ascii, ..UNICODE };
const STYLES: [Style; 4] = [ASCII, UNICODE, Style { color: true, ..ASCII }, Style { color: true, ..UNICODE }];

#[test]
fn boards_match_their_snapshots() {
    for (name, scene) in boards::all().into_iter().chain(boards::extreme()) {
        insta::assert_snapshot!(format!("{name}-unicode"), render(&scene, UNICODE));
        insta::assert_snapshot!(format!("{name}-ascii"), render(&scene, ASCII));
    }
}

#[test]
fn legends_match_their_snapshots() {
    for (name, scene) in boards::all() {
        if name.ends_with("late") {
            let both = legend(&[&scene], UNICODE) + "\n" + &legend(&[&scene], ASCII);
            insta::assert_snapshot!(format!("{name}-legend"), both);
        }
    }
}

#[test]
fn every_board_fits_a_screen() {
    for (name, scene) in boards::all().into_iter().chain(boards::extreme()).chain(boards::starts()) {
        for style in [ASCII, UNICODE] {
            let text = render(&scene, style);
            assert!(text.lines().count() <= 24, "{name} is too tall:\n{text}");
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{name} is too wide:\n{text}");
        }
    }
}

#[test]
fn a_long_line_equals_the_chain_of_its_segments() {
    let short = boards::sight(3, "3/3/3");
    let line = |from: &str, to: &str| {
        let site = |name| cairn_rules::Site(boards::index(&short, name) as u16);
        (site(from), site(to))
    };
    let ends = ["a1 c1", "a2 c2", "c3 a3", "a3 a1", "b1 b3", "c1 c3", "a1 c3", "c1 a3"];
    let lines = ends.map(|ends| ends.split_once(' ').unwrap()).map(|(from, to)| line(from, to));
    let long = cairn_rules::Scene { lines: lines.into(), ..short.clone() };
    for style in [ASCII, UNICODE] {
        assert_eq!(render(&long, style), render(&short, style));
    }
}

#[test]
fn ascii_is_ascii_and_plain_has_no_escape_codes() {
    for (name, scene) in boards::all().into_iter().chain(boards::extreme()) {
        assert!(render(&scene, ASCII).is_ascii(), "{name}");
        assert!(legend(&[&scene], ASCII).is_ascii(), "{name}");
        for style in [ASCII, UNICODE] {
            assert!(!render(&scene, style).contains('\x1b'), "{name}");
        }
    }
}

#[test]
fn colour_adds_nothing_but_escape_codes() {
    for (name, scene) in boards::all() {
        for (plain, color) in [(ASCII, STYLES[2]), (UNICODE, STYLES[3])] {
            let colored = render(&scene, color);
            assert!(colored.contains("\x1b["), "{name}");
            let mut stripped = String::new();
            for (index, part) in colored.split('\x1b').enumerate() {
                let end = if index == 0 { 0 } else { part.find('m').unwrap() + 1 };
                stripped.push_str(&part[end..]);
            }
            let trimmed: String = stripped.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
            assert_eq!(trimmed, render(&scene, plain), "{name}");
        }
    }
}

#[test]
fn no_line_ends_with_a_space() {
    for (name, scene) in boards::all().into_iter().chain(boards::extreme()) {
        for style in STYLES {
            assert!(render(&scene, style).lines().all(|line| !line.ends_with(' ')), "{name}");
        }
    }
}

#[test]
fn marks_are_visible_without_colour() {
    let scene = boards::all().into_iter().find(|(name, _)| *name == "stac-late").unwrap().1;
    let unmarked = cairn_rules::Scene { marks: Vec::new(), ..scene.clone() };
    for style in [ASCII, UNICODE] {
        assert_ne!(render(&scene, style), render(&unmarked, style));
    }
    let text = render(&scene, ASCII);
    for sign in ["<#w@w>", "(#b)", "[o2]"] {
        assert!(text.contains(sign), "{sign} is missing:\n{text}");
    }
}

#[test]
fn a_flipped_board_is_the_board_upside_down() {
    for (name, scene) in boards::all() {
        let rows = usize::from(scene.rows);
        let board = |style: Style| -> Vec<String> {
            let text = render(&scene, style);
            text.lines()
                .filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()))
                .take(rows)
                .map(ToOwned::to_owned)
                .collect()
        };
        let (near, far) = (board(ASCII), board(Style { flipped: true, ..ASCII }));
        let number = |line: &String| line.split_whitespace().next().map(ToOwned::to_owned);
        let from_below: Vec<_> = near.iter().rev().map(number).collect();
        assert_eq!(far.iter().map(number).collect::<Vec<_>>(), from_below, "{name}");
        // Every row has the same symbols; the column letters below check their order.
        for (near, far) in near.iter().rev().zip(&far) {
            let sorted = |line: &str| {
                let mut signs: Vec<char> = line.chars().filter(|c| c.is_alphanumeric()).collect();
                signs.sort_unstable();
                signs
            };
            assert_eq!(sorted(near), sorted(far), "{name}");
        }
        let letters = |style| {
            render(&scene, style)
                .lines()
                .find(|line| {
                    let mut words = line.split_whitespace();
                    words.clone().count() == usize::from(scene.columns) && words.all(|word| word.len() == 1)
                })
                .map(|line| line.split_whitespace().collect::<String>())
        };
        let far: Option<String> = letters(Style { flipped: true, ..ASCII });
        assert_eq!(far.map(|word| word.chars().rev().collect::<String>()), letters(ASCII), "{name}");
    }
    insta::assert_snapshot!(render(&boards::all()[1].1, Style { flipped: true, ..ASCII }));
}
