//! The mirror from left to right, and the mirror from top to bottom that exchanges the colours.

use super::board::Side;
use super::part::{Part, StacksMove};
use super::position::StacksPosition;
use super::square::{COLUMNS, ROWS, StacksSquare, squares};
use crate::{Player, Position, Symmetric};

/// Bit 0 mirrors left and right, bit 1 up and down.
fn image(square: StacksSquare, symmetry: u8) -> StacksSquare {
    let (column, row) = (square.column(), square.row());
    let column = if symmetry & 1 == 0 { column } else { COLUMNS - 1 - column };
    let row = if symmetry & 2 == 0 { row } else { ROWS - 1 - row };
    StacksSquare::new(column, row)
}

fn part_image(part: Part, symmetry: u8) -> Part {
    let (from, to) = (image(part.from(), symmetry), image(part.to(), symmetry));
    if !part.is_attack() {
        return Part::quiet(from, part.pieces(), to);
    }
    let joiners = squares(part.joiners()).fold(0, |set, joiner| set | image(joiner, symmetry).bit());
    Part::attack(from, part.pieces(), to, joiners, part.retreat().map(|square| image(square, symmetry)))
}

impl Symmetric for StacksPosition {
    fn symmetries(&self) -> u8 {
        4
    }

    fn transformed(&self, symmetry: u8) -> Self {
        let exchange = symmetry & 2 != 0;
        let seen = |player: Player| if exchange { player.opponent() } else { player };
        let sides = [Player::FIRST, Player::SECOND].map(|player| {
            let mut side = Side::default();
            let before = self.side(seen(player));
            for square in squares(before.all) {
                side.set(image(square, symmetry), before.height(square));
            }
            side
        });
        Self::set_up(self.options, sides, seen(self.to_move()), self.halfmove_clock)
    }

    fn transform_move(&self, mv: StacksMove, symmetry: u8) -> StacksMove {
        match mv {
            StacksMove::Group(part) => StacksMove::Group(part_image(part, symmetry)),
            StacksMove::Remove(square) => StacksMove::Remove(image(square, symmetry)),
            StacksMove::Singles(first, second) => {
                let (before, after) = (part_image(first, symmetry), part_image(second, symmetry));
                // The mirror may reverse the written order of two exchangeable singles.
                let turns = self.turns();
                if after.rank() < before.rank() && turns.commute(first, &turns.board.after(first), second) {
                    StacksMove::Singles(after, before)
                } else {
                    StacksMove::Singles(before, after)
                }
            }
        }
    }
}
