//! `POST /api/v1/analyze`: a search that the caller runs in slices, as long as it likes.

use std::time::Duration;

use cairn_engine::{Analysis, Engine, EngineSettings, Limits, Settings, open_for};
use cairn_protocol::{AnalysisReport, AnalyzeRequest, Problem};
use cairn_session::Session;
use cairn_texts::Texts;

use super::open_with_moves;

/// The most lines of a search.
const MAX_LINES: u8 = 5;
/// The time of a search if the request gives none, in seconds.
const DEFAULT_SECONDS: f64 = 5.0;

/// A search on request.
pub struct AnalysisJob {
    session: Box<dyn Session>,
    engine: Option<Box<dyn Engine>>,
    lines: usize,
    time: Duration,
    /// The depth of the last report.
    depth: u32,
    best: Analysis,
}

impl AnalysisJob {
    /// Checks a request, whose search may take `max_time`.
    pub fn new(request: &AnalyzeRequest, max_time: Duration, texts: Texts) -> Result<Self, Problem> {
        let moves = request.moves.as_deref().unwrap_or_default();
        let session = open_with_moves(&request.game, request.position.as_deref(), moves, texts)?;
        let lines = request.lines.unwrap_or(1);
        if !(1..=MAX_LINES).contains(&lines) {
            return Err(Problem::unprocessable(texts.text("web.problem.lines")));
        }
        let max_seconds = max_time.as_secs_f64();
        let seconds = request.seconds.unwrap_or_else(|| DEFAULT_SECONDS.min(max_seconds));
        if !(seconds > 0.0 && seconds <= max_seconds) {
            return Err(Problem::unprocessable(texts.format("web.problem.seconds", &[("n", &max_seconds)])));
        }
        Ok(Self {
            session,
            engine: None,
            lines: lines.into(),
            time: Duration::from_secs_f64(seconds),
            depth: 0,
            best: Analysis::default(),
        })
    }

    /// How long the client wants to search.
    pub const fn time(&self) -> Duration {
        self.time
    }

    /// Whether searching on would change nothing.
    pub fn is_done(&self) -> bool {
        self.session.outcome().is_some() || self.best.is_conclusive
    }

    /// Whether the search has allocated its tables.
    pub const fn has_tables(&self) -> bool {
        self.engine.is_some()
    }

    /// Searches within limits and reports every depth that is new. The first search allocates tables of `hash_mib`.
    pub fn search(
        &mut self,
        limits: &Limits,
        hash_mib: usize,
        on_report: &mut dyn FnMut(&AnalysisReport),
    ) -> Result<(), String> {
        let (session, lines) = (&*self.session, self.lines);
        let settings = || {
            EngineSettings::search(Settings { threads: 1, multi_pv: lines, hash_mib, ..Settings::default() })
        };
        let engine = open_for(&mut self.engine, session, settings).map_err(|error| error.to_string())?;
        let depth = &mut self.depth;
        let found = engine.analyze(session, limits, &mut |analysis| {
            if analysis.depth > *depth {
                *depth = analysis.depth;
                on_report(&AnalysisReport::new(session, analysis, false));
            }
        });
        let found = found.map_err(|error| error.to_string())?;
        if found.is_conclusive || found.depth >= self.best.depth {
            let (nodes, time) = (self.best.nodes + found.nodes, self.best.time + found.time);
            self.best = Analysis { nodes, time, ..found };
        }
        Ok(())
    }

    /// The last report.
    pub fn final_report(&self) -> AnalysisReport {
        AnalysisReport::new(&*self.session, &self.best, true)
    }
}
