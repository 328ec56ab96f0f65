//! Repeated, rejected and excessive draw offers and take-back requests.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use cairn_server::Limits;
use cairn_server::store::{SqliteStore, Store};
use serde_json::{Value, json};

use crate::client::{Created, Site};
use crate::test_store::TestStore;

struct Counting {
    site: Site,
    store: Arc<TestStore>,
    _folder: tempfile::TempDir,
}

impl Counting {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(TestStore::new(SqliteStore::open(&folder.path().join("games.sqlite")).unwrap()));
        let limits = Limits { requests: 0, games: 0, ..Limits::default() };
        let site = Site::with_store(Arc::clone(&store) as Arc<dyn Store>, limits).await;
        Self { site, store, _folder: folder }
    }

    async fn entries(&self, game: &Created) -> usize {
        self.store.store.entries(&game.id, 0).await.unwrap().len()
    }

    /// Creates a game of two people after this many moves.
    async fn game(&self, spec: &str, clock: Value, plies: usize) -> (Created, Created) {
        let first = self.site.create(&json!({ "game": spec, "clock": clock })).await;
        let second = self.site.join(&first, "Rui").await;
        for ply in 0..plies {
            let state = self.site.state(&first).await;
            let mover = if state["to_move"] == 0 { &first } else { &second };
            assert_eq!(self.site.play(mover, state["legal"][0].as_str().unwrap(), ply).await.status, 200);
        }
        (first, second)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rejected_command_stores_nothing_and_the_game_stays_in_memory() {
    let counting = Counting::start().await;
    let (first, second) = counting.game("stac", Value::Null, 1).await;
    let site = &counting.site;
    let (reads, entries) = (counting.store.reads.load(Ordering::Relaxed), counting.entries(&first).await);
    for (person, action) in [
        (&first, "accept_draw"),
        (&first, "decline_draw"),
        (&second, "accept_takeback"),
        (&second, "decline_takeback"),
        (&second, "ask_takeback"),
        (&first, "rematch"),
    ] {
        site.act(person, action).await.problem(409);
    }
    for mv in ["a1-a1", "nonsense"] {
        site.play(&second, mv, 1).await.problem(422);
    }
    site.act(&first, "offer_draw").await;
    site.act(&first, "accept_draw").await.problem(409);
    site.act(&second, "accept_draw").await;
    for action in ["offer_draw", "accept_draw", "ask_takeback", "accept_takeback", "resign"] {
        site.act(&first, action).await.problem(409);
    }
    assert_eq!(counting.entries(&first).await, entries + 2);
    assert_eq!(counting.store.reads.load(Ordering::Relaxed), reads, "the game was never read again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pending_offer_is_neither_repeated_nor_replaced() {
    let counting = Counting::start().await;
    let (first, second) = counting.game("stac", Value::Null, 2).await;
    let site = &counting.site;
    let mut watcher = site.socket(&first).await;
    watcher.hello(None).await;
    let asked = site.act(&first, "ask_takeback").await.json();
    let offered = site.act(&first, "offer_draw").await.json();
    assert_eq!((&asked["takeback"], &offered["draw_offer"]), (&json!(0), &json!(0)));
    let entries = counting.entries(&first).await;
    for _ in 0..5 {
        for action in ["ask_takeback", "offer_draw"] {
            let again = site.act(&first, action).await;
            assert_eq!((again.status, again.json()), (200, offered.clone()), "as the first time");
        }
    }
    assert!(site.act(&second, "ask_takeback").await.problem(409).contains("pending"));
    assert_eq!(counting.entries(&first).await, entries, "nothing is stored");
    let back = site.act(&second, "accept_takeback").await.json();
    assert_eq!(back["ply"], 0, "that of the player who asked first");
    for takeback in [json!(0), json!(0), Value::Null] {
        assert_eq!(watcher.hear_of("changed").await["state"]["takeback"], takeback, "nothing else is sent");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_asks_only_so_often_in_one_position() {
    let counting = Counting::start().await;
    let (first, second) = counting.game("stac", Value::Null, 1).await;
    let site = &counting.site;
    for (ask, decline) in [("ask_takeback", "decline_takeback"), ("offer_draw", "decline_draw")] {
        for _ in 0..3 {
            assert_eq!(site.act(&first, ask).await.status, 200);
            assert_eq!(site.act(&second, decline).await.status, 200);
        }
        assert!(site.act(&first, ask).await.problem(409).contains("3 times"));
    }
    assert_eq!(site.act(&second, "offer_draw").await.status, 200, "the others may");
    assert_eq!(site.act(&first, "decline_draw").await.status, 200);
    let state = site.state(&first).await;
    site.play(&second, state["legal"][0].as_str().unwrap(), 1).await;
    assert_eq!(site.act(&first, "offer_draw").await.status, 200, "in a new position they count anew");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_full_of_offers_can_be_played_on() {
    let counting = Counting::start().await;
    let clock = json!({ "kind": "days", "days": 3 });
    let (first, second) = counting.game("stac:repetition=off,quiet=0", clock, 0).await;
    let site = &counting.site;
    let (mut offers, mut ply) = (0, 0);
    let walk = |ply: usize| ["a1-a2", "e5-e4", "a2-a1", "e4-e5"][ply % 4];
    let refused = 'fill: loop {
        for _ in 0..3 {
            let offer = site.act(&first, "offer_draw").await;
            if offer.status != 200 {
                break 'fill offer.problem(409);
            }
            assert_eq!(site.act(&second, "decline_draw").await.status, 200, "a pending one can be answered");
            offers += 2;
        }
        let mover = if ply % 2 == 0 { &first } else { &second };
        assert_eq!(site.play(mover, walk(ply), ply).await.status, 200);
        ply += 1;
    };
    assert!(refused.contains("too many"), "{refused}");
    assert_eq!(offers, 1_000);
    site.act(&first, "ask_takeback").await.problem(409);
    let (mover, other) = if ply % 2 == 0 { (&first, &second) } else { (&second, &first) };
    assert_eq!(site.play(mover, walk(ply), ply).await.status, 200);
    assert_eq!(site.act(other, "resign").await.json()["reason"], "resignation");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_its_move_while_offers_arrive() {
    let site = Site::start().await;
    // On a busy machine the bot may answer before the offer arrives, so the test retries, in another game if necessary.
    let start = async |seed: u64| {
        let game = site.create(&json!({ "game": "stac", "seats": ["human", "level5"], "seed": seed })).await;
        let mut socket = site.socket(&game).await;
        let state = socket.hello(Some(&game.token)).await["state"].clone();
        (socket, state)
    };
    let mut games = 0;
    let (mut socket, mut state) = start(games).await;
    let mut arrived_while_thinking = false;
    while !arrived_while_thinking {
        if !state["result"].is_null() {
            games += 1;
            assert!(games < 100, "no offer arrived while the bot was thinking");
            (socket, state) = start(games).await;
        }
        let ply = state["ply"].as_u64().unwrap();
        socket.say(&json!({ "t": "move", "n": 1, "move": state["legal"][0], "ply": ply })).await;
        socket.hear_of("thinking").await;
        socket.say(&json!({ "t": "action", "n": 2, "action": "offer_draw" })).await;
        loop {
            let message = socket.hear().await;
            assert_ne!(message["t"], "thinking", "the bot restarts");
            arrived_while_thinking |= message["t"] == "changed" && message["state"]["ply"] == ply + 1;
            if message["t"] == "moved" && message["by"] == 1 {
                state = message["state"].clone();
                break;
            }
        }
    }
}
