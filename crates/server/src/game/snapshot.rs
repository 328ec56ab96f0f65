//! A copy of a game, from which the STATE of the protocol, boards and records are made without the game's lock.

use std::sync::{Arc, OnceLock};

use cairn_protocol::{Clock, ClockState, GameState, MAX_LEGAL_MOVES, SeatKind, SeatState};
use cairn_rules::{Outcome, Player, Players};
use cairn_session::Session;

use super::running::RunningGame;
use super::seat::Seat;
use crate::store::Millis;

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

impl From<&Seat> for SeatState {
    fn from(seat: &Seat) -> Self {
        let kind = match (seat.is_bot(), seat.is_open()) {
            (true, _) => SeatKind::Bot,
            (false, true) => SeatKind::Open,
            (false, false) => SeatKind::Human,
        };
        Self { kind, name: seat.name.clone(), bot: seat.is_bot().then(|| seat.word.clone()) }
    }
}

/// The part of a state that comes from the table, not from the session.
#[derive(Clone, Debug)]
pub(crate) struct TableState {
    id: String,
    seats: Vec<SeatState>,
    takeback: Option<usize>,
    takeback_pending: Option<Vec<usize>>,
    draw_pending: Option<Vec<usize>>,
    public: bool,
    pub(crate) rematch: Option<String>,
    pub(crate) rematch_seats: Option<Vec<usize>>,
    created: Millis,
    updated: Millis,
}

impl TableState {
    fn of(game: &RunningGame) -> Self {
        let (table, draw) = (&game.table, game.session().draw_offer());
        Self {
            id: game.row.id.clone(),
            seats: game.seats.iter().map(SeatState::from).collect(),
            takeback: table.takeback_asked_by().map(Player::index),
            takeback_pending: table.takeback_asked_by().map(|_| indices(table.takeback_pending())),
            draw_pending: draw.map(|_| indices(table.draw_pending())),
            public: game.row.public,
            rematch: game.rematch.clone(),
            rematch_seats: game.rematch.is_some().then(|| game.rematch_seats()),
            created: game.row.created,
            updated: game.updated,
        }
    }

    /// Without pending offers, for an earlier position.
    fn without_offers(&self) -> Self {
        Self { takeback: None, takeback_pending: None, draw_pending: None, ..self.clone() }
    }
}

/// The state of a game, without its clock. Takes time that grows with the game.
fn state_of(session: &dyn Session, table: &TableState) -> GameState {
    let outcome = session.outcome();
    GameState {
        id: table.id.clone(),
        game: session.spec(),
        seats: table.seats.clone(),
        start: session.start_position(),
        position: session.position(),
        moves: session.history(),
        ply: session.ply(),
        to_move: session.to_move().index(),
        legal: legal(session),
        result: outcome.map(Outcome::score),
        reason: outcome.map(|outcome| outcome.reason.name().to_owned()),
        clock: None,
        draw_offer: session.draw_offer().map(Player::index),
        takeback: table.takeback,
        draw_pending: table.draw_pending.clone(),
        takeback_pending: table.takeback_pending.clone(),
        public: table.public,
        rematch: table.rematch.clone(),
        rematch_seats: table.rematch_seats.clone(),
        created: table.created,
        updated: table.updated,
    }
}

fn indices(players: Players) -> Vec<usize> {
    players.iter().map(Player::index).collect()
}

/// The legal moves, unless there are too many to list.
fn legal(session: &dyn Session) -> Option<Vec<String>> {
    (session.outcome().is_some() || session.perft(1) <= MAX_LEGAL_MOVES as u64).then(|| session.legal_moves())
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
