//! A game with its players and watchers, each on a separate socket.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::Outcome;

/// The games, played in turn.
const GAMES: [&str; 5] = ["staqs", "sight", "stac", "stlts", "stacks"];
/// One game out of this many is against a bot.
const BOT_GAMES: usize = 5;
/// The bots, in turn.
const BOTS: [&str; 5] = ["level3", "level5", "level1", "level8", "level3"];

/// The measurements of all clients.
#[derive(Default)]
pub(crate) struct Measurements {
    runs: AtomicBool,
    times: Mutex<Vec<f64>>,
    problems: Mutex<Vec<String>>,
}

impl Measurements {
    pub(crate) fn start(&self) {
        self.runs.store(true, Ordering::Relaxed);
    }

    fn add(&self, time: Duration) {
        if self.runs.load(Ordering::Relaxed) {
            self.times.lock().unwrap_or_else(PoisonError::into_inner).push(time.as_secs_f64() * 1_000.0);
        }
    }

    fn problem(&self, problem: &impl ToString) {
        self.problems.lock().unwrap_or_else(PoisonError::into_inner).push(problem.to_string());
    }

    /// Stops measuring and returns the sorted times; an error if a client failed.
    pub(crate) fn stop(&self) -> Outcome<Vec<f64>> {
        self.runs.store(false, Ordering::Relaxed);
        let problems = std::mem::take(&mut *self.problems.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(problem) = problems.first() {
            return Err(format!("{} problems, the first: {problem}", problems.len()).into());
        }
        let mut times = std::mem::take(&mut *self.times.lock().unwrap_or_else(PoisonError::into_inner));
        times.sort_by(f64::total_cmp);
        Ok(times)
    }
}

/// A game in play. Dropping it disconnects its clients.
pub(crate) struct LiveGame {
    sockets: JoinSet<()>,
}

impl LiveGame {
    /// Creates the game with this number and connects its clients, to different instances if there are several.
    pub(crate) async fn begin(
        number: usize,
        addresses: &[SocketAddr],
        pace: Duration,
        measurements: Arc<Measurements>,
    ) -> Outcome<Self> {
        let address = |who: usize| addresses[(number + who) % addresses.len()];
        let is_bot = number.is_multiple_of(BOT_GAMES);
        let bot = BOTS[number / BOT_GAMES % BOTS.len()];
        let body = json!({
            "game": GAMES[number % GAMES.len()],
            "seats": ["human", if is_bot { bot } else { "open" }],
        });
        let created = ask(address(0), "/api/v1/games", &body).await?;
        let id = created["id"].as_str().ok_or("no id")?.to_owned();
        let mut people = vec![(created["token"].as_str().map(str::to_owned), Some(0))];
        if is_bot {
            people.push((None, None));
        } else {
            let joined = ask(address(1), &format!("/api/v1/games/{id}/join"), &json!({})).await?;
            people.push((joined["token"].as_str().map(str::to_owned), Some(1)));
        }
        if number % 2 == 1 {
            people.push((None, None));
        }
        let mut sockets = JoinSet::new();
        for (who, (token, seat)) in people.into_iter().enumerate() {
            let mut person = Person::connect(address(who), &id, token, seat, pace).await?;
            let measurements = Arc::clone(&measurements);
            sockets.spawn(async move {
                if let Err(problem) = person.play(&measurements).await {
                    measurements.problem(&problem);
                }
            });
        }
        Ok(Self { sockets })
    }

    pub(crate) fn sockets(&self) -> usize {
        self.sockets.len()
    }
}

/// A simulated person on a socket: a player or a watcher.
struct Person {
    socket: WebSocketStream<TcpStream>,
    seat: Option<usize>,
    pace: Duration,
    /// The state of the random number generator.
    chance: u64,
}

/// The fields of a server message that the test reads.
#[derive(Deserialize)]
struct ReceivedMessage {
    t: String,
    state: Option<ReceivedState>,
    detail: Option<String>,
}

/// The fields of a state that the test reads.
#[derive(Deserialize)]
struct ReceivedState {
    ply: usize,
    to_move: usize,
    legal: Option<Vec<String>>,
    result: Option<String>,
}

impl Person {
    async fn connect(
        address: SocketAddr,
        id: &str,
        token: Option<String>,
        seat: Option<usize>,
        pace: Duration,
    ) -> Outcome<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let url = format!("ws://{address}/api/v1/games/{id}/live");
        // Small buffers, because this process has thousands of sockets.
        let config = WebSocketConfig::default().read_buffer_size(4 * 1024).write_buffer_size(0);
        let (mut socket, _) = tokio_tungstenite::client_async_with_config(url, stream, Some(config)).await?;
        let hello = json!({ "t": "hello", "token": token, "ply": 0 });
        socket.send(Message::text(hello.to_string())).await?;
        let chance = id
            .bytes()
            .fold(seat.unwrap_or(2) as u64, |sum, byte| sum.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte));
        Ok(Self { socket, seat, pace, chance })
    }

    /// Returns a number from 0 to 1.
    fn random(&mut self) -> f64 {
        self.chance =
            self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.chance >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Plays or watches until the task is dropped.
    async fn play(&mut self, measurements: &Measurements) -> Outcome<()> {
        // The next move, and when to send it.
        let mut plan: Option<(Instant, usize, String)> = None;
        let mut sent: Option<Instant> = None;
        let mut is_first = true;
        loop {
            let due = plan.as_ref().map(|(at, ..)| *at);
            let message = tokio::select! {
                message = self.socket.next() => message.ok_or("cut off")??,
                () = tokio::time::sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    if let Some((_, ply, mv)) = plan.take() {
                        let message = json!({ "t": "move", "n": 1, "move": mv, "ply": ply });
                        sent = Some(Instant::now());
                        self.socket.send(Message::text(message.to_string())).await?;
                    }
                    continue;
                }
            };
            let Message::Text(text) = message else { continue };
            let received: ReceivedMessage = serde_json::from_str(&text)?;
            match (received.t.as_str(), received.state) {
                ("ok", _) => {
                    if let Some(sent) = sent.take() {
                        measurements.add(sent.elapsed());
                    }
                }
                ("problem", _) => return Err(received.detail.unwrap_or_default().into()),
                (_, Some(game)) if Some(game.to_move) == self.seat && game.result.is_none() => {
                    let legal = game.legal.unwrap_or_default();
                    let index = (self.random() * legal.len() as f64) as usize;
                    // Spreads the first moves, so that the players do not move in step.
                    let share = if is_first { self.random() } else { 0.5 + self.random() };
                    plan = legal
                        .get(index)
                        .map(|mv| (Instant::now() + self.pace.mul_f64(share), game.ply, mv.clone()));
                    is_first = false;
                }
                _ => {}
            }
        }
    }
}

/// Posts a request, and fails unless the server accepts it.
async fn ask(address: SocketAddr, path: &str, body: &Value) -> Outcome<Value> {
    let (status, text) = request(address, "POST", path, &body.to_string()).await?;
    if !(200..300).contains(&status) {
        return Err(format!("{path}: {status} {text}").into());
    }
    Ok(serde_json::from_str(&text)?)
}

/// Sends a request on a separate connection.
pub(crate) async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    body: &str,
) -> Outcome<(u16, String)> {
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + body).as_bytes()).await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    let (head, body) = text.split_once("\r\n\r\n").ok_or("no whole answer")?;
    let status = head.split(' ').nth(1).ok_or("no status")?.parse()?;
    Ok((status, body.to_owned()))
}
