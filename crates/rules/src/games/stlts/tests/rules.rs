//! One test for each sentence of RULES.md, named by its number.

use super::{pieces, start, walks};
use crate::games::shared_tests::{self, after, moves, play_all, result};
use crate::{Game, Notation, Pile, Position, Present, games::stlts::Stlts};

#[test]
fn every_rule_has_a_test() {
    shared_tests::rules_are_tested::<Stlts>(include_str!("rules.rs"));
}

#[test]
fn rule_1_the_board_is_twelve_by_twelve() {
    let scene = start("official").scene();
    assert_eq!((scene.columns, scene.rows, scene.sites.len()), (12, 12, 144));
}

#[test]
fn rule_2_twelve_pieces_each_as_in_the_picture() {
    assert_eq!(
        start("official").to_string(),
        "12/2,w,6,b,2/1,w,w,1,b,2,w,1,b,b,1/12/2,b,1,w,2,b,1,w,2/12/12/2,w,1,b,2,w,1,b,2/12/\
         1,b,b,1,w,2,b,1,w,w,1/2,b,6,w,2/12 w 0"
    );
    let drawn: String =
        Stlts::INFO.rules.lines().skip_while(|line| !line.starts_with("12 .")).take(12).collect();
    let drawn: Vec<char> = drawn.chars().filter(|c| ".WB".contains(*c)).collect();
    let scene = start("official").scene();
    for (index, cell) in drawn.into_iter().enumerate() {
        let site = &scene.sites[(11 - index / 12) * 12 + index % 12];
        let letter = site.pile.as_ref().and_then(Pile::owner).map_or('.', |owner| ['W', 'B'][owner.index()]);
        assert_eq!(letter, cell, "{}", site.name);
    }
    assert!(scene.seats.iter().all(|seat| seat.facts[0].to_string() == "pieces: 12"));
}

#[test]
fn rule_3_no_pins_at_the_start() {
    assert!(!start("official").to_string().contains('.'));
}

#[test]
fn rule_4_white_then_black() {
    let here = start("official");
    assert_eq!(here.scene().seats[here.to_move().index()].name, "White");
    let next = after(&here, "c5+w");
    assert_eq!(next.scene().seats[next.to_move().index()].name, "Black");
    assert_eq!(after(&next, "c8+w").to_move(), here.to_move());
}

#[test]
fn rule_5_one_pin_or_one_move() {
    let here = pieces("official", "a1w0.1 c5w l12b", "w 0");
    assert_eq!(moves(&here), "a1+b a1+w a1-b1 c5+b c5+w");
    assert_eq!(after(&here, "c5+w"), pieces("official", "a1w0.1 c5w1.0 l12b", "b 1"));
    assert_eq!(after(&here, "a1-b1"), pieces("official", "b1w0.1 c5w l12b", "b 1"));
}

#[test]
fn rule_6_pins_of_either_colour() {
    let here = play_all(pieces("official", "a1w l12b", "w 0"), "a1+w l12+w a1+b l12+b");
    assert_eq!(here, pieces("official", "a1w1.1 l12b1.1", "w 4"));
}

#[test]
fn rule_7_no_passing() {
    assert!(start("official").parse_move("pass").is_err());
    assert_eq!(moves(&pieces("official", "a1w l12b", "w 0")), "a1+b a1+w");
}

#[test]
fn rule_8_steps_go_up_down_left_and_right() {
    let here = pieces("official", "e6w1.0 h6w0.1 l12b", "w 0");
    assert_eq!(walks(&here, "e6"), "e5 e7");
    assert_eq!(walks(&here, "h6"), "g6 i6");
    assert_eq!(walks(&pieces("official", "a1w1.0 l12b", "w 0"), "a1"), "a2");
    assert_eq!(walks(&pieces("official", "l12w0.1 a1b", "w 0"), "l12"), "k12");
}

