//! Tests of Sight: counts, whole games, an independent implementation, and every sentence of RULES.md.

mod naive;
mod rules;

use std::collections::HashMap;

use super::{Sight, SightOptions, SightPosition};
use crate::games::shared_tests;
use crate::{
    BasicBots, Evaluate, Game, Notation, Pile, Player, Position, Present, RandomSource, Site, SmallRng,
    Symmetric,
};

/// Returns a position of the game with these options.
fn position(options: &str, text: &str) -> SightPosition {
    shared_tests::read::<Sight>(options, text).unwrap()
}

fn start(options: &str) -> SightPosition {
    shared_tests::start::<Sight>(options)
}

/// Generates a board with random pieces of any height, more crowded than in games.
fn strewn(size: u8, rng: &mut SmallRng) -> String {
    let (crowd, tall) = (rng.below(100), [1, 2, 3, 9, 150][rng.below(5) as usize]);
    let mut cell = |_| match rng.below(100) {
        throw if throw < crowd => format!("{}{}", ["w", "b"][(throw % 2) as usize], 1 + rng.below(tall)),
        _ => "1".to_owned(),
    };
    let mut row = |_| (0..size).map(&mut cell).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = (0..size).map(&mut row).collect();
    format!("{} {}", rows.join("/"), ["w", "b"][rng.below(2) as usize])
}

#[test]
fn every_count_of_the_table() {
    shared_tests::perft_table::<Sight>(include_str!("perft.tsv"));
}

#[test]
fn every_game_of_the_table() {
    shared_tests::game_table::<Sight>(include_str!("games.tsv"));
}

#[test]
fn agrees_with_the_naive_generator() {
    for options in ["official", "tallest=fallback", "size=3", "size=4", "size=6", "size=7,tallest=fallback"] {
        shared_tests::compare_with_naive::<Sight>(options, 150, naive::moves);
    }
    for options in ["size=8", "size=8,tallest=fallback", "size=9", "size=9,tallest=fallback"] {
        shared_tests::compare_with_naive::<Sight>(options, 60, naive::moves);
    }
}

#[test]
fn agrees_with_the_naive_rules_on_strewn_boards() {
    let mut rng = SmallRng::seeded(7);
    for size in 3..=9 {
        for tallest in ["strict", "fallback"] {
            let options = format!("size={size},tallest={tallest}");
            for _ in 0..300 {
                let here = position(&options, &strewn(size, &mut rng));
                let mut expected = naive::moves(&here, &options);
                expected.sort();
                assert_eq!(shared_tests::moves(&here), expected.join(" "), "{options} {here}");
                assert_eq!(here.count_moves(), expected.len() as u64, "{options} {here}");
                for mv in here.moves() {
                    let next = here.after(mv);
                    assert_eq!(
                        next.to_string(),
                        naive::after(&here.to_string(), &mv.to_string()),
                        "{here} {mv}"
                    );
                    assert_eq!(next, position(&options, &next.to_string()), "{here} {mv}");
                }
            }
        }
    }
}

#[test]
fn every_ply_of_a_game_takes_one_new_point_for_good() {
    let mut scratch = Vec::new();
    for size in 3..=9u32 {
        let mut rng = SmallRng::seeded(u64::from(size) << 32);
        for _ in 0..40 {
            let mut here = start(&format!("size={size}"));
            let mut plies = 0;
            while let Some(mv) = here.random_move_with(&mut rng, &mut scratch) {
                let next = here.after(mv);
                assert_eq!(next.to_string(), naive::after(&here.to_string(), &mv.to_string()));
                plies += 1;
                assert_eq!((next.pieces[0] | next.pieces[1]).count_ones(), plies);
                for player in Player::seats(2) {
                    let (before, after) = (here.pieces[player.index()], next.pieces[player.index()]);
                    assert_eq!(before & !after, 0);
                    assert_eq!((after & !before).count_ones(), u32::from(player == here.to_move()));
                }
                here = next;
            }
            assert!(plies <= size * size);
            assert_eq!(here.to_move() == Player::FIRST, plies % 2 == 0);
        }
    }
}

#[test]
fn different_positions_have_different_keys() {
    let mut rng = SmallRng::seeded(3);
    let mut scratch = Vec::new();
    for size in [3, 5, 9] {
        let mut seen = HashMap::new();
        let mut note = |here: SightPosition| assert_eq!(*seen.entry(here.key()).or_insert(here), here);
        for _ in 0..600 {
            let mut here = start(&format!("size={size}"));
            note(here);
            while let Some(mv) = here.random_move_with(&mut rng, &mut scratch) {
                for mv in here.moves() {
                    note(here.after(mv));
                }
                here.play_unchecked(mv);
            }
            note(position(&format!("size={size}"), &strewn(size, &mut rng)));
        }
        assert!(seen.len() > 1000);
    }
}

