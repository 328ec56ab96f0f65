//! The ground of sites: tiles, points and the lines between them.

use cairn_rules::{Ground, Player, Site, SiteView, Surface};

use super::lettering::{Anchor, TextStyle};
use super::theme::Palette;
use super::writer::Num;
use super::{CELL, Painter};

/// The side of a tile; the rest of a square is the gap around it.
const TILE: f32 = CELL - 6.0;
const CORNER: f32 = 9.0;

/// Draws the lines that join points.
pub(super) fn lines(painter: &mut Painter<'_>) {
    let end = |site: Site| {
        let site = painter.scene.sites.get(usize::from(site.0))?;
        Some(painter.center(site.column, site.row))
    };
    let line = |&(from, to): &(Site, Site)| {
        let (from, to) = (end(from)?, end(to)?);
        Some(format!("M{} {}L{} {}", Num(from.0), Num(from.1), Num(to.0), Num(to.1)))
    };
    let data: Vec<String> = painter.scene.lines.iter().filter_map(line).collect();
    if !data.is_empty() {
        let line = painter.palette.line;
        let path = painter.svg.path(&data.concat()).no_fill().stroke(line, 3.5).attr("aria-hidden", "true");
        if painter.is_page { path.attr("data-lines", "").done() } else { path.done() }
    }
}

/// Draws the tile or the point of a site.
pub(super) fn draw(painter: &mut Painter<'_>, site: &SiteView) {
    match (painter.scene.surface, site.ground) {
        (Surface::Squares, Ground::Void) => void(painter),
        (Surface::Squares, Ground::Plain) => tile(painter),
        (Surface::Squares, Ground::Home(player)) => {
            tile(painter);
            home(painter, player, site.pile.is_none() && site.pawn.is_none());
        }
        (Surface::Points, ground) => point(painter, ground),
    }
}

fn tile(painter: &mut Painter<'_>) {
    let Palette { tile, tile_edge, .. } = *painter.palette;
    painter
        .svg
        .rect((-TILE / 2.0, -TILE / 2.0), (TILE, TILE), CORNER)
        .fill(tile)
        .stroke(tile_edge, 2.0)
        .done();
}

/// Draws the hole of a removed tile.
fn void(painter: &mut Painter<'_>) {
    let Palette { void, void_edge, .. } = *painter.palette;
    let side = TILE - 8.0;
    painter.svg.rect((-side / 2.0, -side / 2.0), (side, side), CORNER).fill(void).done();
    let cross = painter.svg.path("M-9-9 9 9M9-9-9 9").no_fill().stroke(void_edge, 5.0);
    cross.done();
}

/// Draws a tint and a small house; on an empty site a large one with the owner's letter.
fn home(painter: &mut Painter<'_>, player: Player, is_empty: bool) {
    let colors = painter.palette.piece(painter.scene, Some(player));
    let Palette { home_opacity, text, .. } = *painter.palette;
    let tint = painter.svg.rect((-TILE / 2.0, -TILE / 2.0), (TILE, TILE), CORNER).fill(colors.side);
    tint.attr("fill-opacity", home_opacity).done();
    let (scale, x, y) = if is_empty { (1.0, 0.0, 0.0) } else { (0.4, -36.0, -36.0) };
    let house = painter.svg.tag("g").attr("opacity", "0.45").scaled(x, y, scale);
    house.open();
    painter
        .svg
        .path("M-22-4 0-23 22-4M-16-6V20H16V-6")
        .no_fill()
        .stroke(text, if is_empty { 3.0 } else { 5.0 })
        .done();
    if is_empty {
        let letter = painter.letter(player);
        let style = TextStyle { color: text, size: 17.0, weight: 2.2 };
        style.write(&mut painter.svg, (0.0, 5.0), Anchor::Middle, &letter);
    }
    painter.svg.close("g");
}

fn point(painter: &mut Painter<'_>, ground: Ground) {
    // An invisible square makes the whole cell clickable.
    let half = CELL / 2.0;
    painter.svg.rect((-half, -half), (CELL, CELL), 0.0).fill("#000").attr("fill-opacity", "0").done();
    if ground != Ground::Void {
        let Palette { board, line, .. } = *painter.palette;
        painter.svg.ellipse((0.0, 0.0), (8.0, 8.0)).fill(line).stroke(board, 2.0).done();
    }
}
