//! Games of three and four people.

use serde_json::{Value, json};

use crate::client::{Created, Site};

/// Creates a game of staqs with this many people, who have all joined.
async fn people(site: &Site, count: usize, clock: Value) -> Vec<Created> {
    let game = format!("staqs:players={count}");
    let mut people = vec![site.create(&json!({ "game": game, "name": "0", "clock": clock })).await];
    for seat in 1..count {
        let joined = site.join(&people[0], &seat.to_string()).await;
        assert_eq!(joined.reply["seat"], seat);
        people.push(joined);
    }
    site.post(&format!("/api/v1/games/{}/join", people[0].id), &json!({})).await.problem(409);
    people
}

/// Creates a game of three in which the creator has the first two seats.
async fn two_seats_and_one(site: &Site) -> (Created, Created) {
    let seats = json!(["human", "human", "open"]);
    let two = site.create(&json!({ "game": "staqs:players=3", "seats": seats })).await;
    let one = site.join(&two, "Rui").await;
    assert_eq!(one.reply["seat"], 2);
    (two, one)
}

/// Plays the first legal move as each of these people in turn.
async fn play(site: &Site, people: &[&Created]) -> Value {
    let mut state = site.state(people[0]).await;
    for person in people {
        let ply = state["ply"].as_u64().unwrap() as usize;
        let reply = site.play(person, state["legal"][0].as_str().unwrap(), ply).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        state = reply.json();
    }
    state
}

