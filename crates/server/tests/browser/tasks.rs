//! Reviews, puzzles and lessons on one screen: everything needed next is visible at every size.

use serde_json::{Value, json};

use crate::client::Site;
use crate::devtools::Browser;
use crate::page::Page;
use crate::person::{Seen, site};
use crate::study::finished;

/// The window sizes in which all needed elements must be visible.
const WINDOWS: [(u32, u32); 8] =
    [(1280, 640), (1366, 657), (1440, 789), (1920, 969), (768, 1024), (390, 844), (360, 640), (844, 390)];

/// Returns those of these elements that are covered or not completely inside the window, and whether the page scrolls.
async fn out_of_view(page: &Page, selectors: &[&str]) -> Value {
    page.eval(&format!(
        "(() => {{
            const missing = {}.filter((selector) => {{
                const element = document.querySelector(selector);
                if (!element?.checkVisibility()) return true;
                const box = element.getBoundingClientRect();
                return box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
            }});
            const root = document.documentElement;
            return [...missing, ...(root.scrollHeight > innerHeight + 1 ? ['the page scrolls'] : [])];
        }})()",
        json!(selectors)
    ))
    .await
}

/// Asserts that these elements are visible at all sizes.
pub(crate) async fn in_view(page: &Page, name: &str, selectors: &[&str]) {
    for (width, height) in WINDOWS {
        page.resize(width, height).await;
        page.wait(&format!("innerWidth === {width} && innerHeight === {height}")).await;
        assert_eq!(out_of_view(page, selectors).await, json!([]), "{name} at {width}x{height}");
        page.picture(&format!("{name}-{width}x{height}"), false).await;
    }
    page.resize(1280, 800).await;
    page.wait("innerWidth === 1280").await;
}

#[tokio::test]
async fn a_review_is_walked_by_keys_graph_and_lines_beside_its_board() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let game = finished(&server).await;
    let page = browser.visitor(&server).await;
    page.go(&format!("/games/{}/review", game.id)).await;
    page.shows("#graph svg .cursor").await;
    page.shows("#counts td").await;
    page.shows("#reasons .move").await;
    in_view(&page, "review", &["#board", "#previous", "#next", "#verdict", "#moves"]).await;
    let ply = async || page.eval("Number(document.getElementById('graph-at').value)").await.as_u64().unwrap();
    let start = ply().await;
    page.key("ArrowLeft").await;
    page.wait(&format!("document.getElementById('graph-at').value === '{}'", start - 1)).await;
    page.key("ArrowRight").await;
    page.wait(&format!("document.getElementById('graph-at').value === '{start}'")).await;
    // A click on the graph, whose axis is on the left, shows the move at that point.
    page.click("#graph svg").await;
    page.wait("document.getElementById('graph-at').value === '4'").await;
    page.sees("#verdict-title", "4.").await;
    // Shows a key moment, and the better line on the board.
    page.click("#turning-list .move").await;
    page.shows("#reasons .move").await;
    let before = page.eval("document.querySelector('#board svg').outerHTML.length").await;
    page.click("#reasons .move").await;
    page.wait(&format!("document.querySelector('#board svg').outerHTML.length !== {before} || document.getElementById('prompt').textContent")).await;
    // Retries the player's mistakes.
    page.click("#retry button").await;
    page.sees("#verdict-title", "find a better move").await;
    Seen::ready(&page).await;
    page.click_text("Show the move").await;
    page.sees("#prompt", "better move").await;
    page.click_text("Back to the review").await;
    page.wait("!document.getElementById('retry-bar').checkVisibility()").await;
}

#[tokio::test]
async fn puzzles_are_filtered_and_remembered() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    page.go("/settings").await;
    page.eval(
        "localStorage.setItem('cairn.puzzles', JSON.stringify({ 'staqs-1': 'first', 'sight-2': 'later' }))",
    )
    .await;
    page.go("/puzzles").await;
    page.shows("[data-puzzle=staqs-1].done").await;
    let shown = async || {
        page.eval("[...document.querySelectorAll('[data-puzzle]')].filter((e) => e.checkVisibility()).length")
            .await
            .as_u64()
            .unwrap()
    };
    let all = shown().await;
    page.choose("#filter-game", "staqs").await;
    let staqs = shown().await;
    assert!(staqs < all && staqs > 1, "{staqs} of {all}");
    page.choose("#filter-solved", "solved").await;
    assert_eq!(shown().await, 1);
    page.choose("#filter-difficulty", "9").await;
    page.shows("#no-puzzles").await;
    page.click("#show-all").await;
    assert_eq!(shown().await, all);
    page.choose("#filter-theme", "win_at_once").await;
    let at_once = shown().await;
    assert!(at_once < all && at_once > 1, "{at_once} of {all}");
    // The puzzle of the day names its game; thumbnails are boards.
    assert!(
        page.eval(
            "/STAQS|Stlts|Stac|Sight|Stacks/.test(document.querySelector('[data-puzzle-state]').textContent)"
        )
        .await
            == true
    );
    page.wait("[...document.images].some((image) => image.complete && image.naturalWidth > 100)").await;
    page.picture("puzzle-list", false).await;
    page.go("/").await;
    assert!(
        page.eval(
            "/STAQS|Stlts|Stac|Sight|Stacks/.test(document.querySelector('[data-puzzle-state]').textContent)"
        )
        .await
            == true
    );
}

