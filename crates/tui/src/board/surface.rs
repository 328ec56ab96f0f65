//! The board itself: the frames of squares or the lines between points, and the coordinates.

use cairn_draw::text::{home_row, letter};
use cairn_rules::{Scene, Site, Surface};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::glyphs::Glyphs;
use super::layout::Layout;
use super::strokes::Strokes;
use crate::theme::{Role, Theme};

/// Draws the empty board.
pub(super) fn draw(scene: &Scene, layout: &Layout, theme: Theme, buffer: &mut Buffer) {
    let ground = Style::new().fg(theme.line()).bg(theme.board());
    buffer.set_style(layout.board, ground);
    let glyphs = Glyphs::of(theme.charset);
    let mut strokes = Strokes::new(layout.board);
    match scene.surface {
        Surface::Squares => draw_frames(layout, &mut strokes),
        Surface::Points => {
            for site in (0..scene.sites.len()).map(|index| Site(index as u16)) {
                if let Some((x, y)) = layout.center_of(site) {
                    buffer.set_string(x, y, glyphs.point.to_string(), ground);
                }
            }
            for &(from, to) in &scene.lines {
                draw_line(scene, layout, (from, to), &mut strokes);
            }
        }
    }
    strokes.paint(glyphs.frame, glyphs, ground, buffer);
}

fn draw_frames(layout: &Layout, strokes: &mut Strokes) {
    let board = layout.board;
    strokes.around(board);
    for pair in layout.columns.windows(2).filter(|pair| pair[0].end() < pair[1].start) {
        strokes.down(pair[0].end(), board.y, board.bottom() - 1);
    }
    for pair in layout.rows.windows(2).filter(|pair| pair[0].end() < pair[1].start) {
        strokes.across(pair[0].end(), board.x, board.right() - 1);
    }
}

/// Draws a line between two points: straight, or diagonally from point to point.
fn draw_line(scene: &Scene, layout: &Layout, (from, to): (Site, Site), strokes: &mut Strokes) {
    let (Some(start), Some(end)) = (layout.center_of(from), layout.center_of(to)) else { return };
    if start.1 == end.1 {
        strokes.across(start.1, start.0.min(end.0), start.0.max(end.0));
    } else if start.0 == end.0 {
        strokes.down(start.0, start.1.min(end.1), start.1.max(end.1));
    } else {
        let place = |site: Site| scene.sites.get(usize::from(site.0)).map(|site| (site.column, site.row));
        let (Some((column, row)), Some((last, top))) = (place(from), place(to)) else { return };
        let mut corners = Vec::new();
        for step in 0..=column.abs_diff(last).min(row.abs_diff(top)) {
            let go = |from: u8, to: u8| if from < to { from + step } else { from - step };
            let corner = (go(column, last), go(row, top));
            let site = scene.sites.iter().position(|site| (site.column, site.row) == corner);
            corners.extend(site.and_then(|index| layout.center_of(Site(index as u16))));
        }
        for pair in corners.windows(2) {
            strokes.diagonal(pair[0], pair[1]);
        }
    }
}

/// Draws the letters of the columns, the numbers of the rows, and the homes of players beside their rows.
pub(super) fn draw_coordinates(scene: &Scene, layout: &Layout, theme: Theme, buffer: &mut Buffer) {
    let muted = theme.style(Role::Muted);
    let (below, letters) = match scene.surface {
        Surface::Squares => (layout.board.bottom().saturating_sub(1), Style::new().fg(theme.faint())),
        Surface::Points => (layout.board.bottom(), muted),
    };
    for (index, site) in scene.sites.iter().enumerate() {
        let Some((x, y)) = layout.center_of(Site(index as u16)) else { continue };
        let (name, number) = site.name.split_at(site.name.find(char::is_numeric).unwrap_or(0));
        if site.row == 0 {
            buffer.set_string(x, below, name, letters);
        }
        if site.column == 0 {
            let x = layout.board.x.saturating_sub(1 + number.len() as u16);
            buffer.set_string(x, y, number, muted);
            if let Some(player) = home_row(scene, site.row) {
                let home = format!("{}{}", theme.signs().home, letter(scene, player));
                buffer.set_string(layout.board.right() + 1, y, home, muted);
            }
        }
    }
}
