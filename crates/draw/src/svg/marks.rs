//! Marks on sites: corners for the last move, a dot or dashes for a choice, diamonds for a hint, a full frame for a
//! chosen site. A ring surrounds the pieces of forced sites, and threatened sites have a warning sign. The marks differ
//! in shape as well as in colour.

use cairn_rules::{MarkKind, SiteView, Surface};

use super::Painter;

/// Half the side of a frame around a square, and the radius of a ring around a point.
const HALF: f32 = 45.0;
/// The four corners of a frame.
const CORNERS: &str = "M-45-27V-36Q-45-45-36-45H-27M27-45H36Q45-45 45-36V-27\
    M45 27V36Q45 45 36 45H27M-27 45H-36Q-45 45-45 36V27";

/// Four diamonds, in the corners of a square or on the ring around a point.
const DIAMONDS: [&str; 2] = [
    "M-47-36 -36-47-25-36-36-25ZM47-36 36-47 25-36 36-25ZM47 36 36 47 25 36 36 25ZM-47 36-36 47-25 36-36 25Z",
    "M-43-32 -32-43-21-32-32-21ZM43-32 32-43 21-32 32-21ZM43 32 32 43 21 32 32 21ZM-43 32-32 43-21 32-32 21Z",
];

/// The triangle of a warning sign in the upper right corner, and its exclamation mark.
const WARNING: [&str; 2] = ["M32-49 49-18H15Z", "M32-39.5V-30.5M32-24.5V-24"];

/// Returns the name of a mark in a page.
pub(super) const fn name(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Last => "last",
        MarkKind::Choice => "choice",
        MarkKind::Hint => "hint",
        MarkKind::Chosen => "chosen",
    }
}

/// Returns the mark with this name.
pub(super) fn of_name(word: &str) -> Option<MarkKind> {
    [MarkKind::Last, MarkKind::Choice, MarkKind::Hint, MarkKind::Chosen]
        .into_iter()
        .find(|kind| name(*kind) == word)
}

/// Draws a mark between the ground and the pieces.
pub(super) fn draw(painter: &mut Painter<'_>, site: &SiteView, kind: MarkKind) {
    let is_empty = site.pile.is_none() && site.pawn.is_none();
    let (color, tint_opacity) = match kind {
        MarkKind::Last => (painter.palette.last, Some("0.26")),
        MarkKind::Choice => (painter.palette.choice, None),
        MarkKind::Hint => (painter.palette.hint, Some("0.22")),
        MarkKind::Chosen => (painter.palette.chosen, Some("0.28")),
    };
    if let Some(opacity) = tint_opacity {
        let area = match painter.scene.surface {
            Surface::Squares => painter.svg.rect((-47.0, -47.0), (94.0, 94.0), 9.0),
            Surface::Points => painter.svg.ellipse((0.0, 0.0), (HALF, HALF)),
        };
        area.fill(color).attr("fill-opacity", opacity).done();
    }
    if kind == MarkKind::Hint {
        let [corners, ring] = DIAMONDS;
        let diamonds = if painter.scene.surface == Surface::Squares { corners } else { ring };
        painter.svg.path(diamonds).fill(color).done();
    } else if kind == MarkKind::Choice && is_empty {
        painter.svg.ellipse((0.0, 0.0), (14.0, 14.0)).fill(color).done();
    } else {
        outline(painter, kind, color);
    }
}

/// Draws the ring of a forced choice.
pub(super) fn forced(painter: &mut Painter<'_>) {
    let color = painter.palette.choice;
    painter.svg.ellipse((0.0, 0.0), (HALF - 4.0, HALF - 4.0)).no_fill().stroke(color, 6.0).done();
}

/// Draws the warning sign of a threatened site, above the pieces.
pub(super) fn threatened(painter: &mut Painter<'_>) {
    let [sign, inside] = WARNING;
    let (gold, edge) = (painter.palette.gold, painter.palette.gold_edge);
    painter.svg.path(sign).fill(gold).stroke(edge, 3.0).done();
    painter.svg.path(inside).no_fill().stroke(edge, 4.0).done();
}

fn outline(painter: &mut Painter<'_>, kind: MarkKind, color: &str) {
    let shape = match (painter.scene.surface, kind) {
        (Surface::Squares, MarkKind::Last) => painter.svg.path(CORNERS),
        (Surface::Squares, _) => painter.svg.rect((-HALF, -HALF), (2.0 * HALF, 2.0 * HALF), 9.0),
        (Surface::Points, _) => painter.svg.ellipse((0.0, 0.0), (HALF, HALF)),
    };
    let width = if kind == MarkKind::Chosen { 7.0 } else { 5.0 };
    let shape = shape.no_fill().stroke(color, width);
    match (painter.scene.surface, kind) {
        (Surface::Squares, MarkKind::Choice) => shape.attr("stroke-dasharray", "9 9").done(),
        (Surface::Points, MarkKind::Choice) => shape.attr("stroke-dasharray", "7.67 10").done(),
        // A quarter of the circumference is 70.69; the arcs are centred on the diagonals.
        (Surface::Points, MarkKind::Last) => {
            shape.attr("stroke-dasharray", "28 42.69").num("stroke-dashoffset", -21.34).done();
        }
        _ => shape.done(),
    }
}
