//! Draws the screen of a game: the board, the panel beside or under it, and the footer.

use cairn_rules::{Scene, Site};
use ratatui::layout::{Margin, Rect, Size};
use ratatui::text::Span;

use super::GameScreen;
use super::{panel, review_panel};
use crate::board::{BoardView, CellSize};
use crate::draw::Page;
use crate::draw::page::{below, row};
use crate::theme::Role;

/// The minimum and maximum width of the panel beside a board.
const PANEL_WIDTH: (u16, u16) = (26, 40);
/// The minimum and usual height of the panel under a board.
const PANEL_HEIGHT: (u16, u16) = (4, 6);

/// Draws the screen.
pub(crate) fn draw(game: &GameScreen, page: &mut Page) {
    let scene = game.scene();
    let session = game.session();
    let cursor = game.turn.cursor.filter(|_| game.is_my_turn() && !game.is_reviewing());
    let status = game.status(page.ctx);
    let panel = draw_board(&scene, cursor, game.is_flipped, &status, page);
    // Where every line counts, the players come before the name of the game.
    let is_low = panel.height <= PANEL_HEIGHT.0;
    let rest = if is_low { panel } else { draw_title(session.info().name, &session.spec(), panel, page) };
    match game.reviewer.review() {
        Some(review) => review_panel::draw(game, review, page, rest),
        None => panel::draw(game, &scene, page, rest),
    }
    page.footer(&status, &game.key_hints());
    if let Some(input) = &game.turn.typed {
        page.prompt(page.text("app.type_move"), input);
    }
    if let Some(input) = &game.saving {
        page.prompt(page.text("app.type_new_path"), input);
    }
}

/// Draws a board as large as possible above a footer with this status, and returns the area of the panel.
pub(crate) fn draw_board(
    scene: &Scene,
    cursor: Option<Site>,
    is_flipped: bool,
    status: &str,
    page: &mut Page,
) -> Rect {
    let area = page.buffer.area;
    let body = Rect { height: area.height.saturating_sub(2), ..area };
    let view = BoardView::new(scene, page.ctx.theme).at_most(page.ctx.max_cell_size());
    let (board, panel) = split(body, view);
    page.board(board, scene, cursor, is_flipped);
    page.above_footer(panel, status)
}

/// Writes the title of a panel, and returns the area below it. If `right` does not fit beside `left`, it goes below.
pub(crate) fn draw_title(left: &str, right: &str, area: Rect, page: &mut Page) -> Rect {
    let end = page.write(row(area, 0), left, Role::Title);
    let rest = Rect { x: end + 1, width: area.right().saturating_sub(end + 1), ..row(area, 0) };
    if Span::raw(right).width() > rest.width.into() {
        return page.paragraph(below(area, 1), &right.replace(',', ", "), Role::Muted);
    }
    page.write_right(rest, right, Role::Muted);
    below(area, 1)
}

/// Returns the areas of the board and of the panel. The panel has more room beside the board; it is under the board
/// where that enlarges small squares.
fn split(body: Rect, view: BoardView) -> (Rect, Rect) {
    let beside = |width: u16| {
        let left = Rect { width: body.width.saturating_sub(width), ..body };
        (left, Rect { x: left.right(), width: body.width - left.width, ..body })
    };
    let above = |height: u16| {
        let most = body.height.saturating_sub(height);
        let size = view.fits(Size::new(body.width, most));
        // Leaves an empty line after the board if there is one to spare; all others belong to the panel.
        let height = size.map_or(most, |size| most.min(view.extent(size).height + 1));
        let top = Rect { height, ..body };
        (top, Rect { y: top.bottom(), height: body.height - top.height, ..body })
    };
    let (narrow, wide) = PANEL_WIDTH;
    let (low, high) = PANEL_HEIGHT;
    let ways = [beside((body.width / 3).clamp(narrow, wide)), beside(narrow), above(high), above(low)];
    let size = |way: &(Rect, Rect)| view.fits(way.0.as_size());
    let largest = |ways: &[(Rect, Rect)]| ways.iter().map(size).max().flatten();
    let beside_it = largest(&ways[..2]).filter(|&size| size > CellSize::Small);
    let best = beside_it.or_else(|| largest(&ways[..3])).or_else(|| largest(&ways));
    // Without room in either layout, the board shows how much it needs.
    let (board, panel) = ways.into_iter().find(|way| size(way) == best).unwrap_or(ways[0]);
    (board, panel.inner(Margin::new(1, 0)))
}
