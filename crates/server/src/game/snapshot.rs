//! A copy of a game, from which states of the protocol, boards and records are computed without the game's lock.

use std::sync::{Arc, OnceLock};

use cairn_protocol::{Clock, ClockState, GameProgress, GameState, SeatKind, SeatState};
use cairn_rules::{Player, Players};
use cairn_session::Session;

use super::running::RunningGame;
use crate::store::{Millis, SeatRow};

/// The reason of an aborted game.
const ABORTED: &str = "aborted";

/// A copy of a game after an entry, shared by all requests before the next entry.
pub(crate) struct Snapshot {
    /// The number of entries.
    pub(crate) number: u32,
    pub(crate) ply: usize,
    /// The part of the state that comes from the table: without the clock and the data of the session.
    pub(crate) table: GameState,
    pub(crate) session: Box<dyn Session>,
    /// The state without the clock.
    state: OnceLock<GameState>,
}

impl Snapshot {
    pub(super) fn new(game: &RunningGame) -> Self {
        let (table, session) = (&game.table, game.session().fork());
        let (draw, takeback) = (session.draw_offer(), table.takeback_asked_by());
        let table = GameState {
            id: game.row.id.clone(),
            progress: GameProgress {
                result: game.is_aborted.then(|| "*".to_owned()),
                reason: game.is_aborted.then(|| ABORTED.to_owned()),
                ..GameProgress::default()
            },
            seats: game.seats.iter().map(SeatState::from).collect(),
            clock: None,
            draw_offer: draw.map(Player::index),
            takeback: takeback.map(Player::index),
            draw_pending: draw.map(|_| indices(table.draw_pending())),
            takeback_pending: takeback.map(|_| indices(table.takeback_pending())),
            public: game.row.public,
            join: !game.row.terms.by_invitation,
            away: game.away(),
            claim_in: None,
            claimed: game.claimed,
            declined: game.declined,
            rematch_wanted: game.rematch_wanted(),
            rematch: game.rematch.clone(),
            rematch_seats: game.rematch.is_some().then(|| game.rematch_seats()),
            created: game.row.created,
            updated: game.updated,
        };
        Self { number: game.number, ply: session.ply(), table, session, state: OnceLock::new() }
    }
}

/// A copy of a game with its clock at a time.
#[derive(Clone)]
pub(crate) struct TimedSnapshot {
    pub(crate) game: Arc<Snapshot>,
    pub(super) clock: Option<ClockState>,
    /// The number of milliseconds until the game can be claimed from absent players.
    pub(super) claim_in: Option<u64>,
}

impl TimedSnapshot {
    /// Computes the state of the game. Takes time proportional to the length of the game.
    pub(crate) fn state(&self) -> GameState {
        let game = &self.game;
        let state = game.state.get_or_init(|| state_of(&*game.session, game.table.clone()));
        GameState { clock: self.clock.clone(), claim_in: self.claim_in, ..state.clone() }
    }

    /// Computes the state of the game after an earlier move, without the pending offers.
    pub(crate) fn state_at(&self, ply: usize) -> GameState {
        let Some(earlier) = self.game.session.fork_at(ply).filter(|_| ply < self.game.ply) else {
            return self.state();
        };
        let (draw_offer, takeback, draw_pending, takeback_pending) = (None, None, None, None);
        let (table, clock) = (self.game.table.clone(), self.clock.clone());
        let table = GameState { draw_offer, takeback, draw_pending, takeback_pending, clock, ..table };
        state_of(&*earlier, table)
    }
}

impl From<&SeatRow> for SeatState {
    fn from(seat: &SeatRow) -> Self {
        let kind = match (seat.is_bot(), seat.is_open()) {
            (true, _) => SeatKind::Bot,
            (false, true) => SeatKind::Open,
            (false, false) => SeatKind::Human,
        };
        Self { kind, name: seat.name.clone(), bot: seat.is_bot().then(|| seat.player.clone()) }
    }
}

/// Adds the data of a session to the state of a table. Takes time proportional to the length of the game.
fn state_of(session: &dyn Session, table: GameState) -> GameState {
    let mut progress = GameProgress::of(session);
    progress.result = progress.result.or(table.progress.result);
    progress.reason = progress.reason.or(table.progress.reason);
    GameState { progress, ..table }
}

fn indices(players: Players) -> Vec<usize> {
    players.iter().map(Player::index).collect()
}

/// The time control and the time left.
pub(super) fn clock_state(game: &RunningGame, now: Millis) -> Option<ClockState> {
    let clock = game.table.clock();
    let control = Clock::from_control(clock.control())?;
    let at = game.time(now);
    let players = Player::ALL.into_iter().take(game.seats.len());
    let left = players.map(|player| clock.left(player, at).unwrap_or_default().as_millis() as u64);
    let running = clock.running().filter(|_| !game.is_full()).map(Player::index);
    Some(ClockState { control, left: left.collect(), running })
}
