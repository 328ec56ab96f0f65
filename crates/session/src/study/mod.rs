//! Looking ahead in any game: what is searched, with which memory, and what comes of it, as text.
//!
//! A [`Study`] is the position of a session with its history, apart from the session: it can be
//! searched on another thread while the session goes on. An [`Analyst`] searches one study after the
//! other and remembers what it has seen, whatever the game.

mod analysis;
mod analyst;

use crate::certificate::{Certificate, CertificateError, Watch};
use crate::truth::{Line, Proof, Prover, Question, SolverReport};
pub use analysis::{Analysis, Variation};
pub use analyst::Analyst;
pub use cairn_search::{Features, Limits, Method, Score, Settings};

/// A position with its history, ready to be searched on any thread.
pub trait Study: Send {
    /// Searches until a limit is reached; `hear` is told whenever more is known.
    ///
    /// The answer has a best line unless the game is over, however tight the limits.
    fn search(&self, analyst: &mut Analyst, limits: &Limits, hear: &mut dyn FnMut(&Analysis)) -> Analysis;

    /// The best of some of the legal moves, at least one, by alpha-beta alone.
    fn choose(&self, analyst: &mut Analyst, among: &[String], limits: &Limits) -> Analysis;

    /// Answers a question about the value, as far as the limits allow; `None` if more than two
    /// play. `hear` is told of the progress now and then.
    fn prove(
        &self,
        prover: &mut Prover,
        question: Question,
        limits: &Limits,
        hear: &mut dyn FnMut(&SolverReport),
    ) -> Option<Proof>;

    /// Moves of both sides that hold the value, as far as the limits allow.
    fn follow(&self, prover: &mut Prover, limits: &Limits) -> Line;

    /// Proves the value and writes down what proves it. `limits` are for the proof alone.
    fn certify(
        &self,
        prover: &mut Prover,
        limits: &Limits,
        watch: &mut Watch<'_>,
    ) -> Result<Certificate, CertificateError>;

    /// How many legal moves there are; none if the game is over, for whatever reason.
    fn count_moves(&self) -> u64;
}
