//! A server with answers that a test prescribes.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use cairn_session::open;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite;

/// Formats an answer of a web server.
pub(crate) fn http(status: &str, body: &str) -> Vec<u8> {
    format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
        .into_bytes()
}

/// Returns the state of a game whose players have invalid names, with changes.
pub(crate) fn state(changes: &Value) -> Value {
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

/// Serves arbitrary games: one answer to every request, and messages to every socket.
pub(crate) fn impostor(answer: Vec<u8>, messages: Vec<String>) -> String {
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
        // The client may have closed the connection.
        let _ = stream.write_all(answer);
        return;
    }
    let mut socket = tungstenite::accept(stream).unwrap();
    for message in messages {
        let _ = socket.send(message.into());
    }
    while socket.read().is_ok() {}
}
