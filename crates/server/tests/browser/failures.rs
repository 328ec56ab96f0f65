//! Failed requests: the page reports them, stays usable, and shows nothing outdated.

use serde_json::json;

use crate::client::Site;
use crate::devtools::Browser;
use crate::page::Page;
use crate::person::{Dice, Seen, play, site};
use crate::study::finished;

const UNREACHABLE: &str = "The server cannot be reached";

/// Opens a visitor's page, some of whose requests will fail.
async fn visitor(browser: &Browser, server: &Site) -> Page {
    let mut page = browser.visitor(server).await;
    page.forgive("net::ERR_BLOCKED_BY_CLIENT");
    page
}

#[tokio::test]
async fn a_hint_that_fails_leaves_no_trace() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let game = server.create(&json!({ "game": "sight:size=4", "seats": ["human", "random"] })).await;
    let page = visitor(&browser, &server).await;
    page.sit(&game).await;
    Seen::ready(&page).await;
    page.block(&["*/api/v1/analyze"]).await;
    page.click_text("Hint").await;
    page.sees("#problem", UNREACHABLE).await;
    page.wait("document.getElementById('notice').hidden").await;
    page.block(&[]).await;
    page.click_text("Hint").await;
    page.sees("#prompt", "Hint:").await;
}

#[tokio::test]
async fn a_bar_without_an_evaluation_is_hidden() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let game = server.create(&json!({ "game": "sight:size=4", "seats": ["human", "human"] })).await;
    let page = visitor(&browser, &server).await;
    page.sit(&game).await;
    Seen::ready(&page).await;
    let is_shown = "document.getElementById('bar').checkVisibility()";
    page.key("e").await;
    page.wait(&format!("{is_shown} && document.getElementById('bar').ariaLabel.includes('Chances')")).await;
    page.block(&["*/api/v1/analyze"]).await;
    page.click(&site("b2")).await;
    page.sees("#problem", UNREACHABLE).await;
    page.wait(&format!("!{is_shown}")).await;
    page.block(&[]).await;
    play(&page, &mut Dice::new(1)).await;
    page.wait(is_shown).await;

    page.go("/analysis?game=stac").await;
    page.sees("#score", "depth").await;
    page.block(&["*/api/v1/analyze"]).await;
    page.choose("#line-count", "1").await;
    page.sees("#score", UNREACHABLE).await;
    page.wait(&format!("!{is_shown}")).await;
}

#[tokio::test]
async fn looking_back_without_the_server_returns_to_the_present() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let game = server.create(&json!({ "game": "sight:size=4", "seats": ["human", "human"] })).await;
    let page = visitor(&browser, &server).await;
    page.sit(&game).await;
    let dice = &mut Dice::new(1);
    play(&page, dice).await;
    Seen::moves(&page, 1).await;
    page.block(&["*/view?ply=*"]).await;
    page.key("Home").await;
    page.sees("#problem", UNREACHABLE).await;
    page.shows("#moves .current").await;
    play(&page, dice).await;
    Seen::moves(&page, 2).await;
}

#[tokio::test]
async fn boards_that_cannot_be_fetched_are_named_as_such() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = visitor(&browser, &server).await;
    page.go("/analysis?game=sight:size=4&moves=a1,b2").await;
    Seen::ready(&page).await;
    page.block(&["*/api/v1/position?*"]).await;
    page.click("#previous").await;
    page.sees("#problem", UNREACHABLE).await;
    page.block(&[]).await;
    // The page has stayed at its position: one step back is the first move.
    page.click("#previous").await;
    page.wait("document.querySelector('#tree .current')?.textContent.endsWith('a1')").await;
    Seen::ready(&page).await;
    page.click(&site("b2")).await;
    page.wait("document.querySelector('#tree .current')?.textContent.endsWith('b2')").await;

    let game = finished(&server).await;
    page.go(&format!("/games/{}/review", game.id)).await;
    // The page has settled at the first turning point.
    page.wait(
        "document.querySelector('#turning-list .move')?.textContent === document.getElementById('verdict-title').textContent",
    )
    .await;
    page.block(&["*/api/v1/position?*"]).await;
    page.key("Home").await;
    page.sees("#problem", UNREACHABLE).await;
}

#[tokio::test]
async fn a_late_response_does_not_bring_an_earlier_board_back() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let game = server.create(&json!({ "game": "staqs", "seats": ["human", "random"], "seed": 1 })).await;
    let page = visitor(&browser, &server).await;
    page.answer_moves_late().await;
    page.sit(&game).await;
    Seen::ready(&page).await;
    page.click(&site("c3")).await;
    page.wait("window.viewed").await;
    page.eval("new Promise((shown) => setTimeout(() => requestAnimationFrame(shown), 100))").await;
    let free = Seen::ready(&page).await.sites[0].clone();
    page.click(&site(&free)).await;
    page.wait("document.querySelectorAll('#moves .move').length >= 3").await;
}