async fn act(site: &Site, person: &Created, action: &str) -> Value {
    let reply = site.act(person, action).await;
    assert_eq!(reply.status, 200, "{action}: {}", reply.body);
    reply.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn three_and_four_players_take_turns_and_a_resignation_loses() {
    let site = Site::start().await;
    for count in [3, 4] {
        let people = people(&site, count, Value::Null).await;
        let mut state = site.state(&people[0]).await;
        for ply in 0..2 * count {
            let legal = state["legal"][0].as_str().unwrap().to_owned();
            for (seat, person) in people.iter().enumerate().filter(|(seat, _)| *seat != ply % count) {
                assert!(site.play(person, &legal, ply).await.problem(409).contains("turn"), "{seat}");
            }
            let reply = site.play(&people[ply % count], &legal, ply).await;
            assert_eq!(reply.status, 200, "{}", reply.body);
            state = reply.json();
        }
        let over = act(&site, &people[1], "resign").await;
        let result = if count == 3 { "1/2-0-1/2" } else { "1/2-0-1/2-1/2" };
        assert_eq!((&over["result"], &over["reason"]), (&json!(result), &json!("resignation")));
        site.act(&people[0], "resign").await.problem(409);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_needs_all_players_and_one_can_decline() {
    let site = Site::start().await;
    let people = people(&site, 3, Value::Null).await;
    let [a, b, c] = &people[..] else { unreachable!() };
    play(&site, &[a]).await;
    let asked = act(&site, a, "ask_takeback").await;
    assert_eq!((&asked["takeback"], &asked["takeback_pending"]), (&json!(0), &json!([1, 2])));
    let one = act(&site, c, "accept_takeback").await;
    assert_eq!((&one["ply"], &one["takeback_pending"]), (&json!(1), &json!([1])), "the other is asked too");
    assert_eq!(act(&site, c, "accept_takeback").await, one, "the same answer again changes nothing");
    let both = act(&site, b, "accept_takeback").await;
    assert_eq!(
        (&both["ply"], &both["takeback"], both.get("takeback_pending")),
        (&json!(0), &Value::Null, None)
    );

    play(&site, &[a, b]).await;
    act(&site, a, "ask_takeback").await;
    act(&site, b, "accept_takeback").await;
    let declined = act(&site, c, "decline_takeback").await;
    assert_eq!((&declined["ply"], &declined["takeback"]), (&json!(2), &Value::Null));
    site.act(&people[1], "accept_takeback").await.problem(409);
    // The server takes back two plies, to the turn of the player who asked.
    for (person, action) in [(a, "ask_takeback"), (b, "accept_takeback"), (c, "accept_takeback")] {
        act(&site, person, action).await;
    }
    assert_eq!(site.state(a).await["ply"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_needs_everybody() {
    let site = Site::start().await;
    let people = people(&site, 4, Value::Null).await;
    let offered = act(&site, &people[2], "offer_draw").await;
    assert_eq!((&offered["draw_offer"], &offered["draw_pending"]), (&json!(2), &json!([0, 1, 3])));
    site.act(&people[2], "accept_draw").await.problem(409);
    act(&site, &people[3], "accept_draw").await;
    assert_eq!(act(&site, &people[0], "decline_draw").await["draw_offer"], Value::Null);
    act(&site, &people[2], "offer_draw").await;
    for person in [3, 0] {
        assert_eq!(act(&site, &people[person], "accept_draw").await["result"], Value::Null);
    }
    // A player who offers a draw accepts the pending offer.
    assert_eq!(act(&site, &people[1], "offer_draw").await["reason"], "agreement");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_with_two_seats_needs_the_third_and_is_not_asked_twice() {
    let site = Site::start().await;
    let (two, one) = two_seats_and_one(&site).await;
    play(&site, &[&two, &two]).await;
    let asked = act(&site, &two, "ask_takeback").await;
    assert_eq!(
        (&asked["ply"], &asked["takeback"], &asked["takeback_pending"]),
        (&json!(2), &json!(1), &json!([2])),
        "not without the other, and not by asking themselves"
    );
    site.act(&two, "accept_takeback").await.problem(409);
    assert_eq!(act(&site, &one, "accept_takeback").await["ply"], 1);
    play(&site, &[&two, &one]).await;
    assert_eq!(act(&site, &one, "ask_takeback").await["takeback_pending"], json!([0, 1]));
    assert_eq!(act(&site, &two, "accept_takeback").await["ply"], 2, "for both seats at once");

    let offered = act(&site, &two, "offer_draw").await;
    assert_eq!(offered["draw_pending"], json!([2]));
    site.act(&two, "accept_draw").await.problem(409);
    act(&site, &one, "decline_draw").await;
    assert_eq!(act(&site, &one, "offer_draw").await["draw_pending"], json!([0, 1]));
    let over = act(&site, &two, "accept_draw").await;
    assert_eq!((&over["result"], &over["reason"]), (&json!("1/2-1/2-1/2"), &json!("agreement")));
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_agree_to_takebacks_and_people_are_asked() {
    let site = Site::start().await;
    let seats = json!(["human", "random", "open"]);
    let a = site.create(&json!({ "game": "staqs:players=3", "seats": seats })).await;
    let b = site.join(&a, "Rui").await;
    play(&site, &[&a]).await;
    site.wait_for(&a, |state| state["ply"] == 2).await;
    assert_eq!(act(&site, &a, "ask_takeback").await["takeback_pending"], json!([2]));
    assert_eq!(act(&site, &b, "accept_takeback").await["ply"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_has_the_seats_that_the_server_announced() {
    let site = Site::start().await;
    let people = people(&site, 4, Value::Null).await;
    let mut watcher = site.socket(&people[0]).await;
    watcher.hello(None).await;
    act(&site, &people[0], "resign").await;
    for person in &people[..3] {
        let waiting = act(&site, person, "rematch").await;
        assert_eq!((waiting.get("rematch"), waiting.get("rematch_seats")), (None, None));
    }
    let mut last = site.socket(&people[0]).await;
    last.hello(Some(&people[3].token)).await;
    last.say(&json!({ "t": "action", "n": 1, "action": "rematch" })).await;
    let answer = last.hear_of("ok").await;
    let state = site.state(&people[0]).await;
    assert_eq!((&answer["rematch"], &answer["rematch_seats"]), (&state["rematch"], &state["rematch_seats"]));
    let told = loop {
        let changed = watcher.hear_of("changed").await["state"].clone();
        if changed["rematch"].is_string() {
            break changed;
        }
    };
    let id = told["rematch"].as_str().unwrap().to_owned();
    let seats: Vec<usize> = serde_json::from_value(told["rematch_seats"].clone()).unwrap();
    for ply in 0..4 {
        let player = seats.iter().position(|seat| *seat == ply).unwrap();
        let next = Created { id: id.clone(), token: people[player].token.clone(), reply: Value::Null };
        let state = site.state(&next).await;
        assert_eq!(state["seats"][ply]["name"], player.to_string());
        let reply = site.play(&next, state["legal"][0].as_str().unwrap(), ply).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_start_when_all_have_joined_and_a_late_player_loses() {
    let site = Site::start().await;
    let clock = json!({ "kind": "fischer", "initial": 1, "increment": 0 });
    let first = site.create(&json!({ "game": "staqs:players=3", "clock": clock })).await;
    let second = site.join(&first, "1").await;
    site.play(&first, "a1", 0).await.problem(409);
    assert_eq!(site.state(&first).await["clock"]["running"], Value::Null);
    let last = site.join(&first, "2").await;
    assert_eq!(last.reply["state"]["clock"]["running"], Value::Null);
    // Each clock starts with the first move of its player.
    for (ply, (player, mv)) in [(&first, "a1"), (&second, "b1"), (&last, "c1")].into_iter().enumerate() {
        assert_eq!(site.play(player, mv, ply).await.status, 200);
    }
    assert_eq!(site.state(&first).await["clock"]["running"], 0);
    let over = site.wait_for(&first, |state| !state["result"].is_null()).await;
    assert_eq!((&over["result"], &over["reason"]), (&json!("0-1/2-1/2"), &json!("time")));

    let clock = json!({ "kind": "days", "days": 3 });
    let people = people(&site, 3, clock).await;
    let state = play(&site, &[&people[0], &people[1], &people[2], &people[0], &people[1]]).await;
    assert_eq!(
        (&state["clock"]["running"], state["clock"]["left"].as_array().unwrap().len()),
        (&json!(2), 3)
    );
}
