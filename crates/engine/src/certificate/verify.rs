//! Checks certificates: plays every reply against every defence, and runs plain solvers after the last replies.

use std::collections::{HashMap, HashSet};

use cairn_rules::{Game, GameSpec, Message, Notation, Player, Position, Solvable, Wdl};
use cairn_session::OpenError;

use super::plain_solver::is_enough;
use super::solver_pool::SolverPool;
use super::text::damaged;
use super::{
    Certificate, CertificateError, CertificateProgress, Claim, Monitor, can_certify, claims_for, refuted,
};
use crate::engine::{EngineSettings, open};
use crate::sample::Sample;

/// The positions after the last replies that plain solvers check.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Leaves {
    /// All of them.
    All,
    /// A sample, with a node limit for each. This proves nothing, but is likely to find a wrong claim.
    Sample(Sample, u64),
}

/// A verified certificate.
#[derive(Clone, Eq, PartialEq, Debug)]
#[non_exhaustive]
pub struct Verification {
    /// The game with its options.
    pub spec: String,
    /// The position string.
    pub position: String,
    /// Its value for the player to move.
    pub value: Wdl,
    /// The number of positions after the last replies.
    pub leaves: u64,
    /// The work done.
    pub progress: CertificateProgress,
}

/// Checks a certificate on `threads` threads: all its replies, and the positions after the last ones.
pub fn verify(
    bytes: &[u8],
    leaves: Leaves,
    threads: usize,
    monitor: &mut Monitor<'_>,
) -> Result<Verification, CertificateError> {
    let certificate = Certificate::read(bytes)?;
    let engine = open(&certificate.spec, EngineSettings::default()).map_err(OpenError::from)?;
    engine.verify(&certificate, leaves, threads, monitor)
}

/// Checks the claims of a certificate of a game.
pub(crate) fn check<G: Game>(
    spec: &GameSpec<G>,
    certificate: &Certificate,
    leaves: Leaves,
    threads: usize,
    monitor: &mut Monitor<'_>,
) -> Result<Verification, CertificateError> {
    let Certificate { position, value, claims, .. } = certificate;
    let read = |text: &str| G::read_position(&spec.options, text).map_err(OpenError::Position);
    let start = read(position)?;
    if !can_certify(&start) {
        return Err(CertificateError::Endless);
    }
    let claimed: Vec<_> = claims.iter().map(|claim| (claim.player, claim.least)).collect();
    if claimed != claims_for(start.to_move(), *value) {
        return Err(damaged(Message::new("its claims do not prove its value")));
    }
    let (mut progress, mut count) = (CertificateProgress::default(), 0);
    for Claim { player, least, replies } in claims {
        let mut known = HashMap::with_capacity(replies.len());
        for (text, mv) in replies {
            let position = read(text)?;
            let mv = position.parse_move(mv).map_err(|error| refuted(&position, error.message()))?;
            known.insert(position, mv);
        }
        let mut walk = ReplyWalk {
            player: *player,
            least: *least,
            replies: known,
            seen: HashSet::new(),
            leaves: Vec::new(),
            progress: &mut progress,
            monitor: &mut *monitor,
        };
        walk.visit(&start)?;
        let found = walk.leaves;
        count += found.len() as u64;
        let (chosen, nodes) = match leaves {
            Leaves::All => (found, u64::MAX),
            Leaves::Sample(sample, nodes) => {
                (sample.indices(found.len()).map(|index| found[index]).collect(), nodes)
            }
        };
        let answers =
            SolverPool::new(*player, *least, threads).solve(&chosen, nodes, &mut progress, monitor)?;
        let is_refuted = |answer: Option<bool>| match leaves {
            Leaves::All => answer != Some(true),
            Leaves::Sample(..) => answer == Some(false),
        };
        if let Some((position, _)) = chosen.iter().zip(answers).find(|&(_, answer)| is_refuted(answer)) {
            return Err(refuted(position, Message::new("the claim does not hold")));
        }
    }
    let (spec, position) = (spec.to_string(), position.clone());
    Ok(Verification { spec, position, value: *value, leaves: count, progress })
}

/// Traverses all positions that can arise when the replies of a claim are played.
struct ReplyWalk<'a, 'w, P: Position> {
    player: Player,
    least: Wdl,
    replies: HashMap<P, P::Move>,
    seen: HashSet<P>,
    /// The positions after the last replies.
    leaves: Vec<P>,
    progress: &'a mut CertificateProgress,
    monitor: &'a mut Monitor<'w>,
}

impl<P: Solvable> ReplyWalk<'_, '_, P> {
    /// Plays the reply for the player, and every move for the opponent.
    fn visit(&mut self, position: &P) -> Result<(), CertificateError> {
        if let Some(outcome) = position.outcome() {
            return if is_enough(outcome, self.player, self.least) {
                Ok(())
            } else {
                Err(refuted(position, Message::new("the game is lost")))
            };
        }
        if !self.seen.insert(position.canonical()) {
            return Ok(());
        }
        if position.to_move() != self.player {
            return position.moves().into_iter().try_for_each(|mv| self.visit(&position.after(mv)));
        }
        let Some((image, mv)) = self.reply(position) else {
            self.leaves.push(*position);
            return Ok(());
        };
        self.progress.replies += 1;
        self.monitor.report(*self.progress)?;
        self.visit(&image.after(mv))
    }

    /// Returns the symmetric image of a position that has a reply, and the reply.
    fn reply(&self, position: &P) -> Option<(P, P::Move)> {
        let images = (0..position.symmetries()).map(|symmetry| position.transformed(symmetry));
        let mut known = images.filter_map(|image| Some((image, *self.replies.get(&image)?)));
        known.find(|(image, _)| image.to_move() == position.to_move())
    }
}
