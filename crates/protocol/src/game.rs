//! Games on a server: how clients create, join and play them, and the STATE that the server sends.

use std::time::Duration;

use cairn_rules::Outcome;
use cairn_session::Session;
use cairn_table::TimeControl;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

/// The seat of a person.
pub const HUMAN: &str = "human";
/// A seat that any client may take.
pub const OPEN: &str = "open";
/// The bots that clients may request; the server accepts no others.
pub const BOTS: [&str; 11] = [
    "random", "greedy", "level1", "level2", "level3", "level4", "level5", "level6", "level7", "level8",
    "perfect",
];
/// The maximum number of legal moves that a state lists.
pub const MAX_LEGAL_MOVES: usize = 300;
/// The maximum time of a clock in seconds.
pub const MAX_CLOCK_SECONDS: u64 = 24 * 60 * 60;
/// The maximum time of a clock in days.
pub const MAX_CLOCK_DAYS: u64 = 365;

/// Milliseconds since 1970.
pub type Millis = i64;

/// A request that creates a game.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewGame {
    /// The game with its options: `staqs:size=5`.
    pub game: String,
    /// `human`, `open` or a bot for each seat. By default the first seat is human and the others are open.
    #[serde(default)]
    pub seats: Option<Vec<String>>,
    /// The start position, if it is not the default.
    #[serde(default)]
    pub position: Option<String>,
    /// The time control; no clock by default.
    #[serde(default, deserialize_with = "clock_object")]
    pub clock: Option<Clock>,
    /// Whether the server lists it as a public game.
    #[serde(default)]
    pub public: Option<bool>,
    /// Whether anyone with the game's id may take an open seat (default); otherwise a client needs the invitation.
    #[serde(default)]
    pub join: Option<bool>,
    /// The name of the creator.
    #[serde(default)]
    pub name: Option<String>,
    /// The seed of the bots.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(maximum = 9_007_199_254_740_991_u64))]
    pub seed: Option<u64>,
}

/// Accepts only objects: serde would also parse a tagged enum from a list.
fn clock_object<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Clock>, D::Error> {
    let fields = Option::<Map<String, Value>>::deserialize(deserializer)?;
    fields.map(|fields| Clock::deserialize(Value::Object(fields)).map_err(D::Error::custom)).transpose()
}

/// A time control: `initial` seconds for all moves and `increment` more for each, or a number of seconds or days for
/// each move.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words of the protocol")]
pub enum Clock {
    Fischer {
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 86_400))]
        initial: u64,
        #[serde(default)]
        #[cfg_attr(feature = "openapi", schema(maximum = 86_400))]
        increment: u64,
    },
    Move {
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 86_400))]
        seconds: u64,
    },
    Days {
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 365))]
        days: u64,
    },
}

/// A number of a clock is out of range.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Error)]
#[error("{value} is not between {min} and {max}")]
#[expect(missing_docs, reason = "the fields say it")]
pub struct ClockRangeError {
    pub value: u64,
    pub min: u64,
    pub max: u64,
}

impl Clock {
    /// Returns the clock of a time control; `None` without a limit.
    pub fn from_control(control: TimeControl) -> Option<Self> {
        Some(match control {
            TimeControl::Unlimited => return None,
            TimeControl::Fischer { initial, increment } => {
                Self::Fischer { initial: initial.as_secs(), increment: increment.as_secs() }
            }
            TimeControl::PerMove(time) => Self::Move { seconds: time.as_secs() },
            TimeControl::Days(days) => Self::Days { days: days.into() },
        })
    }

    /// Returns the time control of a clock.
    pub fn control(&self) -> Result<TimeControl, ClockRangeError> {
        let within = |value: u64, min: u64, max: u64| {
            let is_in_range = (min..=max).contains(&value);
            is_in_range.then_some(value).ok_or(ClockRangeError { value, min, max })
        };
        let seconds = |value, min| within(value, min, MAX_CLOCK_SECONDS).map(Duration::from_secs);
        Ok(match *self {
            Self::Fischer { initial, increment } => {
                TimeControl::Fischer { initial: seconds(initial, 1)?, increment: seconds(increment, 0)? }
            }
            Self::Move { seconds: time } => TimeControl::PerMove(seconds(time, 1)?),
            Self::Days { days } => TimeControl::Days(within(days, 1, MAX_CLOCK_DAYS)? as u16),
        })
    }
}

/// A game so far: its position, the moves that led there, and what can follow.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Progress))]
pub struct GameProgress {
    /// The game with its options.
    pub game: String,
    /// The position at which it started, unless it is the usual one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub start: Option<String>,
    /// The current position.
    pub position: String,
    /// All moves so far.
    pub moves: Vec<String>,
    /// The number of moves so far.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub ply: usize,
    /// The seat to move.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub to_move: usize,
    /// The legal moves, unless there are more than 300.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub legal: Option<Vec<String>>,
    /// `1-0`, `0-1`, `1/2-1/2` and so on, once the game is over.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub result: Option<String>,
    /// The reason for the result.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub reason: Option<String>,
}

impl GameProgress {
    /// The progress of a session. Takes time that grows with the game.
    pub fn of(session: &dyn Session) -> Self {
        let outcome = session.outcome();
        let is_listed = outcome.is_some() || session.perft(1) <= MAX_LEGAL_MOVES as u64;
        Self {
            game: session.spec(),
            start: session.start_position(),
            position: session.position(),
            moves: session.history(),
            ply: session.ply(),
            to_move: session.to_move().index(),
            legal: is_listed.then(|| session.legal_moves()),
            result: outcome.map(Outcome::score),
            reason: outcome.map(|outcome| outcome.reason.name().to_owned()),
        }
    }
}

