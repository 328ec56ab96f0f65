//! `cairn serve` as a process: starting, logging, and moving games to another database.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::{self, JoinHandle};

use cairn_test_support::TIMEOUT;
use serde_json::{Value, json};

use crate::run::{assert_bad_requests, program, run_at};

/// A running server.
struct Site {
    child: Child,
    address: String,
    log: Option<JoinHandle<String>>,
}

impl Site {
    fn start(folder: &Path, database: &str) -> Self {
        let mut child = program(folder)
            .args(["serve", "--listen", "127.0.0.1:0", "--threads", "1", "--database"])
            .arg(folder.join(database))
            .env("CAIRN_LOG", "trace")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut errors = child.stderr.take().unwrap();
        let log = thread::spawn(move || {
            let mut log = String::new();
            errors.read_to_string(&mut log).unwrap();
            log
        });
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        Self { child, address, log: Some(log) }
    }

    /// Kills it without warning, like a power failure, and returns its log.
    fn kill(mut self) -> String {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.log.take().unwrap().join().unwrap()
    }

    fn send(&self, method: &str, path: &str, token: &str, body: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let (host, length) = (&self.address, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let status = reply.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
        let body = reply.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    fn state(&self, id: &str) -> Value {
        self.send("GET", &format!("/api/v1/games/{id}"), "", "").1
    }

    fn create(&self, body: &Value) -> (String, String) {
        let (status, made) = self.send("POST", "/api/v1/games", "", &body.to_string());
        assert_eq!(status, 201, "{made}");
        let text = |key: &str| made[key].as_str().unwrap().to_owned();
        (text("id"), text("token"))
    }

    fn play(&self, id: &str, token: &str, mv: &str, ply: usize) -> u16 {
        let body = json!({ "move": mv, "ply": ply }).to_string();
        self.send("POST", &format!("/api/v1/games/{id}/moves"), token, &body).0
    }

    fn act(&self, id: &str, token: &str, action: &str) -> u16 {
        let body = json!({ "action": action }).to_string();
        self.send("POST", &format!("/api/v1/games/{id}/actions"), token, &body).0
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // Otherwise a failed test would leave it running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs `cairn serve` with a database and a task.
fn serve(folder: &Path, database: &str, option: &str, file: &str) -> crate::run::Run {
    let [database, file] = [database, file].map(|name| folder.join(name).to_str().unwrap().to_owned());
    run_at(folder, ["serve", "--database", &database, option, &file], b"")
}

/// Creates a game with moves, an offer and names; a resigned game; and a game with a free seat.
fn make_games(site: &Site) -> [(String, String); 3] {
    let played = site.create(&json!({
        "game": "staqs:size=5", "seats": ["human", "human"], "name": "Ana \"\\ <b>", "public": true,
        "clock": { "kind": "days", "days": 3 },
    }));
    for (ply, mv) in ["c3", "d4", "b2"].iter().enumerate() {
        assert_eq!(site.play(&played.0, &played.1, mv, ply), 200);
    }
    assert_eq!(site.act(&played.0, &played.1, "offer_draw"), 200);
    let resigned = site.create(&json!({ "game": "stac", "seats": ["human", "human"] }));
    assert_eq!(site.act(&resigned.0, &resigned.1, "resign"), 200);
    let open = site.create(&json!({ "game": "sight", "name": "Rui" }));
    [played, resigned, open]
}

/// Returns the parts that do not depend on the time.
fn lasting(mut state: Value) -> Value {
    if let Some(clock) = state["clock"].as_object_mut() {
        clock.remove("left");
    }
    state
}

#[test]
fn games_move_to_another_database_and_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let site = Site::start(folder, "old.sqlite");
    let games = make_games(&site);
    let states = games.clone().map(|(id, _)| lasting(site.state(&id)));
    site.kill();

    let told = serve(folder, "old.sqlite", "--export", "games.txt");
    assert_eq!(told.stdout_of_success(), "");
    assert!(told.stderr().contains("3 games"), "{}", told.stderr());
    let told = serve(folder, "new.sqlite", "--import", "games.txt");
    assert_eq!(told.stdout_of_success(), "");
    assert!(told.stderr().contains("stored: 3; already there: 0."), "{}", told.stderr());
    let again = serve(folder, "new.sqlite", "--import", "games.txt");
    assert!(again.stderr().contains("stored: 0; already there: 3."), "{}", again.stderr());
    serve(folder, "new.sqlite", "--export", "again.txt").stdout_of_success();
    let [one, two] = ["games.txt", "again.txt"].map(|name| std::fs::read(folder.join(name)).unwrap());
    assert!(one == two, "what was imported is exported to the letter");

    let site = Site::start(folder, "new.sqlite");
    assert_eq!(games.clone().map(|(id, _)| lasting(site.state(&id))), states);
    let [(id, token), _, (open, _)] = &games;
    assert_eq!(site.play(id, "0", "b3", 3), 403);
    let next = states[0]["legal"][0].as_str().unwrap();
    assert_eq!(site.play(id, token, next, 3), 200, "the old token");
    let (status, joined) = site.send("POST", &format!("/api/v1/games/{open}/join"), "", "{}");
    assert_eq!((status, &joined["seat"]), (200, &json!(1)));
}

#[test]
fn a_damaged_export_is_refused_by_the_number_of_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let site = Site::start(folder, "old.sqlite");
    make_games(&site);
    site.kill();
    serve(folder, "old.sqlite", "--export", "games.txt").stdout_of_success();
    let text = std::fs::read_to_string(folder.join("games.txt")).unwrap();
    let records: Vec<&str> = text.split("\n\n[Game").collect();
    assert_eq!(records.len(), 3, "{text}");
    let number = 1 + records.iter().position(|record| record.contains("1. c3 d4")).unwrap();
    for (from, to, problem) in [
        (" d4", " z9", "z9"),
        ("d4", "e5", "another game"),
        ("\\\"kind\\\":\\\"move\\\"", "\\\"kind\\\":\\\"mve\\\"", "tag Server"),
        ("\\\"id\\\":\\\"", "\\\"id\\\":\\\"../", "not the id"),
        ("\\\"player\\\":\\\"human\\\"", "\\\"player\\\":\\\"ugi:/bin/sh\\\"", "ugi:/bin/sh"),
    ] {
        // Damages only the text of that game, and only once.
        let damaged: Vec<String> = (1..)
            .zip(&records)
            .map(
                |(n, record)| {
                    if n == number { replace_in_record(record, from, to) } else { (*record).to_owned() }
                },
            )
            .collect();
        assert_ne!(damaged.join("\n\n[Game"), text, "{from}");
        std::fs::write(folder.join("damaged.txt"), damaged.join("\n\n[Game")).unwrap();
        let error = serve(folder, "new.sqlite", "--import", "damaged.txt").stderr_of_bad_request();
        assert!(error.contains(&format!("game {number}")) && error.contains(problem), "{from}: {error}");
        assert_eq!(serve(folder, "new.sqlite", "--export", "none.txt").stdout_of_success(), "");
        assert_eq!(std::fs::read_to_string(folder.join("none.txt")).unwrap(), "", "nothing is stored");
    }
}

/// Replaces the last occurrence: moves are in the tag first, and then in the record itself.
fn replace_in_record(record: &str, from: &str, to: &str) -> String {
    let place = if from.starts_with('\\') { record.find(from) } else { record.rfind(from) };
    place.map_or_else(
        || record.to_owned(),
        |at| format!("{}{to}{}", &record[..at], &record[at + from.len()..]),
    )
}

#[test]
fn records_from_the_terminal_can_be_watched_and_are_stored_once() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("games.txt"), "[Game \"staqs\"]\n[First \"Ana\"]\n\n1. c3 d4\n").unwrap();
    for counts in ["stored: 1; already there: 0.", "stored: 0; already there: 1."] {
        let told = serve(folder, "games.sqlite", "--import", "games.txt");
        assert!(told.stderr().contains(counts), "{}", told.stderr());
    }
}

