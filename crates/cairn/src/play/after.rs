//! What comes after: a game that is over, another one, and bots that go on when they were stopped.

use std::io::{self, Write};

use cairn_session::players::PlayerSpec;

use super::command::Verb;
use super::input::Input;
use super::seat::Seat;
use super::table::{Table, Then};
use crate::failure::Failure;

impl Table<'_> {
    /// The game is over: people at a terminal may still look, save, take back or play again.
    pub(super) fn over(&mut self, input: &mut Input) -> Result<Then, Failure> {
        if let Some(outcome) = self.session.outcome() {
            let mut out = io::stdout().lock();
            if let Some(winner) = outcome.winner() {
                let player = self.seat_name(winner);
                writeln!(out, "{}", self.texts().tell("line.wins", &[("player", &player)]))?;
            }
            writeln!(out, "result: {outcome}")?;
        }
        if !(input.is_terminal() && self.has_human()) {
            return Ok(Then::Leave);
        }
        while self.session.outcome().is_some() {
            if self.ask(input)? == Then::Leave {
                return Ok(Then::Leave);
            }
        }
        Ok(Then::Go)
    }

    /// Plays the same again, from where this game began.
    pub(super) fn again(&mut self, swap: bool) -> Result<Then, Failure> {
        let mut player_specs: Vec<PlayerSpec> = self.seats.iter().map(Seat::player_spec).collect();
        if swap {
            player_specs.rotate_right(1);
        }
        let start = self.session.start_position();
        let session =
            cairn_session::open(&self.session.spec(), start.as_deref()).map_err(Failure::request)?;
        let seed = self.rng.next_u64() >> 44;
        *self = Self::new(
            self.printer,
            session,
            player_specs,
            seed,
            self.kept.another(),
            self.stop_flag.clone(),
        )?;
        self.board()?;
        Ok(Then::Go)
    }

    /// Lets bots that were stopped go on: for one move, or until they are stopped again.
    pub(super) fn go_on(&mut self, verb: Verb, input: &Input) -> Result<Then, Failure> {
        let player = self.session.to_move();
        if self.is_human(player) || self.session.outcome().is_some() {
            eprintln!("{}", self.texts().say("line.no_bot_to_move"));
            return Ok(Then::Go);
        }
        self.earlier = None;
        if verb == Verb::Go {
            self.paused = false;
            return Ok(Then::Go);
        }
        let then = self.bot_turn(player, input)?;
        self.paused = true;
        if !self.has_human() && self.session.outcome().is_none() {
            self.board()?;
        }
        Ok(then)
    }
}
