//! The empty board: the frames of squares or the lines between points, and the coordinates.

use cairn_rules::{Ground, Player, Scene, Site, Surface};

use super::Board;
use super::glyphs::Glyphs;
use super::grid::{CellStyle, ColorRole, Grid};
use super::layout::Layout;
use super::strokes::Strokes;
use crate::text::{Signs, letter};

/// Draws the empty board.
pub(super) fn draw(board: &Board<'_>, layout: &Layout, grid: &mut Grid) {
    let scene = board.scene;
    let line = CellStyle::fg(ColorRole::Line);
    if !layout.size.is_line() {
        grid.set_style(layout.board, line.on(ColorRole::Board));
    }
    let glyphs = Glyphs::of(board.charset);
    let mut strokes = Strokes::new(layout.board);
    match scene.surface {
        Surface::Squares => draw_frames(layout, &mut strokes),
        Surface::Points => {
            for site in (0..scene.sites.len()).map(|index| Site(index as u16)) {
                if let Some((x, y)) = layout.center_of(site) {
                    grid.put(x, y, &glyphs.point.to_string(), line);
                }
            }
            for &(from, to) in &scene.lines {
                draw_line(scene, layout, (from, to), &mut strokes);
            }
        }
    }
    strokes.draw(glyphs.frame, glyphs, line, grid);
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

/// Draws a line between two points: straight, or diagonal from point to point.
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
pub(super) fn draw_coordinates(board: &Board<'_>, layout: &Layout, grid: &mut Grid) {
    let scene = board.scene;
    let muted = CellStyle::fg(ColorRole::Muted).on(ColorRole::Page);
    let (below, letters) = if layout.has_letters_in_frame() {
        (layout.board.bottom().saturating_sub(1), CellStyle::fg(ColorRole::Faint))
    } else {
        (layout.board.bottom(), muted)
    };
    for (index, site) in scene.sites.iter().enumerate() {
        let Some((x, y)) = layout.center_of(Site(index as u16)) else { continue };
        let (name, number) = site.name.split_at(site.name.find(char::is_numeric).unwrap_or(0));
        if site.row == 0 {
            grid.put(x, below, name, letters);
        }
        if site.column == 0 {
            let x = layout.board.x.saturating_sub(1 + number.len() as u16);
            grid.put(x, y, number, muted);
            if let Some(player) = home_row(scene, site.row).filter(|_| !layout.size.is_line()) {
                let home = format!("{}{}", Signs::of(board.charset).home, letter(scene, player));
                grid.put(layout.board.right() + 1, y, &home, muted);
            }
        }
    }
}

/// Returns the player whose home fills the row.
pub(crate) fn home_row(scene: &Scene, row: u8) -> Option<Player> {
    let mut sites = scene.sites.iter().filter(|site| site.row == row).map(|site| match site.ground {
        Ground::Home(player) => Some(player),
        _ => None,
    });
    let first = sites.next()??;
    sites.all(|home| home == Some(first)).then_some(first)
}
