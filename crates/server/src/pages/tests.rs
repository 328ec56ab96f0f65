//! Tests that every page has its address, and that pages and files are compressed and cached.

use std::io::Read as _;
use std::sync::{Arc, LazyLock};

use axum::Extension;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, Request, StatusCode, header};
use cairn_rules::games::ALL;
use cairn_texts::Texts;
use flate2::read::GzDecoder;
use serde_json::json;
use tower::ServiceExt;

use super::{assets, compressed, game_router, not_found, router};
use crate::api::Client;
use crate::app::{App, Config, Database, Limits};
use crate::pool::Pool;

async fn get(path: &str, cookie: &str) -> (StatusCode, HeaderMap, String) {
    let (status, headers, body) = get_with(path, &[(header::COOKIE, cookie)]).await;
    (status, headers, String::from_utf8(body).unwrap())
}

/// Threads for computations.
static POOL: LazyLock<Arc<Pool>> = LazyLock::new(|| Pool::start(1).unwrap());

async fn get_with(path: &str, headers: &[(HeaderName, &str)]) -> (StatusCode, HeaderMap, Vec<u8>) {
    let mut request = Request::get(path).header(header::HOST, "cairn.example");
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    let client = Client::new([127, 0, 0, 1].into(), Texts::default(), &POOL);
    let router = compressed(router::<()>().fallback(not_found)).layer(Extension(client));
    let response = router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, headers, body.to_vec())
}

fn all_pages() -> Vec<String> {
    let mut pages: Vec<String> = [
        "/",
        "/new",
        "/watch",
        "/analysis",
        "/puzzles",
        "/puzzles/staqs-1",
        "/learn",
        "/rules",
        "/saved",
        "/settings",
    ]
    .map(str::to_owned)
    .to_vec();
    for info in ALL {
        for place in ["/new?game=", "/analysis?game=", "/learn/", "/rules/"] {
            pages.push(format!("{place}{}", info.id));
        }
    }
    pages
}

#[tokio::test]
async fn every_page_has_its_address_and_language() {
    for path in all_pages() {
        let (status, headers, page) = get(&path, "language=pt; theme=dark").await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert!(headers.contains_key(header::CONTENT_SECURITY_POLICY), "{path}");
        assert!(page.contains("<html lang=\"pt\" data-theme=\"dark\""), "{path}");
    }
}

#[tokio::test]
async fn what_is_not_there_is_said_on_a_page() {
    for path in ["/nothing", "/rules/chess", "/learn/chess", "/puzzles/none-9"] {
        let (status, _, page) = get(path, "language=pt").await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(page.contains("Não há nada aqui") && !page.contains("<script>"), "{path}");
    }
}

#[tokio::test]
async fn a_game_has_its_board_at_once_and_an_unknown_one_is_not_found() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        listen: "127.0.0.1:0".parse().unwrap(),
        database: Database::Sqlite(folder.path().join("games")),
        limits: Limits::default(),
        threads: 1,
        behind_proxy: false,
        origins: Vec::new(),
        embed: Vec::new(),
        keep_finished: None,
        keep_running: None,
        keep_studies: None,
    };
    let store = crate::store::open(&config.database).await.unwrap();
    let app = App::new(config, store, Pool::start(1).unwrap());
    let new = serde_json::from_value(json!({ "game": "sight", "name": "<script>" })).unwrap();
    let (state, _) = app.games.create(new, [127, 0, 0, 1].into()).await.unwrap();
    let router = game_router().fallback(not_found).with_state(Arc::clone(&app));
    for (path, status, word) in [
        (format!("/games/{}", state.id), StatusCode::OK, "data-site=\"c3\""),
        (format!("/games/{}/review", state.id), StatusCode::OK, "data-site=\"c3\""),
        ("/games/nothing".to_owned(), StatusCode::NOT_FOUND, "404"),
        ("/games/%3Cscript%3E/review".to_owned(), StatusCode::NOT_FOUND, "404"),
    ] {
        let request = Request::get(&path).body(Body::empty()).unwrap();
        let response = router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), status, "{path}");
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let page = String::from_utf8(body.to_vec()).unwrap();
        assert!(page.contains(word) && !page.contains("<script>"), "{path}");
    }
    app.pool.stop();
}

#[tokio::test]
async fn assets_are_cached_for_ever() {
    let path = assets::path("board.js");
    let (status, headers, _) = get(&path, "").await;
    assert_eq!(
        (status, headers[header::CONTENT_TYPE].to_str().unwrap()),
        (StatusCode::OK, "text/javascript; charset=utf-8")
    );
    assert!(headers[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"));
    let (_, headers, _) = get("/assets/other/board.js", "").await;
    assert_eq!(headers[header::CACHE_CONTROL], "no-cache");
    assert_eq!(get("/assets/other/none.js", "").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn pages_and_files_are_compressed_for_browsers_that_accept_it() {
    for path in ["/".to_owned(), "/nothing".to_owned(), assets::path("style.css"), assets::path("game.js")] {
        let (_, headers, plain) = get_with(&path, &[]).await;
        assert!(!headers.contains_key(header::CONTENT_ENCODING), "{path}");
        assert!(headers[header::VARY].to_str().unwrap().contains("accept-encoding"), "{path}");
        for words in ["gzip", "gzip, deflate, br, zstd", "br;q=1.0, GZIP ; q=0.5"] {
            let (_, headers, body) = get_with(&path, &[(header::ACCEPT_ENCODING, words)]).await;
            assert_eq!(headers[header::CONTENT_ENCODING], "gzip", "{path}, {words}");
            assert!(body.len() * 2 < plain.len(), "{path}: {} of {}", body.len(), plain.len());
            let mut plain_again = Vec::new();
            GzDecoder::new(body.as_slice()).read_to_end(&mut plain_again).unwrap();
            assert!(plain_again == plain, "{path}");
        }
        for words in ["", "identity", "br", "gzip;q=0", "gzip;q=0.000", "gzip;q=x", "x-gzipped"] {
            let (_, headers, same) = get_with(&path, &[(header::ACCEPT_ENCODING, words)]).await;
            assert!(!headers.contains_key(header::CONTENT_ENCODING) && same == plain, "{path}, {words}");
        }
    }
    // A cached file is not sent again, compressed or not.
    let path = assets::path("style.css");
    let tag = get_with(&path, &[]).await.1[header::ETAG].to_str().unwrap().to_owned();
    let known = [(header::IF_NONE_MATCH, tag.as_str()), (header::ACCEPT_ENCODING, "gzip")];
    let (status, _, body) = get_with(&path, &known).await;
    assert_eq!((status, body.len()), (StatusCode::NOT_MODIFIED, 0));
}

#[tokio::test]
async fn the_manifest_names_an_icon() {
    let (status, headers, manifest) = get("/cairn.webmanifest", "").await;
    assert_eq!(
        (status, &headers[header::CONTENT_TYPE]),
        (StatusCode::OK, &"application/manifest+json".parse().unwrap())
    );
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let icon = manifest["icons"][0]["src"].as_str().unwrap();
    assert_eq!(get(icon, "").await.0, StatusCode::OK);
}