/// STATE: a game as the server reports it.
///
/// Clients replay the moves themselves, so reading a state requires only what they cannot derive.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = State))]
pub struct GameState {
    /// Its id in addresses.
    pub id: String,
    /// The game so far.
    #[serde(flatten)]
    pub progress: GameProgress,
    /// Who plays.
    pub seats: Vec<SeatState>,
    /// The time control and the time left.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub clock: Option<ClockState>,
    /// The seat that offers a draw.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub draw_offer: Option<usize>,
    /// The seat that requests a take-back.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub takeback: Option<usize>,
    /// The seats that still have to accept the draw, while one is offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_pending: Option<Vec<usize>>,
    /// The seats that still have to accept the take-back, while a request is pending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takeback_pending: Option<Vec<usize>>,
    /// Whether the server lists it as a public game.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub public: bool,
    /// Whether a client can take an open seat without an invitation.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub join: bool,
    /// The seats of players who have left an unfinished game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<usize>,
    /// The time until the other players can claim a win or a draw because of that, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim_in: Option<u64>,
    /// The seat that has claimed a win or a draw because the other players had left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<usize>,
    /// The last declined offer, until the next move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declined: Option<DeclinedOffer>,
    /// The seats of people who want a rematch, after the end of the game and until the rematch exists.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rematch_wanted: Vec<usize>,
    /// The id of the rematch, once all players want it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// For each seat, the seat of the same player in the rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch_seats: Option<Vec<usize>>,
    /// The time of creation, in milliseconds since 1970.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub created: Millis,
    /// The time of the last change, in milliseconds since 1970.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub updated: Millis,
}

impl GameState {
    /// Returns whether a seat is open.
    pub fn is_waiting(&self) -> bool {
        self.progress.result.is_none() && self.seats.iter().any(|seat| seat.kind == SeatKind::Open)
    }
}

fn yes() -> bool {
    true
}

/// A declined offer.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeclinedOffer {
    /// The kind of the offer.
    #[cfg_attr(feature = "openapi", schema(value_type = String, pattern = "^(draw|takeback|rematch)$"))]
    pub what: OfferKind,
    /// The seat that declined it.
    pub by: usize,
}

/// The kind of an offer.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum OfferKind {
    Draw,
    Takeback,
    Rematch,
}

/// A seat of a game.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatState {
    /// The kind of player.
    #[cfg_attr(feature = "openapi", schema(value_type = String, pattern = "^(human|open|bot)$"))]
    pub kind: SeatKind,
    /// The name of the person.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub name: Option<String>,
    /// The name of the bot.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub bot: Option<String>,
}

/// The kind of player on a seat.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// A person.
    Human,
    /// No player yet.
    Open,
    /// A bot.
    Bot,
}

/// The clocks of a game.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClockState {
    /// The time control.
    #[serde(flatten)]
    pub control: Clock,
    /// The remaining time of each seat, in milliseconds.
    pub left: Vec<u64>,
    /// The seat whose clock runs.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub running: Option<usize>,
}

/// A new game, as its creator receives it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Created))]
pub struct CreatedGame {
    /// The id of the game, as in URLs.
    pub id: String,
    /// The first seat of the creator, if they have one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub seat: Option<usize>,
    /// The token for all seats of the creator.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub token: Option<String>,
    /// The invitation, which other players need to take an open seat unless anyone may join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
    /// The game.
    pub state: GameState,
}

/// The public games.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Listed))]
pub struct GameList {
    /// The games.
    pub games: Vec<GameState>,
}

/// A request to join a game.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = JoinBody))]
pub struct JoinRequest {
    /// The name of the player.
    #[serde(default)]
    pub name: Option<String>,
    /// The invitation, unless anyone may join.
    #[serde(default)]
    pub invite: Option<String>,
}

/// The seat that a client has taken.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Joined))]
pub struct JoinedGame {
    /// The seat.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub seat: Option<usize>,
    /// The token for the seat.
    pub token: String,
    /// The game.
    pub state: GameState,
}

/// A request to play a move.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = MoveBody))]
pub struct MoveRequest {
    /// The move in notation.
    pub r#move: String,
    /// The number of earlier moves.
    pub ply: u64,
}

/// A request for another action of a player.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ActionBody))]
pub struct ActionRequest {
    /// The name of an [`Action`](crate::Action).
    #[cfg_attr(feature = "openapi", schema(value_type = crate::Action))]
    pub action: String,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn clocks_are_time_controls() {
        for text in ["none", "5m+3s", "30s/move", "3d"] {
            let control: TimeControl = text.parse().unwrap();
            let clock = Clock::from_control(control);
            assert_eq!(
                clock.map(|clock| clock.control()),
                (control != TimeControl::Unlimited).then_some(Ok(control))
            );
        }
        let error = Clock::Days { days: 366 }.control().unwrap_err();
        assert_eq!(error.to_string(), "366 is not between 1 and 365");
    }

    #[test]
    fn a_clock_is_an_object() {
        let read =
            |clock: Value| serde_json::from_value::<NewGame>(json!({ "game": "staqs", "clock": clock }));
        assert_eq!(read(json!({ "kind": "days", "days": 3 })).unwrap().clock, Some(Clock::Days { days: 3 }));
        assert_eq!(read(Value::Null).unwrap().clock, None);
        assert!(read(json!(["days", 3])).is_err());
    }

    #[test]
    fn a_state_requires_only_what_cannot_be_derived() {
        let state = json!({ "id": "a", "game": "staqs", "seats": [], "position": "p", "moves": [] });
        let state: GameState = serde_json::from_value(state).unwrap();
        assert!(!state.is_waiting());
        let missing = json!({ "id": "a", "game": "staqs", "seats": [], "position": "p" });
        assert!(serde_json::from_value::<GameState>(missing).is_err());
    }
}
