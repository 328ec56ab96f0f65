//! Servers that answer nonsense.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use cairn_session::open;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite;

use super::player::Player;
use crate::run::cairn;

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
