//! Decides how columns, rows and homes are named at the edges of a board.

use cairn_draw::text::{home_row, letter};
use cairn_rules::{Scene, Site, Surface};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::layout::Layout;
use crate::theme::{Role, Theme};

/// Writes the letters of the columns, the numbers of the rows, and whose home a row is.
pub(super) fn draw(scene: &Scene, layout: &Layout, theme: Theme, buffer: &mut Buffer) {
    let beside = theme.style(Role::Muted);
    let (below, letters) = match scene.surface {
        Surface::Squares => (layout.board.bottom().saturating_sub(1), Style::new().fg(theme.faint())),
        Surface::Points => (layout.board.bottom(), beside),
    };
    for (index, site) in scene.sites.iter().enumerate() {
        let Some((column, row)) = layout.stretches(Site(index as u16)) else { continue };
        let (name, number) = site.name.split_at(site.name.find(char::is_numeric).unwrap_or(0));
        if site.row == 0 {
            buffer.set_string(column.middle(), below, name, letters);
        }
        if site.column == 0 {
            let x = layout.board.x.saturating_sub(1 + number.len() as u16);
            buffer.set_string(x, row.middle(), number, beside);
            if let Some(player) = home_row(scene, site.row) {
                let home = format!("{}{}", theme.signs().home, letter(scene, player));
                buffer.set_string(layout.board.right() + 1, row.middle(), home, beside);
            }
        }
    }
}
