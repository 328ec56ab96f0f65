//! The `OpenAPI` description agrees with the server.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::Site;

/// The paths on which other programs rely.
const PROTOCOL: [(&str, &str); 24] = [
    ("get", "/api/v1/catalog"),
    ("get", "/api/v1/games"),
    ("post", "/api/v1/games"),
    ("get", "/api/v1/games/{id}"),
    ("post", "/api/v1/games/{id}/join"),
    ("post", "/api/v1/games/{id}/moves"),
    ("post", "/api/v1/games/{id}/actions"),
    ("get", "/api/v1/games/{id}/record"),
    ("get", "/api/v1/games/{id}/board.svg"),
    ("get", "/api/v1/games/{id}/board.png"),
    ("get", "/api/v1/games/{id}/live"),
    ("get", "/api/v1/position"),
    ("post", "/api/v1/analyze"),
    ("get", "/api/v1/puzzles"),
    ("get", "/api/v1/puzzles/{id}"),
    ("post", "/api/v1/puzzles/{id}/try"),
    ("get", "/api/v1/openapi.json"),
    ("get", "/healthz"),
    ("get", "/readyz"),
    ("get", "/metrics"),
    ("post", "/api/v1/review"),
    ("post", "/api/v1/studies"),
    ("get", "/api/v1/studies/{id}"),
    ("post", "/api/v1/studies/{id}"),
];

async fn described(site: &Site) -> Value {
    let reply = site.get("/api/v1/openapi.json").await;
    assert_eq!(reply.status, 200);
    assert!(reply.head.contains("content-type: application/json"), "{}", reply.head);
    reply.json()
}

fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let paths = document["paths"].as_object().unwrap();
    let of_path = |(path, methods): (&String, &Value)| -> Vec<_> {
        let methods = methods.as_object().unwrap().clone();
        methods.into_iter().map(|(method, operation)| (method, path.clone(), operation)).collect()
    };
    paths.iter().flat_map(of_path).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_of_the_protocol_is_described() {
    let site = Site::start().await;
    let document = described(&site).await;
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let operations = operations(&document);
    for (method, path) in PROTOCOL {
        assert!(operations.iter().any(|(m, p, _)| m == method && p == path), "{method} {path}");
    }
    let ids: BTreeSet<&str> =
        operations.iter().map(|(.., operation)| operation["operationId"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), operations.len(), "every request has a unique name");
}

/// Only a direct call of `route` could add a path without a description.
#[test]
fn no_request_is_added_without_a_description() {
    fn visit(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, found);
            } else {
                let text = fs::read_to_string(&path).unwrap();
                found.extend(
                    text.lines().filter(|line| line.contains(".route(")).map(|line| line.trim().to_owned()),
                );
            }
        }
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    visit(&source.join("api"), &mut found);
    assert_eq!(found, Vec::<String>::new());
    let server = fs::read_to_string(source.join("server.rs")).unwrap();
    let by_hand: Vec<&str> = server.lines().filter(|line| line.contains(".route(")).map(str::trim).collect();
    let none = ["/api", "/api/", "/api/{*rest}"];
    assert_eq!(by_hand, none.map(|path| format!(".route(\"{path}\", any(api::no_such_request))")));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_that_is_described_is_answered() {
    let site = Site::start().await;
    let game = site.create(&json!({ "game": "staqs", "seats": ["human", "human"] })).await;
    let study = site.post("/api/v1/studies", &json!({ "game": "staqs" })).await.json();
    for (method, path, operation) in operations(&described(&site).await) {
        let path = if path.contains("/studies/") {
            path.replace("{id}", study["id"].as_str().unwrap())
        } else {
            path
        };
        let path = if path.contains("/games/") { path.replace("{id}", &game.id) } else { path };
        let (path, query) = (path.replace("{id}", "staqs-1").replace("{game}", "staqs"), "?game=staqs");
        let reply =
            site.send(&method.to_uppercase(), &format!("{path}{query}"), Some(&game.token), "{}").await;
        let answer = &operation["responses"][reply.status.to_string()];
        assert!(answer.is_object(), "{method} {path}: {} is not described", reply.status);
        for (kind, _) in answer["content"].as_object().into_iter().flatten() {
            assert!(reply.head.contains(&format!("content-type: {kind}")), "{path}: {}", reply.head);
        }
        assert!(![404, 405].contains(&reply.status), "{method} {path}: {}", reply.body);
        let other = if method == "get" { "DELETE" } else { "PUT" };
        site.send(other, &path, None, "").await.problem(405);
        assert!(operation["responses"]["405"].is_object(), "{method} {path}: 405 is not described");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_that_are_no_text_are_unreadable() {
    let site = Site::start().await;
    for path in ["/api/v1/games/%ff", "/api/v1/lessons/%ff", "/api/v1/puzzles/%ff"] {
        site.get(path).await.problem(400);
    }
    let large = "x".repeat(100_000);
    site.send("POST", "/api/v1/record", None, &large).await.problem(413);
}
