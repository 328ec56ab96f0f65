//! Tests of Stac: counts, whole games, an independent implementation, and every sentence of RULES.md.

mod bots;
mod naive;
mod rules;

use super::{Stac, StacOptions, StacPosition};
use crate::games::shared_tests::{self, result};
use crate::{
    Button, Game, Notation, Position, Present, RandomSource, Reason, Site, SmallRng, Step, Symmetric,
};

const FULL: &str = "s,s,s,s,s/s,s,s,s,s/s,s,s,s,s/s,s,s,s,s";

/// Returns a position of the game with these options.
fn position(options: &str, text: &str) -> StacPosition {
    read(options, text).unwrap_or_else(|error| panic!("{error}"))
}

fn read(options: &str, text: &str) -> Result<StacPosition, crate::PositionError> {
    shared_tests::read::<Stac>(options, text)
}

fn start(options: &str) -> StacPosition {
    shared_tests::start::<Stac>(options)
}

#[test]
fn every_count_of_the_table() {
    shared_tests::perft_table::<Stac>(include_str!("perft.tsv"));
}

#[test]
fn every_game_of_the_table() {
    shared_tests::game_table::<Stac>(include_str!("games.tsv"));
}

#[test]
fn positions_are_small() {
    assert!(size_of::<StacPosition>() <= 40);
}

#[test]
fn agrees_with_the_naive_generator() {
    for options in ["official", "towers=stop", "quiet=1000", "towers=stop,quiet=40", "quiet=1", "quiet=7"] {
        shared_tests::compare_with_naive::<Stac>(options, 60, |here, options| {
            naive::moves(&here.to_string(), options)
        });
    }
}

/// Generates any well-formed position, most of them unlike those in games.
fn random_position_text(rng: &mut SmallRng) -> String {
    let mut discs = 0;
    let mut towers = [0; 2];
    let emptiness = rng.below(12);
    let rows: Vec<String> = (0..5)
        .map(|_| {
            let cells: Vec<&str> = (0..5)
                .map(|_| {
                    let (cell, height) = [("s", 1), ("d", 2), ("W", 3), ("B", 3)][rng.below(4) as usize];
                    let owner = usize::from(cell == "B");
                    if rng.below(12) < emptiness || discs + height > 25 || (height == 3 && towers[owner] == 4)
                    {
                        return "1";
                    }
                    discs += height;
                    towers[owner] += height / 3;
                    cell
                })
                .collect();
            cells.join(",")
        })
        .collect();
    let square =
        |place: u32| format!("{}{}", &"abcde"[place as usize % 5..=place as usize % 5], place / 5 + 1);
    let white = rng.below(25);
    let black = (white + 1 + rng.below(24)) % 25;
    let turn = ["w", "b"][rng.below(2) as usize];
    let carried = ["-", "w", "b", "wb"][rng.below(4) as usize];
    let quiet = [0, 1, 38, 39, 40][rng.below(5) as usize];
    format!("{} {turn} {} {} {carried} {quiet}", rows.join("/"), square(white), square(black))
}

#[test]
fn agrees_with_the_naive_rules_in_positions_that_were_set_up() {
    let mut rng = SmallRng::seeded(7);
    let mut going_on = 0;
    for round in 0..6000 {
        let options = ["towers=pass,quiet=40", "towers=stop,quiet=40", "towers=stop,quiet=0"][round % 3];
        let here = position(options, &random_position_text(&mut rng));
        let text = here.to_string();
        let mut expected = naive::moves(&text, options);
        expected.sort();
        assert_eq!(shared_tests::moves(&here), expected.join(" "), "{options} {text}");
        assert_eq!(here.count_moves(), expected.len() as u64, "{options} {text}");
        assert_eq!(here.outcome().is_some(), expected.is_empty(), "{options} {text}");
        assert_eq!(here.key(), here.fresh_key());
        for mv in &expected {
            let next = shared_tests::after(&here, mv);
            assert_eq!(next.to_string(), naive::after(&text, mv), "{options} {text} {mv}");
            assert_eq!(next.key(), next.fresh_key());
        }
        going_on += u32::from(!expected.is_empty());
    }
    assert!(going_on > 2000, "only {going_on} positions had moves");
}

