//! The engine of the analysis board: searches the displayed position on a thread, until the position changes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use cairn_engine::{Analysis, Engine, EngineSettings, Limits, Settings, StopFlag};
use cairn_session::Session;

use crate::context::Context;
use crate::event::AppEvent;

/// The maximum number of displayed lines of play.
pub(super) const MAX_LINES: usize = 5;
/// Node limit for each line of a position.
const LINE_NODES: u64 = 300_000;
/// Size of the transposition table.
const HASH_MIB: usize = 16;

/// The engine for the game analysed last.
type EngineSlot = Option<Box<dyn Engine>>;

/// A report of the thread.
pub(crate) struct EngineUpdate {
    ticket: u64,
    analysis: Option<Analysis>,
    /// The engine, once it has finished.
    engine: Option<EngineSlot>,
}

/// The engine, idle or searching.
pub(super) struct AnalysisEngine {
    pub(super) is_on: bool,
    lines: usize,
    /// The engine for the game analysed last, unless it is searching.
    idle: Option<EngineSlot>,
    ticket: u64,
    stop: StopFlag,
    /// The position of the displayed analysis, and the number of lines.
    wanted: Option<(String, usize)>,
    pub(super) analysis: Option<Analysis>,
    /// Whether the position has been searched to the limit.
    pub(super) is_done: bool,
}

impl Default for AnalysisEngine {
    fn default() -> Self {
        Self {
            is_on: true,
            lines: 3,
            idle: Some(None),
            ticket: 0,
            stop: StopFlag::default(),
            wanted: None,
            analysis: None,
            is_done: false,
        }
    }
}

impl Drop for AnalysisEngine {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

impl AnalysisEngine {
    pub(super) const fn is_busy(&self) -> bool {
        self.idle.is_none()
    }

    /// Returns the number of lines to show.
    pub(super) const fn lines(&self) -> usize {
        self.lines
    }

    /// Shows more or fewer lines.
    pub(super) fn change_lines(&mut self, by: isize) {
        self.lines = self.lines.saturating_add_signed(by).clamp(1, MAX_LINES);
    }

    /// Searches a position, unless its analysis is complete or the engine is off. Stops a search of another position.
    pub(super) fn look_at(&mut self, session: &dyn Session, ctx: &mut Context) {
        let wanted = (session.position(), self.lines);
        let is_wanted = self.is_on && session.outcome().is_none();
        if !is_wanted || self.wanted.as_ref() != Some(&wanted) {
            self.stop.stop();
            // Ignore later reports about the previous position.
            self.ticket = ctx.next_ticket();
            (self.analysis, self.is_done) = (None, false);
            self.wanted = is_wanted.then_some(wanted);
        }
        if !is_wanted || self.is_done {
            return;
        }
        let Some(engine) = self.idle.take() else { return };
        self.stop = StopFlag::default();
        let (stop, session, ticket) = (self.stop.clone(), session.fork(), self.ticket);
        let (lines, events) = (self.lines, ctx.events.clone());
        thread::spawn(move || {
            let send = |analysis, engine| {
                // The receiver no longer exists after the app has ended.
                let _ = events.send(AppEvent::Analyzed(EngineUpdate { ticket, analysis, engine }));
            };
            let work = || run(engine, &*session, lines, &stop, &mut |analysis| send(Some(analysis), None));
            let (analysis, engine) = catch_unwind(AssertUnwindSafe(work)).unwrap_or_default();
            send(analysis, Some(engine));
        });
    }

    /// Handles a report of the thread.
    pub(super) fn on_update(&mut self, update: EngineUpdate) {
        let is_current = update.ticket == self.ticket;
        if is_current && update.analysis.is_some() {
            self.analysis = update.analysis;
        }
        if let Some(engine) = update.engine {
            self.idle = Some(engine);
            self.is_done = is_current;
        }
    }
}

/// Analyses a position: values from the opening book and proofs replace estimates.
fn run(
    mut slot: EngineSlot,
    session: &dyn Session,
    lines: usize,
    stop: &StopFlag,
    on_report: &mut dyn FnMut(Analysis),
) -> (Option<Analysis>, EngineSlot) {
    let settings =
        || EngineSettings::advice(Settings { hash_mib: HASH_MIB, multi_pv: lines, ..Settings::default() });
    let Ok(engine) = cairn_engine::open_for(&mut slot, session, settings) else { return (None, slot) };
    let changed = Settings { multi_pv: lines, ..engine.search_settings().clone() };
    if engine.search_settings().multi_pv != lines && engine.set_search_settings(changed).is_err() {
        return (None, slot);
    }
    let limits = Limits { stop: Some(stop.clone()), ..Limits::nodes(LINE_NODES * lines as u64) };
    let analysis = engine.analyze(session, &limits, &mut |analysis| on_report(analysis.clone()));
    (analysis.ok(), slot)
}
