//! Static evaluation of Tump: tall stacks, and many of them, with neighbours to climb.

use super::position::{TumpMove, TumpPosition};
use super::weights::WEIGHTS;
use crate::features;
use crate::{Evaluate, Feature, FeatureSink, LinearEval, Player, Position, Solvable, WeightedSum};

features! {
    /// The height of the tallest stack.
    TALLEST: 1,
    /// A stack.
    STACK: 1,
    /// A stack next to one that it could climb.
    CLIMB: 1,
    /// Having the turn.
    TURN: 1,
}

impl LinearEval for TumpPosition {
    const FEATURES: &'static [Feature] = FEATURES;
    const WEIGHTS: &'static [i32] = &WEIGHTS;

    fn count(&self, player: Player, sink: &mut impl FeatureSink) {
        sink.add(TALLEST, self.tallest(player).into());
        for (square, _) in self.stacks_of(player) {
            sink.add(STACK, 1);
            sink.add(CLIMB, self.climbs(square).count() as i32);
        }
        sink.add(TURN, i32::from(self.to_move() == player));
    }
}

impl Evaluate for TumpPosition {
    fn evaluate(&self, player: Player) -> i32 {
        WeightedSum::of(&WEIGHTS, |sum| self.features(player, sum))
    }

    /// Moves that end the game by height are noisy.
    fn is_noisy(&self, mv: TumpMove) -> bool {
        self.after(mv).tallest(self.to_move()) >= self.options.goal
    }

    fn noisy_moves(&self, out: &mut Vec<TumpMove>) {
        out.extend(self.moves().into_iter().filter(|&mv| self.is_noisy(mv)));
    }
}

impl Solvable for TumpPosition {
    const DRAWS: bool = false;

    /// Each placement adds a piece, and only the last stack can reach the goal; between two placements every
    /// climb leaves one stack less.
    fn plies_left(&self) -> Option<u16> {
        let squares = u16::from(self.options.size).pow(2);
        let room: u16 = squares * u16::from(self.options.goal);
        let pieces: u16 = self.stacks.iter().flatten().map(|stack| u16::from(stack.height())).sum();
        Some((room.saturating_sub(pieces) + 1) * (squares + 1))
    }
}
