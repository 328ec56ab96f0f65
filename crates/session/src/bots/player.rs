//! A bot at work: its dice, its memory, and how it comes to a move.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Bot, Budget};
use crate::study::{Analyst, Limits, Method, Settings};
use crate::{Rng, Session, Span};

/// What `perfect` looks at, until it can ask a solver first: as much as patience allows.
const PERFECT_NODES: u64 = 1_000_000;
/// Memory of a level, enough for all that it looks at in a few moves.
const LEVEL_MEGABYTES: usize = 4;
/// Memory of everybody else who searches.
const MEGABYTES: usize = 64;

/// A bot that plays a game. What it chooses follows from the game, the seed and what it was asked
/// before in this game; only limits on time and several threads bring in chance.
#[derive(Debug)]
pub struct BotPlayer {
    bot: Bot,
    dice: Rng,
    analyst: Analyst,
    stop: Option<Arc<AtomicBool>>,
}

impl Bot {
    /// The bot at work.
    pub fn player(self, seed: u64) -> BotPlayer {
        BotPlayer {
            bot: self,
            dice: Rng::seeded(seed),
            analyst: Analyst::new(self.settings(seed)),
            stop: None,
        }
    }

    /// How it searches.
    fn settings(self, seed: u64) -> Settings {
        let settings = Settings { seed, megabytes: MEGABYTES, ..Settings::default() };
        match self {
            Self::Seed(_) | Self::Perfect => settings,
            Self::Level(level) => {
                Settings { megabytes: LEVEL_MEGABYTES, lines: level.strength().lines, ..settings }
            }
            Self::AlphaBeta(budget) => Settings { threads: budget.threads.unwrap_or(1).into(), ..settings },
            Self::MonteCarlo(_) => Settings { method: Method::MonteCarlo, ..settings },
        }
    }
}

impl BotPlayer {
    /// Which bot it is.
    pub const fn bot(&self) -> Bot {
        self.bot
    }

    /// Begins another game: what was learned in the one before is forgotten.
    pub fn new_game(&mut self, seed: u64) {
        self.dice = Rng::seeded(seed);
        self.analyst.configure(self.bot.settings(seed));
        self.analyst.forget();
    }

    /// Lets somebody end its thinking early: it then plays the best that it has found.
    pub fn stop_at(&mut self, stop: Arc<AtomicBool>) {
        self.stop = Some(stop);
    }

    /// The move for the player to move; `None` when the game is over.
    pub fn choose(&mut self, session: &dyn Session) -> Option<String> {
        let mut limits = match self.bot {
            Bot::Seed(bot) => return session.seed_move(bot, &mut self.dice),
            Bot::Level(level) => Limits::nodes(level.nodes(session.study().count_moves())),
            Bot::Perfect => Limits::nodes(PERFECT_NODES),
            Bot::AlphaBeta(budget) | Bot::MonteCarlo(budget) => budget.into(),
        };
        limits.stop.clone_from(&self.stop);
        let lines = self.analyst.analyze(session, &limits, &mut |_| ()).lines;
        let chosen = match self.bot {
            Bot::Level(level) => level.choose(&lines, &mut self.dice),
            _ => lines.first(),
        };
        chosen?.moves.first().cloned()
    }
}

impl From<Budget> for Limits {
    fn from(budget: Budget) -> Self {
        Self { depth: budget.depth, nodes: budget.nodes, time: budget.time.map(Span::duration), stop: None }
    }
}
