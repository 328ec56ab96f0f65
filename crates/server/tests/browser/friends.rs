//! Two browsers play each other by one link while a third one watches, with lost connections and reloads.

use cairn_server::Limits;

use crate::client::Site;
use crate::devtools::Browser;
use crate::page::Page;
use crate::person::{Dice, Seen, play};
use crate::wire::Wire;

const HOSTILE: &str = "<img src=x onerror=alert(1)>Ben";

fn no_limits() -> Limits {
    Limits { requests: 0, games: 0, ..Limits::default() }
}

/// Waits until all pages show the same moves.
async fn all_see(pages: &[&Page], count: usize) {
    let mut all = Vec::new();
    for page in pages {
        all.push(Seen::moves(page, count).await.moves);
    }
    assert!(all.windows(2).all(|two| two[0] == two[1]), "{all:?}");
}

/// Creates a game with the form; returns the path of its link.
async fn invite(page: &Page) -> String {
    page.go("/new?game=stac").await;
    page.choose("#seat1", "open").await;
    page.fill("#name", "Ana").await;
    page.click_text("Start the game").await;
    page.shows("#invite").await;
    let link = page.eval("document.getElementById('invite').value").await;
    assert_eq!(link, page.eval("location.href").await);
    page.eval("location.pathname").await.as_str().unwrap().to_owned()
}

async fn join(page: &Page, path: &str, name: &str) {
    page.go(path).await;
    page.fill("#join-name", name).await;
    page.click_text("Join the game").await;
}

#[tokio::test]
async fn two_browsers_play_each_other_whatever_happens() {
    let Some(browser) = Browser::open().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let server = Site::on(&file, no_limits()).await;
    let address = server.address;
    // Ben connects through a proxy that the test can cut.
    let wire = Wire::to(address).await;
    let (ana, ben) = (&mut browser.visitor(&server).await, &mut browser.visitor_at(wire.address).await);
    let eva = &mut browser.visitor(&server).await;
    for page in [&mut *ana, &mut *ben, &mut *eva] {
        // The test breaks the connection, so requests fail.
        page.forgive("Failed to load resource: net::ERR_");
        page.forgive("WebSocket connection to");
    }
    let (ana, ben, eva) = (&*ana, &*ben, &*eva);
    let path = invite(ana).await;
    join(ben, &path, HOSTILE).await;
    // Names appear as plain text.
    ana.sees(".player", HOSTILE).await;
    assert_eq!(ana.eval("document.querySelectorAll('.player img').length").await, 0);
    eva.go(&path).await;
    eva.sees(".player", HOSTILE).await;
    assert!(Seen::of(eva).await.sites.is_empty(), "who watches cannot play");

    // All pages show a move at once.
    let dice = &mut Dice::new(11);
    for (count, now) in (1..).zip([ana, ben, ana, ben]) {
        play(now, dice).await;
        all_see(&[ana, ben, eva], count).await;
    }
    // A reloaded page shows the same game.
    ben.reload().await;
    all_see(&[ana, ben, eva], 4).await;

    // A page without a connection misses moves, and receives them when it reconnects.
    wire.cut(true);
    ben.sees("#prompt", "The connection is lost").await;
    play(ana, dice).await;
    all_see(&[ana, eva], 5).await;
    assert_eq!(Seen::of(ben).await.moves.len(), 4);
    wire.cut(false);
    all_see(&[ana, ben, eva], 5).await;
    play(ben, dice).await;
    all_see(&[ana, ben, eva], 6).await;

    // A connection may also stop silently, for example when a phone changes networks.
    wire.silence();
    play(ana, dice).await;
    all_see(&[ana, eva], 7).await;
    assert_eq!(Seen::of(ben).await.moves.len(), 6);
    ben.set_online(false).await;
    ben.set_online(true).await;
    all_see(&[ana, ben, eva], 7).await;
    play(ben, dice).await;
    all_see(&[ana, ben, eva], 8).await;

    // The server restarts at the same address with the same games.
    server.stop().await;
    ana.sees("#prompt", "The connection is lost").await;
    let server = Site::at(address, &file, no_limits()).await;
    for page in [ana, ben, eva] {
        page.wait("!document.getElementById('prompt').textContent.includes('lost')").await;
    }
    play(ana, dice).await;
    all_see(&[ana, ben, eva], 9).await;
    agree(ana, ben, eva, dice).await;
    play_again(ana, ben).await;
    server.stop().await;
}

/// Tests take-back and draw by agreement.
async fn agree(ana: &Page, ben: &Page, eva: &Page, dice: &mut Dice) {
    ana.click_text("Take back").await;
    ben.sees("#notice", "take a move back").await;
    ben.click_text("Decline").await;
    ana.sees("#prompt", "has declined the take-back").await;
    ana.click_text("Take back").await;
    ben.sees("#notice", "take a move back").await;
    ben.click_text("Accept").await;
    all_see(&[ana, ben, eva], 8).await;
    play(ana, dice).await;
    all_see(&[ana, ben, eva], 9).await;

    ana.menu("Offer a draw").await;
    ben.sees("#notice", "offers a draw").await;
    ben.click_text("Decline").await;
    ana.sees("#prompt", "has declined the draw").await;
    ben.menu("Offer a draw").await;
    ana.sees("#notice", "offers a draw").await;
    ana.click_text("Accept").await;
    for page in [ana, ben, eva] {
        page.sees("#prompt", "draw").await;
    }
}

/// Offers and accepts a rematch, which starts with sides swapped.
async fn play_again(ana: &Page, ben: &Page) {
    let before = ana.eval("location.pathname").await;
    ana.click_text("Rematch").await;
    ana.sees("#prompt", "You have offered a rematch").await;
    ben.sees("#notice", "wants a rematch").await;
    ben.click_text("Accept").await;
    let elsewhere = format!("location.pathname !== {before} && document.querySelector('.player')");
    ana.wait(&elsewhere).await;
    ben.wait(&elsewhere).await;
    assert_eq!(ana.eval("location.pathname").await, ben.eval("location.pathname").await);
    // Ben moves first now.
    let mut dice = Dice::new(2);
    play(ben, &mut dice).await;
    all_see(&[ana, ben], 1).await;
    play(ana, &mut dice).await;
    all_see(&[ana, ben], 2).await;
}