#[test]
fn rule_9_white_pins_are_vertical_steps() {
    assert_eq!(walks(&pieces("official", "e6w3.0 l12b", "w 0"), "e6"), "e3 e4 e5 e7 e8 e9");
    // Up, up, across, down, down.
    let hole = "e5w{} f5w f4w f6w l12b";
    let hole = |pins: &str| walks(&pieces("official", &hole.replace("{}", pins), "w 0"), "e5");
    assert!(!hole("3.2").contains("g5"));
    assert!(hole("4.2").contains("g5"));
}

#[test]
fn rule_10_black_pins_are_horizontal_steps() {
    assert_eq!(walks(&pieces("official", "e6w0.3 l12b", "w 0"), "e6"), "b6 c6 d6 f6 g6 h6");
    // Left, left, up, up, right, right.
    let hole = "e5w{} e6w d6w f6w l12b";
    let hole = |pins: &str| walks(&pieces("official", &hole.replace("{}", pins), "w 0"), "e5");
    assert!(!hole("2.3").contains("e7"));
    assert!(hole("2.4").contains("e7"));
}

#[test]
fn rule_11_walks_bend_turn_back_and_stop_early() {
    // b3 is two to the right, two up, and one back to the left.
    let here = pieces("official", "a1w2.3 a2w b2w l2b", "w 0");
    assert_eq!(walks(&here, "a1"), "b1 b3 c1 c2 c3 d1 d2 d3");
}

#[test]
fn rule_12_only_over_empty_squares() {
    let here = pieces("official", "a1w0.9 d1w a5w0.9 d5b l12b", "w 0");
    assert_eq!(walks(&here, "a1"), "b1 c1");
    assert_eq!(walks(&here, "a5"), "b5 c5 d5");
}

#[test]
fn rule_13_ends_on_an_empty_square_or_an_enemy_but_not_at_home() {
    let here = pieces("official", "b1w1.1 a1w c1b b2b", "w 0");
    assert_eq!(moves(&here), "a1+b a1+w b1+b b1+w b1xb2 b1xc1");
    assert!(!walks(&pieces("official", "e6w2.2 l12b", "w 0"), "e6").contains("e6"));
}

#[test]
fn rule_14_pins_stay() {
    let here = play_all(pieces("official", "a1w2.1 l12b", "w 0"), "a1-b3 l12+w b3-a1 l12+w");
    assert_eq!(here, pieces("official", "a1w2.1 l12b2.0", "w 4"));
}

#[test]
fn rule_15_no_pins_no_move() {
    assert!(moves(&start("official")).split(' ').all(|mv| mv.contains('+')));
}

#[test]
fn rule_16_the_captured_piece_leaves_with_its_pins() {
    let here = pieces("official", "a1w1.0 a2b3.4 l12b0.1", "w 5");
    assert_eq!(after(&here, "a1xa2"), pieces("official", "a2w1.0 l12b0.1", "b 0"));
}

#[test]
fn rule_17_captures_are_free() {
    let here = pieces("official", "b2w1.0 b3b l12b", "w 0");
    assert_eq!(moves(&here), "b2+b b2+w b2-b1 b2xb3");
}

#[test]
fn rule_18_the_last_capture_wins() {
    let here = pieces("official", "a1w1.0 a2b", "w 199");
    assert_eq!(result(&here), "none");
    assert_eq!(result(&after(&here, "a1xa2")), "first (all captured)");
    for turn in ["w 0", "b 200"] {
        assert_eq!(result(&pieces("official", "a1b", turn)), "second (all captured)");
        assert_eq!(result(&pieces("official", "a1w", turn)), "first (all captured)");
        assert_eq!(moves(&pieces("official", "a1w", turn)), "");
    }
}

