//! A seat at the table: a person, or a bot with its memory.

use std::fmt;

use cairn_session::{BotPlayer, Rng, Who};

/// Who sits there.
pub(super) enum Seat {
    Human,
    Bot(Box<BotPlayer>),
}

impl Seat {
    /// Seats somebody; bots throw dice of their own.
    pub(super) fn new(who: Who, dice: &mut Rng) -> Self {
        let seed = dice.next_u64();
        match who {
            Who::Human => Self::Human,
            Who::Bot(bot) => Self::Bot(Box::new(bot.player(seed))),
        }
    }

    pub(super) fn who(&self) -> Who {
        match self {
            Self::Human => Who::Human,
            Self::Bot(player) => Who::Bot(player.bot()),
        }
    }

    pub(super) const fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.who().fmt(f)
    }
}
