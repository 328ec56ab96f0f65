//! Two instances on one PostgreSQL.

use serde_json::{Value, json};

use super::client::{Seat, Socket, create, within};
use super::instance::Instance;
use super::private_server::{Place, place};

/// Two instances, and the guard of their database.
struct Pair {
    one: Instance,
    two: Instance,
    _place: Place,
}

/// Starts two instances; `None` if there is no PostgreSQL.
async fn pair() -> Option<Pair> {
    let place = place().await?;
    let (one, two) = (Instance::start(&place.url).await, Instance::start(&place.url).await);
    Some(Pair { one, two, _place: place })
}

/// Returns one of the legal moves.
fn legal(state: &Value, choice: usize) -> String {
    let legal = state["legal"].as_array().filter(|legal| !legal.is_empty());
    let legal = legal.unwrap_or_else(|| panic!("nothing to choose from in {state}"));
    legal[choice % legal.len()].as_str().unwrap().to_owned()
}

async fn listen(instance: &Instance, seat: &Seat) -> Socket {
    let mut socket = Socket::open(instance.address, seat).await.unwrap();
    socket.hear_of("state").await;
    socket
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_on_different_instances_see_each_other() {
    let Some(Pair { one, two, _place }) = pair().await else { return };
    let white = create(one.address, &json!({ "game": "staqs" })).await;
    let mut watcher = listen(&two, &Seat { token: String::new(), ..white.clone() }).await;
    let black = white.join(two.address).await;
    assert_eq!(watcher.hear_of("changed").await["state"]["seats"][1]["kind"], "human");
    let mut sockets = [listen(&one, &white).await, listen(&two, &black).await];
    let mut state = white.state(two.address).await;
    for ply in 0..12 {
        let mv = legal(&state, ply);
        let message = json!({ "t": "move", "n": ply, "move": mv, "ply": ply });
        sockets[ply % 2].say(&message).await.unwrap();
        assert_eq!(sockets[ply % 2].hear_of("ok").await["ply"], ply + 1);
        // The players also received their own previous move.
        let mut moved = sockets[(ply + 1) % 2].hear_of("moved").await;
        while moved["ply"] != ply + 1 {
            moved = sockets[(ply + 1) % 2].hear_of("moved").await;
        }
        assert_eq!(moved["move"], mv);
        assert_eq!(watcher.hear_of("moved").await["move"], mv);
        state = moved["state"].clone();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_has_acknowledged_the_other_knows_at_once() {
    let Some(Pair { one, two, _place }) = pair().await else { return };
    let seat = create(one.address, &json!({ "game": "staqs", "seats": ["human", "human"] })).await;
    // Both instances have the game in memory, and a listener.
    let _sockets = (listen(&one, &seat).await, listen(&two, &seat).await);
    let mut state = seat.state(one.address).await;
    for ply in 0..20 {
        let (here, there) = if ply % 2 == 0 { (&one, &two) } else { (&two, &one) };
        let mv = legal(&state, ply);
        let (status, answer) = seat.play(here.address, &mv, ply).await.unwrap();
        assert_eq!(status, 200, "{answer}");
        // Repeats the move on the other instance.
        let (status, again) = seat.play(there.address, &mv, ply).await.unwrap();
        assert_eq!((status, &again["moves"]), (200, &answer["moves"]));
        state = answer;
        assert_eq!(seat.state(there.address).await["moves"], state["moves"]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_moves_at_once_one_is_accepted() {
    let Some(Pair { one, two, _place }) = pair().await else { return };
    let seat = create(one.address, &json!({ "game": "staqs", "seats": ["human", "human"] })).await;
    let mut state = seat.state(two.address).await;
    for ply in 0..24 {
        // Every third time both players choose the same move.
        let (first, second) = (legal(&state, 0), legal(&state, usize::from(ply % 3 > 0)));
        let (here, there) =
            tokio::join!(seat.play(one.address, &first, ply), seat.play(two.address, &second, ply));
        let (here, there) = (here.unwrap(), there.unwrap());
        let winner = match (here.0, there.0) {
            (200, 200) if first == second => {
                assert_eq!(here.1["moves"], there.1["moves"]);
                first
            }
            (200, 409) if first != second => first,
            (409, 200) if first != second => second,
            _ => panic!("ply {ply}: {first} {here:?}, {second} {there:?}"),
        };
        state = seat.state(one.address).await;
        assert_eq!((&state["ply"], &state["moves"][ply]), (&json!(ply + 1), &json!(winner)));
        assert_eq!(seat.state(two.address).await["moves"], state["moves"]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_other_instance_goes_on_with_the_thought_of_a_bot() {
    let Some(Pair { one, two, _place }) = pair().await else { return };
    let mut instances = [one, two];
    let seat = create(instances[0].address, &json!({ "game": "staqs", "seats": ["human", "level8"] })).await;
    let mut state = seat.state(instances[0].address).await;
    for round in 0..3 {
        let ply = state["ply"].as_u64().unwrap() as usize;
        let mut sockets = [listen(&instances[0], &seat).await, listen(&instances[1], &seat).await];
        let mv = legal(&state, ply);
        let message = json!({ "t": "move", "n": 1, "move": mv, "ply": ply });
        sockets[round % 2].say(&message).await.unwrap();
        // Either instance may run the bot. It has begun to think, and the person may have been answered or not.
        let [first, second] = &mut sockets;
        let thinking = tokio::select! {
            _ = first.hear_of("thinking") => 0,
            _ = second.hear_of("thinking") => 1,
        };
        instances[thinking].kill();
        let other = &instances[1 - thinking];
        let (status, answer) = seat.play(other.address, &mv, ply).await.unwrap();
        assert_eq!((status, &answer["moves"][ply]), (200, &json!(mv)));
        let mut socket = Socket::open(other.address, &seat).await.unwrap();
        state = within("the move of the bot", async {
            loop {
                let message = socket.hear().await.unwrap();
                if message["state"]["ply"].as_u64().is_some_and(|now| now as usize >= ply + 2) {
                    return message["state"].clone();
                }
            }
        })
        .await;
        assert_eq!((&state["ply"], &state["moves"][ply]), (&json!(ply + 2), &json!(mv)));
        instances[thinking].start_again().await;
        assert_eq!(seat.state(instances[thinking].address).await["moves"], state["moves"]);
    }
}
