//! The judge of a puzzle, who may take long and so thinks on a thread of its own.

use std::sync::mpsc::Sender;
use std::thread;

use cairn_rules::MoveError;
use cairn_session::puzzle::{PuzzleSession, Verdict};

use crate::event::Event;
use crate::work::guarded;

/// What the judge is asked.
pub(super) enum Asked {
    /// What a move does to the goal.
    Attempt(String),
    /// Which moves keep it.
    Solution,
}

/// What the judge says.
pub(super) enum Answer {
    Attempt(String, Result<Verdict, MoveError>),
    Solution(Vec<String>),
}

/// The judge's answer, and the puzzle back; neither if the judge has failed.
pub(crate) struct Judged {
    pub(super) ticket: u64,
    pub(super) answer: Option<(PuzzleSession, Answer)>,
}

/// Takes a puzzle to the judge; the answer comes as an event.
pub(super) fn ask(mut puzzle: PuzzleSession, asked: Asked, ticket: u64, outbox: Sender<Event>) {
    thread::spawn(move || {
        let answer = guarded(|| {
            let answer = match asked {
                Asked::Attempt(mv) => {
                    let verdict = puzzle.attempt(&mv);
                    Answer::Attempt(mv, verdict)
                }
                Asked::Solution => Answer::Solution(puzzle.solution()),
            };
            (puzzle, answer)
        });
        // Nobody listens when the app has ended.
        let _ = outbox.send(Event::Judged(Judged { ticket, answer: answer.ok() }));
    });
}
