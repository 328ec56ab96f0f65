//! A search on its own thread, and what it says.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use cairn_rules::EVALUATION_LIMIT;
use cairn_session::study::{Analysis, Analyst, Limits, Score, Study, Variation};
use cairn_session::truth::{Prover, Question, SolverSettings, Wdl};

use super::{NO_MOVE, say};

/// A search that runs, or has run and not been fetched yet.
pub(super) struct Search {
    stop: Arc<AtomicBool>,
    infinite: bool,
    thread: JoinHandle<Analyst>,
}

impl Search {
    /// Begins. An infinite search says its best move when it is stopped, even if it knows all before.
    /// With a book, what that knows need not be searched.
    pub(super) fn start(
        study: Box<dyn Study>,
        mut analyst: Analyst,
        limits: &Limits,
        infinite: bool,
        book: bool,
    ) -> io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let limits = Limits { stop: Some(Arc::clone(&stop)), ..limits.clone() };
        let thread = thread::Builder::new().name("search".to_owned()).spawn(move || {
            let known = if book { look_up(&*study) } else { None };
            let last = known.unwrap_or_else(|| {
                study.search(&mut analyst, &limits, &mut |analysis| {
                    if tell(analysis).is_err() {
                        stopped.store(true, Ordering::Relaxed);
                    }
                })
            });
            while infinite && !stopped.load(Ordering::Relaxed) {
                thread::park();
            }
            // If nobody listens any more, the thread that reads finds that out too.
            let _ = tell(&last).and_then(|()| say(&format!("bestmove {}", last.best().unwrap_or(NO_MOVE))));
            analyst
        })?;
        Ok(Self { stop, infinite, thread })
    }

    /// Ends the search, and gives back whoever searched.
    pub(super) fn stop(self) -> Option<Analyst> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.thread().unpark();
        self.thread.join().ok()
    }

    /// Waits for the end, unless there is none.
    pub(super) fn wait(self) -> Option<Analyst> {
        if self.infinite { self.stop() } else { self.thread.join().ok() }
    }
}

/// What the book of openings knows, if it knows a move that wins or draws.
fn look_up(study: &dyn Study) -> Option<Analysis> {
    let mut prover = Prover::new(SolverSettings { threads: 1, megabytes: 1 }).with_openings();
    let proof = study.prove(&mut prover, Question::Value, &Limits::nodes(1), &mut |_| ())?;
    let score = match proof.bounds.value().filter(|_| proof.from_book)? {
        Wdl::Win => Score::Value(EVALUATION_LIMIT - 1),
        Wdl::Draw => Score::ProvenDraw,
        Wdl::Loss => return None,
    };
    let lines = vec![Variation { score, moves: vec![proof.best?] }];
    Some(Analysis { depth: 1, seldepth: 1, lines, ..Analysis::default() })
}

/// Says what is known, one line for each of the best.
fn tell(analysis: &Analysis) -> io::Result<()> {
    let Analysis { depth, seldepth, nodes, hashfull, .. } = analysis;
    let (millis, rate) = (analysis.time.as_millis(), analysis.nodes_per_second());
    for (number, line) in (1..).zip(&analysis.lines) {
        let (score, moves) = (written(line.score), line.moves.join(" "));
        say(&format!(
            "info depth {depth} seldepth {seldepth} time {millis} nodes {nodes} nps {rate} \
             hashfull {hashfull} multipv {number} score {score} pv {moves}"
        ))?;
    }
    Ok(())
}

/// Hundredths, or plies to the end of a decided game.
fn written(score: Score) -> String {
    match score {
        Score::Value(value) => format!("cp {value}"),
        Score::WinIn(plies) => format!("mate {plies}"),
        Score::LossIn(plies) => format!("mate -{plies}"),
        Score::ProvenDraw => "cp 0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_as_the_protocol_has_them() {
        for (score, text) in [
            (Score::Value(-35), "cp -35"),
            (Score::WinIn(5), "mate 5"),
            (Score::LossIn(2), "mate -2"),
            (Score::ProvenDraw, "cp 0"),
        ] {
            assert_eq!(written(score), text);
        }
    }
}
