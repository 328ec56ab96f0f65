//! Plays one game between two bots, and reads its result back from the record.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use cairn_engine::bots::{Bot, BotFault, BotSpec, Clocks, EngineLog, Evaluation};
use cairn_rules::{Message, Outcome, Player, Reason};
use cairn_session::{OpenError, Record, SEAT_TAGS, Session};

use crate::adjudication::{Adjudicated, Adjudicator};
use crate::clock::GameClock;
use crate::comments::comment;
use crate::lead::Observations;
use crate::seating::{Side, seating};
use crate::{ArenaError, MatchConfig};

/// The record tags of a match, besides those that every record has.
pub(crate) mod tag {
    pub(crate) const MATCH: &str = "Match";
    pub(crate) const ROUND: &str = "Round";
    pub(crate) const SEED: &str = "Seed";
    pub(crate) const OPENING: &str = "Opening";
    pub(crate) const CAP: &str = "Cap";
    pub(crate) const PLIES: &str = "Plies";
    pub(crate) const FORFEIT: &str = "Forfeit";
    pub(crate) const FAULT: &str = "BotFault";
    pub(crate) const TIME_CONTROL: &str = "TimeControl";
    pub(crate) const OPENINGS: &str = "Openings";
    /// The rules of adjudication.
    pub(crate) const ADJUDICATION: &str = "Adjudication";
    /// The rule that ended the game.
    pub(crate) const ADJUDICATED: &str = "Adjudicated";
    pub(crate) const POSITION: &str = "Position";
}

/// The result of a game for the first bot.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum GameResult {
    Loss,
    Draw,
    Win,
}

impl GameResult {
    /// Returns 0 for a loss, 1 for a draw, 2 for a win.
    pub const fn half_points(self) -> usize {
        self as usize
    }

    const fn lost_by(side: Side) -> Self {
        match side {
            Side::First => Self::Loss,
            Side::Second => Self::Win,
        }
    }
}

/// The reason why a game was lost before its end.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Forfeit {
    /// The bot at fault.
    pub side: Side,
    /// The fault.
    pub fault: String,
    /// Whether it lost on time.
    pub on_time: bool,
}

/// A finished game.
#[derive(Clone, Debug)]
pub(crate) struct PlayedGame {
    /// Its number in the match, from 0.
    pub(crate) number: usize,
    pub(crate) result: GameResult,
    pub(crate) forfeit: Option<Forfeit>,
    pub(crate) record: Record,
    /// Present if [`GameRunner::observe`] requests it.
    pub(crate) observations: Option<Observations>,
}

impl PlayedGame {
    /// Reads the result from a record. With three or four seats, a bot wins if all seats that share
    /// the best place are its own; a game that reached the ply limit is a draw.
    pub(crate) fn read(number: usize, record: Record, seats: usize) -> Self {
        let seating = seating(seats, number);
        let forfeit = record.tag(tag::FORFEIT).and_then(|seat| {
            let (_, side) = Player::seats(seats).zip(&seating).find(|(player, _)| player.name() == seat)?;
            let fault = record.tag(tag::FAULT).unwrap_or_default().to_owned();
            let on_time = record.outcome().is_some_and(|outcome| outcome.reason == Reason::Time);
            Some(Forfeit { side: *side, fault, on_time })
        });
        let result = match (&forfeit, record.outcome()) {
            (Some(forfeit), _) => GameResult::lost_by(forfeit.side),
            (None, Some(outcome)) => result(outcome, &seating),
            (None, None) => GameResult::Draw,
        };
        Self { number, result, forfeit, record, observations: None }
    }

    /// Collects the data that self-play statistics need besides the record; `opening` is the number of plies that no
    /// bot chose.
    pub(crate) fn observe(&mut self, config: &MatchConfig, opening: usize) -> Result<(), OpenError> {
        self.observations = Some(Observations::of(&self.record, opening, config.bot_seed(self.number, 2))?);
        Ok(())
    }

