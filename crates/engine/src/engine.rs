//! The engine facade: analysis, solving, certificates and puzzles, without a game's types.

use std::any::Any;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError, RwLock};

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameInfo, GameSpec, GameSpecError, Message, PuzzleInfo, RandomSource};
use cairn_search::solver::{SolverReport, SolverSettings};
use cairn_search::{Limits, OutOfMemory, ReportFlow, Settings, StopFlag};
use cairn_session::{IdTakenError, Session};
use thiserror::Error;

use crate::analysis::Analysis;
use crate::book::{Book, BookCheck, BookCheckError};
use crate::bots::BasicBot;
use crate::certificate::{Certificate, CertificateError, CertificateProgress, Leaves, Verification};
use crate::puzzle::{Draft, PuzzleBoard, PuzzleError};
use crate::sample::Sample;
use crate::solution::{Solution, SolutionLine, SolveGoal};
use crate::typed::TypedEngine;

/// Settings of an engine. Tables are allocated when they are first needed.
#[derive(Clone, Debug, Default)]
pub struct EngineSettings {
    /// Settings of the search.
    pub search: Settings,
    /// Settings of the solver.
    pub solver: SolverSettings,
    /// Whether to use the built-in opening books.
    pub openings: bool,
    /// Another book to use.
    pub book: Option<Arc<Book>>,
}

impl EngineSettings {
    /// Creates settings with these search settings.
    pub fn search(search: Settings) -> Self {
        Self { search, ..Self::default() }
    }

    /// Creates settings for advice to people: values from the opening books and from the solver replace estimates.
    pub fn advice(mut search: Settings) -> Self {
        search.always_solve = true;
        Self::search(search).with_openings()
    }

    /// Creates settings with these solver settings, without a book.
    pub fn solver(solver: SolverSettings) -> Self {
        Self { solver, ..Self::default() }
    }

    /// Adds the built-in opening books.
    #[must_use]
    pub fn with_openings(self) -> Self {
        Self { openings: true, ..self }
    }

    /// Adds a book.
    #[must_use]
    pub fn with_book(self, book: Book) -> Self {
        Self { book: Some(Arc::new(book)), ..self }
    }
}

/// A session whose game or options differ from those of the engine.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub struct OtherGame {
    /// The game of the engine, with its options.
    pub engine: String,
    /// The game of the session, with its options.
    pub session: String,
}

impl OtherGame {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        Message::new("an engine for {engine} was asked about {session}")
            .with("engine", &self.engine)
            .with("session", &self.session)
    }
}

/// The reason why an engine returned no result.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum EngineError {
    /// The session is of another game.
    OtherGame(#[from] OtherGame),
    /// Its tables do not fit into memory.
    OutOfMemory(#[from] OutOfMemory),
}

impl EngineError {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        match self {
            Self::OtherGame(error) => error.message(),
            Self::OutOfMemory(error) => error.message(),
        }
    }
}

/// Receives progress of type `P` from long work, and can stop it.
pub struct Monitor<'a, P> {
    /// Stops the work when set.
    pub stop: &'a StopFlag,
    /// Called frequently with the progress so far.
    pub on_progress: &'a mut dyn FnMut(P),
}

/// A request to stop the work.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct StopRequested;

impl<P> Monitor<'_, P> {
    /// Reports progress; returns an error if the work should stop.
    pub(crate) fn report(&mut self, progress: P) -> Result<(), StopRequested> {
        (self.on_progress)(progress);
        if self.stop.is_stopped() { Err(StopRequested) } else { Ok(()) }
    }
}

/// An engine for one game with its options: analysis, exact values, certificates, puzzles.
///
/// [`open`] opens an engine for [sessions](Session) of its game. The engine keeps its tables until [`Engine::clear`],
/// so later searches of the same game are faster.
///
/// Engines are `Send + Sync`. A search takes `&mut self`, because it changes the tables: threads that search
/// at the same time need an engine each.
pub trait Engine: Any + Debug + Send + Sync {
    /// Returns the game with its options.
    fn spec(&self) -> String;

    /// Returns the metadata of the game.
    fn info(&self) -> &'static GameInfo;

    /// Returns whether a session is of this game with the same options.
    fn fits(&self, session: &dyn Session) -> bool;

    /// Returns the search settings.
    fn search_settings(&self) -> &Settings;

    /// Changes the settings of subsequent searches and allocates the tables. If they do not fit into memory, nothing
    /// changes.
    fn set_search_settings(&mut self, settings: Settings) -> Result<(), OutOfMemory>;

    /// Clears all tables for a new game. Keeps books and the memory of the tables.
    fn clear(&mut self);

    /// [`analyze`](#method.analyze), with a callback that always returns whether to go on.
    fn analyze_reporting(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        on_report: &mut dyn FnMut(&Analysis) -> ControlFlow<()>,
    ) -> Result<Analysis, EngineError>;

    /// Returns the best of the given legal moves, at least one, by alpha-beta.
    fn choose_among(
        &mut self,
        session: &dyn Session,
        moves: &[String],
        limits: &Limits,
    ) -> Result<Analysis, EngineError>;

    /// [`solve`](#method.solve), with a callback that always returns whether to go on.
    fn solve_reporting(
        &mut self,
        session: &dyn Session,
        goal: SolveGoal,
        limits: &Limits,
        on_report: &mut dyn FnMut(&SolverReport) -> ControlFlow<()>,
    ) -> Result<Option<Solution>, EngineError>;

