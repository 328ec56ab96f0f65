//! The attacks of one client.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use cairn_session::Session;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use crate::Outcome;
use crate::client::Client;

/// Just under the number of requests per second that one visitor may send.
const REQUESTS_PER_SECOND: f64 = 49.0;
const BOT_GAMES: usize = 190;
const BOT_GAMES_BEFORE_RESTART: usize = 260;
const REVIEWS: usize = 2;
const REVIEWED_MOVES: usize = 1_990;
/// A game that never ends while both pawns only walk.
const ENDLESS_GAME: &str = "stac:quiet=0,repetition=off";
const SOCKETS: usize = 40;
const HALF_OPEN: usize = 1_100;

/// An attack, named after its requests.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Attack {
    /// No attack, for comparison.
    None,
    /// Take-back requests, on many sockets of one game.
    Takebacks,
    /// Requests for the solution of a hard puzzle.
    Solutions,
    /// Requests for pictures of positions.
    Pictures,
    /// Games of the strongest bot against itself.
    Bots,
    /// Games of the strongest bot against itself, and a restart of the server.
    Restart,
    /// Reviews of long games.
    Reviews,
    /// Connections with incomplete requests.
    HalfOpen,
}

/// The state of an attack.
#[derive(Default)]
pub(crate) struct State {
    /// The game that the attacker fills: its id, the attacker's token and the opponent's.
    game: Option<(String, String, String)>,
    /// A long game.
    moves: Vec<String>,
    connections: Vec<TcpStream>,
    /// The number of games that the server accepted.
    games: usize,
}

impl FromStr for Attack {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|attack| attack.name() == text);
        found.ok_or_else(|| format!("unknown attack {text}; known: {}", Self::ALL.map(Self::name).join(", ")))
    }
}

