//! Kills instances at random moments while people play each other and bots, over HTTP and over sockets.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::client::within;
use super::instance::Instance;
use super::players::{Club, bots_alone};
use super::private_server::place;

/// The default number of kills per test.
const KILLS: usize = 20;

/// Random numbers (`SplitMix64`).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }
}

fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number")))
}

/// Lists pairs of players: the game, and whether they use a socket.
fn tables() -> Vec<(Value, bool)> {
    let clock = json!({ "kind": "fischer", "initial": 10_000, "increment": 5 });
    vec![
        (json!({ "game": "staqs", "seats": ["human", "open"] }), false),
        (json!({ "game": "sight", "seats": ["open", "human"], "clock": clock }), true),
        (json!({ "game": "staqs:size=5", "seats": ["human", "level1"] }), true),
        (json!({ "game": "sight", "seats": ["level2", "human"], "clock": clock }), false),
        (json!({ "game": "stlts", "seats": ["human", "random"] }), true),
        (json!({ "game": "stac", "seats": ["human", "greedy"] }), false),
    ]
}

/// Kills instances, one at a time, while a club plays on all of them.
async fn kill_at_random(mut instances: Vec<Instance>) {
    let kills = variable("CAIRN_KILLS").map_or(KILLS, |kills| kills as usize);
    let seed = variable("CAIRN_KILL_SEED").unwrap_or_else(|| RandomState::new().hash_one(0));
    println!("CAIRN_KILL_SEED={seed}");
    let mut chance = Chance(seed);
    let club = Club::new(instances.iter().map(|instance| instance.address).collect());
    let mut tasks = JoinSet::new();
    for (number, (body, over_socket)) in tables().into_iter().enumerate() {
        tasks.spawn(Arc::clone(&club).play_for_ever(body, over_socket, number));
    }
    let mut bots = bots_alone(&club, instances[0].address).await;
    for kill in 0..kills {
        let wanted = club.acknowledged.load(Ordering::Relaxed) + chance.below(40);
        goes_on(&format!("{wanted} moves before kill {kill}"), &mut tasks, || {
            club.acknowledged.load(Ordering::Relaxed) >= wanted
        })
        .await;
        tokio::time::sleep(Duration::from_micros(chance.below(20_000) as u64)).await;
        let victim = chance.below(instances.len());
        instances[victim].kill();
        if instances.len() > 1 {
            // The game continues on the other instance for a while.
            let wanted = club.acknowledged.load(Ordering::Relaxed) + chance.below(20);
            goes_on(&format!("{wanted} moves after kill {kill}"), &mut tasks, || {
                club.acknowledged.load(Ordering::Relaxed) >= wanted
            })
            .await;
        }
        instances[victim].start_again().await;
        let address = instances[victim].address;
        let games = club.games.lock().unwrap().clone();
        // Finished games no longer change, so the last ones are enough.
        for memory in games.iter().rev().take(20) {
            memory.check(address).await;
        }
        // Interrupted bots think again.
        let before = bots.plies();
        within("a move of bots alone", async {
            while bots.plies() == before {
                let state = bots.seat.state(address).await;
                bots.told(&state);
                if !state["result"].is_null() {
                    bots = bots_alone(&club, address).await;
                    return;
                }
            }
        })
        .await;
    }
    let wanted = club.acknowledged.load(Ordering::Relaxed) + 60;
    goes_on("moves in the end", &mut tasks, || club.acknowledged.load(Ordering::Relaxed) >= wanted).await;
    tasks.shutdown().await;
    let games = club.games.lock().unwrap().clone();
    for instance in &mut instances {
        instance.kill();
        instance.start_again().await;
        for memory in &games {
            memory.check(instance.address).await;
        }
    }
    println!("{} moves in {} games", club.acknowledged.load(Ordering::Relaxed), games.len());
}

/// Waits until a condition holds, while all players continue. An error that a player finds fails the test.
async fn goes_on(what: &str, tasks: &mut JoinSet<()>, is_true: impl Fn() -> bool) {
    within(what, async {
        while !is_true() {
            tokio::select! {
                Some(ended) = tasks.join_next() => ended.unwrap(),
                () = tokio::time::sleep(Duration::from_millis(2)) => {}
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_the_only_instance_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let instance = Instance::on_file(&folder.path().join("games.sqlite")).await;
    kill_at_random(vec![instance]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_one_of_two_instances_is_killed() {
    let Some(place) = place().await else { return };
    let instances = vec![Instance::start(&place.url).await, Instance::start(&place.url).await];
    kill_at_random(instances).await;
}
