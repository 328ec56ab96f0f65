//! Marks on a board, its orientation, and the behaviour of pieces, clocks and sounds.

use std::io::{Write as _, stderr};

use serde_json::{Value, json};

use crate::client::Site;
use crate::devtools::Browser;
use crate::page::{Hand, Page};
use crate::person::{Dice, Seen, play, site};

/// Two of White's three stacks are the tallest.
const SIGHT: &str = "1,b1,3/w2,w1,1,b1,1/5/3,w2,b1/1,w1,3 w";
/// A black piece with pins stands beside a white one.
const STLTS: &str = "12/12/b1.1,11/w,11/w,11/12/12/12/12/12/12/12 w 0";

async fn sites(page: &Page, selector: &str) -> Vec<String> {
    let sites =
        format!("[...document.querySelectorAll('#board {selector}')].map((e) => e.dataset.site).sort()");
    serde_json::from_value(page.eval(&sites).await).unwrap()
}

async fn opened(browser: &Browser, server: &Site, body: &Value) -> Page {
    let game = server.create(body).await;
    let page = browser.visitor(server).await;
    page.sit(&game).await;
    Seen::ready(&page).await;
    page
}

#[tokio::test]
async fn what_is_threatened_is_marked_until_it_is_switched_off() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let body = json!({ "game": "stlts", "seats": ["human", "human"], "position": STLTS });
    let page = opened(&browser, &server, &body).await;
    assert_eq!(sites(&page, "[data-threatened]").await, ["a9"]);
    let label = page.eval("document.querySelector('#board [data-site=a9]').ariaLabel").await;
    assert!(label.as_str().unwrap().contains("threatened"), "{label}");
    // The marks remain while the user enters a turn.
    let seen = Seen::of(&page).await;
    page.click(&site("a8")).await;
    seen.changed(&page).await;
    assert_eq!(sites(&page, "[data-threatened]").await, ["a9"]);
    page.eval("document.documentElement.style.filter = 'grayscale(1)'").await;
    page.picture("marks-threatened", false).await;
    page.key("g").await;
    page.wait("!document.querySelector('#board [data-threatened]')").await;
    assert_eq!(sites(&page, "[data-mark=chosen]").await, ["a8"], "the turn is unchanged");
    page.reload().await;
    Seen::ready(&page).await;
    assert_eq!(page.eval("document.getElementById('threats').ariaPressed").await, "false");
    assert!(sites(&page, "[data-threatened]").await.is_empty());
    page.key("g").await;
    page.shows("#board [data-threatened]").await;
}

#[tokio::test]
async fn what_is_forced_and_what_is_advised_is_marked() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let body = json!({ "game": "sight", "seats": ["human", "random"], "position": SIGHT });
    let page = opened(&browser, &server, &body).await;
    page.sees("#prompt", "must move").await;
    assert_eq!(page.eval("document.getElementById('threats').hidden").await, true, "Sight has no captures");
    assert_eq!(sites(&page, "[data-forced]").await, ["a4", "d2"]);
    page.key("t").await;
    page.shows("#board [data-mark=hint]").await;
    page.sees("#prompt", "Hint: ").await;
    // In words: `Hint: 2 pieces from a4 to b4`.
    let hint = page.text("#prompt").await;
    let (from, to) = hint.split_once(" from ").and_then(|(_, sites)| sites.split_once(" to ")).unwrap();
    let (from, to) = (&from[..2], &to[..2]);
    let advised = sites(&page, "[data-mark=hint]").await;
    assert!(advised.contains(&from.to_owned()) && advised.contains(&to.to_owned()), "{hint} {advised:?}");
    page.eval("document.documentElement.style.filter = 'grayscale(1)'").await;
    page.picture("marks-forced-and-advised", false).await;
    // The mark remains after the first step, and disappears with the move.
    let seen = Seen::of(&page).await;
    page.click(&site(from)).await;
    seen.changed(&page).await;
    assert!(sites(&page, "[data-mark=hint]").await.contains(&to.to_owned()));
    page.click(&site(to)).await;
    Seen::moves(&page, 2).await;
    page.wait("!document.querySelector('#board [data-mark=hint]') && !document.getElementById('prompt').textContent.includes('Hint')").await;
}

