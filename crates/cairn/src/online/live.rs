//! The live connection to a game: a socket on a separate thread that reconnects automatically.
//!
//! After an interruption it sends `hello` again, and repeats an unacknowledged move with the same ply, which the server
//! counts once.

use std::time::Duration;

use cairn_protocol::{ClientMessage, ServerMessage};
use cairn_texts::Texts;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, interval, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::error::{Error as SocketError, ProtocolError};
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::http::header;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::address::Address;
use super::game::Listener;
use super::http::{MAX_RESPONSE_BYTES, RESPONSE_TIMEOUT, RemoteError, USER_AGENT};

/// The pause before the first attempt to reconnect; it doubles up to the maximum.
const MIN_RETRY_INTERVAL: Duration = Duration::from_millis(250);
const MAX_RETRY_INTERVAL: Duration = Duration::from_secs(15);
/// The time for which the client tries to reconnect.
const RECONNECT_TIMEOUT: Duration = Duration::from_secs(15 * 60);
/// The interval between the client's pings, and the maximum silence of the server.
const HEARTBEAT: Duration = Duration::from_secs(20);
const SILENCE_TIMEOUT: Duration = Duration::from_secs(70);
/// The maximum time to wait for the server when the client leaves.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// An event of the connection.
pub(super) enum LiveEvent {
    Message(ServerMessage),
    /// The connection is lost, and the client reconnects.
    Lost,
    /// The connection is restored.
    Restored,
    /// The connection has ended.
    Ended(RemoteError),
}

/// A live connection. Dropping it closes it.
pub(super) struct LiveConnection {
    hello: ClientMessage,
    requests: UnboundedSender<ClientMessage>,
}

