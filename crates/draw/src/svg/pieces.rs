//! Decides how pieces look: discs seen from above at a slant, so that a stack shows its height.

use cairn_rules::{Pile, PileState, Pins, Player, SiteView};

use super::Easel;
use super::lettering::{Anchor, Hand};
use super::paper::{Num, Paper};
use super::theme::{Palette, Skin};

/// The half axes of a disc.
const DISC: (f32, f32) = (35.0, 29.0);
/// How thick a disc is in a low stack.
const THICK: f32 = 9.0;
/// How tall a stack can look; higher ones have thinner discs.
const TALLEST: f32 = 32.0;
/// How many discs are drawn at most; the digit tells the rest.
const DRAWN: u16 = 10;
/// The room for digits on a face.
const DIGITS: f32 = 37.0;
/// Where the foot of a pile is that carries a pawn, so that both have room.
const PAWN_FOOT: f32 = 17.0;
/// Where badges are, right below.
const BADGE: (f32, f32) = (32.0, 31.0);

/// Draws everything that stands on a site.
pub(super) fn draw(easel: &mut Easel<'_>, site: &SiteView) {
    if site.pile.is_some_and(|pile| pile.pins.is_some()) {
        // Pins need room, and pieces with pins do not grow.
        easel.paper.tag("g").scaled(0.0, 0.0, 1.15).open();
        stand(easel, site);
        easel.paper.close("g");
    } else {
        stand(easel, site);
    }
}

fn stand(easel: &mut Easel<'_>, site: &SiteView) {
    let top = site.pile.as_ref().map(|pile| stack(easel, pile, site.pawn.is_some()));
    if let Some(player) = site.pawn {
        pawn(easel, player, top.unwrap_or(PAWN_FOOT));
    }
    let (Some(pile), Some(top)) = (&site.pile, top) else { return };
    let Palette { gold, gold_edge, page, text, .. } = *easel.palette;
    match (pile.state, site.pawn.is_some()) {
        (PileState::Claimed, false) => crown(&mut easel.paper, (0.0, top), 1.0, gold, gold_edge),
        (PileState::Claimed, true) => {
            badge(&mut easel.paper, page, gold_edge);
            crown(&mut easel.paper, BADGE, 0.62, gold, gold_edge);
        }
        (_, false) => count(easel, pile, top),
        (_, true) if pile.height > 1 => {
            badge(&mut easel.paper, page, text);
            let hand = Hand { color: text, size: 15.0, weight: 2.4 };
            hand.write(&mut easel.paper, BADGE, Anchor::Middle, &pile.height.to_string());
        }
        (_, true) => {}
    }
    if pile.state == PileState::Locked {
        lock(easel);
    }
}

/// Draws the discs of a pile and gives the height of its uppermost face.
fn stack(easel: &mut Easel<'_>, pile: &Pile, has_pawn: bool) -> f32 {
    let discs = pile.height.clamp(1, DRAWN);
    let (thick, tallest) = if has_pawn { (THICK - 2.0, TALLEST - 11.0) } else { (THICK, TALLEST) };
    let thick = thick.min(tallest / f32::from(discs));
    let height = thick * f32::from(discs);
    let foot = if has_pawn { PAWN_FOOT } else { height / 2.0 };
    let shadow = easel.paper.ellipse((3.0, foot + 5.0), (DISC.0 + 2.0, DISC.1 + 1.0)).fill("#000");
    shadow.attr("fill-opacity", easel.palette.shadow_strength).done();
    let body = easel.palette.skin(easel.scene, pile.body);
    let top = easel.palette.skin(easel.scene, pile.owner);
    for disc in 0..discs {
        let skin = if disc + 1 == discs { top } else { body };
        side(&mut easel.paper, skin, foot - thick * f32::from(disc), thick);
    }
    let y = foot - height;
    let is_tower = pile.state == PileState::Claimed;
    let rim = if is_tower { (easel.palette.gold, 4.0) } else { (top.edge, 1.2) };
    easel.paper.ellipse((0.0, y), DISC).fill(top.face).stroke(rim.0, rim.1).done();
    let shine = format!("M-28 {}A31 25 0 0 1 8 {}", Num(y - 11.0), Num(y - 24.4));
    let shine = easel.paper.path(&shine).hollow().stroke("#fff", 2.0);
    shine.attr("stroke-opacity", "0.4").done();
    if let Some(player) = pile.owner {
        pattern(&mut easel.paper, (0.0, y), (DISC.0 * 0.8, DISC.1 * 0.8), player, top);
    }
    y
}

/// The side of one disc, from its foot up.
fn side(paper: &mut Paper, skin: Skin, foot: f32, thick: f32) {
    let (rx, ry) = DISC;
    let data = format!(
        "M{left} {foot}v{up}a{rx} {ry} 0 0 1 {across} 0v{down}a{rx} {ry} 0 0 1 {left2} 0Z",
        left = Num(-rx),
        foot = Num(foot),
        up = Num(-thick),
        across = Num(2.0 * rx),
        down = Num(thick),
        left2 = Num(-2.0 * rx),
    );
    paper.path(&data).fill(skin.side).stroke(skin.edge, (thick * 0.16).clamp(0.5, 1.2)).done();
}

