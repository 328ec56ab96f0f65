//! A terminal and a browser play each other: the real program in full screen, and headless Chromium. Without Chromium
//! the test is skipped.

#![cfg(all(unix, feature = "online", feature = "server"))]
#![expect(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

#[path = "../../../server/tests/browser/chromium.rs"]
mod chromium;
#[path = "../../../server/tests/protocol/client.rs"]
#[expect(dead_code, reason = "the tests of the protocol use the rest")]
mod client;
#[path = "../../../server/tests/browser/devtools.rs"]
#[expect(dead_code, reason = "the tests of the web app use the rest")]
mod devtools;
#[path = "../../../server/tests/browser/page.rs"]
#[expect(dead_code, reason = "the tests of the web app use the rest")]
mod page;
#[path = "../../../server/tests/browser/person.rs"]
#[expect(dead_code, reason = "the tests of the web app use the rest")]
mod person;
#[path = "../terminal/pty.rs"]
#[expect(dead_code, reason = "the tests in terminals use the rest")]
mod pty;

use cairn_session::{Session, open};

use client::Site;
use devtools::Browser;
use page::Page;
use person::{Dice, Seen};
use pty::{ENTER, Pty, home};

const GAME: &str = "staqs:size=4";

/// The side that moves first.
#[derive(Clone, Copy, Eq, PartialEq)]
enum First {
    Terminal,
    Browser,
}

/// Plays this many moves, or to the end, and waits until each one appears on the other side.
async fn play(app: &mut Pty, page: &Page, first: First, most: usize) -> Box<dyn Session> {
    let mut session = open(GAME, None).unwrap();
    let dice = &mut Dice::new(7);
    while session.outcome().is_none() && session.ply() < most {
        let ply = session.ply();
        let is_terminal = ply.is_multiple_of(2) == (first == First::Terminal);
        if is_terminal {
            let moves = session.legal_moves();
            let mv = &moves[dice.pick(moves.len())];
            app.send(&format!(":{mv}{ENTER}"));
            session.play(mv).unwrap();
            assert_eq!(Seen::moves(page, ply + 1).await.moves, session.history());
        } else {
            person::play(page, dice).await;
            let moves = Seen::moves(page, ply + 1).await.moves;
            session.play(&moves[ply]).unwrap();
            // It is the terminal's turn, shown without a name. The list of moves ends with the new one.
            let turn = if first == First::Terminal { "Blue to move. " } else { "White to move. " };
            let round = format!("{:>2}. ", moves.len().div_ceil(2));
            let is_last = |line: &str| line.contains(&round) && line.trim_end().ends_with(&moves[ply]);
            app.wait_until(&format!("{round}{}", moves[ply]), |screen| {
                screen.contains("Ask for a rematch") || screen.contains(turn) && screen.lines().any(is_last)
            });
        }
    }
    session
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_terminal_and_a_browser_play_each_other() {
    let Some(browser) = Browser::open().await else { return };
    let site = Site::start().await;
    let home = home();
    let url = format!("http://{}", site.address);
    let mut app = Pty::open(home.path(), &["play", GAME, "--online", &url, "--name", "Ana"]);
    let prefix = format!("Link: {url}/games/");
    let screen = app.wait_for(&prefix);
    let id: String =
        screen.split(&prefix).nth(1).unwrap().chars().take_while(char::is_ascii_alphanumeric).collect();

    let page = &browser.visitor(&site).await;
    page.go(&format!("/games/{id}")).await;
    page.fill("#join-name", "Rui").await;
    page.click_text("Join the game").await;
    app.wait_for("White (Rui) has joined");
    page.sees(".player", "Ana").await;

    // Plays a whole game.
    let session = play(&mut app, page, First::Terminal, usize::MAX).await;
    assert!(session.outcome().is_some() && session.ply() > 6);
    app.wait_for("Ask for a rematch");
    assert!(Seen::ready(page).await.ending.is_some());

    // Plays another one, with sides swapped.
    let before = page.eval("location.pathname").await;
    app.send("3");
    app.wait_for("You would like to play");
    page.sees("#notice", "wants a rematch").await;
    page.click_text("Accept").await;
    page.wait(&format!("location.pathname !== {before} && document.querySelector('.player')")).await;
    app.wait_for("The next game has begun");
    play(&mut app, page, First::Browser, 4).await;

    // One side makes an offer, and the other answers it.
    app.send("u");
    page.sees("#notice", "take a move back").await;
    page.click_text("Decline").await;
    app.wait_for("The take-back is declined");
    page.menu("Offer a draw").await;
    app.wait_for("Blue (Rui) offers a draw: y accepts, n declines.");
    app.send("n");
    page.sees("#prompt", "has declined the draw").await;
    app.send("o");
    page.sees("#notice", "offers a draw").await;
    page.click_text("Accept").await;
    app.wait_for("The players have agreed on a draw");
    page.sees("#prompt", "draw").await;
}
