//! Every page in both themes and four widths: nothing is cut off, nothing complains, and axe-core finds nothing.

use std::env;
use std::fs;
use std::io::{Write as _, stderr};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::json;

use crate::client::{Created, Site};
use crate::devtools::Browser;
use crate::page::{Page, wants_pictures};
use crate::study::finished;

const SIZES: [(u32, u32); 4] = [(390, 844), (768, 1024), (1280, 800), (1920, 1080)];

/// The source of axe-core: where `CAIRN_AXE` says, or as npm has it; `None` if there is none, which is said.
fn axe() -> Option<&'static str> {
    static AXE: OnceLock<Option<String>> = OnceLock::new();
    let source = AXE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/axe");
        let file = env::var_os("CAIRN_AXE")
            .map_or_else(|| folder.join("node_modules/axe-core/axe.min.js"), PathBuf::from);
        if !file.exists() && env::var_os("CAIRN_AXE").is_none() {
            fs::create_dir_all(&folder).unwrap();
            let mut npm = Command::new("npm");
            let _ = npm
                .args(["install", "--no-audit", "--no-fund", "--prefix", ".", "axe-core"])
                .current_dir(&folder)
                .output();
        }
        let source = fs::read_to_string(&file).ok();
        if source.is_none() {
            let _ = writeln!(
                stderr(),
                "SKIPPED: axe-core, which is not at {} and cannot be had by npm",
                file.display()
            );
        }
        source
    });
    source.as_deref()
}

/// All pages with what shows that they are ready.
fn pages(begun: &Created, over: &Created) -> Vec<(&'static str, String, &'static str)> {
    let page = |name, path: &str, ready| (name, path.to_owned(), ready);
    vec![
        page("home", "/", "#watch-list li"),
        page("new", "/new?game=stac", "#board svg"),
        page("game", &format!("/games/{}", begun.id), "#board.active"),
        page("over", &format!("/games/{}", over.id), "#notice h2"),
        page("review", &format!("/games/{}/review", over.id), "#graph svg"),
        page("watch", "/watch", "#games li"),
        page("analysis", "/analysis?game=stac", "#lines li"),
        page("puzzles", "/puzzles", ".tile"),
        page("puzzle", "/puzzles/stacks-1", "#board.active"),
        page("learn", "/learn", ".game"),
        page("lesson", "/learn/stlts", "#board.active"),
        page("rules", "/rules", ".game"),
        page("rules-of", "/rules/stacks", ".rule"),
        page("saved", "/saved", "#finished li"),
        page("settings", "/settings", ".segment"),
        page("nothing", "/nothing", "h1"),
    ]
}

async fn examine(page: &Page, name: &str) {
    let Some(axe) = axe() else { return };
    page.eval(&format!("{axe}; 0")).await;
    let found = page
        .eval(
            "axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations.map((each) =>
                each.id + ': ' + each.help + '\\n' + each.nodes.map((node) => node.html.slice(0, 200) + '\\n' + node.failureSummary).join('\\n')))",
        )
        .await;
    assert_eq!(found, json!([]), "axe-core on {name}");
}

async fn all_pages(theme: &str, language: &str) {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let mut page = browser.visitor(&server).await;
    let over = finished(&server).await;
    let begun = server
        .create(&json!({ "game": "staqs", "seats": ["human", "human"], "name": "Ana", "public": true,
            "clock": { "kind": "days", "days": 3 } }))
        .await;
    for ply in 0..9 {
        let legal = server.state(&begun).await["legal"].clone();
        let mv = legal[(ply * 7 + 3) % legal.as_array().unwrap().len()].as_str().unwrap().to_owned();
        assert_eq!(server.play(&begun, &mv, ply).await.status, 200);
    }
    page.forgive("status of 404");
    page.keep_still().await;
    page.set_cookie("theme", theme).await;
    page.set_cookie("language", language).await;
    page.go("/settings").await;
    let kept = [&begun, &over].map(|game| {
        json!({ "id": game.id, "token": game.token, "seats": [0, 1], "game": game.reply["state"]["game"],
            "names": ["Ana", "Ben"], "moves": 9, "result": if game.id == over.id { json!("1-0") } else { json!(null) } })
    });
    page.eval(&format!("localStorage.setItem('cairn.games', {})", json!(json!(kept).to_string()))).await;
    for (name, path, ready) in pages(&begun, &over) {
        page.resize(1280, 800).await;
        page.go(&path).await;
        page.shows(ready).await;
        assert_eq!(page.eval("document.documentElement.dataset.theme").await, theme);
        for (width, height) in SIZES {
            page.resize(width, height).await;
            page.wait(&format!("document.documentElement.clientWidth === {width}")).await;
            let wide = page
                .eval(&format!(
                    "document.documentElement.scrollWidth <= {width} ? '' : [...document.querySelectorAll('body *')]
                        .filter((e) => e.getBoundingClientRect().right > {width} && !e.closest('nav')).map((e) => e.outerHTML.slice(0, 120)).slice(0, 5).join('\\n')"
                ))
                .await;
            assert_eq!(wide, "", "{name} is too wide at {width}");
            page.picture(&format!("{name}-{theme}-{language}-{width}"), true).await;
            if width == 390 || width == 1280 {
                examine(&page, &format!("{name} at {width}, {theme}")).await;
            }
        }
        page.is_calm();
    }
    if theme == "dark" {
        for_readme(&page, &server, &over).await;
    }
}

/// The pictures of the README, if pictures are wanted.
async fn for_readme(page: &Page, server: &Site, over: &Created) {
    if !wants_pictures() {
        return;
    }
    let show = async |name: &str, theme: &str, size: (u32, u32), path: &str, ready: &str| {
        page.set_cookie("theme", theme).await;
        page.resize(size.0, size.1).await;
        page.go(path).await;
        page.shows(ready).await;
        page.picture(&format!("web-{name}"), false).await;
    };
    page.set_cookie("language", "en").await;
    let window = (1280, 840);
    show("home", "light", window, "/", "#watch-list li").await;
    let path = format!("/games/{}/review", over.id);
    show("review", "light", window, &path, "#graph svg").await;
    show("lesson", "light", window, "/learn/stlts", "#board.active").await;
    let path = "/analysis?game=stac&moves=a1=c1,e5=b5";
    show("analysis", "light", window, path, "#lines li:nth-child(3)").await;
    for (name, theme, size, puzzle) in
        [("game", "dark", window, "sight-12"), ("phone", "light", (390, 844), "staqs-30")]
    {
        let puzzle = server.get(&format!("/api/v1/puzzles/{puzzle}")).await.json();
        let seats = if puzzle["seat"] == 0 { ["human", "level3"] } else { ["level3", "human"] };
        let body =
            json!({ "game": puzzle["spec"], "position": puzzle["position"], "seats": seats, "name": "Ana" });
        let game = server.create(&body).await;
        page.sit(&game).await;
        show(name, theme, size, &format!("/games/{}", game.id), "#board.active").await;
    }
}

#[tokio::test]
async fn every_page_in_light() {
    all_pages("light", "en").await;
}

#[tokio::test]
async fn every_page_in_dark() {
    all_pages("dark", "pt").await;
}
