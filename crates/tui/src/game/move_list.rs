//! Draws the list of moves, scrolled to the displayed position.

use cairn_session::record::RecordedMove;
use ratatui::layout::Rect;

use super::GameScreen;
use crate::draw::Page;
use crate::draw::page::row;
use crate::keys::Action;
use crate::theme::Role;

/// Width of the round numbers.
const NUMBER_WIDTH: u16 = 4;

/// A row of the list.
struct Row<'a> {
    /// The number of the round that begins here.
    round: Option<usize>,
    cells: Vec<Cell<'a>>,
}

/// A move in its row.
struct Cell<'a> {
    /// The ply after the move.
    ply: usize,
    mv: &'a RecordedMove,
    column: usize,
}

/// Lays out the rows: one round per row, or one move per row if there is only one column.
fn rows(moves: &[RecordedMove], columns: usize) -> Vec<Row<'_>> {
    let mut rows: Vec<Row> = Vec::new();
    let mut round = 0;
    let mut previous: Option<&RecordedMove> = None;
    for (ply, mv) in (1..).zip(moves) {
        let begins_round = previous.is_none_or(|previous| mv.player <= previous.player);
        round += usize::from(begins_round);
        if begins_round || columns == 1 {
            rows.push(Row { round: begins_round.then_some(round), cells: Vec::new() });
        }
        let column = if columns == 1 { 0 } else { mv.player.index() };
        if let Some(row) = rows.last_mut() {
            row.cells.push(Cell { ply, mv, column });
        }
        previous = Some(mv);
    }
    rows
}

/// Draws the list; moves can be clicked.
pub(super) fn draw(game: &GameScreen, page: &mut Page, area: Rect) {
    let record = game.session().record();
    let seats = game.table.seats().len();
    let longest = record.moves().iter().map(|mv| mv.text.chars().count()).max().unwrap_or(0);
    let room = area.width.saturating_sub(NUMBER_WIDTH);
    let columns = if (longest + 1) * seats <= usize::from(room) { seats } else { 1 };
    let width = room / columns as u16;
    let rows = rows(record.moves(), columns);
    let shown = game.table.shown_ply();
    let current = rows.iter().position(|row| row.cells.iter().any(|cell| cell.ply == shown)).unwrap_or(0);
    let height = usize::from(area.height);
    let top = (current + 1).saturating_sub(height.div_ceil(2)).min(rows.len().saturating_sub(height));
    for (number, Row { round, cells }) in rows.iter().skip(top).take(height).enumerate() {
        let row = row(area, number as u16);
        if let Some(round) = round {
            page.write(row, &format!("{round:>2}."), Role::Muted);
        }
        for &Cell { ply, mv, column } in cells {
            let x = row.x + NUMBER_WIDTH + column as u16 * width;
            let place = Rect { x, width: width.min(row.right().saturating_sub(x)), ..row };
            let role = match (ply == shown, game.table.is_looking_back()) {
                (true, true) => Role::Selected,
                (true, false) => Role::Title,
                (false, _) => Role::Text,
            };
            page.write(place, &mv.text, role);
            page.hit_areas.add(place, Action::Ply(ply));
        }
    }
}
