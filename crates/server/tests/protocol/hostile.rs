//! Visitors who mean harm, and those who are merely confused.

use std::time::Duration;

use cairn_server::Limits;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Site, within};

#[tokio::test(flavor = "multi_thread")]
async fn too_much_at_once_is_refused() {
    let site = Site::start().await;
    let large = format!("{{\"game\":\"{}\"}}", "x".repeat(1_000_000));
    site.send("POST", "/api/v1/games", None, &large).await.problem(413);
    let deep = "[".repeat(20_000);
    site.send("POST", "/api/v1/games", None, &deep).await.problem(400);
    let game = site.create(&json!({ "game": "staqs" })).await;
    let mut socket = site.socket(&game).await;
    socket.hello(None).await;
    let _ = socket.0.send(Message::text("x".repeat(1_000_000))).await;
    let end = within(async { while let Some(Ok(_)) = socket.0.next().await {} });
    end.await;
    assert_eq!(site.state(&game).await["ply"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_on_a_socket_is_answered_and_floods_end_it() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "staqs" })).await;
    let mut socket = site.socket(&game).await;
    for (text, status) in [
        ("{", 400),
        ("null", 422),
        ("{\"t\":\"dance\"}", 422),
        ("{\"t\":\"move\",\"n\":1}", 422),
        ("{\"t\":\"move\",\"n\":\"one\",\"move\":\"c3\",\"ply\":0}", 422),
        ("{\"t\":\"move\",\"n\":1,\"move\":\"c3\",\"ply\":-1}", 422),
        ("{\"t\":\"action\",\"n\":1,\"action\":\"win\"}", 422),
        ("{\"t\":\"steps\",\"n\":1,\"taken\":[\"<script>\"]}", 422),
    ] {
        socket.0.send(Message::text(text)).await.unwrap();
        let problem = socket.hear_of("problem").await;
        assert_eq!(problem["status"], status, "{text}: {problem}");
    }
    for _ in 0..200 {
        if socket.0.send(Message::text("{\"t\":\"ping\"}")).await.is_err() {
            break;
        }
    }
    within(async { while let Some(Ok(_)) = socket.0.next().await {} }).await;
    assert_eq!(site.state(&game).await["ply"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_may_not_write() {
    let site = Site::start().await;
    let host = site.address;
    let ask = |origin: &str| {
        let body = "{\"game\":\"staqs\"}";
        format!(
            "POST /api/v1/games HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    site.send_raw(&ask("https://evil.example")).await.problem(403);
    site.send_raw(&ask("null")).await.problem(403);
    assert_eq!(site.send_raw(&ask(&format!("http://{host}"))).await.status, 201);
    let game = site.create(&json!({ "game": "staqs" })).await;
    let upgrade = format!(
        "GET /api/v1/games/{}/live HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        game.id
    );
    site.send_raw(&upgrade).await.problem(403);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_too_often_waits_and_others_do_not() {
    let limits = Limits { requests: 1, burst: 20, games: 5, sockets: 3, ..Limits::default() };
    let site = Site::with(limits).await;
    let game = site.create(&json!({ "game": "staqs" })).await;
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(site.socket(&game).await);
    }
    let url = format!("ws://{}/api/v1/games/{}/live", site.address, game.id);
    assert!(tokio_tungstenite::connect_async(url).await.is_err());
    let mut refused = 0;
    for _ in 0..10 {
        refused += u32::from(site.post("/api/v1/games", &json!({ "game": "staqs" })).await.status == 429);
    }
    assert!(refused >= 6, "{refused}");
    let mut status = 200;
    for _ in 0..30 {
        status = site.get("/api/v1/catalog").await.status;
    }
    assert_eq!(status, 429);
    assert_eq!(site.get("/healthz").await.status, 200, "health is never limited");
}

#[tokio::test(flavor = "multi_thread")]
async fn tricks_with_paths_and_names_lead_nowhere() {
    let site = Site::start().await;
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/api/v1/games/..%2f..%2fx",
        "/api/v1/games/%00",
        "/api/v1/games/'%20or%201=1",
    ] {
        assert_eq!(site.get(path).await.status, 404, "{path}");
    }
    let name = "<script>alert(1)</script>\u{202e}\u{1b}[31m";
    let game = site.create(&json!({ "game": "staqs", "seats": ["human", "human"], "name": name })).await;
    let kept = site.state(&game).await["seats"][0]["name"].as_str().unwrap().to_owned();
    assert!(kept.contains("<script>") && !kept.contains('\u{1b}') && !kept.contains('\u{202e}'), "{kept:?}");
    let record = site.get(&format!("/api/v1/games/{}/record", game.id)).await;
    assert!(record.head.contains("text/plain") && record.head.contains("nosniff"), "{}", record.head);
}

#[tokio::test(flavor = "multi_thread")]
async fn half_requests_and_slow_readers_disturb_nobody() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "staqs", "seats": ["human", "human"] })).await;
    let mut halves = Vec::new();
    for _ in 0..50 {
        let mut stream = TcpStream::connect(site.address).await.unwrap();
        stream.write_all(b"POST /api/v1/games HTTP/1.1\r\nHost: x\r\n").await.unwrap();
        halves.push(stream);
    }
    // Sockets that never read.
    let mut deaf = Vec::new();
    for _ in 0..20 {
        let mut socket = site.socket(&game).await;
        socket.say(&json!({ "t": "hello", "token": null, "ply": 0, "view": true })).await;
        deaf.push(socket);
    }
    let mut reader = site.socket(&game).await;
    reader.hello(None).await;
    for (ply, mv) in ["c3", "d4", "b2"].iter().enumerate() {
        assert_eq!(site.play(&game, mv, ply).await.status, 200);
        assert_eq!(reader.hear_of("moved").await["ply"], ply + 1);
    }
    // A request that never ends is cut off.
    let mut bytes = Vec::new();
    let cut = tokio::time::timeout(Duration::from_secs(30), halves[0].read_to_end(&mut bytes)).await;
    assert!(cut.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_joins_give_one_seat() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "staqs" })).await;
    let path = format!("/api/v1/games/{}/join", game.id);
    let body = json!({ "name": "me" });
    let joins = (0..1_000).map(|_| site.post(&path, &body));
    let replies: Vec<u16> =
        futures_util::stream::iter(joins).buffer_unordered(50).map(|reply| reply.status).collect().await;
    assert_eq!(replies.iter().filter(|status| **status == 200).count(), 1);
    assert_eq!(replies.iter().filter(|status| **status == 409).count(), 999);
}
