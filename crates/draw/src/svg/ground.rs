//! Decides how places look before anything stands on them.

use cairn_rules::{Ground, Player, Site, SiteView, Surface};

use super::lettering::{Anchor, Hand};
use super::paper::Num;
use super::theme::Palette;
use super::{CELL, Easel};

/// The side of a tile; the rest of a square is the joint around it.
const TILE: f32 = CELL - 6.0;
const CORNER: f32 = 9.0;

/// Draws the lines that join points.
pub(super) fn lines(easel: &mut Easel<'_>) {
    let end = |site: Site| {
        let site = easel.scene.sites.get(usize::from(site.0))?;
        Some(easel.place(site.column, site.row))
    };
    let line = |&(from, to): &(Site, Site)| {
        let (from, to) = (end(from)?, end(to)?);
        Some(format!("M{} {}L{} {}", Num(from.0), Num(from.1), Num(to.0), Num(to.1)))
    };
    let data: Vec<String> = easel.scene.lines.iter().filter_map(line).collect();
    if !data.is_empty() {
        let line = easel.palette.line;
        let path = easel.paper.path(&data.concat()).hollow().stroke(line, 3.5);
        path.attr("aria-hidden", "true").done();
    }
}

/// Draws the tile or the point of a site.
pub(super) fn draw(easel: &mut Easel<'_>, site: &SiteView) {
    match (easel.scene.surface, site.ground) {
        (Surface::Squares, Ground::Void) => void(easel),
        (Surface::Squares, Ground::Plain) => tile(easel),
        (Surface::Squares, Ground::Home(player)) => {
            tile(easel);
            home(easel, player, site.pile.is_none() && site.pawn.is_none());
        }
        (Surface::Points, ground) => point(easel, ground),
    }
}

fn tile(easel: &mut Easel<'_>) {
    let Palette { tile, tile_edge, .. } = *easel.palette;
    easel
        .paper
        .rect((-TILE / 2.0, -TILE / 2.0), (TILE, TILE), CORNER)
        .fill(tile)
        .stroke(tile_edge, 2.0)
        .done();
}

/// A hollow where a tile was.
fn void(easel: &mut Easel<'_>) {
    let Palette { void, void_edge, .. } = *easel.palette;
    let side = TILE - 8.0;
    easel.paper.rect((-side / 2.0, -side / 2.0), (side, side), CORNER).fill(void).done();
    let cross = easel.paper.path("M-9-9 9 9M9-9-9 9").hollow().stroke(void_edge, 5.0);
    cross.done();
}

/// A tint, and under an empty place a roof over the owner's letter.
fn home(easel: &mut Easel<'_>, player: Player, is_empty: bool) {
    let skin = easel.palette.skin(easel.scene, Some(player));
    let Palette { home_strength, text, .. } = *easel.palette;
    let tint = easel.paper.rect((-TILE / 2.0, -TILE / 2.0), (TILE, TILE), CORNER).fill(skin.side);
    tint.attr("fill-opacity", home_strength).done();
    let (scale, x, y) = if is_empty { (1.0, 0.0, 0.0) } else { (0.4, -36.0, -36.0) };
    let house = easel.paper.tag("g").attr("opacity", "0.45").scaled(x, y, scale);
    house.open();
    easel
        .paper
        .path("M-22-4 0-23 22-4M-16-6V20H16V-6")
        .hollow()
        .stroke(text, if is_empty { 3.0 } else { 5.0 })
        .done();
    if is_empty {
        let letter =
            easel.scene.seats.get(player.index()).map_or(' ', |seat| seat.letter.to_ascii_uppercase());
        let hand = Hand { color: text, size: 17.0, weight: 2.2 };
        hand.write(&mut easel.paper, (0.0, 5.0), Anchor::Middle, &letter.to_string());
    }
    easel.paper.close("g");
}

fn point(easel: &mut Easel<'_>, ground: Ground) {
    // The whole square can be pointed at, though only the point is seen.
    let half = CELL / 2.0;
    easel.paper.rect((-half, -half), (CELL, CELL), 0.0).fill("#000").attr("fill-opacity", "0").done();
    if ground != Ground::Void {
        let Palette { board, line, .. } = *easel.palette;
        easel.paper.ellipse((0.0, 0.0), (8.0, 8.0)).fill(line).stroke(board, 2.0).done();
    }
}
