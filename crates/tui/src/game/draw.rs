//! The screen of a game: the board, what stands beside it, and what can be done.

use ratatui::layout::{Margin, Rect};

use super::Table;
use super::panel;
use crate::board::BoardView;
use crate::draw::Page;

/// The least width beside a board that is worth using.
const PANEL: u16 = 26;
/// The most that it needs.
const WIDEST_PANEL: u16 = 40;
/// The least height under a board.
const LOW_PANEL: u16 = 6;

/// Draws the screen.
pub(crate) fn draw(table: &Table, page: &mut Page) {
    let info = table.session.info();
    let sitters: Vec<String> =
        table.seats.iter().map(|seat| page.kit.texts.who(&seat.sitter().to_string())).collect();
    let versus = sitters.join(" – ");
    page.header(&format!("{} · {versus}", info.name), &table.session.word());
    let scene = table.scene();
    let area = page.buffer.area;
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(3), ..area };
    let (board, side) = split(body, |area| {
        BoardView::new(&scene, page.kit.theme).at_most(page.kit.largest_cells()).layout(area).is_ok()
    });
    let cursor = table.turn.cursor.filter(|_| table.is_persons_turn());
    page.board(board, &scene, cursor, table.flipped);
    panel::draw(table, &scene, page, side);
    page.footer(&table.status(page.kit), &table.hints());
    if let Some(line) = &table.turn.typed {
        let prompt = page.say("app.type_move");
        page.prompt(prompt, line);
    }
}

/// The places of the board and of what is said about it: beside each other, or one under the other.
pub(crate) fn split(body: Rect, fits: impl Fn(Rect) -> bool) -> (Rect, Rect) {
    let width = (body.width / 3).clamp(PANEL, WIDEST_PANEL).min(body.width);
    let beside = Rect { width: body.width - width, ..body };
    let side = Rect { x: beside.right(), width, ..body };
    if fits(beside) {
        return (beside, side.inner(Margin::new(1, 0)));
    }
    let above = Rect { height: body.height.saturating_sub(LOW_PANEL), ..body };
    let low = Rect { y: above.bottom(), height: body.height - above.height, ..body };
    if fits(above) {
        return (above, low.inner(Margin::new(1, 0)));
    }
    // Neither has room: the board says how much it needs.
    (beside, side)
}