/// Returns the names of the sites as displayed, row by row from the top, and the numbers beside them.
async fn seen_rows(page: &Page) -> (Vec<String>, Vec<String>) {
    let sorted = |selector: &str, name: &str| {
        format!(
            "[...document.querySelectorAll('#board {selector}')].map((e) => [e, e.getBoundingClientRect()])
                .map(([e, box]) => [Math.round((box.top + box.bottom) / 60), (box.left + box.right) / 2, e.dataset.{name}])
                .sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((each) => each[2])"
        )
    };
    let cells =
        page.eval("[...document.querySelectorAll('#board [data-site]')].map((e) => e.dataset.site)").await;
    let labels = page.eval(&sorted("[data-label]", "label")).await;
    (serde_json::from_value(cells).unwrap(), serde_json::from_value(labels).unwrap())
}

#[tokio::test]
async fn the_second_player_sees_the_board_from_the_other_side() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let body = json!({ "game": "sight:size=4", "seats": ["random", "human"] });
    let page = opened(&browser, &server, &body).await;
    let far = page.eval(
        "(() => {
            const box = (name) => document.querySelector(`#board [data-site=${name}]`).firstElementChild.getBoundingClientRect();
            return [box('a1').top < box('a4').top, box('a1').left > box('d1').left];
        })()",
    );
    assert_eq!(far.await, json!([true, true]));
    let (cells, labels) = seen_rows(&page).await;
    assert_eq!(cells[..4], ["d1", "c1", "b1", "a1"], "it is read as it is seen");
    assert_eq!(labels, ["1", "2", "3", "4", "d", "c", "b", "a"], "letters stay below, numbers on the left");
    // Arrow keys move in the displayed direction.
    page.eval("document.querySelector('#board [data-site=c3]').focus()").await;
    page.key("ArrowRight").await;
    page.key("ArrowDown").await;
    assert_eq!(page.eval("document.activeElement.dataset.site").await, "b4");
    page.key("f").await;
    let (cells, labels) = seen_rows(&page).await;
    assert_eq!((cells[0].as_str(), labels[0].as_str(), labels[4].as_str()), ("a4", "4", "a"));
    assert_eq!(page.eval("document.activeElement.dataset.site").await, "b4", "the focus is unchanged");
    page.key("ArrowDown").await;
    assert_eq!(page.eval("document.activeElement.dataset.site").await, "b3");
    // The board keeps its orientation while the game continues.
    play(&page, &mut Dice::new(1)).await;
    Seen::moves(&page, 3).await;
    assert_eq!(seen_rows(&page).await.0[0], "a4");
    page.reload().await;
    Seen::ready(&page).await;
    assert_eq!(seen_rows(&page).await.0[0], "a4");
    page.menu("Turn the board aroundF").await;
    assert_eq!(seen_rows(&page).await.0[0], "d1");
}

#[tokio::test]
async fn a_piece_is_dragged_on_a_board_that_was_turned() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let body = json!({ "game": "sight", "seats": ["human", "human"],
        "position": "1,b1,w1,w1,1/w1,w2,1,b2,1/w1,b2,3/b2,b1,3/2,w1,2 b" });
    let page = opened(&browser, &server, &body).await;
    page.key("f").await;
    page.drag(&site("b3"), &site("c3")).await;
    assert_eq!(Seen::moves(&page, 1).await.moves, ["b3-c3"]);
}