    /// Probes the books for a session's position; `None` if they have no move there.
    fn look_up(&mut self, session: &dyn Session) -> Result<Option<Solution>, OtherGame>;

    /// Returns a line of best play by both sides from a session's position: to the end of the game, to the first
    /// repetition, or as far as the limits allow.
    fn solution_line(&mut self, session: &dyn Session, limits: &Limits) -> Result<SolutionLine, EngineError>;

    /// Solves a session's position and makes a certificate. `limits` apply only to the solver.
    fn certify(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        monitor: &mut Monitor<'_, CertificateProgress>,
    ) -> Result<Certificate, CertificateError>;

    /// Checks a certificate of this game with one plain solver per thread.
    fn verify(
        &self,
        certificate: &Certificate,
        leaves: Leaves,
        threads: usize,
        monitor: &mut Monitor<'_, CertificateProgress>,
    ) -> Result<Verification, CertificateError>;

    /// Checks the values of this game in a book: all against each other, and a sample of them, or all, with a solver
    /// without a book. `limits` apply to each value; values that exceed them stay open.
    fn check_book(
        &self,
        book: &Book,
        sample: Option<Sample>,
        limits: &Limits,
        monitor: &mut Monitor<'_, BookCheck>,
    ) -> Result<BookCheck, BookCheckError>;

    /// Returns the number of legal moves; 0 if the game is over for any reason.
    fn count_moves(&self, session: &dyn Session) -> Result<u64, OtherGame>;

    /// Returns the move of one of the two basic bots; `None` if the game is over.
    fn basic_move(
        &self,
        session: &dyn Session,
        bot: BasicBot,
        rng: &mut dyn RandomSource,
    ) -> Result<Option<String>, OtherGame>;

    /// Sets up a puzzle of this game.
    fn open_puzzle(&self, info: &'static PuzzleInfo) -> Result<Box<dyn PuzzleBoard>, PuzzleError>;

    /// Returns the puzzle in a position, if there is one: exactly one move preserves its value. `turns` is the number
    /// of turns within which the position is known to be won, for puzzles about turns.
    fn find_puzzle(&self, position: &str, turns: Option<u8>) -> Result<Option<Draft>, OutOfMemory>;
}

impl dyn Engine + '_ {
    /// Searches the position of a session until a limit is reached, or until `on_report`, which is called with the
    /// progress, returns [`ControlFlow::Break`].
    ///
    /// However tight the limits, the result has a best line unless the game is over.
    pub fn analyze<F: ReportFlow>(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        on_report: &mut dyn FnMut(&Analysis) -> F,
    ) -> Result<Analysis, EngineError> {
        self.analyze_reporting(session, limits, &mut |analysis| on_report(analysis).control_flow())
    }

    /// The exact value of a session's position, or of all its moves, as far as the limits and `on_report` allow. `None`
    /// unless the game has two players.
    pub fn solve<F: ReportFlow>(
        &mut self,
        session: &dyn Session,
        goal: SolveGoal,
        limits: &Limits,
        on_report: &mut dyn FnMut(&SolverReport) -> F,
    ) -> Result<Option<Solution>, EngineError> {
        self.solve_reporting(session, goal, limits, &mut |report| on_report(report).control_flow())
    }
}

type Opener = fn(&str, EngineSettings) -> Result<Box<dyn Engine>, GameSpecError>;

/// The games of other crates.
static REGISTERED: RwLock<Vec<(&'static str, Opener)>> = RwLock::new(Vec::new());

/// Registers a game of another crate for [`open`] and everything that builds on it: bots, levels, matches. Also
/// registers it for [sessions](cairn_session::register). Registering a game again changes nothing.
pub fn register<G: Game>() -> Result<(), IdTakenError> {
    cairn_session::register::<G>()?;
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    if !registered.iter().any(|(id, _)| *id == G::INFO.id) {
        registered.push((G::INFO.id, |spec, settings| Ok(open_typed::<G>(spec.parse()?, settings))));
    }
    Ok(())
}

/// Opens an engine for a game that need not be registered.
pub fn open_typed<G: Game>(spec: GameSpec<G>, settings: EngineSettings) -> Box<dyn Engine> {
    Box::new(TypedEngine::new(spec, settings))
}

/// Opens an engine for a game, given by its spec.
pub fn open(spec: &str, settings: EngineSettings) -> Result<Box<dyn Engine>, GameSpecError> {
    struct Open(EngineSettings);

    impl Visitor for Open {
        type Output = Box<dyn Engine>;

        fn visit<G: Game>(self, spec: GameSpec<G>) -> Self::Output {
            open_typed(spec, self.0)
        }
    }

    let id = spec.split(':').next().unwrap_or_default();
    let opener = {
        let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
        registered.iter().find(|(known, _)| *known == id).map(|(_, opener)| *opener)
    };
    match opener {
        Some(open) => open(spec, settings),
        None => with_game(spec, Open(settings)),
    }
}

/// Returns the engine in `slot` if it fits the session; otherwise opens a new one and stores it there.
pub fn open_for<'a>(
    slot: &'a mut Option<Box<dyn Engine>>,
    session: &dyn Session,
    settings: impl FnOnce() -> EngineSettings,
) -> Result<&'a mut dyn Engine, GameSpecError> {
    let engine = match slot.take().filter(|engine| engine.fits(session)) {
        Some(engine) => engine,
        None => open(&session.spec(), settings())?,
    };
    Ok(&mut **slot.insert(engine))
}
