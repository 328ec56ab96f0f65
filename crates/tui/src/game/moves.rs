//! The list of moves: round by round, scrolled to the position that is looked at.

use cairn_session::record::RecordedMove;
use ratatui::layout::Rect;

use super::Table;
use crate::draw::Page;
use crate::draw::page::row;
use crate::keys::Action;
use crate::theme::Role;

/// The columns that the number of a round takes.
const NUMBER: u16 = 4;

/// A line of the list: the number of the round where it begins, and moves with their columns.
struct Line<'a> {
    number: Option<usize>,
    /// How many plies were played when the move had been, the move, and its column.
    cells: Vec<(usize, &'a RecordedMove, usize)>,
}

/// The lines: a round in each, or a move in each if there is but one column.
fn lines(moves: &[RecordedMove], columns: usize) -> Vec<Line<'_>> {
    let mut lines: Vec<Line> = Vec::new();
    let mut number = 0;
    let mut before: Option<&RecordedMove> = None;
    for (ply, mv) in (1..).zip(moves) {
        let begins = before.is_none_or(|before| mv.player <= before.player);
        number += usize::from(begins);
        if begins || columns == 1 {
            lines.push(Line { number: begins.then_some(number), cells: Vec::new() });
        }
        let column = if columns == 1 { 0 } else { mv.player.index() };
        if let Some(line) = lines.last_mut() {
            line.cells.push((ply, mv, column));
        }
        before = Some(mv);
    }
    lines
}

/// Draws the list; moves can be clicked.
pub(super) fn draw(table: &Table, page: &mut Page, area: Rect) {
    let record = table.session.record();
    let seats = table.seats.len();
    let widest = record.moves().iter().map(|mv| mv.text.chars().count()).max().unwrap_or(0);
    let room = area.width.saturating_sub(NUMBER);
    let columns = if (widest + 1) * seats <= usize::from(room) { seats } else { 1 };
    let width = room / columns as u16;
    let lines = lines(record.moves(), columns);
    let shown = table.shown_ply();
    let at = lines.iter().position(|line| line.cells.iter().any(|&(ply, ..)| ply == shown)).unwrap_or(0);
    let height = usize::from(area.height);
    let top = (at + 1).saturating_sub(height.div_ceil(2)).min(lines.len().saturating_sub(height));
    for (number, line) in lines.iter().skip(top).take(height).enumerate() {
        let row = row(area, number as u16);
        if let Some(number) = line.number {
            page.write(row, &format!("{number:>2}."), Role::Muted);
        }
        for &(ply, mv, column) in &line.cells {
            let x = row.x + NUMBER + column as u16 * width;
            let place = Rect { x, width: width.min(row.right().saturating_sub(x)), ..row };
            let role = match (ply == shown, table.past.is_some()) {
                (true, true) => Role::Selected,
                (true, false) => Role::Title,
                (false, _) => Role::Text,
            };
            page.write(place, &mv.text, role);
            page.seen.add(place, Action::Ply(ply));
        }
    }
}
