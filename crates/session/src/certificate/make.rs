//! Makes certificates: asks the solver for a reply wherever the plain solver cannot do without.

use std::collections::{HashMap, HashSet};

use cairn_rules::{Player, Position, Solvable, Truth};

use super::plain::{Allowance, GivenUp, Plain};
use super::{CertificateError, Claim, Headway, Watch, claims_for, legal};

/// The plain solver must manage a position below the last reply with so many nodes.
const LEAF_NODES: u64 = 60_000;
/// After so many failures at a ply, and no success, it is not asked there again.
const TRIES: u32 = 4;

/// Finds a move that holds what a position is worth; `None` if it was stopped.
pub(crate) type Replier<'a, P> = dyn FnMut(&P) -> Option<<P as Position>::Move> + 'a;

/// The claims that prove the value of a position of a game for two that must end.
pub(crate) fn make<P: Solvable>(
    position: &P,
    value: Truth,
    replier: &mut Replier<'_, P>,
    watch: &mut Watch<'_>,
) -> Result<Vec<Claim>, CertificateError> {
    let mut claims = Vec::new();
    let mut headway = Headway::default();
    for (player, least) in claims_for(position.to_move(), value) {
        let mut work = Work {
            player,
            plain: Plain::new(player, least),
            seen: HashSet::new(),
            replies: Vec::new(),
            failures: HashMap::new(),
            replier: &mut *replier,
            headway: &mut headway,
            watch: &mut *watch,
        };
        work.hold(position, 0)?;
        claims.push(Claim { player, least, replies: work.replies });
    }
    Ok(claims)
}

/// The work on one claim.
struct Work<'a, 'r, 'w, P: Solvable> {
    player: Player,
    plain: Plain<P>,
    seen: HashSet<P>,
    replies: Vec<(String, String)>,
    /// How often the plain solver failed at a ply where it never succeeded.
    failures: HashMap<u32, Option<u32>>,
    replier: &'a mut Replier<'r, P>,
    headway: &'a mut Headway,
    watch: &'a mut Watch<'w>,
}

impl<P: Solvable> Work<'_, '_, '_, P> {
    /// Finds replies to everything that can follow.
    fn hold(&mut self, position: &P, ply: u32) -> Result<(), CertificateError> {
        if position.outcome().is_some() || !self.seen.insert(position.standing_for_images()) {
            return Ok(());
        }
        if position.to_move() != self.player {
            return legal(position).into_iter().try_for_each(|mv| self.hold(&position.after(mv), ply + 1));
        }
        if self.is_leaf(position, ply)? {
            return Ok(());
        }
        let mv = (self.replier)(position).ok_or(CertificateError::Stopped)?;
        self.replies.push((position.to_string(), mv.to_string()));
        self.headway.replies += 1;
        self.watch.tell(*self.headway)?;
        self.hold(&position.after(mv), ply + 1)
    }

    /// Whether the plain solver manages the rest.
    fn is_leaf(&mut self, position: &P, ply: u32) -> Result<bool, CertificateError> {
        let failures = self.failures.entry(ply).or_insert(Some(0));
        if failures.is_some_and(|failures| failures >= TRIES) {
            return Ok(false);
        }
        let before = self.plain.nodes;
        let allowance = Allowance { until: before + LEAF_NODES, stop: self.watch.stop };
        let found = self.plain.holds(position, allowance);
        self.headway.nodes += self.plain.nodes - before;
        match found {
            Ok(true) => {
                *failures = None;
                self.headway.leaves += 1;
                self.watch.tell(*self.headway)?;
                Ok(true)
            }
            Ok(false) => Err(CertificateError::Refuted {
                position: position.to_string(),
                problem: "the two solvers disagree".to_owned(),
            }),
            Err(GivenUp::TooMany) => {
                *failures = failures.map(|failures| failures + 1);
                Ok(false)
            }
            Err(GivenUp::Stopped) => Err(CertificateError::Stopped),
        }
    }
}
