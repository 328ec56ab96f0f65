//! The web app.

use serde_json::{Value, json};

use crate::client::Site;
use crate::tump;

#[tokio::test]
async fn its_pages_are_there() {
    let site = Site::start().await;
    for path in ["/", "/new?game=tump", "/rules/tump", "/analysis?game=tump"] {
        let page = site.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.body.contains(tump().name), "{path}");
    }
    let catalog = site.get("/api/v1/catalog").await.json();
    let games = catalog["games"].as_array().unwrap();
    assert!(games.iter().any(|game| game["game"] == "tump"), "{catalog}");
    site.stop().await;
}

#[tokio::test]
async fn it_is_played_to_the_end_and_looked_back_at() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "tump:size=3", "seats": ["human", "level1"], "seed": 5 })).await;
    let mut state = game.reply["state"].clone();
    while state["result"].is_null() {
        let legal = state["legal"].as_array().unwrap();
        let (ply, mv) = (state["ply"].as_u64().unwrap() as usize, legal[0].as_str().unwrap());
        let reply = site.play(&game, mv, ply).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        state = site.wait_for(&game, |state| state["to_move"] == 0 || !state["result"].is_null()).await;
    }
    let page = site.get(&format!("/games/{}", game.id)).await;
    assert!(page.status == 200 && page.body.contains("data-site=\"a1\""), "{}", page.body);
    let record = site.get(&format!("/api/v1/games/{}/record", game.id)).await;
    assert!(record.body.starts_with("[Game \"tump:size=3\"]\n"), "{}", record.body);
    let picture = site.get(&format!("/api/v1/games/{}/board.svg", game.id)).await;
    assert!(picture.status == 200 && picture.body.starts_with("<svg"), "{}", picture.body);
    site.stop().await;
}

#[tokio::test]
async fn each_piece_of_a_mixed_stack_is_on_the_page() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "tump:size=2", "seats": ["human", "human"] })).await;
    for (ply, mv) in ["a1", "a2", "b1", "a2-a1", "b1-a1"].into_iter().enumerate() {
        let reply = site.play(&game, mv, ply).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    }
    let page = site.get(&format!("/games/{}", game.id)).await;
    for part in ["data-piece=\"pile 0 3 1,0\"", "a1, white, height 3, 1 White on 1 Black on 1 White"] {
        assert!(page.body.contains(part), "{part}: {}", page.body);
    }
    site.stop().await;
}

#[tokio::test]
async fn it_is_analysed() {
    let site = Site::start().await;
    let question = json!({ "game": "tump", "moves": [], "lines": 2, "seconds": 1 });
    let answer = site.post("/api/v1/analyze", &question).await;
    let last: Value = serde_json::from_str(answer.body.lines().last().unwrap()).unwrap();
    assert!(last["final"] == true && last["bestmove"].is_string(), "{}", answer.body);
    site.stop().await;
}