#[tokio::test]
async fn a_wrong_move_is_refuted_on_the_board_and_the_solution_is_said_in_words() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    page.go("/puzzles/stacks-1").await;
    Seen::ready(&page).await;
    in_view(&page, "puzzle", &["#board", "#prompt", "#solution", "#next-puzzle", "#reset"]).await;
    page.click("#solution").await;
    page.sees("#said", "Solution").await;
    let said = page.text("#said").await;
    assert!(said.contains("c3, 1 piece") && !said.contains("1c3"), "{said}");
    page.shows("#board [data-mark=hint], #board .hint").await;
    in_view(&page, "solution", &["#board", "#said", "#solution", "#next-puzzle"]).await;

    page.go("/puzzles/sight-1").await;
    Seen::ready(&page).await;
    page.click(&site("a1")).await;
    page.shows("#said.wrong").await;
    page.shows("#refute").await;
    Seen::ready(&page).await;
    page.click("#refute").await;
    // The board shows the wrong move, and takes it back after the answer.
    page.wait("document.querySelector('#board [data-site=a1] [data-piece]')").await;
    page.wait("!document.querySelector('#board [data-site=a1] [data-piece]')").await;
    assert!(page.text("#rating").await.contains('-'), "the first attempt counts");
}

#[tokio::test]
async fn a_run_ends_after_three_mistakes() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    page.go("/puzzles").await;
    page.click("#start-run").await;
    page.wait("location.pathname.startsWith('/puzzles/')").await;
    page.wait("document.getElementById('run')?.checkVisibility()").await;
    for mistake in 1..=3 {
        Seen::ready(&page).await;
        let puzzle = page.eval("JSON.parse(document.getElementById('data').textContent)").await;
        let id = puzzle["id"].as_str().unwrap();
        let query = format!(
            "game={}&position={}",
            puzzle["spec"].as_str().unwrap(),
            puzzle["position"].as_str().unwrap().replace(' ', "%20")
        );
        let here = server.get(&format!("/api/v1/position?{query}")).await.json();
        let turn =
            server.post(&format!("/api/v1/puzzles/{id}/solution"), &json!({ "moves": [] })).await.json();
        let right = turn["moves"].as_array().unwrap();
        let legal = match here["legal"].as_array() {
            Some(legal) => legal.clone(),
            None => Vec::new(),
        };
        let wrong = legal.iter().find(|mv| !right.contains(mv)).map(|mv| mv.as_str().unwrap().to_owned());
        let wrong = wrong.unwrap_or_else(|| panic!("no wrong move in {id}"));
        page.eval(&format!(
            "document.getElementById('move').value = {}; document.getElementById('typed').requestSubmit()",
            json!(wrong)
        ))
        .await;
        if mistake < 3 {
            page.wait(&format!(
                "location.pathname !== '/puzzles/{id}' && document.getElementById('run')?.checkVisibility()"
            ))
            .await;
            page.sees("#run-mistakes", &format!("{mistake} of 3")).await;
        }
    }
    page.sees("#said", "The run is over").await;
    page.sees("#run-mistakes", "3 of 3").await;
    assert_eq!(page.eval("sessionStorage.getItem('cairn.run')").await, Value::Null);
}

#[tokio::test]
async fn lessons_show_feedback_and_the_next_step_beside_the_board() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    for game in ["staqs", "stlts", "stac", "sight", "stacks"] {
        page.go(&format!("/learn/{game}")).await;
        page.shows("#board.active").await;
        in_view(&page, &format!("lesson-{game}"), &["#board", "#prompt", "#solution", "#skip"]).await;
        page.click("#solution").await;
        page.shows("#said").await;
        in_view(&page, &format!("lesson-{game}-solution"), &["#board", "#said", "#solution", "#skip"]).await;
        // Requests the right move of the first step from the server.
        let lesson = server.get(&format!("/api/v1/lessons/{game}")).await.json();
        let step = &lesson["steps"][0];
        let query = format!(
            "game={}&position={}",
            step["spec"].as_str().unwrap(),
            step["position"].as_str().unwrap_or_default().replace(' ', "%20")
        );
        let legal = server.get(&format!("/api/v1/position?{query}")).await.json()["legal"].clone();
        let mut right = None;
        for mv in legal.as_array().into_iter().flatten() {
            let tried = server
                .post(&format!("/api/v1/lessons/{game}/try"), &json!({ "step": 0, "moves": [mv] }))
                .await
                .json();
            if tried["done"] == true {
                right = Some(mv.clone());
                break;
            }
        }
        let Some(right) = right else { continue };
        page.eval(&format!("document.getElementById('move').value = {right}; document.getElementById('typed').requestSubmit()")).await;
        page.shows("#said.right").await;
        in_view(&page, &format!("lesson-{game}-right"), &["#board", "#said", "#go-on"]).await;
    }
}
