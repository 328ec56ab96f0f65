//! `GET /api/v1/games/{id}/live`: a game as messages on a WebSocket.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseCode, CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use cairn_protocol::{Answer, ClientMessage, ServerMessage};
use cairn_session::Session;
use cairn_site::study::{self, BoardExtras};
use cairn_texts::Texts;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde_json::Value;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, interval, timeout};

use super::extract::read;
use super::games::action;
use super::{Client, Path};
use crate::api::ApiError;
use crate::app::App;
use crate::game::{Command, Listener, Presence, Token};
use cairn_protocol::Problem;

/// The size of a connection's read and write buffers. The default of 128 KiB costs too much memory with many clients.
const BUFFER_BYTES: usize = 4 * 1024;
/// The maximum number of bytes queued for a slow client.
const MAX_UNSENT_BYTES: usize = 4 * 1024 * 1024;
/// The maximum time for a client to receive one message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// The interval between the server's pings.
const HEARTBEAT: Duration = Duration::from_secs(25);
/// The maximum silence of a client: it has missed three pings.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(80);
/// The number of messages that a client may send per second in the long run, and at once.
const MESSAGES_PER_SECOND: u32 = 20;
const MESSAGE_BURST: u32 = 60;

/// The live messages of a game, on a WebSocket
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/live",
    params(("id" = String, Path, description = "The game")),
    responses(
        (status = 101, description = "The socket is open; the client sends `hello` first"),
        (status = 403, description = "A request from another site"),
        (status = 426, description = "Not a WebSocket request")
    )
)]
pub(super) async fn live(
    State(app): State<Arc<App>>,
    client: Client,
    Path(id): Path<String>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| {
        let status = axum::http::StatusCode::UPGRADE_REQUIRED;
        Problem::new(status, "this address requires a WebSocket")
    })?;
    let permit = app.sockets.acquire(client.address).ok_or_else(|| Problem::too_many("too many sockets"))?;
    let listener = app.games.listen(&id, None).await.map_err(|error| error.problem(client.texts))?;
    let max_bytes = app.config.limits.message;
    let upgrade = upgrade
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES)
        .max_write_buffer_size(MAX_UNSENT_BYTES)
        .max_message_size(max_bytes)
        .max_frame_size(max_bytes);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let messages = RateLimiter::direct(message_quota());
        let texts = client.texts;
        let (token, presence, last_snapshot) = (None, None, None);
        Connection { app, socket, listener, texts, token, presence, last_snapshot, messages }.run().await;
        drop(permit);
    }))
}

fn message_quota() -> Quota {
    let number = |n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
    Quota::per_second(number(MESSAGES_PER_SECOND)).allow_burst(number(MESSAGE_BURST))
}

/// One connection.
struct Connection {
    app: Arc<App>,
    socket: WebSocket,
    listener: Listener,
    texts: Texts,
    /// The hash of the client's token.
    token: Option<String>,
    /// Shows that the player is present while it exists.
    presence: Option<Presence>,
    /// The number of entries in the last snapshot sent; `None` before `hello`.
    last_snapshot: Option<u32>,
    /// Limits the messages that the client sends.
    messages: DefaultDirectRateLimiter,
}

/// The reason why a connection ends.
enum End {
    /// The client has disconnected, or reads too slowly.
    Disconnected,
    /// The server closes it for this reason.
    Close(CloseCode, &'static str),
}

const SHUTTING_DOWN: End = End::Close(close_code::AWAY, "the server is shutting down");

impl Connection {
    async fn run(mut self) {
        if let Err(End::Close(code, reason)) = self.serve().await {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            // The client may have disconnected.
            let _ = timeout(SEND_TIMEOUT, self.socket.send(Message::Close(Some(frame)))).await;
        }
    }

    /// Handles messages until the connection ends.
    async fn serve(&mut self) -> Result<(), End> {
        let mut stopping = self.app.stopping.subscribe();
        let mut pings = interval(HEARTBEAT);
        let mut last_message = Instant::now();
        loop {
            tokio::select! {
                message = self.socket.recv() => {
                    let Some(Ok(message)) = message else { return Err(End::Disconnected) };
                    last_message = Instant::now();
                    if self.messages.check().is_err() {
                        return Err(End::Close(close_code::POLICY, "too many messages"));
                    }
                    match message {
                        Message::Text(text) => self.on_message(&text).await?,
                        Message::Binary(_) => {
                            return Err(End::Close(close_code::UNSUPPORTED, "only text messages are supported"));
                        }
                        Message::Close(_) => return Err(End::Disconnected),
                        Message::Ping(_) | Message::Pong(_) => {}
                    }
                }
                change = self.listener.changes.recv() => match change {
                    // Skip updates until the client has sent `hello`, and updates older than the snapshot we sent.
                    Ok(change) if self.last_snapshot.is_some_and(|last| change.number > last) => {
                        self.send(change.message(self.listener.view())).await?;
                    }
                    Err(RecvError::Lagged(_)) if self.last_snapshot.is_some() => self.send_snapshot().await?,
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return Err(SHUTTING_DOWN),
                },
                _ = pings.tick() => {
                    if last_message.elapsed() > SILENCE_TIMEOUT {
                        return Err(End::Disconnected);
                    }
                    self.deliver(Message::Ping(axum::body::Bytes::new())).await?;
                }
                _ = stopping.changed() => return Err(SHUTTING_DOWN),
            }
        }
    }