impl Attack {
    pub(crate) const ALL: [Self; 8] = [
        Self::None,
        Self::Takebacks,
        Self::Solutions,
        Self::Pictures,
        Self::Bots,
        Self::Restart,
        Self::Reviews,
        Self::HalfOpen,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Takebacks => "takebacks",
            Self::Solutions => "solutions",
            Self::Pictures => "pictures",
            Self::Bots => "bots",
            Self::Restart => "restart",
            Self::Reviews => "reviews",
            Self::HalfOpen => "half-open",
        }
    }

    /// Prepares the attack before the visitors connect.
    pub(crate) async fn prepare(self, client: &Client) -> Outcome<State> {
        let mut state = State::default();
        match self {
            Self::Takebacks => {
                let clock = json!({ "kind": "fischer", "initial": 600, "increment": 0 });
                let body = json!({ "game": "staqs", "seats": ["human", "open"], "clock": clock });
                let (id, token) = client.create(&body).await?;
                let joined = client.post(&format!("games/{id}/join"), "", &json!({})).await?.json()?;
                let other = joined["token"].as_str().unwrap_or_default().to_owned();
                let body = json!({ "move": "c3", "ply": 0 });
                client.post(&format!("games/{id}/moves"), &token, &body).await?.json()?;
                state.game = Some((id, token, other));
            }
            Self::Bots | Self::Restart => {
                let count = if self == Self::Bots { BOT_GAMES } else { BOT_GAMES_BEFORE_RESTART };
                let body = json!({ "game": "stacks", "seats": ["perfect", "perfect"] });
                for _ in 0..count {
                    let created = client.post("games", "", &body).await?;
                    state.games += usize::from(created.status == 201);
                    tokio::time::sleep(Duration::from_secs_f64(1.0 / REQUESTS_PER_SECOND)).await;
                }
            }
            Self::Reviews => state.moves = long_game(REVIEWED_MOVES)?,
            Self::None | Self::Solutions | Self::Pictures | Self::HalfOpen => {}
        }
        Ok(state)
    }

    /// Attacks for this time; returns the number of requests sent.
    pub(crate) async fn run(self, client: Client, state: &mut State, time: Duration) -> usize {
        let sent = Arc::new(AtomicUsize::new(0));
        let end = Instant::now() + time;
        let mut tasks = JoinSet::new();
        match self {
            Self::None | Self::Bots | Self::Restart => {}
            Self::Takebacks => {
                for _ in 0..SOCKETS {
                    let Some((id, token, _)) = state.game.clone() else { break };
                    let sent = Arc::clone(&sent);
                    // The server may close the socket, which ends that part of the attack.
                    tasks.spawn(async move { drop(ask_for_takebacks(client, &id, &token, &sent).await) });
                }
            }
            Self::Solutions | Self::Pictures => {
                let mut tick = tokio::time::interval(Duration::from_secs_f64(1.0 / REQUESTS_PER_SECOND));
                while Instant::now() < end {
                    tick.tick().await;
                    sent.fetch_add(1, Ordering::Relaxed);
                    tasks.spawn(async move {
                        let path = if self == Self::Solutions {
                            return drop(client.post("puzzles/stlts-32/solution", "", &json!({})).await);
                        } else {
                            "position/board.png?game=stacks&width=2000"
                        };
                        drop(client.get(path).await);
                    });
                }
            }
            Self::Reviews => {
                let body = json!({ "game": ENDLESS_GAME, "moves": state.moves });
                for _ in 0..REVIEWS {
                    sent.fetch_add(1, Ordering::Relaxed);
                    let body = body.clone();
                    tasks.spawn(async move {
                        while let Ok(response) = client.post("review", "", &body).await {
                            if response.status != 200 {
                                tokio::time::sleep(Duration::from_secs(1)).await;
                            }
                        }
                    });
                }
            }
            Self::HalfOpen => {
                for _ in 0..HALF_OPEN {
                    if let Ok(mut stream) = client.connect().await {
                        // The server may have closed it.
                        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: ").await;
                        state.connections.push(stream);
                    }
                    sent.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        tokio::time::sleep_until(end).await;
        drop(tasks);
        sent.load(Ordering::Relaxed)
    }

    /// Describes the effect of the attack; empty if there is nothing to report.
    pub(crate) async fn finish(self, client: &Client, state: &State) -> Outcome<String> {
        if let Some((id, _, other)) = &state.game {
            let moved =
                client.post(&format!("games/{id}/moves"), other, &json!({ "move": "c2", "ply": 1 })).await?;
            let resigned =
                client.post(&format!("games/{id}/actions"), other, &json!({ "action": "resign" })).await?;
            return Ok(format!(
                "afterwards the opponent's move gets {}, their resignation {}",
                moved.status, resigned.status
            ));
        }
        Ok(match state.games {
            0 => String::new(),
            games => format!("{games} games created"),
        })
    }
}

async fn ask_for_takebacks(client: Client, id: &str, token: &str, sent: &AtomicUsize) -> Outcome<()> {
    let mut socket = client.live(id, token).await?;
    loop {
        let message = json!({ "t": "action", "n": 1, "action": "ask_takeback" });
        socket.send(Message::text(message.to_string())).await?;
        sent.fetch_add(1, Ordering::Relaxed);
        // Waits for the answer to the request, and skips notifications.
        loop {
            let Message::Text(text) = socket.next().await.ok_or("closed")?? else { continue };
            if text.contains("\"n\":1") {
                break;
            }
        }
    }
}

/// Plays a game of this many moves without carrying a disc.
fn long_game(plies: usize) -> Outcome<Vec<String>> {
    let mut session: Box<dyn Session> = cairn_session::open(ENDLESS_GAME, None)?;
    let mut chance = 11_u64;
    let mut moves = Vec::with_capacity(plies);
    while moves.len() < plies {
        let mut walks = session.legal_moves();
        walks.retain(|mv| mv.contains('-'));
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = walks.swap_remove((chance >> 33) as usize % walks.len());
        session.play(&mv)?;
        moves.push(mv);
    }
    Ok(moves)
}
