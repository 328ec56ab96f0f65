//! Certificates: proofs of exact values that can be checked independently.
//!
//! A certificate claims a minimum result for one player, or for both. A claim lists a reply for each position, up to
//! symmetry, that can arise with that player to move, for all moves of the opponent. After the last replies the game is
//! small enough for a plain solver, which shares no table, bound or pruning with the solver behind the certificate.
//! Only games that must end can be certified.
//!
//! `make.rs` writes certificates and `verify.rs` checks them, both with `solver_pool.rs`, which runs one
//! `plain_solver.rs` per thread; `text.rs` is the file format.

mod make;
mod plain_solver;
mod solver_pool;
mod text;
mod verify;

use cairn_rules::{Message, Player, Position, Solvable, Wdl};
use cairn_search::OutOfMemory;
use cairn_session::OpenError;
use thiserror::Error;

pub(crate) use make::make;
pub(crate) use verify::check;
pub use verify::{Leaves, Verification, verify};

use crate::engine::{OtherGame, StopRequested};

/// A proof of the value of a position.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Certificate {
    /// The game with its options.
    pub spec: String,
    /// The position string.
    pub position: String,
    /// The value for the player to move.
    pub value: Wdl,
    /// The claims that together prove it.
    pub claims: Vec<Claim>,
}

/// A claim that a player can force a result.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Claim {
    /// The player.
    pub player: Player,
    /// The minimum result.
    pub least: Wdl,
    /// Positions with the player to move, and the move to play there.
    pub replies: Vec<(String, String)>,
}

/// Progress of making or checking a certificate.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct CertificateProgress {
    /// Replies found or checked.
    pub replies: u64,
    /// Positions after the last replies that a plain solver has settled.
    pub leaves: u64,
    /// Nodes visited by plain solvers.
    pub nodes: u64,
}

/// Receives progress of making or checking a certificate, and can stop it.
pub type Monitor<'a> = crate::Monitor<'a, CertificateProgress>;

/// The reason why there is no certificate, or why it proves nothing.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum CertificateError {
    /// The game does not have two players, or need not end.
    Endless,
    /// The position was not solved within the limits.
    Unknown,
    /// The work was stopped.
    Stopped,
    /// The system cannot start a thread.
    NoThread,
    /// The text is not a certificate.
    Damaged {
        /// The first error in the text.
        problem: Message,
    },
    /// The game of the certificate cannot be opened.
    Open(#[from] OpenError),
    /// The engine is for another game.
    OtherGame(#[from] OtherGame),
    /// A table does not fit into memory.
    OutOfMemory(#[from] OutOfMemory),
    /// The certificate does not prove its value.
    Refuted {
        /// The position where the proof fails.
        position: String,
        /// The failure.
        problem: Message,
    },
}

impl CertificateError {
    /// Returns the user-facing message.
    pub fn message(&self) -> Message {
        match self {
            Self::Endless => Message::new("only two-player games that must end can be certified"),
            Self::Unknown => Message::new("the value is not known"),
            Self::Stopped => Message::new("interrupted"),
            Self::NoThread => Message::new("no thread can be started"),
            Self::Damaged { problem } => Message::new("not a certificate, or a damaged one: {problem}")
                .messages("problem", vec![problem.clone()]),
            Self::Open(error) => error.message(),
            Self::OtherGame(error) => error.message(),
            Self::OutOfMemory(error) => error.message(),
            Self::Refuted { position, problem } => Message::new("not proven: in {position} {problem}")
                .with("position", position)
                .messages("problem", vec![problem.clone()]),
        }
    }
}

impl From<StopRequested> for CertificateError {
    fn from(_: StopRequested) -> Self {
        Self::Stopped
    }
}

/// Returns whether the value of a position can be certified: the game has two players and must end.
pub(crate) fn can_certify(position: &impl Solvable) -> bool {
    position.seats() == 2 && position.plies_left().is_some()
}

/// Returns the claims that prove a value for the player to move.
fn claims_for(mover: Player, value: Wdl) -> Vec<(Player, Wdl)> {
    match value {
        Wdl::Win => vec![(mover, Wdl::Win)],
        Wdl::Loss => vec![(mover.opponent(), Wdl::Win)],
        Wdl::Draw => Player::seats(2).map(|player| (player, Wdl::Draw)).collect(),
    }
}

fn refuted(position: &impl Position, problem: Message) -> CertificateError {
    CertificateError::Refuted { position: position.to_string(), problem }
}
