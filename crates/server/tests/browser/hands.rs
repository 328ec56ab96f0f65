//! The same board by keyboard only, by touch on a phone, and by dragging.

use serde_json::json;

use crate::client::Site;
use crate::devtools::Browser;
use crate::page::{Hand, Page};
use crate::person::{Dice, Seen, site};

/// Returns the distance from the focus to a site, in squares.
async fn way(page: &Page, to: &str) -> (i64, i64) {
    let way = page
        .eval(&format!(
            "(() => {{
                const box = (e) => e.firstElementChild.getBoundingClientRect();
                const [from, to] = [box(document.activeElement), box(document.querySelector('{}'))];
                return [(to.x - from.x) / from.width, (to.y - from.y) / from.height].map(Math.round);
            }})()",
            site(to)
        ))
        .await;
    (way[0].as_i64().unwrap(), way[1].as_i64().unwrap())
}

/// Moves to a site with the arrow keys, and chooses it with Enter.
async fn enter(page: &Page, to: &str) {
    page.tab_to("it.closest('[data-site]')").await;
    let (mut across, mut down) = way(page, to).await;
    while (across, down) != (0, 0) {
        page.key(match (across, down) {
            (1.., _) => "ArrowRight",
            (..=-1, _) => "ArrowLeft",
            (0, 1..) => "ArrowDown",
            (0, _) => "ArrowUp",
        })
        .await;
        let next = way(page, to).await;
        assert_ne!(next, (across, down), "an arrow key goes somewhere");
        (across, down) = next;
    }
    page.key("Enter").await;
}

#[tokio::test]
async fn a_game_by_keyboard_alone() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let game =
        server.create(&json!({ "game": "staqs:size=4", "seats": ["human", "random"], "seed": 3 })).await;
    let page = browser.visitor(&server).await;
    page.sit(&game).await;
    let mut dice = Dice::new(5);
    let (mut typed, mut taken_back) = (false, false);
    loop {
        let seen = Seen::ready(&page).await;
        if seen.ending.is_some() {
            break;
        }
        let state = server.state(&game).await;
        if !typed && seen.moves.len() >= 2 {
            // The page explains an invalid move, and keeps the typed text.
            page.key("/").await;
            page.wait("document.activeElement.id === 'move'").await;
            page.write("z99").await;
            page.key("Enter").await;
            page.shows("#problem:not(:empty)").await;
            page.eval("document.getElementById('move').select()").await;
            page.write(state["legal"][0].as_str().unwrap()).await;
            page.key("Enter").await;
            typed = true;
        } else if seen.sites.is_empty() {
            page.tab_to("it.matches('#choices .choice')").await;
            page.key("Enter").await;
        } else {
            enter(&page, &seen.sites[dice.pick(seen.sites.len())]).await;
        }
        seen.changed(&page).await;
        let now = Seen::of(&page).await;
        if !taken_back && now.moves.len() == seen.moves.len() && !now.sites.is_empty() {
            page.key("Backspace").await;
            now.changed(&page).await;
            assert_eq!(Seen::ready(&page).await.sites, seen.sites, "the step is taken back");
            taken_back = true;
        }
    }
    assert!(typed && taken_back);
    assert!(!server.state(&game).await["result"].is_null());
}

/// Every square and button is found by its role and name alone, as by a screen reader, and so is the result.
#[tokio::test]
async fn a_game_through_the_accessibility_tree() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let game =
        server.create(&json!({ "game": "staqs:size=4", "seats": ["human", "random"], "seed": 3 })).await;
    let page = browser.visitor(&server).await;
    page.sit(&game).await;
    loop {
        let seen = Seen::ready(&page).await;
        if seen.ending.is_some() {
            break;
        }
        let state = server.state(&game).await;
        let mv = state["legal"][0].as_str().unwrap().to_owned();
        for step in mv.split('-') {
            let seen = Seen::ready(&page).await;
            let is_site = seen.sites.iter().any(|name| name == step);
            let (role, name) =
                if is_site { ("gridcell", format!("{step},")) } else { ("button", "pass".to_owned()) };
            let element = page.accessible(role, &name).await;
            page.activate(&element.unwrap_or_else(|| panic!("no {role} is called {name}"))).await;
            seen.changed(&page).await;
        }
        page.wait(&format!("document.querySelectorAll('#moves .move').length > {}", seen.moves.len())).await;
    }
    let ending = page.text("#prompt").await;
    assert!(page.accessible("StaticText", &ending).await.is_some(), "{ending}");
    assert!(page.accessible("link", "Review").await.is_some());
}

