//! Decides how sites are pointed out: by corners, a dot or dashes, and a full frame, so that the
//! kinds differ in shape as well as in colour.

use cairn_rules::{MarkKind, SiteView, Surface};

use super::Easel;

/// Half the side of a frame around a square, and the radius of a ring around a point.
const HALF: f32 = 45.0;
/// Four corners of a frame.
const CORNERS: &str = "M-45-27V-36Q-45-45-36-45H-27M27-45H36Q45-45 45-36V-27\
    M45 27V36Q45 45 36 45H27M-27 45H-36Q-45 45-45 36V27";

/// Draws a mark between the ground and the pieces.
pub(super) fn draw(easel: &mut Easel<'_>, site: &SiteView, kind: MarkKind) {
    let is_empty = site.pile.is_none() && site.pawn.is_none();
    let (color, tint) = match kind {
        MarkKind::Last => (easel.palette.last, Some("0.26")),
        MarkKind::Choice => (easel.palette.choice, None),
        MarkKind::Chosen => (easel.palette.chosen, Some("0.28")),
    };
    if let Some(strength) = tint {
        let area = match easel.scene.surface {
            Surface::Squares => easel.paper.rect((-47.0, -47.0), (94.0, 94.0), 9.0),
            Surface::Points => easel.paper.ellipse((0.0, 0.0), (HALF, HALF)),
        };
        area.fill(color).attr("fill-opacity", strength).done();
    }
    if kind == MarkKind::Choice && is_empty {
        easel.paper.ellipse((0.0, 0.0), (14.0, 14.0)).fill(color).done();
    } else {
        outline(easel, kind, color);
    }
}

fn outline(easel: &mut Easel<'_>, kind: MarkKind, color: &str) {
    let shape = match (easel.scene.surface, kind) {
        (Surface::Squares, MarkKind::Last) => easel.paper.path(CORNERS),
        (Surface::Squares, _) => easel.paper.rect((-HALF, -HALF), (2.0 * HALF, 2.0 * HALF), 9.0),
        (Surface::Points, _) => easel.paper.ellipse((0.0, 0.0), (HALF, HALF)),
    };
    let width = if kind == MarkKind::Chosen { 7.0 } else { 5.0 };
    let shape = shape.hollow().stroke(color, width);
    match (easel.scene.surface, kind) {
        (Surface::Squares, MarkKind::Choice) => shape.attr("stroke-dasharray", "9 9").done(),
        (Surface::Points, MarkKind::Choice) => shape.attr("stroke-dasharray", "7.67 10").done(),
        // A quarter of the way round is 70.69; the arcs lie across the diagonals.
        (Surface::Points, MarkKind::Last) => {
            shape.attr("stroke-dasharray", "28 42.69").num("stroke-dashoffset", -21.34).done();
        }
        _ => shape.done(),
    }
}
