//! Seats, and bots that leave theirs to think.
//!
//! A [`ThinkJob`] takes the bot along and brings it back in a [`Thought`], wherever it runs. Both carry the
//! game and the ply that they are for, so that an answer that comes late is never played.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cairn_engine::bots::{Bot, BotFault, PlayerSpec};
use cairn_rules::Player;
use cairn_session::Session;

use crate::GameId;

/// A bot with what it remembers of the game.
pub(crate) struct SeatedBot {
    bot: Box<dyn Bot>,
    /// Whether it has been told which game this is.
    has_begun: bool,
}

impl SeatedBot {
    fn begin(&mut self, session: &dyn Session, seed: u64) -> Result<(), BotFault> {
        if !self.has_begun {
            self.bot.new_game(session, seed)?;
            self.has_begun = true;
        }
        Ok(())
    }
}

/// A seat: who sits there.
pub struct Seat {
    spec: PlayerSpec,
    seed: u64,
    /// The bot, unless it is away thinking.
    bot: Option<SeatedBot>,
}

impl Seat {
    pub(crate) fn new(spec: PlayerSpec, seed: u64) -> Self {
        let mut seat = Self { spec, seed, bot: None };
        seat.replace_bot();
        seat
    }

    /// Who sits there, as it was asked for.
    pub const fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// Whether a person sits there.
    pub const fn is_human(&self) -> bool {
        self.spec.is_human()
    }

    /// Whether a bot that sits there is away thinking.
    pub const fn is_away(&self) -> bool {
        !self.is_human() && self.bot.is_none()
    }

    pub(crate) const fn take_bot(&mut self) -> Option<SeatedBot> {
        self.bot.take()
    }

    pub(crate) const fn seed(&self) -> u64 {
        self.seed
    }

    /// The bot comes back; one that was lost is replaced by a fresh one.
    pub(crate) fn return_bot(&mut self, bot: Option<SeatedBot>) {
        match bot {
            Some(bot) => self.bot = Some(bot),
            None => self.replace_bot(),
        }
    }

    /// Tells a bot which game this is, if it has not been told; an engine's process is started by that.
    pub(crate) fn start_bot(&mut self, session: &dyn Session) -> Result<(), BotFault> {
        let seed = self.seed;
        self.bot.as_mut().map_or(Ok(()), |seated| seated.begin(session, seed))
    }

    fn replace_bot(&mut self) {
        if let PlayerSpec::Bot(spec) = &self.spec {
            self.bot = Some(SeatedBot { bot: spec.make(), has_begun: false });
        }
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat")
            .field("spec", &self.spec)
            .field("is_away", &self.is_away())
            .finish_non_exhaustive()
    }
}

/// What a thought is for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Ticket {
    pub(crate) game: GameId,
    pub(crate) ply: usize,
    /// Tells two requests about the same ply apart.
    pub(crate) number: u64,
}

/// A bot's turn to think, to be run on any thread.
pub struct ThinkJob {
    pub(crate) ticket: Ticket,
    pub(crate) player: Player,
    pub(crate) bot: SeatedBot,
    pub(crate) session: Box<dyn Session>,
    pub(crate) seed: u64,
    pub(crate) stop: Arc<AtomicBool>,
}

/// What came of a bot's thinking.
pub struct Thought {
    pub(crate) ticket: Ticket,
    pub(crate) player: Player,
    pub(crate) result: Result<String, BotFault>,
    pub(crate) bot: Option<SeatedBot>,
}

impl ThinkJob {
    /// Whose turn it is.
    pub const fn player(&self) -> Player {
        self.player
    }

    /// Ends the thinking early when this is set instead of the table's own flag.
    #[must_use]
    pub fn with_stop_flag(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// Thinks. A bot that panics has failed like any other.
    pub fn run(self) -> Thought {
        let Self { ticket, player, bot: mut seated, session, seed, stop } = self;
        let chosen = catch_unwind(AssertUnwindSafe(|| {
            let result = choose(&mut seated, &*session, seed, stop);
            (result, seated)
        }));
        let (result, bot) = match chosen {
            Ok((result, seated)) => (result, Some(seated)),
            Err(panic) => (Err(BotFault::Failed { problem: panic_message(&*panic) }), None),
        };
        // A bot that has failed may be in any state.
        let bot = bot.filter(|_| result.is_ok());
        Thought { ticket, player, result, bot }
    }
}

fn choose(
    seated: &mut SeatedBot,
    session: &dyn Session,
    seed: u64,
    stop: Arc<AtomicBool>,
) -> Result<String, BotFault> {
    seated.bot.set_stop_flag(stop);
    seated.begin(session, seed)?;
    seated.bot.choose(session)
}

pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked").to_owned()
}

impl fmt::Debug for ThinkJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stopped = self.stop.load(Ordering::Relaxed);
        f.debug_struct("ThinkJob")
            .field("player", &self.player)
            .field("ticket", &self.ticket)
            .field("stopped", &stopped)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thought")
            .field("player", &self.player)
            .field("ticket", &self.ticket)
            .field("result", &self.result)
            .finish_non_exhaustive()
    }
}