    async fn on_message(&mut self, text: &str) -> Result<(), End> {
        let message: ClientMessage = match read(text.as_bytes()) {
            Ok(message) => message,
            Err(problem) => {
                let n = serde_json::from_str::<Value>(text).ok().and_then(|value| value["n"].as_i64());
                return self.reject(n, problem).await;
            }
        };
        match message {
            ClientMessage::Ping => self.send_message(&ServerMessage::Pong).await,
            ClientMessage::Hello { token, view, .. } => {
                self.token = token.map(|token| Token::from_client(&token).hash());
                let view = view.then(|| self.texts.language());
                if view != self.listener.view() {
                    let id = self.listener.slot.id.clone();
                    match self.app.games.listen(&id, view).await {
                        Ok(listener) => self.listener = listener,
                        Err(error) => return self.reject(None, error.problem(self.texts)).await,
                    }
                }
                let arrived = self.token.as_deref().map(|token| self.app.games.arrive(&self.listener, token));
                self.presence = arrived;
                self.send_snapshot().await
            }
            ClientMessage::Move { n, r#move, ply } => {
                let token = self.token.clone().unwrap_or_default();
                let result = self.execute(Command::Move { text: r#move, ply, token }).await;
                if result.is_ok() {
                    self.app.metrics.moves.add();
                }
                self.answer(n, result).await
            }
            ClientMessage::Action { n, action: word } => {
                let result = match action(&word, self.texts) {
                    Ok(action) => {
                        let token = self.token.clone().unwrap_or_default();
                        self.execute(Command::Act { action, token }).await
                    }
                    Err(problem) => Err(problem),
                };
                self.answer(n, result).await
            }
            ClientMessage::Steps { n, taken, hint, threats, preview } => {
                let extras = BoardExtras { hint, threats, preview, ..BoardExtras::default() };
                let steps = self.steps(taken, extras).await;
                self.answer(n, steps).await
            }
        }
    }

    async fn execute(&mut self, command: Command) -> Result<Answer, Problem> {
        let result = self.app.games.execute(&self.listener.slot.id, command).await;
        let result = result.map_err(|error| error.problem(self.texts))?;
        let snapshot = &result.snapshot.game;
        let (rematch, rematch_seats) = (snapshot.table.rematch.clone(), snapshot.table.rematch_seats.clone());
        Ok(Answer::Done { ply: result.ply(), rematch, rematch_seats })
    }

    async fn steps(&mut self, taken: Vec<String>, extras: BoardExtras) -> Result<Answer, Problem> {
        let texts = self.texts;
        let id = &self.listener.slot.id;
        let after = move |session: &dyn Session| study::turn(session, &taken, &extras, texts);
        let steps = self.app.games.with_session(id, after).await;
        Ok(Answer::Steps(steps.map_err(|error| error.problem(texts))??))
    }

    /// Sends the whole state.
    async fn send_snapshot(&mut self) -> Result<(), End> {
        match self.app.games.state_message(&self.listener).await {
            Ok(state) => {
                self.last_snapshot = Some(state.number);
                self.send(state.message(self.listener.view())).await
            }
            Err(error) => self.reject(None, error.problem(self.texts)).await,
        }
    }

    async fn answer(&mut self, n: i64, result: Result<Answer, Problem>) -> Result<(), End> {
        match result {
            Ok(answer) => self.send_message(&ServerMessage::Ok { n, answer }).await,
            Err(problem) => self.reject(Some(n), problem).await,
        }
    }

    async fn reject(&mut self, n: Option<i64>, problem: Problem) -> Result<(), End> {
        let (status, detail) = (problem.status.as_u16(), problem.detail);
        self.send_message(&ServerMessage::Problem { n, status, detail }).await
    }

    async fn send_message(&mut self, message: &ServerMessage) -> Result<(), End> {
        // Strings, numbers and lists of them can always be serialized.
        self.send(serde_json::to_string(message).unwrap_or_default().into()).await
    }

    async fn send(&mut self, text: Utf8Bytes) -> Result<(), End> {
        self.deliver(Message::Text(text)).await
    }

    async fn deliver(&mut self, message: Message) -> Result<(), End> {
        match timeout(SEND_TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(End::Disconnected),
        }
    }
}
