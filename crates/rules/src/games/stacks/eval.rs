//! Static evaluation of Stacks: pieces, their distance from the enemy's home, and the threats to them.

use super::board::{Board, MAX_HEIGHT};
use super::part::StacksMove;
use super::position::StacksPosition;
use super::square::squares;
use super::turn::Found;
use super::walk::Ground;
use super::weights::WEIGHTS;
use crate::features;
use crate::{Evaluate, Feature, FeatureSink, LinearEval, Player, Position, Solvable, WeightedSum};

features! {
    /// Pieces lost, by their number: the sixth loses the game.
    LOST: 7,
    /// Pieces in the enemy's home, by their number: the fourth wins the game.
    HOME: 5,
    /// An advancing piece, by the rows between it and its own home.
    ROW: 7,
    /// A stack that is not locked, by its height.
    HEIGHT: MAX_HEIGHT as usize,
    /// A piece of a stack that a larger number of enemies can reach, by the stack's height, while the enemy has the
    /// turn.
    THREATENED: MAX_HEIGHT as usize,
    /// The same while the player has the turn.
    IN_DANGER: MAX_HEIGHT as usize,
    /// A piece one, two or three steps away from the enemy's home, for the waiting player.
    NEAR: 3,
    /// The same for the player to move, who can bring home two pieces from up to two steps away, or one from three.
    ARRIVING: 3,
    /// The distance in columns between an unlocked stack and the middle column.
    ASIDE: 1,
    /// Having the turn.
    TURN: 1,
}

impl LinearEval for StacksPosition {
    const FEATURES: &'static [Feature] = FEATURES;
    const WEIGHTS: &'static [i32] = &WEIGHTS;

    fn count(&self, player: Player, sink: &mut impl FeatureSink) {
        let board = self.board_of(player);
        let moves = self.to_move() == player;
        sink.add(LOST + usize::from(self.lost(player).min(6)), 1);
        sink.add(HOME + usize::from(self.at_goal(player).min(4)), 1);
        // Locked enemies cannot attack.
        let attackers = board.targets();
        let threatened = if moves { IN_DANGER } else { THREATENED };
        for square in squares(board.movable()) {
            let height = board.own.height(square);
            let rows = if player == Player::FIRST { 6 - square.row() } else { square.row() };
            let kind = usize::from(height.clamp(1, MAX_HEIGHT) - 1);
            sink.add(ROW + usize::from(rows), height.into());
            sink.add(HEIGHT + kind, 1);
            sink.add(ASIDE, square.column().abs_diff(2).into());
            if board.enemy.pieces_on(square.window() & attackers) > height {
                sink.add(threatened + kind, height.into());
            }
        }
        let first = if moves { ARRIVING } else { NEAR };
        for (steps, arriving) in pieces_near_home(&board).into_iter().enumerate() {
            sink.add(first + steps, arriving.into());
        }
        sink.add(TURN, moves.into());
    }
}

/// Counts the pieces whose shortest path into the enemy's home has one, two and three steps.
fn pieces_near_home(board: &Board) -> [u8; 3] {
    let ground = Ground::new(board);
    let mut known = board.goal();
    let mut approaches = board.goal() & board.room(1);
    [(); 3].map(|()| {
        let next = ground.around(approaches) & !known;
        known |= next;
        approaches = next & ground.empty();
        board.own.pieces_on(next & board.movable())
    })
}

/// Positions can repeat, and there are no static bounds before the end.
impl Solvable for StacksPosition {}

impl Evaluate for StacksPosition {
    fn evaluate(&self, player: Player) -> i32 {
        WeightedSum::of(&WEIGHTS, |sum| self.features(player, sum))
    }

    /// Only attacks of one group are noisy; those of two singles are too many to search.
    fn is_noisy(&self, mv: StacksMove) -> bool {
        matches!(mv, StacksMove::Group(part) if part.is_attack())
    }

    fn noisy_moves(&self, out: &mut Vec<StacksMove>) {
        if self.outcome().is_some() {
            return;
        }
        self.turns().each_group(&mut |found| {
            if let Found::Attack(part) = found {
                out.push(StacksMove::Group(part));
            }
        });
    }

    /// Generates the turns of one group first: those of two singles are ten times as many.
    fn first_moves(&self, out: &mut Vec<StacksMove>) -> bool {
        let turns = self.turns();
        if turns.fours != 0 || self.outcome().is_some() {
            self.legal_moves(out);
            return false;
        }
        turns.each_group(&mut |found| found.each(|part| out.push(StacksMove::Group(part))));
        true
    }

    fn other_moves(&self, out: &mut Vec<StacksMove>) {
        let turns = self.turns();
        if turns.fours == 0 && self.outcome().is_none() {
            turns
                .each_pair(&mut |first, found| found.each(|part| out.push(StacksMove::Singles(first, part))));
        }
    }
}
