//! A player who makes random choices among those that the board offers, without any rules of games.

use serde::Deserialize;
use serde_json::json;

use crate::page::{Hand, Page};

/// The visible state of a page with a board.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Seen {
    /// Sites and other steps among the choices.
    pub(crate) sites: Vec<String>,
    pub(crate) buttons: Vec<String>,
    /// Whether a complete turn waits for confirmation.
    pub(crate) waits: bool,
    pub(crate) problem: String,
    pub(crate) moves: Vec<String>,
    /// The text of the ending.
    pub(crate) ending: Option<String>,
    /// A summary of the state, without the problem.
    pub(crate) picture: String,
}

/// Reads the state of the page. A second wrong attempt at a task changes only the number of verdicts.
const LOOK: &str = "(() => {
    const said = document.getElementById('said');
    if (said && said.verdicts === undefined) {
        said.verdicts = 0;
        new MutationObserver(() => (said.verdicts += 1)).observe(said, { childList: true });
    }
    const board = document.getElementById('board');
    const texts = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent);
    const active = board.classList.contains('active');
    const moves = texts('#moves .move');
    const cells = [...board.querySelectorAll('[data-site]')];
    const shown = (cell) => [cell.dataset.mark, ...[...cell.querySelectorAll('[data-piece]')].map((e) => e.dataset.piece)];
    const ending = document.querySelector('#tools a[href$=\"/review\"]') ? texts('#prompt')[0] : null;
    // A magnified board may have squares outside its window.
    const zoomed = board.classList.contains('zoomed');
    const frame = board.getBoundingClientRect();
    const inside = (e) => {
        const box = e.firstElementChild.getBoundingClientRect();
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        return !zoomed || x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    };
    return {
        sites: active ? cells.filter((e) => e.dataset.mark === 'choice' && inside(e)).map((e) => e.dataset.site) : [],
        buttons: active ? texts('#choices .choice') : [],
        waits: active && texts('#choices .primary').length > 0,
        problem: texts('#problem')[0],
        moves,
        ending,
        picture: JSON.stringify([moves, texts('#prompt, #said'), said?.verdicts, ending, active, zoomed, cells.map(shown)]),
    };
})()";

/// A pseudo-random generator with a fixed seed.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn pick(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % count
    }
}

impl Seen {
    pub(crate) async fn of(page: &Page) -> Self {
        serde_json::from_value(page.eval(LOOK).await).unwrap()
    }

    /// Waits until the page offers a choice, or the game has ended.
    pub(crate) async fn ready(page: &Page) -> Self {
        Self::when(page, "s.ending || s.sites.length || s.buttons.length || s.waits").await
    }

    /// Waits until an expression about the page's state, as `s`, holds.
    async fn when(page: &Page, expression: &str) -> Self {
        let seen = page.wait(&format!("((s) => ({expression}) ? s : null)({LOOK})")).await;
        serde_json::from_value(seen).unwrap()
    }

    /// Waits until the visible state changes or another problem appears. A disappearing problem only means that the
    /// page has noticed a click.
    pub(crate) async fn changed(&self, page: &Page) {
        let before = json!([self.picture, self.problem]);
        let is_new = "s.picture !== picture || (s.problem && s.problem !== problem)";
        page.wait(&format!("((s, [picture, problem]) => {is_new})({LOOK}, {before})")).await;
    }

    /// Waits until this many moves have been played.
    pub(crate) async fn moves(page: &Page, count: usize) -> Self {
        page.wait(&format!("document.querySelectorAll('#moves .move').length === {count}")).await;
        Self::of(page).await
    }
}

pub(crate) fn site(name: &str) -> String {
    format!("#board [data-site=\"{name}\"]")
}

/// Takes one random step that the board offers; returns the name of its site.
pub(crate) async fn step(page: &Page, dice: &mut Dice, hand: Hand) -> Option<String> {
    let seen = Seen::ready(page).await;
    if seen.ending.is_some() {
        return None;
    }
    let count = seen.sites.len() + seen.buttons.len();
    assert!(count > 0, "nothing is offered: {seen:?}");
    let choice = dice.pick(count);
    let pointed = seen.sites.get(choice).cloned();
    let selector = pointed
        .as_deref()
        .map_or_else(|| format!("#choices :nth-child({} of .choice)", choice - seen.sites.len() + 1), site);
    page.point(&selector, hand).await;
    seen.changed(page).await;
    let now = Seen::of(page).await;
    assert_eq!(now.problem, "", "the page accepts offered choices: {choice} of {seen:?}\n{now:?}");
    pointed
}

/// Plays a whole move by random steps that the board offers.
pub(crate) async fn play(page: &Page, dice: &mut Dice) {
    let before = Seen::ready(page).await.moves.len();
    loop {
        step(page, dice, Hand::Mouse).await;
        let more = format!("s.moves.length !== {before} || s.sites.length || s.buttons.length");
        if Seen::when(page, &more).await.moves.len() != before {
            return;
        }
    }
}

/// Plays until the game ends, and resigns after this many moves. Returns the text of the ending.
pub(crate) async fn play_out(page: &Page, dice: &mut Dice, most: usize) -> String {
    loop {
        let seen = Seen::ready(page).await;
        if let Some(ending) = seen.ending {
            return ending;
        }
        if seen.moves.len() >= most {
            page.resign().await;
            seen.changed(page).await;
        } else {
            step(page, dice, Hand::Mouse).await;
        }
    }
}
