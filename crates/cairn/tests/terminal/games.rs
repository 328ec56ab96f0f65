//! Whole games against a bot in the app.

use std::path::Path;

use cairn_engine::bots::{BasicBot, BotKind};
use cairn_rules::games::ALL;
use cairn_rules::{GameInfo, Player, Step};
use cairn_session::{Record, Session, open};

use crate::pty::{ENTER, Pty, home, wait_for_save};

/// Returns the spec of a game with options that make it short.
fn spec(info: &GameInfo) -> String {
    let has_limit = info.options.iter().any(|option| option.name == "quiet");
    format!("{}{}", info.id, if has_limit { ":quiet=16" } else { "" })
}

/// Returns the game once the bot has replied; `None` when it is over.
fn after(home: &Path, plies: usize, app: &Pty) -> Option<Box<dyn Session>> {
    let is_answered = |record: &Record| {
        let session = record.session().unwrap();
        session.ply() >= plies && session.to_move() == Player::FIRST
    };
    // A finished game stays saved until its end is on the screen.
    let record = wait_for_save(home, |record| is_over_on(app) || record.is_some_and(is_answered));
    let session = record.filter(is_answered).map(|record| record.session().unwrap());
    session.filter(|session| session.outcome().is_none())
}

fn is_over_on(app: &Pty) -> bool {
    app.text().contains("Play again")
}

/// Plays until the game is over; `turn` makes the person's move.
fn play(info: &GameInfo, mut turn: impl FnMut(&mut Pty, &dyn Session)) {
    let home = home();
    let spec = spec(info);
    let mut app = Pty::open(home.path(), &["play", &spec, "--second", "random", "--seed", "3"]);
    app.wait_for("to move");
    let mut session = open(&spec, None).unwrap();
    for _ in 0..300 {
        turn(&mut app, &*session);
        let plies = session.ply() + 1;
        match after(home.path(), plies, &app) {
            Some(next) => session = next,
            None => break,
        }
    }
    app.wait_until("the end", |screen| screen.contains("wins") || screen.contains("draw"));
    app.send("q");
    app.wait_for("stacking games");
    app.send("q");
    assert_eq!(app.wait_end(), 0);
}

fn by_typing(info: &GameInfo) {
    let mut bot = BotKind::Basic(BasicBot::Greedy).bot(1);
    play(info, |app, session| {
        let mv = bot.choose_move(session).unwrap().unwrap();
        app.send(&format!(":{mv}{ENTER}"));
    });
}

/// Plays every second game, so that two tests can run in parallel.
fn every_other_by_typing(first: usize) {
    ALL.iter().skip(first).step_by(2).for_each(|info| by_typing(info));
}

#[test]
fn every_other_game_is_played_by_typing() {
    every_other_by_typing(0);
}

#[test]
fn so_are_the_games_between() {
    every_other_by_typing(1);
}

/// Waits until the screen shows the last move of the game, and that it is the person's turn.
fn wait_until_shown(app: &Pty, session: &dyn Session) {
    let moves = session.history();
    let round = format!("{:>2}. ", moves.len() / 2);
    let is_last = |line: &str| match moves.last() {
        Some(last) => line.contains(&round) && line.trim_end().ends_with(last),
        None => true,
    };
    app.wait_until("the person's turn", |screen| screen.contains("to move") && screen.lines().any(is_last));
}

/// Returns the position of a site on the screen, from the labels at the edges of the board.
fn screen_place(screen: &str, site: &str) -> (usize, usize) {
    let (letter, number) = site.split_at(1);
    let lines: Vec<Vec<char>> = screen.lines().map(|line| line.chars().collect()).collect();
    let row = lines.iter().position(|line| {
        let label: String = line.iter().take(6).collect();
        label.split_whitespace().next() == Some(number)
    });
    // The cursor may cover a corner, but not the whole edge.
    let edge = lines.iter().rev().find(|line| line.contains(&'┴')).unwrap();
    let column = edge.iter().position(|sign| sign.to_string() == letter);
    (column.unwrap(), row.unwrap())
}

#[test]
fn a_game_is_played_with_the_mouse_alone() {
    let home = home();
    let info = ALL[0];
    let mut app = Pty::open(home.path(), &[]);
    app.click_on(&format!("Play {}", info.name));
    app.click_on("White");
    app.click_on("White");
    app.wait_for("Start");
    app.click_on("Start");
    app.wait_for("to move");
    let mut session = open(info.id, None).unwrap();
    for _ in 0..100 {
        // Clicks refer to the current screen.
        wait_until_shown(&app, &*session);
        let mut taken: Vec<Step> = Vec::new();
        while let Some(&step) = session.board().choices(&taken).unwrap().steps.first() {
            let scene = session.board().scene();
            match step {
                Step::Site(site) => {
                    let (column, row) = screen_place(&app.text(), &scene.sites[usize::from(site.0)].name);
                    app.click(column, row);
                }
                // The button is the first entry of the list beside the board.
                Step::Button(button) => app.click_on(&format!("1 {button}")),
                Step::Count(count) => app.click_on(&format!("1 {count} piece")),
            }
            taken.push(step);
        }
        match after(home.path(), session.ply() + 1, &app) {
            Some(next) => session = next,
            None => break,
        }
    }
    app.wait_for("Play again");
    app.click_on("Swap sides");
    app.wait_until("the bot's first move", |screen| screen.contains("to move") && screen.contains(" 1. "));
    app.click_on("menu");
    app.click_on("Quit");
    assert_eq!(app.wait_end(), 0);
}

#[test]
fn three_keys_start_a_game_and_a_fourth_plays() {
    let home = home();
    let mut app = Pty::open(home.path(), &[]);
    app.wait_for("Play");
    app.send(ENTER);
    app.wait_for("Start");
    app.send(ENTER);
    app.wait_for("to move. ");
    app.send(ENTER);
    wait_for_save(home.path(), |record| record.is_some_and(|record| record.moves().len() == 2));
}
