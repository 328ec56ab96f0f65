//! Tests of position strings, moves, and their descriptions.

use std::collections::BTreeSet;

use super::{pieces, position, start};
use crate::games::shared_tests;
use crate::games::stlts::Stlts;
use crate::{Button, Notation, Pins, Position, Present, Site, Step, Symmetric};

const EMPTY: &str = "12/12/12/12/12/12/12/12/12/12/12";

#[test]
fn needless_pins_are_not_printed() {
    let here = position("official", &format!("{EMPTY}/w0.0,b0.1,1,9 w 3"));
    assert_eq!(here.to_string(), format!("{EMPTY}/w,b0.1,10 w 3"));
    assert_eq!(here, position("official", &here.to_string()));
}

#[test]
fn strange_positions_are_refused_by_name() {
    let thirteen = "w,w,w,w,w,w,w,w,w,w,w,w/w,11/12/12/12/12/12/12/12/12/12/b,11";
    for (options, text, word) in [
        ("official", format!("{EMPTY}/w,b,10 w"), format!("{EMPTY}/w,b,10 w")),
        ("official", format!("{EMPTY}/w,b,10 w 0 0"), "0".to_owned()),
        ("official", format!("{EMPTY}/w,b,10 x 0"), "x".to_owned()),
        ("official", format!("{EMPTY}/w,b,10 W 0"), "W".to_owned()),
        ("official", format!("{EMPTY}/w,b,10 w 201"), "201".to_owned()),
        ("quiet=5", format!("{EMPTY}/w,b,10 w 6"), "6".to_owned()),
        ("quiet=0", format!("{EMPTY}/w,b,10 w 65536"), "65536".to_owned()),
        ("official", format!("{EMPTY}/w,b,11 w 0"), "w,b,11".to_owned()),
        ("official", format!("{EMPTY}/w,b2,10 w 0"), "b2".to_owned()),
        ("official", format!("{EMPTY}/w,b2.,10 w 0"), "b2.".to_owned()),
        ("official", format!("{EMPTY}/w,b.2,10 w 0"), "b.2".to_owned()),
        ("official", format!("{EMPTY}/w,b1.02,10 w 0"), "b1.02".to_owned()),
        ("official", format!("{EMPTY}/w,b1.2.3,10 w 0"), "b1.2.3".to_owned()),
        ("official", format!("{EMPTY}/w,é,10 w 0"), "é".to_owned()),
        ("official", format!("{EMPTY}/w,b100.0,10 w 0"), "b100.0".to_owned()),
        ("pins=3", format!("{EMPTY}/w,b3.4,10 w 0"), "b3.4".to_owned()),
        ("official", format!("{EMPTY}/12 w 0"), format!("{EMPTY}/12")),
        ("official", format!("{thirteen} w 0"), thirteen.to_owned()),
    ] {
        let error = shared_tests::read::<Stlts>(options, &text).unwrap_err();
        assert_eq!(
            error.word,
            word.chars().take(60).collect::<String>() + if word.len() > 60 { "..." } else { "" }
        );
    }
    assert!(start("quiet=0").to_string().ends_with(" w 0"));
    assert!(position("quiet=0", &format!("{EMPTY}/w,b,10 w 65535")).to_string().ends_with(" 65535"));
}

#[test]
fn moves_are_read_in_either_case() {
    let here = pieces("official", "c5w3.3 d7b l1w", "w 0");
    for (text, printed) in
        [(" C5+W ", "c5+w"), ("c5+B", "c5+b"), ("C5-D6", "c5-d6"), ("c5Xd7", "c5xd7"), ("c5xd7", "c5xd7")]
    {
        assert_eq!(here.parse_move(text).unwrap().to_string(), printed);
    }
}

#[test]
fn refusals_say_why() {
    let here = pieces("pins=3", "c5w2.3 d7b c6w a1w b1w b2b k11w0.1 l11w l12b", "w 0");
    let why = |text: &str| here.parse_move(text).unwrap_err().to_string();
    for (text, expected) in [
        ("c5+b", "the piece on c5 can take no more black pins: the limit is 3"),
        ("d7+w", "White has no piece on d7"),
        ("e5-e6", "White has no piece on e5"),
        ("c5-m5", "m5 is not on the 12 x 12 board"),
        ("x5-c5", "x5 is not on the 12 x 12 board"),
        ("c5-c5", "a walk must not end on c5, where it started"),
        ("c5-c6", "c6 holds one of White's own pieces"),
        ("a1-a2", "the piece on a1 has no pins and cannot move"),
        ("c5-c8", "c8 lies 3 up or down from c5, and the white pins allow 2"),
        ("c5-g5", "g5 lies 4 to the side of c5, and the black pins allow 3"),
        ("c5-d7", "an enemy stands on d7: the capture is written c5xd7"),
        ("c5xd6", "d6 is empty: the move is written c5-d6"),
        ("k11-l11", "l11 holds one of White's own pieces"),
    ] {
        assert_eq!(why(text), format!("illegal move {text}: {expected}"));
    }
    let blocked = pieces("official", "a1w2.0 a2w l12b", "w 0");
    assert_eq!(
        blocked.parse_move("a1-a3").unwrap_err().to_string(),
        "illegal move a1-a3: no path over empty squares leads from a1 to a3 in 2 vertical and 0 horizontal steps"
    );
    let straight = pieces("walks=straight", "c5w2.2 d6b l12b", "w 0");
    for text in ["c5xd6", "c5-d7", "c5-e6", "c5-i9"] {
        assert_eq!(
            straight.parse_move(text).unwrap_err().to_string(),
            format!("illegal move {text}: a walk does not turn with walks=straight")
        );
    }
    assert!(straight.parse_move("c5-c7").is_ok());
    for text in ["", "c5", "c5+", "c5+x", "c5+wb", "+w", "c5~d7", "c5-", "c5xd", "xx", "é5-a1", "pass"] {
        assert_eq!(
            why(text),
            format!(
                "unreadable move `{text}`: a move is a pin (c5+w, c5+b), a walk (c5-d7) or a capture (c5xd7)"
            )
        );
    }
    let over = pieces("official", "a1w", "b 0");
    assert_eq!(over.parse_move("a1+w").unwrap_err().to_string(), "illegal move a1+w: the game is over");
}