#[tokio::test]
async fn a_click_before_the_move_is_acknowledged_plays_nothing() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let body = json!({ "game": "sight:size=4", "seats": ["human", "human"] });
    let page = opened(&browser, &server, &body).await;
    Seen::ready(&page).await;
    page.eval(
        "for (const site of ['a1', 'b2']) for (const type of ['pointerdown', 'pointerup']) {
            const options = { bubbles: true, button: 0, pointerId: 1, pointerType: 'mouse' };
            document.querySelector(`#board [data-site=${site}]`).dispatchEvent(new PointerEvent(type, options));
        }",
    )
    .await;
    Seen::moves(&page, 1).await;
    // The other player can move now.
    let seen = Seen::ready(&page).await;
    assert_eq!((seen.problem.as_str(), &*seen.moves), ("", &["a1".to_owned()][..]));
    page.click(&site("b2")).await;
    let seen = Seen::moves(&page, 2).await;
    assert_eq!((seen.problem.as_str(), &*seen.moves[1]), ("", "b2"));
}

#[tokio::test]
async fn steps_are_named_and_taken_back_one_by_one() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let body = json!({ "game": "stacks", "seats": ["human", "human"] });
    let page = opened(&browser, &server, &body).await;
    let mut said = vec![page.text("#prompt").await];
    for step in [&site("c7"), "#choices .choice", &site("c6")] {
        let seen = Seen::of(&page).await;
        page.click(step).await;
        seen.changed(&page).await;
        said.push(page.text("#prompt").await);
    }
    assert!(
        said[1].contains("How many") && said[2].contains("One piece") && said[3].contains("second single"),
        "{said:?}"
    );
    // The key works wherever the focus is, and so does the button.
    page.eval("document.activeElement.blur()").await;
    for (step, back) in [(2, "Escape"), (1, "#choices .back"), (0, "Escape")] {
        let seen = Seen::of(&page).await;
        if back == "Escape" {
            page.key(back).await;
        } else {
            page.click(back).await;
        }
        seen.changed(&page).await;
        assert!(said[step].ends_with(&page.text("#prompt").await), "{step}: {}", page.text("#prompt").await);
    }
    assert_eq!(page.eval("document.querySelectorAll('#choices .back').length").await, 0);
}

#[tokio::test]
async fn a_long_press_looks_into_a_stack_and_plays_nothing() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let game =
        server.create(&json!({ "game": "sight", "seats": ["human", "human"], "position": SIGHT })).await;
    let page = browser.visitor(&server).await;
    page.resize(390, 844).await;
    page.sit(&game).await;
    Seen::ready(&page).await;
    page.hold(&site("d2"), "#look").await;
    page.sees("#look", "height 2").await;
    assert!(sites(&page, "[data-mark=chosen]").await.is_empty());
    page.point("#look button", Hand::Finger).await;
    page.wait("!document.getElementById('look')").await;
}

/// Records the durations of animations, and whether a sound is played.
const WATCH: &str = "window.moved = []; window.heard = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) { window.moved.push(options.duration); return animate.call(this, frames, options); };
    window.AudioContext = class { constructor() { window.heard += 1; throw new Error('silent'); } };";

#[tokio::test]
async fn pieces_move_quickly_and_are_heard_unless_the_visitor_wants_neither() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let body = json!({ "game": "staqs", "seats": ["human", "human"] });
    let page = opened(&browser, &server, &body).await;
    page.eval(WATCH).await;
    let mut dice = Dice::new(3);
    play(&page, &mut dice).await;
    page.wait("window.moved.length > 0").await;
    assert_eq!(
        page.eval("window.moved.every((duration) => duration < 200) && window.heard === 1").await,
        true,
        "the first gesture switches the sound on"
    );
    page.keep_still().await;
    page.menu("SoundS").await;
    page.reload().await;
    page.eval(WATCH).await;
    play(&page, &mut dice).await;
    Seen::moves(&page, 2).await;
    assert_eq!(page.eval("[window.moved.length, window.heard]").await, json!([0, 0]));
}

