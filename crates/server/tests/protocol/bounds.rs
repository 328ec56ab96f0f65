//! The server releases memory that visitors have used.

use cairn_server::Limits;
use futures_util::{StreamExt, stream};
use serde_json::json;

use crate::client::{Created, Site, within};

/// The number of unused games that stay in memory.
const IDLE: usize = 40;

async fn site() -> Site {
    Site::with(Limits { requests: 0, games: 0, sockets: 0, cached_games: IDLE, ..Limits::default() }).await
}

/// Returns the value of a metric.
async fn gauge(site: &Site, name: &str) -> usize {
    let text = site.get("/metrics").await.body;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    line.unwrap_or_else(|| panic!("{name} in {text}"))
}

async fn loaded(site: &Site) -> usize {
    gauge(site, "cairn_games_in_memory ").await
}

/// Creates games, several at a time.
async fn create(site: &Site, count: usize, clock: &serde_json::Value) -> Vec<Created> {
    let body = json!({ "game": "staqs", "seats": ["human", "human"], "clock": clock });
    stream::iter(0..count).map(|_| site.create(&body)).buffer_unordered(16).collect().await
}

#[tokio::test(flavor = "multi_thread")]
async fn unused_games_leave_memory() {
    let site = site().await;
    let games = create(&site, 1_000, &json!({ "kind": "days", "days": 3 })).await;
    assert!(loaded(&site).await <= IDLE + 16, "{}", loaded(&site).await);
    // All games still exist.
    for game in games.iter().step_by(100) {
        assert_eq!(site.play(game, "c3", 0).await.status, 200);
        assert_eq!(site.state(game).await["ply"], 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_are_not_there_leave_nothing() {
    let site = site().await;
    stream::iter(0..500)
        .for_each_concurrent(16, async |id| {
            let game = Created { id: format!("nothing{id}"), token: String::new(), reply: json!(null) };
            assert_eq!(site.get(&format!("/api/v1/games/{}", game.id)).await.status, 404);
            assert_eq!(site.play(&game, "c3", 0).await.status, 404);
        })
        .await;
    assert_eq!(loaded(&site).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_stay_in_memory_while_they_have_listeners() {
    let site = site().await;
    let games = create(&site, 2 * IDLE, &json!(null)).await;
    let mut sockets = Vec::new();
    for game in &games {
        let mut socket = site.socket(game).await;
        socket.hello(None).await;
        sockets.push(socket);
    }
    create(&site, 200, &json!(null)).await;
    let used = loaded(&site).await;
    assert!((games.len()..=games.len() + IDLE + 16).contains(&used), "{used}");
    // Every listener still receives the moves of its game.
    for (game, socket) in games.iter().zip(&mut sockets) {
        assert_eq!(site.play(game, "c3", 0).await.status, 200);
        assert_eq!(socket.hear_of("moved").await["ply"], 1);
    }
    drop(sockets);
    within(async { while gauge(&site, "cairn_sockets ").await > 0 {} }).await;
    create(&site, 400, &json!(null)).await;
    assert!(loaded(&site).await <= IDLE + 16, "{}", loaded(&site).await);
}
