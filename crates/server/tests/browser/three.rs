//! Games of three players: seats in a rematch, take-backs, and the evaluation bar.

use serde_json::json;

use crate::client::Site;
use crate::devtools::Browser;
use crate::page::Page;
use crate::person::{Dice, Seen, play, site};

const GAME: &str = "staqs:players=3";

async fn join(page: &Page, id: &str, name: &str) {
    page.go(&format!("/games/{id}")).await;
    page.fill("#join-name", name).await;
    page.click_text("Join the game").await;
    page.sees(".player", name).await;
}

/// The pages of Ana, who has created a game, and of Ben and Eva, who have joined it.
async fn three_players(browser: &Browser, server: &Site) -> [Page; 3] {
    let seats = json!(["human", "open", "open"]);
    let game = server.create(&json!({ "game": GAME, "seats": seats, "name": "Ana" })).await;
    let (ana, ben, eva) =
        (browser.visitor(server).await, browser.visitor(server).await, browser.visitor(server).await);
    ana.sit_on(&game, &[0]).await;
    join(&ben, &game.id, "Ben").await;
    join(&eva, &game.id, "Eva").await;
    [ana, ben, eva]
}

/// One player resigns, all want a rematch, and their pages go there.
async fn play_again(pages: &[&Page]) {
    let before = pages[0].eval("location.pathname").await;
    pages[0].resign().await;
    for page in pages {
        page.click_text("Rematch").await;
    }
    for page in pages {
        page.wait(&format!("location.pathname !== {before} && document.querySelector('.player')")).await;
    }
}

/// Plays on the pages in this order, which is that of the turns; waits until all pages show every move.
async fn play_in_order(order: &[&Page], pages: &[&Page]) {
    let mut dice = Dice::new(5);
    for (count, now) in (1..).zip(order) {
        play(now, &mut dice).await;
        for page in pages {
            Seen::moves(page, count).await;
        }
    }
}

#[tokio::test]
async fn three_players_take_the_next_seats_in_a_rematch() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let [ana, ben, eva] = &three_players(&browser, &server).await;
    play_again(&[ana, ben, eva]).await;
    for page in [ana, ben, eva] {
        for (seat, name) in [(0, "Eva"), (1, "Ana"), (2, "Ben")] {
            page.sees(&format!(".player[data-seat=\"{seat}\"]"), name).await;
        }
    }
    ana.sees("#me .player", "(You)").await;
    ben.sees("#me .player", "Ben").await;
    eva.sees("#me .player", "Eva").await;
    play_in_order(&[eva, ana, ben, eva], &[ana, ben, eva]).await;
}

#[tokio::test]
async fn a_player_with_two_seats_of_three_keeps_both_in_a_rematch() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let seats = json!(["human", "open", "human"]);
    let game = server.create(&json!({ "game": GAME, "seats": seats, "name": "Ana" })).await;
    let (ana, ben) = (&browser.visitor(&server).await, &browser.visitor(&server).await);
    ana.sit_on(&game, &[0, 2]).await;
    join(ben, &game.id, "Ben").await;
    play_again(&[ana, ben]).await;
    ben.sees("#me .player[data-seat=\"2\"]", "(You)").await;
    play_in_order(&[ana, ana, ben, ana], &[ana, ben]).await;
}

#[tokio::test]
async fn a_take_back_among_three_is_asked_of_both_others() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let [ana, ben, eva] = &three_players(&browser, &server).await;
    play_in_order(&[ana], &[ana, ben, eva]).await;
    ana.click_text("Take back").await;
    for page in [ben, eva] {
        page.sees("#notice", "take a move back").await;
    }
    ben.click_text("Accept").await;
    // The page stops asking a player who has accepted, and the move remains until all have accepted.
    ben.wait("document.getElementById('notice').hidden").await;
    eva.sees("#notice", "take a move back").await;
    assert_eq!(Seen::of(ana).await.moves.len(), 1);
    eva.click_text("Accept").await;
    for page in [ana, ben, eva] {
        Seen::moves(page, 0).await;
    }
}

/// Waits until the bar shows only the chances of this seat.
async fn sees_bar_of(page: &Page, seat: &str, paint: &str) {
    page.wait(&format!(
        "((bar) => bar.checkVisibility() && bar.ariaLabel?.startsWith('Chances of {seat}:')
            && bar.dataset.paint === '' && bar.firstElementChild.dataset.paint === '{paint}'
            && bar.firstElementChild.style.height.startsWith(bar.ariaLabel.match(/\\d+/)[0].slice(0, 1)))
        (document.getElementById('bar'))"
    ))
    .await;
}

#[tokio::test]
async fn among_three_the_bar_shows_the_chances_of_the_player_to_move() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let game = server.create(&json!({ "game": GAME, "seats": ["human", "human", "human"] })).await;
    let page = browser.visitor(&server).await;
    page.sit(&game).await;
    let mut dice = Dice::new(5);
    Seen::ready(&page).await;
    page.key("e").await;
    for (count, (seat, paint)) in
        (1..).zip([("Blue", "blue"), ("White", "white"), ("Red", "red"), ("Blue", "blue")])
    {
        sees_bar_of(&page, seat, paint).await;
        play(&page, &mut dice).await;
        Seen::moves(&page, count).await;
    }
    page.picture("three-game", false).await;

    page.go(&format!("/analysis?game={GAME}")).await;
    Seen::ready(&page).await;
    sees_bar_of(&page, "Blue", "blue").await;
    page.click(&site("c3")).await;
    sees_bar_of(&page, "White", "white").await;
    page.wait(
        "document.getElementById('score').textContent
            .includes(`: ${document.getElementById('bar').ariaLabel.match(/\\d+/)[0]} %`)",
    )
    .await;
    page.picture("three-analysis", false).await;
}
