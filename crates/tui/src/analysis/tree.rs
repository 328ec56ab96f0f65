//! Draws the variations as text in which every move can be clicked, scrolled to the current position.

use cairn_session::{TreeMove, VariationTree};
use ratatui::layout::Rect;
use ratatui::text::Span;

use crate::draw::Page;
use crate::draw::page::row;
use crate::keys::Action;
use crate::theme::Role;

/// Columns by which a variation is indented.
const INDENT: usize = 2;
/// The maximum indentation, so that moves have enough room.
const MAX_INDENT: usize = 8;

/// A move in its row.
struct Cell {
    column: u16,
    text: String,
    node: usize,
}

/// Draws the tree.
pub(super) fn draw(tree: &VariationTree, page: &mut Page, area: Rect) {
    let seats = tree.session().seats();
    let first = tree.session().first_to_move().index();
    let rows = rows(&tree.moves(), seats, first, area.width);
    let is_current = |row: &Vec<Cell>| row.iter().any(|cell| cell.node == tree.current());
    let current = rows.iter().position(is_current).unwrap_or(0);
    let height = usize::from(area.height);
    let top = (current + 1).saturating_sub(height.div_ceil(2)).min(rows.len().saturating_sub(height));
    for (number, cells) in rows.iter().skip(top).take(height).enumerate() {
        let row = row(area, number as u16);
        for cell in cells {
            let x = row.x + cell.column;
            let place = Rect { x, width: row.right().saturating_sub(x), ..row };
            let role = if cell.node == tree.current() { Role::Selected } else { Role::Text };
            let end = page.write(place, &cell.text, role);
            page.hit_areas.add(Rect { width: end.saturating_sub(x), ..place }, Action::Node(cell.node));
        }
    }
}

/// Lays out the rows: moves fill lines, and every variation begins a new one.
fn rows(moves: &[TreeMove], seats: usize, first: usize, width: u16) -> Vec<Vec<Cell>> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut column = 0;
    for (index, mv) in moves.iter().enumerate() {
        let indent = (mv.depth * INDENT).min(MAX_INDENT) as u16;
        let begins = index == 0 || mv.starts_line;
        let round = (mv.ply - 1 + first) / seats.max(1) + 1;
        let text = match (mv.player.index(), begins) {
            (0, _) => format!("{round}.{}", mv.mv),
            (_, true) => format!("{round}…{}", mv.mv),
            _ => mv.mv.clone(),
        };
        let text_width = Span::raw(&*text).width() as u16;
        if begins || column + text_width > width {
            rows.push(Vec::new());
            column = indent;
        }
        if let Some(row) = rows.last_mut() {
            row.push(Cell { column, text, node: mv.node });
        }
        column += text_width + 1;
    }
    rows
}

#[cfg(test)]
mod tests {
    use cairn_rules::Player;

    use super::*;

    fn mv(ply: usize, depth: usize, starts_line: bool) -> TreeMove {
        let player = Player::ALL[(ply - 1) % 2];
        TreeMove { node: ply, depth, starts_line, ply, player, mv: format!("m{ply}") }
    }

    #[test]
    fn variations_have_rows_of_their_own_and_rounds_are_numbered() {
        let moves = [mv(1, 0, false), mv(2, 0, false), mv(2, 1, true), mv(3, 1, false), mv(3, 0, true)];
        let text = |cells: &Vec<Cell>| {
            cells.iter().map(|cell| format!("{}:{}", cell.column, cell.text)).collect::<Vec<_>>().join(" ")
        };
        let shown: Vec<String> = rows(&moves, 2, 0, 30).iter().map(text).collect();
        assert_eq!(shown, ["0:1.m1 5:m2", "2:1…m2 7:2.m3", "0:2.m3"]);
        assert!(rows(&moves, 2, 0, 6).iter().all(|row| row.len() == 1), "a narrow panel");
    }
}
