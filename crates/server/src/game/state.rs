//! STATE: a game as the protocol tells it.

use cairn_rules::{Outcome, Player, Players};
use cairn_session::Session;
use cairn_table::TimeControl;
use serde::Serialize;
use utoipa::ToSchema;

use super::create::ClockBody;
use super::running::Running;
use super::seat::{HUMAN, OPEN, Seat};
use crate::store::Millis;

/// The most legal moves that are listed.
const MOST_LEGAL: u64 = 300;

/// A game as it is told. The fields are those of the protocol.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct State {
    pub(crate) id: String,
    /// The game with its options.
    pub(crate) game: String,
    pub(crate) seats: Vec<SeatState>,
    /// The position at which it started, unless it is the usual one.
    #[schema(required)]
    pub(crate) start: Option<String>,
    pub(crate) position: String,
    pub(crate) moves: Vec<String>,
    /// The number of moves so far.
    pub(crate) ply: usize,
    /// The seat to move.
    pub(crate) to_move: usize,
    /// The legal moves, unless there are more than 300.
    #[schema(required)]
    pub(crate) legal: Option<Vec<String>>,
    /// `1-0`, `0-1`, `1/2-1/2` and so on, once it is over.
    #[schema(required)]
    pub(crate) result: Option<String>,
    /// Why it is over.
    #[schema(required)]
    pub(crate) reason: Option<String>,
    #[schema(required)]
    pub(crate) clock: Option<ClockState>,
    /// The seat that offers a draw.
    #[schema(required)]
    pub(crate) draw_offer: Option<usize>,
    /// The seat that asks for a move back.
    #[schema(required)]
    pub(crate) takeback: Option<usize>,
    /// The seats that still have to accept the draw, while one is offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) draw_pending: Option<Vec<usize>>,
    /// The seats that still have to accept the take-back, while one is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) takeback_pending: Option<Vec<usize>>,
    /// Whether everybody may find it.
    pub(crate) public: bool,
    /// The game that follows, once all want to play again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rematch: Option<String>,
    /// For each seat, the seat of the same player in the game that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rematch_seats: Option<Vec<usize>>,
    /// When it was created, in milliseconds since 1970.
    pub(crate) created: Millis,
    /// When it was changed last.
    pub(crate) updated: Millis,
}

/// A seat as it is told.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct SeatState {
    #[schema(pattern = "^(human|open|bot)$")]
    pub(crate) kind: &'static str,
    #[schema(required)]
    pub(crate) name: Option<String>,
    /// Which bot.
    #[schema(required)]
    pub(crate) bot: Option<String>,
}

/// A clock as it is told.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct ClockState {
    #[serde(flatten)]
    control: ClockBody,
    /// What each seat has left, in milliseconds.
    left: Vec<u64>,
    /// The seat whose clock runs.
    #[schema(required)]
    running: Option<usize>,
}

impl From<&Seat> for SeatState {
    fn from(seat: &Seat) -> Self {
        let kind = match (seat.is_bot(), seat.is_open()) {
            (true, _) => "bot",
            (false, true) => OPEN,
            (false, false) => HUMAN,
        };
        Self { kind, name: seat.name.clone(), bot: seat.is_bot().then(|| seat.word.clone()) }
    }
}

/// The part of a state that comes from the table and not from the session.
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
    pub(super) fn of(game: &Running) -> Self {
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

    /// Without what is pending now, for an earlier position.
    pub(super) fn without_offers(&self) -> Self {
        Self { takeback: None, takeback_pending: None, draw_pending: None, ..self.clone() }
    }
}

impl State {
    /// The state of a game, without its clock. Takes time that grows with the game.
    pub(super) fn new(session: &dyn Session, table: &TableState) -> Self {
        let outcome = session.outcome();
        Self {
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
}

fn indices(players: Players) -> Vec<usize> {
    players.iter().map(Player::index).collect()
}

/// The legal moves, unless there are too many to be listed.
pub(crate) fn legal(session: &dyn Session) -> Option<Vec<String>> {
    (session.outcome().is_some() || session.perft(1) <= MOST_LEGAL).then(|| session.legal_moves())
}

/// The time control with what is left of it.
pub(super) fn clock(game: &Running, now: Millis) -> Option<ClockState> {
    let clock = game.table.clock();
    let control = match clock.control() {
        TimeControl::Unlimited => return None,
        TimeControl::Fischer { initial, increment } => {
            ClockBody::Fischer { initial: initial.as_secs(), increment: increment.as_secs() }
        }
        TimeControl::PerMove(time) => ClockBody::Move { seconds: time.as_secs() },
        TimeControl::Days(days) => ClockBody::Days { days: days.into() },
    };
    let at = game.time(now);
    let players = Player::ALL.into_iter().take(game.seats.len());
    let left = players.map(|player| clock.left(player, at).unwrap_or_default().as_millis() as u64);
    let running = clock.running().filter(|_| !game.is_full()).map(Player::index);
    Some(ClockState { control, left: left.collect(), running })
}
