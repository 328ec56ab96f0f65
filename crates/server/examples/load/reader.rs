//! A visitor of all pages that are not games in play: lists, rules, lessons, puzzles, analyses, studies and reviews.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::Outcome;
use crate::http::{get, post, post_stream};
use crate::table::{Chance, GAMES, Measurements};

/// Dropping it stops the visitor, and the reviews that they wait for.
pub(crate) struct Reader(#[expect(dead_code, reason = "it keeps the task")] JoinSet<()>);

impl Reader {
    /// Starts the visitor with this number, who looks at reviews of a game.
    pub(crate) fn start(
        number: usize,
        address: SocketAddr,
        game_id: String,
        pace: Duration,
        measurements: Arc<Measurements>,
    ) -> Self {
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut visitor = Visitor {
                address,
                game: GAMES[number % GAMES.len()],
                game_id,
                pace,
                chance: Chance::new("reader", number),
                reviews: JoinSet::new(),
                measurements: Arc::clone(&measurements),
            };
            if let Err(problem) = visitor.read(number).await {
                measurements.problem(&problem);
            }
        });
        Self(tasks)
    }
}

struct Visitor {
    address: SocketAddr,
    /// The game whose pages they read.
    game: &'static str,
    /// The id of a game on the server.
    game_id: String,
    pace: Duration,
    chance: Chance,
    reviews: JoinSet<Outcome<()>>,
    measurements: Arc<Measurements>,
}

impl Visitor {
    /// Goes from page to page until the task is dropped, starting somewhere else than the other visitors.
    async fn read(&mut self, number: usize) -> Outcome<()> {
        let game = self.game;
        let study = json!({ "title": "Load", "game": game, "nodes": [{}] });
        let study = post(self.address, "/api/v1/studies", None, &study).await?;
        let text = |name: &str| Ok::<_, &str>(study[name].as_str().ok_or("no study")?.to_owned());
        let (id, token) = (text("id")?, text("token")?);
        let mut version = 0_u32;
        for page in number.. {
            // As at the tables: the first pause is shorter, so that the visitors are not in step.
            let share = if page == number { self.chance.next() } else { 0.5 + self.chance.next() };
            tokio::time::sleep(self.pace.mul_f64(share)).await;
            match page % 10 {
                0 => self.load("/").await?,
                1 => {
                    self.load("/watch").await?;
                    self.load("/api/v1/games").await?;
                }
                2 => self.load("/puzzles").await?,
                3 => {
                    self.load(&format!("/puzzles/{game}-1")).await?;
                    let solution = format!("/api/v1/puzzles/{game}-1/solution");
                    self.send(&solution, None, &json!({ "moves": [] })).await?;
                }
                4 => {
                    self.load("/learn").await?;
                    self.load(&format!("/learn/{game}")).await?;
                    let solution = json!({ "step": 0, "moves": [], "solution": true });
                    self.send(&format!("/api/v1/lessons/{game}/try"), None, &solution).await?;
                }
                5 => self.load(&format!("/rules/{game}")).await?,
                6 => {
                    self.load(&format!("/analysis?game={game}")).await?;
                    self.load(&format!("/api/v1/position?game={game}&steps=")).await?;
                }
                7 => self.load(&format!("/studies/{id}")).await?,
                8 => {
                    let nodes = json!([{ "comment": format!("Version {version}") }]);
                    let change = json!({ "version": version, "title": "Load", "game": game, "nodes": nodes });
                    let saved = self.send(&format!("/api/v1/studies/{id}"), Some(&token), &change).await?;
                    version =
                        saved["version"].as_u64().and_then(|it| it.try_into().ok()).ok_or("no version")?;
                }
                _ => self.review().await?,
            }
        }
        Ok(())
    }

    /// Opens a review, which goes on while the visitor reads other pages.
    async fn review(&mut self) -> Outcome<()> {
        self.load(&format!("/games/{}/review", self.game_id)).await?;
        while let Some(done) = self.reviews.try_join_next() {
            done??;
        }
        let game: Value =
            serde_json::from_str(&get(self.address, &format!("/api/v1/games/{}", self.game_id)).await?)?;
        if game["ply"] != 0 {
            let (address, body) = (self.address, json!({ "id": self.game_id }));
            self.reviews.spawn(async move { post_stream(address, "/api/v1/review", &body).await });
        }
        Ok(())
    }

    async fn load(&self, path: &str) -> Outcome<()> {
        let start = Instant::now();
        get(self.address, path).await?;
        self.measurements.add_page(start.elapsed());
        Ok(())
    }

    async fn send(&self, path: &str, token: Option<&str>, body: &Value) -> Outcome<Value> {
        let start = Instant::now();
        let answer = post(self.address, path, token, body).await?;
        self.measurements.add_page(start.elapsed());
        Ok(answer)
    }
}
