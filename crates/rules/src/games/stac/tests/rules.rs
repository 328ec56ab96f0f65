//! One test for each sentence of RULES.md, named by its number.

use super::{FULL, position, read, start};
use crate::games::shared_tests::{self, after, moves, play_all, result};
use crate::{PileState, Player, Position, Present, games::stac::Stac};

#[test]
fn every_rule_has_a_test() {
    shared_tests::rules_are_tested::<Stac>(include_str!("rules.rs"));
}

#[test]
fn rule_1_five_by_five_with_a_disc_each() {
    assert_eq!(start("official").to_string(), format!("{FULL}/s,s,s,s,s w a1 e5 - 0"));
    assert!(
        start("official")
            .scene()
            .sites
            .iter()
            .all(|site| site.pile.as_ref().is_some_and(|pile| pile.height() == 1))
    );
}

#[test]
fn rule_2_the_pawns_start_in_corners() {
    let sites = start("official").scene().sites;
    let pawns: Vec<_> = sites.iter().filter_map(|site| Some((site.name.as_str(), site.pawn?))).collect();
    assert_eq!(pawns, [("a1", Player::FIRST), ("e5", Player::SECOND)]);
}

#[test]
fn rule_3_white_then_black_in_turn() {
    let mut here = start("official");
    for (mv, name) in [("a1-a2", "White"), ("e5-e4", "Black"), ("a2=b2", "White"), ("e4=e2", "Black")] {
        assert_eq!(here.scene().seats[here.to_move().index()].name, name);
        here = after(&here, mv);
    }
}

#[test]
fn rule_4_a_pawn_stands_on_anything() {
    let here = position("official", "s,4/5/W,4/d,4/2,B,1,s w c1 e1 - 0");
    for (to, row) in [("a1", "d,4"), ("c5", "s,4"), ("d1", "2,B,1,s")] {
        assert!(after(&here, &format!("c1-{to}")).to_string().contains(row));
    }
    for pawn in ["a1", "a2", "a3", "a5"] {
        assert_eq!(result(&position("official", &format!("s,4/5/W,4/d,4/2,B,1,s w {pawn} e1 - 0"))), "none");
    }
}

#[test]
fn rule_5_four_claim_discs_mark_towers() {
    let scene = position("official", "W,3,B/5/5/5/s,4 w a1 e5 - 0").scene();
    let towers: Vec<_> =
        scene.sites.iter().filter_map(|site| site.pile.as_ref()).filter(|pile| pile.height() == 3).collect();
    assert_eq!(
        towers.iter().map(|pile| pile.owner()).collect::<Vec<_>>(),
        [Some(Player::FIRST), Some(Player::SECOND)]
    );
    assert!(towers.iter().all(|pile| pile.state == PileState::Claimed));
    assert!(read("official", "W,W,W,W,W/5/5/5/s,4 w a1 e5 - 0").is_err());
}

#[test]
fn rule_6_along_the_row_or_the_column() {
    assert_eq!(
        moves(&position("official", "s,4/5/5/5/5 w b2 e5 - 0")),
        "b2-a2 b2-b1 b2-b3 b2-b4 b2-b5 b2-c2 b2-d2 b2-e2"
    );
}

#[test]
fn rule_7_never_onto_the_other_pawn() {
    let here = position("official", "5/5/5/5/s,s,3 w a1 b1 - 0");
    assert_eq!(moves(&here), "a1-a2 a1-a3 a1-a4 a1-a5 a1-c1 a1-d1 a1-e1 a1=a2 a1=a3 a1=a4 a1=a5");
}

#[test]
fn rule_8_walking_passes_over_everything() {
    let here = position("official", "s,4/5/W,4/5/1,s,d,1,B w a1 d1 - 0");
    assert_eq!(moves(&here), "a1-a2 a1-a3 a1-a4 a1-a5 a1-b1 a1-c1 a1-e1");
    assert_eq!(after(&here, "a1-e1").to_string(), "s,4/5/W,4/5/1,s,d,1,B b e1 d1 - 1");
}

#[test]
fn rule_9_carry_exactly_one_disc() {
    let carries = |cell: &str| {
        moves(&position("official", &format!("s,4/5/5/5/2,{cell},2 w c1 e5 - 0"))).matches('=').count()
    };
    assert_eq!(["s", "d", "W", "B", "1"].map(carries), [8, 0, 0, 0, 0]);
    assert_eq!(
        after(&start("official"), "a1=a2").to_string(),
        "s,s,s,s,s/s,s,s,s,s/s,s,s,s,s/d,s,s,s,s/1,s,s,s,s b a2 e5 w 0"
    );
}