/// Finds out by exhaustive search whether the player to move wins, trying moves with the fewest replies first. While
/// few pieces are on the board, symmetric positions count as one.
fn wins(here: &SightPosition, known: &mut HashMap<u64, bool>) -> bool {
    let images = if (here.pieces[0] | here.pieces[1]).count_ones() < 8 { here.symmetries() } else { 1 };
    let key = (0..images).map(|symmetry| here.transformed(symmetry).key()).min().unwrap();
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let mut answers: Vec<SightPosition> = here.moves().into_iter().map(|mv| here.after(mv)).collect();
    answers.sort_by_key(Position::count_moves);
    let wins = answers.iter().any(|next| !self::wins(next, known));
    known.insert(key, wins);
    wins
}

#[test]
fn white_wins_on_three_by_three() {
    for options in ["size=3", "size=3,tallest=fallback"] {
        assert!(wins(&start(options), &mut HashMap::new()));
    }
}

#[test]
fn black_wins_on_four_by_four() {
    for options in ["size=4", "size=4,tallest=fallback"] {
        assert!(!wins(&start(options), &mut HashMap::new()));
    }
}

#[test]
fn strange_positions_are_refused_by_name() {
    for (options, text, word) in [
        ("official", "5/5/5/5/5", "5/5/5/5/5"),
        ("official", "5/5/5/5/5 w x", "x"),
        ("official", "5/5/5/5/5 r", "r"),
        ("official", "5/5/5/5/5 W", "W"),
        ("official", "5/5/5/5 w", "5/5/5/5"),
        ("official", "5/5/5/5/4 w", "4"),
        ("official", "5/5/5/5/w0,4 w", "w0"),
        ("official", "5/5/5/5/w,4 w", "w"),
        ("official", "5/5/5/5/w151,4 w", "w151"),
        ("official", "5/5/5/5/w01,4 w", "w01"),
        ("official", "5/5/5/5/n1,4 w", "n1"),
        ("official", "5/5/5/5/é1,4 w", "é1"),
        ("size=3", "5/5/5/5/5 w", "5/5/5/5/5"),
    ] {
        assert_eq!(shared_tests::read::<Sight>(options, text).unwrap_err().word, word);
    }
    let error = Sight::read_position(&SightOptions::default(), "5/5/5/5/w151,4 w").unwrap_err().to_string();
    assert!(error.ends_with("a colour (w, b) and a height from 1 to 150"), "{error}");
}

#[test]
fn positions_are_printed_in_the_canonical_form() {
    assert_eq!(start("official").to_string(), "5/5/5/5/5 w");
    let text = "1,w2,2,b3/1,w2,3/1,w3,w1,2/2,b1,b1,1/1,b150,3 w";
    assert_eq!(position("official", text).to_string(), text);
    assert_eq!(position("size=3", " 1,2/1,1,w1/3   b ").to_string(), "3/2,w1/3 b");
}

#[test]
fn refusals_say_why() {
    let why =
        |options: &str, text: &str, mv: &str| position(options, text).parse_move(mv).unwrap_err().to_string();
    let stacks = "1,w2,2,b3/1,w2,3/1,w3,w1,2/2,b1,b1,1/1,b3,3 w";
    for (mv, error) in [
        ("a1", "illegal move a1: White has a stack, and must move the top of one of the tallest"),
        ("b4-a4", "illegal move b4-a4: the tallest stacks have height 3, and b4 has 2"),
        ("b3-b4", "illegal move b3-b4: b4 is not empty"),
        ("b3-a2", "illegal move b3-a2: no diagonal line runs through b3"),
        ("b3-d3", "illegal move b3-d3: the top of a stack goes one step along a drawn line"),
        ("c3-d3", "illegal move c3-d3: c3 holds a single piece, and only the top of a stack moves"),
        ("e5-e4", "illegal move e5-e4: White has no stack on e5"),
        ("a1-a2", "illegal move a1-a2: White has no stack on a1"),
        ("b3-b9", "illegal move b3-b9: b9 is not on the 5 x 5 board"),
        (
            "b3~b4",
            "unreadable move `b3~b4`: a move is a point to place on (c3) or a step of a stack's top (c3-c4)",
        ),
    ] {
        assert_eq!(why("official", stacks, mv), error);
    }
    let singles = "5/5/2,w1,2/5/5 w";
    assert_eq!(why("official", singles, "c3"), "illegal move c3: c3 is not empty");
    assert_eq!(
        why("official", singles, "c3-c4"),
        "illegal move c3-c4: White has no stack, and must place a piece"
    );
    assert_eq!(
        why("tallest=fallback", "5/3,b1,1/2,b2,w1,w2/3,w1,w3/b1,3,b2 w", "e2-d1"),
        "illegal move e2-d1: the tallest stacks that can move have height 2, and e2 has 3"
    );
    assert_eq!(
        why("official", "5/3,b1,1/2,b2,w1,w2/3,w1,w3/b1,3,b2 w", "e3-e4"),
        "illegal move e3-e4: the game is over"
    );
    assert_eq!(position("official", stacks).parse_move(" B3-A3 ").unwrap().to_string(), "b3-a3");
}

