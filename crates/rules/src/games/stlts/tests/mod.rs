//! Tests of Stlts: counts, whole games, an independent move generator, and every sentence of RULES.md.

mod bots;
mod naive;
mod rules;
mod text;

use super::{Pin, Stlts, StltsMove, StltsPosition, StltsSquare};
use crate::games::shared_tests;
use crate::{Position, RandomSource, SmallRng};

/// Returns a position of the game with these options.
fn position(options: &str, text: &str) -> StltsPosition {
    shared_tests::read::<Stlts>(options, text).unwrap()
}

/// Parses a list of pieces on an otherwise empty board: `a1w2.3 b2w l3b`.
fn pieces(options: &str, pieces: &str, rest: &str) -> StltsPosition {
    let mut rows = vec![vec!["1".to_owned(); 12]; 12];
    for piece in pieces.split_whitespace() {
        let cut = 1 + piece[1..].find(['w', 'b']).unwrap();
        let (column, row) = crate::grid::read_name(&piece[..cut]).unwrap();
        rows[usize::from(11 - row)][usize::from(column)] = piece[cut..].to_owned();
    }
    let rows: Vec<String> = rows.iter().map(|row| row.join(",")).collect();
    position(options, &format!("{} {rest}", rows.join("/")))
}

/// Lists the destinations of the piece on a square, sorted.
fn walks(position: &StltsPosition, from: &str) -> String {
    let moves = position.moves();
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let mut ends: Vec<&str> =
        texts.iter().filter_map(|text| text.strip_prefix(from)?.strip_prefix(['-', 'x'])).collect();
    ends.sort_unstable();
    ends.join(" ")
}

fn start(options: &str) -> StltsPosition {
    shared_tests::start::<Stlts>(options)
}

#[test]
fn every_count_of_the_table() {
    shared_tests::perft_table::<Stlts>(include_str!("perft.tsv"));
}

#[test]
fn every_game_of_the_table() {
    shared_tests::game_table::<Stlts>(include_str!("games.tsv"));
}

#[test]
fn the_walk_around_the_corner() {
    let text = "12/12/12/12/12/12/12/12/12/11,b/w,w,10/w2.3,11 w 0";
    assert_eq!(walks(&position("official", text), "a1"), "b1 b3 c1 c2 c3 d1 d2 d3");
}

#[test]
fn two_and_two_pins_reach_twenty_four_squares() {
    let here = pieces("official", "e6w2.2 l12b", "w 0");
    assert_eq!(walks(&here, "e6").split(' ').count(), 24);
    let straight = pieces("walks=straight", "e6w2.2 l12b", "w 0");
    assert_eq!(walks(&straight, "e6").split(' ').count(), 8);
}

#[test]
fn a_screenshot_of_the_early_program() {
    let text = "12/1,w,7,b,2/1,w,w,1,b,2,w,1,b,b,1/12/2,b,1,w,2,b,1,w,2/12/12/2,w1.1,1,b,2,w,1,b,2/12/\
                1,b,1,b0.1,w,2,b,1,w,w,1/2,b,6,w,2/12 w 0";
    assert_eq!(walks(&position("seed", text), "c5"), "b5 c4 c6 d5");
    assert_eq!(walks(&position("setup=seed", text), "c5"), "b4 b5 b6 c4 c6 d4 d5 d6");
}

#[test]
fn agrees_with_the_naive_generator() {
    for options in [
        "official",
        "setup=seed",
        "pins=1",
        "pins=2",
        "pins=3",
        "quiet=0,pins=4",
        "quiet=20",
        "quiet=1000",
        "walks=straight",
        "setup=seed,pins=3,walks=straight",
    ] {
        shared_tests::compare_with_naive::<Stlts>(options, 6, naive::moves);
    }
}

/// Compares the moves of a position with those of the naive generator, and checks that random moves are among them.
fn compare(here: &StltsPosition, options: &str, rng: &mut SmallRng) {
    let mut expected = naive::moves(here, options);
    expected.sort();
    assert_eq!(shared_tests::moves(here), expected.join(" "), "{options} {here}");
    assert_eq!(here.count_moves(), expected.len() as u64, "{options} {here}");
    let mut scratch = Vec::new();
    for _ in 0..20 {
        let chosen = here.random_move_with(rng, &mut scratch).map(|mv| mv.to_string());
        assert_eq!(chosen.is_none(), expected.is_empty(), "{options} {here}");
        assert!(chosen.is_none_or(|mv| expected.binary_search(&mv).is_ok()), "{options} {here}");
    }
}