#[test]
fn rule_10_not_on_two_turns_in_a_row() {
    let here = play_all(start("official"), "a1=a2 e5-e4 a2-b2 e4=d4");
    assert!(here.to_string().ends_with(" w b2 d4 b 0"));
    assert!(moves(&here).contains('='));
    // A disc carried to an empty square becomes a single disc but may not move again next turn.
    let here = position("official", "5/5/5/s,4/s,3,s w a1 e1 - 0");
    let here = play_all(here, "a1=a5 e1=e5");
    assert!(here.to_string().ends_with(" w a5 e5 wb 2"));
    assert!(!moves(&here).contains('='));
    let here = play_all(here, "a5-a2 e5-e4");
    assert!(here.to_string().ends_with(" w a2 e4 - 4"));
    assert!(moves(&here).contains("a2=a5"));
}

#[test]
fn rule_11_carrying_passes_over_all_but_the_other_pawn() {
    let here = position("official", "5/5/W,4/d,4/s,2,s,s w a1 d1 - 0");
    let moves = moves(&here);
    let carries: Vec<&str> = moves.split(' ').filter(|mv| mv.contains('=')).collect();
    assert_eq!(carries, ["a1=a2", "a1=a4", "a1=a5", "a1=b1", "a1=c1"]);
}

#[test]
fn rule_12_onto_at_most_two_loose_discs() {
    let here = position("official", "s,4/W,4/B,4/d,4/s,s,3 w a1 e5 - 0");
    assert!(!moves(&here).contains("a1=a3") && !moves(&here).contains("a1=a4"));
    for (mv, rows) in [
        ("a1=a2", "s,4/W,4/B,4/W,4/1,s,3"),
        ("a1=a5", "d,4/W,4/B,4/d,4/1,s,3"),
        ("a1=b1", "s,4/W,4/B,4/d,4/1,d,3"),
        ("a1=c1", "s,4/W,4/B,4/d,4/1,s,s,2"),
    ] {
        assert!(after(&here, mv).to_string().starts_with(&format!("{rows} b ")), "{mv}");
    }
}

#[test]
fn rule_13_the_third_disc_claims() {
    let here = play_all(start("official"), "a1=a2 e5-e2 a2-a4 e2=a2");
    assert_eq!(here.to_string(), "s,s,s,s,s/s,s,s,s,s/s,s,s,s,s/B,s,s,s,1/1,s,s,s,s w a4 a2 b 0");
    let here = play_all(start("official"), "a1=a2 e5-e2 a2-a3 e2-e1 a3=a2");
    assert_eq!(here.to_string(), "s,s,s,s,s/s,s,s,s,s/1,s,s,s,s/W,s,s,s,s/1,s,s,s,s b a2 e1 w 0");
}

#[test]
fn rule_14_towers_stay() {
    let here = position("official", "s,4/5/s,4/5/W,1,B,2 w a3 e5 - 0");
    assert!(!moves(&here).contains("a3=a1"));
    let here = play_all(here, "a3-a1 e5-e1");
    assert!(!moves(&here).contains('='));
    assert!(play_all(here, "a1-b1 e1-c1 b1-b2 c1-c2").to_string().contains("W,1,B,2 w"));
}

#[test]
fn rule_15_four_towers_win_at_once() {
    let here = position("official", "W,W,W,2/B,B,3/s,4/d,4/s,s,3 w a1 e5 - 0");
    assert_eq!(result(&here), "none");
    let won = after(&here, "a1=a2");
    assert_eq!((result(&won), moves(&won)), ("first (four towers)".to_owned(), String::new()));
    assert_eq!(
        result(&position("official", "B,B,B,B,1/W,W,W,2/5/5/s,4 b a1 e5 - 0")),
        "second (four towers)"
    );
}

#[test]
fn rule_16_without_a_single_disc_more_towers_win() {
    let here = position("official", "W,4/B,B,3/5/5/s,s,d,2 w a1 e5 - 0");
    assert_eq!(result(&after(&here, "a1=b1")), "second (most towers)");
    assert_eq!(result(&after(&here, "a1=c1")), "none");
    assert_eq!(result(&position("official", "W,4/d,4/5/5/5 b a1 e5 - 0")), "first (most towers)");
}

