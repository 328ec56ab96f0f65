//! Messages on the live socket of a game, and the actions of players besides moves.

use std::fmt;
use std::str::FromStr;

use serde::de::IntoDeserializer;
use serde::de::value::{self, StrDeserializer};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{GameState, GameView, Turn};

/// A message from a client.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ClientMessage {
    /// The first message; when repeated, the server sends the state again.
    Hello {
        /// The token of the client's seats.
        #[serde(default)]
        token: Option<String>,
        /// The number of moves that the client has; the server sends the whole state in any case.
        #[serde(default)]
        ply: Option<u64>,
        /// Whether the server should send boards.
        #[serde(default)]
        view: bool,
    },
    /// Plays a move.
    Move {
        /// The number of the request, which the reply repeats.
        n: i64,
        /// The move in notation.
        r#move: String,
        /// The number of earlier moves.
        ply: u64,
    },
    /// Resigns, offers, responds to an offer, or requests a rematch.
    Action {
        /// The number of the request, which the reply repeats.
        n: i64,
        /// The name of an [`Action`].
        action: String,
    },
    /// Requests the next steps of a turn.
    Steps {
        /// The number of the request, which the reply repeats.
        n: i64,
        /// The steps taken so far.
        #[serde(default)]
        taken: Vec<String>,
        /// A move to mark as advised.
        #[serde(default)]
        hint: Option<String>,
        /// Whether to mark threats against the player to move.
        #[serde(default)]
        threats: bool,
        /// Whether to add a preview of the board to each step that completes a move.
        #[serde(default)]
        preview: bool,
    },
    /// Requests a `pong`.
    Ping,
}

/// A message from the server.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The reply to `hello`.
    State {
        /// The game.
        state: Box<GameState>,
        /// The board, if the client has requested boards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        view: Option<GameView>,
    },
    /// A move was played.
    Moved {
        /// The number of moves, including this one.
        #[serde(default)]
        ply: usize,
        /// The move in notation.
        #[serde(default)]
        r#move: String,
        /// The seat that played it.
        #[serde(default)]
        by: usize,
        /// The game after the move.
        state: Box<GameState>,
        /// The board, if the client has requested boards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        view: Option<GameView>,
    },
    /// Another change: offers, joins, ends, clocks.
    Changed {
        /// The game.
        state: Box<GameState>,
        /// The board, if the client has requested boards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        view: Option<GameView>,
    },
    /// A bot has started to think.
    Thinking {
        /// The seat of the bot.
        by: usize,
    },
    /// A request was accepted.
    Ok {
        /// The number of the request.
        n: i64,
        /// The result.
        #[serde(flatten)]
        answer: Answer,
    },
    /// A request was rejected.
    Problem {
        /// The number of the request, if it had one.
        n: Option<i64>,
        /// The equivalent HTTP status.
        #[serde(default)]
        status: u16,
        /// The reason, in the language of the request.
        detail: String,
    },
    /// The reply to `ping`.
    Pong,
    /// A message of a later version of the protocol.
    #[serde(other)]
    Unknown,
}

impl ServerMessage {
    /// Adds the board to a message that has a field for it.
    pub fn set_view(&mut self, board: GameView) {
        if let Self::State { view, .. } | Self::Moved { view, .. } | Self::Changed { view, .. } = self {
            *view = Some(board);
        }
    }
}

/// The result of a request on a live socket.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// The next steps of a turn.
    Steps(Turn),
    /// The server has played the move or executed the action.
    Done {
        /// The number of moves.
        ply: usize,
        /// The id of the rematch, once all players want it.
        rematch: Option<String>,
        /// For each seat, the seat of the same player in the rematch.
        rematch_seats: Option<Vec<usize>>,
    },
    /// A result of a later version of the protocol.
    Unknown {},
}

/// An action of a player other than a move.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum Action {
    Resign,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    AskTakeback,
    AcceptTakeback,
    DeclineTakeback,
    Rematch,
    DeclineRematch,
    /// Ends a game without a result before every player has moved; cancels an invitation.
    Abort,
    /// Claims a win against players who have left.
    ClaimWin,
    /// Claims a draw against players who have left.
    ClaimDraw,
}

impl Action {
    /// All actions.
    pub const ALL: [Self; 12] = [
        Self::Resign,
        Self::OfferDraw,
        Self::AcceptDraw,
        Self::DeclineDraw,
        Self::AskTakeback,
        Self::AcceptTakeback,
        Self::DeclineTakeback,
        Self::Rematch,
        Self::DeclineRematch,
        Self::Abort,
        Self::ClaimWin,
        Self::ClaimDraw,
    ];
}

/// Formats the name in the protocol.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// An unknown action.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("`{0}` is not an action")]
pub struct UnknownAction(pub String);

impl FromStr for Action {
    type Err = UnknownAction;

    fn from_str(text: &str) -> Result<Self, UnknownAction> {
        let word: StrDeserializer<'_, value::Error> = text.into_deserializer();
        Self::deserialize(word).map_err(|_| UnknownAction(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_action_has_the_word_that_it_is_written_with() {
        for action in Action::ALL {
            let word = action.to_string();
            assert_eq!((json!(action), word.parse()), (json!(word), Ok(action)));
        }
        assert_eq!(Action::OfferDraw.to_string(), "offer_draw");
        assert_eq!("castle".parse::<Action>().unwrap_err().to_string(), "`castle` is not an action");
    }

    #[test]
    fn answers_differ_by_their_fields() {
        let done =
            ServerMessage::Ok { n: 7, answer: Answer::Done { ply: 3, rematch: None, rematch_seats: None } };
        let text = json!({ "t": "ok", "n": 7, "ply": 3, "rematch": null, "rematch_seats": null });
        assert_eq!(json!(done), text);
        assert_eq!(serde_json::from_value::<ServerMessage>(text).unwrap(), done);
        let later = json!({ "t": "ok", "n": 8, "since": "a later version" });
        let later = serde_json::from_value::<ServerMessage>(later).unwrap();
        assert_eq!(later, ServerMessage::Ok { n: 8, answer: Answer::Unknown {} });
    }

    #[test]
    fn unknown_messages_can_be_ignored() {
        let message = serde_json::from_str::<ServerMessage>(r#"{"t":"news","x":1}"#).unwrap();
        assert_eq!(message, ServerMessage::Unknown);
        assert!(serde_json::from_str::<ServerMessage>(r#"{"t":"moved","state":7}"#).is_err());
    }

    #[test]
    fn a_hello_needs_nothing_else() {
        let hello = serde_json::from_str::<ClientMessage>(r#"{"t":"hello"}"#).unwrap();
        assert_eq!(hello, ClientMessage::Hello { token: None, ply: None, view: false });
        assert_eq!(json!(ClientMessage::Ping), json!({ "t": "ping" }));
    }
}
