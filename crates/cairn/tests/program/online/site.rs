//! A server whose database survives a restart, and a minimal client.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use cairn_test_support::{command, random_port, wait_for};
use serde_json::{Value, json};

pub(crate) fn program(home: &Path) -> Command {
    command(env!("CARGO_BIN_EXE_cairn"), home)
}

/// `cairn serve`, with a database that outlives it.
pub(crate) struct Site {
    home: tempfile::TempDir,
    child: Child,
    pub(crate) url: String,
}

impl Site {
    pub(crate) fn start() -> Self {
        let home = tempfile::tempdir().unwrap();
        let (child, url) =
            wait_for("a free port", || Self::serve(home.path(), &format!("127.0.0.1:{}", random_port())));
        Self { home, child, url }
    }

    /// Starts a server; `None` if its port is taken.
    fn serve(home: &Path, listen: &str) -> Option<(Child, String)> {
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
        let Some(url) = line.split_whitespace().find(|word| word.starts_with("http")) else {
            child.wait().unwrap();
            return None;
        };
        Some((child, url.trim_end_matches('/').to_owned()))
    }

    pub(crate) fn stop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Returns the page with the public games.
    pub(crate) fn listed(&self) -> String {
        ask(self.url.strip_prefix("http://").unwrap(), "GET", "", "", "")
    }

    /// Restarts the server at the same address.
    pub(crate) fn start_again(&mut self) {
        let listen = self.url.strip_prefix("http://").unwrap().to_owned();
        (self.child, _) = wait_for("the port is free again", || Self::serve(self.home.path(), &listen));
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A player who uses the HTTP API directly.
pub(crate) struct Guest {
    authority: String,
    game: String,
    token: String,
}

impl Guest {
    /// Takes the free seat of a game.
    pub(crate) fn join(link: &str, name: &str) -> Self {
        let (authority, game) = link.strip_prefix("http://").unwrap().split_once("/games/").unwrap();
        let mut guest = Self { authority: authority.to_owned(), game: game.to_owned(), token: String::new() };
        let joined = guest.post("join", &json!({ "name": name }));
        joined["token"].as_str().unwrap().clone_into(&mut guest.token);
        guest
    }

    /// Plays a move.
    pub(crate) fn plays(&self, mv: &str) {
        let ply = self.ask("GET", "", "")["ply"].clone();
        let state = self.post("moves", &json!({ "move": mv, "ply": ply }));
        assert!(state["position"].is_string(), "{state}");
    }

    /// Offers, accepts, declines or resigns.
    pub(crate) fn acts(&self, action: &str) {
        let state = self.post("actions", &json!({ "action": action }));
        assert!(state["position"].is_string(), "{state}");
    }

    /// Switches to the game with this link, with the same token.
    pub(crate) fn follow(&mut self, link: &str) {
        let (_, game) = link.split_once("/games/").unwrap();
        game.clone_into(&mut self.game);
    }

    /// Returns the state of the game.
    pub(crate) fn state(&self) -> Value {
        self.ask("GET", "", "")
    }

    fn post(&self, what: &str, body: &Value) -> Value {
        self.ask("POST", &format!("/{what}"), &body.to_string())
    }

    fn ask(&self, method: &str, what: &str, body: &str) -> Value {
        let Self { authority, game, token } = self;
        let answer = ask(authority, method, &format!("/{game}{what}"), token, body);
        serde_json::from_str(&answer).unwrap()
    }
}

/// Sends a request about games; returns the body of the answer.
pub(crate) fn ask(authority: &str, method: &str, what: &str, token: &str, body: &str) -> String {
    let length = body.len();
    let head = format!(
        "{method} /api/v1/games{what} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n\
         Authorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    );
    let mut stream = TcpStream::connect(authority).unwrap();
    stream.write_all((head + body).as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split_once("\r\n\r\n").unwrap().1.to_owned()
}
