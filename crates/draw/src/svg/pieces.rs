//! Pieces: discs seen from above at an angle, so that a stack shows its height.

use cairn_rules::{Pile, PileState, Pins, Player, SiteView};

use super::Painter;
use super::lettering::{Anchor, TextStyle};
use super::theme::{Palette, PieceColors};
use super::writer::{Num, SvgWriter};

/// The semi-axes of a disc.
const DISC: (f32, f32) = (35.0, 29.0);
/// The thickness of a disc in a low stack.
const THICKNESS: f32 = 9.0;
/// The maximum height of a stack; taller ones have thinner discs.
const MAX_HEIGHT: f32 = 32.0;
/// The maximum number of discs drawn; the number on top shows the exact height.
const MAX_DISCS: u16 = 10;
/// The width available for digits on a disc.
const DIGITS_WIDTH: f32 = 37.0;
/// The foot of a pile that carries a pawn, so that both fit.
const PAWN_FOOT: f32 = 17.0;
/// The position of badges, at the bottom right.
const BADGE: (f32, f32) = (32.0, 31.0);

/// Draws the pieces on a site.
pub(super) fn draw(painter: &mut Painter<'_>, site: &SiteView) {
    if site.pile.as_ref().is_some_and(|pile| pile.pins.is_some()) {
        // Pieces with pins never stack, so they can be larger to make the pins readable.
        painter.svg.tag("g").scaled(0.0, 0.0, 1.15).open();
        draw_pieces(painter, site);
        painter.svg.close("g");
    } else {
        draw_pieces(painter, site);
    }
}

fn draw_pieces(painter: &mut Painter<'_>, site: &SiteView) {
    let mut top = None;
    if let Some(pile) = &site.pile {
        open_piece(painter, "pile", pile);
        let y = stack(painter, pile, site.pawn.is_some());
        if site.pawn.is_none() {
            draw_signs(painter, pile, y, false);
        }
        close_piece(painter);
        top = Some(y);
    }
    if let Some(player) = site.pawn {
        open_piece(painter, "pawn", &Pile::of(Some(player), 1));
        pawn(painter, player, top.unwrap_or(PAWN_FOOT));
        close_piece(painter);
    }
    if let (Some(pile), Some(y), true) = (&site.pile, top, site.pawn.is_some()) {
        draw_signs(painter, pile, y, true);
    }
}

/// Starts the group of the pieces on a site, in a page.
fn open_piece(painter: &mut Painter<'_>, kind: &str, pile: &Pile) {
    if painter.is_page {
        let number = |player: Option<Player>| {
            player.map_or_else(|| "-".to_owned(), |player| player.index().to_string())
        };
        let below: Vec<String> = if pile.is_mixed() {
            pile.owners().rev().skip(1).map(number).collect()
        } else {
            vec![number(pile.layers().next().and_then(|layer| layer.owner))]
        };
        let piece = format!("{kind} {} {} {}", number(pile.owner()), pile.height(), below.join(","));
        painter.svg.tag("g").attr("data-piece", &piece).open();
    }
}

fn close_piece(painter: &mut Painter<'_>) {
    if painter.is_page {
        painter.svg.close("g");
    }
}

/// Draws crown, number, badge and lock of a pile.
fn draw_signs(painter: &mut Painter<'_>, pile: &Pile, top: f32, has_pawn: bool) {
    let Palette { gold, gold_edge, page, text, .. } = *painter.palette;
    match (pile.state, has_pawn) {
        (PileState::Claimed, false) => crown(&mut painter.svg, (0.0, top), 1.0, gold, gold_edge),
        (PileState::Claimed, true) => {
            badge(&mut painter.svg, page, gold_edge);
            crown(&mut painter.svg, BADGE, 0.62, gold, gold_edge);
        }
        (_, false) => draw_count(painter, pile, top),
        (_, true) if pile.height() > 1 => {
            badge(&mut painter.svg, page, text);
            let style = TextStyle { color: text, size: 15.0, weight: 2.4 };
            style.write(&mut painter.svg, BADGE, Anchor::Middle, &pile.height().to_string());
        }
        (_, true) => {}
    }
    if pile.state == PileState::Locked {
        lock(painter);
    }
}