#[test]
fn rule_17_equally_many_are_a_draw() {
    assert_eq!(result(&position("official", "W,4/B,4/5/5/d,4 w a1 e5 - 0")), "draw (most towers)");
    assert_eq!(result(&position("official", "5/5/5/5/5 w a1 e5 - 0")), "draw (most towers)");
    // If all 25 discs are in pairs and towers, the number of towers is odd.
    assert!((0..=8).all(|towers| (25 - 3 * towers) % 2 != 0 || towers % 2 == 1));
}

#[test]
fn rule_18_repeated_positions_can_be_told() {
    let first = play_all(start("official"), "a1=a2 e5-e4 a2-a3 e4-e5");
    let again = play_all(first, "a3-a4 e5-e3 a4-a3 e3-e5");
    assert_ne!(first, again);
    assert_eq!(first.repetition_state(), again.repetition_state());
    assert_eq!(first.key(), again.key());
    for other in ["b a3 e5 - 2", "w a4 e5 - 2", "w a3 e4 - 2", "w a3 e5 b 2", "w a3 e5 w 2"] {
        let rows = first.to_string().split_once(' ').unwrap().0.to_owned();
        let other = position("official", &format!("{rows} {other}"));
        assert_ne!(first.repetition_state(), other.repetition_state());
        assert_ne!(first.key(), other.key());
    }
}

#[test]
fn rule_19_a_hundred_quiet_turns() {
    let rows = "5/5/W,4/d,4/s,s,3";
    let here = position("official", &format!("{rows} w a1 e5 - 99"));
    assert_eq!(result(&here), "none");
    for mv in ["a1-a2", "a1=a4"] {
        assert_eq!(result(&after(&here, mv)), "draw (quiet limit)");
        assert_eq!(moves(&after(&here, mv)), "");
    }
    for mv in ["a1=a2", "a1=b1"] {
        assert!(after(&here, mv).to_string().ends_with(" 0"));
    }
    let shuffle = "a1-a2 e5-e4 a2-a1 e4-e5 ".repeat(25);
    assert_eq!(result(&play_all(start("official"), &shuffle)), "draw (quiet limit)");
}

#[test]
fn rule_20_a_win_goes_first() {
    assert_eq!(result(&position("official", "W,W,W,W,1/5/5/5/s,4 b a1 e5 - 100")), "first (four towers)");
    assert_eq!(result(&position("official", "B,4/5/5/5/5 b a1 e5 - 100")), "second (most towers)");
}

#[test]
fn rule_21_draws_by_agreement() {
    let info = crate::games::ALL.iter().find(|info| info.id == "stac");
    assert!(info.is_some_and(|info| info.draws));
}

#[test]
fn rule_22_walking_stops_on_towers() {
    let here = position("towers=stop", "5/d,4/W,4/5/s,1,B,W,1 w a1 e5 - 0");
    assert_eq!(moves(&here), "a1-a2 a1-a3 a1-b1 a1-c1 a1=a2 a1=a4 a1=a5 a1=b1 a1=e1");
}

#[test]
fn rule_23_a_tower_under_the_other_pawn_is_passed() {
    let here = |row: &str| position("towers=stop", &format!("5/5/5/s,4/{row} w a1 b1 - 0"));
    assert_eq!(moves(&here("1,W,3")), "a1-a2 a1-a3 a1-a4 a1-a5 a1-c1 a1-d1 a1-e1");
    assert_eq!(moves(&here("1,W,1,B,1")), "a1-a2 a1-a3 a1-a4 a1-a5 a1-c1 a1-d1");
}

#[test]
fn rule_24_the_quiet_limit_can_be_set() {
    let full = format!("{FULL}/s,s,s,s,s w a1 e5 - ");
    assert_eq!(result(&position("quiet=1", &format!("{full}1"))), "draw (quiet limit)");
    assert_eq!(result(&position("quiet=1000", &format!("{full}999"))), "none");
    assert_eq!(result(&position("quiet=1000", &format!("{full}1000"))), "draw (quiet limit)");
    assert_eq!(result(&position("quiet=0", &format!("{full}5000"))), "none");
}

#[test]
fn rule_25_repetition_can_be_switched_off() {
    for (options, expected) in [("official", true), ("repetition=on", true), ("repetition=off", false)] {
        assert_eq!(start(options).repetition_state().is_some(), expected, "{options}");
    }
    assert_eq!(start("repetition=off,quiet=0").quiet_plies_left(), None);
}

#[test]
fn rule_26_standard_is_the_default() {
    shared_tests::preset_is::<Stac>("standard", "");
    assert_eq!(start("official"), start("standard"));
}

#[test]
fn rule_27_the_preset_classic() {
    shared_tests::preset_is::<Stac>("classic", "towers=stop,repetition=off,quiet=0");
}
