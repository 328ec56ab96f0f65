//! Two people play: invitations, leaving, declining, and a game between bots at a visible pace.

use std::time::Duration;

use cairn_server::Limits;
use serde_json::json;

use crate::client::Site;
use crate::devtools::Browser;
use crate::page::Page;
use crate::person::{Dice, Seen, play};

/// Creates a game with the form; returns the address of the invitation.
async fn invite(page: &Page, is_public: bool) -> String {
    page.go("/new?game=stac").await;
    page.choose("#seat1", "open").await;
    page.choose("#clock", "fischer 300 5").await;
    if is_public {
        page.click("#public").await;
    }
    page.fill("#name", "Ana").await;
    page.click_text("Start the game").await;
    page.shows("#invite").await;
    let link = page.eval("document.getElementById('invite').value").await;
    let link = link.as_str().unwrap().to_owned();
    link[link.find("/games/").unwrap()..].to_owned()
}

async fn join(page: &Page, path: &str) {
    page.go(path).await;
    page.fill("#join-name", "Ben").await;
    page.click_text("Join the game").await;
    page.sees(".player", "Ben").await;
}

#[tokio::test]
async fn an_invitation_can_be_cancelled_and_a_game_aborted_before_all_have_moved() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let (ana, ben) = (&browser.visitor(&server).await, &browser.visitor(&server).await);
    let path = invite(ana, false).await;
    ben.go(&path).await;
    ben.shows("#join-name").await;
    ana.click_text("Cancel").await;
    for page in [ana, ben] {
        page.sees("#prompt", "The game was aborted").await;
    }
    ben.wait("!document.getElementById('join-name')?.checkVisibility()").await;

    let path = invite(ana, false).await;
    join(ben, &path).await;
    // The clocks start with the first moves.
    ana.sees("#prompt", "The clocks start with each side's first move").await;
    assert_eq!(ana.eval("document.querySelectorAll('.clock.runs').length").await, 0);
    play(ana, &mut Dice::new(1)).await;
    Seen::moves(ben, 1).await;
    assert_eq!(ben.eval("document.querySelectorAll('.clock.runs').length").await, 0);
    ben.click_text("Abort").await;
    for page in [ana, ben] {
        page.sees("#prompt", "The game was aborted").await;
    }
}

#[tokio::test]
async fn a_game_that_anyone_may_watch_keeps_its_seat_for_the_friend() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let (ana, ben, eva) =
        (&browser.visitor(&server).await, &browser.visitor(&server).await, &browser.visitor(&server).await);
    let path = invite(ana, true).await;
    // Eva opens the game from the list of public games.
    let public = path.split('#').next().unwrap();
    eva.go(public).await;
    eva.shows("#board svg").await;
    eva.sees(".player", "waiting for a player").await;
    assert_eq!(eva.eval("document.getElementById('join-name')").await, json!(null));
    join(ben, &path).await;
    eva.sees(".player", "Ben").await;
}

#[tokio::test]
async fn a_declined_rematch_is_seen_by_both() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let (ana, ben) = (&browser.visitor(&server).await, &browser.visitor(&server).await);
    let path = invite(ana, false).await;
    join(ben, &path).await;
    let mut dice = Dice::new(2);
    for (count, page) in [(1, ana), (2, ben)] {
        play(page, &mut dice).await;
        Seen::moves(ana, count).await;
        Seen::moves(ben, count).await;
    }
    ana.shows(".clock.runs").await;
    ana.resign().await;
    ben.sees("#prompt", "You won: White resigned").await;
    ana.sees("#prompt", "You lost").await;
    ana.click_text("Rematch").await;
    ana.sees("#prompt", "You have offered a rematch").await;
    ben.sees("#notice", "wants a rematch").await;
    ben.click_text("Decline").await;
    for page in [ana, ben] {
        page.sees("#prompt", "has declined the rematch").await;
    }
}

