//! Line mode at a terminal: unfinished games and Ctrl-C.

use std::path::Path;

use rustix::process::Signal;

use crate::pty::{Pty, home, saved_record};

/// Opens line mode.
fn open(home: &Path, arguments: &[&str]) -> Pty {
    Pty::open_with(home, &[&["play", "--plain"], arguments].concat(), &[("TERM", "dumb")])
}

/// Quits the program, which must succeed.
fn quit(mut app: Pty) {
    app.type_line("quit");
    assert_eq!(app.wait_end(), 0);
}

#[test]
fn unfinished_games_are_offered() {
    let home = home();
    let home = home.path();
    let mut killed = open(home, &["staqs:size=3", "--second", "human"]);
    killed.read("Blue to move> ");
    killed.type_line("b2");
    killed.read("White to move> ");
    killed.signal(Signal::KILL);
    killed.wait_end();

    let mut offered = open(home, &[]);
    offered.read("Unfinished: staqs:size=3 after 1 move, played by human, human, 2");
    offered.read("Continue it? yes, no (it stays saved) or delete> ");
    // A game that is open here is not offered to another program.
    let mut other = open(home, &[]);
    other.read("Which game [staqs]> ");
    quit(other);

    offered.type_line("what?");
    offered.read("`what?` is not one of the answers.");
    offered.type_line("yes");
    offered.read("White to move> ");
    offered.type_line("quit");
    offered.read("The game is saved");
    assert_eq!(offered.wait_end(), 0);

    for (answer, is_saved) in [("no", true), ("delete", false)] {
        let mut again = open(home, &[]);
        again.read("or delete> ");
        again.type_line(answer);
        again.read("Which game [staqs]> ");
        quit(again);
        assert_eq!(saved_record(home).is_some(), is_saved, "{answer}");
    }
}

#[test]
fn ctrl_c_makes_a_bot_move_and_ends_the_program_at_the_prompt() {
    let home = home();
    let mut game = open(home.path(), &["staqs", "--second", "ab:time=1h"]);
    game.read("Blue to move> ");
    game.type_line("c3");
    game.read("White  w  discs to place: 4  to move");
    game.send("\x03");
    game.read("White (ab:time=1h): ");
    game.read("Blue to move> ");
    game.send("\x03");
    assert_eq!(game.wait_end(), 130);
    let mut resumed = open(home.path(), &["--resume"]);
    resumed.type_line("history");
    resumed.read("1 c3  2 ");
    quit(resumed);
}

#[test]
fn ctrl_c_pauses_a_game_between_bots() {
    let home = home();
    let bots = ["staqs", "--first", "ab:time=1h", "--second", "greedy", "--seed", "1"];
    let mut game = open(home.path(), &bots);
    game.read("Blue   b  discs to place: 4  to move");
    game.send("\x03");
    game.read("Blue (ab:time=1h): ");
    game.read("White to move, paused: go, step or any other command> ");
    game.type_line("c3");
    game.read("It is a bot's turn.");
    game.type_line("step");
    game.read("White (greedy): ");
    game.read("Blue to move, paused: go, step or any other command> ");
    game.type_line("undo");
    game.read("Taken back: ");
    game.read("White to move, paused");
    game.type_line("go");
    game.read("White (greedy): ");
    game.send("\x03");
    game.read("Blue (ab:time=1h): ");
    game.read("paused: go, step or any other command> ");
    quit(game);
}

#[test]
fn the_game_just_played_is_reviewed() {
    let home = home();
    let mut game = open(home.path(), &["sight:size=3", "--second", "human"]);
    for mv in ["a1", "c1", "b3", "c2", "c3", "c1-b1", "b3-a3", "b2", "a1-a2"] {
        game.read("to move> ");
        game.type_line(mv);
    }
    game.read("Game over: review, again");
    game.type_line("review");
    game.read("Accuracy: White ");
    game.read("gave the win away");
    game.read("Game over: review, again");
    quit(game);
}

#[test]
fn ctrl_c_ends_a_review_with_partial_results() {
    let home = home();
    let file = home.path().join("game.txt");
    std::fs::write(&file, "[Game \"staqs:size=7\"]\n\n1. c3 d4\n").unwrap();
    let file = file.to_str().unwrap();
    let mut review = Pty::open(home.path(), &["review", file, "--time", "24h"]);
    review.read("0/2 moves");
    review.send("\x03");
    review.read("Review: staqs:size=7");
    review.read("interrupted: 0 of 2 moves of game 1 judged");
    assert_eq!(review.wait_end(), 1);
}

#[test]
fn saved_games_are_looked_through_from_the_menu() {
    // Nothing has ever been stored.
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let menu = || Pty::open_with(home, &[], &[("TERM", "dumb")]);
    let mut new = menu();
    new.read("New here? `l` teaches a game in ten minutes");
    new.read("Choose> ");
    new.type_line("");
    new.read("Type the number of a game, or one of the letters.");
    new.read("Choose> ");
    new.type_line("s");
    new.read("No game has been saved yet");
    quit(new);

    let mut game = open(home, &["staqs:size=3", "--second", "human"]);
    game.read("Blue to move> ");
    game.type_line("b2");
    game.read("White to move> ");
    game.type_line("resign");
    game.read("White resigns: Blue wins.");
    game.read("Game over");
    // An empty line changes nothing.
    game.type_line("");
    game.read("Game over");
    quit(game);

    let mut app = menu();
    app.read("Choose> ");
    app.type_line("s");
    app.read("staqs:size=3");
    app.read("Enter goes back> ");
    app.type_line("9");
    app.read("There is no saved game `9`.");
    app.type_line(&format!("export 1 {}", home.join("copy.txt").display()));
    app.read("Written to ");
    app.type_line("review 1");
    app.read("Accuracy");
    app.type_line("1");
    app.read("White resigns: Blue wins.");
    app.read("Game over");
    app.type_line("quit");
    app.read("Enter goes back> ");
    app.type_line("delete 1");
    app.read("yes or no> ");
    app.type_line("yes");
    app.read("Deleted: ");
    app.read("Choose> ");
    quit(app);
    assert!(home.join("copy.txt").exists());
}

/// A game between bots shows every board, and offers another game at the end.
#[test]
fn a_game_between_bots_ends_with_an_offer() {
    let home = home();
    let bots = ["staqs:size=3", "--first", "random", "--second", "random", "--seed", "1", "--ascii"];
    let mut game = open(home.path(), &bots);
    for _ in 0..2 {
        game.read("White (random): ");
        game.read("result: ");
        game.read("Game over: review, again");
        game.type_line("again");
    }
    game.read("Game over: review, again");
    quit(game);
}
