//! A game on one screen: at every step of a turn, in windows of eight sizes, everything that a player needs is inside
//! the window, the toolbar stays in place, and the page does not scroll.

use serde_json::{Value, json};

use crate::client::Site;
use crate::devtools::Browser;
use crate::page::Page;
use crate::person::{Dice, Seen, site};

const SIZES: [(u32, u32); 8] =
    [(1280, 640), (1366, 657), (1440, 789), (1920, 969), (768, 1024), (390, 844), (360, 640), (844, 390)];
/// The number of steps of a game that are checked in every size.
const STEPS: usize = 16;

/// Returns the problems in the window as texts, and the positions of the toolbar and of the moves.
const LOOK: &str = "(() => {
    const wrong = [];
    const page = document.scrollingElement;
    if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) wrong.push(`the page is ${page.scrollWidth} x ${page.scrollHeight}`);
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
    const box = (e) => e.getBoundingClientRect();
    for (const selector of ['#board svg', '#turn', '#toolbar', '#moves']) if (!shown(selector).length) wrong.push(`${selector} is not shown`);
    for (const e of shown('#board svg, #prompt, #notice, #choices button, .player, .clock, #moves, #toolbar > *, #tools > *')) {
        const { left, top, right, bottom } = box(e);
        if (left < -.5 || top < -.5 || right > innerWidth + .5 || bottom > innerHeight + .5) wrong.push(`${e.id || e.className || e.textContent} reaches ${[left, top, right, bottom].map(Math.round)}`);
    }
    // The middle of these elements must not be covered.
    for (const e of shown('#choices button, .clock, #prompt')) {
        const { left, top, width, height } = box(e);
        const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 12));
        if (!hit || !(e.contains(hit) || hit.contains(e))) wrong.push(`${e.id || e.textContent} is covered by ${hit?.outerHTML.slice(0, 80)}`);
    }
    const text = document.querySelector('.turn-text');
    if (text.checkVisibility() && document.querySelector('#prompt').firstChild) {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('#prompt').firstChild);
        if (range.getBoundingClientRect().bottom > box(text).bottom + 1) wrong.push(`the prompt is cut off: ${text.textContent}`);
    }
    const place = (e) => { const { left, top, width, height } = box(e); return [left, top, width, height].map(Math.round).join(' '); };
    return { wrong, places: shown('#toolbar, #moves, #turn, #board svg').map(place).join('; ') };
})()";

/// Checks the page in every size.
async fn look(page: &Page, game: &str, step: usize, places: &mut [Value]) {
    for (index, (width, height)) in SIZES.into_iter().enumerate() {
        page.resize(width, height).await;
        page.wait(&format!("innerWidth === {width} && innerHeight === {height}")).await;
        let seen = page.eval(LOOK).await;
        assert_eq!(seen["wrong"], json!([]), "{game} at step {step} in {width} x {height}");
        if step == 0 {
            page.picture(&format!("screen-{game}-{width}"), false).await;
            places[index] = seen["places"].clone();
        }
        assert_eq!(seen["places"], places[index], "{game} at step {step} in {width} x {height} has moved");
    }
    page.resize(1280, 640).await;
}

async fn stays_on_one_screen(game: &str) {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let body = json!({ "game": game, "seats": ["human", "human"], "clock": { "kind": "days", "days": 2 } });
    let created = server.create(&body).await;
    let page = browser.visitor(&server).await;
    page.set_cookie("language", if game == "stacks" { "pt" } else { "en" }).await;
    page.resize(1280, 640).await;
    page.keep_still().await;
    page.sit(&created).await;
    let mut dice = Dice::new(11);
    let mut places = vec![Value::Null; SIZES.len()];
    for step in 0..STEPS {
        let seen = Seen::ready(&page).await;
        look(&page, game, step, &mut places).await;
        // A question must be answered first; its squares come afterwards.
        let target = if seen.buttons.is_empty() {
            site(&seen.sites[dice.pick(seen.sites.len())])
        } else {
            "#choices .choice".to_owned()
        };
        page.click(&target).await;
        seen.changed(&page).await;
    }
    // Neither a hint nor an offer moves any element.
    let seen = Seen::ready(&page).await;
    page.key("t").await;
    page.sees("#prompt", ":").await;
    look(&page, game, STEPS, &mut places).await;
    drop(seen);
}

#[tokio::test]
async fn staqs_on_one_screen() {
    stays_on_one_screen("staqs").await;
}

#[tokio::test]
async fn stlts_on_one_screen() {
    stays_on_one_screen("stlts").await;
}

#[tokio::test]
async fn stac_on_one_screen() {
    stays_on_one_screen("stac").await;
}

#[tokio::test]
async fn sight_on_one_screen() {
    stays_on_one_screen("sight").await;
}

#[tokio::test]
async fn stacks_on_one_screen() {
    stays_on_one_screen("stacks").await;
}
