//! Analysis without a game.

use serde_json::{Value, json};

use crate::client::Site;

fn lines(body: &str) -> Vec<Value> {
    body.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_reports_and_ends() {
    let site = Site::start().await;
    let body = json!({ "game": "sight:size=4", "moves": ["a1"], "lines": 2, "seconds": 1 });
    let reply = site.post("/api/v1/analyze", &body).await;
    assert!(reply.status == 200 && reply.head.contains("application/x-ndjson"), "{}", reply.head);
    let lines = lines(&reply.body);
    let last = lines.last().unwrap();
    assert_eq!(lines.iter().filter(|line| line["final"] == true).count(), 1);
    assert!(
        last["final"] == true && last["bestmove"].is_string() && last["lines"].as_array().unwrap().len() == 2,
        "{last}"
    );
    for (body, word) in [
        (json!({ "game": "go" }), "go"),
        (json!({ "game": "sight", "moves": ["z9"] }), "z9"),
        (json!({ "game": "sight", "lines": 6 }), "5"),
        (json!({ "game": "sight", "seconds": 0 }), "0"),
        (json!({ "game": "sight", "seconds": 1e9 }), "60"),
    ] {
        let detail = site.post("/api/v1/analyze", &body).await.problem(422);
        assert!(detail.contains(word), "{detail}");
    }
}

/// The search ends before its time because the loss is proven, not because there is one legal move.
#[tokio::test(flavor = "multi_thread")]
async fn a_position_with_one_legal_move_is_analyzed_in_depth() {
    let site = Site::start().await;
    let position = "w1,b1,1,w1,b2/1,w2,w1,b1,1/w4,w1,w2,1,b1/w1,w2,b1,b2,b2/w2,b1,b2,b2,1 w";
    let body = json!({ "game": "sight", "position": position, "seconds": 60 });
    let reply = site.post("/api/v1/analyze", &body).await;
    let last = lines(&reply.body).pop().unwrap();
    assert!(last["final"] == true && last["value"] == "loss" && last["plies"] == 4, "{last}");
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_move_while_many_analyse() {
    let site = Site::start().await;
    let body = json!({ "game": "staqs", "lines": 3, "seconds": 2 });
    let studies = async {
        let studies = (0..50).map(|_| site.post("/api/v1/analyze", &body));
        futures_util::future::join_all(studies).await
    };
    let game = async {
        let game = site.create(&json!({ "game": "staqs", "seats": ["human", "level3"] })).await;
        for ply in [0, 2, 4] {
            let state = site.wait_for(&game, |state| state["ply"] == ply).await;
            site.play(&game, state["legal"][0].as_str().unwrap(), ply).await;
        }
        site.wait_for(&game, |state| state["ply"] == 6).await
    };
    let (studies, game) = tokio::join!(studies, game);
    assert_eq!(game["ply"], 6);
    for study in studies {
        assert!(study.status == 200 && lines(&study.body).last().unwrap()["final"] == true, "{}", study.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_reviewed() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "sight:size=3", "seats": ["human", "human"] })).await;
    site.post("/api/v1/review", &json!({ "id": game.id })).await.problem(422);
    site.post("/api/v1/review", &json!({})).await.problem(422);
    site.post("/api/v1/review", &json!({ "id": "nothing" })).await.problem(404);
    for (ply, mv) in ["a1", "c3", "b2"].iter().enumerate() {
        assert_eq!(site.play(&game, mv, ply).await.status, 200);
    }
    let body = json!({ "game": "sight:size=3", "moves": ["a1", "c3", "b2"] });
    for body in [json!({ "id": game.id }), body] {
        let reply = site.post("/api/v1/review", &body).await;
        let lines = lines(&reply.body);
        let last = lines.last().unwrap();
        assert!(last["final"] == true && last["graph"].as_str().unwrap().starts_with("<svg"), "{last}");
        assert_eq!(last["words"].as_array().unwrap().len(), 3);
    }
}
