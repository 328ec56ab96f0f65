//! A copy of a game, from which states, boards and records are made without the game's lock.

use std::sync::{Arc, OnceLock};

use cairn_protocol::{ClockState, GameState};
use cairn_session::Session;

use super::running::RunningGame;
use super::state::{TableState, state_of};

/// A copy of a game after an entry, shared by all requests before the next entry.
pub(crate) struct Snapshot {
    /// The number of entries.
    pub(crate) number: u32,
    pub(crate) ply: usize,
    pub(crate) table: TableState,
    pub(crate) session: Box<dyn Session>,
    /// Without the clock.
    state: OnceLock<GameState>,
}

impl Snapshot {
    pub(super) fn new(game: &RunningGame) -> Self {
        Self {
            number: game.number,
            ply: game.session().ply(),
            table: TableState::of(game),
            session: game.session().fork(),
            state: OnceLock::new(),
        }
    }
}

/// A copy of a game with its clock at a time.
#[derive(Clone)]
pub(crate) struct TimedSnapshot {
    pub(crate) game: Arc<Snapshot>,
    pub(super) clock: Option<ClockState>,
}

impl TimedSnapshot {
    /// The state of the game. Takes time that grows with the game.
    pub(crate) fn state(&self) -> GameState {
        let game = &self.game;
        let state = game.state.get_or_init(|| state_of(&*game.session, &game.table));
        GameState { clock: self.clock.clone(), ..state.clone() }
    }

    /// The state of the game after an earlier move.
    pub(crate) fn state_at(&self, ply: usize) -> GameState {
        let earlier = self.game.session.fork_at(ply).filter(|_| ply < self.game.ply);
        match earlier {
            Some(earlier) => {
                let table = self.game.table.without_offers();
                GameState { clock: self.clock.clone(), ..state_of(&*earlier, &table) }
            }
            None => self.state(),
        }
    }
}
