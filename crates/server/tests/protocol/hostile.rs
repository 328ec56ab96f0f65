//! Hostile and malformed requests.

use cairn_server::Limits;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Reply, Site, within};

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

/// The server rejects a request that announces too large a body before the client sends it.
#[tokio::test(flavor = "multi_thread")]
async fn oversized_bodies_are_rejected_before_they_arrive() {
    let site = Site::start().await;
    for (announced, expect) in [(65_537_u64, ""), (99_999_999_999, ""), (100_000, "Expect: 100-continue\r\n")]
    {
        let head =
            format!("POST /api/v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: {announced}\r\n{expect}\r\n");
        site.send_raw(&head).await.problem(413);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rejections_name_the_offending_value() {
    let site = Site::start().await;
    for (body, word) in [
        (json!({ "game": null }), "game: "),
        (json!({ "game": "staqs", "seats": ["human", 5] }), "seats[1]: "),
        (json!({ "game": "staqs", "clock": { "kind": "fischer", "initial": 2.5 } }), "clock: "),
        (json!({ "game": "staqs", "clock": ["fischer", 300, 5] }), "clock: "),
        (json!({ "game": "staqs", "seed": -1 }), "seed: "),
    ] {
        let detail = site.post("/api/v1/games", &body).await.problem(422);
        assert!(detail.starts_with(word), "{body}: {detail}");
    }
    let detail = site.post("/api/v1/games", &json!({})).await.problem(422);
    assert!(detail.starts_with("missing field `game`"), "{detail}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_move_sent_by_a_hundred_is_made_once() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "staqs", "seats": ["human", "human"] })).await;
    for (ply, mv) in ["c3", "d4", "b2"].iter().enumerate() {
        let moves = (0..100).map(|_| site.play(&game, mv, ply));
        let replies: Vec<_> = futures_util::stream::iter(moves).buffer_unordered(50).collect().await;
        for reply in replies {
            assert_eq!((reply.status, &reply.json()["ply"]), (200, &json!(ply + 1)));
        }
        assert_eq!(site.state(&game).await["ply"], ply + 1);
    }
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
async fn a_client_over_its_limit_is_rejected_and_others_are_not() {
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
async fn rejections_are_in_the_language_of_the_request() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "staqs", "seats": ["human", "human"] })).await;
    let refusal = async |action: &str, language: &str| {
        let body = json!({ "action": action }).to_string();
        let request = format!(
            "POST /api/v1/games/{}/actions HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {}\r\n\
             Accept-Language: {language}\r\nContent-Length: {}\r\n\r\n{body}",
            game.id,
            game.token,
            body.len()
        );
        site.send_raw(&request).await.problem(409)
    };
    for action in ["accept_draw", "decline_takeback", "ask_takeback", "rematch"] {
        let (english, portuguese) = (refusal(action, "en").await, refusal(action, "pt").await);
        assert_ne!(english, portuguese, "{action}");
    }
    assert_eq!(refusal("ask_takeback", "pt").await, "não há nada para desfazer");
    // The game continues after a rejected command.
    assert_eq!(site.play(&game, "c3", 0).await.status, 200);
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
    for path in ["/api", "/api/", "/api/v2/games", "/api/v1/games/"] {
        site.get(path).await.problem(404);
    }
    let name = "<script>alert(1)</script>\u{202e}\u{1b}[31m";
    let game = site.create(&json!({ "game": "staqs", "seats": ["human", "human"], "name": name })).await;
    let kept = site.state(&game).await["seats"][0]["name"].as_str().unwrap().to_owned();
    assert_eq!(kept, "<script>alert(1)</script> [31m");
    let record = site.get(&format!("/api/v1/games/{}/record", game.id)).await;
    assert!(record.head.contains("text/plain") && record.head.contains("nosniff"), "{}", record.head);
}

#[tokio::test(flavor = "multi_thread")]
async fn incomplete_requests_and_slow_readers_disturb_no_other_client() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "staqs", "seats": ["human", "human"] })).await;
    let mut halves = Vec::new();
    for _ in 0..50 {
        let mut stream = TcpStream::connect(site.address).await.unwrap();
        stream.write_all(b"POST /api/v1/games HTTP/1.1\r\nHost: x\r\n").await.unwrap();
        halves.push(stream);
    }
    let mut half_bodies = Vec::new();
    for _ in 0..50 {
        let mut stream = TcpStream::connect(site.address).await.unwrap();
        let head = "POST /api/v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 16\r\n\r\n{\"game\":";
        stream.write_all(head.as_bytes()).await.unwrap();
        half_bodies.push(stream);
    }
    // These sockets never read.
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
    // The server closes an incomplete request; if its head was complete, it first answers with 408.
    let mut bytes = Vec::new();
    let cut = within(halves[0].read_to_end(&mut bytes)).await;
    assert!(cut.is_ok());
    bytes.clear();
    let cut = within(half_bodies[0].read_to_end(&mut bytes)).await;
    assert!(cut.is_ok());
    Reply::read(&bytes).problem(408);
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
