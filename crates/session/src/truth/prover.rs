//! Who proves: settings, books, and the memory of one game at a time.

use std::any::Any;
use std::fmt;

use cairn_rules::{Game, GameSpec};
use cairn_search::Limits;
use cairn_search::solver::{SolverReport, SolverSettings};

use super::book::{Book, Known, openings};
use super::{Desk, Line, Proof, Question};
use crate::Session;
use crate::certificate::{Certificate, CertificateError, Watch};

/// Proves values of positions of any game. What it remembers of one game is lost when it is shown
/// another; what its books say is not.
#[derive(Default)]
pub struct Prover {
    settings: SolverSettings,
    book: Option<Book>,
    openings: bool,
    memory: Option<Memory>,
    /// What it has proven is to be forgotten.
    fresh: bool,
}

/// A desk, and the game with its options that it is laid for.
struct Memory {
    spec: String,
    desk: Box<dyn Any + Send>,
}

impl Prover {
    /// A prover with these settings, who has no book and has proven nothing yet.
    pub fn new(settings: SolverSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Looks values up in a book.
    #[must_use]
    pub fn with_book(self, book: Book) -> Self {
        Self { book: Some(book), memory: None, ..self }
    }

    /// Looks values of openings up in the book that comes with the program.
    #[must_use]
    pub fn with_openings(self) -> Self {
        Self { openings: true, memory: None, ..self }
    }

    /// How it proves.
    pub const fn settings(&self) -> &SolverSettings {
        &self.settings
    }

    /// Forgets what it has proven, as before a new game.
    pub fn forget(&mut self) {
        self.fresh = true;
    }

    /// Answers a question about the position of a session, as far as the limits allow; `hear` is
    /// told of the progress now and then. `None` if more than two play.
    pub fn prove(
        &mut self,
        session: &dyn Session,
        question: Question,
        limits: &Limits,
        hear: &mut dyn FnMut(&SolverReport),
    ) -> Option<Proof> {
        session.study().prove(self, question, limits, hear)
    }

    /// Moves of both sides that hold the value of a session's position, to the end of the game, to
    /// the first position that comes back, or as far as the limits allow.
    pub fn follow(&mut self, session: &dyn Session, limits: &Limits) -> Line {
        session.study().follow(self, limits)
    }

    /// Proves the value of a session's position and writes down what proves it.
    pub fn certify(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        watch: &mut Watch<'_>,
    ) -> Result<Certificate, CertificateError> {
        session.study().certify(self, limits, watch)
    }

    /// Works at the desk of a game, which is kept for the next time.
    pub(crate) fn at_desk<G: Game, T>(
        &mut self,
        spec: &GameSpec<G>,
        work: impl FnOnce(&mut Desk<G::Position>) -> T,
    ) -> T {
        let text = spec.to_string();
        let kept = self.memory.take().filter(|memory| memory.spec == text);
        let desk = kept.and_then(|memory| memory.desk.downcast::<Desk<G::Position>>().ok());
        let mut desk = match desk {
            Some(mut desk) => {
                if self.fresh {
                    desk.forget();
                }
                desk
            }
            None => Box::new(self.lay_desk(spec, &text)),
        };
        self.fresh = false;
        let done = work(&mut desk);
        self.memory = Some(Memory { spec: text, desk });
        done
    }

    fn lay_desk<G: Game>(&self, spec: &GameSpec<G>, text: &str) -> Desk<G::Position> {
        let mut known = Known::default();
        let openings = self.openings.then(openings::book);
        let books = openings.into_iter().chain(&self.book);
        for (position, value) in books.flat_map(|book| book.values(text)) {
            // What can no longer be read is left out: a book outlives the program that wrote it.
            if let Ok(position) = G::read_position(&spec.options, position) {
                known.insert(&position, value);
            }
        }
        Desk::new(self.settings.clone(), known)
    }
}

impl fmt::Debug for Prover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remembers = self.memory.as_ref().map(|memory| &memory.spec);
        f.debug_struct("Prover")
            .field("settings", &self.settings)
            .field("remembers", &remembers)
            .finish_non_exhaustive()
    }
}