#[tokio::test]
async fn a_clock_of_ones_own_runs_on_both_seats_and_warns() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    let page = browser.visitor(&server).await;
    page.go("/new?game=sight").await;
    page.choose("#seat1", "human").await;
    page.choose("#clock", "own fischer").await;
    page.fill("#clock-minutes", "0.1").await;
    page.click_text("Start the game").await;
    assert_eq!(page.eval("location.pathname").await, "/new", "less than the protocol allows is refused");
    page.fill("#clock-minutes", "47.5").await;
    page.fill("#clock-increment", "4").await;
    page.click_text("Start the game").await;
    page.wait("location.pathname.startsWith('/games/')").await;
    Seen::ready(&page).await;
    assert_eq!(page.eval("document.querySelectorAll('.clock:not([hidden])').length").await, 2);
    page.sees(".clock", "47:").await;
    play(&page, &mut Dice::new(2)).await;
    play(&page, &mut Dice::new(2)).await;
    page.sees(".clock.runs", "4").await;
    assert_eq!(page.eval("document.querySelectorAll('.clock.low').length").await, 0);
    // The form remembers the setting.
    page.go("/new?game=sight").await;
    page.wait("document.getElementById('clock').value === 'own fischer'").await;
    assert_eq!(page.eval("document.getElementById('clock-minutes').value").await, "47.5");
    page.choose("#clock", "own days").await;
    page.fill("#clock-days", "2").await;
    page.click_text("Start the game").await;
    page.wait("location.pathname.startsWith('/games/')").await;
    page.sees(".clock", "d ").await;

    let body = json!({ "game": "sight", "seats": ["human", "human"], "clock": { "kind": "fischer", "initial": 600 } });
    let page = opened(&browser, &server, &body).await;
    play(&page, &mut Dice::new(2)).await;
    play(&page, &mut Dice::new(2)).await;
    // The page's time jumps, so that the test does not depend on the speed of the machine.
    page.eval("const real = performance.now.bind(performance); performance.now = () => real() + 575000")
        .await;
    page.shows(".clock.low.runs").await;
    page.sees("#announcement", "only 0:").await;
}

/// Presses keys on a board and prints the time until the next frame. Asserts no time, because it depends on the
/// machine.
#[tokio::test]
async fn from_a_key_to_the_picture() {
    let Some(browser) = Browser::open().await else { return };
    let server = Site::start().await;
    for game in ["staqs", "stlts", "stac", "sight", "stacks"] {
        let mut body = json!({ "game": game, "seats": ["human", "human"] });
        if game == "sight" {
            body["position"] = SIGHT.into();
        }
        let page = opened(&browser, &server, &body).await;
        page.keep_still().await;
        if game == "staqs" {
            for ply in 0..8 {
                play(&page, &mut Dice::new(ply)).await;
            }
            Seen::ready(&page).await;
        }
        page.eval(
            "window.times = []; let pressed = 0;
            addEventListener('keydown', () => (pressed = performance.now()), true);
            new MutationObserver(() => requestAnimationFrame(() => {
                const painted = new MessageChannel();
                painted.port1.onmessage = () => { if (pressed) window.times.push(performance.now() - pressed); pressed = 0; };
                painted.port2.postMessage(0);
            })).observe(document.getElementById('board'), { childList: true });",
        )
        .await;
        // Measures every first step, which needs a request to the server, and the step back, which needs none.
        let (mut there, mut back) = (Vec::new(), Vec::new());
        for name in Seen::of(&page).await.sites {
            page.eval(&format!("document.querySelector('{}').focus()", site(&name))).await;
            for (key, times) in [("Enter", &mut there), ("Escape", &mut back)] {
                page.key(key).await;
                times.push(page.wait("window.times.pop()").await.as_f64().unwrap());
            }
        }
        for (what, times) in [("step", &mut there), ("step back", &mut back)] {
            times.sort_by(f64::total_cmp);
            let (median, last) = (times[times.len() / 2], times[times.len() - 1]);
            // Writes directly, because the test harness captures the output of macros.
            let _ = writeln!(
                stderr(),
                "{game}: from the key of a {what} to its picture {median:.1} ms (median of {}), {last:.1} ms at most",
                times.len()
            );
        }
    }
}