#[test]
fn rule_19_there_is_always_something_to_do() {
    // Twelve pieces full of pins are packed into a corner, and the enemies surround them or are far away.
    for columns in [1, 2, 3, 4, 6, 12u8] {
        let rows = 12 / columns;
        let block = |column: u8, row: u8| column < columns && row < rows;
        let wall = |column: u8, row: u8| {
            (column == columns && row < rows) || (row == rows && column < columns.min(12 - rows))
        };
        let mut own = String::new();
        let mut around = String::new();
        for (column, row) in (0..12).flat_map(|row| (0..12).map(move |column| (column, row))) {
            let name = crate::grid::name(column, row);
            if block(column, row) {
                own.extend([name.as_str(), "w1.1 "]);
            } else if wall(column, row) {
                around.extend([name.as_str(), "b "]);
            }
        }
        for enemy in [around.as_str(), "l12b"] {
            let here = pieces("pins=1", &format!("{own} {enemy}"), "w 0");
            assert!(here.outcome().is_none() && here.count_moves() > 0, "{here}");
            assert!(!moves(&here).contains('+'), "{here}");
        }
    }
}

#[test]
fn rule_20_two_hundred_quiet_turns_are_a_draw() {
    let here = pieces("official", "a1w0.1 l12b0.1", "w 198");
    let here = after(&here, "a1-b1");
    assert_eq!(result(&here), "none");
    let here = after(&here, "l12-k12");
    assert_eq!(result(&here), "draw (quiet limit)");
    assert_eq!(moves(&here), "");
}

#[test]
fn rule_21_pins_are_quiet_and_captures_are_not() {
    let here = pieces("official", "a1w0.1 b1b l12b", "w 199");
    assert_eq!(result(&after(&here, "a1+w")), "draw (quiet limit)");
    assert!(after(&here, "a1xb1").to_string().ends_with(" b 0"));
}

#[test]
fn rule_22_the_seed_start() {
    assert_eq!(
        start("setup=seed").to_string(),
        start("official").to_string().replacen("12/2,w,6,b,2/", "12/1,w,7,b,2/", 1)
    );
}

#[test]
fn rule_23_the_pin_limit() {
    assert_eq!(moves(&pieces("pins=3", "a1w3.0 a2w l12b", "w 0")), "a1+b a2+b a2+w");
    assert_eq!(moves(&pieces("official", "a1w98.0 a2w l12b", "w 0")), "a1+b a1+w a2+b a2+w");
    assert_eq!(moves(&pieces("official", "a1w99.0 a2w l12b", "w 0")), "a1+b a2+b a2+w");
    for pins in ["pins=0", "pins=100"] {
        assert!(crate::GameSpec::<Stlts>::read_options(Some(pins)).is_err());
    }
}

#[test]
fn rule_24_the_quiet_limit() {
    let board = "a1w l12b";
    assert_eq!(result(&pieces("quiet=1", board, "w 0")), "none");
    assert_eq!(result(&pieces("quiet=1", board, "w 1")), "draw (quiet limit)");
    assert_eq!(result(&pieces("quiet=1000", board, "w 999")), "none");
    let here = pieces("quiet=0", board, "w 65535");
    assert_eq!(result(&here), "none");
    assert!(after(&here, "a1+w").to_string().ends_with(" b 65535"));
}

#[test]
fn rule_25_straight_walks_do_not_turn() {
    let straight = |board: &str, from: &str| walks(&pieces("walks=straight", board, "w 0"), from);
    assert_eq!(straight("e6w2.2 l12b", "e6"), "c6 d6 e4 e5 e7 e8 f6 g6");
    assert_eq!(straight("e6w1.3 l12b", "e6"), "b6 c6 d6 e5 e7 f6 g6 h6");
    // A piece cannot walk around an obstacle, and captures only in line.
    assert_eq!(straight("a1w3.9 a2w c1b b2b", "a1"), "b1 c1");
    assert_eq!(straight("a1w3.0 a3b b1b l12b", "a1"), "a2 a3");
    assert_eq!(straight("a1w a3b", "a1"), "");
}

#[test]
fn rule_26_standard_is_the_default() {
    shared_tests::preset_is::<Stlts>("standard", "");
    assert_eq!(start("official"), start("standard"));
}

#[test]
fn rule_27_the_preset_classic() {
    shared_tests::preset_is::<Stlts>("classic", "setup=seed,walks=straight,quiet=0");
}
