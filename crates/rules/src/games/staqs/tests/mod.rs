//! Tests of STAQS: counts, whole games, an independent move generator, and every sentence of RULES.md.

mod naive;
mod rules;

use super::{Staqs, StaqsOptions, StaqsPosition};
use crate::games::shared_tests;
use crate::{Game, Notation, Position, SmallRng, Solvable, WdlBounds};

/// Returns a position of the game with these options.
fn position(options: &str, text: &str) -> StaqsPosition {
    shared_tests::read::<Staqs>(options, text).unwrap()
}

fn start(options: &str) -> StaqsPosition {
    shared_tests::start::<Staqs>(options)
}

#[test]
fn every_count_of_the_table() {
    shared_tests::perft_table::<Staqs>(include_str!("perft.tsv"));
}

#[test]
fn every_game_of_the_table() {
    shared_tests::game_table::<Staqs>(include_str!("games.tsv"));
}

#[test]
fn the_two_towers_of_twelve() {
    let moves = "e5 e4 e5-d5 e4-e3 d5-d4 e3-e2 d4-d3 e2-e1 d3-d2 e1-d1 d2-c2 d1-c1 c2-c3 c1-b1 c3-c4 \
                 b1-b2 c4-c5 b2-b3 c5-b5 b3-b4 b5-a5 b4-a4 a3 a2 a1";
    let end = shared_tests::play_all(start("placement=free"), moves);
    assert_eq!(moves.split_whitespace().count(), 25);
    assert_eq!(end.heights(crate::Player::FIRST), [12, 2, 2, 0]);
    assert_eq!(end.heights(crate::Player::SECOND), [12, 2, 0, 0]);
    assert_eq!(end.outcome().unwrap().to_string(), "first (tallest stack)");
}

/// Solvers support only two players, but the bounds hold for more.
#[test]
fn static_bounds_for_more_than_two_players_are_open() {
    let text = "n,w2,b3,w2,b2/n,n,r2,r2,n/n,1,w2,b2,b2/n,g2,r2,g2,n/n,g2,w2,g2,r2 r 0/0/0/0";
    assert_eq!(position("players=4", text).static_bounds().bounds, WdlBounds::OPEN);
}

#[test]
fn agrees_with_the_naive_generator() {
    for options in [
        "official",
        "placement=free",
        "steps=all",
        "size=3",
        "size=10",
        "players=3,placement=free",
        "size=3,players=4",
        "size=7,steps=all,placement=free",
        "size=4,players=3",
    ] {
        shared_tests::compare_with_naive::<Staqs>(options, 150, naive::moves);
    }
}

#[test]
fn strange_positions_are_refused_by_name() {
    let full = "n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n";
    for (options, text, word) in [
        ("official", format!("{full}/n,n,n,n,n b"), format!("{full}/n,n,n,n,n b")),
        ("official", format!("{full}/n,n,n,n,b1 b 4/4"), "b1".to_owned()),
        ("official", format!("{full}/n,n,n,n,b251 b 3/4"), "b251".to_owned()),
        ("official", format!("{full}/n,n,n,n,r2 b 4/4"), "r2".to_owned()),
        ("official", format!("{full}/n,n,n,n,é2 b 4/4"), "é2".to_owned()),
        ("official", format!("{full}/n,n,n,n,n r 4/4"), "r".to_owned()),
        ("official", format!("{full}/n,n,n,n,n b 4/4/4"), "4/4/4".to_owned()),
        ("official", format!("{full}/n,n,n,n,n b 5/4"), "5/4".to_owned()),
        ("official", format!("{full}/n,n,n,n,n b 3/4"), "3/4".to_owned()),
        ("official", format!("{full}/n,n,n,n,n w 4/4"), "4/4".to_owned()),
        ("players=3", format!("{full}/n,n,n,n,n r 3/4/4"), "3/4/4".to_owned()),
        ("placement=free", format!("{full}/n,n,n,n,n b 4/4 x"), "x".to_owned()),
    ] {
        assert_eq!(shared_tests::read::<Staqs>(options, &text).unwrap_err().word, word);
    }
    let crowd = format!("{full}/b2,b2,n,n,n b 3/4");
    assert!(Staqs::read_position(&StaqsOptions::default(), &crowd).is_err());
}

