//! Whole conversations in line mode, in both languages: the menu, a game with wrong input, a lesson, a puzzle, and a game
//! between bots.

use crate::run::transcript;

fn check(name: &str, arguments: &[&str], english: &str, portuguese: &str) {
    for (language, typed) in [("en", english), ("pt", portuguese)] {
        let arguments = [arguments, &["--lang", language]].concat();
        insta::assert_snapshot!(format!("{name}_{language}"), transcript(&arguments, typed));
    }
}

#[test]
fn the_menu_and_a_game_with_wrong_input() {
    let english = "1\nsize\n3x3\n7 8\n2\ngreedy\nz9\nb4\nlegend\nb2\nhint\nchoices\n1\nundo\neval.\nquit\n";
    let portuguese = "1\nsize\n3x3\n7 8\n2\nganancioso\nz9\nb4\nlegenda\nb2\ndica\nescolhas\n1\ndesfazer\navaliação.\nsair\n";
    check("menu", &["play", "--plain", "--ascii", "--seed", "4"], english, portuguese);
}

#[test]
fn a_game_in_words() {
    let english = "choices\n12\n1\ncarry\nwalk\nundo\nsay b1\nboard\nagain\nresign\n";
    let portuguese = "escolhas\n12\n1\ntransportar\nandar\ndesfazer\ndizer b1\ntabuleiro\noutra\ndesistir\n";
    check("words", &["play", "stac", "--second", "greedy", "--seed", "2", "--words"], english, portuguese);
}

#[test]
fn a_lesson_and_a_puzzle() {
    let english = "choices\nz9\nc3\n1\nagain\nsolution\nskip\nquit\n";
    let portuguese = "escolhas\nz9\nc3\n1\nrecomeçar\nsolução\nsaltar\nsair\n";
    check("lesson", &["learn", "stlts", "--plain", "--ascii"], english, portuguese);
    let english = "choices\nc1\nc2\nb2\na2\nsolution\nagain\nquit\n";
    let portuguese = "escolhas\nc1\nc2\nb2\na2\nsolução\nrecomeçar\nsair\n";
    check("puzzle", &["puzzle", "staqs-1", "--plain", "--ascii"], english, portuguese);
}

#[test]
fn a_game_between_bots() {
    let bots = ["play", "staqs:size=3", "--first", "greedy", "--second", "random", "--seed", "3", "--ascii"];
    check("bots", &bots, "", "");
}
