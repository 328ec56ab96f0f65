//! Games between terminals, in line mode.

use std::sync::Arc;

use cairn_session::open;
use cairn_test_support::wait_for;
use serde_json::{Value, json};

use super::player::Player;
use super::site::{Site, ask};

/// Returns the moves of a whole game, and its result.
fn whole_game(game: &str) -> (Vec<String>, String) {
    let mut session = open(game, None).unwrap();
    while session.outcome().is_none() {
        let moves = session.legal_moves();
        let mv = &moves[session.ply() * 7 % moves.len()];
        session.play(mv).unwrap();
    }
    (session.history(), format!("result: {}", session.outcome().unwrap()))
}

fn every_other(moves: &[String], first: usize) -> String {
    moves.iter().skip(first).step_by(2).cloned().collect::<Vec<_>>().join("\n")
}

#[test]
fn two_terminals_play_a_whole_game() {
    let site = Site::start();
    for game in ["sight:size=3", "staqs:size=4"] {
        let (mut ana, mut rui) = Player::pair(&site, game);
        let (moves, result) = whole_game(game);
        ana.types(&every_other(&moves, 0));
        rui.types(&every_other(&moves, 1));
        let (ana, rui) = (ana.end_well(), rui.end_well());
        assert!(ana.contains(&result) && rui.contains(&result), "{ana}\n{rui}");
        for (ply, mv) in moves.iter().enumerate() {
            let (seen, by) = if ply % 2 == 0 { (&rui, "Ana") } else { (&ana, "Rui") };
            assert!(seen.contains(&format!("({by}): {mv}\n")), "{mv}\n{seen}");
        }
        assert!(!ana.contains("stays on the server"), "{ana}");
    }
}

#[test]
fn one_plays_a_bot_and_errors_come_at_once() {
    let site = Site::start();
    let (mut ana, _) = Player::creator(&site, &["sight:size=3", "--second", "random", "--seed", "5"]);
    ana.types("z9\ntakebck\ndraw me\nhelp");
    ana.wait_for("did you mean takeback?");
    ana.wait_for("rematch");
    let mut session = open("sight:size=3", None).unwrap();
    while session.outcome().is_none() {
        let mv = session.legal_moves()[0].clone();
        session.play(&mv).unwrap();
        ana.types(&mv);
        if session.outcome().is_some() {
            break;
        }
        let answers = session.ply() / 2;
        let answer = wait_for("the move of the bot", || {
            let seen = ana.seen();
            Some(seen.split("(random): ").nth(answers + 1)?.split_once('\n')?.0.to_owned())
        });
        session.play(&answer).unwrap();
    }
    let seen = ana.end_well();
    assert!(seen.contains(&format!("result: {}", session.outcome().unwrap())), "{seen}");
}

#[test]
fn players_reconnect_to_a_restarted_server_and_keep_their_seats() {
    let mut site = Site::start();
    let (mut ana, mut rui) = Player::pair(&site, "staqs:size=4");
    let (moves, _) = whole_game("staqs:size=4");
    ana.types(&moves[0]);
    rui.wait_for(&format!("(Ana): {}\n", moves[0]));
    rui.types(&moves[1]);
    ana.wait_for(&format!("(Rui): {}\n", moves[1]));
    site.stop();
    for player in [&ana, &rui] {
        player.wait_for("The connection is lost");
    }
    // A move made in the meantime is not lost.
    ana.types(&moves[2]);
    site.start_again();
    ana.wait_for("The connection is restored");
    rui.wait_for(&format!("(Ana): {}\n", moves[2]));
    rui.types("quit");
    let home = Arc::clone(&rui.home);
    let seen = rui.end_well();
    let command = seen.split("`cairn play --online ").nth(1).expect("a way back");
    let link = command.split('`').next().unwrap().to_owned();
    let mut rui = Player::start_at(home, &["play", "--online", &link]);
    let seen = rui.wait_for("You play");
    assert!(!seen.contains("watching"), "{seen}");
    rui.types(&moves[3]);
    ana.wait_for(&format!("(Rui): {}\n", moves[3]));
}

