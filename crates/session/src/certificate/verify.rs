//! Checks certificates: plays every reply against everything, and asks the plain solver where the
//! replies end.

use std::collections::{HashMap, HashSet};

use cairn_rules::games::{Visitor, with_game};
use cairn_rules::{Game, Notation, Position, Solvable, Truth, Word};

use super::plain::{Allowance, GivenUp, Plain};
use super::text::damaged;
use super::{Certificate, CertificateError, Claim, Headway, Watch, claims_for, legal};
use crate::OpenError;

/// What was checked.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Verified {
    /// The game with its options.
    pub word: String,
    /// The position string.
    pub position: String,
    /// What it is worth to the player to move.
    pub value: Truth,
    /// How much work that was.
    pub headway: Headway,
}

/// Checks a certificate from its first byte to its last.
pub fn verify(bytes: &[u8], watch: &mut Watch<'_>) -> Result<Verified, CertificateError> {
    let certificate = Certificate::read(bytes)?;
    let headway = with_game(&certificate.word, Verify { certificate: &certificate, watch })
        .map_err(|error| CertificateError::Open(error.into()))??;
    let Certificate { word, position, value, .. } = certificate;
    Ok(Verified { word, position, value, headway })
}

struct Verify<'a, 'w> {
    certificate: &'a Certificate,
    watch: &'a mut Watch<'w>,
}

impl Visitor for Verify<'_, '_> {
    type Output = Result<Headway, CertificateError>;

    fn visit<G: Game>(self, word: Word<G>) -> Self::Output {
        let Certificate { position, value, claims, .. } = self.certificate;
        let read = |text: &str| {
            G::read_position(&word.options, text)
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
            let plain = Plain::new(*player, *least);
            let seen = HashSet::new();
            let mut check =
                Check { plain, replies: known, seen, headway: &mut headway, watch: &mut *self.watch };
            check.hold(&start)?;
        }
        Ok(headway)
    }
}

fn refuted(position: &impl Position, problem: &str) -> CertificateError {
    CertificateError::Refuted { position: position.to_string(), problem: problem.to_owned() }
}

/// The check of one claim.
struct Check<'a, 'w, P: Position> {
    plain: Plain<P>,
    replies: HashMap<P, P::Move>,
    seen: HashSet<P>,
    headway: &'a mut Headway,
    watch: &'a mut Watch<'w>,
}

impl<P: Solvable> Check<'_, '_, P> {
    /// Sees that the player gets enough, whatever follows.
    fn hold(&mut self, position: &P) -> Result<(), CertificateError> {
        if let Some(outcome) = position.outcome() {
            return if self.plain.is_enough(outcome) {
                Ok(())
            } else {
                Err(refuted(position, "the game is lost"))
            };
        }
        if !self.seen.insert(position.standing_for_images()) {
            return Ok(());
        }
        if position.to_move() != self.plain.player {
            return legal(position).into_iter().try_for_each(|mv| self.hold(&position.after(mv)));
        }
        let Some((image, mv)) = self.reply(position) else { return self.leaf(position) };
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

    /// Lets the plain solver look at the rest.
    fn leaf(&mut self, position: &P) -> Result<(), CertificateError> {
        let before = self.plain.nodes;
        let allowance = Allowance { until: u64::MAX, stop: self.watch.stop };
        let found = self.plain.holds(position, allowance);
        self.headway.nodes += self.plain.nodes - before;
        self.headway.leaves += 1;
        self.watch.tell(*self.headway)?;
        match found {
            Ok(true) => Ok(()),
            Ok(false) => Err(refuted(position, "the claim does not hold")),
            Err(GivenUp::Stopped | GivenUp::TooMany) => Err(CertificateError::Stopped),
        }
    }
}
