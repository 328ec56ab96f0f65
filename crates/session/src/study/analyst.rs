//! Who searches: settings, and the memory of one game at a time.

use std::any::Any;
use std::fmt;

use cairn_rules::Solvable;
use cairn_search::{Engine, Limits, Report, Settings};

use super::Analysis;
use crate::Session;

/// Searches positions of any game. What it remembers of one game is lost when it is shown another.
pub struct Analyst {
    settings: Settings,
    memory: Option<Memory>,
}

/// An engine, and the game with its options that it knows.
struct Memory {
    spec: String,
    engine: Box<dyn Any + Send>,
}

impl Analyst {
    /// An analyst with these settings, who has seen nothing yet.
    pub const fn new(settings: Settings) -> Self {
        Self { settings, memory: None }
    }

    /// How it searches.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how it searches from the next search on.
    pub fn configure(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Forgets what it has seen, as before a new game.
    pub fn forget(&mut self) {
        self.memory = None;
    }

    /// Searches the position of a session.
    pub fn analyze(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        hear: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        session.study().search(self, limits, hear)
    }

    /// Chooses among some of the legal moves of a session, at least one.
    pub fn choose(&mut self, session: &dyn Session, among: &[String], limits: &Limits) -> Analysis {
        session.study().choose(self, among, limits)
    }

    /// Works with the engine of a game, which is kept for the next time.
    pub(crate) fn with_engine<P: Solvable>(
        &mut self,
        spec: &str,
        work: impl FnOnce(&mut Engine<P>) -> Report<P>,
    ) -> Analysis {
        let known = self.memory.take().filter(|memory| memory.spec == spec);
        let engine = known.and_then(|memory| memory.engine.downcast::<Engine<P>>().ok());
        let mut engine = match engine {
            Some(mut engine) => {
                engine.configure(self.settings.clone());
                engine
            }
            None => Box::new(Engine::new(self.settings.clone())),
        };
        let report = work(&mut engine);
        self.memory = Some(Memory { spec: spec.to_owned(), engine });
        (&report).into()
    }
}

impl fmt::Debug for Analyst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remembers = self.memory.as_ref().map(|memory| &memory.spec);
        f.debug_struct("Analyst").field("settings", &self.settings).field("remembers", &remembers).finish()
    }
}