/// Draws the discs of a pile and returns the y-coordinate of its top.
fn stack(painter: &mut Painter<'_>, pile: &Pile, has_pawn: bool) -> f32 {
    let discs = pile.height().clamp(1, MAX_DISCS);
    let (thickness, max_height) =
        if has_pawn { (THICKNESS - 2.0, MAX_HEIGHT - 11.0) } else { (THICKNESS, MAX_HEIGHT) };
    let thickness = thickness.min(max_height / f32::from(discs));
    let height = thickness * f32::from(discs);
    let foot = if has_pawn { PAWN_FOOT } else { height / 2.0 };
    let shadow = painter.svg.ellipse((3.0, foot + 5.0), (DISC.0 + 2.0, DISC.1 + 1.0)).fill("#000");
    shadow.attr("fill-opacity", painter.palette.shadow_opacity).done();
    let top = painter.palette.piece(painter.scene, pile.owner());
    let hidden = usize::from(pile.height().saturating_sub(discs));
    for (disc, owner) in (0_u16..).zip(pile.owners().skip(hidden)) {
        let disc_foot = foot - thickness * f32::from(disc);
        let colors = painter.palette.piece(painter.scene, owner);
        disc_side(&mut painter.svg, colors, disc_foot, thickness);
        if let (Some(player), true) = (owner, pile.is_mixed()) {
            side_pattern(&mut painter.svg, player, colors, disc_foot - thickness / 2.0, thickness);
        }
    }
    let y = foot - height;
    let is_tower = pile.state == PileState::Claimed;
    let rim = if is_tower { (painter.palette.gold, 4.0) } else { (top.edge, 1.2) };
    painter.svg.ellipse((0.0, y), DISC).fill(top.face).stroke(rim.0, rim.1).done();
    let shine = format!("M-28 {}A31 25 0 0 1 8 {}", Num(y - 11.0), Num(y - 24.4));
    let shine = painter.svg.path(&shine).no_fill().stroke("#fff", 2.0);
    shine.attr("stroke-opacity", "0.4").done();
    if let Some(player) = pile.owner() {
        pattern(&mut painter.svg, (0.0, y), (DISC.0 * 0.8, DISC.1 * 0.8), player, top);
    }
    y
}

/// Draws the side of one disc.
fn disc_side(svg: &mut SvgWriter, colors: PieceColors, foot: f32, thickness: f32) {
    let (rx, ry) = DISC;
    let data = format!(
        "M{left} {foot}v{up}a{rx} {ry} 0 0 1 {across} 0v{down}a{rx} {ry} 0 0 1 {left2} 0Z",
        left = Num(-rx),
        foot = Num(foot),
        up = Num(-thickness),
        across = Num(2.0 * rx),
        down = Num(thickness),
        left2 = Num(-2.0 * rx),
    );
    svg.path(&data).fill(colors.side).stroke(colors.edge, (thickness * 0.16).clamp(0.5, 1.2)).done();
}

/// Draws the line along the side of a disc that identifies its owner without colour, like the ring on top.
fn side_pattern(svg: &mut SvgWriter, player: Player, colors: PieceColors, y: f32, thickness: f32) {
    let (rx, ry) = DISC;
    let mut line = |y: f32, scale: f32, dashes: &str| {
        let data = format!(
            "M{} {}a{rx} {ry} 0 0 0 {} 0",
            Num(-rx),
            Num(y),
            Num(2.0 * rx),
            rx = Num(rx),
            ry = Num(ry)
        );
        let path = svg.path(&data).no_fill().stroke(colors.ink, thickness * scale);
        let path = path.attr("stroke-opacity", "0.6");
        if dashes.is_empty() { path.done() } else { path.attr("stroke-dasharray", dashes).done() }
    };
    match player.index() {
        0 => line(y, 0.25, ""),
        1 => line(y, 0.3, "8 7"),
        2 => line(y, 0.4, "0.1 6"),
        _ => [-0.2, 0.2].into_iter().for_each(|shift| line(y + shift * thickness, 0.15, "")),
    }
}

/// Draws the ring that identifies a player's pieces without colour: plain, dashed, dotted or double.
pub(super) fn pattern(
    svg: &mut SvgWriter,
    middle: (f32, f32),
    half: (f32, f32),
    player: Player,
    colors: PieceColors,
) {
    let around = std::f32::consts::PI * (half.0 + half.1);
    let ring = |svg: &mut SvgWriter, scale: f32, width: f32, dashes: Option<(f32, f32)>| {
        let tag = svg.ellipse(middle, (half.0 * scale, half.1 * scale)).no_fill().stroke(colors.ink, width);
        let tag = tag.attr("stroke-opacity", "0.6");
        match dashes {
            Some((on, count)) => {
                let gap = around * scale / count - on;
                let dashes = format!("{} {}", Num(on), Num(gap));
                tag.attr("stroke-dasharray", &dashes).done();
            }
            None => tag.done(),
        }
    };
    let unit = half.0 / 28.0;
    match player.index() {
        0 => ring(svg, 1.0, 2.4 * unit, None),
        1 => ring(svg, 1.0, 2.8 * unit, Some((around / 20.0, 10.0))),
        2 => ring(svg, 1.0, 4.4 * unit, Some((0.1, 16.0))),
        _ => {
            ring(svg, 1.06, 1.8 * unit, None);
            ring(svg, 0.9, 1.8 * unit, None);
        }
    }
}

