//! The live line to a game: a socket on a thread of its own that connects again by itself.
//!
//! After a break the line says hello again, and sends the move that was not acknowledged once more with the same ply,
//! which the server answers as it would have the first time.

use std::time::Duration;

use cairn_protocol::{Action, ClientMessage, ServerMessage};
use cairn_texts::Texts;
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, interval, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::error::Error as SocketError;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::http::header::{ACCEPT_LANGUAGE, USER_AGENT};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::address::Address;
use super::connect::{AGENT, Duplex, LONGEST, PATIENCE, Trouble, connect, refusal};
use super::game::Listener;

/// The pause before the first attempt to connect again; it doubles up to the longest one.
const SHORTEST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);
/// After how long without the server the line is given up.
const GIVE_UP: Duration = Duration::from_secs(15 * 60);
/// How often the server is asked whether it is still there, and how long it may be silent.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(70);

/// What comes from the line.
pub(super) enum News {
    Heard(ServerMessage),
    /// The line is broken, and is being mended.
    Lost,
    /// It holds again.
    Back,
    /// It has come to an end.
    Ended(Trouble),
}

/// What is sent.
#[derive(Debug)]
pub(super) enum Request {
    /// To be told how the game stands.
    Hello,
    Move {
        n: i64,
        mv: String,
        ply: usize,
    },
    Action {
        n: i64,
        action: Action,
    },
}

/// A live line. It ends when it is dropped.
pub(super) struct Line {
    requests: UnboundedSender<Request>,
}

impl Line {
    /// Opens the line to a game. News comes with this number.
    pub(super) fn open(
        address: Address,
        token: Option<String>,
        texts: Texts,
        number: u32,
        listener: Listener,
    ) -> std::io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (requests, requested) = unbounded_channel();
        let caller = Caller { address, token, texts, number, listener, requested, unanswered: None };
        std::thread::Builder::new()
            .name("online".to_owned())
            .spawn(move || runtime.block_on(caller.run()))?;
        Ok(Self { requests })
    }

    pub(super) fn send(&self, request: Request) {
        // A line that has ended has said so.
        let _ = self.requests.send(request);
    }
}

type Socket = WebSocketStream<Box<dyn Duplex>>;

/// How a connection ends.
enum End {
    /// Nobody wants it any more.
    Unwanted,
    /// The line is broken; whether the game was shown over it.
    Broken { was_shown: bool },
    /// For good.
    Final(Trouble),
}

struct Caller {
    address: Address,
    token: Option<String>,
    texts: Texts,
    number: u32,
    listener: Listener,
    requested: UnboundedReceiver<Request>,
    /// The move that was not acknowledged.
    unanswered: Option<(i64, String)>,
}

impl Caller {
    fn tell(&self, news: News) {
        (self.listener)(self.number, news);
    }

