//! Judges attempts at a puzzle on a separate thread, because it may take long.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::thread;

use cairn_coach::puzzle::{PuzzleSession, Verdict};
use cairn_rules::MoveError;

use crate::event::AppEvent;

/// A request to the judge.
pub(super) enum Request {
    /// Judge a move.
    Attempt(String),
    /// List the right moves.
    Solution,
}

/// The answer to a request.
pub(super) enum Answer {
    Attempt(String, Result<Verdict, MoveError>),
    Solution(Vec<String>),
}

/// The answer, and the puzzle; neither if the judge has panicked.
pub(crate) struct Judgement {
    pub(super) ticket: u64,
    pub(super) answer: Option<(PuzzleSession, Answer)>,
}

/// Sends a puzzle to the judge; the answer arrives as an event.
pub(super) fn ask(mut puzzle: PuzzleSession, request: Request, ticket: u64, events: Sender<AppEvent>) {
    thread::spawn(move || {
        let answer = catch_unwind(AssertUnwindSafe(|| {
            let answer = match request {
                Request::Attempt(mv) => {
                    let verdict = puzzle.attempt(&mv);
                    Answer::Attempt(mv, verdict)
                }
                Request::Solution => Answer::Solution(puzzle.solution()),
            };
            (puzzle, answer)
        }));
        // The receiver no longer exists after the app has ended.
        let _ = events.send(AppEvent::Judged(Judgement { ticket, answer: answer.ok() }));
    });
}
