//! Puzzles for people: a puzzle being solved, the catalogue, progress and the puzzle of the day.
//!
//! [`PuzzleSession`] is a puzzle being solved, over an engine's [`PuzzleBoard`]. What it notes goes to
//! [`PuzzleProgress`], which knows what somebody has solved and how; `choose.rs` says which puzzle comes next and which
//! is that of the [`Day`]; `catalogue.rs` has the built-in puzzles and their file format.

mod catalogue;
mod choose;
mod day;
mod progress;
#[cfg(test)]
mod tests;

use std::{fmt, mem};

use cairn_engine::bots::PlayerSpec;
use cairn_engine::{EngineSettings, open};
use cairn_rules::{MoveError, PuzzleInfo};
use cairn_session::Session;

pub use cairn_engine::puzzle::{Draft, PuzzleBoard, PuzzleError, PuzzleGenerator, Verdict};
pub use catalogue::{PuzzleEntry, PuzzleFileError, all, find, known_solution, of, read, write};
pub use choose::{PuzzleFilter, next_after, next_unsolved, of_day};
pub use day::{Day, ParseDayError};
pub use progress::{Note, PuzzleProgress, PuzzleRecord, Standing, Streak};

/// Who plays against somebody who plays on from the end of a puzzle: nobody replies better, as in the puzzle.
pub const OPPONENT: &str = "perfect";

/// What somebody has done so far in front of a puzzle. Starting it again changes none of it.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub struct AttemptHistory {
    /// Wrong moves that were tried.
    wrong: u32,
    /// Whether a right move has been made since the last wrong one.
    under_way: bool,
    /// Whether the solution was shown.
    shown: bool,
}

impl AttemptHistory {
    /// The number of attempts: a wrong move ends an attempt, and right moves in a row count as one.
    pub fn attempts(self) -> u32 {
        self.wrong + u32::from(self.under_way)
    }
}

/// A puzzle being solved, with what was done in front of it.
pub struct PuzzleSession {
    info: &'static PuzzleInfo,
    board: Box<dyn PuzzleBoard>,
    visit: AttemptHistory,
    /// What has not been taken yet, to be kept.
    notes: Vec<Note>,
}

impl PuzzleSession {
    /// Sets up a puzzle.
    pub fn open(info: &'static PuzzleInfo) -> Result<Self, PuzzleError> {
        let engine = open(info.spec, EngineSettings::default())
            .map_err(|error| PuzzleError::Open { id: info.id, error: error.into() })?;
        let board = engine.open_puzzle(info)?;
        Ok(Self { info, board, visit: AttemptHistory::default(), notes: Vec::new() })
    }

    /// Plays moves of both sides that another session of this puzzle has judged, without judging them again.
    pub fn replay(&mut self, moves: &[String]) -> Result<(), MoveError> {
        self.board.replay(moves)
    }

    /// The same puzzle with what was done in front of another one.
    #[must_use]
    pub fn with_visit(self, visit: AttemptHistory) -> Self {
        Self { visit: AttemptHistory { under_way: false, ..visit }, ..self }
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
        self.visit.under_way = !matches!(verdict, Verdict::Wrong { .. });
        match verdict {
            Verdict::Wrong { .. } => {
                self.visit.wrong = self.visit.wrong.saturating_add(1);
                self.notes.push(Note::Wrong);
            }
            Verdict::Right { .. } => {}
            Verdict::Solved => self.notes.push(Note::Solved { shown: self.visit.shown }),
        }
        Ok(verdict)
    }

    /// What was done so far, whether or not the puzzle was started again.
    pub fn visit(&self) -> AttemptHistory {
        self.visit
    }

    /// The number of attempts: a wrong move ends an attempt, and right moves in a row count as one.
    pub fn attempts(&self) -> u32 {
        self.visit.attempts()
    }

    /// What has happened since this was asked last, for [`PuzzleProgress::note`].
    pub fn take_notes(&mut self) -> Vec<Note> {
        mem::take(&mut self.notes)
    }

    /// Whether the goal is reached.
    pub fn is_solved(&self) -> bool {
        self.board.is_solved()
    }

    /// All moves that keep the goal now, sorted as text; none once the puzzle is solved. Who has seen them no longer
    /// solves the puzzle without help.
    pub fn solution(&mut self) -> Vec<String> {
        if !self.is_solved() && !mem::replace(&mut self.visit.shown, true) {
            self.notes.push(Note::Shown);
        }
        let known = if self.session().history().is_empty() { known_solution(self.info) } else { None };
        known.unwrap_or_else(|| self.board.solution())
    }

    /// Goes back to the start. Attempts stay counted.
    pub fn reset(&mut self) {
        self.board.reset();
        self.visit.under_way = false;
    }

    /// The game from where the puzzle was solved, if it is not over, with its players: who solved the puzzle, and
    /// [`OPPONENT`].
    pub fn play_on(&self) -> Option<(Box<dyn Session>, Vec<PlayerSpec>)> {
        let session = self.session();
        if !self.is_solved() || session.outcome().is_some() {
            return None;
        }
        let opponent: PlayerSpec = OPPONENT.parse().ok()?;
        let seats = session.info().seats.iter().take(session.seats());
        let is_solver = |name| if name == self.info.mover { PlayerSpec::Human } else { opponent.clone() };
        Some((session.fork(), seats.map(|seat| is_solver(seat.name)).collect()))
    }
}

impl fmt::Debug for PuzzleSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PuzzleSession")
            .field("id", &self.info.id)
            .field("session", &self.session())
            .field("visit", &self.visit)
            .finish_non_exhaustive()
    }
}
