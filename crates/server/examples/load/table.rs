//! A game with its players and watchers, each on a separate socket.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::Outcome;
use crate::http::{self, post};

/// The games that are played, in turn.
pub(crate) const GAMES: [&str; 5] = ["staqs", "sight", "stac", "stlts", "stacks"];
/// One game out of this many is against a bot.
const BOT_GAMES: usize = 5;
/// How many moves a player makes before they load the page again.
const MOVES_PER_RELOAD: usize = 4;
/// The bots, in turn.
const BOTS: [&str; 5] = ["level3", "level5", "level1", "level8", "level3"];

/// The measurements of all clients.
#[derive(Default)]
pub(crate) struct Measurements {
    runs: AtomicBool,
    /// From a move to its acknowledgement, in milliseconds.
    moves: Mutex<Vec<f64>>,
    /// From the request for a page, or a request of its script, to the whole answer.
    pages: Mutex<Vec<f64>>,
    problems: Mutex<Vec<String>>,
}

impl Measurements {
    pub(crate) fn start(&self) {
        self.runs.store(true, Ordering::Relaxed);
    }

    fn add(&self, times: &Mutex<Vec<f64>>, time: Duration) {
        if self.runs.load(Ordering::Relaxed) {
            times.lock().unwrap_or_else(PoisonError::into_inner).push(time.as_secs_f64() * 1_000.0);
        }
    }

    pub(crate) fn add_page(&self, time: Duration) {
        self.add(&self.pages, time);
    }

    pub(crate) fn problem(&self, problem: &impl ToString) {
        self.problems.lock().unwrap_or_else(PoisonError::into_inner).push(problem.to_string());
    }

    /// Stops measuring and returns the sorted times of moves and of pages; an error if a client failed.
    pub(crate) fn stop(&self) -> Outcome<(Vec<f64>, Vec<f64>)> {
        self.runs.store(false, Ordering::Relaxed);
        let problems = std::mem::take(&mut *self.problems.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(problem) = problems.first() {
            return Err(format!("{} problems, the first: {problem}", problems.len()).into());
        }
        let sorted = |times: &Mutex<Vec<f64>>| {
            let mut times = std::mem::take(&mut *times.lock().unwrap_or_else(PoisonError::into_inner));
            times.sort_by(f64::total_cmp);
            times
        };
        Ok((sorted(&self.moves), sorted(&self.pages)))
    }
}

/// A game in play. Dropping it disconnects its clients.
pub(crate) struct LiveGame {
    pub(crate) id: String,
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
        let created = post(address(0), "/api/v1/games", None, &body).await?;
        let id = created["id"].as_str().ok_or("no id")?.to_owned();
        let mut people = vec![(created["token"].as_str().map(str::to_owned), Some(0))];
        if is_bot {
            people.push((None, None));
        } else {
            let joined = post(address(1), &format!("/api/v1/games/{id}/join"), None, &json!({})).await?;
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
        Ok(Self { id, sockets })
    }

    pub(crate) fn sockets(&self) -> usize {
        self.sockets.len()
    }
}

/// A simulated person with the page of a game: a player or a watcher.
struct Person {
    address: SocketAddr,
    id: String,
    token: Option<String>,
    seat: Option<usize>,
    socket: WebSocketStream<TcpStream>,
    pace: Duration,
    chance: Chance,
}

/// What a person does next.
enum Plan {
    Play(String),
    /// Asks for the next steps of a turn, as a page does; for games with more moves than a state lists.
    Build(Vec<String>),
}

/// The fields of a server message that the test reads.
#[derive(Deserialize)]
struct ReceivedMessage {
    t: String,
    state: Option<ReceivedState>,
    detail: Option<String>,
    /// The turn so far, in an answer to a request for steps.
    taken: Option<Vec<String>>,
    #[serde(default)]
    steps: Vec<ReceivedStep>,
    finished: Option<String>,
}

/// A possible step of a turn.
#[derive(Deserialize)]
struct ReceivedStep {
    step: String,
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
        let socket = open_socket(address, id, token.as_deref()).await?;
        let chance = Chance::new(id, seat.unwrap_or(2));
        Ok(Self { address, id: id.to_owned(), token, seat, socket, pace, chance })
    }

