//! The list of puzzles on the screen.

use cairn_session::{open, puzzle};
use ratatui::layout::Rect;

use super::page::{below, body};
use super::{Hint, Page};
use crate::keys::Action;
use crate::screens::Puzzles;
use crate::theme::Role;

const HINTS: [Hint; 4] = [
    Hint { key: "↑↓", about: "app.do.select", action: Action::Down },
    Hint { key: "Enter", about: "app.do.choose", action: Action::Choose },
    Hint { key: "b", about: "app.do.rules", action: Action::Rules },
    Hint { key: "Esc", about: "app.do.menu", action: Action::Back },
];

pub(super) fn draw(puzzles: &Puzzles, page: &mut Page) {
    let texts = page.ctx.texts;
    page.header(page.say("app.menu.puzzles"), page.say("app.tagline"));
    let body = body(page.buffer.area);
    let all = puzzle::all();
    let rows: Vec<String> =
        all.iter().map(|info| format!("{}  {}", info.id, texts.puzzle_title(info.id, info.title))).collect();
    let width = body.width / 2;
    if let Some((at, info)) = puzzles.highlighted() {
        page.list(Rect { width, ..body }, &rows, at);
        let x = body.x + width + 2;
        let beside = Rect { x, width: body.right().saturating_sub(x), ..body };
        let rest = page.paragraph(beside, texts.puzzle_task(info.id, info.task), Role::Text);
        if let Ok(session) = open(info.spec, Some(info.position)) {
            page.picture(below(rest, 1), &session.scene());
        }
    }
    page.footer("", &HINTS);
}
