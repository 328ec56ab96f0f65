//! One game between bots: how it is played, and what its record says about it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cairn_rules::{Outcome, Player};
use cairn_session::players::{Bot, BotFault, BotSpec};
use cairn_session::{OpenError, Record, Session};

use crate::Terms;
use crate::decided::leaders;
use crate::seating::{Side, seating};

/// Tags of a match's records, besides those that every record has.
pub(crate) mod tag {
    pub(crate) const MATCH: &str = "Match";
    pub(crate) const ROUND: &str = "Round";
    pub(crate) const SEED: &str = "Seed";
    pub(crate) const OPENING: &str = "Opening";
    pub(crate) const CAP: &str = "Cap";
    pub(crate) const PLIES: &str = "Plies";
    pub(crate) const FORFEIT: &str = "Forfeit";
    pub(crate) const FAULT: &str = "BotFault";
    pub(crate) const SEATS: [&str; 4] = ["First", "Second", "Third", "Fourth"];
}

/// What a game brought the bot that is named first.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Score {
    Loss,
    Draw,
    Win,
}

impl Score {
    /// Twice the points: 0, 1 or 2.
    pub const fn halves(self) -> usize {
        self as usize
    }

    const fn lost_by(side: Side) -> Self {
        match side {
            Side::First => Self::Loss,
            Side::Second => Self::Win,
        }
    }
}

/// A game that was lost by a bot's fault.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Forfeit {
    /// Whose fault it was.
    pub side: Side,
    /// What happened.
    pub fault: String,
}

/// What can be seen while a game is played.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Observed {
    /// How many legal moves there were at every ply after the opening.
    pub branching: Vec<u64>,
    /// Who was ahead after a quarter, a half and three quarters of the game.
    pub leaders: [Option<Player>; 3],
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct Game {
    /// Which game of its match, from 0.
    pub number: usize,
    /// Who sat where.
    pub seating: Vec<Side>,
    /// What it brought the first bot.
    pub score: Score,
    /// Whose fault ended it, if one did.
    pub forfeit: Option<Forfeit>,
    /// The game as it was played.
    pub record: Record,
    /// What was looked at on the way, if somebody asked.
    pub observed: Option<Observed>,
}

impl Game {
    /// Understands the record of a game. Where several bots of one kind sit at the board, a win is
    /// one of all seats that came out best; a game that was stopped is a draw.
    pub(crate) fn read(number: usize, record: Record, seats: usize) -> Self {
        let seating = seating(seats, number);
        let forfeit = record.tag(tag::FORFEIT).and_then(|seat| {
            let (_, side) = Player::seats(seats).zip(&seating).find(|(player, _)| player.name() == seat)?;
            Some(Forfeit { side: *side, fault: record.tag(tag::FAULT).unwrap_or_default().to_owned() })
        });
        let score = match (&forfeit, record.outcome()) {
            (Some(forfeit), _) => Score::lost_by(forfeit.side),
            (None, Some(outcome)) => score(outcome, &seating),
            (None, None) => Score::Draw,
        };
        Self { number, seating, score, forfeit, record, observed: None }
    }

    /// How many plies it had.
    pub fn plies(&self) -> usize {
        self.record.moves().len()
    }
}

fn score(outcome: Outcome, seating: &[Side]) -> Score {
    let mut best = outcome.best.iter().filter_map(|player| seating.get(player.index()));
    match best.next() {
        Some(side) if best.all(|other| other == side) => Score::lost_by(side.other()),
        _ => Score::Draw,
    }
}

/// The name of a match in records.
pub(crate) fn label(first: &BotSpec, second: &BotSpec) -> String {
    format!("{} vs {}", first.name(), second.name())
}

/// A bot of a worker, made when it is needed and again when it has panicked.
pub(crate) struct Bench<'a> {
    spec: &'a BotSpec,
    bot: Option<Box<dyn Bot>>,
}

