//! Servers that violate the protocol.

use serde_json::{Value, json};

use super::impostor::{http, impostor, state};
use super::player::Player;
use crate::run::cairn;

#[test]
fn invalid_answers() {
    let html = "<!doctype html><title>Welcome</title>";
    let huge = format!("\"{}\"", "x".repeat(10 << 20));
    for (answer, expected) in [
        (http("200 OK", html), "does not answer like a Cairn server"),
        (http("200 OK", r#"{"hello":"world"}"#), "does not answer like a Cairn server"),
        (http("200 OK", &huge), "does not answer like a Cairn server"),
        (http("404 Not Found", html), "does not answer like a Cairn server"),
        (http("503 Unavailable", html), "could not be reached"),
        (http("404 Not Found", r#"{"detail":"no game \u001b[2J"}"#), "no game \\u{1b}[2J"),
        (
            b"HTTP/1.1 301 Moved\r\nLocation: https://a.example/\r\nContent-Length: 0\r\n\r\n".to_vec(),
            "moved to https://a.example/",
        ),
        (b"SSH-2.0-OpenSSH_9.6\r\n".to_vec(), "does not answer like a Cairn server"),
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
fn invalid_messages() {
    let good = state(&json!({}));
    let hello = json!({ "t": "state", "state": good }).to_string();
    let changed = |changes: Value| json!({ "t": "changed", "state": state(&changes) }).to_string();
    for (message, expected) in [
        ("nonsense".to_owned(), "does not answer like a Cairn server"),
        ("[]".to_owned(), "does not answer like a Cairn server"),
        (json!({ "t": "moved", "state": 7 }).to_string(), "does not answer like a Cairn server"),
        (format!("\"{}\"", "x".repeat(10 << 20)), "does not answer like a Cairn server"),
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
    // The client skips unknown messages, and offers of unknown seats.
    let url = impostor(
        http("200 OK", &good.to_string()),
        vec![hello, r#"{"t":"news","x":1}"#.to_owned(), changed(json!({ "draw_offer": 77, "takeback": 9 }))],
    );
    let mut player = Player::join(&url, "Ana");
    player.wait_for("you are watching");
    player.types("quit");
    assert!(player.end_well().contains("to move"));
}
