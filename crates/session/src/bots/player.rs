//! A bot at work: its dice, its memory, and how it comes to a move.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cairn_rules::LevelParams;

use super::slip::Slips;
use super::{BotKind, Budget, Style, perfect};
use crate::study::{Analyst, Features, Limits, Method, Settings};
use crate::truth::Prover;
use crate::{Rng, Session, Span};

/// Among how many moves a bot with slips chooses if nothing else is said.
const USUAL_CHOICE: u16 = 4;
/// Memory of a level, enough for all that it looks at in a few moves.
const LEVEL_MEGABYTES: usize = 4;
/// Memory of everybody else who searches.
const MEGABYTES: usize = 64;

/// A bot that plays a game. What it chooses follows from the game, the seed and what it was asked
/// before in this game; only limits on time and several threads bring in chance.
#[derive(Debug)]
pub struct BuiltinBot {
    bot: BotKind,
    seed: u64,
    rng: Rng,
    analyst: Analyst,
    prover: Prover,
    stop: Option<Arc<AtomicBool>>,
}

/// How a bot goes about one move.
struct Plan {
    settings: Settings,
    limits: Limits,
    slips: Slips,
}

impl BotKind {
    /// The bot at work.
    pub fn player(self, seed: u64) -> BuiltinBot {
        let analyst = Analyst::new(Settings::default());
        let prover = perfect::prover();
        BuiltinBot { bot: self, seed, rng: Rng::seeded(seed), analyst, prover, stop: None }
    }

    /// How it comes to a move by searching; not all do.
    fn plan(self, session: &dyn Session, seed: u64) -> Option<Plan> {
        let settings = Settings { seed, megabytes: MEGABYTES, ..Settings::default() };
        Some(match self {
            Self::Basic(_) | Self::Perfect => return None,
            Self::Level(level) => {
                let LevelParams { nodes, slips, among, margin } = level.params(session.info());
                // Who looks at what a move loses looks at every move.
                let least = if margin < LevelParams::ANY { session.study().count_moves() } else { 0 };
                let nodes = nodes.max(least);
                let slips = Slips { percent: slips, among, margin };
                let settings = Settings { megabytes: LEVEL_MEGABYTES, lines: slips.among.into(), ..settings };
                Plan { settings, limits: Limits::nodes(nodes), slips }
            }
            Self::AlphaBeta(budget) => {
                let slips = budget.slips();
                let threads = budget.threads.unwrap_or(1).into();
                let (features, contempt) = match budget.style {
                    None => (Features::default(), session.info().contempt),
                    Some(Style::Plain) => (Features::TEXTBOOK, 0),
                };
                let contempt = budget.contempt.unwrap_or(contempt);
                let settings =
                    Settings { threads, lines: slips.among.into(), features, contempt, ..settings };
                Plan { settings, limits: budget.into(), slips }
            }
            Self::MonteCarlo(budget) => {
                let settings = Settings { method: Method::MonteCarlo, ..settings };
                Plan { settings, limits: budget.into(), slips: Slips::NEVER }
            }
        })
    }
}

impl BuiltinBot {
    /// Which bot it is.
    pub const fn bot(&self) -> BotKind {
        self.bot
    }

    /// Begins another game: what was learned in the one before is forgotten.
    pub fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.rng = Rng::seeded(seed);
        self.analyst.forget();
        self.prover.forget();
    }

    /// Lets somebody end its thinking early: it then plays the best that it has found.
    pub fn set_stop_flag(&mut self, stop: Arc<AtomicBool>) {
        self.stop = Some(stop);
    }

    /// The move for the player to move; `None` when the game is over.
    pub fn choose(&mut self, session: &dyn Session) -> Option<String> {
        match self.bot {
            BotKind::Basic(bot) => return session.basic_move(bot, &mut self.rng),
            BotKind::Perfect => {
                return perfect::choose(session, &mut self.prover, &mut self.analyst, self.stop.as_ref());
            }
            _ => {}
        }
        let Plan { settings, mut limits, slips } = self.bot.plan(session, self.seed)?;
        limits.stop.clone_from(&self.stop);
        self.analyst.configure(settings);
        let lines = self.analyst.analyze(session, &limits, &mut |_| ()).lines;
        slips.choose(&lines, &mut self.rng)?.moves.first().cloned()
    }
}

impl Budget {
    fn slips(&self) -> Slips {
        let margin = self.margin.map_or(LevelParams::ANY, i32::from);
        match self.slips {
            None | Some(0) => Slips::NEVER,
            Some(percent) => Slips { percent, among: self.among.unwrap_or(USUAL_CHOICE), margin },
        }
    }
}

impl From<Budget> for Limits {
    fn from(budget: Budget) -> Self {
        Self {
            depth: budget.depth.map(u32::from),
            nodes: budget.nodes,
            time: budget.time.map(Span::duration),
            stop: None,
        }
    }
}
