//! A search on a separate thread, and its output.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use cairn_engine::StopFlag;
use cairn_engine::{Analysis, Engine, EngineError, Limits, OtherGame, Score, Variation};
use cairn_rules::{EVALUATION_LIMIT, Wdl};
use cairn_session::Session;

use super::{NO_MOVE, send};

/// A position to search, and how.
pub(super) struct SearchJob {
    pub(super) session: Box<dyn Session>,
    pub(super) limits: Limits,
    /// Whether `bestmove` waits for `stop`, even if the search ends earlier.
    pub(super) infinite: bool,
    /// Whether to probe the opening book first.
    pub(super) use_book: bool,
}

/// A search that is running, or has ended but was not joined yet.
pub(super) struct Search {
    stop: StopFlag,
    /// Set before `bestmove` is sent, so that the engine is free once a client has read it.
    over: Arc<AtomicBool>,
    infinite: bool,
    /// Returns the engine, and whether the answer could be sent.
    thread: JoinHandle<(Box<dyn Engine>, io::Result<()>)>,
}

impl Search {
    /// Starts the search.
    pub(super) fn start(job: SearchJob, mut engine: Box<dyn Engine>) -> io::Result<Self> {
        let stop = StopFlag::default();
        let stopped = stop.clone();
        let over = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&over);
        let infinite = job.infinite;
        let thread = thread::Builder::new().name("search".to_owned()).spawn(move || {
            // The engine was opened for this game and has its table, so there is no error.
            let last = search(&mut *engine, &job, &stopped).unwrap_or_default();
            while infinite && !stopped.is_stopped() {
                thread::park();
            }
            let best = last.best().unwrap_or(NO_MOVE);
            let informed = send_info(&last);
            ended.store(true, Ordering::Relaxed);
            let sent = informed.and_then(|()| send(&format!("bestmove {best}")));
            (engine, sent)
        });
        let failed =
            |error: io::Error| io::Error::new(error.kind(), format!("no thread can be started: {error}"));
        let thread = thread.map_err(failed)?;
        Ok(Self { stop, over, infinite, thread })
    }

    /// Returns whether its best move is found and sent, or about to be sent.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Stops the search and returns the engine. If output is closed, the reading thread detects that too.
    pub(super) fn stop(self) -> Option<Box<dyn Engine>> {
        self.end();
        self.thread.join().ok().map(|(engine, _)| engine)
    }

    /// Waits for the search to end; stops an infinite one.
    pub(super) fn wait(self) -> io::Result<()> {
        if self.infinite {
            self.end();
        }
        self.thread.join().map_or(Ok(()), |(_, sent)| sent)
    }

    fn end(&self) {
        self.stop.stop();
        self.thread.thread().unpark();
    }
}

fn search(engine: &mut dyn Engine, job: &SearchJob, stop: &StopFlag) -> Result<Analysis, EngineError> {
    let known = if job.use_book { probe_book(engine, &*job.session)? } else { None };
    if let Some(known) = known {
        return Ok(known);
    }
    let limits = Limits { stop: Some(stop.clone()), ..job.limits.clone() };
    engine.analyze(&*job.session, &limits, &mut |analysis| {
        if send_info(analysis).is_err() {
            stop.stop();
        }
    })
}

/// Probes the opening book for a move that wins or draws.
fn probe_book(engine: &mut dyn Engine, session: &dyn Session) -> Result<Option<Analysis>, OtherGame> {
    let Some(solution) = engine.look_up(session)? else { return Ok(None) };
    let score = match solution.bounds.value() {
        Some(Wdl::Win) => Score::Centipawns(EVALUATION_LIMIT - 1),
        Some(Wdl::Draw) => Score::ProvenDraw,
        Some(Wdl::Loss) | None => return Ok(None),
    };
    let mut analysis = Analysis::default();
    (analysis.depth, analysis.seldepth) = (1, 1);
    analysis.lines = vec![Variation { score, moves: solution.best.into_iter().collect() }];
    Ok(Some(analysis))
}

/// Sends one `info` line per principal variation.
fn send_info(analysis: &Analysis) -> io::Result<()> {
    let Analysis { depth, seldepth, nodes, hashfull, .. } = analysis;
    let (millis, rate) = (analysis.time.as_millis(), analysis.nodes_per_second());
    for (number, line) in (1..).zip(&analysis.lines) {
        let (score, moves) = (format_score(line.score), line.moves.join(" "));
        send(&format!(
            "info depth {depth} seldepth {seldepth} time {millis} nodes {nodes} nps {rate} \
             hashfull {hashfull} multipv {number} score {score} pv {moves}"
        ))?;
    }
    Ok(())
}

/// Formats centipawns, or the distance to the end in plies.
fn format_score(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        // For `WinWithin` and `LossWithin` the distance is an upper bound.
        Score::WinIn(plies) | Score::WinWithin(plies) => format!("mate {plies}"),
        Score::LossIn(plies) | Score::LossWithin(plies) => format!("mate -{plies}"),
        Score::ProvenDraw => "cp 0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_formatted_for_the_protocol() {
        for (score, text) in [
            (Score::Centipawns(-35), "cp -35"),
            (Score::WinIn(5), "mate 5"),
            (Score::LossIn(2), "mate -2"),
            (Score::ProvenDraw, "cp 0"),
        ] {
            assert_eq!(format_score(score), text);
        }
    }
}
