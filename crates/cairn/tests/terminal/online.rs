//! Games on a server in full screen: the real program in a terminal, the real server, and a test client that implements
//! its protocol.

use cairn_session::{Session, open};
use serde_json::json;

use crate::impostor::{http, impostor, state};
use crate::pty::{ENTER, ESCAPE, Pty, home};
use crate::site::{Guest, Site};

const GAME: &str = "staqs:size=4";

/// Returns the link on the screen of the app, which is also printed before.
fn link(app: &Pty, site: &Site) -> String {
    let prefix = format!("Link: {}/games/", site.url);
    let screen = app.wait_for(&prefix);
    let id = screen.split(&prefix).nth(1).unwrap();
    let id: String = id.chars().take_while(char::is_ascii_alphanumeric).collect();
    format!("{}/games/{id}", site.url)
}

#[test]
fn a_game_is_created_joined_played_and_drawn() {
    let mut site = Site::start();
    let home = home();
    let url = site.url.clone();
    let mut app = Pty::open(home.path(), &["play", GAME, "--online", &url, "--name", "Ana", "--clock", "5m"]);
    app.wait_for("Waiting for a player to join");
    let link = link(&app, &site);
    app.click_on("copy the link");
    app.wait_for("Copied");
    let mut session = open(GAME, None).unwrap();
    let mut rui = Guest::join(&link, "Rui");
    app.wait_for("White (Rui) has joined");

    // Plays by typing, by cursor and Enter, and by the mouse.
    let play = |app: &mut Pty, session: &mut Box<dyn Session>, by: &str| {
        match by {
            "typing" => app.send(&format!(":{}{ENTER}", session.legal_moves()[0])),
            "cursor" => app.send(&format!("\t{ENTER}")),
            // Any neutral disc will do.
            _ => app.click_on("○"),
        }
        app.wait_for("White (Rui) to move");
        let moves: Vec<String> = serde_json::from_value(rui.state()["moves"].clone()).unwrap();
        assert_eq!(moves.len(), session.ply() + 1, "{moves:?}");
        session.play(moves.last().unwrap()).unwrap();
        let answer = session.play(&session.legal_moves()[0].clone()).unwrap();
        rui.plays(&answer);
        app.wait_until(&answer, |screen| screen.contains(&answer) && screen.contains("Blue to move"));
    };
    for by in ["typing", "cursor", "mouse"] {
        play(&mut app, &mut session, by);
    }
    // The clocks run once both players have moved.
    app.wait_for("Blue 4:5");

    // There is no help, and looking back shows only positions of this game.
    app.send("t");
    app.wait_for("There is no help");
    app.send("[");
    app.wait_for("Looking back: after move 5 of 6");
    app.send(ESCAPE);
    app.wait_for("Blue to move");

    // The server stops and restarts in the middle of the game, and a move made in the meantime is not lost.
    site.stop();
    app.wait_for("The connection is lost");
    let mv = session.legal_moves()[0].clone();
    app.send(&format!(":{mv}{ENTER}"));
    site.start_again();
    app.wait_for("The connection is restored");
    app.send("f");
    app.wait_for("White (Rui) to move");
    session.play(&mv).unwrap();
    let moves: Vec<String> = serde_json::from_value(rui.state()["moves"].clone()).unwrap();
    assert_eq!(moves, session.history());

    // The player asks for a take-back, and sees the answer.
    app.send("u");
    app.wait_for("You have asked to take");
    rui.acts("decline_takeback");
    app.wait_for("The take-back is declined");
    // The other player's draw offer appears too.
    rui.acts("offer_draw");
    app.wait_for("White (Rui) offers a draw: y accepts, n declines.");
    app.send("y");
    app.wait_for("The players have agreed on a draw");
    assert_eq!(rui.state()["reason"], "agreement");

    // The next game begins once both players want it, with sides swapped.
    app.send("3");
    app.wait_for("You would like to play");
    rui.acts("rematch");
    app.wait_for("The next game has begun");
    app.wait_for("White 5:00");
    let next = rui.state()["rematch"].as_str().unwrap().to_owned();
    rui.follow(&format!("{url}/games/{next}"));
    rui.plays(&open(GAME, None).unwrap().legal_moves()[0].clone());
    app.wait_for("White to move");
    app.send("xy");
    app.wait_for("resigns");
    assert_eq!(rui.state()["reason"], "resignation");
    app.send("q");
    app.wait_for("stacking games");
    app.send("q");
    assert_eq!(app.wait_end(), 0);
}

