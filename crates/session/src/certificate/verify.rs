//! Checks certificates: plays every reply against everything, and asks plain solvers where the replies
//! end.

use std::collections::{HashMap, HashSet};

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, GameSpec, Notation, Player, Position, Solvable, Wdl};

use super::plain::is_enough;
use super::team::Team;
use super::text::damaged;
use super::{Certificate, CertificateError, Claim, Headway, Watch, claims_for, legal, refuted};
use crate::OpenError;

/// What was checked.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Verified {
    /// The game with its options.
    pub spec: String,
    /// The position string.
    pub position: String,
    /// What it is worth to the player to move.
    pub value: Wdl,
    /// How much work that was.
    pub headway: Headway,
}

/// Checks a certificate from its first byte to its last, with so many threads.
pub fn verify(bytes: &[u8], threads: usize, watch: &mut Watch<'_>) -> Result<Verified, CertificateError> {
    let certificate = Certificate::read(bytes)?;
    let headway = with_game(&certificate.spec, Verify { certificate: &certificate, threads, watch })
        .map_err(|error| CertificateError::Open(error.into()))??;
    let Certificate { spec, position, value, .. } = certificate;
    Ok(Verified { spec, position, value, headway })
}

struct Verify<'a, 'w> {
    certificate: &'a Certificate,
    threads: usize,
    watch: &'a mut Watch<'w>,
}

impl Visitor for Verify<'_, '_> {
    type Output = Result<Headway, CertificateError>;

    fn visit<G: Game>(self, spec: GameSpec<G>) -> Self::Output {
        let Certificate { position, value, claims, .. } = self.certificate;
        let read = |text: &str| {
            G::read_position(&spec.options, text)
                .map_err(|error| CertificateError::Open(OpenError::Position(error)))
        };
        let start = read(position)?;
        if start.seats() != 2 || start.plies_left().is_none() {
            return Err(CertificateError::Endless);
        }
        let claimed: Vec<_> = claims.iter().map(|claim| (claim.player, claim.least)).collect();
        if claimed != claims_for(start.to_move(), *value) {
            return Err(damaged("its claims do not prove its value"));
        }
        let mut headway = Headway::default();
        for Claim { player, least, replies } in claims {
            let mut known = HashMap::with_capacity(replies.len());
            for (text, mv) in replies {
                let position = read(text)?;
                let mv = position.parse_move(mv).map_err(|error| refuted(&position, &error.to_string()))?;
                known.insert(position, mv);
            }
            let mut check = Check {
                player: *player,
                least: *least,
                replies: known,
                seen: HashSet::new(),
                leaves: Vec::new(),
                headway: &mut headway,
                watch: &mut *self.watch,
            };
            check.hold(&start)?;
            let leaves = check.leaves;
            let mut team = Team::new(*player, *least, self.threads);
            let answers = team.ask(&leaves, u64::MAX, &mut headway, self.watch)?;
            let mut refutations = leaves.iter().zip(answers).filter(|&(_, answer)| answer != Some(true));
            if let Some((position, _)) = refutations.next() {
                return Err(refuted(position, "the claim does not hold"));
            }
        }
        Ok(headway)
    }
}

/// The check of the replies of one claim.
struct Check<'a, 'w, P: Position> {
    player: Player,
    least: Wdl,
    replies: HashMap<P, P::Move>,
    seen: HashSet<P>,
    /// Where the replies end.
    leaves: Vec<P>,
    headway: &'a mut Headway,
    watch: &'a mut Watch<'w>,
}

impl<P: Solvable> Check<'_, '_, P> {
    /// Plays the replies against everything.
    fn hold(&mut self, position: &P) -> Result<(), CertificateError> {
        if let Some(outcome) = position.outcome() {
            return if is_enough(outcome, self.player, self.least) {
                Ok(())
            } else {
                Err(refuted(position, "the game is lost"))
            };
        }
        if !self.seen.insert(position.canonical()) {
            return Ok(());
        }
        if position.to_move() != self.player {
            return legal(position).into_iter().try_for_each(|mv| self.hold(&position.after(mv)));
        }
        let Some((image, mv)) = self.reply(position) else {
            self.leaves.push(*position);
            return Ok(());
        };
        self.headway.replies += 1;
        self.watch.tell(*self.headway)?;
        self.hold(&image.after(mv))
    }

    /// The image of a position that has a reply, and the reply.
    fn reply(&self, position: &P) -> Option<(P, P::Move)> {
        let images = (0..position.symmetries()).map(|symmetry| position.transformed(symmetry));
        let mut known = images.filter_map(|image| Some((image, *self.replies.get(&image)?)));
        known.find(|(image, _)| image.to_move() == position.to_move())
    }
}
