//! Players who continue after every failure of the server, and remember every state that it sent.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Seat, Socket, create, send};

/// State shared by all games.
pub(crate) struct Club {
    /// The instances, at least one of which eventually answers.
    pub(crate) addresses: Vec<SocketAddr>,
    /// The number of acknowledged moves of people.
    pub(crate) acknowledged: AtomicUsize,
    pub(crate) games: Mutex<Vec<Arc<Memory>>>,
}

/// The moves of one game that a client has received: all of them must stay stored.
pub(crate) struct Memory {
    pub(crate) seat: Seat,
    moves: Mutex<Vec<String>>,
}

impl Memory {
    fn new(seat: Seat) -> Arc<Self> {
        Arc::new(Self { seat, moves: Mutex::default() })
    }

    pub(crate) fn plies(&self) -> usize {
        self.moves.lock().unwrap().len()
    }

    /// Remembers a state, which may be older or newer than the known moves but never contradict them.
    pub(crate) fn told(&self, state: &Value) {
        let told: Vec<String> = serde_json::from_value(state["moves"].clone()).unwrap();
        assert_eq!(state["ply"], told.len());
        let mut known = self.moves.lock().unwrap();
        let both = known.len().min(told.len());
        assert_eq!(known[..both], told[..both], "a ply was taken twice in {}", self.seat.game);
        if told.len() > known.len() {
            *known = told;
        }
    }

    /// Asserts that an instance has all remembered moves.
    pub(crate) async fn check(&self, address: SocketAddr) {
        let known = self.plies();
        let state = self.seat.state(address).await;
        self.told(&state);
        let there = state["ply"].as_u64().unwrap() as usize;
        assert!(there >= known, "{} had {known} moves, and has {there}", self.seat.game);
    }
}

impl Club {
    pub(crate) fn new(addresses: Vec<SocketAddr>) -> Arc<Self> {
        Arc::new(Self { addresses, acknowledged: AtomicUsize::new(0), games: Mutex::default() })
    }

    /// Returns the instance to which a player connects after this many failed attempts.
    fn address(&self, tries: usize) -> SocketAddr {
        self.addresses[tries % self.addresses.len()]
    }

    /// Plays one game after the other until the task is dropped. A player uses only what the protocol provides: whose
    /// turn it is, and the legal moves.
    pub(crate) async fn play_for_ever(self: Arc<Self>, body: Value, over_socket: bool, mut tries: usize) {
        loop {
            let Some((seats, memory)) = self.begin(&body, &mut tries).await else { continue };
            let mut players = tokio::task::JoinSet::new();
            for (index, seat) in seats {
                let (club, memory) = (Arc::clone(&self), Arc::clone(&memory));
                players.spawn(async move {
                    if over_socket {
                        club.play_over_socket(&memory, &seat, index, tries + index).await;
                    } else {
                        club.play_over_http(&memory, &seat, index, tries + index).await;
                    }
                });
            }
            while let Some(ended) = players.join_next().await {
                ended.unwrap();
            }
        }
    }

    /// Creates a game and joins its open seat, if the server lives long enough. Returns the seats of people.
    async fn begin(&self, body: &Value, tries: &mut usize) -> Option<(Vec<(usize, Seat)>, Arc<Memory>)> {
        *tries += 1;
        let address = self.address(*tries);
        let reply = send(address, "POST", "/api/v1/games", None, body).await;
        let Some((status, created)) = reply.filter(|(status, _)| *status != 503) else {
            tokio::time::sleep(Duration::from_millis(20)).await;
            return None;
        };
        assert_eq!(status, 201, "{created}");
        let seat = Seat {
            game: created["id"].as_str().unwrap().to_owned(),
            token: created["token"].as_str().unwrap_or_default().to_owned(),
        };
        let memory = Memory::new(seat.clone());
        let mut seats = vec![(created["seat"].as_u64().unwrap_or(0) as usize, seat.clone())];
        let words = created["state"]["seats"].as_array().unwrap();
        if let Some(open) = words.iter().position(|word| word["kind"] == "open") {
            let joined = send(self.address(*tries + 1), "POST", &seat.path("/join"), None, &json!({})).await;
            let token = joined.filter(|(status, _)| *status == 200)?.1["token"].as_str().unwrap().to_owned();
            seats.push((open, Seat { token, ..seat }));
        }
        self.games.lock().unwrap().push(Arc::clone(&memory));
        Some((seats, memory))
    }

