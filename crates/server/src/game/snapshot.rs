//! A copy of a game after one of its entries: states, boards and records are made from it without the game's lock.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use cairn_protocol::{ClockState, GameState};
use cairn_session::Session;

use super::running::Running;
use super::state::{TableState, state_of};

/// A game after an entry. All who ask for it before the next entry share one copy.
pub(crate) struct Snapshot {
    /// The number of entries so far.
    pub(crate) number: u32,
    pub(crate) ply: usize,
    pub(crate) table: TableState,
    session: Mutex<Box<dyn Session>>,
    /// Without the clock.
    state: OnceLock<GameState>,
}

impl Snapshot {
    pub(super) fn new(game: &Running) -> Self {
        Self {
            number: game.number,
            ply: game.session().ply(),
            table: TableState::of(game),
            session: Mutex::new(game.session().fork()),
            state: OnceLock::new(),
        }
    }

    /// The session of the copy. Blocks while another thread uses it.
    pub(crate) fn session(&self) -> MutexGuard<'_, Box<dyn Session>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A snapshot with its clock at a moment.
#[derive(Clone)]
pub(crate) struct Moment {
    pub(crate) snapshot: Arc<Snapshot>,
    pub(super) clock: Option<ClockState>,
}

impl Moment {
    /// The state of the game. Takes time that grows with the game.
    pub(crate) fn state(&self) -> GameState {
        let snapshot = &self.snapshot;
        let state = snapshot.state.get_or_init(|| state_of(&**snapshot.session(), &snapshot.table));
        GameState { clock: self.clock.clone(), ..state.clone() }
    }

    /// The state of the game as it was after so many moves.
    pub(crate) fn state_at(&self, ply: usize) -> GameState {
        let earlier = self.snapshot.session().fork_at(ply).filter(|_| ply < self.snapshot.ply);
        match earlier {
            Some(earlier) => {
                let table = self.snapshot.table.without_offers();
                GameState { clock: self.clock.clone(), ..state_of(&*earlier, &table) }
            }
            None => self.state(),
        }
    }
}