#[test]
fn players_rejoin_their_seats_and_late_visitors_watch() {
    let site = Site::start();
    let (ana_home, eva_home) = (home(), home());
    let url = site.url.clone();
    let mut ana = Pty::open(ana_home.path(), &["play", GAME, "--online", &url, "--name", "Ana"]);
    let link = link(&ana, &site);
    // Without clocks the first player may move before the second has joined.
    let mv = open(GAME, None).unwrap().legal_moves()[0].clone();
    ana.send(&format!(":{mv}{ENTER}"));
    ana.wait_for(&format!("1. {mv}"));
    ana.wait_for("Waiting for a player to join");
    let rui = Guest::join(&link, "Rui");
    ana.wait_for("(Rui) has joined");
    ana.send("\x03");
    let printed = ana.wait_all();
    assert!(printed.contains(&format!("`cairn play --online {link}` continues it")), "{printed}");

    let mut ana = Pty::open(ana_home.path(), &["play", "--online", &link]);
    ana.wait_for("Blue (you, Ana)");
    let mut eva = Pty::open(eva_home.path(), &["play", "--online", &link, "--name", "Eva"]);
    eva.wait_for("White (Rui) to move");
    eva.send("o");
    eva.wait_for("You are watching");
    let mut session = open(GAME, None).unwrap();
    session.play(&mv).unwrap();
    let answer = session.legal_moves()[0].clone();
    rui.plays(&answer);
    ana.wait_for("Blue to move");
    eva.wait_for("Blue (Ana) to move");
    rui.acts("resign");
    for app in [&mut ana, &mut eva] {
        app.wait_for("resigns");
        app.send("qq");
        assert_eq!(app.wait_end(), 0);
    }
}

#[test]
fn line_mode_is_available_online() {
    let site = Site::start();
    let home = home();
    let mut app = Pty::open(home.path(), &["play", GAME, "--online", &site.url, "--plain"]);
    app.read("You play Blue.");
    app.type_line("quit");
    app.read("The game stays on the server");
    assert_eq!(app.wait_end(), 0);
}

#[test]
fn a_server_that_talks_nonsense_is_left() {
    let hello = json!({ "t": "state", "state": state(&json!({})) }).to_string();
    let nonsense = json!({ "t": "changed", "state": state(&json!({ "moves": ["z9"] })) }).to_string();
    let url = impostor(http("200 OK", &state(&json!({})).to_string()), vec![hello, nonsense]);
    let home = home();
    let mut app = Pty::open(home.path(), &["play", "--online", &url]);
    app.wait_for("does not answer like a Cairn server");
    let screen = app.wait_for("illegal move z9");
    // Names of other players cannot control the terminal, and name no program.
    assert!(screen.contains("(A\\u{1b}[2J)") && !screen.contains("/bin/sh"), "{screen}");
    app.send("q");
    app.wait_for("stacking games");
    app.send("q");
    let printed = app.wait_all();
    assert_eq!(app.wait_end(), 1);
    assert!(printed.contains("cairn: http://") && printed.contains("does not answer"), "{printed}");
}

/// Creates a game as Ana, who makes the first move against Rui and leaves. Returns the move, and Rui.
fn left_game(site: &Site, home: &std::path::Path) -> (String, Guest) {
    let mut ana = Pty::open(home, &["play", GAME, "--online", &site.url, "--name", "Ana"]);
    let rui = Guest::join(&link(&ana, site), "Rui");
    ana.wait_for("(Rui) has joined");
    let mv = open(GAME, None).unwrap().legal_moves()[0].clone();
    ana.send(&format!(":{mv}{ENTER}"));
    ana.wait_for("White (Rui) to move");
    ana.send("\x03");
    ana.wait_all();
    (mv, rui)
}

