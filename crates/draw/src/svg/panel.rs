//! The panel below the board: the seats, the player to move, the facts and the outcome.

use cairn_rules::{Player, Scene};

use super::lettering::{Anchor, TextStyle};
use super::{MARGIN, Painter, pieces};
use crate::description::{self, ENGLISH};

// Measures at a scale of 1.
const LINE: f32 = 46.0;
const SIZE: f32 = 18.0;
const CHIP: f32 = 58.0;
const NAME: f32 = 90.0;
const PAD: f32 = 18.0;

/// The lines below a board.
pub(super) struct Panel {
    seats: Vec<(&'static str, String)>,
    notes: Vec<String>,
    /// The left edge of the seats' facts.
    facts_x: f32,
    width: f32,
    scale: f32,
}

impl Panel {
    /// Creates the panel for a board of this width, scaled to fit.
    pub(super) fn new(scene: &Scene, width: f32) -> Self {
        let seats: Vec<_> = scene
            .seats
            .iter()
            .map(|seat| (seat.name, description::describe_facts(&seat.facts, ENGLISH)))
            .collect();
        let facts = (!scene.facts.is_empty()).then(|| description::describe_facts(&scene.facts, ENGLISH));
        let outcome = scene.outcome.map(|outcome| description::outcome(scene, outcome, ENGLISH));
        let notes: Vec<String> = facts.into_iter().chain(outcome).collect();
        let widest = |lines: &mut dyn Iterator<Item = &str>| lines.map(width_of).fold(0.0, f32::max);
        let facts_x = NAME + widest(&mut seats.iter().map(|&(name, _)| name)) + 22.0;
        let seat = facts_x + widest(&mut seats.iter().map(|(_, facts)| facts.as_str()));
        let needed =
            (seat + 22.0 + width_of("to move")).max(CHIP + widest(&mut notes.iter().map(String::as_str)));
        let preferred = (width / 560.0).clamp(0.9, 1.7);
        // Rounds down to the two decimals of the output.
        let scale = (preferred.min(width / (needed + PAD)) * 100.0).floor() / 100.0;
        Self { seats, notes, facts_x, width, scale }
    }

    /// Returns the height of the panel.
    pub(super) fn height(&self) -> f32 {
        let lines = (self.seats.len() + self.notes.len()) as f32;
        if lines == 0.0 { 0.0 } else { lines * LINE * self.scale + MARGIN }
    }

    /// Draws the panel at a position.
    pub(super) fn draw(&self, painter: &mut Painter<'_>, (x, y): (f32, f32)) {
        let palette = painter.palette;
        let right = self.width / self.scale;
        painter.svg.tag("g").scaled(x, y, self.scale).attr("aria-hidden", "true").open();
        let plain = TextStyle { color: palette.text, size: SIZE, weight: 1.8 };
        let strong = TextStyle { weight: 2.4, ..plain };
        let soft = TextStyle { color: palette.muted, ..plain };
        let mut middle = LINE / 2.0;
        for ((name, facts), player) in self.seats.iter().zip(Player::ALL) {
            let is_turn = painter.scene.to_move == Some(player);
            if is_turn {
                let bar = painter.svg.rect((0.0, middle - LINE / 2.0 + 2.0), (right, LINE - 4.0), 12.0);
                bar.fill(palette.turn).done();
                let arrow = painter.svg.path("M0-8 12 0 0 8Z").at(PAD, middle).fill(palette.text);
                arrow.stroke(palette.text, 2.0).done();
                strong.write(&mut painter.svg, (right - PAD, middle), Anchor::End, "to move");
            }
            if painter.scene.outcome.is_some_and(|outcome| outcome.winner() == Some(player)) {
                let middle = (PAD + 4.0, middle);
                pieces::crown(&mut painter.svg, middle, 0.7, palette.gold, palette.gold_edge);
            }
            chip(painter, player, middle);
            let style = if is_turn { strong } else { plain };
            style.write(&mut painter.svg, (NAME, middle), Anchor::Start, name);
            soft.write(&mut painter.svg, (self.facts_x, middle), Anchor::Start, facts);
            middle += LINE;
        }
        for (index, note) in self.notes.iter().enumerate() {
            let is_outcome = painter.scene.outcome.is_some() && index + 1 == self.notes.len();
            let style = if is_outcome { strong } else { soft };
            style.write(&mut painter.svg, (CHIP - 16.0, middle), Anchor::Start, note);
            middle += LINE;
        }
        painter.svg.close("g");
    }
}

/// Draws a disc in the colour and pattern of a seat, with its letter.
fn chip(painter: &mut Painter<'_>, player: Player, middle: f32) {
    let Some(seat) = painter.scene.seats.get(player.index()) else { return };
    let colors = painter.palette.paint(seat.color);
    let at = (CHIP, middle);
    painter.svg.ellipse(at, (17.0, 17.0)).fill(colors.face).stroke(colors.edge, 1.5).done();
    pieces::pattern(&mut painter.svg, at, (13.6, 13.6), player, colors);
    let style = TextStyle { color: colors.ink, size: 11.5, weight: 2.4 };
    style.write(&mut painter.svg, at, Anchor::Middle, &seat.letter.to_ascii_uppercase().to_string());
}

fn width_of(text: &str) -> f32 {
    // Measures in the heavier style; strokes extend half their width beyond the glyphs.
    TextStyle { color: "", size: SIZE, weight: 2.4 }.width(text) + 2.4
}
