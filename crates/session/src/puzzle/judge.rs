//! Which moves keep the goal of a puzzle, and how the opponent answers.

use cairn_rules::{Player, Position, PuzzleGoal};

use super::block;
use super::exact::{Exact, Value};

/// Judges the positions of one puzzle.
#[derive(Debug)]
pub(super) enum Judge<P> {
    /// The game has to be worth this at the least.
    Reach { least: Value, exact: Exact<P> },
    /// The opponent has to be blocked within so many turns from the beginning.
    Block { turns: u8 },
}

/// How an opponent answers: the answer, and what it leaves to the solver.
#[derive(Copy, Clone, Debug)]
pub(super) struct Reply<M> {
    pub(super) mv: M,
    /// What the game is then worth to the solver; `None` in a puzzle about blocking.
    pub(super) value: Option<Value>,
}

impl<P: Position> Judge<P> {
    /// The judge of a puzzle at its beginning; `None` if it cannot be judged exactly.
    ///
    /// Values need a game for two in which no position comes back; a block is near, so that all games
    /// can have it.
    pub(super) fn new(start: &P, goal: PuzzleGoal) -> Option<Self> {
        if start.seats() != 2 {
            return None;
        }
        let least = match goal {
            PuzzleGoal::Block { turns } => return Some(Self::Block { turns }),
            PuzzleGoal::Win => Value::Win,
            PuzzleGoal::Draw => Value::Draw,
        };
        let exact = Exact::new(start.to_move());
        start.repeatable().is_none().then_some(Self::Reach { least, exact })
    }

    /// Whether the goal can still be forced, after a move of the solver that was number `turn`.
    pub(super) fn keeps(&mut self, after: &P, turn: u8) -> bool {
        match self {
            Self::Reach { least, exact } => exact.value(after) >= *least,
            Self::Block { turns } => turns
                .checked_sub(turn)
                .is_some_and(|left| block::turns_needed_after(after, left + 1).is_some()),
        }
    }

    /// Whether the goal is reached for good, after a move of the player `mover`.
    pub(super) fn is_reached(&mut self, after: &P, mover: Player, solver: Player) -> bool {
        match self {
            Self::Reach { least, exact } => exact.at_worst(after) >= *least,
            Self::Block { .. } => after.outcome().is_some() || mover == solver && block::is_blocked(after),
        }
    }

    /// The moves of the solver that keep the goal, when turn number `turn` is to be played.
    pub(super) fn right_moves(&mut self, position: &P, turn: u8) -> Vec<P::Move> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.retain(|&mv| self.keeps(&position.after(mv), turn));
        moves
    }

    /// The opponent's best answer after turn number `turn` of the solver: the one that leaves the
    /// least, and among equals the fewest right moves. `None` when the game is over.
    pub(super) fn reply(&mut self, position: &P, turn: u8) -> Option<Reply<P::Move>> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let rank = |&mv: &P::Move| {
            let next = position.after(mv);
            let (worth, value) = self.worth(&next, turn);
            let right = match next.outcome() {
                Some(_) => usize::MAX,
                None => self.right_moves(&next, turn.saturating_add(1)).len(),
            };
            ((worth, right), Reply { mv, value })
        };
        moves.iter().map(rank).min_by_key(|&(rank, _)| rank).map(|(_, reply)| reply)
    }

    /// How good a position is for the solver, who is to move after turn number `turn`; the less the
    /// better for the opponent. A block that takes longer is worth less, none is worth nothing.
    fn worth(&mut self, position: &P, turn: u8) -> (u8, Option<Value>) {
        match self {
            Self::Reach { exact, .. } => {
                let value = exact.value(position);
                (value as u8, Some(value))
            }
            Self::Block { turns } => {
                let left = turns.saturating_sub(turn);
                let needed = block::turns_needed(position, left);
                (needed.map_or(0, |needed| u8::MAX - needed), None)
            }
        }
    }
}
