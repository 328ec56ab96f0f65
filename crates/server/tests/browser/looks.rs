//! Every page in both languages, both themes and four widths: no content is cut off, and neither the console nor
//! axe-core reports a problem.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use cairn_test_support::skip;
use serde_json::{Value, json};

use crate::client::{Created, Site};
use crate::devtools::Browser;
use crate::page::{Page, wants_pictures};
use crate::study::finished;

const SIZES: [(u32, u32); 4] = [(390, 844), (768, 1024), (1280, 800), (1920, 1080)];

/// The version of axe-core that npm installs.
const AXE_VERSION: &str = "4.14.0";

/// Returns the source of axe-core, from `CAIRN_AXE` or npm; `None`, with a message, if it is not available.
fn axe() -> Option<&'static str> {
    static AXE: OnceLock<Option<String>> = OnceLock::new();
    let source = AXE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../target/axe-{AXE_VERSION}"));
        let file = env::var_os("CAIRN_AXE")
            .map_or_else(|| folder.join("node_modules/axe-core/axe.min.js"), PathBuf::from);
        if !file.exists() && env::var_os("CAIRN_AXE").is_none() {
            fs::create_dir_all(&folder).unwrap();
            let package = format!("axe-core@{AXE_VERSION}");
            let mut npm = Command::new("npm");
            npm.args(["install", "--no-audit", "--no-fund", "--prefix", ".", &package]).current_dir(&folder);
            // A registry may be busy. If all attempts fail, the file is missing.
            let _ = (0..3).find(|_| npm.output().is_ok_and(|output| output.status.success()));
        }
        let source = fs::read_to_string(&file).ok();
        if source.is_none() {
            skip(&format!("no axe-core (npm cannot install it, and it is not at {})", file.display()));
        }
        source
    });
    source.as_deref()
}

/// A page, or a page in a certain state.
pub(crate) struct Look {
    pub(crate) name: &'static str,
    pub(crate) path: String,
    /// The condition that shows that it is ready.
    ready: &'static str,
    /// An action on it, and the condition that shows that it is done.
    act: Option<(&'static str, &'static str)>,
}

impl Look {
    fn new(name: &'static str, path: impl Into<String>, ready: &'static str) -> Self {
        Self { name, path: path.into(), ready, act: None }
    }

    fn after(self, script: &'static str, done: &'static str) -> Self {
        Self { act: Some((script, done)), ..self }
    }

    /// Opens it.
    pub(crate) async fn visit(&self, page: &Page) {
        page.go(&self.path).await;
        page.shows(self.ready).await;
        if let Some((script, done)) = self.act {
            page.eval(script).await;
            page.shows(done).await;
        }
    }
}

/// Games for screenshots.
pub(crate) struct Scenery {
    begun: Created,
    over: Created,
    open: Created,
}

impl Scenery {
    pub(crate) async fn new(server: &Site) -> Self {
        let begun = server
            .create(&json!({ "game": "staqs", "seats": ["human", "human"], "name": "Ana", "public": true,
                "clock": { "kind": "days", "days": 3 } }))
            .await;
        for ply in 0..9 {
            let legal = server.state(&begun).await["legal"].clone();
            let mv = legal[(ply * 7 + 3) % legal.as_array().unwrap().len()].as_str().unwrap().to_owned();
            assert_eq!(server.play(&begun, &mv, ply).await.status, 200);
        }
        let open = server.create(&json!({ "game": "stlts", "name": "Ben" })).await;
        Self { begun, over: finished(server).await, open }
    }

    /// Stores a played game for a visitor.
    pub(crate) async fn settle(&self, page: &Page) {
        page.go("/settings").await;
        let kept = [&self.begun, &self.over].map(|game| {
            json!({ "id": game.id, "token": game.token, "seats": [0, 1], "game": game.reply["state"]["game"],
                "names": ["Ana", "Ben"], "moves": 9, "at": 1_789_000_000_000_u64,
                "result": if game.id == self.over.id { json!("1-0") } else { json!(null) } })
        });
        for (key, value) in [
            ("games", json!(kept)),
            ("puzzles", json!({ "staqs-1": "first", "staqs-2": "tried", "stac-1": "later" })),
            ("lessons", json!({ "staqs": 3, "sight": 8 })),
        ] {
            page.eval(&format!("localStorage.setItem('cairn.{key}', {})", json!(value.to_string()))).await;
        }
    }

    /// Lists all pages.
    pub(crate) fn pages(&self) -> Vec<Look> {
        let game = |game: &Created| format!("/games/{}", game.id);
        vec![
            Look::new("home", "/", "#watch-list li"),
            Look::new("new", "/new?game=stac", "#board svg"),
            Look::new("game", game(&self.begun), "#board.active"),
            Look::new("over", game(&self.over), "#tools a"),
            Look::new("review", format!("/games/{}/review", self.over.id), "#graph svg"),
            Look::new("watch", "/watch", "#games svg"),
            Look::new("analysis", "/analysis?game=stac&moves=a1=c1,e5=b5", "#lines li"),
            Look::new("puzzles", "/puzzles", ".tile.done"),
            Look::new("puzzle", "/puzzles/stacks-1", "#board.active"),
            Look::new("learn", "/learn", ".game"),
            Look::new("lesson", "/learn/stlts", "#board.active"),
            Look::new("rules", "/rules", ".game"),
            Look::new("rules-of", "/rules/stacks", ".rule"),
            Look::new("saved", "/saved", "#finished li"),
            Look::new("settings", "/settings", ".segment"),
            Look::new("nothing", "/nothing", "h1"),
        ]
    }

