//! Looking back: showing an earlier position while the game stays as it is.

use cairn_session::Session;

use crate::table::Table;

impl Table {
    /// The game at the position shown: the current one, or an earlier one.
    pub fn shown(&self) -> &dyn Session {
        self.earlier.as_deref().unwrap_or(&*self.session)
    }

    /// The ply of the position shown.
    pub fn shown_ply(&self) -> usize {
        self.shown().ply()
    }

    /// Whether an earlier position is shown.
    pub const fn is_looking_back(&self) -> bool {
        self.earlier.is_some()
    }

    pub(crate) fn look_at(&mut self, ply: usize) {
        let is_earlier = ply < self.session.ply();
        self.earlier = if is_earlier { self.session.fork_at(ply) } else { None };
    }
}
