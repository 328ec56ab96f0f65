//! Makes certificates ply by ply: adds a reply wherever a plain solver cannot solve the position.

use std::collections::HashSet;

use cairn_rules::{Message, Player, Position, Solvable, Wdl};

use super::solver_pool::SolverPool;
use super::{CertificateError, CertificateProgress, Claim, Monitor, claims_for, refuted};

/// The node limit of a plain solver for a position after the last reply.
const LEAF_NODES: u64 = 60_000;
/// The number of failures at a ply after which the plain solvers skip the rest of it.
const TRIES: usize = 4;

/// Finds a move that preserves the value of a position; `None` if stopped.
pub(crate) type Replier<'a, P> = dyn FnMut(&P) -> Option<<P as Position>::Move> + 'a;

/// Returns the claims that prove the value of a position of a two-player game that must end. Runs one plain solver per
/// thread.
pub(crate) fn make<P: Solvable>(
    position: &P,
    value: Wdl,
    replier: &mut Replier<'_, P>,
    threads: usize,
    monitor: &mut Monitor<'_>,
) -> Result<Vec<Claim>, CertificateError> {
    let mut claims = Vec::new();
    let mut progress = CertificateProgress::default();
    for (player, least) in claims_for(position.to_move(), value) {
        let mut builder = ClaimBuilder {
            player,
            pool: SolverPool::new(player, least, threads),
            seen: HashSet::new(),
            replies: Vec::new(),
            replier: &mut *replier,
            progress: &mut progress,
            monitor: &mut *monitor,
        };
        let mut turns = Vec::new();
        builder.collect_turns(position, &mut turns);
        while !turns.is_empty() {
            turns = builder.reply_to_all(&turns)?;
        }
        claims.push(Claim { player, least, replies: builder.replies });
    }
    Ok(claims)
}

/// A claim under construction.
struct ClaimBuilder<'a, 'r, 'w, P: Solvable> {
    player: Player,
    pool: SolverPool<P>,
    seen: HashSet<P>,
    replies: Vec<(String, String)>,
    replier: &'a mut Replier<'r, P>,
    progress: &'a mut CertificateProgress,
    monitor: &'a mut Monitor<'w>,
}

impl<P: Solvable> ClaimBuilder<'_, '_, '_, P> {
    /// Collects the new positions with the player to move after every move of the opponent.
    fn collect_turns(&mut self, position: &P, turns: &mut Vec<P>) {
        if position.outcome().is_some() || !self.seen.insert(position.canonical()) {
            return;
        }
        if position.to_move() == self.player {
            return turns.push(*position);
        }
        for mv in position.moves() {
            self.collect_turns(&position.after(mv), turns);
        }
    }

    /// Finds the necessary replies, and collects the positions after them.
    fn reply_to_all(&mut self, turns: &[P]) -> Result<Vec<P>, CertificateError> {
        let (first, rest) = turns.split_at(turns.len().min(TRIES));
        let mut answers = self.pool.solve(first, LEAF_NODES, self.progress, self.monitor)?;
        if answers.iter().any(Option::is_some) {
            answers.extend(self.pool.solve(rest, LEAF_NODES, self.progress, self.monitor)?);
        }
        answers.resize(turns.len(), None);
        let mut next = Vec::new();
        for (position, answer) in turns.iter().zip(answers) {
            match answer {
                Some(true) => continue,
                Some(false) => return Err(refuted(position, Message::new("the two solvers disagree"))),
                None => (),
            }
            let mv = (self.replier)(position).ok_or(CertificateError::Stopped)?;
            self.replies.push((position.to_string(), mv.to_string()));
            self.progress.replies += 1;
            self.monitor.report(*self.progress)?;
            self.collect_turns(&position.after(mv), &mut next);
        }
        Ok(next)
    }
}