    /// Lists pages after an action.
    fn states(&self) -> Vec<Look> {
        let unfold = "document.querySelectorAll('details').forEach((each) => (each.open = true))";
        let game = format!("/games/{}", self.begun.id);
        let refuse =
            "document.getElementById('move').value = 'z9'; document.getElementById('typed').requestSubmit()";
        vec![
            Look::new("options", "/new?game=stlts", "#board svg").after(unfold, "details[open] select, details[open] input"),
            Look::new("set-up", "/analysis?game=sight", "#lines li").after(unfold, "#link"),
            Look::new("no-position", "/analysis?game=stac&position=nonsense", "#problem:not(:empty)"),
            Look::new("refused", game.clone(), "#board.active").after(refuse, "#problem:not(:empty)"),
            Look::new("question", game, "#board.active").after(
                "[...document.querySelectorAll('#more button')].find((each) => /Resign|Desistir/.test(each.textContent)).click()",
                "dialog[open]",
            ),
            Look::new("join", format!("/games/{}", self.open.id), "#notice button"),
            Look::new("embed-code", format!("/games/{}", self.over.id), "#tools a").after(
                "document.getElementById('embed').click()",
                "#embed-html",
            ),
            Look::new("solution", "/puzzles/stacks-1", "#board.active")
                .after("document.getElementById('solution').click()", "#said"),
        ]
    }
}

/// Runs axe-core with all its rules, or only with those that depend on colours.
async fn examine(page: &Page, name: &str, colors_alone: bool) {
    let Some(axe) = axe() else { return };
    if page.eval("typeof axe").await == "undefined" {
        page.eval(&format!("{axe}; 0")).await;
    }
    // Scrolling moves targets out from under a bar that sticks to the window, so the bar must not count as their cover.
    page.eval(
        "{
            const style = new CSSStyleSheet();
            style.replaceSync('.dock { position: static !important }');
            document.adoptedStyleSheets = [style];
        }",
    )
    .await;
    // The size of targets is examined only on request.
    let rules = if colors_alone {
        "runOnly: ['color-contrast', 'link-in-text-block'],"
    } else {
        "rules: { 'target-size': { enabled: true } },"
    };
    let found = page
        .eval(&format!(
            "axe.run(document, {{ {rules} resultTypes: ['violations'] }}).then((found) => found.violations.map((each) =>
                each.id + ': ' + each.help + '\\n' + each.nodes.map((node) => node.html.slice(0, 200) + '\\n' + node.failureSummary).join('\\n')))"
        ))
        .await;
    page.eval("document.adoptedStyleSheets = []; 0").await;
    assert_eq!(found, json!([]), "axe-core on {name}");
}

/// Returns elements that overflow a window of this width, or are squeezed in it.
pub(crate) async fn sticks_out(page: &Page, width: u32) -> Value {
    page.eval(&format!(
        "[...document.querySelectorAll('.game')].filter((e) => e.clientWidth < 130).map((e) => e.outerHTML.slice(0, 120)).join('\\n') ||
        (document.documentElement.scrollWidth <= {width} ? '' : [...document.querySelectorAll('body *')]
            .filter((e) => e.getBoundingClientRect().right > {width} && !e.closest('nav')).map((e) => e.outerHTML.slice(0, 120)).slice(0, 5).join('\\n'))"
    ))
    .await
}

async fn every_page(language: &str) {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let scenery = Scenery::new(&server).await;
    let mut page = browser.visitor(&server).await;
    page.forgive("status of 404");
    page.forgive("status of 422");
    page.keep_still().await;
    page.set_cookie("language", language).await;
    scenery.settle(&page).await;
    let frame = format!("/embed/games/{}?language={language}", scenery.over.id);
    let frame = Look::new("embed-game", frame, "#tree .current");
    for look in scenery.pages().into_iter().chain(scenery.states()).chain([frame]) {
        let name = look.name;
        page.resize(1280, 800).await;
        look.visit(&page).await;
        assert_eq!(page.eval("document.documentElement.lang").await, language);
        for (index, theme) in ["light", "dark"].into_iter().enumerate() {
            page.eval(&format!("document.documentElement.dataset.theme = '{theme}'")).await;
            for (width, height) in SIZES {
                page.resize(width, height).await;
                page.wait(&format!("document.documentElement.clientWidth === {width}")).await;
                assert_eq!(sticks_out(&page, width).await, "", "{name} at {width}, {language}");
                page.picture(&format!("{name}-{theme}-{language}-{width}"), true).await;
                if width == 390 || width == 1280 {
                    examine(&page, &format!("{name} at {width}, {theme}, {language}"), index > 0).await;
                }
            }
        }
        page.is_calm();
    }
    if language == "en" {
        for_readme(&page, &server, &scenery.over).await;
    }
}

/// Writes the pictures of the documentation, if screenshots are enabled.
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
    let window = (1280, 720);
    show("home", "light", window, "/", "#watch-list li").await;
    let path = format!("/games/{}/review", over.id);
    show("review", "light", window, &path, "#graph svg").await;
    show("lesson", "light", window, "/learn/stlts", "#board.active").await;
    let path = "/analysis?game=stac&moves=a1=c1,e5=b5";
    show("analysis", "dark", window, path, "#lines li:nth-child(3)").await;
    show("puzzle", "dark", window, "/puzzles/sight-12", "#board.active").await;
    for (name, theme, size, puzzle) in
        [("game", "light", window, "staqs-30"), ("phone", "dark", (390, 844), "stac-12")]
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
async fn every_page_in_english() {
    every_page("en").await;
}

#[tokio::test]
async fn every_page_in_portuguese() {
    every_page("pt").await;
}
