//! A server in this process, and a client that exposes the raw protocol.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use cairn_server::store::{SqliteStore, Store};
use cairn_server::{Config, Database, FrameAncestor, Limits, Server};
use cairn_test_support::TIMEOUT;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A running server with a database in a temporary folder.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
    _folder: Option<tempfile::TempDir>,
}

impl Site {
    pub(crate) async fn start() -> Self {
        Self::with(Limits { requests: 0, games: 0, ..Limits::default() }).await
    }

    pub(crate) async fn with(limits: Limits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let site = Self::on(&folder.path().join("games.sqlite"), limits).await;
        Self { _folder: Some(folder), ..site }
    }

    /// Starts a server on a database that outlives it.
    pub(crate) async fn on(file: &Path, limits: Limits) -> Self {
        Self::at("127.0.0.1:0".parse().unwrap(), file, limits).await
    }

    /// Does the same at a given address, such as that of a stopped server.
    pub(crate) async fn at(listen: SocketAddr, file: &Path, limits: Limits) -> Self {
        // A stopped server releases its file after a moment.
        let store: Arc<dyn Store> = within(async {
            loop {
                match SqliteStore::open(file) {
                    Ok(store) => return Arc::new(store),
                    Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
                }
            }
        })
        .await;
        Self::with_store_at(listen, store, limits).await
    }

    /// Starts a server on an open database.
    #[allow(dead_code, reason = "not all test programs need it")]
    pub(crate) async fn with_store(store: Arc<dyn Store>, limits: Limits) -> Self {
        Self::with_store_at("127.0.0.1:0".parse().unwrap(), store, limits).await
    }

    async fn with_store_at(listen: SocketAddr, store: Arc<dyn Store>, limits: Limits) -> Self {
        let config = Config {
            listen,
            database: Database::Sqlite("open already".into()),
            limits,
            threads: 2,
            behind_proxy: false,
            origins: Vec::new(),
            embed: vec![FrameAncestor::any()],
            keep_finished: None,
            keep_running: None,
            keep_studies: None,
        };
        let server = Server::with_store(config, store).await.unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Self { address, stop: Some(stop), task: Some(task), _folder: None }
    }

    /// Stops the server like an operator would.
    pub(crate) async fn stop(mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        within(self.task.take().unwrap()).await.unwrap();
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, None, "").await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, None, &body.to_string()).await
    }

    /// Posts with a token.
    pub(crate) async fn post_as(&self, token: &str, path: &str, body: &Value) -> Reply {
        self.send("POST", path, Some(token), &body.to_string()).await
    }

    pub(crate) async fn send(&self, method: &str, path: &str, token: Option<&str>, body: &str) -> Reply {
        let token = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        self.send_raw(&format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{token}Content-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        ))
        .await
    }

    /// Sends exactly these bytes, and reads until the server closes the connection.
    pub(crate) async fn send_raw(&self, request: &str) -> Reply {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // The server may answer and close before it has read everything.
        let _ = stream.write_all(request.as_bytes()).await;
        let mut bytes = Vec::new();
        let _ = within(stream.read_to_end(&mut bytes)).await;
        Reply::read(&bytes)
    }

    /// Creates a game.
    pub(crate) async fn create(&self, body: &Value) -> Created {
        let reply = self.post("/api/v1/games", body).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        let value = reply.json();
        let token = value["token"].as_str().unwrap_or_default().to_owned();
        Created { id: value["id"].as_str().unwrap().to_owned(), token, reply: value }
    }

    pub(crate) async fn play(&self, game: &Created, mv: &str, ply: usize) -> Reply {
        let path = format!("/api/v1/games/{}/moves", game.id);
        self.post_as(&game.token, &path, &json!({ "move": mv, "ply": ply })).await
    }

    pub(crate) async fn act(&self, game: &Created, action: &str) -> Reply {
        let path = format!("/api/v1/games/{}/actions", game.id);
        self.post_as(&game.token, &path, &json!({ "action": action })).await
    }

    pub(crate) async fn state(&self, game: &Created) -> Value {
        self.get(&format!("/api/v1/games/{}", game.id)).await.json()
    }

    pub(crate) async fn join(&self, game: &Created, name: &str) -> Created {
        let reply = self.post(&format!("/api/v1/games/{}/join", game.id), &json!({ "name": name })).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let value = reply.json();
        Created { id: game.id.clone(), token: value["token"].as_str().unwrap().to_owned(), reply: value }
    }

    /// Waits until the state of a game satisfies a condition.
    pub(crate) async fn wait_for(&self, game: &Created, is_there: impl Fn(&Value) -> bool) -> Value {
        within(async {
            loop {
                let state = self.state(game).await;
                if is_there(&state) {
                    return state;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await
    }

    /// Opens a socket to a game.
    pub(crate) async fn socket(&self, game: &Created) -> Socket {
        let url = format!("ws://{}/api/v1/games/{}/live", self.address, game.id);
        Socket(within(Box::pin(tokio_tungstenite::connect_async(url))).await.unwrap().0)
    }
}

/// A game with the seat of the client that created or joined it.
pub(crate) struct Created {
    pub(crate) id: String,
    pub(crate) token: String,
    pub(crate) reply: Value,
}

/// An answer.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let head = head.to_lowercase();
        let body =
            if head.contains("transfer-encoding: chunked") { unchunked(body) } else { body.to_owned() };
        Self { status, head, body }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body)
            .unwrap_or_else(|error| panic!("{error} in {}: {}", self.head, self.body))
    }

    /// Asserts that it is a problem with this status, and returns its detail.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.body);
        assert!(self.head.contains("content-type: application/problem+json"), "{}", self.head);
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert!(problem["type"].is_string() && problem["title"].is_string(), "{problem}");
        problem["detail"].as_str().unwrap().to_owned()
    }
}

fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        let Some(chunk) = rest.get(..size).filter(|_| size > 0) else { break };
        whole += chunk;
        body = rest[size..].trim_start_matches("\r\n");
    }
    whole
}

/// A socket to a game.
pub(crate) struct Socket(pub(crate) WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub(crate) async fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Returns the next message, ignoring pings.
    pub(crate) async fn hear(&mut self) -> Value {
        within(async {
            loop {
                match self.0.next().await {
                    Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).unwrap(),
                    Some(Ok(Message::Ping(_))) => {}
                    other => panic!("{other:?}"),
                }
            }
        })
        .await
    }

    /// Returns the next message of a kind.
    pub(crate) async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await;
            if message["t"] == kind {
                return message;
            }
        }
    }

    pub(crate) async fn hello(&mut self, token: Option<&str>) -> Value {
        self.say(&json!({ "t": "hello", "token": token, "ply": 0 })).await;
        self.hear_of("state").await
    }
}

/// Fails after a timeout.
pub(crate) async fn within<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(TIMEOUT, future).await.unwrap_or_else(|_| panic!("nothing came"))
}
