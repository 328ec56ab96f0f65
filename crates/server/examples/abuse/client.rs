//! A client with its own address.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};

use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::Outcome;

pub(crate) type Socket = WebSocketStream<TcpStream>;

#[derive(Copy, Clone)]
pub(crate) struct Client {
    server: SocketAddr,
    host: u8,
}

/// A response that has been read to its end.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Outcome<Value> {
        if !(200..300).contains(&self.status) {
            return Err(format!("{}: {}", self.status, self.body).into());
        }
        Ok(serde_json::from_str(&self.body)?)
    }
}

impl Client {
    /// Creates a client that connects from 127.0.0.`host`.
    pub(crate) const fn new(server: SocketAddr, host: u8) -> Self {
        Self { server, host }
    }

    pub(crate) async fn connect(&self) -> Outcome<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddrV4::new(Ipv4Addr::new(127, 0, 0, self.host), 0).into())?;
        let stream = socket.connect(self.server).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    async fn send(&self, method: &str, path: &str, token: &str, body: &str) -> Outcome<TcpStream> {
        let mut stream = self.connect().await?;
        let authorization =
            if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
        let head = format!(
            "{method} /api/v1/{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{authorization}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.server,
            body.len()
        );
        stream.write_all((head + body).as_bytes()).await?;
        Ok(stream)
    }

    pub(crate) async fn get(&self, path: &str) -> Outcome<Response> {
        read(self.send("GET", path, "", "").await?).await
    }

    pub(crate) async fn post(&self, path: &str, token: &str, body: &Value) -> Outcome<Response> {
        read(self.send("POST", path, token, &body.to_string()).await?).await
    }

    /// Reads the first line of the body, closes the connection, and returns the status.
    pub(crate) async fn first_line(&self, path: &str, body: &Value) -> Outcome<u16> {
        let stream = self.send("POST", path, "", &body.to_string()).await?;
        let mut reader = BufReader::new(stream);
        let (mut line, mut status, mut is_body) = (String::new(), 0, false);
        loop {
            line.clear();
            if reader.read_line(&mut line).await? == 0 {
                return Err(format!("{path}: the response ended without a line, status {status}").into());
            }
            if status == 0 {
                status = line.split(' ').nth(1).ok_or("no status")?.parse()?;
            }
            if is_body && (status != 200 || line.starts_with('{')) {
                return Ok(status);
            }
            is_body |= line.trim().is_empty();
        }
    }

    /// Returns a socket on a game.
    pub(crate) async fn live(&self, id: &str, token: &str) -> Outcome<Socket> {
        let url = format!("ws://{}/api/v1/games/{id}/live", self.server);
        let (mut socket, _) = tokio_tungstenite::client_async(url, self.connect().await?).await?;
        let hello = json!({ "t": "hello", "token": token, "ply": 0 });
        socket.send(Message::text(hello.to_string())).await?;
        Ok(socket)
    }

    /// Creates a game; returns its id and the token of the creator.
    pub(crate) async fn create(&self, body: &Value) -> Outcome<(String, String)> {
        let created = self.post("games", "", body).await?.json()?;
        let text = |name: &str| created[name].as_str().unwrap_or_default().to_owned();
        Ok((text("id"), text("token")))
    }
}

async fn read(mut stream: TcpStream) -> Outcome<Response> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await?;
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").ok_or("the response is not complete")?;
    let status = head.split(' ').nth(1).ok_or("no status")?.parse()?;
    Ok(Response { status, body: body.to_owned() })
}
