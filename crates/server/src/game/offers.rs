//! Counts draw offers and take-back requests, so that no player can fill a game with them.

/// Draw offers, and take-back requests, of one person in one position.
pub(super) const MAX_OFFERS_PER_POSITION: u32 = 3;
/// Offers, requests and answers in one game. From then on only pending ones can be answered.
const MAX_OFFERS: u32 = 1_000;

/// A kind of offer that is limited per position.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum OfferKind {
    Draw,
    Takeback,
}

/// The offers of a game.
#[derive(Debug)]
pub(super) struct Offers {
    /// Offers, requests and answers since the start.
    total: u32,
    /// Draw offers and take-back requests of each seat since the position changed.
    recent: Vec<[u32; 2]>,
}

impl Offers {
    pub(super) fn new(seats: usize) -> Self {
        Self { total: 0, recent: vec![[0; 2]; seats] }
    }

    /// Counts an offer, a request or an answer.
    pub(super) fn count(&mut self, seat: usize, kind: Option<OfferKind>) {
        self.total += 1;
        if let (Some(recent), Some(kind)) = (self.recent.get_mut(seat), kind) {
            recent[kind as usize] += 1;
        }
    }

    /// Starts counting again for a new position.
    pub(super) fn position_changed(&mut self) {
        self.recent.fill([0; 2]);
    }

    /// The offers of a person, who may have several seats, in this position.
    pub(super) fn of(&self, kind: OfferKind, person: &[usize]) -> u32 {
        person.iter().filter_map(|seat| self.recent.get(*seat)).map(|recent| recent[kind as usize]).sum()
    }

    /// Whether no more offers are allowed.
    pub(super) const fn is_exhausted(&self) -> bool {
        self.total >= MAX_OFFERS
    }
}