impl LiveConnection {
    /// Connects to a game. Events include this number.
    pub(super) fn open(
        address: Address,
        token: Option<String>,
        texts: Texts,
        number: u32,
        listener: Listener,
    ) -> std::io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (requests, requested) = unbounded_channel();
        let hello = ClientMessage::Hello { token, ply: Some(0), view: false };
        let connection = Connection {
            address,
            hello: hello.clone(),
            texts,
            number,
            listener,
            requested,
            unanswered: None,
        };
        std::thread::Builder::new()
            .name("online".to_owned())
            .spawn(move || runtime.block_on(connection.run()))?;
        Ok(Self { hello, requests })
    }

    /// Asks the server for the state of the game.
    pub(super) fn refresh(&self) {
        self.send(self.hello.clone());
    }

    pub(super) fn send(&self, request: ClientMessage) {
        // An ended connection has already reported its end.
        let _ = self.requests.send(request);
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The end of a connection.
enum End {
    /// The user has left the game.
    Closed,
    /// The connection is lost; `had_state` tells whether the server had sent the state of the game.
    Lost { had_state: bool },
    /// The client does not reconnect.
    Failed(RemoteError),
}

struct Connection {
    address: Address,
    hello: ClientMessage,
    texts: Texts,
    number: u32,
    listener: Listener,
    requested: UnboundedReceiver<ClientMessage>,
    /// The move that was not acknowledged.
    unanswered: Option<(i64, ClientMessage)>,
}

impl Connection {
    fn report(&self, event: LiveEvent) {
        (self.listener)(self.number, event);
    }

    async fn run(mut self) {
        let mut had_state = false;
        let (mut pause, mut lost_at) = (MIN_RETRY_INTERVAL, None);
        loop {
            let end = match self.connect().await {
                Ok(socket) => self.exchange(socket, lost_at.is_some()).await,
                Err(error) if error.is_temporary() && had_state => End::Lost { had_state: false },
                Err(error) => End::Failed(error),
            };
            match end {
                End::Closed => return,
                End::Failed(error) => return self.report(LiveEvent::Ended(error)),
                End::Lost { had_state: true } => {
                    (had_state, pause, lost_at) = (true, MIN_RETRY_INTERVAL, Some(Instant::now()));
                    self.report(LiveEvent::Lost);
                }
                End::Lost { .. } if !had_state => {
                    return self.report(LiveEvent::Ended(RemoteError::Unreachable(
                        "the connection breaks at once".to_owned(),
                    )));
                }
                End::Lost { .. } => {}
            }
            if lost_at.is_some_and(|at| at.elapsed() > RECONNECT_TIMEOUT) {
                return self.report(LiveEvent::Ended(RemoteError::Unreachable(
                    "no answer for a long time".to_owned(),
                )));
            }
            sleep(pause).await;
            pause = (pause * 2).min(MAX_RETRY_INTERVAL);
        }
    }

    async fn connect(&self) -> Result<Socket, RemoteError> {
        let game = self.address.game().unwrap_or_default();
        let url = self.address.socket(&format!("/api/v1/games/{game}/live"));
        let mut request = url.into_client_request().map_err(RemoteError::protocol)?;
        let language = HeaderValue::from_static(self.texts.language().word());
        request.headers_mut().insert(header::ACCEPT_LANGUAGE, language);
        request.headers_mut().insert(header::USER_AGENT, HeaderValue::from_static(USER_AGENT));
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_RESPONSE_BYTES))
            .max_frame_size(Some(MAX_RESPONSE_BYTES))
            .read_buffer_size(16 * 1024);
        // Moves are short and should be sent at once.
        let disable_nagle = true;
        match timeout(RESPONSE_TIMEOUT, connect_async_with_config(request, Some(config), disable_nagle)).await
        {
            Err(_) => Err(RemoteError::Unreachable("it does not answer".to_owned())),
            Ok(Ok((socket, _))) => Ok(socket),
            Ok(Err(SocketError::Http(answer))) => {
                let body = answer.body().as_deref().unwrap_or_default();
                Err(RemoteError::rejected(answer.status().as_u16(), body))
            }
            Ok(Err(SocketError::Io(error))) => Err(error.into()),
            Ok(Err(error)) => Err(RemoteError::protocol(error)),
        }
    }

    /// Exchanges messages until the connection ends.
    async fn exchange(&mut self, mut socket: Socket, again: bool) -> End {
        let mut had_state = false;
        let lost = |had_state| End::Lost { had_state };
        if send(&mut socket, &self.hello).await.is_err() {
            return lost(false);
        }
        let mut pings = interval(HEARTBEAT);
        let mut last_message = Instant::now();
        loop {
            tokio::select! {
                message = socket.next() => {
                    last_message = Instant::now();
                    let message = match message {
                        Some(Ok(Message::Text(text))) => serde_json::from_str::<ServerMessage>(&text),
                        Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => continue,
                        None | Some(Ok(Message::Close(_)) | Err(SocketError::Io(_)
                            | SocketError::ConnectionClosed | SocketError::Protocol(
                                ProtocolError::ResetWithoutClosingHandshake,
                            ))) => return lost(had_state),
                        Some(Ok(Message::Binary(_))) => {
                            return End::Failed(RemoteError::protocol("bytes instead of text"));
                        }
                        Some(Err(error)) => return End::Failed(RemoteError::protocol(error)),
                    };
                    let message = match message {
                        Ok(message) => message,
                        Err(error) => return End::Failed(RemoteError::protocol(error)),
                    };
                    let answered = match &message {
                        ServerMessage::Ok { n, .. } | ServerMessage::Problem { n: Some(n), .. } => Some(*n),
                        _ => None,
                    };
                    if self.unanswered.as_ref().is_some_and(|(n, _)| Some(*n) == answered) {
                        self.unanswered = None;
                    }
                    let is_first = matches!(message, ServerMessage::State { .. }) && !had_state;
                    if is_first && again {
                        self.report(LiveEvent::Restored);
                    }
                    self.report(LiveEvent::Message(message));
                    if is_first {
                        had_state = true;
                        if let Some((_, mv)) = &self.unanswered
                            && send(&mut socket, mv).await.is_err()
                        {
                            return lost(true);
                        }
                    }
                }
                // Requests wait until the server has sent the state.
                request = self.requested.recv(), if had_state => {
                    let Some(request) = request else {
                        // The server may no longer be there.
                        let _ = timeout(CLOSE_TIMEOUT, socket.close(None)).await;
                        return End::Closed;
                    };
                    if let ClientMessage::Move { n, .. } = &request {
                        self.unanswered = Some((*n, request.clone()));
                    }
                    if send(&mut socket, &request).await.is_err() {
                        return lost(true);
                    }
                }
                _ = pings.tick() => {
                    let limit = if had_state { SILENCE_TIMEOUT } else { RESPONSE_TIMEOUT };
                    let is_silent = last_message.elapsed() > limit;
                    if is_silent || send(&mut socket, &ClientMessage::Ping).await.is_err() {
                        return lost(had_state);
                    }
                }
            }
        }
    }
}

async fn send(socket: &mut Socket, message: &ClientMessage) -> Result<(), RemoteError> {
    let text = serde_json::to_string(message).map_err(RemoteError::protocol)?;
    match timeout(RESPONSE_TIMEOUT, socket.send(Message::text(text))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(RemoteError::Unreachable(error.to_string())),
        Err(_) => Err(RemoteError::Unreachable("it does not read".to_owned())),
    }
}
