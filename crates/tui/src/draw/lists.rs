//! Draws the list of puzzles.

use cairn_engine::puzzle;
use cairn_session::open;
use ratatui::layout::Rect;

use super::page::{below, body};
use super::{KeyHint, Page};
use crate::keys::Action;
use crate::screens::PuzzleList;
use crate::theme::Role;

const PUZZLE_HINTS: [KeyHint; 4] = [
    KeyHint::new("↑↓", "app.do.select", Action::Down),
    KeyHint::new("Enter", "app.do.choose", Action::Choose),
    KeyHint::new("b", "app.do.rules", Action::Rules),
    KeyHint::new("Esc", "app.do.menu", Action::Back),
];

pub(super) fn draw_puzzles(list: &PuzzleList, page: &mut Page) {
    let texts = page.ctx.texts;
    page.header(page.say("app.menu.puzzles"), page.say("app.tagline"));
    let body = body(page.buffer.area);
    let all = puzzle::all();
    let rows: Vec<String> =
        all.iter().map(|info| format!("{}  {}", info.id, texts.puzzle_title(info.id, info.title))).collect();
    let width = body.width / 2;
    if let Some((at, info)) = list.highlighted() {
        page.list(Rect { width, ..body }, &rows, at);
        let x = body.x + width + 2;
        let details = Rect { x, width: body.right().saturating_sub(x), ..body };
        let rest = page.paragraph(details, texts.puzzle_task(info.id, info.task), Role::Text);
        if let Ok(session) = open(info.spec, Some(info.position)) {
            page.picture(below(rest, 1), &session.scene());
        }
    }
    page.footer("", &PUZZLE_HINTS);
}
