//! The screen of a game: the board, what stands beside it, and what can be done.

use cairn_rules::{Scene, Site};
use ratatui::layout::{Margin, Rect};

use super::Table;
use super::panel;
use crate::board::BoardView;
use crate::draw::Page;
use crate::draw::page::{below, row};
use crate::theme::Role;

/// The least width beside a board that is worth using.
const PANEL: u16 = 26;
/// The most that it needs.
const WIDEST_PANEL: u16 = 40;
/// The least height under a board.
const LOW_PANEL: u16 = 6;

/// Draws the screen.
pub(crate) fn draw(table: &Table, page: &mut Page) {
    let scene = table.scene();
    let cursor = table.turn.cursor.filter(|_| table.is_persons_turn());
    let side = board(&scene, cursor, table.flipped, page);
    let word = table.session.spec();
    let rest = title(table.session.info().name, &word, side, page);
    panel::draw(table, &scene, page, rest);
    page.footer(&table.status(page.ctx), &table.hints());
    if let Some(line) = &table.turn.typed {
        page.prompt(page.say("app.type_move"), line);
    }
}

/// Draws a board in all the room there is, and gives the place for what is said about it.
pub(crate) fn board(scene: &Scene, cursor: Option<Site>, flipped: bool, page: &mut Page) -> Rect {
    let area = page.buffer.area;
    let body = Rect { height: area.height.saturating_sub(2), ..area };
    let (board, side) = split(body, |area| {
        BoardView::new(scene, page.ctx.theme).at_most(page.ctx.largest_cells()).layout(area).is_ok()
    });
    page.board(board, scene, cursor, flipped);
    side
}

/// Writes what it is about on top, and gives the area below it.
pub(crate) fn title(left: &str, right: &str, area: Rect, page: &mut Page) -> Rect {
    let end = page.write(row(area, 0), left, Role::Title);
    let room = Rect { x: end + 1, width: area.right().saturating_sub(end + 1), ..row(area, 0) };
    page.write_right(room, right, Role::Muted);
    below(area, 1)
}

/// The places of the board and of what is said about it: beside each other, or one under the other.
fn split(body: Rect, fits: impl Fn(Rect) -> bool) -> (Rect, Rect) {
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
