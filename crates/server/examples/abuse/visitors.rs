//! Visitors who use the server as people do, and their waiting times.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use crate::Outcome;
use crate::client::Client;

const GAMES: [&str; 5] = ["staqs", "sight", "stac", "stlts", "stacks"];
/// The pause between two moves of a player, and between two analyses.
const PAUSE: Duration = Duration::from_millis(500);

/// The waiting times of a visitor for each response, in milliseconds.
#[derive(Default)]
pub(crate) struct Times {
    done: Mutex<Vec<f64>>,
    /// The time of the request that the server has not answered yet.
    waiting: Mutex<Option<Instant>>,
}

impl Times {
    fn start(&self) {
        *lock(&self.waiting) = Some(Instant::now());
    }

    fn is_waiting(&self) -> bool {
        lock(&self.waiting).is_some()
    }

    /// Ends the wait.
    fn stop(&self) {
        if let Some(start) = lock(&self.waiting).take() {
            lock(&self.done).push(start.elapsed().as_secs_f64() * 1_000.0);
        }
    }

    /// Returns a quantile; a wait that has not ended counts as if it ended now.
    pub(crate) fn quantile(&self, share: f64) -> f64 {
        self.stop();
        let mut times = lock(&self.done).clone();
        times.sort_by(f64::total_cmp);
        let index = (times.len().saturating_sub(1) as f64 * share).round() as usize;
        times.get(index).copied().unwrap_or(f64::NAN)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The waiting times and errors of the visitors.
#[derive(Default)]
pub(crate) struct Figures {
    pub(crate) positions: Times,
    pub(crate) level3: Times,
    pub(crate) level5: Times,
    pub(crate) lines: Times,
    /// Statuses other than success.
    statuses: Mutex<Vec<u16>>,
    problems: Mutex<Vec<String>>,
}

impl Figures {
    fn count(&self, status: u16) {
        if !(200..300).contains(&status) {
            lock(&self.statuses).push(status);
        }
    }

    /// Returns the number of requests that the server rejected.
    pub(crate) fn rejected(&self) -> usize {
        lock(&self.statuses).len()
    }

    fn note(&self, who: &str, result: Outcome<()>) {
        if let Err(error) = result {
            lock(&self.problems).push(format!("{who}: {error}"));
        }
    }

    /// Returns an error if a visitor could not continue.
    pub(crate) fn check(&self) -> Outcome<()> {
        match lock(&self.problems).first() {
            Some(problem) => Err(problem.clone().into()),
            None => Ok(()),
        }
    }
}

/// Starts the visitors; dropping the set stops them.
pub(crate) fn start(server: SocketAddr, figures: &Arc<Figures>) -> JoinSet<()> {
    let mut visitors = JoinSet::new();
    let shared = Arc::clone(figures);
    visitors.spawn(async move {
        let result = ask_for_positions(Client::new(server, 3), &shared).await;
        shared.note("positions", result);
    });
    for (host, bot) in [(4, "level3"), (5, "level5")] {
        let shared = Arc::clone(figures);
        visitors.spawn(async move {
            let times = if bot == "level3" { &shared.level3 } else { &shared.level5 };
            let result = play(Client::new(server, host), bot, times).await;
            shared.note(bot, result);
        });
    }
    let shared = Arc::clone(figures);
    visitors.spawn(async move {
        let result = analyze(Client::new(server, 6), &shared).await;
        shared.note("analysis", result);
    });
    visitors
}

/// Sends five requests per second.
async fn ask_for_positions(client: Client, figures: &Figures) -> Outcome<()> {
    let mut tick = tokio::time::interval(Duration::from_millis(200));
    for game in GAMES.into_iter().cycle() {
        tick.tick().await;
        figures.positions.start();
        let response = client.get(&format!("position?game={game}")).await?;
        figures.positions.stop();
        figures.count(response.status);
    }
    Ok(())
}

/// Requests analyses of five seconds, and reads only their first line.
async fn analyze(client: Client, figures: &Figures) -> Outcome<()> {
    for game in GAMES.into_iter().cycle() {
        let body = json!({ "game": game, "lines": 1, "seconds": 5 });
        figures.lines.start();
        let status = client.first_line("analyze", &body).await?;
        figures.lines.stop();
        figures.count(status);
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

/// Plays game after game against a bot, and measures the time from each move to the bot's reply.
async fn play(client: Client, bot: &str, times: &Times) -> Outcome<()> {
    let mut chance = 7_u64;
    for game in GAMES.into_iter().cycle() {
        let (id, token) = client.create(&json!({ "game": game, "seats": ["human", bot] })).await?;
        let mut socket = client.live(&id, &token).await?;
        // Only a few moves of each game, so that all games are measured.
        let mut left = 6;
        while let Some(message) = socket.next().await {
            let Message::Text(text) = message? else { continue };
            let message: Value = serde_json::from_str(&text)?;
            if message["t"] == "problem" {
                return Err(message["detail"].as_str().unwrap_or_default().into());
            }
            let state = &message["state"];
            if message["t"] == "moved" && message["by"] == 1 {
                times.stop();
                left -= 1;
            }
            if state["result"].is_string() || left == 0 {
                times.stop();
                break;
            }
            let is_turn = !times.is_waiting() && state["to_move"] == 0;
            if let Some(legal) = state["legal"].as_array().filter(|_| is_turn && message["t"] != "ok") {
                chance =
                    chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let mv = &legal[(chance >> 33) as usize % legal.len()];
                tokio::time::sleep(PAUSE).await;
                times.start();
                let message = json!({ "t": "move", "n": 1, "move": mv, "ply": state["ply"] });
                socket.send(Message::text(message.to_string())).await?;
            } else if is_turn && state["legal"].is_null() && state.is_object() {
                // There are too many moves to list, so it starts the next game.
                break;
            }
        }
    }
    Ok(())
}