/// The ring by which a player's pieces are known apart from their colour: plain, dashed, dotted or
/// double.
pub(super) fn pattern(paper: &mut Paper, middle: (f32, f32), half: (f32, f32), player: Player, skin: Skin) {
    let around = std::f32::consts::PI * (half.0 + half.1);
    let ring = |paper: &mut Paper, scale: f32, width: f32, dashes: Option<(f32, f32)>| {
        let tag = paper.ellipse(middle, (half.0 * scale, half.1 * scale)).hollow().stroke(skin.ink, width);
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
        0 => ring(paper, 1.0, 2.4 * unit, None),
        1 => ring(paper, 1.0, 2.8 * unit, Some((around / 20.0, 10.0))),
        2 => ring(paper, 1.0, 4.4 * unit, Some((0.1, 16.0))),
        _ => {
            ring(paper, 1.06, 1.8 * unit, None);
            ring(paper, 0.9, 1.8 * unit, None);
        }
    }
}

/// The height or the pins, on the face of a pile.
fn count(easel: &mut Easel<'_>, pile: &Pile, y: f32) {
    let skin = easel.palette.skin(easel.scene, pile.owner);
    if let Some(pins) = pile.pins {
        self::pins(&mut easel.paper, pins, y, skin);
    } else if pile.owner.is_some() || pile.height > 1 {
        let text = pile.height.to_string();
        let mut hand = Hand { color: skin.ink, size: 30.0, weight: 2.4 };
        hand.size *= (DIGITS / hand.width(&text)).min(1.0);
        hand.write(&mut easel.paper, (0.0, y), Anchor::Middle, &text);
    }
}

/// White pins upright on the left, black pins lying on the right: they stand for steps that way.
fn pins(paper: &mut Paper, pins: Pins, y: f32, skin: Skin) {
    for (x, number, face, ink) in [(-16.0, pins.white, "#fff", "#1c1c1c"), (16.0, pins.black, "#111", "#fff")]
    {
        if number == 0 {
            paper.ellipse((x, y), (4.0, 3.4)).fill(skin.side).stroke(skin.edge, 1.0).done();
            continue;
        }
        let half = if x < 0.0 { (13.5, 17.0) } else { (15.0, 13.5) };
        let pill = paper.rect((x - half.0, y - half.1), (2.0 * half.0, 2.0 * half.1), 12.0);
        pill.fill(face).stroke(if x < 0.0 { "#555" } else { "#ccc" }, 1.6).done();
        let size = if number > 9 { 16.0 } else { 20.0 };
        let hand = Hand { color: ink, size, weight: 2.2 };
        hand.write(paper, (x, y), Anchor::Middle, &number.to_string());
    }
}

fn pawn(easel: &mut Easel<'_>, player: Player, foot: f32) {
    let skin = easel.palette.skin(easel.scene, Some(player));
    let letter = easel.scene.seats.get(player.index()).map_or(' ', |seat| seat.letter.to_ascii_uppercase());
    let paper = &mut easel.paper;
    paper.tag("g").scaled(0.0, foot + 2.0, 0.9).open();
    paper.ellipse((2.0, 2.0), (19.0, 8.0)).fill("#000").attr("fill-opacity", "0.25").done();
    let body = "M-18-1C-18-8-8-11-6.5-30H6.5C8-11 18-8 18-1A18 7.5 0 0 1-18-1Z";
    // A seam keeps the pawn apart from a pile of its own colour.
    paper.path(body).hollow().stroke(skin.ink, 4.0).done();
    paper.ellipse((0.0, -42.0), (14.0, 14.0)).hollow().stroke(skin.ink, 4.0).done();
    paper.path(body).fill(skin.face).stroke(skin.edge, 1.6).done();
    paper.path("M6.5-30C8-11 18-8 18-1A18 7.5 0 0 1 6 6C12-2 5-10 3-30Z").fill(skin.side).done();
    paper.ellipse((0.0, -29.0), (11.0, 4.0)).fill(skin.side).stroke(skin.edge, 1.6).done();
    paper.ellipse((0.0, -42.0), (14.0, 14.0)).fill(skin.face).stroke(skin.edge, 1.6).done();
    let hand = Hand { color: skin.ink, size: 13.0, weight: 2.3 };
    hand.write(paper, (0.0, -42.0), Anchor::Middle, &letter.to_string());
    paper.close("g");
}

/// A small round sign at the foot of a pile, for what a pawn hides and for locks.
fn badge(paper: &mut Paper, fill: &str, edge: &str) {
    paper.ellipse(BADGE, (14.0, 14.0)).fill(fill).stroke(edge, 2.0).done();
}

/// A padlock.
fn lock(easel: &mut Easel<'_>) {
    let Palette { page, text, .. } = *easel.palette;
    badge(&mut easel.paper, page, text);
    easel.paper.tag("g").at(BADGE.0, BADGE.1).open();
    easel.paper.path("M-4-1V-4A4 4 0 0 1 4-4V-1").hollow().stroke(text, 2.2).done();
    easel.paper.rect((-6.5, -1.5), (13.0, 9.0), 2.0).fill(text).done();
    easel.paper.close("g");
}

/// A crown with its middle at a place.
pub(super) fn crown(paper: &mut Paper, (x, y): (f32, f32), scale: f32, fill: &str, edge: &str) {
    let path = paper.path("M-14 10-17-8-8 0 0-12 8 0 17-8 14 10Z").scaled(x, y, scale);
    path.fill(fill).stroke(edge, 2.0).done();
}
