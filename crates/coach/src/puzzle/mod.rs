//! Puzzles for people: a puzzle in progress, the catalogue, results and the puzzle of the day.
//!
//! [`PuzzleSession`] is a puzzle in progress, over an engine's [`PuzzleBoard`]. It reports [`Note`]s to
//! [`PuzzleProgress`], which stores results and streaks. [`PuzzleFilter`], [`next_unsolved`] and [`of_day`] choose
//! puzzles from the catalogue.

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
pub use catalogue::{PuzzleEntry, PuzzleFileError, all, find, known_solution, of, open_file, read, write};
pub use choose::{PuzzleFilter, next_after, next_unsolved, of_day};
pub use day::{Day, ParseDayError};
pub use progress::{Note, PuzzleProgress, PuzzleRecord, Standing, Streak};

/// The opponent of a player who continues the game after a puzzle.
pub const OPPONENT: &str = "perfect";

/// The player's attempts in a puzzle so far. Restarting the puzzle does not change them.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub struct AttemptHistory {
    /// The number of wrong moves.
    wrong: u32,
    /// Whether a right move has been made since the last wrong one.
    under_way: bool,
    /// Whether the solution was shown.
    shown: bool,
}

impl AttemptHistory {
    /// Returns the number of attempts: a wrong move ends an attempt, and consecutive right moves count as one.
    pub fn attempts(self) -> u32 {
        self.wrong + u32::from(self.under_way)
    }
}

/// A puzzle in progress.
pub struct PuzzleSession {
    info: &'static PuzzleInfo,
    board: Box<dyn PuzzleBoard>,
    history: AttemptHistory,
    /// The notes since the last [`PuzzleSession::take_notes`].
    notes: Vec<Note>,
}

impl PuzzleSession {
    /// Sets up a puzzle.
    pub fn open(info: &'static PuzzleInfo) -> Result<Self, PuzzleError> {
        let engine = open(info.spec, EngineSettings::default())
            .map_err(|error| PuzzleError::Open { id: info.id, error: error.into() })?;
        let board = engine.open_puzzle(info)?;
        Ok(Self { info, board, history: AttemptHistory::default(), notes: Vec::new() })
    }

    /// Plays moves of both sides that another session of this puzzle has judged, without judging them again.
    pub fn replay(&mut self, moves: &[String]) -> Result<(), MoveError> {
        self.board.replay(moves)
    }

    /// Continues with the attempts of another session of this puzzle.
    #[must_use]
    pub fn with_history(self, history: AttemptHistory) -> Self {
        Self { history: AttemptHistory { under_way: false, ..history }, ..self }
    }

    /// Returns the puzzle.
    pub fn info(&self) -> &'static PuzzleInfo {
        self.info
    }

    /// Returns the current state of the game.
    pub fn session(&self) -> &dyn Session {
        self.board.session()
    }

    /// Attempts a move. Illegal moves do not count as attempts, nor do any moves once the puzzle is solved.
    pub fn attempt(&mut self, mv: &str) -> Result<Verdict, MoveError> {
        let verdict = self.board.attempt(mv)?;
        self.history.under_way = !matches!(verdict, Verdict::Wrong { .. });
        match verdict {
            Verdict::Wrong { .. } => {
                self.history.wrong = self.history.wrong.saturating_add(1);
                self.notes.push(Note::Wrong);
            }
            Verdict::Right { .. } => {}
            Verdict::Solved => self.notes.push(Note::Solved { shown: self.history.shown }),
        }
        Ok(verdict)
    }

    /// Returns the attempts so far, including those before a [`PuzzleSession::reset`].
    pub fn history(&self) -> AttemptHistory {
        self.history
    }

    /// Returns the number of attempts: a wrong move ends an attempt, and consecutive right moves count as one.
    pub fn attempts(&self) -> u32 {
        self.history.attempts()
    }

    /// Returns the notes since the last call, for [`PuzzleProgress::note`].
    pub fn take_notes(&mut self) -> Vec<Note> {
        mem::take(&mut self.notes)
    }

    /// Returns whether the goal is reached.
    pub fn is_solved(&self) -> bool {
        self.board.is_solved()
    }

    /// Returns all moves that preserve the goal now, sorted as text; none once the puzzle is solved. Afterwards the
    /// player no longer solves the puzzle without help.
    pub fn solution(&mut self) -> Vec<String> {
        self.note_help();
        let known = if self.session().history().is_empty() { known_solution(self.info) } else { None };
        known.unwrap_or_else(|| self.board.solution())
    }

    /// Notes that the player has had help, such as an analysis, and no longer solves the puzzle without help.
    pub fn note_help(&mut self) {
        if !self.is_solved() && !mem::replace(&mut self.history.shown, true) {
            self.notes.push(Note::Shown);
        }
    }

    /// Goes back to the start. The attempts still count.
    pub fn reset(&mut self) {
        self.board.reset();
        self.history.under_way = false;
    }

    /// Returns the game from the end of the solved puzzle, if it is not over, with its players: the solver as a person,
    /// and [`OPPONENT`].
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
            .field("history", &self.history)
            .finish_non_exhaustive()
    }
}
