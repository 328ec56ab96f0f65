//! Certificates: what proves a value, written down so that somebody else can check it.
//!
//! A certificate claims of one player, or of both, that at least so much is certain. A claim has a
//! list of replies: a move for each position of that player, images of one position counted once,
//! whatever the opponent plays. Below the last replies the game is small enough for a plain solver,
//! which shares no table, no bound and no pruning with the one that made the certificate. Only games
//! that must end can be certified.

mod make;
mod plain;
mod team;
mod text;
mod verify;

use std::sync::atomic::{AtomicBool, Ordering};

use cairn_rules::{Player, Position, Wdl};
use thiserror::Error;

pub(crate) use make::make;
pub use verify::{Verified, verify};

use crate::OpenError;

/// What proves the value of a position.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Certificate {
    /// The game with its options.
    pub spec: String,
    /// The position string.
    pub position: String,
    /// What it is worth to the player to move.
    pub value: Wdl,
    /// What together proves it.
    pub claims: Vec<Claim>,
}

/// That a player gets at least so much.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Claim {
    /// Who.
    pub player: Player,
    /// How much.
    pub least: Wdl,
    /// Positions with the player to move, and what to play there.
    pub replies: Vec<(String, String)>,
}

/// How far somebody has come who makes or checks a certificate.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Headway {
    /// Replies that were found or checked.
    pub replies: u64,
    /// Positions below the last reply that the plain solver was asked about.
    pub leaves: u64,
    /// Positions that the plain solver looked at.
    pub nodes: u64,
}

/// Who is told how far the work has come, and who may end it.
pub struct Watch<'a> {
    /// Ends the work when somebody sets it.
    pub stop: &'a AtomicBool,
    /// Hears of the headway, often.
    pub hear: &'a mut dyn FnMut(Headway),
}

impl Watch<'_> {
    /// Tells of the headway, unless somebody has stopped the work.
    fn tell(&mut self, headway: Headway) -> Result<(), CertificateError> {
        (self.hear)(headway);
        if self.stop.load(Ordering::Relaxed) { Err(CertificateError::Stopped) } else { Ok(()) }
    }
}

/// Why there is no certificate, or why it proves nothing.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum CertificateError {
    #[error("only games for two that must end can be certified")]
    Endless,
    #[error("the value is not known")]
    Unknown,
    #[error("interrupted")]
    Stopped,
    #[error("this is no certificate, or a damaged one: {problem}")]
    Damaged { problem: String },
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("not proven: in {position} {problem}")]
    Refuted { position: String, problem: String },
}

/// The claims that prove a value for the player to move.
fn claims_for(mover: Player, value: Wdl) -> Vec<(Player, Wdl)> {
    match value {
        Wdl::Win => vec![(mover, Wdl::Win)],
        Wdl::Loss => vec![(mover.opponent(), Wdl::Win)],
        Wdl::Draw => Player::seats(2).map(|player| (player, Wdl::Draw)).collect(),
    }
}

fn refuted(position: &impl Position, problem: &str) -> CertificateError {
    CertificateError::Refuted { position: position.to_string(), problem: problem.to_owned() }
}

/// The legal moves.
fn legal<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}
