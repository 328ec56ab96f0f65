//! Which moves keep the goal of a puzzle, and how the opponent answers.

use cairn_rules::{Player, PuzzleGoal, Solvable, Wdl};

use super::exact::ExactValues;
use super::mate_search::{Goal, MateSearch};

/// Judges the positions of one puzzle.
pub(super) enum Judge<P> {
    /// The game must be worth at least this much.
    Reach { least: Wdl, exact: ExactValues<P> },
    /// A goal must be reached within a number of turns from the start.
    Within { turns: u8, search: MateSearch<P> },
}

/// The opponent's reply, and what it leaves the solver.
#[derive(Copy, Clone, Debug)]
pub(super) struct Reply<M> {
    pub(super) mv: M,
    /// The value of the game for the solver afterwards; `None` in a puzzle about turns.
    pub(super) value: Option<Wdl>,
}

impl<P: Solvable> Judge<P> {
    /// The judge of a puzzle at its beginning; `None` if it cannot be judged exactly.
    pub(super) fn new(start: &P, goal: PuzzleGoal) -> Option<Self> {
        if start.seats() != 2 {
            return None;
        }
        let player = start.to_move();
        let (least, mut exact) = match goal {
            PuzzleGoal::Block { turns } => {
                return Some(Self::Within { turns, search: MateSearch::new(Goal::Block, player) });
            }
            PuzzleGoal::WinIn { turns } => {
                return Some(Self::Within { turns, search: MateSearch::new(Goal::Win, player) });
            }
            PuzzleGoal::Win => (Wdl::Win, ExactValues::new(player)),
            PuzzleGoal::Draw => (Wdl::Draw, ExactValues::new(player)),
        };
        exact.value(start)?;
        Some(Self::Reach { least, exact })
    }

    /// Whether the goal can still be forced, after a move of the solver that was number `turn`.
    pub(super) fn keeps(&mut self, after: &P, turn: u8) -> bool {
        match self {
            Self::Reach { least, exact } => exact.value(after).is_some_and(|value| value >= *least),
            Self::Within { turns, search } => {
                turns.checked_sub(turn).is_some_and(|left| search.within_after(after, left + 1))
            }
        }
    }

    /// Whether the goal is reached for good, after a move of the player `mover`.
    pub(super) fn is_reached(&self, after: &P, mover: Player, solver: Player) -> bool {
        match self {
            Self::Reach { least, exact } => exact.is_certain(after, *least),
            Self::Within { search, .. } => match after.outcome() {
                Some(outcome) => search.is_good(outcome),
                None => mover == solver && search.is_reached(after),
            },
        }
    }

    /// The moves of the solver that keep the goal, when turn number `turn` is to be played.
    pub(super) fn right_moves(&mut self, position: &P, turn: u8) -> Vec<P::Move> {
        let mut moves = position.moves();
        moves.retain(|&mv| self.keeps(&position.after(mv), turn));
        moves
    }

    /// The opponent's best answer after turn number `turn` of the solver: the one that leaves the
    /// least, and among equals the fewest right moves. `None` when the game is over.
    pub(super) fn reply(&mut self, position: &P, turn: u8) -> Option<Reply<P::Move>> {
        let moves = position.moves();
        // Where there are hundreds of answers, how many moves are right after each takes too long.
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

    /// How good a position is for the solver, who is to move after turn number `turn`; the less the
    /// better for the opponent. What takes longer is worth less, what is out of reach nothing.
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

/// The most answers of which each is followed by a look at all moves.
const COUNTED: usize = 100;