#[test]
fn refusals_say_why() {
    let moving = position("official", "b2,n,b2,n,b2/n,1,n,n,n/w2,n,b2,n,w2/n,n,n,n,n/w2,n,n,n,w2 b 0/0");
    let why = |position: &StaqsPosition, text: &str| position.parse_move(text).unwrap_err().to_string();
    assert_eq!(
        why(&moving, "c3-d4"),
        "illegal move c3-d4: STAQS stacks step up, down, left or right, one square"
    );
    assert_eq!(why(&moving, "d3-d4"), "illegal move d3-d4: Blue has no stack on d3");
    assert_eq!(why(&moving, "a5-a6"), "illegal move a5-a6: a6 is not on the 5 x 5 board");
    assert_eq!(why(&moving, "c3"), "illegal move c3: Blue has no disc left to place");
    assert_eq!(why(&moving, "pass"), "illegal move pass: Blue can still place or step, and may not pass");
    assert_eq!(
        why(&moving, "c3~c4"),
        "unreadable move `c3~c4`: a move is a square to place on (c3), a step (c3-c4) or pass"
    );
    assert_eq!(
        why(&start("official"), "a1-a2"),
        "illegal move a1-a2: all discs are placed before the first step"
    );
    assert_eq!(moving.parse_move(" C3-C4 ").unwrap().to_string(), "c3-c4");
    assert_eq!(
        position("official", "5/5/5/5/b2,4 b 0/0").parse_move("pass").unwrap_err().to_string(),
        "illegal move pass: the game is over"
    );
}

#[test]
fn greedy_grows_its_tallest_stack() {
    let here = position("official", "b2,n,b2,n,b2/n,1,n,n,n/w2,n,b4,n,w2/n,n,n,n,n/w2,n,n,n,w2 b 0/0");
    shared_tests::greedy_choices(&here, &["c3-b3", "c3-c2", "c3-c4", "c3-d3"]);
}

#[test]
fn every_ply_but_a_pass_uses_up_one_neutral_disc_and_no_stack_is_lost() {
    let mut scratch = Vec::new();
    for options in ["official", "placement=free", "size=7,steps=all", "players=4"] {
        for seed in 0..50 {
            let mut rng = SmallRng::seeded(seed << 32);
            let mut here = start(options);
            let size = usize::from(here.options().size);
            let mut acts = 0;
            while let Some(mv) = here.random_move_with(&mut rng, &mut scratch) {
                let next = here.after(mv);
                let used = u32::from(!StaqsPosition::is_pass(mv));
                acts += used;
                assert_eq!(next.neutral().count() + used, here.neutral().count(), "{here} {mv}");
                assert!(next.all_stacks().count() >= here.all_stacks().count(), "{here} {mv}");
                here = next;
            }
            assert!(acts as usize <= size * size);
        }
    }
}

/// The solver stores proofs under this key, so it must depend on every height.
#[test]
fn the_solver_key_includes_the_height_of_tall_stacks() {
    let key = |height: u8| {
        let text = format!("n,n,n,n,n/n,b{height},n,w{height},n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n b 0/0");
        let bounds = position("official", &text).static_bounds();
        assert_eq!(bounds.bounds.value(), None);
        bounds.key
    };
    let keys: std::collections::BTreeSet<u64> = (2..=227).map(key).collect();
    assert_eq!(keys.len(), 226);
}

/// Every position of a game must be readable, so play must not exceed the tallest stack that the parser accepts.
#[test]
fn no_stack_grows_beyond_the_parser_limit() {
    let full = "n,n,n,n,n/n,n,n,n,n/n,n,n,n,n/n,n,n,n,n";
    let of = |height: u8| format!("{full}/n,n,n,w2,b{height} b 0/0");
    let error = shared_tests::read::<Staqs>("official", &of(228)).unwrap_err();
    assert_eq!(error.problem.to_string(), "a stack of 228 could grow above 250 on 23 neutral discs");
    let mut tallest = position("official", &of(227));
    let mut steps = 0;
    while let Some(mv) = tallest.moves().into_iter().max_by_key(|mv| {
        let mut next = tallest;
        next.play_unchecked(*mv);
        crate::Player::seats(2).map(|player| next.heights(player)[0]).max()
    }) {
        tallest.play_unchecked(mv);
        steps += 1;
        assert_eq!(shared_tests::read::<Staqs>("official", &tallest.to_string()), Ok(tallest));
    }
    assert!(steps > 10 && tallest.to_string().contains("b2"), "{tallest}");
    assert!(shared_tests::read::<Staqs>("size=3", "b250,2/3/w250,2 b 0/0").is_ok());
}
