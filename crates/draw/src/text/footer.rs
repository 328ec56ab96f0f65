//! The lines below a board: seats, facts and outcome.

use cairn_rules::{Player, Scene};

use super::Style;
use super::signs::Signs;
use crate::cells::{CellStyle, Grid};
use crate::description;

/// Returns the number of lines reserved below a board: a gap, the seats, the facts and the outcome. Counts all of them,
/// written or not, so that the board keeps its layout to the end of the game.
pub(super) fn height(scene: &Scene) -> usize {
    scene.seats.len() + 3
}

/// Writes the lines below the board.
pub(super) fn draw(scene: &Scene, style: Style, grid: &mut Grid) {
    let texts = style.texts;
    let turn = Signs::of(style.charset).turn.to_string();
    let names =
        scene.seats.iter().map(|seat| texts.seat(seat.name).chars().count()).max().unwrap_or(0) as u16;
    let facts: Vec<String> =
        scene.seats.iter().map(|seat| description::describe_facts(&seat.facts, texts)).collect();
    let widest = facts.iter().map(|facts| facts.chars().count()).max().unwrap_or(0) as u16;
    let mut y = grid.height() + 1;
    for ((seat, player), facts) in scene.seats.iter().zip(Player::ALL).zip(&facts) {
        let strong =
            if scene.to_move == Some(player) { CellStyle::default().bold() } else { CellStyle::default() };
        grid.put(3, y, texts.seat(seat.name), strong);
        grid.put(4 + names, y, &format!(" {} ", seat.letter), CellStyle::piece(Some(player)));
        grid.put(8 + names, y, facts, CellStyle::default());
        if scene.to_move == Some(player) {
            grid.put(1, y, &turn, strong);
            let gap = if widest == 0 { 0 } else { widest + 2 };
            grid.put(8 + names + gap, y, texts.text("scene.to_move"), strong);
        }
        y += 1;
    }
    if !scene.facts.is_empty() {
        grid.put(3, y, &description::describe_facts(&scene.facts, texts), CellStyle::default());
        y += 1;
    }
    if let Some(outcome) = scene.outcome {
        grid.put(3, y, &description::outcome(scene, outcome, texts), CellStyle::default().bold());
    }
}