#[test]
fn greedy_takes_a_win_at_once() {
    // Black's stack in the corner can only go to b1, which White can take.
    let here = position("size=3", "3/w1,w1,1/b2,1,w2 w");
    shared_tests::greedy_choices(&here, &["c1-b1"]);
    assert_eq!(shared_tests::result(&shared_tests::after(&here, "c1-b1")), "first (no legal move)");
}

#[test]
fn greedy_weighs_points_pieces_and_actions() {
    let here = position("size=3", "b1,2/3/2,w1 w");
    // Points out of sight of c1: 2 points to 1, 2 pieces to 1, 6 placements each.
    assert_eq!(here.greedy_rank(here.parse_move("a2").unwrap()), 1 - 2);
    // In sight: 3 pieces, and the stack in the corner can step to c2 and b2 only.
    assert_eq!(here.greedy_rank(here.parse_move("b1").unwrap()), 1 - 2 * 2 + 2 * (2 - 6));
}

#[test]
fn even_boards_have_half_the_symmetries() {
    assert_eq!(
        [3, 4, 5, 6, 7, 8, 9].map(|size| start(&format!("size={size}")).symmetries()),
        [8, 4, 8, 4, 8, 4, 8]
    );
}

#[test]
fn the_scene_shows_piles_and_counts() {
    let scene = position("official", "5/1,w2,3/2,w1,2/2,b1,b1,1/5 w").scene();
    assert_eq!(scene.surface, crate::Surface::Points);
    assert_eq!(scene.sites[16].pile, Some(Pile::of(Some(Player::FIRST), 2)));
    let facts = |seat: usize| scene.seats[seat].facts.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(facts(0), ["points held: 2", "pieces: 3"]);
    assert_eq!(facts(1), ["points held: 2", "pieces: 2"]);
}

#[test]
fn the_drawn_lines_are_the_steps() {
    for size in 3..=9u16 {
        let here = start(&format!("size={size}"));
        let mut drawn = Vec::new();
        let scene = here.scene();
        let place = |site: Site| (site.0 % size, site.0 / size);
        for &(from, to) in &scene.lines {
            let (mut at, end) = (place(from), place(to));
            while at != end {
                let step =
                    |from: u16, to: u16| if to > from { from + 1 } else { from - u16::from(to < from) };
                let next = (step(at.0, end.0), step(at.1, end.1));
                drawn.push((at.min(next), at.max(next)));
                at = next;
            }
        }
        drawn.sort_unstable();
        let mut steps = Vec::new();
        for index in 0..size * size {
            let (column, row) = place(Site(index));
            let adjacent = super::SightPoint::new(column as u8, row as u8).adjacent();
            for other in super::point::points(adjacent & super::point::board(size as u8)) {
                let other = (other.column().into(), other.row().into());
                if other > (column, row) {
                    steps.push(((column, row), other));
                }
            }
        }
        steps.sort_unstable();
        assert_eq!(drawn, steps, "size {size}");
    }
}

/// Uses a large board on which one player's pieces and all empty points are in the lower rows.
#[test]
fn long_lines_count_wherever_they_lie() {
    let position = position("size=7", "2,w1,w1,w2,w1,w2/4,w1,w1,1/7/7/1,b1,b1,4/1,b2,1,b2,b1,2/b2,2,b1,3 w");
    for symmetry in 0..position.symmetries() {
        let image = position.transformed(symmetry);
        assert_eq!(image.evaluate(Player::FIRST), position.evaluate(Player::FIRST), "{image}");
    }
    let low = "w1,w1,w1,w1,w1,w1,w1/7/7/7/7/7/b1,6 b";
    let low = shared_tests::read::<Sight>("size=7", low).unwrap();
    for symmetry in 0..low.symmetries() {
        assert_eq!(low.transformed(symmetry).evaluate(Player::SECOND), low.evaluate(Player::SECOND));
    }
}
