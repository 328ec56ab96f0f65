//! A new game as it is asked for: checked before anything is stored.

use std::time::Duration;

use cairn_table::TimeControl;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::error::CommandError;
use super::seat::{BOTS, HUMAN, OPEN, Token, kept_name, new_id};
use crate::store::{GameRow, Millis, SeatRow};

/// The longest times that can be asked for.
const LONGEST_SECONDS: u64 = 24 * 60 * 60;
const LONGEST_DAYS: u64 = 365;
/// Seeds that any client can hold as a number.
const SEEDS: u64 = 1 << 53;

/// A new game as it is asked for.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, ToSchema)]
pub(crate) struct NewGame {
    /// The game with its options: `staqs:size=5`.
    pub(crate) game: String,
    /// `human`, `open` or a bot for each seat; human first and then open by default.
    #[serde(default)]
    pub(crate) seats: Option<Vec<String>>,
    /// The position at which it starts.
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default, deserialize_with = "object")]
    pub(crate) clock: Option<ClockBody>,
    /// Whether everybody may find it.
    #[serde(default)]
    pub(crate) public: Option<bool>,
    /// The name of the creator.
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// The seed of the bots.
    #[serde(default)]
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    pub(crate) seed: Option<u64>,
}

/// A time control: `initial` seconds for all moves and `increment` more for each, so many seconds or days for a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Clock)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum ClockBody {
    Fischer {
        #[schema(minimum = 1, maximum = 86_400)]
        initial: u64,
        #[serde(default)]
        #[schema(maximum = 86_400)]
        increment: u64,
    },
    Move {
        #[schema(minimum = 1, maximum = 86_400)]
        seconds: u64,
    },
    Days {
        #[schema(minimum = 1, maximum = 365)]
        days: u64,
    },
}

/// What is told by its kind, which would be taken from a list too.
fn object<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ClockBody>, D::Error> {
    let fields = Option::<Map<String, Value>>::deserialize(deserializer)?;
    fields.map(|fields| ClockBody::deserialize(Value::Object(fields)).map_err(D::Error::custom)).transpose()
}

impl ClockBody {
    fn control(&self) -> Result<TimeControl, CommandError> {
        let within = |value: u64, min: u64, max: u64| {
            let error = CommandError::ClockOutOfRange { value, min, max };
            (min..=max).contains(&value).then_some(value).ok_or(error)
        };
        let seconds = |n: u64, min: u64| within(n, min, LONGEST_SECONDS).map(Duration::from_secs);
        Ok(match *self {
            Self::Fischer { initial, increment } => {
                TimeControl::Fischer { initial: seconds(initial, 1)?, increment: seconds(increment, 0)? }
            }
            Self::Move { seconds: time } => TimeControl::PerMove(seconds(time, 1)?),
            Self::Days { days } => TimeControl::Days(within(days, 1, LONGEST_DAYS)? as u16),
        })
    }
}

/// A checked game with the seat and the token of its creator, if they sit anywhere.
pub(crate) struct Created {
    pub(crate) row: GameRow,
    pub(crate) seat: Option<(usize, Token)>,
}

impl NewGame {
    /// Checks everything; nothing is stored yet.
    pub(crate) fn check(self, now: Millis) -> Result<Created, CommandError> {
        let session = cairn_session::open(&self.game, self.position.as_deref());
        let session = session.map_err(CommandError::InvalidGame)?;
        let count = session.seats();
        let words = self.seats.unwrap_or_else(|| {
            (0..count).map(|index| if index == 0 { HUMAN } else { OPEN }.to_owned()).collect()
        });
        if words.len() != count {
            return Err(CommandError::SeatCount { expected: count, found: words.len() });
        }
        let known = |word: &str| word == HUMAN || word == OPEN || BOTS.contains(&word);
        if let Some(word) = words.iter().find(|word| !known(word)) {
            return Err(CommandError::UnknownSeat(word.clone()));
        }
        let token = Token::new()?;
        let seat = words.iter().position(|word| word == HUMAN);
        let name = kept_name(self.name.as_deref());
        let clock = self.clock.map_or(Ok(TimeControl::Unlimited), |clock| clock.control())?;
        let seed = match self.seed {
            Some(seed) if seed >= SEEDS => return Err(CommandError::SeedTooLarge),
            Some(seed) => seed,
            None => getrandom::u64()? >> 44,
        };
        let seats = words.into_iter().map(|word| {
            let is_mine = word == HUMAN;
            let (name, token) = (name.clone().filter(|_| is_mine), is_mine.then(|| token.hash()));
            SeatRow { player: word, name, token }
        });
        let row = GameRow {
            id: new_id()?,
            spec: session.spec(),
            start: session.start_position(),
            seats: seats.collect(),
            clock: clock.to_string(),
            public: self.public.unwrap_or(false),
            seed,
            created: now,
            creator: None,
        };
        Ok(Created { row, seat: seat.map(|seat| (seat, token)) })
    }
}