    async fn run(mut self) {
        let mut was_shown = false;
        let (mut pause, mut lost_at) = (SHORTEST_PAUSE, None);
        loop {
            let end = match self.dial().await {
                Ok(socket) => self.talk(socket, lost_at.is_some()).await,
                Err(trouble) if trouble.may_pass() && was_shown => End::Broken { was_shown: false },
                Err(trouble) => End::Final(trouble),
            };
            match end {
                End::Unwanted => return,
                End::Final(trouble) => return self.tell(News::Ended(trouble)),
                End::Broken { was_shown: true } => {
                    (was_shown, pause, lost_at) = (true, SHORTEST_PAUSE, Some(Instant::now()));
                    self.tell(News::Lost);
                }
                End::Broken { .. } if !was_shown => {
                    return self
                        .tell(News::Ended(Trouble::Unreachable("the line breaks at once".to_owned())));
                }
                End::Broken { .. } => {}
            }
            if lost_at.is_some_and(|at| at.elapsed() > GIVE_UP) {
                return self.tell(News::Ended(Trouble::Unreachable("no answer for a long time".to_owned())));
            }
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    async fn dial(&self) -> Result<Socket, Trouble> {
        let stream = connect(&self.address).await?;
        let scheme = if self.address.is_secure() { "wss" } else { "ws" };
        let game = self.address.game().unwrap_or_default();
        let url = format!("{scheme}://{}/api/v1/games/{game}/live", self.address.authority());
        let nonsense = |error: SocketError| Trouble::Nonsense(error.to_string());
        let mut request = url.into_client_request().map_err(nonsense)?;
        let language = HeaderValue::from_static(self.texts.language().word());
        request.headers_mut().insert(ACCEPT_LANGUAGE, language);
        request.headers_mut().insert(USER_AGENT, HeaderValue::from_static(AGENT));
        let config = WebSocketConfig::default()
            .max_message_size(Some(LONGEST))
            .max_frame_size(Some(LONGEST))
            .read_buffer_size(16 * 1024);
        let handshake = client_async_with_config(request, stream, Some(config));
        match timeout(PATIENCE, handshake).await {
            Err(_) => Err(Trouble::Unreachable("it does not answer".to_owned())),
            Ok(Ok((socket, _))) => Ok(socket),
            Ok(Err(SocketError::Http(answer))) => {
                let body = answer.body().as_deref().unwrap_or_default();
                Err(refusal(answer.status().as_u16(), body))
            }
            Ok(Err(SocketError::Io(error))) => Err(Trouble::io(error)),
            Ok(Err(error)) => Err(nonsense(error)),
        }
    }

    async fn talk(&mut self, mut socket: Socket, again: bool) -> End {
        let mut was_shown = false;
        let broken = |was_shown| End::Broken { was_shown };
        if say(&mut socket, &self.hello()).await.is_err() {
            return broken(false);
        }
        let mut pings = interval(PING);
        let mut heard_at = Instant::now();
        loop {
            tokio::select! {
                message = socket.next() => {
                    heard_at = Instant::now();
                    let heard = match message {
                        Some(Ok(Message::Text(text))) => serde_json::from_str::<ServerMessage>(&text),
                        Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => continue,
                        None | Some(Ok(Message::Close(_)) | Err(SocketError::Io(_)
                            | SocketError::ConnectionClosed | SocketError::Protocol(
                                tokio_tungstenite::tungstenite::error::ProtocolError::ResetWithoutClosingHandshake,
                            ))) => return broken(was_shown),
                        Some(Ok(Message::Binary(_))) => {
                            return End::Final(Trouble::Nonsense("bytes instead of text".to_owned()));
                        }
                        Some(Err(error)) => return End::Final(Trouble::Nonsense(error.to_string())),
                    };
                    let heard = match heard {
                        Ok(heard) => heard,
                        Err(error) => return End::Final(Trouble::Nonsense(error.to_string())),
                    };
                    let answered = match &heard {
                        ServerMessage::Ok { n, .. } | ServerMessage::Problem { n: Some(n), .. } => Some(*n),
                        _ => None,
                    };
                    if self.unanswered.as_ref().is_some_and(|(n, _)| Some(*n) == answered) {
                        self.unanswered = None;
                    }
                    let is_first = matches!(heard, ServerMessage::State { .. }) && !was_shown;
                    if is_first && again {
                        self.tell(News::Back);
                    }
                    self.tell(News::Heard(heard));
                    if is_first {
                        was_shown = true;
                        if let Some((_, text)) = self.unanswered.clone()
                            && say(&mut socket, &text).await.is_err()
                        {
                            return broken(true);
                        }
                    }
                }
                // What is wished before the game was shown waits.
                request = self.requested.recv(), if was_shown => {
                    let Some(request) = request else {
                        // It may be gone already.
                        let _ = timeout(Duration::from_secs(1), socket.close(None)).await;
                        return End::Unwanted;
                    };
                    let text = self.text(request);
                    if say(&mut socket, &text).await.is_err() {
                        return broken(true);
                    }
                }
                _ = pings.tick() => {
                    let patience = if was_shown { SILENCE } else { PATIENCE };
                    let is_silent = heard_at.elapsed() > patience;
                    if is_silent || say(&mut socket, &json(&ClientMessage::Ping)).await.is_err() {
                        return broken(was_shown);
                    }
                }
            }
        }
    }

    fn hello(&self) -> String {
        json(&ClientMessage::Hello { token: self.token.clone(), ply: Some(0), view: false })
    }

    /// A request as it is sent. A move is remembered until it is answered.
    fn text(&mut self, request: Request) -> String {
        match request {
            Request::Hello => self.hello(),
            Request::Move { n, mv, ply } => {
                let text = json(&ClientMessage::Move { n, r#move: mv, ply: ply as u64 });
                self.unanswered = Some((n, text.clone()));
                text
            }
            Request::Action { n, action } => json(&ClientMessage::Action { n, action: action.to_string() }),
        }
    }
}

fn json(message: &ClientMessage) -> String {
    // Strings and numbers can always be serialized.
    serde_json::to_string(message).unwrap_or_default()
}

async fn say(socket: &mut Socket, text: &str) -> Result<(), Trouble> {
    match timeout(PATIENCE, socket.send(Message::text(text))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(Trouble::io(error)),
        Err(_) => Err(Trouble::Unreachable("it does not read".to_owned())),
    }
}
