//! Lists without entries, which offer something to do, and the first game, which takes one click.

use serde_json::json;

use crate::client::Site;
use crate::devtools::Browser;
use crate::page::{Hand, Page};
use crate::person::Seen;

/// Clicks on the link to a path in the note of an empty list, which has to be shown.
async fn follow(page: &Page, id: &str, path: &str) {
    page.shows(&format!("#{id}")).await;
    page.click(&format!("#{id} a[href='{path}']")).await;
    page.wait(&format!("location.pathname + location.search === {}", json!(path))).await;
}

#[tokio::test]
async fn empty_lists_lead_on() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    for language in ["en", "pt"] {
        let page = browser.visitor(&server).await;
        page.set_cookie("language", language).await;
        for (list, id, path) in [
            ("/", "watch-none", "/new?public=1"),
            ("/watch", "none", "/new?public=1"),
            ("/saved", "no-running", "/new"),
            ("/saved", "no-running", "/new?opponent=open"),
            ("/saved", "no-finished", "/learn"),
            ("/saved", "no-studies", "/analysis"),
        ] {
            page.go(list).await;
            if path == "/analysis" {
                page.shows("#no-studies").await;
                page.click("#no-studies a").await;
                page.wait("location.pathname === '/analysis'").await;
            } else {
                follow(&page, id, path).await;
            }
        }
        assert_eq!(page.eval("document.documentElement.lang").await, language);
        // The form for a public game is filled in.
        page.go("/new?public=1").await;
        page.wait("document.getElementById('public').checked && document.getElementById('join-field').checkVisibility()").await;
        // No puzzle matches, or all are solved.
        page.go("/puzzles").await;
        page.choose("#filter-solved", "solved").await;
        page.shows("#no-puzzles").await;
        page.click("#show-all").await;
        page.wait("!document.getElementById('no-puzzles').checkVisibility()").await;
        page.eval(
            "localStorage.setItem('cairn.puzzles', JSON.stringify(Object.fromEntries(
                [...document.querySelectorAll('[data-puzzle]')].map((tile) => [tile.dataset.puzzle, 'first']))))",
        )
        .await;
        page.go("/puzzles").await;
        page.shows("#all-solved").await;
        page.wait("!document.getElementById('continue').checkVisibility()").await;
    }
}

#[tokio::test]
async fn lists_with_entries_have_no_note() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let body = json!({ "game": "staqs:size=10,players=4", "seats": ["human", "human", "human", "human"], "public": true });
    let game = server.create(&body).await;
    let page = browser.visitor(&server).await;
    page.sit(&game).await;
    Seen::ready(&page).await;
    // A game with unusual options says so wherever it is listed, in words.
    for (list, row, note) in [
        ("/", "#watch-list li", "watch-none"),
        ("/watch", "#games li", "none"),
        ("/saved", "#running li", "no-running"),
    ] {
        page.go(list).await;
        page.sees(row, "10 × 10, 4 players").await;
        assert_eq!(page.eval(&format!("document.getElementById('{note}').checkVisibility()")).await, false);
    }
}

/// The pages of a game against the computer that one click or touch on the front page has started.
async fn start(page: &Page, hand: Hand) {
    page.go("/").await;
    page.shows("#play-now").await;
    page.point("#play-now", hand).await;
    page.wait("location.pathname.startsWith('/games/')").await;
    let seen = Seen::ready(page).await;
    assert!(!seen.sites.is_empty() && seen.moves.is_empty(), "{seen:?}");
    page.sees("#players", "level 1").await;
}

#[tokio::test]
async fn one_click_or_one_touch_starts_a_game_against_the_computer() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    start(&page, Hand::Mouse).await;
    let phone = browser.visitor(&server).await;
    phone.resize(390, 844).await;
    start(&phone, Hand::Finger).await;
    // Not even a touch more for a game with a friend.
    phone.go("/").await;
    phone.point("#play-friend", Hand::Finger).await;
    phone.wait("location.pathname.startsWith('/games/')").await;
    phone.shows("#invite").await;
}

#[tokio::test]
async fn random_sides_put_the_visitor_on_either_side() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    for (chance, seat) in [("[0.1, 0.9]", 0), ("[0.9, 0.1]", 1)] {
        page.go("/new?game=sight&opponent=level1").await;
        page.click("#random").await;
        // What looks like chance is known here.
        page.eval(&format!("{{ const numbers = {chance}; Math.random = () => numbers.shift() ?? 0.5; }}"))
            .await;
        page.click_text("Start the game").await;
        page.wait("location.pathname.startsWith('/games/')").await;
        page.shows(".player").await;
        let mine = page.eval("JSON.parse(localStorage.getItem('cairn.games'))[0].seats").await;
        assert_eq!(mine, json!([seat]));
        // The own side is at the bottom.
        page.shows(&format!("#me .player[data-seat='{seat}']")).await;
        // The form remembers who plays, not where chance has put them.
        let last = page.eval("JSON.parse(localStorage.getItem('cairn.last')).seats").await;
        assert_eq!(last, json!(["human", "level1"]));
    }
}

#[tokio::test]
async fn the_board_theme_is_kept_and_applies_to_boards_and_pictures() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let game = server.create(&json!({ "game": "staqs", "seats": ["human", "human"] })).await;
    let page = browser.visitor(&server).await;
    page.set_cookie("theme", "light").await;
    let color = "getComputedStyle(document.querySelector('.board svg rect:nth-of-type(2), .picture svg rect:nth-of-type(2)')).fill";
    let mut seen = Vec::new();
    for theme in ["wood", "slate", "meadow"] {
        page.go("/settings").await;
        page.click_text(theme).await;
        page.wait(&format!("document.documentElement.dataset.board === '{theme}'")).await;
        let mut colors = Vec::new();
        for path in ["/", "/analysis?game=staqs", "/learn", &format!("/games/{}", game.id)] {
            page.go(path).await;
            page.shows(".board svg, .picture svg").await;
            assert_eq!(page.eval("document.documentElement.dataset.board").await, theme, "{path}");
            colors.push(page.eval(color).await);
        }
        assert!(colors.iter().all(|color| *color == colors[0]), "{theme}: {colors:?}");
        assert!(!seen.contains(&colors[0]), "{theme} looks like another one: {colors:?}");
        seen.push(colors.swap_remove(0));
    }
    page.reload().await;
    assert_eq!(page.eval("document.documentElement.dataset.board").await, "meadow");
}
