//! Studies: anyone can read them, only the author can change them, and their size and number are limited.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use cairn_server::Limits;
use cairn_server::store::{SqliteStore, Store};
use cairn_server::transfer::{self, ImportReport};
use serde_json::{Value, json};

use crate::client::{Reply, Site, within};

/// Returns a study with a variation, a comment, an arrow and a marked square.
fn study() -> Value {
    json!({ "title": "First steps", "game": "staqs:size=4", "nodes": [
        { "parent": 0, "move": "", "comment": "The start.", "squares": ["a1"] },
        { "parent": 0, "move": "a1" },
        { "parent": 1, "move": "b2", "comment": "<script>alert(1)</script>\nline", "arrows": [["a1", "b2"]] },
        { "parent": 0, "move": "c3" },
    ] })
}

async fn created(site: &Site, study: &Value) -> (String, String, Value) {
    let reply = site.post("/api/v1/studies", study).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    let body = reply.json();
    let (id, token) = (body["id"].as_str().unwrap().to_owned(), body["token"].as_str().unwrap().to_owned());
    assert!(reply.head.contains(&format!("location: /api/v1/studies/{id}")), "{}", reply.head);
    (id, token, body["study"].clone())
}

async fn change(site: &Site, id: &str, token: &str, version: u64, study: &Value) -> Reply {
    let mut body = study.clone();
    body["version"] = version.into();
    site.post_as(token, &format!("/api/v1/studies/{id}"), &body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn anyone_reads_a_study_and_its_author_changes_it() {
    let site = Site::start().await;
    let (id, token, stored) = created(&site, &study()).await;
    assert!(!stored.to_string().contains(&token));
    let path = format!("/api/v1/studies/{id}");
    let read = site.get(&path).await.json();
    assert_eq!((&read, &read["nodes"]), (&stored, &study()["nodes"]));

    let mut next = study();
    next["title"] = json!("Second steps");
    next["nodes"][3]["move"] = json!("D4");
    site.send("POST", &path, None, &json!({ "version": 0, "game": "staqs" }).to_string()).await.problem(403);
    change(&site, &id, "0123456789abcdef0123456789abcdef", 0, &next).await.problem(403);
    assert_eq!(change(&site, &id, &token, 0, &next).await.json()["version"], 1);
    let read = site.get(&path).await.json();
    assert_eq!(
        json!([read["title"], read["version"], read["nodes"][3]["move"]]),
        json!(["Second steps", 1, "d4"])
    );
    change(&site, &id, &token, 0, &study()).await.problem(409);
    change(&site, "none", &token, 0, &next).await.problem(404);
    site.get("/api/v1/studies/none").await.problem(404);
    let detail =
        change(&site, &id, &token, 1, &json!({ "game": "staqs", "nodes": [{}, { "move": "z9" }] })).await;
    assert!(detail.problem(422).contains("node 1"));
    assert_eq!(site.get(&path).await.json(), read, "a rejected change changes nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_a_study_escapes_it() {
    let site = Site::start().await;
    let mut hostile = study();
    hostile["title"] = json!("</script><script>alert(1)</script>\u{202e}");
    let (id, token, _) = created(&site, &hostile).await;
    let page = site.get(&format!("/studies/{id}")).await;
    assert_eq!(page.status, 200);
    assert!(!page.body.contains("<script>alert") && !page.body.contains('\u{202e}'));
    assert!(page.body.contains("\\u003cscript>alert(1)") && !page.body.contains(&token));
    assert_eq!(site.get("/studies/none").await.status, 404);
}

/// Builds a study of `count` nodes, including the start: all moves from the start, then all replies, and so on.
fn large(count: usize) -> Value {
    let mut nodes = vec![json!({ "parent": 0, "move": "" })];
    let mut open = VecDeque::from([(0, cairn_session::open("sight:size=9", None).unwrap())]);
    while let Some((parent, session)) = open.pop_front() {
        for mv in session.legal_moves() {
            if nodes.len() == count {
                return json!({ "title": "Large", "game": "sight:size=9", "nodes": nodes });
            }
            let mut after = session.fork();
            after.play(&mv).unwrap();
            open.push_back((nodes.len(), after));
            nodes.push(json!({ "parent": parent, "move": mv }));
        }
    }
    panic!("the game has fewer moves")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_of_ten_thousand_moves_is_stored_and_one_more_is_refused() {
    let site = Site::start().await;
    let all = large(10_001);
    let started = Instant::now();
    let (id, token, stored) = created(&site, &all).await;
    let made = started.elapsed();
    assert_eq!(stored["nodes"].as_array().unwrap().len(), 10_001);
    let started = Instant::now();
    assert_eq!(site.get(&format!("/api/v1/studies/{id}")).await.json()["nodes"], all["nodes"]);
    let read = started.elapsed();
    let started = Instant::now();
    assert_eq!(change(&site, &id, &token, 0, &all).await.status, 200);
    eprintln!("10,000 moves: created in {made:?}, read in {read:?}, changed in {:?}", started.elapsed());
    let mut more = all.clone();
    more["nodes"].as_array_mut().unwrap().push(json!({ "parent": 0, "move": "a1" }));
    let detail = site.post("/api/v1/studies", &more).await.problem(422);
    assert!(detail.contains("10000"), "{detail}");
    let huge = json!({ "game": "staqs", "title": "x".repeat(2_000_000) });
    site.post("/api/v1/studies", &huge).await.problem(413);
    site.post("/api/v1/games", &json!({ "game": "staqs", "name": "x".repeat(200_000) })).await.problem(413);
}

#[tokio::test(flavor = "multi_thread")]
async fn studies_are_limited_for_each_client() {
    let limits = || Limits { requests: 0, games: 0, studies: 0, study_kib: 0, ..Limits::default() };
    let site = Site::with(Limits { studies: 2, ..limits() }).await;
    created(&site, &study()).await;
    let (id, token, _) = created(&site, &study()).await;
    site.post("/api/v1/studies", &study()).await.problem(429);
    assert_eq!(change(&site, &id, &token, 0, &study()).await.status, 200);

    let site = Site::with(Limits { study_kib: 3, ..limits() }).await;
    let (id, token, _) = created(&site, &study()).await;
    assert_eq!(change(&site, &id, &token, 0, &study()).await.status, 200);
    assert_eq!(change(&site, &id, &token, 1, &study()).await.status, 200);
    change(&site, &id, &token, 2, &study()).await.problem(429);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_contains_studies_and_an_import_brings_them_back() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    let site = Site::on(&old, Limits::default()).await;
    let (id, token, stored) = created(&site, &study()).await;
    change(&site, &id, &token, 0, &study()).await;
    site.create(&json!({ "game": "stac" })).await;
    site.stop().await;

    let store = within(async {
        // A stopped server releases its file after a moment.
        loop {
            match SqliteStore::open(&old) {
                Ok(store) => return store,
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    })
    .await;
    let mut text = String::new();
    let write = |record: &str| -> Result<(), cairn_server::store::StoreError> {
        text += record;
        Ok(())
    };
    assert_eq!(transfer::export(&store, write).await.unwrap(), 2);
    assert!(text.contains("[Study ") && text.contains("1. a1 b2"), "{text}");
    let copy = SqliteStore::open(&new).unwrap();
    let imported = transfer::import(&copy, text.as_bytes()).await.unwrap();
    assert_eq!(imported, ImportReport { added: 2, known: 0 });
    assert_eq!(transfer::import(&copy, text.as_bytes()).await.unwrap(), ImportReport { added: 0, known: 2 });
    assert_eq!(copy.studies().study(&id).await.unwrap(), store.studies().study(&id).await.unwrap());
    let damaged = text.replace("1. a1 b2", "1. a1 b3");
    assert!(transfer::import(&copy, damaged.as_bytes()).await.is_err());
    drop(copy);
    let site = Site::on(&new, Limits::default()).await;
    assert_eq!(site.get(&format!("/api/v1/studies/{id}")).await.json()["nodes"], stored["nodes"]);
    assert_eq!(
        change(&site, &id, &token, 1, &study()).await.status,
        200,
        "the author's token is still valid"
    );
}