    /// Returns its length.
    pub(crate) fn plies(&self) -> usize {
        self.record.moves().len()
    }
}

fn result(outcome: Outcome, seating: &[Side]) -> GameResult {
    let mut best = outcome.best.iter().filter_map(|player| seating.get(player.index()));
    match best.next() {
        Some(side) if best.all(|other| other == side) => GameResult::lost_by(side.other()),
        _ => GameResult::Draw,
    }
}

/// Returns the name of a match in records.
pub(crate) fn match_name(first: &BotSpec, second: &BotSpec) -> String {
    format!("{} vs {}", first.name(), second.name())
}

/// A bot of one worker thread, created on first use and again after a panic.
pub(crate) struct WorkerBot<'a> {
    spec: &'a BotSpec,
    log: Option<&'a EngineLog>,
    bot: Option<Box<dyn Bot>>,
}

/// A bot's result of its turn.
struct BotTurn {
    mv: String,
    evaluation: Option<Evaluation>,
    time: Duration,
}

impl<'a> WorkerBot<'a> {
    pub(crate) fn new(spec: &'a BotSpec, log: Option<&'a EngineLog>) -> Self {
        Self { spec, log, bot: None }
    }

    fn make(&self) -> Box<dyn Bot> {
        let mut bot = self.spec.make();
        if let Some(log) = self.log {
            bot.set_log(log.clone());
        }
        bot
    }

    /// Requests a move, and measures the time.
    fn take_turn(&mut self, session: &dyn Session, clocks: Option<Clocks>) -> Result<BotTurn, BotFault> {
        self.call(|bot| {
            bot.set_clocks(clocks);
            let started = Instant::now();
            let mv = bot.choose(session)?;
            let time = bot.thinking_time().unwrap_or_else(|| started.elapsed());
            Ok(BotTurn { mv, time, evaluation: bot.evaluation() })
        })
    }

    /// Lets the bot free its memory until it plays again.
    pub(crate) fn rest(&mut self) {
        if self.bot.is_some() {
            // A bot that panics is recreated for its next game.
            let _ = self.call(|bot| {
                bot.rest();
                Ok(())
            });
        }
    }

    /// Calls the bot; treats a panic as a fault.
    fn call<T>(&mut self, call: impl FnOnce(&mut dyn Bot) -> Result<T, BotFault>) -> Result<T, BotFault> {
        let mut bot = self.bot.take().unwrap_or_else(|| self.make());
        let answer = catch_unwind(AssertUnwindSafe(|| call(&mut *bot)))
            .map_err(|_| BotFault::Failed { problem: Message::new("it panicked") })?;
        self.bot = Some(bot);
        answer
    }
}

/// Plays one game of a match.
pub(crate) struct GameRunner<'a> {
    pub(crate) config: &'a MatchConfig,
    pub(crate) number: usize,
    /// Whether to count legal moves and to determine who is ahead.
    pub(crate) observe: bool,
}

