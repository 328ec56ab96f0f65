//! Tests of the stateless part of the protocol, as programs use it.

use std::sync::{Arc, LazyLock};

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use axum::{Extension, Router};
use cairn_coach::puzzle;
use cairn_rules::games::ALL;
use cairn_texts::Texts;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::router;
use crate::api::Client;
use crate::pool::Pool;

/// Returns the routes, with threads for computations.
fn study() -> Router {
    static POOL: LazyLock<Arc<Pool>> = LazyLock::new(|| Pool::start(1).unwrap());
    let client = Client::new([127, 0, 0, 1].into(), Texts::default(), &POOL);
    router::<()>().split_for_parts().0.layer(Extension(client))
}

async fn answer(request: Request<Body>) -> (StatusCode, Value) {
    let response = study().oneshot(request).await.unwrap();
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

async fn get(path: &str) -> (StatusCode, Value) {
    answer(Request::get(format!("/api/v1/{path}")).body(Body::empty()).unwrap()).await
}

async fn post(path: &str, body: &Value) -> (StatusCode, Value) {
    answer(Request::post(format!("/api/v1/{path}")).body(Body::from(body.to_string())).unwrap()).await
}

#[tokio::test]
async fn a_position_has_its_board_its_moves_and_its_turn() {
    let (status, seen) = get("position?game=staqs:size=4&moves=a1,b2").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!((&seen["ply"], &seen["to_move"], &seen["result"]), (&json!(2), &json!(0), &Value::Null));
    assert_eq!(seen["moves"], json!(["a1", "b2"]));
    assert!(seen["legal"].as_array().unwrap().len() > 3);
    assert!(seen["svg"].as_str().unwrap().contains("data-site=\"a1\""));
    assert!(seen["turn"]["steps"][0]["kind"] == "site" && seen["turn"]["taken"] == json!([]));
    let (_, step) = get("position?game=stac&steps=a4").await;
    assert_eq!(step["turn"]["finished"], Value::Null);
    assert!(step["turn"]["steps"].as_array().unwrap().iter().any(|step| step["kind"] == "button"));
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_with_its_reason() {
    for (path, status, word) in [
        ("position?game=chess", StatusCode::UNPROCESSABLE_ENTITY, "chess"),
        ("position?game=staqs&moves=z9", StatusCode::UNPROCESSABLE_ENTITY, "z9"),
        ("position?game=staqs&position=nonsense", StatusCode::UNPROCESSABLE_ENTITY, "nonsense"),
        ("position?game=staqs&steps=z9", StatusCode::UNPROCESSABLE_ENTITY, "z9"),
        ("position", StatusCode::BAD_REQUEST, "game"),
        ("puzzles?game=chess", StatusCode::UNPROCESSABLE_ENTITY, "chess"),
        ("puzzles/nothing-1", StatusCode::NOT_FOUND, "nothing-1"),
        ("lessons/chess", StatusCode::NOT_FOUND, "chess"),
        ("position/board.svg?game=staqs&theme=pink", StatusCode::UNPROCESSABLE_ENTITY, "pink"),
    ] {
        let (found, problem) = get(path).await;
        assert_eq!(found, status, "{path}");
        assert!(problem["detail"].as_str().unwrap().contains(word), "{path}: {problem}");
    }
    for (path, body, status) in [
        ("puzzles/staqs-1/try", json!({"moves": []}), StatusCode::UNPROCESSABLE_ENTITY),
        ("puzzles/staqs-1/try", json!({"moves": 7}), StatusCode::UNPROCESSABLE_ENTITY),
        ("lessons/staqs/try", json!({"step": 99, "site": "a1"}), StatusCode::UNPROCESSABLE_ENTITY),
        ("lessons/staqs/try", json!({"step": 0}), StatusCode::UNPROCESSABLE_ENTITY),
        ("record", json!("no record"), StatusCode::UNPROCESSABLE_ENTITY),
    ] {
        assert_eq!(post(path, &body).await.0, status, "{path} {body}");
    }
    let broken = Request::post("/api/v1/puzzles/staqs-1/try").body(Body::from("{")).unwrap();
    assert_eq!(answer(broken).await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_puzzle_is_solved_by_its_solution() {
    let (_, list) = get("puzzles").await;
    assert_eq!(list["puzzles"].as_array().unwrap().len(), puzzle::all().len());
    let (_, today) = get("puzzles/today").await;
    assert!(puzzle::find(today["id"].as_str().unwrap()).is_some());
    for info in ALL {
        let id = puzzle::of(info)[0].id;
        let mut moves: Vec<Value> = Vec::new();
        loop {
            let (_, solution) = post(&format!("puzzles/{id}/solution"), &json!({"moves": moves})).await;
            moves.push(solution["moves"][0].clone());
            let (status, judged) = post(&format!("puzzles/{id}/try"), &json!({"moves": moves})).await;
            assert_eq!(status, StatusCode::OK, "{id} {judged}");
            if judged["verdict"] == "solved" {
                break;
            }
            assert_eq!(judged["verdict"], "right", "{id}");
        }
        moves.push(moves[0].clone());
        assert_eq!(
            post(&format!("puzzles/{id}/try"), &json!({"moves": moves})).await.0,
            StatusCode::CONFLICT
        );
    }
}

#[tokio::test]
async fn records_are_written_and_read() {
    let request = Request::get("/api/v1/position/record?game=sight&moves=").body(Body::empty()).unwrap();
    let response = study().oneshot(request).await.unwrap();
    let text = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let read = Request::post("/api/v1/record").body(Body::from(text)).unwrap();
    let (status, record) = answer(read).await;
    assert_eq!((status, &record["game"], &record["moves"]), (StatusCode::OK, &json!("sight"), &json!([])));
    let picture = Request::get("/api/v1/position/board.png?game=sight").body(Body::empty()).unwrap();
    let response = study().oneshot(picture).await.unwrap();
    assert_eq!(response.headers()["content-type"], "image/png");
}
