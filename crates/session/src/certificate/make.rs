//! Makes certificates, ply by ply: asks the solver for a reply wherever the plain solvers cannot do
//! without.

use std::collections::HashSet;

use cairn_rules::{Player, Position, Solvable, Wdl};

use super::team::Team;
use super::{CertificateError, Claim, Headway, Watch, claims_for, legal, refuted};

/// A plain solver must manage a position below the last reply with so many nodes.
const LEAF_NODES: u64 = 60_000;
/// If they fail at the first so many positions of a ply, they are not asked about the rest.
const TRIES: usize = 4;

/// Finds a move that holds what a position is worth; `None` if it was stopped.
pub(crate) type Replier<'a, P> = dyn FnMut(&P) -> Option<<P as Position>::Move> + 'a;

/// The claims that prove the value of a position of a game for two that must end. The plain solvers use
/// so many threads.
pub(crate) fn make<P: Solvable>(
    position: &P,
    value: Wdl,
    replier: &mut Replier<'_, P>,
    threads: usize,
    watch: &mut Watch<'_>,
) -> Result<Vec<Claim>, CertificateError> {
    let mut claims = Vec::new();
    let mut headway = Headway::default();
    for (player, least) in claims_for(position.to_move(), value) {
        let mut work = Work {
            player,
            team: Team::new(player, least, threads),
            seen: HashSet::new(),
            replies: Vec::new(),
            replier: &mut *replier,
            headway: &mut headway,
            watch: &mut *watch,
        };
        let mut turns = Vec::new();
        work.await_turns(position, &mut turns);
        while !turns.is_empty() {
            turns = work.reply_to_all(&turns)?;
        }
        claims.push(Claim { player, least, replies: work.replies });
    }
    Ok(claims)
}

/// The work on one claim.
struct Work<'a, 'r, 'w, P: Solvable> {
    player: Player,
    team: Team<P>,
    seen: HashSet<P>,
    replies: Vec<(String, String)>,
    replier: &'a mut Replier<'r, P>,
    headway: &'a mut Headway,
    watch: &'a mut Watch<'w>,
}

impl<P: Solvable> Work<'_, '_, '_, P> {
    /// Lists the positions not seen before in which the player is next to move, whatever the opponent does.
    fn await_turns(&mut self, position: &P, turns: &mut Vec<P>) {
        if position.outcome().is_some() || !self.seen.insert(position.canonical()) {
            return;
        }
        if position.to_move() == self.player {
            return turns.push(*position);
        }
        for mv in legal(position) {
            self.await_turns(&position.after(mv), turns);
        }
    }

    /// Finds replies where they are needed, and lists the player's next turns after them.
    fn reply_to_all(&mut self, turns: &[P]) -> Result<Vec<P>, CertificateError> {
        let (first, rest) = turns.split_at(turns.len().min(TRIES));
        let mut answers = self.team.ask(first, LEAF_NODES, self.headway, self.watch)?;
        if answers.iter().any(Option::is_some) {
            answers.extend(self.team.ask(rest, LEAF_NODES, self.headway, self.watch)?);
        }
        answers.resize(turns.len(), None);
        let mut next = Vec::new();
        for (position, answer) in turns.iter().zip(answers) {
            match answer {
                Some(true) => continue,
                Some(false) => return Err(refuted(position, "the two solvers disagree")),
                None => (),
            }
            let mv = (self.replier)(position).ok_or(CertificateError::Stopped)?;
            self.replies.push((position.to_string(), mv.to_string()));
            self.headway.replies += 1;
            self.watch.tell(*self.headway)?;
            self.await_turns(&position.after(mv), &mut next);
        }
        Ok(next)
    }
}
