//! Line mode at a terminal: games that were left are offered, and Ctrl-C.

use std::path::Path;

use rustix::process::Signal;

use crate::pty::{Pty, home, kept};

/// Opens line mode.
fn open(home: &Path, arguments: &[&str]) -> Pty {
    Pty::open_with(home, &[&["play", "--plain"], arguments].concat(), &[("TERM", "dumb")])
}

/// Leaves the program, which is content.
fn quit(mut app: Pty) {
    app.say("quit");
    assert_eq!(app.wait_end(), 0);
}

#[test]
fn games_that_were_left_are_offered() {
    let home = home();
    let home = home.path();
    let mut killed = open(home, &["staqs:size=3", "--second", "human"]);
    killed.read("Blue to move> ");
    killed.say("b2");
    killed.read("White to move> ");
    killed.signal(Signal::KILL);
    killed.wait_end();

    let mut asked = open(home, &[]);
    asked.read("Unfinished: staqs:size=3 after 1 move, played by human, human, 2");
    asked.read("Continue it? yes, no (it stays saved) or delete> ");
    // Nobody else is offered what this program holds.
    let mut other = open(home, &[]);
    other.read("Which game> ");
    quit(other);

    asked.say("what?");
    asked.read("`what?` is not one of the answers.");
    asked.say("yes");
    asked.read("White to move> ");
    asked.say("quit");
    asked.read("The game is saved");
    assert_eq!(asked.wait_end(), 0);

    for (answer, is_kept) in [("no", true), ("delete", false)] {
        let mut again = open(home, &[]);
        again.read("or delete> ");
        again.say(answer);
        again.read("Which game> ");
        quit(again);
        assert_eq!(kept(home).is_some(), is_kept, "{answer}");
    }
}

#[test]
fn ctrl_c_hurries_a_bot_and_ends_the_program_at_the_prompt() {
    let home = home();
    let mut game = open(home.path(), &["staqs", "--second", "ab:time=1h"]);
    game.read("Blue to move> ");
    game.say("c3");
    game.read("White  w  reserve 4  to move");
    game.send("\x03");
    game.read("White (ab:time=1h): ");
    game.read("Blue to move> ");
    game.send("\x03");
    assert_eq!(game.wait_end(), 130);
    let mut resumed = open(home.path(), &["--resume"]);
    resumed.say("history");
    resumed.read("1 c3  2 ");
    quit(resumed);
}

#[test]
fn ctrl_c_stops_bots_that_play_each_other() {
    let home = home();
    let bots = ["staqs", "--first", "ab:time=1h", "--second", "greedy", "--seed", "1"];
    let mut game = open(home.path(), &bots);
    game.read("Blue   b  reserve 4  to move");
    game.send("\x03");
    game.read("Blue (ab:time=1h): ");
    game.read("White to move, paused: go, step or any other command> ");
    game.say("c3");
    game.read("It is a bot's turn.");
    game.say("step");
    game.read("White (greedy): ");
    game.read("Blue to move, paused: go, step or any other command> ");
    game.say("undo");
    game.read("Taken back: ");
    game.read("White to move, paused");
    game.say("go");
    game.read("White (greedy): ");
    game.send("\x03");
    game.read("Blue (ab:time=1h): ");
    game.read("paused: go, step or any other command> ");
    quit(game);
}
