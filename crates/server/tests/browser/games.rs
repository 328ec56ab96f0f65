//! A whole game of each kind against a bot, by clicks on the squares that the board offers.

use serde_json::json;

use crate::client::Site;
use crate::devtools::Browser;
use crate::person::{Dice, Seen, play_out};

/// Plays a game to its end, which the page shows with its reason.
async fn against_a_bot(spec: &str, bot: &str, seed: u64, most: usize) {
    let Some(browser) = Browser::open().await else { return };
    let site = Site::start().await;
    let game = site.create(&json!({ "game": spec, "seats": ["human", bot], "seed": seed })).await;
    let page = browser.visitor(&site).await;
    page.resize(1280, 640).await;
    page.sit(&game).await;
    let ending = play_out(&page, &mut Dice::new(seed), most).await;
    let state = site.wait_for(&game, |state| !state["result"].is_null()).await;
    assert!(state["reason"].is_string(), "{state}");
    // The page shows the winner and the reason: `You won: Black has no legal move`.
    let is_said =
        ending.starts_with("You won: ") || ending.starts_with("You lost: ") || ending.contains("draw");
    assert!(is_said && ending.contains(' ') && page.text("#prompt").await == ending, "{ending}");
    assert_eq!(Seen::of(&page).await.moves.len() as u64, state["ply"].as_u64().unwrap());
    assert!(Seen::of(&page).await.sites.is_empty(), "nothing can be chosen any more");
    for shown in ["Review", "Rematch"] {
        page.sees("#tools > *", shown).await;
    }
}

#[tokio::test]
async fn staqs_by_clicks() {
    against_a_bot("staqs:size=4", "random", 7, 60).await;
}

#[tokio::test]
async fn stlts_by_clicks() {
    against_a_bot("stlts:quiet=8", "random", 7, 60).await;
}

#[tokio::test]
async fn stac_by_clicks() {
    against_a_bot("stac:quiet=12", "level1", 7, 60).await;
}

#[tokio::test]
async fn sight_by_clicks() {
    against_a_bot("sight:size=4", "random", 7, 60).await;
}

#[tokio::test]
async fn stacks_by_clicks() {
    against_a_bot("stacks:quiet=12", "random", 7, 60).await;
}

#[tokio::test]
async fn a_new_game_by_its_form_with_undo_a_hint_and_resigning() {
    let Some(browser) = Browser::open().await else { return };
    let site = Site::start().await;
    let page = browser.visitor(&site).await;
    page.go("/").await;
    page.click_text("Play").await;
    page.wait("location.pathname === '/new'").await;
    page.click_text("Sight").await;
    page.wait("location.search.includes('sight')").await;
    page.choose("#seat1", "random").await;
    page.click("details.options > summary").await;
    page.fill("#option-size", "4").await;
    page.key("Tab").await;
    // The form shows the board of these options before the game begins.
    page.wait("document.querySelectorAll('#board [data-site]').length === 16").await;
    page.fill("#name", "Ana").await;
    page.click_text("Start the game").await;
    page.wait("location.pathname.startsWith('/games/')").await;
    page.sees(".player", "Ana").await;
    page.wait("document.querySelectorAll('#board [data-site]').length === 16").await;
    let mut dice = Dice::new(3);
    crate::person::play(&page, &mut dice).await;
    Seen::moves(&page, 2).await;
    page.click_text("Hint").await;
    page.sees("#prompt", "Hint: ").await;
    page.click_text("Undo").await;
    Seen::moves(&page, 0).await;
    crate::person::play(&page, &mut dice).await;
    Seen::moves(&page, 2).await;
    page.menu("Resign").await;
    page.click_text("Cancel").await;
    page.menu("Resign").await;
    page.click("dialog .primary").await;
    page.sees("#prompt", "You lost: White resigned").await;
    page.go("/saved").await;
    page.sees("#finished", "Sight").await;
    page.go("/").await;
    page.sees("#play-now", "Sight").await;
}

/// The opponent moves while the visitor presses a button: the button and the focus remain.
#[tokio::test]
async fn a_pressed_button_survives_an_update() {
    let Some(browser) = Browser::open().await else { return };
    let site = Site::start().await;
    let mine = site.create(&json!({ "game": "stac", "seats": ["human", "open"] })).await;
    let theirs = site.join(&mine, "Ben").await;
    let page = browser.visitor(&site).await;
    page.sit_on(&mine, &[0]).await;
    site.play(&mine, "a1-a2", 0).await;
    Seen::moves(&page, 1).await;
    let place = page.press_text("Take back").await;
    site.play(&theirs, "e5-e4", 1).await;
    Seen::moves(&page, 2).await;
    assert_eq!(page.eval("document.activeElement.textContent").await, "Take back");
    page.release(place).await;
    site.wait_for(&mine, |state| state["takeback"] == 0).await;
    page.sees("#prompt", "asked for a take-back").await;
}
