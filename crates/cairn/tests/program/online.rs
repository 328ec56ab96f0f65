//! Games on a server, from the terminal: the real server and the real program, and servers that answer nonsense.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use cairn_session::open;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite;

use crate::run::{assert_bad_requests, cairn};

/// Far longer than anything here takes; without it a failure would hang.
const PATIENCE: Duration = Duration::from_secs(120);

fn program(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.env("CAIRN_HOME", home).env("LC_ALL", "C").env_remove("NO_COLOR");
    command
}

/// `cairn serve`, with a database that outlives it.
struct Site {
    home: tempfile::TempDir,
    child: Child,
    url: String,
}

impl Site {
    fn start() -> Self {
        let home = tempfile::tempdir().unwrap();
        let (child, url) = Self::serve(home.path(), "127.0.0.1:0");
        Self { home, child, url }
    }

    fn serve(home: &Path, listen: &str) -> (Child, String) {
        let mut child = program(home)
            .args(["serve", "--listen", listen, "--database"])
            .arg(home.join("games.sqlite"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.split_whitespace().find(|word| word.starts_with("http")).expect("an address");
        (child, url.trim_end_matches('/').to_owned())
    }

    fn stop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts again at the same address.
    fn start_again(&mut self) {
        let listen = self.url.strip_prefix("http://").unwrap().to_owned();
        (self.child, _) = Self::serve(self.home.path(), &listen);
    }

    /// A player who creates a game, and its address.
    fn creator(&self, arguments: &[&str]) -> (Player, String) {
        let player =
            Player::start(&[&["play"], arguments, &["--online", &self.url, "--name", "Ana"]].concat());
        let link = player.first_line();
        assert!(link.starts_with(&format!("{}/games/", self.url)), "{link}");
        (player, link)
    }

    /// Two players at a new game.
    fn pair(&self, game: &str) -> (Player, Player) {
        let (ana, link) = self.creator(&[game]);
        let rui = Player::join(&link, "Rui");
        ana.wait_for("(Rui) has sat down");
        (ana, rui)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody at a terminal that is none.
struct Player {
    home: Arc<tempfile::TempDir>,
    child: Child,
    input: ChildStdin,
    /// What was printed so far, on standard output and on standard error.
    seen: [Arc<Mutex<String>>; 2],
}

impl Player {
    fn start(arguments: &[&str]) -> Self {
        Self::start_at(Arc::new(tempfile::tempdir().unwrap()), arguments)
    }

    fn start_at(home: Arc<tempfile::TempDir>, arguments: &[&str]) -> Self {
        let mut child = program(home.path())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let seen = [Arc::default(), Arc::default()];
        let streams: [Box<dyn Read + Send>; 2] =
            [Box::new(child.stdout.take().unwrap()), Box::new(child.stderr.take().unwrap())];
        for (mut stream, seen) in streams.into_iter().zip(&seen) {
            let seen: Arc<Mutex<String>> = Arc::clone(seen);
            thread::spawn(move || {
                let mut bytes = [0; 4096];
                while let Ok(count @ 1..) = stream.read(&mut bytes) {
                    *seen.lock().unwrap() += &String::from_utf8_lossy(&bytes[..count]);
                }
            });
        }
        let input = child.stdin.take().unwrap();
        Self { home, child, input, seen }
    }

    fn join(link: &str, name: &str) -> Self {
        Self::start(&["play", "--online", link, "--name", name])
    }

    fn types(&mut self, lines: &str) {
        self.input.write_all(format!("{lines}\n").as_bytes()).unwrap();
    }

    /// What was printed so far: standard output, then standard error.
    fn seen(&self) -> String {
        self.seen.each_ref().map(|seen| seen.lock().unwrap().clone()).join("\n")
    }

    /// Waits for the first line on standard output.
    fn first_line(&self) -> String {
        let start = Instant::now();
        loop {
            let printed = self.seen[0].lock().unwrap().clone();
            if let Some((line, _)) = printed.split_once('\n') {
                return line.to_owned();
            }
            assert!(start.elapsed() < PATIENCE, "no line in:\n{}", self.seen());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until a text was printed; all that was printed so far.
    fn wait_for(&self, text: &str) -> String {
        let start = Instant::now();
        loop {
            let seen = self.seen();
            if seen.contains(text) {
                return seen;
            }
            assert!(start.elapsed() < PATIENCE, "no `{text}` in:\n{seen}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for the end of the program, whose input stays open; its status and all that was printed.
    fn end(mut self) -> (ExitStatus, String) {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                // What it has printed last may still be on its way.
                thread::sleep(Duration::from_millis(100));
                let seen = self.seen();
                assert!(!seen.contains("panicked"), "{seen}");
                return (status, seen);
            }
            if start.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("it does not end:\n{}", self.seen());
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn end_well(self) -> String {
        let (status, seen) = self.end();
        assert!(status.success(), "{seen}");
        seen
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The moves of a whole game, and its result.
fn whole_game(game: &str) -> (Vec<String>, String) {
    let mut session = open(game, None).unwrap();
    while session.outcome().is_none() {
        let moves = session.legal_moves();
        let mv = &moves[session.history().len() * 7 % moves.len()];
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
        let (mut ana, mut rui) = site.pair(game);
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
    let (mut ana, _) = site.creator(&["sight:size=3", "--second", "random", "--seed", "5"]);
    ana.types("z9\ntakebck\ndraw me\nhelp");
    let seen = ana.wait_for("MOVE");
    assert!(seen.contains("did you mean takeback?") && seen.contains("rematch"), "{seen}");
    let mut session = open("sight:size=3", None).unwrap();
    while session.outcome().is_none() {
        let mv = session.legal_moves()[0].clone();
        session.play(&mv).unwrap();
        ana.types(&mv);
        if session.outcome().is_some() {
            break;
        }
        let answers = session.history().len() / 2;
        let answer = loop {
            let seen = ana.wait_for("(random): ");
            let found = seen.split("(random): ").nth(answers + 1).filter(|rest| rest.contains('\n'));
            match found {
                Some(rest) => break rest.lines().next().unwrap().to_owned(),
                None => thread::sleep(Duration::from_millis(20)),
            }
        };
        session.play(&answer).unwrap();
    }
    let seen = ana.end_well();
    assert!(seen.contains(&format!("result: {}", session.outcome().unwrap())), "{seen}");
}

#[test]
fn a_server_that_was_killed_is_found_again_and_a_seat_is_kept() {
    let mut site = Site::start();
    let (mut ana, mut rui) = site.pair("staqs:size=4");
    let (moves, _) = whole_game("staqs:size=4");
    ana.types(&moves[0]);
    rui.wait_for(&format!("(Ana): {}\n", moves[0]));
    rui.types(&moves[1]);
    ana.wait_for(&format!("(Rui): {}\n", moves[1]));
    site.stop();
    for player in [&ana, &rui] {
        player.wait_for("The connection is lost");
    }
    // A move that is made in the meantime is not lost.
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
fn who_comes_to_a_full_game_watches() {
    let site = Site::start();
    let (mut ana, link) = site.creator(&["staqs:size=4"]);
    let rui = Player::join(&link, "Rui");
    rui.wait_for("You play");
    let mut eva = Player::join(&link, "Eva");
    eva.wait_for("There is no free seat: you are watching.");
    eva.types("a1\nresign");
    eva.wait_for("only those who play can do that");
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
fn offers_are_answered_and_the_next_game_follows() {
    let site = Site::start();
    let (mut ana, mut rui) = site.pair("stac");
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
    // Both ask to play again before the game is over: that waits for its moment.
    rui.types("rematch");
    ana.types("accept\nrematch");
    for player in [&ana, &rui] {
        player.wait_for("result: draw (agreement)");
        player.wait_for("The next game is at ");
    }
    // Sides are swapped.
    session.play(&mv).unwrap();
    rui.types(&mv);
    ana.wait_for(&format!("(Rui): {mv}\n"));
    ana.types("quit");
    assert!(ana.end_well().contains("stays on the server"));
}

#[test]
fn senseless_requests() {
    let url = "http://127.0.0.1:1";
    assert_bad_requests(&[
        (&["play", "staqs", "--online", "localhost:8080"], "`localhost:8080` is not the address"),
        (&["play", "staqs", "--online", "http://127.0.0.1:1/other"], "/games/ID"),
        (&["play", "--online", url], "name it"),
        (&["play", "staqs", "--online", "http://127.0.0.1:1/games/x"], "a game already"),
        (&["play", "--online", "http://127.0.0.1:1/games/x", "--second", "level3"], "whoever creates"),
        (
            &["play", "staqs", "--second", "ab:depth=6", "--online", url],
            "`ab:depth=6` does not play on servers",
        ),
        (&["play", "staqs", "--third", "human", "--online", url], "--third"),
        (&["play", "chess", "--online", url], "chess"),
        (&["play", "staqs", "--name", "Ana"], "--online"),
        (&["play", "staqs", "--rated", "--online", url], "--rated"),
    ]);
}

#[test]
fn servers_that_are_none() {
    let error = cairn(&["play", "staqs", "--online", "http://127.0.0.1:1"]).stderr_of_failure(1);
    assert!(error.contains("http://127.0.0.1:1 could not be reached"), "{error}");
    let site = Site::start();
    let unknown = format!("{}/games/unknown", site.url);
    let error = cairn(&["play", "--online", &unknown]).stderr_of_failure(1);
    assert!(error.contains("unknown"), "{error}");
    let secure = site.url.replace("http:", "https:");
    let error = cairn(&["play", "staqs", "--online", &secure]).stderr_of_failure(1);
    assert!(error.contains("could not be reached"), "{error}");
}

fn http(status: &str, body: &str) -> Vec<u8> {
    format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
        .into_bytes()
}

fn state(changes: &Value) -> Value {
    let position = open("staqs", None).unwrap().position();
    let mut state = json!({
        "id": "x", "game": "staqs", "start": null, "position": position, "moves": [],
        "seats": [{ "kind": "human", "name": "A\u{1b}[2J", "bot": null }, { "kind": "bot", "name": null, "bot": "ugi:/bin/sh" }],
        "result": null, "reason": null, "clock": null, "draw_offer": null, "takeback": null,
    });
    for (key, value) in changes.as_object().unwrap() {
        state[key] = value.clone();
    }
    state
}

/// Serves games that it knows nothing of: an answer to every request, and messages to every socket.
fn impostor(answer: Vec<u8>, messages: Vec<String>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/games/x", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (answer, messages) = (answer.clone(), messages.clone());
            thread::spawn(move || serve_nonsense(stream.unwrap(), &answer, messages));
        }
    });
    url
}

fn serve_nonsense(mut stream: TcpStream, answer: &[u8], messages: Vec<String>) {
    let mut head = [0; 64];
    let count = stream.peek(&mut head).unwrap();
    if messages.is_empty() || !head[..count].windows(5).any(|part| part == b"/live") {
        let mut request = [0; 4096];
        let _ = stream.read(&mut request);
        // Whoever has heard enough may have gone.
        let _ = stream.write_all(answer);
        return;
    }
    let mut socket = tungstenite::accept(stream).unwrap();
    for message in messages {
        let _ = socket.send(message.into());
    }
    while socket.read().is_ok() {}
}

#[test]
fn answers_that_make_no_sense() {
    let html = "<!doctype html><title>Welcome</title>";
    let huge = format!("\"{}\"", "x".repeat(10 << 20));
    for (answer, expected) in [
        (http("200 OK", html), "does not answer as a server of Cairn does"),
        (http("200 OK", r#"{"hello":"world"}"#), "does not answer as a server of Cairn does"),
        (http("200 OK", &huge), "does not answer as a server of Cairn does"),
        (http("404 Not Found", html), "does not answer as a server of Cairn does"),
        (http("503 Unavailable", html), "could not be reached"),
        (http("404 Not Found", r#"{"detail":"no game \u001b[2J"}"#), "no game \\u{1b}[2J"),
        (
            b"HTTP/1.1 301 Moved\r\nLocation: https://a.example/\r\nContent-Length: 0\r\n\r\n".to_vec(),
            "moved to https://a.example/",
        ),
        (b"SSH-2.0-OpenSSH_9.6\r\n".to_vec(), "does not answer as a server of Cairn does"),
        (Vec::new(), "could not be reached"),
        (http("200 OK", &state(&json!({ "moves": ["z9"] })).to_string()), "move 1"),
        (http("200 OK", &state(&json!({ "moves": 7 })).to_string()), "does not answer"),
        (http("200 OK", &state(&json!({ "game": "chess" })).to_string()), "chess"),
        (http("200 OK", &state(&json!({ "result": "1-0", "reason": "boredom" })).to_string()), "1-0"),
    ] {
        let shown = String::from_utf8_lossy(&answer[..answer.len().min(300)]).into_owned();
        let error = cairn(&["play", "--online", &impostor(answer, Vec::new())]).stderr_of_failure(1);
        assert!(error.contains(expected) && !error.contains('\u{1b}'), "{shown}: {error}");
    }
}

#[test]
fn messages_that_make_no_sense() {
    let good = state(&json!({}));
    let hello = json!({ "t": "state", "state": good }).to_string();
    let changed = |changes: Value| json!({ "t": "changed", "state": state(&changes) }).to_string();
    for (message, expected) in [
        ("nonsense".to_owned(), "does not answer as a server of Cairn does"),
        ("[]".to_owned(), "does not answer as a server of Cairn does"),
        (json!({ "t": "moved", "state": 7 }).to_string(), "does not answer as a server of Cairn does"),
        (format!("\"{}\"", "x".repeat(10 << 20)), "does not answer as a server of Cairn does"),
        (changed(json!({ "moves": ["z9"] })), "move 1"),
        (changed(json!({ "position": "?" })), "the position does not fit"),
        (changed(json!({ "id": "y" })), "another game"),
        (changed(json!({ "seats": [] })), "seats"),
    ] {
        let url = impostor(http("200 OK", &good.to_string()), vec![hello.clone(), message.clone()]);
        let player = Player::join(&url, "Ana");
        let (status, seen) = player.end();
        let shown = message.get(..200).unwrap_or(&message);
        assert_eq!(status.code(), Some(1), "{shown}: {seen}");
        assert!(seen.contains(expected) && !seen.contains('\u{1b}'), "{shown}: {seen}");
    }
    // What is not known yet is passed over, offers of nobody too.
    let url = impostor(
        http("200 OK", &good.to_string()),
        vec![hello, r#"{"t":"news","x":1}"#.to_owned(), changed(json!({ "draw_offer": 77, "takeback": 9 }))],
    );
    let mut player = Player::join(&url, "Ana");
    player.wait_for("you are watching");
    player.types("quit");
    assert!(player.end_well().contains("to move"));
}
