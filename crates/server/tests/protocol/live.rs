//! Games over sockets.

use serde_json::{Value, json};

use crate::client::Site;

#[tokio::test(flavor = "multi_thread")]
async fn two_play_over_sockets_and_one_watches() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "staqs" })).await;
    let (mut white, mut black, mut watcher) =
        (site.socket(&game).await, site.socket(&game).await, site.socket(&game).await);
    let state = white.hello(Some(&game.token)).await;
    assert_eq!((&state["state"]["ply"], state.get("view")), (&json!(0), None));
    watcher.hello(None).await;
    black.hello(None).await;
    let other = site.join(&game, "Rui").await;
    assert_eq!(watcher.hear_of("changed").await["state"]["seats"][1]["name"], "Rui");
    black.hello(Some(&other.token)).await;

    white.say(&json!({ "t": "move", "n": 1, "move": "c3", "ply": 0 })).await;
    assert_eq!(white.hear_of("ok").await["n"], 1);
    for socket in [&mut black, &mut watcher] {
        let moved = socket.hear_of("moved").await;
        assert_eq!((&moved["ply"], &moved["move"], &moved["by"]), (&json!(1), &json!("c3"), &json!(0)));
        assert_eq!(moved["state"]["moves"], json!(["c3"]));
    }
    for (socket, mv, ply, status) in
        [(&mut watcher, "d4", 1, 403), (&mut white, "d4", 1, 409), (&mut black, "c9", 1, 422)]
    {
        socket.say(&json!({ "t": "move", "n": 5, "move": mv, "ply": ply })).await;
        let problem = socket.hear_of("problem").await;
        assert_eq!((&problem["n"], &problem["status"]), (&json!(5), &json!(status)), "{problem}");
    }
    black.say(&json!({ "t": "action", "n": 2, "action": "resign" })).await;
    assert_eq!(black.hear_of("ok").await["n"], 2);
    assert_eq!(watcher.hear_of("changed").await["state"]["result"], "1-0");
    white.say(&json!({ "t": "ping" })).await;
    white.hear_of("pong").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_built_step_by_step() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "stac", "seats": ["human", "human"] })).await;
    let mut socket = site.socket(&game).await;
    socket.say(&json!({ "t": "hello", "token": game.token, "ply": 0, "view": true })).await;
    let view = socket.hear_of("state").await["view"].clone();
    assert!(view["svg"].as_str().unwrap().starts_with("<svg") && view["prompt"].is_string(), "{view}");
    let mut steps = async |taken: Value| {
        socket.say(&json!({ "t": "steps", "n": 3, "taken": taken })).await;
        loop {
            let answer = socket.hear().await;
            if answer["n"] == 3 {
                return answer;
            }
        }
    };
    let first = steps(json!([])).await;
    assert!(
        first["steps"].as_array().unwrap().iter().any(|step| step["step"] == "a4" && step["kind"] == "site")
    );
    let second = steps(json!(["a4"])).await;
    assert_eq!(second["prompt"], "Carry the disc to a4 and make a pair, or just walk there?");
    assert_eq!(second["steps"][1]["step"], "walk");
    assert_eq!(steps(json!(["a4", "walk"])).await["finished"], "a1-a4");
    let refused = steps(json!(["b2"])).await;
    assert_eq!(
        (&refused["status"], &refused["detail"]),
        (&json!(422), &json!("a pawn moves along its row or its column"))
    );
    assert_eq!(steps(json!(["a4", "fly"])).await["status"], 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_is_seen_thinking_and_moving() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "sight", "seats": ["human", "level3"], "seed": 3 })).await;
    let mut socket = site.socket(&game).await;
    let state = socket.hello(Some(&game.token)).await;
    let mv = state["state"]["legal"][0].clone();
    socket.say(&json!({ "t": "move", "n": 1, "move": mv, "ply": 0 })).await;
    assert_eq!(socket.hear_of("thinking").await["by"], 1);
    let moved = socket.hear_of("moved").await;
    assert_eq!((&moved["by"], &moved["ply"]), (&json!(1), &json!(2)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let site = Site::on(&file, cairn_server::Limits::default()).await;
    let game = site.create(&json!({ "game": "staqs", "seats": ["human", "random"] })).await;
    let mut socket = site.socket(&game).await;
    socket.hello(None).await;
    site.play(&game, "c3", 0).await;
    let before = site.wait_for(&game, |state| state["ply"] == 2).await;
    site.stop().await;
    let end = loop {
        match futures_util::StreamExt::next(&mut socket.0).await {
            Some(Ok(tokio_tungstenite::tungstenite::Message::Close(frame))) => break frame,
            Some(Ok(_)) => {}
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(u16::from(end.unwrap().code), 1001);
    let site = Site::on(&file, cairn_server::Limits::default()).await;
    assert_eq!(site.state(&game).await, before);
    let mv = before["legal"][0].as_str().unwrap();
    assert_eq!(site.play(&game, mv, 2).await.status, 200);
    site.wait_for(&game, |state| state["ply"] == 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn updates_older_than_the_last_snapshot_are_skipped() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "staqs:size=10", "seats": ["human", "human"] })).await;
    let mut sockets = Vec::new();
    for _ in 0..4 {
        let mut socket = site.socket(&game).await;
        socket.hello(None).await;
        sockets.push(socket);
    }
    for ply in 0..25 {
        let legal = site.state(&game).await["legal"].clone();
        // The server stores and broadcasts a move while the clients send `hello`.
        let hello = json!({ "t": "hello", "token": null, "ply": ply });
        let asked = async {
            for socket in &mut sockets {
                socket.say(&hello).await;
                socket.say(&hello).await;
            }
        };
        let (reply, ()) = tokio::join!(site.play(&game, legal[0].as_str().unwrap(), ply), asked);
        assert_eq!(reply.status, 200, "{}", reply.body);
        for socket in &mut sockets {
            let (mut latest, mut states) = (ply as u64, 0);
            while states < 2 || latest <= ply as u64 {
                let message = socket.hear().await;
                let is_state = message["t"] == "state";
                states += u64::from(is_state);
                let now = message["state"]["ply"].as_u64().unwrap();
                assert!(now > latest || (is_state && now == latest), "ply {now} after {latest}: {message}");
                latest = now;
            }
        }
    }
}