/// Generates a position with full sides, on random squares or in walls with gaps, and any number of pins.
fn crowd(rng: &mut SmallRng, limit: u32, walls: bool) -> String {
    let mut cells = vec!["1".to_owned(); 144];
    let gaps = [rng.below(12), rng.below(12)];
    let lines = [rng.below(4) + 2, rng.below(4) + 6];
    let across = rng.below(2) == 0;
    for number in 0..24 {
        let colour = if rng.below(3) > 0 { ["w", "b"][number / 12] } else { ["w", "b"][number % 2] };
        let pins = match rng.below(5) {
            0 => String::new(),
            1 => format!("{limit}.{limit}"),
            2 => format!("{}.{}", rng.below(limit + 1), rng.below(limit + 1)),
            _ => format!("{}.{}", rng.below(limit.min(7) + 1), rng.below(limit.min(7) + 1)),
        };
        let wall = rng.below(2) as usize;
        let (along, line) = (rng.below(12), lines[wall]);
        let in_wall = walls && number < 22 && along != gaps[wall];
        let (x, y) = if in_wall { (along, line) } else { (rng.below(12), rng.below(12)) };
        let place = if across { y * 12 + x } else { x * 12 + y };
        let own = cells.iter().filter(|cell| cell.starts_with(colour)).count();
        if own < 12 {
            cells[place as usize] = format!("{colour}{pins}");
        }
    }
    let rows: Vec<String> = cells.chunks(12).map(|row| row.join(",")).collect();
    format!("{} {} {}", rows.join("/"), ["w", "b"][rng.below(2) as usize], rng.below(9))
}

#[test]
fn agrees_with_the_naive_generator_in_a_crowd() {
    for (options, limit) in [
        ("official", 99),
        ("pins=1", 1),
        ("pins=8", 8),
        ("pins=30,quiet=8", 30),
        ("walks=straight", 99),
        ("pins=4,walks=straight", 4),
    ] {
        let mut rng = SmallRng::seeded(u64::from(limit) << 32);
        for round in 0..500 {
            let text = crowd(&mut rng, limit, round % 2 == 0);
            compare(&position(options, &text), options, &mut rng);
        }
    }
}

/// Walks back and forth between walls use dozens of pins, and each pin counts.
#[test]
fn agrees_with_the_naive_generator_in_a_maze() {
    let mut rng = SmallRng::seeded(7);
    let wall = |row: u8, gap: char, colour: char| {
        ('a'..='l').filter(|&c| c != gap).fold(String::new(), |text, c| text + &format!("{c}{row}{colour} "))
    };
    for (white, black) in
        [(99, 99), (0, 99), (99, 0), (11, 99), (99, 33), (11, 33), (11, 32), (10, 33), (11, 11)]
    {
        for walls in [wall(4, 'l', 'w') + &wall(8, 'a', 'b'), wall(2, 'a', 'w') + &wall(3, 'l', 'b')] {
            let here = pieces("official", &format!("{walls} a1w{white}.{black} l12b"), "w 0");
            compare(&here, "official", &mut rng);
        }
    }
    let maze = wall(4, 'l', 'w') + &wall(8, 'a', 'b');
    let ends = |pins: &str| walks(&pieces("official", &format!("{maze} a1w{pins} l12b"), "w 0"), "a1");
    assert!(ends("11.33").contains("l12"));
    assert!(!ends("11.32").contains("l12"));
    assert!(!ends("10.33").contains("l12"));
    assert!(!ends("99.32").contains("l12"));
}

/// Twelve pieces that could go anywhere are shut into a corner by enemies, so that nearly every sample misses.
#[test]
fn random_moves_are_uniform_where_hardly_any_is_legal() {
    let own = "a1 b1 c1 d1 e1 a2 b2 c2 a3 b3 a4 a5".split(' ').map(|square| format!("{square}w20.20 "));
    let enemy = "f1b d2b e2b c3b b4b b5b a6b";
    let here = pieces("pins=20", &(own.collect::<String>() + enemy), "w 0");
    let expected = "a4xb4 a5xa6 a5xb5 b3xb4 b3xc3 c2xc3 c2xd2 d1xd2 e1xe2 e1xf1";
    assert_eq!(shared_tests::moves(&here), expected);
    let (mut rng, mut scratch) = (SmallRng::seeded(1), Vec::new());
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..4000 {
        let mv = here.random_move_with(&mut rng, &mut scratch).unwrap();
        *counts.entry(mv.to_string()).or_insert(0) += 1;
    }
    assert_eq!(counts.keys().map(String::as_str).collect::<Vec<_>>().join(" "), expected);
    assert!(counts.values().all(|count| (280..=520).contains(count)), "{counts:?}");
}

#[test]
fn illegal_moves_are_safe() {
    let mut rng = SmallRng::seeded(1);
    let mut here = start("official");
    let mut scratch = Vec::new();
    for _ in 0..20_000 {
        let mut square = || StltsSquare::new(rng.below(16) as u8, rng.below(16) as u8);
        let (from, to) = (square(), square());
        here.play_unchecked(match rng.below(8) {
            0 => StltsMove::Walk { from, to },
            1 => StltsMove::Capture { from, to },
            2 => StltsMove::Insert { at: from, pin: Pin::White },
            _ => StltsMove::Insert { at: from, pin: Pin::Black },
        });
        here.random_move_with(&mut rng, &mut scratch);
        here.count_moves();
        if here.outcome().is_some() {
            here = start("official");
        }
    }
}
