//! Puzzles, and how attempts are judged. Every move is judged exactly.
//!
//! A puzzle is solved when its goal is reached for good: the opponent is blocked, or the game is over or
//! can only end well.
//!
//! [`PuzzleSession`] is a puzzle being solved, over `typed.rs`, which judges attempts with `judge.rs`
//! (`exact.rs` for values, `mate_search.rs` for turns). What it notes goes to [`Progress`], which knows what
//! somebody has solved and how; `choose.rs` says which puzzle comes next and which is that of the [`Day`].
//! [`PuzzleGenerator`] finds new ones with `examine.rs`; `entry.rs` is the file format and `catalogue.rs` has the
//! built-in puzzles.

mod catalogue;
mod choose;
mod day;
mod entry;
mod exact;
mod examine;
mod generator;
mod judge;
mod mate_search;
mod progress;
#[cfg(test)]
mod tests;
mod typed;

use std::{fmt, mem};

use cairn_rules::games::ALL;
use cairn_rules::{GameInfo, Message, MoveError, PuzzleGoal, PuzzleInfo, Wdl};
use cairn_search::OutOfMemory;
use cairn_session::{OpenError, Session};
use thiserror::Error;

pub use choose::{PuzzleFilter, next_after, next_unsolved, of_day};
pub use day::{Day, NoDay};
pub use entry::{Draft, PuzzleEntry, PuzzleFileError, read, write};
pub(crate) use examine::examine;
pub use generator::PuzzleGenerator;
pub use progress::{Note, Progress, PuzzleRecord, Standing, Streak};
pub(crate) use typed::TypedPuzzle;

use crate::bots::PlayerSpec;
use crate::engine::{EngineSettings, open};

/// Who plays against somebody who plays on from the end of a puzzle: nobody replies better, as in the puzzle.
pub const OPPONENT: &str = "perfect";

/// Every puzzle, in the order of the games.
pub fn all() -> Vec<&'static PuzzleInfo> {
    ALL.iter().flat_map(|info| of(info)).collect()
}

/// The puzzles of a game: hand-made ones first, then generated ones by difficulty.
pub fn of(game: &'static GameInfo) -> Vec<&'static PuzzleInfo> {
    let made = catalogue::entries().filter(|entry| entry.info.game() == game.id);
    game.engine.puzzles.iter().chain(made.map(|entry| &entry.info)).collect()
}

/// The puzzle with this id.
pub fn find(id: &str) -> Option<&'static PuzzleInfo> {
    all().into_iter().find(|puzzle| puzzle.id == id)
}

/// All moves that keep the goal at the start of a puzzle, sorted as text, where its proof is in the catalogue.
pub fn known_solution(info: &PuzzleInfo) -> Option<Vec<String>> {
    let entry = catalogue::entries().find(|entry| entry.info.id == info.id)?;
    let least = if info.goal == PuzzleGoal::Draw { Wdl::Draw } else { Wdl::Win };
    let right = entry.values.iter().filter(|(value, _)| *value >= least).flat_map(|(_, moves)| moves);
    let mut moves: Vec<String> = right.map(|&mv| mv.to_owned()).collect();
    moves.sort_unstable();
    (!moves.is_empty()).then_some(moves)
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
        why: Message,
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

    /// Plays moves of both sides that were judged before, without judging them again.
    fn replay(&mut self, moves: &[String]) -> Result<(), MoveError>;
}

/// What somebody has done so far in front of a puzzle. Starting it again changes none of it.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub struct Visit {
    /// Wrong moves that were tried.
    wrong: u32,
    /// Whether a right move has been made since the last wrong one.
    under_way: bool,
    /// Whether the solution was shown.
    shown: bool,
}

impl Visit {
    /// The number of attempts: a wrong move ends an attempt, and right moves in a row count as one.
    pub fn attempts(self) -> u32 {
        self.wrong + u32::from(self.under_way)
    }
}

/// A puzzle being solved, with what was done in front of it.
pub struct PuzzleSession {
    info: &'static PuzzleInfo,
    board: Box<dyn PuzzleBoard>,
    visit: Visit,
    /// What has not been taken yet, to be kept.
    notes: Vec<Note>,
}

impl PuzzleSession {
    /// Sets up a puzzle.
    pub fn open(info: &'static PuzzleInfo) -> Result<Self, PuzzleError> {
        let engine = open(info.spec, EngineSettings::default())
            .map_err(|error| PuzzleError::Open { id: info.id, error: error.into() })?;
        let board = engine.open_puzzle(info)?;
        Ok(Self { info, board, visit: Visit::default(), notes: Vec::new() })
    }

    /// Plays moves of both sides that another session of this puzzle has judged, without judging them again.
    pub fn replay(&mut self, moves: &[String]) -> Result<(), MoveError> {
        self.board.replay(moves)
    }

    /// The same puzzle with what was done in front of another one.
    #[must_use]
    pub fn with_visit(self, visit: Visit) -> Self {
        Self { visit: Visit { under_way: false, ..visit }, ..self }
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
    pub fn visit(&self) -> Visit {
        self.visit
    }

    /// The number of attempts: a wrong move ends an attempt, and right moves in a row count as one.
    pub fn attempts(&self) -> u32 {
        self.visit.attempts()
    }

    /// What has happened since this was asked last, for [`Progress::note`].
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
