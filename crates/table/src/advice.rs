//! Hints and evaluation: analyses the displayed position, one job at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cairn_engine::StopFlag;
use cairn_engine::{Analysis, Engine, EngineSettings, Limits, Settings};
use cairn_session::Session;

use crate::GameId;
use crate::event::{Notice, Refusal, TableEffect};
use crate::table::{Effects, Table};

/// Node limit of an analysis: enough for useful advice within a second.
const MAX_NODES: u64 = 200_000;
/// Size of the transposition table.
const HASH_MIB: usize = 16;

/// The engine for the game analysed last.
type EngineSlot = Option<Box<dyn Engine>>;

/// An analysis to run on any thread.
#[derive(Debug)]
pub struct AnalysisJob {
    game: GameId,
    ticket: u64,
    engine: EngineSlot,
    session: Box<dyn Session>,
    stop: StopFlag,
}

/// The results of an analysis so far.
#[derive(Debug)]
pub struct AnalysisUpdate {
    game: GameId,
    ticket: u64,
    /// The analysis so far; `None` if it has failed.
    analysis: Option<Analysis>,
    /// The engine, once the analysis has ended.
    engine: Option<EngineSlot>,
}

impl AnalysisJob {
    /// Uses this stop flag instead of the table's own.
    #[must_use]
    pub fn with_stop(self, stop: StopFlag) -> Self {
        Self { stop, ..self }
    }

    /// Runs the analysis and reports progress to `on_update`; returns the final update.
    pub fn run(self, on_update: &mut dyn FnMut(AnalysisUpdate)) -> AnalysisUpdate {
        let Self { game, ticket, engine: mut slot, session, stop } = self;
        let limits = Limits { stop: Some(stop), ..Limits::nodes(MAX_NODES) };
        let found = catch_unwind(AssertUnwindSafe(|| {
            let engine = cairn_engine::open_for(&mut slot, &*session, settings).ok();
            let analysis = engine.and_then(|engine| {
                let mut on_report = |analysis: &Analysis| {
                    on_update(AnalysisUpdate {
                        game,
                        ticket,
                        analysis: Some(analysis.clone()),
                        engine: None,
                    });
                };
                engine.analyze(&*session, &limits, &mut on_report).ok()
            });
            (analysis, slot)
        }));
        let (analysis, slot) = found.unwrap_or((None, None));
        AnalysisUpdate { game, ticket, analysis, engine: Some(slot) }
    }
}

fn settings() -> EngineSettings {
    EngineSettings::advice(Settings { hash_mib: HASH_MIB, ..Settings::default() })
}

/// The analysis of the displayed position.
#[derive(Debug)]
pub(crate) struct Adviser {
    /// The engine, except while an analysis has it.
    engine: Option<EngineSlot>,
    ticket: u64,
    stop: StopFlag,
    /// The position to analyse.
    wanted: Option<String>,
    /// The analysis of that position so far.
    known: Option<Analysis>,
    is_done: bool,
    pub(crate) wants_hint: bool,
    pub(crate) evaluating: bool,
}

impl Default for Adviser {
    fn default() -> Self {
        Self {
            engine: Some(None),
            ticket: 0,
            stop: StopFlag::default(),
            wanted: None,
            known: None,
            is_done: false,
            wants_hint: false,
            evaluating: false,
        }
    }
}

impl Adviser {
    fn ask(&mut self, game: GameId, session: &dyn Session) -> Option<AnalysisJob> {
        let position = session.position();
        if self.wanted.as_ref() != Some(&position) {
            self.dismiss();
            self.wanted = Some(position);
        }
        if self.is_done || session.outcome().is_some() {
            return None;
        }
        let engine = self.engine.take()?;
        self.ticket += 1;
        self.stop = StopFlag::default();
        Some(AnalysisJob {
            game,
            ticket: self.ticket,
            engine,
            session: session.fork(),
            stop: self.stop.clone(),
        })
    }

    fn on_update(&mut self, update: AnalysisUpdate) {
        let is_current = update.ticket == self.ticket && self.wanted.is_some();
        if is_current && update.analysis.is_some() {
            self.known = update.analysis;
        }
        if let Some(engine) = update.engine {
            self.engine = Some(engine);
            self.is_done = is_current;
        }
    }

    /// Stops the running analysis and discards its results.
    fn dismiss(&mut self) {
        self.stop();
        // Pending updates are now out of date.
        self.ticket += 1;
        (self.wanted, self.known, self.is_done) = (None, None, false);
    }

    /// Stops the running analysis and keeps its results.
    pub(crate) fn stop(&self) {
        self.stop.stop();
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Table {
    /// Returns whether an analysis is running.
    pub const fn is_analyzing(&self) -> bool {
        self.adviser.engine.is_none()
    }

    /// Returns whether continuous evaluation is on.
    pub const fn is_evaluating(&self) -> bool {
        self.adviser.evaluating
    }

    /// Returns the analysis of the displayed position, if continuous evaluation is on.
    pub fn evaluation(&self) -> Option<&Analysis> {
        let wanted = self.adviser.evaluating && self.shown().outcome().is_none();
        self.adviser.known.as_ref().filter(|_| wanted)
    }

    pub(crate) fn ask_hint(&mut self) -> Result<(), Refusal> {
        if self.shown().outcome().is_some() {
            return Err(Refusal::Over);
        }
        self.adviser.wants_hint = true;
        Ok(())
    }

    /// Handles an update of an analysis; ignores updates about other games.
    pub(crate) fn on_analysis(&mut self, update: AnalysisUpdate) {
        if update.game == self.game {
            self.adviser.on_update(update);
        }
    }

    /// Starts an analysis of the displayed position if a hint or the evaluation needs it.
    pub(crate) fn seek_advice(&mut self, effects: &mut Effects) {
        if !self.adviser.evaluating && !self.adviser.wants_hint {
            return self.adviser.dismiss();
        }
        let shown = self.earlier.as_deref().unwrap_or(&*self.session);
        let job = self.adviser.ask(self.game, shown);
        effects.extend(job.map(TableEffect::Analyze));
        if self.adviser.wants_hint && self.adviser.is_done {
            self.adviser.wants_hint = false;
            let best = self.adviser.known.as_ref().and_then(|analysis| analysis.lines.first());
            effects.extend(best.cloned().map(|line| TableEffect::Notify(Notice::Hint(line))));
        }
    }
}
