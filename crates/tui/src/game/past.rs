//! Looking back: an earlier position of a game, while the game itself stands still.

use cairn_rules::Scene;
use cairn_session::{Session, at_ply};

use super::Table;

/// A copy of a game, taken back to the position that is looked at.
pub(super) struct Past {
    session: Box<dyn Session>,
    ply: usize,
}

impl Past {
    /// The position after so many plies; `None` if that is the present one.
    fn new(now: &dyn Session, ply: usize) -> Option<Self> {
        let is_past = ply < now.history().len();
        at_ply(now, ply).filter(|_| is_past).map(|session| Self { session, ply })
    }

    pub(super) fn scene(&self) -> Scene {
        self.session.scene()
    }

    pub(super) fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// How many plies were played before it.
    pub(super) const fn ply(&self) -> usize {
        self.ply
    }
}

impl Table {
    /// Looks at the position after so many plies.
    pub(super) fn look_at(&mut self, ply: usize) {
        self.turn.reset();
        self.past = Past::new(&*self.session, ply);
    }

    /// How many plies were played before the position that is looked at.
    pub(super) fn shown_ply(&self) -> usize {
        self.past.as_ref().map_or_else(|| self.session.history().len(), Past::ply)
    }

    /// Looks at a later or an earlier position.
    pub(super) fn look_on(&mut self, plies: isize) {
        let ply = self.shown_ply().saturating_add_signed(plies);
        self.look_at(ply);
    }

    /// The game as it is looked at.
    pub(super) fn shown(&self) -> &dyn Session {
        self.past.as_ref().map_or(&*self.session, Past::session)
    }
}
