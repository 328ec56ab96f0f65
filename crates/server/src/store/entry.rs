//! The stored data of a game, and that of a study.

use cairn_protocol::Action;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Millis, StoreError};

/// The terms of a game, fixed when it is created.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRow {
    /// The id of the game, as in URLs.
    pub id: String,
    /// The game with its options.
    pub spec: String,
    /// The start position, unless it is the usual one.
    pub start: Option<String>,
    /// The seats at the start.
    pub seats: Vec<SeatRow>,
    /// The time control, in the format of `cairn-table`.
    pub clock: String,
    /// Whether the list of public games shows it.
    pub public: bool,
    /// The seed of the bots.
    pub seed: u64,
    /// The time of creation.
    pub created: Millis,
    /// The same value for all games of one creator; it reveals nothing else about them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creator: Option<String>,
    /// Further terms.
    #[serde(default, skip_serializing_if = "Terms::is_default")]
    pub terms: Terms,
}

/// Terms of a game that earlier versions did not support; the default is their behaviour.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Terms {
    /// The number of first plies during which the clocks stand still.
    pub untimed_plies: usize,
    /// Whether an open seat requires the invitation.
    pub by_invitation: bool,
}

impl Terms {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl GameRow {
    /// Returns the owner of its bots' computing time: the creator, or the game itself if the creator is unknown.
    pub(crate) fn scheduling_key(&self) -> &str {
        self.creator.as_deref().unwrap_or(&self.id)
    }

    /// Rejects NUL characters, which PostgreSQL cannot store. (Names are escaped as JSON.)
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let texts =
            [Some(&self.id), Some(&self.spec), self.start.as_ref(), Some(&self.clock), self.creator.as_ref()];
        if texts.into_iter().flatten().any(|text| text.contains('\0')) {
            return Err(StoreError::Failed(format!("the game {:?} contains a NUL character", self.id)));
        }
        Ok(())
    }
}

/// A stored study.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct StudyRow {
    /// The id of the study, as in URLs.
    pub id: String,
    /// The hash of its author's token.
    pub token: String,
    /// Its content as JSON.
    pub content: String,
    /// The number of times that it was changed.
    pub version: u32,
    /// The time of creation.
    pub created: Millis,
    /// The time of the last change.
    pub updated: Millis,
}

impl StudyRow {
    /// Rejects NUL characters, which PostgreSQL cannot store. (JSON escapes them.)
    pub(super) fn check(&self) -> Result<(), StoreError> {
        if [&self.id, &self.token, &self.content].into_iter().any(|text| text.contains('\0')) {
            return Err(StoreError::Failed(format!("the study {:?} contains a NUL character", self.id)));
        }
        Ok(())
    }
}

/// A game in which a bot is to move.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct WaitingGame {
    /// Its id.
    pub id: String,
    /// The seats at the start.
    pub seats: Vec<SeatRow>,
}

/// A seat at the start.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SeatRow {
    /// `human`, `open` or a bot.
    pub player: String,
    /// The name of the person, as typed.
    pub name: Option<String>,
    /// The hash of the token of the person on this seat.
    pub token: Option<String>,
}

/// A stored change of a game.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Entry {
    /// The time of the entry.
    pub at: Millis,
    /// The seat that acted, or whose clock expired.
    pub seat: u8,
    /// The change.
    pub kind: EntryKind,
}

/// The kind of a change.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EntryKind {
    /// A person took an open seat.
    Join {
        /// Their name.
        name: Option<String>,
        /// The hash of their token.
        token: String,
    },
    /// A move.
    Move {
        /// The move in notation.
        text: String,
    },
    /// A player's action other than a move.
    Act {
        /// The action.
        action: Action,
        /// Whether a requested take-back needs the consent of all other people. Earlier versions stored requests
        /// without this field, and granted them after one acceptance.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unanimous: bool,
    },
    /// A clock expired.
    Tick,
    /// A player has left, or has returned.
    Presence {
        /// Whether they are present now.
        here: bool,
    },
    /// The players start a rematch.
    Rematch {
        /// The new game.
        game: String,
    },
}

impl EntryKind {
    /// Creates the kind for an action, as this version stores it.
    pub fn act(action: Action) -> Self {
        Self::Act { action, unanimous: action == Action::AskTakeback }
    }
}

impl Entry {
    /// Returns the kind as JSON.
    pub(super) fn kind_text(&self) -> Result<String, StoreError> {
        to_json(&self.kind)
    }

    /// Creates an entry from its columns.
    pub(super) fn read(at: Millis, seat: i64, kind: &str) -> Result<Self, StoreError> {
        let seat = u8::try_from(seat).map_err(|_| StoreError::Unreadable(format!("the seat {seat}")))?;
        Ok(Self { at, seat, kind: from_json(kind)? })
    }
}

/// Serializes a column as JSON.
pub(super) fn to_json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Failed(error.to_string()))
}

/// Parses a column of JSON.
pub(super) fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Unreadable(format!("{text}: {error}")))
}

/// The state of a game after an entry, for lists.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Summary {
    /// Whether a bot is to move.
    pub bot_to_move: bool,
    /// The result, once it is over.
    pub result: Option<String>,
    /// The time of the last change.
    pub updated: Millis,
}
