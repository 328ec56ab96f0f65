//! The practical chances in a position: what a person can see, estimated by a small search without proofs.

use std::time::Duration;

use cairn_engine::{Engine, EngineError, EngineSettings, Limits, Settings, StopFlag};
use cairn_rules::GameSpecError;
use cairn_session::Session;

/// The nodes of the search for the best move, about as strong as a good player. The other searches have the same depth.
const NODES: u64 = 2_000;
/// The number of moves, evenly spread over all legal ones, among which the search looks for the worst move.
const MAX_MOVES: usize = 32;
/// The nodes for each of them.
const NODES_PER_MOVE: u64 = 200;

/// The practical chances of a player who has a choice, from 0 to 1.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(super) struct PracticalChances {
    pub(super) best: f64,
    pub(super) played: f64,
    pub(super) worst: f64,
}

/// Estimates practical chances. Its results depend only on the position.
#[derive(Debug)]
pub(super) struct PracticalEngine {
    engine: Box<dyn Engine>,
    stop: StopFlag,
    /// The time spent so far.
    pub(super) spent: Duration,
}

impl PracticalEngine {
    pub(super) fn open(session: &dyn Session, stop: StopFlag) -> Result<Self, GameSpecError> {
        let settings = EngineSettings::search(Settings { hash_mib: 1, ..Settings::default() });
        Ok(Self { engine: cairn_engine::open(&session.spec(), settings)?, stop, spent: Duration::ZERO })
    }

    /// Estimates the chances of the player to move if they play `mv`, one of the legal `moves`.
    pub(super) fn chances(
        &mut self,
        session: &dyn Session,
        mv: &str,
        moves: &[String],
    ) -> Result<PracticalChances, EngineError> {
        let (best, depth) = self.search(session, moves, Limits::nodes(NODES))?;
        let limits = |nodes| Limits { depth: Some(depth.max(1)), ..Limits::nodes(nodes) };
        let (played, _) = self.search(session, &[mv.to_owned()], limits(NODES))?;
        let mut worst = played;
        let tried = moves.len().min(MAX_MOVES);
        for number in 0..tried {
            let other = &moves[number * moves.len() / tried..][..1];
            worst = worst.min(self.search(session, other, limits(NODES_PER_MOVE))?.0);
        }
        Ok(PracticalChances { best: best.max(played), played, worst })
    }

    /// Returns the chance with the best of these moves, and the depth of the search.
    fn search(
        &mut self,
        session: &dyn Session,
        moves: &[String],
        limits: Limits,
    ) -> Result<(f64, u32), EngineError> {
        self.engine.clear();
        let analysis = self.engine.choose_among(session, moves, &limits.with_stop(self.stop.clone()))?;
        self.spent += analysis.time;
        let chance = analysis.score().map_or(0.5, |score| score.win_percent(session.seats()) / 100.0);
        Ok((chance, analysis.depth))
    }
}
