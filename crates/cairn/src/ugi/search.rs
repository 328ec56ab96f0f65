//! A search on its own thread, and what it says.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use cairn_engine::{Analysis, Engine, Limits, OtherGame, Score, Settings, Variation};
use cairn_rules::{EVALUATION_LIMIT, Wdl};
use cairn_session::Session;

use super::{NO_MOVE, say};

/// What is to be searched, and how.
pub(super) struct Job {
    pub(super) session: Box<dyn Session>,
    pub(super) settings: Settings,
    pub(super) limits: Limits,
    /// Whether the best move is held back until the search is stopped, even if all is known before.
    pub(super) infinite: bool,
    /// Whether the opening book is looked up first.
    pub(super) use_book: bool,
}

/// A search that runs, or has run and not been fetched yet.
pub(super) struct Search {
    stop: Arc<AtomicBool>,
    infinite: bool,
    thread: JoinHandle<Box<dyn Engine>>,
}

impl Search {
    /// Begins.
    pub(super) fn start(job: Job, mut engine: Box<dyn Engine>) -> io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let infinite = job.infinite;
        let thread = thread::Builder::new().name("search".to_owned()).spawn(move || {
            // The engine was opened for this game, so it answers.
            let last = search(&mut *engine, job, &stopped).unwrap_or_default();
            while infinite && !stopped.load(Ordering::Relaxed) {
                thread::park();
            }
            // If nobody listens any more, the thread that reads finds that out too.
            let _ = tell(&last).and_then(|()| say(&format!("bestmove {}", last.best().unwrap_or(NO_MOVE))));
            engine
        })?;
        Ok(Self { stop, infinite, thread })
    }

    /// Ends the search and gives the engine back.
    pub(super) fn stop(self) -> Option<Box<dyn Engine>> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.thread().unpark();
        self.thread.join().ok()
    }

    /// Waits for the end, unless there is none.
    pub(super) fn wait(self) -> Option<Box<dyn Engine>> {
        if self.infinite { self.stop() } else { self.thread.join().ok() }
    }
}

fn search(engine: &mut dyn Engine, job: Job, stop: &Arc<AtomicBool>) -> Result<Analysis, OtherGame> {
    let known = if job.use_book { look_up(engine, &*job.session)? } else { None };
    if let Some(known) = known {
        return Ok(known);
    }
    engine.set_search_settings(job.settings);
    let limits = Limits { stop: Some(Arc::clone(stop)), ..job.limits };
    engine.analyze(&*job.session, &limits, &mut |analysis| {
        if tell(analysis).is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    })
}

/// What the opening book knows, if it knows a move that wins or draws.
fn look_up(engine: &mut dyn Engine, session: &dyn Session) -> Result<Option<Analysis>, OtherGame> {
    let Some(solution) = engine.look_up(session)? else { return Ok(None) };
    let score = match solution.bounds.value() {
        Some(Wdl::Win) => Score::Centipawns(EVALUATION_LIMIT - 1),
        Some(Wdl::Draw) => Score::ProvenDraw,
        Some(Wdl::Loss) | None => return Ok(None),
    };
    let lines = vec![Variation { score, moves: solution.best.into_iter().collect() }];
    Ok(Some(Analysis { depth: 1, seldepth: 1, lines, ..Analysis::default() }))
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

/// Centipawns, or plies to the end of a decided game.
fn written(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        // The most plies that a proven win can take, if nothing better is known.
        Score::WinIn(plies) | Score::WinWithin(plies) => format!("mate {plies}"),
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
            (Score::Centipawns(-35), "cp -35"),
            (Score::WinIn(5), "mate 5"),
            (Score::LossIn(2), "mate -2"),
            (Score::ProvenDraw, "cp 0"),
        ] {
            assert_eq!(written(score), text);
        }
    }
}
