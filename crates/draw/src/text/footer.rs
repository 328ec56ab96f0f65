//! Decides what is written under a board: seats, facts, outcome.

use anstyle::Style as Ink;
use cairn_rules::{Player, Scene};

use super::canvas::Canvas;
use super::signs::Signs;
use super::{Style, color};
use crate::words;

/// The lines that are kept free under a board: a gap, the seats, the facts and the outcome. They
/// are counted whether they are written or not, so that a board keeps its looks to the end.
pub(super) fn height(scene: &Scene) -> usize {
    scene.seats.len() + 3
}

/// Writes the lines under the board.
pub(super) fn draw(scene: &Scene, style: Style, canvas: &mut Canvas) {
    let texts = style.texts;
    let turn = Signs::of(style.charset).turn.to_string();
    let names = scene.seats.iter().map(|seat| texts.seat(seat.name).chars().count()).max().unwrap_or(0);
    let facts: Vec<String> = scene.seats.iter().map(|seat| words::facts(&seat.facts, texts)).collect();
    let widest = facts.iter().map(|facts| facts.chars().count()).max().unwrap_or(0);
    let mut y = canvas.height() + 1;
    for ((seat, player), facts) in scene.seats.iter().zip(Player::ALL).zip(&facts) {
        let strong = if scene.to_move == Some(player) { Ink::new().bold() } else { Ink::new() };
        canvas.put(3, y, texts.seat(seat.name), strong);
        canvas.put(4 + names, y, &format!(" {} ", seat.letter), color::chip(seat.paint));
        canvas.put(8 + names, y, facts, Ink::new());
        if scene.to_move == Some(player) {
            canvas.put(1, y, &turn, strong);
            let gap = if widest == 0 { 0 } else { widest + 2 };
            canvas.put(8 + names + gap, y, texts.say("scene.to_move"), strong);
        }
        y += 1;
    }
    if !scene.facts.is_empty() {
        canvas.put(3, y, &words::facts(&scene.facts, texts), Ink::new());
        y += 1;
    }
    if let Some(outcome) = scene.outcome {
        canvas.put(3, y, &words::outcome(scene, outcome, texts), Ink::new().bold());
    }
}
