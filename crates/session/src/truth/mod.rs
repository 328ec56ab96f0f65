//! What positions of any game are worth when both sides play as well as can be, as text.
//!
//! A [`Prover`] does for proofs what an [`Analyst`](crate::study::Analyst) does for searches: it
//! works on one [`Study`](crate::study::Study) after the other and remembers what it has proven,
//! whatever the game. Only games for two can be proven. Values that took long to find are kept in
//! a [`Book`].

mod book;
mod desk;
mod proof;
mod prover;

pub use book::{Book, BookFile, Damage, Known};
pub use cairn_search::Limits;
pub use cairn_search::solver::{SolverReport, SolverSettings, Wdl, WdlBounds};
pub(crate) use desk::{Asked, Desk};
pub use proof::{Finding, Line, Proof, ProvenMove, Question};
pub use prover::Prover;
