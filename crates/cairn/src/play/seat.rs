//! A seat at the table: a person, or a bot with its memory.

use cairn_session::players::{Bot, BotFault, BotSpec, PlayerSpec};
use cairn_session::{Rng, Session};

use crate::interrupt::StopFlag;

/// Who sits there.
pub(super) enum Seat {
    Human,
    Bot { spec: BotSpec, bot: Box<dyn Bot> },
}

impl Seat {
    /// Seats somebody; bots throw dice of their own.
    pub(super) fn new(
        player_spec: PlayerSpec,
        session: &dyn Session,
        rng: &mut Rng,
        stop_flag: &StopFlag,
    ) -> Result<Self, BotFault> {
        let seed = rng.next_u64();
        Ok(match player_spec {
            PlayerSpec::Human => Self::Human,
            PlayerSpec::Bot(spec) => {
                let mut bot = spec.make();
                bot.set_stop_flag(stop_flag.flag());
                bot.new_game(session, seed)?;
                Self::Bot { spec, bot }
            }
        })
    }

    pub(super) fn player_spec(&self) -> PlayerSpec {
        match self {
            Self::Human => PlayerSpec::Human,
            Self::Bot { spec, .. } => PlayerSpec::Bot(spec.clone()),
        }
    }

    pub(super) const fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }
}
