//! Clocks continue from the stored time, even if the process is killed.

use std::time::{SystemTime, UNIX_EPOCH};

use cairn_test_support::POLL_INTERVAL;
use serde_json::json;

use super::client::{Seat, create};
use super::instance::Instance;

/// Returns the time in milliseconds, by the clock that the server uses.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

/// Returns the remaining time of the player to move in milliseconds, and the times before and after the request.
async fn left(seat: &Seat, instance: &Instance) -> (u64, u64, u64) {
    let before = now();
    let state = seat.state(instance.address).await;
    let running = state["clock"]["running"].as_u64().unwrap() as usize;
    (state["clock"]["left"][running].as_u64().unwrap(), before, now())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_go_on_from_the_stored_time() {
    let folder = tempfile::tempdir().unwrap();
    let mut instance = Instance::on_file(&folder.path().join("games.sqlite")).await;
    let body = json!({ "game": "staqs", "seats": ["human", "human"],
        "clock": { "kind": "fischer", "initial": 10_000, "increment": 0 } });
    let seat = create(instance.address, &body).await;
    // The clocks run once both players have moved.
    for (ply, mv) in ["c3", "d4"].into_iter().enumerate() {
        assert_eq!(seat.play(instance.address, mv, ply).await.unwrap().0, 200);
    }
    let (first, first_before, first_after) = left(&seat, &instance).await;
    instance.kill();
    instance.start_again().await;
    let (second, second_before, second_after) = left(&seat, &instance).await;
    let passed = first - second;
    assert!(passed >= second_before.saturating_sub(first_after), "{passed}");
    assert!(passed <= second_after.saturating_sub(first_before), "{passed}");
    let state = seat.state(instance.address).await;
    assert_eq!((&state["ply"], &state["clock"]["running"]), (&json!(2), &json!(0)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_ran_out_while_nobody_served_has_run_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut instance = Instance::on_file(&folder.path().join("games.sqlite")).await;
    let body = json!({ "game": "staqs", "seats": ["human", "human"],
        "clock": { "kind": "move", "seconds": 2 } });
    let seat = create(instance.address, &body).await;
    for (ply, mv) in ["c3", "d4"].into_iter().enumerate() {
        assert_eq!(seat.play(instance.address, mv, ply).await.unwrap().0, 200);
    }
    let moved = seat.state(instance.address).await["updated"].as_u64().unwrap();
    instance.kill();
    while now() <= moved + 2_000 {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    instance.start_again().await;
    let (status, problem) = seat.play(instance.address, "b2", 2).await.unwrap();
    assert_eq!(status, 409, "{problem}");
    let state = seat.state(instance.address).await;
    assert_eq!(
        (&state["result"], &state["reason"], &state["ply"]),
        (&json!("0-1"), &json!("time"), &json!(2))
    );
}
