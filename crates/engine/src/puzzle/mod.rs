//! Puzzles in the engine: judges attempts exactly, and finds new puzzles.
//!
//! A puzzle is solved when its goal is definitely reached: the opponent is blocked, or the game is over or can only end
//! well.
//!
//! [`PuzzleBoard`] is a puzzle on the board; `typed.rs` implements it with `judge.rs` (`exact.rs` for values,
//! `mate_search.rs` for turns). [`PuzzleGenerator`] finds new puzzles with `examine.rs`.

mod exact;
mod examine;
mod generator;
mod judge;
mod mate_search;
mod typed;

use cairn_rules::{Message, MoveError, PuzzleGoal, Wdl};
use cairn_search::OutOfMemory;
use cairn_session::{OpenError, Session};
use thiserror::Error;

pub(crate) use examine::examine;
pub use generator::PuzzleGenerator;
pub(crate) use typed::TypedPuzzle;

/// A generated puzzle without an id.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Draft {
    /// The game with its options.
    pub spec: String,
    /// The position string.
    pub position: String,
    /// The goal.
    pub goal: PuzzleGoal,
    /// The difficulty, from 1 to 9.
    pub difficulty: u8,
    /// The moves by their value for the player who makes them.
    pub values: Vec<(Wdl, Vec<String>)>,
    /// The number of moves that do not reach the goal in time, if nothing more is known about them.
    pub others: usize,
}

/// The reason why a puzzle cannot be set up.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum PuzzleError {
    /// Its game or position is invalid.
    Open {
        /// The puzzle.
        id: &'static str,
        /// The reason why the position cannot be opened.
        error: OpenError,
    },
    /// Its goal cannot be judged exactly.
    Unjudged {
        /// The puzzle.
        id: &'static str,
    },
    /// It takes more memory than there is.
    OutOfMemory(#[from] OutOfMemory),
}

impl PuzzleError {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        match self {
            Self::Open { id, error } => {
                Message::new("puzzle {id}: {error}").with("id", id).messages("error", vec![error.message()])
            }
            Self::Unjudged { id } => Message::new(
                "puzzle {id}: its goal cannot be judged exactly, which needs a game for two and an end in sight",
            )
            .with("id", id),
            Self::OutOfMemory(error) => error.message(),
        }
    }
}

/// The verdict on a legal move.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Verdict {
    /// The solver can no longer force the goal. The board does not play the move.
    Wrong {
        /// The opponent's refutation, in a sentence.
        why: Message,
    },
    /// The board plays the move and the opponent's best reply. The puzzle continues.
    Right {
        /// The reply.
        reply: Option<String>,
    },
    /// The goal is reached. The board plays the move, and possibly a reply that changes nothing.
    Solved,
}

/// A puzzle on the board, without its game's types, set up by an engine.
pub trait PuzzleBoard: Send {
    /// Returns the current state of the game.
    fn session(&self) -> &dyn Session;

    /// Attempts a move. Illegal moves do not count as attempts, nor do any moves once the puzzle is solved.
    fn attempt(&mut self, text: &str) -> Result<Verdict, MoveError>;

    /// Returns whether the goal is reached.
    fn is_solved(&self) -> bool;

    /// Returns all moves that preserve the goal, sorted as text; none once the puzzle is solved.
    fn solution(&mut self) -> Vec<String>;

    /// Goes back to the start.
    fn reset(&mut self);

    /// Plays moves of both sides that were judged before, without judging them again.
    fn replay(&mut self, moves: &[String]) -> Result<(), MoveError>;
}