#[test]
fn a_visitor_of_a_full_game_watches() {
    let site = Site::start();
    let (mut ana, link) = Player::creator(&site, &["staqs:size=4"]);
    let rui = Player::join(&link, "Rui");
    rui.wait_for("You play");
    let mut eva = Player::join(&link, "Eva");
    eva.wait_for("There is no free seat: you are watching.");
    eva.types("a1\nresign");
    eva.wait_for("only players can do that");
    let (moves, _) = whole_game("staqs:size=4");
    ana.types(&moves[0]);
    eva.wait_for(&format!("(Ana): {}\n", moves[0]));
    ana.types("resign\nperhaps\nyes");
    for player in [ana, rui, eva] {
        let seen = player.end_well();
        assert!(seen.contains("result: second (resignation)"), "{seen}");
    }
}

#[test]
fn a_link_with_an_invitation_takes_the_seat() {
    let site = Site::start();
    let authority = site.url.strip_prefix("http://").unwrap();
    let game = json!({ "game": "staqs:size=4", "join": false });
    let created: Value = serde_json::from_str(&ask(authority, "POST", "", "", &game.to_string())).unwrap();
    let (id, invite) = (created["id"].as_str().unwrap(), created["invite"].as_str().unwrap());
    let link = format!("{}/games/{id}", site.url);
    for link in [&link, &format!("{link}#guess")] {
        let (status, seen) = Player::join(link, "Eva").end();
        assert!(!status.success() && seen.contains("this seat needs an invitation"), "{seen}");
    }
    let rui = Player::join(&format!("{link}#{invite}"), "Rui");
    let seen = rui.wait_for("You play");
    assert!(!seen.contains("watching") && !seen.contains(invite), "{seen}");
}

#[test]
fn offers_are_answered_and_the_next_game_follows() {
    let site = Site::start();
    let (mut ana, mut rui) = Player::pair(&site, "stac");
    let mut session = open("stac", None).unwrap();
    let mv = session.legal_moves()[0].clone();
    ana.types(&format!("{mv}\ntakeback"));
    rui.wait_for("asks to take the last move back: accept or decline.");
    rui.types("accept");
    ana.wait_for(&format!("Taken back: {mv}"));
    ana.types("draw");
    rui.wait_for("(Ana) offers a draw: accept or decline.");
    rui.types("decline");
    ana.wait_for("The draw is declined");
    rui.types("draw");
    ana.wait_for("(Rui) offers a draw");
    // Both ask for a rematch before the game is over; the request waits for its end.
    rui.types("rematch");
    ana.types("accept\nrematch");
    for player in [&ana, &rui] {
        player.wait_for("result: draw (agreement)");
        player.wait_for("The next game is at ");
    }
    // The sides are swapped.
    session.play(&mv).unwrap();
    rui.types(&mv);
    ana.wait_for(&format!("(Rui): {mv}\n"));
    ana.types("quit");
    assert!(ana.end_well().contains("stays on the server"));
}

#[test]
fn a_game_has_the_requested_clocks_and_is_listed() {
    let site = Site::start();
    let (mut ana, link) = Player::creator(&site, &["staqs:size=4", "--clock", "5m+5s", "--public"]);
    ana.wait_for("Clocks: Blue 5:00, White 5:00");
    let id = link.rsplit('/').next().unwrap();
    let (_, other) = Player::creator(&site, &["staqs:size=4"]);
    let listed = site.listed();
    assert!(listed.contains(id) && !listed.contains(other.rsplit('/').next().unwrap()), "{listed}");
    // The game and the clocks start once all seats are taken.
    let (moves, _) = whole_game("staqs:size=4");
    ana.types("clock\nlink");
    ana.wait_for(&format!("{link}\n"));
    let rui = Player::join(&link, "Rui");
    ana.types(&moves[0]);
    rui.wait_for(&format!("(Ana): {}\n", moves[0]));
    let seen = rui.wait_for("Clocks: Blue 5:0");
    assert!(seen.contains("White 5:00") || seen.contains("White 4:5"), "{seen}");
    let watcher = Player::start(&["play", "--online", &link]);
    watcher.wait_for("you are watching");
    for (word, shown) in [("60s/move", "Blue 1:00, White 1:00"), ("3d", "Blue 3d 0:00, White 3d 0:00")] {
        let (ana, _) = Player::creator(&site, &["staqs", "--clock", word]);
        ana.wait_for(&format!("Clocks: {shown}"));
    }
    let (mut ana, _) = Player::creator(&site, &["staqs"]);
    ana.types("clock\nhelp");
    ana.wait_for("This game has no clocks.");
    let seen = ana.wait_for("accept a draw offer or a take-back request");
    assert!(!seen.contains("accept the draw offer"), "{seen}");
}