    async fn play_over_http(&self, memory: &Memory, seat: &Seat, index: usize, mut tries: usize) {
        // A move that was sent but not answered.
        let mut sent: Option<(String, usize)> = None;
        loop {
            let address = self.address(tries);
            let answer = match &sent {
                Some((mv, ply)) => seat.play(address, mv, *ply).await,
                None => send(address, "GET", &seat.path(""), None, &Value::Null).await,
            };
            let Some((status, state)) = answer.filter(|(status, _)| *status != 503) else {
                tries += 1;
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            };
            // No other client moves for this seat, so the server accepts the move, however often it is sent.
            assert_eq!(status, 200, "{} {sent:?}: {state}", seat.game);
            memory.told(&state);
            if let Some((mv, ply)) = sent.take() {
                assert_eq!(state["moves"][ply], *mv, "{mv} was sent");
                self.acknowledged.fetch_add(1, Ordering::Relaxed);
            }
            if !state["result"].is_null() {
                return;
            }
            sent = choice(&state, index);
            if sent.is_none() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    }

    async fn play_over_socket(&self, memory: &Memory, seat: &Seat, index: usize, mut tries: usize) {
        let mut sent: Option<(String, usize)> = None;
        loop {
            if let Some(mut socket) = Socket::open(self.address(tries), seat).await
                && self.talk(memory, index, &mut socket, &mut sent).await
            {
                return;
            }
            tries += 1;
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Plays over one connection; returns whether the game has ended.
    async fn talk(
        &self,
        memory: &Memory,
        index: usize,
        socket: &mut Socket,
        sent: &mut Option<(String, usize)>,
    ) -> bool {
        let (mut latest, mut next) = (Value::Null, 0);
        if let Some((mv, ply)) = &*sent {
            socket.say(&json!({ "t": "move", "n": 1, "move": mv, "ply": ply })).await;
        }
        loop {
            let Some(message) = socket.hear().await else { return false };
            match message["t"].as_str().unwrap() {
                "ok" => {
                    let (_, ply) = sent.take().unwrap();
                    next = message["ply"].as_u64().unwrap() as usize;
                    assert!(next > ply, "{message}");
                    self.acknowledged.fetch_add(1, Ordering::Relaxed);
                }
                "problem" => {
                    assert_eq!(message["status"], 503, "{} {sent:?}: {message}", memory.seat.game);
                    return false;
                }
                "state" | "moved" | "changed" => {
                    memory.told(&message["state"]);
                    latest = message["state"].clone();
                }
                _ => continue,
            }
            // States received before the answer need no reply.
            if sent.is_some() || latest["ply"].as_u64().is_none_or(|ply| (ply as usize) < next) {
                continue;
            }
            if !latest["result"].is_null() {
                return true;
            }
            *sent = choice(&latest, index);
            if let Some((mv, ply)) = &*sent {
                socket.say(&json!({ "t": "move", "n": 1, "move": mv, "ply": ply })).await;
            }
        }
    }
}

/// Returns a move for a seat, if it is its turn; not always the first one.
fn choice(state: &Value, index: usize) -> Option<(String, usize)> {
    let ply = state["ply"].as_u64().unwrap() as usize;
    let legal = state["legal"].as_array().filter(|legal| !legal.is_empty())?;
    let mv = legal[(ply * 7 + state["created"].as_u64().unwrap() as usize) % legal.len()].as_str().unwrap();
    (state["to_move"] == index).then(|| (mv.to_owned(), ply))
}

/// Starts a game between bots, with a spectator.
pub(crate) async fn bots_alone(club: &Club, address: SocketAddr) -> Arc<Memory> {
    let seat = create(address, &json!({ "game": "stacks", "seats": ["level1", "level2"] })).await;
    let memory = Memory::new(seat);
    club.games.lock().unwrap().push(Arc::clone(&memory));
    memory
}
