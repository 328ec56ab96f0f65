//! Draw offers: when they expire, and who may accept or decline them.

use cairn_rules::{Message, Player, Players};
use thiserror::Error;

/// A draw offer, answer or resignation that is not allowed now.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum AgreementError {
    /// The game is over.
    Over,
    /// The rules of this game have no draws.
    NoDraws {
        /// The name of the game.
        game: &'static str,
    },
    /// The player's own offer is pending.
    AlreadyOffered {
        /// The player.
        player: Player,
    },
    /// There is no offer to answer.
    NotOffered,
    /// The pending offer is the player's own.
    OwnOffer {
        /// The player.
        player: Player,
    },
    /// The game has fewer seats.
    NoSuchPlayer {
        /// The player.
        player: Player,
    },
}

impl AgreementError {
    /// Returns the user-facing message.
    pub fn message(self) -> Message {
        match self {
            Self::Over => Message::new("the game is over"),
            Self::NoDraws { game } => Message::new("{game} has no draws").with("game", game),
            Self::AlreadyOffered { player } => Message::new("the {player} player has already offered a draw")
                .messages("player", vec![ordinal(player)]),
            Self::NotOffered => Message::new("no draw has been offered"),
            Self::OwnOffer { player } => Message::new("the {player} player cannot answer their own offer")
                .messages("player", vec![ordinal(player)]),
            Self::NoSuchPlayer { player } => Message::new("there is no {player} player in this game")
                .messages("player", vec![ordinal(player)]),
        }
    }
}

/// Formats the player as an ordinal.
fn ordinal(player: Player) -> Message {
    match player.index() {
        0 => Message::new("first"),
        1 => Message::new("second"),
        2 => Message::new("third"),
        _ => Message::new("fourth"),
    }
}

/// A pending draw offer. A player who moves without having accepted declines it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Offer {
    pub(crate) by: Player,
    /// The player who offered the draw and all who have accepted.
    pub(crate) agreed: Players,
}