#[test]
fn an_export_of_nothing_replaces_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("games.txt"), "kept").unwrap();
    let error = serve(folder, "mistyped.sqlite", "--export", "games.txt").stderr_of_failure(1);
    assert!(error.contains("mistyped.sqlite"), "{error}");
    assert_eq!(std::fs::read_to_string(folder.join("games.txt")).unwrap(), "kept");
    assert!(!folder.join("mistyped.sqlite").exists());
}

#[test]
fn resources_in_use_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let site = Site::start(folder, "games.sqlite");
    let error = serve(folder, "games.sqlite", "--export", "games.txt").stderr_of_failure(1);
    assert!(error.contains("another cairn serve uses it") && error.contains("games.sqlite"), "{error}");
    let other = folder.join("other.sqlite");
    let arguments = ["serve", "--listen", &site.address, "--database", other.to_str().unwrap()];
    let error = run_at(folder, arguments, b"").stderr_of_failure(1);
    assert!(error.contains(&site.address) && error.contains("listen"), "{error}");
    let same = folder.join("games.sqlite");
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--database", same.to_str().unwrap()];
    let error = run_at(folder, arguments, b"").stderr_of_failure(1);
    assert!(error.contains("another cairn serve uses it"), "{error}");
    assert_eq!(site.send("GET", "/readyz", "", "").0, 200, "it is not disturbed");
}

#[test]
fn invalid_requests_are_rejected() {
    assert_bad_requests(&[
        (&["serve", "--listen", "nonsense"], "nonsense"),
        (&["serve", "--listen", "127.0.0.1:99999"], "99999"),
        (&["serve", "--database", "mysql://me:secret@host/x"], "mysql"),
        (&["serve", "--threads", "0"], "0"),
        (&["serve", "--keep-finished", "0"], "0"),
        (&["serve", "--limits", "some"], "some"),
        (&["serve", "--export", "a", "--import", "b"], "--import"),
    ]);
}

#[test]
fn a_log_that_cannot_be_meant_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = program(folder.path());
    program.args(["serve", "--listen", "127.0.0.1:0"]).stdin(Stdio::null());
    let output = program.env("CAIRN_LOG", "cairn=loud").output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true), "{errors}");
    assert!(errors.contains("CAIRN_LOG: `cairn=loud`"), "{errors}");
}

#[test]
fn the_log_has_requests_and_no_token() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), "games.sqlite");
    let (id, token) = site.create(&json!({ "game": "staqs", "seats": ["human", "human"], "name": "Ana" }));
    assert_eq!(site.play(&id, &token, "c3", 0), 200);
    site.send("GET", &format!("/api/v1/games/{id}?token={token}"), &token, "");
    site.send("POST", &format!("/api/v1/games/{id}/moves"), &token, "no JSON");
    let log = site.kill();
    assert!(!log.contains(&token), "{log}");
    let moved = log.lines().find(|line| line.contains(&format!("/api/v1/games/{id}/moves")));
    let moved = moved.unwrap_or_else(|| panic!("{log}"));
    for part in ["POST", "200", "ms="] {
        assert!(moved.contains(part), "{moved}");
    }
}