#[test]
fn discs_are_never_lost_and_long_games_work() {
    let mut rng = SmallRng::seeded(3);
    let mut scratch = Vec::new();
    let (games, mut plies) = (100, 0);
    for _ in 0..games {
        let mut here = start("quiet=1000");
        while let Some(mv) = here.random_move_with(&mut rng, &mut scratch) {
            here.play_unchecked(mv);
            plies += 1;
            let towers = here.all_towers().count_ones();
            assert_eq!(here.ones.count_ones() + 2 * here.twos.count_ones() + 3 * towers, 25);
            assert_eq!(here.key(), here.fresh_key());
        }
        // Games from the starting position never end in a tie (rule 17).
        let end = here.outcome().unwrap();
        assert!(end.winner().is_some() || end.reason == Reason::QuietLimit, "{here}");
    }
    // Random games last hundreds of plies unless a limit cuts them short.
    assert!((300..430).contains(&(plies / games)), "{plies} plies in {games} games");
}

#[test]
fn the_quiet_count_never_overflows() {
    let here = position("quiet=0", &format!("{FULL}/s,s,s,s,s w a1 e5 - 65535"));
    assert!(shared_tests::after(&here, "a1-a2").to_string().ends_with(" 65535"));
    assert!(read("quiet=0", &format!("{FULL}/s,s,s,s,s w a1 e5 - 65536")).is_err());
}

#[test]
fn four_towers_on_both_sides_are_a_draw() {
    let here = position("official", "W,W,W,W,1/B,B,B,B,1/5/5/s,4 w a1 e5 - 0");
    assert_eq!(result(&here), "draw (four towers)");
    assert_eq!(shared_tests::moves(&here), "");
}

#[test]
fn exchanging_the_colours_exchanges_the_winner() {
    let here = position("official", "W,W,W,W,1/B,B,1,B,1/5/5/s,4 b a1 e4 w 3");
    assert_eq!(here.transformed(8).to_string(), "B,B,B,B,1/W,W,1,W,1/5/5/s,4 w e4 a1 b 3");
    assert_eq!(
        (result(&here), result(&here.transformed(8))),
        ("first (four towers)".into(), "second (four towers)".into())
    );
}

#[test]
fn strange_positions_are_refused_by_name() {
    let full = format!("{FULL}/s,s,s,s,s");
    for (text, word) in [
        (format!("{full} w a1 e5 -"), None),
        (format!("{full} w a1 e5 - 0 x"), Some("x")),
        (format!("{FULL} w a1 e5 - 0"), Some(FULL)),
        (format!("{FULL}/s,s,s,s,t w a1 e5 - 0"), Some("t")),
        (format!("{FULL}/s,s,s,s,S w a1 e5 - 0"), Some("S")),
        (format!("{FULL}/s,s,s,s,é w a1 e5 - 0"), Some("é")),
        ("w,4/5/5/5/5 w a1 e5 - 0".to_owned(), Some("w")),
        (format!("{FULL}/s,s,s,s,d w a1 e5 - 0"), None),
        ("W,W,W,W,W/5/5/5/5 w a1 e5 - 0".to_owned(), Some("W,W,W,W,W/5/5/5/5")),
        (format!("{full} W a1 e5 - 0"), Some("W")),
        (format!("{full} w a6 e5 - 0"), Some("a6")),
        (format!("{full} w a1 f5 - 0"), Some("f5")),
        (format!("{full} w c3 c3 - 0"), Some("c3")),
        (format!("{full} w a1 e5 bw 0"), Some("bw")),
        (format!("{full} w a1 e5 W 0"), Some("W")),
        (format!("{full} w a1 e5 - 101"), Some("101")),
        (format!("{full} w a1 e5 - -1"), Some("-1")),
    ] {
        let error = Stac::read_position(&StacOptions::default(), &text).unwrap_err();
        assert!(word.is_none_or(|word| error.word == word), "{text}: {error}");
    }
    let error = |text: &str| read("official", text).unwrap_err().problem.to_string();
    assert_eq!(
        error("d,d,d,d,d/d,d,d,d,d/d,d,d,1,B/5/5 w a1 e5 - 0"),
        "29 discs, three to a tower, where the game has 25"
    );
    assert_eq!(
        error("B,B,B,B,B/5/5/5/5 w a1 e5 - 0"),
        "Black has 5 towers, more than 4 claim discs can mark"
    );
}