#[tokio::test]
async fn a_look_into_a_stack_by_a_key() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let body = json!({ "game": "sight", "seats": ["human", "human"],
        "position": "1,b1,3/w2,w1,1,b1,1/5/3,w2,b1/1,w2,3 b" });
    let game = server.create(&body).await;
    let page = browser.visitor(&server).await;
    page.sit(&game).await;
    Seen::ready(&page).await;
    enter_look(&page, "d2").await;
    page.sees("#look", "d2").await;
    page.key("Escape").await;
    page.wait("!document.getElementById('look') && document.activeElement.dataset.site === 'd2'").await;
}

async fn enter_look(page: &Page, to: &str) {
    page.eval(&format!("document.querySelector('{}').focus()", site(to))).await;
    page.key("i").await;
}

/// Plays a whole game against a bot by touch, or up to this many moves, then resigns; returns how often the board was
/// magnified.
async fn by_touch(spec: &str, (width, height): (u32, u32), most: usize) -> usize {
    let Some(browser) = Browser::open().await else { return 1 };
    let server = Site::start().await;
    let game = server.create(&json!({ "game": spec, "seats": ["human", "random"], "seed": 4 })).await;
    let page = browser.visitor(&server).await;
    page.resize(width, height).await;
    page.without_long_presses().await;
    page.keep_still().await;
    page.sit(&game).await;
    let mut dice = Dice::new(9);
    let mut magnified = 0;
    loop {
        let seen = Seen::ready(&page).await;
        if seen.ending.is_some() {
            break;
        }
        if seen.moves.len() >= most {
            page.resign().await;
            seen.changed(&page).await;
            continue;
        }
        if seen.waits {
            page.point("#choices .primary", Hand::Finger).await;
            seen.changed(&page).await;
            continue;
        }
        crate::person::step(&page, &mut dice, Hand::Finger).await;
        magnified += usize::from(page.eval("Boolean(document.querySelector('.zoomed'))").await == true);
    }
    assert!(!server.state(&game).await["result"].is_null());
    assert_eq!(page.eval("document.scrollingElement.scrollHeight - innerHeight").await, 0);
    magnified
}

#[tokio::test]
async fn games_by_touch_on_a_phone() {
    for (spec, most) in [("staqs:size=4", 60), ("stac", 60), ("sight:size=4", 60), ("stacks:quiet=12", 60)] {
        assert_eq!(by_touch(spec, (390, 844), most).await, usize::from(false), "{spec} has large squares");
    }
}

#[tokio::test]
async fn games_by_touch_on_a_small_phone() {
    for (spec, most) in [("staqs:size=4", 60), ("stac", 60), ("sight:size=4", 60), ("stacks:quiet=12", 60)] {
        by_touch(spec, (360, 640), most).await;
    }
}

#[tokio::test]
async fn small_squares_are_magnified_around_the_first_tap() {
    for size in [(390, 844), (360, 640)] {
        assert!(by_touch("stlts:quiet=8", size, 24).await > 0);
    }
}

#[tokio::test]
async fn a_move_by_dragging() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let body = json!({ "game": "sight", "seats": ["human", "human"],
        "position": "1,b1,w1,w1,1/w1,w2,1,b2,1/w1,b2,3/b2,b1,3/2,w1,2 b" });
    let game = server.create(&body).await;
    let page = browser.visitor(&server).await;
    page.sit(&game).await;
    Seen::ready(&page).await;
    // On an illegal square the piece returns, with an explanation.
    page.drag(&site("b3"), &site("e1")).await;
    page.shows("#problem:not(:empty)").await;
    assert_eq!(server.state(&game).await["ply"], 0);
    page.drag(&site("b3"), &site("c3")).await;
    assert_eq!(Seen::moves(&page, 1).await.moves, ["b3-c3"]);
    assert_eq!(server.state(&game).await["moves"], json!(["b3-c3"]));
}
