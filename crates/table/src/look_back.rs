//! Looking back: an earlier position of the game, while the game itself stands still.

use cairn_session::{Session, at_ply};

use crate::table::Table;

impl Table {
    /// The game as it is looked at: as it stands, or at an earlier position.
    pub fn shown(&self) -> &dyn Session {
        self.earlier.as_deref().unwrap_or(&*self.session)
    }

    /// How many plies were played before the position that is looked at.
    pub fn shown_ply(&self) -> usize {
        self.shown().history().len()
    }

    /// Whether an earlier position is looked at.
    pub const fn is_looking_back(&self) -> bool {
        self.earlier.is_some()
    }

    pub(crate) fn look_at(&mut self, ply: usize) {
        let is_earlier = ply < self.session.history().len();
        self.earlier = if is_earlier { at_ply(&*self.session, ply) } else { None };
    }
}