impl<'a> Bench<'a> {
    pub(crate) fn new(spec: &'a BotSpec) -> Self {
        Self { spec, bot: None }
    }

    /// Asks the bot for something; a panic is a fault like others.
    fn ask<T>(&mut self, ask: impl FnOnce(&mut dyn Bot) -> Result<T, BotFault>) -> Result<T, BotFault> {
        let mut bot = self.bot.take().unwrap_or_else(|| self.spec.make());
        let answer = catch_unwind(AssertUnwindSafe(|| ask(&mut *bot)))
            .map_err(|_| BotFault::Failed { problem: "it panicked".to_owned() })?;
        self.bot = Some(bot);
        answer
    }
}

/// How to play one game.
pub(crate) struct Sitting<'a> {
    pub(crate) terms: &'a Terms,
    pub(crate) number: usize,
    /// Whether to count legal moves and to ask who is ahead.
    pub(crate) observe: bool,
}

impl Sitting<'_> {
    /// Plays a game to its end; `None` if it has to stop before.
    pub(crate) fn play(
        &self,
        bots: &mut [&mut Bench<'_>; 2],
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Game>, OpenError> {
        let mut session = self.terms.open(self.number)?;
        let seating = seating(session.seats(), self.number);
        self.describe(&mut *session, &seating, [bots[0].spec, bots[1].spec]);
        let mut plies = session.history().len();
        let mut branching = Vec::new();
        let mut fault = None;
        for (bot, side) in [Side::First, Side::Second].into_iter().enumerate() {
            let seed = self.terms.bot_seed(self.number, bot);
            if let Err(found) = bots[bot].ask(|bot| bot.new_game(&*session, seed)) {
                let seat = seating.iter().position(|seated| *seated == side).unwrap_or_default();
                fault = Some((Player::ALL[seat & 3], found));
                break;
            }
        }
        while fault.is_none() && session.outcome().is_none() && plies < self.terms.cap {
            if stop() {
                return Ok(None);
            }
            if self.observe {
                branching.push(session.perft(1));
            }
            let player = session.to_move();
            let bot = &mut *bots[seating[player.index()].index()];
            let chosen = bot.ask(|bot| bot.choose(&*session));
            fault = chosen
                .and_then(|mv| session.play(&mv).map_err(BotFault::from))
                .err()
                .map(|found| (player, found));
            plies += usize::from(fault.is_none());
        }
        if let Some((player, fault)) = fault {
            if stop() {
                return Ok(None);
            }
            forfeit(&mut *session, player, &fault);
        }
        session.set_tag(tag::PLIES, &plies.to_string());
        let mut game = Game::read(self.number, session.record(), session.seats());
        if self.observe {
            let leaders = leaders(&game.record, self.terms.bot_seed(self.number, 2))?;
            game.observed = Some(Observed { branching, leaders });
        }
        Ok(Some(game))
    }

    fn describe(&self, session: &mut dyn Session, seating: &[Side], bots: [&BotSpec; 2]) {
        let terms = self.terms;
        for (name, side) in tag::SEATS.iter().zip(seating) {
            session.set_tag(name, bots[side.index()].name());
        }
        session.set_tag("Date", terms.date.as_deref().unwrap_or_default());
        session.set_tag(tag::MATCH, &label(bots[0], bots[1]));
        session.set_tag(tag::ROUND, &(self.number + 1).to_string());
        session.set_tag(tag::SEED, &terms.seed.to_string());
        session.set_tag(tag::OPENING, &terms.opening.to_string());
        session.set_tag(tag::CAP, &terms.cap.to_string());
    }
}

/// Ends the game against the player whose bot is at fault, and notes why.
fn forfeit(session: &mut dyn Session, player: Player, fault: &BotFault) {
    session.set_tag(tag::FORFEIT, player.name());
    session.set_tag(tag::FAULT, &fault.to_string());
    // The game goes on until now, so it can be given up.
    let _ = if fault.is_late() { session.forfeit_on_time(player) } else { session.resign(player) };
}
