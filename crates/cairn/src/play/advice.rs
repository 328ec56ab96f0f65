//! What a person may ask about a position: the best move, and who stands better.

use std::io::{self, Write};

use cairn_session::Session;
use cairn_session::study::{Analyst, Limits, Score, Settings};

use crate::failure::Failure;
use crate::worth;

/// Positions that are looked at: enough to be worth listening to, and over in a moment.
const NODES: u64 = 200_000;
/// Memory for what was seen.
const MEGABYTES: usize = 16;
/// How much of a line is told.
const MOVES: usize = 8;

/// Somebody to ask.
pub(super) struct Adviser(Analyst);

impl Adviser {
    pub(super) fn new() -> Self {
        Self(Analyst::new(Settings { megabytes: MEGABYTES, ..Settings::default() }))
    }

    /// The best move with its chance and its line.
    pub(super) fn hint(&mut self, session: &dyn Session) -> Result<(), Failure> {
        let analysis = self.0.analyze(session, &Limits::nodes(NODES), &mut |_| ());
        let Some(best) = analysis.lines.first() else { return over(session) };
        let (name, chance) = (name(session), worth::say(best.score));
        let moves = &best.moves[..best.moves.len().min(MOVES)];
        let (mv, line) = (&moves[0], moves.join(" "));
        Ok(writeln!(io::stdout().lock(), "hint: {mv} ({name} {chance}): {line}")?)
    }

    /// Who stands better, and how sure that is.
    pub(super) fn eval(&mut self, session: &dyn Session) -> Result<(), Failure> {
        let analysis = self.0.analyze(session, &Limits::nodes(NODES), &mut |_| ());
        let Some(score) = analysis.score() else { return over(session) };
        let (name, depth) = (name(session), analysis.depth);
        let text = match score {
            Score::Value(_) => {
                format!("{name} to move has a chance of {} % (depth {depth})", worth::percent(score))
            }
            Score::WinIn(plies) => format!("{name} to move wins in {plies} at most"),
            Score::LossIn(plies) => format!("{name} to move loses in {plies} at least"),
            Score::ProvenDraw => "a draw".to_owned(),
        };
        Ok(writeln!(io::stdout().lock(), "eval: {text}")?)
    }
}

fn name(session: &dyn Session) -> &'static str {
    session.info().seats[session.to_move().index()].name
}

fn over(session: &dyn Session) -> Result<(), Failure> {
    if let Some(outcome) = session.outcome() {
        writeln!(io::stdout().lock(), "result: {outcome}")?;
    }
    Ok(())
}
