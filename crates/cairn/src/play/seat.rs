//! A seat at the table: a person, or a bot with its memory.

use cairn_session::players::{BotSpec, Chooser, Fault, Sitter};
use cairn_session::{Rng, Session};

use crate::interrupt::Hurry;

/// Who sits there.
pub(super) enum Seat {
    Human,
    Bot { spec: BotSpec, bot: Box<dyn Chooser> },
}

impl Seat {
    /// Seats somebody; bots throw dice of their own.
    pub(super) fn new(
        sitter: Sitter,
        session: &dyn Session,
        dice: &mut Rng,
        hurry: &Hurry,
    ) -> Result<Self, Fault> {
        let seed = dice.next_u64();
        Ok(match sitter {
            Sitter::Human => Self::Human,
            Sitter::Bot(spec) => {
                let mut bot = spec.make();
                bot.stop_at(hurry.flag());
                bot.new_game(session, seed)?;
                Self::Bot { spec, bot }
            }
        })
    }

    pub(super) fn sitter(&self) -> Sitter {
        match self {
            Self::Human => Sitter::Human,
            Self::Bot { spec, .. } => Sitter::Bot(spec.clone()),
        }
    }

    pub(super) const fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }
}
