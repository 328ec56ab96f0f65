//! Puzzles, and how attempts are judged. Every move is judged exactly.
//!
//! A puzzle is solved when its goal is reached for good: the opponent is blocked, or the game is over or
//! can only end well.
//!
//! [`PuzzleSession`] is a puzzle being solved, over `typed.rs`, which judges attempts with `judge.rs`
//! (`exact.rs` for values, `mate_search.rs` for turns). [`PuzzleGenerator`] finds new ones with
//! `examine.rs`; `entry.rs` is the file format and `catalogue.rs` has the built-in puzzles.

mod catalogue;
mod entry;
mod exact;
mod examine;
mod generator;
mod judge;
mod mate_search;
#[cfg(test)]
mod tests;
mod typed;

use std::fmt;

use cairn_rules::games::ALL;
use cairn_rules::{GameInfo, MoveError, PuzzleInfo, Refusal};
use cairn_search::OutOfMemory;
use cairn_session::{OpenError, Session};
use thiserror::Error;

pub use entry::{Draft, PuzzleEntry, PuzzleFileError, read, write};
pub(crate) use examine::examine;
pub use generator::PuzzleGenerator;
pub(crate) use typed::TypedPuzzle;

use crate::engine::{EngineSettings, open};

/// Every puzzle, in the order of the games.
pub fn all() -> Vec<&'static PuzzleInfo> {
    ALL.iter().flat_map(|info| of(info)).collect()
}

/// The puzzles of a game: hand-made ones first, then generated ones by difficulty.
pub fn of(game: &'static GameInfo) -> Vec<&'static PuzzleInfo> {
    let made = catalogue::entries().filter(|entry| game_id(entry.info.spec) == game.id);
    game.engine.puzzles.iter().chain(made.map(|entry| &entry.info)).collect()
}

/// The puzzle with this id.
pub fn find(id: &str) -> Option<&'static PuzzleInfo> {
    all().into_iter().find(|puzzle| puzzle.id == id)
}

/// The id of the game in a spec.
fn game_id(word: &str) -> &str {
    word.split(':').next().unwrap_or(word)
}

/// Why a puzzle cannot be set up.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
pub enum PuzzleError {
    /// Its game or position is invalid.
    #[error("puzzle {id}: {error}")]
    Open {
        /// The puzzle.
        id: &'static str,
        /// What is wrong.
        error: OpenError,
    },
    /// Its goal cannot be judged exactly.
    #[error("puzzle {id}: its goal cannot be judged exactly, which needs a game for two and an end in sight")]
    Unjudged {
        /// The puzzle.
        id: &'static str,
    },
    /// It takes more memory than there is.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// The verdict on a legal move.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Verdict {
    /// The goal can no longer be forced. The move is not played.
    Wrong {
        /// How the opponent refutes it, in a sentence.
        why: Refusal,
    },
    /// The move and the opponent's best reply are played. The puzzle continues.
    Right {
        /// The reply.
        reply: Option<String>,
    },
    /// The goal is reached. The move is played, possibly followed by a reply that changes nothing.
    Solved,
}

/// A puzzle on the board, without its game's types, as set up by an engine.
pub trait PuzzleBoard: Send {
    /// The current state of the game.
    fn session(&self) -> &dyn Session;

    /// Attempts a move. An illegal move is not an attempt, nor is any move once the puzzle is solved.
    fn attempt(&mut self, text: &str) -> Result<Verdict, MoveError>;

    /// Whether the goal is reached.
    fn is_solved(&self) -> bool;

    /// All moves that keep the goal, sorted as text; none once the puzzle is solved.
    fn solution(&mut self) -> Vec<String>;

    /// Goes back to the start.
    fn reset(&mut self);
}

/// A puzzle being solved, with the number of attempts.
pub struct PuzzleSession {
    info: &'static PuzzleInfo,
    board: Box<dyn PuzzleBoard>,
    wrong: u32,
    /// Whether a right move has been made since the last wrong one.
    under_way: bool,
}

impl PuzzleSession {
    /// Sets up a puzzle.
    pub fn open(info: &'static PuzzleInfo) -> Result<Self, PuzzleError> {
        let engine = open(info.spec, EngineSettings::default())
            .map_err(|error| PuzzleError::Open { id: info.id, error: error.into() })?;
        let board = engine.open_puzzle(info)?;
        Ok(Self { info, board, wrong: 0, under_way: false })
    }

    /// The puzzle.
    pub fn info(&self) -> &'static PuzzleInfo {
        self.info
    }

    /// The current state of the game.
    pub fn session(&self) -> &dyn Session {
        self.board.session()
    }

    /// Attempts a move. An illegal move is not an attempt, nor is any move once the puzzle is solved.
    pub fn attempt(&mut self, mv: &str) -> Result<Verdict, MoveError> {
        let verdict = self.board.attempt(mv)?;
        self.under_way = !matches!(verdict, Verdict::Wrong { .. });
        self.wrong += u32::from(!self.under_way);
        Ok(verdict)
    }

    /// The number of attempts: a wrong move ends an attempt, and right moves in a row count as one.
    pub fn attempts(&self) -> u32 {
        self.wrong + u32::from(self.under_way)
    }

    /// Whether the goal is reached.
    pub fn is_solved(&self) -> bool {
        self.board.is_solved()
    }

    /// All moves that keep the goal now, sorted as text; none once the puzzle is solved.
    pub fn solution(&mut self) -> Vec<String> {
        self.board.solution()
    }

    /// Goes back to the start, with no attempts made.
    pub fn reset(&mut self) {
        self.board.reset();
        self.wrong = 0;
        self.under_way = false;
    }
}

impl fmt::Debug for PuzzleSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PuzzleSession")
            .field("id", &self.info.id)
            .field("session", &self.session())
            .field("attempts", &self.attempts())
            .finish_non_exhaustive()
    }
}