#[tokio::test]
async fn who_waits_for_a_player_who_has_left_can_claim_the_game() {
    let Some(browser) = Browser::open().await else { return };
    let limits = Limits { absence: Duration::from_millis(600), ..Limits::default() };
    let folder = tempfile::tempdir().unwrap();
    let server = Site::on(&folder.path().join("games.sqlite"), limits).await;
    let (ana, ben) = (&browser.visitor(&server).await, &browser.visitor(&server).await);
    let path = invite(ana, false).await;
    join(ben, &path).await;
    ben.go("/").await;
    ana.sees(".away-now", "away").await;
    // Ben comes back in time, and leaves for good.
    ben.go(&path).await;
    ana.wait("!document.querySelector('.away-now')").await;
    ben.go("/").await;
    ana.sees("#notice", "Your opponent has left. Wait, or claim").await;
    ana.click_text("the win").await;
    ana.sees("#prompt", "You won: your opponent has left").await;
    server.stop().await;
}

#[tokio::test]
async fn a_player_who_comes_back_in_time_cannot_be_claimed_from() {
    let Some(browser) = Browser::open().await else { return };
    let absence = Duration::from_secs(30);
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { absence, ..Limits::default() };
    let server = Site::on(&folder.path().join("games.sqlite"), limits).await;
    let (ana, ben) = (&browser.visitor(&server).await, &browser.visitor(&server).await);
    let path = invite(ana, false).await;
    join(ben, &path).await;
    // The timers for the claim, by what they do.
    ana.eval(
        "window.claims = new Set();
        const [start, stop] = [setTimeout, clearTimeout];
        window.setTimeout = (run, ms, ...values) => {
            const timer = start(run, ms, ...values);
            if (String(run).includes('claim_in')) window.claims.add(timer);
            return timer;
        };
        window.clearTimeout = (timer) => (window.claims.delete(timer), stop(timer)); 0",
    )
    .await;
    ben.go("/").await;
    ana.sees("#notice", "You can wait").await;
    assert_eq!(ana.eval("window.claims.size").await, 1);
    ben.go(&path).await;
    ana.wait("!document.querySelector('.away-now') && document.getElementById('notice').hidden").await;
    assert_eq!(ana.eval("window.claims.size").await, 0, "nothing is left that would offer the claim");
    server.stop().await;
}

/// What lies on the board.
const PIECES: &str = "JSON.stringify([...document.querySelectorAll('#board [data-site]')].map((cell) =>
    [cell.dataset.site, ...[...cell.querySelectorAll('[data-piece]')].map((piece) => piece.outerHTML)]))";

/// Every game: the last step of a move is seen while the page still waits with all that it has to send.
#[tokio::test]
async fn the_own_move_is_drawn_before_the_server_is_asked() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    for spec in ["staqs", "stlts", "stac", "sight", "stacks"] {
        let game = server.create(&json!({ "game": spec, "seats": ["human", "human"] })).await;
        let page = browser.visitor(&server).await;
        page.prepare_to_hold().await;
        page.keep_still().await;
        page.sit(&game).await;
        let mut dice = Dice::new(3);
        loop {
            let seen = Seen::ready(&page).await;
            let before = page.eval(PIECES).await;
            page.eval("window.holding = true").await;
            // A request that waits already does not delay the move: threats are switched off or on.
            page.eval("document.querySelector('#threats:not([hidden])')?.click()").await;
            let choice = dice.pick(seen.sites.len() + seen.buttons.len());
            let button =
                format!("#choices :nth-child({} of .choice)", (choice + 1).saturating_sub(seen.sites.len()));
            page.click(&seen.sites.get(choice).map_or(button, |name| crate::person::site(name))).await;
            let is_sent = "window.held.some(([, text]) => JSON.parse(text).t === 'move')";
            let is_asked = "document.querySelector('#board .pending') || window.held.some(([, text]) => JSON.parse(text).taken?.length > 0)";
            page.wait(&format!("{is_sent} || {is_asked}")).await;
            if page.eval(is_sent).await == true {
                let drawn = page.eval(PIECES).await;
                // A button that ends the turn changes nothing more.
                assert!(drawn != before || choice >= seen.sites.len(), "{spec}: the move is on the board");
                assert!(Seen::of(&page).await.moves.is_empty(), "{spec}: and not yet in the list");
                page.eval("window.release()").await;
                Seen::moves(&page, 1).await;
                // What the server confirms looks the same.
                page.wait(&format!("{PIECES} === {drawn}")).await;
                break;
            }
            page.eval("window.release()").await;
            seen.changed(&page).await;
        }
    }
}

