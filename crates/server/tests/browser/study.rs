//! Analysis, puzzles, lessons and reviews; settings and languages.

use serde_json::{Value, json};

use crate::client::{Created, Site};
use crate::devtools::Browser;
use crate::person::{Dice, Seen, play, site};

#[tokio::test]
async fn analysis_with_lines_variations_and_a_position_of_ones_own() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let mut page = browser.visitor(&server).await;
    page.go("/analysis?game=staqs").await;
    page.shows("#lines li .move").await;
    page.sees("#score", "depth").await;
    let first = Seen::ready(&page).await.sites;
    page.click(&site(&first[0])).await;
    page.wait("document.querySelectorAll('#tree .move').length === 1").await;
    page.click("#previous").await;
    page.wait("!document.querySelector('#tree .current')").await;
    Seen::ready(&page).await;
    page.click(&site(&first[1])).await;
    page.shows("#tree .variation").await;
    page.wait("location.search.includes('moves=')").await;
    let moves = page.eval("document.querySelector('#tree .current').textContent").await;
    page.reload().await;
    page.shows("#tree .current").await;
    assert_eq!(page.text("#tree .current").await, moves.as_str().unwrap(), "the link keeps the moves");

    page.click_text("Set up a position").await;
    page.fill("#spec", "sight").await;
    page.fill("#position", "1,b1,3/w2,w1,1,b1,1/5/3,w2,b1/1,w2,3 b").await;
    page.click("#set-up button").await;
    page.wait("location.search.includes('sight')").await;
    page.wait("document.querySelectorAll('#board [data-piece]').length === 7").await;
    // A click on a move of a line plays up to it.
    page.shows("#lines li .move").await;
    page.click("#lines li .move").await;
    page.shows("#tree .current").await;
    page.forgive("status of 422");
    page.forgive("status of 400");
    page.fill("#position", "nonsense").await;
    page.click("#set-up button").await;
    page.shows("#problem:not(:empty)").await;
    page.wait("document.querySelectorAll('#board [data-piece]').length > 0").await;
}

#[tokio::test]
async fn a_puzzle_with_a_wrong_attempt_and_the_right_one() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    page.go("/puzzles/sight-1").await;
    Seen::ready(&page).await;
    page.click(&site("a1")).await;
    page.shows("#said.wrong").await;
    page.sees("#attempts", "2").await;
    Seen::ready(&page).await;
    page.click(&site("b2")).await;
    page.shows("#said:not(.wrong)").await;
    let puzzle = server.get("/api/v1/puzzles/sight-1").await.json();
    let mut own = vec!["b2".to_owned()];
    // Finish the puzzle: ask the server which moves are right.
    loop {
        let tried = server.post("/api/v1/puzzles/sight-1/try", &json!({ "moves": own })).await.json();
        if tried["verdict"] == "solved" {
            break;
        }
        let moves: Vec<&str> = tried["moves"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let (position, moves) = (puzzle["position"].as_str().unwrap().replace(' ', "%20"), moves.join(","));
        let here = server
            .get(&format!("/api/v1/position?game=sight&position={position}&moves={moves}"))
            .await
            .json();
        let mut right = None;
        for mv in here["legal"].as_array().unwrap().iter().filter_map(Value::as_str) {
            let moves: Vec<&str> = own.iter().map(String::as_str).chain([mv]).collect();
            let reply = server.post("/api/v1/puzzles/sight-1/try", &json!({ "moves": moves })).await;
            if reply.json()["verdict"] != "wrong" {
                right = Some(mv.to_owned());
                break;
            }
        }
        let right = right.unwrap_or_else(|| panic!("nothing is right: {here}"));
        for name in right.split('-') {
            let seen = Seen::ready(&page).await;
            page.click(&site(name)).await;
            seen.changed(&page).await;
        }
        own.push(right);
    }
    page.shows("#said.solved").await;
    page.go("/puzzles").await;
    page.shows("[data-puzzle=sight-1].done").await;
}