#[test]
fn games_on_servers_are_among_the_unfinished_ones() {
    let mut site = Site::start();
    let home = home();
    let (mv, rui) = left_game(&site, home.path());
    let host = site.url.strip_prefix("http://").unwrap().to_owned();
    let list = |app: &mut Pty| {
        app.click_on("Saved games");
        app.wait_for("Saved games (0)");
        app.send("\t");
        app.wait_for("Unfinished games (1)");
    };
    let mut app = Pty::open(home.path(), &[]);
    app.wait_for("Continue (1): STAQS");
    list(&mut app);
    app.wait_for(&format!("On {host}, 1 move: it is not your turn."));
    app.wait_for("their turn");
    // The list asks the server.
    let mut session = open(GAME, None).unwrap();
    session.play(&mv).unwrap();
    rui.plays(&session.legal_moves()[0].clone());
    app.send("q");
    list(&mut app);
    app.wait_for(&format!("On {host}, 2 moves: it is your turn."));
    // Without the server, the game stays in the list.
    site.stop();
    app.send("q");
    list(&mut app);
    app.wait_for(&format!("{host} cannot be reached now."));
    app.wait_for("not reachable");
    app.send(ENTER);
    app.wait_for("could not be reached:");
    site.start_again();
    app.send(ENTER);
    app.wait_for("Blue (you, Ana)");
    // The game goes on meanwhile, and is offered once.
    app.send("q");
    app.wait_for("Return to STAQS online");
    assert!(!app.wait_for("stacking games").contains("Continue ("));
    app.click_on("Return to STAQS online");
    app.wait_for("Blue (you, Ana)");
    rui.acts("resign");
    app.wait_for("resigns");
    app.send("q");
    let menu = app.wait_for("stacking games");
    assert!(!menu.contains("Continue (") && !menu.contains("Return to"), "{menu}");
    app.send("q");
    assert_eq!(app.wait_end(), 0);
}

#[test]
fn line_mode_offers_games_on_servers() {
    let mut site = Site::start();
    let home = home();
    left_game(&site, home.path());
    let host = site.url.strip_prefix("http://").unwrap().to_owned();
    let offer = format!("Unfinished on {host}: {GAME} after 1 move, against Rui");
    let mut app = Pty::open(home.path(), &["play", "--plain"]);
    app.read(&offer);
    app.read("their turn");
    app.type_line("yes");
    app.read("You play Blue.");
    app.type_line("quit");
    assert_eq!(app.wait_end(), 0);
    let mut app = Pty::open(home.path(), &["play", "--plain", "--resume"]);
    app.read("You play Blue.");
    app.type_line("quit");
    assert_eq!(app.wait_end(), 0);

    site.stop();
    let mut app = Pty::open(home.path(), &["play", "--plain", "--resume"]);
    app.read("could not be reached");
    assert_eq!(app.wait_end(), 1);
    let mut app = Pty::open(home.path(), &["play", "--plain", "--lang", "pt"]);
    app.read(&format!("Por acabar em {host}: {GAME}, 1 jogada, contra Rui"));
    app.type_line("sim");
    app.read("não foi possível chegar a");
    // The games to choose from.
    app.read("STAQS");
    app.type_line("q");
    assert_eq!(app.wait_end(), 0);
    let mut app = Pty::open(home.path(), &["play", "--plain"]);
    app.read(&offer);
    app.type_line("forget");
    app.read("STAQS");
    app.type_line("q");
    assert_eq!(app.wait_end(), 0);
    let mut app = Pty::open(home.path(), &["play", "--plain", "--resume"]);
    app.read("there is no unfinished game");
    assert_eq!(app.wait_end(), 1);
}
