//! Draw offers: how long an offer stands, and who may accept or decline it.

use cairn_rules::{Player, Players};
use cairn_texts::Texts;
use thiserror::Error;

/// A draw offer, answer or resignation that is not allowed now.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum AgreementError {
    #[error("the game is over")]
    Over,
    #[error("{game} knows no draw")]
    NoDraws { game: &'static str },
    #[error("the {player} player has already offered a draw")]
    AlreadyOffered { player: Player },
    #[error("no draw is offered")]
    NotOffered,
    #[error("the {player} player cannot answer an own offer")]
    OwnOffer { player: Player },
    #[error("there is no {player} player in this game")]
    NoSuchPlayer { player: Player },
}

impl AgreementError {
    /// The message in a language.
    pub fn tell(self, texts: Texts) -> String {
        let seat = |player: Player| texts.ordinal(player.name());
        match self {
            Self::Over => texts.say("agree.over").to_owned(),
            Self::NoDraws { game } => texts.tell("agree.no_draws", &[("game", &game)]),
            Self::AlreadyOffered { player } => texts.tell("agree.already", &[("player", &seat(player))]),
            Self::NotOffered => texts.say("agree.not_offered").to_owned(),
            Self::OwnOffer { player } => texts.tell("agree.own_offer", &[("player", &seat(player))]),
            Self::NoSuchPlayer { player } => texts.tell("agree.nobody", &[("player", &seat(player))]),
        }
    }
}

/// A pending draw offer.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Offer {
    by: Player,
    /// The player who offered the draw and all who have accepted.
    agreed: Players,
}

impl Offer {
    pub(crate) fn new(by: Player) -> Self {
        Self { by, agreed: Players::from_iter([by]) }
    }

    pub(crate) const fn by(self) -> Player {
        self.by
    }

    pub(crate) const fn agreed(self) -> Players {
        self.agreed
    }

    /// Records that a player accepts; whether all `seats` now agree.
    pub(crate) fn accept(&mut self, player: Player, seats: usize) -> bool {
        self.agreed.insert(player);
        self.agreed.len() == seats
    }

    /// Whether the offer stands after a move of `player`: moving without having accepted declines it.
    pub(crate) const fn survives_move_of(self, player: Player) -> bool {
        self.agreed.contains(player)
    }
}