#[tokio::test]
async fn steps_of_a_lesson_by_trying() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    page.go("/learn/staqs").await;
    let mut dice = Dice::new(1);
    for number in 0..2 {
        let title = page.text("#step-title").await;
        let mut sites = page
            .eval("[...document.querySelectorAll('#board [data-site]')].map((e) => e.dataset.site)")
            .await;
        let sites = sites.as_array_mut().unwrap();
        loop {
            let seen = Seen::of(&page).await;
            if page.eval("document.getElementById('go-on').checkVisibility()").await == true {
                break;
            }
            if page.eval("!document.getElementById('board').classList.contains('active')").await == true {
                continue;
            }
            let next = if seen.sites.is_empty() {
                // The task is to find squares.
                let Some(next) = sites.pop() else { panic!("the step cannot be done") };
                next.as_str().unwrap().to_owned()
            } else {
                seen.sites[dice.pick(seen.sites.len())].clone()
            };
            // The board may have changed since the test read it; the click then has no effect.
            page.click(&site(&next)).await;
            seen.changed(&page).await;
        }
        page.shows("#said.right").await;
        assert!(page.text("#said").await.starts_with("Right."));
        page.click("#go-on").await;
        page.wait(&format!("document.getElementById('step-title').textContent !== {}", json!(title))).await;
        assert_eq!(page.eval("document.querySelectorAll('#steps .dot.done').length").await, number + 1);
    }
    // The lesson continues at the same step.
    let title = page.text("#step-title").await;
    page.reload().await;
    page.sees("#step-title", &title).await;
}

/// Creates a game that a player has resigned after some moves.
pub(crate) async fn finished(server: &Site) -> Created {
    let game = server.create(&json!({ "game": "staqs:size=4", "seats": ["human", "human"] })).await;
    for ply in 0..10 {
        let state = server.state(&game).await;
        let legal = state["legal"].as_array().unwrap();
        let mv = legal[(ply * 5) % legal.len()].as_str().unwrap();
        assert_eq!(server.play(&game, mv, ply).await.status, 200);
    }
    assert_eq!(server.act(&game, "resign").await.status, 200);
    game
}

#[tokio::test]
async fn a_game_is_looked_back_on() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let game = finished(&server).await;
    let page = browser.visitor(&server).await;
    page.sit(&game).await;
    page.click_text("Review").await;
    page.shows("#graph svg").await;
    page.sees("#accuracy-list dd", "%").await;
    page.shows("#turning-list li").await;
    // The remark about the first turning point moves the list.
    page.shows("#reasons li").await;
    page.eval("document.querySelector('#moves li:nth-child(3)').scrollIntoView()").await;
    page.click("#moves li:nth-child(3) .move").await;
    page.sees("#verdict-title", "3.").await;
    page.click("#next").await;
    page.sees("#verdict-title", "4.").await;
    page.wait("document.querySelector('#moves li:nth-child(4) .current')").await;
    page.wait("document.getElementById('verdict').textContent").await;
    page.click_text("Analyse").await;
    page.wait("location.pathname === '/analysis' && document.querySelectorAll('#tree .move').length === 4")
        .await;
}

#[tokio::test]
async fn language_and_theme_change_and_stay() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    page.go("/").await;
    assert_eq!(page.eval("document.documentElement.lang").await, "en");
    page.click("[href='/settings']").await;
    page.sees("h1", "Settings").await;
    let light = page.eval("getComputedStyle(document.documentElement).backgroundColor").await;
    page.click_text("dark").await;
    page.wait("document.documentElement.dataset.theme === 'dark'").await;
    assert_ne!(page.eval("getComputedStyle(document.documentElement).backgroundColor").await, light);
    page.click_text("Português").await;
    page.wait("document.documentElement.lang === 'pt'").await;
    page.go("/").await;
    page.sees("h1", "Cinco pequenos jogos de pilhas").await;
    page.sees("nav a", "Regras").await;
    assert_eq!(page.eval("document.documentElement.dataset.theme").await, "dark");
    // Boards, prompts and reasons are also in that language.
    let game = server.create(&json!({ "game": "staqs:size=4", "seats": ["human", "random"] })).await;
    page.sit(&game).await;
    Seen::ready(&page).await;
    page.sees("#prompt", "disco").await;
    let label = page.eval("document.querySelector('#board [data-site]').getAttribute('aria-label')").await;
    assert!(label.as_str().unwrap().contains("disco neutro"), "{label}");
    play(&page, &mut Dice::new(1)).await;
    page.menu("Desistir").await;
    page.click("dialog[open] .primary").await;
    page.sees("#prompt", "desistiram").await;
    page.go("/rules/stlts").await;
    page.sees("h1", "Stlts").await;
    page.sees("nav a[aria-current]", "Regras").await;
}

#[tokio::test]
async fn what_is_not_there_is_said() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let mut page = browser.visitor(&server).await;
    page.forgive("status of 404");
    for path in ["/nothing", "/games/none", "/games/none/review", "/puzzles/none-1", "/learn/chess"] {
        page.go(path).await;
        page.sees("h1", "Nothing here").await;
    }
    page.click_text("To the home page").await;
    page.sees("h1", "Five small games").await;
}