/// What comes after a step is asked for as soon as it is pressed, so that the choices are there sooner.
#[tokio::test]
async fn the_next_choices_are_asked_for_while_the_button_is_still_down() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let game = server.create(&json!({ "game": "stac", "seats": ["human", "human"] })).await;
    let page = browser.visitor(&server).await;
    page.prepare_to_hold().await;
    page.sit(&game).await;
    let seen = Seen::ready(&page).await;
    page.eval("window.holding = true").await;
    let place = page.press(&crate::person::site(&seen.sites[0])).await;
    page.wait("window.held.some(([, text]) => JSON.parse(text).taken?.length === 1)").await;
    page.eval("window.release()").await;
    page.release(place).await;
    seen.changed(&page).await;
}

#[tokio::test]
async fn a_move_is_seen_before_the_server_knows_it() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let game = server.create(&json!({ "game": "staqs", "seats": ["human", "random"], "seed": 1 })).await;
    let page = browser.visitor(&server).await;
    page.delay_sockets(150).await;
    page.sit(&game).await;
    Seen::ready(&page).await;
    // Measures from the click to the new picture, and whether the server had answered by then.
    page.eval(
        "window.shown = new Promise((resolve) => {
            let pressed = 0;
            addEventListener('pointerup', () => (pressed = performance.now()), { capture: true, once: true });
            const look = () => requestAnimationFrame(() => {
                if (pressed && document.querySelector('#board [data-site=c3] [data-piece^=\"pile 0 2\"]')) resolve([performance.now() - pressed, document.querySelectorAll('#moves .move').length]);
                else look();
            });
            look();
        }); 0",
    )
    .await;
    page.click(&crate::person::site("c3")).await;
    let shown = page.eval("window.shown").await;
    // The test asserts no time, because it depends on the machine, but that no answer of the server had arrived.
    println!("own move visible after {} ms with 150 ms latency", shown[0]);
    assert_eq!(shown[1], 0, "{shown}");
    Seen::moves(&page, 2).await;

    // If the server rejects a move, the page takes it back and shows the reason.
    let game = server.create(&json!({ "game": "staqs", "seats": ["human", "open"] })).await;
    let other = server.join(&game, "Ben").await;
    page.sit_on(&game, &[0]).await;
    Seen::ready(&page).await;
    assert_eq!(server.act(&other, "resign").await.status, 200);
    page.click(&crate::person::site("c3")).await;
    page.sees("#prompt", "You won").await;
    page.wait("!document.querySelector('#board [data-site=c3] [data-piece^=\"pile 0 2\"]')").await;
}

#[tokio::test]
async fn a_game_between_bots_is_played_back_with_pause_step_and_speed() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    page.go("/new?game=staqs").await;
    page.choose("#seat0", "random").await;
    page.choose("#seat1", "random").await;
    page.click_text("Start the game").await;
    page.wait("location.pathname.startsWith('/games/')").await;
    page.sees("#prompt", "Looking back: after move 1 of").await;
    page.click_text("Pause").await;
    let shown = page.text("#prompt").await;
    page.click("#next").await;
    page.wait(&format!("document.getElementById('prompt').textContent !== {}", json!(shown))).await;
    page.sees("#pause", "Continue").await;
    page.click("#speed").await;
    page.sees("#speed", "2").await;
    page.click_text("Continue").await;
    let shown = page.text("#prompt").await;
    page.wait(&format!("document.getElementById('prompt').textContent !== {}", json!(shown))).await;
    page.key("End").await;
    page.sees("#tools", "Review").await;
}