#[test]
fn refusals_say_why() {
    let why = |options: &str, text: &str, mv: &str| {
        position(options, text).parse_move(mv).unwrap_err().to_string().split_once(": ").unwrap().1.to_owned()
    };
    let here = "s,s,d,1,s/s,1,s,s,s/s,W,s,s,s/s,s,s,s,s/s,s,s,s,1 w a3 c3 - 0";
    for (mv, expected) in [
        ("a3", "a move is a walk (a1-a4) or a carrying move (a1=a4)"),
        ("a3~a4", "a move is a walk (a1-a4) or a carrying move (a1=a4)"),
        ("a3-a4-a5", "a move is a walk (a1-a4) or a carrying move (a1=a4)"),
        ("a3=é4", "a move is a walk (a1-a4) or a carrying move (a1=a4)"),
        ("a3-a6", "a6 is not on the 5 x 5 board"),
        ("c3-c4", "White's pawn stands on a3"),
        ("a3-a3", "a pawn must move at least one square"),
        ("a3-b4", "a pawn moves along its row or its column"),
        ("a3-c3", "Black's pawn stands on c3"),
        ("a3=c3", "Black's pawn stands on c3"),
        ("a3=b3", "b3 holds a tower, and nothing is added to a tower"),
        ("a3=d3", "a carrying pawn cannot pass over Black's pawn on c3"),
    ] {
        assert_eq!(why("official", here, mv), expected, "{mv}");
    }
    assert_eq!(why("towers=stop", here, "a3-d3"), "with towers=stop a walking pawn cannot pass over a tower");
    let carried = here.replace(" - ", " w ");
    assert_eq!(
        why("official", &carried, "a3=a4"),
        "White carried last turn, and nobody carries twice in a row"
    );
    for (pawn, contents) in [("c5", "two discs"), ("b3", "a tower"), ("b4", "no disc")] {
        let here = here.replace(" a3 ", &format!(" {pawn} "));
        let expected = format!("{pawn} holds {contents}, and only a single disc can be carried");
        assert_eq!(why("official", &here, &format!("{pawn}={}1", &pawn[..1])), expected);
    }
    assert_eq!(position("official", here).parse_move(" A3=A4 ").unwrap().to_string(), "a3=a4");
    let over = position("official", "d,4/5/5/5/5 w a1 e5 - 0");
    assert_eq!(over.parse_move("a1-a2").unwrap_err().to_string(), "illegal move a1-a2: the game is over");
}

#[test]
fn steps_ask_only_where_there_is_a_choice() {
    let here = position("official", "s,s,d,1,s/s,1,s,s,s/s,W,s,s,s/s,s,s,s,s/s,s,s,s,1 w a3 c3 - 0");
    let steps = |mv: &str| here.steps(here.parse_move(mv).unwrap());
    let button = |word| Step::Button(Button(word));
    assert_eq!(steps("a3-a4"), [Step::Site(Site(15)), button("walk")]);
    assert_eq!(steps("a3=a4"), [Step::Site(Site(15)), button("carry")]);
    assert_eq!(steps("a3-d3"), [Step::Site(Site(13))]);
    assert_eq!(steps("a3-b3"), [Step::Site(Site(11))]);
}

#[test]
fn scenes_show_everything() {
    let scene = position("official", "s,d,W,B,1/5/5/5/5 b c5 a1 b 9").scene();
    let piles: Vec<_> = scene
        .sites
        .iter()
        .filter_map(|site| site.pile.as_ref())
        .map(|pile| (pile.height(), pile.owner()))
        .collect();
    let players = [crate::Player::FIRST, crate::Player::SECOND].map(Some);
    assert_eq!(piles, [(1, None), (2, None), (3, players[0]), (3, players[1])]);
    assert_eq!((scene.sites[22].pawn, scene.sites[0].pawn), (players[0], players[1]));
    let facts = |facts: &[crate::Message]| facts.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(facts(&scene.facts), [""; 0]);
    assert_eq!(facts(&scene.seats[0].facts), ["towers: 1 of 4", "may carry: yes"]);
    assert_eq!(facts(&scene.seats[1].facts), ["towers: 1 of 4", "may carry: no"]);
}
