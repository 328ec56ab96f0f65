//! Games over HTTP only.

use serde_json::{Value, json};

use crate::client::{Created, Site};

/// The fields that every state has.
const FIELDS: [&str; 16] = [
    "id",
    "game",
    "seats",
    "start",
    "position",
    "moves",
    "ply",
    "to_move",
    "legal",
    "result",
    "reason",
    "clock",
    "draw_offer",
    "takeback",
    "created",
    "updated",
];

async fn alone(site: &Site, game: &str) -> Created {
    site.create(&json!({ "game": game, "seats": ["human", "human"] })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_game_says_all_about_itself() {
    let site = Site::start().await;
    let reply = site.post("/api/v1/games", &json!({ "game": "staqs:size=5" })).await;
    assert_eq!(reply.status, 201);
    let value = reply.json();
    let id = value["id"].as_str().unwrap();
    assert!(reply.head.contains(&format!("location: /api/v1/games/{id}")), "{}", reply.head);
    assert_eq!((&value["seat"], value["token"].as_str().unwrap().len()), (&json!(0), 32));
    let state = &value["state"];
    for field in FIELDS {
        assert!(state.get(field).is_some(), "{field}");
    }
    assert_eq!(state["seats"][0], json!({ "kind": "human", "name": null, "bot": null }));
    assert_eq!(state["seats"][1]["kind"], "open");
    assert_eq!((&state["ply"], &state["to_move"], &state["result"]), (&json!(0), &json!(0), &Value::Null));
    assert_eq!(state["legal"].as_array().unwrap().len(), 25);
    assert_eq!(site.get(&format!("/api/v1/games/{id}")).await.json(), *state);
    site.get("/api/v1/games/nothing").await.problem(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_taken_once_in_turn_and_in_order() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "staqs", "name": "Ana" })).await;
    let other = site.join(&game, "Rui").await;
    assert_eq!((&other.reply["seat"], &other.reply["state"]["seats"][1]["name"]), (&json!(1), &json!("Rui")));
    site.post(&format!("/api/v1/games/{}/join", game.id), &json!({})).await.problem(409);

    assert!(site.play(&other, "c3", 0).await.problem(409).contains("turn"));
    site.play(&game, "c3", 1).await.problem(409);
    assert!(site.play(&game, "z9", 0).await.problem(422).contains("z9"));
    let stranger = Created { id: game.id.clone(), token: "0".repeat(32), reply: Value::Null };
    site.play(&stranger, "c3", 0).await.problem(403);
    let path = format!("/api/v1/games/{}/moves", game.id);
    site.post(&path, &json!({ "move": "c3", "ply": 0 })).await.problem(403);

    let first = site.play(&game, "c3", 0).await;
    assert_eq!(
        (first.status, &first.json()["moves"], &first.json()["ply"]),
        (200, &json!(["c3"]), &json!(1))
    );
    let again = site.play(&game, "C3", 0).await;
    assert_eq!((again.status, again.json()), (200, first.json()), "the same answer");
    site.play(&game, "d4", 0).await.problem(409);
    site.play(&other, "c3", 0).await.problem(409);
    assert_eq!(site.play(&other, "d4", 1).await.status, 200);
    let again = site.play(&game, "c3", 0).await.json();
    assert_eq!((&again["ply"], &again["moves"]), (&json!(1), &json!(["c3"])), "as the first time");
    assert_eq!(site.state(&game).await["ply"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_answer_and_games_end() {
    let site = Site::start().await;
    for (spec, bot) in [
        ("staqs:size=4", "random"),
        ("stlts", "greedy"),
        ("stac", "level1"),
        ("sight:size=4", "level2"),
        ("stacks", "random"),
    ] {
        let game = site.create(&json!({ "game": spec, "seats": ["human", bot], "seed": 7 })).await;
        let mut plies = 0;
        let end = loop {
            let state =
                site.wait_for(&game, |state| state["to_move"] == 0 || !state["result"].is_null()).await;
            if !state["result"].is_null() || plies > 60 {
                break state;
            }
            let mv = if let Some(legal) = state["legal"].as_array() {
                legal[plies * 7 % legal.len()].as_str().unwrap().to_owned()
            } else {
                let url = format!("/api/v1/games/{}/view", game.id);
                assert_eq!(site.get(&url).await.status, 200);
                cairn_session::open(spec, state["position"].as_str()).unwrap().legal_moves().swap_remove(0)
            };
            let ply = state["ply"].as_u64().unwrap() as usize;
            assert_eq!(site.play(&game, &mv, ply).await.status, 200, "{spec} {mv}");
            plies += 1;
        };
        if end["result"].is_null() {
            assert_eq!(site.act(&game, "resign").await.json()["result"], "0-1", "{spec}");
        }
        site.play(&game, "a1", 999).await.problem(409);
        let record = site.get(&format!("/api/v1/games/{}/record", game.id)).await;
        let records = cairn_session::record::read(&record.body).unwrap();
        assert_eq!(records[0].moves().len() as u64, site.state(&game).await["ply"].as_u64().unwrap());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn draws_and_takebacks_are_agreed_on() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "stac" })).await;
    let other = site.join(&game, "Rui").await;
    let mv = |state: &Value| state["legal"][0].as_str().unwrap().to_owned();
    let start = site.state(&game).await;
    site.play(&game, &mv(&start), 0).await;
    site.act(&other, "accept_draw").await.problem(409);
    assert_eq!(site.act(&game, "ask_takeback").await.json()["takeback"], 0);
    site.act(&game, "accept_takeback").await.problem(409);
    assert_eq!(site.act(&other, "decline_takeback").await.json()["takeback"], Value::Null);
    site.act(&game, "ask_takeback").await;
    let back = site.act(&other, "accept_takeback").await.json();
    assert_eq!((&back["ply"], &back["takeback"]), (&json!(0), &Value::Null));

    assert_eq!(site.act(&game, "offer_draw").await.json()["draw_offer"], 0);
    assert_eq!(site.act(&other, "decline_draw").await.json()["draw_offer"], Value::Null);
    site.act(&game, "rematch").await.problem(409);
    site.act(&other, "offer_draw").await;
    let over = site.act(&game, "accept_draw").await.json();
    assert_eq!((&over["result"], &over["legal"]), (&json!("1/2-1/2"), &json!([])));
    site.act(&game, "resign").await.problem(409);
    site.act(&game, "dance").await.problem(422);

    assert_eq!(site.act(&game, "rematch").await.json().get("rematch"), None);
    let offered = site.state(&other).await;
    assert_eq!(
        offered["rematch_wanted"],
        serde_json::json!([game.reply["seat"]]),
        "both sides see the offer"
    );
    let both = site.act(&other, "rematch").await.json();
    assert_eq!(both.get("rematch_wanted"), None);
    let next = both["rematch"].as_str().unwrap().to_owned();
    assert_eq!(site.state(&game).await["rematch"], next.as_str());
    let second = Created { id: next, token: other.token, reply: Value::Null };
    let state = site.state(&second).await;
    assert_eq!(
        (&state["seats"][0]["name"], &state["ply"]),
        (&json!("Rui"), &json!(0)),
        "the seats are swapped"
    );
    assert_eq!(site.play(&second, &mv(&state), 0).await.status, 200, "the tokens are the same");
}

#[tokio::test(flavor = "multi_thread")]
async fn against_a_bot_moves_are_taken_back_at_once() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "staqs", "seats": ["human", "random"] })).await;
    site.play(&game, "c3", 0).await;
    site.wait_for(&game, |state| state["ply"] == 2).await;
    assert_eq!(site.act(&game, "ask_takeback").await.json()["ply"], 0);
    site.act(&game, "ask_takeback").await.problem(409);
    let first = site.create(&json!({ "game": "staqs", "seats": ["random", "human"] })).await;
    assert_eq!(first.reply["seat"], 1);
    site.wait_for(&first, |state| state["ply"] == 1).await;

    let alone = alone(&site, "staqs").await;
    site.play(&alone, "c3", 0).await;
    assert_eq!(site.act(&alone, "ask_takeback").await.json()["ply"], 0, "one person does not ask themselves");
    site.play(&alone, "c3", 0).await;
    assert_eq!(site.play(&alone, "d4", 1).await.status, 200, "both seats have the same token");
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_run_and_run_out() {
    let site = Site::start().await;
    let clock = json!({ "kind": "fischer", "initial": 1, "increment": 0 });
    let game = site.create(&json!({ "game": "sight", "clock": clock })).await;
    assert_eq!(game.reply["state"]["clock"]["left"], json!([1000, 1000]));
    site.play(&game, "a1", 0).await.problem(409);
    let other = site.join(&game, "Rui").await;
    // Each clock starts with the first move of its side.
    assert_eq!(other.reply["state"]["clock"]["running"], json!(null));
    assert_eq!(site.play(&game, "a1", 0).await.json()["clock"]["running"], json!(null));
    assert_eq!(site.play(&other, "b2", 1).await.json()["clock"]["running"], 0);
    let over = site.wait_for(&game, |state| !state["result"].is_null()).await;
    assert_eq!((&over["result"], &over["clock"]["left"][0]), (&json!("0-1"), &json!(0)));
    site.play(&game, "c3", 2).await.problem(409);
    for (clock, kind) in
        [(json!({ "kind": "move", "seconds": 60 }), "move"), (json!({ "kind": "days", "days": 3 }), "days")]
    {
        let game = site.create(&json!({ "game": "stac", "seats": ["human", "human"], "clock": clock })).await;
        let clock = &game.reply["state"]["clock"];
        assert!(clock["kind"] == kind && clock["left"][0].as_u64().is_some_and(|left| left > 0), "{clock}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_requests_are_rejected_and_store_nothing() {
    let site = Site::start().await;
    for (body, word) in [
        (json!({ "game": "chess" }), "chess"),
        (json!({ "game": "staqs:size=99" }), "99"),
        (json!({ "game": "staqs", "seats": ["human"] }), "2 seats"),
        (json!({ "game": "staqs", "seats": ["human", "level9"] }), "level9"),
        (json!({ "game": "staqs", "seats": ["human", "ugi:/bin/sh"] }), "ugi"),
        (json!({ "game": "staqs", "seats": ["human", "ab:nodes=5"] }), "ab:nodes=5"),
        (json!({ "game": "staqs", "position": "nonsense" }), "nonsense"),
        (json!({ "game": "staqs", "clock": { "kind": "fischer", "initial": 0 } }), "0"),
        (json!({ "game": "staqs", "clock": { "kind": "sand" } }), "sand"),
        (json!({ "game": "staqs", "seed": -1 }), "-1"),
        (json!({ "game": 5 }), "string"),
        (json!(["staqs", null, null, null, null, null, null]), "object"),
        (json!({}), "game"),
    ] {
        let detail = site.post("/api/v1/games", &body).await.problem(422);
        assert!(detail.contains(word), "{body}: {detail}");
    }
    site.send("POST", "/api/v1/games", None, "{\"game\":").await.problem(400);
    site.send("POST", "/api/v1/games", None, "").await.problem(400);
    site.send("PUT", "/api/v1/games", None, "{}").await.problem(405);
    site.get("/api/v2/games").await.problem(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn public_games_are_listed_until_they_are_over() {
    let site = Site::start().await;
    let hidden = alone(&site, "stac").await;
    let shown = site.create(&json!({ "game": "stac", "seats": ["human", "human"], "public": true })).await;
    let ids = async || {
        let list = site.get("/api/v1/games").await.json();
        list["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| game["id"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(ids().await, std::slice::from_ref(&shown.id));
    site.act(&shown, "resign").await;
    assert!(ids().await.is_empty() && hidden.id != shown.id);
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_drawn_as_pictures() {
    let site = Site::start().await;
    let game = alone(&site, "staqs").await;
    site.play(&game, "c3", 0).await;
    let path = |rest: &str| format!("/api/v1/games/{}/{rest}", game.id);
    let svg = site.get(&path("board.svg")).await;
    assert!(svg.status == 200 && svg.head.contains("image/svg+xml") && svg.body.starts_with("<svg"));
    let dark = site.get(&path("board.svg?ply=0&theme=dark")).await;
    assert!(dark.status == 200 && dark.body != svg.body);
    let png = site.get(&path("board.png")).await;
    assert!(png.status == 200 && png.head.contains("image/png"));
    site.get(&path("board.svg?ply=2")).await.problem(404);
    site.get(&path("board.svg?theme=pink")).await.problem(422);
    site.get(&path("board.svg?ply=x")).await.problem(400);
    for path in ["/healthz", "/readyz"] {
        assert_eq!(site.get(path).await.status, 200);
    }
    assert!(site.get("/metrics").await.body.contains("cairn_moves_total 1\n"));
    let catalog = site.get("/api/v1/catalog").await.json();
    assert_eq!(
        (catalog["games"].as_array().unwrap().len(), catalog["bots"].as_array().unwrap().len()),
        (5, 11)
    );
}