/// Draws the height or the pins on top of a pile.
fn draw_count(painter: &mut Painter<'_>, pile: &Pile, y: f32) {
    let colors = painter.palette.piece(painter.scene, pile.owner());
    if let Some(pins) = pile.pins {
        self::pins(&mut painter.svg, pins, y, colors);
    } else if pile.owner().is_some() || pile.height() > 1 {
        let text = pile.height().to_string();
        let mut style = TextStyle { color: colors.ink, size: 30.0, weight: 2.4 };
        style.size *= (DIGITS_WIDTH / style.width(&text)).min(1.0);
        style.write(&mut painter.svg, (0.0, y), Anchor::Middle, &text);
    }
}

/// Draws the pins: white upright on the left, black lying on the right, like the steps they
/// stand for.
fn pins(svg: &mut SvgWriter, pins: Pins, y: f32, colors: PieceColors) {
    for (x, number, face, ink) in [(-16.0, pins.white, "#fff", "#1c1c1c"), (16.0, pins.black, "#111", "#fff")]
    {
        if number == 0 {
            svg.ellipse((x, y), (4.0, 3.4)).fill(colors.side).stroke(colors.edge, 1.0).done();
            continue;
        }
        let half = if x < 0.0 { (13.5, 17.0) } else { (15.0, 13.5) };
        let pill = svg.rect((x - half.0, y - half.1), (2.0 * half.0, 2.0 * half.1), 12.0);
        pill.fill(face).stroke(if x < 0.0 { "#555" } else { "#ccc" }, 1.6).done();
        let size = if number > 9 { 16.0 } else { 20.0 };
        let style = TextStyle { color: ink, size, weight: 2.2 };
        style.write(svg, (x, y), Anchor::Middle, &number.to_string());
    }
}

fn pawn(painter: &mut Painter<'_>, player: Player, foot: f32) {
    let colors = painter.palette.piece(painter.scene, Some(player));
    let letter = painter.letter(player);
    let svg = &mut painter.svg;
    svg.tag("g").scaled(0.0, foot + 2.0, 0.9).open();
    svg.ellipse((2.0, 2.0), (19.0, 8.0)).fill("#000").attr("fill-opacity", "0.25").done();
    let body = "M-18-1C-18-8-8-11-6.5-30H6.5C8-11 18-8 18-1A18 7.5 0 0 1-18-1Z";
    // An outline separates the pawn from a pile of the same colour.
    svg.path(body).no_fill().stroke(colors.ink, 4.0).done();
    svg.ellipse((0.0, -42.0), (14.0, 14.0)).no_fill().stroke(colors.ink, 4.0).done();
    svg.path(body).fill(colors.face).stroke(colors.edge, 1.6).done();
    svg.path("M6.5-30C8-11 18-8 18-1A18 7.5 0 0 1 6 6C12-2 5-10 3-30Z").fill(colors.side).done();
    svg.ellipse((0.0, -29.0), (11.0, 4.0)).fill(colors.side).stroke(colors.edge, 1.6).done();
    svg.ellipse((0.0, -42.0), (14.0, 14.0)).fill(colors.face).stroke(colors.edge, 1.6).done();
    let style = TextStyle { color: colors.ink, size: 13.0, weight: 2.3 };
    style.write(svg, (0.0, -42.0), Anchor::Middle, &letter);
    svg.close("g");
}

/// Draws a small disc at the foot of a pile, for a height or crown hidden by a pawn and for locks.
fn badge(svg: &mut SvgWriter, fill: &str, edge: &str) {
    svg.ellipse(BADGE, (14.0, 14.0)).fill(fill).stroke(edge, 2.0).done();
}

/// Draws a padlock.
fn lock(painter: &mut Painter<'_>) {
    let Palette { page, text, .. } = *painter.palette;
    badge(&mut painter.svg, page, text);
    painter.svg.tag("g").at(BADGE.0, BADGE.1).open();
    painter.svg.path("M-4-1V-4A4 4 0 0 1 4-4V-1").no_fill().stroke(text, 2.2).done();
    painter.svg.rect((-6.5, -1.5), (13.0, 9.0), 2.0).fill(text).done();
    painter.svg.close("g");
}

/// Draws a crown centred at a position.
pub(super) fn crown(svg: &mut SvgWriter, (x, y): (f32, f32), scale: f32, fill: &str, edge: &str) {
    let path = svg.path("M-14 10-17-8-8 0 0-12 8 0 17-8 14 10Z").scaled(x, y, scale);
    path.fill(fill).stroke(edge, 2.0).done();
}
