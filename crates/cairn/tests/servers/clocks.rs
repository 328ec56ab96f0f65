//! Clocks continue from the stored time, whatever happens to the process.

use std::time::{Duration, Instant};

use serde_json::json;

use super::client::{Seat, create};
use super::instance::Instance;

/// The remaining time of the player to move in milliseconds, and the moments before and after the request.
async fn left(seat: &Seat, instance: &Instance) -> (u64, Instant, Instant) {
    let before = Instant::now();
    let state = seat.state(instance.address).await;
    let running = state["clock"]["running"].as_u64().unwrap() as usize;
    (state["clock"]["left"][running].as_u64().unwrap(), before, Instant::now())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_go_on_from_the_stored_time() {
    let folder = tempfile::tempdir().unwrap();
    let mut instance = Instance::on_file(&folder.path().join("games.sqlite")).await;
    let body = json!({ "game": "staqs", "seats": ["human", "human"],
        "clock": { "kind": "fischer", "initial": 10_000, "increment": 0 } });
    let seat = create(instance.address, &body).await;
    assert_eq!(seat.play(instance.address, "c3", 0).await.unwrap().0, 200);
    let (first, first_before, first_after) = left(&seat, &instance).await;
    instance.kill();
    tokio::time::sleep(Duration::from_millis(300)).await;
    instance.start_again().await;
    let (second, second_before, second_after) = left(&seat, &instance).await;
    // Both clocks count the same time, in whole milliseconds.
    let passed = u128::from(first - second);
    assert!(passed + 2 >= (second_before - first_after).as_millis(), "{passed}");
    assert!(passed <= (second_after - first_before).as_millis() + 2, "{passed}");
    let state = seat.state(instance.address).await;
    assert_eq!((&state["ply"], &state["clock"]["running"]), (&json!(1), &json!(1)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_ran_out_while_nobody_served_has_run_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut instance = Instance::on_file(&folder.path().join("games.sqlite")).await;
    let body = json!({ "game": "staqs", "seats": ["human", "human"],
        "clock": { "kind": "move", "seconds": 2 } });
    let seat = create(instance.address, &body).await;
    instance.kill();
    tokio::time::sleep(Duration::from_millis(2_100)).await;
    instance.start_again().await;
    let (status, problem) = seat.play(instance.address, "c3", 0).await.unwrap();
    assert_eq!(status, 409, "{problem}");
    let state = seat.state(instance.address).await;
    assert_eq!(
        (&state["result"], &state["reason"], &state["ply"]),
        (&json!("0-1"), &json!("time"), &json!(0))
    );
}