impl GameRunner<'_> {
    /// Plays the game to its end; `None` if it was stopped.
    pub(crate) fn play(
        &self,
        bots: &mut [&mut WorkerBot<'_>; 2],
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<PlayedGame>, ArenaError> {
        let config = self.config;
        let mut session = config.open_game(self.number)?;
        let opening = session.ply();
        let seating = seating(session.seats(), self.number);
        self.set_tags(&mut *session, [bots[0].spec, bots[1].spec]);
        let mut fault = None;
        for (bot, side) in [Side::First, Side::Second].into_iter().enumerate() {
            let seed = config.bot_seed(self.number, bot);
            if let Err(error) = bots[bot].call(|bot| bot.new_game(&*session, seed)) {
                if error.is_refusal() {
                    return Err(ArenaError::Bot { name: bots[bot].spec.name().to_owned(), fault: error });
                }
                let seat = seating.iter().position(|seated| *seated == side).unwrap_or_default();
                fault = Some((Player::ALL[seat & 3], error));
                break;
            }
        }
        let controls = seating.iter().map(|side| bots[side.index()].spec.clock().or(config.clock));
        let mut clock = GameClock::new(controls, config.margin);
        let mut adjudicator = Adjudicator::new(&config.adjudication);
        while fault.is_none() && session.outcome().is_none() && session.ply() < config.max_plies {
            if stop() {
                return Ok(None);
            }
            let player = session.to_move();
            let bot = &mut *bots[seating[player.index()].index()];
            let turn = bot.take_turn(&*session, clock.for_mover(player)).and_then(|turn| {
                clock.press(player, turn.time)?;
                session.play(&turn.mv)?;
                Ok(turn)
            });
            match turn {
                Ok(turn) => {
                    if config.comments {
                        session.comment(&comment(turn.evaluation, turn.time));
                    }
                    let is_over = session.outcome().is_some();
                    let end =
                        if is_over { None } else { adjudicator.judge(&*session, player, turn.evaluation) };
                    if let Some(end) = end {
                        adjudicate(&mut *session, end);
                        break;
                    }
                }
                Err(error) => fault = Some((player, error)),
            }
        }
        if let Some((player, fault)) = fault {
            if stop() {
                return Ok(None);
            }
            forfeit(&mut *session, player, &fault);
        }
        let plies = session.ply().to_string();
        set_tag(&mut *session, tag::PLIES, &plies);
        let mut game = PlayedGame::read(self.number, session.record(), session.seats());
        if self.observe {
            game.observe(config, opening)?;
        }
        Ok(Some(game))
    }

    /// Sets the tags whose values are known before the game.
    pub(crate) fn set_tags(&self, session: &mut dyn Session, bots: [&BotSpec; 2]) {
        let config = self.config;
        for (name, side) in SEAT_TAGS.iter().zip(seating(session.seats(), self.number)) {
            set_tag(session, name, bots[side.index()].name());
        }
        set_tag(session, "Date", config.date.as_deref().unwrap_or_default());
        set_tag(session, tag::MATCH, &match_name(bots[0], bots[1]));
        set_tag(session, tag::ROUND, &(self.number + 1).to_string());
        set_tag(session, tag::SEED, &config.seed.to_string());
        set_tag(session, tag::OPENING, &config.opening_plies.to_string());
        set_tag(session, tag::CAP, &config.max_plies.to_string());
        for (name, value) in optional_tags(config) {
            if let Some(value) = value {
                set_tag(session, name, &value);
            }
        }
    }
}

/// Returns the tags that only some matches have.
pub(crate) fn optional_tags(config: &MatchConfig) -> [(&'static str, Option<String>); 3] {
    let rules = (!config.adjudication.is_off()).then(|| config.adjudication.to_string());
    [
        (tag::TIME_CONTROL, config.clock.map(|clock| clock.to_string())),
        (tag::OPENINGS, config.openings.as_ref().map(ToString::to_string)),
        (tag::ADJUDICATION, rules),
    ]
}

/// Sets one of our tags, whose names are all valid.
fn set_tag(session: &mut dyn Session, name: &str, value: &str) {
    let _ = session.set_tag(name, value);
}

/// Ends the game by a rule of adjudication. In a game without draws by agreement, a proven draw has no result.
fn adjudicate(session: &mut dyn Session, Adjudicated { rule, loser }: Adjudicated) {
    set_tag(session, tag::ADJUDICATED, rule);
    let _ = match loser {
        Some(loser) => session.resign(loser),
        None => Player::seats(session.seats()).try_for_each(|player| session.offer_draw(player)),
    };
}

/// Ends the game as a loss of the player whose bot is at fault, and records the fault.
fn forfeit(session: &mut dyn Session, player: Player, fault: &BotFault) {
    set_tag(session, tag::FORFEIT, player.name());
    set_tag(session, tag::FAULT, &fault.to_string());
    // The game is in progress, so this cannot fail.
    let _ = if fault.is_late() { session.forfeit_on_time(player) } else { session.resign(player) };
}