#[test]
fn the_scene_shows_pins_and_counts() {
    let scene = pieces("official", "a1w2.3 b1w l12b", "b 7").scene();
    let pins = |site: usize| scene.sites[site].pile.as_ref().and_then(|pile| pile.pins);
    assert_eq!(pins(0), Some(Pins { white: 2, black: 3 }));
    assert_eq!(pins(1), Some(Pins { white: 0, black: 0 }));
    assert_eq!(scene.sites[2].pile, None);
    let facts = |seat: usize| scene.seats[seat].facts.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(facts(0), ["pieces: 2", "enemies captured: 11"]);
    assert_eq!(facts(1), ["pieces: 1", "enemies captured: 10"]);
}

#[test]
fn a_draw_is_announced_when_it_is_near() {
    let facts = |spec: &str, clock: u16| {
        let scene = pieces(spec, "a1w2.3 l12b", &format!("w {clock}")).scene();
        scene.facts.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for (spec, clock) in
        [("official", 0), ("official", 150), ("official", 200), ("quiet=40", 20), ("quiet=0", 500)]
    {
        assert_eq!(facts(spec, clock), [""; 0], "{spec} {clock}");
    }
    assert_eq!(facts("official", 151), ["draw in 49 turns, unless a piece is captured"]);
    assert_eq!(facts("quiet=40", 21), ["draw in 19 turns, unless a piece is captured"]);
    assert_eq!(facts("official", 199), ["draw after this turn, unless a piece is captured"]);
}

#[test]
fn turns_are_pointed_at() {
    let here = pieces("official", "b1w2.3 l12b", "w 0");
    let steps = |text: &str| here.steps(here.parse_move(text).unwrap());
    assert_eq!(steps("b1+w"), [Step::Site(Site(1)), Step::Button(Button("white pin"))]);
    assert_eq!(steps("b1+b"), [Step::Site(Site(1)), Step::Button(Button("black pin"))]);
    assert_eq!(steps("b1-a3"), [Step::Site(Site(1)), Step::Site(Site(24))]);
}

#[test]
fn symmetries_turn_the_board_and_exchange_pins_and_sides() {
    let here = pieces("official", "a2w2.3 b1w l12b0.1", "w 4");
    for (symmetry, expected, rest) in [
        (0, "a2w2.3 b1w l12b0.1", "w 4"),
        (1, "l2w2.3 k1w a12b0.1", "w 4"),
        (2, "a11w2.3 b12w l1b0.1", "w 4"),
        (4, "b1w3.2 a2w l12b1.0", "w 4"),
        (8, "a2b2.3 b1b l12w0.1", "b 4"),
        (15, "k12b3.2 l11b a1w1.0", "b 4"),
    ] {
        assert_eq!(here.transformed(symmetry), pieces("official", expected, rest), "{symmetry}");
        let mv = here.parse_move("a2+w").unwrap();
        let pin = if symmetry & 4 == 0 { "+w" } else { "+b" };
        assert!(here.transform_move(mv, symmetry).to_string().ends_with(pin));
    }
    // Rows become columns as white pins become black ones, so straight walks have the same symmetries.
    let straight = pieces("walks=straight", "a2w2.3 b1w l12b0.1", "w 4");
    for symmetry in 0..straight.symmetries() {
        let image = straight.transformed(symmetry);
        let images: BTreeSet<String> = straight
            .moves()
            .into_iter()
            .map(|mv| straight.transform_move(mv, symmetry).to_string())
            .collect();
        assert_eq!(images, image.moves().iter().map(ToString::to_string).collect(), "{symmetry}");
    }
    let half_turn = start("official").transformed(3);
    assert_eq!(half_turn, start("official"));
    assert_ne!(start("setup=seed").transformed(3), start("setup=seed"));
}

/// Refusals have the correct plural (`1 white pin`) and name squares off the board.
#[test]
fn refusals_are_grammatical_and_name_squares_off_the_board() {
    let here = pieces("official", "c5w1.0 a1w l12b", "w 0");
    let why = |text: &str| here.parse_move(text).unwrap_err().to_string();
    assert_eq!(why("c5-c7"), "illegal move c5-c7: c7 lies 2 up or down from c5, and the white pins allow 1");
    assert_eq!(why("m5"), "unreadable move `m5`: m5 is not on the 12 x 12 board");
    assert!(why("c5").contains("a move is a pin (c5+w, c5+b)"));
}
