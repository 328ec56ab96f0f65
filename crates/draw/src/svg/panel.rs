//! Decides what stands under a picture: the seats, whose turn it is, the facts and the outcome.

use cairn_rules::{Player, Scene};

use super::lettering::{Anchor, Hand};
use super::{Easel, MARGIN, pieces};
use crate::words::{self, ENGLISH};

/// Measures where capitals are 18 high.
const LINE: f32 = 46.0;
const SIZE: f32 = 18.0;
const CHIP: f32 = 58.0;
const NAME: f32 = 90.0;
const PAD: f32 = 18.0;

/// The lines under a board.
pub(super) struct Panel {
    seats: Vec<(&'static str, String)>,
    notes: Vec<String>,
    /// Where the facts of the seats begin.
    facts: f32,
    width: f32,
    scale: f32,
}

impl Panel {
    /// The lines for a board that is so wide; they are as large as fits, within reason.
    pub(super) fn new(scene: &Scene, width: f32) -> Self {
        let seats: Vec<_> =
            scene.seats.iter().map(|seat| (seat.name, words::facts(&seat.facts, ENGLISH))).collect();
        let facts = (!scene.facts.is_empty()).then(|| words::facts(&scene.facts, ENGLISH));
        let outcome = scene.outcome.map(|outcome| words::outcome(scene, outcome, ENGLISH));
        let notes: Vec<String> = facts.into_iter().chain(outcome).collect();
        let widest = |lines: &mut dyn Iterator<Item = &str>| lines.map(width_of).fold(0.0, f32::max);
        let facts = NAME + widest(&mut seats.iter().map(|&(name, _)| name)) + 22.0;
        let seat = facts + widest(&mut seats.iter().map(|(_, facts)| facts.as_str()));
        let needed =
            (seat + 22.0 + width_of("to move")).max(CHIP + widest(&mut notes.iter().map(String::as_str)));
        let wished = (width / 560.0).clamp(0.9, 1.7);
        // Rounded down to what is written.
        let scale = (wished.min(width / (needed + PAD)) * 100.0).floor() / 100.0;
        Self { seats, notes, facts, width, scale }
    }

    /// How much room the lines need.
    pub(super) fn height(&self) -> f32 {
        let lines = (self.seats.len() + self.notes.len()) as f32;
        if lines == 0.0 { 0.0 } else { lines * LINE * self.scale + MARGIN }
    }

    /// Draws the lines from a place on.
    pub(super) fn draw(&self, easel: &mut Easel<'_>, (x, y): (f32, f32)) {
        let palette = easel.palette;
        let right = self.width / self.scale;
        easel.paper.tag("g").scaled(x, y, self.scale).attr("aria-hidden", "true").open();
        let plain = Hand { color: palette.text, size: SIZE, weight: 1.8 };
        let strong = Hand { weight: 2.4, ..plain };
        let soft = Hand { color: palette.muted, ..plain };
        let mut middle = LINE / 2.0;
        for ((name, facts), player) in self.seats.iter().zip(Player::ALL) {
            let is_turn = easel.scene.to_move == Some(player);
            if is_turn {
                let bar = easel.paper.rect((0.0, middle - LINE / 2.0 + 2.0), (right, LINE - 4.0), 12.0);
                bar.fill(palette.turn).done();
                let arrow = easel.paper.path("M0-8 12 0 0 8Z").at(PAD, middle).fill(palette.text);
                arrow.stroke(palette.text, 2.0).done();
                strong.write(&mut easel.paper, (right - PAD, middle), Anchor::End, "to move");
            }
            if easel.scene.outcome.is_some_and(|outcome| outcome.winner() == Some(player)) {
                let middle = (PAD + 4.0, middle);
                pieces::crown(&mut easel.paper, middle, 0.7, palette.gold, palette.gold_edge);
            }
            chip(easel, player, middle);
            let hand = if is_turn { strong } else { plain };
            hand.write(&mut easel.paper, (NAME, middle), Anchor::Start, name);
            soft.write(&mut easel.paper, (self.facts, middle), Anchor::Start, facts);
            middle += LINE;
        }
        for (index, note) in self.notes.iter().enumerate() {
            let is_outcome = easel.scene.outcome.is_some() && index + 1 == self.notes.len();
            let hand = if is_outcome { strong } else { soft };
            hand.write(&mut easel.paper, (CHIP - 16.0, middle), Anchor::Start, note);
            middle += LINE;
        }
        easel.paper.close("g");
    }
}

/// A disc in the colour and pattern of a seat, with its letter.
fn chip(easel: &mut Easel<'_>, player: Player, middle: f32) {
    let Some(seat) = easel.scene.seats.get(player.index()) else { return };
    let skin = easel.palette.paint(seat.paint);
    let at = (CHIP, middle);
    easel.paper.ellipse(at, (17.0, 17.0)).fill(skin.face).stroke(skin.edge, 1.5).done();
    pieces::pattern(&mut easel.paper, at, (13.6, 13.6), player, skin);
    let hand = Hand { color: skin.ink, size: 11.5, weight: 2.4 };
    hand.write(&mut easel.paper, at, Anchor::Middle, &seat.letter.to_ascii_uppercase().to_string());
}

fn width_of(text: &str) -> f32 {
    // The heavier hand is the measure: strokes reach half their width beyond the glyphs.
    Hand { color: "", size: SIZE, weight: 2.4 }.width(text) + 2.4
}
