//! No visitor can take resources from the others. Visitors are different addresses of the loopback interface.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use cairn_server::Limits;
use cairn_server::store::{SqliteStore, Store};
use futures_util::future::join_all;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::client::{Created, Reply, Site, within};

const OTHER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// Connects from an address.
async fn connect_from(address: Ipv4Addr, site: &Site) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((address, 0))).unwrap();
    within(socket.connect(site.address)).await.unwrap()
}

/// Sends a request from a separate address.
async fn send_from_other(site: &Site, method: &str, path: &str, body: &str) -> Reply {
    let mut stream = connect_from(OTHER, site).await;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        site.address,
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    let _ = within(stream.read_to_end(&mut bytes)).await;
    Reply::read(&bytes)
}

/// Returns the value of a metric.
async fn gauge(site: &Site, name: &str) -> usize {
    let text = send_from_other(site, "GET", "/metrics", "").await.body;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    line.unwrap_or_else(|| panic!("{name} in {text}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_of_one_address_are_limited_and_others_are_served() {
    let site = Site::with(Limits { connections: 5, ..Limits::default() }).await;
    let mut halves = Vec::new();
    for _ in 0..5 {
        let mut stream = TcpStream::connect(site.address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n").await.unwrap();
        halves.push(stream);
    }
    within(async { while gauge(&site, "cairn_connections ").await < 6 {} }).await;
    // The server accepts and closes the sixth connection without an answer.
    assert_eq!(site.get("/healthz").await.status, 0);
    assert_eq!(send_from_other(&site, "GET", "/healthz", "").await.status, 200);
    assert!(gauge(&site, "cairn_connections_rejected_total ").await >= 1);
    drop(halves);
    within(async { while site.get("/healthz").await.status != 200 {} }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_does_not_wait_for_pictures_of_another_visitor() {
    let site = Site::start().await;
    let pictures = join_all((0..40).map(|_| site.get("/api/v1/position/board.png?game=stacks")));
    let position = async {
        within(async { while gauge(&site, "cairn_pictures ").await < 30 {} }).await;
        let reply = send_from_other(&site, "GET", "/api/v1/position?game=sight", "").await;
        (reply.status, gauge(&site, "cairn_pictures ").await)
    };
    // No client waits for the pictures: the server drops queued ones when their clients disconnect.
    tokio::select! {
        (status, waiting) = position => assert!(status == 200 && waiting > 0, "{status}, {waiting}"),
        _ = pictures => panic!("all pictures came first"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_one_visitor_share_a_key_which_is_not_the_address() {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&folder.path().join("games.sqlite")).unwrap());
    let site = Site::with_store(Arc::clone(&store), Limits::default()).await;
    let body = json!({ "game": "sight:size=3", "seats": ["human", "level1"] });
    let mine = [site.create(&body).await.id, site.create(&body).await.id];
    let theirs = send_from_other(&site, "POST", "/api/v1/games", &body.to_string()).await.json();
    let creator = async |id: &str| store.game(id).await.unwrap().unwrap().row.creator.unwrap();
    let key = creator(&mine[0]).await;
    assert_eq!(key, creator(&mine[1]).await);
    assert_ne!(key, creator(theirs["id"].as_str().unwrap()).await);
    assert!(key.len() == 16 && !key.contains("127"), "{key}");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_bots_alone_wait_for_each_other_and_all_end() {
    let site = Site::start().await;
    let body = json!({ "game": "sight:size=3", "seats": ["random", "random"] });
    let games: Vec<Created> = join_all((0..20).map(|_| site.create(&body))).await;
    for game in &games {
        site.wait_for(game, |state| state["result"].is_string()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_waits_for_one_of_another_visitor_and_not_for_all() {
    let site = Site::start().await;
    let body = json!({ "game": "stlts", "seats": ["level8", "human"] });
    join_all((0..40).map(|_| site.create(&body))).await;
    let many = gauge(&site, "cairn_deep_bots ").await;
    assert!(many > 20, "{many}");
    let game = send_from_other(&site, "POST", "/api/v1/games", &body.to_string()).await.json();
    let game = Created { id: game["id"].as_str().unwrap().to_owned(), token: String::new(), reply: game };
    site.wait_for(&game, |state| state["ply"] == 1).await;
    let left = gauge(&site, "cairn_deep_bots ").await;
    assert!(left > many / 2, "{left} of {many} bots of the other visitor wait");
    site.stop().await;
}

/// Returns the moves of a long game, always the same.
fn long_game(spec: &str, plies: usize) -> Vec<String> {
    let mut session = cairn_session::open(spec, None).unwrap();
    let mut state = 1_u64;
    while session.history().len() < plies && session.outcome().is_none() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut legal = session.legal_moves();
        let mv = legal.swap_remove((state >> 33) as usize % legal.len());
        session.play(&mv).unwrap();
    }
    session.history()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_does_not_wait_for_reviews_of_another_visitor() {
    let site = Site::start().await;
    let moves = long_game("stlts:quiet=0", 400);
    assert_eq!(moves.len(), 400);
    let review = json!({ "game": "stlts:quiet=0", "moves": moves });
    // As many as there are threads.
    let reviews = join_all((0..2).map(|_| site.post("/api/v1/review", &review)));
    let analysis = async {
        within(async { while gauge(&site, "cairn_studies ").await < 2 {} }).await;
        let body = json!({ "game": "sight", "seconds": 0.1 }).to_string();
        let reply = send_from_other(&site, "POST", "/api/v1/analyze", &body).await;
        assert!(reply.body.lines().any(|line| line.contains("\"final\":true")), "{}", reply.body);
        gauge(&site, "cairn_studies ").await
    };
    tokio::select! {
        studies = analysis => assert!(studies >= 2, "both reviews go on, {studies}"),
        _ = reviews => panic!("the reviews came first"),
    }
}
