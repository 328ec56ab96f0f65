//! Seats and their bots, which search in separate jobs.
//!
//! A [`ThinkJob`] takes the bot to any thread and returns it in a [`Thought`]. Both include the game and the ply that
//! they are for, so the table never plays a late answer.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cairn_engine::StopFlag;
use cairn_engine::bots::{Bot, BotError, BotFault, PlayerSpec};
use cairn_rules::{Message, Player};
use cairn_session::Session;

use crate::GameId;

/// A bot, and whether it has started the current game.
#[derive(Debug)]
pub(crate) struct SeatedBot {
    bot: Box<dyn Bot>,
    /// Whether the bot has received the current game.
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

/// Returns the players of a saved game: those that the user names, or else those of the file. A file never starts a
/// program: a person takes the seat of an external engine, and the second result reports it.
pub fn resumed_players(
    saved: &[String],
    named: &[Option<PlayerSpec>],
) -> Result<(Vec<PlayerSpec>, Vec<Player>), BotError> {
    let (mut players, mut programs) = (Vec::with_capacity(saved.len()), Vec::new());
    for (index, (text, player)) in saved.iter().zip(Player::ALL).enumerate() {
        players.push(match (named.get(index), PlayerSpec::from_file(text)) {
            (Some(Some(named)), _) => named.clone(),
            (_, Err(BotError::Program { .. })) => {
                programs.push(player);
                PlayerSpec::Human
            }
            (_, read) => read?,
        });
    }
    Ok((players, programs))
}

/// A seat and its player.
#[derive(Debug)]
pub struct Seat {
    spec: PlayerSpec,
    seed: u64,
    /// The bot, except while a job has it.
    bot: Option<SeatedBot>,
}

impl Seat {
    pub(crate) fn new(spec: PlayerSpec, seed: u64) -> Self {
        let mut seat = Self { spec, seed, bot: None };
        seat.replace_bot();
        seat
    }

    /// Returns the player, as specified.
    pub const fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// Returns whether the player is a person.
    pub const fn is_human(&self) -> bool {
        self.spec.is_human()
    }

    /// Returns whether the player is a bot that a job has.
    pub const fn is_away(&self) -> bool {
        !self.is_human() && self.bot.is_none()
    }

    pub(crate) const fn take_bot(&mut self) -> Option<SeatedBot> {
        self.bot.take()
    }

    pub(crate) const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the bot, or creates a new one if it was lost.
    pub(crate) fn return_bot(&mut self, bot: Option<SeatedBot>) {
        match bot {
            Some(bot) => self.bot = Some(bot),
            None => self.replace_bot(),
        }
    }

    /// Starts the game with the bot unless done already. This starts the process of an external engine.
    pub(crate) fn start_bot(&mut self, session: &dyn Session) -> Result<(), BotFault> {
        let seed = self.seed;
        self.bot.as_mut().map_or(Ok(()), |seated| seated.begin(session, seed))
    }

    fn replace_bot(&mut self) {
        self.bot = self.new_bot();
    }

    /// Creates a bot as specified, without a current game.
    pub(crate) fn new_bot(&self) -> Option<SeatedBot> {
        match &self.spec {
            PlayerSpec::Bot(spec) => Some(SeatedBot { bot: spec.make(), has_begun: false }),
            PlayerSpec::Human => None,
        }
    }
}

/// Identifies the request that a thought answers.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Ticket {
    pub(crate) game: GameId,
    pub(crate) ply: usize,
    /// Distinguishes requests for the same ply.
    pub(crate) number: u64,
}

/// A search of a bot, to run on any thread.
#[derive(Debug)]
pub struct ThinkJob {
    pub(crate) ticket: Ticket,
    pub(crate) player: Player,
    pub(crate) bot: SeatedBot,
    pub(crate) session: Box<dyn Session>,
    pub(crate) seed: u64,
    pub(crate) stop: StopFlag,
}

/// The result of a [`ThinkJob`].
#[derive(Debug)]
pub struct Thought {
    pub(crate) ticket: Ticket,
    pub(crate) player: Player,
    pub(crate) result: Result<String, BotFault>,
    pub(crate) bot: Option<SeatedBot>,
}

impl ThinkJob {
    /// Returns the player to move.
    pub const fn player(&self) -> Player {
        self.player
    }

    /// Uses this stop flag instead of the table's own.
    #[must_use]
    pub fn with_stop(self, stop: StopFlag) -> Self {
        Self { stop, ..self }
    }

    /// Runs the job. A panic of the bot counts as a failure.
    pub fn run(self) -> Thought {
        let Self { ticket, player, bot: mut seated, session, seed, stop } = self;
        let chosen = catch_unwind(AssertUnwindSafe(|| {
            let result = choose(&mut seated, &*session, seed, stop);
            (result, seated)
        }));
        let (result, bot) = match chosen {
            Ok((result, seated)) => (result, Some(seated)),
            Err(panic) => {
                // Panic messages are not translated.
                let problem = Message::new("{error}").with("error", panic_message(&*panic));
                (Err(BotFault::Failed { problem }), None)
            }
        };
        // A failed bot may be in any state, so it is dropped.
        let bot = bot.filter(|_| result.is_ok());
        Thought { ticket, player, result, bot }
    }
}

fn choose(
    seated: &mut SeatedBot,
    session: &dyn Session,
    seed: u64,
    stop: StopFlag,
) -> Result<String, BotFault> {
    seated.bot.set_stop(stop);
    seated.begin(session, seed)?;
    seated.bot.choose(session)
}

pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked").to_owned()
}

impl Thought {
    /// Returns the move, for callers that run bots outside their table.
    pub fn into_move(self) -> Result<String, BotFault> {
        self.result
    }
}
