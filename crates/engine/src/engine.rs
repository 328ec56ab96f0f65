//! The facade: everything that looks ahead in a game, without the game's types.

use std::fmt::Debug;
use std::sync::Arc;

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameInfo, GameSpec, GameSpecError, PuzzleInfo, RandomSource};
use cairn_search::solver::{SolverReport, SolverSettings};
use cairn_search::{Limits, Settings};
use cairn_session::Session;
use thiserror::Error;

use crate::analysis::Analysis;
use crate::book::{Book, BookCheck, BookCheckError};
use crate::bots::BasicBot;
use crate::certificate::{Certificate, CertificateError, Leaves, Progress, Verified};
use crate::monitor::Monitor;
use crate::puzzle::{Draft, PuzzleBoard, PuzzleError};
use crate::sample::Sample;
use crate::solution::{Solution, SolutionLine, SolveGoal};
use crate::typed::TypedEngine;

/// What an engine works with. Tables are allocated when they are first needed.
#[derive(Clone, Debug, Default)]
pub struct EngineSettings {
    /// How it searches.
    pub search: Settings,
    /// How it solves.
    pub solver: SolverSettings,
    /// Whether it looks values up in the opening books that come with the games.
    pub openings: bool,
    /// Another book to look values up in.
    pub book: Option<Arc<Book>>,
}

impl EngineSettings {
    /// An engine that searches like this.
    pub fn search(search: Settings) -> Self {
        Self { search, ..Self::default() }
    }

    /// An engine that solves like this, without a book.
    pub fn solver(solver: SolverSettings) -> Self {
        Self { solver, ..Self::default() }
    }

    /// With the opening books that come with the games.
    #[must_use]
    pub fn with_openings(self) -> Self {
        Self { openings: true, ..self }
    }

    /// With a book.
    #[must_use]
    pub fn with_book(self, book: Book) -> Self {
        Self { book: Some(Arc::new(book)), ..self }
    }
}

/// A session of another game, or of the same game with other options, than the engine was opened for.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("an engine for {engine} was asked about {session}")]
pub struct OtherGame {
    /// What the engine plays.
    pub engine: String,
    /// What it was asked about.
    pub session: String,
}

/// An engine for one game with its options: analysis, exact values, certificates, puzzles.
///
/// It remembers what it has seen until [`Engine::clear`], so the next question about the same game is
/// answered faster. It is opened by [`open`] and asked about [sessions](Session) of its game.
pub trait Engine: Debug + Send {
    /// The game with its options.
    fn spec(&self) -> String;

    /// Facts about the game.
    fn info(&self) -> &'static GameInfo;

    /// Whether a session is of this game, with these options.
    fn fits(&self, session: &dyn Session) -> bool;

    /// How it searches.
    fn search_settings(&self) -> &Settings;

    /// Changes how it searches from the next search on.
    fn set_search_settings(&mut self, settings: Settings);

    /// Forgets everything that it has seen, as before a new game. Books stay.
    fn clear(&mut self);

    /// Searches the position of a session until a limit is reached, and reports whenever more is known.
    ///
    /// The result has a best line unless the game is over, however tight the limits.
    fn analyze(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        on_report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, OtherGame>;

    /// The best of some of the legal moves, at least one, by alpha-beta alone.
    fn choose_among(
        &mut self,
        session: &dyn Session,
        moves: &[String],
        limits: &Limits,
    ) -> Result<Analysis, OtherGame>;

    /// The exact value of a session's position, or of all its moves, as far as the limits allow. `None`
    /// if it is not a game for two.
    fn solve(
        &mut self,
        session: &dyn Session,
        goal: SolveGoal,
        limits: &Limits,
        on_report: &mut dyn FnMut(&SolverReport),
    ) -> Result<Option<Solution>, OtherGame>;

    /// What the books alone say about a session's position; `None` if they name no move there.
    fn look_up(&mut self, session: &dyn Session) -> Result<Option<Solution>, OtherGame>;

    /// Best play by both sides from a session's position: to the end of the game, to the first position
    /// that comes back, or as far as the limits allow.
    fn solution_line(&mut self, session: &dyn Session, limits: &Limits) -> Result<SolutionLine, OtherGame>;

    /// Solves a session's position and writes down a proof. `limits` are for solving alone.
    fn certify(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        monitor: &mut Monitor<'_, Progress>,
    ) -> Result<Certificate, CertificateError>;

    /// Checks a certificate of this game with plain solvers on so many threads.
    fn verify(
        &self,
        certificate: &Certificate,
        leaves: Leaves,
        threads: usize,
        monitor: &mut Monitor<'_, Progress>,
    ) -> Result<Verified, CertificateError>;

    /// Checks what a book says about this game: all values against each other, and a sample of them, or
    /// all, with a solver that has no book. `limits` are for each value; what takes longer is left open.
    fn check_book(
        &self,
        book: &Book,
        sample: Option<Sample>,
        limits: &Limits,
        monitor: &mut Monitor<'_, BookCheck>,
    ) -> Result<BookCheck, BookCheckError>;

    /// The number of legal moves; 0 if the game is over, for whatever reason.
    fn count_moves(&self, session: &dyn Session) -> Result<u64, OtherGame>;

    /// The move of one of the two basic bots; `None` if the game is over.
    fn basic_move(
        &self,
        session: &dyn Session,
        bot: BasicBot,
        rng: &mut dyn RandomSource,
    ) -> Result<Option<String>, OtherGame>;

    /// Sets up a puzzle of this game.
    fn open_puzzle(&self, info: &'static PuzzleInfo) -> Result<Box<dyn PuzzleBoard>, PuzzleError>;

    /// The puzzle in a position, if there is one: exactly one move keeps its value. `turns` says within
    /// how many turns it is known to be won, where that is the question.
    fn find_puzzle(&self, position: &str, turns: Option<u8>) -> Option<Draft>;
}

/// Opens an engine for a game, given by its spec.
pub fn open(spec: &str, settings: EngineSettings) -> Result<Box<dyn Engine>, GameSpecError> {
    struct Open(EngineSettings);

    impl Visitor for Open {
        type Output = Box<dyn Engine>;

        fn visit<G: Game>(self, spec: GameSpec<G>) -> Self::Output {
            Box::new(TypedEngine::new(spec, self.0))
        }
    }

    with_game(spec, Open(settings))
}

/// The engine in `slot` if it is for the session's game, otherwise a new one, put there.
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
