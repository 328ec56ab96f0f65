//! Decides which moves preserve the goal of a puzzle, and the opponent's reply.

use cairn_rules::{Player, PuzzleGoal, Solvable, Wdl};
use cairn_search::OutOfMemory;

use super::exact::ExactValues;
use super::mate_search::{Goal, MateSearch};

/// Judges the positions of one puzzle.
pub(super) enum Judge<P> {
    /// The goal is to keep at least this value.
    Reach { least: Wdl, exact: ExactValues<P> },
    /// The goal is to be reached within a number of turns from the start.
    Within { turns: u8, search: MateSearch<P> },
}

/// A reply of the opponent, and its consequence for the solver.
#[derive(Copy, Clone, Debug)]
pub(super) struct Reply<M> {
    pub(super) mv: M,
    /// The value for the solver afterwards; `None` in a puzzle about turns.
    pub(super) value: Option<Wdl>,
}

impl<P: Solvable> Judge<P> {
    /// Creates the judge of a puzzle at its start; `None` if it cannot be judged exactly.
    pub(super) fn new(start: &P, goal: PuzzleGoal) -> Result<Option<Self>, OutOfMemory> {
        if start.seats() != 2 {
            return Ok(None);
        }
        let player = start.to_move();
        let (least, mut exact) = match goal {
            PuzzleGoal::Block { turns } => {
                return Ok(Some(Self::Within { turns, search: MateSearch::new(Goal::Block, player) }));
            }
            PuzzleGoal::WinIn { turns } => {
                return Ok(Some(Self::Within { turns, search: MateSearch::new(Goal::Win, player) }));
            }
            PuzzleGoal::Win => (Wdl::Win, ExactValues::new(player)?),
            PuzzleGoal::Draw => (Wdl::Draw, ExactValues::new(player)?),
        };
        Ok(exact.value(start).map(|_| Self::Reach { least, exact }))
    }

    /// Returns whether the solver can still force the goal after turn number `turn`.
    pub(super) fn keeps(&mut self, after: &P, turn: u8) -> bool {
        match self {
            Self::Reach { least, exact } => exact.value(after).is_some_and(|value| value >= *least),
            Self::Within { turns, search } => {
                turns.checked_sub(turn).is_some_and(|left| search.within_after(after, left + 1))
            }
        }
    }

    /// Returns whether the goal is definitely reached, after a move of the player `mover`.
    pub(super) fn is_reached(&self, after: &P, mover: Player, solver: Player) -> bool {
        match self {
            Self::Reach { least, exact } => exact.is_certain(after, *least),
            Self::Within { search, .. } => match after.outcome() {
                Some(outcome) => search.is_good(outcome),
                None => mover == solver && search.is_reached(after),
            },
        }
    }

    /// Returns the moves that preserve the goal on the solver's turn number `turn`.
    pub(super) fn right_moves(&mut self, position: &P, turn: u8) -> Vec<P::Move> {
        let mut moves = position.moves();
        moves.retain(|&mv| self.keeps(&position.after(mv), turn));
        moves
    }

    /// Returns the opponent's best reply after the solver's turn number `turn`: the worst for the solver, and of equal
    /// ones that with the fewest right moves. `None` when the game is over.
    pub(super) fn reply(&mut self, position: &P, turn: u8) -> Option<Reply<P::Move>> {
        let moves = position.moves();
        // With hundreds of replies, counting the right moves after each takes too long.
        let counts = moves.len() <= COUNTED;
        let mut best = None;
        let mut least = (u8::MAX, usize::MAX);
        for mv in moves {
            let next = position.after(mv);
            let (worth, value) = self.worth(&next, turn);
            let right = match next.outcome() {
                Some(_) => usize::MAX,
                None if counts => self.right_moves(&next, turn.saturating_add(1)).len(),
                None => 0,
            };
            if best.is_none() || (worth, right) < least {
                best = Some(Reply { mv, value });
                least = (worth, right);
            }
            if least == (0, 0) {
                break;
            }
        }
        best
    }

    /// Rates a position for the solver, who is to move after turn number `turn`; lower is better for the opponent.
    /// Slower goals are worth less, and unreachable ones nothing.
    fn worth(&mut self, position: &P, turn: u8) -> (u8, Option<Wdl>) {
        match self {
            Self::Reach { exact, .. } => {
                let value = exact.value(position);
                (value.map_or(0, |value| value as u8), value)
            }
            Self::Within { turns, search } => {
                let left = turns.saturating_sub(turn);
                let needed = match position.outcome() {
                    Some(outcome) => search.is_good(outcome).then_some(0),
                    None => search.turns_needed(position, left),
                };
                (needed.map_or(0, |needed| u8::MAX - needed), None)
            }
        }
    }
}

/// The maximum number of replies after which right moves are counted.
const COUNTED: usize = 100;
