//! A client that tolerates lost connections at any moment.

use std::net::SocketAddr;

use cairn_test_support::TIMEOUT;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Fails after a timeout.
pub(crate) async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    tokio::time::timeout(TIMEOUT, future).await.unwrap_or_else(|_| panic!("this has not happened: {what}"))
}

/// A complete answer: its status and its body.
pub(crate) type Reply = (u16, Value);

/// Sends a request; `None` without a complete answer.
pub(crate) async fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: &Value,
) -> Option<Reply> {
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{token}\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.ok()?;
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    Some((head.split(' ').nth(1)?.parse().ok()?, serde_json::from_str(body).ok()?))
}

/// Sends a request to a running instance.
pub(crate) async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: &Value,
) -> Reply {
    let reply = within(path, send(address, method, path, token, body)).await;
    reply.unwrap_or_else(|| panic!("no answer to {method} {path}"))
}

/// A seat at a game.
#[derive(Clone)]
pub(crate) struct Seat {
    pub(crate) game: String,
    pub(crate) token: String,
}

impl Seat {
    pub(crate) fn path(&self, end: &str) -> String {
        format!("/api/v1/games/{}{end}", self.game)
    }

    /// Sends a move; `None` without a complete answer.
    pub(crate) async fn play(&self, address: SocketAddr, mv: &str, ply: usize) -> Option<Reply> {
        let body = json!({ "move": mv, "ply": ply });
        send(address, "POST", &self.path("/moves"), Some(&self.token), &body).await
    }

    pub(crate) async fn state(&self, address: SocketAddr) -> Value {
        let (status, state) = ask(address, "GET", &self.path(""), None, &Value::Null).await;
        assert_eq!(status, 200, "{state}");
        state
    }

    /// Takes the open seat of the same game.
    pub(crate) async fn join(&self, address: SocketAddr) -> Self {
        let (status, joined) = ask(address, "POST", &self.path("/join"), None, &json!({})).await;
        assert_eq!(status, 200, "{joined}");
        Self { game: self.game.clone(), token: joined["token"].as_str().unwrap().to_owned() }
    }
}

/// Creates a game.
pub(crate) async fn create(address: SocketAddr, body: &Value) -> Seat {
    let (status, created) = ask(address, "POST", "/api/v1/games", None, body).await;
    assert_eq!(status, 201, "{created}");
    let token = created["token"].as_str().unwrap_or_default().to_owned();
    Seat { game: created["id"].as_str().unwrap().to_owned(), token }
}

/// A socket to a game.
pub(crate) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// Connects and sends `hello`; `None` if that fails.
    pub(crate) async fn open(address: SocketAddr, seat: &Seat) -> Option<Self> {
        let url = format!("ws://{address}{}", seat.path("/live"));
        let mut socket = Self(tokio_tungstenite::connect_async(url).await.ok()?.0);
        let token = (!seat.token.is_empty()).then_some(&seat.token);
        socket.say(&json!({ "t": "hello", "token": token, "ply": 0 })).await?;
        Some(socket)
    }

    pub(crate) async fn say(&mut self, message: &Value) -> Option<()> {
        self.0.send(Message::text(message.to_string())).await.ok()
    }

    /// Returns the next message; `None` if the connection is lost.
    pub(crate) async fn hear(&mut self) -> Option<Value> {
        loop {
            match self.0.next().await?.ok()? {
                Message::Text(text) => return Some(serde_json::from_str(&text).unwrap()),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Returns the next message of a kind, from a running instance.
    pub(crate) async fn hear_of(&mut self, kind: &str) -> Value {
        within(kind, async {
            loop {
                let message = self.hear().await.unwrap_or_else(|| panic!("cut off before {kind}"));
                if message["t"] == kind {
                    return message;
                }
            }
        })
        .await
    }
}