    async fn send(&mut self, message: &Value) -> Outcome<()> {
        Ok(self.socket.send(Message::text(message.to_string())).await?)
    }

    /// Loads the page again: to the others, the player leaves and comes back.
    async fn reload(&mut self, measurements: &Measurements) -> Outcome<()> {
        self.socket.close(None).await?;
        let start = Instant::now();
        http::get(self.address, &format!("/games/{}", self.id)).await?;
        measurements.add_page(start.elapsed());
        self.socket = open_socket(self.address, &self.id, self.token.as_deref()).await?;
        Ok(())
    }

    /// Plays or watches until the task is dropped.
    async fn play(&mut self, measurements: &Measurements) -> Outcome<()> {
        // What to do next, and when.
        let mut plan: Option<(Instant, Plan)> = None;
        let mut sent: Option<Instant> = None;
        let (mut ply, mut moves) = (0, 0);
        loop {
            let due = plan.as_ref().map(|(at, _)| *at);
            let message = tokio::select! {
                message = self.socket.next() => message.ok_or("cut off")??,
                () = tokio::time::sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    match plan.take() {
                        Some((_, Plan::Play(mv))) => {
                            sent = Some(Instant::now());
                            self.send(&json!({ "t": "move", "n": 1, "move": mv, "ply": ply })).await?;
                        }
                        Some((_, Plan::Build(taken))) => {
                            self.send(&json!({ "t": "steps", "n": 2, "taken": taken })).await?;
                        }
                        None => {}
                    }
                    continue;
                }
            };
            let Message::Text(text) = message else { continue };
            let received: ReceivedMessage = serde_json::from_str(&text)?;
            match (received.t.as_str(), received.state, received.taken) {
                ("ok", _, Some(mut taken)) => {
                    let next = if let Some(mv) = received.finished {
                        Plan::Play(mv)
                    } else {
                        let step = self.chance.pick(&received.steps).ok_or("no step")?;
                        taken.push(step.step.clone());
                        Plan::Build(taken)
                    };
                    plan = Some((Instant::now(), next));
                }
                ("ok", ..) => {
                    let Some(sent) = sent.take() else { continue };
                    measurements.add(&measurements.moves, sent.elapsed());
                    moves += 1;
                    if moves % MOVES_PER_RELOAD == 0 {
                        plan = None;
                        self.reload(measurements).await?;
                    }
                }
                ("problem", ..) => return Err(received.detail.unwrap_or_default().into()),
                // The page may be told of a turn twice: by the move before it, and by presence.
                (_, Some(game), _) if Some(game.to_move) == self.seat && game.result.is_none() => {
                    if sent.is_some() || plan.is_some() && game.ply == ply {
                        continue;
                    }
                    ply = game.ply;
                    let next = match game.legal {
                        Some(legal) => Plan::Play(self.chance.pick(&legal).ok_or("no move")?.clone()),
                        None => Plan::Build(Vec::new()),
                    };
                    // Spread the first moves, so that the players are not in step.
                    let share = if moves == 0 { self.chance.next() } else { 0.5 + self.chance.next() };
                    plan = Some((Instant::now() + self.pace.mul_f64(share), next));
                }
                _ => {}
            }
        }
    }
}

/// Connects to a game as its page does: with boards.
async fn open_socket(
    address: SocketAddr,
    id: &str,
    token: Option<&str>,
) -> Outcome<WebSocketStream<TcpStream>> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let url = format!("ws://{address}/api/v1/games/{id}/live");
    // Small buffers, because this process has thousands of sockets.
    let config = WebSocketConfig::default().read_buffer_size(4 * 1024).write_buffer_size(0);
    let (mut socket, _) = tokio_tungstenite::client_async_with_config(url, stream, Some(config)).await?;
    let hello = json!({ "t": "hello", "token": token, "ply": 0, "view": true });
    socket.send(Message::text(hello.to_string())).await?;
    Ok(socket)
}

/// Random numbers that are the same in every run.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(word: &str, number: usize) -> Self {
        Self(
            word.bytes()
                .fold(number as u64, |sum, byte| sum.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte)),
        )
    }

    /// A number from 0 to 1.
    pub(crate) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get((self.next() * from.len() as f64) as usize)
    }
}
