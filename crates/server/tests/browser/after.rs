//! After a game, and on the analysis board: sharing, switching sides and playing again.

use serde_json::json;

use crate::client::Site;
use crate::devtools::Browser;
use crate::page::Page;
use crate::person::{Dice, Seen, play, site};

/// Returns the status and the media type of a response.
async fn fetched(page: &Page, address: &str) -> String {
    let fetch = format!(
        "fetch({address}).then((answer) => `${{answer.status}} ${{answer.headers.get('content-type')}}`)"
    );
    page.eval(&fetch).await.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_game_against_a_bot_is_shared_and_played_again_with_sides_swapped() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let game = server.create(&json!({ "game": "sight:size=4", "seats": ["human", "random"] })).await;
    let page = browser.visitor(&server).await;
    page.sit(&game).await;
    play(&page, &mut Dice::new(1)).await;
    Seen::moves(&page, 2).await;
    page.resign().await;
    page.sees("#prompt", "You lost: White resigned").await;
    page.sees(".player.won", "won").await;

    // The button copies the link, or shows it where copying is not allowed.
    page.eval("Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } }, configurable: true })").await;
    page.menu("Share").await;
    page.sees("#share", "Copied").await;
    assert_eq!(page.eval("window.copied === location.href").await, true);
    page.eval("Object.defineProperty(navigator, 'clipboard', { value: undefined })").await;
    page.sees("#share", "Share").await;
    page.click_text("Share").await;
    page.shows("dialog[open] input").await;
    assert_eq!(page.eval("document.querySelector('dialog[open] input').value === location.href").await, true);
    page.click("dialog[open] button").await;
    page.wait("!document.querySelector('dialog[open]')").await;
    page.key("Escape").await;
    page.wait("!document.querySelector('#menu:popover-open')").await;
    // Messengers show the board as a preview of the link.
    let picture = "document.querySelector('meta[property=\"og:image\"]').content";
    assert_eq!(fetched(&page, picture).await, "200 image/png");

    page.click_text("Rematch").await;
    page.wait(&format!("location.pathname !== '/games/{}' && document.querySelector('.player')", game.id))
        .await;
    // The bot moves first now, and the board is shown from the other side.
    Seen::moves(&page, 1).await;
    page.sees(".player:first-child", "random").await;
    page.shows("#board-area.flipped").await;
    play(&page, &mut Dice::new(1)).await;
    Seen::moves(&page, 3).await;
}

#[tokio::test]
async fn bar_lines_and_exact_values_are_switched_apart() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    let lines = |count: u32| format!("document.querySelectorAll('#lines li').length === {count}");
    let is_bar_shown = "document.getElementById('bar').checkVisibility()";
    page.go("/analysis?game=stac").await;
    page.wait(&lines(3)).await;
    assert_eq!(page.eval(is_bar_shown).await, true);
    page.choose("#line-count", "5").await;
    page.wait(&lines(5)).await;
    page.choose("#line-count", "0").await;
    page.sees("#score", "depth").await;
    assert_eq!(page.eval(&format!("{} && {is_bar_shown}", lines(0))).await, true);
    page.click("#show-bar").await;
    page.wait(&format!("!{is_bar_shown}")).await;
    page.sees("#score", "depth").await;
    page.choose("#line-count", "1").await;
    page.wait(&lines(1)).await;
    page.click("#engine").await;
    page.wait(&lines(0)).await;
    // A reload preserves all settings.
    page.reload().await;
    Seen::ready(&page).await;
    assert_eq!(
        page.eval("document.getElementById('engine').checked || document.getElementById('show-bar').checked")
            .await,
        false
    );
    assert_eq!(page.eval("document.getElementById('line-count').value").await, "1");

    // White takes the last piece, by two steps.
    page.go("/analysis?game=stlts&position=w1.1,11/b,11/12/12/12/12/12/12/12/12/12/12%20w%200").await;
    Seen::ready(&page).await;
    let value = |name: &str| format!("document.querySelector('{}').ariaLabel.endsWith(': win')", site(name));
    assert_eq!(page.eval(&value("a12")).await, false);
    page.click("#show-values").await;
    page.wait(&value("a12")).await;
    page.click(&site("a12")).await;
    page.wait(&value("a11")).await;
}

#[tokio::test]
async fn a_position_is_shared_as_link_picture_and_record() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    page.go("/analysis?game=sight:size=4&moves=a1,b2").await;
    Seen::ready(&page).await;
    let picture = page.eval("document.querySelector('meta[property=\"og:image\"]').content").await;
    assert!(picture.as_str().unwrap().contains("moves=a1%2Cb2"), "{picture}");
    assert_eq!(fetched(&page, &picture.to_string()).await, "200 image/png");
    for (id, kind) in
        [("svg", "200 image/svg+xml"), ("png", "200 image/png"), ("record-link", "200 text/plain")]
    {
        let answer = fetched(&page, &format!("document.getElementById('{id}').href")).await;
        assert!(answer.starts_with(kind), "{id}: {answer}");
    }
    page.click_text("Share").await;
    assert_eq!(page.eval("document.getElementById('link').value === location.href").await, true);
    // Starts a game from this position.
    page.click("#play-from").await;
    page.wait("location.pathname.startsWith('/games/')").await;
    Seen::ready(&page).await;
    assert_eq!(page.eval("document.querySelectorAll('#board [data-piece]').length").await, 2);
}
